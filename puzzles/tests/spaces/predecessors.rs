//! Every puzzle whose rules tell predecessors: the edges backward are those forward, in the whole of small spaces.
//! (Those that are also invertible are walked by the other laws too.)

use std::fmt::Debug;

use statewalk::quotient::rules::Position;
use statewalk::space::Predecessors;
use statewalk::space::laws::check_predecessors;
use statewalk_puzzles::cube2::rules::{Cube, Metric, PocketCube};
use statewalk_puzzles::hanoi::rules::Hanoi;
use statewalk_puzzles::huarong::board::Board as Grid;
use statewalk_puzzles::kings::board::{Board as Kingdom, Cell};
use statewalk_puzzles::kings::rules::{Kings, Rule};
use statewalk_puzzles::magic::rules::{Board as Square, Placement};
use statewalk_puzzles::pancake::rules::Pancakes;
use statewalk_puzzles::tiles::rules::Tiles;
use statewalk_puzzles::topspin::rules::TopSpin;

/// What can be reached from `start`, as far as `most` states.
fn reached<S: Predecessors>(space: &S, start: S::State, most: usize) -> Vec<S::State> {
    let mut states = vec![start];
    let mut next = 0;
    while next < states.len() && states.len() < most {
        let state = states[next].clone();
        next += 1;
        for action in space.actions(&state) {
            let mut after = state.clone();
            space.apply(&mut after, &action);
            if !states.contains(&after) {
                states.push(after);
            }
        }
    }
    states
}

/// The law on up to 500 states, of which there must be `least`.
fn holds<S: Predecessors<State: Debug>>(space: &S, start: S::State, least: usize) {
    let states = reached(space, start, 500);
    assert!(states.len() >= least, "{} states", states.len());
    assert_eq!(check_predecessors(space, states), Ok(()));
}

#[test]
fn of_magic() {
    for (side, size) in [(1, 1), (2, 8), (3, 72), (4, 128), (5, 200)] {
        let board = Square::new(side).unwrap();
        holds(&board, Placement::GOAL, size);
    }
}

#[test]
fn of_kings() {
    let cells = [(1, 1), (1, 4), (3, 2)].map(|(row, col)| Cell { row, col });
    for rule in [Rule::EightWay, Rule::NoDiagonals] {
        let board = Kingdom::new(4, &cells).unwrap();
        holds(&Kings { rule }, board, 100);
    }
}

#[test]
fn of_huarong() {
    let open = [1, 1, 1, 1, 0, 1, 1, 1, 1, 1, 0, 1].map(|cell| cell == 1);
    let board = Grid::new(3, 4, open.to_vec()).unwrap();
    holds(&board, Position { blank: 0, piece: 5 }, 50);
}

#[test]
fn of_the_others() {
    let tiles = Tiles::new(3, 2).unwrap();
    holds(&tiles, tiles.goal(), 360);
    let pancakes = Pancakes::new(5).unwrap();
    holds(&pancakes, pancakes.goal(), 120);
    let topspin = TopSpin::new(7, 4).unwrap();
    holds(&topspin, topspin.goal(), 500);
    let hanoi = Hanoi::new(3, 4).unwrap();
    holds(&hanoi, hanoi.tower(0), 81);
    for metric in [Metric::Half, Metric::Quarter] {
        holds(&PocketCube::new(metric), Cube::SOLVED, 500);
    }
}
