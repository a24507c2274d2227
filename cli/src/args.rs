//! The options that several subcommands share.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use clap::{Args, ValueHint};
use statewalk::catalog::entry::{Entry, Failure};
use statewalk::catalog::params::Params;
use statewalk::catalog::text::InputError;
use statewalk::memory::Memory;
use statewalk::search::beam::Width;
use statewalk::search::limits::Limits;
use statewalk::search::weighted_astar::Weight;

use crate::check::plans::are_plans;
use crate::companion;
use crate::console::Console;
use crate::fault::{Fault, Outcome};
use crate::format::{self, Puzzles};
use crate::input::{self, Input};
use crate::interrupt::Interrupt;
use crate::machine;
use crate::units;

/// What every subcommand gets beside its own options.
#[derive(Debug)]
pub(crate) struct Context<'a> {
    /// When the command began: `--time` counts from here.
    pub(crate) begin: Instant,
    /// The command line as a shell reads it.
    pub(crate) line: &'a str,
    /// How it talks to people.
    pub(crate) console: Console,
    /// What an interrupt does.
    pub(crate) interrupt: Interrupt,
    /// The puzzles that it knows.
    pub(crate) puzzles: Puzzles<'a>,
}

/// Where an instance comes from.
#[derive(Debug, Args)]
pub(crate) struct Reading {
    /// The puzzle whose format the file has; without it, the format is sniffed
    #[arg(long, value_name = "NAME")]
    pub(crate) format: Option<String>,

    /// An option of the puzzle, which changes its rules or how the file is read
    #[arg(short = 'p', long = "option", value_name = "KEY=VALUE")]
    pub(crate) options: Vec<String>,
}

/// What strategies are told that a puzzle may have or not.
#[derive(Debug, Args)]
pub(crate) struct Tuning {
    /// How much more than they say estimates count for in `weighted-astar`: plans cost at most so many times
    /// the cheapest; 1 to 1000000, at most three decimals
    #[arg(long, value_name = "NUMBER", default_value_t, value_parser = units::weight, allow_negative_numbers = true)]
    pub(crate) weight: Weight,

    /// How many states of each layer `beam` keeps; 1 to 1000000000
    #[arg(long, value_name = "NUMBER", default_value_t, value_parser = units::width, allow_negative_numbers = true)]
    pub(crate) width: Width,

    /// How large the table of states is that `ida-star` on the store `table` keeps beside its path (256MiB, 1e9)
    /// [default: 64MiB, or half of what memory is left]
    #[arg(long, value_name = "SIZE", value_parser = units::bytes, allow_negative_numbers = true)]
    pub(crate) table: Option<u64>,

    /// Keep pattern databases in this folder: those that are there are mapped into memory, others are built and
    /// saved there, where a strategy is led by some
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) databases: Option<PathBuf>,
}

/// An instance that was read, and its puzzle.
pub(crate) struct Instance<'a> {
    pub(crate) input: Input,
    pub(crate) entry: &'a dyn Entry,
    pub(crate) options: Params,
    /// Whether the puzzle was named, not sniffed.
    pub(crate) named: bool,
}

impl Reading {
    /// Reads `file` and finds out what it is.
    pub(crate) fn read<'a>(
        &self,
        file: &Path,
        limits: &Limits,
        context: &Context<'a>,
    ) -> Outcome<Instance<'a>> {
        let puzzles = context.puzzles;
        let mut options = Params::parse(&self.options)?;
        if let Some(name) = &self.format {
            let entry = puzzles.named("format", name)?;
            let mut input = input::read(file, "an instance", limits, unless_plans)?;
            companion::join(&mut input, file, entry, &mut options, limits)?;
            return Ok(Instance {
                input,
                entry,
                options,
                named: true,
            });
        }
        let judge = |name: &str, head: &[u8]| {
            unless_plans(name, head)?;
            puzzles.judge(name, head, &options)
        };
        let mut input = input::read(file, "an instance", limits, judge).map_err(|fault| {
            let is_name = file
                .to_str()
                .is_some_and(|name| puzzles.get(name).is_some());
            let puzzle = file.display();
            let hint = format!("`{puzzle}` is a puzzle; `statewalk generate {puzzle}` makes files");
            fault.with_hint((is_name && !file.exists()).then_some(hint))
        })?;
        let entry = puzzles.sniffed(&input, &options)?;
        let name = entry.card().name;
        context
            .console
            .remark(&format!("{} is read as {name}", input.name));
        companion::join(&mut input, file, entry, &mut options, limits)?;
        Ok(Instance {
            input,
            entry,
            options,
            named: false,
        })
    }
}

