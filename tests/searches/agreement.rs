//! One answer from every algorithm on every store, on random graphs.

use std::collections::BTreeSet;

use proptest::prelude::*;

use statewalk::cost::Cost;
use statewalk::goal::AnyOf;
use statewalk::search::limits::Limits;
use statewalk::search::outcome::{Found, Outcome};

use crate::digraph::{Digraph, Question, question};
use crate::every::{Algorithm, EVERY, Eye, Serves};
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
    for entry in EVERY.iter().filter(|entry| entry.serves() >= costs) {
        let ask = |eye: &mut Eye| entry.ask_watched(question, &Limits::default(), eye);
        let mut eye = Eye::default();
        let found = ask(&mut eye).unwrap_or_else(|error| panic!("{}: {error}", entry.name));
        check(question, &found, right, entry.name);
        let again = ask(&mut Eye::default());
        assert_eq!(again.as_ref(), Ok(&found), "{} does not repeat", entry.name);
        let (name, stats) = (entry.name, found.stats);
        assert_eq!(eye.expanded, stats.expanded, "{name}: {question:?}");
        // A generated successor is new, improved or a duplicate.
        let told_apart = stats.stored + stats.reopened + stats.duplicates;
        let others = counted_ends(question, entry.algorithm);
        let seen = stats.generated + others;
        // Or cannot be part of a better plan than one that is known.
        let left_out = seen - told_apart.min(seen);
        let is_told = told_apart + left_out == seen
            && (left_out == 0 || entry.algorithm == Algorithm::BranchAndBound);
        assert!(is_told, "{name}: {stats:?} in {question:?}");
    }
}

/// How many starts and goals a search that met no limit counts as stored, reopened or known, beside the
/// successors that it generated.
fn counted_ends(question: &Question, algorithm: Algorithm) -> u64 {
    let Question { starts, goals, .. } = question;
    let starts: Vec<u32> = starts.iter().map(|&(start, _)| start).collect();
    let up_to = |ends: &[u32], others: &[u32]| {
        let met = ends.iter().position(|end| others.contains(end));
        let seen = met.map_or(ends, |at| &ends[..=at]);
        seen.iter().collect::<BTreeSet<_>>().len()
    };
    let ends = match algorithm {
        // A start that is a goal ends it; one that was there before is stored and counted once.
        Algorithm::BreadthFirst => up_to(&starts, goals),
        Algorithm::UniformCost | Algorithm::BranchAndBound => up_to(&starts, &[]),
        Algorithm::TwoEnds => up_to(&starts, &[]) + up_to(goals, &[]),
        // All starts are stored, and goals until one of them is a start.
        Algorithm::FromBothEnds => up_to(&starts, &[]) + up_to(goals, &starts),
        // A start that was there before is improved or a duplicate.
        Algorithm::Spfa => starts.len(),
    };
    ends as u64
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

    /// Costs of states from 0 on, which tables keep as narrow as they were made.
    #[test]
    fn with_no_start_below_zero(question in questions(0..5i64, 0..12i64)) {
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
