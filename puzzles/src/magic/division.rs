//! Division of ranks by a side that is fixed: a multiplication and a shift.

/// A divisor of numbers below 2^28, prepared (Granlund and Montgomery 1994).
#[derive(Clone, Copy, Debug)]
pub(super) struct Divisor {
    multiplier: u64,
    shift: u32,
}

/// Numbers that are divided have at most so many bits.
const BITS: u32 = 28;

impl Divisor {
    /// Prepares the division by `divisor`, which is not 0.
    pub(super) fn new(divisor: u32) -> Self {
        // With m = 2^s / d rounded up, x * m / 2^s passes x / d by less than x * d / (2^s * d) < 1 / d, too
        // little to reach the next whole number, as long as x * d <= 2^s.
        let shift = BITS + (u32::BITS - divisor.leading_zeros());
        Self {
            multiplier: (1u64 << shift).div_ceil(u64::from(divisor)),
            shift,
        }
    }

    /// `number` divided by the divisor, rounded down. The number is below 2^28.
    #[inline]
    pub(super) fn quotient(self, number: u32) -> u32 {
        debug_assert!(number < 1 << BITS, "{number}");
        #[expect(
            clippy::cast_possible_truncation,
            reason = "a quotient is no larger than what was divided"
        )]
        {
            ((u64::from(number) * self.multiplier) >> self.shift) as u32
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Divisor;

    #[test]
    fn quotients_are_exact_at_every_edge() {
        let most = (1 << 28) - 1;
        for side in 1..=5000u32 {
            for divisor in [side, side * side] {
                let quick = Divisor::new(divisor);
                let multiples = [1, 2, 3, 7, 8, most / divisor].map(|times| times * divisor);
                for edge in multiples.into_iter().filter(|&edge| edge <= most) {
                    for number in [edge - 1, edge, (edge + 1).min(most), most] {
                        assert_eq!(
                            quick.quotient(number),
                            number / divisor,
                            "{number} / {divisor}"
                        );
                    }
                }
            }
        }
    }
}
