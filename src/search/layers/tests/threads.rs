//! Sweeps on several threads: the same profile, table, deepest states and counts as on one.

use std::fmt::Debug;

use super::torus::Torus;
use super::{Line, line};
use crate::cost::Cost;
use crate::encoding::Encoding;
use crate::memory::Memory;
use crate::search::layers::{End, Sweep, Swept};
use crate::search::limits::{Cancel, Limit, Limits};
use crate::search::outcome::SearchError;
use crate::search::{Observer, Stats};
use crate::space::{Invertible, Predecessors, StateSpace, predecessors_by_inverse};

const THREADS: [usize; 4] = [0, 1, 2, 3];

/// The corners of a cube of many dimensions; an action flips one coordinate. At a corner with `dear` ones
/// or more an action costs as much as the number of the corner.
pub(super) struct Cube {
    pub(super) dimensions: u32,
    pub(super) dear: u32,
}

pub(super) fn cube(dimensions: u32) -> Cube {
    let dear = u32::MAX;
    Cube { dimensions, dear }
}

impl StateSpace for Cube {
    type State = u32;
    type Action = u32;

    fn actions<'a>(&'a self, _: &u32) -> impl Iterator<Item = u32> + use<'a> {
        0..self.dimensions
    }

    fn apply(&self, state: &mut u32, &action: &u32) {
        *state ^= 1 << action;
    }

    fn cost(&self, &state: &u32, _: &u32) -> Cost {
        if state.count_ones() < self.dear {
            1
        } else {
            state.into()
        }
    }
}

impl Invertible for Cube {
    fn inverse(&self, &action: &u32) -> u32 {
        action
    }
}

impl Predecessors for Cube {
    fn predecessors<'a>(&'a self, state: &u32) -> impl Iterator<Item = (u32, u32)> + use<'a> {
        predecessors_by_inverse(self, state)
    }
}

impl Encoding for Cube {
    type State = u32;

    fn size(&self) -> u64 {
        1 << self.dimensions
    }

    fn rank(&self, &state: &u32) -> u64 {
        state.into()
    }

    fn unrank_into(&self, rank: u64, state: &mut u32) {
        *state = u32::try_from(rank).unwrap();
    }
}

/// What was found, but for the table and the bytes.
#[derive(Debug, PartialEq)]
pub(super) struct Found {
    end: End,
    profile: Vec<u64>,
    deepest: (u64, Vec<u64>),
    stats: Stats,
}

pub(super) fn found<T, D>(swept: &Swept<T, D>) -> Found {
    Found {
        end: swept.end,
        profile: swept.profile().to_vec(),
        deepest: (swept.deepest.count, swept.deepest.ranks().to_vec()),
        stats: Stats {
            peak_bytes: 0,
            ..swept.stats
        },
    }
}

/// Sweeps both ways, in every table that is right for a directed space, on any number of threads.
fn any_number_finds_the_same<P, E>(space: &P, encoding: &E, start: P::State, limits: &Limits)
where
    P: Predecessors<State: Send + Debug> + Sync,
    E: Encoding<State = P::State> + Sync,
{
    let starts = [start];
    let size = encoding.size();
    let mut first = None;
    for threads in THREADS {
        let sweep = Sweep::new(space, encoding, &starts)
            .deepest(5)
            .threads(threads);
        let words = sweep.forward(limits, &mut ()).unwrap();
        let bits = sweep.visited(limits, &mut ()).unwrap();
        let back = sweep.backward(limits, &mut ()).unwrap();
        let bytes = sweep.expecting(0).forward(limits, &mut ()).unwrap();
        let same = found(&words);
        assert_eq!(found(&bytes), same);
        assert_eq!(found(&bits), same);
        let distances = |rank| words.distance(rank);
        assert!((0..size).all(|rank| bytes.distance(rank) == distances(rank)));
        assert!((0..size).all(|rank| bits.is_reached(rank) == distances(rank).is_some()));
        let all: Vec<_> = (0..size)
            .map(|r| (distances(r), back.distance(r)))
            .collect();
        let now = (same, found(&back), all);
        match &first {
            None => first = Some(now),
            Some(first) => assert_eq!(*first, now, "{threads} threads"),
        }
    }
}

