//! `statewalk generate`: instances in the puzzle's own format, the same bytes for the same seed.

use std::borrow::Cow;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};
use statewalk::catalog::entry::Entry;
use statewalk::catalog::params::Params;

use crate::args::Context;
use crate::console;
use crate::exit::{self, Exit};
use crate::fault::{Fault, Outcome};
use crate::units;
use crate::written;

const EXAMPLES: &str = "\
Examples:
  statewalk generate magic n=5 --seed 7 > board.txt
  statewalk generate kings n=6 k=7 --count 10 --into instances
  statewalk generate magic n=3 --count 2 | statewalk solve -

Instance number i of --count gets the seed SEED + i - 1. Parameters: `statewalk list NAME`.";

/// What its exit codes mean.
const CODES: [(Exit, &str); 2] = [
    (Exit::Solved, "the instances are written"),
    (Exit::Broken, "something cannot be written"),
];

/// Make instances from a seed
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, after_long_help = exit::told(EXAMPLES, &CODES))]
pub(crate) struct Generate {
    /// The name of the puzzle
    puzzle: String,

    /// Parameters of the instance; `statewalk list NAME` shows them
    #[arg(value_name = "KEY=VALUE")]
    parameters: Vec<String>,

    /// What random choices are drawn from
    #[arg(long, value_name = "NUMBER", default_value_t = 0, value_parser = units::seed, allow_negative_numbers = true)]
    seed: u64,

    /// How many instances to make: in one file with all their questions, where the format of the
    /// puzzle has such files, or else with --into
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = units::instances, allow_negative_numbers = true)]
    count: u64,

    /// Write the instances into this folder, as PUZZLE-SEED.txt
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    into: Option<PathBuf>,

    /// Write over files that are there
    #[arg(long, requires = "into")]
    force: bool,

    /// Make solvable instances only, where the puzzle's generator can (the same as solvable=yes)
    #[arg(long)]
    solvable: bool,
}

impl Generate {
    /// Runs the subcommand.
    pub(crate) fn run(&self, context: &Context<'_>) -> Outcome {
        let entry = context.puzzles.named("puzzle", &self.puzzle)?;
        let mut words = self.parameters.clone();
        if self.solvable {
            let known = entry.generator().unwrap_or_default();
            if !known.iter().any(|param| param.name == "solvable") {
                let puzzle = entry.card().name;
                let message =
                    format!("--solvable: the generator of {puzzle} has no parameter `solvable`");
                return Err(Fault::bad(message));
            }
            words.push("solvable=yes".to_owned());
        }
        let params = Params::parse(&words)?;
        // Wrong parameters are wrong for every seed, so nothing is written before they are known.
        let make = |seed| {
            let made = entry.generate(&params, seed);
            made.map_err(|failure| Fault::from_failure(&failure, None))
        };
        if let Some(folder) = &self.into {
            self.write_files(entry, folder, context, make)
        } else {
            self.write(entry, make)
        }
    }

    fn seeds(&self) -> impl Iterator<Item = u64> {
        let first = self.seed;
        (0..self.count).map(move |index| first.wrapping_add(index))
    }

    /// Writes one file: what `solve` would refuse is not begun.
    fn write(&self, entry: &dyn Entry, make: impl Fn(u64) -> Outcome<String>) -> Outcome {
        let series = entry.series();
        if series.is_none() && self.count > 1 {
            let (count, puzzle) = (self.count, entry.card().name);
            let message =
                format!("--count {count}: a file of {puzzle} holds one generated instance");
            let hint = "--into FOLDER writes each instance to a file of its own".to_owned();
            return Err(Fault::bad(message).with_hint(Some(hint)));
        }
        let mut out = console::stdout();
        for (index, seed) in (0..).zip(self.seeds()) {
            let text = make(seed)?;
            let part = match series.filter(|_| self.count > 1) {
                Some(series) => series.part(&text, index, self.count),
                None => Some(Cow::Borrowed(&*text)),
            };
            let part = part.ok_or_else(|| {
                let count = self.count;
                Fault::bad(format!(
                    "--count {count}: found too many instances for one file, expected fewer"
                ))
            })?;
            out.write_all(part.as_bytes())?;
        }
        out.flush()?;
        Ok(Exit::Solved)
    }

    fn write_files(
        &self,
        entry: &dyn Entry,
        folder: &Path,
        context: &Context<'_>,
        make: impl Fn(u64) -> Outcome<String>,
    ) -> Outcome {
        let cannot = |path: &Path, error: &std::io::Error| {
            let path = path.display();
            Fault::said(Exit::Broken, format!("{path}: cannot write it: {error}"))
        };
        let path = |seed| folder.join(format!("{}-{seed}.txt", entry.card().name));
        // Found before anything is written, so that nothing is half done.
        if let Some(there) = self.seeds().map(path).find(|path| path.exists())
            && !self.force
        {
            let message = format!("{}: found a file, expected none there", there.display());
            let hint = "--force writes over it".to_owned();
            return Err(Fault::bad(message).with_hint(Some(hint)));
        }
        for (index, seed) in self.seeds().enumerate() {
            let text = make(seed)?;
            if index == 0 {
                fs::create_dir_all(folder).map_err(|e| cannot(folder, &e))?;
            }
            let path = path(seed);
            written::write(&path, &text)?;
            context
                .console
                .remark(&format!("{} is written", path.display()));
        }
        Ok(Exit::Solved)
    }
}
