//! A*: states in the order of what a plan through them costs at least.
//!
//! Optimal (Hart, Nilsson and Raphael 1968) if the heuristic is admissible and no action costs less
//! than 0. The heuristic need not be consistent: a state to which a cheaper way is found after it was
//! expanded is expanded again (Martelli 1977: that may happen exponentially often). Among equal f = g + h a
//! larger g comes first, that is a smaller h; among equal pairs the last in, where costs are small, otherwise the
//! state that was reached first.

use std::hash::Hash;
use std::ops::RangeInclusive;

use crate::cost::{self, Cost, CostOverflow};
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

/// By f = g + h, then by h.
#[derive(Clone, Copy, Debug)]
pub struct ByTotal {
    max: Cost,
}

impl ByTotal {
    /// The order for costs from 0 to `max`; others are refused.
    #[must_use]
    pub fn up_to(max: Cost) -> Self {
        Self { max }
    }
}

impl Order for ByTotal {
    type Key = (Cost, Cost);
    const FIRST_IS_CHEAPEST: bool = false;

    #[inline]
    fn key(&self, g: Cost, h: Cost) -> Result<(Cost, Cost), CostOverflow> {
        Ok((cost::add(g, h)?, h))
    }

    #[inline]
    fn is_current(&self, (f, h): (Cost, Cost), g: Cost) -> bool {
        f.wrapping_sub(h) == g
    }

    #[inline]
    fn lower(&self, (f, _): (Cost, Cost), _: Cost) -> Option<Cost> {
        Some(f)
    }

    #[inline]
    fn costs(&self) -> RangeInclusive<Cost> {
        0..=self.max
    }
}

/// Searches for a cheapest plan, led by an admissible `heuristic`. The store is empty.
///
/// "Proved optimal" holds if the heuristic is admissible. Along the plan it is held against what the rest
/// of the plan costs; beyond it that is for the caller to know.
///
/// Time and memory: those of [`uniform_cost`](crate::search::uniform_cost), for the states with f below the cost
/// of a cheapest plan and some of those with the same.
///
/// # Errors
/// As [`uniform_cost::search`](crate::search::uniform_cost::search), and [`SearchError::Inadmissible`].
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
    let about = guided::least(&task, heuristic)?.unwrap_or(0);
    let order = ByTotal::up_to(task.space.max_cost().unwrap_or(Cost::MAX));
    let led = (task, heuristic);
    let found = guided::search(led, (order, about), store, trace, limits, observer)?;
    guided::trusted(found, &task, heuristic)
}

/// The whole search in one line: a cheapest plan from `start` to `goal` in `space`.
///
/// # Errors
/// As [`search`].
pub fn astar<P>(
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
