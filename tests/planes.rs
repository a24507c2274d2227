//! Sweeps on bit planes against sweeps by rank and published counts.

#[path = "planes/checkpoints.rs"]
mod checkpoints;
#[path = "planes/digits.rs"]
mod digits;
#[path = "planes/sliding.rs"]
mod sliding;

use digits::{DigitRanks, Digits};
use sliding::{Sliding, SlidingRanks};
use statewalk::plan::replay;
use statewalk::rank_actions::{LocalMap, RankActions, RankActionsError, RankMoves, laws};
use statewalk::search::layers::End;
use statewalk::search::layers::planes::Scheme;
use statewalk::{Encoding, Limit, Limits, Memory, Outcome, StateSpace, Sweep};

/// The sizes of all layers and the deepest ranks, by the sweep by rank.
fn by_rank<P, E>(space: &P, ranks: &E, starts: &[P::State]) -> (Vec<u64>, Vec<u64>)
where
    P: StateSpace<State: Send> + Sync,
    E: Encoding<State = P::State> + Sync,
{
    let sweep = Sweep::new(space, ranks, starts).deepest(1000);
    let swept = sweep.forward(&Limits::default(), &mut ()).unwrap();
    (swept.profile().to_vec(), swept.deepest.ranks().to_vec())
}

/// The same on planes, and how much it remembered.
fn on_planes<P: StateSpace>(
    space: &P,
    ranks: &impl RankActions<P>,
    starts: &[P::State],
    threads: usize,
) -> (Vec<u64>, Vec<u64>, Option<Scheme>) {
    let sweep = Sweep::new(space, ranks, starts).deepest(1000);
    let mut planes = sweep
        .threads(threads)
        .start_planes(&Limits::default())
        .unwrap();
    planes.run(&Limits::default(), &mut ()).unwrap();
    let scheme = planes.scheme();
    let swept = planes.finish();
    (
        swept.profile().to_vec(),
        swept.deepest.ranks().to_vec(),
        scheme,
    )
}

const SIZES: [(usize, usize); 9] = [
    (1, 1),
    (1, 4),
    (2, 2),
    (3, 2),
    (2, 3),
    (4, 2),
    (2, 4),
    (3, 3),
    (2, 5),
];

#[test]
fn declared_moves_keep_the_laws() {
    for (width, height) in SIZES {
        let space = Sliding { width, height };
        let ranks = SlidingRanks::new(width, height);
        let mut some = space.goal();
        let step = (ranks.size() / 5000).max(1);
        let states = (0..ranks.size())
            .step_by(usize::try_from(step).unwrap())
            .map(|rank| {
                ranks.unrank_into(rank, &mut some);
                some.clone()
            });
        let checked = laws::check(&space, &ranks, states);
        assert_eq!(checked, Ok(()), "{width} x {height}");
    }
}

#[test]
fn planes_agree_with_the_sweep_by_rank() {
    for (width, height) in SIZES {
        let space = Sliding { width, height };
        let ranks = SlidingRanks::new(width, height);
        let goal = [space.goal()];
        let expected = by_rank(&space, &ranks, &goal);
        for threads in [1, 2, 3] {
            let (profile, deepest, scheme) = on_planes(&space, &ranks, &goal, threads);
            assert_eq!((profile, deepest), expected, "{width} x {height}");
            assert_eq!(scheme, Some(Scheme::OnePlane));
        }
    }
}

#[test]
fn sweeps_by_declared_moves_are_those_by_actions() {
    for (width, height) in SIZES {
        let space = Sliding { width, height };
        let ranks = SlidingRanks::new(width, height);
        let goal = [space.goal()];
        let unlimited = Limits::default();
        let sweep = Sweep::new(&space, &ranks, &goal);
        let moved = sweep.moved(&unlimited.memory).unwrap();
        let expected = sweep.forward(&unlimited, &mut ()).unwrap();
        let found = sweep.over(moved.edges(), &unlimited, &mut ()).unwrap();
        let visited = sweep
            .visited_over(moved.edges(), &unlimited, &mut ())
            .unwrap();
        let residues = sweep
            .residues_over(moved.edges(), &unlimited, &mut ())
            .unwrap();
        assert_eq!(found.stats.generated, expected.stats.generated);
        for profile in [found.profile(), visited.profile(), residues.profile()] {
            assert_eq!(profile, expected.profile(), "{width} x {height}");
        }
        for rank in 0..ranks.size() {
            assert_eq!(found.distance(rank), expected.distance(rank));
            assert_eq!(visited.is_reached(rank), expected.distance(rank).is_some());
        }
        let back = sweep.moved_backward(&unlimited.memory).unwrap();
        let back = sweep.over(back.edges(), &unlimited, &mut ()).unwrap();
        assert_eq!(back.profile(), expected.profile());
    }
}

