//! The digits of a rank, the most significant first, without a division.
//!
//! A rank below `size` stands for the fraction `rank / size`. Multiplied by the radix of the first
//! digit, its whole part is that digit and the rest stands for the digits after it. The fraction is
//! kept with 128 bits, rounded up by less than one part in 2^64 of `1 / size`, so every digit is
//! exact; a digit costs two multiplications where a division costs ten times as much.

/// Turns ranks below a size into fractions of 2^128.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fractions(u128);

impl Fractions {
    /// Fractions of `size`.
    pub(super) fn of(size: u64) -> Self {
        // The least number that is not below 2^128 / size. The only rank below 1 is 0, which needs
        // no factor.
        Self((u128::MAX / u128::from(size.max(1))).wrapping_add(1))
    }

    /// The fraction that `rank` stands for.
    ///
    /// It does not wrap, since (size - 1) * (2^128 / size + 1) < 2^128 for every size below 2^64;
    /// and it stays below (rank + 1) / size, since what it is too large by is below rank / 2^128.
    #[inline]
    pub(super) fn fraction(self, rank: u64) -> Fraction {
        Fraction(self.0.wrapping_mul(u128::from(rank)))
    }
}

/// What is left of a rank after its first digits.
pub(super) struct Fraction(u128);

impl Fraction {
    /// The next digit, which is below `radix`.
    #[inline]
    pub(super) fn digit(&mut self, radix: u64) -> u64 {
        let radix = u128::from(radix);
        let low = (self.0 & u128::from(u64::MAX)) * radix;
        let high = (self.0 >> 64) * radix + (low >> 64);
        self.0 = (high << 64) | (low & u128::from(u64::MAX));
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
    use proptest::prop_assert_eq;

    use super::Fractions;

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

    proptest! {
        #[test]
        fn digits_are_those_of_division(a in 1u64..=1 << 21, b in 1u64..=1 << 21, c in 1u64..=1 << 21, rank in any::<u64>(), from_top in 0u64..3) {
            // The third radix fills the size up to just below 2^64.
            for radices in [[a, b, c], [a, b, u64::MAX / (a * b)]] {
                let size = radices.iter().product::<u64>();
                for rank in [rank % size, size - 1 - from_top.min(size - 1), from_top.min(size - 1)] {
                    let mut fraction = Fractions::of(size).fraction(rank);
                    let digits: Vec<u64> = radices.iter().map(|&radix| fraction.digit(radix)).collect();
                    prop_assert_eq!(digits, divided(rank, &radices));
                }
            }
        }
    }
}
