//! How searches end: an honest verdict, or an error in the space itself.

use std::fmt::{self, Debug, Display};

use thiserror::Error;

use crate::cost::{Cost, CostOverflow};
use crate::plan::Plan;
use crate::plan::cycle::Cycle;
use crate::search::Stats;
use crate::search::limits::Limit;

/// The verdict of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome<A> {
    /// A plan was found.
    Solved {
        /// The plan.
        plan: Plan<A>,
        /// Whether no cheaper plan exists. Searches that need costs from 0 on refuse what they meet below; where
        /// a space breaks that promise only beyond the goal, they do not come to see it.
        proved: bool,
        /// No plan costs less than this, where it is known.
        lower: Option<Cost>,
    },
    /// No plan exists: everything that can be reached was looked at.
    Unsolvable,
    /// Plans get cheaper without end: a goal can be reached from this cycle of negative cost, which a
    /// start reaches.
    Unbounded(Cycle<A>),
    /// A limit was reached first. Whether a plan exists is not known.
    LimitReached {
        /// Which one.
        limit: Limit,
        /// The best plan so far, if one was found.
        best: Option<Plan<A>>,
        /// No plan costs less than this, where it is known.
        lower: Option<Cost>,
    },
}

impl<A> Outcome<A> {
    /// The verdict where a limit came before any plan. No plan costs less than `lower`, where that is known.
    #[must_use]
    pub fn stopped(limit: impl Into<Limit>, lower: Option<Cost>) -> Self {
        Self::LimitReached {
            limit: limit.into(),
            best: None,
            lower,
        }
    }

    /// The same; where a limit was reached first, with the best plan so far.
    #[must_use]
    pub(crate) fn with_best(mut self, plan: impl FnOnce() -> Option<Plan<A>>) -> Self {
        if let Self::LimitReached { best, .. } = &mut self
            && best.is_none()
        {
            *best = plan();
        }
        self
    }

    /// The plan, if there is one: proved optimal or not, or the best before a limit.
    #[must_use]
    pub fn plan(&self) -> Option<&Plan<A>> {
        match self {
            Self::Solved { plan, .. } => Some(plan),
            Self::LimitReached { best, .. } => best.as_ref(),
            Self::Unsolvable | Self::Unbounded(_) => None,
        }
    }

    /// The cost of the plan, if there is one.
    #[must_use]
    pub fn cost(&self) -> Option<Cost> {
        self.plan().map(|plan| plan.cost)
    }

    /// The actions that the verdict has room for.
    pub(crate) fn room(&self) -> usize {
        match self {
            Self::Unbounded(cycle) => cycle.approach.capacity() + cycle.actions.capacity(),
            _ => self.plan().map_or(0, |plan| plan.actions.capacity()),
        }
    }

    /// The same verdict with every action turned into another.
    pub fn map_actions<B>(self, mut f: impl FnMut(A) -> B) -> Outcome<B> {
        let mut map = |plan: Plan<A>| Plan {
            start: plan.start,
            actions: plan.actions.into_iter().map(&mut f).collect(),
            cost: plan.cost,
        };
        match self {
            Self::Solved {
                plan,
                proved,
                lower,
            } => Outcome::Solved {
                plan: map(plan),
                proved,
                lower,
            },
            Self::Unsolvable => Outcome::Unsolvable,
            Self::Unbounded(cycle) => Outcome::Unbounded(cycle.map(f)),
            Self::LimitReached { limit, best, lower } => Outcome::LimitReached {
                limit,
                best: best.map(map),
                lower,
            },
        }
    }
}

/// A verdict and what it took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found<A> {
    /// The verdict.
    pub outcome: Outcome<A>,
    /// The counters.
    pub stats: Stats,
}

impl<A> Found<A> {
    /// What is found where a limit came before the search began.
    #[must_use]
    pub fn not_begun(limit: impl Into<Limit>) -> Self {
        Self {
            outcome: Outcome::stopped(limit, None),
            stats: Stats::default(),
        }
    }
}

