//! Perfect hashes: states to numbers and back.

/// A bijection between the states of a space and the numbers below [`size`](Encoding::size).
///
/// The laws: `rank(s) < size()`; `unrank_into(rank(s), t)` makes `t` equal to `s`; and
/// `rank` of an unranked state is the rank it came from. Losing information is not the business
/// of an encoding.
pub trait Encoding {
    /// What is encoded.
    type State;

    /// How many states there are; ranks are 0 to `size() - 1`.
    fn size(&self) -> u64;

    /// The number of `state`. The caller promises that it is a state of this encoding.
    fn rank(&self, state: &Self::State) -> u64;

    /// Overwrites `state` with the state number `rank`. The caller promises `rank < size()`.
    ///
    /// `state` must be a state of this encoding before the call: its shape (lengths, sizes) is kept.
    fn unrank_into(&self, rank: u64, state: &mut Self::State);
}

impl<E: Encoding> Encoding for &E {
    type State = E::State;

    #[inline]
    fn size(&self) -> u64 {
        (**self).size()
    }

    #[inline]
    fn rank(&self, state: &Self::State) -> u64 {
        (**self).rank(state)
    }

    #[inline]
    fn unrank_into(&self, rank: u64, state: &mut Self::State) {
        (**self).unrank_into(rank, state);
    }
}
