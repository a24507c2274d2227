//! Random boards, in the format that is read.

use std::fmt::Write;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use statewalk::catalog::params::{Param, ParamError, Params};

use super::rules::{Board, MAX_SIDE};
use super::walk::Walk;

const SIDE: Param = Param {
    name: "n",
    meaning: "the side of the boards, from 1 to 5000",
    default: "3",
};

const BOARDS: Param = Param {
    name: "boards",
    meaning: "how many boards, together no more than 100 million numbers",
    default: "1",
};

const SOLVABLE: Param = Param {
    name: "solvable",
    meaning: "`yes`: random motions of the goal; `no`: motions with two numbers exchanged (n from 2 on)",
    default: "yes",
};

/// What the generator understands.
pub(super) const PARAMS: [Param; 3] = [SIDE, BOARDS, SOLVABLE];

/// The most numbers of a file.
const MOST: u32 = 100_000_000;

/// A file of random boards. The same parameters and seed give the same bytes.
pub(super) fn generate(params: &Params, seed: u64) -> Result<String, ParamError> {
    let side = params.number(&SIDE, 1..=MAX_SIDE)?;
    let boards = params.number(&BOARDS, 1..=MOST / (side * side))?;
    let solvable = params.choice(&SOLVABLE, &[("yes", true), ("no", false)])?;
    let rules = Board::new(side).filter(|_| solvable || side > 1);
    let rules = rules.ok_or_else(|| ParamError::Value {
        name: SOLVABLE.name.to_owned(),
        value: "no".to_owned(),
        expected: "`yes`, since there is but one board of side 1".to_owned(),
    })?;
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut out = format!("{boards}\n");
    for _ in 0..boards {
        let place = rules.placement(
            rng.random_range(0..8),
            rng.random_range(0..side),
            rng.random_range(0..side),
        );
        let walk = Walk::shown(side, place);
        // On sides from 3 on, two numbers exchanged are no motion; on side 2 only diagonal ones are a motion,
        // and numbers that follow each other in the goal's rows never lie diagonally.
        let first = rng.random_range(0..(side * side / 2).max(1)) * 2 + 1;
        let exchanged = |number: u32| match number {
            _ if solvable => number,
            _ if number == first => first + 1,
            _ if number == first + 1 => first,
            _ => number,
        };
        // Writing into a string cannot fail.
        let _ = writeln!(out, "{side}");
        for row in 0..side {
            write_row(walk.row(row).map(exchanged), 0, &mut out);
        }
    }
    Ok(out)
}

/// Appends a row of numbers, each as wide as `width` at least.
pub(super) fn write_row(row: impl Iterator<Item = u32>, width: usize, out: &mut String) {
    for (column, number) in row.enumerate() {
        let gap = if column > 0 { " " } else { "" };
        let _ = write!(out, "{gap}{number:>width$}");
    }
    out.push('\n');
}
