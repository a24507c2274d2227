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
    width: Width,
}

/// The cells of a list in the width that they have now.
#[derive(Debug)]
pub(crate) enum Width {
    U8(BudgetVec<u8>),
    U16(BudgetVec<u16>),
    U32(BudgetVec<u32>),
    I64(BudgetVec<i64>),
}

/// The value of a cell that holds no cost. Searches refuse it as an overflow, so it is never one.
pub const UNREACHED: Cost = Cost::MAX;

impl CostList {
    /// A list of `len` cells that hold [`UNREACHED`], wide enough for costs up to `largest`.
    pub fn unreached(memory: &Memory, len: usize, largest: Cost) -> Result<Self, MemoryExhausted> {
        let width = match largest {
            0..0xFF => Width::U8(BudgetVec::filled(memory, len, u8::MAX)?),
            0xFF..0xFFFF => Width::U16(BudgetVec::filled(memory, len, u16::MAX)?),
            0xFFFF..0xFFFF_FFFF => Width::U32(BudgetVec::filled(memory, len, u32::MAX)?),
            _ => Width::I64(BudgetVec::filled(memory, len, i64::MAX)?),
        };
        let memory = memory.clone();
        Ok(Self { memory, width })
    }

    /// The cost at `index`, or [`UNREACHED`].
    #[inline]
    #[must_use]
    pub fn get(&self, index: usize) -> Cost {
        // One width is tried before the others: tables by rank have it mostly.
        if let Width::U16(list) = &self.width {
            return list[index].wide();
        }
        self.get_any(index)
    }

    #[inline(never)]
    fn get_any(&self, index: usize) -> Cost {
        match &self.width {
            Width::U8(list) => list[index].wide(),
            Width::U16(list) => list[index].wide(),
            Width::U32(list) => list[index].wide(),
            Width::I64(list) => list[index].wide(),
        }
    }

    /// Replaces the cost at `index`.
    #[inline]
    pub fn set(&mut self, index: usize, cost: Cost) -> Result<(), MemoryExhausted> {
        loop {
            let stored = match &mut self.width {
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

    /// As `CostTable::note`, if the cells have two bytes and the cost fits.
    #[expect(clippy::inline_always, reason = "the hot loop of dense searches")]
    #[inline(always)]
    pub(super) fn note_in_two_bytes(
        &mut self,
        index: usize,
        cost: Cost,
        correct: bool,
    ) -> Option<Noted> {
        let Width::U16(list) = &mut self.width else {
            return None;
        };
        let cell = &mut list[index];
        let known = *cell;
        if known != u16::NONE && !(correct && cost < known.into()) {
            return Some(Noted::Known);
        }
        *cell = u16::narrow(cost)?;
        Some(if known == u16::NONE {
            Noted::New
        } else {
            Noted::Improved
        })
    }

    /// As `CostTable::note`.
    #[inline(never)]
    pub(super) fn note_in_any_width(
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
        match &self.width {
            Width::U8(list) => list.len(),
            Width::U16(list) => list.len(),
            Width::U32(list) => list.len(),
            Width::I64(list) => list.len(),
        }
    }

    /// Whether there are no cells.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The cells themselves, for loops that are written once for each width.
    #[inline]
    pub(crate) fn width_mut(&mut self) -> &mut Width {
        &mut self.width
    }

    /// Moves the cells to the next width. Old and new are held at once.
    #[cold]
    #[inline(never)]
    pub(crate) fn widen(&mut self) -> Result<(), MemoryExhausted> {
        self.width = match &self.width {
            Width::U8(list) => Width::U16(converted(&self.memory, list)?),
            Width::U16(list) => Width::U32(converted(&self.memory, list)?),
            Width::U32(list) => Width::I64(converted(&self.memory, list)?),
            Width::I64(_) => return Ok(()),
        };
        Ok(())
    }
}

/// A cell type; its largest value means "no cost".
pub(crate) trait Cell: Copy + Eq + Send {
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
            fn narrow(cost: Cost) -> Option<Self> {
                Self::try_from(cost).ok().filter(|&cell| cell != Self::NONE)
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
