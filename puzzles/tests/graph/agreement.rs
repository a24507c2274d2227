//! Every strategy on every store gives the distances of the plain truth, and plans that pass the check.

use std::collections::BTreeSet;
use std::fmt::Write;

use petgraph::algo::dijkstra;
use petgraph::graph::DiGraph;

use statewalk::catalog::entry::{Choice, Failure, Offer};
use statewalk::catalog::menu::Settings;
use statewalk::catalog::params::Params;
use statewalk::catalog::report::{Answer, Finding, Report, Verdict};
use statewalk::search::outcome::SearchError;
use statewalk_puzzles::puzzle;

use crate::naive::{Arc, Far, Numbers, distances, written};

fn solved(text: &str, options: &[&str], choice: &Choice, plans: bool) -> Result<Report, Failure> {
    let settings = Settings {
        plans,
        ..Settings::default()
    };
    let options = Params::parse(options).unwrap();
    let entry = puzzle("graph").unwrap();
    entry.solve(text.as_bytes(), &options, choice, &settings, &mut ())
}

/// The verdict without its plan.
fn far(verdict: &Verdict) -> Far {
    match verdict {
        Verdict::Solved {
            plan,
            proved,
            lower,
            ..
        } => {
            assert_eq!((*proved, *lower), (true, Some(plan.cost)));
            Far::At(plan.cost)
        }
        Verdict::Unsolvable { .. } => Far::Never,
        Verdict::Unbounded { cycle, .. } => {
            assert!(cycle.cost < 0 && cycle.steps > 0);
            Far::Endless
        }
        other => panic!("{other:?}"),
    }
}

/// The plans are right by the rules, and cost what was said.
fn checked(text: &str, options: &[&str], answers: &[Answer], offer: &Offer) {
    let plans = answers.iter().map(|answer| match &answer.verdict {
        Verdict::Solved { plan, .. } => plan.actions.clone(),
        _ => None,
    });
    let plans: Vec<_> = plans.collect();
    let options = Params::parse(options).unwrap();
    let found = puzzle("graph")
        .unwrap()
        .check(text.as_bytes(), &options, &plans);
    for (checked, answer) in found.unwrap().iter().zip(answers) {
        match (&checked.finding, far(&answer.verdict)) {
            (Finding::Right { cost, .. }, Far::At(said)) => assert_eq!(*cost, said, "{offer:?}"),
            (Finding::NoPlan, Far::Never | Far::Endless) => {}
            other => panic!("{offer:?}: {other:?}\n{text}"),
        }
    }
}

/// Whether a strategy may serve the costs of these arcs; it must refuse the others by name.
fn serves(offer: &Offer, arcs: &[Arc]) -> bool {
    match offer.strategy {
        "uniform-cost" | "bidirectional-dijkstra" => arcs.iter().all(|arc| arc.2 >= 0),
        "breadth-first" => arcs.iter().all(|arc| arc.2 == 1),
        _ => true,
    }
}

/// Asks for the ways from each of `starts` to all nodes on everything that is offered.
fn agree(nodes: usize, arcs: &[Arc], starts: &[usize]) {
    let text = written(nodes, arcs);
    let from: Vec<_> = starts.iter().map(usize::to_string).collect();
    let options = [&format!("from={}", from.join(","))[..], "to=all"];
    let truth: Vec<_> = starts
        .iter()
        .flat_map(|&start| distances(nodes, arcs, start).split_off(1))
        .collect();
    let offers = puzzle("graph").unwrap().offers();
    let names: BTreeSet<_> = offers
        .iter()
        .map(|offer| (offer.strategy, offer.store))
        .collect();
    assert_eq!(names.len(), 9);
    for offer in &offers {
        let found = solved(&text, &options, &offer.choice(), true);
        if !serves(offer, arcs) {
            let refused = found.unwrap_err();
            let is_named = matches!(
                refused,
                Failure::Search(SearchError::NegativeArc { .. } | SearchError::NotUnitCost { .. })
            );
            assert!(is_named, "{offer:?}: {refused}");
            continue;
        }
        let report = found.unwrap();
        let all: Vec<_> = report
            .answers
            .iter()
            .map(|answer| far(&answer.verdict))
            .collect();
        assert_eq!(all, truth, "{offer:?} {starts:?}\n{text}");
        checked(&text, &options, &report.answers, offer);
        // Costs alone are the same.
        let bare = solved(&text, &options, &offer.choice(), false).unwrap();
        let bare: Vec<_> = bare
            .answers
            .iter()
            .map(|answer| far(&answer.verdict))
            .collect();
        assert_eq!(bare, all, "{offer:?}");
    }
}

#[test]
fn on_random_graphs_of_every_kind_of_costs() {
    let mut numbers = Numbers(1);
    for round in 0..240 {
        let nodes = 1 + numbers.below(9);
        let count = numbers.below(4 * nodes + 1);
        let (least, span) = [(1, 1), (0, 6), (0, 2), (-2, 9), (-1, 3), (1_i64 << 40, 5)][round % 6];
        let arcs = numbers.arcs(nodes, count, least, span);
        let starts = [1 + numbers.below(nodes), 1 + numbers.below(nodes), nodes];
        agree(nodes, &arcs, &starts);
    }
}

