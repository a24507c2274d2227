//! `statewalk solve`: answers all questions of a file.

mod as_contest;
mod as_json;
mod as_text;

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};
use statewalk::catalog::entry::{Choice, Failure};
use statewalk::catalog::menu::Settings;
use statewalk::catalog::report::{Report, Verdict};
use statewalk::improve::Effort;
use statewalk::search::limits::{Limit, Limits};
use statewalk::search::outcome::SearchError;

use crate::args::{Bounds, Context, Instance, Reading, Tuning};
use crate::console::{self, Console};
use crate::exit::{self, Exit};
use crate::fault::{Fault, Outcome};
use crate::units;

const EXAMPLES: &str = "\
Examples:
  statewalk solve puzzles/instances/magic/two-boards.txt
  statewalk solve --output contest boards.txt
  statewalk solve --json --no-timing --strategy breadth-first boards.txt
  statewalk solve --strategy greedy --improve puzzles/instances/tiles/eight.txt
  statewalk generate magic n=9 | statewalk solve --time 10s --memory 4GiB -";

/// What its exit codes mean.
const CODES: [(Exit, &str); 4] = [
    (Exit::Solved, "every question is solved"),
    (
        Exit::Settled,
        "every question is settled, and at least one has no plan",
    ),
    (
        Exit::Limit,
        "a limit was reached first, or --optimal without a proof",
    ),
    (
        Exit::Broken,
        "a plan did not replay, or the output cannot be written",
    ),
];

/// How answers are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    /// For people; `check` reads it.
    Text,
    /// One object for programs; `check` reads it.
    Json,
    /// Exactly what a contest judge expects.
    Contest,
}

/// Solve a file: plans with their verdicts, one for each question
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, after_long_help = exit::told(EXAMPLES, &CODES))]
pub(crate) struct Solve {
    /// The file with the instance; `-` is standard input
    #[arg(value_hint = ValueHint::FilePath)]
    file: PathBuf,

    #[command(flatten)]
    reading: Reading,

    /// The search strategy; `statewalk list NAME` shows those of a puzzle
    #[arg(long, value_name = "NAME")]
    strategy: Option<String>,

    /// The store that the strategy keeps its states in
    #[arg(long, value_name = "NAME")]
    store: Option<String>,

    /// The heuristic that leads the strategy, where it is led by one
    #[arg(long, value_name = "NAME")]
    heuristic: Option<String>,

    #[command(flatten)]
    tuning: Tuning,

    /// Answer only the question of this number, from 1, as if it stood alone in the file
    #[arg(long, value_name = "NUMBER", value_parser = units::question, allow_negative_numbers = true)]
    question: Option<NonZeroUsize>,

    /// Prove that each plan is the cheapest; a plan without proof counts as a limit (exit code 3)
    #[arg(long)]
    optimal: bool,

    /// Make plans cheaper afterwards that are not proved to be the cheapest: until --time or --max-expansions ends it, or
    /// without these until stretches of the plan no longer get cheaper with 128000 expansions each
    #[arg(long)]
    improve: bool,

    /// Draw random choices from this seed, where a strategy makes some
    #[arg(long, value_name = "NUMBER", default_value_t = 0, value_parser = units::seed, allow_negative_numbers = true)]
    seed: u64,

    #[command(flatten)]
    writing: Writing,

    #[command(flatten)]
    bounds: Bounds,
}

/// How the answers are written.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
struct Writing {
    /// How to write the answers
    #[arg(long, value_enum, default_value = "text", value_name = "FORM")]
    output: Form,

    /// The same as `--output json`
    #[arg(long, conflicts_with = "output")]
    json: bool,

    /// Give costs and verdicts without the plans
    #[arg(long)]
    no_plan: bool,

    /// Leave out how long it took
    #[arg(long)]
    no_timing: bool,
}

impl Writing {
    fn form(&self) -> Form {
        if self.json { Form::Json } else { self.output }
    }
}

