//! Strategies led by a heuristic.

use std::hash::Hash;

use crate::catalog::menu::{Menu, Settings, Watching};
use crate::catalog::puzzle::{ActionOf, Puzzle, StateOf};
use crate::cost::Cost;
use crate::goal::GoalStates;
use crate::heuristic::Heuristic;
use crate::search::outcome::{Found, SearchError};
use crate::search::task::Task;
use crate::search::trace::ByParents;
use crate::search::{astar, beam, branch_and_bound, greedy, nbs, weighted_astar};
use crate::space::Predecessors;
use crate::store::interned::Interned;

/// The store of all of them.
const INTERNED: &str = "interned";

impl<P: Puzzle> Menu<P>
where
    StateOf<P>: Hash,
{
    /// The searches led by a heuristic, over a hash table of states: A*, depth-first branch and bound, weighted A*,
    /// greedy best-first and beam search, for costs that are not negative.
    ///
    /// `make` gets the rules and the goal of a question. The heuristic must be admissible: plans of A* and of
    /// branch and bound are said to be proved optimal by it.
    #[must_use]
    pub fn guided<H>(
        self,
        heuristic: &'static str,
        make: impl Fn(&P::Rules, &P::Goal) -> H + Clone + Send + Sync + 'static,
    ) -> Self
    where
        H: Heuristic<StateOf<P>>,
    {
        let (branching, weighted) = (make.clone(), make.clone());
        let (nearest, widest) = (make.clone(), make.clone());
        self.led(
            (heuristic, "astar"),
            "cheapest plans by least total estimates (A*), over a hash table of states",
            true,
            move |task, settings, watch| {
                let (h, limits) = (make(task.space, task.goal), &settings.limits);
                let mut store = Interned::new(&limits.memory);
                astar::search(*task, &h, &mut store, &ByParents, limits, watch)
            },
        )
        .led(
            (heuristic, "branch-and-bound"),
            "a plan soon, then cheaper ones up to the cheapest, depth-first, over a hash table of states",
            true,
            move |task, settings, watch| {
                let (h, limits) = (branching(task.space, task.goal), &settings.limits);
                let mut store = Interned::new(&limits.memory);
                branch_and_bound::search(*task, &h, &mut store, &ByParents, limits, watch)
            },
        )
        .led(
            (heuristic, "weighted-astar"),
            "plans at most --weight times as dear as the cheapest, over a hash table of states",
            false,
            move |task, settings, watch| {
                let (h, limits) = (weighted(task.space, task.goal), &settings.limits);
                let led = (&h, settings.weight);
                let mut store = Interned::new(&limits.memory);
                weighted_astar::search(*task, led, &mut store, &ByParents, limits, watch)
            },
        )
        .led(
            (heuristic, "greedy"),
            "plans soon, of any cost, by least estimates, over a hash table of states",
            false,
            move |task, settings, watch| {
                let (h, limits) = (nearest(task.space, task.goal), &settings.limits);
                let mut store = Interned::new(&limits.memory);
                greedy::search(*task, &h, &mut store, &ByParents, limits, watch)
            },
        )
        .led(
            (heuristic, "beam"),
            "plans of any cost by the best --width states of each layer",
            false,
            move |task, settings, watch| {
                let (h, limits) = (widest(task.space, task.goal), &settings.limits);
                let led = (&h, settings.width);
                let mut store = Interned::new(&limits.memory);
                beam::search(*task, led, &mut store, &ByParents, limits, watch)
            },
        )
    }

    /// NBS, led by a heuristic at either end, where predecessors and the goal's states can be told and no action
    /// costs less than `least`, which is not negative.
    ///
    /// `make` gets a question, and gives the estimate of what is left to its goal, and the estimate of what any of
    /// its starts is away, without initial costs. Both must be admissible.
    #[must_use]
    pub fn nbs<F, B>(
        self,
        heuristic: &'static str,
        least: Cost,
        make: impl Fn(&Task<'_, P::Rules, P::Goal>) -> (F, B) + Send + Sync + 'static,
    ) -> Self
    where
        P::Rules: Predecessors,
        P::Goal: GoalStates<StateOf<P>>,
        F: Heuristic<StateOf<P>>,
        B: Heuristic<StateOf<P>>,
    {
        self.led(
            (heuristic, "nbs"),
            "cheapest plans by pairs of estimates from both ends (NBS), over hash tables of states",
            true,
            move |task, settings, watch| {
                let ((ahead, back), limits) = (make(task), &settings.limits);
                let mut forward = Interned::new(&limits.memory);
                let mut backward = Interned::new(&limits.memory);
                let stores = (&mut forward, &mut backward);
                nbs::search(*task, (&ahead, &back), stores, least, limits, watch)
            },
        )
    }

    fn led(
        self,
        (heuristic, name): (&'static str, &'static str),
        summary: &'static str,
        optimal: bool,
        run: impl Fn(
            &Task<'_, P::Rules, P::Goal>,
            &Settings,
            &mut Watching<'_>,
        ) -> Result<Found<ActionOf<P>>, SearchError>
        + Send
        + Sync
        + 'static,
    ) -> Self {
        self.each((name, INTERNED), summary, optimal, run)
            .by_heuristic(heuristic)
    }
}
