//! The file of a checkpoint: a manifest, then for each plane which of its chunks have states, and the words of those.
//! Each of them is followed by its checksum.

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use crc32fast::Hasher;

use crate::search::layers::planes::checkpoint::error::CheckpointError;
use crate::search::layers::planes::checkpoint::manifest::Manifest;
use crate::search::layers::planes::layout::Layout;
use crate::search::layers::planes::plane::Plane;

/// What the file of a checkpoint begins with; the number is that of the form.
const MAGIC: &[u8; 16] = b"statewalk sweep2";

/// Bytes that are handled at a time.
const BUFFER: usize = 1 << 20;

/// The bytes of a checksum.
pub(super) const SUM: usize = 4;

/// What is wrong with a file that ends too early.
const CUT: &str = "it was cut short";

/// The file in a folder.
pub(super) fn path(folder: &Path) -> PathBuf {
    folder.join("checkpoint")
}

/// Where the next one is written.
fn fresh(folder: &Path) -> PathBuf {
    folder.join("checkpoint.new")
}

/// Tries whether the next checkpoint can be written, and leaves nothing behind.
pub(super) fn try_to_write(folder: &Path) -> Result<(), CheckpointError> {
    let fresh = fresh(folder);
    let tried = File::create(&fresh).and_then(|mut file| {
        file.write_all(MAGIC)?;
        file.sync_all()
    });
    tried.map_err(CheckpointError::io("write", &fresh))?;
    fs::remove_file(&fresh).map_err(CheckpointError::io("write", &fresh))
}

/// Puts a checkpoint in the place of the one before, in one step. Returns its bytes.
pub(super) fn write<'a>(
    folder: &Path,
    manifest: &Manifest,
    planes: impl Iterator<Item = &'a Plane>,
    layout: &Layout,
) -> Result<u64, CheckpointError> {
    let (path, fresh) = (path(folder), fresh(folder));
    let text = serde_json::to_vec(manifest)
        .map_err(|error| CheckpointError::broken(&path, error.to_string()))?;
    let written = (|| {
        let bytes = fill(&fresh, &text, planes, layout);
        let bytes = bytes.map_err(CheckpointError::io("write", &fresh))?;
        fs::rename(&fresh, &path).map_err(CheckpointError::io("replace", &path))?;
        sync_folder(folder)?;
        Ok(bytes)
    })();
    if written.is_err() {
        // It would be in the way, and the disk may be full.
        let _ = fs::remove_file(&fresh);
    }
    written
}

fn fill<'a>(
    path: &Path,
    manifest: &[u8],
    planes: impl Iterator<Item = &'a Plane>,
    layout: &Layout,
) -> io::Result<u64> {
    let mut out = Out {
        file: BufWriter::with_capacity(BUFFER, File::create(path)?),
        sum: Hasher::new(),
        bytes: 0,
    };
    out.put(MAGIC)?;
    out.put(&(manifest.len() as u64).to_le_bytes())?;
    out.put(manifest)?;
    out.end()?;
    let mut bytes = Vec::with_capacity(layout.chunk * 8);
    let mut filled = Vec::with_capacity(layout.chunks());
    for plane in planes {
        filled.clear();
        filled.extend((0..layout.chunks()).map(|chunk| u8::from(plane.is_filled(chunk))));
        out.put(&filled)?;
        for chunk in (0..layout.chunks()).filter(|&chunk| plane.is_filled(chunk)) {
            bytes.clear();
            let words = plane.chunk(chunk, layout.chunk).iter();
            bytes.extend(words.flat_map(|word| word.to_le_bytes()));
            out.put(&bytes)?;
        }
        out.end()?;
    }
    let file = out.file.into_inner();
    file.map_err(io::IntoInnerError::into_error)?.sync_all()?;
    Ok(out.bytes)
}

/// A file that is written, and the checksum of what was put there since the last one.
struct Out {
    file: BufWriter<File>,
    sum: Hasher,
    bytes: u64,
}

impl Out {
    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.sum.update(bytes);
        self.bytes += bytes.len() as u64;
        self.file.write_all(bytes)
    }

    fn end(&mut self) -> io::Result<()> {
        let sum = std::mem::take(&mut self.sum).finalize().to_le_bytes();
        self.bytes += sum.len() as u64;
        self.file.write_all(&sum)
    }
}

