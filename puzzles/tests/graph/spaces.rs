//! Graphs as spaces: explored by arcs and by costs, drawn from a seed, and written arc by arc.

use std::collections::BTreeMap;

use statewalk::catalog::entry::{Choice, Failure};
use statewalk::catalog::menu::{Direction, Settings};
use statewalk::catalog::params::Params;
use statewalk::catalog::report::Verdict;
use statewalk::search::outcome::SearchError;
use statewalk_puzzles::puzzle;

use crate::naive::{Arc, Far, Numbers, distances, written};

/// How many nodes there are at each distance.
fn counted(far: &[Far]) -> Vec<u64> {
    let mut counts: BTreeMap<usize, u64> = BTreeMap::new();
    for far in far {
        if let Far::At(cost) = far {
            *counts.entry(usize::try_from(*cost).unwrap()).or_default() += 1;
        }
    }
    let most = counts.keys().max().map_or(0, |most| most + 1);
    (0..most)
        .map(|cost| counts.get(&cost).copied().unwrap_or(0))
        .collect()
}

fn turned(arcs: &[Arc]) -> Vec<Arc> {
    arcs.iter()
        .map(|&(tail, head, cost)| (head, tail, cost))
        .collect()
}

fn unweighted(arcs: &[Arc]) -> Vec<Arc> {
    arcs.iter()
        .map(|&(tail, head, _)| (tail, head, 1))
        .collect()
}

#[test]
fn profiles_by_arcs_and_by_costs() {
    let mut numbers = Numbers(2);
    let entry = puzzle("graph").unwrap();
    for round in 0..40 {
        let nodes = 1 + numbers.below(12);
        let count = numbers.below(3 * nodes);
        let arcs = numbers.arcs(nodes, count, 0, [4, 30][round % 2]);
        let text = written(nodes, &arcs);
        for direction in [Direction::Forward, Direction::Backward] {
            let (arcs, from) = match direction {
                Direction::Forward => (arcs.clone(), 1),
                Direction::Backward => (turned(&arcs), nodes),
            };
            for (store, arcs) in [("interned", unweighted(&arcs)), ("weighted", arcs)] {
                let settings = Settings {
                    direction,
                    ..Settings::default()
                };
                let none = Params::default();
                let text = Some(text.as_bytes());
                let spaces = entry.explore(text, &none, Some(store), &settings, 100, &mut ());
                let spaces = spaces.unwrap();
                let far = distances(nodes, &arcs, from);
                assert_eq!(
                    spaces[0].profile,
                    counted(&far),
                    "{store} {direction:?}\n{arcs:?}"
                );
                let most = i64::try_from(spaces[0].profile.len()).unwrap() - 1;
                let deepest = (1..).zip(&far[1..]);
                let mut deepest: Vec<String> = deepest
                    .filter(|(_, far)| **far == Far::At(most))
                    .map(|(node, _)| format!("{node}\n"))
                    .collect();
                let mut found = spaces[0].deepest.clone();
                found.sort();
                deepest.sort();
                assert_eq!(found, deepest, "{store} {direction:?}");
            }
        }
    }
}

#[test]
fn large_and_negative_costs_are_explored_by_arcs_alone() {
    let entry = puzzle("graph").unwrap();
    let (none, settings) = (Params::default(), Settings::default());
    for (arcs, refusal) in [
        (
            [(1, 2, 1 << 40), (2, 3, 1)],
            "this search needs to know a largest cost of an action",
        ),
        ([(1, 2, -1), (2, 3, 1)], "needs costs that are not negative"),
    ] {
        let text = written(3, &arcs);
        let explore =
            |store| entry.explore(Some(text.as_bytes()), &none, store, &settings, 1, &mut ());
        let space = &explore(None).unwrap()[0];
        assert_eq!(
            (space.store, &space.profile[..]),
            ("interned", &[1, 1, 1][..])
        );
        let refused = explore(Some("weighted")).unwrap_err();
        assert!(matches!(
            refused,
            Failure::Search(SearchError::NoSmallMax { .. } | SearchError::NegativeArc { .. })
        ));
        assert!(refused.to_string().contains(refusal), "{refused}");
    }
}

