//! `statewalk explore`: enumerates a whole space, layer by layer.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, ValueEnum};
use serde::Serialize;
use statewalk::catalog::menu::{Direction, Saving, Settings};
use statewalk::catalog::params::Params;
use statewalk::catalog::report::Exploration;
use statewalk::search::limits::Limit;

use crate::args::{Bounds, Context, Reading};
use crate::console::{self, counted};
use crate::exit::Exit;
use crate::fault::{Fault, Outcome};
use crate::format::Puzzles;
use crate::json::{self, Counters, Number, SCHEMA, Seconds};
use crate::suggest;
use crate::units;

const EXAMPLES: &str = "\
Examples:
  statewalk explore magic n=8
  statewalk explore --backward --deepest 3 magic n=5
  statewalk explore --deepest 3 puzzles/instances/huarong/noip2013.txt
  statewalk explore --checkpoint sweep tiles w=3 h=4
  statewalk explore --output csv --store interned boards.txt

Exit codes: 0 the whole space was seen, 3 a limit was reached first, 2 bad usage or bad input.";

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
pub(crate) struct Explore {
    /// The name of a puzzle, or a file (`./NAME` if it is called like a puzzle), whose space is
    /// explored from its first question
    #[arg(value_name = "PUZZLE|FILE")]
    target: PathBuf,

    /// Parameters of the space, after the name of a puzzle; `statewalk list NAME` shows them
    #[arg(value_name = "KEY=VALUE")]
    parameters: Vec<String>,

    #[command(flatten)]
    reading: Reading,

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
        let explored = if let Some(name) = self.puzzle(context.puzzles) {
            self.by_name(name, &settings, context)
        } else {
            self.by_file(&settings, context)
        }?;
        let exits = explored.iter().map(|space| match space.limit {
            None => Exit::Solved,
            Some(Limit::Cancelled) => Exit::Interrupted,
            Some(_) => Exit::Limit,
        });
        let exit = exits.max().unwrap_or(Exit::Solved);
        let mut out = console::stdout();
        let form = if self.json { Form::Json } else { self.output };
        let given = self.given()?;
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
        let given = self.given()?;
        let target = self.target.display().to_string();
        let name = given.iter().fold(target, |told, (name, value)| {
            told + " " + name + "=" + value
        });
        Ok(Some(Saving {
            folder: folder.clone(),
            name,
            every: self.checkpoint_every,
        }))
    }

    /// The puzzle that the target names, if it names one and no format says that it is a file.
    fn puzzle(&self, puzzles: Puzzles<'_>) -> Option<&str> {
        let name = self.target.to_str()?;
        let named = self.reading.format.is_none() && puzzles.get(name).is_some();
        named.then_some(name)
    }

    /// The parameters and options of the command line.
    fn given(&self) -> Outcome<Params> {
        let words = [&self.parameters[..], &self.reading.options[..]].concat();
        Ok(Params::parse(&words)?)
    }

    fn by_name(
        &self,
        name: &str,
        settings: &Settings,
        context: &Context<'_>,
    ) -> Outcome<Vec<Exploration>> {
        let entry = context.puzzles.named("puzzle", name)?;
        let params = self.given()?;
        let mut progress = context.console.progress();
        let store = self.store.as_deref();
        let explored = context
            .interrupt
            .during(|| entry.explore(None, &params, store, settings, self.deepest, &mut progress));
        explored.map_err(|failure| Fault::from_failure(&failure, None))
    }

    fn by_file(&self, settings: &Settings, context: &Context<'_>) -> Outcome<Vec<Exploration>> {
        if !self.parameters.is_empty() {
            let name = self.target.to_string_lossy();
            if self.reading.format.is_none() && !self.target.exists() {
                return Err(Fault::unknown("puzzle", &name, &context.puzzles.names()));
            }
            let message = "parameters go with the name of a puzzle; options of a file with -p";
            return Err(Fault::bad(message));
        }
        let limits = &settings.limits;
        let instance = self.reading.read(&self.target, limits, context);
        let instance = instance.map_err(|fault| {
            let missing = self.target.as_os_str() != "-" && !self.target.exists();
            fault.with_hint(near(context.puzzles, &self.target).filter(|_| missing))
        })?;
        let mut progress = context.console.progress();
        let (text, store) = (Some(&instance.input.text[..]), self.store.as_deref());
        let (entry, options) = (instance.entry, &instance.options);
        let explored = context
            .interrupt
            .during(|| entry.explore(text, options, store, settings, self.deepest, &mut progress));
        explored.map_err(|failure| instance.fault(&failure))
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

/// The puzzle that `target` may have been meant to name.
fn near(puzzles: Puzzles<'_>, target: &Path) -> Option<String> {
    let near = suggest::nearest(target.to_str()?, puzzles.names().into_iter())?;
    Some(format!("did you mean the puzzle `{near}`?"))
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
