//! `statewalk generate`: instances in the puzzle's own format, the same bytes for the same seed.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use statewalk::catalog::entry::Entry;
use statewalk::catalog::params::Params;

use crate::args::Context;
use crate::console;
use crate::exit::Exit;
use crate::fault::{Fault, Outcome};

const EXAMPLES: &str = "\
Examples:
  statewalk generate magic n=5 --seed 7 > board.txt
  statewalk generate kings n=6 k=7 --count 10 --into instances
  statewalk generate magic n=3 | statewalk solve -

Instance number i of --count gets the seed SEED + i - 1. Parameters: `statewalk list NAME`.";

/// Make instances from a seed
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Generate {
    /// The name of the puzzle
    puzzle: String,

    /// Parameters of the instance; `statewalk list NAME` shows them
    #[arg(value_name = "KEY=VALUE")]
    parameters: Vec<String>,

    /// What random choices are drawn from
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    seed: u64,

    /// How many instances to make; an empty line stands between them
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    count: u64,

    /// Write the instances into this folder, as PUZZLE-SEED.txt
    #[arg(long, value_name = "FOLDER")]
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
            self.write(make)
        }
    }

    fn seeds(&self) -> impl Iterator<Item = u64> {
        let first = self.seed;
        (0..self.count).map(move |index| first.wrapping_add(index))
    }

    fn write(&self, make: impl Fn(u64) -> Outcome<String>) -> Outcome {
        let mut out = console::stdout();
        for (index, seed) in self.seeds().enumerate() {
            let text = make(seed)?;
            if index > 0 {
                out.write_all(b"\n")?;
            }
            out.write_all(text.as_bytes())?;
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
            fs::write(&path, text).map_err(|e| cannot(&path, &e))?;
            context
                .console
                .remark(&format!("{} is written", path.display()));
        }
        Ok(Exit::Solved)
    }
}
