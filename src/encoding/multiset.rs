//! Permutations of a multiset, in lexicographic order.

use std::marker::PhantomData;

use super::digits::{low_byte, low_word};
use super::error::{EncodingError, at_most, checked_size};
use crate::encoding::Encoding;

/// The different orders of items of which some are alike, in lexicographic order.
///
/// A state is a sequence of kinds, as bytes such as `[u8; N]` or `Vec<u8>`, in which kind `i` occurs
/// `counts[i]` times. There are `n! / (counts[0]! counts[1]! ...)` states; at most 255 items and 32
/// kinds.
///
/// Rank and unrank take O(n) time, times the kinds that are smaller than the item at a place, and
/// allocate nothing. From place to place the number `w` of orders of what is left is kept: `w * c / l`
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
    counts: Counts,
    length: u8,
    size: u64,
    state: PhantomData<fn(S)>,
}

/// How many items of each kind are left. The length lets an index be masked instead of checked.
type Counts = [u8; MOST_KINDS];
const MOST_KINDS: usize = 32;
const MOST_ITEMS: usize = 255;

impl<S> Multiset<S> {
    /// Orders of `counts[i]` items of each kind `i`. The states must have as many bytes as there are
    /// items. A kind may have none.
    ///
    /// # Errors
    /// If there are more than 255 items or 32 kinds, or the size does not fit.
    pub fn new(counts: &[usize]) -> Result<Self, EncodingError> {
        at_most("kinds", counts.len(), MOST_KINDS)?;
        let items = counts
            .iter()
            .fold(0usize, |sum, &count| sum.saturating_add(count));
        at_most("items", items, MOST_ITEMS)?;
        let mut stored = [0; MOST_KINDS];
        for (stored, &count) in stored.iter_mut().zip(counts) {
            *stored = low_byte(count as u64);
        }
        Ok(Self {
            counts: stored,
            length: low_byte(items as u64),
            size: checked_size(multinomial(counts))?,
            state: PhantomData,
        })
    }
}

impl<S: AsRef<[u8]> + AsMut<[u8]>> Encoding for Multiset<S> {
    type State = S;

    #[inline]
    fn size(&self) -> u64 {
        self.size
    }

    #[inline]
    fn rank(&self, state: &S) -> u64 {
        let state = state.as_ref();
        debug_assert_eq!(state.len(), usize::from(self.length), "length of a state");
        let mut left = self.counts;
        let mut orders = self.size;
        let mut rank = 0;
        for (&kind, length) in state.iter().zip((1..=self.length).rev()) {
            let kind = usize::from(kind) % MOST_KINDS;
            let below = left[..kind].iter().map(|&count| u64::from(count)).sum();
            rank += part(orders, below, length);
            orders = part(orders, u64::from(left[kind]), length);
            left[kind] = left[kind].wrapping_sub(1);
        }
        rank
    }

    #[inline]
    fn unrank_into(&self, rank: u64, state: &mut S) {
        let state = state.as_mut();
        debug_assert_eq!(state.len(), usize::from(self.length), "length of a state");
        let mut left = self.counts;
        let mut orders = self.size;
        let mut rank = rank;
        for (item, length) in state.iter_mut().zip((1..=self.length).rev()) {
            // The kind k with orders * (items below k) / length <= rank, the last such one.
            let wanted = u128::from(rank) * u128::from(length);
            let mut below = 0;
            let mut kind = 0;
            while kind + 1 < MOST_KINDS {
                let through = below + u64::from(left[kind]);
                if u128::from(orders) * u128::from(through) > wanted {
                    break;
                }
                below = through;
                kind += 1;
            }
            rank -= part(orders, below, length);
            orders = part(orders, u64::from(left[kind]), length);
            left[kind] = left[kind].wrapping_sub(1);
            *item = low_byte(kind as u64);
        }
    }
}

/// `orders * count / length`, which is a whole number below 2^64.
#[inline]
fn part(orders: u64, count: u64, length: u8) -> u64 {
    let twos = length.trailing_zeros();
    // The factors of two are shifted out; the odd rest divides without a remainder, which is a
    // multiplication by its inverse modulo 2^64.
    let even = (u128::from(orders) * u128::from(count)) >> twos;
    low_word(even).wrapping_mul(INVERSES[usize::from(length)])
}

/// The inverse modulo 2^64 of the largest odd factor of each number; 0 for 0.
static INVERSES: [u64; 256] = inverses();

const fn inverses() -> [u64; 256] {
    let mut table = [0; 256];
    let mut number = 1u64;
    while number < 256 {
        let odd = number >> number.trailing_zeros();
        // Newton's iteration doubles the right bits: 3, 6, 12, 24, 48, 96.
        let mut inverse = odd;
        let mut round = 0;
        while round < 5 {
            inverse = inverse.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(inverse)));
            round += 1;
        }
        #[expect(clippy::cast_possible_truncation, reason = "it is below 256")]
        let index = number as usize;
        table[index] = inverse;
        number += 1;
    }
    table
}

/// The number of orders of these items, where it is below 2^128.
fn multinomial(counts: &[usize]) -> Option<u128> {
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
