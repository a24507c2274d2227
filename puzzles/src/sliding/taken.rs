//! The actions of a plan as they come, without those that the next one takes back.

use statewalk::adapt::macros::cancels;
use statewalk::cost::Cost;
use statewalk::memory::{BudgetVec, Memory, MemoryExhausted};
use statewalk::plan::Plan;
use statewalk::search::limits::{Limit, Limits};
use statewalk::search::outcome::Outcome;
use statewalk::space::Invertible;

/// A plan in the making, claimed from the memory as it grows; each action costs 1.
#[derive(Debug)]
pub struct Taken<S: Invertible> {
    space: S,
    actions: BudgetVec<S::Action>,
}

impl<S: Invertible> Taken<S> {
    /// No actions yet.
    #[must_use]
    pub fn new(space: S, memory: &Memory) -> Self {
        let actions = BudgetVec::new(memory);
        Self { space, actions }
    }

    /// The actions so far.
    #[must_use]
    pub fn actions(&self) -> &[S::Action] {
        &self.actions
    }

    /// Appends `action`, or drops the last one if that is its inverse.
    ///
    /// # Errors
    /// [`MemoryExhausted`] if there is no room.
    pub fn push(&mut self, action: S::Action) -> Result<(), MemoryExhausted> {
        if cancels(&self.space, self.actions.last(), &action) {
            self.actions.pop();
            return Ok(());
        }
        self.actions.push(action)
    }

    /// The plan of all of them from the first start.
    #[must_use]
    pub fn into_plan(self) -> Plan<S::Action> {
        let actions = self.actions.into_vec();
        Plan {
            start: 0,
            cost: Cost::try_from(actions.len()).unwrap_or(Cost::MAX),
            actions,
        }
    }
}

/// The verdict that a plan is, if none is cheaper than `lower`, under a limit on costs.
#[must_use]
pub fn outcome<A>(plan: Plan<A>, lower: Cost, limits: &Limits) -> Outcome<A> {
    if limits.cuts(plan.cost) {
        return stopped(Limit::Cost(limits.cost.unwrap_or(plan.cost)));
    }
    Outcome::Solved {
        proved: lower == plan.cost,
        lower: Some(lower),
        plan,
    }
}

/// The verdict that a limit was reached and nothing is known.
#[must_use]
pub fn stopped<A>(limit: Limit) -> Outcome<A> {
    let (best, lower) = (None, None);
    Outcome::LimitReached { limit, best, lower }
}
