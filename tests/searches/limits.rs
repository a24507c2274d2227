//! Every limit is reached honestly, the same in every run, and a search can be run on after it.

use std::time::Instant;

use statewalk::cost::Cost;
use statewalk::goal::AnyOf;
use statewalk::heuristic::Blind;
use statewalk::memory::Memory;
use statewalk::open::heap::Heap;
use statewalk::search::best_first::BestFirst;
use statewalk::search::bidirectional::Bidirectional;
use statewalk::search::end::{End, Step};
use statewalk::search::limits::{Limit, Limits};
use statewalk::search::outcome::{Found, Outcome};
use statewalk::search::spfa::variant::Variant;
use statewalk::search::spfa::{self, Spfa};
use statewalk::search::task::Task;
use statewalk::search::uniform_cost::{self, ByCost};
use statewalk::store::interned::Interned;

use crate::digraph::{Digraph, Question, chain, question};
use crate::every::{EVERY, Entry};

/// A ladder: two ways at every step, 60 steps.
fn ladder() -> Question {
    let rungs = (0..60).flat_map(|k| [(k, k + 1, 1), (k, k + 100, 1), (k + 100, k + 1, 1)]);
    question(&rungs.collect::<Vec<_>>(), 0, &[60])
}

const LENGTH: Cost = 60;

/// Asks twice; the limit that was reached, or `None` if the right answer was found.
fn limit(entry: &Entry, limits: impl Fn() -> Limits) -> (Option<Limit>, Found<usize>) {
    let ask = || entry.ask(&ladder(), &limits()).expect("costs of 1");
    let found = ask();
    assert_eq!(found, ask(), "{} does not repeat", entry.name);
    let limit = match &found.outcome {
        Outcome::Solved { plan, proved, .. } => {
            assert_eq!((plan.cost, proved), (LENGTH, &true), "{}", entry.name);
            None
        }
        Outcome::LimitReached { limit, best, lower } => {
            assert!(best.as_ref().is_none_or(|plan| plan.cost >= LENGTH));
            assert!(lower.is_none_or(|lower| lower <= LENGTH), "{}", entry.name);
            Some(*limit)
        }
        other => panic!("{} says {other:?}", entry.name),
    };
    (limit, found)
}

#[test]
fn expansions() {
    for entry in EVERY {
        let whole = limit(entry, Limits::default).1.stats;
        for most in 0..=whole.expanded + 1 {
            let limits = || Limits {
                expansions: Some(most),
                ..Limits::default()
            };
            let (limit, found) = limit(entry, limits);
            assert_eq!(
                found.stats.expanded,
                most.min(whole.expanded),
                "{}",
                entry.name
            );
            assert!(limit.is_none_or(|limit| limit == Limit::Expansions(most)));
            // A goal that is tested when it is taken up may need one look more.
            assert!(limit.is_some() || most >= whole.expanded, "{}", entry.name);
            assert!(limit.is_none() || most <= whole.expanded, "{}", entry.name);
        }
    }
}

#[test]
fn states() {
    for entry in EVERY {
        let whole = limit(entry, Limits::default).1.stats;
        for most in 0..=whole.stored + 1 {
            let limits = || Limits {
                states: Some(most),
                ..Limits::default()
            };
            let (limit, found) = limit(entry, limits);
            // The last expansion may pass it by its successors.
            assert!(found.stats.stored <= most + 2, "{}", entry.name);
            match limit {
                Some(limit) => assert_eq!(limit, Limit::States(most), "{}", entry.name),
                None => assert!(most + 2 >= whole.stored, "{}", entry.name),
            }
        }
    }
}

#[test]
fn memory() {
    for entry in EVERY {
        let whole = limit(entry, Limits::default).1.stats.peak_bytes;
        for bytes in (0..whole + 200).step_by(37) {
            let limits = || Limits {
                memory: Memory::limited(bytes),
                ..Limits::default()
            };
            let (limit, found) = limit(entry, limits);
            assert!(found.stats.peak_bytes <= bytes, "{}", entry.name);
            match limit {
                Some(limit) => {
                    assert!(matches!(limit, Limit::Memory(_)), "{}: {limit}", entry.name);
                    assert!(bytes < whole, "{}", entry.name);
                }
                None => assert!(bytes * 2 > whole, "{}: {bytes} of {whole}", entry.name),
            }
        }
    }
}

#[test]
fn time_and_interrupts() {
    for entry in EVERY {
        let late = || Limits {
            deadline: Some(Instant::now()),
            ..Limits::default()
        };
        assert_eq!(limit(entry, late).0, Some(Limit::Time), "{}", entry.name);
        let cancelled = || {
            let limits = Limits::default();
            limits.cancel.cancel();
            limits
        };
        assert_eq!(
            limit(entry, cancelled).0,
            Some(Limit::Cancelled),
            "{}",
            entry.name
        );
    }
}

#[test]
fn cost() {
    for entry in EVERY {
        for most in [-1, 0, 1, 30, 59, 60, 61] {
            let limits = || Limits {
                cost: Some(most),
                ..Limits::default()
            };
            let (limit, found) = limit(entry, limits);
            let right = (most < LENGTH).then_some(Limit::Cost(most));
            assert_eq!(limit, right, "{}", entry.name);
            if let Outcome::LimitReached { lower, .. } = found.outcome {
                assert!(lower.is_some_and(|lower| lower > most), "{}", entry.name);
            }
        }
    }
}

