//! Walks of the blank around a piece that does not move.

use crate::cost::Cost;
use crate::memory::BudgetVec;
use crate::quotient::cells::Cells;
use crate::quotient::halt::{Halt, Meter};
use crate::quotient::space::Quotient;

/// Floods from the blank, in arrays that are used again and again: 12 bytes a cell.
#[derive(Debug)]
pub struct Approach {
    seen: BudgetVec<Seen>,
    /// Cells in the order in which the flood found them.
    queue: BudgetVec<u32>,
    found: usize,
    epoch: u32,
}

/// What a flood left at a cell.
#[derive(Clone, Copy, Debug)]
struct Seen {
    epoch: u32,
    /// The distance, or the arc back to where the flood came from.
    note: u32,
}

impl Approach {
    /// Arrays for boards of as many cells as `cells` has.
    ///
    /// # Errors
    /// [`Halt::Limit`] if the memory does not suffice.
    pub fn new(meter: &Meter<'_>, cells: &Cells) -> Result<Self, Halt> {
        let len = cells.count() as usize;
        Ok(Self {
            seen: BudgetVec::filled(meter.memory(), len, Seen { epoch: 0, note: 0 })?,
            queue: BudgetVec::filled(meter.memory(), len, 0)?,
            found: 0,
            epoch: 0,
        })
    }

    /// Appends the quotient states in which the piece can first move, with the steps of the blank
    /// to each: one flood from `blank` that does not enter `piece` and ends with the last side
    /// that the components say can be reached.
    ///
    /// # Errors
    /// [`Halt::Limit`] if a limit is reached.
    pub fn starts(
        &mut self,
        meter: &mut Meter<'_>,
        quotient: &Quotient,
        blank: u32,
        piece: u32,
        starts: &mut Vec<(u32, Cost)>,
    ) -> Result<(), Halt> {
        let (cells, blocks) = (quotient.cells(), quotient.blocks());
        let Some(block) = blocks.entrance(cells, blank, piece) else {
            return Ok(());
        };
        let wanted = |&arc: &u32| blocks.of_arc(piece, cells.head(arc)) == block;
        self.begin(blank, 0);
        let (mut layer, mut distance) = (0..1, 0);
        let mut sides = cells.sides(piece).filter(wanted);
        let mut next = sides.next();
        loop {
            while let Some(side) = next {
                let seen = self.seen[cells.head(side) as usize];
                if seen.epoch != self.epoch {
                    break;
                }
                starts.push((side, Cost::from(seen.note)));
                next = sides.next();
            }
            if next.is_none() || layer.is_empty() {
                return Ok(());
            }
            distance += 1;
            for at in layer.clone() {
                meter.tick()?;
                for arc in cells.sides(self.queue[at]) {
                    let head = cells.head(arc);
                    if head != piece {
                        self.see(head, distance);
                    }
                }
            }
            layer = layer.end..self.found;
        }
    }

    /// Appends a shortest walk of the blank from `from` to `to` that does not enter `piece`, as
    /// arcs. Says whether there is one.
    ///
    /// # Errors
    /// [`Halt::Limit`] if a limit is reached.
    pub fn walk(
        &mut self,
        meter: &mut Meter<'_>,
        cells: &Cells,
        (from, to): (u32, u32),
        piece: u32,
        steps: &mut BudgetVec<u32>,
    ) -> Result<bool, Halt> {
        self.begin(to, 0);
        let mut at = 0;
        while self.seen[from as usize].epoch != self.epoch {
            if at == self.found {
                return Ok(false);
            }
            meter.tick()?;
            for arc in cells.sides(self.queue[at]) {
                let head = cells.head(arc);
                if head != piece {
                    self.see(head, cells.reverse(arc));
                }
            }
            at += 1;
        }
        let mut cell = from;
        while cell != to {
            let arc = self.seen[cell as usize].note;
            steps.push(arc)?;
            cell = cells.head(arc);
        }
        Ok(true)
    }

    fn begin(&mut self, cell: u32, note: u32) {
        if self.epoch == u32::MAX {
            self.seen.fill(Seen { epoch: 0, note: 0 });
            self.epoch = 0;
        }
        self.epoch += 1;
        self.found = 0;
        self.see(cell, note);
    }

    #[inline]
    fn see(&mut self, cell: u32, note: u32) {
        let seen = &mut self.seen[cell as usize];
        if seen.epoch != self.epoch {
            *seen = Seen {
                epoch: self.epoch,
                note,
            };
            self.queue[self.found] = cell;
            self.found += 1;
        }
    }
}
