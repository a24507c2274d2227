//! `statewalk check`: replays plans by the rules of the puzzle, without any search.

pub(crate) mod plans;

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};
use serde::Serialize;
use statewalk::catalog::report::{Checked, Finding};
use statewalk::cost::Cost;
use statewalk::memory::Memory;
use statewalk::search::limits::Limits;
use statewalk::words::counted;

use crate::args::{Context, Reading};
use crate::check::plans::{Plans, Stated};
use crate::console::{self, Paint, paint};
use crate::exit::{self, Exit};
use crate::fault::{Fault, Outcome};
use crate::input::{self, Input};
use crate::json::{self, Number, SCHEMA};
use crate::machine;
use crate::units;

const EXAMPLES: &str = "\
Examples:
  statewalk solve boards.txt > plans.txt; statewalk check boards.txt plans.txt
  statewalk solve --json boards.txt | statewalk check boards.txt -

PLAN is what `solve` wrote as text or as JSON, or in contest form where that holds plans.";

/// What its exit codes mean.
const CODES: [(Exit, &str); 4] = [
    (Exit::Solved, "every question has a plan that is right"),
    (Exit::Settled, "a plan is wrong or missing"),
    (
        Exit::Limit,
        "a question is said to have no plan, which no replay can check",
    ),
    (Exit::Broken, "the output cannot be written"),
];

/// Check plans: replay them by the rules alone
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, after_long_help = exit::told(EXAMPLES, &CODES))]
pub(crate) struct Check {
    /// The file with the instance
    #[arg(value_hint = ValueHint::FilePath)]
    file: PathBuf,

    /// The file with the plans; one of the two may be `-`
    #[arg(value_hint = ValueHint::FilePath)]
    plan: PathBuf,

    #[command(flatten)]
    reading: Reading,

    /// Write JSON
    #[arg(long)]
    json: bool,

    /// Read no more than this of each file (512MiB, 1e9)
    #[arg(long, value_name = "SIZE", value_parser = units::bytes, allow_negative_numbers = true)]
    memory: Option<u64>,
}

/// Verdicts without a plan, in the words of text and JSON.
const PLANLESS: [&str; 4] = ["unsolvable", "unbounded", "limit", "not settled"];

/// The result for one question.
struct Judged {
    number: usize,
    line: usize,
    result: Judgement,
}

enum Judgement {
    Right {
        cost: Cost,
        steps: usize,
    },
    Wrong(String),
    /// The plan file says that there is no plan, which a replay cannot check.
    Unchecked(String),
    Illegal(String),
}

impl Check {
    /// Runs the subcommand.
    pub(crate) fn run(&self, context: &Context<'_>) -> Outcome {
        if self.file.as_os_str() == "-" && self.plan.as_os_str() == "-" {
            let message = "only one of FILE and PLAN can be standard input";
            return Err(Fault::bad(message));
        }
        let memory = self.memory.map_or_else(machine::memory, Memory::limited);
        let limits = Limits {
            memory,
            ..Limits::default()
        };
        let instance = self.reading.read(&self.file, &limits, context)?;
        let plan = input::read(&self.plan, "a plan", &limits, |_, _| Ok(()))?;
        let plans = Plans::read(&plan, instance.entry);
        let plans =
            plans.map_err(|fault| fault.with_hint(misplaced(&plan, &self.plan, context)))?;
        // The rules are what the caller says, not what the plans say, but a difference may explain
        // a plan that is wrong.
        let made = plans.options.as_ref();
        let made = made.map(|made| made.iter().map(|(name, value)| (&name[..], &value[..])));
        if made.is_some_and(|made| !made.eq(instance.options.iter())) {
            let text = format!(
                "{}: the plans were made under other options (-p)",
                plan.name
            );
            context.console.remark(&text);
        }
        let checked = instance
            .entry
            .check(&instance.input.text, &instance.options, &plans.lines)
            .map_err(|failure| instance.fault(&failure))?;
        if plans.stated.len() > checked.len() {
            let (asked, planned) = (checked.len(), plans.stated.len());
            let asked = counted(asked, "question");
            return Err(Fault::bad(format!(
                "{}: found a plan for question {planned}, expected at most {planned_most}: {} has {asked}",
                plan.name,
                instance.input.name,
                planned_most = checked.len(),
            )));
        }
        let judged: Vec<_> = checked
            .into_iter()
            .map(|checked| {
                let stated = plans.stated.get(checked.number);
                judge(checked, stated)
            })
            .collect();
        let exits = judged.iter().map(|judged| match judged.result {
            Judgement::Right { .. } => Exit::Solved,
            Judgement::Unchecked(_) => Exit::Limit,
            Judgement::Wrong(_) => Exit::Settled,
            Judgement::Illegal(_) => Exit::Bad,
        });
        let exit = exits.max().unwrap_or(Exit::Solved);
        let mut out = console::stdout();
        let written = if self.json {
            write_json(&mut out, instance.entry.card().name, &judged)
        } else {
            write_text(&mut out, &judged, context.console.colored())
        };
        match written.and_then(|()| Ok(out.flush()?)) {
            Err(Fault::ClosedPipe) | Ok(()) => Ok(exit),
            Err(fault) => Err(fault),
        }
    }
}

