//! The manifest of a checkpoint: which sweep it is of, and what of the sweep is in no plane.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::cost::Cost;
use crate::search::layers::planes::checkpoint::error::CheckpointError;
use crate::search::layers::planes::expansion::Way;
use crate::search::layers::planes::known::Scheme;

/// The bytes of a manifest for each part, at most: three numbers and their commas.
pub(super) const PART_BYTES: u64 = 3 * 21;

/// The bytes of the rest of a manifest, with the profile of a space that is not very deep.
pub(super) const OTHER_BYTES: u64 = 1 << 14;

/// A checkpoint.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Manifest {
    #[serde(flatten)]
    pub(super) subject: Subject,
    /// How many were made before it, of this sweep.
    pub(super) generation: u64,
    pub(super) state: State,
}

/// Which sweep a checkpoint is of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Subject {
    pub(super) name: String,
    /// Missing in checkpoints that were made before it was told; the fingerprint depends on it, too.
    #[serde(default)]
    pub(super) way: Option<Way>,
    pub(super) fingerprint: u32,
    pub(super) scheme: Scheme,
}

/// What of a sweep is in no plane.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::search::layers::planes) struct State {
    pub(in crate::search::layers::planes) depth: Cost,
    pub(in crate::search::layers::planes) part: usize,
    pub(in crate::search::layers::planes) counts: Vec<u64>,
    pub(in crate::search::layers::planes) coming: Vec<u64>,
    pub(in crate::search::layers::planes) held: Vec<u64>,
    pub(in crate::search::layers::planes) profile: Vec<u64>,
    pub(in crate::search::layers::planes) unsettled: Vec<u64>,
    pub(in crate::search::layers::planes) expanded: u64,
    pub(in crate::search::layers::planes) generated: u64,
    pub(in crate::search::layers::planes) duplicates: u64,
    pub(in crate::search::layers::planes) stored: u64,
}

impl Subject {
    /// Checks that it is the sweep that is to go on, which the checkpoint at `path` is of.
    pub(super) fn expect(&self, expected: &Self, path: &Path) -> Result<(), CheckpointError> {
        let told = |of: &Self| (of.name.clone(), of.fingerprint, of.scheme);
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
        let (name, fingerprint) = (&self.name, self.fingerprint);
        let way = self.way.map_or("", Way::word);
        let comma = if way.is_empty() { "" } else { ", " };
        format!("`{name}`{comma}{way} (sweep {fingerprint:08x})")
    }
}
