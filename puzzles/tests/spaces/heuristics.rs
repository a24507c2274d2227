//! Heuristics against the exact distances of whole spaces, and along walks through larger ones.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use statewalk::abstraction::{Abstraction, laws as abstractions};
use statewalk::distances::audit::audit;
use statewalk::distances::{Distance, all_to_one};
use statewalk::encoding::Encoding;
use statewalk::goal::Exactly;
use statewalk::heuristic::Heuristic;
use statewalk::search::layers::Sweep;
use statewalk::search::limits::Limits;
use statewalk::space::StateSpace;
use statewalk_puzzles::pancake::gap::Gaps;
use statewalk_puzzles::pancake::rules::Pancakes;
use statewalk_puzzles::tiles::board::Board;
use statewalk_puzzles::tiles::linear_conflict::LinearConflict;
use statewalk_puzzles::tiles::manhattan::Manhattan;
use statewalk_puzzles::tiles::rules::Tiles;
use statewalk_puzzles::tiles::walking::{Counted, WalkingDistance};

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
        // As far from any other stack.
        let order: Vec<u8> = (0..16).map(|pancake| pancake * 7 % 16).collect();
        let other: Vec<u8> = order
            .into_iter()
            .filter(|&p| usize::from(p) < height)
            .collect();
        if let Some(other) = rules.stack(&other) {
            let (goal, gaps) = (Exactly(other), Gaps::toward(&rules, other));
            let audit = audit(&rules, &goal, &gaps, &Limits::default()).unwrap();
            assert!(audit.is_admissible() && audit.is_consistent(), "{height}");
            assert_eq!(audit.exact, found.exact, "{height}");
        }
        // The estimates of small stacks are nearly always right.
        assert!(found.exact * 2 > found.states, "{height}: {found:?}");
    }
}

/// On whole spaces; and they say more than Manhattan distance.
#[test]
fn conflicts_and_walks_are_admissible_and_consistent() {
    for (width, height) in [(1, 6), (7, 1), (2, 3), (4, 2), (3, 3), (1, 1)] {
        for drawn in [false, true] {
            let rules = laws::tiles(width, height, drawn);
            let goal = Exactly(rules.goal());
            let (conflicts, walks) = (LinearConflict::new(&rules), WalkingDistance::new(&rules));
            let limits = Limits::default();
            let plain = audit(&rules, &goal, &Manhattan::new(&rules), &limits).unwrap();
            let by_conflicts = audit(&rules, &goal, &conflicts, &limits).unwrap();
            let by_walks = audit(&rules, &goal, &walks, &limits).unwrap();
            for found in [&by_conflicts, &by_walks] {
                assert!(
                    found.is_admissible(),
                    "{width}x{height}: {:?}",
                    found.too_much
                );
                assert!(found.is_consistent(), "{width}x{height}: {:?}", found.falls);
                assert!(found.estimates >= plain.estimates);
                assert!(found.estimates > plain.estimates || width * height < 8);
            }
        }
    }
}

#[test]
fn crowds_are_an_abstraction_of_boards() {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    for (width, height) in [(3, 3), (4, 4), (4, 3), (2, 7)] {
        let rules = laws::tiles(width, height, true);
        let mut board = rules.goal();
        let walk: Vec<_> = (0..1000)
            .map(|_| {
                let open: Vec<_> = rules.actions(&board).collect();
                rules.apply(&mut board, &open[rng.random_range(0..open.len())]);
                board
            })
            .collect();
        let both = [true, false].map(|by_rows| Counted::new(&rules, by_rows));
        let both: Vec<_> = both.into_iter().flatten().collect();
        assert_eq!(both.len(), if height > 4 { 1 } else { 2 });
        let checked = abstractions::check_partition(&rules, &both, walk);
        assert_eq!(checked, Ok(()));
    }
    // The 15-puzzle has 24,964 crowds, the farthest 35 moves away, as Takahashi counts them.
    let fifteen = Tiles::new(4, 4).unwrap();
    let counted = Counted::new(&fifteen, true).unwrap();
    let goal = Exactly(counted.project(&fifteen.goal()));
    let table = all_to_one(counted.space(), &goal, &Limits::default()).unwrap();
    let far = table.iter().map(|(_, distance)| distance);
    let far: Vec<_> = far.collect();
    assert_eq!(far.len(), 24_964);
    assert!(far.contains(&Distance::At(35)) && !far.contains(&Distance::At(36)));
    // Larger boards: by Manhattan distance.
    let rules = laws::tiles(5, 5, true);
    let (walks, manhattan) = (WalkingDistance::new(&rules), Manhattan::new(&rules));
    let mut board = rules.goal();
    for _ in 0..500 {
        let open: Vec<_> = rules.actions(&board).collect();
        rules.apply(&mut board, &open[rng.random_range(0..open.len())]);
        assert_eq!(walks.estimate(&board), manhattan.estimate(&board));
    }
}