#[test]
fn starts_of_both_colours_need_two_planes() {
    let space = Sliding {
        width: 3,
        height: 2,
    };
    let ranks = SlidingRanks::new(3, 2);
    let goal = space.goal();
    let starts: Vec<_> = space.neighbours(&goal).chain([goal.clone()]).collect();
    let expected = by_rank(&space, &ranks, &starts);
    let (profile, deepest, scheme) = on_planes(&space, &ranks, &starts, 2);
    assert_eq!((profile, deepest), expected);
    assert_eq!(scheme, Some(Scheme::TwoPlanes));
}

/// The sizes of some wheels, how they are turned, whether the last two are swapped, and the scheme that is
/// enough for them.
type Case = (&'static [u8], &'static [(usize, i8)], bool, Scheme);

const WHEELS: [Case; 7] = [
    // A digit that only goes on: directed.
    (&[1, 7], &[(1, 1)], false, Scheme::Visited),
    (&[2, 100], &[(0, 1), (1, 3)], false, Scheme::Visited),
    (&[3, 9, 9], &[(0, 1), (1, 1), (2, 2)], true, Scheme::Visited),
    (
        &[2, 64, 64],
        &[(1, 1), (2, -1), (0, 1)],
        true,
        Scheme::Visited,
    ),
    // Back and forth, with a way of odd length around or within one part.
    (
        &[3, 5, 5],
        &[(0, 1), (0, -1), (1, 1), (1, -1)],
        true,
        Scheme::TwoPlanes,
    ),
    (
        &[2, 11, 130],
        &[(0, 1), (1, 1), (1, -1), (2, 1), (2, -1)],
        false,
        Scheme::TwoPlanes,
    ),
    // Each move changes the colour.
    (&[4, 3, 65], &[(0, 1), (0, -1)], false, Scheme::OnePlane),
];

#[test]
fn directed_and_odd_spaces_agree_with_the_sweep_by_rank() {
    for (radices, steps, swaps, scheme) in WHEELS {
        let space = Digits::new(radices, steps, swaps);
        let ranks = DigitRanks::new(radices);
        let states = (0..ranks.size()).map(|rank| ranks.state(rank));
        assert_eq!(laws::check(&space, &ranks, states), Ok(()), "{radices:?}");
        let zero = vec![0; radices.len()];
        let mut last = zero.clone();
        last[radices.len() - 1] = radices[radices.len() - 1] - 1;
        for starts in [&[zero.clone()][..], &[zero.clone(), last]] {
            let expected = by_rank(&space, &ranks, starts);
            for threads in [1, 2] {
                let (profile, deepest, used) = on_planes(&space, &ranks, starts, threads);
                assert_eq!((profile, deepest), expected, "{radices:?} {steps:?}");
                assert_eq!(used, Some(scheme), "{radices:?} {steps:?}");
            }
        }
    }
}

#[test]
fn backward_is_forward_with_all_moves_turned_round() {
    for (radices, steps, swaps, _) in WHEELS {
        let turned: Vec<_> = steps.iter().map(|&(digit, by)| (digit, -by)).collect();
        let (there, back) = (
            Digits::new(radices, steps, swaps),
            Digits::new(radices, &turned, swaps),
        );
        let ranks = DigitRanks::new(radices);
        let starts = [vec![0; radices.len()]];
        let expected = by_rank(&back, &ranks, &starts);
        let sweep = Sweep::new(&there, &ranks, &starts).deepest(1000);
        let mut planes = sweep.start_planes_backward(&Limits::default()).unwrap();
        planes.run(&Limits::default(), &mut ()).unwrap();
        let swept = planes.finish();
        let found = (swept.profile().to_vec(), swept.deepest.ranks().to_vec());
        assert_eq!(found, expected, "{radices:?} {steps:?}");
    }
}

