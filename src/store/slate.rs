//! Costs by rank that can be wiped: for many searches over one space, most of which reach little of it.

use crate::cost::Cost;
use crate::encoding::Encoding;
use crate::memory::{BudgetVec, Memory, MemoryExhausted};
use crate::store::StoreError;
use crate::store::cells::HotCosts;
use crate::store::costs::{Cell, CostList, UNREACHED};
use crate::store::ranked::{CostTable, Noted, Ranked};
use crate::store::word;

/// Cells that are wiped together, as a power of two: four cache lines.
const BLOCK_BITS: u32 = 6;

/// A table of costs, four bytes each, that is made once and [wiped](Ranked::wipe) before each search.
///
/// A new table for each search costs time in proportion to the space, and pages to be mapped in; this one remembers in
/// one bit for each 64 ranks where it was written, and is wiped there alone. A cost that passes 32 bits, or is negative,
/// moves the costs into a [`CostList`] until the next wipe.
#[derive(Debug)]
pub struct Slate {
    cells: BudgetVec<u32>,
    /// One bit for each block of cells that may hold a cost.
    touched: BudgetVec<u64>,
    /// All costs, once one of them did not fit a cell.
    wide: Option<CostList>,
    memory: Memory,
}

/// A slate as hot loops see it.
#[derive(Debug)]
pub struct HotSlate<'a> {
    cells: &'a mut [u32],
    touched: &'a mut [u64],
}

/// The word and the bit of the block of a cell.
#[inline]
fn block(index: usize) -> (usize, u64) {
    let block = index >> BLOCK_BITS;
    (block / 64, 1 << (block % 64))
}

impl Slate {
    /// `len` entries that hold [`UNREACHED`].
    ///
    /// # Errors
    /// [`MemoryExhausted`] if they do not fit.
    pub fn unreached(memory: &Memory, len: usize) -> Result<Self, MemoryExhausted> {
        let words = len.div_ceil(64 << BLOCK_BITS);
        Ok(Self {
            cells: BudgetVec::filled(memory, len, u32::NONE)?,
            touched: BudgetVec::filled(memory, words, 0)?,
            wide: None,
            memory: memory.clone(),
        })
    }

    /// Forgets all costs, in time for what was reached and a look at one bit for each 64 entries.
    pub fn wipe(&mut self) {
        self.wide = None;
        for (at, word) in self.touched.iter_mut().enumerate() {
            let mut blocks = std::mem::take(word);
            while blocks != 0 {
                let block = at * 64 + blocks.trailing_zeros() as usize;
                blocks &= blocks - 1;
                let end = self.cells.len().min((block + 1) << BLOCK_BITS);
                self.cells[block << BLOCK_BITS..end].fill(u32::NONE);
            }
        }
    }

    /// Sets a cost that fits no cell: from now on all of them are in a list.
    #[cold]
    #[inline(never)]
    fn set_wide(&mut self, index: usize, cost: Cost) -> Result<(), MemoryExhausted> {
        if self.wide.is_none() {
            let mut list = CostList::unreached(&self.memory, self.cells.len(), UNREACHED)?;
            for (at, cell) in self.cells.iter().enumerate() {
                list.set(at, cell.wide())?;
            }
            self.wide = Some(list);
        }
        match &mut self.wide {
            Some(list) => list.set(index, cost),
            None => Ok(()),
        }
    }
}

impl CostTable for Slate {
    type Hot<'a> = HotSlate<'a>;

    #[inline]
    fn get(&self, index: usize) -> Cost {
        match &self.wide {
            None => self.cells[index].wide(),
            Some(list) => list.get(index),
        }
    }

    fn set(&mut self, index: usize, cost: Cost) -> Result<(), MemoryExhausted> {
        match (&self.wide, u32::narrow(cost)) {
            (None, Some(cell)) => {
                self.cells[index] = cell;
                let (word, bit) = block(index);
                self.touched[word] |= bit;
                Ok(())
            }
            _ => self.set_wide(index, cost),
        }
    }

    #[inline]
    fn hot(&mut self) -> Option<HotSlate<'_>> {
        self.wide.is_none().then_some(HotSlate {
            cells: &mut self.cells,
            touched: &mut self.touched,
        })
    }
}

