//! How a search that takes up one node after the other goes on and ends, and which verdict that is.

use crate::cost::Cost;
use crate::plan::Plan;
use crate::search::limits::Limit;
use crate::search::outcome::{Outcome, SearchError};
use crate::search::stop::Stop;

/// What one step of a search did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step<Id> {
    /// This node was expanded.
    Expanded(Id),
    /// This entry of the open list was outdated and dropped.
    Stale(Id),
    /// The search is over; further steps say the same.
    Done(End<Id>),
}

/// How a search over nodes ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End<Id> {
    /// This node is a goal.
    Goal(Id),
    /// Everything that can be reached was looked at.
    Exhausted,
    /// A limit was reached. The search can be run on under other limits; a limit on cost can only
    /// be raised, a lower one leaves it as it was.
    Limit(Limit),
}

impl<Id> End<Id> {
    /// The verdict. No plan costs less than `lower`, as far as the search knows; a plan that costs
    /// no more than that is proved optimal, and so is any plan if the algorithm `proves` it.
    ///
    /// `plan` puts the plan to a goal together. If a limit stops it, that limit is the verdict.
    pub(crate) fn outcome<A>(
        self,
        lower: Option<Cost>,
        proves: bool,
        plan: impl FnOnce(Id) -> Result<Plan<A>, Stop>,
    ) -> Result<Outcome<A>, SearchError> {
        let limit = match self {
            Self::Exhausted => return Ok(Outcome::Unsolvable),
            Self::Limit(limit) => limit,
            Self::Goal(id) => match plan(id) {
                Ok(plan) => {
                    let proved = proves || lower.is_some_and(|least| least >= plan.cost);
                    return Ok(Outcome::Solved {
                        proved,
                        lower: if proved { Some(plan.cost) } else { lower },
                        plan,
                    });
                }
                Err(stop) => stop.limit()?,
            },
        };
        Ok(Outcome::stopped(limit, lower))
    }
}