impl Solve {
    /// Runs the subcommand.
    pub(crate) fn run(&self, context: &Context<'_>) -> Outcome {
        let limits = self.bounds.limits(context);
        let instance = self.reading.read(&self.file, &limits, context)?;
        let form = self.writing.form();
        let wants_plans = form != Form::Contest || instance.entry.contest_has_plans();
        let settings = Settings {
            improve: self.effort(&limits),
            limits,
            question: self.question.map(|number| number.get() - 1),
            plans: wants_plans && (form == Form::Contest || !self.writing.no_plan),
            optimal: self.optimal,
            threads: self.bounds.threads(),
            seed: self.seed,
            weight: self.tuning.weight,
            width: self.tuning.width,
            databases: self.tuning.databases.clone(),
            table: self.tuning.table,
            ..Settings::default()
        };
        let choice = Choice {
            strategy: self.strategy.clone(),
            store: self.store.clone(),
            heuristic: self.heuristic.clone(),
        };
        let Instance {
            input,
            entry,
            options,
            ..
        } = &instance;
        let mut progress = context.console.progress();
        let report = context.interrupt.during(|| {
            let text = &input.text;
            entry.solve(text, options, &choice, &settings, &mut progress)
        });
        drop(progress);
        let report = report.map_err(|failure| {
            // Where there is a choice; a broken promise of the puzzle is no matter of the search.
            let is_refused = match &failure {
                Failure::Search(error) => !matches!(error, SearchError::CostAboveMax { .. }),
                _ => false,
            };
            let hint = "another --strategy may serve; `statewalk list NAME` shows them";
            instance
                .fault(&failure)
                .with_hint(is_refused.then(|| hint.to_owned()))
        })?;
        let exit = self.write(&report, form, &instance, context.console)?;
        if form != Form::Json && !self.writing.no_timing {
            let reading = console::duration(report.reading);
            let solving = console::duration(report.solving);
            let text = format!("read in {reading}, solved in {solving}");
            context.console.remark(&text);
        }
        Ok(context.interrupt.worst(exit))
    }

    /// The effort to improve plans with: as long as there is time, where there is a limit.
    fn effort(&self, limits: &Limits) -> Option<Effort> {
        let is_bounded = limits.deadline.is_some() || limits.expansions.is_some();
        let effort = Effort::default();
        self.improve.then(|| {
            if is_bounded {
                effort.unending()
            } else {
                effort
            }
        })
    }

    fn write(
        &self,
        report: &Report,
        form: Form,
        instance: &Instance<'_>,
        console: Console,
    ) -> Outcome {
        let exits = report
            .answers
            .iter()
            .map(|a| ended(&a.verdict, self.optimal));
        let worst = exits.max().unwrap_or(Exit::Solved);
        let mut out = console::stdout();
        let written = match form {
            Form::Text => as_text::write(&mut out, report, &instance.options, console.colored()),
            Form::Json => {
                as_json::write(&mut out, report, &instance.options, !self.writing.no_timing)
            }
            Form::Contest => as_contest::write(&mut out, report, instance),
        };
        match written.and_then(|()| Ok(out.flush()?)) {
            Err(Fault::ClosedPipe) | Ok(()) => {}
            Err(fault) => return Err(fault),
        }
        Ok(match (form, worst) {
            (Form::Contest, Exit::Settled) => Exit::Solved,
            (_, worst) => worst,
        })
    }
}

/// What one verdict means for the end of the program.
fn ended(verdict: &Verdict, optimal: bool) -> Exit {
    match verdict {
        Verdict::Solved { proved, .. } if optimal && !proved => Exit::Limit,
        Verdict::Solved { .. } => Exit::Solved,
        Verdict::Unsolvable { .. } | Verdict::Unbounded { .. } => Exit::Settled,
        Verdict::LimitReached { limit, .. } => match limit {
            Limit::Cancelled => Exit::Interrupted,
            _ => Exit::Limit,
        },
        Verdict::Illegal(_) => Exit::Bad,
        Verdict::Broken(_) => Exit::Broken,
    }
}
