//! A space given by a list of edges that lead both ways, as plain as can be.

use proptest::prelude::*;

use statewalk::cost::Cost;
use statewalk::space::{Invertible, Predecessors, StateSpace, predecessors_by_inverse};

use crate::digraph::{Digraph, Question};

/// A graph whose arcs come in pairs: each leads back along the one before it.
#[derive(Clone, Debug)]
pub(crate) struct Undirected(pub(crate) Digraph);

impl Undirected {
    pub(crate) fn new(nodes: u32, edges: &[(u32, u32, Cost)]) -> Self {
        let both = |&(a, b, cost): &(u32, u32, Cost)| [(a, b, cost), (b, a, cost)];
        Self(Digraph::new(nodes, edges.iter().flat_map(both).collect()))
    }
}

impl StateSpace for Undirected {
    type State = u32;
    /// The number of an arc.
    type Action = usize;

    fn actions<'a>(&'a self, state: &u32) -> impl Iterator<Item = usize> + use<'a> {
        self.0.actions(state)
    }

    fn apply(&self, state: &mut u32, action: &usize) {
        self.0.apply(state, action);
    }

    fn cost(&self, state: &u32, action: &usize) -> Cost {
        self.0.cost(state, action)
    }
}

impl Invertible for Undirected {
    fn inverse(&self, action: &usize) -> usize {
        action ^ 1
    }
}

impl Predecessors for Undirected {
    fn predecessors<'a>(&'a self, state: &u32) -> impl Iterator<Item = (usize, u32)> + use<'a> {
        predecessors_by_inverse(self, state)
    }
}

/// Graphs of `nodes` nodes with up to `edges` edges, up to three starts and goals.
pub(crate) fn undirected(
    (nodes, edges): (u32, usize),
    costs: impl Strategy<Value = Cost>,
    initial: impl Strategy<Value = Cost> + Clone,
) -> impl Strategy<Value = Question> {
    let edges = prop::collection::vec((0..nodes, 0..nodes, costs), 0..edges);
    let starts = prop::collection::vec((0..nodes, initial), 0..4);
    let goals = prop::collection::vec(0..nodes, 0..4);
    (edges, starts, goals).prop_map(move |(edges, starts, mut goals)| {
        goals.sort_unstable();
        goals.dedup();
        Question {
            graph: Undirected::new(nodes, &edges).0,
            starts,
            goals,
        }
    })
}
