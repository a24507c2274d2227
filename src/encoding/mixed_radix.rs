//! Sequences of independent digits: mixed radix numbers.

use std::marker::PhantomData;

use super::digits::{Fraction, Fractions, low_byte};
use super::error::{EncodingError, checked_product};
use crate::encoding::Encoding;

/// Sequences of digits, each below its own radix, in lexicographic order.
///
/// A state is a sequence of bytes, such as `[u8; N]` or `Vec<u8>`; the first is the most significant
/// digit. There are as many states as the product of the radices; a radix is 1 to 256. Rank and
/// unrank take constant time a digit and allocate nothing. (D. E. Knuth, The Art of Computer
/// Programming, 4.1 and 7.2.1.1.)
///
/// ```
/// use statewalk::encoding::Encoding;
/// use statewalk::encoding::mixed_radix::MixedRadix;
///
/// let clock = MixedRadix::<[u8; 3]>::new([24, 60, 60])?;
/// assert_eq!((clock.size(), clock.rank(&[1, 1, 1])), (86_400, 3_661));
/// # Ok::<(), statewalk::encoding::error::EncodingError>(())
/// ```
#[derive(Debug)]
pub struct MixedRadix<S> {
    size: u64,
    digits: Box<[Digit]>,
    fractions: Fractions,
    state: PhantomData<fn(S)>,
}

#[derive(Clone, Copy, Debug)]
struct Digit {
    radix: u64,
    /// The product of the later radices.
    weight: u64,
}

impl<S> MixedRadix<S> {
    /// Digits with these radices, the most significant first. The states must have one byte each.
    ///
    /// # Errors
    /// If a radix is 0 or above 256, or the size does not fit.
    pub fn new(radices: impl IntoIterator<Item = usize>) -> Result<Self, EncodingError> {
        let mut digits = Vec::new();
        for (digit, radix) in radices.into_iter().enumerate() {
            match radix {
                0 => return Err(EncodingError::ZeroRadix { digit }),
                1..=256 => digits.push(Digit {
                    radix: radix as u64,
                    weight: 1,
                }),
                _ => return Err(EncodingError::RadixTooLarge { digit, radix }),
            }
        }
        let size = checked_product(digits.iter().map(|digit| digit.radix))?;
        let mut weight = size;
        for digit in &mut digits {
            weight /= digit.radix;
            digit.weight = weight;
        }
        Ok(Self {
            size,
            digits: digits.into(),
            fractions: Fractions::of(size),
            state: PhantomData,
        })
    }
}

impl<S: AsRef<[u8]> + AsMut<[u8]>> Encoding for MixedRadix<S> {
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

impl<S> MixedRadix<S> {
    #[inline]
    pub(super) fn size_of_digits(&self) -> u64 {
        self.size
    }

    #[inline]
    pub(super) fn rank_bytes(&self, state: &[u8]) -> u64 {
        debug_assert_eq!(state.len(), self.digits.len(), "length of a state");
        state
            .iter()
            .zip(&self.digits)
            .map(|(&value, digit)| u64::from(value) * digit.weight)
            .sum()
    }

    #[inline]
    pub(super) fn unrank_bytes(&self, rank: u64, state: &mut [u8]) {
        debug_assert_eq!(state.len(), self.digits.len(), "length of a state");
        if self.fractions.is_narrow() {
            self.spread(self.fractions.narrow(rank), state);
        } else {
            self.spread(self.fractions.wide(rank), state);
        }
    }

    #[inline]
    fn spread(&self, mut fraction: impl Fraction, state: &mut [u8]) {
        for (value, digit) in state.iter_mut().zip(&self.digits) {
            *value = low_byte(fraction.digit(digit.radix));
        }
    }
}
