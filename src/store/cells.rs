//! The view of a dense store whose table of costs has one of its own.

use std::marker::PhantomData;

use crate::cost::Cost;
use crate::encoding::Encoding;
use crate::store::Reach;
use crate::store::costs::Cell;
use crate::store::ranked::Noted;
use crate::store::view::StoreView;
use crate::store::word::{Word, index};

/// A table of costs as hot loops see it: it need neither grow nor widen.
pub trait HotCosts {
    /// As [`CostTable::note`](crate::store::ranked::CostTable::note). `None`: ask the table itself; nothing changed.
    fn note(&mut self, index: usize, cost: Cost, correct: bool) -> Option<Noted>;

    /// The cost at `index`, where there is one.
    fn reached(&self, index: usize) -> Cost;
}

/// Two bytes a cost, as most tables have.
impl HotCosts for &mut [u16] {
    #[expect(clippy::inline_always, reason = "the hot loop of dense searches")]
    #[inline(always)]
    fn note(&mut self, index: usize, cost: Cost, correct: bool) -> Option<Noted> {
        let cell = self.get_mut(index)?;
        let known = *cell;
        if known == u16::NONE {
            *cell = u16::narrow(cost)?;
            Some(Noted::New)
        } else if !correct || cost >= known.into() {
            Some(Noted::Known)
        } else {
            *cell = u16::narrow(cost)?;
            Some(Noted::Improved)
        }
    }

    #[inline]
    fn reached(&self, index: usize) -> Cost {
        self[index].into()
    }
}

/// Costs by rank.
#[derive(Debug)]
pub(super) struct Cells<'s, E, H, W> {
    pub(super) encoding: &'s E,
    pub(super) costs: H,
    /// How many of them are costs.
    pub(super) reached: u64,
    pub(super) word: PhantomData<fn(W)>,
}

/// Costs and parents by rank.
#[derive(Debug)]
pub(super) struct CellsAndParents<'s, E, H, W> {
    pub(super) cells: Cells<'s, E, H, W>,
    pub(super) parents: &'s mut [W],
}

impl<E: Encoding, H: HotCosts, W: Word> Cells<'_, E, H, W> {
    /// Notes that the state with this rank was reached at cost `g`; a known cost is replaced by a lower one if
    /// `correct` says so.
    #[expect(clippy::inline_always, reason = "the hot loop of dense searches")]
    #[inline(always)]
    fn note(&mut self, rank: u64, g: Cost, correct: bool) -> Option<Reach<W>> {
        Some(match self.costs.note(index(rank), g, correct)? {
            Noted::New => {
                self.reached += 1;
                Reach::New(W::narrow(rank))
            }
            Noted::Improved => Reach::Improved(W::narrow(rank)),
            Noted::Known => Reach::Known,
        })
    }
}

impl<E: Encoding, H: HotCosts, W: Word> StoreView for Cells<'_, E, H, W> {
    type State = E::State;
    type Id = W;
    /// The state's rank.
    type Place = u64;

    #[inline]
    fn place(&self, state: &E::State) -> u64 {
        self.encoding.rank(state)
    }

    #[expect(clippy::inline_always, reason = "the hot loop of dense searches")]
    #[inline(always)]
    fn reach(&mut self, _: &E::State, rank: u64, g: Cost, _: Option<W>) -> Option<Reach<W>> {
        self.note(rank, g, true)
    }

    #[expect(clippy::inline_always, reason = "the hot loop of dense searches")]
    #[inline(always)]
    fn discover(&mut self, _: &E::State, rank: u64, g: Cost, _: Option<W>) -> Option<Reach<W>> {
        self.note(rank, g, false)
    }

    #[inline]
    fn load(&self, id: W, state: &mut E::State) {
        self.encoding.unrank_into(id.wide(), state);
    }

    #[inline]
    fn g(&self, id: W) -> Cost {
        self.costs.reached(index(id.wide()))
    }

    #[inline]
    fn reached(&self) -> u64 {
        self.reached
    }
}

impl<E: Encoding, H: HotCosts, W: Word> CellsAndParents<'_, E, H, W> {
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

impl<E: Encoding, H: HotCosts, W: Word> StoreView for CellsAndParents<'_, E, H, W> {
    type State = E::State;
    type Id = W;
    /// The state's rank.
    type Place = u64;

    #[inline]
    fn place(&self, state: &E::State) -> u64 {
        self.cells.place(state)
    }

    #[expect(clippy::inline_always, reason = "the hot loop of dense searches")]
    #[inline(always)]
    fn reach(
        &mut self,
        state: &E::State,
        rank: u64,
        g: Cost,
        parent: Option<W>,
    ) -> Option<Reach<W>> {
        let reach = self.cells.reach(state, rank, g, parent)?;
        Some(self.adopt(reach, parent))
    }

    #[expect(clippy::inline_always, reason = "the hot loop of dense searches")]
    #[inline(always)]
    fn discover(
        &mut self,
        state: &E::State,
        rank: u64,
        g: Cost,
        parent: Option<W>,
    ) -> Option<Reach<W>> {
        let reach = self.cells.discover(state, rank, g, parent)?;
        Some(self.adopt(reach, parent))
    }

    #[inline]
    fn load(&self, id: W, state: &mut E::State) {
        self.cells.load(id, state);
    }

    #[inline]
    fn g(&self, id: W) -> Cost {
        self.cells.g(id)
    }

    #[inline]
    fn reached(&self) -> u64 {
        self.cells.reached
    }
}
