//! The encoding of declared fields.

use std::marker::PhantomData;

use super::BuilderError;
use super::field::{Family, Field};
use crate::encoding::Encoding;
use crate::encoding::digits::{Fraction, Fractions};
use crate::encoding::error::EncodingError;

/// The perfect hash of the states that a [`Builder`](super::Builder) describes.
///
/// A state is any type that lends its bytes, such as `[u8; N]` or `Vec<u8>`, as many as
/// [`Builder::bytes`](super::Builder::bytes) says. Rank and unrank take the time of the fields' own, and a
/// multiplication and a branch a field; they allocate nothing.
#[derive(Debug)]
pub struct Composed<S> {
    size: u64,
    fractions: Fractions,
    digits: Box<[Digit]>,
    state: PhantomData<fn(S)>,
}

/// A field: its rank is a digit of the whole one.
#[derive(Debug)]
struct Digit {
    family: Family,
    bytes: usize,
    radix: u64,
}

impl<S> Composed<S> {
    pub(super) fn new(size: u64, fields: &[(String, Field)]) -> Result<Self, BuilderError> {
        let digit = |(name, field): &(String, Field)| {
            let refused = |why| BuilderError::Field {
                name: name.clone(),
                why,
            };
            // Where all together are none, a field may be too large for itself.
            let radix = field.size().map_err(refused)?;
            let radix = u64::try_from(radix)
                .map_err(|_| refused(EncodingError::TooLarge { size: Some(radix) }))?;
            Ok(Digit {
                family: Family::of(field).map_err(refused)?,
                bytes: field.bytes(),
                radix,
            })
        };
        Ok(Self {
            size,
            fractions: Fractions::of(size),
            digits: fields.iter().map(digit).collect::<Result<_, _>>()?,
            state: PhantomData,
        })
    }

    #[inline]
    fn spread(&self, mut fraction: impl Fraction, state: &mut [u8]) {
        let mut rest = state;
        for digit in &self.digits {
            let (bytes, later) = rest.split_at_mut(digit.bytes);
            digit.family.unrank(fraction.digit(digit.radix), bytes);
            rest = later;
        }
    }
}

impl<S: AsRef<[u8]> + AsMut<[u8]>> Encoding for Composed<S> {
    type State = S;

    #[inline]
    fn size(&self) -> u64 {
        self.size
    }

    #[inline]
    fn rank(&self, state: &S) -> u64 {
        let mut rest = state.as_ref();
        let mut rank = 0;
        for digit in &self.digits {
            let (bytes, later) = rest.split_at(digit.bytes);
            rank = rank * digit.radix + digit.family.rank(bytes);
            rest = later;
        }
        debug_assert!(rest.is_empty(), "length of a state");
        rank
    }

    #[inline]
    fn unrank_into(&self, rank: u64, state: &mut S) {
        let state = state.as_mut();
        if self.fractions.is_narrow() {
            self.spread(self.fractions.narrow(rank), state);
        } else {
            self.spread(self.fractions.wide(rank), state);
        }
    }
}
