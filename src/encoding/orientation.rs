//! Orientations of pieces whose sum is fixed: the turns of the corners of a cube, the flips of its edges.

use std::iter::repeat_n;
use std::marker::PhantomData;

use super::digits::low_byte;
use super::error::{EncodingError, at_most};
use super::mixed_radix::MixedRadix;
use crate::encoding::Encoding;

/// The sequences of `pieces` numbers below `values` whose sum is a multiple of `values`, in
/// lexicographic order.
///
/// A state is a sequence of `pieces` bytes, such as `[u8; N]` or `Vec<u8>`. The last number follows
/// from the others, so it is no digit of the rank: there are `values^(pieces - 1)` states, one where there
/// are no pieces. At most 255 pieces of 256 values. Rank and unrank take constant time a piece and allocate
/// nothing. (So the corners of the cube are 8! x 3^7 states in R. E. Korf 1997, "Finding optimal solutions to
/// Rubik's Cube using pattern databases".)
///
/// The rank of a sequence that breaks the rule is that of the one with its last number put right.
///
/// ```
/// use statewalk::encoding::Encoding;
/// use statewalk::encoding::orientation::Orientation;
///
/// let corners = Orientation::<[u8; 8]>::new(8, 3)?;
/// assert_eq!((corners.size(), corners.rank(&[0, 0, 0, 0, 0, 0, 1, 2])), (2187, 1));
/// # Ok::<(), statewalk::encoding::error::EncodingError>(())
/// ```
#[derive(Debug)]
pub struct Orientation<S> {
    values: usize,
    /// All numbers but the last.
    free: MixedRadix<()>,
    state: PhantomData<fn(S)>,
}

pub(super) const MOST_PIECES: usize = 255;

impl<S> Orientation<S> {
    /// Orientations of `pieces` pieces, each of `values` values. The states must have `pieces` bytes.
    ///
    /// # Errors
    /// If there are more than 255 pieces, no values or more than 256, or the size does not fit.
    pub fn new(pieces: usize, values: usize) -> Result<Self, EncodingError> {
        let pieces = at_most("pieces", pieces, MOST_PIECES)?;
        // A single piece has a radix too, although it is no digit.
        MixedRadix::<()>::new([values])?;
        Ok(Self {
            values,
            free: MixedRadix::new(repeat_n(values, pieces.saturating_sub(1)))?,
            state: PhantomData,
        })
    }

    #[inline]
    pub(super) fn rank_bytes(&self, state: &[u8]) -> u64 {
        self.free
            .rank_bytes(&state[..state.len().saturating_sub(1)])
    }

    #[inline]
    pub(super) fn unrank_bytes(&self, rank: u64, state: &mut [u8]) {
        let Some((last, free)) = state.split_last_mut() else {
            return;
        };
        self.free.unrank_bytes(rank, free);
        let sum: usize = free.iter().map(|&value| usize::from(value)).sum();
        let over = sum % self.values;
        *last = if over == 0 {
            0
        } else {
            low_byte((self.values - over) as u64)
        };
    }
}

impl<S: AsRef<[u8]> + AsMut<[u8]>> Encoding for Orientation<S> {
    type State = S;

    #[inline]
    fn size(&self) -> u64 {
        self.free.size_of_digits()
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
