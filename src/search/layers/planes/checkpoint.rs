//! Checkpoints of a sweep on planes: what it needs to go on after it was killed.
//!
//! A checkpoint is a folder with a file for each plane that has states and a manifest that names them. New files stand
//! beside the old ones until a new manifest takes the place of the old one in one step; so whatever
//! happens, the folder holds one whole checkpoint. Planes that did not change since the last one are not
//! written again. Everything carries a checksum. Disk: up to twice the bytes of the planes,
//! less for planes with few states.
//!
//! One process at a time may use a folder.

mod error;
mod file;
mod manifest;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::search::Observer;
use crate::search::layers::End;
use crate::search::layers::planes::checkpoint::manifest::{Manifest, Sheet};
use crate::search::layers::planes::plane::Saved;
use crate::search::layers::planes::{PlaneSweep, Prepared, Work, fingerprint};
use crate::search::layers::sweeping::Step;
use crate::search::limits::Limits;

pub use error::{CheckpointError, SavingError};
pub(super) use manifest::State;

/// Bytes a second that a disk is taken to write before it was measured.
const FIRST_RATE: u64 = 256 << 20;

/// The least time between two checkpoints.
const LEAST_PAUSE: Duration = Duration::from_millis(200);

/// A folder of checkpoints of one sweep, and how often one is made.
#[derive(Debug)]
pub struct Checkpoints {
    folder: PathBuf,
    name: String,
    share: f64,
    every: Option<Duration>,
    /// How long the last one took.
    last_cost: Option<Duration>,
    last_end: Instant,
    /// The number of the next one.
    generation: u64,
}

impl Checkpoints {
    /// Checkpoints in `folder`, which is made if it is missing. `name` says what is swept, in words of the
    /// caller; a checkpoint under another name is not gone on with.
    ///
    /// # Errors
    /// [`CheckpointError::Io`] if the folder cannot be made.
    pub fn new(
        folder: impl Into<PathBuf>,
        name: impl Into<String>,
    ) -> Result<Self, CheckpointError> {
        let folder = folder.into();
        fs::create_dir_all(&folder).map_err(CheckpointError::io("make the folder", &folder))?;
        Ok(Self {
            folder,
            name: name.into(),
            share: 0.05,
            every: None,
            last_cost: None,
            last_end: Instant::now(),
            generation: 0,
        })
    }

    /// Makes a checkpoint whenever this time has passed, whatever it costs. Otherwise they take at most
    /// one twentieth of the running time.
    #[must_use]
    pub fn every(mut self, pause: Duration) -> Self {
        self.every = Some(pause);
        self
    }

    /// Whether the folder holds a checkpoint.
    #[must_use]
    pub fn is_there(&self) -> bool {
        self.folder.join(manifest::NAME).exists()
    }

    /// When the next one is due, if one takes as long as `guess` before any was made.
    fn due(&self, guess: Duration) -> Instant {
        let cost = self.last_cost.unwrap_or(guess);
        let pause = self.every.unwrap_or_else(|| {
            let pause = cost.mul_f64(1.0 / self.share - 1.0);
            pause.max(LEAST_PAUSE)
        });
        self.last_end + pause
    }

    fn path(&self, file: &str) -> PathBuf {
        self.folder.join(file)
    }

    /// Removes the files of planes that no manifest names any more. What cannot be removed does no harm.
    fn tidy(&self, kept: &[Sheet]) {
        let files = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        for file in files {
            let name = file.file_name();
            let is_ours = name.to_str().is_some_and(file::is_plane);
            if is_ours && !kept.iter().any(|sheet| *sheet.file == *name) {
                let _ = fs::remove_file(file.path());
            }
        }
    }
}

