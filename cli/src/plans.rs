//! `statewalk plans`: several plans to a question, all optimal ones or the cheapest so many.

mod as_json;
mod as_text;

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, ValueHint};
use statewalk::catalog::entry::Failure;
use statewalk::catalog::menu::Settings;
use statewalk::catalog::menu::plans::Which;
use statewalk::catalog::params::Params;
use statewalk::catalog::report::{self, Several};
use statewalk::plans::cheapest::Ended;
use statewalk::search::limits::Limit;
use statewalk::search::outcome::SearchError;

use crate::args::{Bounds, Context, Instance, Reading};
use crate::console;
use crate::exit::{self, Exit};
use crate::fault::{Fault, Outcome};
use crate::units;

const EXAMPLES: &str = "\
Examples:
  statewalk plans puzzles/instances/magic/two-boards.txt
  statewalk plans --list 0 --question 2 puzzles/instances/graph/towns.gr
  statewalk plans --cheapest 3 puzzles/instances/graph/towns.gr
  statewalk plans --json --no-timing --memory 1GiB puzzles/instances/hanoi/reve.txt";

/// What its exit codes mean.
const CODES: [(Exit, &str); 4] = [
    (Exit::Solved, "every question has a plan"),
    (
        Exit::Settled,
        "every question is settled, and at least one has no plan",
    ),
    (
        Exit::Limit,
        "a limit was reached first, or before so many of the cheapest were found",
    ),
    (
        Exit::Broken,
        "a plan did not replay, or the output cannot be written",
    ),
];

/// List several plans: all optimal ones, counted, or the cheapest one by one
///
/// All states that cost no more than an optimal plan are kept in a hash of whole states, so that all ways along them can
/// be counted; each of the cheapest plans takes as many searches as it has actions. No action may cost less than 0.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, after_long_help = exit::told(EXAMPLES, &CODES))]
pub(crate) struct Plans {
    /// The files with the instances; `-` is standard input
    #[arg(value_name = "FILE", required = true, value_hint = ValueHint::FilePath)]
    files: Vec<PathBuf>,

    #[command(flatten)]
    reading: Reading,

    /// Answer only the question of this number, from 1
    #[arg(long, value_name = "NUMBER", value_parser = units::question, allow_negative_numbers = true)]
    question: Option<NonZeroUsize>,

    /// List so many of the optimal plans, the shortest first; all are counted
    #[arg(long, value_name = "COUNT", default_value_t = 10, value_parser = units::listed, allow_negative_numbers = true)]
    list: usize,

    /// List so many of the cheapest plans instead, of those that come to no state twice, also dearer ones
    #[arg(long, value_name = "COUNT", value_parser = units::cheapest, allow_negative_numbers = true, conflicts_with = "list")]
    cheapest: Option<NonZeroUsize>,

    /// One object for programs
    #[arg(long)]
    json: bool,

    /// Leave out how long it took
    #[arg(long)]
    no_timing: bool,

    #[command(flatten)]
    bounds: Bounds,
}

/// What was found for the questions of a file.
struct Listed {
    /// What the file is called.
    file: String,
    puzzle: &'static str,
    options: Params,
    questions: Vec<report::Plans>,
}

impl Plans {
    /// Runs the subcommand.
    pub(crate) fn run(&self, context: &Context<'_>) -> Outcome {
        let settings = Settings {
            limits: self.bounds.limits(context),
            question: self.question.map(|number| number.get() - 1),
            plans: true,
            threads: self.bounds.threads(),
            ..Settings::default()
        };
        let which = self.cheapest.map_or(Which::Optimal(self.list), |most| {
            Which::Cheapest(most.get())
        });
        // Nothing is written before all files were read.
        let mut all = Vec::with_capacity(self.files.len());
        for file in &self.files {
            let instance = self.reading.read(file, &settings.limits, context)?;
            all.push(listed(instance, which, &settings, context)?);
        }
        let mut out = console::stdout();
        let written = if self.json {
            as_json::write(&mut out, &all, which, !self.no_timing)
        } else {
            as_text::write(&mut out, &all, which, context.console.colored())
        };
        match written.and_then(|()| Ok(out.flush()?)) {
            Err(Fault::ClosedPipe) | Ok(()) => {}
            Err(fault) => return Err(fault),
        }
        let questions = || all.iter().flat_map(|listed| &listed.questions);
        if !self.json && !self.no_timing {
            let time = console::duration(questions().map(|plans| plans.time).sum());
            context.console.remark(&format!("listed in {time}"));
        }
        let exit = questions().map(|plans| ended(&plans.found)).max();
        Ok(context.interrupt.worst(exit.unwrap_or(Exit::Solved)))
    }
}

/// Several plans to the questions of a file.
fn listed(
    instance: Instance<'_>,
    which: Which,
    settings: &Settings,
    context: &Context<'_>,
) -> Outcome<Listed> {
    let mut progress = context.console.progress();
    let found = context.interrupt.during(|| {
        let (text, options) = (&instance.input.text, &instance.options);
        instance
            .entry
            .plans(text, options, which, settings, &mut progress)
    });
    drop(progress);
    let questions = found.map_err(|failure| match &failure {
        Failure::Search(error @ SearchError::NegativeArc { .. }) => {
            let hint =
                "one plan each is found by `statewalk solve`, by strategies that serve such costs";
            Fault::bad(error.to_string()).with_hint(Some(hint.to_owned()))
        }
        failure => instance.fault(failure),
    })?;
    Ok(Listed {
        file: instance.input.name,
        puzzle: instance.entry.card().name,
        options: instance.options,
        questions,
    })
}

/// What one question means for the end of the program.
fn ended(found: &Several) -> Exit {
    let limit = |limit: &Limit| match limit {
        Limit::Cancelled => Exit::Interrupted,
        _ => Exit::Limit,
    };
    match found {
        Several::Optimal { .. } => Exit::Solved,
        Several::Cheapest { end, .. } => match end {
            Ended::Limit(reached) => limit(reached),
            Ended::Enough | Ended::All => Exit::Solved,
        },
        Several::Unsolvable { .. } => Exit::Settled,
        Several::LimitReached { limit: reached, .. } => limit(reached),
        Several::Illegal(_) => Exit::Bad,
        Several::Broken(_) => Exit::Broken,
    }
}
