//! Answers as programs see them: without the puzzle's types.

use std::fmt;
use std::time::Duration;

use crate::catalog::forecast::Forecast;
use crate::catalog::laboratory::Measured;
use crate::catalog::menu::better::BetterPlan;
use crate::catalog::menu::{Direction, LocalMaxima, Resumed};
use crate::catalog::params::Params;
use crate::catalog::text::InputError;
use crate::cost::Cost;
use crate::distances::audit::Audit;
use crate::macro_table;
use crate::plans::cheapest::Ended;
use crate::plans::optimal::Count;
use crate::search::Stats;
use crate::search::limits::Limit;

/// A plan in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanText {
    /// What it costs.
    pub cost: Cost,
    /// What it costs in words of the puzzle, where it has some.
    pub words: Option<String>,
    /// How many actions it has.
    pub steps: usize,
    /// The actions, one a line; `None` if they were not asked for.
    pub actions: Option<String>,
}

/// The verdict on a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// There is a plan; it was replayed by the rules.
    Solved {
        /// The plan.
        plan: PlanText,
        /// Whether it is proved that no cheaper one exists.
        proved: bool,
        /// No plan costs less than this, where it is known.
        lower: Option<Cost>,
        /// Why there is a plan, where a look at the question tells.
        reason: Option<String>,
    },
    /// It is proved that there is no plan.
    Unsolvable {
        /// Why, where more is known than that the search ended.
        reason: Option<String>,
    },
    /// Plans get cheaper without end along a cycle; it was replayed by the rules.
    Unbounded {
        /// The way from a start to the cycle, without the initial cost.
        approach: PlanText,
        /// The cycle, from where the way ends back to there; it costs less than 0.
        cycle: PlanText,
    },
    /// A limit was reached first.
    LimitReached {
        /// Which.
        limit: Limit,
        /// The best plan so far.
        best: Option<PlanText>,
        /// No plan costs less than this, where it is known.
        lower: Option<Cost>,
    },
    /// The question is no position of the puzzle.
    Illegal(InputError),
    /// The program contradicts itself: a plan did not replay.
    Broken(String),
}

impl Verdict {
    /// The plan, or `Some(None)` where it is proved that there is none; `None` for every other verdict.
    #[must_use]
    pub fn settled(&self) -> Option<Option<&PlanText>> {
        match self {
            Self::Solved { plan, .. } => Some(Some(plan)),
            Self::Unsolvable { .. } => Some(None),
            Self::Unbounded { .. }
            | Self::LimitReached { .. }
            | Self::Illegal(_)
            | Self::Broken(_) => None,
        }
    }
}

/// The answer to one question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The question's place in the file, from 0.
    pub number: usize,
    /// The line it begins in.
    pub line: usize,
    /// The verdict.
    pub verdict: Verdict,
    /// What it took; work that questions share is counted with the first of them.
    pub stats: Stats,
    /// The plans that came one after the other, each cheaper than those before it, where the strategy has several; at
    /// most a thousand, the last of them always.
    pub better: Vec<BetterPlan>,
}

/// The answers to a file, in its order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The puzzle.
    pub puzzle: &'static str,
    /// The strategy that was used.
    pub strategy: &'static str,
    /// The store that was used.
    pub store: &'static str,
    /// The heuristic that led it, if one did.
    pub heuristic: Option<&'static str>,
    /// The answers.
    pub answers: Vec<Answer>,
    /// How long reading took.
    pub reading: Duration,
    /// How long solving and replaying took.
    pub solving: Duration,
}

/// The macros of a puzzle; each that is there was replayed by the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Macros {
    /// The puzzle.
    pub puzzle: &'static str,
    /// The parameters of the patterns that were given.
    pub params: Params,
    /// The patterns in their order.
    pub rows: Vec<MacroRow>,
    /// What the searches for macros did.
    pub stats: Stats,
}

/// A pattern with its macro in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MacroRow {
    /// The name of the pattern.
    pub name: String,
    /// A picture of the state in which the macro applies.
    pub from: String,
    /// A picture of the state that it leads to.
    pub to: String,
    /// What is known; actions are lines.
    pub finding: macro_table::Finding<String>,
}