#[test]
fn directed_spaces_are_the_same_on_any_number_of_threads() {
    let free = Limits::default();
    for side in 3..=8 {
        any_number_finds_the_same(&Torus(side), &Torus(side), (0, 0, 0), &free);
    }
    // Widening tables, wide layers, many layers, and sizes that end within a word.
    for (size, jumps) in [
        (70_000, 1..=1),
        (10_000, 1..=400),
        (1023, 1..=33),
        (129, 3..=70),
    ] {
        let space = line(size, jumps);
        any_number_finds_the_same(&space, &space, 0, &free);
    }
}

#[test]
fn limits_on_states_stop_at_the_same_state_on_any_number_of_threads() {
    let space = line(10_000, 1..=400);
    for most in [1, 500, 5000, 9999] {
        for limits in [
            Limits {
                expansions: Some(most),
                ..Limits::default()
            },
            Limits {
                states: Some(most),
                ..Limits::default()
            },
            Limits {
                cost: Some(most.cast_signed() / 300),
                ..Limits::default()
            },
            Limits {
                memory: Memory::limited(most * 10 + 80_000),
                ..Limits::default()
            },
        ] {
            any_number_finds_the_same(&space, &space, 0, &limits);
        }
    }
}

#[test]
fn residues_are_the_same_on_any_number_of_threads() {
    let (space, free) = (cube(12), Limits::default());
    any_number_finds_the_same(&space, &space, 5, &free);
    for threads in THREADS {
        let sweep = Sweep::new(&space, &space, &[5]).deepest(5).threads(threads);
        let distances = sweep.forward(&free, &mut ()).unwrap();
        let residues = sweep.residues(&free, &mut ()).unwrap();
        assert_eq!(found(&residues), found(&distances));
        assert_eq!(distances.profile()[..4], [1, 12, 66, 220]);
        for rank in 0..space.size() {
            let residue = distances.distance(rank).map(|distance| distance % 3);
            assert_eq!(residues.residue(rank).map(Cost::from), residue);
        }
    }
}

/// Cancels at every look at the clock.
struct Impatient(Cancel);

impl<S> Observer<S> for Impatient {
    fn progress(&mut self, _: &Stats) {
        self.0.cancel();
    }
}

#[test]
fn a_layer_that_was_broken_off_goes_on() {
    for threads in THREADS {
        let (space, free) = (cube(12), Limits::default());
        let sweep = Sweep::new(&space, &space, &[5]).deepest(5).threads(threads);
        let whole = sweep.residues(&free, &mut ()).unwrap();
        let mut walk = sweep.start_residues(&free);
        let mut broken = 0;
        loop {
            let cancel = Cancel::default();
            let limits = Limits {
                cancel: cancel.clone(),
                ..Limits::default()
            };
            match walk.run(&limits, &mut Impatient(cancel)).unwrap() {
                End::Limit(Limit::Cancelled) => broken += 1,
                end => break assert_eq!(end, End::Whole),
            }
        }
        // With others at work the first thread, which alone looks at the clock, may find nothing to do.
        assert!(threads > 1 || broken > 5, "{broken}");
        let walked = walk.finish();
        assert_eq!(found(&walked), found(&whole));
        assert!((0..space.size()).all(|rank| walked.residue(rank) == whole.residue(rank)));
    }
}

#[test]
fn the_first_error_is_told_by_any_number_of_threads() {
    let space = Cube {
        dear: 5,
        ..cube(12)
    };
    for threads in THREADS {
        let sweep = Sweep::new(&space, &space, &[0]).threads(threads);
        let mut walk = sweep.start_visited(&Limits::default());
        // It is come upon again, and the same.
        for _ in 0..2 {
            let refused = walk.run(&Limits::default(), &mut ());
            let cost = 0b11111;
            let action = "0".to_owned();
            assert_eq!(refused, Err(SearchError::NotUnitCost { action, cost }));
        }
    }
    let space = Line {
        cost: 3,
        ..line(9000, 1..=300)
    };
    for threads in THREADS {
        let sweep = Sweep::new(&space, &space, &[0]).threads(threads);
        assert!(sweep.forward(&Limits::default(), &mut ()).is_err());
    }
}
