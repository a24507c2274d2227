//! Which kings keep others off a cell, and when: the slots in which a further king may stand there.
//!
//! Time is counted in slots. A king that moves in a slot is on both cells in that slot, so kings that do not
//! touch in a slot may take their moves of it in any order; and a king may make several moves in one.

#![expect(
    clippy::cast_possible_truncation,
    reason = "a board has at most 2000 cells a side, and a plan that is scheduled few stays"
)]

use statewalk::memory::{BudgetVec, Memory, MemoryExhausted};

use crate::kings::board::Cell;

/// A slot.
pub(super) type Time = u32;

/// No slot is later.
pub(super) const EVER: Time = Time::MAX;

/// A king comes to a cell in a slot. The first stop of a route is the cell of the start, in slot 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stop {
    pub(super) time: Time,
    pub(super) cell: Cell,
}

/// The slots from `first` to `last`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) first: Time,
    pub(super) last: Time,
}

/// A king is on or beside a cell.
#[derive(Clone, Copy, Debug)]
struct Stay {
    span: Span,
    king: u32,
    /// The next stay at the same cell; they are sorted by their first slots.
    next: u32,
}

const NONE: u32 = u32::MAX;

/// The stays of all kings at all cells.
pub(super) struct Timetable {
    side: u32,
    heads: BudgetVec<u32>,
    /// How often the stays of each cell were changed, counted from 1 and round.
    versions: BudgetVec<u32>,
    stays: BudgetVec<Stay>,
    /// The first of the entries of `stays` that are not in use.
    free: u32,
    /// How many stays were passed while others were added and removed: the work that it took.
    passed: u64,
}

impl Timetable {
    /// Nobody on a board of side `side`. Memory: 8 bytes a cell, and 16 for each stay that is added.
    pub(super) fn new(side: u32, memory: &Memory) -> Result<Self, MemoryExhausted> {
        Ok(Self {
            side,
            heads: BudgetVec::filled(memory, (side * side) as usize, NONE)?,
            versions: BudgetVec::filled(memory, (side * side) as usize, 1)?,
            stays: BudgetVec::new(memory),
            free: NONE,
            passed: 0,
        })
    }

    /// How many cells there are.
    pub(super) fn cells(&self) -> usize {
        self.heads.len()
    }

    /// How many stays were passed until now while others were added and removed.
    pub(super) fn passed(&self) -> u64 {
        self.passed
    }

    /// A number that is another one, and never 0, after the gaps of a cell have changed.
    #[inline]
    pub(super) fn version(&self, index: usize) -> u32 {
        self.versions[index]
    }

    fn change(&mut self, cell: usize) {
        let version = &mut self.versions[cell];
        *version = version.wrapping_add(1).max(1);
    }

    /// Nobody, on the same board.
    pub(super) fn clear(&mut self) {
        self.heads.fill(NONE);
        for cell in 0..self.heads.len() {
            self.change(cell);
        }
        self.stays.clear();
        self.free = NONE;
    }

    /// The number of a cell of the board, in rows.
    #[inline]
    pub(super) fn index(&self, cell: Cell) -> usize {
        index(self.side, cell)
    }

    /// Whether it is a cell of the board.
    #[inline]
    pub(super) fn holds(&self, cell: Cell) -> bool {
        let inside = |part: u16| u32::from(part).wrapping_sub(1) < self.side;
        inside(cell.row) && inside(cell.col)
    }

    /// The slots in which nobody is on or beside the cell with this number, in their order.
    #[inline]
    pub(super) fn gaps(&self, index: usize) -> impl Iterator<Item = Span> {
        let mut stay = self.heads[index];
        let mut first = 0;
        let mut is_over = false;
        std::iter::from_fn(move || {
            while stay != NONE {
                let Stay { span, next, .. } = self.stays[stay as usize];
                stay = next;
                let gap = (first < span.first).then(|| Span {
                    first,
                    last: span.first - 1,
                });
                is_over |= span.last == EVER;
                first = first.max(span.last.saturating_add(1));
                if gap.is_some() {
                    return gap;
                }
            }
            if is_over {
                return None;
            }
            is_over = true;
            Some(Span { first, last: EVER })
        })
    }

