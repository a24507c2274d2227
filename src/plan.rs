//! Plans: actions and their cost, and the replay that checks them by the rules alone.

pub mod cycle;

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
    /// A cycle does not end where it begins.
    #[error("the cycle does not end where it begins")]
    NotACycle,
    /// A cycle costs so much, and that is not less than 0.
    #[error("the cycle costs {0}, which makes no plan cheaper")]
    NotNegative(Cost),
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
    let mut replay = Replay::new(space, (start, 0), actions);
    while replay.advance(usize::MAX, |_, _| ())? {}
    Ok((replay.state, replay.spent))
}

/// A replay that is made part by part, so that its caller can look at a clock in between and see
/// each action in the state in which it is taken.
///
/// Time: one look at whether an action applies, its cost and its effect for each action. Memory: a state.
#[derive(Debug)]
pub struct Replay<'a, S: StateSpace> {
    space: &'a S,
    state: S::State,
    spent: Cost,
    actions: &'a [S::Action],
    taken: usize,
}

impl<'a, S: StateSpace> Replay<'a, S> {
    /// The replay of `actions` from a start with its initial cost; none is taken yet.
    pub fn new(
        space: &'a S,
        (start, initial): (&S::State, Cost),
        actions: &'a [S::Action],
    ) -> Self {
        Self {
            space,
            state: start.clone(),
            spent: initial,
            actions,
            taken: 0,
        }
    }

    /// The state after the actions that were taken.
    #[must_use]
    pub fn state(&self) -> &S::State {
        &self.state
    }

    /// What they cost, the initial cost included.
    #[must_use]
    pub fn spent(&self) -> Cost {
        self.spent
    }

    /// Takes up to `most` more actions; `seen` gets each one that applies, and the state before it.
    /// Returns whether some are left.
    ///
    /// # Errors
    /// As [`replay`].
    pub fn advance(
        &mut self,
        most: usize,
        mut seen: impl FnMut(&S::State, &S::Action),
    ) -> Result<bool, PlanFault> {
        let end = self.actions.len().min(self.taken.saturating_add(most));
        for action in &self.actions[self.taken..end] {
            if !self.space.is_applicable(&self.state, action) {
                let (step, action) = (self.taken, format!("{action:?}"));
                return Err(PlanFault::NotApplicable { step, action });
            }
            self.spent = cost::add(self.spent, self.space.cost(&self.state, action))?;
            seen(&self.state, action);
            self.space.apply(&mut self.state, action);
            self.taken += 1;
        }
        Ok(end < self.actions.len())
    }
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
        let mut replay = self.replay(space, starts)?;
        while replay.advance(usize::MAX, |_, _| ())? {}
        self.accept(&replay, goal)
    }

    /// The replay of the plan from its start, of which no action is taken yet; what
    /// [`validate`](Self::validate) does at once, for callers that want to do it part by part.
    ///
    /// # Errors
    /// [`PlanFault::NoSuchStart`].
    pub fn replay<'a, S>(
        &'a self,
        space: &'a S,
        starts: &[(S::State, Cost)],
    ) -> Result<Replay<'a, S>, PlanFault>
    where
        S: StateSpace<Action = A>,
    {
        let start = starts.get(self.start);
        let (start, initial) = start.ok_or(PlanFault::NoSuchStart(self.start))?;
        Ok(Replay::new(space, (start, *initial), &self.actions))
    }

    /// Checks the end of a replay of the plan, of which no action is left: the cost is as stated,
    /// and the last state is a goal.
    ///
    /// # Errors
    /// [`PlanFault::WrongCost`], [`PlanFault::NotAGoal`].
    pub fn accept<S>(
        &self,
        replay: &Replay<'_, S>,
        goal: &impl Goal<S::State>,
    ) -> Result<(), PlanFault>
    where
        S: StateSpace<Action = A>,
    {
        if replay.spent != self.cost {
            let (said, found) = (self.cost, replay.spent);
            return Err(PlanFault::WrongCost { said, found });
        }
        if goal.is_goal(&replay.state) {
            Ok(())
        } else {
            Err(PlanFault::NotAGoal)
        }
    }
}
