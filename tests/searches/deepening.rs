//! IDA*: right with any admissible heuristic, with and without a table, and the same on any number of threads.

use std::thread;
use std::time::Duration;

use proptest::prelude::*;

use statewalk::cost::Cost;
use statewalk::goal::{AnyOf, Exactly};
use statewalk::heuristic::{Blind, Heuristic};
use statewalk::memory::Memory;
use statewalk::pruning::words::{Rule, Words, discover};
use statewalk::pruning::{NoUndo, Pruning};
use statewalk::search::Stats;
use statewalk::search::ida_star::walk::{ByCopies, ByUndo, Walk};
use statewalk::search::ida_star::{IdaStar, Revisits, ida_star};
use statewalk::search::limits::{Limit, Limits};
use statewalk::search::outcome::{Found, Outcome, SearchError};
use statewalk::search::task::Task;
use statewalk::space::{Invertible, StateSpace};

use crate::agreement::{cases, check, questions};
use crate::digraph::{Question, chain, question, weighed};
use crate::led::{quarters, shares};
use crate::oracle;

/// How it is searched.
#[derive(Clone, Copy, Debug)]
enum Way {
    Alone,
    Threads(usize),
    Table(u64),
}

fn ask<H: Heuristic<u32> + Sync>(
    question: &Question,
    heuristic: &H,
    way: Way,
    revisits: Revisits,
    limits: &Limits,
) -> Result<Found<usize>, SearchError> {
    let goal = AnyOf(question.goals.clone());
    let task = Task {
        space: &question.graph,
        starts: &question.starts,
        goal: &goal,
    };
    let search = IdaStar::new(task, heuristic).revisiting(revisits);
    match way {
        Way::Alone => search.solve(ByCopies, limits, &mut ()),
        Way::Threads(threads) => search.solve_on_threads(ByCopies, threads, limits, &mut ()),
        Way::Table(bytes) => search.solve_with_table(ByCopies, bytes, limits, &mut ()),
    }
}

const WAYS: [Way; 5] = [
    Way::Alone,
    Way::Threads(2),
    Way::Threads(5),
    // Room for four states, and for all.
    Way::Table(0),
    Way::Table(1 << 12),
];

/// The counts without the memory, which one thread needs another amount of than several.
pub(crate) fn counts<A>(found: &Found<A>) -> Stats {
    Stats {
        peak_bytes: 0,
        ..found.stats
    }
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn is_right(question in questions(0..5i64, -4..5i64), quarters in quarters()) {
        let right = oracle::answer(&question);
        let estimates = shares(&question, &quarters);
        let mut alone = None;
        for way in WAYS {
            let found = ask(&question, &estimates, way, Revisits::Never, &Limits::default());
            let found = found.unwrap_or_else(|error| panic!("{way:?}: {error} in {question:?}"));
            check(&question, &found, right, &format!("{way:?}"));
            match (way, &alone) {
                (Way::Alone, _) => alone = Some(found),
                (Way::Threads(_), Some(alone)) => {
                    prop_assert_eq!(&found.outcome, &alone.outcome);
                    prop_assert_eq!(counts(&found), counts(alone));
                }
                _ => {}
            }
        }
    }

    /// Where a bound on cost ends it, coming back to states on the path changes no answer.
    #[test]
    fn is_right_when_it_comes_back(question in questions(0..5i64, 0..5i64), quarters in quarters()) {
        let estimates = shares(&question, &quarters);
        let limits = Limits { cost: Some(12), ..Limits::default() };
        let never = ask(&question, &estimates, Way::Alone, Revisits::Never, &limits).unwrap();
        for way in WAYS {
            let found = ask(&question, &estimates, way, Revisits::AtHigherCost, &limits).unwrap();
            match (&found.outcome, &never.outcome) {
                (Outcome::LimitReached { limit, lower, .. }, other) => {
                    prop_assert_eq!(*limit, Limit::Cost(12));
                    prop_assert!(lower.is_some_and(|lower| lower > 12));
                    prop_assert!(other.plan().is_none());
                }
                (one, other) => prop_assert_eq!(one.cost(), other.cost()),
            }
        }
    }

    /// A limit on expansions stops at the same node in every run.
    #[test]
    fn limits_stop_at_the_same_node(question in questions(1..4i64, Just(0)), most in 0..40u64) {
        let limits = Limits { expansions: Some(most), ..Limits::default() };
        let whole = ask(&question, &Blind, Way::Alone, Revisits::Never, &Limits::default()).unwrap();
        for way in [Way::Alone, Way::Threads(2)] {
            let found = ask(&question, &Blind, way, Revisits::Never, &limits).unwrap();
            if let Outcome::LimitReached { limit, lower, best } = found.outcome {
                prop_assert_eq!((limit, best), (Limit::Expansions(most), None));
                prop_assert_eq!(found.stats.expanded, most);
                prop_assert!(whole.outcome.cost().is_none_or(|cost| lower.is_some_and(|l| l <= cost)));
            } else {
                prop_assert_eq!(counts(&found), counts(&whole));
            }
        }
    }
}

