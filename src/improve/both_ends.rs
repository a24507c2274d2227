//! Windows of a plan, searched in the whole space from both ends.

use std::hash::Hash;

use crate::cost::Cost;
use crate::goal::Exactly;
use crate::improve::windows::{Replanned, Windows};
use crate::plan::Plan;
use crate::search::bidirectional_dijkstra;
use crate::search::limits::{Limit, Limits};
use crate::search::outcome::{Found, Outcome, SearchError};
use crate::search::task::Task;
use crate::space::Predecessors;
use crate::store::interned::Interned;

/// Windows of a space that knows its predecessors, searched by Dijkstra's algorithm from both ends over hashes of
/// states. For costs from 0 on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BothEnds {
    /// No action costs less than this, 0 or more: where it is more, searches are over sooner.
    pub least: Cost,
}

impl<P: Predecessors<State: Hash>> Windows<P> for BothEnds {
    fn replan(
        &mut self,
        space: &P,
        from: &P::State,
        window: &[P::Action],
        spent: Cost,
        limits: &Limits,
    ) -> Result<Replanned<P::Action>, SearchError> {
        let mut to = from.clone();
        for action in window {
            space.apply(&mut to, action);
        }
        let starts = [(from.clone(), 0)];
        let goal = Exactly(to);
        let task = Task {
            space,
            starts: &starts,
            goal: &goal,
        };
        let limits = Limits {
            cost: Some(spent - 1),
            ..limits.clone()
        };
        let mut stores = (Interned::new(&limits.memory), Interned::new(&limits.memory));
        let stores = (&mut stores.0, &mut stores.1);
        let found = bidirectional_dijkstra::search(task, stores, self.least, &limits, &mut ())?;
        Ok(Replanned::of(found))
    }
}

impl<A> Replanned<A> {
    /// What a search found whose limit on cost was below that of the window.
    #[must_use]
    pub fn of(found: Found<A>) -> Self {
        let cheaper = |Plan { actions, cost, .. }| (actions, cost);
        let (cheaper, limit) = match found.outcome {
            Outcome::Solved { plan, proved, .. } => {
                // Without a proof, more nodes may find something cheaper still.
                let limit = (!proved).then_some(Limit::Expansions(found.stats.expanded));
                (Some(cheaper(plan)), limit)
            }
            Outcome::LimitReached { limit, best, .. } => {
                let limit = (!matches!(limit, Limit::Cost(_))).then_some(limit);
                (best.map(cheaper), limit)
            }
            Outcome::Unsolvable | Outcome::Unbounded(_) => (None, None),
        };
        Self {
            cheaper,
            limit,
            stats: found.stats,
        }
    }
}
