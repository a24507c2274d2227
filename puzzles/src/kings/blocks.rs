//! The board as blocks of 2 x 2 cells, each of which holds at most one king.
//!
//! Two kings in one block would touch. On a board of odd side the last row and column of blocks
//! are cut. A board is *settled* when every king stands on the top left cell of its block: then
//! any king may slide into an empty block beside it, in two steps, and the blocks are the cells of
//! a sliding-tile puzzle.

use super::board::{Board, Cell};
use super::rules::Direction;

/// The grid of blocks of a board. Blocks are numbered in rows, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blocks {
    /// How many blocks a row and a column have: half the side, rounded up.
    pub side: u32,
}

impl Blocks {
    /// The blocks of a board of side `side`.
    #[must_use]
    pub fn of(side: u32) -> Self {
        let side = side.div_ceil(2);
        Self { side }
    }

    /// How many blocks there are: the most kings that the board can hold.
    #[must_use]
    pub fn count(self) -> u32 {
        self.side * self.side
    }

    /// The block that `cell` lies in.
    #[inline]
    #[must_use]
    pub fn of_cell(self, cell: Cell) -> u32 {
        let half = |coordinate: u16| u32::from(coordinate - 1) / 2;
        self.at((half(cell.row), half(cell.col)))
    }

    /// The block in a row and column of blocks, from 0.
    #[inline]
    #[must_use]
    pub fn at(self, (row, col): (u32, u32)) -> u32 {
        row * self.side + col
    }

    /// The row and column of a block, from 0.
    #[inline]
    #[must_use]
    pub fn place(self, block: u32) -> (u32, u32) {
        (block / self.side, block % self.side)
    }

    /// The top left cell of `block`.
    #[inline]
    #[must_use]
    pub fn corner(self, block: u32) -> Cell {
        Self::corner_at(self.place(block))
    }

    /// The top left cell of the block in a row and column of blocks.
    #[inline]
    #[must_use]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a board has at most 2000 cells a side"
    )]
    pub fn corner_at((row, col): (u32, u32)) -> Cell {
        let first = |index: u32| (2 * index + 1) as u16;
        Cell {
            row: first(row),
            col: first(col),
        }
    }

    /// The block beside `block` in a direction, if there is one.
    #[inline]
    #[must_use]
    pub fn beside(self, block: u32, direction: Direction) -> Option<u32> {
        let beside = self.place_beside(self.place(block), direction)?;
        Some(self.at(beside))
    }

    /// The row and column of the block beside the one in (`row`, `col`), if there is one.
    #[inline]
    #[must_use]
    pub fn place_beside(self, (row, col): (u32, u32), direction: Direction) -> Option<(u32, u32)> {
        let (down, right) = direction.offset();
        // Below 0 wraps far above the side.
        let row = row.wrapping_add_signed(i32::from(down));
        let col = col.wrapping_add_signed(i32::from(right));
        (row < self.side && col < self.side).then_some((row, col))
    }

    /// The king in every block, 0 where there is none. Time and memory: the blocks.
    #[must_use]
    pub fn labels(self, board: &Board) -> Vec<u32> {
        let mut labels = vec![0; self.count() as usize];
        for (&cell, label) in board.cells().iter().zip(1..) {
            labels[self.of_cell(cell) as usize] = label;
        }
        labels
    }
}
