//! Permutations in the order of Myrvold and Ruskey.

use std::marker::PhantomData;

use super::digits::{Fraction, Fractions, low_byte};
use super::error::{EncodingError, at_most, checked_product};
use super::fields::{Fields, Nibbles};
use crate::encoding::Encoding;

/// The permutations of the numbers below `n`, in the order of Myrvold and Ruskey.
///
/// A state is a sequence of `n` bytes, such as `[u8; N]` or `Vec<u8>`. There are `n!` states, so
/// `n` is at most 20. The order is that of `rank1` and `unrank1` in W. Myrvold and F. Ruskey 2001,
/// "Ranking and unranking permutations in linear time" (Information Processing Letters 79): a
/// permutation is built from the identity by one swap an item. It is not lexicographic: the last
/// rank, not the first, is `0, 1, 2 ...`.
///
/// Rank and unrank take O(n) time, in any word size, and allocate nothing.
///
/// ```
/// use statewalk::encoding::Encoding;
/// use statewalk::encoding::myrvold_ruskey::MyrvoldRuskey;
///
/// let orders = MyrvoldRuskey::<[u8; 4]>::new(4)?;
/// assert_eq!((orders.rank(&[1, 2, 3, 0]), orders.rank(&[0, 1, 2, 3])), (0, 23));
/// # Ok::<(), statewalk::encoding::error::EncodingError>(())
/// ```
#[derive(Debug)]
pub struct MyrvoldRuskey<S> {
    size: u64,
    fractions: Fractions,
    state: PhantomData<fn(S)>,
}

impl<S> MyrvoldRuskey<S> {
    /// Permutations of `n` items. The states must have `n` bytes.
    ///
    /// # Errors
    /// If `n > 20`.
    pub fn new(n: usize) -> Result<Self, EncodingError> {
        at_most("items", n, 64)?;
        let size = checked_product((1..=n).map(|factor| factor as u64))?;
        Ok(Self {
            size,
            fractions: Fractions::of(size),
            state: PhantomData,
        })
    }

    #[inline]
    pub(super) fn rank_bytes(state: &[u8]) -> u64 {
        if state.len() <= usize::from(Nibbles::COUNT) {
            rank_in_words(state)
        } else {
            rank_in_arrays(state)
        }
    }

    #[inline]
    pub(super) fn unrank_bytes(&self, rank: u64, state: &mut [u8]) {
        // The digit of the whole permutation is the least significant one and is needed first.
        let mut digits = [0u8; ROOM];
        // 20! and less are narrow.
        let mut fraction = self.fractions.narrow(rank);
        for (place, item) in (0..).zip(&mut *state) {
            digits[slot(place)] = low_byte(fraction.digit(u64::from(place) + 1));
            *item = place;
        }
        for place in (0..state.len()).rev() {
            state.swap(place, usize::from(digits[place % ROOM]));
        }
    }
}

impl<S: AsRef<[u8]> + AsMut<[u8]>> Encoding for MyrvoldRuskey<S> {
    type State = S;

    #[inline]
    fn size(&self) -> u64 {
        self.size
    }

    #[inline]
    fn rank(&self, state: &S) -> u64 {
        Self::rank_bytes(state.as_ref())
    }

    #[inline]
    fn unrank_into(&self, rank: u64, state: &mut S) {
        self.unrank_bytes(rank, state.as_mut());
    }
}

/// Room for 20 items; a power of two, so that a masked index needs no check.
const ROOM: usize = 32;

#[inline]
fn slot(item: u8) -> usize {
    usize::from(item) % ROOM
}

/// The rank of up to 16 items: two words hold what arrays would, without waiting for memory.
#[inline]
fn rank_in_words(state: &[u8]) -> u64 {
    let mut items = Nibbles::ZERO;
    let mut places = Nibbles::ZERO;
    for (place, &item) in (0..).zip(state) {
        items.flip(place, item);
        places.flip(item, place);
    }
    let mut rank = 0;
    let mut weight = 1;
    for last in (0..low_byte(state.len() as u64)).rev() {
        // Undo the swap that brought an item to the last place: `last` goes back to its own.
        let item = items.get(last);
        let place = places.get(last);
        items.flip(place, last ^ item);
        places.flip(item, last ^ place);
        rank += weight * u64::from(item);
        weight *= u64::from(last) + 1;
    }
    rank
}

/// The rank of up to 20 items, by the same steps.
#[inline]
fn rank_in_arrays(state: &[u8]) -> u64 {
    let mut items = [0u8; ROOM];
    let mut places = [0u8; ROOM];
    for (place, &item) in (0..).zip(state) {
        items[slot(place)] = item;
        places[slot(item)] = place;
    }
    let mut rank = 0;
    let mut weight = 1;
    for last in (0..low_byte(state.len() as u64)).rev() {
        let item = items[slot(last)];
        let place = places[slot(last)];
        items[slot(place)] = item;
        places[slot(item)] = place;
        rank += weight * u64::from(item);
        weight *= u64::from(last) + 1;
    }
    rank
}
