//! The view of a dense store whose costs take two bytes each, as most do.

use std::marker::PhantomData;

use crate::cost::Cost;
use crate::encoding::Encoding;
use crate::store::Reach;
use crate::store::costs::Cell;
use crate::store::view::StoreView;
use crate::store::word::{Word, index};

/// Costs by rank.
#[derive(Debug)]
pub(super) struct Cells<'s, E, W> {
    pub(super) encoding: &'s E,
    pub(super) costs: &'s mut [u16],
    /// How many of them are costs.
    pub(super) reached: u64,
    pub(super) word: PhantomData<fn(W)>,
}

/// Costs and parents by rank.
#[derive(Debug)]
pub(super) struct CellsAndParents<'s, E, W> {
    pub(super) cells: Cells<'s, E, W>,
    pub(super) parents: &'s mut [W],
}

impl<E: Encoding, W: Word> Cells<'_, E, W> {
    /// Notes that `state` was reached at cost `g`; a known cost is replaced by a lower one if `correct` says so.
    #[expect(clippy::inline_always, reason = "the hot loop of dense searches")]
    #[inline(always)]
    fn note(&mut self, state: &E::State, g: Cost, correct: bool) -> Option<Reach<W>> {
        let rank = self.encoding.rank(state);
        let cell = self.costs.get_mut(index(rank))?;
        let known = *cell;
        if known == u16::NONE {
            *cell = u16::narrow(g)?;
            self.reached += 1;
            Some(Reach::New(W::narrow(rank)))
        } else if !correct || g >= known.into() {
            Some(Reach::Known)
        } else {
            *cell = u16::narrow(g)?;
            Some(Reach::Improved(W::narrow(rank)))
        }
    }
}

impl<E: Encoding, W: Word> StoreView for Cells<'_, E, W> {
    type State = E::State;
    type Id = W;

    #[expect(clippy::inline_always, reason = "the hot loop of dense searches")]
    #[inline(always)]
    fn reach(&mut self, state: &E::State, g: Cost, _: Option<W>) -> Option<Reach<W>> {
        self.note(state, g, true)
    }

    #[expect(clippy::inline_always, reason = "the hot loop of dense searches")]
    #[inline(always)]
    fn discover(&mut self, state: &E::State, g: Cost, _: Option<W>) -> Option<Reach<W>> {
        self.note(state, g, false)
    }

    #[inline]
    fn load(&self, id: W, state: &mut E::State) {
        self.encoding.unrank_into(id.wide(), state);
    }

    #[inline]
    fn g(&self, id: W) -> Cost {
        self.costs[index(id.wide())].into()
    }

    #[inline]
    fn reached(&self) -> u64 {
        self.reached
    }
}

impl<E: Encoding, W: Word> CellsAndParents<'_, E, W> {
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

impl<E: Encoding, W: Word> StoreView for CellsAndParents<'_, E, W> {
    type State = E::State;
    type Id = W;

    #[expect(clippy::inline_always, reason = "the hot loop of dense searches")]
    #[inline(always)]
    fn reach(&mut self, state: &E::State, g: Cost, parent: Option<W>) -> Option<Reach<W>> {
        let reach = self.cells.reach(state, g, parent)?;
        Some(self.adopt(reach, parent))
    }

    #[expect(clippy::inline_always, reason = "the hot loop of dense searches")]
    #[inline(always)]
    fn discover(&mut self, state: &E::State, g: Cost, parent: Option<W>) -> Option<Reach<W>> {
        let reach = self.cells.discover(state, g, parent)?;
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
