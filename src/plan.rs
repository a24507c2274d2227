//! Plans: actions and their cost, and the replay that checks them by the rules alone.

use thiserror::Error;

use crate::cost::{self, Cost, CostOverflow};
use crate::goal::Goal;
use crate::space::StateSpace;

/// A sequence of actions from one of the starts of a search to a goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan<A> {
    /// Which start the plan begins at: an index into the list of starts.
    pub start: usize,
    /// The actions, first to last.
    pub actions: Vec<A>,
    /// The initial cost of the start and the costs of all actions, added.
    pub cost: Cost,
}

/// Where a replay went wrong.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlanFault {
    /// The plan names a start that is not in the list.
    #[error("the plan begins at start {0}, which does not exist")]
    NoSuchStart(usize),
    /// An action (counted from 0) that the rules do not allow in the state it is taken in.
    #[error("action {} of the plan, {action}, is not applicable", step + 1)]
    NotApplicable {
        /// Its index in the plan.
        step: usize,
        /// The action, printed.
        action: String,
    },
    /// The plan's cost does not fit.
    #[error(transparent)]
    Overflow(#[from] CostOverflow),
    /// The costs of the actions add up to another sum than the plan says.
    #[error("the plan says that it costs {said}, its actions cost {found}")]
    WrongCost {
        /// The cost that the plan states.
        said: Cost,
        /// The cost by the rules.
        found: Cost,
    },
    /// The last state is not a goal.
    #[error("the plan does not end in a goal")]
    NotAGoal,
}

/// Applies `actions` from `start` by the rules of `space` and returns the last state and the cost
/// of the actions.
///
/// # Errors
/// [`PlanFault::NotApplicable`] at the first action that [`StateSpace::is_applicable`] refuses,
/// [`PlanFault::Overflow`] if the costs do not add up in 64 bits.
pub fn replay<S: StateSpace>(
    space: &S,
    start: &S::State,
    actions: &[S::Action],
) -> Result<(S::State, Cost), PlanFault> {
    let mut state = start.clone();
    let mut total = 0;
    for (step, action) in actions.iter().enumerate() {
        if !space.is_applicable(&state, action) {
            let action = format!("{action:?}");
            return Err(PlanFault::NotApplicable { step, action });
        }
        total = cost::add(total, space.cost(&state, action))?;
        space.apply(&mut state, action);
    }
    Ok((state, total))
}

impl<A: Clone + Eq + std::fmt::Debug> Plan<A> {
    /// Checks the plan by the rules of `space`: every action is applicable, the last state is a
    /// goal, and the cost is as stated.
    ///
    /// # Errors
    /// The first [`PlanFault`] met.
    pub fn validate<S>(
        &self,
        space: &S,
        starts: &[(S::State, Cost)],
        goal: &impl Goal<S::State>,
    ) -> Result<(), PlanFault>
    where
        S: StateSpace<Action = A>,
    {
        let (start, initial) = starts
            .get(self.start)
            .ok_or(PlanFault::NoSuchStart(self.start))?;
        let (last, spent) = replay(space, start, &self.actions)?;
        let found = cost::add(*initial, spent)?;
        if found != self.cost {
            let said = self.cost;
            return Err(PlanFault::WrongCost { said, found });
        }
        if goal.is_goal(&last) {
            Ok(())
        } else {
            Err(PlanFault::NotAGoal)
        }
    }
}