/// Refuses plans that stand in the place of an instance.
fn unless_plans(name: &str, head: &[u8]) -> Outcome<()> {
    if !are_plans(head) {
        return Ok(());
    }
    let message = format!("{name}: found plans as `solve` writes them, expected an instance");
    let hint = "the instance comes first: `statewalk check FILE PLAN`".to_owned();
    Err(Fault::bad(message).with_hint(Some(hint)))
}

impl Instance<'_> {
    /// A failure of the puzzle on this instance.
    pub(crate) fn fault(&self, failure: &Failure) -> Fault {
        let fault = match failure {
            Failure::Input(error) => {
                let (name, line) = self.input.place(error.line);
                let error = InputError {
                    line,
                    ..error.clone()
                };
                Fault::from_failure(&error.into(), Some(name))
            }
            _ => Fault::from_failure(failure, Some(&self.input.name)),
        };
        let misread = !self.named && matches!(failure, Failure::Input(_));
        let name = self.entry.card().name;
        fault.with_hint(misread.then(|| {
            let format = format::one_line(self.entry.card().format);
            format!(
                "it was read as {name}; --format NAME chooses another format\n  {name}: {format}"
            )
        }))
    }
}

/// How far a command may go.
#[derive(Debug, Args)]
#[command(next_help_heading = "Limits")]
pub(crate) struct Bounds {
    /// Stop after this time, reading and preparation included (10s, 500ms, 2m)
    #[arg(long, value_name = "TIME", value_parser = units::time, allow_negative_numbers = true)]
    pub(crate) time: Option<Duration>,

    /// Use no more memory than this for stores, open lists and tables (4GiB, 512MiB, 1e9) [default: what the
    /// machine has left]
    #[arg(long, value_name = "SIZE", value_parser = units::bytes, allow_negative_numbers = true)]
    pub(crate) memory: Option<u64>,

    /// Stop a search once so many states are stored; on bit planes that is looked at between stretches of a layer, and on
    /// small ones between layers, so that more may be met
    #[arg(long, value_name = "COUNT", value_parser = units::count, allow_negative_numbers = true)]
    pub(crate) max_states: Option<u64>,

    /// Stop a search once so many states are expanded; on bit planes that is looked at between layers
    #[arg(long, value_name = "COUNT", value_parser = units::count, allow_negative_numbers = true)]
    pub(crate) max_expansions: Option<u64>,

    /// Work on so many threads; the answers are the same [default: one for each processor]
    #[arg(long, value_name = "COUNT", value_parser = units::threads, allow_negative_numbers = true)]
    threads: Option<NonZeroUsize>,
}

impl Bounds {
    /// The limits of a command that began at `context.begin`.
    pub(crate) fn limits(&self, context: &Context<'_>) -> Limits {
        Limits {
            expansions: self.max_expansions,
            states: self.max_states,
            deadline: self.time.and_then(|time| context.begin.checked_add(time)),
            cost: None,
            memory: self.memory.map_or_else(machine::memory, Memory::limited),
            cancel: context.interrupt.cancel(),
        }
    }

    /// How many threads may work, if that was said.
    pub(crate) fn threads_given(&self) -> Option<usize> {
        self.threads.map(NonZeroUsize::get)
    }

    /// How many threads may work.
    pub(crate) fn threads(&self) -> usize {
        let all = || thread::available_parallelism().ok();
        self.threads.or_else(all).map_or(1, NonZeroUsize::get)
    }
}
