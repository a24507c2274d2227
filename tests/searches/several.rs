//! Several plans to one question, against all that there are: every way is walked.

use std::collections::BTreeSet;

use proptest::prelude::*;

use statewalk::cost::Cost;
use statewalk::goal::AnyOf;
use statewalk::heuristic::Blind;
use statewalk::memory::Memory;
use statewalk::plan::Plan;
use statewalk::plans::cheapest::{Cheapest, Ended, cheapest};
use statewalk::plans::optimal::{Answer, Count, Optimal, optimal};
use statewalk::search::limits::{Limit, Limits};
use statewalk::search::task::Task;

use crate::agreement::{cases, questions};
use crate::digraph::{Question, question};
use crate::led::{quarters, shares};
use crate::oracle::{self, Distance};

/// A plan as plain data: its length, its start, its arcs.
type Way = (usize, usize, Vec<usize>);

fn way(plan: &Plan<usize>) -> Way {
    (plan.actions.len(), plan.start, plan.actions.clone())
}

/// Walks on from a node by all arcs that `goes` allows, and tells of each way that ends in a goal.
fn walk(
    question: &Question,
    (node, spent): (u32, Cost),
    arcs: &mut Vec<usize>,
    goes: &impl Fn(&[usize], u32, Cost) -> bool,
    tell: &mut impl FnMut(&[usize], Cost),
) {
    if question.goals.contains(&node) {
        tell(arcs, spent);
    }
    for (number, &(from, to, cost)) in question.graph.arcs.iter().enumerate() {
        if from == node && goes(arcs, to, spent + cost) {
            arcs.push(number);
            walk(question, (to, spent + cost), arcs, goes, tell);
            arcs.pop();
        }
    }
}

/// The starts of which each counts: the cheapest of each node, the first of these.
fn starts(question: &Question) -> Vec<usize> {
    let all = &question.starts;
    let is_first = |&start: &usize| {
        let (node, cost) = all[start];
        let better = |(other, &(at, initial)): (usize, &(u32, Cost))| {
            at == node && (initial, other) < (cost, start)
        };
        !all.iter().enumerate().any(better)
    };
    (0..all.len()).filter(is_first).collect()
}

/// All ways of this cost with at most so many arcs, in the order in which they are listed.
fn of_cost(question: &Question, cost: Cost, most: usize) -> Vec<Way> {
    let mut ways = Vec::new();
    for start in starts(question) {
        let goes = |arcs: &[usize], _: u32, spent: Cost| arcs.len() < most && spent <= cost;
        let mut tell = |arcs: &[usize], spent: Cost| {
            if spent == cost {
                ways.push((arcs.len(), start, arcs.to_vec()));
            }
        };
        walk(
            question,
            question.starts[start],
            &mut Vec::new(),
            &goes,
            &mut tell,
        );
    }
    ways.sort();
    ways
}

/// Whether a node lies on a way of this cost, and on a cycle that costs nothing.
fn is_endless(question: &Question, cost: Cost) -> bool {
    let from = |node: u32| {
        let starts = vec![(node, 0)];
        oracle::distances(&Question {
            starts,
            ..question.clone()
        })
    };
    let begin = oracle::distances(question);
    (0..question.graph.nodes).any(|node| {
        let Distance::At(g) = begin[node as usize] else {
            return false;
        };
        let rest = from(node);
        let mut goals = question.goals.iter().map(|&goal| rest[goal as usize]);
        let mut arcs = question.graph.arcs.iter();
        goals.any(|left| left == Distance::At(cost - g))
            && arcs.any(|&(at, to, spent)| {
                (at, spent) == (node, 0) && from(to)[node as usize] == Distance::At(0)
            })
    })
}

/// What all ways cost that come to no node twice.
fn simple(question: &Question) -> Vec<Cost> {
    let mut costs = Vec::new();
    for start in starts(question) {
        let begin = question.starts[start];
        let goes = |arcs: &[usize], to: u32, _: Cost| {
            to != begin.0 && !arcs.iter().any(|&arc| question.graph.arcs[arc].1 == to)
        };
        let mut tell = |_: &[usize], spent: Cost| costs.push(spent);
        walk(question, begin, &mut Vec::new(), &goes, &mut tell);
    }
    costs.sort_unstable();
    costs
}

fn ask(question: &Question, most: usize, limits: &Limits) -> Answer<usize> {
    let goal = AnyOf(question.goals.clone());
    let task = Task {
        space: &question.graph,
        starts: &question.starts,
        goal: &goal,
    };
    optimal(task, most, limits, &mut ()).unwrap().0
}

fn solved(question: &Question, most: usize) -> Optimal<usize> {
    match ask(question, most, &Limits::default()) {
        Answer::Solved(plans) => plans,
        other => panic!("{other:?}: {question:?}"),
    }
}

