//! Answers for programs: one JSON object, its questions in the order of the file.

use std::collections::BTreeMap;
use std::io::Write;

use serde::{Serialize, Serializer};
use statewalk::catalog::menu::better::BetterPlan;
use statewalk::catalog::params::Params;
use statewalk::catalog::report::{Answer, PlanText, Report, Verdict};

use crate::fault::Outcome;
use crate::json::{self, Counters, Lines, Number, SCHEMA, Seconds, Wrong};
use crate::solve::as_text;

#[derive(Serialize)]
struct Document<'a> {
    schema: u32,
    command: &'static str,
    puzzle: &'a str,
    format: &'a str,
    options: BTreeMap<&'a str, &'a str>,
    strategy: &'a str,
    store: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    heuristic: Option<&'a str>,
    questions: Questions<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    timing: Option<Timing>,
}

#[derive(Serialize)]
struct Timing {
    reading: Seconds,
    solving: Seconds,
}

/// The answers, made into questions one by one as they are written.
struct Questions<'a>(&'a [Answer]);

impl Serialize for Questions<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(Question::new))
    }
}

/// Every question has every field, `null` where it has nothing to say, but `cost_in_words`, which few puzzles have, and
/// `better`, which few strategies have.
#[derive(Serialize)]
struct Question<'a> {
    number: usize,
    line: usize,
    verdict: &'static str,
    cost: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cost_in_words: Option<&'a str>,
    proved: Option<bool>,
    lower: Option<Number>,
    steps: Option<usize>,
    plan: Option<Lines<'a>>,
    approach: Option<Lines<'a>>,
    cycle: Option<Lines<'a>>,
    reason: Option<String>,
    limit: Option<&'static str>,
    error: Option<Wrong<'a>>,
    #[serde(skip_serializing_if = "Better::is_empty")]
    better: Better<'a>,
    stats: Counters,
}

/// The plans as they came, each cheaper than those before it.
struct Better<'a>(&'a [BetterPlan]);

impl Better<'_> {
    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Serialize for Better<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(Came::from))
    }
}

/// A plan when it came.
#[derive(Serialize)]
struct Came {
    cost: Number,
    expanded: Number,
}

impl From<&BetterPlan> for Came {
    fn from(plan: &BetterPlan) -> Self {
        Self {
            cost: plan.cost.into(),
            expanded: plan.expanded.into(),
        }
    }
}

impl<'a> Question<'a> {
    fn new(answer: &'a Answer) -> Self {
        let mut question = Self {
            number: answer.number + 1,
            line: answer.line,
            verdict: "",
            cost: None,
            cost_in_words: None,
            proved: None,
            lower: None,
            steps: None,
            plan: None,
            approach: None,
            cycle: None,
            reason: None,
            limit: None,
            error: None,
            better: Better(&answer.better),
            stats: Counters::from(&answer.stats),
        };
        match &answer.verdict {
            Verdict::Solved {
                plan,
                proved,
                lower,
                reason,
            } => {
                question.verdict = "solved";
                question.set_plan(plan, *proved);
                question.lower = lower.map(Number::from);
                question.reason.clone_from(reason);
            }
            Verdict::Unsolvable { reason } => {
                question.verdict = "unsolvable";
                question.reason.clone_from(reason);
            }
            Verdict::Unbounded { approach, cycle } => {
                question.verdict = "unbounded";
                question.approach = approach.actions.as_deref().map(Lines);
                question.cycle = cycle.actions.as_deref().map(Lines);
                question.reason = Some(as_text::endless(approach, cycle));
            }
            Verdict::LimitReached { limit, best, lower } => {
                question.verdict = "limit";
                question.limit = Some(limit.word());
                question.reason = Some(limit.to_string());
                question.lower = lower.map(Number::from);
                if let Some(plan) = best {
                    question.set_plan(plan, false);
                }
            }
            Verdict::Illegal(error) => {
                question.verdict = "illegal";
                question.error = Some(error.into());
            }
            Verdict::Broken(why) => {
                question.verdict = "broken";
                question.error = Some(Wrong::without_place(why));
            }
        }
        question
    }

    fn set_plan(&mut self, plan: &'a PlanText, proved: bool) {
        self.cost = Some(plan.cost.into());
        self.cost_in_words = plan.words.as_deref();
        self.proved = Some(proved);
        self.plan = plan.actions.as_deref().map(Lines);
        self.steps = plan.actions.is_some().then_some(plan.steps);
    }
}

/// Writes a report.
pub(crate) fn write(
    out: &mut impl Write,
    report: &Report,
    options: &Params,
    timing: bool,
) -> Outcome<()> {
    let document = Document {
        schema: SCHEMA,
        command: "solve",
        puzzle: report.puzzle,
        format: report.puzzle,
        options: options.iter().collect(),
        strategy: report.strategy,
        store: report.store,
        heuristic: report.heuristic,
        questions: Questions(&report.answers),
        timing: timing.then_some(Timing {
            reading: Seconds(report.reading),
            solving: Seconds(report.solving),
        }),
    };
    json::write(out, &document)
}
