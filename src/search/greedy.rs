//! Greedy best-first search: the state that seems nearest to a goal first.
//!
//! States are taken up in the order of h alone (Doran and Michie 1966), a smaller g first among equal ones.
//! Plans come soon and may cost any factor more than a cheapest one; nothing is proved of them, so the heuristic
//! need not be admissible.

use std::hash::Hash;
use std::ops::RangeInclusive;

use crate::cost::{Cost, CostOverflow};
use crate::goal::Goal;
use crate::heuristic::Heuristic;
use crate::search::Observer;
use crate::search::best_first::Order;
use crate::search::guided;
use crate::search::limits::Limits;
use crate::search::outcome::{Found, Outcome, SearchError};
use crate::search::task::{Task, alone};
use crate::search::trace::{ByParents, Trace};
use crate::space::StateSpace;
use crate::store::Costs;
use crate::store::interned::Interned;

/// By h, then by g.
#[derive(Clone, Copy, Debug)]
pub struct ByEstimate {
    max: Cost,
}

impl ByEstimate {
    /// The order for costs from 0 to `max`; others are refused.
    #[must_use]
    pub fn up_to(max: Cost) -> Self {
        Self { max }
    }
}

impl Order for ByEstimate {
    type Key = (Cost, Cost);
    const FIRST_IS_CHEAPEST: bool = false;

    #[inline]
    fn key(&self, g: Cost, h: Cost) -> Result<(Cost, Cost), CostOverflow> {
        Ok((h, g))
    }

    #[inline]
    fn is_current(&self, (_, cost): (Cost, Cost), g: Cost) -> bool {
        cost == g
    }

    #[inline]
    fn lower(&self, _: (Cost, Cost), _: Cost) -> Option<Cost> {
        None
    }

    #[inline]
    fn costs(&self) -> RangeInclusive<Cost> {
        0..=self.max
    }
}

/// Searches for a plan, led by `heuristic`. The store is empty.
///
/// # Errors
/// As [`uniform_cost::search`](crate::search::uniform_cost::search).
pub fn search<P, G, S>(
    task: Task<'_, P, G>,
    heuristic: &impl Heuristic<P::State>,
    store: &mut S,
    trace: &impl Trace<P, S>,
    limits: &Limits,
    observer: &mut impl Observer<P::State>,
) -> Result<Found<P::Action>, SearchError>
where
    P: StateSpace,
    G: Goal<P::State>,
    S: Costs<State = P::State, Id: Ord>,
{
    let order = ByEstimate::up_to(task.space.max_cost().unwrap_or(Cost::MAX));
    // Estimates fall toward 0.
    let about = 0;
    guided::search(
        (task, heuristic),
        (order, about),
        store,
        trace,
        limits,
        observer,
    )
}

/// The whole search in one line: a plan from `start` to `goal` in `space`.
///
/// # Errors
/// As [`search`].
pub fn greedy<P>(
    space: &P,
    start: P::State,
    goal: &impl Goal<P::State>,
    heuristic: &impl Heuristic<P::State>,
) -> Result<Outcome<P::Action>, SearchError>
where
    P: StateSpace<State: Hash>,
{
    alone(space, start, goal, |task, limits| {
        let mut store = Interned::new(&limits.memory);
        search(task, heuristic, &mut store, &ByParents, limits, &mut ()).map(|found| found.outcome)
    })
}
