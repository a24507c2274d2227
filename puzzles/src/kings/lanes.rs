//! The order in which blocks get their kings: row by row from the top, the last two rows column by
//! column from the left, and a window of 2 x 2 blocks at the end.
//!
//! A *lane* is one such row or column. What stands on finished lanes, and on the finished part of
//! the lane in work, is never moved again; the other blocks are *free*. They stay connected, even
//! around any one king in them, as long as two full rows (or columns) follow the lane.

use super::blocks::Blocks;
use super::rules::Direction;

/// The lanes of a grid of blocks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lanes {
    pub(super) blocks: Blocks,
}

/// How far the work is: this many blocks of this lane have their kings, and all lanes before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Progress {
    pub(super) lane: u32,
    pub(super) index: u32,
}

impl Progress {
    /// Nothing has its king yet: every block is free.
    pub(super) const NONE: Self = Self { lane: 0, index: 0 };
}

impl Lanes {
    /// Rows that are lanes; the same number of columns follows.
    fn rows(self) -> u32 {
        self.blocks.side.saturating_sub(2)
    }

    /// How many lanes there are.
    pub(super) fn count(self) -> u32 {
        2 * self.rows()
    }

    /// How many blocks lane number `lane` has: at least 2.
    pub(super) fn len(self, lane: u32) -> u32 {
        if lane < self.rows() {
            self.blocks.side
        } else {
            2
        }
    }

    /// Block number `along` of lane number `lane`, or of the `beyond`-th lane after it that runs
    /// the same way.
    pub(super) fn block(self, lane: u32, along: u32, beyond: u32) -> u32 {
        match lane.checked_sub(self.rows()) {
            None => self.blocks.at((lane + beyond, along)),
            Some(col) => self.blocks.at((self.rows() + along, col + beyond)),
        }
    }

    /// The six blocks around the end of a lane: two each of the lane and of the next two, in the
    /// order of lanes, the last block of the lane second.
    pub(super) fn window(self, lane: u32) -> [u32; 6] {
        let last = self.len(lane) - 1;
        [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1)]
            .map(|(beyond, along)| self.block(lane, last - 1 + along, beyond))
    }

    /// The direction from the next lane to this one.
    pub(super) fn back(self, lane: u32) -> Direction {
        if lane < self.rows() {
            Direction::NORTH
        } else {
            Direction::WEST
        }
    }

    /// Whether the block in (`row`, `col`) may still be changed.
    #[inline]
    pub(super) fn is_free(self, (row, col): (u32, u32), done: Progress) -> bool {
        let Progress { lane, index } = done;
        match lane.checked_sub(self.rows()) {
            None => row > lane || (row == lane && col >= index),
            Some(edge) => {
                row >= self.rows() && (col > edge || (col == edge && row - self.rows() >= index))
            }
        }
    }

    /// The last 2 x 2 blocks, clockwise from the top left; `None` if there is one block only.
    pub(super) fn last_window(self) -> Option<[u32; 4]> {
        let last = self.blocks.side - 1;
        let first = last.checked_sub(1)?;
        Some([(first, first), (first, last), (last, last), (last, first)])
            .map(|places| places.map(|place| self.blocks.at(place)))
    }
}

#[cfg(test)]
mod tests {
    use super::{Blocks, Lanes, Progress};

    #[test]
    fn lanes_and_the_last_window_are_all_blocks() {
        for side in 1..9 {
            let blocks = Blocks { side };
            let lanes = Lanes { blocks };
            let mut order = Vec::new();
            for lane in 0..lanes.count() {
                for index in 0..lanes.len(lane) {
                    let block = lanes.block(lane, index, 0);
                    let done = Progress { lane, index };
                    assert!(lanes.is_free(blocks.place(block), done));
                    for &before in &order {
                        assert!(!lanes.is_free(blocks.place(before), done));
                    }
                    order.push(block);
                }
            }
            match lanes.last_window() {
                Some(window) => order.extend(window),
                None => order.push(0),
            }
            order.sort_unstable();
            assert!(order.into_iter().eq(0..blocks.count()), "{side}");
        }
    }
}
