//! Costs by rank, as narrow as they fit: widened when a larger one comes.

use crate::cost::Cost;
use crate::memory::{BudgetVec, Memory, MemoryExhausted};
use crate::store::ranked::Noted;

/// A list of costs in 1, 2, 4 or 8 bytes each.
///
/// Values below 255, 65,535 and 2^32 - 1 fit the first three widths (the largest value of a
/// width is kept free and marks what was not reached). A negative or larger
/// cost widens the whole list, once; nothing is ever rounded.
#[derive(Debug)]
pub struct CostList {
    memory: Memory,
    /// The cells, if they have two bytes; most tables by rank have. Otherwise it is empty, so that in hot
    /// loops the check of the bounds is the look at the width too.
    two: BudgetVec<u16>,
    other: Other,
}

/// The cells of another width than two bytes.
#[derive(Debug)]
enum Other {
    None,
    U8(BudgetVec<u8>),
    U32(BudgetVec<u32>),
    I64(BudgetVec<i64>),
}

/// The cells of a list in the width that they have now.
#[derive(Debug)]
pub(crate) enum Width<'a> {
    U8(&'a mut [u8]),
    U16(&'a mut [u16]),
    U32(&'a mut [u32]),
    I64(&'a mut [i64]),
}

/// The value of a cell that holds no cost. Searches refuse it as an overflow, so it is never one.
pub const UNREACHED: Cost = Cost::MAX;

/// How many bytes a cell has that holds costs up to `largest`.
pub(crate) fn cell_bytes(largest: Cost) -> u64 {
    match largest {
        0..0xFF => 1,
        0xFF..0xFFFF => 2,
        0xFFFF..0xFFFF_FFFF => 4,
        _ => 8,
    }
}

impl CostList {
    /// A list of `len` cells that hold [`UNREACHED`], wide enough for costs up to `largest`.
    pub fn unreached(memory: &Memory, len: usize, largest: Cost) -> Result<Self, MemoryExhausted> {
        let mut two = BudgetVec::new(memory);
        let other = match cell_bytes(largest) {
            1 => Other::U8(BudgetVec::filled(memory, len, u8::MAX)?),
            2 => {
                two = BudgetVec::filled(memory, len, u16::MAX)?;
                Other::None
            }
            4 => Other::U32(BudgetVec::filled(memory, len, u32::MAX)?),
            _ => Other::I64(BudgetVec::filled(memory, len, i64::MAX)?),
        };
        let memory = memory.clone();
        Ok(Self { memory, two, other })
    }

    /// The cost at `index`, or [`UNREACHED`].
    #[inline]
    #[must_use]
    pub fn get(&self, index: usize) -> Cost {
        match self.two.get(index) {
            Some(cell) => cell.wide(),
            None => self.get_other(index),
        }
    }

    /// The cost at `index`, where there is one.
    #[inline]
    #[must_use]
    pub(super) fn reached(&self, index: usize) -> Cost {
        match self.two.get(index) {
            Some(&cell) => cell.into(),
            None => self.get_other(index),
        }
    }

    #[cold]
    #[inline(never)]
    fn get_other(&self, index: usize) -> Cost {
        match &self.other {
            Other::None => self.two[index].wide(),
            Other::U8(list) => list[index].wide(),
            Other::U32(list) => list[index].wide(),
            Other::I64(list) => list[index].wide(),
        }
    }

    /// Replaces the cost at `index`.
    #[inline]
    pub fn set(&mut self, index: usize, cost: Cost) -> Result<(), MemoryExhausted> {
        loop {
            let stored = match self.width_mut() {
                Width::U8(list) => Cell::narrow(cost).map(|c| list[index] = c),
                Width::U16(list) => Cell::narrow(cost).map(|c| list[index] = c),
                Width::U32(list) => Cell::narrow(cost).map(|c| list[index] = c),
                Width::I64(list) => Cell::narrow(cost).map(|c| list[index] = c),
            };
            match stored {
                Some(()) => return Ok(()),
                None => self.widen()?,
            }
        }
    }

    /// As `CostTable::note`.
    #[expect(clippy::inline_always, reason = "the hot loop of dense searches")]
    #[inline(always)]
    pub(super) fn note(
        &mut self,
        index: usize,
        cost: Cost,
        correct: bool,
    ) -> Result<Noted, MemoryExhausted> {
        if let Some(cell) = self.two.get_mut(index) {
            let known = *cell;
            if known == u16::NONE {
                if let Some(new) = u16::narrow(cost) {
                    *cell = new;
                    return Ok(Noted::New);
                }
            } else if !correct || cost >= known.into() {
                return Ok(Noted::Known);
            } else if let Some(new) = u16::narrow(cost) {
                *cell = new;
                return Ok(Noted::Improved);
            }
        }
        self.note_in_any_width(index, cost, correct)
    }

    /// As `CostTable::note`.
    #[cold]
    #[inline(never)]
    fn note_in_any_width(
        &mut self,
        index: usize,
        cost: Cost,
        correct: bool,
    ) -> Result<Noted, MemoryExhausted> {
        let known = self.get(index);
        let noted = if known == UNREACHED {
            Noted::New
        } else if correct && cost < known {
            Noted::Improved
        } else {
            return Ok(Noted::Known);
        };
        self.set(index, cost)?;
        Ok(noted)
    }

    /// How many cells there are.
    #[must_use]
    pub fn len(&self) -> usize {
        match &self.other {
            Other::None => self.two.len(),
            Other::U8(list) => list.len(),
            Other::U32(list) => list.len(),
            Other::I64(list) => list.len(),
        }
    }

    /// Whether there are no cells.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The cells themselves, for loops that are written once for each width.
    #[inline]
    pub(crate) fn width_mut(&mut self) -> Width<'_> {
        match &mut self.other {
            Other::None => Width::U16(&mut self.two),
            Other::U8(list) => Width::U8(list),
            Other::U32(list) => Width::U32(list),
            Other::I64(list) => Width::I64(list),
        }
    }

    /// How many bytes a cell has.
    pub(crate) fn width(&self) -> usize {
        match &self.other {
            Other::None => 2,
            Other::U8(_) => 1,
            Other::U32(_) => 4,
            Other::I64(_) => 8,
        }
    }

    /// Makes the list anew, with as many cells of so many bytes that hold no cost. The old ones are given back first.
    pub(crate) fn make_anew(&mut self, width: usize) -> Result<(), MemoryExhausted> {
        if width != self.width() {
            let (memory, len) = (self.memory.clone(), self.len());
            self.two = BudgetVec::new(&memory);
            self.other = Other::None;
            let largest = match width {
                1 => u8::MAX.into(),
                2 => u16::MAX.into(),
                4 => u32::MAX.into(),
                _ => Cost::MAX,
            };
            *self = Self::unreached(&memory, len, largest - 1)?;
        }
        Ok(())
    }

    /// Moves the cells to the next width. Old and new are held at once.
    #[cold]
    #[inline(never)]
    pub(crate) fn widen(&mut self) -> Result<(), MemoryExhausted> {
        self.other = match &self.other {
            Other::U8(list) => {
                self.two = converted(&self.memory, list)?;
                Other::None
            }
            Other::None => {
                let wider = converted(&self.memory, &self.two)?;
                self.two = BudgetVec::new(&self.memory);
                Other::U32(wider)
            }
            Other::U32(list) => Other::I64(converted(&self.memory, list)?),
            Other::I64(_) => return Ok(()),
        };
        Ok(())
    }
}

/// A cell type; its largest value means "no cost".
pub(crate) trait Cell: Copy + Ord + Send + Sync {
    const NONE: Self;

    /// The cost as a cell, if it fits.
    fn narrow(cost: Cost) -> Option<Self>;

    /// The cost in the cell, or [`UNREACHED`].
    fn wide(self) -> Cost;
}

macro_rules! narrow_cells {
    ($($cell:ty),*) => {$(
        impl Cell for $cell {
            const NONE: Self = <$cell>::MAX;

            #[inline]
            #[expect(clippy::cast_possible_truncation, reason = "it was compared first")]
            fn narrow(cost: Cost) -> Option<Self> {
                // One comparison: a negative cost is a large one here.
                let cost = cost.cast_unsigned();
                (cost < u64::from(Self::NONE)).then_some(cost as Self)
            }

            #[inline]
            fn wide(self) -> Cost {
                if self == Self::NONE {
                    UNREACHED
                } else {
                    self.into()
                }
            }
        }
    )*};
}

narrow_cells!(u8, u16, u32);

impl Cell for i64 {
    const NONE: Self = UNREACHED;

    #[inline]
    fn narrow(cost: Cost) -> Option<Self> {
        Some(cost)
    }

    #[inline]
    fn wide(self) -> Cost {
        self
    }
}

fn converted<A: Cell, B: Cell>(
    memory: &Memory,
    from: &[A],
) -> Result<BudgetVec<B>, MemoryExhausted> {
    let mut to = BudgetVec::filled(memory, from.len(), B::NONE)?;
    for (cell, &old) in to.iter_mut().zip(from) {
        // UNREACHED fits no narrow cell and stays the filled-in mark.
        if let Some(value) = B::narrow(old.wide()) {
            *cell = value;
        }
    }
    Ok(to)
}

#[cfg(test)]
mod tests {
    use super::{CostList, UNREACHED};
    use crate::memory::Memory;

    const EDGES: [i64; 10] = [
        0,
        254,
        255,
        65_534,
        65_535,
        93_529,
        0xFFFF_FFFE,
        0xFFFF_FFFF,
        -1,
        i64::MAX - 1,
    ];

    #[test]
    fn every_width_keeps_every_cost() {
        let mut list = CostList::unreached(&Memory::unlimited(), EDGES.len(), 0).unwrap();
        for (count, &cost) in EDGES.iter().enumerate() {
            list.set(count, cost).unwrap();
            for (index, &expected) in EDGES[..=count].iter().enumerate() {
                assert_eq!(list.get(index), expected);
            }
        }
    }

    #[test]
    fn dense_cells_stay_unreached_while_others_widen() {
        for largest in [0, 300, 70_000, i64::MAX] {
            let mut list = CostList::unreached(&Memory::unlimited(), 3, largest).unwrap();
            for cost in EDGES {
                list.set(1, cost).unwrap();
                assert_eq!([0, 1, 2].map(|i| list.get(i)), [UNREACHED, cost, UNREACHED]);
            }
        }
    }

    #[test]
    fn widening_needs_room_for_both_lists() {
        let memory = Memory::limited(2500);
        let mut list = CostList::unreached(&memory, 1000, 10).unwrap();
        let refused = list.set(0, 1000).unwrap_err();
        assert_eq!((refused.needed, refused.used), (2000, 1000));
        assert_eq!(list.get(0), UNREACHED);
    }
}
