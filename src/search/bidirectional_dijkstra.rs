//! Dijkstra's search from both ends: states in the order of their cost around the starts and around the goals.
//!
//! Optimal (Nicholson 1966, "Finding the shortest route between two points in a network"; Pohl 1971,
//! "Bi-directional search") where no action costs less than 0. Where the two ends meet first is seldom where
//! the cheapest plan passes: the search goes on until the least costs that wait on either side, together, are no
//! less than the best plan that was met. The side with fewer waiting nodes is expanded (Pohl's cardinality
//! principle); among equal costs, the state that was reached first.
//!
//! It needs [`Predecessors`] and a goal whose states can be listed. Each side stores the states within
//! about half the cost of a plan; time is one store access for each successor, one in the other store
//! for each that is news, and the logarithm of what waits. One action that costs too little is refused where
//! the search meets it; one that it never comes to goes unnoticed.

use std::hash::Hash;

use crate::cost::Cost;
use crate::goal::GoalStates;
use crate::heuristic::Blind;
use crate::memory::{Memory, MemoryExhausted};
use crate::open::OpenList;
use crate::open::heap::Heap;
use crate::search::Observer;
use crate::search::limits::Limits;
use crate::search::outcome::{Found, Outcome, SearchError};
use crate::search::stop::Stop;
use crate::search::task::{Task, alone};
use crate::search::two_ends::{self, Agenda, Side, TwoEnds, Waiting};
use crate::space::Predecessors;
use crate::store::interned::Interned;
use crate::store::{Costs, Parents};

/// The nodes of either side by their cost, and the side with fewer of them next.
#[derive(Debug)]
pub struct ByCost<Id> {
    forward: Heap<Cost, Id>,
    backward: Heap<Cost, Id>,
    least: Cost,
    next: Side,
}

impl<Id: Copy + Ord> ByCost<Id> {
    /// An empty one, where no action costs less than `least`.
    #[must_use]
    pub fn new(least: Cost, memory: &Memory) -> Self {
        Self {
            forward: Heap::new(memory),
            backward: Heap::new(memory),
            least,
            next: Side::Forward,
        }
    }
}

impl<Id: Copy + Ord> Agenda<Id> for ByCost<Id> {
    #[inline]
    fn push(&mut self, node: Waiting<Id>) -> Result<(), MemoryExhausted> {
        match node.side {
            Side::Forward => self.forward.push(node.g, node.id),
            Side::Backward => self.backward.push(node.g, node.id),
        }
    }

    #[inline]
    fn prepare(
        &mut self,
        is_current: &impl Fn(Side, Cost, Id) -> bool,
    ) -> Result<Option<Cost>, Stop> {
        self.forward
            .settle(|g, id| is_current(Side::Forward, g, id));
        self.backward
            .settle(|g, id| is_current(Side::Backward, g, id));
        let (Some((ahead, _)), Some((back, _))) = (self.forward.first(), self.backward.first())
        else {
            return Ok(None);
        };
        self.next = if self.forward.len() <= self.backward.len() {
            Side::Forward
        } else {
            Side::Backward
        };
        // A plan that was not met goes from a state that waits here by an action or more to one that waits there.
        Ok(Some(two_ends::joined(ahead, back, self.least)))
    }

    #[inline]
    fn take(&mut self) -> Option<(Side, Id)> {
        let taken = match self.next {
            Side::Forward => self.forward.pop(),
            Side::Backward => self.backward.pop(),
        };
        taken.map(|(_, id)| (self.next, id))
    }
}

/// Searches for a cheapest plan with a store for either side, both empty.
///
/// No action costs less than `least`, which is 0 or more; where it is more, the search is over so much
/// earlier.
///
/// # Errors
/// [`SearchError::NegativeArc`], [`SearchError::CostBelowMin`] or [`SearchError::CostAboveMax`] at a cost that
/// is less than 0, less than `least`, or more than what the space promised; [`SearchError::Overflow`] if costs
/// do not add up.
pub fn search<P, G, S>(
    task: Task<'_, P, G>,
    (forward, backward): (&mut S, &mut S),
    least: Cost,
    limits: &Limits,
    observer: &mut impl Observer<P::State>,
) -> Result<Found<P::Action>, SearchError>
where
    P: Predecessors,
    G: GoalStates<P::State>,
    S: Costs<State = P::State, Id: Ord> + Parents,
{
    let agenda = ByCost::new(least.max(0), &limits.memory);
    let stores = (forward, backward);
    TwoEnds::new(task, stores, (Blind, Blind), agenda, least).solve(limits, observer)
}

/// The same over two hashes of states.
///
/// # Errors
/// As [`search`].
pub fn interned<P, G>(
    task: Task<'_, P, G>,
    least: Cost,
    limits: &Limits,
    observer: &mut impl Observer<P::State>,
) -> Result<Found<P::Action>, SearchError>
where
    P: Predecessors<State: Hash>,
    G: GoalStates<P::State>,
{
    let mut stores = (Interned::new(&limits.memory), Interned::new(&limits.memory));
    let stores = (&mut stores.0, &mut stores.1);
    search(task, stores, least, limits, observer)
}

/// The whole search in one line: a cheapest plan from `start` to a state of `goal` in `space`.
///
/// # Errors
/// As [`search`], for actions that cost 0 or more.
pub fn bidirectional_dijkstra<P>(
    space: &P,
    start: P::State,
    goal: &impl GoalStates<P::State>,
) -> Result<Outcome<P::Action>, SearchError>
where
    P: Predecessors<State: Hash>,
{
    alone(space, start, goal, |task, limits| {
        interned(task, 0, limits, &mut ()).map(|found| found.outcome)
    })
}