/// The bound rises to the least f that was cut off and no further: three nodes, costs far apart.
#[test]
fn bounds_are_exact() {
    let question = question(&[(0, 1, 7), (1, 2, 1_000_000), (0, 2, 1_000_008)], 0, &[2]);
    let found = ask(
        &question,
        &Blind,
        Way::Alone,
        Revisits::Never,
        &Limits::default(),
    )
    .unwrap();
    assert_eq!(found.outcome.cost(), Some(1_000_007));
    // Under the bounds 0, 7 and 1,000,007: the start three times, node 1 twice.
    assert_eq!(
        (found.stats.expanded, found.stats.generated),
        (5, 2 + 3 + 2)
    );
}

#[test]
fn a_zero_cost_cycle_ends() {
    let arcs = [(0, 1, 0), (1, 0, 0), (1, 2, 3), (2, 2, 0)];
    for (goals, cost) in [(&[2][..], Some(3)), (&[5], None)] {
        let question = question(&arcs, 0, goals);
        for way in WAYS {
            for revisits in [Revisits::Never, Revisits::AtHigherCost] {
                let found = ask(&question, &Blind, way, revisits, &Limits::default()).unwrap();
                assert_eq!(found.outcome.cost(), cost, "{way:?} {revisits:?}");
                if cost.is_none() {
                    assert_eq!(found.outcome, Outcome::Unsolvable);
                }
            }
        }
    }
}

/// A table in which all states find room makes an iteration as long as there are states: a ladder of diamonds
/// has 2^20 paths.
#[test]
fn a_table_sees_transpositions() {
    let rungs = 20;
    let arcs = (0..rungs).flat_map(|rung| {
        let at = 3 * rung;
        [
            (at, at + 1, 1),
            (at, at + 2, 1),
            (at + 1, at + 3, 1),
            (at + 2, at + 3, 1),
        ]
    });
    let arcs: Vec<_> = arcs.collect();
    let question = question(&arcs, 0, &[99]);
    let found = ask(
        &question,
        &Blind,
        Way::Table(1 << 16),
        Revisits::Never,
        &Limits::default(),
    );
    let found = found.unwrap();
    assert_eq!(found.outcome, Outcome::Unsolvable);
    // 41 iterations of at most 61 states.
    assert!(found.stats.expanded < 41 * 61, "{:?}", found.stats);
    assert_eq!(found.stats.stored, 60);
}

#[test]
fn costs_that_cannot_be_right_are_refused() {
    let negative = question(&[(0, 1, 2), (1, 2, -1)], 0, &[2]);
    let far = question(&[(0, 1, Cost::MAX), (1, 2, 1)], 0, &[2]);
    for way in WAYS {
        let ask = |question| ask(question, &Blind, way, Revisits::Never, &Limits::default());
        let refused = ask(&negative).unwrap_err();
        assert!(
            matches!(refused, SearchError::NegativeArc { cost: -1, .. }),
            "{refused}"
        );
        let refused = ask(&far).unwrap_err();
        assert!(matches!(refused, SearchError::Overflow(_)), "{refused}");
    }
    let mut space = weighed(&far.graph);
    space.1 = Some(3);
    let refused = ida_star(&space, 0, &AnyOf(vec![2]), &Blind).unwrap_err();
    assert!(
        matches!(refused, SearchError::CostAboveMax { max: 3, .. }),
        "{refused}"
    );
    let high = |state: &u32| Some(if *state == 0 { 9 } else { 0 });
    let cheap = question(&[(0, 1, 2)], 0, &[1]);
    let refused = ida_star(&cheap.graph, 0, &AnyOf(vec![1]), &high).unwrap_err();
    let right = SearchError::Inadmissible {
        estimate: Some(9),
        rest: 2,
    };
    assert_eq!(refused, right);
}

#[test]
fn limits_on_time_and_memory_are_kept() {
    let endless = question(&[(0, 1, 1), (1, 0, 1)], 0, &[7]);
    for way in [Way::Alone, Way::Threads(2), Way::Table(0)] {
        let limits = Limits::default().within(Duration::ZERO);
        let found = ask(&endless, &Blind, way, Revisits::AtHigherCost, &limits).unwrap();
        assert!(matches!(
            found.outcome,
            Outcome::LimitReached {
                limit: Limit::Time,
                ..
            }
        ));
        let memory = Memory::limited(10);
        let limits = Limits {
            memory,
            ..Limits::default()
        };
        let found = ask(&endless, &Blind, way, Revisits::AtHigherCost, &limits).unwrap();
        assert!(matches!(
            found.outcome,
            Outcome::LimitReached {
                limit: Limit::Memory(_),
                ..
            }
        ));
    }
}