impl HotCosts for HotSlate<'_> {
    #[expect(clippy::inline_always, reason = "the hot loop of dense searches")]
    #[inline(always)]
    fn note(&mut self, index: usize, cost: Cost, correct: bool) -> Option<Noted> {
        let cell = self.cells.get_mut(index)?;
        let known = *cell;
        if known == u32::NONE {
            *cell = u32::narrow(cost)?;
            let (word, bit) = block(index);
            self.touched[word] |= bit;
            Some(Noted::New)
        } else if !correct || cost >= known.into() {
            Some(Noted::Known)
        } else {
            *cell = u32::narrow(cost)?;
            Some(Noted::Improved)
        }
    }

    #[inline]
    fn reached(&self, index: usize) -> Cost {
        self.cells[index].into()
    }
}

impl<E: Encoding, W: word::Word> Ranked<E, Slate, W> {
    /// An empty store that can be [wiped](Self::wipe).
    ///
    /// # Errors
    /// [`StoreError`] if there is no memory for the table, or `W` cannot number all ranks.
    pub fn wipeable(encoding: E, memory: &Memory) -> Result<Self, StoreError> {
        let size = usize::try_from(encoding.size()).unwrap_or(usize::MAX);
        Self::over(encoding, || Slate::unreached(memory, size))
    }

    /// Makes the store empty again, as [`Slate::wipe`] does.
    pub fn wipe(&mut self) {
        self.costs.wipe();
        self.reached = 0;
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::Slate;
    use crate::encoding::number::Number;
    use crate::memory::Memory;
    use crate::store::cells::HotCosts;
    use crate::store::costs::UNREACHED;
    use crate::store::ranked::{CostTable, Noted, Ranked};
    use crate::store::{Costs, NodeStore, Reach};

    proptest! {
        /// A slate is a map of costs, through its view or without, and empty after it was wiped.
        #[test]
        fn it_is_a_map(
            len in 1usize..9000,
            rounds in prop::collection::vec(
                prop::collection::vec((any::<prop::sample::Index>(), any::<bool>(), prop_oneof![
                    4 => 0i64..50,
                    1 => Just(i64::from(u32::MAX) - 1),
                    1 => Just(i64::from(u32::MAX)),
                    1 => Just(-3i64),
                ]), 0..40),
                1..5,
            ),
        ) {
            let memory = Memory::unlimited();
            let mut slate = Slate::unreached(&memory, len).unwrap();
            for steps in rounds {
                let mut known = BTreeMap::new();
                for (at, correct, cost) in steps {
                    let at = at.index(len);
                    let before = known.get(&at).copied();
                    let expected = match before {
                        None => Noted::New,
                        Some(old) if correct && cost < old => Noted::Improved,
                        Some(_) => Noted::Known,
                    };
                    let hot = slate.hot().and_then(|mut hot| hot.note(at, cost, correct));
                    let noted = match hot {
                        Some(noted) => noted,
                        None => slate.note(at, cost, correct).unwrap(),
                    };
                    prop_assert_eq!(noted, expected);
                    if noted != Noted::Known {
                        known.insert(at, cost);
                    }
                    prop_assert_eq!(slate.reached(at), known[&at]);
                }
                for at in 0..len {
                    prop_assert_eq!(slate.get(at), known.get(&at).copied().unwrap_or(UNREACHED));
                }
                slate.wipe();
                prop_assert!((0..len).all(|at| slate.get(at) == UNREACHED));
                prop_assert!(slate.hot().is_some());
            }
        }
    }

    #[test]
    fn what_does_not_fit_changes_nothing() {
        let memory = Memory::limited(4 * 100 + 8);
        let mut slate = Slate::unreached(&memory, 100).unwrap();
        slate.set(7, 5).unwrap();
        assert!(slate.set(8, i64::from(u32::MAX)).is_err());
        assert_eq!((slate.get(7), slate.get(8)), (5, UNREACHED));
        assert!(Slate::unreached(&memory, 100).is_err());
    }

    #[test]
    fn a_wiped_store_is_empty() {
        let memory = Memory::unlimited();
        let mut store: Ranked<_, Slate> =
            Ranked::wipeable(Number::<u32>::new(500).unwrap(), &memory).unwrap();
        assert_eq!(store.reach(&499, 3, None).unwrap(), Reach::New(499));
        assert_eq!((store.len(), store.find(&499)), (1, Some(499)));
        store.wipe();
        assert_eq!((store.len(), store.find(&499)), (0, None));
        assert_eq!(store.reach(&499, 9, None).unwrap(), Reach::New(499));
    }
}
