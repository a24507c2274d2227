//! NBS: a search from both ends, led by a heuristic at each, that takes up pairs of nodes.
//!
//! Optimal (Chen, Holte, Zilles and Sturtevant 2017, "Front-to-end bidirectional heuristic search with
//! near-optimal node expansions") if both heuristics are admissible and no action costs less than 0. A pair of a
//! forward node u and a backward node v proves that a plan through both costs at least the largest of f(u),
//! f(v) and g(u) + g(v) and one action more. The pair with the least such bound is next, and both of its
//! nodes are expanded: with consistent heuristics, at most twice as many as any algorithm of this kind has to.
//! Heuristics need not be consistent for the plan to be right; a state to which a cheaper way is found is then
//! expanded again.
//!
//! Nodes wait by f until the bound comes up to it, then by g. It needs [`Predecessors`] and a goal whose states
//! can be listed. Memory and time are those of
//! [`bidirectional_dijkstra`](crate::search::bidirectional_dijkstra) for the nodes that are expanded; each node
//! passes two heaps.

use crate::cost::Cost;
use crate::goal::GoalStates;
use crate::heuristic::Heuristic;
use crate::memory::{Memory, MemoryExhausted};
use crate::open::OpenList;
use crate::open::heap::Heap;
use crate::search::Observer;
use crate::search::limits::Limits;
use crate::search::outcome::{Found, SearchError};
use crate::search::stop::Stop;
use crate::search::task::Task;
use crate::search::two_ends::{self, Agenda, Side, TwoEnds, Waiting};
use crate::space::Predecessors;
use crate::store::{Costs, Parents};

/// Pairs of nodes by their bounds.
#[derive(Debug)]
pub struct Pairs<Id> {
    forward: Lists<Id>,
    backward: Lists<Id>,
    least: Cost,
    /// The bound of the pairs that were taken up last; every node with a lower f is ready.
    bound: Cost,
    /// Whether the forward node of the pair was taken, and the backward one is next.
    is_half: bool,
}

/// The nodes of one side.
#[derive(Debug)]
struct Lists<Id> {
    /// Those whose f is above the bound, by f, then by g.
    waiting: Heap<(Cost, Cost), Id>,
    /// The others, by g.
    ready: Heap<Cost, Id>,
}

impl<Id: Copy + Ord> Lists<Id> {
    fn new(memory: &Memory) -> Self {
        Self {
            waiting: Heap::new(memory),
            ready: Heap::new(memory),
        }
    }

    fn settle(&mut self, is_current: impl Fn(Cost, Id) -> bool) {
        self.waiting.settle(|(_, g), id| is_current(g, id));
        self.ready.settle(is_current);
    }

    fn is_empty(&self) -> bool {
        self.waiting.first().is_none() && self.ready.first().is_none()
    }

    /// The least f of a node that waits.
    fn least_waiting(&self) -> Option<Cost> {
        self.waiting.first().map(|((f, _), _)| f)
    }

    /// The least g of a node that is ready.
    fn least_ready(&self) -> Option<Cost> {
        self.ready.first().map(|(g, _)| g)
    }

    /// Makes the node that waits with the least f ready, if that is within the bound; says whether it was.
    fn make_ready(&mut self, bound: Cost) -> Result<bool, MemoryExhausted> {
        match self.waiting.first() {
            Some(((f, g), id)) if f <= bound => {
                self.ready.push(g, id)?;
                self.waiting.pop();
                Ok(true)
            }
            _ => Ok(false),
        }
    }
}

impl<Id: Copy + Ord> Pairs<Id> {
    /// No pair, where no action costs less than `least`.
    #[must_use]
    pub fn new(least: Cost, memory: &Memory) -> Self {
        Self {
            forward: Lists::new(memory),
            backward: Lists::new(memory),
            least,
            bound: Cost::MIN,
            is_half: false,
        }
    }

    /// What the best pair of ready nodes proves.
    fn least_pair(&self) -> Option<Cost> {
        let (ahead, back) = (self.forward.least_ready()?, self.backward.least_ready()?);
        Some(two_ends::joined(ahead, back, self.least))
    }
}

impl<Id: Copy + Ord> Agenda<Id> for Pairs<Id> {
    fn push(&mut self, node: Waiting<Id>) -> Result<(), MemoryExhausted> {
        let Waiting { side, g, f, id } = node;
        let lists = match side {
            Side::Forward => &mut self.forward,
            Side::Backward => &mut self.backward,
        };
        if f < self.bound {
            lists.ready.push(g, id)
        } else {
            lists.waiting.push((f, g), id)
        }
    }

    fn prepare(
        &mut self,
        is_current: &impl Fn(Side, Cost, Id) -> bool,
    ) -> Result<Option<Cost>, Stop> {
        if self.is_half {
            // The expansion of the forward node changed nothing on the other side.
            return Ok(Some(self.bound));
        }
        loop {
            self.forward
                .settle(|g, id| is_current(Side::Forward, g, id));
            self.backward
                .settle(|g, id| is_current(Side::Backward, g, id));
            if self.forward.is_empty() || self.backward.is_empty() {
                return Ok(None);
            }
            let pair = self.least_pair();
            if pair.is_some_and(|pair| pair <= self.bound) {
                return Ok(Some(self.bound));
            }
            // Nodes within the bound make better pairs before the bound is raised.
            let ahead = self.forward.make_ready(self.bound)?;
            let back = self.backward.make_ready(self.bound)?;
            if !ahead && !back {
                let waiting = [self.forward.least_waiting(), self.backward.least_waiting()];
                let next = waiting.into_iter().flatten().chain(pair).min();
                self.bound = next.unwrap_or(self.bound);
            }
        }
    }

    fn take(&mut self) -> Option<(Side, Id)> {
        self.is_half = !self.is_half;
        if self.is_half {
            self.forward.ready.pop().map(|(_, id)| (Side::Forward, id))
        } else {
            let back = self.backward.ready.pop();
            back.map(|(_, id)| (Side::Backward, id))
        }
    }
}

/// Searches for a cheapest plan with a store for either side, both empty.
///
/// The first heuristic estimates what a plan from a state to a goal costs, the second what one from any of the
/// starts to a state costs, without initial costs. "Proved optimal" holds if both are admissible; along the plan
/// that is looked at. No action costs less than `least`, which is 0 or more; the more it is, the fewer pairs are
/// expanded.
///
/// # Errors
/// As [`bidirectional_dijkstra::search`](crate::search::bidirectional_dijkstra::search), and
/// [`SearchError::Inadmissible`] or [`SearchError::InadmissibleBehind`].
pub fn search<P, G, S>(
    task: Task<'_, P, G>,
    (ahead, back): (&impl Heuristic<P::State>, &impl Heuristic<P::State>),
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
    let agenda = Pairs::new(least.max(0), &limits.memory);
    let led = (
        |state: &P::State| ahead.estimate(state),
        |state: &P::State| back.estimate(state),
    );
    TwoEnds::new(task, (forward, backward), led, agenda, least).solve(limits, observer)
}
