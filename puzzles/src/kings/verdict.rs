//! Whether one board can be turned into another, decided exactly, and why.
//!
//! With m blocks a side and e = m^2 - k empty ones: e >= 2 is always solvable. With e = 1 the
//! blocks are a sliding-tile puzzle with one blank, whose boards fall into two classes by parity;
//! on an even side two kings can also pass each other around the blank by diagonal steps, so that
//! the classes join. With e = 0 no king leaves its block, and on an odd side none can move.

use std::fmt;

use super::blocks::Blocks;
use super::board::Board;
use super::one_empty::is_sortable;
use super::rules::Rule;

/// The verdict on a pair of boards, with its reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The boards are equal.
    Equal,
    /// At least two blocks are empty; their number.
    Roomy(u32),
    /// One block is empty, the side is even and diagonals are allowed.
    Passing,
    /// One block is empty and the parities are equal.
    SameParity,
    /// One block is empty and the parities differ.
    OtherParity,
    /// No block is empty, the side is even, and every block holds the same king on both boards.
    SameBlocks,
    /// No block is empty and a block (row and column of blocks, from 1) holds different kings.
    OtherKing {
        /// Its row and column of blocks, from 1.
        block: (u32, u32),
        /// The king in it on the start board.
        start: u32,
        /// The king in it on the target board.
        target: u32,
    },
}

impl Verdict {
    /// The verdict for two boards of one side with the same number of kings.
    ///
    /// Time and memory: the blocks.
    #[must_use]
    pub fn of(rule: Rule, start: &Board, target: &Board) -> Self {
        if start == target {
            return Self::Equal;
        }
        let blocks = Blocks::of(start.side());
        let empty = blocks.count() as usize - start.cells().len();
        let even = start.side().is_multiple_of(2);
        let (before, after) = (blocks.labels(start), blocks.labels(target));
        match empty {
            0 => match (0..)
                .zip(before.iter().zip(&after))
                .find(|(_, (a, b))| a != b)
            {
                // On an odd side every king of a full board has one cell only, so the same king
                // in every block is the same board.
                None => Self::SameBlocks,
                Some((block, (&start, &target))) => {
                    let (row, col) = blocks.place(block);
                    let block = (row + 1, col + 1);
                    Self::OtherKing {
                        block,
                        start,
                        target,
                    }
                }
            },
            1 if even && rule == Rule::EightWay => Self::Passing,
            1 if is_sortable(blocks, &before, &after) => Self::SameParity,
            1 => Self::OtherParity,
            _ => Self::Roomy(u32::try_from(empty).unwrap_or(u32::MAX)),
        }
    }

    /// Whether the target can be reached.
    #[must_use]
    pub fn solvable(&self) -> bool {
        !matches!(self, Self::OtherParity | Self::OtherKing { .. })
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Equal => f.write_str("the boards are equal"),
            Self::Roomy(empty) => write!(
                f,
                "{empty} blocks of 2 x 2 cells hold no king, and two are always enough"
            ),
            Self::Passing => f.write_str(
                "one block of 2 x 2 cells holds no king, and on an even side two kings can pass \
                 each other around it",
            ),
            Self::SameParity => f.write_str(
                "one block of 2 x 2 cells holds no king, and the labels of both normal forms, read \
                 in rows, have equal parity",
            ),
            Self::OtherParity => f.write_str(
                "one block of 2 x 2 cells holds no king, and the labels of the two normal forms, \
                 read in rows, differ in parity",
            ),
            Self::SameBlocks => f.write_str(
                "every block of 2 x 2 cells holds a king, and it is the same king on both boards",
            ),
            Self::OtherKing {
                block: (row, col),
                start,
                target,
            } => write!(
                f,
                "every block of 2 x 2 cells holds a king, so no king leaves its block, but the \
                 block in row {row}, column {col} of blocks holds king {start} at first and should \
                 hold king {target}"
            ),
        }
    }
}
