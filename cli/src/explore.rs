//! `statewalk explore`: enumerates a whole space, layer by layer.

mod forecasts;

use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use serde::Serialize;
use statewalk::catalog::menu::{Direction, Saving, Settings};
use statewalk::catalog::params::Params;
use statewalk::catalog::report::Exploration;
use statewalk::search::limits::Limit;

use crate::args::{Bounds, Context};
use crate::console::{self, counted};
use crate::exit::Exit;
use crate::fault::{Fault, Outcome};
use crate::json::{self, Counters, Number, SCHEMA, Seconds};
use crate::target::Target;
use crate::units;

const EXAMPLES: &str = "\
Examples:
  statewalk explore magic n=8
  statewalk explore --backward --deepest 3 magic n=5
  statewalk explore --deepest 3 puzzles/instances/huarong/noip2013.txt
  statewalk explore --checkpoint sweep tiles w=3 h=4
  statewalk explore --forecast --memory 1GiB tiles w=4 h=3
  statewalk explore --output csv --store interned boards.txt

Exit codes: 0 the whole space was seen, 3 a limit was reached first or it does not fit in --memory,
2 bad usage or bad input.";

/// How the profile is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    /// For people.
    Text,
    /// One object for programs.
    Json,
    /// A line for each depth: space, depth, states, direction.
    Csv,
}

/// Enumerate a whole space: how many states at each depth, and the deepest ones
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
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
    /// killed loses little. It takes as much disk as the planes take memory, twice while one is written
    #[arg(long, value_name = "FOLDER")]
    checkpoint: Option<PathBuf>,

    /// How often a checkpoint is made, whatever it costs [default: they take a twentieth of the time]
    #[arg(long, value_name = "TIME", value_parser = units::time, requires = "checkpoint")]
    checkpoint_every: Option<Duration>,

    /// Say what the exploration would take - ranks, memory, disk, time - and do not begin it
    #[arg(long)]
    forecast: bool,

    /// Draw so many of the deepest states
    #[arg(long, value_name = "COUNT", default_value_t = 1)]
    deepest: usize,

    /// How to write the profile
    #[arg(long, value_enum, default_value = "text", value_name = "FORM")]
    output: Form,

    /// The same as `--output json`
    #[arg(long, conflicts_with = "output")]
    json: bool,

    /// Leave out how long it took
    #[arg(long)]
    no_timing: bool,

    #[command(flatten)]
    bounds: Bounds,
}

impl Explore {
    /// Runs the subcommand.
    pub(crate) fn run(&self, context: &Context<'_>) -> Outcome {
        let settings = Settings {
            limits: self.bounds.limits(context),
            direction: if self.backward {
                Direction::Backward
            } else {
                Direction::Forward
            },
            threads: self.bounds.threads(),
            checkpoints: self.saving()?,
            ..Settings::default()
        };
        if self.forecast {
            return self.foretell(&settings, context);
        }
        let (store, deepest) = (self.store.as_deref(), self.deepest);
        let explored = self
            .target
            .on(&settings.limits, context, |entry, text, params| {
                let mut progress = context.console.progress();
                entry.explore(text, params, store, &settings, deepest, &mut progress)
            })?;
        let exits = explored.iter().map(|space| match space.limit {
            None => Exit::Solved,
            Some(Limit::Cancelled) => Exit::Interrupted,
            Some(_) => Exit::Limit,
        });
        let exit = exits.max().unwrap_or(Exit::Solved);
        let mut out = console::stdout();
        let form = if self.json { Form::Json } else { self.output };
        let given = self.target.given()?;
        let written = match form {
            Form::Text => write_text(&mut out, &explored, &given),
            Form::Json => self.write_json(&mut out, &explored, &given),
            Form::Csv => write_csv(&mut out, &explored),
        };
        match written.and_then(|()| Ok(out.flush()?)) {
            Err(Fault::ClosedPipe) | Ok(()) => {}
            Err(fault) => return Err(fault),
        }
        if form != Form::Json && !self.no_timing {
            let time = console::duration(explored.iter().map(|space| space.time).sum());
            context.console.remark(&format!("explored in {time}"));
        }
        Ok(context.interrupt.worst(exit))
    }

    /// Where and how often checkpoints are made.
    fn saving(&self) -> Outcome<Option<Saving>> {
        let Some(folder) = &self.checkpoint else {
            return Ok(None);
        };
        let given = self.target.given()?;
        let target = self.target.name();
        let name = given.iter().fold(target, |told, (name, value)| {
            told + " " + name + "=" + value
        });
        Ok(Some(Saving {
            folder: folder.clone(),
            name,
            every: self.checkpoint_every,
        }))
    }

