//! Random boards with questions, in the format that is read.

use std::fmt::Write;

use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use statewalk::catalog::params::{Param, ParamError, Params};
use statewalk::quotient::blocks::Blocks;
use statewalk::quotient::cells::Cells;
use statewalk::quotient::halt::{Halt, Meter};
use statewalk::search::limits::Limits;

use crate::huarong::board::{Board, MAX_SIDE};

pub(super) const ROWS: Param = Param {
    name: "n",
    meaning: "the number of rows, from 1 to 1000",
    default: "10",
};

pub(super) const COLUMNS: Param = Param {
    name: "m",
    meaning: "the number of columns, from 1 to 1000",
    default: "10",
};

const QUESTIONS: Param = Param {
    name: "q",
    meaning: "the number of questions, from 0 to 1000000",
    default: "10",
};

pub(super) const FIXED: Param = Param {
    name: "fixed",
    meaning: "how many cells of a hundred are fixed, from 0 to 100; two stay open",
    default: "20",
};

pub(super) const SOLVABLE: Param = Param {
    name: "solvable",
    meaning: "`yes`: the piece can get to every target; `any`: it may or may not",
    default: "any",
};

/// What the generator understands.
pub(super) const PARAMS: [Param; 5] = [ROWS, COLUMNS, QUESTIONS, FIXED, SOLVABLE];

/// Draws before a question is made up that is solvable for sure.
const TRIES: u32 = 64;

/// A random file. The same parameters and seed give the same bytes.
pub(super) fn generate(params: &Params, seed: u64) -> Result<String, ParamError> {
    let height = params.number(&ROWS, 1..=MAX_SIDE)?;
    let width = params.number(&COLUMNS, 1..=MAX_SIDE)?;
    let count = params.number(&QUESTIONS, 0..=1_000_000u32)?;
    let fixed = params.number(&FIXED, 0..=100u32)?;
    let solvable = params.choice(&SOLVABLE, &[("yes", true), ("any", false)])?;
    let two = ParamError::Value {
        name: COLUMNS.name.to_owned(),
        value: width.to_string(),
        expected: "two cells at least, for a blank and a piece".to_owned(),
    };
    let total = height * width;
    if total < 2 {
        return Err(two);
    }
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut order: Vec<u32> = (0..total).collect();
    order.shuffle(&mut rng);
    let (closed, open_cells) = order.split_at((total * fixed / 100).min(total - 2) as usize);
    let mut open = vec![true; total as usize];
    for &cell in closed {
        open[cell as usize] = false;
    }
    let mut out = format!("{height} {width} {count}\n");
    for row in open.chunks(width as usize) {
        let digits: Vec<&str> = row
            .iter()
            .map(|&open| if open { "1" } else { "0" })
            .collect();
        out.push_str(&digits.join(" "));
        out.push('\n');
    }
    let board = Board::new(height, width, open).ok_or(two)?;
    // Nothing limits this work but the size, which the parameters limit.
    let limits = Limits::default();
    let graph = graph(&board, &mut Meter::new(&limits)).map_err(|halt| ParamError::Value {
        name: ROWS.name.to_owned(),
        value: height.to_string(),
        expected: format!("a smaller board, as {halt}"),
    })?;
    for _ in 0..count {
        let cells = question(&mut rng, open_cells, &graph, solvable);
        let places = cells.map(|cell| board.place(cell));
        let [blank, piece, target] = places.map(|(row, column)| format!("{row} {column}"));
        // Writing into a string cannot fail.
        let _ = writeln!(out, "{blank} {piece} {target}");
    }
    Ok(out)
}

type Graph = (Cells, Blocks);

fn graph(board: &Board, meter: &mut Meter<'_>) -> Result<Graph, Halt> {
    let cells = board.cells(meter)?;
    let blocks = Blocks::new(meter, &cells)?;
    Ok((cells, blocks))
}

/// Blank, piece and target.
fn question(rng: &mut ChaCha8Rng, open: &[u32], graph: &Graph, solvable: bool) -> [u32; 3] {
    let (cells, blocks) = graph;
    let mut draw = || open[rng.random_range(0..open.len())];
    let mut last = [open[0], open[1], open[1]];
    for _ in 0..TRIES {
        let [blank, piece, target] = [draw(), draw(), draw()];
        if blank == piece {
            continue;
        }
        if !solvable || blocks.lead(cells, blank, piece, target) {
            return [blank, piece, target];
        }
        // Where the blank can come near at all, one step is possible.
        let entrance = blocks.entrance(cells, blank, piece);
        let near = cells
            .sides(piece)
            .map(|arc| cells.head(arc))
            .find(|&head| Some(blocks.of_arc(piece, head)) == entrance);
        last = [blank, piece, near.unwrap_or(piece)];
    }
    last
}
