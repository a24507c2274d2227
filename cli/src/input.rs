//! Reading files without trusting them: bounded, interruptible, refused early.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use statewalk::catalog::text::Reader;
use statewalk::memory::Memory;
use statewalk::search::limits::{Limit, Limits};
use statewalk::words::counted;

use crate::exit::Exit;
use crate::fault::{Fault, Outcome};
use crate::patience::Patience;

/// The largest input that is read; every format has instances far below it.
const MOST: u64 = 1 << 30;

/// So much is read before anybody judges what it is.
const HEAD: u64 = 1 << 16;

/// So much is read between two looks at the clock.
const CHUNK: u64 = 1 << 20;

/// Whoever allows fewer bytes may have left out a unit.
const UNLIKELY: u64 = 1 << 16;

/// What was read, and what it is called in messages.
#[derive(Debug)]
pub(crate) struct Input {
    /// The name of the file, or `standard input`.
    pub(crate) name: String,
    /// Its bytes, with those of a companion behind them.
    pub(crate) text: Vec<u8>,
    /// The companion: its name, and the line that its first one is in the text, from 1.
    companion: Option<(String, usize)>,
}

impl Input {
    /// A text of this name.
    pub(crate) fn new(name: String, text: Vec<u8>) -> Self {
        Self {
            name,
            text,
            companion: None,
        }
    }

    /// Puts the text of a companion behind this one, which ends with a line end.
    pub(crate) fn append(&mut self, name: &str, text: &[u8]) {
        let line = Reader::new(&self.text).line_of(self.text.len());
        self.companion = Some((name.to_owned(), line));
        self.text.extend_from_slice(text);
    }

    /// The file that a line of the text stands in, and its number there.
    pub(crate) fn place(&self, line: usize) -> (&str, usize) {
        match &self.companion {
            Some((name, first)) if line >= *first => (name, line + 1 - first),
            _ => (&self.name, line),
        }
    }
}

/// Reads the file at `path`, or standard input for `-`. `judge` sees the beginning first and may
/// refuse it (`expected` says what it should be), so that gigabytes of something else are not read at all.
pub(crate) fn read(
    path: &Path,
    expected: &str,
    limits: &Limits,
    judge: impl FnOnce(&str, &[u8]) -> Outcome<()>,
) -> Outcome<Input> {
    if path.as_os_str() == "-" {
        let name = "standard input";
        return match limits.deadline {
            Some(deadline) => {
                let patient = Patience::new(io::stdin(), deadline);
                read_all(name, patient, 0, expected, limits, judge)
            }
            None => read_all(name, io::stdin().lock(), 0, expected, limits, judge),
        };
    }
    let name = path.display().to_string();
    let cannot = |error: &io::Error| Fault::bad(format!("{name}: cannot read it: {error}"));
    let file = File::open(path).map_err(|e| cannot(&e))?;
    let about = file.metadata().map_err(|e| cannot(&e))?;
    if about.is_dir() {
        return Err(Fault::bad(format!(
            "{name}: found a directory, expected a file"
        )));
    }
    let length = if about.is_file() { about.len() } else { 0 };
    if length > bound(&limits.memory) {
        return Err(too_long(&name, expected, &limits.memory));
    }
    read_all(&name, file, length, expected, limits, judge)
}

fn bound(memory: &Memory) -> u64 {
    MOST.min(memory.limit())
}

fn too_long(name: &str, expected: &str, memory: &Memory) -> Fault {
    let most = bound(memory);
    if memory.limit() < MOST {
        return Fault::said(
            Exit::Limit,
            format!(
                "{name}: the memory limit of {} was reached while reading",
                counted(most, "byte")
            ),
        )
        .with_hint((most < UNLIKELY).then(|| {
            "--memory counts bytes where no unit is given; 4GiB and 512MiB are sizes".to_owned()
        }));
    }
    Fault::bad(format!(
        "{name}: found more than {most} bytes, expected {expected}"
    ))
}

fn out_of_time(name: &str) -> Fault {
    let message = format!("{name}: the time limit was reached while reading");
    Fault::said(Exit::Limit, message)
}

fn read_all(
    name: &str,
    mut source: impl Read,
    length: u64,
    expected: &str,
    limits: &Limits,
    judge: impl FnOnce(&str, &[u8]) -> Outcome<()>,
) -> Outcome<Input> {
    let most = bound(&limits.memory);
    let mut text = Vec::with_capacity(usize::try_from(length).unwrap_or(0));
    let mut read = |text: &mut Vec<u8>, amount: u64| {
        source
            .by_ref()
            .take(amount)
            .read_to_end(text)
            .map_err(|error| match error.kind() {
                io::ErrorKind::TimedOut => out_of_time(name),
                _ => Fault::bad(format!("{name}: cannot read it: {error}")),
            })
    };
    read(&mut text, HEAD)?;
    judge(name, &text)?;
    while read(&mut text, CHUNK)? > 0 {
        if text.len() as u64 > most {
            return Err(too_long(name, expected, &limits.memory));
        }
        match limits.interrupted() {
            Some(Limit::Time) => return Err(out_of_time(name)),
            Some(_) => return Err(Fault::said(Exit::Interrupted, "interrupted")),
            None => {}
        }
    }
    if limits.memory.limit() < u64::MAX && limits.memory.claim(text.len() as u64).is_err() {
        return Err(too_long(name, expected, &limits.memory));
    }
    let name = name.to_owned();
    Ok(Input::new(name, text))
}
