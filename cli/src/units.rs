//! Amounts as people write them: `10s`, `500ms`, `4GiB`, `1e9`.

use std::num::NonZeroUsize;
use std::str::FromStr;
use std::time::Duration;

use statewalk::search::beam::Width;
use statewalk::search::weighted_astar::Weight;

const TIMES: [(&str, u128); 9] = [
    ("ns", 1),
    ("us", 1_000),
    ("ms", 1_000_000),
    ("s", 1_000_000_000),
    ("", 1_000_000_000),
    ("m", 60_000_000_000),
    ("min", 60_000_000_000),
    ("h", 3_600_000_000_000),
    ("d", 86_400_000_000_000),
];

const SIZES: [(&str, u128); 15] = [
    ("", 1),
    ("b", 1),
    ("k", 1 << 10),
    ("m", 1 << 20),
    ("g", 1 << 30),
    ("t", 1 << 40),
    ("kib", 1 << 10),
    ("mib", 1 << 20),
    ("gib", 1 << 30),
    ("tib", 1 << 40),
    ("kb", 1_000),
    ("mb", 1_000_000),
    ("gb", 1_000_000_000),
    ("tb", 1_000_000_000_000),
    ("byte", 1),
];

const COUNTS: [(&str, u128); 1] = [("", 1)];

/// A length of time; a bare number counts seconds.
pub(crate) fn time(text: &str) -> Result<Duration, String> {
    let nanoseconds = amount(text, &TIMES)
        .ok_or("a time such as 10s, 500ms or 2m (a number without a unit counts seconds)")?;
    Ok(Duration::from_nanos(nanoseconds))
}

/// A number of bytes.
pub(crate) fn bytes(text: &str) -> Result<u64, String> {
    let expected = "a size such as 4GiB, 512MiB or 1e9 (a number without a unit counts bytes)";
    amount(text, &SIZES).ok_or_else(|| expected.to_owned())
}

/// A number of things.
pub(crate) fn count(text: &str) -> Result<u64, String> {
    amount(text, &COUNTS).ok_or_else(|| "a whole number such as 1000000 or 1e6".to_owned())
}

/// A number of threads.
pub(crate) fn threads(text: &str) -> Result<NonZeroUsize, String> {
    whole(
        text,
        &NonZeroUsize::MIN,
        "a number of threads, 1 or more, such as 4",
    )
}

/// How much more than they say estimates count for.
pub(crate) fn weight(text: &str) -> Result<Weight, String> {
    let expected = "a number from 1 to 1000000 with at most three decimals, such as 1.5";
    text.trim().parse().map_err(|_| expected.to_owned())
}

/// How many states a beam keeps.
pub(crate) fn width(text: &str) -> Result<Width, String> {
    let expected = || format!("a whole number from 1 to {}, such as 1000", Width::MOST);
    text.trim().parse().map_err(|_| expected())
}

/// The number of a question.
pub(crate) fn question(text: &str) -> Result<NonZeroUsize, String> {
    let expected = "the number of a question, 1 or more, such as 3";
    whole(text, &NonZeroUsize::MIN, expected)
}

/// A seed.
pub(crate) fn seed(text: &str) -> Result<u64, String> {
    let expected = "a whole number from 0 to 18446744073709551615, such as 7";
    whole(text, &0, expected)
}

/// How many states are drawn.
pub(crate) fn drawn(text: &str) -> Result<usize, String> {
    whole(text, &0, "a number of states to draw, 0 or more, such as 3")
}

/// How many plans are listed.
pub(crate) fn listed(text: &str) -> Result<usize, String> {
    whole(text, &0, "a number of plans to list, 0 or more, such as 3")
}

/// How many of the cheapest plans are listed.
pub(crate) fn cheapest(text: &str) -> Result<NonZeroUsize, String> {
    let expected = "a number of plans, 1 or more, such as 3";
    whole(text, &NonZeroUsize::MIN, expected)
}