/// Several plans to a question; those that are listed were replayed by the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plans {
    /// The puzzle.
    pub puzzle: &'static str,
    /// The question's place in the file, from 0.
    pub number: usize,
    /// The line it begins in.
    pub line: usize,
    /// What was found.
    pub found: Several,
    /// What it took.
    pub stats: Stats,
    /// How long it took.
    pub time: Duration,
}

/// What was found where several plans were wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Several {
    /// The optimal plans.
    Optimal {
        /// What each of them costs.
        cost: Cost,
        /// How many there are.
        count: Count,
        /// The first of them.
        plans: Vec<PlanText>,
    },
    /// The cheapest plans that come to no state twice, at least one.
    Cheapest {
        /// In the order of their cost.
        plans: Vec<PlanText>,
        /// Why there are no more.
        end: Ended,
    },
    /// It is proved that there is no plan.
    Unsolvable {
        /// Why, where more is known than that the search ended.
        reason: Option<String>,
    },
    /// A limit was reached first.
    LimitReached {
        /// Which.
        limit: Limit,
        /// No plan costs less than this, where it is known.
        lower: Option<Cost>,
    },
    /// The question is no position of the puzzle.
    Illegal(InputError),
    /// The program contradicts itself: a plan did not replay.
    Broken(String),
}

/// A space that was enumerated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exploration {
    /// The puzzle.
    pub puzzle: &'static str,
    /// The store that was used.
    pub store: &'static str,
    /// Which way depths count.
    pub direction: Direction,
    /// What depths count from, or to where the direction is backward.
    pub origin: Origin,
    /// How many states have each distance, from 0 on, in the layers that were completed.
    pub profile: Vec<u64>,
    /// Pictures of states of the last such layer, the first few in the order of the store.
    pub deepest: Vec<String>,
    /// The limit that was reached, if the space was not seen to its end.
    pub limit: Option<Limit>,
    /// The local maxima, as pictures, if they were asked for and the whole space was seen; or the limit that was
    /// reached while they were looked for.
    pub maxima: Option<Result<LocalMaxima<String>, Limit>>,
    /// Where it went on from, if that was a checkpoint.
    pub resumed: Option<Resumed>,
    /// What it took.
    pub stats: Stats,
    /// How long it took.
    pub time: Duration,
}

/// The encodings of a space, measured.
#[derive(Clone, Debug)]
pub struct Trials {
    /// The puzzle.
    pub puzzle: &'static str,
    /// Where the space was enumerated from.
    pub origin: Origin,
    /// What came out, in the order of the puzzle's menu.
    pub encodings: Vec<Measured>,
}

/// A heuristic that was held against exact distances.
#[derive(Clone, Debug, PartialEq)]
pub struct Audited {
    /// The puzzle.
    pub puzzle: &'static str,
    /// The heuristic.
    pub heuristic: &'static str,
    /// What came out, with states as pictures and actions as lines.
    pub audit: Audit<String, String>,
    /// How long it took.
    pub time: Duration,
}

/// What the exploration of a space would take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Foretold {
    /// The puzzle.
    pub puzzle: &'static str,
    /// The store that would be used.
    pub store: &'static str,
    /// Which way depths would count.
    pub direction: Direction,
    /// What it would take.
    pub forecast: Forecast,
}

/// Where depths are 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// At the goal.
    Goal,
    /// At the start of the question of this number, from 0.
    Start(usize),
    /// Nowhere: no question has a start.
    Nowhere,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Goal => f.write_str("the goal"),
            Self::Start(number) => write!(f, "the start of question {}", number + 1),
            Self::Nowhere => f.write_str("no start"),
        }
    }
}

/// The result of checking a plan against a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The question's place in the file, from 0.
    pub number: usize,
    /// The line the question begins in.
    pub line: usize,
    /// What came out.
    pub finding: Finding,
}

/// What a check of a plan found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// The plan is right.
    Right {
        /// What it costs by the rules.
        cost: Cost,
        /// How many actions it has.
        steps: usize,
    },
    /// The plan is wrong, for this reason.
    Wrong(String),
    /// No plan was given.
    NoPlan,
    /// The question is no position of the puzzle.
    Illegal(InputError),
}

impl Finding {
    /// What the plan costs, if it is right.
    #[must_use]
    pub fn cost(&self) -> Option<Cost> {
        match self {
            Self::Right { cost, .. } => Some(*cost),
            _ => None,
        }
    }
}