#[test]
fn graphs_are_drawn_from_a_seed() {
    let entry = puzzle("graph").unwrap();
    let made = |words: &[&str], seed| entry.generate(&Params::parse(words).unwrap(), seed);
    let text = made(
        &[
            "nodes=50",
            "arcs=60",
            "solvable=yes",
            "questions=20",
            "least=-3",
            "most=9",
        ],
        4,
    )
    .unwrap();
    let again = made(
        &[
            "nodes=50",
            "arcs=60",
            "solvable=yes",
            "questions=20",
            "least=-3",
            "most=9",
        ],
        4,
    );
    assert_eq!(again.unwrap(), text);
    assert_ne!(
        made(&["nodes=50", "arcs=60"], 5),
        made(&["nodes=50", "arcs=60"], 6)
    );
    assert!(entry.sniff(text.as_bytes()));
    let rows = |kind: char| text.lines().filter(move |line| line.starts_with(kind));
    assert_eq!((rows('a').count(), rows('q').count()), (60, 20));
    let costs = rows('a').map(|line| line.rsplit(' ').next().unwrap().parse::<i64>().unwrap());
    assert!(costs.clone().all(|cost| (-3..=9).contains(&cost)) && costs.min() < Some(0));
    // Each is reached from each.
    let text = made(&["nodes=50", "arcs=60", "solvable=yes"], 4).unwrap();
    let options = Params::parse(&["from=7,23", "to=all"]).unwrap();
    let report = entry.solve(
        text.as_bytes(),
        &options,
        &Choice::default(),
        &Settings::default(),
        &mut (),
    );
    let answers = report.unwrap().answers;
    assert_eq!(answers.len(), 100);
    assert!(
        answers
            .iter()
            .all(|answer| matches!(answer.verdict, Verdict::Solved { .. }))
    );
    for words in [
        &["nodes=0"][..],
        &["nodes=10000001"],
        &["arcs=-1"],
        &["least=5", "most=4"],
        &["nodes=31", "solvable=yes"],
        &["solvable=no"],
        &["nodes=2000000"],
        &["questions=1000001"],
        &["seed=3"],
    ] {
        assert!(made(words, 1).is_err(), "{words:?}");
    }
    assert_eq!(
        made(&["nodes=1", "arcs=0", "solvable=yes"], 1).unwrap(),
        "p sp 1 0\n"
    );
    // By name, the seed is a parameter.
    let named = Params::parse(&["nodes=50", "arcs=60", "seed=9"]).unwrap();
    let explored = entry
        .explore(None, &named, None, &Settings::default(), 0, &mut ())
        .unwrap();
    let text = made(&["nodes=50", "arcs=60"], 9).unwrap();
    let read = entry.explore(
        Some(text.as_bytes()),
        &Params::default(),
        None,
        &Settings::default(),
        0,
        &mut (),
    );
    assert_eq!(explored[0].profile, read.unwrap()[0].profile);
}

/// The way of an unbounded verdict is shown arc by arc, and so are arcs beside others.
#[test]
fn arcs_are_written_as_they_are_told_apart() {
    let entry = puzzle("graph").unwrap();
    let verdict = |arcs: &[Arc], nodes| {
        let settings = Settings {
            plans: true,
            ..Settings::default()
        };
        let text = written(nodes, arcs);
        let report = entry.solve(
            text.as_bytes(),
            &Params::default(),
            &Choice::default(),
            &settings,
            &mut (),
        );
        report.unwrap().answers.remove(0).verdict
    };
    let Verdict::Solved { plan, .. } = verdict(&[(1, 2, 5), (1, 2, 3), (2, 3, 0)], 3) else {
        panic!();
    };
    assert_eq!((plan.cost, plan.actions.as_deref()), (3, Some("2\n3")));
    // The dearer of two arcs cannot be left out of this cycle: it is the loop that counts.
    let cycle = verdict(&[(1, 2, 1), (2, 2, 4), (2, 2, -1), (2, 3, 0)], 3);
    let Verdict::Unbounded { approach, cycle } = cycle else {
        panic!("{cycle:?}");
    };
    assert_eq!((approach.actions.as_deref(), approach.cost), (Some("2"), 1));
    assert_eq!((cycle.actions.as_deref(), cycle.cost), (Some("2"), -1));
}