/// What helps where the plans are none: an instance stands in their place.
fn misplaced(plan: &Input, path: &Path, context: &Context<'_>) -> Option<String> {
    let entry = context.puzzles.whole(&plan.text)?;
    let (puzzle, path) = (entry.card().name, path.display());
    Some(format!(
        "this is an instance of {puzzle}; `statewalk solve {path} > PLAN` writes its plans, and \
         `statewalk check {path} PLAN` checks them"
    ))
}

/// Compares what a replay found with what the plan file states.
fn judge(checked: Checked, stated: Option<&Stated>) -> Judged {
    let Checked {
        number,
        line,
        finding,
    } = checked;
    let result = match (finding, stated) {
        (Finding::Illegal(error), _) => Judgement::Illegal(error.to_string()),
        (_, Some(Stated::Miscounted { said, given })) => Judgement::Wrong(format!(
            "the plan is said to have {}, {given} {} given",
            counted(*said, "action"),
            if *given == 1 { "is" } else { "are" },
        )),
        (Finding::Wrong(why), _) => Judgement::Wrong(why),
        (Finding::Right { cost, steps }, stated) => match stated {
            Some(Stated::Plan { cost: Some(said) }) if *said != cost => Judgement::Wrong(format!(
                "the plan is said to cost {said}, its actions cost {cost}"
            )),
            _ => Judgement::Right { cost, steps },
        },
        (Finding::NoPlan, Some(Stated::NoPlan(verdict)))
            if PLANLESS.contains(&verdict.as_str()) =>
        {
            Judgement::Unchecked(verdict.clone())
        }
        (Finding::NoPlan, _) => Judgement::Wrong("no plan is given for this question".to_owned()),
    };
    Judged {
        number: number + 1,
        line,
        result,
    }
}

fn write_text(out: &mut impl Write, judged: &[Judged], colored: bool) -> Outcome<()> {
    let number_width = judged.len().to_string().len();
    let last_line = judged.iter().map(|judged| judged.line).max();
    let line_width = last_line.unwrap_or(0).to_string().len();
    for Judged {
        number,
        line,
        result,
    } in judged
    {
        let (color, word, rest) = match result {
            Judgement::Right { cost, steps } => {
                let steps = counted(*steps, "action");
                (Paint::Green, "right", format!(", cost {cost}, {steps}"))
            }
            Judgement::Wrong(why) => (Paint::Red, "wrong", format!(": {why}")),
            Judgement::Unchecked(verdict) => {
                let rest = format!(
                    ": no plan is given; it is said to be {verdict}, which no replay can show"
                );
                (Paint::Yellow, "not checked", rest)
            }
            Judgement::Illegal(error) => (Paint::Red, "illegal", format!(": {error}")),
        };
        let word = paint(colored, color, word);
        writeln!(
            out,
            "question {number:>number_width$} (line {line:>line_width$}): {word}{rest}"
        )?;
    }
    Ok(())
}

#[derive(Serialize)]
struct Document<'a> {
    schema: u32,
    command: &'static str,
    puzzle: &'a str,
    questions: Vec<Question<'a>>,
}

#[derive(Serialize)]
struct Question<'a> {
    number: usize,
    line: usize,
    result: &'static str,
    cost: Option<Number>,
    steps: Option<usize>,
    reason: Option<&'a str>,
}

fn write_json(out: &mut impl Write, puzzle: &str, judged: &[Judged]) -> Outcome<()> {
    let questions = judged.iter().map(|judged| {
        let (result, cost, steps, reason) = match &judged.result {
            Judgement::Right { cost, steps } => ("right", Some(*cost), Some(*steps), None),
            Judgement::Wrong(why) => ("wrong", None, None, Some(why)),
            Judgement::Unchecked(why) => ("unchecked", None, None, Some(why)),
            Judgement::Illegal(why) => ("illegal", None, None, Some(why)),
        };
        Question {
            number: judged.number,
            line: judged.line,
            result,
            cost: cost.map(Number::from),
            steps,
            reason: reason.map(String::as_str),
        }
    });
    let document = Document {
        schema: SCHEMA,
        command: "check",
        puzzle,
        questions: questions.collect(),
    };
    json::write(out, &document)
}
