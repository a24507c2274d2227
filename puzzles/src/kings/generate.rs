//! Random pairs of boards.
//!
//! Each board is the kings on randomly chosen blocks, on odd rows and columns, and then 30 random
//! steps a king, taken where the rules allow. On an even side without an empty block one labelling
//! of the blocks serves both boards, and in each row or column of blocks the kings from a random
//! place on are shifted by one cell, so that the pair is solvable and not settled.

use rand::seq::SliceRandom;
use rand::{Rng, RngExt};

use statewalk::space::StateSpace;

use super::blocks::Blocks;
use super::board::{Board, BoardFault, Cell};
use super::rules::{Direction, Kings, Rule, Step};
use super::verdict::Verdict;

/// A random pair of boards of side `side` with `kings` kings, no more than there are blocks.
///
/// The same generator state gives the same pair. Time: the cells and 60 steps a king.
///
/// # Errors
/// [`BoardFault`] if the side is out of range.
pub fn pair(side: u32, kings: u32, rng: &mut impl Rng) -> Result<(Board, Board), BoardFault> {
    Board::new(side, &[])?;
    let blocks = Blocks::of(side);
    let mut order: Vec<u32> = (0..blocks.count()).collect();
    order.shuffle(rng);
    if kings == blocks.count() && side.is_multiple_of(2) {
        return Ok((shifted(side, &order, rng)?, shifted(side, &order, rng)?));
    }
    let start = walked(side, &order, kings, rng)?;
    order.shuffle(rng);
    Ok((start, walked(side, &order, kings, rng)?))
}

/// A pair as [`pair`] makes it, of which two kings change their labels on the target where that makes
/// it solvable, or unsolvable, as `solvable` says, under either rule; on a full board of odd side
/// only the same board is solvable. `None` if no such pair exists.
///
/// Time: as [`pair`], and the blocks.
///
/// # Errors
/// As [`pair`].
pub fn sorted_pair(
    side: u32,
    kings: u32,
    solvable: bool,
    rng: &mut impl Rng,
) -> Result<Option<(Board, Board)>, BoardFault> {
    let (start, mut target) = pair(side, kings, rng)?;
    // What is solvable over edges alone is so with diagonals, what is unsolvable with them is so without.
    let (wide, narrow) = (Rule::EightWay, Rule::NoDiagonals);
    let rule = if solvable { narrow } else { wide };
    let is_wanted = |target: &Board| Verdict::of(rule, &start, target).solvable() == solvable;
    if !is_wanted(&target) {
        let full = kings == Blocks::of(side).count();
        target = if full && solvable {
            start.clone()
        } else {
            exchanged(&target)?
        };
    }
    Ok(is_wanted(&target).then_some((start, target)))
}

/// The board with the first two kings in each other's place, if there are two.
fn exchanged(board: &Board) -> Result<Board, BoardFault> {
    let mut cells = board.cells().to_vec();
    if cells.len() > 1 {
        cells.swap(0, 1);
    }
    Board::new(board.side(), &cells)
}

/// The first `kings` blocks of `order` get the kings, which then walk.
fn walked(side: u32, order: &[u32], kings: u32, rng: &mut impl Rng) -> Result<Board, BoardFault> {
    let blocks = Blocks::of(side);
    let corners = order.iter().map(|&block| blocks.corner(block));
    let cells: Vec<Cell> = corners.take(kings as usize).collect();
    let mut board = Board::new(side, &cells)?;
    if kings > 0 {
        let space = Kings {
            rule: Rule::EightWay,
        };
        for _ in 0..30 * u64::from(kings) {
            let king = rng.random_range(1..=kings);
            let direction = Direction::new(rng.random_range(0..8));
            let step = Step::new(board.cell(king), direction);
            if space.is_applicable(&board, &step) {
                space.apply(&mut board, &step);
            }
        }
    }
    Ok(board)
}

/// Every block has its king; all rows, or all columns, are shifted from a random place on.
fn shifted(side: u32, order: &[u32], rng: &mut impl Rng) -> Result<Board, BoardFault> {
    let blocks = Blocks::of(side);
    let by_rows: bool = rng.random();
    let from: Vec<u32> = (0..blocks.side)
        .map(|_| rng.random_range(0..=blocks.side))
        .collect();
    let cells = order.iter().map(|&block| {
        let (row, col) = blocks.place(block);
        let Cell { row: r, col: c } = blocks.corner(block);
        if by_rows {
            let col = c + u16::from(col >= from[row as usize]);
            Cell { row: r, col }
        } else {
            let row = r + u16::from(row >= from[col as usize]);
            Cell { row, col: c }
        }
    });
    Board::new(side, &cells.collect::<Vec<_>>())
}
