//! Why an encoding cannot be made.

use thiserror::Error;

/// The parameters of an encoding are wrong, or its size does not fit.
///
/// Every size up to `u64::MAX` is served; 2^64 states are too many, although their ranks would fit,
/// since the size itself would not.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum EncodingError {
    /// There are more than `u64::MAX` states.
    #[error("{} states are more than 2^64 - 1", .size.map_or("2^128 or more".into(), |size| size.to_string()))]
    TooLarge {
        /// The exact number of states, where it is below 2^128.
        size: Option<u128>,
    },
    /// There are more items, positions or kinds than the encoding serves.
    #[error("{found} {what} are more than {most}")]
    TooMany {
        /// What there are too many of: `items`, `positions`, `kinds` ...
        what: &'static str,
        /// How many were asked for.
        found: usize,
        /// How many are served.
        most: usize,
    },
    /// More items are chosen than there are.
    #[error("{chosen} of {items} items cannot be chosen")]
    ChosenTooMany {
        /// How many are chosen.
        chosen: usize,
        /// How many there are.
        items: usize,
    },
    /// A digit has no value.
    #[error("the radix of digit {digit} is 0")]
    ZeroRadix {
        /// The index of the digit, the most significant one being 0.
        digit: usize,
    },
    /// A digit does not fit in a byte.
    #[error("the radix of digit {digit} is {radix}, which is more than 256")]
    RadixTooLarge {
        /// The index of the digit, the most significant one being 0.
        digit: usize,
        /// Its radix.
        radix: usize,
    },
    /// The numbers below a bound do not fit their type.
    #[error("numbers below {size} do not fit their type")]
    TypeTooNarrow {
        /// The bound.
        size: u64,
    },
}

/// The product of `factors`, if it is a size.
pub(super) fn checked_product(
    factors: impl IntoIterator<Item = u64>,
) -> Result<u64, EncodingError> {
    let mut product = Some(1u128);
    for factor in factors {
        if factor == 0 {
            return Ok(0);
        }
        product = product.and_then(|product| product.checked_mul(u128::from(factor)));
    }
    checked_size(product)
}

/// `size`, known where it is below 2^128, if it is below 2^64.
pub(super) fn checked_size(size: Option<u128>) -> Result<u64, EncodingError> {
    size.and_then(|size| u64::try_from(size).ok())
        .ok_or(EncodingError::TooLarge { size })
}

/// `found`, if it is at most `most`.
pub(super) fn at_most(
    what: &'static str,
    found: usize,
    most: usize,
) -> Result<usize, EncodingError> {
    if found <= most {
        Ok(found)
    } else {
        Err(EncodingError::TooMany { what, found, most })
    }
}
