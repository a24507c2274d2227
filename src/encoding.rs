//! Perfect hashes: states to numbers and back.
//!
//! | states | encoding | size |
//! |---|---|---|
//! | a number | [`number::Number`] | its bound |
//! | digits, each with its radix | [`mixed_radix::MixedRadix`] | the product of the radices |
//! | all orders of `n` items | [`permutation::Permutation`], [`myrvold_ruskey::MyrvoldRuskey`] | `n!` |
//! | the even ones | [`even_permutation::EvenPermutation`] | `n! / 2` |
//! | both, first by the places of some items | [`placed::Placed`] | the same |
//! | `k` of `n` items in order | [`arrangement::Arrangement`] | `n! / (n - k)!` |
//! | `k` of `n` items as a set | [`combination::Combination`] | `n! / (k! (n - k)!)` |
//! | orders of items of which some are alike | [`multiset::Multiset`] | `n! / (c_1! c_2! ...)` |
//! | turns of pieces whose sum is fixed | [`orientation::Orientation`] | `values^(pieces - 1)` |
//! | two parts | [`product::Product`] | the product of the sizes |
//! | fields declared one by one | [`builder::Composed`] | the product of the sizes |
//! | a puzzle's own type | [`mapped::Mapped`], over any of these | the same |
//!
//! Every size up to `u64::MAX` is served; a larger one is an [`error::EncodingError`] when the
//! encoding is made. A state that is a sequence is any type that lends its bytes, such as
//! `[u8; N]` or `Vec<u8>`; only the length of the overwritten state matters, and nothing is
//! allocated. [`laws`] checks an encoding.

pub mod arrangement;
pub mod builder;
pub mod code;
pub mod combination;
mod digits;
pub mod error;
pub mod even_permutation;
mod fields;
mod groups;
pub mod lanes;
pub mod laws;
pub mod mapped;
pub mod mixed_radix;
pub mod multiset;
pub mod myrvold_ruskey;
pub mod number;
pub mod orientation;
pub mod permutation;
pub mod placed;
mod pool;
pub mod product;
pub mod sequence;

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

    /// Whether [`rank_each`](Self::rank_each) and [`unrank_each`](Self::unrank_each) are faster than one state after
    /// another, so that who has many, as a sweep has, asks for many. An encoding that writes both says so here.
    const AT_ONCE: bool = false;

    /// [`rank`](Self::rank) of each of `states`, which are as many as `ranks`. The states are kept.
    fn rank_each(&self, states: &[Self::State], ranks: &mut [u64]) {
        for (state, rank) in states.iter().zip(ranks) {
            *rank = self.rank(state);
        }
    }

    /// [`unrank_into`](Self::unrank_into) for each of `ranks` into one of `states`, which are as many.
    fn unrank_each(&self, ranks: &[u64], states: &mut [Self::State]) {
        for (&rank, state) in ranks.iter().zip(states) {
            self.unrank_into(rank, state);
        }
    }
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

    const AT_ONCE: bool = E::AT_ONCE;

    #[inline]
    fn rank_each(&self, states: &[Self::State], ranks: &mut [u64]) {
        (**self).rank_each(states, ranks);
    }

    #[inline]
    fn unrank_each(&self, ranks: &[u64], states: &mut [Self::State]) {
        (**self).unrank_each(ranks, states);
    }
}
