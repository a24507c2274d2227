//! Heuristics against the exact distances of whole spaces, and along walks through larger ones.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use statewalk::distances::audit::audit;
use statewalk::encoding::Encoding;
use statewalk::goal::Exactly;
use statewalk::heuristic::Heuristic;
use statewalk::search::layers::Sweep;
use statewalk::search::limits::Limits;
use statewalk::space::StateSpace;
use statewalk_puzzles::pancake::gap::Gaps;
use statewalk_puzzles::pancake::rules::Pancakes;
use statewalk_puzzles::tiles::board::Board;
use statewalk_puzzles::tiles::manhattan::Manhattan;
use statewalk_puzzles::tiles::rules::Tiles;

use crate::laws;

/// By the rows and columns alone.
fn plain_manhattan(rules: &Tiles, board: Board) -> i64 {
    let (goal, shown) = (rules.shown(rules.goal()), rules.shown(board));
    let mut sum = 0;
    for (cell, number) in shown.iter().enumerate().filter(|(_, number)| **number > 0) {
        let place = goal.iter().position(|other| other == number).unwrap();
        let row = (cell / rules.width()).abs_diff(place / rules.width());
        sum += row + (cell % rules.width()).abs_diff(place % rules.width());
    }
    i64::try_from(sum).unwrap()
}

/// Never above the distance, 0 at the goal, and changed by 1 along every move, as foretold.
#[test]
fn manhattan_is_admissible_and_consistent() {
    for (width, height) in [(1, 6), (7, 1), (2, 3), (4, 2), (3, 3)] {
        for drawn in [false, true] {
            let rules = laws::tiles(width, height, drawn);
            let (goal, ranks) = (rules.goal(), rules.ranks().unwrap());
            let manhattan = Manhattan::new(&rules);
            assert_eq!(manhattan.estimate(&goal), Some(0));
            let sweep = Sweep::new(&rules, &ranks, std::slice::from_ref(&goal));
            let swept = sweep.backward(&Limits::default(), &mut ()).unwrap();
            let (mut board, mut sharp) = (goal, 0);
            for rank in 0..ranks.size() {
                ranks.unrank_into(rank, &mut board);
                let h = manhattan.estimate(&board).unwrap();
                let distance = swept.distance(rank).unwrap();
                assert!(h <= distance, "{board:?}: {h} and {distance}");
                sharp += u64::from(h == distance && h > 0);
                moves_change_it_by_one(&rules, &manhattan, board);
            }
            assert!(sharp > 0, "{width}x{height}");
        }
    }
}

fn moves_change_it_by_one(rules: &Tiles, manhattan: &Manhattan, board: Board) {
    let h = manhattan.estimate(&board).unwrap();
    for toward in rules.actions(&board) {
        let mut next = board;
        rules.apply(&mut next, &toward);
        let after = manhattan.estimate(&next).unwrap();
        assert_eq!((after - h).abs(), 1, "{board:?} {toward:?}");
        assert_eq!(manhattan.after(h, &board, toward), after);
    }
}

#[test]
fn manhattan_is_what_it_says() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    for (width, height) in [(3, 3), (4, 4), (3, 4), (8, 2), (3, 6), (5, 5), (1, 25)] {
        let rules = laws::tiles(width, height, true);
        let manhattan = Manhattan::new(&rules);
        let mut board = rules.goal();
        for _ in 0..1000 {
            assert_eq!(
                manhattan.estimate(&board),
                Some(plain_manhattan(&rules, board))
            );
            moves_change_it_by_one(&rules, &manhattan, board);
            let open: Vec<_> = rules.actions(&board).collect();
            rules.apply(&mut board, &open[rng.random_range(0..open.len())]);
        }
    }
}

#[test]
fn gaps_are_admissible_and_consistent() {
    for height in 1..=8 {
        let rules = Pancakes::new(height).unwrap();
        let (goal, gaps) = (Exactly(rules.goal()), Gaps::new(&rules));
        let found = audit(&rules, &goal, &gaps, &Limits::default()).unwrap();
        assert!(found.is_admissible(), "{height}: {:?}", found.too_much);
        assert!(found.is_consistent(), "{height}: {:?}", found.falls);
        assert_eq!(found.states, (1..=height as u64).product::<u64>());
        // The estimates of small stacks are nearly always right.
        assert!(found.exact * 2 > found.states, "{height}: {found:?}");
    }
}