fn by_cost(
    question: &Question,
    heuristic: &impl statewalk::Heuristic<u32>,
    most: usize,
    limits: &Limits,
) -> Cheapest<usize> {
    let goal = AnyOf(question.goals.clone());
    let task = Task {
        space: &question.graph,
        starts: &question.starts,
        goal: &goal,
    };
    cheapest(task, heuristic, most, limits, &mut ()).unwrap()
}

proptest! {
    #![proptest_config(cases(1000))]

    #[test]
    fn optimal_plans_are_counted_and_listed(question in questions(0..4i64, -2..3i64), most in 0..9usize) {
        let goal = AnyOf(question.goals.clone());
        let oracle::Answer::Cost(cost) = oracle::answer(&question) else {
            prop_assert_eq!(ask(&question, most, &Limits::default()), Answer::Unsolvable);
            return Ok(());
        };
        let found = solved(&question, most);
        // A way of more arcs than there are other nodes comes back to one of them, for nothing.
        let ways = of_cost(&question, cost, 9);
        let is_endless = is_endless(&question, cost);
        prop_assert!(is_endless || ways.iter().all(|way| way.0 < 8));
        let right = if is_endless {
            Count::Infinite
        } else {
            Count::Exactly(ways.len() as u128)
        };
        prop_assert_eq!((found.cost, found.count), (cost, right));
        let listed: Vec<_> = found.plans.iter().map(way).collect();
        let wanted = if is_endless { most } else { most.min(ways.len()) };
        prop_assert_eq!(listed.len(), wanted);
        // Longer ones than were walked come after all of these.
        let known = wanted.min(ways.len());
        prop_assert_eq!(&listed[..known], &ways[..known]);
        for plan in &found.plans {
            prop_assert_eq!(plan.cost, cost);
            prop_assert_eq!(plan.validate(&question.graph, &question.starts, &goal), Ok(()));
        }
    }

    #[test]
    fn the_cheapest_plans_come_in_order(
        question in questions(0..5i64, -2..3i64),
        quarters in quarters(),
        most in 0..40usize,
    ) {
        let (right, goal) = (simple(&question), AnyOf(question.goals.clone()));
        let estimates = shares(&question, &quarters);
        let found = by_cost(&question, &estimates, most, &Limits::default());
        let costs: Vec<_> = found.plans.iter().map(|plan| plan.cost).collect();
        prop_assert_eq!(&costs, &right[..most.min(right.len())]);
        let end = if right.len() >= most { Ended::Enough } else { Ended::All };
        prop_assert_eq!(found.end, end);
        let different: BTreeSet<_> = found.plans.iter().map(way).collect();
        prop_assert_eq!(different.len(), found.plans.len());
        for plan in &found.plans {
            prop_assert_eq!(plan.validate(&question.graph, &question.starts, &goal), Ok(()));
            let ends = plan.actions.iter().map(|&arc| question.graph.arcs[arc].1);
            let nodes: Vec<_> = [question.starts[plan.start].0].into_iter().chain(ends).collect();
            let once: BTreeSet<_> = nodes.iter().collect();
            prop_assert_eq!(once.len(), nodes.len());
        }
        prop_assert_eq!(by_cost(&question, &estimates, most, &Limits::default()), found);
    }

    /// A limit on cost hands out all plans up to it, and says that it was the limit.
    #[test]
    fn a_limit_on_cost_lists_what_is_within(question in questions(0..5i64, 0..3i64), most in 0..9i64) {
        let limits = Limits { cost: Some(most), ..Limits::default() };
        let (right, found) = (simple(&question), by_cost(&question, &Blind, 1000, &limits));
        let within: Vec<_> = right.iter().copied().filter(|&cost| cost <= most).collect();
        let costs: Vec<_> = found.plans.iter().map(|plan| plan.cost).collect();
        prop_assert_eq!(costs, within.clone());
        if within.len() < right.len() {
            prop_assert_eq!(found.end, Ended::Limit(Limit::Cost(most)));
        }
        match ask(&question, 0, &limits) {
            Answer::Solved(plans) => prop_assert_eq!(Some(&plans.cost), within.first()),
            Answer::Unsolvable => prop_assert_eq!(right.len(), 0),
            Answer::LimitReached { limit, lower } => {
                prop_assert_eq!(limit, Limit::Cost(most));
                prop_assert!(lower.is_some_and(|lower| lower > most) && within.is_empty());
            }
        }
    }
}

