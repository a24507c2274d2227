//! Even permutations in lexicographic order.

use std::marker::PhantomData;

use super::arrangement::Choice;
use super::error::EncodingError;
use super::lanes::{self, Lanes};
use crate::encoding::Encoding;

/// The even permutations of the numbers below `n`, in lexicographic order.
///
/// A permutation is even if an even number of swaps leads to it from `0, 1, 2 ...`. A state is a
/// sequence of `n` bytes, such as `[u8; N]` or `Vec<u8>`. There are `n! / 2` states, one where
/// `n < 2`; `n` is at most 20.
///
/// In the lexicographic order of all permutations the ranks `2 r` and `2 r + 1` differ by a swap of
/// the last two items, so exactly one of them is even, and its rank among the even ones is `r`.
/// Rank and unrank take O(n) time and allocate nothing; the rank of an odd permutation is that of
/// the even one with its last two items swapped.
///
/// ```
/// use statewalk::encoding::Encoding;
/// use statewalk::encoding::even_permutation::EvenPermutation;
///
/// let even = EvenPermutation::<[u8; 3]>::new(3)?;
/// assert_eq!((even.size(), even.rank(&[1, 2, 0])), (3, 1));
/// # Ok::<(), statewalk::encoding::error::EncodingError>(())
/// ```
#[derive(Debug)]
pub struct EvenPermutation<S> {
    /// All but the last two items, which follow from the others and the parity.
    choice: Choice,
    state: PhantomData<fn(S)>,
}

impl<S> EvenPermutation<S> {
    /// Even permutations of `n` items. The states must have `n` bytes.
    ///
    /// # Errors
    /// If `n > 20`.
    pub fn new(n: usize) -> Result<Self, EncodingError> {
        Ok(Self {
            choice: Choice::new(n, n.saturating_sub(2))?,
            state: PhantomData,
        })
    }

    #[inline]
    pub(super) fn rank_bytes(&self, state: &[u8]) -> u64 {
        self.choice.rank(&state[..state.len().saturating_sub(2)])
    }

    #[inline]
    pub(super) fn unrank_bytes(&self, rank: u64, state: &mut [u8]) {
        let (chosen, rest) = state.split_at_mut(state.len().saturating_sub(2));
        let odd = self.choice.unrank(rank, chosen, rest) % 2 == 1;
        if let [a, b] = rest
            && odd
        {
            (*a, *b) = (*b, *a);
        }
    }

    /// [`rank_each`](Encoding::rank_each) for states that are packed otherwise: `write` writes up to
    /// [`WIDTH`](lanes::WIDTH) of them side by side.
    ///
    /// Time: O(n^2) instructions, of which each serves as many states as a vector has bytes. Out of arrays of
    /// bytes, an order of 11 items is ranked in two thirds of the time that it takes alone, and unranked in half of it.
    #[inline]
    pub fn rank_with<T>(&self, states: &[T], ranks: &mut [u64], write: impl Fn(&[T], &mut Lanes)) {
        lanes::rank_with(&self.choice, states, ranks, write);
    }

    /// [`unrank_each`](Encoding::unrank_each) for states that are packed otherwise: `read` reads up to
    /// [`WIDTH`](lanes::WIDTH) of them that stand side by side.
    ///
    /// Time: as [`rank_with`](Self::rank_with).
    #[inline]
    pub fn unrank_with<T>(&self, ranks: &[u64], states: &mut [T], read: impl Fn(&Lanes, &mut [T])) {
        lanes::unrank_with(&self.choice, true, ranks, states, read);
    }
}

impl<S: AsRef<[u8]> + AsMut<[u8]>> Encoding for EvenPermutation<S> {
    type State = S;

    #[inline]
    fn size(&self) -> u64 {
        self.choice.size
    }

    #[inline]
    fn rank(&self, state: &S) -> u64 {
        self.rank_bytes(state.as_ref())
    }

    #[inline]
    fn unrank_into(&self, rank: u64, state: &mut S) {
        self.unrank_bytes(rank, state.as_mut());
    }

    const AT_ONCE: bool = true;

    fn rank_each(&self, states: &[S], ranks: &mut [u64]) {
        self.rank_with(states, ranks, lanes::write_bytes);
    }

    fn unrank_each(&self, ranks: &[u64], states: &mut [S]) {
        self.unrank_with(ranks, states, lanes::read_bytes);
    }
}
