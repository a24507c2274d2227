//! What sweeps are said to take is enough for all of them, on spaces of every shape.

use super::ByRank;
use crate::cost::Cost;
use crate::encoding::number::Number;
use crate::memory::Memory;
use crate::search::layers::{End, Sweep};
use crate::search::limits::Limits;
use crate::space::{Invertible, StateSpace};

/// Numbers below `size`; an action adds or takes away one of the steps, around the ring.
struct Ring {
    size: u32,
    steps: &'static [u32],
}

impl StateSpace for Ring {
    type State = u32;
    type Action = (u32, bool);

    fn actions<'a>(&'a self, _: &u32) -> impl Iterator<Item = (u32, bool)> + use<'a> {
        let steps = self.steps.iter();
        steps.flat_map(|&step| [(step, false), (step, true)])
    }

    fn apply(&self, state: &mut u32, &(step, back): &(u32, bool)) {
        let step = if back { self.size - step } else { step };
        *state = (*state + step) % self.size;
    }
}

impl Invertible for Ring {
    fn inverse(&self, &(step, back): &(u32, bool)) -> (u32, bool) {
        (step, !back)
    }
}

/// Long rings, in which every layer is small; one with large layers; and spaces of hardly any states.
const RINGS: [Ring; 8] = [
    ring(1, &[0]),
    ring(2, &[1]),
    ring(64, &[1]),
    ring(508, &[1]),
    ring(509, &[1]),
    ring(1000, &[1]),
    ring(70_000, &[1]),
    ring(60_000, &[1, 7, 50, 343, 2401, 16_807]),
];

const fn ring(size: u32, steps: &'static [u32]) -> Ring {
    Ring { size, steps }
}

/// How far the farthest is, by a plain search.
fn depth(ring: &Ring) -> Cost {
    let size = usize::try_from(ring.size).unwrap();
    let mut far = vec![None; size];
    far[0] = Some(0);
    let mut queue = std::collections::VecDeque::from([0]);
    let mut deepest = 0;
    while let Some(state) = queue.pop_front() {
        deepest = far[usize::try_from(state).unwrap()].unwrap();
        for action in ring.actions(&state) {
            let mut after = state;
            ring.apply(&mut after, &action);
            let place = usize::try_from(after).unwrap();
            if far[place].is_none() {
                far[place] = Some(deepest + 1);
                queue.push_back(after);
            }
        }
    }
    deepest
}

/// Sweeps over distances within so much memory, with local maxima if they are asked for: how it ended, how many states it
/// has, and whether the maxima were found.
fn swept(
    ring: &Ring,
    largest: impl Fn(&Memory) -> Cost,
    bytes: u64,
    listed: Option<usize>,
) -> (End, u64, bool) {
    let numbers = Number::new(ring.size.into()).unwrap();
    let limits = Limits {
        memory: Memory::limited(bytes),
        ..Limits::default()
    };
    let sweep = Sweep::new(ring, &numbers, &[0])
        .deepest(3)
        .expecting(largest(&limits.memory));
    let found = sweep.forward(&limits, &mut ()).unwrap();
    assert!(found.stats.peak_bytes <= bytes);
    let is_found = listed.is_none_or(|listed| {
        let mut edges = sweep.successors().unwrap();
        let told = found.local_maxima::<_, u32>(&mut edges, listed, &limits, &mut ());
        told.unwrap().is_some_and(|told| told.is_ok())
    });
    if found.end == End::Whole {
        assert!(!found.deepest.ranks().is_empty());
    }
    (found.end, found.size(), is_found)
}

#[test]
fn the_least_is_enough_to_the_end() {
    for ring in &RINGS {
        let deepest = depth(ring);
        for known in [None, Some(deepest), Some(3 * deepest + 1)] {
            for listed in [None, Some(0), Some(9)] {
                let taken = ByRank::distances(ring.size.into())
                    .no_deeper(known)
                    .and_maxima(listed);
                let forecast = taken.forecast();
                let least = forecast.least.unwrap();
                let whole = (End::Whole, u64::from(ring.size), true);
                for bytes in [Some(least), forecast.most, Some(taken.ample())] {
                    let Some(bytes) = bytes else { continue };
                    let found = swept(ring, |memory| taken.largest(memory), bytes, listed);
                    assert_eq!(found, whole, "{} {known:?} {listed:?}", ring.size);
                }
            }
        }
    }
}

