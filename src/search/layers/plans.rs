//! Plans out of distance tables: step by step to a state that is one nearer.
//!
//! The table of a backward sweep gives the rest of a plan by forward actions; the table of a forward sweep
//! gives the way that led to a state by its predecessors. Ties go to the first in the order of the
//! rules.

use crate::cost::Cost;
use crate::encoding::Encoding;
use crate::plan::Plan;
use crate::search::layers::{End, Swept};
use crate::search::limits::Limit;
use crate::search::outcome::Outcome;
use crate::space::{Predecessors, StateSpace};
use crate::store::costs::CostList;

impl Swept<CostList> {
    /// The verdict on the question how to get from `start` to the goals that this **backward** sweep
    /// began at.
    ///
    /// Time: a look at every action of every state on the plan.
    pub fn outcome_from<P, E>(
        &self,
        space: &P,
        encoding: &E,
        start: &P::State,
    ) -> Outcome<P::Action>
    where
        P: StateSpace,
        E: Encoding<State = P::State>,
    {
        let mut state = start.clone();
        let mut next = start.clone();
        self.outcome(encoding.rank(start), |nearer| {
            let action = space.actions(&state).find(|action| {
                next.clone_from(&state);
                space.apply(&mut next, action);
                self.distance(encoding.rank(&next)) == Some(nearer)
            });
            std::mem::swap(&mut state, &mut next);
            action
        })
    }

    /// The verdict on the question how to get from the starts of this **forward** sweep to `goal`.
    /// With several starts, the plan's `start` is the index of the one it begins at among `starts`.
    ///
    /// Time: a look at every predecessor of every state on the plan.
    pub fn outcome_to<P, E>(
        &self,
        space: &P,
        encoding: &E,
        starts: &[P::State],
        goal: &P::State,
    ) -> Outcome<P::Action>
    where
        P: Predecessors,
        E: Encoding<State = P::State>,
    {
        let mut state = goal.clone();
        let mut outcome = self.outcome(encoding.rank(goal), |nearer| {
            let (action, before) = space
                .predecessors(&state)
                .find(|(_, before)| self.distance(encoding.rank(before)) == Some(nearer))?;
            state = before;
            Some(action)
        });
        if let Outcome::Solved { plan, .. } = &mut outcome {
            plan.actions.reverse();
            plan.start = starts.iter().position(|start| *start == state).unwrap_or(0);
        }
        outcome
    }

    /// The verdict on `rank`, where `step` finds the action between a state and one at the distance it
    /// is given.
    fn outcome<A>(&self, rank: u64, mut step: impl FnMut(Cost) -> Option<A>) -> Outcome<A> {
        let Some(cost) = self.distance(rank) else {
            let limit = match self.end {
                End::Whole => return Outcome::Unsolvable,
                End::Limit(limit) => limit,
                // Not one of the targets; all that is known is how far the sweep went.
                End::Settled => Limit::Cost(self.lower().unwrap_or(0).saturating_sub(1)),
            };
            return Outcome::LimitReached {
                limit,
                best: None,
                lower: self.lower(),
            };
        };
        // Every state at distance d > 0 has a neighbour at d - 1, since it was reached from one; the plan
        // is replayed before it is believed, so a broken encoding cannot slip through here.
        let actions = (0..cost).rev().map_while(&mut step).collect();
        Outcome::Solved {
            plan: Plan {
                start: 0,
                actions,
                cost,
            },
            proved: true,
            lower: Some(cost),
        }
    }
}
