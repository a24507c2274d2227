//! Uniform-cost search: states in the order of their cost, where no action costs less than 0.
//!
//! Optimal (Dijkstra 1959) if no action costs less than 0. One that does is refused where the
//! search meets it; one that it never comes to goes unnoticed, and a way through it could be
//! cheaper. Where the space names a small largest cost, the open list is a ring of buckets (Dial
//! 1969), otherwise tiers of them, the lowest of which is a heap.

use std::hash::Hash;
use std::ops::RangeInclusive;

use crate::cost::{Cost, CostOverflow};
use crate::goal::Goal;
use crate::heuristic::Blind;
use crate::open::buckets::Buckets;
use crate::open::tiers::Tiers;
use crate::search::Observer;
use crate::search::best_first::{BestFirst, Order};
use crate::search::limits::Limits;
use crate::search::outcome::{Found, Outcome, SearchError};
use crate::search::task::{Task, alone};
use crate::search::trace::{ByParents, Trace};
use crate::space::StateSpace;
use crate::store::Costs;
use crate::store::interned::Interned;

/// The widest span of costs for a ring of buckets: beyond it most of them are empty, and each holds few states.
const RING: Cost = 1 << 10;

/// By cost from the start.
#[derive(Clone, Copy, Debug)]
pub struct ByCost {
    max: Cost,
}

impl ByCost {
    /// The order for costs from 0 to `max`; others are refused.
    #[must_use]
    pub fn up_to(max: Cost) -> Self {
        Self { max }
    }
}

impl Order for ByCost {
    type Key = Cost;
    const FIRST_IS_CHEAPEST: bool = false;

    #[inline]
    fn key(&self, g: Cost, _: Cost) -> Result<Cost, CostOverflow> {
        Ok(g)
    }

    #[inline]
    fn is_current(&self, key: Cost, g: Cost) -> bool {
        key == g
    }

    #[inline]
    fn lower(&self, key: Cost, _: Cost) -> Option<Cost> {
        Some(key)
    }

    #[inline]
    fn costs(&self) -> RangeInclusive<Cost> {
        0..=self.max
    }
}

/// Searches for a cheapest plan. The store is empty.
///
/// # Errors
/// [`SearchError::NegativeArc`] at a negative cost, [`SearchError::CostAboveMax`] at a cost above what the
/// space promised, [`SearchError::Overflow`] if costs do not add up.
pub fn search<P, G, S>(
    task: Task<'_, P, G>,
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
    let memory = &limits.memory;
    let least = task.starts.iter().map(|&(_, cost)| cost).min().unwrap_or(0);
    let most = task.starts.iter().map(|&(_, cost)| cost).max().unwrap_or(0);
    let max = task.space.max_cost();
    let span = max.and_then(|max| Some(max.max(most.checked_sub(least)?)));
    if let (Some(max), Some(span @ 0..=RING)) = (max, span) {
        return match Buckets::new(memory, least, span) {
            Ok(open) => BestFirst::new(task, store, open, ByCost::up_to(max), Blind)
                .solve(trace, limits, observer),
            Err(why) => Ok(Found::not_begun(why)),
        };
    }
    let order = ByCost::up_to(max.unwrap_or(Cost::MAX));
    match Tiers::new(memory, least, span) {
        Ok(open) => BestFirst::new(task, store, open, order, Blind).solve(trace, limits, observer),
        Err(why) => Ok(Found::not_begun(why)),
    }
}

/// The whole search in one line: a cheapest plan from `start` to `goal` in `space`.
///
/// # Errors
/// As [`search`].
pub fn uniform_cost<P>(
    space: &P,
    start: P::State,
    goal: &impl Goal<P::State>,
) -> Result<Outcome<P::Action>, SearchError>
where
    P: StateSpace<State: Hash>,
{
    alone(space, start, goal, |task, limits| {
        let mut store = Interned::new(&limits.memory);
        search(task, &mut store, &ByParents, limits, &mut ()).map(|found| found.outcome)
    })
}
