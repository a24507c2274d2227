//! The digits of a rank, the most significant first, without a division.
//!
//! A rank below `size` stands for the fraction `rank / size`. Multiplied by the radix of the first
//! digit, its whole part is that digit and the rest stands for the digits after it. The fraction is
//! kept a little too large, but below `(rank + 1) / size`, so every digit is exact; a digit costs one
//! multiplication, or two where 64 bits are too few for the fraction, instead of a division.

/// Turns ranks below a size into fractions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fractions {
    /// The least number that is not below 2^128 / size; 0 for size 1, whose only rank is 0.
    factor: u128,
    narrow: bool,
}

impl Fractions {
    /// Fractions of `size`.
    pub(super) fn of(size: u64) -> Self {
        Self {
            factor: (u128::MAX / u128::from(size.max(1))).wrapping_add(1),
            narrow: size <= 1 << 62,
        }
    }

    /// Whether 64 bits are enough: the size is at most 2^62, as all of 20! and less are.
    #[inline]
    pub(super) fn is_narrow(self) -> bool {
        self.narrow
    }

    /// The fraction that `rank` stands for, if the size [is narrow](Self::is_narrow).
    ///
    /// It is above `rank / size` by at most 2 / 2^64, and `1 / size` is twice that or more.
    #[inline]
    pub(super) fn narrow(self, rank: u64) -> Narrow {
        debug_assert!(self.narrow, "a size above 2^62");
        Narrow(low_word(self.wide(rank).0 >> 64).wrapping_add(1))
    }

    /// The fraction that `rank` stands for.
    ///
    /// It does not wrap, since (size - 1) * (2^128 / size + 1) < 2^128 for every size below 2^64;
    /// and it is above `rank / size` by at most `rank / 2^128`, which is less than `1 / size`.
    #[inline]
    pub(super) fn wide(self, rank: u64) -> Wide {
        Wide(self.factor.wrapping_mul(u128::from(rank)))
    }
}

/// What is left of a rank after its first digits.
pub(super) trait Fraction {
    /// The next digit, which is below `radix`.
    fn digit(&mut self, radix: u64) -> u64;
}

/// A number of 2^-64ths.
pub(super) struct Narrow(u64);

impl Fraction for Narrow {
    #[inline]
    fn digit(&mut self, radix: u64) -> u64 {
        let product = u128::from(self.0) * u128::from(radix);
        self.0 = low_word(product);
        low_word(product >> 64)
    }
}

/// A number of 2^-128ths.
pub(super) struct Wide(u128);

impl Fraction for Wide {
    #[inline]
    fn digit(&mut self, radix: u64) -> u64 {
        let radix = u128::from(radix);
        let low = u128::from(low_word(self.0)) * radix;
        let high = (self.0 >> 64) * radix + (low >> 64);
        self.0 = (high << 64) | u128::from(low_word(low));
        low_word(high >> 64)
    }
}

/// The low 64 bits of `number`.
#[inline]
pub(super) fn low_word(number: u128) -> u64 {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the low bits are what is asked for"
    )]
    let low = number as u64;
    low
}

/// The low 8 bits of `number`.
#[inline]
pub(super) fn low_byte(number: u64) -> u8 {
    number.to_le_bytes()[0]
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{any, proptest};

    use super::{Fraction, Fractions};

    fn digits(mut fraction: impl Fraction, radices: &[u64]) -> Vec<u64> {
        radices.iter().map(|&radix| fraction.digit(radix)).collect()
    }

    /// Digits of `rank` by division, the most significant first.
    fn divided(rank: u64, radices: &[u64]) -> Vec<u64> {
        let mut rank = rank;
        let mut digits: Vec<u64> = radices
            .iter()
            .rev()
            .map(|radix| {
                let digit = rank % radix;
                rank /= radix;
                digit
            })
            .collect();
        digits.reverse();
        digits
    }

    fn are_those_of_division(radices: &[u64], number: u64) {
        let size = radices.iter().product::<u64>();
        let fractions = Fractions::of(size);
        for rank in [number % size, 0, 1 % size, size - 1, size - 1 - 1 % size] {
            let expected = divided(rank, radices);
            assert_eq!(
                digits(fractions.wide(rank), radices),
                expected,
                "{rank} of {size}"
            );
            if fractions.is_narrow() {
                assert_eq!(
                    digits(fractions.narrow(rank), radices),
                    expected,
                    "{rank} of {size}"
                );
            }
        }
    }

    proptest! {
        #[test]
        fn digits_are_those_of_division(a in 1u64..=1 << 21, b in 1u64..=1 << 21, c in 1u64..=1 << 21, number in any::<u64>()) {
            are_those_of_division(&[a, b, c], number);
            // The last radix fills the size up to just below 2^62 and 2^64.
            are_those_of_division(&[a, b, (1 << 62) / (a * b)], number);
            are_those_of_division(&[a, b, u64::MAX / (a * b)], number);
        }
    }

    #[test]
    fn digits_are_exact_at_the_largest_sizes() {
        for radices in [
            [1 << 31, 1 << 31],
            [1, 1 << 62],
            [1 << 32, (1 << 32) - 1],
            [1, u64::MAX],
        ] {
            for number in [1 << 31, (1 << 31) - 1, 1 << 61, 0x9E37_79B9_7F4A_7C15] {
                are_those_of_division(&radices, number);
            }
        }
        are_those_of_division(&[1, 1], 0);
    }
}