/// Makes what a folder holds last, also if the power fails.
fn sync_folder(folder: &Path) -> Result<(), CheckpointError> {
    let synced = File::open(folder).and_then(|folder| folder.sync_all());
    // Some systems cannot open a folder; there the order of writes is theirs.
    match synced {
        Err(error) if cfg!(unix) => Err(CheckpointError::io("write", folder)(error)),
        _ => Ok(()),
    }
}

/// A checkpoint whose planes are still to be read.
#[derive(Debug)]
pub(super) struct Saved {
    path: PathBuf,
    file: BufReader<File>,
    sum: Hasher,
}

impl Saved {
    /// The checkpoint in a folder and its manifest, if there is one.
    pub(super) fn open(folder: &Path) -> Result<Option<(Self, Manifest)>, CheckpointError> {
        let path = path(folder);
        let file = match File::open(&path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(CheckpointError::io("read", &path)(error)),
        };
        let mut saved = Self {
            path,
            file: BufReader::with_capacity(BUFFER, file),
            sum: Hasher::new(),
        };
        let mut head = [0; MAGIC.len()];
        saved.take(&mut head)?;
        if head != *MAGIC {
            return Err(saved.broken("it is none, or one of another form"));
        }
        let mut len = [0; 8];
        saved.take(&mut len)?;
        // It grows with what there is, not with what is promised.
        let (len, mut text) = (u64::from_le_bytes(len), Vec::new());
        let read = (&mut saved.file).take(len).read_to_end(&mut text);
        read.map_err(|error| saved.failed(&error))?;
        if (text.len() as u64) < len {
            return Err(saved.broken(CUT));
        }
        saved.sum.update(&text);
        saved.end()?;
        let manifest = serde_json::from_slice(&text);
        let manifest = manifest.map_err(|error| saved.broken(error.to_string()))?;
        Ok(Some((saved, manifest)))
    }

    /// Reads the next plane into an empty one.
    pub(super) fn plane(
        &mut self,
        plane: &mut Plane,
        layout: &Layout,
    ) -> Result<(), CheckpointError> {
        let mut filled = vec![0; layout.chunks()];
        self.take(&mut filled)?;
        let mut bytes = vec![0; layout.chunk * 8];
        let stretches = plane.stretches(1, layout).zip(filled);
        for (stretch, _) in stretches.filter(|(_, filled)| *filled == 1) {
            self.take(&mut bytes)?;
            for (word, bytes) in stretch.words.iter_mut().zip(bytes.as_chunks::<8>().0) {
                *word = u64::from_le_bytes(*bytes);
            }
            stretch.filled[0] = true;
        }
        self.end()
    }

    /// Checks that this is all.
    pub(super) fn close(mut self) -> Result<(), CheckpointError> {
        match self.file.read(&mut [0]) {
            Ok(0) => Ok(()),
            Ok(_) => Err(self.broken("something was added to it")),
            Err(error) => Err(self.failed(&error)),
        }
    }

    fn take(&mut self, bytes: &mut [u8]) -> Result<(), CheckpointError> {
        let read = self.file.read_exact(bytes);
        read.map_err(|error| self.failed(&error))?;
        self.sum.update(bytes);
        Ok(())
    }

    /// Reads a checksum and compares it.
    fn end(&mut self) -> Result<(), CheckpointError> {
        let expected = std::mem::take(&mut self.sum).finalize();
        let mut found = [0; SUM];
        let read = self.file.read_exact(&mut found);
        read.map_err(|error| self.failed(&error))?;
        if u32::from_le_bytes(found) == expected {
            Ok(())
        } else {
            Err(self.broken("it was changed after it was written"))
        }
    }

    fn failed(&self, error: &io::Error) -> CheckpointError {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => self.broken(CUT),
            _ => CheckpointError::Io {
                what: "read",
                path: self.path.clone(),
                why: error.to_string(),
            },
        }
    }

    fn broken(&self, why: impl Into<String>) -> CheckpointError {
        CheckpointError::broken(&self.path, why)
    }
}
