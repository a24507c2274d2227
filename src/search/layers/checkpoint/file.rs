//! The file of a checkpoint: a manifest, then sections. A section is a long list of numbers in chunks: which of them are
//! not empty, and the numbers of those. Each is followed by its checksum.

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use crc32fast::Hasher;

use crate::search::layers::checkpoint::error::CheckpointError;
use crate::search::layers::checkpoint::manifest::Manifest;
use crate::search::layers::checkpoint::number::Number;

/// What the file of a checkpoint begins with; the number is that of the form.
const MAGIC: &[u8; 16] = b"statewalk sweep2";

/// Bytes that are handled at a time.
const BUFFER: usize = 1 << 20;

/// The bytes of a checksum.
pub(in crate::search::layers) const SUM: usize = 4;

/// The bytes of a chunk, where nothing else asks for more.
const CHUNK: usize = 4096;

/// The bytes of a section of numbers that take so many, at most.
pub(in crate::search::layers) fn bytes_of(numbers: u64) -> u64 {
    let filled = numbers.div_ceil(CHUNK as u64);
    [filled, SUM as u64]
        .into_iter()
        .fold(numbers, u64::saturating_add)
}

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

/// Puts a checkpoint in the place of the one before, in one step: its manifest, and what `fill` writes after it.
/// Returns its bytes.
pub(super) fn write(
    folder: &Path,
    manifest: &Manifest,
    fill: impl FnOnce(&mut Out) -> io::Result<()>,
) -> Result<u64, CheckpointError> {
    let (path, fresh) = (path(folder), fresh(folder));
    let text = serde_json::to_vec(manifest)
        .map_err(|error| CheckpointError::broken(&path, error.to_string()))?;
    let written = (|| {
        let bytes = Out::create(&fresh, &text).and_then(|mut out| {
            fill(&mut out)?;
            out.close()
        });
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

/// A file that is written, and the checksum of what was put there since the last one.
#[derive(Debug)]
pub struct Out {
    file: BufWriter<File>,
    sum: Hasher,
    bytes: u64,
    /// Room for numbers as bytes.
    room: Vec<u8>,
}

impl Out {
    fn create(path: &Path, manifest: &[u8]) -> io::Result<Self> {
        let mut out = Self {
            file: BufWriter::with_capacity(BUFFER, File::create(path)?),
            sum: Hasher::new(),
            bytes: 0,
            room: Vec::new(),
        };
        out.put(MAGIC)?;
        out.put(&(manifest.len() as u64).to_le_bytes())?;
        out.put(manifest)?;
        out.end()?;
        Ok(out)
    }

    /// Writes a section: of chunks of numbers, which of them are not empty, and those.
    pub(in crate::search::layers) fn section<'a, N: Number + 'a>(
        &mut self,
        chunks: impl Iterator<Item = (bool, &'a [N])> + Clone,
    ) -> io::Result<()> {
        let filled: Vec<u8> = chunks.clone().map(|(filled, _)| filled.into()).collect();
        self.put(&filled)?;
        for (_, numbers) in chunks.filter(|(filled, _)| *filled) {
            let mut room = std::mem::take(&mut self.room);
            room.resize(numbers.len() * N::BYTES, 0);
            N::write(numbers, &mut room);
            self.put(&room)?;
            self.room = room;
        }
        self.end()
    }

    /// Writes numbers as a section, without the chunks that have nothing but `empty`.
    pub(in crate::search::layers) fn numbers<N: Number>(
        &mut self,
        numbers: &[N],
        empty: N,
    ) -> io::Result<()> {
        let chunks = numbers.chunks(CHUNK / N::BYTES);
        self.section(chunks.map(|chunk| (chunk.iter().any(|&number| number != empty), chunk)))
    }

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

    /// Waits until all is on the disk. Returns how many bytes that is.
    fn close(self) -> io::Result<u64> {
        let file = self.file.into_inner();
        file.map_err(io::IntoInnerError::into_error)?.sync_all()?;
        Ok(self.bytes)
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

/// A checkpoint whose sections are still to be read.
#[derive(Debug)]
pub struct Saved {
    path: PathBuf,
    file: BufReader<File>,
    sum: Hasher,
    /// Room for numbers as bytes.
    room: Vec<u8>,
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
            room: Vec::new(),
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

    /// Reads which of so many chunks of a section are not empty.
    pub(in crate::search::layers) fn filled(
        &mut self,
        chunks: usize,
    ) -> Result<Vec<bool>, CheckpointError> {
        let mut filled = vec![0; chunks];
        self.take(&mut filled)?;
        Ok(filled.into_iter().map(|filled| filled == 1).collect())
    }

    /// Reads the next of them.
    pub(in crate::search::layers) fn chunk<N: Number>(
        &mut self,
        numbers: &mut [N],
    ) -> Result<(), CheckpointError> {
        let mut room = std::mem::take(&mut self.room);
        room.resize(numbers.len() * N::BYTES, 0);
        self.take(&mut room)?;
        N::read(&room, numbers);
        self.room = room;
        Ok(())
    }

    /// Reads a section of [numbers](Out::numbers), without a look at what was there.
    pub(in crate::search::layers) fn numbers<N: Number>(
        &mut self,
        numbers: &mut [N],
        empty: N,
    ) -> Result<(), CheckpointError> {
        let chunk = CHUNK / N::BYTES;
        let filled = self.filled(numbers.len().div_ceil(chunk))?;
        for (numbers, filled) in numbers.chunks_mut(chunk).zip(filled) {
            if filled {
                self.chunk(numbers)?;
            } else {
                numbers.fill(empty);
            }
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

    /// Reads the checksum of a section and compares it.
    pub(in crate::search::layers) fn end(&mut self) -> Result<(), CheckpointError> {
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

    pub(in crate::search::layers) fn broken(&self, why: impl Into<String>) -> CheckpointError {
        CheckpointError::broken(&self.path, why)
    }
}