#[test]
fn a_sweep_that_was_broken_off_goes_on() {
    let space = Sliding {
        width: 3,
        height: 3,
    };
    let ranks = SlidingRanks::new(3, 3);
    let goal = [space.goal()];
    let whole = by_rank(&space, &ranks, &goal);
    let sweep = Sweep::new(&space, &ranks, &goal).deepest(1000);
    let unlimited = Limits::default();
    let mut planes = sweep.start_planes(&unlimited).unwrap();
    for states in (0..181_440).step_by(10_007) {
        let limits = Limits {
            states: Some(states),
            ..Limits::default()
        };
        let end = planes.run(&limits, &mut ()).unwrap();
        assert_eq!(end, End::Limit(Limit::States(states)));
        assert!(planes.stats().stored >= states);
    }
    assert_eq!(planes.run(&unlimited, &mut ()).unwrap(), End::Whole);
    let stats = planes.stats();
    assert_eq!((stats.expanded, stats.stored), (181_440, 181_440));
    // Four moves in the middle, three on each side, two in each corner.
    assert_eq!(stats.generated, 181_440 / 9 * 24);
    assert_eq!(stats.duplicates, stats.generated - 181_439);
    let swept = planes.finish();
    assert_eq!(
        (swept.profile().to_vec(), swept.deepest.ranks().to_vec()),
        whole
    );
}

#[test]
fn a_sweep_ends_when_its_targets_are_reached() {
    let space = Sliding {
        width: 3,
        height: 3,
    };
    let ranks = SlidingRanks::new(3, 3);
    let goal = [space.goal()];
    let (profile, deepest) = by_rank(&space, &ranks, &goal);
    for (targets, layers) in [(vec![ranks.rank(&goal[0])], 1), (deepest, profile.len())] {
        let sweep = Sweep::new(&space, &ranks, &goal).until(&targets);
        let mut planes = sweep.start_planes(&Limits::default()).unwrap();
        assert_eq!(
            planes.run(&Limits::default(), &mut ()).unwrap(),
            End::Settled
        );
        assert_eq!(planes.finish().profile(), &profile[..layers]);
    }
    let limits = Limits {
        cost: Some(5),
        ..Limits::default()
    };
    let mut planes = Sweep::new(&space, &ranks, &goal)
        .start_planes(&limits)
        .unwrap();
    assert_eq!(
        planes.run(&limits, &mut ()).unwrap(),
        End::Limit(Limit::Cost(5))
    );
    assert_eq!(planes.finish().profile(), &profile[..6]);
}

#[test]
fn planes_claim_their_bytes_first() {
    let space = Sliding {
        width: 3,
        height: 3,
    };
    let ranks = SlidingRanks::new(3, 3);
    let goal = [space.goal()];
    let sweep = Sweep::new(&space, &ranks, &goal);
    let memory = Memory::unlimited();
    let prepared = sweep.prepare_planes(&memory).unwrap();
    assert_eq!(prepared.scheme(), Scheme::OnePlane);
    // 60 states take 64 bits, and there are some bytes beside the planes.
    let planes = prepared.plane_bytes();
    assert!(
        (181_440 / 60 * 8..181_440 / 60 * 9).contains(&planes),
        "{planes}"
    );
    let needed = prepared.bytes();
    assert!(memory.used() > 0 && needed > planes + memory.used());
}

/// How a sweep ends that has so much memory, how many layers it found, whether it shows a deepest state, and how much
/// was claimed at once.
fn within<P: StateSpace>(
    space: &P,
    ranks: &impl RankActions<P>,
    starts: &[P::State],
    bytes: u64,
) -> (End, usize, bool, u64) {
    let limits = Limits {
        memory: Memory::limited(bytes),
        ..Limits::default()
    };
    let sweep = Sweep::new(space, ranks, starts).deepest(1);
    let mut planes = sweep.start_planes(&limits).unwrap();
    let end = planes.run(&limits, &mut ()).unwrap();
    let swept = planes.finish();
    let is_shown = !swept.deepest.ranks().is_empty();
    (end, swept.profile().len(), is_shown, limits.memory.peak())
}

