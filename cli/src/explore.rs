//! `statewalk explore`: enumerates a whole space, layer by layer.

mod as_chart;
mod as_csv;
mod as_json;
mod as_text;
mod forecasts;

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum, ValueHint};
use statewalk::catalog::menu::{Direction, LocalMaxima, Saving, Settings};
use statewalk::catalog::report::{Exploration, Foretold};
use statewalk::search::layers::checkpoint;
use statewalk::search::limits::Limit;
use statewalk::words::counted;

use crate::args::{Bounds, Context};
use crate::console;
use crate::exit::{self, Exit};
use crate::fault::{Fault, Outcome};
use crate::headings;
use crate::target::Target;
use crate::units;
use crate::written;

const EXAMPLES: &str = "\
Examples:
  statewalk explore magic n=8
  statewalk explore --backward --deepest 3 magic n=5
  statewalk explore --deepest 3 puzzles/instances/huarong/noip2013.txt
  statewalk explore --checkpoint sweep tiles w=3 h=4
  statewalk explore --forecast --memory 1GiB tiles w=4 h=3
  statewalk explore --output csv --store interned puzzles/instances/huarong/noip2013.txt
  statewalk explore --svg profile.svg tiles w=3 h=3
  statewalk explore --local-maxima=3 tiles w=3 h=3";

/// What its exit codes mean.
const CODES: [(Exit, &str); 3] = [
    (Exit::Solved, "the whole space was seen"),
    (
        Exit::Limit,
        "a limit was reached first, or it does not fit in --memory",
    ),
    (Exit::Broken, "something cannot be written"),
];

/// How the profile is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    /// For people.
    Text,
    /// One object for programs.
    Json,
    /// A line for each depth: space, depth, states, direction; and one for each state that is asked for.
    Csv,
}

/// Enumerate a whole space: how many states at each depth, and the deepest ones
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, after_long_help = exit::told(EXAMPLES, &CODES))]
#[expect(
    clippy::struct_excessive_bools,
    reason = "one for each flag of the command line"
)]
pub(crate) struct Explore {
    #[command(flatten)]
    target: Target,

    /// The store that the states are kept in; `statewalk list NAME` shows those of a puzzle
    #[arg(long, value_name = "NAME")]
    store: Option<String>,

    /// Count depths to the goal instead of from the start: the deepest states are the hardest to solve
    #[arg(long)]
    backward: bool,

    /// Make checkpoints in this folder, and go on from the one that is there: a long exploration that was
    /// killed loses little. It takes as much disk as the store takes memory, twice while one is written
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    checkpoint: Option<PathBuf>,

    /// How often a checkpoint is made, whatever it costs [default: they take a twentieth of the time]
    #[arg(long, value_name = "TIME", value_parser = units::time, allow_negative_numbers = true, requires = "checkpoint")]
    checkpoint_every: Option<Duration>,

    /// Say what the exploration would take - ranks, memory, disk, time - and do not begin it
    #[arg(long)]
    forecast: bool,

    /// Draw so many of the deepest states [default: 1; in CSV only where it is said]
    #[arg(long, value_name = "COUNT", value_parser = units::drawn, allow_negative_numbers = true)]
    deepest: Option<usize>,

    /// Count the local maxima too, the states that no action leads farther from, and draw so many of them;
    /// the number stands behind `=` [default: 1]
    #[arg(long, value_name = "COUNT", num_args = 0..=1, require_equals = true, default_missing_value = "1", value_parser = units::drawn)]
    local_maxima: Option<usize>,

    /// How to write the profile
    #[arg(long, value_enum, default_value = "text", value_name = "FORM")]
    output: Form,

    /// The same as `--output json`
    #[arg(long, conflicts_with = "output")]
    json: bool,

    /// Draw the depth profile into this file too, as a histogram, with the deepest states
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "forecast")]
    svg: Option<PathBuf>,

    /// Leave out how long it took
    #[arg(long)]
    no_timing: bool,

    #[command(flatten)]
    bounds: Bounds,
}

impl Explore {
    /// Runs the subcommand.
    pub(crate) fn run(&self, context: &Context<'_>) -> Outcome {
        if let (Some(_), Some(count)) = (self.local_maxima, self.target.number(context)) {
            let message = format!("--local-maxima: its number stands behind `=`, found `{count}`");
            let hint = format!("--local-maxima={count}");
            return Err(Fault::bad(message).with_hint(Some(hint)));
        }
        let settings = Settings {
            limits: self.bounds.limits(context),
            direction: if self.backward {
                Direction::Backward
            } else {
                Direction::Forward
            },
            threads: self.bounds.threads(),
            checkpoints: self.saving()?,
            maxima: self.local_maxima,
            ..Settings::default()
        };
        if self.forecast {
            return self.foretell(&settings, context);
        }
        let (store, deepest) = (self.store.as_deref(), self.deepest.unwrap_or(1));
        let explored = self
            .target
            .on(&settings.limits, context, |entry, text, params| {
                let mut progress = context.console.progress();
                entry.explore(text, params, store, &settings, deepest, &mut progress)
            })?;
        let exits = explored.iter().map(|space| match reached(space) {
            None => Exit::Solved,
            Some(Limit::Cancelled) => Exit::Interrupted,
            Some(_) => Exit::Limit,
        });
        let exit = exits.max().unwrap_or(Exit::Solved);
        let form = if self.json { Form::Json } else { self.output };
        let given = self.target.given()?;
        let mut out = console::stdout();
        let written = match form {
            Form::Text => as_text::write(&mut out, &explored, &given),
            Form::Json => as_json::write(&mut out, &explored, &given, !self.no_timing),
            Form::Csv => as_csv::write(&mut out, &explored, self.beside_layers()),
        };
        match written.and_then(|()| Ok(out.flush()?)) {
            Err(Fault::ClosedPipe) | Ok(()) => {}
            Err(fault) => return Err(fault),
        }
        // After the answer, which a picture that cannot be written must not cost.
        if let Some(path) = &self.svg {
            written::write(path, &as_chart::chart(&explored, &given).to_svg())?;
            let path = path.display();
            context.console.remark(&format!("{path} is written"));
        }
        let spaces = explored.iter().enumerate();
        let mut cut_off = spaces.filter(|(_, space)| space.limit.is_some());
        if let Some(saving) = &settings.checkpoints
            && cut_off.any(|(number, _)| {
                checkpoint::is_in(&saving.for_space(number, explored.len()).folder)
            })
        {
            let folder = saving.folder.display();
            let told = format!("a checkpoint is in {folder}; the same command goes on from it");
            context.console.remark(&told);
        }
        if form == Form::Csv {
            // Its lines have no room for it.
            for told in incomplete(&explored) {
                context.console.remark(&told);
            }
        }
        if form != Form::Json && !self.no_timing {
            let time = console::duration(explored.iter().map(|space| space.time).sum());
            context.console.remark(&format!("explored in {time}"));
        }
        Ok(context.interrupt.worst(exit))
    }

