//! Windows of a plan, searched in the whole space from both ends.

use std::hash::Hash;

use crate::cost::Cost;
use crate::goal::Exactly;
use crate::improve::windows::{Replanned, Windows, ended, task};
use crate::search::bidirectional_dijkstra;
use crate::search::limits::Limits;
use crate::search::outcome::SearchError;
use crate::space::Predecessors;

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
        let to = ended(space, from, window);
        let (starts, goal) = ([(from.clone(), 0)], Exactly(to));
        let (task, limits) = task(space, &starts, &goal, spent, limits);
        let found = bidirectional_dijkstra::interned(task, self.least, &limits, &mut ())?;
        Ok(Replanned::of(found))
    }
}
