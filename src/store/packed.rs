//! The hash store of words: a state is kept as its number under an encoding, or as its word of another code.

use crate::cost::Cost;
use crate::encoding::code::Code;
use crate::memory::Memory;
use crate::store::interned::{AtHand, Interned};
use crate::store::view::{HotLoop, StoreView};
use crate::store::word::Word;
use crate::store::{Costs, NodeStore, Parents, Reach, StoreError};

/// A hash store that keeps the rank of every state, or its word of a [`Code`] with gaps, in 4 bytes (`W` = `u32`) or
/// 8 (`u64`).
///
/// It is for spaces that are far larger than what a search reaches of them; where most ranks are
/// reached, [`Ranked`](crate::store::ranked::Ranked) needs less. Ids are handed out in the order in which
/// states are first reached. A node costs what it costs in [`Interned`], with the word for the state.
#[derive(Debug)]
pub struct Packed<C, W = u64> {
    code: C,
    words: Interned<W>,
}

impl<C: Code, W: Word> Packed<C, W> {
    /// An empty store that claims its memory from `memory`.
    ///
    /// # Errors
    /// [`StoreError::Full`] if the code has words that `W` cannot hold.
    pub fn new(code: C, memory: &Memory) -> Result<Self, StoreError> {
        if code.bound() > W::ROOM {
            return Err(StoreError::Full(W::ROOM));
        }
        let words = Interned::new(memory);
        Ok(Self { code, words })
    }

    #[expect(clippy::inline_always, reason = "a part of every search's hot loop")]
    #[inline(always)]
    fn word(&self, state: &C::State) -> W {
        W::narrow(self.code.word(state))
    }
}

impl<C: Code, W: Word> NodeStore for Packed<C, W> {
    type State = C::State;
    type Id = u32;

    #[expect(clippy::inline_always, reason = "a part of every search's hot loop")]
    #[inline(always)]
    fn reach(
        &mut self,
        state: &C::State,
        g: Cost,
        parent: Option<u32>,
    ) -> Result<Reach<u32>, StoreError> {
        self.words.reach(&self.word(state), g, parent)
    }

    #[expect(clippy::inline_always, reason = "a part of every search's hot loop")]
    #[inline(always)]
    fn discover(
        &mut self,
        state: &C::State,
        g: Cost,
        parent: Option<u32>,
    ) -> Result<Reach<u32>, StoreError> {
        self.words.discover(&self.word(state), g, parent)
    }

    #[inline]
    fn find(&self, state: &C::State) -> Option<u32> {
        self.words.find(&self.word(state))
    }

    #[inline]
    fn load(&self, id: u32, state: &mut C::State) {
        let word = self.words.states()[id as usize];
        self.code.read_into(word.wide(), state);
    }
}

impl<C: Code, W: Word> Costs for Packed<C, W> {
    #[inline]
    fn g(&self, id: u32) -> Cost {
        self.words.g(id)
    }

    fn len(&self) -> u64 {
        self.words.len()
    }

    #[inline]
    fn serve<L: HotLoop<C::State, u32>>(&mut self, hot: L) -> L::Output {
        hot.run(&mut InWords {
            code: &self.code,
            words: AtHand(&mut self.words),
        })
    }
}

/// The view of the store: that of its words.
struct InWords<'s, C, W> {
    code: &'s C,
    words: AtHand<'s, W>,
}

impl<C: Code, W: Word> StoreView for InWords<'_, C, W> {
    type State = C::State;
    type Id = u32;
    /// The state's word and its hash.
    type Place = (W, u64);
    const WAITS: bool = true;

    #[inline]
    fn is_far(&self) -> bool {
        self.words.is_far()
    }

    #[inline]
    fn place(&self, state: &C::State) -> (W, u64) {
        let word = W::narrow(self.code.word(state));
        (word, self.words.place(&word))
    }

    #[expect(clippy::inline_always, reason = "a part of every search's hot loop")]
    #[inline(always)]
    fn reach(
        &mut self,
        _: &C::State,
        (word, hash): (W, u64),
        g: Cost,
        parent: Option<u32>,
    ) -> Option<Reach<u32>> {
        self.words.reach(&word, hash, g, parent)
    }

    #[expect(clippy::inline_always, reason = "a part of every search's hot loop")]
    #[inline(always)]
    fn discover(
        &mut self,
        _: &C::State,
        (word, hash): (W, u64),
        g: Cost,
        parent: Option<u32>,
    ) -> Option<Reach<u32>> {
        self.words.discover(&word, hash, g, parent)
    }

    #[inline]
    fn origin(&self, id: u32) -> u32 {
        self.words.origin(id)
    }

    #[inline]
    fn is_at_hand(&self, id: u32, _: &C::State, (word, hash): (W, u64)) -> bool {
        self.words.is_at_hand(id, &word, hash)
    }

    #[inline]
    fn load(&self, id: u32, state: &mut C::State) {
        let word = self.words.0.states()[id as usize];
        self.code.read_into(word.wide(), state);
    }

    #[inline]
    fn g(&self, id: u32) -> Cost {
        self.words.g(id)
    }

    #[inline]
    fn reached(&self) -> u64 {
        self.words.reached()
    }
}

impl<C: Code, W: Word> Parents for Packed<C, W> {
    #[inline]
    fn parent(&self, id: u32) -> Option<u32> {
        self.words.parent(id)
    }
}