    /// What lines of CSV tell beside the layers. States would be in the way of who wants the layers alone, so they have
    /// to be asked for.
    fn beside_layers(&self) -> as_csv::More {
        let asked = [self.deepest, self.local_maxima];
        as_csv::More {
            maxima: self.local_maxima.is_some(),
            states: asked.into_iter().flatten().any(|count| count > 0),
        }
    }

    /// Where and how often checkpoints are made.
    fn saving(&self) -> Outcome<Option<Saving>> {
        let Some(folder) = &self.checkpoint else {
            return Ok(None);
        };
        let name = self.target.name() + &headings::given(&self.target.given()?);
        Ok(Some(Saving {
            folder: folder.clone(),
            name,
            every: self.checkpoint_every,
        }))
    }

    /// Says what the exploration would take.
    fn foretell(&self, settings: &Settings, context: &Context<'_>) -> Outcome {
        let (timing, memory) = (!self.no_timing, &settings.limits.memory);
        let foretold = self
            .target
            .on(&settings.limits, context, |entry, text, params| {
                entry.forecast(text, params, self.store.as_deref(), settings, timing)
            })?;
        let mut out = console::stdout();
        let given = self.target.given()?;
        let form = if self.json { Form::Json } else { self.output };
        if form == Form::Csv {
            return Err(Fault::bad("a forecast is written as text or JSON"));
        }
        let written = match form {
            Form::Json => forecasts::write_json(&mut out, &foretold, &given, (memory, timing)),
            Form::Text | Form::Csv => forecasts::write_text(&mut out, &foretold, &given, memory),
        };
        match written.and_then(|()| Ok(out.flush()?)) {
            Err(Fault::ClosedPipe) | Ok(()) => {}
            Err(fault) => return Err(fault),
        }
        if form != Form::Json {
            for time in forecasts::times(&foretold) {
                context.console.remark(&time);
            }
        }
        let fits = |space: &Foretold| space.forecast.lacks(memory).is_none();
        let exit = if foretold.iter().all(fits) {
            Exit::Solved
        } else {
            Exit::Limit
        };
        Ok(context.interrupt.worst(exit))
    }
}

/// How depths count, in words before what they count from.
fn toward(direction: Direction) -> &'static str {
    match direction {
        Direction::Forward => "from",
        Direction::Backward => "to",
    }
}

/// The limit that was reached in the exploration, or while local maxima were looked for.
fn reached(space: &Exploration) -> Option<Limit> {
    let looked = space.maxima.as_ref();
    space
        .limit
        .or(looked.and_then(|told| told.as_ref().err().copied()))
}

/// The limit that was reached, in words. Bit planes look at limits between stretches of many states, so more may have
/// been met than were allowed; then that is said.
fn stopped(space: &Exploration, limit: Limit) -> String {
    let why = limit.was_reached();
    match limit {
        Limit::States(most) if space.stats.stored > most => {
            format!("{why}, and {} were met by then", space.stats.stored)
        }
        Limit::Expansions(most) if space.stats.expanded > most => {
            format!("{why}, and {} were made by then", space.stats.expanded)
        }
        _ => why,
    }
}

/// How many of the deepest states are drawn, if any are.
fn deepest(space: &Exploration) -> Option<String> {
    let shown = counted(space.deepest.len(), "state");
    let (depth, all) = (0..).zip(&space.profile).last()?;
    (!space.deepest.is_empty()).then(|| format!("{shown} of {all} at depth {depth}"))
}

/// How many local maxima there are, and how many of them are drawn.
fn drawn(maxima: &LocalMaxima<String>) -> String {
    // One local maximum, several maxima.
    let (all, shown) = (maxima.count(), maxima.first.len());
    let noun = if all == 1 { "maximum" } else { "maxima" };
    format!("{all} local {noun}, {shown} of them drawn")
}

/// How many states were met in whole layers.
fn total(space: &Exploration) -> u64 {
    space.profile.iter().sum()
}

/// What the lines of CSV do not tell: which spaces were not seen whole, and why.
fn incomplete(explored: &[Exploration]) -> impl Iterator<Item = String> + '_ {
    explored.iter().enumerate().filter_map(|(index, space)| {
        let what = match &space.limit {
            Some(_) => "not the whole space",
            None => "local maxima are not known",
        };
        let why = stopped(space, reached(space)?);
        Some(format!("space {}: {what}: {why}", index + 1))
    })
}
