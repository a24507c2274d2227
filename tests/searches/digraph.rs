//! A space given by a list of arcs, as plain as can be.

use statewalk::cost::Cost;
use statewalk::space::{Predecessors, StateSpace};

/// A directed graph; parallel arcs and loops are arcs like others.
#[derive(Clone)]
pub(crate) struct Digraph {
    pub(crate) nodes: u32,
    pub(crate) arcs: Vec<(u32, u32, Cost)>,
    /// The numbers of the arcs that leave and enter each node.
    out: Vec<Vec<usize>>,
    into: Vec<Vec<usize>>,
}

impl Digraph {
    pub(crate) fn new(nodes: u32, arcs: Vec<(u32, u32, Cost)>) -> Self {
        let mut out = vec![Vec::new(); nodes as usize];
        let mut into = out.clone();
        for (number, &(from, to, _)) in arcs.iter().enumerate() {
            out[from as usize].push(number);
            into[to as usize].push(number);
        }
        Self {
            nodes,
            arcs,
            out,
            into,
        }
    }
}

impl std::fmt::Debug for Digraph {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} nodes, arcs {:?}", self.nodes, self.arcs)
    }
}

impl StateSpace for Digraph {
    type State = u32;
    /// The number of an arc.
    type Action = usize;

    fn actions<'a>(&'a self, &state: &u32) -> impl Iterator<Item = usize> + use<'a> {
        self.out[state as usize].iter().copied()
    }

    fn apply(&self, state: &mut u32, &action: &usize) {
        assert_eq!(*state, self.arcs[action].0, "arc {action} begins elsewhere");
        *state = self.arcs[action].1;
    }

    fn cost(&self, _: &u32, &action: &usize) -> Cost {
        self.arcs[action].2
    }
}

impl Predecessors for Digraph {
    fn predecessors<'a>(&'a self, &state: &u32) -> impl Iterator<Item = (usize, u32)> + use<'a> {
        let numbers = self.into[state as usize].iter();
        numbers.map(|&number| (number, self.arcs[number].0))
    }
}

/// A graph that names its largest cost.
#[derive(Clone, Copy)]
pub(crate) struct Weighed<'a>(pub(crate) &'a Digraph, pub(crate) Option<Cost>);

/// A graph that names the largest cost of its arcs, at least 0.
pub(crate) fn weighed(graph: &Digraph) -> Weighed<'_> {
    let costs = graph.arcs.iter().map(|arc| arc.2);
    Weighed(graph, Some(costs.fold(0, Cost::max)))
}

impl<'g> StateSpace for Weighed<'g> {
    type State = u32;
    type Action = usize;

    fn actions<'a>(&'a self, state: &u32) -> impl Iterator<Item = usize> + use<'a, 'g> {
        self.0.actions(state)
    }

    fn apply(&self, state: &mut u32, action: &usize) {
        self.0.apply(state, action);
    }

    fn cost(&self, state: &u32, action: &usize) -> Cost {
        self.0.cost(state, action)
    }

    fn max_cost(&self) -> Option<Cost> {
        self.1
    }
}

impl<'g> Predecessors for Weighed<'g> {
    fn predecessors<'a>(&'a self, state: &u32) -> impl Iterator<Item = (usize, u32)> + use<'a, 'g> {
        self.0.predecessors(state)
    }
}

/// One question about a graph.
#[derive(Clone, Debug)]
pub(crate) struct Question {
    pub(crate) graph: Digraph,
    pub(crate) starts: Vec<(u32, Cost)>,
    pub(crate) goals: Vec<u32>,
}

/// A question with one start.
pub(crate) fn question(arcs: &[(u32, u32, Cost)], start: u32, goals: &[u32]) -> Question {
    let ends = arcs.iter().flat_map(|arc| [arc.0, arc.1]);
    let nodes = ends.chain([start]).chain(goals.iter().copied()).max();
    Question {
        graph: Digraph::new(nodes.map_or(0, |most| most + 1), arcs.to_vec()),
        starts: vec![(start, 0)],
        goals: goals.to_vec(),
    }
}

/// From one end of a chain of `nodes` nodes to the other, at `cost` a step.
pub(crate) fn chain(nodes: u32, cost: Cost) -> Question {
    let arcs: Vec<_> = (1..nodes).map(|node| (node - 1, node, cost)).collect();
    question(&arcs, 0, &[nodes - 1])
}
