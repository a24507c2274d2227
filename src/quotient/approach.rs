//! Walks of the blank around a piece that does not move.

use crate::cost::{self, Cost};
use crate::memory::BudgetVec;
use crate::quotient::calendar::Calendar;
use crate::quotient::cells::Cells;
use crate::quotient::halt::{Halt, Meter};
use crate::quotient::routes::Rest;
use crate::quotient::space::Quotient;

/// Searches from the blank, in arrays that are used again and again: 12 bytes a cell.
#[derive(Debug)]
pub struct Approach {
    seen: BudgetVec<Seen>,
    /// Cells in the order in which the flood found them.
    order: BudgetVec<u32>,
    found: usize,
    epoch: u32,
    queue: Calendar,
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
            order: BudgetVec::filled(meter.memory(), len, 0)?,
            found: 0,
            epoch: 0,
            queue: Calendar::new(meter.memory()),
        })
    }

    /// Appends the quotient states in which the piece can first move, with the steps of the blank
    /// to each: one search from `blank` that does not enter `piece` and ends with the last side
    /// that the components say can be reached. `rest` leads it.
    ///
    /// # Errors
    /// [`Halt::Limit`] if a limit is reached.
    pub fn starts(
        &mut self,
        meter: &mut Meter<'_>,
        quotient: &Quotient,
        (blank, piece): (u32, u32),
        rest: &impl Rest,
        starts: &mut Vec<(u32, Cost)>,
    ) -> Result<(), Halt> {
        let (cells, blocks) = (quotient.cells(), quotient.blocks());
        let Some(block) = blocks.entrance(cells, blank, piece) else {
            return Ok(());
        };
        let wanted = |&arc: &u32| blocks.of_arc(piece, cells.head(arc)) == block;
        let mut open = cells.sides(piece).filter(wanted).count();
        // The last step of a walk to the piece would be from a side into it.
        let left = |cell| (rest.walk(cell, piece) - 1).max(0);
        self.begin();
        self.queue.clear();
        self.seen[blank as usize] = Seen {
            epoch: self.epoch,
            note: 0,
        };
        self.queue.push(left(blank), blank)?;
        while let Some((bound, cell)) = self.queue.pop() {
            let left_here = left(cell);
            let steps = self.seen[cell as usize].note;
            if bound != cost::add(Cost::from(steps), left_here)? {
                continue;
            }
            meter.tick()?;
            if left_here == 0
                && let Some(side) = cells.side_towards(piece, cell)
            {
                starts.push((side, Cost::from(steps)));
                open -= 1;
                if open == 0 {
                    break;
                }
            }
            for arc in cells.sides(cell) {
                let head = cells.head(arc);
                let seen = &mut self.seen[head as usize];
                if head == piece || seen.epoch == self.epoch && seen.note <= steps + 1 {
                    continue;
                }
                *seen = Seen {
                    epoch: self.epoch,
                    note: steps + 1,
                };
                let bound = cost::add(Cost::from(steps) + 1, left(head))?;
                self.queue.push(bound, head)?;
            }
        }
        Ok(())
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
        self.begin();
        self.see(to, 0);
        let mut at = 0;
        while self.seen[from as usize].epoch != self.epoch {
            if at == self.found {
                return Ok(false);
            }
            meter.tick()?;
            for arc in cells.sides(self.order[at]) {
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

    fn begin(&mut self) {
        if self.epoch == u32::MAX {
            self.seen.fill(Seen { epoch: 0, note: 0 });
            self.epoch = 0;
        }
        self.epoch += 1;
        self.found = 0;
    }

    #[inline]
    fn see(&mut self, cell: u32, note: u32) {
        let seen = &mut self.seen[cell as usize];
        if seen.epoch != self.epoch {
            *seen = Seen {
                epoch: self.epoch,
                note,
            };
            self.order[self.found] = cell;
            self.found += 1;
        }
    }
}
