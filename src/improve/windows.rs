//! How stretches of plans are planned anew, and what actions have to do with each other.

use crate::cost::Cost;
use crate::goal::Exactly;
use crate::plan::Plan;
use crate::search::Stats;
use crate::search::limits::{Limit, Limits};
use crate::search::outcome::{Found, Outcome, SearchError};
use crate::search::task::Task;
use crate::space::StateSpace;

/// What an action does with a part of the state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Whether it applies, or what it costs or does, depends on it.
    Reads,
    /// It changes it, and may read it.
    Changes,
}

/// A stretch of a plan that was planned anew.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replanned<A> {
    /// Cheaper actions from the same state to the same one, and what they cost.
    pub cheaper: Option<(Vec<A>, Cost)>,
    /// The limit that ended the search; `None` if it came to its end, so that it finds nothing cheaper
    /// with more nodes.
    pub limit: Option<Limit>,
    /// What it did.
    pub stats: Stats,
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

impl<A: Clone> Replanned<A> {
    /// What was found for the beginning of a window, as what it is for the whole: the `rest`, which costs so much, stays as
    /// it is. If there is some, larger searches than in a `piece` of that name may find more.
    #[must_use]
    pub fn before(mut self, (rest, spent): (&[A], Cost), piece: &'static str) -> Self {
        if rest.is_empty() {
            return self;
        }
        if let Some((actions, cost)) = &mut self.cheaper {
            actions.extend_from_slice(rest);
            *cost = cost.saturating_add(spent);
        }
        self.limit = self.limit.or(Some(Limit::Size(piece)));
        self
    }
}

/// The state that a window leads to.
pub(super) fn ended<P: StateSpace>(space: &P, from: &P::State, window: &[P::Action]) -> P::State {
    let mut to = from.clone();
    for action in window {
        space.apply(&mut to, action);
    }
    to
}

/// The question after something cheaper than a window whose actions cost `spent`, and its limits.
pub(super) fn task<'a, P: StateSpace>(
    space: &'a P,
    starts: &'a [(P::State, Cost)],
    goal: &'a Exactly<P::State>,
    spent: Cost,
    limits: &Limits,
) -> (Task<'a, P, Exactly<P::State>>, Limits) {
    let limits = Limits {
        cost: Some(spent.saturating_sub(1)),
        ..limits.clone()
    };
    let task = Task {
        space,
        starts,
        goal,
    };
    (task, limits)
}

/// How windows of a plan are planned anew in a space, and what is known of its actions.
///
/// A window is some of the actions of a plan, in their order, and the state in which they begin.
pub trait Windows<P: StateSpace> {
    /// Looks for actions from `from` to the state that `window` leads to, which cost less than the `spent` that those
    /// of the window cost. The limit on expansions is for this window. A smaller space may be searched, as long
    /// as its plans are right in the whole one.
    ///
    /// # Errors
    /// Where the search cannot be right on the space.
    fn replan(
        &mut self,
        space: &P,
        from: &P::State,
        window: &[P::Action],
        spent: Cost,
        limits: &Limits,
    ) -> Result<Replanned<P::Action>, SearchError>;

    /// Whether windows are searched in the whole space, so that a search that came to its end proves that nothing
    /// is cheaper.
    fn are_whole(&self) -> bool {
        true
    }

    /// How many parts a state has, of those that [`touched`](Self::touched) tells. They are numbered from 0.
    fn parts(&self, space: &P, state: &P::State) -> usize {
        let _ = (space, state);
        1
    }

    /// Tells `touch` which parts `action`, taken in `state`, reads or changes.
    ///
    /// The law: where one action follows another in a plan, and neither changes a part that the other touches, they may be
    /// taken the other way round, at the same costs and with the same end. As it is provided, every action
    /// changes everything.
    fn touched(
        &self,
        space: &P,
        state: &P::State,
        action: &P::Action,
        touch: &mut impl FnMut(usize, Access),
    ) {
        let _ = (space, state, action);
        touch(0, Access::Changes);
    }

    /// Whether what touches `part` may be in a window of `length` actions whose first one touches the part `center`.
    fn is_near(&self, space: &P, center: usize, part: usize, length: usize) -> bool {
        let _ = (space, center, part, length);
        true
    }

    /// The action that undoes `action` at a cost of 0 or more together, where one does and it is known from the
    /// action alone.
    fn inverse(&self, space: &P, action: &P::Action) -> Option<P::Action> {
        let _ = (space, action);
        None
    }
}
