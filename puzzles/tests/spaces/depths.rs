//! The depths that puzzles say of themselves, against plain searches from states of every kind.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;

use statewalk::catalog::puzzle::Puzzle;
use statewalk::cost::Cost;
use statewalk::space::StateSpace;
use statewalk_puzzles::cube2::Cube2;
use statewalk_puzzles::cube2::rules::{Metric, PocketCube};
use statewalk_puzzles::hanoi::HanoiPuzzle;
use statewalk_puzzles::hanoi::rules::Hanoi;
use statewalk_puzzles::pancake::Pancake;
use statewalk_puzzles::pancake::rules::Pancakes;
use statewalk_puzzles::tiles::SlidingTiles;
use statewalk_puzzles::tiles::rules::Tiles;
use statewalk_puzzles::topspin::TopSpinPuzzle;
use statewalk_puzzles::topspin::rules::TopSpin;

/// How far the farthest state is, and the last one at that distance.
fn farthest<R: StateSpace<State: Hash>>(rules: &R, start: &R::State) -> (Cost, R::State) {
    let mut known = HashMap::from([(start.clone(), 0)]);
    let mut queue = VecDeque::from([start.clone()]);
    let mut last = (0, start.clone());
    while let Some(state) = queue.pop_front() {
        let depth = known[&state];
        for action in rules.actions(&state) {
            let mut after = state.clone();
            rules.apply(&mut after, &action);
            if !known.contains_key(&after) {
                known.insert(after.clone(), depth + 1);
                queue.push_back(after);
            }
        }
        last = (depth, state);
    }
    last
}

/// No state is farther from `start`, nor from one that is as far from it as can be, than the puzzle says.
fn holds<P: Puzzle<Rules: StateSpace<State: Hash>>>(
    puzzle: &P,
    rules: &P::Rules,
    start: &<P::Rules as StateSpace>::State,
) -> Cost {
    let said = puzzle.max_depth(rules).unwrap();
    let (depth, last) = farthest(rules, start);
    let (other, _) = farthest(rules, &last);
    assert!(depth.max(other) <= said, "{depth}, {other}: {said}");
    said
}

#[test]
fn nothing_is_farther_than_a_puzzle_says() {
    for pegs in 3..=5 {
        for disks in 1..=7 {
            let rules = Hanoi::new(pegs, disks).unwrap();
            let said = holds(&HanoiPuzzle, &rules, &rules.tower(0));
            if pegs == 3 {
                assert_eq!(said, farthest(&rules, &rules.tower(0)).0);
            }
        }
    }
    for height in 2..=8 {
        let rules = Pancakes::new(height).unwrap();
        holds(&Pancake, &rules, &rules.goal());
    }
    for tokens in 2..=7 {
        for stile in 2..=tokens {
            let rules = TopSpin::new(tokens, stile).unwrap();
            holds(&TopSpinPuzzle, &rules, &rules.goal());
        }
    }
    for (width, height) in [(2, 2), (3, 2), (2, 4)] {
        let rules = Tiles::new(width, height).unwrap();
        // Twice the depth from a corner.
        let said = holds(&SlidingTiles, &rules, &rules.goal());
        assert_eq!(said, 2 * farthest(&rules, &rules.goal()).0);
    }
}

#[test]
fn what_is_too_large_to_be_searched_here_is_what_was_published() {
    for metric in [Metric::Half, Metric::Quarter] {
        let deep = if matches!(metric, Metric::Half) {
            11
        } else {
            14
        };
        assert!(Cube2.max_depth(&PocketCube::new(metric)) >= Some(deep));
    }
    // Boards whose tables are to have a byte an entry, and one of which nothing is known.
    let said = |width, height| SlidingTiles.max_depth(&Tiles::new(width, height).unwrap());
    let deepest = [(3, 3, 31), (2, 5, 55), (2, 6, 80), (4, 3, 53), (7, 2, 108)];
    for (width, height, deepest) in deepest {
        let deep = said(width, height).unwrap();
        assert!((deepest..254).contains(&deep), "{width}x{height}: {deep}");
    }
    assert_eq!(said(5, 5), None);
    let rules = |tokens| TopSpin::new(tokens, 4).unwrap();
    assert!(TopSpinPuzzle.max_depth(&rules(11)) >= Some(32));
    assert_eq!(TopSpinPuzzle.max_depth(&rules(13)), None);
    // More disks than a table could ever have.
    let many = Hanoi::new(3, 32).unwrap();
    assert_eq!(HanoiPuzzle.max_depth(&many), Some((1 << 32) - 1));
}