/// A lattice of 10 x 10 streets has 20 over 10 shortest ways from corner to corner.
#[test]
fn ways_through_a_lattice() {
    let at = |x: u32, y: u32| 11 * x + y;
    let corners = (0..11).flat_map(|x| (0..11).map(move |y| (x, y)));
    let arcs = corners.flat_map(|(x, y)| {
        let on = (x < 10).then(|| (at(x, y), at(x + 1, y), 3));
        let up = (y < 10).then(|| (at(x, y), at(x, y + 1), 3));
        [on, up].into_iter().flatten()
    });
    let question = question(&arcs.collect::<Vec<_>>(), 0, &[at(10, 10)]);
    let found = solved(&question, 500);
    assert_eq!((found.cost, found.count), (60, Count::Exactly(184_756)));
    assert!(found.plans.is_sorted_by(|a, b| a.actions < b.actions) && found.plans.len() == 500);
}

#[test]
fn counts_that_do_not_fit_are_told_from_endless_ones() {
    let pairs = |steps: u32| {
        let arcs = (0..steps).flat_map(|k| [(k, k + 1, 1), (k, k + 1, 1)]);
        question(&arcs.collect::<Vec<_>>(), 0, &[steps])
    };
    assert_eq!(solved(&pairs(127), 0).count, Count::Exactly(1 << 127));
    let beyond = solved(&pairs(128), 3);
    assert_eq!(
        (beyond.count, beyond.plans.len()),
        (Count::MoreThan(u128::MAX), 3)
    );
    // A cycle for nothing beside the way, behind the goal and on the way; a loop at the goal.
    let cases = [
        (&[(0, 1, 0), (1, 0, 0), (0, 2, 1)][..], Count::Infinite),
        (&[(0, 1, 0), (1, 1, 0), (0, 2, 1)], Count::Exactly(1)),
        (&[(0, 2, 1), (2, 3, 0), (3, 3, 0)], Count::Exactly(1)),
        (&[(0, 2, 1), (2, 2, 0)], Count::Infinite),
    ];
    for (arcs, right) in cases {
        assert_eq!(solved(&question(arcs, 0, &[2]), 0).count, right, "{arcs:?}");
    }
}

/// The graph on which Yen's algorithm is mostly shown.
#[test]
fn the_three_cheapest() {
    let arcs = [
        (0, 1, 3),
        (0, 2, 2),
        (1, 3, 4),
        (2, 1, 1),
        (2, 3, 2),
        (2, 4, 3),
        (3, 4, 2),
        (3, 5, 1),
        (4, 5, 2),
    ];
    let found = by_cost(&question(&arcs, 0, &[5]), &Blind, 3, &Limits::default());
    let costs: Vec<_> = found.plans.iter().map(|plan| plan.cost).collect();
    assert_eq!((costs, found.end), (vec![5, 7, 8], Ended::Enough));
}

/// What was found before a limit is handed out, and is the cheapest.
#[test]
fn limits_are_honest() {
    let arcs: Vec<_> = (0..12)
        .flat_map(|k| [(k, k + 1, 1), (k, k + 1, 2)])
        .collect();
    let question = question(&arcs, 0, &[12]);
    let whole = by_cost(&question, &Blind, 100, &Limits::default());
    assert_eq!(whole.end, Ended::Enough);
    let mut most = 0;
    loop {
        let limits = Limits {
            expansions: Some(most),
            ..Limits::default()
        };
        let found = by_cost(&question, &Blind, 100, &limits);
        assert!(found.stats.expanded <= most);
        assert_eq!(found.plans, whole.plans[..found.plans.len()]);
        if found.end == Ended::Enough {
            break;
        }
        assert_eq!(found.end, Ended::Limit(Limit::Expansions(most)));
        if let Answer::LimitReached { limit, lower } = ask(&question, 1, &limits) {
            assert_eq!(limit, Limit::Expansions(most));
            assert!(lower.is_none_or(|lower| lower <= 12));
        }
        most += 97;
    }
    let needed = {
        let limits = Limits::default();
        by_cost(&question, &Blind, 100, &limits);
        ask(&question, 4000, &limits);
        limits.memory.peak()
    };
    for bytes in (0..needed).step_by(997) {
        let limits = || Limits {
            memory: Memory::limited(bytes),
            ..Limits::default()
        };
        let found = by_cost(&question, &Blind, 100, &limits());
        assert_eq!(found.plans, whole.plans[..found.plans.len()]);
        assert!(matches!(
            found.end,
            Ended::Enough | Ended::Limit(Limit::Memory(_))
        ));
        match ask(&question, 4000, &limits()) {
            Answer::Solved(plans) => assert_eq!(plans.count, Count::Exactly(1)),
            Answer::LimitReached { limit, lower } => {
                assert!(matches!(limit, Limit::Memory(_)));
                assert!(lower.is_none_or(|lower| lower <= 12));
            }
            Answer::Unsolvable => panic!("there is a plan"),
        }
    }
}
