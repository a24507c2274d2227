//! JSON as every reader of it understands: numbers that a double cannot hold are strings.

use std::io::Write;
use std::time::Duration;

use serde::{Deserialize, Serialize, Serializer};
use statewalk::cost::Cost;
use statewalk::search::Stats;

use crate::fault::Outcome;

/// The version of the JSON that is written; it rises when a field changes its meaning or goes.
pub(crate) const SCHEMA: u32 = 1;

/// Doubles hold every whole number up to this one.
const EXACT: u128 = 1 << 53;

/// A whole number, written as a string where a double could not hold it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Number(i128);

impl<T: Into<i128>> From<T> for Number {
    fn from(value: T) -> Self {
        Self(value.into())
    }
}

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match i64::try_from(self.0) {
            Ok(value) if self.0.unsigned_abs() <= EXACT => serializer.serialize_i64(value),
            _ => serializer.collect_str(&self.0),
        }
    }
}

/// A whole number as it is read back, or its digits in a string.
#[derive(Deserialize)]
#[serde(untagged)]
pub(crate) enum Digits {
    /// A number.
    Plain(Cost),
    /// What should be its digits.
    Text(String),
}

impl Digits {
    /// The number, or the text that is none.
    pub(crate) fn value(self) -> Result<Cost, String> {
        match self {
            Self::Plain(value) => Ok(value),
            Self::Text(text) => text.parse().map_err(|_| text),
        }
    }
}

/// A whole number of any size, written as a string where a double could not hold it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Whole(pub(crate) u128);

impl Serialize for Whole {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match i64::try_from(self.0) {
            Ok(value) if self.0 <= EXACT => serializer.serialize_i64(value),
            _ => serializer.collect_str(&self.0),
        }
    }
}

/// Lines of a text as a list of strings.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lines<'a>(pub(crate) &'a str);

impl Serialize for Lines<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.lines())
    }
}

/// A duration in seconds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seconds(pub(crate) Duration);

impl Serialize for Seconds {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.0.as_secs_f64())
    }
}

/// The counters of a search.
#[derive(Serialize)]
pub(crate) struct Counters {
    expanded: Number,
    generated: Number,
    reopened: Number,
    duplicates: Number,
    stored: Number,
    peak_bytes: Number,
}

impl From<&Stats> for Counters {
    fn from(stats: &Stats) -> Self {
        Self {
            expanded: stats.expanded.into(),
            generated: stats.generated.into(),
            reopened: stats.reopened.into(),
            duplicates: stats.duplicates.into(),
            stored: stats.stored.into(),
            peak_bytes: stats.peak_bytes.into(),
        }
    }
}

/// Writes a document and the end of its last line.
pub(crate) fn write(out: &mut impl Write, document: &impl Serialize) -> Outcome<()> {
    serde_json::to_writer_pretty(&mut *out, document)?;
    out.write_all(b"\n")?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{Lines, Number, Whole};

    #[test]
    fn what_a_double_cannot_hold_is_a_string() {
        let shown = |value: i128| serde_json::to_string(&Number(value)).unwrap();
        assert_eq!(shown(1 << 53), "9007199254740992");
        assert_eq!(shown((1 << 53) + 1), "\"9007199254740993\"");
        assert_eq!(shown(-9_007_199_254_740_993), "\"-9007199254740993\"");
        assert_eq!(shown(i128::from(u64::MAX)), "\"18446744073709551615\"");
        let whole = |value| serde_json::to_string(&Whole(value)).unwrap();
        assert_eq!(whole(1 << 53), "9007199254740992");
        assert_eq!(whole(u128::MAX), format!("\"{}\"", u128::MAX));
        assert_eq!(
            serde_json::to_string(&Lines("a\nb")).unwrap(),
            r#"["a","b"]"#
        );
        assert_eq!(serde_json::to_string(&Lines("")).unwrap(), "[]");
    }
}
