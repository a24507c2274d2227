//! The actions of a plan as they come, without those that the next one takes back.

use statewalk::adapt::macros::cancels;
use statewalk::catalog::menu::Watch;
use statewalk::cost::Cost;
use statewalk::memory::{BudgetVec, Memory, MemoryExhausted};
use statewalk::plan::Plan;
use statewalk::search::limits::{Limit, Limits};
use statewalk::search::outcome::Outcome;
use statewalk::space::Invertible;

/// What was done, or the limit that was reached before.
pub type Halted<T> = Result<T, Limit>;

/// Pieces of a plan between two looks at the clock.
const PATIENCE: u64 = 1 << 12;

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

    /// Appends what `make` hands out, some actions at a time, which may count on being told whether to go on: until it
    /// is done or a limit on time or memory is reached. `watch` hears of every few thousand pieces.
    ///
    /// # Errors
    /// The fault of `make`, where no limit explains it.
    pub fn collect<T, E>(
        &mut self,
        (limits, watch): (&Limits, &mut dyn Watch),
        make: impl FnOnce(&mut dyn FnMut(&[S::Action]) -> bool) -> Result<T, E>,
    ) -> Result<Halted<()>, E> {
        let mut halt = limits.interrupted();
        let mut pieces = 0u64;
        let made = make(&mut |actions| {
            pieces += 1;
            let pushed = actions
                .iter()
                .try_for_each(|action| self.push(action.clone()));
            if let Err(full) = pushed {
                halt = Some(full.into());
            } else if pieces.is_multiple_of(PATIENCE) {
                watch.phase("constructing", pieces);
                halt = limits.interrupted();
            }
            halt.is_none()
        });
        match (made, halt) {
            (_, Some(limit)) => Ok(Err(limit)),
            (Ok(_), None) => Ok(Ok(())),
            (Err(fault), None) => Err(fault),
        }
    }

    /// The plan of all of them from the first start.
    #[must_use]
    pub fn into_plan(self) -> Plan<S::Action> {
        plan_of(self.actions.into_vec())
    }
}

/// The plan of such actions, each of which costs 1.
#[must_use]
pub fn plan_of<A>(actions: Vec<A>) -> Plan<A> {
    Plan {
        start: 0,
        cost: Cost::try_from(actions.len()).unwrap_or(Cost::MAX),
        actions,
    }
}

/// The verdict that a plan is, if none is cheaper than `lower`, under a limit on costs.
#[must_use]
pub fn outcome<A>(plan: Plan<A>, lower: Cost, limits: &Limits) -> Outcome<A> {
    if limits.cuts(plan.cost) {
        return Outcome::stopped(Limit::Cost(limits.cost.unwrap_or(plan.cost)), None);
    }
    Outcome::Solved {
        proved: lower == plan.cost,
        lower: Some(lower),
        plan,
    }
}
