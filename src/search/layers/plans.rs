//! Plans out of distance tables: step by step to a state that is one nearer.
//!
//! The table of a backward sweep gives the rest of a plan by forward actions; the table of a forward sweep
//! gives the way that led to a state by its predecessors. Ties go to the first in the order of the
//! rules.

use crate::cost::Cost;
use crate::encoding::Encoding;
use crate::plan::Plan;
use crate::search::layers::direction::{FromStarts, ToStarts};
use crate::search::layers::{End, Swept};
use crate::search::limits::Limit;
use crate::search::outcome::{Outcome, SearchError};
use crate::space::{Predecessors, StateSpace};
use crate::store::costs::CostList;

impl Swept<CostList, ToStarts> {
    /// The verdict on the question how to get from `start` to the goals that this backward sweep
    /// began at.
    ///
    /// Time: a look at every action of every state on the plan.
    ///
    /// # Errors
    /// [`SearchError::NoDescent`] if no action leads on to a nearer state: space, encoding and the edges
    /// that were swept do not agree.
    pub fn outcome_from<P, E>(
        &self,
        space: &P,
        encoding: &E,
        start: &P::State,
    ) -> Result<Outcome<P::Action>, SearchError>
    where
        P: StateSpace,
        E: Encoding<State = P::State>,
    {
        let Some(cost) = self.distance(encoding.rank(start)) else {
            return Ok(self.unknown());
        };
        let (mut state, mut next) = (start.clone(), start.clone());
        let actions = descend(cost, |nearer| {
            let action = space.actions(&state).find(|action| {
                next.clone_from(&state);
                space.apply(&mut next, action);
                self.distance(encoding.rank(&next)) == Some(nearer)
            });
            std::mem::swap(&mut state, &mut next);
            action
        })?;
        Ok(solved(0, actions, cost))
    }
}

impl Swept<CostList, FromStarts> {
    /// The verdict on the question how to get from the starts of this forward sweep to `goal`.
    /// With several starts, the plan's `start` is the index of the one it begins at among `starts`.
    ///
    /// Time: a look at every predecessor of every state on the plan.
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
    ) -> Result<Outcome<P::Action>, SearchError>
    where
        P: Predecessors,
        E: Encoding<State = P::State>,
    {
        let Some(cost) = self.distance(encoding.rank(goal)) else {
            return Ok(self.unknown());
        };
        let mut state = goal.clone();
        let mut actions = descend(cost, |nearer| {
            let (action, before) = space
                .predecessors(&state)
                .find(|(_, before)| self.distance(encoding.rank(before)) == Some(nearer))?;
            state = before;
            Some(action)
        })?;
        actions.reverse();
        Ok(solved(begun(starts, &state)?, actions, cost))
    }
}

impl<D> Swept<CostList, D> {
    /// The verdict on a state that was not reached.
    fn unknown<A>(&self) -> Outcome<A> {
        let limit = match self.end {
            End::Whole => return Outcome::Unsolvable,
            End::Limit(limit) => limit,
            // Not one of the targets; all that is known is how far the sweep went.
            End::Settled => Limit::Cost(self.lower().unwrap_or(0).saturating_sub(1)),
        };
        Outcome::LimitReached {
            limit,
            best: None,
            lower: self.lower(),
        }
    }
}

/// The actions of a way down from `cost`, where `step` finds the one between a state and one at the
/// distance it is given. Every state at distance d > 0 was reached from one at d - 1; where none is
/// found, no plan is given.
fn descend<A>(cost: Cost, mut step: impl FnMut(Cost) -> Option<A>) -> Result<Vec<A>, SearchError> {
    let down = (0..cost).rev();
    down.map(|nearer| {
        // Left at the distance above.
        let cost = nearer.saturating_add(1);
        step(nearer).ok_or(SearchError::NoDescent { cost })
    })
    .collect()
}

/// The index of the start that a way back ended at.
pub(super) fn begun<S: PartialEq>(starts: &[S], state: &S) -> Result<usize, SearchError> {
    let start = starts.iter().position(|start| start == state);
    start.ok_or(SearchError::NoDescent { cost: 0 })
}

fn solved<A>(start: usize, actions: Vec<A>, cost: Cost) -> Outcome<A> {
    Outcome::Solved {
        plan: Plan {
            start,
            actions,
            cost,
        },
        proved: true,
        lower: Some(cost),
    }
}
