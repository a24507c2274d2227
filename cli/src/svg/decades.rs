//! A logarithmic scale from one power of ten to another.

use std::fmt::Write;

/// What is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unit {
    /// Times, in seconds.
    Seconds,
    /// Things, in their number.
    Count,
}

/// Powers of ten that hold all values between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Decades {
    unit: Unit,
    low: i32,
    high: i32,
}

/// What is less is drawn as this: a logarithm of nothing there is not.
const LEAST_SECONDS: i32 = -6;

/// More marks than this are thinned out.
const MARKS: i32 = 8;

impl Decades {
    /// The scale of these values.
    pub(crate) fn of(unit: Unit, values: impl Iterator<Item = f64>) -> Self {
        let mut ends: Option<(f64, f64)> = None;
        for value in values.map(|value| power(unit, value)) {
            let (low, high) = ends.unwrap_or((value, value));
            ends = Some((low.min(value), high.max(value)));
        }
        let (low, high) = ends.unwrap_or((0.0, 1.0));
        let (low, high) = (whole(low.floor()), whole(high.ceil()));
        let high = high.max(low + 1);
        Self { unit, low, high }
    }

    /// Where a value is, from 0 to 1.
    pub(crate) fn part(self, value: f64) -> f64 {
        let part =
            (power(self.unit, value) - f64::from(self.low)) / f64::from(self.high - self.low);
        part.clamp(0.0, 1.0)
    }

    /// The marks beside it, and where they are.
    pub(crate) fn marks(self) -> impl Iterator<Item = (f64, String)> {
        let every = (self.high - self.low).max(1).div_euclid(MARKS) + 1;
        let powers = (self.low..=self.high).filter(move |p| (p - self.low) % every == 0);
        powers.map(move |power| {
            let part = f64::from(power - self.low) / f64::from(self.high - self.low);
            (part, self.told(power))
        })
    }

    /// A power of ten with its unit.
    fn told(self, power: i32) -> String {
        if self.unit == Unit::Count {
            return match power {
                0 => "1".to_owned(),
                1 => "10".to_owned(),
                _ => format!("10{}", raised(power)),
            };
        }
        let (unit, below) = match power {
            ..-3 => ("µs", -6),
            -3..0 => ("ms", -3),
            _ => ("s", 0),
        };
        let mut text = "1".to_owned();
        for _ in below..power {
            text.push('0');
        }
        let _ = write!(text, " {unit}");
        text
    }
}

/// The power of ten that a value is.
fn power(unit: Unit, value: f64) -> f64 {
    let least = match unit {
        Unit::Seconds => LEAST_SECONDS,
        Unit::Count => 0,
    };
    value.max(10f64.powi(least)).log10()
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "powers of ten of a double are small"
)]
fn whole(power: f64) -> i32 {
    power as i32
}

/// A number as an exponent.
fn raised(number: i32) -> String {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let digits = number.to_string();
    let digits = digits.chars().filter_map(|digit| digit.to_digit(10));
    digits.map(|digit| DIGITS[digit as usize]).collect()
}

#[cfg(test)]
mod tests {
    use super::{Decades, Unit};

    #[test]
    fn values_lie_between_powers_of_ten() {
        let scale = Decades::of(Unit::Seconds, [0.002, 0.5].into_iter());
        let marks: Vec<_> = scale.marks().map(|(_, told)| told).collect();
        assert_eq!(marks, ["1 ms", "10 ms", "100 ms", "1 s"]);
        assert!(scale.part(0.001).abs() < 1e-9 && (scale.part(1.0) - 1.0).abs() < 1e-9);
        assert!((scale.part(0.01) - 1.0 / 3.0).abs() < 1e-9);
        let scale = Decades::of(Unit::Count, [0.0, 5000.0].into_iter());
        let marks: Vec<_> = scale.marks().map(|(_, told)| told).collect();
        assert_eq!(marks, ["1", "10", "10²", "10³", "10⁴"]);
        assert!(scale.part(0.0).abs() < 1e-9);
    }

    #[test]
    fn few_and_many_values_have_marks() {
        for values in [&[][..], &[1.0], &[1.0, 1e18], &[1e-300], &[f64::MAX]] {
            for unit in [Unit::Seconds, Unit::Count] {
                let scale = Decades::of(unit, values.iter().copied());
                let marks = scale.marks().count();
                assert!((2..=10).contains(&marks), "{values:?}: {marks}");
            }
        }
    }
}
