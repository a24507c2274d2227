//! Laws of the spaces and their encodings, on every state that can be reached, or on random walks through
//! spaces that are too large.

use std::collections::HashSet;
use std::fmt::Debug;
use std::hash::Hash;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use statewalk::encoding::error::EncodingError;
use statewalk::encoding::{Encoding, laws};
use statewalk::rank_actions::{RankActions, laws as moves};
use statewalk::space::laws::check_predecessors;
use statewalk::space::{Invertible, Predecessors, StateSpace};
use statewalk_puzzles::cube2::encoding::Ranks;
use statewalk_puzzles::cube2::rules::{Cube, Metric, NAMES, PocketCube, Turn as Quarter};
use statewalk_puzzles::hanoi::rules::{Hanoi, Step};
use statewalk_puzzles::pancake::rules::Pancakes;
use statewalk_puzzles::tiles::board::{Board, DIRECTIONS};
use statewalk_puzzles::tiles::rules::Tiles;
use statewalk_puzzles::topspin::rules::{TURNS, TopSpin};

/// Every action is applicable, leads back by its inverse, and is the edge of a predecessor; no other action is
/// applicable.
fn edges<S>(space: &S, state: &S::State, all: &[S::Action]) -> Vec<S::State>
where
    S: Invertible + Predecessors<State: Debug>,
{
    let actions: Vec<_> = space.actions(state).collect();
    for action in all {
        assert_eq!(
            space.is_applicable(state, action),
            actions.contains(action),
            "{state:?} {action:?}"
        );
    }
    let mut into = Vec::new();
    space.actions_into(state, &mut into);
    assert_eq!(into, actions);
    let mut successors = Vec::new();
    for action in actions {
        assert_eq!(space.cost(state, &action), 1);
        let mut next = state.clone();
        space.apply(&mut next, &action);
        let undo = space.inverse(&action);
        assert_eq!(space.inverse(&undo), action);
        assert!(space.is_applicable(&next, &undo), "{next:?} {undo:?}");
        let mut back = next.clone();
        space.apply(&mut back, &undo);
        assert_eq!(back, *state, "{action:?}");
        successors.push(next);
    }
    check_predecessors(space, [state.clone()]).unwrap();
    successors
}

/// All laws on all states, `size` of which can be reached.
pub(crate) fn hold<S, E>(space: &S, encoding: &E, start: &S::State, all: &[S::Action], size: u64)
where
    S: Invertible + Predecessors<State: Debug + Hash>,
    E: Encoding<State = S::State>,
{
    let mut states = vec![start.clone()];
    let mut known = HashSet::from([start.clone()]);
    let mut next = 0;
    while let Some(state) = states.get(next).cloned() {
        next += 1;
        for after in edges(space, &state, all) {
            if known.insert(after.clone()) {
                states.push(after);
            }
        }
    }
    assert_eq!(states.len() as u64, size);
    assert!(encoding.size() >= size);
    laws::check_exhaustively(encoding, &mut start.clone()).unwrap();
    laws::check_states(encoding, &mut start.clone(), states).unwrap();
}

/// All laws along a random walk.
pub(crate) fn hold_on_a_walk<S, E>(
    space: &S,
    encoding: Option<&E>,
    start: &S::State,
    all: &[S::Action],
) where
    S: Invertible + Predecessors<State: Debug + Hash>,
    E: Encoding<State = S::State>,
{
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let mut state = start.clone();
    let mut walk = Vec::new();
    for _ in 0..3000 {
        let mut successors = edges(space, &state, all);
        state = successors.swap_remove(rng.random_range(0..successors.len()));
        walk.push(state.clone());
    }
    if let Some(encoding) = encoding {
        laws::check_states(encoding, &mut start.clone(), walk).unwrap();
        let ranks = (0..3000).map(|_| rng.random_range(0..encoding.size()));
        laws::check_ranks(encoding, &mut start.clone(), ranks).unwrap();
    }
}

