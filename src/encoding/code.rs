//! Codes: states as words, for hash stores.

use super::Encoding;

/// Words that tell states apart and give them back: what a hash store may keep in the place of states.
///
/// Every [`Encoding`] is one, whose words are its ranks. Where a state is hardly larger than a word to begin with, a
/// code that leaves gaps between the words is made faster, and serves spaces of more states than 64 bits can number.
///
/// The laws are those of encodings but for the gaps: different states have different words, all of them below
/// [`bound`](Code::bound), and [`read_into`](Code::read_into) gives the state of each.
pub trait Code {
    /// What is encoded.
    type State;

    /// All words are below it.
    fn bound(&self) -> u64;

    /// The word of `state`. The caller promises that it is a state of this code.
    fn word(&self, state: &Self::State) -> u64;

    /// Overwrites `state` with the state of `word`, which the caller promises to be that of one.
    ///
    /// `state` must be a state of this code before the call, as for [`Encoding::unrank_into`].
    fn read_into(&self, word: u64, state: &mut Self::State);
}

impl<E: Encoding> Code for E {
    type State = E::State;

    #[inline]
    fn bound(&self) -> u64 {
        self.size()
    }

    #[inline]
    fn word(&self, state: &E::State) -> u64 {
        self.rank(state)
    }

    #[inline]
    fn read_into(&self, word: u64, state: &mut E::State) {
        self.unrank_into(word, state);
    }
}
