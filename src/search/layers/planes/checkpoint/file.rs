//! The file of one plane: which of its chunks have states, and the words of those.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::Path;

use crc32fast::Hasher;

use crate::search::layers::planes::checkpoint::error::CheckpointError;
use crate::search::layers::planes::layout::Layout;
use crate::search::layers::planes::plane::Plane;

/// What the file of a plane begins with; the number is that of the form.
const MAGIC: &[u8; 16] = b"statewalk plane1";

/// Bytes that are handled at a time.
const BUFFER: usize = 1 << 20;

/// The name of a plane's file.
pub(super) fn name(generation: u64, number: usize) -> String {
    format!("{generation}-{number}.plane")
}

/// Whether a file of this name is that of a plane.
pub(super) fn is_plane(name: &str) -> bool {
    let numbers = name
        .strip_suffix(".plane")
        .and_then(|name| name.split_once('-'));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    numbers.is_some_and(|(generation, number)| is_number(generation) && is_number(number))
}

/// Writes a plane, whole or not at all as far as its manifest is concerned, and returns the checksum.
pub(super) fn write(path: &Path, plane: &Plane, layout: &Layout) -> Result<u32, CheckpointError> {
    let write = || -> io::Result<u32> {
        let file = File::create(path)?;
        let mut out = BufWriter::with_capacity(BUFFER, file);
        let mut sum = Hasher::new();
        let mut put = |bytes: &[u8]| -> io::Result<()> {
            sum.update(bytes);
            out.write_all(bytes)
        };
        put(MAGIC)?;
        put(&(layout.chunk as u64).to_le_bytes())?;
        put(&(layout.chunks() as u64).to_le_bytes())?;
        let mut bytes = Vec::with_capacity(layout.chunk * 8);
        for chunk in 0..layout.chunks() {
            put(&[u8::from(plane.is_filled(chunk))])?;
        }
        for chunk in (0..layout.chunks()).filter(|&chunk| plane.is_filled(chunk)) {
            bytes.clear();
            for word in plane.chunk(chunk, layout.chunk) {
                bytes.extend(word.to_le_bytes());
            }
            put(&bytes)?;
        }
        out.into_inner()
            .map_err(io::IntoInnerError::into_error)?
            .sync_all()?;
        Ok(sum.finalize())
    };
    write().map_err(CheckpointError::io("write", path))
}

/// Reads what [`write`] wrote into an empty plane.
pub(super) fn read(
    path: &Path,
    expected: u32,
    plane: &mut Plane,
    layout: &Layout,
) -> Result<(), CheckpointError> {
    let mut sum = Hasher::new();
    let mut read = || -> io::Result<bool> {
        let mut input = BufReader::with_capacity(BUFFER, File::open(path)?);
        let mut take = |bytes: &mut [u8]| -> io::Result<()> {
            input.read_exact(bytes)?;
            sum.update(bytes);
            Ok(())
        };
        let mut head = [0; 32];
        take(&mut head)?;
        let mut right = Vec::from(MAGIC);
        right.extend((layout.chunk as u64).to_le_bytes());
        right.extend((layout.chunks() as u64).to_le_bytes());
        if head[..] != right[..] {
            return Ok(false);
        }
        let mut filled = vec![0; layout.chunks()];
        take(&mut filled)?;
        let mut bytes = vec![0; layout.chunk * 8];
        for (stretch, _) in plane
            .stretches(1, layout)
            .zip(filled)
            .filter(|(_, filled)| *filled == 1)
        {
            take(&mut bytes)?;
            for (word, bytes) in stretch.words.iter_mut().zip(bytes.as_chunks::<8>().0) {
                *word = u64::from_le_bytes(*bytes);
            }
            stretch.filled[0] = true;
        }
        Ok(input.read(&mut [0])? == 0)
    };
    match read() {
        Ok(true) if sum.finalize() == expected => Ok(()),
        Ok(_) => Err(CheckpointError::broken(
            path,
            "it was changed after it was written",
        )),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
            Err(CheckpointError::broken(path, "it was cut short"))
        }
        Err(error) => Err(CheckpointError::io("read", path)(error)),
    }
}