/// The rules of a size with the blank first in the goal, or with a goal drawn by lot.
pub(crate) fn tiles(width: u32, height: u32, drawn: bool) -> Tiles {
    let rules = Tiles::new(width, height).unwrap();
    let mut goal = rules.shown(rules.goal());
    if drawn {
        let mut rng = ChaCha8Rng::seed_from_u64(u64::from(width * height));
        for last in (1..goal.len()).rev() {
            goal.swap(last, rng.random_range(0..=last));
        }
    }
    let goal = rules.board(&goal).unwrap();
    rules.with_goal(goal)
}

#[test]
fn of_tiles() {
    let all = DIRECTIONS.map(|(toward, _)| toward);
    for drawn in [false, true] {
        for (width, height, size) in [
            (1, 1, 1),
            (2, 1, 2),
            (1, 2, 2),
            (3, 1, 3),
            (1, 16, 16),
            (17, 1, 17),
            (1, 25, 25),
            (2, 2, 12),
            (3, 2, 360),
            (2, 3, 360),
            (4, 2, 20_160),
            (2, 4, 20_160),
            (3, 3, 181_440),
        ] {
            let rules = tiles(width, height, drawn);
            let ranks = rules.ranks().unwrap();
            assert_eq!(ranks.size(), size);
            hold(&rules, &ranks, &rules.goal(), &all, size);
        }
        for (width, height) in [
            (2, 5),
            (5, 2),
            (4, 3),
            (4, 4),
            (8, 2),
            (2, 8),
            (3, 6),
            (9, 2),
            (5, 4),
            (4, 5),
        ] {
            let rules = tiles(width, height, drawn);
            let ranks = rules.ranks().unwrap();
            let half = (3..=u64::from(width * height)).product::<u64>();
            assert_eq!(ranks.size(), half);
            assert_eq!(ranks.parts() * ranks.local_size(), half);
            hold_on_a_walk(&rules, Some(&ranks), &rules.goal(), &all);
        }
        for (width, height) in [(7, 3), (2, 12), (5, 5)] {
            let rules = tiles(width, height, drawn);
            let refused = rules.ranks().unwrap_err();
            assert!(matches!(refused, EncodingError::TooLarge { size: Some(_) }));
            let none = None::<&statewalk_puzzles::tiles::encoding::Ranks>;
            hold_on_a_walk(&rules, none, &rules.goal(), &all);
        }
    }
    assert!(Tiles::new(0, 3).is_none() && Tiles::new(3, 256).is_none());
}

/// A move along the shorter side leaves the local rank as it is.
#[test]
fn of_the_parts_of_tiles() {
    for (width, height) in [(4, 3), (3, 4), (4, 4), (7, 2), (9, 2)] {
        let rules = tiles(width, height, true);
        let ranks = rules.ranks().unwrap();
        let mut board: Board = rules.goal();
        let (width, line) = (rules.width(), rules.width().min(rules.height()));
        let cell = |place: usize| {
            if rules.width() > rules.height() {
                place % line * width + place / line
            } else {
                place
            }
        };
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for _ in 0..1000 {
            let rank = rng.random_range(0..ranks.size());
            ranks.unrank_into(rank, &mut board);
            let (part, local) = (ranks.part(&board), ranks.local(&board));
            assert_eq!(part * ranks.local_size() + local, rank);
            let shown = rules.shown(board);
            let place = usize::try_from(part).unwrap();
            assert_eq!(shown[cell(place)], 0);
            if (place + 1) % line != 0 {
                let mut beside = shown.clone();
                beside.swap(cell(place), cell(place + 1));
                let beside = rules.board(&beside).unwrap();
                assert_eq!(
                    (ranks.part(&beside), ranks.local(&beside)),
                    (part + 1, local)
                );
            }
        }
    }
}

#[test]
fn what_is_no_board_has_no_state() {
    let rules = Tiles::new(2, 2).unwrap();
    for wrong in [
        &[0, 1, 2][..],
        &[0, 1, 2, 2],
        &[0, 1, 2, 4],
        &[0, 1, 2, 3, 4],
    ] {
        assert_eq!(rules.board(wrong), None, "{wrong:?}");
    }
    let large = Tiles::new(6, 6).unwrap();
    let cells: Vec<u16> = (0..36).collect();
    assert_eq!(large.board(&cells), None);
    assert!(large.ranks().is_err());
}

