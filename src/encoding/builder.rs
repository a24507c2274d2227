//! A perfect hash out of a description: the fields of a state, declared one after another.

mod composed;
mod field;

use std::ops::Range;

use thiserror::Error;

use super::error::EncodingError;

pub use composed::Composed;
pub use field::Field;

/// The fields of a state in the order of its bytes, each with a name.
///
/// A state is a sequence of bytes in which the fields stand one behind the other (see [`Field`] for how
/// many bytes each takes). Its rank is a number in mixed radix whose digits are the ranks of the fields, the
/// first most significant: put what the actions leave alone most often first. [`size`](Self::size) tells
/// exactly how many states there are before anything is allocated, [`build`](Self::build) makes the
/// encoding. Which store such a space takes, [`Advice`](crate::store::advice::Advice) says.
///
/// ```
/// use statewalk::encoding::Encoding;
/// use statewalk::encoding::builder::{Builder, Field};
///
/// // The pocket cube with one corner held: where the other seven are, and how they are turned.
/// let cube = Builder::new()
///     .field("places", Field::Permutation { items: 7 })
///     .field("turns", Field::Orientation { pieces: 7, values: 3 });
/// assert_eq!(cube.size()?, 3_674_160);
/// let encoding = cube.build::<[u8; 14]>()?;
/// assert_eq!(encoding.rank(&[0, 1, 2, 3, 4, 5, 6, 0, 0, 0, 0, 0, 1, 2]), 1);
/// # Ok::<(), statewalk::encoding::builder::BuilderError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Builder {
    fields: Vec<(String, Field)>,
}

/// Why fields do not make an encoding.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BuilderError {
    /// The parameters of a field are wrong.
    #[error("field `{name}`: {why}")]
    Field {
        /// The field.
        name: String,
        /// What is wrong.
        why: EncodingError,
    },
    /// All fields together have more than `u64::MAX` states.
    #[error("together, {0}")]
    Together(EncodingError),
}

impl Builder {
    /// A state without fields, of which there is one.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a field behind those that are there.
    #[must_use]
    pub fn field(mut self, name: impl Into<String>, field: Field) -> Self {
        self.fields.push((name.into(), field));
        self
    }

    /// The fields, in the order of their bytes.
    pub fn fields(&self) -> impl Iterator<Item = (&str, &Field)> {
        self.fields
            .iter()
            .map(|(name, field)| (name.as_str(), field))
    }

    /// Exactly how many states there are. It can be more than an encoding may have, but then the number
    /// is known all the same. Nothing is allocated.
    ///
    /// # Errors
    /// [`BuilderError::Field`] if the parameters of a field are wrong, [`BuilderError::Together`] if there
    /// are 2^128 states or more.
    pub fn size(&self) -> Result<u128, BuilderError> {
        let mut size = Some(1u128);
        for (name, field) in &self.fields {
            let states = match field.size() {
                Ok(states) => Some(states),
                Err(EncodingError::TooLarge { .. }) => None,
                Err(why) => {
                    let name = name.clone();
                    return Err(BuilderError::Field { name, why });
                }
            };
            size = match (size, states) {
                (Some(0), _) | (_, Some(0)) => Some(0),
                (Some(size), Some(states)) => size.checked_mul(states),
                _ => None,
            };
        }
        size.ok_or(BuilderError::Together(EncodingError::TooLarge { size }))
    }

    /// How many bytes a state has.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.fields.iter().map(|(_, field)| field.bytes()).sum()
    }

    /// Which bytes of a state a field is; `None` if there is none of this name.
    #[must_use]
    pub fn range(&self, name: &str) -> Option<Range<usize>> {
        let mut start = 0;
        for (known, field) in &self.fields {
            let end = start + field.bytes();
            if known == name {
                return Some(start..end);
            }
            start = end;
        }
        None
    }

    /// The encoding. Its tables are small: those of [`Combination`](super::combination::Combination)
    /// are the largest.
    ///
    /// # Errors
    /// As [`size`](Self::size), and [`BuilderError::Together`] with the exact number if there are more than
    /// `u64::MAX` states.
    pub fn build<S>(&self) -> Result<Composed<S>, BuilderError> {
        let size = self.size()?;
        let Ok(size) = u64::try_from(size) else {
            let size = Some(size);
            return Err(BuilderError::Together(EncodingError::TooLarge { size }));
        };
        Composed::new(size, &self.fields)
    }
}