#[test]
fn spfa_shows_the_best_plan_so_far() {
    // The dear arc to the goal comes first, the cheap way later.
    let arcs = [(0, 3, 9), (0, 1, 1), (1, 2, 1), (2, 3, 1)];
    let limits = Limits {
        expansions: Some(2),
        ..Limits::default()
    };
    let goal = AnyOf(vec![3]);
    let graph = Digraph::new(4, arcs.to_vec());
    let task = Task {
        space: &graph,
        starts: &[(0, 0)],
        goal: &goal,
    };
    let mut store = Interned::new(&limits.memory);
    let found = spfa::search(task, &mut store, Variant::Fifo, &limits, &mut ());
    assert_eq!(found.expect("costs fit").outcome.cost(), Some(9));
}

/// Runs a search under ever more memory, and hands over what it says at the end.
pub(crate) fn run_on<T>(
    mut run: impl FnMut(&Limits) -> Option<T>,
    limits: &Limits,
    ballast: u64,
) -> T {
    let mut held = ballast;
    for breaks in 0.. {
        if let Some(end) = run(limits) {
            assert!(breaks > 3, "the limit was met only {breaks} times");
            limits.memory.release(held);
            return end;
        }
        assert!(held > 0, "no end");
        let less = held.min(50);
        limits.memory.release(less);
        held -= less;
    }
    unreachable!("the loop has no end");
}

#[test]
fn memory_that_becomes_free_lets_a_search_go_on() {
    const BALLAST: u64 = 100_000;
    let limits = || {
        let limits = Limits {
            memory: Memory::limited(BALLAST),
            ..Limits::default()
        };
        limits.memory.claim(BALLAST).expect("it is empty");
        limits
    };
    for question in [ladder(), chain(200, 1)] {
        let goal = AnyOf(question.goals.clone());
        let task = Task {
            space: &question.graph,
            starts: &question.starts,
            goal: &goal,
        };
        let length = if question.goals == [60] { LENGTH } else { 199 };

        let limit = limits();
        let mut store = Interned::new(&limit.memory);
        let order = ByCost::up_to(Cost::MAX);
        let mut search = BestFirst::new(task, &mut store, Heap::new(&limit.memory), order, Blind);
        let run = |limits: &Limits| match search.run(limits, &mut ()).expect("costs of 1") {
            End::Goal(id) => Some(id),
            End::Limit(Limit::Memory(_)) => None,
            end => panic!("{end:?}"),
        };
        let id = run_on(run, &limit, BALLAST);
        assert_eq!(statewalk::store::Costs::g(&store, id), length);

        let limit = limits();
        let (mut ahead, mut back) = (Interned::new(&limit.memory), Interned::new(&limit.memory));
        let search = Bidirectional::new(task, &mut ahead, &mut back, &limit);
        let mut search = search.expect("one start");
        let run = |limits: &Limits| match search.run(limits, &mut ()).expect("costs of 1") {
            End::Goal(_) => Some(()),
            End::Limit(Limit::Memory(_)) => None,
            end => panic!("{end:?}"),
        };
        run_on(run, &limit, BALLAST);
        assert_eq!(search.lower(), Some(length));

        for variant in Variant::ALL {
            let limit = limits();
            let mut store = Interned::new(&limit.memory);
            let mut search = Spfa::new(task, &mut store, variant, &limit);
            let run = |limits: &Limits| match search.run(limits, &mut ()).expect("costs of 1") {
                spfa::End::Settled(goal) => goal,
                spfa::End::Limit(Limit::Memory(_)) => None,
                end => panic!("{end:?}"),
            };
            let id = run_on(run, &limit, BALLAST);
            assert_eq!(statewalk::store::Costs::g(&store, id), length);
        }
    }
}

#[test]
fn step_by_step_is_the_same_as_one_run() {
    let question = ladder();
    let goal = AnyOf(question.goals.clone());
    let task = Task {
        space: &question.graph,
        starts: &question.starts,
        goal: &goal,
    };
    let limits = Limits::default();
    let store = || Interned::new(&limits.memory);

    let mut ends = Vec::new();
    for whole in [true, false] {
        let (mut store, order) = (store(), uniform_cost::ByCost::up_to(Cost::MAX));
        let mut search = BestFirst::new(task, &mut store, Heap::new(&limits.memory), order, Blind);
        let end = if whole {
            search.run(&limits, &mut ()).expect("costs of 1")
        } else {
            loop {
                let step = search.step(&limits, &mut ()).expect("costs of 1");
                if let Step::Done(end) = step {
                    break end;
                }
            }
        };
        let stats = search.stats();
        ends.push((
            end,
            stats.expanded,
            stats.generated,
            stats.stored,
            search.lower(),
        ));
    }
    assert_eq!(ends[0], ends[1]);

    ends.clear();
    for whole in [true, false] {
        let (mut ahead, mut back) = (store(), store());
        let search = Bidirectional::new(task, &mut ahead, &mut back, &limits);
        let mut search = search.expect("one start");
        let end = if whole {
            search.run(&limits, &mut ()).expect("costs of 1")
        } else {
            loop {
                let step = search.step(&limits, &mut ()).expect("costs of 1");
                if let Step::Done(end) = step {
                    break end;
                }
            }
        };
        let stats = search.stats();
        ends.push((
            end,
            stats.expanded,
            stats.generated,
            stats.stored,
            search.lower(),
        ));
    }
    assert_eq!(ends[0], ends[1]);

    for variant in Variant::ALL {
        let mut ends = Vec::new();
        for whole in [true, false] {
            let mut store = store();
            let mut search = Spfa::new(task, &mut store, variant, &limits);
            let end = if whole {
                search.run(&limits, &mut ()).expect("costs of 1")
            } else {
                loop {
                    if let spfa::Step::Done(end) = search.step(&mut ()).expect("costs of 1") {
                        break end;
                    }
                }
            };
            let stats = search.stats();
            ends.push((end, stats.expanded, stats.generated, stats.stored));
        }
        assert_eq!(ends[0], ends[1], "{variant:?}");
    }
}
