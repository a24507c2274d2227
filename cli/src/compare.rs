//! `statewalk compare`: every strategy on every question, each run in a process of its own.

mod answer;
mod as_html;
mod as_json;
mod as_text;
mod child;
mod claims;
mod instances;
mod manifest;
mod menu;
mod plots;
mod runs;
mod tally;

use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum, ValueHint};
use statewalk::catalog::menu::Settings;
use statewalk::catalog::params::Params;
use statewalk::search::limits::{Limit, Limits};

use crate::args::{Bounds, Context, Reading, Tuning};
use crate::compare::child::Program;
use crate::compare::claims::Contradiction;
use crate::compare::instances::{Source, told};
use crate::compare::manifest::Manifest;
use crate::compare::menu::Wanted;
use crate::compare::runs::Runs;
use crate::console;
use crate::exit::{self, Exit};
use crate::fault::{Fault, Outcome};
use crate::units;
use crate::written;

const EXAMPLES: &str = "\
Examples:
  statewalk compare puzzles/instances/tiles/eight.txt --strategies astar,ida-star --time 10s
  statewalk compare puzzles/instances/magic/two-boards.txt --stores interned --repeat 3 --verbose
  statewalk compare puzzles/instances/pancake/stacks.txt --output jsonl --html stacks.html";

/// What its exit codes mean.
const CODES: [(Exit, &str); 5] = [
    (Exit::Solved, "every run solved its question"),
    (
        Exit::Settled,
        "every run settled its question, and at least one has no plan",
    ),
    (Exit::Limit, "a limit was reached first in some run"),
    (
        Exit::Broken,
        "a run died or a plan did not replay, or the output cannot be written",
    ),
    (
        Exit::Contradicted,
        "strategies contradict each other on a question: what is said to be proved is wrong",
    ),
];

/// How the comparison is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    /// Tables for people.
    Text,
    /// An object a line for programs, as the runs end.
    Jsonl,
}

/// Compare strategies, stores and heuristics on the questions of files
///
/// Every combination that the menu of the puzzle has answers every question, each in a process of its own, one after the
/// other, under the same limits and in an order that is drawn from the seed. Costs that are said to be proved are held
/// against each other.
#[derive(Debug, Args)]
#[command(
    after_help = EXAMPLES,
    after_long_help = exit::told(EXAMPLES, &CODES),
    mut_arg("time", |arg| arg.help("Stop each run after this time, reading and preparation included (10s, 500ms, 2m)")),
    mut_arg("memory", |arg| arg.help(
        "Let each run use no more memory than this for stores, open lists and tables (4GiB, 512MiB, 1e9) [default: \
         what the machine has left at the beginning]")),
    mut_arg("databases", |arg| arg.help(
        "Keep pattern databases in this folder: what is missing is built before the runs, which map it into memory")),
    mut_arg("threads", |arg| arg.help("Let each run work on so many threads; the answers are the same [default: 1]")),
)]
pub(crate) struct Compare {
    /// The files with the instances; `-` is standard input
    #[arg(required = true, value_name = "FILE", value_hint = ValueHint::FilePath)]
    files: Vec<PathBuf>,

    #[command(flatten)]
    reading: Reading,

    #[command(flatten)]
    wanted: Wanted,

    #[command(flatten)]
    tuning: Tuning,

    /// Do each run so many times; times are their medians
    #[arg(long, value_name = "COUNT", default_value_t = 1, value_parser = units::repeats, allow_negative_numbers = true)]
    repeat: u32,

    /// Draw the order of the runs from this seed, and random choices of strategies that make some
    #[arg(long, value_name = "NUMBER", default_value_t = 0, value_parser = units::seed, allow_negative_numbers = true)]
    seed: u64,

    #[command(flatten)]
    writing: Writing,

    #[command(flatten)]
    bounds: Bounds,
}

/// How the comparison is written.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
struct Writing {
    /// How to write the comparison
    #[arg(long, value_enum, default_value = "text", value_name = "FORM")]
    output: Form,

    /// Beside it, write a page with tables, plots and what repeats the comparison
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    html: Option<PathBuf>,

    /// Tell each question, not only sums
    #[arg(long)]
    verbose: bool,

    /// Leave out how long it took, and on which machine
    #[arg(long)]
    no_timing: bool,
}

/// All that was compared: what every form of it is written from.
struct Comparison<'a> {
    manifest: Manifest<'a>,
    sources: &'a [Source<'a>],
    runs: Runs,
    /// Whether times are wanted.
    timing: bool,
}

