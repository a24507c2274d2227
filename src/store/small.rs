//! Costs by rank in 2, 4 or 8 bits each, for spaces in which few costs are large.

use crate::bits::PackedArray;
use crate::cost::Cost;
use crate::encoding::Encoding;
use crate::memory::{Memory, MemoryExhausted};
use crate::store::StoreError;
use crate::store::costs::{CostList, UNREACHED};
use crate::store::ranked::{CostTable, Ranked};
use crate::store::word::{Word, index};

/// A table of costs below 3, 15 or 255 in `BITS` = 2, 4 or 8 bits an entry. A cost that does not fit, or is
/// negative, moves the whole table into a [`CostList`], once.
#[derive(Debug)]
pub struct Small<const BITS: u32> {
    cells: Cells<BITS>,
    memory: Memory,
}

#[derive(Debug)]
enum Cells<const BITS: u32> {
    Packed(PackedArray<BITS>),
    Wide(CostList),
}

impl<const BITS: u32> Small<BITS> {
    /// The mark of what was not reached.
    const NONE: u8 = PackedArray::<BITS>::MAX;

    /// `len` entries that hold [`UNREACHED`].
    ///
    /// # Errors
    /// [`MemoryExhausted`] if they do not fit.
    pub fn unreached(memory: &Memory, len: u64) -> Result<Self, MemoryExhausted> {
        Ok(Self {
            cells: Cells::Packed(PackedArray::filled(memory, len, Self::NONE)?),
            memory: memory.clone(),
        })
    }

    /// Sets what does not fit, in a list of costs from now on.
    #[cold]
    #[inline(never)]
    fn set_wide(&mut self, at: usize, cost: Cost) -> Result<(), MemoryExhausted> {
        if let Cells::Packed(cells) = &self.cells {
            let len = index(cells.len());
            let mut list = CostList::unreached(&self.memory, len, cost.max(i64::from(Self::NONE)))?;
            for (place, number) in (0..len).zip(0..cells.len()) {
                let small = cells.get(number);
                if small != Self::NONE {
                    list.set(place, small.into())?;
                }
            }
            list.set(at, cost)?;
            self.cells = Cells::Wide(list);
            return Ok(());
        }
        match &mut self.cells {
            Cells::Wide(list) => list.set(at, cost),
            Cells::Packed(_) => Ok(()),
        }
    }
}

impl<const BITS: u32> CostTable for Small<BITS> {
    type Hot<'a> = &'a mut [u16];

    /// Never: bits are found by a shift and a mask.
    #[inline]
    fn hot(&mut self) -> Option<&mut [u16]> {
        None
    }

    #[inline]
    fn get(&self, at: usize) -> Cost {
        match &self.cells {
            Cells::Packed(cells) => match cells.get(at as u64) {
                small if small == Self::NONE => UNREACHED,
                small => small.into(),
            },
            Cells::Wide(list) => list.get(at),
        }
    }

    #[inline]
    fn set(&mut self, at: usize, cost: Cost) -> Result<(), MemoryExhausted> {
        match (&mut self.cells, u8::try_from(cost)) {
            (Cells::Packed(cells), Ok(small)) if small < Self::NONE => {
                cells.set(at as u64, small);
                Ok(())
            }
            _ => self.set_wide(at, cost),
        }
    }
}

impl<E: Encoding, W: Word, const BITS: u32> Ranked<E, Small<BITS>, W> {
    /// An empty store with `BITS` bits for a cost, until one comes that does not fit.
    ///
    /// # Errors
    /// [`StoreError`] if there is no memory for the table, or `W` cannot number all ranks.
    pub fn small(encoding: E, memory: &Memory) -> Result<Self, StoreError> {
        let size = encoding.size();
        Self::over(encoding, || Small::unreached(memory, size))
    }
}

#[cfg(test)]
mod tests {
    use super::Small;
    use crate::memory::Memory;
    use crate::store::costs::UNREACHED;
    use crate::store::ranked::CostTable;

    fn every_cost_is_kept<const BITS: u32>() {
        for edge in [0, 2, 3, 14, 15, 254, 255, 70_000, -1, i64::MAX - 1] {
            let mut table = Small::<BITS>::unreached(&Memory::unlimited(), 100).unwrap();
            table.set(7, 1).unwrap();
            table.set(8, 2).unwrap();
            table.set(9, edge).unwrap();
            table.set(10, 0).unwrap();
            let all = [6, 7, 8, 9, 10, 99].map(|at| table.get(at));
            assert_eq!(all, [UNREACHED, 1, 2, edge, 0, UNREACHED]);
            table.set(8, edge).unwrap();
            assert_eq!([table.get(8), table.get(9)], [edge, edge]);
        }
    }

    #[test]
    fn costs_are_kept_in_any_width() {
        every_cost_is_kept::<2>();
        every_cost_is_kept::<4>();
        every_cost_is_kept::<8>();
    }

    #[test]
    fn a_refused_move_changes_nothing() {
        let memory = Memory::limited(600);
        let mut table = Small::<4>::unreached(&memory, 1000).unwrap();
        table.set(3, 14).unwrap();
        assert!(table.set(3, 15).is_err());
        assert_eq!((table.get(3), memory.used()), (14, 504));
    }
}
