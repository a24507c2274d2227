//! An explored space as a petgraph graph, to be drawn or analysed.

use std::hash::Hash;

use petgraph::graph::{DiGraph, Edge, Node};

use crate::cost::Cost;
use crate::memory::{Memory, MemoryExhausted, bytes_of};
use crate::search::Stats;
use crate::search::limits::{Limit, Limits};
use crate::space::StateSpace;
use crate::store::interned::Interned;
use crate::store::{NodeStore, Reach};

/// What an edge of an explored space stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Taken<A> {
    /// The action.
    pub action: A,
    /// What it costs.
    pub cost: Cost,
}

/// The states that can be reached and the actions between them.
#[derive(Clone, Debug)]
pub struct Explored<S, A> {
    /// The states as nodes, in breadth-first order from the starts; the actions as edges.
    pub graph: DiGraph<S, Taken<A>>,
    /// The nodes below this index have all their edges. Those from it on were met and not
    /// expanded, or not wholly; there are none if nothing was cut.
    pub expanded: usize,
    /// The limit that cut the exploration off. If there is none, the graph is all that can be
    /// reached.
    pub cut: Option<Limit>,
}

/// Explores what can be reached from `starts`, breadth-first, under `limits` (all but the one on
/// cost, which says nothing here).
///
/// Every state is held twice until the graph is returned, once with a hash table of about 10 bytes
/// for each state; an edge takes 16 bytes beside its action and cost. What is returned no longer
/// counts against the memory limit.
///
/// ```
/// use petgraph::dot::Dot;
/// use statewalk::adapt::closure::FnSpace;
/// use statewalk::graph::explored::explore;
/// use statewalk::search::limits::Limits;
///
/// // Counting modulo 4, or doubling.
/// let space = FnSpace::new(|&n: &u8| [(n + 1) % 4, n * 2 % 4]);
/// let explored = explore(&space, &[1], &Limits::default());
/// assert_eq!(explored.cut, None);
/// assert_eq!(petgraph::algo::kosaraju_scc(&explored.graph).len(), 1);
///
/// let picture = explored.graph.map(|_, state| *state, |_, taken| taken.cost);
/// assert!(Dot::new(&picture).to_string().starts_with("digraph {\n    0 [ label = \"1\" ]"));
/// ```
pub fn explore<P>(space: &P, starts: &[P::State], limits: &Limits) -> Explored<P::State, P::Action>
where
    P: StateSpace<State: Hash>,
{
    let mut exploration = Exploration {
        store: Interned::new(&limits.memory),
        graph: DiGraph::new(),
        claimed: 0,
        stats: Stats::default(),
    };
    let mut expanded = 0;
    let cut = exploration.run(space, starts, limits, &mut expanded).err();
    limits.memory.release(exploration.claimed);
    Explored {
        graph: exploration.graph,
        expanded,
        cut,
    }
}

struct Exploration<S, A> {
    store: Interned<S>,
    graph: DiGraph<S, Taken<A>>,
    /// Bytes claimed for the graph.
    claimed: u64,
    stats: Stats,
}

impl<S: Clone + Eq + Hash, A: Clone> Exploration<S, A> {
    fn run<P>(
        &mut self,
        space: &P,
        starts: &[S],
        limits: &Limits,
        expanded: &mut usize,
    ) -> Result<(), Limit>
    where
        P: StateSpace<State = S, Action = A>,
    {
        for start in starts {
            self.reach(start, &limits.memory)?;
        }
        let Some(first) = starts.first() else {
            return Ok(());
        };
        let (mut state, mut next) = (first.clone(), first.clone());
        // Ids and node indices are both handed out in the order of arrival.
        while let Some(known) = self.store.states().get(*expanded) {
            if let Some(limit) = limits.reached(&self.stats) {
                return Err(limit);
            }
            state.clone_from(known);
            let from = self.reach(&state, &limits.memory)?;
            self.stats.expanded += 1;
            for action in space.actions(&state) {
                let cost = space.cost(&state, &action);
                next.clone_from(&state);
                space.apply(&mut next, &action);
                let to = self.reach(&next, &limits.memory)?;
                self.join(from, to, Taken { action, cost }, &limits.memory)?;
            }
            *expanded += 1;
        }
        Ok(())
    }

