//! Permutations of a multiset, in lexicographic order.

use std::iter::repeat;
use std::marker::PhantomData;

use super::digits::{low_byte, low_word};
use super::error::{EncodingError, at_most, checked_size};
use super::fields::{Bytes8, Bytes16, Fields};
use crate::encoding::Encoding;

/// The different orders of items of which some are alike, in lexicographic order.
///
/// A state is a sequence of kinds, as bytes such as `[u8; N]` or `Vec<u8>`, in which kind `i` occurs
/// `counts[i]` times. There are `n! / (counts[0]! counts[1]! ...)` states; at most 255 items and 15
/// kinds.
///
/// Rank takes O(n) time, unrank O(n) times the kinds passed by at a place; neither allocates. From place to place the number `w` of orders of what is left is kept: `w * c / l`
/// of them begin with one of `c` of the `l` items left (D. E. Knuth, The Art of Computer Programming,
/// 7.2.1.2). These divisions leave no rest, so each is a multiplication by an inverse modulo 2^64
/// (T. Granlund and P. L. Montgomery 1994, "Division by invariant integers using multiplication").
///
/// ```
/// use statewalk::encoding::Encoding;
/// use statewalk::encoding::multiset::Multiset;
///
/// let words = Multiset::<[u8; 4]>::new(&[2, 1, 1])?;
/// assert_eq!((words.size(), words.rank(&[0, 0, 1, 2]), words.rank(&[0, 0, 2, 1])), (12, 0, 1));
/// # Ok::<(), statewalk::encoding::error::EncodingError>(())
/// ```
#[derive(Debug)]
pub struct Multiset<S> {
    below: Below,
    size: u64,
    state: PhantomData<fn(S)>,
}

/// How many items are of kinds below each, field by field; all of them for kinds that do not exist.
#[derive(Clone, Copy, Debug)]
enum Below {
    Few(Bytes8),
    Many(Bytes16),
}

/// One field is kept for the number of all items.
pub(super) const MOST_KINDS: usize = Bytes16::COUNT as usize - 1;
pub(super) const MOST_ITEMS: usize = 255;

impl<S> Multiset<S> {
    /// Orders of `counts[i]` items of each kind `i`. The states must have as many bytes as there are
    /// items. A kind may have none.
    ///
    /// # Errors
    /// If there are more than 255 items or 15 kinds, or the size does not fit.
    pub fn new(counts: &[usize]) -> Result<Self, EncodingError> {
        at_most("kinds", counts.len(), MOST_KINDS)?;
        let items = counts
            .iter()
            .fold(0usize, |sum, &count| sum.saturating_add(count));
        at_most("items", items, MOST_ITEMS)?;
        let below = if counts.len() < usize::from(Bytes8::COUNT) {
            Below::Few(sums(counts))
        } else {
            Below::Many(sums(counts))
        };
        Ok(Self {
            below,
            size: checked_size(multinomial(counts))?,
            state: PhantomData,
        })
    }

    #[inline]
    pub(super) fn rank_bytes(&self, state: &[u8]) -> u64 {
        match self.below {
            Below::Few(left) => self.rank_in(left, state),
            Below::Many(left) => self.rank_in(left, state),
        }
    }

    #[inline]
    pub(super) fn unrank_bytes(&self, rank: u64, state: &mut [u8]) {
        match self.below {
            Below::Few(left) => self.unrank_in(left, rank, state),
            Below::Many(left) => self.unrank_in(left, rank, state),
        }
    }

    #[inline]
    fn rank_in(&self, mut left: impl Fields, state: &[u8]) -> u64 {
        let mut orders = self.size;
        let mut rank = 0;
        for (&kind, length) in state.iter().zip(lengths(state)) {
            let below = left.get(kind);
            let count = left.get(kind + 1) - below;
            rank += part(orders, below, length);
            orders = part(orders, count, length);
            left.count_down_above(kind);
        }
        rank
    }

    #[inline]
    fn unrank_in<F: Fields>(&self, mut left: F, rank: u64, state: &mut [u8]) {
        let mut orders = self.size;
        let mut rank = rank;
        let lengths = lengths(state);
        for (item, length) in state.iter_mut().zip(lengths) {
            // The last kind with orders * (items below it) / length <= rank.
            let wanted = u128::from(rank) * u128::from(length);
            let mut kind = 0;
            let mut below = 0;
            let mut through = left.get(1);
            while u128::from(orders) * u128::from(through) <= wanted && kind + 2 < F::COUNT {
                kind += 1;
                below = through;
                through = left.get(kind + 1);
            }
            rank -= part(orders, below, length);
            orders = part(orders, through - below, length);
            left.count_down_above(kind);
            *item = kind;
        }
    }
}

/// The sums of the counts before each kind; all of them after the last.
fn sums<F: Fields>(counts: &[usize]) -> F {
    let mut fields = F::ZERO;
    let mut sum = 0;
    let counts = counts.iter().chain(repeat(&0));
    for (kind, &count) in (0..F::COUNT).zip(counts) {
        fields.flip(kind, low_byte(sum as u64));
        sum += count;
    }
    fields
}

/// How many items are left at each place of `state`.
#[inline]
fn lengths(state: &[u8]) -> impl Iterator<Item = u8> + use<> {
    (1..=low_byte(state.len() as u64)).rev()
}

impl<S: AsRef<[u8]> + AsMut<[u8]>> Encoding for Multiset<S> {
    type State = S;

    #[inline]
    fn size(&self) -> u64 {
        self.size
    }

    #[inline]
    fn rank(&self, state: &S) -> u64 {
        self.rank_bytes(state.as_ref())
    }

    #[inline]
    fn unrank_into(&self, rank: u64, state: &mut S) {
        self.unrank_bytes(rank, state.as_mut());
    }
}

/// `orders * count / length`, which is a whole number below 2^64.
#[inline]
fn part(orders: u64, count: u8, length: u8) -> u64 {
    // The factors of two of the length are shifted out. Its odd rest divides without a remainder,
    // which is a multiplication by its inverse modulo 2^64.
    let product = (u128::from(orders) * u128::from(count)) >> length.trailing_zeros();
    low_word(product).wrapping_mul(INVERSES[usize::from(length)])
}

/// The inverse modulo 2^64 of the largest odd factor of each number; 0 for 0.
static INVERSES: [u64; 256] = inverses();

const fn inverses() -> [u64; 256] {
    let mut table = [0; 256];
    let mut number = 1usize;
    while number < 256 {
        let odd = (number >> number.trailing_zeros()) as u64;
        // Newton's iteration doubles the right bits: 3, 6, 12, 24, 48, 96.
        let mut inverse = odd;
        let mut round = 0;
        while round < 5 {
            inverse = inverse.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(inverse)));
            round += 1;
        }
        table[number] = inverse;
        number += 1;
    }
    table
}

/// The number of orders of these items, where it is below 2^128.
pub(super) fn multinomial(counts: &[usize]) -> Option<u128> {
    // A product of binomials: which places each kind takes of those left.
    let mut orders = Some(1u128);
    let mut items = 0;
    for &count in counts {
        items += count;
        orders = orders
            .zip(super::combination::binomial(items, count))
            .and_then(|(a, b)| a.checked_mul(b));
    }
    orders
}
