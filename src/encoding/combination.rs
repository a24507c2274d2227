//! Combinations: subsets of k of n items, in colexicographic order.

use std::marker::PhantomData;

use super::digits::low_byte;
use super::error::{EncodingError, at_most, checked_size};
use crate::encoding::Encoding;

/// The subsets of `k` of the numbers below `n`, in colexicographic order.
///
/// A state is the `k` items in ascending order, as a sequence of bytes such as `[u8; K]` or
/// `Vec<u8>`. There are `n! / (k! (n - k)!)` states; `n` is at most 256. Colexicographic: the largest
/// item that differs decides, so a subset has the same rank whatever `n` is.
///
/// Rank takes O(k), unrank O(n) time; neither allocates. The rank of `c_1 < c_2 < ... < c_k` is
/// `C(c_1, 1) + C(c_2, 2) + ... + C(c_k, k)` (combinatorial number system; D. E. Knuth, The Art of
/// Computer Programming, 7.2.1.3). The table of binomials takes `8 k (n - k + 1)` bytes, at most
/// 130 KiB.
///
/// ```
/// use statewalk::encoding::Encoding;
/// use statewalk::encoding::combination::Combination;
///
/// let hands = Combination::<[u8; 5]>::new(52, 5)?;
/// assert_eq!((hands.size(), hands.rank(&[0, 1, 2, 3, 5])), (2_598_960, 1));
/// # Ok::<(), statewalk::encoding::error::EncodingError>(())
/// ```
#[derive(Debug)]
pub struct Combination<S> {
    size: u64,
    /// How many items are not chosen, plus one: the length of a row.
    row: usize,
    /// Row `i`, column `j`: C(i + j, i + 1), what item number `i` adds if it is `i + j`. Only these
    /// can occur, and none is above the size.
    binomials: Box<[u64]>,
    state: PhantomData<fn(S)>,
}

pub(super) const MOST_ITEMS: usize = 256;

impl<S> Combination<S> {
    /// Subsets of `k` of `n` items. The states must have `k` bytes.
    ///
    /// # Errors
    /// If `k > n`, `n > 256` or the size does not fit.
    pub fn new(n: usize, k: usize) -> Result<Self, EncodingError> {
        if k > n {
            return Err(EncodingError::ChosenTooMany {
                chosen: k,
                items: n,
            });
        }
        at_most("items", n, MOST_ITEMS)?;
        let size = checked_size(binomial(n, k))?;
        let row = n - k + 1;
        let mut binomials = vec![0u64; k * row];
        for i in 0..k {
            for j in 1..row {
                // Pascal's triangle; the row before the first is all ones.
                let above = if i == 0 {
                    1
                } else {
                    binomials[(i - 1) * row + j]
                };
                binomials[i * row + j] = binomials[i * row + j - 1] + above;
            }
        }
        Ok(Self {
            size,
            row,
            binomials: binomials.into(),
            state: PhantomData,
        })
    }

    #[inline]
    pub(super) fn rank_bytes(&self, state: &[u8]) -> u64 {
        debug_assert_eq!(state.len() * self.row, self.binomials.len());
        // Row i, column item - i is at i * row + item - i.
        let mut start = 0;
        let mut rank = 0;
        for &item in state {
            rank += self.binomials[start + usize::from(item)];
            start += self.row - 1;
        }
        rank
    }

    #[inline]
    pub(super) fn unrank_bytes(&self, rank: u64, state: &mut [u8]) {
        debug_assert_eq!(state.len() * self.row, self.binomials.len());
        let mut rank = rank;
        let mut column = self.row - 1;
        let rows = self.binomials.chunks_exact(self.row).enumerate();
        for (item, (index, row)) in state.iter_mut().zip(rows).rev() {
            // The largest column that does not pass what is left; column 0 holds 0.
            while row[column] > rank {
                column -= 1;
            }
            rank -= row[column];
            *item = low_byte((index + column) as u64);
        }
    }
}

impl<S: AsRef<[u8]> + AsMut<[u8]>> Encoding for Combination<S> {
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

/// `n! / (k! (n - k)!)`, where it is below 2^128.
pub(super) fn binomial(n: usize, k: usize) -> Option<u128> {
    let mut row = vec![Some(0u128); k + 1];
    row[0] = Some(1);
    for _ in 0..n {
        for i in (1..=k).rev() {
            row[i] = row[i].zip(row[i - 1]).and_then(|(a, b)| a.checked_add(b));
        }
    }
    row[k]
}
