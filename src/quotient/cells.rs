//! The board as a graph: cells and the cells beside them, in compressed rows.
//!
//! An *arc* is a cell together with one of its sides. Arcs are numbered cell by cell, so an arc
//! is also the perfect hash of a quotient state: the piece's cell and the side the blank is on.

use crate::memory::BudgetVec;
use crate::quotient::halt::{Halt, Meter};

/// The most arcs a board may have, so that every cost in it fits into 62 bits.
pub const MAX_ARCS: usize = 1 << 31;

/// A board: cells numbered from 0, and for each cell its neighbours in a fixed order.
///
/// Takes 4 bytes a cell and 8 bytes an arc.
#[derive(Debug)]
pub struct Cells {
    offsets: BudgetVec<u32>,
    heads: BudgetVec<u32>,
    reverse: BudgetVec<u32>,
}

impl Cells {
    /// Builds the board of `count` cells; `neighbours` lists the cells beside a cell, each once.
    ///
    /// Fixed cells are cells without neighbours. Time grows with the sum of the squares of the
    /// numbers of neighbours.
    ///
    /// # Errors
    /// [`Halt::NoBoard`] if a cell is its own neighbour, does not exist, or is not a neighbour of
    /// its neighbour, or if there are more than [`MAX_ARCS`] arcs; [`Halt::Limit`] if a limit is reached.
    pub fn new<I>(
        meter: &mut Meter<'_>,
        count: usize,
        mut neighbours: impl FnMut(u32) -> I,
    ) -> Result<Self, Halt>
    where
        I: IntoIterator<Item = u32>,
    {
        let limit = u32::try_from(count)
            .ok()
            .filter(|_| count < MAX_ARCS)
            .ok_or(Halt::NoBoard("it has too many cells"))?;
        let mut offsets = BudgetVec::filled(meter.memory(), count + 1, 0u32)?;
        let mut heads = BudgetVec::new(meter.memory());
        for cell in 0..limit {
            meter.tick()?;
            for head in neighbours(cell) {
                if head >= limit || head == cell {
                    return Err(Halt::NoBoard("a neighbour is no other cell of it"));
                }
                if heads.len() == MAX_ARCS {
                    return Err(Halt::NoBoard("it has too many sides"));
                }
                heads.push(head)?;
            }
            offsets[cell as usize + 1] = index(heads.len());
        }
        let reverse = BudgetVec::filled(meter.memory(), heads.len(), 0u32)?;
        let mut cells = Self {
            offsets,
            heads,
            reverse,
        };
        for cell in 0..limit {
            meter.tick()?;
            for arc in cells.sides(cell) {
                let back = cells
                    .side_towards(cells.head(arc), cell)
                    .ok_or(Halt::NoBoard("a cell is not beside its neighbour"))?;
                cells.reverse[arc as usize] = back;
            }
        }
        // An arc that is listed twice has only one of the two as the reverse of its reverse.
        if (0..cells.arcs()).all(|arc| cells.reverse(cells.reverse(arc)) == arc) {
            Ok(cells)
        } else {
            Err(Halt::NoBoard("a neighbour is listed twice"))
        }
    }

    /// How many cells there are.
    #[must_use]
    pub fn count(&self) -> u32 {
        index(self.offsets.len() - 1)
    }

    /// How many arcs there are; arcs are numbered from 0.
    #[must_use]
    pub fn arcs(&self) -> u32 {
        index(self.heads.len())
    }

    /// The arcs out of `cell`, one for each side.
    #[inline]
    #[must_use]
    pub fn sides(&self, cell: u32) -> std::ops::Range<u32> {
        self.offsets[cell as usize]..self.offsets[cell as usize + 1]
    }

    /// The cell that `arc` leads to.
    #[inline]
    #[must_use]
    pub fn head(&self, arc: u32) -> u32 {
        self.heads[arc as usize]
    }

    /// The cell that `arc` leaves.
    #[inline]
    #[must_use]
    pub fn tail(&self, arc: u32) -> u32 {
        self.head(self.reverse(arc))
    }

    /// The same side seen from the other cell.
    #[inline]
    #[must_use]
    pub fn reverse(&self, arc: u32) -> u32 {
        self.reverse[arc as usize]
    }

    /// The arc from `cell` to `head`, if they are neighbours.
    #[must_use]
    pub fn side_towards(&self, cell: u32, head: u32) -> Option<u32> {
        self.sides(cell).find(|&arc| self.head(arc) == head)
    }
}

/// A length that was checked against [`MAX_ARCS`] before.
#[expect(
    clippy::cast_possible_truncation,
    reason = "every length is at most MAX_ARCS"
)]
fn index(len: usize) -> u32 {
    len as u32
}

#[cfg(test)]
mod tests {
    use super::Cells;
    use crate::quotient::halt::{Halt, Meter};
    use crate::search::limits::Limits;

    fn build(rows: &[&[u32]]) -> Result<Cells, Halt> {
        Cells::new(&mut Meter::new(&Limits::default()), rows.len(), |cell| {
            rows[cell as usize].iter().copied()
        })
    }

    #[test]
    fn arcs_know_both_ends() {
        let cells = build(&[&[1], &[2, 0], &[1]]).unwrap();
        assert_eq!((cells.count(), cells.arcs()), (3, 4));
        assert_eq!(cells.sides(1), 1..3);
        assert_eq!((cells.tail(1), cells.head(1), cells.reverse(1)), (1, 2, 3));
    }

    #[test]
    fn what_is_no_board_is_refused() {
        for rows in [
            &[&[0u32] as &[u32]] as &[&[u32]],
            &[&[1]],
            &[&[1], &[]],
            &[&[1, 1], &[0, 0]],
            &[&[1, 1], &[0]],
        ] {
            assert!(matches!(build(rows), Err(Halt::NoBoard(_))), "{rows:?}");
        }
    }
}
