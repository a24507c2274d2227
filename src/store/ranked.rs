//! The dense store: a table with an entry for every rank, which is closed list and costs in one.

use std::marker::PhantomData;

use crate::cost::Cost;
use crate::encoding::Encoding;
use crate::memory::{BudgetVec, Memory, MemoryExhausted};
use crate::store::cells::{Cells, CellsAndParents, HotCosts};
use crate::store::costs::{CostList, UNREACHED, Width};
use crate::store::view::{HotLoop, Whole};
use crate::store::word::{Word, index};
use crate::store::{Costs, NodeStore, Parents, Reach, StoreError};

/// A table of costs by rank.
pub trait CostTable {
    /// The table as hot loops see it.
    type Hot<'a>: HotCosts
    where
        Self: 'a;

    /// The cost at `index`, or [`UNREACHED`].
    fn get(&self, index: usize) -> Cost;

    /// The cost at `index`, where there is one.
    #[inline]
    fn reached(&self, index: usize) -> Cost {
        self.get(index)
    }

    /// Replaces the cost at `index`, after widening the table if it must be.
    ///
    /// # Errors
    /// [`MemoryExhausted`] if there is no room to widen it; nothing changed then.
    fn set(&mut self, index: usize, cost: Cost) -> Result<(), MemoryExhausted>;

    /// The table as hot loops see it, if it can be seen so now.
    fn hot(&mut self) -> Option<Self::Hot<'_>>;

    /// Notes that `index` was reached at `cost`. A known cost is replaced by a lower one if `correct`
    /// says so; otherwise it stays.
    ///
    /// # Errors
    /// As [`set`](Self::set).
    #[inline]
    fn note(&mut self, index: usize, cost: Cost, correct: bool) -> Result<Noted, MemoryExhausted> {
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
}

/// What [`CostTable::note`] found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Noted {
    /// There was no cost.
    New,
    /// There was a higher cost.
    Improved,
    /// The cost that was there stays.
    Known,
}

impl CostTable for CostList {
    /// Only costs of two bytes, as most are.
    type Hot<'a> = &'a mut [u16];

    #[inline]
    fn hot(&mut self) -> Option<&mut [u16]> {
        match self.width_mut() {
            Width::U16(cells) => Some(cells),
            _ => None,
        }
    }

    #[inline]
    fn get(&self, index: usize) -> Cost {
        self.get(index)
    }

    #[inline]
    fn reached(&self, index: usize) -> Cost {
        self.reached(index)
    }

    #[inline]
    fn set(&mut self, index: usize, cost: Cost) -> Result<(), MemoryExhausted> {
        self.set(index, cost)
    }

    #[expect(clippy::inline_always, reason = "the hot loop of dense searches")]
    #[inline(always)]
    fn note(&mut self, index: usize, cost: Cost, correct: bool) -> Result<Noted, MemoryExhausted> {
        self.note(index, cost, correct)
    }
}

/// A dense store: the id of a state is its rank.
///
/// It costs what the table `T` takes for every rank of the encoding, from the beginning: 1, 2, 4 or 8 bytes
/// for a [`CostList`], half a byte or less for [`Small`](crate::store::small::Small); a [`Slate`](crate::store::slate::Slate)
/// can be wiped. It keeps no parents, so a
/// plan is found by [`ByDescent`](crate::search::trace::ByDescent), which needs predecessors and
/// costs of at least 1; [`with_parents`](Self::with_parents) adds them. `W` is the type of ids, `u32` or `u64`.
#[derive(Debug)]
pub struct Ranked<E, T = CostList, W = u32> {
    encoding: E,
    pub(super) costs: T,
    pub(super) reached: u64,
    word: PhantomData<fn(W)>,
}

/// A [`Ranked`] store that remembers parents, in another word a rank.
#[derive(Debug)]
pub struct RankedParents<E, T = CostList, W = u32> {
    nodes: Ranked<E, T, W>,
    parents: BudgetVec<W>,
}

impl<E: Encoding, W: Word> Ranked<E, CostList, W> {
    /// An empty store, with entries wide enough for costs up to `largest`; a larger one widens them all.
    ///
    /// # Errors
    /// [`StoreError`] if there is no memory for the table, or `W` cannot number all ranks.
    pub fn new(encoding: E, largest: Cost, memory: &Memory) -> Result<Self, StoreError> {
        let size = usize::try_from(encoding.size()).unwrap_or(usize::MAX);
        Self::over(encoding, || CostList::unreached(memory, size, largest))
    }
}

impl<E: Encoding, T: CostTable, W: Word> Ranked<E, T, W> {
    /// An empty store over a table of as many entries as there are ranks, none of them reached. It
    /// is made only if the ranks can be numbered.
    pub(crate) fn over(
        encoding: E,
        table: impl FnOnce() -> Result<T, MemoryExhausted>,
    ) -> Result<Self, StoreError> {
        if encoding.size() > W::ROOM {
            return Err(StoreError::Full(W::ROOM));
        }
        Ok(Self {
            encoding,
            costs: table()?,
            reached: 0,
            word: PhantomData,
        })
    }

    /// The same store with room for parents.
    ///
    /// # Errors
    /// [`MemoryExhausted`] if there is none.
    pub fn with_parents(self, memory: &Memory) -> Result<RankedParents<E, T, W>, MemoryExhausted> {
        let size = usize::try_from(self.encoding.size()).unwrap_or(usize::MAX);
        Ok(RankedParents {
            parents: BudgetVec::filled(memory, size, W::NONE)?,
            nodes: self,
        })
    }

