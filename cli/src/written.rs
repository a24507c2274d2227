//! Files that are written whole or not at all.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use tempfile::Builder;

use crate::exit::Exit;
use crate::fault::{Fault, Outcome};

/// Writes `text` to `path`, in place of what is there. Whoever looks meanwhile finds the old file, or none,
/// or the new one, never a part of it.
pub(crate) fn write(path: &Path, text: &str) -> Outcome<()> {
    try_write(path, text).map_err(|error| {
        let path = path.display();
        Fault::said(Exit::Broken, format!("{path}: cannot write it: {error}"))
    })
}

fn try_write(path: &Path, text: &str) -> io::Result<()> {
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or_else(|| Path::new("."));
    let mut builder = Builder::new();
    builder.prefix(".statewalk-");
    #[cfg(unix)]
    {
        use std::fs::Permissions;
        use std::os::unix::fs::PermissionsExt;
        // As any file is made; a temporary one would be for its owner alone.
        builder.permissions(Permissions::from_mode(0o666));
    }
    // A folder that is missing is told by the system's own words, and no error names the other file.
    fs::metadata(folder)?;
    let file = builder.tempfile_in(folder);
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
}
