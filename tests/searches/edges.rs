//! The cases in which searches go wrong, each by itself.

use statewalk::cost::{Cost, CostOverflow};
use statewalk::goal::AnyOf;
use statewalk::search::limits::Limits;
use statewalk::search::outcome::{Outcome, SearchError};
use statewalk::search::task::Task;
use statewalk::search::trace::ByParents;
use statewalk::search::uniform_cost;
use statewalk::store::interned::Interned;

use crate::agreement::all_agree;
use crate::digraph::{Digraph, Question, Weighed, question};
use crate::every::{Algorithm, EVERY, Serves};
use crate::oracle::{self, Answer};

/// The costs, the question, the right answer by hand.
fn each_is_answered(cases: &[(&str, Serves, Question, Answer)]) {
    for (name, costs, question, right) in cases {
        assert_eq!(oracle::answer(question), *right, "{name}");
        all_agree(question, *costs);
    }
}

#[test]
fn starts_and_goals() {
    let (unit, cost) = (Serves::Unit, Answer::Cost);
    let ring = [(0, 1, 1), (1, 2, 1), (2, 3, 1), (3, 0, 1)];
    let with = |starts: &[(u32, Cost)], goals: &[u32]| Question {
        starts: starts.to_vec(),
        ..question(&ring, 0, goals)
    };
    each_is_answered(&[
        ("start = goal", unit, with(&[(2, 0)], &[2]), cost(0)),
        ("no arcs at all", unit, question(&[], 0, &[0]), cost(0)),
        (
            "an empty goal set",
            unit,
            with(&[(0, 0)], &[]),
            Answer::Unsolvable,
        ),
        ("no start", unit, with(&[], &[1]), Answer::Unsolvable),
        ("neither", unit, with(&[], &[]), Answer::Unsolvable),
        ("several goals", unit, with(&[(0, 0)], &[3, 2]), cost(2)),
        (
            "several starts",
            unit,
            with(&[(0, 5), (2, 5)], &[3]),
            cost(6),
        ),
        (
            "the same start twice",
            unit,
            with(&[(0, 5), (0, 5)], &[3]),
            cost(8),
        ),
        (
            "a dearer start nearer",
            Serves::NonNegative,
            with(&[(2, 9), (0, 2)], &[3]),
            cost(5),
        ),
        (
            "one start at two costs",
            Serves::NonNegative,
            with(&[(0, 9), (0, -2)], &[3]),
            cost(1),
        ),
        (
            "a start on the way",
            Serves::NonNegative,
            with(&[(1, 4), (0, 0)], &[3]),
            cost(3),
        ),
        (
            "unreachable",
            unit,
            question(&ring, 0, &[4]),
            Answer::Unsolvable,
        ),
        (
            "a goal that only leads away",
            unit,
            question(&[(0, 1, 1), (2, 0, 1)], 0, &[2]),
            Answer::Unsolvable,
        ),
    ]);
}

#[test]
fn arcs_and_cycles() {
    let (zeros, cost) = (Serves::NonNegative, Answer::Cost);
    let zero_ring = [(0, 1, 0), (1, 2, 0), (2, 0, 0), (2, 3, 4)];
    each_is_answered(&[
        (
            "loops",
            Serves::Unit,
            question(&[(0, 0, 1), (0, 1, 1), (1, 1, 1)], 0, &[1]),
            cost(1),
        ),
        (
            "a zero arc",
            zeros,
            question(&[(0, 1, 3), (0, 2, 1), (2, 1, 0)], 0, &[1]),
            cost(1),
        ),
        (
            "a zero loop",
            zeros,
            question(&[(0, 0, 0), (0, 1, 2), (1, 1, 0)], 0, &[1]),
            cost(2),
        ),
        (
            "a cycle of zeros",
            zeros,
            question(&zero_ring, 0, &[3]),
            cost(4),
        ),
        ("in it", zeros, question(&zero_ring, 0, &[0]), cost(0)),
        (
            "parallel arcs",
            zeros,
            question(&[(0, 1, 7), (0, 1, 6), (0, 1, 8)], 0, &[1]),
            cost(6),
        ),
        (
            "a negative arc",
            Serves::All,
            question(&[(0, 1, 3), (1, 2, -2), (0, 2, 2)], 0, &[2]),
            cost(1),
        ),
        (
            "a negative arc behind the goal, back to it",
            Serves::All,
            question(&[(0, 1, 3), (0, 2, 9), (2, 1, -8)], 0, &[1]),
            cost(1),
        ),
    ]);
}

fn errors(question: &Question, costs: Serves) -> Vec<SearchError> {
    let serving = EVERY.iter().filter(|entry| entry.serves() >= costs);
    serving
        .filter_map(|entry| {
            let said = entry.ask(question, &Limits::default());
            // From the goal it may be seen first that nothing leads there.
            let is_seen = entry.algorithm == Algorithm::TwoEnds
                && said
                    .as_ref()
                    .is_ok_and(|found| found.outcome == Outcome::Unsolvable);
            (!is_seen).then(|| said.expect_err(entry.name))
        })
        .collect()
}

#[test]
fn a_cost_that_does_not_fit_is_an_error() {
    let half = Cost::MAX / 2;
    let dear = question(&[(0, 1, half), (1, 2, half), (2, 3, half)], 0, &[4]);
    for error in errors(&dear, Serves::NonNegative) {
        assert_eq!(error, SearchError::Overflow(CostOverflow(half * 2, half)));
    }
    let cheap = question(&[(0, 1, -half), (1, 2, -half), (2, 3, -half)], 0, &[4]);
    for error in errors(&cheap, Serves::All) {
        assert_eq!(error, SearchError::Overflow(CostOverflow(-half * 2, -half)));
    }
}

