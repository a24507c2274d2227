//! Which way the distances of a sweep run, as a type: plans are offered only where they are right.
//!
//! In a directed space the way from the starts says nothing of the way to them. A table that does not
//! know which of the two it holds would give wrong plans without a sign.

use serde::{Deserialize, Serialize};

/// Distances from the starts to every state: those of a forward sweep. Plans come out of them by
/// predecessors.
#[derive(Clone, Copy, Debug)]
pub enum FromStarts {}

/// Distances from every state to the starts: those of a backward sweep, which starts at the goals. Plans
/// come out of them by actions.
#[derive(Clone, Copy, Debug)]
pub enum ToStarts {}

/// [`FromStarts`] or [`ToStarts`].
pub trait Direction {
    /// The way that a sweep goes.
    const WAY: Way;
}

impl Direction for FromStarts {
    const WAY: Way = Way::Forward;
}

impl Direction for ToStarts {
    const WAY: Way = Way::Backward;
}

/// Which way a sweep goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Way {
    /// Along the actions.
    Forward,
    /// Against them.
    Backward,
}

impl Way {
    /// The word for people.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Forward => "forward",
            Self::Backward => "backward",
        }
    }
}
