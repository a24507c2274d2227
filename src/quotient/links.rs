//! A board with its corridors contracted, block by block.
//!
//! Within one block a cell with three or more sides is a *junction*; the cells between two
//! junctions have two sides each and form a *corridor*. A search that steps from junction to
//! junction pays for a corridor once, however long it is.

use crate::memory::BudgetVec;
use crate::quotient::blocks::Blocks;
use crate::quotient::cells::Cells;
use crate::quotient::halt::{Halt, Meter};

/// What lies behind an arc inside its block.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Link {
    /// The block of the arc.
    pub(crate) block: u32,
    /// The junction at the other end of the corridor; meaningful only if `length` is not 0.
    pub(crate) to: u32,
    /// Steps from the arc's tail to that junction; 0 if the tail is no junction of the block.
    pub(crate) length: u32,
}

/// A [`Link`] for every arc: 12 bytes each.
#[derive(Debug)]
pub(crate) struct Links(BudgetVec<Link>);

impl Links {
    pub(crate) fn new(meter: &mut Meter<'_>, cells: &Cells, blocks: &Blocks) -> Result<Self, Halt> {
        let unknown = Link {
            block: 0,
            to: 0,
            length: 0,
        };
        let mut links = Self(BudgetVec::filled(
            meter.memory(),
            cells.arcs() as usize,
            unknown,
        )?);
        for cell in 0..cells.count() {
            meter.tick()?;
            for arc in cells.sides(cell) {
                links.0[arc as usize].block = blocks.of_arc(cell, cells.head(arc));
            }
        }
        for cell in 0..cells.count() {
            for arc in cells.sides(cell) {
                if links.sides_in(cells, cell, links.get(arc).block) < 3 {
                    continue;
                }
                let (mut end, mut length) = (arc, 1);
                while let Some(next) = links.onward(cells, end) {
                    meter.tick()?;
                    end = next;
                    length += 1;
                }
                let link = &mut links.0[arc as usize];
                (link.to, link.length) = (cells.head(end), length);
            }
        }
        Ok(links)
    }

    #[inline]
    pub(crate) fn get(&self, arc: u32) -> Link {
        self.0[arc as usize]
    }

    /// How many sides of `cell` are in `block`.
    pub(crate) fn sides_in(&self, cells: &Cells, cell: u32, block: u32) -> usize {
        let same = |&arc: &u32| self.get(arc).block == block;
        cells.sides(cell).filter(same).count()
    }

    /// The arc that continues `arc` through a cell of a corridor; `None` where the head of `arc`
    /// is a junction of the block or a dead end.
    pub(crate) fn onward(&self, cells: &Cells, arc: u32) -> Option<u32> {
        let (back, block) = (cells.reverse(arc), self.get(arc).block);
        let mut others = cells
            .sides(cells.head(arc))
            .filter(|&side| side != back && self.get(side).block == block);
        others.next().filter(|_| others.next().is_none())
    }
}
