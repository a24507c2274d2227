//! Depth-first branch and bound: each plan better than the last, honest bounds on the way, exact at the end.

use proptest::prelude::*;

use statewalk::cost::Cost;
use statewalk::goal::AnyOf;
use statewalk::heuristic::Blind;
use statewalk::memory::Memory;
use statewalk::search::branch_and_bound::{self, BranchAndBound};
use statewalk::search::end::End;
use statewalk::search::limits::{Limit, Limits};
use statewalk::search::outcome::Outcome;
use statewalk::search::task::Task;
use statewalk::search::trace::ByParents;
use statewalk::search::{Observer, Stats};
use statewalk::store::interned::Interned;

use crate::agreement::{cases, check, questions};
use crate::digraph::{Digraph, Question, question};
use crate::led::{quarters, shares};
use crate::limits::run_on;
use crate::oracle::{self, Answer};

fn task<'a>(question: &'a Question, goal: &'a AnyOf<u32>) -> Task<'a, Digraph, AnyOf<u32>> {
    Task {
        space: &question.graph,
        starts: &question.starts,
        goal,
    }
}

/// The costs of the plans as they come.
#[derive(Default)]
pub(crate) struct Plans(pub(crate) Vec<Cost>);

impl Observer<u32> for Plans {
    fn better(&mut self, cost: Cost, _: &Stats) {
        self.0.push(cost);
    }
}

proptest! {
    #![proptest_config(cases(1000))]

    #[test]
    fn it_is_optimal_with_any_admissible_heuristic(
        question in questions(0..9i64, -4..5i64),
        quarters in quarters(),
    ) {
        let (goal, limits) = (AnyOf(question.goals.clone()), Limits::default());
        let estimates = shares(&question, &quarters);
        let (mut store, mut plans) = (Interned::new(&limits.memory), Plans::default());
        let asked = task(&question, &goal);
        let found = branch_and_bound::search(
            asked, &estimates, &mut store, &ByParents, &limits, &mut plans,
        ).unwrap();
        check(&question, &found, oracle::answer(&question), &format!("{estimates:?}"));
        prop_assert!(plans.0.is_sorted_by(|a, b| a > b));
        prop_assert_eq!(plans.0.last().copied(), found.outcome.cost());
    }

    /// It is stopped again and again and goes on; what it says on the way holds.
    #[test]
    fn bounds_are_honest(
        question in questions(0..9i64, -4..5i64),
        quarters in quarters(),
        step in 1..4u64,
    ) {
        let (goal, memory) = (AnyOf(question.goals.clone()), Memory::unlimited());
        let estimates = shares(&question, &quarters);
        let mut store = Interned::new(&memory);
        let asked = task(&question, &goal);
        let mut search = BranchAndBound::new(asked, &mut store, estimates, &memory);
        let right = oracle::answer(&question);
        loop {
            let limits = Limits {
                expansions: Some(search.stats().expanded + step),
                ..Limits::default()
            };
            let end = search.run(&limits, &mut ()).unwrap();
            let (lower, upper) = (search.lower(), search.upper());
            match (end, right) {
                (End::Limit(Limit::Expansions(_)), Answer::Cost(cost)) => {
                    prop_assert!(lower.is_some_and(|lower| lower <= cost));
                    prop_assert!(upper.is_none_or(|upper| upper >= cost));
                }
                (End::Limit(Limit::Expansions(_)), _) => prop_assert_eq!(upper, None),
                (End::Goal(_), Answer::Cost(cost)) => {
                    prop_assert_eq!((lower, upper), (Some(cost), Some(cost)));
                    break;
                }
                (End::Exhausted, Answer::Unsolvable) => break,
                (end, right) => panic!("{end:?}, right is {right:?}: {question:?}"),
            }
        }
    }

    #[test]
    fn limits_on_cost_are_exact(question in questions(0..9i64, -4..5i64), most in -5..20i64) {
        let goal = AnyOf(question.goals.clone());
        let limits = Limits { cost: Some(most), ..Limits::default() };
        let mut store = Interned::new(&limits.memory);
        let asked = task(&question, &goal);
        let found = branch_and_bound::search(asked, &Blind, &mut store, &ByParents, &limits, &mut ());
        match (found.unwrap().outcome, oracle::answer(&question)) {
            (Outcome::Unsolvable, Answer::Unsolvable) => {}
            (Outcome::Solved { plan, proved: true, .. }, Answer::Cost(cost)) => {
                prop_assert!(plan.cost == cost && cost <= most);
            }
            (Outcome::LimitReached { limit, lower, best: None }, right) => {
                prop_assert_eq!(limit, Limit::Cost(most));
                prop_assert!(lower.is_some_and(|lower| lower > most));
                if let Answer::Cost(cost) = right {
                    prop_assert!(lower.is_some_and(|lower| lower <= cost));
                }
            }
            (said, right) => panic!("{said:?}, right is {right:?}"),
        }
    }
}

/// The dear plan comes first and is shown where a limit ends the search before the cheap one.
#[test]
fn the_best_plan_so_far_is_shown() {
    let arcs = [(0, 1, 1), (1, 4, 9), (0, 2, 2), (2, 3, 2), (3, 4, 2)];
    let question = question(&arcs, 0, &[4]);
    let goal = AnyOf(vec![4]);
    for (most, right) in [(1, None), (2, Some(10)), (3, Some(10)), (4, Some(6))] {
        let limits = Limits {
            expansions: Some(most),
            ..Limits::default()
        };
        let mut store = Interned::new(&limits.memory);
        let asked = task(&question, &goal);
        let found =
            branch_and_bound::search(asked, &Blind, &mut store, &ByParents, &limits, &mut ());
        let outcome = found.unwrap().outcome;
        assert_eq!(outcome.cost(), right, "{most}");
        match outcome {
            Outcome::Solved { proved, .. } => assert!(proved && most == 4),
            Outcome::LimitReached { lower, best, .. } => {
                assert!(lower.is_some_and(|lower| lower <= 6));
                let valid =
                    best.map(|plan| plan.validate(&question.graph, &question.starts, &goal));
                assert!(valid.is_none_or(|valid| valid == Ok(())));
            }
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn memory_that_becomes_free_lets_it_go_on() {
    const BALLAST: u64 = 100_000;
    let arcs: Vec<_> = (0..150)
        .flat_map(|k| [(k, k + 1, 1), (k, k + 2, 1)])
        .collect();
    let question = question(&arcs, 0, &[150]);
    let goal = AnyOf(vec![150]);
    let limits = Limits {
        memory: Memory::limited(BALLAST),
        ..Limits::default()
    };
    limits.memory.claim(BALLAST).expect("it is empty");
    let mut store = Interned::new(&limits.memory);
    let asked = task(&question, &goal);
    let mut search = BranchAndBound::new(asked, &mut store, Blind, &limits.memory);
    let run = |limits: &Limits| match search.run(limits, &mut ()).unwrap() {
        End::Goal(_) => Some(()),
        End::Limit(Limit::Memory(_)) => None,
        end => panic!("{end:?}"),
    };
    run_on(run, &limits, BALLAST);
    assert_eq!((search.lower(), search.upper()), (Some(75), Some(75)));
}
