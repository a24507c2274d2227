//! The right answers, by petgraph alone.

use petgraph::algo::{bellman_ford, has_path_connecting, kosaraju_scc};
use petgraph::graph::{DiGraph, NodeIndex};

use statewalk::cost::Cost;

use crate::digraph::Question;

/// How far a node is from the starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Distance {
    Unreached,
    At(Cost),
    MinusInfinity,
}

/// What a search must say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    Unsolvable,
    Cost(Cost),
    Unbounded,
}

/// The distances of all nodes.
pub(crate) fn distances(question: &Question) -> Vec<Distance> {
    // One more node leads to every start for its initial cost.
    let mut graph = DiGraph::<(), f64>::new();
    let nodes: Vec<NodeIndex> = (0..question.graph.nodes)
        .map(|_| graph.add_node(()))
        .collect();
    let source = graph.add_node(());
    let weight = |cost: Cost| f64::from(i32::try_from(cost).expect("a small cost"));
    for &(from, to, cost) in &question.graph.arcs {
        graph.add_edge(nodes[from as usize], nodes[to as usize], weight(cost));
    }
    for &(start, cost) in &question.starts {
        graph.add_edge(source, nodes[start as usize], weight(cost));
    }
    let reaches = |from, to| has_path_connecting(&graph, from, to, None);
    let endless: Vec<NodeIndex> = kosaraju_scc(&graph)
        .into_iter()
        .filter(|part| reaches(source, part[0]))
        .filter(|part| {
            let inner = graph.filter_map(|i, ()| part.contains(&i).then_some(()), |_, &w| Some(w));
            let from = inner.node_indices().next().expect("no part is empty");
            bellman_ford(&inner, from).is_err()
        })
        .map(|part| part[0])
        .collect();
    let is_endless = |node| endless.iter().any(|&from| reaches(from, node));
    // Weights instead of indices, since the filtered graph numbers its nodes anew.
    let finite = graph.filter_map(
        |i, ()| (!is_endless(i)).then_some(i),
        |_, &weight| Some(weight),
    );
    let from = finite.node_indices().find(|&i| finite[i] == source);
    let from = from.expect("nothing leads to the source");
    let costs = bellman_ford(&finite, from)
        .expect("no cycle is left")
        .distances;
    let cost_of = |node| finite.node_indices().find(|&i| finite[i] == node);
    nodes
        .iter()
        .map(|&node| match cost_of(node).map(|i| costs[i.index()]) {
            None => Distance::MinusInfinity,
            Some(cost) if cost.is_infinite() => Distance::Unreached,
            #[expect(clippy::cast_possible_truncation, reason = "sums of small integers")]
            Some(cost) => Distance::At(cost as Cost),
        })
        .collect()
}

/// The answer to a question.
pub(crate) fn answer(question: &Question) -> Answer {
    let distances = distances(question);
    let mut answer = Answer::Unsolvable;
    for &goal in &question.goals {
        answer = match (answer, distances[goal as usize]) {
            (Answer::Unbounded, _) | (_, Distance::MinusInfinity) => Answer::Unbounded,
            (before, Distance::Unreached) => before,
            (Answer::Unsolvable, Distance::At(cost)) => Answer::Cost(cost),
            (Answer::Cost(other), Distance::At(cost)) => Answer::Cost(cost.min(other)),
        };
    }
    answer
}
