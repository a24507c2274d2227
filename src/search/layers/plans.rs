//! Plans out of distance tables: step by step to a state that is one nearer.
//!
//! The table of a backward sweep gives the rest of a plan by forward actions; the table of a forward sweep
//! gives the way that led to a state by its predecessors. Ties go to the first in the order of the
//! rules. The distance must fall at every step: after a sweep that met an action that costs 0, plans are
//! refused.

use crate::cost::Cost;
use crate::encoding::Encoding;
use crate::plan::Plan;
use crate::search::layers::direction::{FromStarts, ToStarts};
use crate::search::layers::{End, Swept};
use crate::search::limits::{Limit, Limits};
use crate::search::outcome::{Outcome, SearchError};
use crate::search::stop::Stop;
use crate::search::trace::{self, Walk};
use crate::space::{Predecessors, StateSpace};
use crate::store::costs::CostList;

impl Swept<CostList, ToStarts> {
    /// The verdict on the question how to get from `start` to the goals that this backward sweep
    /// began at.
    ///
    /// Time: a look at every action of every state on the plan. Memory: the actions, claimed from `limits`;
    /// of these, time and cancelling hold too.
    ///
    /// # Errors
    /// [`SearchError::NoDescent`] if no action leads on to a nearer state: space, encoding and the edges
    /// that were swept do not agree.
    pub fn outcome_from<P, E>(
        &self,
        space: &P,
        encoding: &E,
        start: &P::State,
        limits: &Limits,
    ) -> Result<Outcome<P::Action>, SearchError>
    where
        P: StateSpace,
        E: Encoding<State = P::State>,
    {
        let Some(cost) = self.distance(encoding.rank(start)) else {
            return Ok(self.unknown());
        };
        self.unless_free(cost)?;
        let mut walk = Walk::new(limits);
        let distance = |state: &P::State| self.distance(encoding.rank(state));
        let walked = trace::toward_goal(space, start.clone(), distance, &mut walk);
        solved(walked.and_then(|()| walk.plan((0, 0))), Some(cost))
    }
}

impl Swept<CostList, FromStarts> {
    /// The verdict on the question how to get from the starts of this forward sweep to `goal`.
    /// With several starts, the plan's `start` is the index of the one it begins at among `starts`.
    ///
    /// Time: a look at every predecessor of every state on the plan. Memory: the actions, claimed from
    /// `limits`; of these, time and cancelling hold too.
    ///
    /// # Errors
    /// [`SearchError::NoDescent`] if no predecessor is nearer, or if the way back ends at none of
    /// `starts`: space, encoding, starts and the edges that were swept do not agree.
    pub fn outcome_to<P, E>(
        &self,
        space: &P,
        encoding: &E,
        starts: &[P::State],
        goal: &P::State,
        limits: &Limits,
    ) -> Result<Outcome<P::Action>, SearchError>
    where
        P: Predecessors,
        E: Encoding<State = P::State>,
    {
        let Some(cost) = self.distance(encoding.rank(goal)) else {
            return Ok(self.unknown());
        };
        self.unless_free(cost)?;
        let mut walk = Walk::new(limits);
        let distance = |state: &P::State| self.distance(encoding.rank(state));
        let begun = |state: &P::State, gone: Cost| {
            let is_there = |start: &P::State| gone == 0 && start == state;
            starts.iter().position(is_there)
        };
        let walked = trace::toward_start(space, goal.clone(), distance, begun, &mut walk);
        solved(walked.and_then(|start| walk.plan((start, 0))), Some(cost))
    }
}

impl<D> Swept<CostList, D> {
    /// Refuses a way down where actions cost 0: it may end at a state at distance 0 that is no end, or go
    /// in circles.
    fn unless_free(&self, cost: Cost) -> Result<(), SearchError> {
        if self.is_free {
            return Err(SearchError::NoDescent { cost });
        }
        Ok(())
    }

    /// The verdict on a state that was not reached.
    fn unknown<A>(&self) -> Outcome<A> {
        let limit = match self.end {
            End::Whole => return Outcome::Unsolvable,
            End::Limit(limit) => limit,
            // Not one of the targets; all that is known is how far the sweep went.
            End::Settled => Limit::Cost(self.lower().unwrap_or(0).saturating_sub(1)),
        };
        Outcome::stopped(limit, self.lower())
    }
}

/// The verdict with the plan that was read out of a table. Where a limit came first, `cost` is known
/// all the same, if the table told it.
pub(super) fn solved<A>(
    plan: Result<Plan<A>, Stop>,
    cost: Option<Cost>,
) -> Result<Outcome<A>, SearchError> {
    match plan {
        Ok(plan) => Ok(Outcome::Solved {
            proved: true,
            lower: Some(plan.cost),
            plan,
        }),
        Err(stop) => cut(stop, cost),
    }
}

/// The verdict where a limit came before a plan was read to its end.
pub(super) fn cut<A>(stop: Stop, lower: Option<Cost>) -> Result<Outcome<A>, SearchError> {
    Ok(Outcome::stopped(stop.limit()?, lower))
}
