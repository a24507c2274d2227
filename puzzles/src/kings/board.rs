//! A board of labelled kings, with the king of every cell and the cell of every king.
//!
//! Rows and columns count from 1. The grid has a border of one cell, so that the neighbours of
//! every cell on the board exist.

use std::hash::{Hash, Hasher};

use statewalk::memory::bytes_of;
use thiserror::Error;

/// The largest side of a board: four million cells, a million kings.
pub const MAX_SIDE: u32 = 2000;

/// A cell: row and column, from 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    /// The row, from the top.
    pub row: u16,
    /// The column, from the left.
    pub col: u16,
}

impl Cell {
    /// The cell that lies `(down, right)` of this one; off the board for the caller to check.
    #[inline]
    #[must_use]
    pub fn offset(self, (down, right): (i8, i8)) -> Self {
        Self {
            row: self.row.wrapping_add_signed(i16::from(down)),
            col: self.col.wrapping_add_signed(i16::from(right)),
        }
    }

    /// Whether the two cells are the same or share an edge or a corner.
    #[inline]
    #[must_use]
    pub fn touches(self, other: Self) -> bool {
        self.row.abs_diff(other.row) <= 1 && self.col.abs_diff(other.col) <= 1
    }
}

/// Marks the cells around the board.
const OUTSIDE: u32 = u32::MAX;

/// Kings with the labels 1 to k on an n x n board, no two on touching cells.
#[derive(Clone, Debug)]
pub struct Board {
    side: u32,
    /// The label of the king on every cell of the bordered grid, 0 where there is none.
    grid: Vec<u32>,
    /// The cell of every king, in the order of the labels.
    cells: Vec<Cell>,
}

/// The cells of the kings say all.
impl PartialEq for Board {
    fn eq(&self, other: &Self) -> bool {
        self.side == other.side && self.cells == other.cells
    }
}

impl Eq for Board {}

impl Hash for Board {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.cells.hash(state);
    }
}

/// Why cells are no board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BoardFault {
    /// The side is 0 or above [`MAX_SIDE`].
    #[error("a side of {0} cells, expected 1 to {MAX_SIDE}")]
    Side(u64),
    /// A cell that is not on the board.
    #[error("king {0} stands off the board")]
    Off(usize),
    /// Two kings on one cell or on touching ones.
    #[error("kings {0} and {1} stand on touching cells")]
    Touching(usize, usize),
}

impl Board {
    /// The board of side `side` on which king number i stands on the i-th of `cells`.
    ///
    /// Time and memory: the cells of the board.
    ///
    /// # Errors
    /// The first [`BoardFault`] met.
    pub fn new(side: u32, cells: &[Cell]) -> Result<Self, BoardFault> {
        if !(1..=MAX_SIDE).contains(&side) {
            return Err(BoardFault::Side(u64::from(side)));
        }
        let stride = side as usize + 2;
        let mut grid = vec![0; stride * stride];
        for i in 0..stride {
            for border in [
                i,
                (stride - 1) * stride + i,
                i * stride,
                i * stride + stride - 1,
            ] {
                grid[border] = OUTSIDE;
            }
        }
        let mut board = Self {
            side,
            grid,
            cells: Vec::with_capacity(cells.len().min(stride * stride)),
        };
        for (&cell, label) in cells.iter().zip(1u32..) {
            let king = label as usize;
            let range = 1..=side;
            if !range.contains(&u32::from(cell.row)) || !range.contains(&u32::from(cell.col)) {
                return Err(BoardFault::Off(king));
            }
            let index = board.index(cell);
            let near = [0, 1, 2].into_iter().flat_map(|down| {
                let first = index - stride - 1 + down * stride;
                board.grid[first..first + 3].iter()
            });
            if let Some(&other) = near
                .copied()
                .collect::<Vec<_>>()
                .iter()
                .find(|&&l| is_king(l))
            {
                return Err(BoardFault::Touching(other as usize, king));
            }
            board.grid[index] = label;
            board.cells.push(cell);
        }
        Ok(board)
    }

    /// What a board of `side` cells a side with so many kings takes, in bytes.
    #[must_use]
    pub fn bytes(side: u32, kings: usize) -> u64 {
        let stride = side as usize + 2;
        bytes_of::<u32>(stride * stride) + bytes_of::<Cell>(kings)
    }

    /// The length of a side in cells.
    #[must_use]
    pub fn side(&self) -> u32 {
        self.side
    }

    /// The cells of the kings, in the order of their labels.
    #[must_use]
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The label of the king on `cell`, which lies on the board or next to it.
    #[inline]
    #[must_use]
    pub fn king(&self, cell: Cell) -> Option<u32> {
        let label = self.grid[self.index(cell)];
        is_king(label).then_some(label)
    }

    /// The cell of the king with the label `king`, which exists.
    #[inline]
    #[must_use]
    pub fn cell(&self, king: u32) -> Cell {
        self.cells[king as usize - 1]
    }

    /// Whether the king on `from` could stand on the touching cell `to`: it is on the board, and
    /// of the nine cells on and around it no other holds a king.
    #[inline]
    #[must_use]
    pub(super) fn may_step(&self, from: Cell, to: Cell) -> bool {
        let index = self.index(to);
        if self.grid[index] != 0 {
            return false;
        }
        let from = self.index(from);
        let stride = self.stride();
        [index - stride, index, index + stride]
            .into_iter()
            .all(|middle| {
                [middle - 1, middle, middle + 1]
                    .into_iter()
                    .all(|near| near == from || !is_king(self.grid[near]))
            })
    }

    /// Puts the king on `from`, if there is one, on `to`.
    #[inline]
    pub(super) fn shift(&mut self, from: Cell, to: Cell) {
        let (old, new) = (self.index(from), self.index(to));
        let label = std::mem::take(&mut self.grid[old]);
        self.grid[new] = label;
        if let Some(cell) = self.cells.get_mut((label as usize).wrapping_sub(1)) {
            *cell = to;
        }
    }

    /// Whether `cell` is a cell of the board.
    #[inline]
    #[must_use]
    pub fn holds(&self, cell: Cell) -> bool {
        let range = 1..=self.side;
        range.contains(&u32::from(cell.row)) && range.contains(&u32::from(cell.col))
    }

    fn stride(&self) -> usize {
        self.side as usize + 2
    }

    #[inline]
    fn index(&self, cell: Cell) -> usize {
        usize::from(cell.row) * self.stride() + usize::from(cell.col)
    }
}

#[inline]
fn is_king(label: u32) -> bool {
    label != 0 && label != OUTSIDE
}
