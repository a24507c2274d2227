//! Lengths as whole numbers: a straight step costs 13,860 and a diagonal one 19,601.
//!
//! 19,601 / 13,860 is above the square root of 2 by less than 2 in 10^9, and no fraction with a smaller denominator
//! lies between the two. So of two paths, the one that costs less is the shorter one, and paths of one cost are equally
//! long, as long as their numbers of diagonal steps differ by less than 13,860.

use std::fmt::Write;

use statewalk::cost::Cost;

/// What a straight step costs.
pub const STRAIGHT: Cost = 13_860;

/// What a diagonal step costs.
pub const DIAGONAL: Cost = 19_601;

/// The square root of 2 times 10^20, rounded.
const ROOT: u128 = 141_421_356_237_309_504_880;

/// So many parts of a step are told.
const PARTS: u128 = 100_000_000;

/// So many straight and so many diagonal steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Length {
    /// Straight ones.
    pub straight: u64,
    /// Diagonal ones.
    pub diagonal: u64,
}

impl Length {
    /// The length of `steps` steps that cost so much together, if there are such.
    #[must_use]
    pub fn of(cost: Cost, steps: usize) -> Option<Self> {
        let steps = Cost::try_from(steps).ok()?;
        let more = cost.checked_sub(STRAIGHT.checked_mul(steps)?)?;
        let diagonal = more / (DIAGONAL - STRAIGHT);
        let is_whole = more % (DIAGONAL - STRAIGHT) == 0 && (0..=steps).contains(&diagonal);
        is_whole.then_some(Self {
            straight: (steps - diagonal).unsigned_abs(),
            diagonal: diagonal.unsigned_abs(),
        })
    }

    /// The length in decimals, rounded to eight, as lists of scenarios tell it.
    #[must_use]
    pub fn decimals(self) -> String {
        let scale = 100_000_000_000_000_000_000 / PARTS;
        let across = (u128::from(self.diagonal) * ROOT + scale / 2) / scale;
        let parts = u128::from(self.straight) * PARTS + across;
        format!("{}.{:08}", parts / PARTS, parts % PARTS)
    }

    /// The length in words: `5 + 1 sqrt 2 = 6.41421356`.
    #[must_use]
    pub fn words(self) -> String {
        let (straight, diagonal) = (self.straight, self.diagonal);
        let mut words = String::new();
        // Writing into a string cannot fail.
        let _ = match (straight, diagonal) {
            (_, 0) => return straight.to_string(),
            (0, _) => write!(words, "{diagonal} sqrt 2"),
            _ => write!(words, "{straight} + {diagonal} sqrt 2"),
        };
        words + " = " + &self.decimals()
    }
}

#[cfg(test)]
mod tests {
    use super::{DIAGONAL, Length, STRAIGHT};

    #[test]
    fn lengths_are_told_in_words() {
        let cases = [
            (0, 0, "0"),
            (3, 0, "3"),
            (0, 1, "1 sqrt 2 = 1.41421356"),
            (2, 1, "2 + 1 sqrt 2 = 3.41421356"),
            (12, 15, "12 + 15 sqrt 2 = 33.21320344"),
            // 10^9 times the square root of 2.
            (0, 1_000_000_000, "1000000000 sqrt 2 = 1414213562.37309505"),
        ];
        for (straight, diagonal, words) in cases {
            let length = Length { straight, diagonal };
            assert_eq!(length.words(), words);
            let cost = STRAIGHT * straight.cast_signed() + DIAGONAL * diagonal.cast_signed();
            let steps = usize::try_from(straight + diagonal).unwrap();
            assert_eq!(Length::of(cost, steps), Some(length));
        }
        assert_eq!(Length::of(STRAIGHT + 1, 1), None);
        assert_eq!(Length::of(DIAGONAL * 2, 1), None);
        assert_eq!(Length::of(i64::MIN, 1), None);
    }

    /// What is said at the top, in whole numbers: s straight steps are longer than d diagonal ones exactly if s^2 > 2 d^2.
    #[test]
    fn costs_order_as_lengths_do() {
        for diagonal in 1..DIAGONAL {
            // The number of straight steps that comes nearest from below, and the next one.
            let below = (2 * diagonal * diagonal).isqrt();
            let agrees = |straight: i64| {
                let costs = (straight * STRAIGHT).cmp(&(diagonal * DIAGONAL));
                costs == (straight * straight).cmp(&(2 * diagonal * diagonal))
            };
            assert_eq!(
                agrees(below) && agrees(below + 1),
                diagonal != STRAIGHT,
                "{diagonal}"
            );
        }
    }
}