/// Nothing recurses for a node: a path of a million states on a stack of 1 MiB.
#[test]
fn follows_a_chain() {
    let nodes = 1_000_000;
    let search = move || {
        let question = chain(nodes, 1);
        let left = |&state: &u32| Some(Cost::from(nodes - 1 - state));
        let limits = Limits::default();
        let found = ask(
            &question,
            &left,
            Way::Alone,
            Revisits::AtHigherCost,
            &limits,
        )
        .unwrap();
        assert_eq!(found.outcome.cost(), Some(Cost::from(nodes) - 1));
        assert_eq!(found.stats.expanded, u64::from(nodes) - 1);
    };
    let thread = thread::Builder::new().stack_size(1 << 20).spawn(search);
    thread.expect("a thread").join().expect("it went well");
}

/// The corners of a cube of `n` sides; an action goes along one of them.
pub(crate) struct Corners(pub(crate) u32);

impl StateSpace for Corners {
    type State = u64;
    type Action = u32;

    fn actions<'a>(&'a self, _: &u64) -> impl Iterator<Item = u32> + use<'a> {
        0..self.0
    }

    fn apply(&self, corner: &mut u64, side: &u32) {
        *corner ^= 1 << side;
    }
}

impl Invertible for Corners {
    fn inverse(&self, &side: &u32) -> u32 {
        side
    }
}

/// Going back by inverses walks the same paths as copies do, with actions pruned and without.
#[test]
fn undoing_is_as_good_as_copies() {
    fn same<R: Pruning<u32> + Copy>(pruning: R) {
        let (cube, goal) = (Corners(6), AnyOf(vec![0b11_1011]));
        let task = Task {
            space: &cube,
            starts: &[(0, 2), (0b10, 3)],
            goal: &goal,
        };
        for revisits in [Revisits::Never, Revisits::AtHigherCost] {
            let search = IdaStar::new(task, &Blind)
                .pruning(pruning)
                .revisiting(revisits);
            let copies = search.solve(ByCopies, &Limits::default(), &mut ()).unwrap();
            let undone = search.solve(ByUndo, &Limits::default(), &mut ()).unwrap();
            assert_eq!(copies.outcome, undone.outcome);
            assert_eq!(undone.outcome.cost(), Some(7));
            let both = [copies.stats, undone.stats].map(|stats| Stats {
                peak_bytes: 0,
                ..stats
            });
            assert_eq!(both[0], both[1]);
        }
    }
    same(statewalk::pruning::Everything);
    same(NoUndo(&Corners(6)));
}

/// A table that grows as it fills keeps what it knows: 12! paths lead along 4096 corners.
#[test]
fn a_table_grows() {
    let (cube, goal) = (Corners(12), Exactly(0b1111_1111_1111));
    let task = Task {
        space: &cube,
        starts: &[(0, 0)],
        goal: &goal,
    };
    for revisits in [Revisits::Never, Revisits::AtHigherCost] {
        let search = IdaStar::new(task, &Blind).revisiting(revisits);
        let limits = Limits::default();
        let found = search.solve_with_table(ByUndo, 1 << 20, &limits, &mut ());
        let found = found.unwrap();
        assert_eq!(found.outcome.cost(), Some(12));
        // 13 iterations; hardly an entry is lost while it grows.
        assert!(found.stats.expanded < 13 * 4096, "{:?}", found.stats);
        assert!(
            (3900..=4096).contains(&found.stats.stored),
            "{:?}",
            found.stats
        );
        assert!((4096 * 16..3 << 19).contains(&found.stats.peak_bytes));
        // Where there is no more room, it stays as large as it is.
        let limits = Limits {
            memory: Memory::limited(1 << 16),
            expansions: Some(100_000),
            ..Limits::default()
        };
        let found = search.solve_with_table(ByUndo, 1 << 20, &limits, &mut ());
        let found = found.unwrap();
        assert!(found.stats.stored <= 1024, "{:?}", found.stats);
        let is_full = matches!(
            found.outcome,
            Outcome::LimitReached {
                limit: Limit::Memory(_),
                ..
            }
        );
        assert!(!is_full, "{:?}", found.outcome);
    }
}