    /// Says what the exploration would take.
    fn foretell(&self, settings: &Settings, context: &Context<'_>) -> Outcome {
        let timing = !self.no_timing;
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
            Form::Json => forecasts::write_json(&mut out, &foretold, &given, timing),
            Form::Text | Form::Csv => forecasts::write_text(&mut out, &foretold, &given),
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
        Ok(context.interrupt.worst(Exit::Solved))
    }

    fn write_json(
        &self,
        out: &mut impl Write,
        explored: &[Exploration],
        given: &Params,
    ) -> Outcome<()> {
        let document = Document {
            schema: SCHEMA,
            command: "explore",
            parameters: given.iter().collect(),
            spaces: explored.iter().map(Space::new).collect(),
            timing: (!self.no_timing)
                .then(|| explored.iter().map(|space| Seconds(space.time)).collect()),
        };
        json::write(out, &document)
    }
}

/// One entry of `timing` a space, in seconds.
#[derive(Serialize)]
struct Document<'a> {
    schema: u32,
    command: &'static str,
    /// Parameters and options as they were given.
    parameters: BTreeMap<&'a str, &'a str>,
    spaces: Vec<Space<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    timing: Option<Vec<Seconds>>,
}

/// A space; `complete` tells whether its profile is whole.
#[derive(Serialize)]
struct Space<'a> {
    puzzle: &'a str,
    store: &'a str,
    direction: &'static str,
    origin: String,
    complete: bool,
    states: Number,
    depth: Option<usize>,
    profile: Vec<Number>,
    deepest: &'a [String],
    limit: Option<&'static str>,
    reason: Option<String>,
    stats: Counters,
}

impl<'a> Space<'a> {
    fn new(space: &'a Exploration) -> Self {
        Self {
            puzzle: space.puzzle,
            store: space.store,
            direction: space.direction.word(),
            origin: space.origin.to_string(),
            complete: space.limit.is_none(),
            states: total(space).into(),
            depth: space.profile.len().checked_sub(1),
            profile: space.profile.iter().map(|&count| count.into()).collect(),
            deepest: &space.deepest,
            limit: space.limit.map(|limit| limit.word()),
            reason: space.limit.map(|limit| limit.to_string()),
            stats: Counters::from(&space.stats),
        }
    }
}

fn total(space: &Exploration) -> u64 {
    space.profile.iter().sum()
}

fn write_text(out: &mut impl Write, explored: &[Exploration], given: &Params) -> Outcome<()> {
    let given = given.iter().fold(String::new(), |told, (name, value)| {
        told + " " + name + "=" + value
    });
    for (index, space) in explored.iter().enumerate() {
        if index > 0 {
            writeln!(out)?;
        }
        let number = if explored.len() > 1 {
            format!(", space {}", index + 1)
        } else {
            String::new()
        };
        let toward = match space.direction {
            Direction::Forward => "from",
            Direction::Backward => "to",
        };
        writeln!(
            out,
            "# {}{given}{number}, explored on {}, depths {toward} {}",
            space.puzzle, space.store, space.origin
        )?;
        let depth = space.profile.len().saturating_sub(1);
        let last = depth.to_string().len().max("depth".len());
        let most = space.profile.iter().max().copied().unwrap_or(0);
        let width = most.to_string().len().max("states".len());
        writeln!(out, "{:>last$}  {:>width$}", "depth", "states")?;
        for (depth, count) in space.profile.iter().enumerate() {
            writeln!(out, "{depth:>last$}  {count:>width$}")?;
        }
        let states = total(space);
        let plural = if states == 1 { "" } else { "s" };
        if let Some(limit) = &space.limit {
            writeln!(
                out,
                "not the whole space: {limit} was reached; {states} state{plural} in whole layers"
            )?;
        } else {
            writeln!(out, "{states} state{plural}, the deepest at depth {depth}")?;
        }
        if !space.deepest.is_empty() {
            let shown = counted(space.deepest.len(), "state");
            let all = space.profile.last().copied().unwrap_or(0);
            writeln!(out, "{shown} of {all} at depth {depth}:")?;
        }
        for picture in &space.deepest {
            writeln!(out)?;
            for line in picture.lines() {
                writeln!(out, "  {line}")?;
            }
        }
    }
    Ok(())
}

fn write_csv(out: &mut impl Write, explored: &[Exploration]) -> Outcome<()> {
    writeln!(out, "space,depth,states,direction")?;
    for (index, space) in explored.iter().enumerate() {
        let direction = space.direction.word();
        for (depth, count) in space.profile.iter().enumerate() {
            writeln!(out, "{},{depth},{count},{direction}", index + 1)?;
        }
    }
    Ok(())
}
