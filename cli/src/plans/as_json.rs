//! Several plans as JSON for programs.

use std::io::Write;

use serde::Serialize;
use statewalk::catalog::menu::plans::Which;
use statewalk::catalog::params::Params;
use statewalk::catalog::report::{PlanText, Plans, Several};
use statewalk::plans::cheapest::Ended;
use statewalk::plans::optimal::Count;
use statewalk::search::limits::Limit;

use crate::fault::Outcome;
use crate::json::{self, Counters, Document, Lines, Number, Seconds, Whole, Wrong};
use crate::plans::{Listed, as_text};

/// Writes all that was found, one entry of `timing` a question, in seconds, if that is wanted.
pub(super) fn write(
    out: &mut impl Write,
    all: &[Listed],
    which: Which,
    timing: bool,
) -> Outcome<()> {
    let none = Params::default();
    let questions = |listed| questions(listed, which);
    let times = |listed: &Listed| {
        listed
            .questions
            .iter()
            .map(|plans| Seconds(plans.time))
            .collect()
    };
    let document = Document {
        command: "plans",
        // They are the same for all files.
        parameters: all.first().map_or(&none, |listed| &listed.options),
        list: ("questions", all.iter().flat_map(questions).collect()),
        timing: timing.then(|| all.iter().flat_map::<Vec<_>, _>(times).collect()),
    };
    json::write(out, &document)
}

/// Every question has every field, `null` where it has nothing to say.
#[derive(Serialize)]
struct Question<'a> {
    file: &'a str,
    puzzle: &'a str,
    number: usize,
    line: usize,
    verdict: &'static str,
    /// `optimal` or `cheapest`.
    wanted: &'static str,
    /// Of the cheapest plan.
    cost: Option<Number>,
    /// No plan costs less, where that is known.
    lower: Option<Number>,
    /// How many there are, where that was counted; with `more`, it is more than that.
    count: Option<Whole>,
    more: Option<bool>,
    infinite: Option<bool>,
    /// Whether all that there are are listed.
    complete: Option<bool>,
    plans: Vec<Plan<'a>>,
    reason: Option<String>,
    limit: Option<&'static str>,
    error: Option<Wrong<'a>>,
    stats: Counters,
}

#[derive(Serialize)]
struct Plan<'a> {
    cost: Number,
    steps: usize,
    actions: Lines<'a>,
}

impl<'a> From<&'a PlanText> for Plan<'a> {
    fn from(plan: &'a PlanText) -> Self {
        Self {
            cost: plan.cost.into(),
            steps: plan.steps,
            actions: Lines(plan.actions.as_deref().unwrap_or_default()),
        }
    }
}

fn questions(listed: &Listed, which: Which) -> Vec<Question<'_>> {
    let questions = listed.questions.iter();
    questions
        .map(|plans| Question::new(&listed.file, plans, which))
        .collect()
}

impl<'a> Question<'a> {
    fn new(file: &'a str, told: &'a Plans, which: Which) -> Self {
        let plans = as_text::plans(&told.found);
        let mut question = Self {
            file,
            puzzle: told.puzzle,
            number: told.number + 1,
            line: told.line,
            verdict: "solved",
            wanted: match which {
                Which::Optimal(_) => "optimal",
                Which::Cheapest(_) => "cheapest",
            },
            cost: plans.first().map(|plan| plan.cost.into()),
            lower: plans.first().map(|plan| plan.cost.into()),
            count: None,
            more: None,
            infinite: None,
            complete: None,
            plans: plans.iter().map(Plan::from).collect(),
            reason: None,
            limit: None,
            error: None,
            stats: Counters::from(&told.stats),
        };
        match &told.found {
            Several::Optimal { cost, count, .. } => question.set_count((*cost).into(), *count),
            Several::Cheapest { end, .. } => {
                question.complete = Some(*end == Ended::All);
                if let Ended::Limit(limit) = end {
                    question.set_limit(limit);
                }
            }
            Several::Unsolvable { reason } => {
                question.verdict = "unsolvable";
                question.reason.clone_from(reason);
            }
            Several::LimitReached { limit, lower } => {
                question.verdict = "limit";
                question.lower = lower.map(Number::from);
                question.set_limit(limit);
            }
            Several::Illegal(error) => {
                question.verdict = "illegal";
                question.error = Some(error.into());
            }
            Several::Broken(why) => {
                question.verdict = "broken";
                question.error = Some(Wrong::without_place(why));
            }
        }
        question
    }

    fn set_count(&mut self, cost: Number, count: Count) {
        let listed = self.plans.len() as u128;
        self.cost = Some(cost);
        self.lower = Some(cost);
        self.more = Some(matches!(count, Count::MoreThan(_)));
        self.infinite = Some(count == Count::Infinite);
        self.complete = Some(count == Count::Exactly(listed));
        self.count = match count {
            Count::Exactly(count) | Count::MoreThan(count) => Some(Whole(count)),
            Count::Infinite => None,
        };
    }

    fn set_limit(&mut self, limit: &Limit) {
        self.limit = Some(limit.word());
        self.reason = Some(limit.to_string());
    }
}
