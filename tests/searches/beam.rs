//! Beam search: valid plans of which nothing is claimed, and verdicts that say what was left out.

use proptest::prelude::*;

use statewalk::encoding::number::Number;
use statewalk::goal::AnyOf;
use statewalk::heuristic::Blind;
use statewalk::memory::Memory;
use statewalk::search::beam::{self, Width};
use statewalk::search::limits::{Limit, Limits};
use statewalk::search::outcome::{Found, Outcome, SearchError};
use statewalk::search::task::Task;
use statewalk::search::trace::ByParents;
use statewalk::store::interned::Interned;
use statewalk::store::packed::Packed;
use statewalk::store::ranked::Ranked;

use crate::agreement::{cases, questions};
use crate::branches::Plans;
use crate::digraph::{Question, question};
use crate::led::{Estimates, quarters, shares};
use crate::oracle::{self, Answer};

const STORES: [&str; 3] = ["interned", "packed", "ranked with parents"];

fn ask(
    question: &Question,
    estimates: &Estimates,
    width: u32,
    store: &str,
    limits: &Limits,
) -> Result<Found<usize>, SearchError> {
    let goal = AnyOf(question.goals.clone());
    let task = Task {
        space: &question.graph,
        starts: &question.starts,
        goal: &goal,
    };
    let (led, memory) = ((estimates, Width::new(width).unwrap()), &limits.memory);
    let ranks = || Number::<u32>::new(question.graph.nodes.into()).expect("a small size");
    match store {
        "interned" => {
            let mut store = Interned::new(memory);
            beam::search(task, led, &mut store, &ByParents, limits, &mut ())
        }
        "packed" => {
            let mut store = Packed::<_, u32>::new(ranks(), memory).unwrap();
            beam::search(task, led, &mut store, &ByParents, limits, &mut ())
        }
        _ => {
            let table = Ranked::<_>::new(ranks(), 0, memory).unwrap();
            let mut store = table.with_parents(memory).unwrap();
            beam::search(task, led, &mut store, &ByParents, limits, &mut ())
        }
    }
}

proptest! {
    #![proptest_config(cases(1000))]

    #[test]
    fn verdicts_are_honest(
        question in questions(0..9i64, -4..5i64),
        quarters in quarters(),
        width in 1..10u32,
    ) {
        let (right, estimates) = (oracle::answer(&question), shares(&question, &quarters));
        let goal = AnyOf(question.goals.clone());
        let mut first = None;
        for store in STORES {
            let found = ask(&question, &estimates, width, store, &Limits::default()).unwrap();
            match (&found.outcome, right) {
                (Outcome::Solved { plan, proved: false, lower: None }, Answer::Cost(cost)) => {
                    prop_assert!(plan.cost >= cost);
                    let valid = plan.validate(&question.graph, &question.starts, &goal);
                    prop_assert_eq!(valid, Ok(()));
                }
                (Outcome::Unsolvable, Answer::Unsolvable) => {}
                (Outcome::LimitReached { limit, best: None, lower: None }, _) => {
                    prop_assert_eq!(*limit, Limit::Width(width.into()));
                    // There are eight states.
                    prop_assert!(width < 8);
                }
                (said, right) => panic!("{said:?}, right is {right:?}: {question:?}"),
            }
            let said = (found.outcome, found.stats.expanded, found.stats.generated);
            prop_assert_eq!(first.get_or_insert_with(|| said.clone()), &said);
        }
    }

    /// Ever wider, every plan is better than the last, and where nothing was left out the last is the cheapest.
    #[test]
    fn a_widening_beam_gets_better(
        question in questions(0..9i64, -4..5i64),
        quarters in quarters(),
        most in 0..60u64,
    ) {
        let (right, estimates) = (oracle::answer(&question), shares(&question, &quarters));
        let goal = AnyOf(question.goals.clone());
        let task = Task {
            space: &question.graph,
            starts: &question.starts,
            goal: &goal,
        };
        let (led, make) = ((&estimates, Width::new(1).unwrap()), |memory: &Memory| Ok(Interned::new(memory)));
        let mut plans = Plans::default();
        let limits = Limits::default();
        let found = beam::widening(task, led, &make, &ByParents, &limits, &mut plans).unwrap();
        prop_assert!(plans.0.is_sorted_by(|a, b| a > b));
        prop_assert_eq!(plans.0.last().copied(), found.outcome.cost());
        match (&found.outcome, right) {
            (Outcome::Solved { plan, proved: false, lower: None }, Answer::Cost(cost)) => {
                prop_assert_eq!(plan.cost, cost);
                prop_assert_eq!(plan.validate(&question.graph, &question.starts, &goal), Ok(()));
            }
            (Outcome::Unsolvable, Answer::Unsolvable) => {}
            (said, right) => panic!("{said:?}, right is {right:?}: {question:?}"),
        }
        let limits = Limits { expansions: Some(most), ..Limits::default() };
        let stopped = beam::widening(task, led, &make, &ByParents, &limits, &mut ()).unwrap();
        prop_assert!(stopped.stats.expanded <= most);
        match stopped.outcome {
            Outcome::LimitReached { limit, best, lower: None } => {
                prop_assert_eq!(limit, Limit::Expansions(most));
                let valid = best.map(|plan| plan.validate(&question.graph, &question.starts, &goal));
                prop_assert!(valid.is_none_or(|valid| valid == Ok(())));
            }
            whole => prop_assert_eq!(whole, found.outcome),
        }
    }

    /// With room for every state, no layer is cut.
    #[test]
    fn a_wide_beam_misses_nothing(question in questions(0..9i64, -4..5i64)) {
        let estimates = Estimates(vec![Some(0); 8]);
        let found = ask(&question, &estimates, 8, "interned", &Limits::default()).unwrap();
        match oracle::answer(&question) {
            Answer::Unsolvable => prop_assert_eq!(found.outcome, Outcome::Unsolvable),
            _ => prop_assert!(found.outcome.plan().is_some()),
        }
    }
}

/// The way that looks bad is the only one.
#[test]
fn a_narrow_beam_says_what_it_left_out() {
    let question = question(&[(0, 1, 1), (0, 2, 1), (2, 3, 1)], 0, &[3]);
    let estimates = Estimates(vec![Some(0), Some(0), Some(1), Some(0)]);
    let ask = |width| ask(&question, &estimates, width, "interned", &Limits::default()).unwrap();
    let narrow = ask(1).outcome;
    assert_eq!(narrow, Outcome::stopped(Limit::Width(1), None));
    let Outcome::LimitReached { limit, .. } = narrow else {
        unreachable!()
    };
    assert_eq!(
        limit.was_reached(),
        "the width of 1 state a layer was reached"
    );
    assert_eq!(ask(2).outcome.cost(), Some(2));
}

#[test]
fn a_limit_on_cost_is_told_from_the_width() {
    let question = question(&[(0, 1, 3), (1, 2, 3)], 0, &[2]);
    let goal = AnyOf(vec![2]);
    let task = Task {
        space: &question.graph,
        starts: &question.starts,
        goal: &goal,
    };
    for (most, right) in [(5, None), (6, Some(6))] {
        let limits = Limits {
            cost: Some(most),
            ..Limits::default()
        };
        let mut store = Interned::new(&limits.memory);
        let led = (&Blind, Width::default());
        let found = beam::search(task, led, &mut store, &ByParents, &limits, &mut ()).unwrap();
        assert_eq!(found.outcome.cost(), right);
        if right.is_none() {
            assert_eq!(found.outcome, Outcome::stopped(Limit::Cost(most), None));
        }
    }
}
