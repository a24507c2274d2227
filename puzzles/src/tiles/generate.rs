//! Random boards, in the format that is read.

use std::fmt::Write;

use rand::seq::SliceRandom;
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use statewalk::catalog::params::{Param, ParamError, Params};

use super::rules::MAX_SIDE;
use super::text::{write_row, write_rows};
use super::{BLANK, HEIGHT, WIDTH, goal_of};
use crate::sliding::parity::is_solvable;

const BOARDS: Param = Param {
    name: "boards",
    meaning: "how many boards, from 1 to 1000000, with 25000000 cells together",
    default: "1",
};

const SOLVABLE: Param = Param {
    name: "solvable",
    meaning: "`yes`: boards that can become the goal; `no`: boards that cannot; `any`: all alike",
    default: "yes",
};

/// The most cells of all boards of a file.
const MOST_TOGETHER: usize = 25_000_000;

/// What the generator understands.
pub(super) const PARAMS: [Param; 5] = [WIDTH, HEIGHT, BLANK, BOARDS, SOLVABLE];

/// A file of random boards, each as likely as another of its kind. The same parameters and seed give the
/// same bytes.
pub(super) fn generate(params: &Params, seed: u64) -> Result<String, ParamError> {
    let sides = 1..=MAX_SIDE as usize;
    let width = params.number(&WIDTH, sides.clone())?;
    let height = params.number(&HEIGHT, sides)?;
    let boards = params.number::<usize>(&BOARDS, 1..=1_000_000)?;
    if boards * width * height > MOST_TOGETHER {
        return Err(ParamError::Value {
            name: BOARDS.name.to_owned(),
            value: boards.to_string(),
            expected: format!(
                "at most {} boards of {width} x {height} cells",
                MOST_TOGETHER / (width * height)
            ),
        });
    }
    let choices = [("yes", Some(true)), ("no", Some(false)), ("any", None)];
    let solvable = params.choice(&SOLVABLE, &choices)?;
    let goal = goal_of(params, width * height)?;
    // Below two tiles there is nothing that could be exchanged; two in a square go around.
    if solvable == Some(false) && goal.len() < 3 {
        return Err(ParamError::Value {
            name: SOLVABLE.name.to_owned(),
            value: "no".to_owned(),
            expected: "`yes`, since every board of this size can be solved".to_owned(),
        });
    }
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut out = String::new();
    for _ in 0..boards {
        let board = board(width, &goal, solvable, &mut rng);
        if width == height && width > 1 {
            write_row(&board, 0, "0", &mut out);
        } else {
            // Writing into a string cannot fail.
            let _ = writeln!(out, "{width} {height}");
            write_rows(&board, width, "0", &mut out);
        }
    }
    Ok(out)
}

fn board(width: usize, goal: &[u16], solvable: Option<bool>, rng: &mut impl Rng) -> Vec<u16> {
    let mut board = goal.to_vec();
    let is_line = width == 1 || width == goal.len();
    if is_line && solvable == Some(true) {
        // Only the blank has a choice.
        board.retain(|&number| number > 0);
        let blank = rng.random_range(0..goal.len());
        board.insert(blank, 0);
        return board;
    }
    loop {
        board.shuffle(rng);
        let Some(wanted) = solvable else {
            return board;
        };
        if is_solvable(width, &board, goal) == wanted {
            return board;
        }
    }
}