/// Why a search cannot be right on this space, however far it goes.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SearchError {
    /// The algorithm needs costs from 0 on.
    #[error("action {action} costs {cost}; this search needs costs that are not negative")]
    NegativeArc {
        /// The action, printed.
        action: String,
        /// Its cost.
        cost: Cost,
    },
    /// The algorithm needs every action to cost 1.
    #[error("action {action} costs {cost}; this search needs every action to cost 1")]
    NotUnitCost {
        /// The action, printed.
        action: String,
        /// Its cost.
        cost: Cost,
    },
    /// The space promised a smaller largest cost.
    #[error("action {action} costs {cost}; the space said that no action costs more than {max}")]
    CostAboveMax {
        /// The action, printed.
        action: String,
        /// Its cost.
        cost: Cost,
        /// What the space promised.
        max: Cost,
    },
    /// The caller promised a larger least cost.
    #[error("action {action} costs {cost}; it was said that no action costs less than {min}")]
    CostBelowMin {
        /// The action, printed.
        action: String,
        /// Its cost.
        cost: Cost,
        /// What was promised.
        min: Cost,
    },
    /// The algorithm needs to know a small largest cost.
    #[error(
        "this search needs to know a largest cost of an action, of {most} or less: `StateSpace::max_cost` of the space does not tell one; where all actions cost 1 it is `Some(1)`"
    )]
    NoSmallMax {
        /// The largest cost that it can serve.
        most: Cost,
    },
    /// The algorithm needs all starts to have the same initial cost.
    #[error("the starts cost {0} and {1}; this search needs them to cost the same")]
    UnequalStarts(Cost, Cost),
    /// The store keeps no parents, and costs alone do not lead back.
    #[error(
        "no cheaper state leads to one at cost {cost}: an action costs 0 (plans need a store that keeps parents then), or predecessors and actions disagree"
    )]
    NoDescent {
        /// The cost at which the way back was lost.
        cost: Cost,
    },
    /// The states of two nodes follow each other in the store, but no action leads from the one to
    /// the other.
    #[error(
        "no action leads from a state to the next one of a plan; the rules must list the same actions every time"
    )]
    NoAction,
    /// The heuristic says more of a state than a plan from it costs, so nothing that was proved by it holds.
    #[error(
        "the heuristic is not admissible: of a state from which a plan costs {rest} it says {}",
        Estimate(.estimate)
    )]
    Inadmissible {
        /// What it says; `None`: that no goal can be reached.
        estimate: Option<Cost>,
        /// What a plan from the state costs.
        rest: Cost,
    },
    /// The backward heuristic says more of a state than a plan to it costs, so nothing that was proved by it holds.
    #[error(
        "the backward heuristic is not admissible: of a state to which a plan costs {spent} it says {}",
        Unreached(.estimate)
    )]
    InadmissibleBehind {
        /// What it says; `None`: that no start leads there.
        estimate: Option<Cost>,
        /// What a plan to the state costs, without its initial cost.
        spent: Cost,
    },
    /// A cost does not fit.
    #[error(transparent)]
    Overflow(#[from] CostOverflow),
}

/// An estimate in a message.
struct Estimate<'a>(&'a Option<Cost>);

impl Display for Estimate<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(estimate) => write!(f, "{estimate}"),
            None => f.write_str("that no goal can be reached"),
        }
    }
}

/// A backward estimate in a message.
struct Unreached<'a>(&'a Option<Cost>);

impl Display for Unreached<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(estimate) => write!(f, "{estimate}"),
            None => f.write_str("that no start leads there"),
        }
    }
}

impl SearchError {
    /// Refuses a `cost` of `action` that is not 1.
    ///
    /// # Errors
    /// [`SearchError::NotUnitCost`].
    #[inline]
    pub fn unless_unit(action: &impl Debug, cost: Cost) -> Result<(), Self> {
        if cost == 1 {
            Ok(())
        } else {
            Err(Self::not_unit(action, cost))
        }
    }

    #[cold]
    pub(crate) fn not_unit(action: &impl Debug, cost: Cost) -> Self {
        let action = format!("{action:?}");
        Self::NotUnitCost { action, cost }
    }

    /// The action `action` costs `cost`, below 0.
    #[cold]
    pub fn negative(action: &impl Debug, cost: Cost) -> Self {
        let action = format!("{action:?}");
        Self::NegativeArc { action, cost }
    }

    /// The action `action` costs `cost`, less than `min`.
    #[cold]
    pub(crate) fn below(action: &impl Debug, cost: Cost, min: Cost) -> Self {
        let action = format!("{action:?}");
        Self::CostBelowMin { action, cost, min }
    }

    /// The action `action` costs `cost`, which is not between 0 and `max`.
    #[cold]
    pub(crate) fn outside(action: &impl Debug, cost: Cost, max: Cost) -> Self {
        if cost < 0 {
            return Self::negative(action, cost);
        }
        let action = format!("{action:?}");
        Self::CostAboveMax { action, cost, max }
    }
}