#[test]
fn no_length_of_the_profile_is_too_long_beside_lists() {
    for size in (20_000..60_000).step_by(1931) {
        let ring = ring(size, &[1, 300]);
        let taken = ByRank::distances(size.into()).no_deeper(Some(depth(&ring)));
        let least = taken.forecast().least.unwrap();
        for bytes in [least, least + 1000, least + 5000] {
            let found = swept(&ring, |memory| taken.largest(memory), bytes, None);
            assert_eq!(found, (End::Whole, size.into(), true), "{size} {bytes}");
        }
    }
    for layers in (8..3000).step_by(61) {
        let ring = ring(2 * layers, &[1]);
        let taken = ByRank::distances(ring.size.into());
        let least = taken.forecast().least.unwrap();
        let found = swept(&ring, |memory| taken.largest(memory), least, None);
        assert_eq!(found, (End::Whole, ring.size.into(), true), "{layers}");
    }
}

#[test]
fn bits_and_residues_come_to_their_end_too() {
    for ring in &RINGS {
        let numbers = Number::new(ring.size.into()).unwrap();
        for known in [None, Some(depth(ring))] {
            let least = |bits| {
                let taken = ByRank::bits(ring.size.into(), bits).no_deeper(known);
                let forecast = taken.forecast();
                assert_eq!(forecast.least, forecast.most);
                Limits {
                    memory: Memory::limited(forecast.least.unwrap()),
                    ..Limits::default()
                }
            };
            let sweep = Sweep::new(ring, &numbers, &[0]);
            let bits = sweep.visited(&least(1), &mut ()).unwrap();
            assert_eq!((bits.end, bits.size()), (End::Whole, ring.size.into()));
            let residues = sweep.residues(&least(2), &mut ()).unwrap();
            let found = (residues.end, residues.size());
            assert_eq!(found, (End::Whole, ring.size.into()));
        }
    }
}

#[test]
fn a_known_depth_makes_the_table_as_wide_as_it_has_to_be() {
    let memory = Memory::limited(u64::MAX);
    let begun = |ranks: u64, depth| {
        let taken = ByRank::distances(ranks).no_deeper(depth);
        let bytes = taken.forecast().least.unwrap() / ranks;
        (taken.largest(&memory), bytes)
    };
    let many = 1 << 30;
    assert_eq!(begun(many, Some(20)), (21, 1));
    assert_eq!(begun(many, Some(253)), (254, 1));
    assert_eq!(begun(many, Some(254)), (255, 2));
    assert_eq!(begun(many, Some(65_533)), (65_534, 2));
    assert_eq!(begun(many, Some(65_534)), (65_535, 4));
    assert_eq!(begun(200, None).0, 200);
    assert_eq!(begun(60_000, None).0, 60_000);
}

#[test]
fn where_no_depth_is_known_the_table_begins_with_what_there_is_room_for() {
    let ranks = 1 << 30;
    let taken = ByRank::distances(ranks);
    let forecast = taken.forecast();
    assert_eq!(forecast.most, None);
    let least = forecast.least.unwrap();
    assert!(least > 2 * ranks && least < 2 * ranks + (1 << 21));
    assert_eq!(taken.largest(&Memory::limited(least)), 0xFFFE);
    assert_eq!(taken.largest(&Memory::limited(3 * ranks)), 0xFFFE);
    assert_eq!(taken.largest(&Memory::limited(4 * ranks)), 0xFE);
    // A checkpoint may have four bytes a rank, and there are two.
    let disk = forecast.disk.unwrap();
    assert!(disk > 8 * ranks && disk < 9 * ranks);
}

#[test]
fn lists_give_way_to_a_table_that_is_widened() {
    let ring = ring(3000, &[1]);
    // The table in both widths, and the profile while it grows; nothing for lists.
    let bytes = 3 * 3000 + 1501 * 17 + 8;
    let found = swept(&ring, |_| 254, bytes, None);
    assert_eq!(found, (End::Whole, 3000, true));
    let (end, states, _) = swept(&ring, |_| 254, 3 * 3000 - 1, None);
    assert!(matches!(end, End::Limit(_)));
    assert_eq!(states, 1 + 2 * 254);
}

#[test]
fn sizes_do_not_wrap() {
    assert_eq!(ByRank::distances(u64::MAX).forecast().least, Some(u64::MAX));
    let residues = ByRank::bits(u64::MAX, 2).forecast();
    assert!(residues.most > Some(u64::MAX / 4));
    let deep = ByRank::distances(u64::MAX).no_deeper(Some(Cost::MAX));
    assert_eq!(deep.forecast().most, Some(u64::MAX));
}
