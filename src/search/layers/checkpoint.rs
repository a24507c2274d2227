//! Checkpoints of a sweep: what it needs to go on after it was killed.
//!
//! A checkpoint is one file in a folder. The next one is written beside it and takes its place in one step; so whatever
//! happens, the folder holds one whole checkpoint. Everything in it carries a checksum, and stretches of tables and planes
//! without states are left out. Disk: up to the bytes of the table or the planes, with those of two layers of a sweep by
//! rank, twice that while one is written.
//!
//! What is written is the sweep as a limit leaves it, and a sweep goes on after a limit as if there had been none. So that
//! it goes on from a checkpoint, too, is nothing new.
//!
//! One process at a time can use a folder: it is locked.

mod error;
pub(super) mod file;
pub(super) mod fingerprint;
pub(super) mod manifest;
pub(super) mod number;
mod ration;
mod resumable;

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::search::Observer;
use crate::search::layers::End;
use crate::search::layers::checkpoint::file::Saved;
use crate::search::layers::checkpoint::manifest::Manifest;
use crate::search::layers::checkpoint::ration::Ration;
use crate::search::layers::sweeping::Step;
use crate::search::limits::Limits;

pub use error::{CheckpointError, SavingError};
pub use resumable::Resumable;

/// Whether a folder holds a checkpoint.
#[must_use]
pub fn is_in(folder: &Path) -> bool {
    file::path(folder).exists()
}

/// A folder of checkpoints of one sweep, and how often one is made.
#[derive(Debug)]
pub struct Checkpoints {
    folder: PathBuf,
    name: String,
    begin: Instant,
    ration: Ration,
    /// How many were made.
    generation: u64,
    /// Locked as long as it is open.
    _lock: File,
}

impl Checkpoints {
    /// Checkpoints in `folder`, which is made if it is missing, and locked as long as this lives. `name` says what is
    /// swept, in words of the caller; a checkpoint under another name is not gone on with.
    ///
    /// Whether one can be written there is tried at once, so that a long sweep does not fail at its first one.
    ///
    /// # Errors
    /// [`CheckpointError::Io`] if the folder cannot be made or written to, [`CheckpointError::InUse`] if another
    /// sweep makes checkpoints there.
    pub fn new(
        folder: impl Into<PathBuf>,
        name: impl Into<String>,
    ) -> Result<Self, CheckpointError> {
        let folder = folder.into();
        fs::create_dir_all(&folder).map_err(CheckpointError::io("make the folder", &folder))?;
        let lock = lock(&folder)?;
        file::try_to_write(&folder)?;
        Ok(Self {
            _lock: lock,
            folder,
            name: name.into(),
            begin: Instant::now(),
            ration: Ration::default(),
            generation: 0,
        })
    }

    /// Makes a checkpoint whenever this time has passed, whatever it costs. Otherwise they take at most
    /// one twentieth of the running time, which counts from [`new`](Self::new).
    #[must_use]
    pub fn every(mut self, pause: Duration) -> Self {
        self.ration = Ration::every(pause);
        self
    }

    /// Goes on with the checkpoint in the folder, if there is one. The sweep must have been begun in the same
    /// way, and not been walked yet; the number of threads may be another. Returns whether there was one.
    ///
    /// # Errors
    /// [`CheckpointError`] if it cannot be read, is damaged, or is of another sweep. What was begun is no more
    /// to be walked then.
    pub fn resume(&mut self, sweep: &mut impl Resumable) -> Result<bool, CheckpointError> {
        let Some(expected) = sweep.subject(&self.name) else {
            return Ok(false);
        };
        let Some((mut saved, manifest)) = Saved::open(&self.folder)? else {
            return Ok(false);
        };
        let path = file::path(&self.folder);
        manifest.subject.expect(&expected, &path)?;
        let state = serde_json::from_value(manifest.state);
        let state = state.map_err(|error| saved.broken(error.to_string()))?;
        sweep.restore(state, &mut saved)?;
        saved.close()?;
        self.generation = manifest.generation + 1;
        Ok(true)
    }

    /// Makes a checkpoint, in the place of the one that the folder holds. Of a sweep that memory was refused for there is
    /// nothing to be saved, and the one that is there stays.
    ///
    /// # Errors
    /// [`CheckpointError::Io`] if it cannot be written; the one before it is whole still.
    pub fn save(&mut self, sweep: &mut impl Resumable) -> Result<(), CheckpointError> {
        let begin = self.begin.elapsed();
        let (Some(subject), Some(state)) = (sweep.subject(&self.name), sweep.state()) else {
            return Ok(());
        };
        let state = serde_json::to_value(state);
        let path = file::path(&self.folder);
        let manifest = Manifest {
            subject,
            generation: self.generation,
            state: state.map_err(|error| CheckpointError::broken(&path, error.to_string()))?,
        };
        let bytes = file::write(&self.folder, &manifest, |out| sweep.write(out))?;
        self.generation += 1;
        self.ration.note(begin, self.begin.elapsed(), bytes);
        Ok(())
    }

    /// Walks a sweep on until it is over or a limit is reached, and makes checkpoints: between layers, in long layers
    /// between parts or stretches of ranks, and when a limit is reached.
    ///
    /// # Errors
    /// [`SavingError`]: what the sweep or [`save`](Self::save) refuses.
    pub fn run<R: Resumable>(
        &mut self,
        sweep: &mut R,
        limits: &Limits,
        observer: &mut impl Observer<R::Of>,
    ) -> Result<End, SavingError> {
        loop {
            let due = self.due(sweep.checkpoint_bytes());
            match sweep.step_until(due, limits, observer)? {
                Some(Step::Done(end)) => {
                    if let End::Limit(_) = end {
                        self.save(sweep)?;
                    }
                    return Ok(end);
                }
                None => self.save(sweep)?,
                Some(Step::Layer { .. }) => {
                    if due.is_some_and(|due| Instant::now() >= due) {
                        self.save(sweep)?;
                    }
                }
            }
        }
    }

    /// When the next one is due, if it has at most so many bytes; `None` if that is never.
    fn due(&self, bytes: u64) -> Option<Instant> {
        self.begin.checked_add(self.ration.due(bytes))
    }
}

/// Locks a folder.
fn lock(folder: &Path) -> Result<File, CheckpointError> {
    let path = folder.join("checkpoint.lock");
    let open = File::options().create(true).append(true).open(&path);
    let file = open.map_err(CheckpointError::io("write", &path))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(CheckpointError::InUse {
            folder: folder.to_owned(),
        }),
        // Some disks on a network have no locks; there it is up to the user.
        Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => Ok(file),
        Err(TryLockError::Error(error)) => Err(CheckpointError::io("lock", &path)(error)),
    }
}
