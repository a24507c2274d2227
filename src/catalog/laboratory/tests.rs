//! Encodings of a small space, right and wrong ones, and limits.

use std::cell::Cell;

use super::{Bench, CounterExample, Inverse, Measured, Moves, Orders, RunEnd, clock};
use crate::catalog::menu::Settings;
use crate::cost::Cost;
use crate::encoding::Encoding;
use crate::encoding::error::EncodingError;
use crate::memory::Memory;
use crate::rank_actions::{RankActions, RankActionsError, RankMoves};
use crate::search::limits::{Limit, Limits};
use crate::space::{Invertible, StateSpace};
use crate::store::advice::Kind;

/// A ring of cells; actions go one cell up or down. Cells that are no number below `cells` do not occur.
struct Ring {
    cells: u32,
    cost: Cost,
}

impl StateSpace for Ring {
    type State = u32;
    type Action = bool;

    fn actions<'a>(&'a self, _: &u32) -> impl Iterator<Item = bool> + use<'a> {
        [true, false].into_iter()
    }

    fn apply(&self, state: &mut u32, &up: &bool) {
        let step = if up { 1 } else { self.cells - 1 };
        *state = (*state + step) % self.cells;
    }

    fn cost(&self, _: &u32, _: &bool) -> Cost {
        self.cost
    }
}

impl Invertible for Ring {
    fn inverse(&self, &up: &bool) -> bool {
        !up
    }
}

/// Numbers below `size`, with one mistake.
#[derive(Clone, Copy)]
enum Wrong {
    /// None.
    Not,
    /// Two states have the rank 3.
    Shared,
    /// State 9 has a rank that is not below the size.
    Outside,
    /// Rank 40, which no walk comes to, unranks to another state.
    Rank,
}

struct Numbers {
    size: u64,
    wrong: Wrong,
}

impl Encoding for Numbers {
    type State = u32;

    fn size(&self) -> u64 {
        self.size
    }

    fn rank(&self, &state: &u32) -> u64 {
        match (self.wrong, state) {
            (Wrong::Shared, 4) => 3,
            (Wrong::Outside, 9) => 99,
            _ => state.into(),
        }
    }

    fn unrank_into(&self, rank: u64, state: &mut u32) {
        *state = match (self.wrong, rank) {
            (Wrong::Rank, 40) => 41,
            _ => rank.try_into().unwrap(),
        };
    }
}

const RING: Ring = Ring { cells: 21, cost: 1 };

/// Every cell is a part; the move up from cell 3 goes one too far if it is `wrong`.
struct Acting {
    wrong: bool,
}

impl Encoding for Acting {
    type State = u32;

    fn size(&self) -> u64 {
        RING.cells.into()
    }

    fn rank(&self, &state: &u32) -> u64 {
        state.into()
    }

    fn unrank_into(&self, rank: u64, state: &mut u32) {
        *state = rank.try_into().unwrap();
    }
}

impl RankActions<Ring> for Acting {
    fn rank_moves(&self, ring: &Ring, memory: &Memory) -> Result<RankMoves, RankActionsError> {
        let cells = ring.cells as usize;
        let mut moves = RankMoves::new(ring.cells.into(), Vec::new(), memory)?;
        for cell in 0..cells {
            let up = if self.wrong && cell == 3 { 2 } else { 1 };
            moves.connect(cell, 0, (cell + up) % cells)?;
            moves.connect(cell, 0, (cell + cells - 1) % cells)?;
        }
        Ok(moves)
    }
}

fn acting(wrong: bool, orders: &Orders, limits: Limits) -> Measured {
    let settings = Settings {
        limits,
        seed: 7,
        ..Settings::default()
    };
    let mut unwatched = ();
    let bench = Bench::new(("parts", "one a cell"), orders, &settings, &mut unwatched);
    bench.acting_encoding(&RING, &[0], Ok(Acting { wrong }), |state| {
        format!("cell {state}\n")
    })
}