/// What is told beforehand suffices, and with less a sweep does not begin.
fn what_is_told_is_taken<P: StateSpace>(
    space: &P,
    ranks: &impl RankActions<P>,
    starts: &[P::State],
) {
    let sweep = Sweep::new(space, ranks, starts);
    let told = sweep.prepare_planes(&Memory::unlimited()).unwrap().bytes();
    let (end, layers, is_shown, peak) = within(space, ranks, starts, told);
    assert!(
        end == End::Whole && layers > 0 && is_shown,
        "{end:?} in {told}"
    );
    assert_eq!(peak, told);
    let (end, layers, ..) = within(space, ranks, starts, told - 1);
    assert!(matches!(end, End::Limit(Limit::Memory(_))), "{end:?}");
    assert_eq!(layers, 0);
}

#[test]
fn what_planes_are_told_to_take_suffices_and_nothing_less() {
    for (width, height) in SIZES {
        let space = Sliding { width, height };
        let goal = [space.goal()];
        what_is_told_is_taken(&space, &SlidingRanks::new(width, height), &goal);
    }
    for (radices, steps, swaps, _) in WHEELS {
        let space = Digits::new(radices, steps, swaps);
        let zero = [vec![0; radices.len()]];
        what_is_told_is_taken(&space, &DigitRanks::new(radices), &zero);
    }
}

#[test]
fn what_it_takes_to_compile_moves_is_claimed() {
    // Two wheels of 64 that are swapped: a block of 4096 ranks, each of which has an entry of 8 bytes.
    let radices = [2, 64, 64];
    let (space, ranks) = (
        Digits::new(&radices, &[(0, 1)], true),
        DigitRanks::new(&radices),
    );
    let starts = [vec![0; 3]];
    let sweep = Sweep::new(&space, &ranks, &starts);
    let told = sweep.prepare_planes(&Memory::unlimited()).unwrap().bytes();
    assert!(told > 8 * 4096, "{told}");
    let limits = Limits {
        memory: Memory::limited(told),
        ..Limits::default()
    };
    let planes = sweep.start_planes(&limits).unwrap();
    assert!(limits.memory.peak() > limits.memory.used() + 4096);
    assert!(planes.scheme().is_some());
}

/// Numbers up to 2^35, and a move that works in blocks of half of them.
struct Vast;

impl StateSpace for Vast {
    type State = u64;
    type Action = ();

    fn actions<'a>(&'a self, _: &u64) -> impl Iterator<Item = ()> + use<'a> {
        [()].into_iter()
    }

    fn apply(&self, state: &mut u64, (): &()) {
        let odd = *state >> 34 & 1;
        *state ^= odd << 33;
    }
}

impl Encoding for Vast {
    type State = u64;

    fn size(&self) -> u64 {
        1 << 35
    }

    fn rank(&self, state: &u64) -> u64 {
        *state
    }

    fn unrank_into(&self, rank: u64, state: &mut u64) {
        *state = rank;
    }
}

impl RankActions<Self> for Vast {
    fn rank_moves(&self, _: &Self, memory: &Memory) -> Result<RankMoves, RankActionsError> {
        let mut moves = RankMoves::new(1, vec![2, 2, 1 << 33], memory)?;
        let swaps = LocalMap::window_by_parity(1, 1, vec![0, 1], vec![1, 0]);
        let map = moves.add_map(swaps)?;
        moves.connect(0, map, 0)?;
        Ok(moves)
    }
}

#[test]
fn blocks_that_are_too_large_are_refused() {
    laws::check(&Vast, &Vast, [0, 1 << 33, 1 << 34, (1 << 35) - 1]).unwrap();
    let sweep = Sweep::new(&Vast, &Vast, &[0]);
    let refused = sweep.start_planes(&Limits::default()).err();
    let words = 1 << 28;
    let most = 1 << 26;
    assert_eq!(refused, Some(RankActionsError::Block { words, most }));
}

