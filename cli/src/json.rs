//! JSON as every reader of it understands: numbers that a double cannot hold are strings.

use std::collections::BTreeMap;
use std::io::Write;
use std::time::Duration;

use serde::ser::SerializeStruct;
use serde::{Deserialize, Serialize, Serializer};
use statewalk::catalog::params::Params;
use statewalk::catalog::text::InputError;
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

/// What is wrong with a question; line and column are `null` where they are not known.
#[derive(Serialize)]
pub(crate) struct Wrong<'a> {
    line: Option<usize>,
    column: Option<usize>,
    found: Option<&'a str>,
    expected: Option<&'a str>,
    message: String,
}

impl<'a> From<&'a InputError> for Wrong<'a> {
    fn from(error: &'a InputError) -> Self {
        Self {
            line: (error.line > 0).then_some(error.line),
            column: (error.column > 0).then_some(error.column),
            found: Some(&error.found),
            expected: Some(&error.expected),
            message: error.to_string(),
        }
    }
}

impl Wrong<'_> {
    /// What is wrong where nothing was read that is.
    pub(crate) fn without_place(message: &str) -> Self {
        Self {
            line: None,
            column: None,
            found: None,
            expected: None,
            message: message.to_owned(),
        }
    }
}

/// What a command found of several things of a kind - spaces, heuristics, questions - with the parameters and options as
/// they were given.
pub(crate) struct Document<'a, L, T> {
    /// The command.
    pub(crate) command: &'static str,
    /// What it was given.
    pub(crate) parameters: &'a Params,
    /// The name of the list, and what was found of each thing.
    pub(crate) list: (&'static str, Vec<L>),
    /// How long what took, all in one field; `None` leaves the field out.
    pub(crate) timing: Option<Vec<T>>,
}

impl<L: Serialize, T: Serialize> Serialize for Document<'_, L, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let name: &'static str = self.list.0;
        let parameters: BTreeMap<&str, &str> = self.parameters.iter().collect();
        let mut object = serializer.serialize_struct("Document", 5)?;
        object.serialize_field("schema", &SCHEMA)?;
        object.serialize_field("command", self.command)?;
        object.serialize_field("parameters", &parameters)?;
        object.serialize_field(name, &self.list.1)?;
        match &self.timing {
            Some(timing) => object.serialize_field("timing", timing)?,
            None => object.skip_field("timing")?,
        }
        object.end()
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
