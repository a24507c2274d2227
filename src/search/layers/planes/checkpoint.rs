//! Checkpoints of a sweep on planes: what it needs to go on after it was killed.
//!
//! A checkpoint is one file in a folder. The next one is written beside it and takes its place in one step; so whatever
//! happens, the folder holds one whole checkpoint. Everything in it carries a checksum, and chunks of planes without
//! states are left out. Disk: up to the bytes of the planes, twice that while one is written.
//!
//! One process at a time can use a folder: it is locked.

mod error;
mod file;
mod manifest;
mod ration;

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::search::Observer;
use crate::search::layers::End;
use crate::search::layers::planes::checkpoint::file::Saved;
use crate::search::layers::planes::checkpoint::manifest::{Manifest, Subject};
use crate::search::layers::planes::checkpoint::ration::Ration;
use crate::search::layers::planes::{PlaneSweep, Prepared, Work, fingerprint};
use crate::search::layers::sweeping::Step;
use crate::search::limits::Limits;

pub use error::{CheckpointError, SavingError};
pub(super) use manifest::State;

/// The bytes of a checkpoint of so many parts with so many planes each, which take so many bytes together, at most.
pub(super) fn bytes(plane_bytes: u64, parts: u64, planes: u64) -> u64 {
    let each = manifest::PART_BYTES.saturating_add((file::SUM as u64).saturating_mul(planes));
    plane_bytes
        .saturating_add(parts.saturating_mul(each))
        .saturating_add(manifest::OTHER_BYTES)
}

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

impl<S, D> PlaneSweep<'_, S, D> {
    /// Goes on with the checkpoint in the folder, if there is one. The sweep must have been begun in the same
    /// way, and not been walked yet; the number of threads may be another. Returns whether there was one.
    ///
    /// # Errors
    /// [`CheckpointError`] if it cannot be read, is damaged, or is of another sweep.
    pub fn resume(&mut self, checkpoints: &mut Checkpoints) -> Result<bool, CheckpointError> {
        let expected = self.subject(&checkpoints.name);
        let (
            Some(expected),
            Ok(Work {
                planes, expansion, ..
            }),
        ) = (expected, &mut self.work)
        else {
            return Ok(false);
        };
        let Some((mut saved, manifest)) = Saved::open(&checkpoints.folder)? else {
            return Ok(false);
        };
        let path = file::path(&checkpoints.folder);
        manifest.subject.expect(&expected, &path)?;
        planes.clear();
        for plane in planes.all_mut() {
            saved.plane(plane, &expansion.layout)?;
        }
        saved.close()?;
        checkpoints.generation = manifest.generation + 1;
        let profile = self.restore(manifest.state);
        profile.map_err(CheckpointError::Memory)?;
        Ok(true)
    }

    /// Makes a checkpoint, in the place of the one that the folder holds.
    ///
    /// # Errors
    /// [`CheckpointError::Io`] if it cannot be written; the one before it is whole still.
    pub fn save(&mut self, checkpoints: &mut Checkpoints) -> Result<(), CheckpointError> {
        let begin = checkpoints.begin.elapsed();
        let subject = self.subject(&checkpoints.name);
        let (
            Some(subject),
            Ok(Work {
                planes, expansion, ..
            }),
        ) = (subject, &self.work)
        else {
            return Ok(());
        };
        let manifest = Manifest {
            subject,
            generation: checkpoints.generation,
            state: self.state(),
        };
        let (folder, layout) = (&checkpoints.folder, &expansion.layout);
        let bytes = file::write(folder, &manifest, planes.all(), layout)?;
        checkpoints.generation += 1;
        let end = checkpoints.begin.elapsed();
        checkpoints.ration.note(begin, end, bytes);
        Ok(())
    }

    /// Walks on as [`run`](Self::run) does and makes checkpoints: between layers, in long layers between parts, and
    /// when a limit is reached.
    ///
    /// # Errors
    /// [`SavingError`]: what [`step`](Self::step) or [`save`](Self::save) refuse.
    pub fn run_saving(
        &mut self,
        limits: &Limits,
        observer: &mut impl Observer<S>,
        checkpoints: &mut Checkpoints,
    ) -> Result<End, SavingError> {
        let bytes = self.prepared.plane_bytes();
        loop {
            let due = checkpoints.due(bytes);
            match self.step_until(due, limits, observer)? {
                Some(Step::Done(end)) => {
                    if let End::Limit(_) = end {
                        self.save(checkpoints)?;
                    }
                    return Ok(end);
                }
                None => self.save(checkpoints)?,
                Some(Step::Layer { .. }) => {
                    if due.is_some_and(|due| Instant::now() >= due) {
                        self.save(checkpoints)?;
                    }
                }
            }
        }
    }

    /// Tells this sweep from others; `None` if there was no memory for it.
    fn subject(&self, name: &str) -> Option<Subject> {
        let Prepared {
            moves, way, starts, ..
        } = &self.prepared;
        let of = || fingerprint::of(moves, *way, starts, self.targets);
        Some(Subject {
            name: name.to_owned(),
            way: Some(*way),
            scheme: self.scheme()?,
            fingerprint: *self.fingerprint.get_or_init(of),
        })
    }

    /// What of the sweep is in no plane.
    fn state(&self) -> State {
        State {
            depth: self.depth,
            part: self.part,
            counts: self.counts.clone(),
            coming: self.coming.clone(),
            held: self.held.clone(),
            profile: self.profile.to_vec(),
            unsettled: self.unsettled.clone(),
            expanded: self.stats.expanded,
            generated: self.stats.generated,
            duplicates: self.stats.duplicates,
            stored: self.stats.stored,
        }
    }
}