/// How many instances are made.
pub(crate) fn instances(text: &str) -> Result<u64, String> {
    whole(text, &1, "a number of instances, 1 or more, such as 10")
}

/// How often something is timed.
pub(crate) fn repeats(text: &str) -> Result<u32, String> {
    let expected = "how often to time, from 1 to 1000000, such as 15";
    let repeats = whole(text, &1, expected)?;
    let few = (repeats <= 1_000_000).then_some(repeats);
    few.ok_or_else(|| expected.to_owned())
}

/// A distance.
pub(crate) fn distance(text: &str) -> Result<i64, String> {
    whole(text, &0, "a distance, 0 or more, such as 31")
}

/// `text` as a whole number that is at least `least`, or else what was `expected`.
fn whole<N: FromStr + PartialOrd>(text: &str, least: &N, expected: &str) -> Result<N, String> {
    let number = text.trim().parse().ok().filter(|number| number >= least);
    number.ok_or_else(|| expected.to_owned())
}

/// `text` as a decimal number with a unit, in whole smallest units, exactly; what is below one
/// is cut off, but a count of things must be whole.
fn amount(text: &str, units: &[(&str, u128)]) -> Option<u64> {
    let whole_only = units == COUNTS;
    let text = text.trim().to_lowercase();
    let number = |c: char| c.is_ascii_digit() || c == '.' || c == '_';
    let end = text.find(|c| !number(c)).unwrap_or(text.len());
    let (mantissa, mut rest) = text.split_at(end);
    let mut exponent = 0i32;
    if let Some(power) = rest.strip_prefix('e') {
        let end = power
            .find(|c: char| !(c.is_ascii_digit() || c == '+'))
            .unwrap_or(power.len());
        exponent = power[..end].parse().ok().filter(|&e| e <= 30)?;
        rest = &power[end..];
    }
    let (_, unit) = units.iter().find(|(name, _)| *name == rest.trim())?;
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    if fraction.len() > 12 || !mantissa.contains(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let digits = format!("{whole}{fraction}").replace('_', "");
    exponent -= i32::try_from(fraction.len()).ok()?;
    let scaled = digits.parse::<u128>().ok()?.checked_mul(*unit)?;
    let power = 10u128.checked_pow(exponent.unsigned_abs())?;
    let value = if exponent < 0 {
        if whole_only && scaled % power > 0 {
            return None;
        }
        scaled / power
    } else {
        scaled.checked_mul(power)?
    };
    u64::try_from(value).ok()
}

#[cfg(test)]
mod tests {
    use super::{bytes, count, time};
    use std::time::Duration;

    #[test]
    fn amounts_are_exact() {
        let sizes = [
            ("4GiB", Some(4 << 30)),
            ("512 MiB", Some(512 << 20)),
            ("1e9", Some(1_000_000_000)),
            ("1.5k", Some(1536)),
            ("10MB", Some(10_000_000)),
            ("18446744073709551615", Some(u64::MAX)),
            ("18446744073709551616", None),
            ("1e30", None),
            ("-1", None),
            ("", None),
            (".", None),
            ("4GX", None),
            ("1e", None),
            ("nan", None),
        ];
        for (text, expected) in sizes {
            assert_eq!(bytes(text).ok(), expected, "{text}");
        }
        let times = [
            ("10s", Some(10_000)),
            ("500ms", Some(500)),
            ("2m", Some(120_000)),
            ("0.25", Some(250)),
            ("1h", Some(3_600_000)),
            ("1 fortnight", None),
        ];
        for (text, expected) in times {
            assert_eq!(
                time(text).ok(),
                expected.map(Duration::from_millis),
                "{text}"
            );
        }
        assert_eq!((count("1e6"), count("1_000")), (Ok(1_000_000), Ok(1000)));
        assert!(count("1k").is_err() && count("1.5.2").is_err());
        assert!(count("1.5").is_err() && count("1.5e1") == Ok(15));
    }
}
