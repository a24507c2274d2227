//! Plain numbers below a bound, the smallest part of a composed encoding.

use std::marker::PhantomData;

use super::error::EncodingError;
use crate::encoding::Encoding;

/// The numbers below a bound; the rank is the number itself.
///
/// The state is an integer type that is not signed: `u8` to `u64`, `usize`. It stands for one field
/// (where the blank is, which of 8 orientations) in a [`Product`](super::product::Product).
#[derive(Debug)]
pub struct Number<T> {
    size: u64,
    state: PhantomData<fn(T)>,
}

impl<T: Copy + TryFrom<u64> + TryInto<u64>> Number<T> {
    /// The numbers below `size`, which may be 0.
    ///
    /// # Errors
    /// If `size - 1` does not fit in `T`.
    pub fn new(size: u64) -> Result<Self, EncodingError> {
        if size > 0 && T::try_from(size - 1).is_err() {
            return Err(EncodingError::TypeTooNarrow { size });
        }
        Ok(Self {
            size,
            state: PhantomData,
        })
    }
}

impl<T: Copy + TryFrom<u64> + TryInto<u64>> Encoding for Number<T> {
    type State = T;

    #[inline]
    fn size(&self) -> u64 {
        self.size
    }

    #[inline]
    fn rank(&self, &state: &T) -> u64 {
        // A number that does not fit is none of these states.
        state.try_into().unwrap_or(u64::MAX)
    }

    #[inline]
    fn unrank_into(&self, rank: u64, state: &mut T) {
        // Every rank fits: the largest was tried when this was made.
        if let Ok(number) = T::try_from(rank) {
            *state = number;
        }
    }
}