    /// The view of it, if the table has one now.
    #[inline]
    fn cells(&mut self) -> Option<Cells<'_, E, T::Hot<'_>, W>> {
        Some(Cells {
            encoding: &self.encoding,
            costs: self.costs.hot()?,
            reached: self.reached,
            word: PhantomData,
        })
    }

    /// Notes that `state` was reached at cost `g`; a known cost is replaced by a lower one if `correct` says so.
    #[expect(clippy::inline_always, reason = "the hot loop of dense searches")]
    #[inline(always)]
    fn note(&mut self, state: &E::State, g: Cost, correct: bool) -> Result<Reach<W>, StoreError> {
        let rank = self.encoding.rank(state);
        match self.costs.note(index(rank), g, correct)? {
            Noted::Known => Ok(Reach::Known),
            Noted::Improved => Ok(Reach::Improved(W::narrow(rank))),
            Noted::New => {
                self.reached += 1;
                Ok(Reach::New(W::narrow(rank)))
            }
        }
    }
}

impl<E: Encoding, T: CostTable, W: Word> NodeStore for Ranked<E, T, W> {
    type State = E::State;
    type Id = W;

    #[expect(clippy::inline_always, reason = "the hot loop of dense searches")]
    #[inline(always)]
    fn reach(&mut self, state: &E::State, g: Cost, _: Option<W>) -> Result<Reach<W>, StoreError> {
        self.note(state, g, true)
    }

    #[expect(clippy::inline_always, reason = "the hot loop of dense searches")]
    #[inline(always)]
    fn discover(
        &mut self,
        state: &E::State,
        g: Cost,
        _: Option<W>,
    ) -> Result<Reach<W>, StoreError> {
        self.note(state, g, false)
    }

    #[inline]
    fn find(&self, state: &E::State) -> Option<W> {
        let rank = self.encoding.rank(state);
        (self.costs.get(index(rank)) != UNREACHED).then(|| W::narrow(rank))
    }

    #[inline]
    fn load(&self, id: W, state: &mut E::State) {
        self.encoding.unrank_into(id.wide(), state);
    }
}

impl<E: Encoding, T: CostTable, W: Word> Costs for Ranked<E, T, W> {
    #[inline]
    fn g(&self, id: W) -> Cost {
        self.costs.reached(index(id.wide()))
    }

    fn len(&self) -> u64 {
        self.reached
    }

    #[inline]
    fn serve<L: HotLoop<E::State, W>>(&mut self, hot: L) -> L::Output {
        let Some(mut cells) = self.cells() else {
            return hot.run(&mut Whole(self));
        };
        let output = hot.run(&mut cells);
        let reached = cells.reached;
        drop(cells);
        self.reached = reached;
        output
    }
}

impl<E: Encoding, T: CostTable, W: Word> RankedParents<E, T, W> {
    /// Notes the parent of a state that is new or improved.
    #[expect(clippy::inline_always, reason = "the hot loop of dense searches")]
    #[inline(always)]
    fn adopt(&mut self, reach: Reach<W>, parent: Option<W>) -> Reach<W> {
        if let Reach::New(id) | Reach::Improved(id) = reach {
            self.parents[index(id.wide())] = parent.unwrap_or(W::NONE);
        }
        reach
    }
}

impl<E: Encoding, T: CostTable, W: Word> NodeStore for RankedParents<E, T, W> {
    type State = E::State;
    type Id = W;

    #[expect(clippy::inline_always, reason = "the hot loop of dense searches")]
    #[inline(always)]
    fn reach(
        &mut self,
        state: &E::State,
        g: Cost,
        parent: Option<W>,
    ) -> Result<Reach<W>, StoreError> {
        let reach = self.nodes.reach(state, g, parent)?;
        Ok(self.adopt(reach, parent))
    }

    #[expect(clippy::inline_always, reason = "the hot loop of dense searches")]
    #[inline(always)]
    fn discover(
        &mut self,
        state: &E::State,
        g: Cost,
        parent: Option<W>,
    ) -> Result<Reach<W>, StoreError> {
        let reach = self.nodes.discover(state, g, parent)?;
        Ok(self.adopt(reach, parent))
    }

    #[inline]
    fn find(&self, state: &E::State) -> Option<W> {
        self.nodes.find(state)
    }

    #[inline]
    fn load(&self, id: W, state: &mut E::State) {
        self.nodes.load(id, state);
    }
}

impl<E: Encoding, T: CostTable, W: Word> Costs for RankedParents<E, T, W> {
    #[inline]
    fn g(&self, id: W) -> Cost {
        self.nodes.g(id)
    }

    fn len(&self) -> u64 {
        self.nodes.len()
    }

    #[inline]
    fn serve<L: HotLoop<E::State, W>>(&mut self, hot: L) -> L::Output {
        let Some(cells) = self.nodes.cells() else {
            return hot.run(&mut Whole(self));
        };
        let parents = &mut self.parents;
        let mut view = CellsAndParents { cells, parents };
        let output = hot.run(&mut view);
        let reached = view.cells.reached;
        drop(view);
        self.nodes.reached = reached;
        output
    }
}

impl<E: Encoding, T: CostTable, W: Word> Parents for RankedParents<E, T, W> {
    #[inline]
    fn parent(&self, id: W) -> Option<W> {
        let parent = self.parents[index(id.wide())];
        (parent != W::NONE).then_some(parent)
    }
}