/// The declared moves on ranks are those of the rules, on states drawn by lot.
fn moves_hold<S, E>(space: &S, encoding: &E, any: &S::State)
where
    S: StateSpace<State: Debug>,
    E: RankActions<S>,
{
    let mut rng = ChaCha8Rng::seed_from_u64(11);
    let states = (0..2000).map(|_| {
        let mut state = any.clone();
        encoding.unrank_into(rng.random_range(0..encoding.size()), &mut state);
        state
    });
    assert_eq!(moves::check(space, encoding, states), Ok(()));
}

#[test]
fn moves_on_ranks() {
    for drawn in [false, true] {
        for (width, height) in [
            (1, 1),
            (5, 1),
            (1, 5),
            (2, 2),
            (3, 2),
            (2, 3),
            (3, 3),
            (2, 5),
            (5, 2),
            (3, 4),
            (4, 3),
            (4, 4),
            (2, 8),
            (7, 2),
            (8, 2),
            (6, 3),
            (5, 4),
        ] {
            let rules = tiles(width, height, drawn);
            moves_hold(&rules, &rules.ranks().unwrap(), &rules.goal());
        }
    }
    for (tokens, stile) in [
        (2, 2),
        (3, 2),
        (3, 3),
        (4, 2),
        (4, 4),
        (5, 4),
        (6, 3),
        (7, 4),
        (8, 4),
        (9, 5),
        (11, 4),
    ] {
        let rules = TopSpin::new(tokens, stile).unwrap();
        let turned = rules.turned().unwrap();
        assert_eq!(turned.size(), rules.orders().unwrap().size());
        moves_hold(&rules, &turned, &rules.goal());
        let ranks = (0..2000).map(|rank| rank * 7919 % turned.size());
        laws::check_ranks(&turned, &mut rules.goal(), ranks).unwrap();
    }
    for height in [1, 2, 3, 5, 8, 9, 11] {
        let rules = Pancakes::new(height).unwrap();
        let places = rules.places().unwrap();
        assert_eq!(places.size(), rules.orders().unwrap().size());
        moves_hold(&rules, &places, &rules.goal());
        let ranks = (0..2000).map(|rank| rank * 7919 % places.size());
        laws::check_ranks(&places, &mut rules.goal(), ranks).unwrap();
    }
    for metric in [Metric::Half, Metric::Quarter] {
        moves_hold(&PocketCube::new(metric), &Ranks, &Cube::SOLVED);
    }
}

#[test]
fn of_pancakes() {
    let all: Vec<u8> = (0..=17).collect();
    for (height, size) in [(1, 1), (2, 2), (3, 6), (5, 120), (8, 40_320)] {
        let rules = Pancakes::new(height).unwrap();
        let orders = rules.orders().unwrap();
        assert_eq!(
            (orders.size(), orders.parts() * orders.local_size()),
            (size, size)
        );
        hold(&rules, &orders, &rules.goal(), &all, size);
    }
    for height in [9, 12, 15, 16] {
        let rules = Pancakes::new(height).unwrap();
        let orders = rules.orders().unwrap();
        hold_on_a_walk(&rules, Some(&orders), &rules.goal(), &all);
    }
    assert!(Pancakes::new(0).is_none() && Pancakes::new(17).is_none());
    let three = Pancakes::new(3).unwrap();
    for wrong in [&[0, 1][..], &[0, 1, 1], &[0, 1, 3], &[0, 1, 2, 3]] {
        assert_eq!(three.stack(wrong), None);
    }
}

