//! What a strategy says of a question.

use crate::catalog::menu::better::BetterPlan;
use crate::cost::Cost;
use crate::memory::{Memory, bytes_of};
use crate::plan::Plan;
use crate::search::Stats;
use crate::search::limits::Limit;
use crate::search::outcome::{Found, Outcome};

/// How a strategy answered one question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution<A> {
    /// The verdict.
    pub verdict: Conclusion<A>,
    /// What it took; work that questions share is counted with the first of them.
    pub stats: Stats,
    /// The plans that came one after the other, each cheaper than those before it, where the strategy has several; at
    /// most a thousand, the last of them always.
    pub better: Vec<BetterPlan>,
}

/// A verdict whose plan may be left out where only its cost was wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Conclusion<A> {
    /// A verdict with its plan.
    Outcome(Outcome<A>),
    /// The cost of a cheapest plan, proved.
    Cost(Cost),
    /// Proved: there is no plan, for this reason.
    NoPlan(String),
    /// The strategy contradicts itself: what it found wrong.
    Broken(String),
}

impl<A> From<Found<A>> for Solution<A> {
    fn from(found: Found<A>) -> Self {
        Self::new(Conclusion::Outcome(found.outcome), found.stats)
    }
}

impl<A> Solution<A> {
    /// A verdict and what it took.
    #[must_use]
    pub fn new(verdict: Conclusion<A>, stats: Stats) -> Self {
        Self {
            verdict,
            stats,
            better: Vec::new(),
        }
    }

    /// A plan from the first start.
    #[must_use]
    pub fn plan(actions: Vec<A>, cost: Cost, proved: bool, lower: Option<Cost>) -> Self {
        let plan = Plan {
            start: 0,
            actions,
            cost,
        };
        let outcome = Outcome::Solved {
            plan,
            proved,
            lower,
        };
        Self::new(Conclusion::Outcome(outcome), Stats::default())
    }

    /// No plan, since there is no start.
    #[must_use]
    pub fn no_start() -> Self {
        Self::new(Conclusion::Outcome(Outcome::Unsolvable), Stats::default())
    }

    /// The same, its plan claimed from `memory`: it is kept until the whole file is answered. Where it
    /// does not fit, that is the limit that was reached. Without a limit nothing is claimed.
    ///
    /// A strategy that answers questions [one by one](crate::catalog::menu::Menu::each) need not call it.
    #[must_use]
    pub fn held(mut self, memory: &Memory) -> Self {
        if let Conclusion::Outcome(outcome) = &mut self.verdict
            && memory.limit() != u64::MAX
            && let Err(full) = memory.claim(bytes_of::<A>(outcome.room()))
        {
            let lower = match outcome {
                Outcome::Solved { lower, .. } | Outcome::LimitReached { lower, .. } => *lower,
                Outcome::Unsolvable | Outcome::Unbounded(_) => None,
            };
            *outcome = Outcome::LimitReached {
                limit: full.into(),
                best: None,
                lower,
            };
        }
        self
    }

    /// A limit that was reached before anything was known.
    #[must_use]
    pub fn limit(limit: Limit, stats: Stats) -> Self {
        let verdict = Conclusion::Outcome(Outcome::stopped(limit, None));
        Self::new(verdict, stats)
    }

    /// The same with the plans as they came, those it has among them. They stay claimed from `memory` as plans do; where they do
    /// not fit, they are left out.
    #[must_use]
    pub(crate) fn with_better(mut self, better: Vec<BetterPlan>, memory: &Memory) -> Self {
        let grown = better.len().saturating_sub(self.better.len());
        let fits =
            memory.limit() == u64::MAX || memory.claim(bytes_of::<BetterPlan>(grown)).is_ok();
        self.better = if fits { better } else { Vec::new() };
        self
    }
}
