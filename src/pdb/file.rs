//! The file of a database: a head with its title, then the entries as they are in memory. Each of them is followed by
//! its checksum.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::machine::map::FileMap;
use crate::pdb::{Database, Entries, PdbError, Title};

/// What the file of a database begins with; the number is that of the form.
const MAGIC: &[u8; 16] = b"statewalk pdb  1";

/// Entries begin at a multiple of this, the length of a line of the caches.
const ALIGNED: usize = 64;

/// The bytes of a length, and of a checksum.
const LENGTH: usize = 8;
const SUM: usize = 4;

/// What is wrong with a file that ends too early.
const CUT: &str = "it was cut short";

/// What is wrong with a file whose checksums are others.
const CHANGED: &str = "it was changed after it was written";

/// What a file says of itself.
#[derive(Debug, Serialize, Deserialize)]
struct Head {
    space: String,
    pattern: String,
    entries: u64,
}

/// How far the head goes, and where the entries begin.
fn ends(head: usize) -> Option<(usize, usize)> {
    let end = head.checked_add(MAGIC.len() + LENGTH + SUM)?;
    Some((end, end.checked_next_multiple_of(ALIGNED)?))
}

/// Writes a database to a file: beside it first, so that a file of that name is whole, whatever happens. A file that was
/// there is replaced; programs that have it mapped keep what they have.
///
/// # Errors
/// [`PdbError::Io`]; then nothing of it is left.
pub fn save(database: &Database, path: &Path) -> Result<(), PdbError> {
    let mut fresh = path.as_os_str().to_owned();
    fresh.push(".new");
    let fresh = PathBuf::from(fresh);
    let written = fill(database, &fresh)
        .map_err(PdbError::io("write", &fresh))
        .and_then(|()| fs::rename(&fresh, path).map_err(PdbError::io("replace", path)))
        .and_then(|()| sync_folder(path));
    if written.is_err() {
        // It would be in the way, and the disk may be full.
        let _ = fs::remove_file(&fresh);
    }
    written
}

fn fill(database: &Database, path: &Path) -> io::Result<()> {
    let entries = database.entries();
    let head = serde_json::to_vec(&Head {
        space: database.title.space.clone(),
        pattern: database.title.pattern.clone(),
        entries: entries.len() as u64,
    })?;
    let (end, start) = ends(head.len()).ok_or(io::ErrorKind::FileTooLarge)?;
    let mut bytes = MAGIC.to_vec();
    bytes.extend((head.len() as u64).to_le_bytes());
    bytes.extend(head);
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes.resize(bytes.len() + (start - end), 0);
    let mut file = File::create(path)?;
    file.write_all(&bytes)?;
    file.write_all(entries)?;
    file.write_all(&crc32fast::hash(entries).to_le_bytes())?;
    file.sync_all()
}

/// Makes the name of a file last, also if the power fails.
fn sync_folder(path: &Path) -> Result<(), PdbError> {
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    match File::open(folder).and_then(|folder| folder.sync_all()) {
        Err(error) if cfg!(unix) => Err(PdbError::io("write", folder)(error)),
        // Some systems cannot open a folder; there the order of writes is theirs.
        _ => Ok(()),
    }
}

/// Maps the database of a file, which must be of this title and have so many entries. All of it is read once, to compare
/// its checksum.
///
/// The file must not be cut short or written over while the database lives; [`save`] puts another file in its
/// place instead. A mapped database claims no memory: its pages are those of the system's cache.
///
/// # Errors
/// [`PdbError::Io`] if it cannot be read, [`PdbError::Broken`] if it is no database, cut short, damaged, or of
/// another form, [`PdbError::Other`] or [`PdbError::Size`] if it is another one.
pub fn load(path: &Path, title: &Title, entries: u64) -> Result<Database, PdbError> {
    let file = File::open(path).map_err(PdbError::io("read", path))?;
    let file = FileMap::new(&file).map_err(PdbError::io("read", path))?;
    let broken = |why: &str| PdbError::Broken {
        path: path.to_owned(),
        why: why.to_owned(),
    };
    let begin = &file[..MAGIC.len().min(file.len())];
    if !MAGIC.starts_with(begin) || begin.is_empty() {
        return Err(broken("it is none, or one of another form"));
    }
    let after = file.get(MAGIC.len()..).and_then(|rest| rest.first_chunk());
    let length = u64::from_le_bytes(*after.ok_or_else(|| broken(CUT))?);
    let places = usize::try_from(length).ok().and_then(ends);
    let places = places.filter(|(end, _)| *end <= file.len());
    let (end, start) = places.ok_or_else(|| broken(CUT))?;
    let (said, sum) = file[..end].split_at(end - SUM);
    if sum != crc32fast::hash(said).to_le_bytes() {
        return Err(broken(CHANGED));
    }
    let head = serde_json::from_slice::<Head>(&said[MAGIC.len() + LENGTH..]);
    let head = head.map_err(|error| broken(&error.to_string()))?;
    let found = Title {
        space: head.space,
        pattern: head.pattern,
    };
    if found != *title {
        return Err(PdbError::Other {
            path: path.to_owned(),
            found: Box::new(found),
            expected: Box::new(title.clone()),
        });
    }
    if head.entries != entries {
        return Err(PdbError::Size {
            path: path.to_owned(),
            found: head.entries,
            expected: entries,
        });
    }
    let rest = file.get(start..).ok_or_else(|| broken(CUT))?;
    let held = usize::try_from(head.entries).ok();
    let (table, sum) = held
        .and_then(|held| rest.split_at_checked(held))
        .ok_or_else(|| broken(CUT))?;
    if sum.len() < SUM {
        return Err(broken(CUT));
    }
    if sum.len() > SUM {
        return Err(broken("something was added to it"));
    }
    if sum != crc32fast::hash(table).to_le_bytes() || file[end..start].iter().any(|&pad| pad != 0) {
        return Err(broken(CHANGED));
    }
    let place = (start, start + table.len());
    Ok(Database {
        title: found,
        entries: Entries::Mapped(file, place),
    })
}
