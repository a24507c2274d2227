//! Why a checkpoint cannot be made or gone on with.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::memory::MemoryExhausted;
use crate::search::outcome::SearchError;

/// A checkpoint cannot be written or read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// The system refuses, such as where the disk is full. The last checkpoint is whole still.
    #[error("cannot {what} {}: {why}", .path.display())]
    Io {
        /// What was to be done.
        what: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        why: String,
    },
    /// The file is no checkpoint, or is damaged.
    #[error("{} is no whole checkpoint: {why}", .path.display())]
    Broken {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// The checkpoint is of another sweep: other puzzle, parameters, starts, targets or direction.
    #[error("{} is a checkpoint of {found}; this is {expected}", .path.display())]
    Other {
        /// The manifest.
        path: PathBuf,
        /// What it is of.
        found: String,
        /// What it should be of.
        expected: String,
    },
    /// Another sweep, of this process or another one, makes checkpoints in the folder.
    #[error("{} is in use by another sweep; it can be used when that is over", .folder.display())]
    InUse {
        /// The folder.
        folder: PathBuf,
    },
    /// There is no memory for what it holds.
    #[error(transparent)]
    Memory(MemoryExhausted),
}

impl CheckpointError {
    pub(super) fn io(what: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |error| Self::Io {
            what,
            path,
            why: error.to_string(),
        }
    }

    pub(super) fn broken(path: &Path, why: impl Into<String>) -> Self {
        Self::Broken {
            path: path.to_owned(),
            why: why.into(),
        }
    }
}

/// Why a sweep with checkpoints cannot go on.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SavingError {
    /// The sweep cannot.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// The checkpoints cannot.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
}
