//! Parameters as people give them: `key=value`, checked against what a puzzle knows.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

use thiserror::Error;

/// A parameter that a puzzle understands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Param {
    /// Its name.
    pub name: &'static str,
    /// What it means, and its range.
    pub meaning: &'static str,
    /// Its value if none is given, printed; empty if one must be given.
    pub default: &'static str,
}

/// What is wrong with a parameter.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParamError {
    /// There is no such parameter.
    #[error("there is no parameter `{name}`; known: {known}")]
    Unknown {
        /// The name that was given.
        name: String,
        /// All names, separated by commas.
        known: String,
    },
    /// It must be given and was not.
    #[error("the parameter `{0}` must be given")]
    Missing(&'static str),
    /// It was given twice.
    #[error("the parameter `{0}` is given twice")]
    Twice(String),
    /// It is no `key=value`.
    #[error("`{0}` is not of the form key=value")]
    Form(String),
    /// Its value is not understood or out of range.
    #[error("the parameter `{name}` is `{value}`, expected {expected}")]
    Value {
        /// The name.
        name: String,
        /// The value that was given.
        value: String,
        /// What was expected.
        expected: String,
    },
}

/// Parameters that were given, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Params(BTreeMap<String, String>);

impl Params {
    /// Reads `key=value` words.
    ///
    /// # Errors
    /// [`ParamError::Form`] or [`ParamError::Twice`].
    pub fn parse<S: AsRef<str>>(words: &[S]) -> Result<Self, ParamError> {
        let mut given = BTreeMap::new();
        for word in words.iter().map(AsRef::as_ref) {
            let (key, value) = word
                .split_once('=')
                .filter(|(key, _)| !key.is_empty())
                .ok_or_else(|| ParamError::Form(word.to_owned()))?;
            if given.insert(key.to_owned(), value.to_owned()).is_some() {
                return Err(ParamError::Twice(key.to_owned()));
            }
        }
        Ok(Self(given))
    }

    /// Whether none was given.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The names and values that were given, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        let given = self.0.iter();
        given.map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// The value that was given under this name.
    #[must_use]
    pub fn given(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// Removes the value that was given under this name.
    pub fn take(&mut self, name: &str) -> Option<String> {
        self.0.remove(name)
    }

    /// Refuses names that are not in `known`.
    ///
    /// # Errors
    /// [`ParamError::Unknown`] for the first such name.
    pub fn expect_only(&self, known: &[Param]) -> Result<(), ParamError> {
        for name in self.0.keys() {
            if !known.iter().any(|param| param.name == name) {
                let names: Vec<_> = known.iter().map(|param| param.name).collect();
                let known = if names.is_empty() {
                    "none".to_owned()
                } else {
                    names.join(", ")
                };
                let name = name.clone();
                return Err(ParamError::Unknown { name, known });
            }
        }
        Ok(())
    }

    /// The text of a parameter, or its default.
    ///
    /// # Errors
    /// [`ParamError::Missing`] if it was not given and has no default.
    pub fn text<'a>(&'a self, param: &Param) -> Result<&'a str, ParamError> {
        match self.0.get(param.name) {
            Some(value) => Ok(value),
            None if param.default.is_empty() => Err(ParamError::Missing(param.name)),
            None => Ok(param.default),
        }
    }

    /// The number of a parameter, or its default, in `range`.
    ///
    /// # Errors
    /// [`ParamError::Missing`], or [`ParamError::Value`] if it is no number in the range.
    pub fn number<T>(&self, param: &Param, range: RangeInclusive<T>) -> Result<T, ParamError>
    where
        T: FromStr + PartialOrd + Display,
    {
        let value = self.text(param)?;
        let number = value.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| ParamError::Value {
            name: param.name.to_owned(),
            value: value.to_owned(),
            expected: format!("a number from {} to {}", range.start(), range.end()),
        })
    }

    /// Which of `choices` a parameter names.
    ///
    /// # Errors
    /// [`ParamError::Missing`], or [`ParamError::Value`] if it names none.
    pub fn choice<T: Copy>(&self, param: &Param, choices: &[(&str, T)]) -> Result<T, ParamError> {
        let value = self.text(param)?;
        let chosen = choices.iter().find(|(name, _)| *name == value);
        chosen.map(|&(_, choice)| choice).ok_or_else(|| {
            let names: Vec<_> = choices.iter().map(|(name, _)| *name).collect();
            ParamError::Value {
                name: param.name.to_owned(),
                value: value.to_owned(),
                expected: names.join(" or "),
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Param, ParamError, Params};

    const SIZE: Param = Param {
        name: "n",
        meaning: "the size",
        default: "3",
    };

    #[test]
    fn values_are_given_defaulted_or_refused() {
        let none = Params::default();
        assert_eq!(none.number(&SIZE, 1..=9), Ok(3));
        let five = Params::parse(&["n=5"]).unwrap();
        assert_eq!(five.number(&SIZE, 1..=9), Ok(5));
        assert!(matches!(
            five.number(&SIZE, 1..=4),
            Err(ParamError::Value { .. })
        ));
        assert_eq!(five.choice(&SIZE, &[("4", 'a'), ("5", 'b')]), Ok('b'));
        assert_eq!(Params::parse(&["n"]), Err(ParamError::Form("n".to_owned())));
        assert_eq!(
            Params::parse(&["n=1", "n=2"]),
            Err(ParamError::Twice("n".to_owned()))
        );
        let error = Params::parse(&["m=1"])
            .unwrap()
            .expect_only(&[SIZE])
            .unwrap_err();
        assert_eq!(error.to_string(), "there is no parameter `m`; known: n");
    }
}
