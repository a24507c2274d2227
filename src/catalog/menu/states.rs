//! Strategies for spaces whose states can be hashed: the searches over whole states.

use std::hash::Hash;

use crate::catalog::menu::{Menu, Settings, Watching};
use crate::catalog::puzzle::{Puzzle, StateOf};
use crate::cost::Cost;
use crate::goal::GoalStates;
use crate::memory::Memory;
use crate::search::spfa::variant::Variant;
use crate::search::task::Task;
use crate::search::trace::ByParents;
use crate::search::{
    bidirectional, bidirectional_dijkstra, breadth_first, frontier, spfa, uniform_cost,
};
use crate::space::{Invertible, Predecessors};
use crate::store::interned::Interned;

/// The store of all of them.
const INTERNED: &str = "interned";

impl<P: Puzzle> Menu<P>
where
    StateOf<P>: Hash,
{
    /// Breadth-first search, for unit costs: its plans are said to be proved optimal, and another cost that it
    /// does not come to before the goal it does not see.
    #[must_use]
    pub fn breadth_first(self) -> Self {
        let summary = "shortest plans, layer by layer, over a hash table of states";
        let names = ("breadth-first", INTERNED);
        self.each(names, summary, true, |task, settings, watch| {
            let limits = &settings.limits;
            let mut store = Interned::new(&limits.memory);
            breadth_first::search(*task, &mut store, &ByParents, limits, watch)
        })
    }

    /// Frontier search, for unit costs where actions can be undone: breadth-first without a closed list.
    #[must_use]
    pub fn frontier(self) -> Self
    where
        P::Rules: Invertible,
    {
        let summary = "shortest plans, layer by layer, of which only the last are kept";
        let names = ("frontier", INTERNED);
        self.each(names, summary, true, |task, settings, watch| {
            let make = |memory: &Memory| Ok(Interned::new(memory));
            frontier::search(*task, &make, &settings.limits, watch)
        })
    }

    /// Breadth-first search from both ends, for unit costs, where predecessors and the goal's states
    /// can be told.
    #[must_use]
    pub fn bidirectional(self) -> Self
    where
        P::Rules: Predecessors,
        P::Goal: GoalStates<StateOf<P>>,
    {
        let summary = "shortest plans, layer by layer from both ends, over hash tables of states";
        let names = ("bidirectional", INTERNED);
        self.each(names, summary, true, |task, settings, watch| {
            let limits = &settings.limits;
            let mut forward = Interned::new(&limits.memory);
            let mut backward = Interned::new(&limits.memory);
            let stores = (&mut forward, &mut backward);
            bidirectional::search(*task, stores.0, stores.1, &ByParents, limits, watch)
        })
    }

    /// Dijkstra's search from both ends, where predecessors and the goal's states can be told and no action costs
    /// less than `least`, which is not negative; an action that does, and that it does not come to, it does not see.
    #[must_use]
    pub fn bidirectional_dijkstra(self, least: Cost) -> Self
    where
        P::Rules: Predecessors,
        P::Goal: GoalStates<StateOf<P>>,
    {
        let summary = "cheapest plans by cost from both ends, over hash tables of states";
        let names = ("bidirectional-dijkstra", INTERNED);
        self.each(names, summary, true, move |task, settings, watch| {
            bidirectional_dijkstra::interned(*task, least, &settings.limits, watch)
        })
    }

    /// Uniform-cost search, for costs that are not negative: its plans are said to be proved optimal, and
    /// a negative cost that lies behind the goal it does not see.
    #[must_use]
    pub fn uniform_cost(self) -> Self {
        let summary = "cheapest plans (Dijkstra), over a hash table of states";
        let names = ("uniform-cost", INTERNED);
        self.each(names, summary, true, |task, settings, watch| {
            let limits = &settings.limits;
            let mut store = Interned::new(&limits.memory);
            uniform_cost::search(*task, &mut store, &ByParents, limits, watch)
        })
    }

    /// Label-correcting search, for costs of any sign, in its four orders.
    #[must_use]
    pub fn spfa(self) -> Self {
        Variant::ALL.into_iter().fold(self, |menu, variant| {
            let (name, summary) = match variant {
                Variant::Fifo => (
                    "spfa",
                    "cheapest plans where costs may be negative, over a hash table of states",
                ),
                Variant::SmallLabelFirst => (
                    "spfa-slf",
                    "as spfa, a state that is cheaper than the next one put before it",
                ),
                Variant::LargeLabelLast => (
                    "spfa-lll",
                    "as spfa, states that cost more than the average put off",
                ),
                Variant::SmallFirstLargeLast => (
                    "spfa-slf-lll",
                    "as spfa, cheaper states first and dearer ones put off",
                ),
            };
            let run =
                move |task: &Task<'_, _, _>, settings: &Settings, watch: &mut Watching<'_>| {
                    let limits = &settings.limits;
                    let mut store = Interned::new(&limits.memory);
                    spfa::search(*task, &mut store, variant, limits, watch)
                };
            menu.each((name, INTERNED), summary, true, run)
        })
    }
}