#[test]
fn without_starts_there_is_nothing() {
    let space = Sliding {
        width: 3,
        height: 2,
    };
    let ranks = SlidingRanks::new(3, 2);
    let mut planes = Sweep::new(&space, &ranks, &[])
        .start_planes(&Limits::default())
        .unwrap();
    assert_eq!(planes.run(&Limits::default(), &mut ()).unwrap(), End::Whole);
    assert_eq!(planes.finish().size(), 0);
}

#[test]
fn residues_on_planes_lead_back_to_the_start() {
    for (width, height) in SIZES {
        let space = Sliding { width, height };
        let ranks = SlidingRanks::new(width, height);
        let goal = [space.goal()];
        let unlimited = Limits::default();
        let sweep = Sweep::new(&space, &ranks, &goal);
        let expected = sweep.forward(&unlimited, &mut ()).unwrap();
        for threads in [1, 2] {
            let sweep = Sweep::new(&space, &ranks, &goal).threads(threads);
            let mut planes = sweep.start_plane_residues(&unlimited).unwrap();
            planes.run(&unlimited, &mut ()).unwrap();
            let swept = planes.finish();
            assert_eq!(swept.profile(), expected.profile());
            for rank in 0..ranks.size() {
                let distance = expected.distance(rank);
                let residue = distance.map(|distance| u8::try_from(distance % 3).unwrap());
                assert_eq!(swept.residue(rank), residue, "{width} x {height}: {rank}");
            }
            let step = usize::try_from(ranks.size() / 50).unwrap().max(1);
            let mut board = space.goal();
            for rank in (0..ranks.size()).step_by(step) {
                ranks.unrank_into(rank, &mut board);
                let outcome = swept
                    .outcome_to(&space, &ranks, &goal, &board, &unlimited)
                    .unwrap();
                assert_eq!(outcome.cost(), expected.distance(rank));
                if let Outcome::Solved { plan, .. } = outcome {
                    let (reached, cost) = replay(&space, &goal[0], &plan.actions).unwrap();
                    assert_eq!((reached, cost), (board.clone(), plan.cost));
                }
            }
        }
    }
}

#[test]
fn residues_claim_two_bits_a_state_more() {
    let space = Sliding {
        width: 3,
        height: 3,
    };
    let (ranks, goal) = (SlidingRanks::new(3, 3), [space.goal()]);
    let sweep = Sweep::new(&space, &ranks, &goal);
    let prepared = sweep.prepare_planes(&Memory::unlimited()).unwrap();
    let most = prepared.bytes_with_residues();
    // Two bits for each of the states, most of which what it takes to compile the moves leaves room for.
    assert!(prepared.residue_bytes() >= 181_440 / 4);
    assert!(most > prepared.plane_bytes() + prepared.residue_bytes() && most >= prepared.bytes());
    for (room, fits) in [(most, true), (most - 1, false)] {
        let limits = Limits {
            memory: Memory::limited(room),
            ..Limits::default()
        };
        let mut planes = sweep.start_plane_residues(&limits).unwrap();
        let end = planes.run(&limits, &mut ()).unwrap();
        assert_eq!(end == End::Whole, fits, "{end:?}");
        assert_eq!(planes.finish().table().is_some(), fits);
    }
}

/// Smaller spaces are swept before threads are started.
#[test]
fn threads_share_larger_spaces() {
    for (steps, scheme) in [
        (&[(0, 1), (1, 7), (2, 1), (3, 1)][..], Scheme::Visited),
        (
            &[
                (0, 1),
                (0, -1),
                (1, 7),
                (1, -7),
                (2, 1),
                (2, -1),
                (3, 1),
                (3, -1),
            ],
            Scheme::TwoPlanes,
        ),
    ] {
        let radices = [3, 201, 199, 20];
        let (space, ranks) = (
            Digits::new(&radices, steps, false),
            DigitRanks::new(&radices),
        );
        let starts = [vec![0; 4], vec![1, 3, 5, 7]];
        let expected = by_rank(&space, &ranks, &starts);
        for threads in [1, 2, 5] {
            let (profile, deepest, used) = on_planes(&space, &ranks, &starts, threads);
            assert_eq!((profile, deepest), expected);
            assert_eq!(used, Some(scheme));
        }
    }
}