/// What is told of memory, and which limit on it is too small, is the same in every run on several threads.
#[test]
fn threads_tell_the_same_memory_in_every_run() {
    fn told<W: Walk<Corners>>(walk: impl Fn() -> W) {
        let (cube, goal) = (Corners(7), Exactly(0b111_1111));
        let task = Task {
            space: &cube,
            starts: &[(0, 0)],
            goal: &goal,
        };
        let search = IdaStar::new(task, &Blind).pruning(NoUndo(&cube));
        let on = |threads, memory| {
            let limits = Limits {
                memory,
                ..Limits::default()
            };
            let found = search.solve_on_threads(walk(), threads, &limits, &mut ());
            let found = found.unwrap();
            assert_eq!(found.stats.peak_bytes, limits.memory.peak());
            assert_eq!(limits.memory.used(), 0);
            found
        };
        let first = on(2, Memory::unlimited());
        assert_eq!(first.outcome.cost(), Some(7));
        let bytes = first.stats.peak_bytes;
        assert!(bytes > 0);
        for threads in [2, 2, 3, 3, 5, 8] {
            assert_eq!(on(threads, Memory::unlimited()), first, "{threads} threads");
            assert_eq!(on(threads, Memory::limited(bytes)), first);
            let short = on(threads, Memory::limited(64)).outcome;
            assert_eq!(short, on(2, Memory::limited(64)).outcome);
            let is_full = matches!(
                short,
                Outcome::LimitReached {
                    limit: Limit::Memory(_),
                    ..
                }
            );
            assert!(is_full, "{short:?}");
        }
    }
    told(|| ByCopies);
    told(|| ByUndo);
}

/// Turns of the corners of a cube commute and undo themselves, so one word is left for each set of sides.
#[test]
fn words_that_do_the_same_are_pruned() {
    let sides = 6;
    let cube = Corners(sides);
    let actions: Vec<u32> = (0..sides).collect();
    let rules = discover(&cube, &actions, &[0], 2);
    let pairs = sides * (sides - 1) / 2;
    assert_eq!(rules.len() as u64, u64::from(sides + pairs));
    for rule in &rules {
        assert_eq!(rule.check(&cube, 0..1 << sides), Ok(()));
    }
    let words = Words::new(&rules, &actions, |&side| side as usize).unwrap();
    let goal = |_: &u64| false;
    let task = Task {
        space: &cube,
        starts: &[(0, 0)],
        goal: &goal,
    };
    let search = IdaStar::new(task, &Blind).pruning(words);
    let search = search.revisiting(Revisits::AtHigherCost);
    let found = search.solve(ByUndo, &Limits::default(), &mut ()).unwrap();
    assert_eq!(found.outcome, Outcome::Unsolvable);
    // Under the bound b, the sets of up to b sides are expanded, under 6 all of them.
    let sets = [1, 6, 15, 20, 15, 6, 1];
    let expanded: u64 = (0..7).map(|bound| sets[..=bound].iter().sum::<u64>()).sum();
    let generated = (1..8).map(|most| sets[1..=most.min(6)].iter().sum::<u64>());
    assert_eq!(
        (found.stats.expanded, found.stats.generated),
        (expanded, generated.sum())
    );
}

#[test]
fn rules_that_do_not_hold_are_refused() {
    let cube = Corners(3);
    let rule = |pruned: &[u32], kept: &[u32]| Rule {
        pruned: pruned.to_vec(),
        kept: kept.to_vec(),
    };
    let wrong = rule(&[0, 1], &[0]).check(&cube, [5]).unwrap_err();
    assert!(
        wrong
            .to_string()
            .contains("[0, 1] cannot be pruned for [0]"),
        "{wrong}"
    );
    assert_eq!(rule(&[1, 0], &[0, 1]).check(&cube, 0..8), Ok(()));
    let actions = [0, 1, 2];
    let automaton = |rule: Rule<u32>| Words::new(&[rule], &actions, |&side| side as usize);
    assert!(automaton(rule(&[1, 0], &[0, 1])).is_ok());
    for wrong in [
        rule(&[0, 1], &[1, 0]),
        rule(&[0], &[0]),
        rule(&[0], &[1, 1]),
        rule(&[9], &[]),
    ] {
        let refused = automaton(wrong).err().expect("a wrong rule");
        assert!(
            refused.to_string().contains("cannot be pruned"),
            "{refused}"
        );
    }
}

/// A long pruned word ends in a shorter beginning of another one.
#[test]
fn an_automaton_sees_words_that_overlap() {
    let rule = |pruned: &[usize]| Rule {
        pruned: pruned.to_vec(),
        kept: Vec::new(),
    };
    let rules = [rule(&[0, 1, 0, 2]), rule(&[1, 0, 1]), rule(&[2, 2])];
    let words = Words::new(&rules, &[0, 1, 2], |&action| action).unwrap();
    for length in 0..8 {
        for code in 0..3usize.pow(length) {
            let word: Vec<usize> = (0..length)
                .map(|place| code / 3usize.pow(place) % 3)
                .collect();
            let read = word
                .iter()
                .try_fold(words.start(), |at, action| words.after(&at, action));
            let has =
                |rule: &Rule<usize>| word.windows(rule.pruned.len()).any(|w| w == rule.pruned);
            assert_eq!(read.is_none(), rules.iter().any(has), "{word:?}");
        }
    }
}