#[test]
fn declared_moves_are_tested_against_the_rules() {
    let orders = Orders {
        timing: false,
        samples: 500,
        ..Orders::default()
    };
    let stores = |found: &Measured| found.runs.iter().map(|run| run.store).collect::<Vec<_>>();
    let right = acting(false, &orders, Limits::default());
    let hold = Moves::Hold {
        walked: 500,
        seed: 7,
    };
    assert_eq!(
        (right.moves.as_ref(), right.differ.as_ref()),
        (Some(&hold), None)
    );
    assert_eq!(
        stores(&right),
        ["bits", "residues", "planes", "plane-residues", "packed"]
    );
    let profile: Vec<u64> = [1].into_iter().chain([2; 10]).collect();
    for run in &right.runs {
        assert_eq!(
            (&run.end, &run.profile),
            (&RunEnd::Whole, &profile),
            "{}",
            run.store
        );
    }
    let wrong = acting(true, &orders, Limits::default());
    assert!(matches!(wrong.inverse, Some(Inverse::Holds { .. })));
    let why = "rank 3 has the successors [2, 4] by the rules and [2, 5] by the moves: 3";
    assert_eq!(wrong.moves, Some(Moves::Broken(why.to_owned())));
    assert_eq!(stores(&wrong), ["bits", "residues", "packed"]);
    let limits = Limits::default();
    limits.cancel.cancel();
    let cancelled = acting(true, &orders, limits);
    assert_eq!(cancelled.moves, Some(Moves::Unfinished(Limit::Cancelled)));
}

#[test]
fn profiles_that_differ_are_told() {
    // No sample that would show what is wrong before.
    let orders = Orders {
        timing: false,
        samples: 0,
        ..Orders::default()
    };
    let wrong = acting(true, &orders, Limits::default());
    assert!(matches!(wrong.moves, Some(Moves::Hold { walked: 0, .. })));
    let differ = "bits has 2 states at depth 5, planes has 3";
    assert_eq!(wrong.differ.as_deref(), Some(differ));
    assert_eq!(acting(false, &orders, Limits::default()).differ, None);
}

fn measured(wrong: Wrong, size: u64, orders: &Orders, limits: Limits) -> Measured {
    let settings = Settings {
        limits,
        seed: 7,
        ..Settings::default()
    };
    let mut unwatched = ();
    let bench = Bench::new(
        ("numbers", "as they are"),
        orders,
        &settings,
        &mut unwatched,
    );
    let encoding = Ok(Numbers { size, wrong });
    bench.undoable_encoding(&RING, &[0], encoding, |state| format!("cell {state}\n"))
}

#[test]
fn a_right_encoding_is_counted_on_both_stores() {
    let orders = Orders {
        repeats: 3,
        ..Orders::default()
    };
    let found = measured(Wrong::Not, 42, &orders, Limits::default());
    let holds = Inverse::Holds {
        ranks: 42,
        exhaustive: true,
        walked: 65_536,
        seed: 7,
    };
    assert_eq!(found.inverse, Some(holds));
    assert_eq!(
        (found.size, found.bits, found.states()),
        (Some(42), 6, Some(21))
    );
    assert_eq!(found.waste(), Some(2.0));
    let runs: Vec<_> = found
        .runs
        .iter()
        .map(|r| (r.store, r.states, r.depth, &r.end))
        .collect();
    let whole = &RunEnd::Whole;
    let expected = [
        ("bits", 21, Some(10), whole),
        ("residues", 21, Some(10), whole),
        ("packed", 21, Some(10), whole),
    ];
    assert_eq!(runs, expected);
    for run in found.runs.iter().filter(|run| run.store != "residues") {
        let spreads = [run.timing.rank, run.timing.unrank].map(Option::unwrap);
        assert!(
            spreads
                .iter()
                .all(|s| 0.0 < s.low && s.low <= s.median && s.median <= s.high)
        );
        assert!(run.peak_bytes > 0 && run.bits_a_state().is_some());
        // The numbers say nothing of many at once.
        assert_eq!((run.timing.rank_each, run.timing.unrank_each), (None, None));
    }
    let advice = found.advice.unwrap();
    assert_eq!((advice.kind, advice.bytes), (Kind::Residues, Some(16)));
}

