//! One answer from every algorithm on every store, on random graphs.

use proptest::prelude::*;

use statewalk::cost::Cost;
use statewalk::goal::AnyOf;
use statewalk::search::limits::Limits;
use statewalk::search::outcome::{Found, Outcome};

use crate::digraph::{Digraph, Question, question};
use crate::every::{EVERY, Serves};
use crate::oracle::{self, Answer, Distance};

/// Checks a verdict, and its plan or cycle, against the rules and the right answer.
pub(crate) fn check(question: &Question, found: &Found<usize>, right: Answer, name: &str) {
    let graph = &question.graph;
    match (&found.outcome, right) {
        (Outcome::Unsolvable, Answer::Unsolvable) => {}
        (Outcome::Solved { plan, proved, .. }, Answer::Cost(cost)) => {
            assert_eq!((plan.cost, proved), (cost, &true), "{name}: {question:?}");
            let valid = plan.validate(graph, &question.starts, &AnyOf(question.goals.clone()));
            assert_eq!(valid, Ok(()), "{name}: {question:?}");
        }
        (Outcome::Unbounded(cycle), Answer::Unbounded) => {
            let cost = cycle.validate(graph, &question.starts);
            assert!(
                cost.is_ok_and(|cost| cost < 0),
                "{name}: {cycle:?} in {question:?}"
            );
            let at = graph.arcs[cycle.actions[0]].0;
            let leads_on = Question {
                starts: vec![(at, 0)],
                ..question.clone()
            };
            let reached = oracle::distances(question)[at as usize];
            assert_eq!(reached, Distance::MinusInfinity, "{name}: {question:?}");
            assert_eq!(
                oracle::answer(&leads_on),
                Answer::Unbounded,
                "{name}: {question:?}"
            );
        }
        (said, _) => panic!("{name} says {said:?}, right is {right:?}: {question:?}"),
    }
}

/// All that serve such costs must give the right answer, twice the same.
pub(crate) fn all_agree(question: &Question, costs: Serves) {
    let right = oracle::answer(question);
    for entry in EVERY.iter().filter(|entry| entry.serves >= costs) {
        let ask = || entry.ask(question, &Limits::default());
        let found = ask().unwrap_or_else(|error| panic!("{}: {error}", entry.name));
        check(question, &found, right, entry.name);
        assert_eq!(ask().as_ref(), Ok(&found), "{} does not repeat", entry.name);
        // A generated successor is new, improved or a duplicate; so are starts and goals.
        let stats = found.stats;
        let told_apart = stats.stored + stats.reopened + stats.duplicates;
        let ends = (question.starts.len() + question.goals.len()) as u64;
        let seen = stats.generated..=stats.generated + ends;
        assert!(seen.contains(&told_apart), "{}: {stats:?}", entry.name);
    }
}

/// So many random cases. A failing one is printed whole, so none is kept in a file.
pub(crate) fn cases(count: u32) -> ProptestConfig {
    ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(count)
    }
}

/// Graphs of eight nodes, with up to three starts and goals.
pub(crate) fn questions(
    costs: impl Strategy<Value = Cost>,
    initial: impl Strategy<Value = Cost> + Clone,
) -> impl Strategy<Value = Question> {
    let arcs = prop::collection::vec((0u32..8, 0u32..8, costs), 0..24);
    let starts = prop::collection::vec((0u32..8, initial), 0..4);
    let goals = prop::collection::vec(0u32..8, 0..4);
    (arcs, starts, goals).prop_map(|(arcs, starts, mut goals)| {
        goals.sort_unstable();
        goals.dedup();
        Question {
            graph: Digraph::new(8, arcs),
            starts,
            goals,
        }
    })
}

proptest! {
    #![proptest_config(cases(2000))]

    #[test]
    fn with_unit_costs(question in questions(Just(1), Just(-3))) {
        all_agree(&question, Serves::Unit);
    }

    #[test]
    fn with_zeros_and_larger_costs(question in questions(0..5i64, -4..5i64)) {
        all_agree(&question, Serves::NonNegative);
    }

    #[test]
    fn with_negative_costs(question in questions(-2..7i64, -4..5i64)) {
        all_agree(&question, Serves::All);
    }
}

#[test]
fn a_negative_cycle_counts_only_between_start_and_goal() {
    let cases = [
        // On the way, beside the way, behind the goal, before the start, on both ends.
        (
            question(&[(0, 1, 1), (1, 2, 1), (2, 1, -2), (2, 3, 1)], 0, &[3]),
            Answer::Unbounded,
        ),
        (
            question(&[(0, 1, 1), (1, 2, 1), (2, 1, -2), (0, 3, 5)], 0, &[3]),
            Answer::Cost(5),
        ),
        (
            question(&[(0, 3, 5), (3, 4, 1), (4, 4, -1)], 0, &[3]),
            Answer::Cost(5),
        ),
        (
            question(&[(4, 4, -1), (4, 0, 1), (0, 3, 5)], 0, &[3]),
            Answer::Cost(5),
        ),
        (
            question(&[(0, 3, 5), (3, 0, -6)], 0, &[3]),
            Answer::Unbounded,
        ),
        (question(&[(0, 0, -1)], 0, &[0]), Answer::Unbounded),
        (
            question(&[(0, 1, 1), (1, 0, -2)], 0, &[7]),
            Answer::Unsolvable,
        ),
        // Two cycles, only the second one matters; a cycle of sum 0 does not.
        (
            question(
                &[(0, 1, -9), (1, 1, -1), (0, 2, 3), (2, 2, -1), (2, 3, 0)],
                0,
                &[3],
            ),
            Answer::Unbounded,
        ),
        (
            question(&[(0, 1, 1), (1, 0, -1), (1, 2, 4)], 0, &[2]),
            Answer::Cost(5),
        ),
    ];
    for (question, right) in cases {
        assert_eq!(oracle::answer(&question), right, "{question:?}");
        all_agree(&question, Serves::All);
    }
}