#[test]
fn on_graphs_of_special_form() {
    // One node; a loop; two loops; parallel arcs of equal and other costs; a circle that costs nothing.
    agree(1, &[], &[1]);
    agree(1, &[(1, 1, 0)], &[1]);
    agree(1, &[(1, 1, -1), (1, 1, 3)], &[1]);
    agree(
        3,
        &[
            (1, 2, 4),
            (1, 2, 4),
            (1, 2, 3),
            (2, 3, 0),
            (3, 2, 0),
            (2, 2, 0),
        ],
        &[1, 3],
    );
    agree(4, &[(1, 2, 1), (2, 3, -1), (3, 1, 0), (3, 4, 7)], &[1, 4]);
    // A negative arc that Dijkstra's search would never come to makes the cheaper way.
    agree(3, &[(1, 2, 3), (2, 3, -2), (1, 3, 2)], &[1]);
    // Large costs, whose sum just fits.
    let half = i64::MAX / 2;
    agree(3, &[(1, 2, half - 1), (2, 3, half), (1, 3, half)], &[1]);
}

/// Sums that do not fit are errors and never wrap.
#[test]
fn sums_that_do_not_fit_are_refused() {
    let high = written(3, &[(1, 2, i64::MAX - 1), (2, 3, 2)]);
    let low = written(3, &[(1, 2, i64::MIN + 1), (2, 3, -2)]);
    for offer in puzzle("graph").unwrap().offers() {
        for text in [&high, &low] {
            let found = solved(text, &[], &offer.choice(), true);
            let refused = found.map(|report| report.answers).unwrap_err();
            assert!(
                matches!(refused, Failure::Search(_)),
                "{offer:?}: {refused}"
            );
            assert!(
                text != &high
                    || offer.strategy == "breadth-first"
                    || refused.to_string().contains("is out of range"),
                "{offer:?}: {refused}"
            );
        }
    }
}

/// Many questions in one file, in any order, against petgraph.
#[test]
fn beside_petgraph_on_a_larger_graph() {
    let mut numbers = Numbers(7);
    let (nodes, count) = (3000, 9000);
    for (least, span) in [(0, 1000), (0, 3)] {
        let arcs = numbers.arcs(nodes, count, least, span);
        let mut graph = DiGraph::<(), i64>::new();
        let all: Vec<_> = (0..nodes).map(|_| graph.add_node(())).collect();
        for &(tail, head, cost) in &arcs {
            graph.add_edge(all[tail - 1], all[head - 1], cost);
        }
        let starts = [1, 1 + numbers.below(nodes), 1 + numbers.below(nodes)];
        let known = starts.map(|start| dijkstra(&graph, all[start - 1], None, |arc| *arc.weight()));
        let mut text = written(nodes, &arcs);
        let mut truth = Vec::new();
        text += "p aux sp p2p 60\n";
        for question in 0..60 {
            let (place, goal) = (question % 3, 1 + numbers.below(nodes));
            writeln!(text, "q {} {goal}", starts[place]).unwrap();
            let cost = known[place].get(&all[goal - 1]);
            truth.push(cost.map_or(Far::Never, |&cost| Far::At(cost)));
        }
        assert!(truth.contains(&Far::Never) && truth.len() == 60);
        for offer in puzzle("graph").unwrap().offers() {
            if serves(&offer, &arcs) {
                let report = solved(&text, &[], &offer.choice(), true).unwrap();
                let found: Vec<_> = report
                    .answers
                    .iter()
                    .map(|answer| far(&answer.verdict))
                    .collect();
                assert_eq!(found, truth, "{offer:?}");
                checked(&text, &[], &report.answers, &offer);
            }
        }
    }
}

/// Questions from one node share a search, whose work is counted once.
#[test]
fn questions_from_one_node_share_a_search() {
    let mut numbers = Numbers(3);
    let arcs = numbers.arcs(200, 800, 1, 50);
    let text = written(200, &arcs);
    let expanded = |options: &[&str]| {
        let report = solved(&text, options, &Choice::default(), false).unwrap();
        let spent = report.answers.iter().map(|answer| answer.stats.expanded);
        spent.sum::<u64>()
    };
    let reached = distances(200, &arcs, 1)
        .iter()
        .filter(|far| **far != Far::Never)
        .count() as u64;
    assert!(reached > 150);
    assert!(expanded(&["to=all"]) <= reached);
    // It ends with the last of them.
    assert!(expanded(&["to=1"]) == 0 && expanded(&["to=1,2"]) <= reached);
}

/// Limits are told, and what was settled before them stays.
#[test]
fn a_limit_leaves_what_was_settled() {
    let mut numbers = Numbers(5);
    let arcs = numbers.arcs(300, 1500, 1, 50);
    let text = written(300, &arcs);
    let truth = distances(300, &arcs, 1);
    let entry = puzzle("graph").unwrap();
    let mut settings = Settings::default();
    settings.limits.expansions = Some(100);
    let options = Params::parse(&["to=all"]).unwrap();
    let report = entry.solve(
        text.as_bytes(),
        &options,
        &Choice::default(),
        &settings,
        &mut (),
    );
    let mut kinds = [0; 2];
    for (answer, truth) in report.unwrap().answers.iter().zip(&truth[1..]) {
        match (&answer.verdict, truth) {
            (Verdict::Solved { plan, .. }, Far::At(cost)) => {
                assert_eq!(plan.cost, *cost);
                kinds[0] += 1;
            }
            (
                Verdict::LimitReached {
                    lower: Some(lower), ..
                },
                Far::At(cost),
            ) => {
                assert!(lower <= cost);
                kinds[1] += 1;
            }
            (Verdict::LimitReached { .. }, Far::Never) => {}
            other => panic!("{other:?}"),
        }
    }
    assert!(kinds[0] >= 100 && kinds[1] > 50, "{kinds:?}");
}
