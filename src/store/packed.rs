//! The hash store of ranks: a state is kept as its number under an encoding.

use crate::cost::Cost;
use crate::encoding::Encoding;
use crate::memory::Memory;
use crate::store::interned::Interned;
use crate::store::word::Word;
use crate::store::{Costs, NodeStore, Parents, Reach, StoreError};

/// A hash store that keeps the rank of every state, in 4 bytes (`W` = `u32`) or 8 (`u64`).
///
/// It is for spaces that are far larger than what a search reaches of them; where most ranks are
/// reached, [`Ranked`](crate::store::ranked::Ranked) needs less. Ids are handed out in the order in which
/// states are first reached. A node costs what it costs in [`Interned`], with the word for the state.
#[derive(Debug)]
pub struct Packed<E, W = u64> {
    encoding: E,
    ranks: Interned<W>,
}

impl<E: Encoding, W: Word> Packed<E, W> {
    /// An empty store that claims its memory from `memory`.
    ///
    /// # Errors
    /// [`StoreError::Full`] if the encoding has more ranks than `W` can hold.
    pub fn new(encoding: E, memory: &Memory) -> Result<Self, StoreError> {
        if encoding.size() > W::ROOM {
            return Err(StoreError::Full(W::ROOM));
        }
        let ranks = Interned::new(memory);
        Ok(Self { encoding, ranks })
    }

    #[expect(clippy::inline_always, reason = "a part of every search's hot loop")]
    #[inline(always)]
    fn word(&self, state: &E::State) -> W {
        W::narrow(self.encoding.rank(state))
    }
}

impl<E: Encoding, W: Word> NodeStore for Packed<E, W> {
    type State = E::State;
    type Id = u32;

    #[expect(clippy::inline_always, reason = "a part of every search's hot loop")]
    #[inline(always)]
    fn reach(
        &mut self,
        state: &E::State,
        g: Cost,
        parent: Option<u32>,
    ) -> Result<Reach<u32>, StoreError> {
        self.ranks.reach(&self.word(state), g, parent)
    }

    #[expect(clippy::inline_always, reason = "a part of every search's hot loop")]
    #[inline(always)]
    fn discover(
        &mut self,
        state: &E::State,
        g: Cost,
        parent: Option<u32>,
    ) -> Result<Reach<u32>, StoreError> {
        self.ranks.discover(&self.word(state), g, parent)
    }

    #[inline]
    fn find(&self, state: &E::State) -> Option<u32> {
        self.ranks.find(&self.word(state))
    }

    #[inline]
    fn load(&self, id: u32, state: &mut E::State) {
        let rank = self.ranks.states()[id as usize];
        self.encoding.unrank_into(rank.wide(), state);
    }
}

impl<E: Encoding, W: Word> Costs for Packed<E, W> {
    #[inline]
    fn g(&self, id: u32) -> Cost {
        self.ranks.g(id)
    }

    fn len(&self) -> u64 {
        self.ranks.len()
    }
}

impl<E: Encoding, W: Word> Parents for Packed<E, W> {
    #[inline]
    fn parent(&self, id: u32) -> Option<u32> {
        self.ranks.parent(id)
    }
}
