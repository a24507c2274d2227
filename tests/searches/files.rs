//! Graphs in the DIMACS shortest-path form, with answers, where such files lie at hand.
//!
//! `STATEWALK_INSTANCES` names the folder; without it the test says that it skips.

use std::fs;
use std::path::Path;

use statewalk::cost::Cost;
use statewalk::distances::{Distance, one_to_all};
use statewalk::goal::{Exactly, Nowhere};
use statewalk::search::limits::Limits;
use statewalk::search::outcome::{Outcome, SearchError};
use statewalk::search::spfa::spfa;
use statewalk::search::uniform_cost::uniform_cost;

use crate::digraph::Digraph;

fn read(file: &Path) -> Digraph {
    let text = fs::read_to_string(file).expect("a graph");
    let (mut nodes, mut arcs) = (0, Vec::new());
    for line in text.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let number = |at: usize| words[at].parse::<u32>().expect("a node or a count");
        match words.first() {
            Some(&"p") => nodes = number(2) + 1,
            Some(&"a") => arcs.push((number(1), number(2), words[3].parse().expect("a cost"))),
            _ => {}
        }
    }
    Digraph::new(nodes, arcs)
}

/// Nodes with their distance from node 1.
fn answers(file: &Path) -> Vec<(u32, Option<Cost>)> {
    let text = fs::read_to_string(file).expect("answers");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let (node, distance) = line.split_once('\t').expect("two columns");
            (node.parse().expect("a node"), distance.parse().ok())
        })
        .collect()
}

#[test]
#[expect(clippy::print_stderr, reason = "a test that skips says so")]
fn graphs_from_files() {
    let Ok(folder) = std::env::var("STATEWALK_INSTANCES") else {
        eprintln!("skipped: STATEWALK_INSTANCES names no folder");
        return;
    };
    let folder = Path::new(&folder).join("graph");
    let limits = Limits::default();

    for name in ["small", "negative"] {
        let graph = read(&folder.join(name).with_extension("gr"));
        let table = one_to_all(&graph, &[(1, 0)], &limits).expect("costs fit");
        let answers = answers(&folder.join(format!("{name}.answers.tsv")));
        assert!(!answers.is_empty());
        for (node, distance) in answers {
            let right = distance.map_or(Distance::Unreached, Distance::At);
            assert_eq!(table.get(&node), right, "{name}, node {node}");
            let found = spfa(&graph, 1, &Exactly(node)).expect("costs fit");
            assert_eq!(found.cost(), distance, "{name}, node {node}");
            if name == "small" {
                let found = uniform_cost(&graph, 1, &Exactly(node)).expect("costs fit");
                assert_eq!(found.cost(), distance, "{name}, node {node}");
            }
        }
    }
    let graph = read(&folder.join("negative.gr"));
    let refused = SearchError::NegativeArc {
        action: "1".to_owned(),
        cost: -2,
    };
    assert_eq!(uniform_cost(&graph, 1, &Nowhere), Err(refused));

    let graph = read(&folder.join("negative-cycle.gr"));
    let table = one_to_all(&graph, &[(1, 0)], &limits).expect("costs fit");
    for (node, right) in [(1, Distance::At(0)), (5, Distance::At(7))] {
        assert_eq!(table.get(&node), right);
        let found = spfa(&graph, 1, &Exactly(node)).expect("costs fit");
        assert!(matches!(found, Outcome::Solved { .. }), "{found:?}");
    }
    for node in [2, 3, 4] {
        assert_eq!(table.get(&node), Distance::MinusInfinity);
        let found = spfa(&graph, 1, &Exactly(node)).expect("costs fit");
        assert!(matches!(found, Outcome::Unbounded(_)), "{found:?}");
    }
}