/// Numbers that are said to be faster together, and what was asked for.
struct Together {
    numbers: Numbers,
    /// How many were ranked and unranked together, at the most.
    each: [Cell<usize>; 2],
}

impl Encoding for Together {
    type State = u32;

    fn size(&self) -> u64 {
        self.numbers.size()
    }

    fn rank(&self, state: &u32) -> u64 {
        self.numbers.rank(state)
    }

    fn unrank_into(&self, rank: u64, state: &mut u32) {
        self.numbers.unrank_into(rank, state);
    }

    const AT_ONCE: bool = true;

    fn rank_each(&self, states: &[u32], ranks: &mut [u64]) {
        self.each[0].set(self.each[0].get().max(states.len()));
        for (state, rank) in states.iter().zip(ranks) {
            *rank = self.rank(state);
        }
    }

    fn unrank_each(&self, ranks: &[u64], states: &mut [u32]) {
        self.each[1].set(self.each[1].get().max(ranks.len()));
        for (&rank, state) in ranks.iter().zip(states) {
            self.unrank_into(rank, state);
        }
    }
}

#[test]
fn many_at_once_are_timed_where_that_is_faster() {
    let together = Together {
        numbers: Numbers {
            size: 42,
            wrong: Wrong::Not,
        },
        each: [Cell::new(0), Cell::new(0)],
    };
    for (timing, batch) in [(true, 4096), (true, 3), (false, 4096)] {
        let orders = Orders {
            timing,
            batch,
            repeats: 3,
            ..Orders::default()
        };
        let limits = Limits::default();
        let times = clock::Times {
            orders: &orders,
            seed: 7,
            limits: &limits,
        };
        let told = times.of_encoding(&together, &0);
        let spreads = [told.rank, told.unrank, told.rank_each, told.unrank_each];
        for spread in spreads {
            assert_eq!(spread.is_some(), timing);
            assert!(spread.is_none_or(|s| 0.0 < s.low && s.low <= s.median && s.median <= s.high));
        }
        let most = together.each.each_ref().map(|most| most.replace(0));
        let expected = if timing { batch.min(256) as usize } else { 0 };
        assert_eq!(most, [expected; 2]);
    }
}

#[test]
fn counts_and_bytes_are_the_same_in_every_run() {
    let once = |timing| {
        let orders = Orders {
            timing,
            repeats: 1,
            ..Orders::default()
        };
        let found = measured(Wrong::Not, 42, &orders, Limits::default());
        let timed = found.runs.iter().any(|run| run.timing.rank.is_some());
        assert_eq!(timed, timing);
        let runs = found.runs.iter();
        runs.map(|r| (r.states, r.peak_bytes)).collect::<Vec<_>>()
    };
    assert_eq!(once(false), once(true));
}

#[test]
fn large_encodings_are_sampled() {
    let orders = Orders {
        exhaustive: 41,
        samples: 500,
        timing: false,
        ..Orders::default()
    };
    let found = measured(Wrong::Not, 42, &orders, Limits::default());
    let holds = Inverse::Holds {
        ranks: 500,
        exhaustive: false,
        walked: 500,
        seed: 7,
    };
    assert_eq!(found.inverse, Some(holds));
    // Enough samples find the wrong one as well.
    let found = measured(Wrong::Rank, 42, &orders, Limits::default());
    assert!(matches!(found.inverse, Some(Inverse::Broken(_))));
}