    /// Adds the stays of a king on its route.
    pub(super) fn add(&mut self, king: u32, route: &[Stop]) -> Result<(), MemoryExhausted> {
        let side = self.side;
        shadow(side, route, |cell, span| self.insert(cell, span, king))
    }

    /// Removes the stays of a king on its route, as they were added.
    pub(super) fn remove(&mut self, king: u32, route: &[Stop]) {
        let side = self.side;
        // Nothing fails.
        let _: Result<(), ()> = shadow(side, route, |cell, span| {
            self.take(cell, span.first, king);
            Ok(())
        });
    }

    fn insert(&mut self, cell: usize, span: Span, king: u32) -> Result<(), MemoryExhausted> {
        self.change(cell);
        let mut before = NONE;
        let mut next = self.heads[cell];
        while next != NONE && self.stays[next as usize].span.first < span.first {
            before = next;
            next = self.stays[next as usize].next;
            self.passed += 1;
        }
        let stay = Stay { span, king, next };
        let entry = self.free;
        let entry = if entry == NONE {
            // Routes that would need more numbers are refused beforehand.
            let entry = self.stays.len() as u32;
            self.stays.push(stay)?;
            entry
        } else {
            self.free = self.stays[entry as usize].next;
            self.stays[entry as usize] = stay;
            entry
        };
        *self.link(cell, before) = entry;
        Ok(())
    }

    fn take(&mut self, cell: usize, first: Time, king: u32) {
        self.change(cell);
        let mut before = NONE;
        let mut entry = self.heads[cell];
        while entry != NONE {
            let Stay {
                span,
                king: other,
                next,
            } = self.stays[entry as usize];
            if other == king && span.first == first {
                *self.link(cell, before) = next;
                self.stays[entry as usize].next = self.free;
                self.free = entry;
                return;
            }
            before = entry;
            entry = next;
            self.passed += 1;
        }
    }

    /// What leads to the stay behind `before`, or to the first one of the cell.
    fn link(&mut self, cell: usize, before: u32) -> &mut u32 {
        if before == NONE {
            &mut self.heads[cell]
        } else {
            &mut self.stays[before as usize].next
        }
    }

    /// The kings that are on or beside the cell with this number in some slot.
    pub(super) fn visitors(&self, index: usize) -> impl Iterator<Item = u32> {
        let mut stay = self.heads[index];
        std::iter::from_fn(move || {
            let Stay { king, next, .. } = *self.stays.get(stay as usize)?;
            stay = next;
            Some(king)
        })
    }
}

#[inline]
fn index(side: u32, cell: Cell) -> usize {
    ((u32::from(cell.row) - 1) * side + u32::from(cell.col) - 1) as usize
}

/// Calls `each` with the numbers of the cells that a king on its route is on or beside, and with the slots; once
/// where it stays beside a cell over several stops.
fn shadow<E>(
    side: u32,
    route: &[Stop],
    mut each: impl FnMut(usize, Span) -> Result<(), E>,
) -> Result<(), E> {
    let most = side as u16;
    for (number, stop) in route.iter().enumerate() {
        let before = number.checked_sub(1).map(|before| route[before].cell);
        let Cell { row, col } = stop.cell;
        for row in (row - 1).max(1)..=(row + 1).min(most) {
            for col in (col - 1).max(1)..=(col + 1).min(most) {
                let cell = Cell { row, col };
                if before.is_some_and(|before| before.touches(cell)) {
                    continue;
                }
                let left = route[number..].iter().find(|stop| !stop.cell.touches(cell));
                let span = Span {
                    first: stop.time,
                    last: left.map_or(EVER, |stop| stop.time),
                };
                each(index(side, cell), span)?;
            }
        }
    }
    Ok(())
}