impl Compare {
    /// Runs the subcommand.
    pub(crate) fn run(&self, context: &Context<'_>) -> Outcome {
        if let Some(path) = &self.writing.html {
            written::expect_folder(path)?;
        }
        let mut limits = self.bounds.limits(context);
        // Time is given to each run, so reading has none of its own.
        limits.deadline = None;
        let read = |file: &PathBuf| Source::read(file, &self.reading, &limits, context);
        let mut sources = self.files.iter().map(read).collect::<Outcome<Vec<_>>>()?;
        menu::choose(&self.wanted, &mut sources, context)?;
        let illegal = sources.iter().any(|source| source.illegal > 0);
        let memory = limits.memory.limit();
        let program = Program {
            bounds: &self.bounds,
            memory,
            tuning: &self.tuning,
            seed: self.seed,
            repeat: self.repeat,
        };
        let timing = !self.writing.no_timing;
        let preparing = self.prepare(&sources, &limits, context)?.filter(|_| timing);
        if let Some(time) = preparing {
            let time = console::duration(time);
            let text =
                format!("pattern databases are up to date after {time}, which count for no run");
            context.console.remark(&text);
        }
        let runs = Runs::planned(&sources, self.repeat, self.seed);
        let told = (preparing, timing);
        let manifest = Manifest::new(context.line, &program, &sources, runs.planned, told);
        let mut comparison = Comparison {
            manifest,
            sources: &sources,
            runs,
            timing,
        };
        let written = self.go(&mut comparison, &program, context);
        // Whoever does not read the answers may still want the page.
        match written {
            Err(Fault::ClosedPipe) | Ok(()) => {}
            Err(fault) => return Err(fault),
        }
        if let Some(path) = &self.writing.html {
            written::write(path, &as_html::page(&comparison))?;
        }
        let contradictions = claims::contradictions(&comparison);
        if !contradictions.is_empty() {
            let told: Vec<_> = contradictions.iter().map(Contradiction::told).collect();
            let message = format!("strategies contradict each other: {}", told.join("\n  "));
            return Err(Fault::said(Exit::Contradicted, message));
        }
        let exits = comparison.runs.done.iter().map(|done| done.answer.exit());
        let worst = exits.max().unwrap_or(Exit::Solved);
        let worst = if illegal { worst.max(Exit::Bad) } else { worst };
        Ok(context.interrupt.worst(worst))
    }

    /// Brings the databases of all combinations up to date, where a folder is given, so that no run has to build one.
    /// Returns how long it took.
    fn prepare(
        &self,
        sources: &[Source<'_>],
        limits: &Limits,
        context: &Context<'_>,
    ) -> Outcome<Option<Duration>> {
        let Some(folder) = &self.tuning.databases else {
            return Ok(None);
        };
        let begin = Instant::now();
        let settings = Settings {
            // Limits on searches are those of the runs.
            limits: Limits {
                expansions: None,
                states: None,
                ..limits.clone()
            },
            threads: self.bounds.threads(),
            databases: Some(folder.clone()),
            ..Settings::default()
        };
        let mut progress = context.console.progress();
        for source in sources {
            let (text, options) = (&source.text, Params::parse(&source.options)?);
            for offer in &source.offers {
                let (entry, choice) = (source.entry, offer.choice());
                let limit = context
                    .interrupt
                    .during(|| entry.prepare(text, &options, &choice, &settings, &mut progress));
                let limit =
                    limit.map_err(|failure| Fault::from_failure(&failure, Some(&source.name)))?;
                if let Some(limit) = limit.filter(|&limit| limit != Limit::Cancelled) {
                    let (name, offer) = (&source.name, told(offer));
                    let text = format!(
                        "{name}: {} before {offer} was prepared",
                        limit.was_reached()
                    );
                    context.console.remark(&text);
                }
            }
        }
        Ok(Some(begin.elapsed()))
    }

    /// Does all runs, and writes what came out to standard output.
    fn go(
        &self,
        comparison: &mut Comparison<'_>,
        program: &Program<'_>,
        context: &Context<'_>,
    ) -> Outcome<()> {
        let mut out = console::stdout();
        let lines = self.writing.output == Form::Jsonl;
        if lines {
            as_json::write_manifest(&mut out, comparison)?;
        }
        let cancel = context.interrupt.cancel();
        let progress = context.console.progress();
        context.interrupt.during(|| {
            while let Some((job, order)) = comparison.runs.next() {
                let source = &comparison.sources[job.source];
                progress.say(comparison.runs.told(source, &job));
                let Some(answer) = program.answer(source, &job, &cancel)? else {
                    // It was interrupted: this run has no answer, and there are no more.
                    break;
                };
                comparison.runs.finish(job, order, answer);
                if lines && let Some(last) = comparison.runs.done.last() {
                    as_json::write_run(&mut out, comparison, last)?;
                    out.flush()?;
                }
            }
            Ok::<_, Fault>(())
        })?;
        drop(progress);
        if lines {
            as_json::write_end(&mut out, comparison)?;
        } else {
            as_text::write(&mut out, comparison, self.writing.verbose)?;
        }
        out.flush()?;
        Ok(())
    }
}