#[test]
fn of_topspin() {
    let all = TURNS.map(|(turn, _)| turn);
    // Where the turnstile is almost the ring, it is mirrored and turned; where it is odd and the ring even,
    // tokens keep to every other place.
    for (tokens, stile, reached, size) in [
        (2, 2, 2, 2),
        (3, 2, 6, 6),
        (3, 3, 6, 6),
        (4, 2, 24, 24),
        (4, 4, 8, 24),
        (5, 4, 10, 60),
        (5, 2, 120, 120),
        (6, 3, 72, 720),
        (6, 4, 720, 720),
        (7, 4, 2520, 2520),
        (7, 5, 2520, 2520),
        (7, 3, 5040, 5040),
        (8, 4, 40_320, 40_320),
    ] {
        let rules = TopSpin::new(tokens, stile).unwrap();
        let orders = rules.orders().unwrap();
        assert_eq!(
            (orders.size(), orders.parts() * orders.local_size()),
            (size, size)
        );
        hold(&rules, &orders, &rules.goal(), &all, reached);
    }
    for (tokens, stile) in [(11, 4), (12, 4), (13, 4), (16, 5), (20, 4), (20, 20)] {
        let rules = TopSpin::new(tokens, stile).unwrap();
        let orders = rules.orders().unwrap();
        hold_on_a_walk(&rules, Some(&orders), &rules.goal(), &all);
    }
    let rules = TopSpin::new(25, 4).unwrap();
    assert!(rules.orders().is_err());
    let none = None::<&statewalk_puzzles::topspin::encoding::Orders>;
    hold_on_a_walk(&rules, none, &rules.goal(), &all);
    for (tokens, stile) in [(1, 1), (26, 4), (5, 1), (5, 6)] {
        assert!(TopSpin::new(tokens, stile).is_none());
    }
}

#[test]
fn of_hanoi() {
    let steps = |pegs: u8| -> Vec<Step> {
        let pairs = (0..pegs).flat_map(|from| (0..pegs).map(move |to| Step { from, to }));
        pairs.collect()
    };
    for (pegs, disks) in [(3, 1), (3, 7), (4, 5), (5, 4), (16, 2)] {
        let rules = Hanoi::new(pegs, disks).unwrap();
        let ranks = rules.ranks().unwrap();
        let size = (pegs as u64).pow(u32::try_from(disks).unwrap());
        assert_eq!(
            (ranks.size(), ranks.parts() * ranks.local_size()),
            (size, size)
        );
        hold(&rules, &ranks, &rules.tower(0), &steps(17), size);
    }
    for (pegs, disks) in [(3, 32), (4, 31), (7, 20), (16, 15)] {
        let rules = Hanoi::new(pegs, disks).unwrap();
        let ranks = rules.ranks().unwrap();
        hold_on_a_walk(&rules, Some(&ranks), &rules.tower(2), &steps(17));
    }
    let rules = Hanoi::new(4, 32).unwrap();
    assert!(rules.ranks().is_err());
    let none = None::<&statewalk_puzzles::hanoi::encoding::Places>;
    hold_on_a_walk(&rules, none, &rules.tower(3), &steps(4));
    for (pegs, disks) in [(2, 3), (17, 3), (3, 0), (3, 33)] {
        assert!(Hanoi::new(pegs, disks).is_none());
    }
    let small = Hanoi::new(3, 2).unwrap();
    assert_eq!((small.towers(&[0]), small.towers(&[0, 3])), (None, None));
    let towers = small.towers(&[2, 1]).unwrap();
    assert_eq!(small.places(towers).collect::<Vec<_>>(), [2, 1]);
}

#[test]
fn of_the_pocket_cube() {
    let all: Vec<Quarter> = NAMES
        .iter()
        .filter_map(|name| Quarter::named(name))
        .collect();
    assert_eq!(all.len(), 9);
    assert_eq!(Quarter::named("L"), None);
    assert_eq!(Ranks.size(), 3_674_160);
    assert_eq!(Ranks.parts() * Ranks.local_size(), Ranks.size());
    for metric in [Metric::Half, Metric::Quarter] {
        let rules = PocketCube::new(metric);
        hold_on_a_walk(&rules, Some(&Ranks), &Cube::SOLVED, &all);
    }
    laws::check_exhaustively(&Ranks, &mut { Cube::SOLVED }).unwrap();
}