    /// The number of the node of `state`, which is added if it is new.
    fn reach(&mut self, state: &S, memory: &Memory) -> Result<u32, Limit> {
        if let Some(id) = self.store.find(state) {
            return Ok(id);
        }
        if self.graph.node_count() == self.graph.capacity().0 {
            let more = self.graph.node_count().max(8);
            self.claim::<Node<S>>(self.graph.node_count(), more, memory)?;
            self.graph.reserve_exact_nodes(more);
        }
        let id = match self.store.reach(state, 0, None)? {
            Reach::New(id) | Reach::Improved(id) => id,
            Reach::Known => return self.store.find(state).ok_or(FULL),
        };
        self.graph.try_add_node(state.clone()).map_err(|_| FULL)?;
        self.stats.stored += 1;
        Ok(id)
    }

    fn join(&mut self, from: u32, to: u32, taken: Taken<A>, memory: &Memory) -> Result<(), Limit> {
        if self.graph.edge_count() == self.graph.capacity().1 {
            let more = self.graph.edge_count().max(8);
            self.claim::<Edge<Taken<A>>>(self.graph.edge_count(), more, memory)?;
            self.graph.reserve_exact_edges(more);
        }
        let added = self.graph.try_add_edge(from.into(), to.into(), taken);
        added.map(|_| ()).map_err(|_| FULL)
    }

    /// Claims room for `count + more` items beside the `count` that are there, which the graph
    /// gives back once it has moved.
    fn claim<T>(
        &mut self,
        count: usize,
        more: usize,
        memory: &Memory,
    ) -> Result<(), MemoryExhausted> {
        let old = bytes_of::<T>(count);
        let new = old.saturating_add(bytes_of::<T>(more));
        memory.claim(new)?;
        memory.release(old);
        self.claimed = self.claimed - old + new;
        Ok(())
    }
}

/// Nodes and edges of a graph are numbered by 32 bits.
const FULL: Limit = Limit::StoreFull(u32::MAX as u64);

#[cfg(test)]
mod tests {
    use petgraph::visit::EdgeRef;

    use super::explore;
    use crate::adapt::closure::WeightedFnSpace;
    use crate::memory::Memory;
    use crate::search::limits::{Limit, Limits};

    #[test]
    fn it_holds_every_state_and_every_action() {
        // Two ways from 1 to 2, a loop at 0, and 9 that only a start reaches.
        let arcs = [(1u8, 2, 5), (1, 2, 6), (2, 0, -1), (0, 0, 3), (9, 1, 0)];
        let from = move |&at: &u8| arcs.into_iter().filter(move |arc| arc.0 == at);
        let space = WeightedFnSpace::new(move |at| from(at).map(|(_, to, cost)| (to, cost)));
        let explored = explore(&space, &[1, 9, 1], &Limits::default());
        assert_eq!((explored.cut, explored.expanded), (None, 4));
        let graph = &explored.graph;
        assert!(graph.node_weights().eq(&[1, 9, 2, 0]));
        let edges = graph.edge_references();
        let mut edges: Vec<_> = edges
            .map(|e| (graph[e.source()], graph[e.target()], e.weight().cost))
            .collect();
        edges.sort_unstable();
        let mut all = arcs;
        all.sort_unstable();
        assert_eq!(edges, all);
    }

    #[test]
    fn a_limit_cuts_it_and_is_named() {
        let space = WeightedFnSpace::new(|&at: &u64| [(at + 1, 1), (at + 2, 1)]);
        let limits = Limits {
            states: Some(10),
            ..Limits::default()
        };
        let explored = explore(&space, &[0], &limits);
        assert_eq!(explored.cut, Some(Limit::States(10)));
        assert_eq!((explored.expanded, explored.graph.node_count()), (8, 10));

        let limits = Limits {
            memory: Memory::limited(20_000),
            ..Limits::default()
        };
        let explored = explore(&space, &[0], &limits);
        assert!(matches!(explored.cut, Some(Limit::Memory(_))));
        assert!(explored.expanded > 50 && explored.graph.node_count() > explored.expanded);
        assert!(limits.memory.peak() <= 20_000);
        assert_eq!(limits.memory.used(), 0);
    }

    #[test]
    fn from_nowhere_there_is_nothing() {
        let space = WeightedFnSpace::new(|&at: &u64| [(at, 1)]);
        let explored = explore(&space, &[], &Limits::default());
        assert_eq!((explored.cut, explored.graph.node_count()), (None, 0));
    }
}
