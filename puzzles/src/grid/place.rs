//! Columns and rows of cells.

use crate::grid::rules::Cell;

/// Tells in which column and row a cell is, without a division for each.
#[derive(Clone, Copy, Debug)]
pub struct Columns {
    width: u32,
    /// 2^64 by the width, rounded up: a cell times this is its row times 2^64 and a fraction (Granlund and Montgomery
    /// 1994). Exact for cells and widths of 32 bits. Wraps to 0 for a width of 1.
    share: u64,
}

impl Columns {
    /// Those of a map that is `width` cells wide, which is at least 1.
    #[must_use]
    pub fn new(width: u32) -> Self {
        let width = width.max(1);
        Self {
            width,
            share: (u64::MAX / u64::from(width)).wrapping_add(1),
        }
    }

    /// The column and the row of a cell, from 0.
    #[inline]
    #[must_use]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a row is no larger than the number of its cells"
    )]
    pub fn place(self, cell: Cell) -> (u32, u32) {
        if self.width == 1 {
            return (0, cell);
        }
        let row = ((u128::from(self.share) * u128::from(cell)) >> 64) as u32;
        (cell - row * self.width, row)
    }
}

#[cfg(test)]
mod tests {
    use super::Columns;

    #[test]
    fn it_divides() {
        let cells = (0..200).chain((0..32).flat_map(|bit| [(1u32 << bit) - 1, u32::MAX >> bit]));
        for cell in cells {
            for width in (1..70).chain([255, 256, 512, 1000, 65_535]) {
                let place = Columns::new(width).place(cell);
                assert_eq!(place, (cell % width, cell / width), "{cell} {width}");
            }
        }
    }
}