#[test]
fn a_plan_whose_cost_does_not_fit_is_no_proof_that_there_is_none() {
    let half = Cost::MAX / 2;
    let dear = question(&[(0, 1, half), (1, 2, half), (2, 3, half)], 0, &[3]);
    let serving = EVERY.iter().filter(|e| e.serves() >= Serves::NonNegative);
    for entry in serving {
        let error = entry.ask(&dear, &Limits::default()).expect_err(entry.name);
        assert!(
            matches!(error, SearchError::Overflow(_)),
            "{}: {error}",
            entry.name
        );
    }
}

#[test]
fn the_largest_cost_is_no_cost_of_a_state() {
    // Dense tables mark with it what was not reached, so a loop would be news for ever.
    let dear = Question {
        starts: vec![(0, Cost::MAX)],
        ..question(&[(0, 0, 0), (0, 1, 0)], 0, &[2])
    };
    for error in errors(&dear, Serves::NonNegative) {
        assert_eq!(error, SearchError::Overflow(CostOverflow(Cost::MAX, 0)));
    }
    let half = Cost::MAX / 2;
    let sum = question(&[(0, 1, half), (1, 2, half + 1), (2, 2, 0)], 0, &[3]);
    for error in errors(&sum, Serves::NonNegative) {
        assert_eq!(error, SearchError::Overflow(CostOverflow(Cost::MAX, 0)));
    }
}

#[test]
fn a_detour_that_does_not_fit_does_no_harm() {
    // First in, first out reaches 3 by the dear way first; the cheap way is found later.
    let half = Cost::MAX / 2 + 1;
    let arcs = [(0, 3, half), (3, 4, half), (0, 1, 0), (1, 2, 0), (2, 3, 0)];
    let question = question(&arcs, 0, &[4]);
    for entry in EVERY
        .iter()
        .filter(|entry| entry.serves() >= Serves::NonNegative)
    {
        let found = entry.ask(&question, &Limits::default());
        assert_eq!(
            found.map(|found| found.outcome.cost()),
            Ok(Some(half)),
            "{}",
            entry.name
        );
    }
}

#[test]
fn costs_that_an_algorithm_does_not_serve_are_refused_by_name() {
    let negative = question(&[(0, 1, 3), (1, 2, -2)], 0, &[2]);
    let dear = question(&[(0, 1, 1), (1, 2, 2)], 0, &[2]);
    for entry in EVERY {
        let named = |error: Option<SearchError>| match error {
            Some(
                SearchError::NegativeArc { action, cost }
                | SearchError::NotUnitCost { action, cost },
            ) => Some((action, cost)),
            _ => None,
        };
        let on_negative = named(entry.ask(&negative, &Limits::default()).err());
        let on_dear = named(entry.ask(&dear, &Limits::default()).err());
        let arc = |number: usize, cost: Cost| Some((number.to_string(), cost));
        let (right_negative, right_dear) = match entry.serves() {
            Serves::All => (None, None),
            Serves::NonNegative => (arc(1, -2), None),
            // From both ends, the second arc comes first if the goal's side moves first.
            Serves::Unit => (on_negative.clone(), arc(1, 2)),
        };
        assert_eq!(
            (on_negative, on_dear),
            (right_negative, right_dear),
            "{}",
            entry.name
        );
        let refused = entry.ask(&negative, &Limits::default()).is_err();
        assert_eq!(refused, entry.serves() != Serves::All, "{}", entry.name);
    }
}

#[test]
fn breadth_first_wants_equal_starts() {
    let uneven = Question {
        starts: vec![(0, 1), (1, 2)],
        ..question(&[(0, 1, 1)], 0, &[1])
    };
    for entry in EVERY.iter().filter(|entry| entry.serves() == Serves::Unit) {
        let error = entry.ask(&uneven, &Limits::default()).unwrap_err();
        assert_eq!(error, SearchError::UnequalStarts(1, 2), "{}", entry.name);
    }
}

#[test]
fn a_broken_promise_about_the_largest_cost_is_named() {
    for (dearest, right) in [(5, Ok(Some(5))), (6, Err(()))] {
        let graph = Digraph::new(2, vec![(0, 1, dearest)]);
        let task = Task {
            space: &Weighed(&graph, Some(5)),
            starts: &[(0, 0)],
            goal: &AnyOf(vec![1]),
        };
        let limits = Limits::default();
        let mut store = Interned::new(&limits.memory);
        let found = uniform_cost::search(task, &mut store, &ByParents, &limits, &mut ());
        let said = found.map(|found| found.outcome.cost());
        if let Err(error) = &said {
            let named = SearchError::CostAboveMax {
                action: "0".to_owned(),
                cost: 6,
                max: 5,
            };
            assert_eq!(*error, named);
        }
        assert_eq!(said.map_err(|_| ()), right);
    }
}

#[test]
fn a_goal_met_by_the_last_allowed_expansion_counts() {
    let short = question(&[(0, 1, 1)], 0, &[1]);
    let limits = Limits {
        expansions: Some(1),
        ..Limits::default()
    };
    for entry in EVERY.iter().filter(|entry| entry.serves() == Serves::Unit) {
        let found = entry.ask(&short, &limits).expect("unit costs");
        assert!(
            matches!(found.outcome, Outcome::Solved { .. }),
            "{}",
            entry.name
        );
    }
}