impl<S, D> PlaneSweep<'_, S, D> {
    /// Goes on with the checkpoint in the folder, if there is one. The sweep must have been begun in the same
    /// way, and not been walked yet; the number of threads may be another. Returns whether there was one.
    ///
    /// # Errors
    /// [`CheckpointError`] if it cannot be read, is damaged, or is of another sweep.
    pub fn resume(&mut self, checkpoints: &mut Checkpoints) -> Result<bool, CheckpointError> {
        let fingerprint = self.fingerprint();
        let Ok(Work {
            planes, expansion, ..
        }) = &mut self.work
        else {
            return Ok(false);
        };
        let Some(manifest) = Manifest::read(&checkpoints.folder)? else {
            return Ok(false);
        };
        let path = checkpoints.path(manifest::NAME);
        manifest.expect(&checkpoints.name, fingerprint, planes.scheme, &path)?;
        let layout = &expansion.layout;
        planes.clear();
        for sheet in &manifest.planes {
            let path = checkpoints.path(&sheet.file);
            let broken =
                || CheckpointError::broken(&path, "its manifest names a plane that there is not");
            let plane = planes.get_mut(sheet.set, sheet.part).ok_or_else(broken)?;
            file::read(&path, sheet.crc32, plane, layout)?;
            plane.saved = Some(Saved {
                file: sheet.file.clone(),
                crc32: sheet.crc32,
            });
        }
        checkpoints.generation = manifest.generation + 1;
        checkpoints.last_end = Instant::now();
        let profile = self.restore(manifest.state);
        profile.map_err(CheckpointError::Memory)?;
        Ok(true)
    }

    /// Makes a checkpoint.
    ///
    /// # Errors
    /// [`CheckpointError::Io`] if it cannot be written; the one before it is whole still.
    pub fn save(&mut self, checkpoints: &mut Checkpoints) -> Result<(), CheckpointError> {
        let begun = Instant::now();
        let (state, fingerprint) = (self.state(), self.fingerprint());
        let Ok(Work {
            planes, expansion, ..
        }) = &mut self.work
        else {
            return Ok(());
        };
        let generation = checkpoints.generation;
        let mut written = Vec::new();
        let saved = (|| {
            let mut sheets = Vec::new();
            for (set, part, plane) in planes.all() {
                let saved = match &plane.saved {
                    _ if plane.is_empty() => continue,
                    Some(saved) => saved.clone(),
                    None => {
                        let file = file::name(generation, written.len());
                        let path = checkpoints.path(&file);
                        written.push(path.clone());
                        let crc32 = file::write(&path, plane, &expansion.layout)?;
                        Saved { file, crc32 }
                    }
                };
                sheets.push(Sheet {
                    set,
                    part,
                    file: saved.file,
                    crc32: saved.crc32,
                });
            }
            let manifest = Manifest {
                version: manifest::VERSION,
                name: checkpoints.name.clone(),
                fingerprint,
                scheme: planes.scheme,
                generation,
                state,
                planes: sheets,
            };
            manifest.write(&checkpoints.folder)?;
            Ok(manifest.planes)
        })();
        let sheets = match saved {
            Ok(sheets) => sheets,
            Err(error) => {
                // They would be in the way of the next attempt, and the disk may be full.
                for path in written {
                    let _ = fs::remove_file(path);
                }
                return Err(error);
            }
        };
        for sheet in &sheets {
            if let Some(plane) = planes.get_mut(sheet.set, sheet.part) {
                plane.saved = Some(Saved {
                    file: sheet.file.clone(),
                    crc32: sheet.crc32,
                });
            }
        }
        checkpoints.tidy(&sheets);
        checkpoints.generation += 1;
        checkpoints.last_cost = Some(begun.elapsed());
        checkpoints.last_end = Instant::now();
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
        let guess = Duration::from_secs(bytes / FIRST_RATE) + LEAST_PAUSE / 20;
        loop {
            let due = checkpoints.due(guess);
            match self.step_until(Some(due), limits, observer)? {
                Some(Step::Done(end)) => {
                    if let End::Limit(_) = end {
                        self.save(checkpoints)?;
                    }
                    return Ok(end);
                }
                None => self.save(checkpoints)?,
                Some(Step::Layer { .. }) => {
                    if Instant::now() >= due {
                        self.save(checkpoints)?;
                    }
                }
            }
        }
    }

    /// Tells this sweep from others.
    fn fingerprint(&self) -> u32 {
        let Prepared {
            moves, way, starts, ..
        } = &self.prepared;
        fingerprint::of(moves, *way, starts, self.targets)
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

/// Makes what a folder holds last, also if the power fails.
fn sync_folder(folder: &Path) -> Result<(), CheckpointError> {
    let synced = fs::File::open(folder).and_then(|folder| folder.sync_all());
    // Some systems cannot open a folder; there the order of writes is theirs.
    match synced {
        Err(error) if cfg!(unix) => Err(CheckpointError::io("write", folder)(error)),
        _ => Ok(()),
    }
}
