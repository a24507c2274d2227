//! Local maxima against a look at all arcs.

use proptest::prelude::*;

use statewalk::cost::Cost;
use statewalk::encoding::number::Number;
use statewalk::search::layers::maxima::Maxima;
use statewalk::search::layers::{End, Sweep};
use statewalk::search::limits::{Cancel, Limit, Limits};
use statewalk::space::{Invertible, Predecessors, StateSpace, predecessors_by_inverse};

use crate::agreement::{cases, questions};
use crate::digraph::{Digraph, Question, chain};

/// A graph with an arc back for each arc: the numbers of the two differ in the last bit.
struct Undirected(Digraph);

impl StateSpace for Undirected {
    type State = u32;
    type Action = usize;

    fn actions<'a>(&'a self, state: &u32) -> impl Iterator<Item = usize> + use<'a> {
        self.0.actions(state)
    }

    fn apply(&self, state: &mut u32, action: &usize) {
        self.0.apply(state, action);
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

fn numbers(graph: &Digraph) -> Number<u32> {
    Number::new(graph.nodes.into()).expect("nodes have numbers of 32 bits")
}

/// The local maxima along arcs, and how far they are, by corrections until none is left.
fn plainly(nodes: u32, arcs: &[(u32, u32)], starts: &[u32]) -> Vec<(u64, Cost)> {
    let mut all = vec![None::<Cost>; nodes as usize];
    for &start in starts {
        all[start as usize] = Some(0);
    }
    for _ in 0..nodes {
        for &(from, to) in arcs {
            let through = all[from as usize].map(|d| d + 1);
            let known = &mut all[to as usize];
            *known = (*known).into_iter().chain(through).min();
        }
    }
    let is_highest = |node: u32, distance| {
        let mut out = arcs.iter().filter(|arc| arc.0 == node);
        out.all(|arc| all[arc.1 as usize] <= Some(distance))
    };
    let reached = (0..nodes).filter_map(|node| Some((node, all[node as usize]?)));
    let highest = reached.filter(|&(node, distance)| is_highest(node, distance));
    highest
        .map(|(node, distance)| (node.into(), distance))
        .collect()
}

fn same(found: &Maxima, right: &[(u64, Cost)]) {
    assert_eq!(found.first(), &right[..right.len().min(3)]);
    assert_eq!(found.count(), right.len() as u64);
    for (depth, &count) in (0..).zip(found.profile()) {
        assert_eq!(
            right.iter().filter(|(_, d)| *d == depth).count() as u64,
            count
        );
    }
}

/// In all tables that tell them.
fn everywhere(question: &Question) {
    let (free, mut none) = (Limits::default(), ());
    let starts: Vec<u32> = question.starts.iter().map(|start| start.0).collect();
    if starts.is_empty() {
        return;
    }
    let graph = &question.graph;
    let ranks = numbers(graph);
    let arcs: Vec<_> = graph.arcs.iter().map(|&(from, to, _)| (from, to)).collect();
    let back: Vec<_> = arcs.iter().map(|&(from, to)| (to, from)).collect();
    let sweep = Sweep::new(graph, &ranks, &starts);
    let mut edges = sweep.successors().expect("a start");
    let swept = sweep.forward(&free, &mut none).expect("unit costs");
    let found = swept.local_maxima::<_, u32>(&mut edges, 3, &free, &mut none);
    same(
        &found.unwrap().unwrap().unwrap(),
        &plainly(graph.nodes, &arcs, &starts),
    );

    let mut edges = sweep.origins().expect("a start");
    let swept = sweep.backward(&free, &mut none).expect("unit costs");
    let found = swept.local_maxima::<_, u32>(&mut edges, 3, &free, &mut none);
    same(
        &found.unwrap().unwrap().unwrap(),
        &plainly(graph.nodes, &back, &starts),
    );

    let both = arcs
        .iter()
        .zip(&back)
        .flat_map(|(&there, &back)| [there, back]);
    let both: Vec<_> = both.collect();
    let arcs = both.iter().map(|&(from, to)| (from, to, 1)).collect();
    let space = Undirected(Digraph::new(graph.nodes, arcs));
    let right = plainly(graph.nodes, &both, &starts);
    let sweep = Sweep::new(&space, &ranks, &starts);
    let mut edges = sweep.successors().expect("a start");
    let swept = sweep.residues(&free, &mut none).expect("unit costs");
    let found = swept.local_maxima::<_, u32>(&mut edges, 3, &free, &mut none);
    same(&found.unwrap().unwrap().unwrap(), &right);
}

proptest! {
    #![proptest_config(cases(1000))]

    #[test]
    fn are_those_of_all_arcs(question in questions(Just(1), Just(0))) {
        everywhere(&question);
    }
}

#[test]
fn are_not_told_of_part_of_a_space() {
    let graph = chain(9, 1).graph;
    let ranks = numbers(&graph);
    let sweep = Sweep::new(&graph, &ranks, &[0]);
    let mut edges = sweep.successors().unwrap();
    let near = Limits {
        cost: Some(4),
        ..Limits::default()
    };
    let part = sweep.forward(&near, &mut ()).unwrap();
    assert_eq!(part.end, End::Limit(Limit::Cost(4)));
    let told = part.local_maxima::<_, u32>(&mut edges, 1, &Limits::default(), &mut ());
    assert!(told.unwrap().is_none());

    let whole = sweep.forward(&Limits::default(), &mut ()).unwrap();
    let cancel = Cancel::default();
    cancel.cancel();
    let stopped = Limits {
        cancel,
        ..Limits::default()
    };
    let told = whole.local_maxima::<_, u32>(&mut edges, 1, &stopped, &mut ());
    assert_eq!(told.unwrap().unwrap().unwrap_err(), Limit::Cancelled);
}
