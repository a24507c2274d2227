//! Files that an instance needs beside it: found, read, and put behind it.

use std::path::{Path, PathBuf};

use statewalk::catalog::companion::Companion;
use statewalk::catalog::entry::Entry;
use statewalk::catalog::params::Params;
use statewalk::search::limits::Limits;

use crate::fault::{self, Fault, Outcome};
use crate::input::{self, Input};

/// What some editors put before a text.
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// Puts the file that `input`, which was read from `file`, needs behind it, if it needs one. The option that tells
/// where that file is has done its part then, and is taken out of `options`.
pub(crate) fn join(
    input: &mut Input,
    file: &Path,
    entry: &dyn Entry,
    options: &mut Params,
    limits: &Limits,
) -> Outcome<()> {
    let Some(companion) = entry.companion(&input.text) else {
        return Ok(());
    };
    let path = match options.take(companion.option) {
        Some(path) => PathBuf::from(path),
        None => found(&companion, file).ok_or_else(|| missing(&companion, &input.name))?,
    };
    let read = input::read(&path, companion.what, limits, |_, _| Ok(()))?;
    let text = read
        .text
        .strip_prefix(BYTE_ORDER_MARK)
        .unwrap_or(&read.text);
    if !input.text.ends_with(b"\n") {
        input.text.push(b'\n');
    }
    input.append(&read.name, text);
    Ok(())
}

/// Where the companion of `file` is: beside it, by the name alone; or by the whole name from the folder of the file, or
/// from the working folder.
fn found(companion: &Companion, file: &Path) -> Option<PathBuf> {
    let name = Path::new(&companion.name);
    let folder = file.parent().unwrap_or(Path::new(""));
    let beside = name.file_name().map(|name| folder.join(name));
    let places = [beside, Some(folder.join(name)), Some(name.to_owned())];
    places.into_iter().flatten().find(|path| path.is_file())
}

fn missing(companion: &Companion, source: &str) -> Fault {
    let Companion {
        what,
        name,
        place: (line, column),
        option,
    } = companion;
    let place = fault::place(Some(source), *line, *column);
    let name = name.escape_debug();
    let message = format!("{place}found `{name}`, expected {what} in a file beside this one");
    Fault::bad(message).with_hint(Some(format!("-p {option}=FILE says where it is")))
}
