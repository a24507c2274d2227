//! The manifest of a checkpoint: which sweep it is of, and what of the sweep is in no plane.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::cost::Cost;
use crate::search::layers::planes::checkpoint::error::CheckpointError;
use crate::search::layers::planes::known::Scheme;

/// The bytes of a manifest for each part, at most: three numbers and their commas.
pub(super) const PART_BYTES: u64 = 3 * 21;

/// The bytes of the rest of a manifest, with the profile of a space that is not very deep.
pub(super) const OTHER_BYTES: u64 = 1 << 14;

/// A checkpoint.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Manifest {
    pub(super) name: String,
    pub(super) fingerprint: u32,
    pub(super) scheme: Scheme,
    /// How many were made before it, of this sweep.
    pub(super) generation: u64,
    pub(super) state: State,
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

impl Manifest {
    /// Checks that it is of the sweep that is to go on.
    pub(super) fn expect(
        &self,
        name: &str,
        fingerprint: u32,
        scheme: Scheme,
        path: &Path,
    ) -> Result<(), CheckpointError> {
        if (&*self.name, self.fingerprint, self.scheme) == (name, fingerprint, scheme) {
            return Ok(());
        }
        let describe = |name: &str, fingerprint: u32| format!("`{name}` (sweep {fingerprint:08x})");
        Err(CheckpointError::Other {
            path: path.to_owned(),
            found: describe(&self.name, self.fingerprint),
            expected: describe(name, fingerprint),
        })
    }
}
