//! The manifest of a checkpoint: which files hold its planes, and what of a sweep is in no plane.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::cost::Cost;
use crate::search::layers::planes::checkpoint::error::CheckpointError;
use crate::search::layers::planes::checkpoint::sync_folder;
use crate::search::layers::planes::known::{Scheme, Set};

/// The file of the manifest.
pub(super) const NAME: &str = "checkpoint.json";

/// The form of checkpoints; another one is refused.
pub(super) const VERSION: u32 = 1;

/// A checkpoint.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Manifest {
    pub(super) version: u32,
    pub(super) name: String,
    pub(super) fingerprint: u32,
    pub(super) scheme: Scheme,
    pub(super) generation: u64,
    pub(super) state: State,
    pub(super) planes: Vec<Sheet>,
}

/// The file of a plane.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Sheet {
    pub(super) set: Set,
    pub(super) part: usize,
    pub(super) file: String,
    pub(super) crc32: u32,
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
    /// The manifest in a folder, if there is one.
    pub(super) fn read(folder: &Path) -> Result<Option<Self>, CheckpointError> {
        let path = folder.join(NAME);
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                return Err(CheckpointError::broken(&path, "it is no text"));
            }
            Err(error) => return Err(CheckpointError::io("read", &path)(error)),
        };
        let broken = |why: &str| CheckpointError::broken(&path, why);
        let (body, sum) = text
            .strip_suffix('\n')
            .and_then(|text| text.rsplit_once('\n'))
            .ok_or_else(|| broken("it was cut short"))?;
        if sum != checksum(body) {
            return Err(broken("its checksum is wrong"));
        }
        let manifest: Self = serde_json::from_str(body)
            .map_err(|error| CheckpointError::broken(&path, error.to_string()))?;
        if manifest.version != VERSION {
            let why = format!("its form is {}, not {VERSION}", manifest.version);
            return Err(broken(&why));
        }
        Ok(Some(manifest))
    }

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

    /// Puts it in the place of the one before, in one step.
    pub(super) fn write(&self, folder: &Path) -> Result<(), CheckpointError> {
        let (path, fresh) = (folder.join(NAME), folder.join("checkpoint.new"));
        let body = serde_json::to_string(self)
            .map_err(|error| CheckpointError::broken(&path, error.to_string()))?;
        let write = || -> io::Result<()> {
            let mut file = File::create(&fresh)?;
            writeln!(file, "{body}\n{}", checksum(&body))?;
            file.sync_all()
        };
        // The planes must be there before the manifest that names them.
        sync_folder(folder)?;
        write().map_err(CheckpointError::io("write", &fresh))?;
        fs::rename(&fresh, &path).map_err(CheckpointError::io("replace", &path))?;
        sync_folder(folder)
    }
}

fn checksum(body: &str) -> String {
    format!("crc32 {:08x}", crc32fast::hash(body.as_bytes()))
}
