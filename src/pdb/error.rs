//! Why there is no database.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::cost::Cost;
use crate::memory::MemoryExhausted;
use crate::pdb::{MOST_COST, Title};
use crate::rank_actions::RankActionsError;
use crate::search::limits::Limit;
use crate::search::outcome::SearchError;

/// A database cannot be built, written or read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PdbError {
    /// The sweep cannot be right on the small space.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// The moves of the small space cannot be said on ranks.
    #[error(transparent)]
    Moves(RankActionsError),
    /// A limit was reached before all entries were known.
    #[error("{}", .0.was_reached())]
    Limit(Limit),
    /// A distance does not fit an entry.
    #[error("a distance is {distance}, more than the {MOST_COST} that an entry holds")]
    TooFar {
        /// The distance.
        distance: Cost,
    },
    /// What is to be put together does not fit the small space.
    #[error("the blocks end at part {found}, but there are {expected} parts")]
    Blocks {
        /// Where the last block ends.
        found: usize,
        /// How many parts there are.
        expected: usize,
    },
    /// There is no such pattern.
    #[error("{0}")]
    Pattern(String),
    /// The system refuses, such as where the disk is full. What was there before is whole still.
    #[error("cannot {what} {}: {why}", .path.display())]
    Io {
        /// What was to be done.
        what: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        why: String,
    },
    /// The file is no database, or is damaged.
    #[error("{} is no whole pattern database: {why}", .path.display())]
    Broken {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// The database is of another space or pattern.
    #[error("{} is a pattern database of {found}, expected one of {expected}", .path.display())]
    Other {
        /// The file.
        path: PathBuf,
        /// What it is of.
        found: Box<Title>,
        /// What it should be of.
        expected: Box<Title>,
    },
    /// It is of that space and pattern, but has another number of entries.
    #[error("{} has {found} entries, expected {expected}", .path.display())]
    Size {
        /// The file.
        path: PathBuf,
        /// How many there are.
        found: u64,
        /// How many there should be.
        expected: u64,
    },
}

impl PdbError {
    /// What the system refused: `what` was to be done with a file or folder.
    pub fn io(what: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |error| Self::Io {
            what,
            path,
            why: error.to_string(),
        }
    }
}

impl From<MemoryExhausted> for PdbError {
    fn from(full: MemoryExhausted) -> Self {
        Self::Limit(full.into())
    }
}

impl From<RankActionsError> for PdbError {
    fn from(error: RankActionsError) -> Self {
        match error {
            RankActionsError::Memory(full) => full.into(),
            error => Self::Moves(error),
        }
    }
}
