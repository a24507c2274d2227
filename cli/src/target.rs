//! A space that is named or read: `PUZZLE k=v ...`, or a file.

use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};
use statewalk::catalog::entry::{Entry, Failure};
use statewalk::catalog::params::Params;
use statewalk::search::limits::Limits;

use crate::args::{Context, Reading};
use crate::fault::{Fault, Outcome};
use crate::format::Puzzles;
use crate::suggest;

/// Which space a command is about.
#[derive(Debug, Args)]
pub(crate) struct Target {
    /// The name of a puzzle, or a file (`./NAME` if it is called like a puzzle), whose space is
    /// taken from its first question
    #[arg(value_name = "PUZZLE|FILE", index = 1, required = true, value_hint = ValueHint::FilePath)]
    space: Option<PathBuf>,

    /// Parameters of the space, after the name of a puzzle; `statewalk list NAME` shows them
    #[arg(value_name = "KEY=VALUE", index = 2)]
    parameters: Vec<String>,

    #[command(flatten)]
    reading: Reading,
}

impl Target {
    /// The puzzle or the file; a command that can do without asks for it only where it is given.
    fn space(&self) -> &Path {
        self.space.as_deref().unwrap_or(Path::new(""))
    }

    /// The parameters and options of the command line.
    pub(crate) fn given(&self) -> Outcome<Params> {
        let words = [&self.parameters[..], &self.reading.options[..]].concat();
        Ok(Params::parse(&words)?)
    }

    /// What stands for the space on the command line.
    pub(crate) fn name(&self) -> String {
        self.space().display().to_string()
    }

    /// The number that stands where a puzzle or a file should, if there is no such puzzle or file.
    pub(crate) fn number(&self, context: &Context<'_>) -> Option<u64> {
        let number = self.name().parse().ok()?;
        let named = self.puzzle(context.puzzles).is_some() || self.space().exists();
        (!named).then_some(number)
    }

    /// Does `work` on the puzzle, with the text of the file if there is one, and the parameters.
    pub(crate) fn on<T>(
        &self,
        limits: &Limits,
        context: &Context<'_>,
        work: impl FnOnce(&dyn Entry, Option<&[u8]>, &Params) -> Result<T, Failure>,
    ) -> Outcome<T> {
        if let Some(name) = self.puzzle(context.puzzles) {
            let entry = context.puzzles.named("puzzle", name)?;
            let params = self.given()?;
            let done = context.interrupt.during(|| work(entry, None, &params));
            return done.map_err(|failure| Fault::from_failure(&failure, None));
        }
        if !self.parameters.is_empty() {
            let name = self.space().to_string_lossy();
            if self.reading.format.is_none() && !self.space().exists() {
                return Err(Fault::unknown("puzzle", &name, &context.puzzles.names()));
            }
            let message = "parameters go with the name of a puzzle; options of a file with -p";
            return Err(Fault::bad(message));
        }
        let instance = self.reading.read(self.space(), limits, context);
        let instance = instance.map_err(|fault| {
            let missing = self.space().as_os_str() != "-" && !self.space().exists();
            fault.with_hint(
                missing
                    .then(|| no_puzzle(context.puzzles, self.space()))
                    .flatten(),
            )
        })?;
        let text = Some(&instance.input.text[..]);
        let (entry, options) = (instance.entry, &instance.options);
        let done = context.interrupt.during(|| work(entry, text, options));
        done.map_err(|failure| instance.fault(&failure))
    }

    /// The puzzle that the target names, if it names one and no format says that it is a file.
    fn puzzle(&self, puzzles: Puzzles<'_>) -> Option<&str> {
        let name = self.space().to_str()?;
        let named = self.reading.format.is_none() && puzzles.get(name).is_some();
        named.then_some(name)
    }
}

/// What `target`, which is no file, is not either: the name of a puzzle. Nothing for what can only be a path.
fn no_puzzle(puzzles: Puzzles<'_>, target: &Path) -> Option<String> {
    let name = target.to_str()?;
    let names = puzzles.names();
    if let Some(near) = suggest::nearest(name, names.iter().copied()) {
        return Some(format!("did you mean the puzzle `{near}`?"));
    }
    let is_name = name.chars().all(char::is_alphanumeric);
    is_name.then(|| {
        format!(
            "there is no puzzle `{name}` either; known: {}",
            names.join(", ")
        )
    })
}
