//! What all searches share: limits, counters, verdicts and the eye that watches them.
//!
//! | algorithm | file | optimal for | needs |
//! | --- | --- | --- | --- |
//! | breadth-first | [`breadth_first`] | unit costs | - |
//! | frontier search | [`frontier`] | unit costs | actions that can be undone |
//! | sweep by layers | [`layers`] | unit costs | an encoding |
//! | from both ends | [`bidirectional`] | unit costs | predecessors, a list of goals |
//! | Dijkstra from both ends | [`bidirectional_dijkstra`] | costs from 0 on | predecessors, a list of goals |
//! | NBS | [`nbs`] | costs from 0 on | the same, and two admissible heuristics |
//! | uniform cost (Dijkstra) | [`uniform_cost`] | costs from 0 on | - |
//! | A* | [`astar`] | costs from 0 on | an admissible heuristic |
//! | weighted A* | [`weighted_astar`] | never; a bounded factor more | an admissible heuristic |
//! | greedy best-first | [`greedy`] | never | a heuristic |
//! | beam search | [`beam`] | never | a heuristic |
//! | depth-first branch and bound | [`branch_and_bound`] | costs from 0 on | an admissible heuristic |
//! | IDA* | [`ida_star`] | costs from 0 on | an admissible heuristic |
//! | SPFA | [`spfa`] | all costs | a store with parents |

pub mod astar;
pub mod beam;
pub mod best_first;
pub mod bidirectional;
pub mod bidirectional_dijkstra;
pub mod branch_and_bound;
pub mod breadth_first;
mod edges;
pub mod end;
pub mod frontier;
pub mod greedy;
mod guided;
pub mod ida_star;
pub mod layers;
pub mod limits;
pub mod nbs;
pub mod outcome;
pub mod spfa;
pub mod stop;
pub mod task;
pub mod trace;
pub mod two_ends;
pub mod uniform_cost;
pub mod weighted_astar;

use std::ops::AddAssign;

use crate::cost::Cost;

/// What a search did, counted where it happens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Nodes whose successors were asked for. A goal that ends the search as it is taken up is
    /// not among them; a node that is expanded again, since it was reopened or had been broken
    /// off by a limit, counts again.
    pub expanded: u64,
    /// Successors that were made: one for each action applied, duplicates too. Starts are not
    /// among them.
    pub generated: u64,
    /// Times that a cheaper way to a node was found after the node had been expanded or queued.
    pub reopened: u64,
    /// Successors that were known at no higher cost.
    pub duplicates: u64,
    /// Different states that were reached, starts included.
    pub stored: u64,
    /// The most bytes that stores, open lists and tables held at once. A search fills it in at the
    /// end of a run; who walks it by single steps asks [`Memory::peak`](crate::memory::Memory::peak).
    pub peak_bytes: u64,
}

/// Counts what another search did as well: each counter is the sum, the most bytes the larger of both.
impl AddAssign for Stats {
    fn add_assign(&mut self, other: Self) {
        self.expanded += other.expanded;
        self.generated += other.generated;
        self.reopened += other.reopened;
        self.duplicates += other.duplicates;
        self.stored += other.stored;
        self.peak_bytes = self.peak_bytes.max(other.peak_bytes);
    }
}

/// Watches a search; every method does nothing unless it is written. `()` watches nothing.
pub trait Observer<S> {
    /// A node was taken up for expansion.
    #[inline]
    fn expanded(&mut self, state: &S, g: Cost) {
        let _ = (state, g);
    }

    /// A layer was completed: `states` different states have the distance `depth`.
    fn layer(&mut self, depth: Cost, states: u64) {
        let _ = (depth, states);
    }

    /// Called every thousand or so expansions.
    fn progress(&mut self, stats: &Stats) {
        let _ = stats;
    }

    /// A plan was found that costs so much, less than all before it, when the search had done so much. It need not be the
    /// last: searches whose first plan is the answer do not call it.
    fn better(&mut self, cost: Cost, stats: &Stats) {
        let _ = (cost, stats);
    }
}

impl<S> Observer<S> for () {}

impl<S, O: Observer<S> + ?Sized> Observer<S> for &mut O {
    #[inline]
    fn expanded(&mut self, state: &S, g: Cost) {
        (**self).expanded(state, g);
    }

    fn layer(&mut self, depth: Cost, states: u64) {
        (**self).layer(depth, states);
    }

    fn progress(&mut self, stats: &Stats) {
        (**self).progress(stats);
    }

    fn better(&mut self, cost: Cost, stats: &Stats) {
        (**self).better(cost, stats);
    }
}
