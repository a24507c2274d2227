//! Files that are written whole or not at all.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::Builder;

use crate::exit::Exit;
use crate::fault::{Fault, Outcome};

/// Writes `text` to `path`, in place of what is there. Whoever looks meanwhile finds the old file, or none,
/// or the new one, never a part of it. A link stays a link, and the file that it leads to is replaced. What is
/// no regular file - a pipe, a terminal, another device - or is open already, as `/dev/stdout`, gets the text
/// behind what was written to it before.
pub(crate) fn write(path: &Path, text: &str) -> Outcome<()> {
    try_write(path, text).map_err(|error| {
        if error.kind() == io::ErrorKind::BrokenPipe {
            return Fault::ClosedPipe;
        }
        let path = path.display();
        Fault::said(Exit::Broken, format!("{path}: cannot write it: {error}"))
    })
}

/// Refuses a path in a folder that is missing, before long work is done for what it should hold.
pub(crate) fn expect_folder(path: &Path) -> Outcome<()> {
    let cannot = |error: io::Error| {
        let path = path.display();
        Fault::said(Exit::Broken, format!("{path}: cannot write it: {error}"))
    };
    let there = fs::metadata(folder(path)).map_err(cannot)?;
    let missing = || cannot(io::ErrorKind::NotADirectory.into());
    there.is_dir().then_some(()).ok_or_else(missing)
}

fn try_write(path: &Path, text: &str) -> io::Result<()> {
    let replaceable = match fs::metadata(path) {
        Ok(there) => there.is_file(),
        // A file that is missing is made; whatever else is wrong is told below.
        Err(_) => true,
    };
    match replaceable.then(|| followed(path)).transpose()?.flatten() {
        Some(file) => replace(&file, text),
        None => append(path, text),
    }
}

/// More links in a row are taken for a circle, as by most systems.
const LINKS: usize = 40;

/// The file that `path` leads to through links; `None` if it is one of the files that this program has open.
fn followed(path: &Path) -> io::Result<Option<PathBuf>> {
    let mut path = path.to_owned();
    for _ in 0..LINKS {
        // A folder that is missing is told by the system's own words.
        let folder = fs::canonicalize(folder(&path))?;
        if folder.starts_with("/proc")
            || [Path::new("/dev"), Path::new("/dev/fd")].contains(&&*folder)
        {
            return Ok(None);
        }
        match fs::read_link(&path) {
            Ok(next) => path = folder.join(next),
            // No link: where it all ends.
            Err(_) => return Ok(Some(path)),
        }
    }
    // The system says so of such a circle.
    fs::metadata(&path).map(|_| Some(path))
}

/// The folder that `path` stands in.
fn folder(path: &Path) -> &Path {
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or_else(|| Path::new("."))
}

fn append(path: &Path, text: &str) -> io::Result<()> {
    let mut file: File = OpenOptions::new().append(true).open(path)?;
    file.write_all(text.as_bytes())
}

fn replace(path: &Path, text: &str) -> io::Result<()> {
    let mut builder = Builder::new();
    builder.prefix(".statewalk-");
    #[cfg(unix)]
    {
        use std::fs::Permissions;
        use std::os::unix::fs::PermissionsExt;
        // As any file is made; a temporary one would be for its owner alone.
        builder.permissions(Permissions::from_mode(0o666));
    }
    // No error names the other file.
    let file = builder.tempfile_in(folder(path));
    let mut file = file.map_err(|error| io::Error::from(error.kind()))?;
    file.write_all(text.as_bytes())?;
    file.as_file().sync_all()?;
    file.persist(path)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::write;
    use crate::fault::Fault;

    #[test]
    fn files_are_replaced_and_nothing_is_left_over() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("chart.svg");
        for text in ["first", "the second"] {
            write(&path, text).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        let names = fs::read_dir(folder.path()).unwrap().count();
        assert_eq!(names, 1);
        // A folder cannot be replaced by a file, and a folder that is missing is not made.
        assert!(write(folder.path(), "x").is_err());
        let missing = folder.path().join("none/x.svg");
        let Err(Fault::Said { message, .. }) = write(&missing, "x") else {
            panic!("a folder was made");
        };
        let said = message.strip_prefix(&missing.display().to_string());
        let said = said.and_then(|said| said.strip_prefix(": cannot write it: "));
        assert!(
            said.is_some_and(|why| !why.contains("statewalk")),
            "{message}"
        );
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn links_stay_and_their_files_are_replaced() {
        use std::os::unix::fs::symlink;

        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("deep")).unwrap();
        symlink("deep/link.svg", at("link.svg")).unwrap();
        symlink("../real.svg", at("deep/link.svg")).unwrap();
        // The first time the file that the links lead to is missing.
        for text in ["first", "the second"] {
            write(&at("link.svg"), text).unwrap();
            assert!(at("link.svg").is_symlink() && at("deep/link.svg").is_symlink());
            assert!(!at("real.svg").is_symlink());
            assert_eq!(fs::read_to_string(at("real.svg")).unwrap(), text);
        }
        symlink("round.svg", at("round.svg")).unwrap();
        assert!(write(&at("round.svg"), "x").is_err());
        assert!(at("round.svg").is_symlink());
    }

    #[cfg(unix)]
    #[test]
    fn pipes_are_written_into() {
        use std::os::unix::fs::FileTypeExt;
        use std::process::Command;
        use std::thread;

        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("pipe");
        let made = Command::new("mkfifo").arg(&path).status().unwrap();
        assert!(made.success());
        let reader = thread::spawn({
            let path = path.clone();
            move || fs::read_to_string(path).unwrap()
        });
        write(&path, "the chart").unwrap();
        // Before the reader is waited for, who would wait for ever where the pipe was replaced.
        assert!(fs::symlink_metadata(&path).unwrap().file_type().is_fifo());
        assert_eq!(reader.join().unwrap(), "the chart");
    }
}
