//! A space given by a list of arcs, as plain as can be.

use statewalk::cost::Cost;
use statewalk::space::{Predecessors, StateSpace};

/// A directed graph; parallel arcs and loops are arcs like others.
#[derive(Clone, Debug)]
pub(crate) struct Arcs {
    pub(crate) nodes: u32,
    pub(crate) arcs: Vec<(u32, u32, Cost)>,
}

impl StateSpace for Arcs {
    type State = u32;
    /// The number of an arc.
    type Action = usize;

    fn actions<'a>(&'a self, &state: &u32) -> impl Iterator<Item = usize> + use<'a> {
        let arcs = self.arcs.iter().enumerate();
        arcs.filter(move |(_, arc)| arc.0 == state)
            .map(|(number, _)| number)
    }

    fn apply(&self, state: &mut u32, &action: &usize) {
        assert_eq!(*state, self.arcs[action].0, "arc {action} begins elsewhere");
        *state = self.arcs[action].1;
    }

    fn cost(&self, _: &u32, &action: &usize) -> Cost {
        self.arcs[action].2
    }
}

impl Predecessors for Arcs {
    fn predecessors<'a>(&'a self, &state: &u32) -> impl Iterator<Item = (usize, u32)> + use<'a> {
        let arcs = self.arcs.iter().enumerate();
        arcs.filter(move |(_, arc)| arc.1 == state)
            .map(|(number, arc)| (number, arc.0))
    }
}

/// One question about a graph.
#[derive(Clone, Debug)]
pub(crate) struct Question {
    pub(crate) graph: Arcs,
    pub(crate) starts: Vec<(u32, Cost)>,
    pub(crate) goals: Vec<u32>,
}

/// A question with one start.
pub(crate) fn question(arcs: &[(u32, u32, Cost)], start: u32, goals: &[u32]) -> Question {
    let ends = arcs.iter().flat_map(|arc| [arc.0, arc.1]);
    let nodes = ends.chain([start]).chain(goals.iter().copied()).max();
    Question {
        graph: Arcs {
            nodes: nodes.map_or(0, |most| most + 1),
            arcs: arcs.to_vec(),
        },
        starts: vec![(start, 0)],
        goals: goals.to_vec(),
    }
}
