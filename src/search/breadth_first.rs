//! Breadth-first search: states in the order of their distance, where every action costs 1.
//!
//! Optimal (Moore 1959), if every action costs 1. One that does not is refused where the search meets it;
//! one that it never comes to before the goal goes unnoticed, and a way through it could be cheaper. It
//! keeps every state it reaches; time is one store access for each successor generated.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::RangeInclusive;

use crate::cost::{Cost, CostOverflow};
use crate::goal::Goal;
use crate::heuristic::Blind;
use crate::open::Queued;
use crate::search::Observer;
use crate::search::best_first::{BestFirst, Order};
use crate::search::limits::Limits;
use crate::search::outcome::{Found, Outcome, SearchError};
use crate::search::task::{Task, alone};
use crate::search::trace::{ByParents, Trace};
use crate::space::StateSpace;
use crate::store::Costs;
use crate::store::interned::Interned;

/// First in, first out; a goal ends the search as soon as it is reached.
#[derive(Clone, Copy, Debug, Default)]
pub struct ByArrival;

impl Order for ByArrival {
    type Key = ();
    const FIRST_IS_CHEAPEST: bool = true;

    #[inline]
    fn key(&self, _: Cost, _: Cost) -> Result<(), CostOverflow> {
        Ok(())
    }

    #[inline]
    fn is_current(&self, (): (), _: Cost) -> bool {
        true
    }

    #[inline]
    fn lower(&self, (): (), g: Cost) -> Option<Cost> {
        // Every state as near as this one was reached before, and none of them is a goal.
        g.checked_add(1)
    }

    #[inline]
    fn costs(&self) -> RangeInclusive<Cost> {
        1..=1
    }

    fn refusal<A: Debug>(&self, action: &A, cost: Cost) -> SearchError {
        SearchError::not_unit(action, cost)
    }
}

/// Searches for a shortest plan. The store is empty, the starts have the same initial cost.
///
/// # Errors
/// [`SearchError::NotUnitCost`] at an action that does not cost 1, [`SearchError::UnequalStarts`].
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
    S: Costs<State = P::State> + Queued,
{
    task.initial()?;
    let queue = S::queue(&limits.memory);
    BestFirst::new(task, store, queue, ByArrival, Blind).solve(trace, limits, observer)
}

/// The whole search in one line: a shortest plan from `start` to `goal` in `space`.
///
/// ```
/// use statewalk::search::breadth_first::breadth_first;
/// # use statewalk::space::StateSpace;
/// # struct Doubling;
/// # impl StateSpace for Doubling {
/// #     type State = u32;
/// #     type Action = char;
/// #     fn actions<'a>(&'a self, _: &u32) -> impl Iterator<Item = char> + use<'a> {
/// #         ['+', '*'].into_iter()
/// #     }
/// #     fn apply(&self, state: &mut u32, &action: &char) {
/// #         *state = if action == '+' { *state + 1 } else { *state * 2 };
/// #     }
/// # }
/// // `Doubling` adds one (`+`) or doubles (`*`).
/// let outcome = breadth_first(&Doubling, 1, &|&state: &u32| state == 11)?;
/// let plan = outcome.plan().expect("every number can be reached");
/// assert_eq!(plan.actions, ['+', '*', '+', '*', '+']);
/// # Ok::<(), statewalk::search::outcome::SearchError>(())
/// ```
///
/// # Errors
/// As [`search`].
pub fn breadth_first<P>(
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
