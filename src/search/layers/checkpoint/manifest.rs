//! The manifest of a checkpoint: which sweep it is of, and what of the sweep is no long list of numbers.

use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::search::Stats;
use crate::search::layers::checkpoint::error::CheckpointError;
use crate::search::layers::direction::Way;

/// The bytes of a manifest, with the profile of a space that is not very deep.
pub(in crate::search::layers) const BYTES: u64 = 1 << 14;

/// A checkpoint.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Manifest {
    #[serde(flatten)]
    pub(super) subject: Subject,
    /// How many were made before it, of this sweep.
    pub(super) generation: u64,
    /// In the form of the sweep.
    pub(super) state: Value,
}

/// Which sweep a checkpoint is of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Subject {
    pub(in crate::search::layers) name: String,
    /// Missing in checkpoints that were made before it was told; the fingerprint depends on it, too.
    #[serde(default)]
    pub(in crate::search::layers) way: Option<Way>,
    pub(in crate::search::layers) fingerprint: u32,
    /// What is kept of the states.
    pub(in crate::search::layers) scheme: String,
}

/// The counters of a sweep.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::search::layers) struct Counters {
    expanded: u64,
    generated: u64,
    duplicates: u64,
    stored: u64,
}

impl From<Stats> for Counters {
    fn from(stats: Stats) -> Self {
        Self {
            expanded: stats.expanded,
            generated: stats.generated,
            duplicates: stats.duplicates,
            stored: stats.stored,
        }
    }
}

impl From<Counters> for Stats {
    fn from(counters: Counters) -> Self {
        Self {
            expanded: counters.expanded,
            generated: counters.generated,
            duplicates: counters.duplicates,
            stored: counters.stored,
            ..Self::default()
        }
    }
}

impl Subject {
    /// Checks that it is the sweep that is to go on, which the checkpoint at `path` is of.
    pub(super) fn expect(&self, expected: &Self, path: &Path) -> Result<(), CheckpointError> {
        let told = |of: &Self| (of.name.clone(), of.fingerprint, of.scheme.clone());
        if told(self) == told(expected) {
            return Ok(());
        }
        Err(CheckpointError::Other {
            path: path.to_owned(),
            found: self.describe(),
            expected: expected.describe(),
        })
    }

    fn describe(&self) -> String {
        let Self {
            name,
            fingerprint,
            scheme,
            ..
        } = self;
        let way = self.way.map_or("", Way::word);
        let comma = if way.is_empty() { "" } else { ", " };
        format!("`{name}`{comma}{way} ({scheme}, sweep {fingerprint:08x})")
    }
}
