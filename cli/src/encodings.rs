//! `statewalk encodings`: measures the encodings that a puzzle offers, side by side, and tests them.

mod as_chart;
mod as_json;
mod as_text;
mod composed;
mod fields;

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, ValueHint};
use statewalk::catalog::laboratory::{Inverse, Moves, Orders, RunEnd};
use statewalk::catalog::menu::Settings;
use statewalk::catalog::params::Params;
use statewalk::catalog::report::Trials;
use statewalk::memory::Memory;
use statewalk::search::limits::{Limit, Limits};

use crate::args::{Bounds, Context};
use crate::console;
use crate::encodings::composed::Known;
use crate::exit::{self, Exit};
use crate::fault::{Fault, Outcome};
use crate::target::Target;
use crate::units;
use crate::written;

const EXAMPLES: &str = "\
Examples:
  statewalk encodings magic n=50
  statewalk encodings --svg chart.svg kings n=5 k=3
  statewalk encodings --encoding apart puzzles/instances/huarong/noip2013.txt
  statewalk encodings --json --no-timing --memory 4GiB huarong n=8 m=8
  statewalk encodings --fields \"blank: cell 12, tiles: permutation 11 even\" --memory 2GiB
  statewalk encodings --fields \"permutation 7, orientation 7 of 3\" --no-distances

Fields, separated by commas, each with NAME: before it if it is to have a name:
  permutation ITEMS [even|linear]   all orders, the even ones, or all in linear time (Myrvold, Ruskey)
  arrangement PLACES of ITEMS       which items stand in the places, in order
  combination CHOSEN of ITEMS       which items are chosen
  multiset COUNT COUNT ...          orders of pieces of which so many of each kind are alike
  orientation PIECES of WAYS        how pieces are turned, where the sum is a multiple of WAYS
  cell CELLS, direction DIRECTIONS, integer BOUND   a number from 0 to one less";

/// What its exit codes mean.
const CODES: [(Exit, &str); 3] = [
    (
        Exit::Solved,
        "everything was measured; of fields: a store fits, or a hash has room for some states",
    ),
    (
        Exit::Limit,
        "a limit was reached first; of fields: no store fits in --memory",
    ),
    (
        Exit::Broken,
        "an encoding is wrong, or something cannot be written",
    ),
];

/// What is allowed where nothing is said, so that a large space does not fill the machine.
const MEMORY: u64 = 1 << 30;

/// Measure encodings: ranks and waste, bits a state, time of a rank, of whole sweeps; test them
///
/// For each encoding that the puzzle offers, the whole space is enumerated in a table of one bit a rank and
/// in a hash of ranks, beside a hash of whole states. Durations are written to standard error, or
/// to the field `timing` of JSON.
#[derive(Debug, Args)]
#[command(
    after_help = EXAMPLES,
    after_long_help = exit::told(EXAMPLES, &CODES),
    mut_arg("space", |space| space.required(false).required_unless_present("fields")),
    mut_arg("memory", |memory| memory.help(
        "Use no more memory than this for stores and tables (4GiB, 512MiB, 1e9) [default: 1GiB]"
    ))
)]
pub(crate) struct Encodings {
    #[command(flatten)]
    target: Target,

    /// Compose a perfect hash out of these fields instead, and tell its size and the store it would take
    #[arg(long, value_name = "FIELDS", conflicts_with_all = ["space", "encoding", "svg"])]
    fields: Option<String>,

    #[command(flatten)]
    known: Known,

    /// Measure this one only; `statewalk list NAME` shows those of a puzzle
    #[arg(long, value_name = "NAME")]
    encoding: Option<String>,

    /// What the ranks and walks that are tested and timed are drawn from
    #[arg(long, value_name = "NUMBER", default_value_t = 0, value_parser = units::seed, allow_negative_numbers = true)]
    seed: u64,

    /// How often ranks are timed; the median is told, and the range of the middle half
    #[arg(long, value_name = "COUNT", default_value_t = 15, value_parser = units::repeats, allow_negative_numbers = true)]
    repeats: u32,

    /// One object for programs
    #[arg(long)]
    json: bool,

    /// Draw a bar chart into this file too
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    svg: Option<PathBuf>,

    /// Leave out how long anything took, in the chart too
    #[arg(long)]
    no_timing: bool,

    #[command(flatten)]
    bounds: Bounds,
}

impl Encodings {
    /// Runs the subcommand.
    pub(crate) fn run(&self, context: &Context<'_>) -> Outcome {
        let limits = self.bounds.limits(context);
        let memory = match self.bounds.memory {
            Some(_) => limits.memory,
            None => Memory::limited(MEMORY),
        };
        if let Some(fields) = &self.fields {
            return composed::run(fields, &self.known, memory.limit(), self.json);
        }
        self.known.only_with_fields()?;
        let settings = Settings {
            limits: Limits { memory, ..limits },
            threads: self.bounds.threads(),
            seed: self.seed,
            ..Settings::default()
        };
        let orders = Orders {
            timing: !self.no_timing,
            repeats: self.repeats,
            ..Orders::default()
        };
        let given = self.target.given()?;
        let only = self.encoding.as_deref();
        let trials = self
            .target
            .on(&settings.limits, context, |entry, text, params| {
                let mut progress = context.console.progress();
                entry.measure(text, params, only, &orders, &settings, &mut progress)
            })?;
        match self.write(&trials, &given) {
            Err(Fault::ClosedPipe) | Ok(()) => {}
            Err(fault) => return Err(fault),
        }
        // After the answer, which a picture that cannot be written must not cost.
        if let Some(path) = &self.svg {
            let chart = as_chart::chart(&trials, &given, !self.no_timing);
            written::write(path, &chart.to_svg())?;
            let path = path.display();
            context.console.remark(&format!("{path} is written"));
        }
        if !self.json && !self.no_timing {
            context.console.aside(&as_text::timing(&trials));
        }
        let exit = trials.iter().map(ended).max().unwrap_or(Exit::Solved);
        Ok(context.interrupt.worst(exit))
    }

    fn write(&self, trials: &[Trials], given: &Params) -> Outcome<()> {
        let mut out = console::stdout();
        if self.json {
            as_json::write(&mut out, trials, given, !self.no_timing)?;
        } else {
            as_text::write(&mut out, trials, given)?;
        }
        Ok(out.flush()?)
    }
}

/// How a command ends that found this.
fn ended(trials: &Trials) -> Exit {
    let limit = |limit: &Limit| match limit {
        Limit::Cancelled => Exit::Interrupted,
        _ => Exit::Limit,
    };
    let exits = trials.encodings.iter().flat_map(|measured| {
        let tested = match &measured.inverse {
            Some(Inverse::Broken(_)) => Exit::Broken,
            Some(Inverse::Unfinished(reached)) => limit(reached),
            _ => Exit::Solved,
        };
        let moved = match &measured.moves {
            Some(Moves::Broken(_)) => Exit::Broken,
            Some(Moves::Unfinished(reached)) => limit(reached),
            _ => Exit::Solved,
        };
        let agreed = match measured.differ {
            Some(_) => Exit::Broken,
            None => Exit::Solved,
        };
        let runs = measured.runs.iter().map(move |run| match &run.end {
            RunEnd::Limit(reached) => limit(reached),
            RunEnd::Whole | RunEnd::Refused(_) => Exit::Solved,
        });
        runs.chain([tested, moved, agreed])
    });
    exits.max().unwrap_or(Exit::Solved)
}

#[cfg(test)]
mod tests;