#[test]
fn a_wrong_encoding_is_shown_by_both_states() {
    let orders = Orders::default();
    let cases: [(Wrong, &str, &[&str]); 3] = [
        (
            Wrong::Shared,
            "4 has rank 3, which unranks to 3",
            &["cell 4\n", "cell 3\n"],
        ),
        (
            Wrong::Outside,
            "9 has rank 99, which is not below the size 42",
            &["cell 9\n"],
        ),
        (
            Wrong::Rank,
            "rank 40 unranks to 41, whose rank is 41",
            &["cell 41\n", "cell 41\n"],
        ),
    ];
    for (wrong, law, states) in cases {
        let found = measured(wrong, 42, &orders, Limits::default());
        let expected = CounterExample {
            law: law.to_owned(),
            states: states.iter().map(|&state| state.to_owned()).collect(),
        };
        assert_eq!(found.inverse, Some(Inverse::Broken(expected)));
        // What it would sweep over is not to be trusted.
        assert!(found.runs.is_empty() && found.advice.is_none());
    }
}

#[test]
fn limits_hold_for_every_run() {
    let orders = Orders {
        timing: false,
        ..Orders::default()
    };
    let few = Limits {
        states: Some(6),
        ..Limits::default()
    };
    let found = measured(Wrong::Not, 42, &orders, few);
    for run in &found.runs {
        assert_eq!(run.end, RunEnd::Limit(Limit::States(6)), "{}", run.store);
        assert!(
            (1..=6).contains(&run.states),
            "{}: {}",
            run.store,
            run.states
        );
        assert_eq!(run.bits_a_state(), None);
    }
    assert_eq!((found.waste(), found.states()), (None, None));

    let tight = Limits {
        memory: Memory::limited(1),
        ..Limits::default()
    };
    let found = measured(Wrong::Not, 42, &orders, tight);
    let refused = |end: &RunEnd| matches!(end, RunEnd::Limit(Limit::Memory(_)));
    assert!(
        found
            .runs
            .iter()
            .all(|run| refused(&run.end) && run.states == 0)
    );
    let text = found.advice.unwrap().to_string();
    assert!(
        text.starts_with(
            "2-bit table, 16 bytes: every action can be undone and costs 1; the budget of 1 byte "
        ),
        "{text}"
    );

    let limits = Limits::default();
    limits.cancel.cancel();
    let found = measured(Wrong::Not, 42, &orders, limits);
    assert_eq!(found.inverse, Some(Inverse::Unfinished(Limit::Cancelled)));
}

#[test]
fn whole_states_stand_beside_them() {
    let (orders, settings) = (Orders::default(), Settings::default());
    let mut unwatched = ();
    let bench = Bench::new(("states", "whole"), &orders, &settings, &mut unwatched);
    let found = bench.states(&RING, &[0]);
    assert_eq!(
        (found.size, found.bits, found.states()),
        (None, 32, Some(21))
    );
    assert_eq!((found.runs.len(), found.runs[0].store), (1, "interned"));
    assert!(found.inverse.is_none() && found.waste().is_none());
}

#[test]
fn what_cannot_be_measured_says_why() {
    let (orders, settings) = (Orders::default(), Settings::default());
    let names = ("numbers", "as they are");
    let draw = |_: &u32| String::new();
    let right = || {
        Ok(Numbers {
            size: 21,
            wrong: Wrong::Not,
        })
    };
    let mut unwatched = ();
    let bench = Bench::new(names, &orders, &settings, &mut unwatched);
    let found = bench.encoding(&RING, &[], right(), draw);
    assert!(found.refused.unwrap().contains("no start"));
    let mut unwatched = ();
    let bench = Bench::new(names, &orders, &settings, &mut unwatched);
    let large: Result<Numbers, _> = Err(EncodingError::TooLarge { size: None });
    let found = bench.encoding(&RING, &[0], large, draw);
    assert!(found.refused.unwrap().contains("2^128"));
    // A sweep is for unit costs.
    let dear = Ring { cells: 21, cost: 2 };
    let mut unwatched = ();
    let bench = Bench::new(names, &orders, &settings, &mut unwatched);
    let found = bench.encoding(&dear, &[0], right(), draw);
    assert!(
        found
            .runs
            .iter()
            .all(|run| matches!(run.end, RunEnd::Refused(_)))
    );
    let advice = found.advice.unwrap();
    assert_eq!(advice.kind, Kind::Distances(1));
}
