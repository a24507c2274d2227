//! Shorter plans from plans: any plan of a space, made cheaper for as long as one lets it.
//!
//! Where an optimal plan is out of reach, a search that proves nothing or a construction still gives one. It is then
//! shortened: actions that take each other back are dropped, also where actions between them have to do with other
//! parts of the state ([`cancel`](mod@cancel)); what comes back to a state is cut out ([`cycles`](mod@cycles)); and stretches of it are
//! planned anew, each by a search under a budget of nodes ([`sweep`](mod@sweep)). Longer stretches and larger budgets follow
//! where shorter ones give nothing more. (Ratner and Pohl 1986, "Joint and LPA*: combination of approximation and search";
//! Balyo, Barták and Surynek 2012, "Shortening plans by local re-planning"; plan neighbourhood graph search:
//! Nakhost and Müller 2010.)
//!
//! The plan never gets dearer, and it leads from the same start to the same last state, so what was a goal stays
//! one. Nothing is proved of it. How a stretch is planned anew, and which parts of a state actions touch, is said by
//! [`Windows`]; [`BothEnds`](both_ends::BothEnds) serves every space that knows its predecessors, [`Led`](led::Led) one with
//! a heuristic.
//!
//! ```
//! use statewalk::improve::both_ends::BothEnds;
//! use statewalk::improve::{Effort, improve};
//! use statewalk::space::{Predecessors, StateSpace};
//! use statewalk::{Limits, Plan};
//!
//! /// Steps on the line of whole numbers.
//! struct Line;
//!
//! impl StateSpace for Line {
//!     type State = i32;
//!     type Action = i32;
//!     fn actions<'a>(&'a self, _: &i32) -> impl Iterator<Item = i32> + use<'a> {
//!         [-1, 1, 5].into_iter()
//!     }
//!     fn apply(&self, at: &mut i32, step: &i32) {
//!         *at += step;
//!     }
//! }
//!
//! impl Predecessors for Line {
//!     fn predecessors<'a>(&'a self, &at: &i32) -> impl Iterator<Item = (i32, i32)> + use<'a> {
//!         [-1, 1, 5].into_iter().map(move |step| (step, at - step))
//!     }
//! }
//!
//! let plan = Plan { start: 0, actions: vec![1; 24], cost: 24 };
//! let (limits, effort) = (Limits::default(), Effort::default());
//! let better = improve(&Line, (&0, 0), plan, &mut BothEnds::default(), effort, &limits, &mut ())?;
//! // Five times five and a step back.
//! assert_eq!(better.plan.cost, 6);
//! # Ok::<(), statewalk::improve::ImproveError>(())
//! ```

pub mod both_ends;
pub mod cancel;
pub mod cycles;
pub mod laws;
pub mod led;
pub mod sweep;
pub mod windows;

use std::hash::Hash;

use thiserror::Error;

use crate::cost::Cost;
use crate::improve::sweep::{Sweep, Swept};
use crate::improve::windows::Windows;
use crate::memory::{Held, bytes_of};
use crate::plan::{Plan, PlanFault, Replay};
use crate::search::limits::{Limit, Limits, Pace};
use crate::search::outcome::SearchError;
use crate::search::{Observer, Stats};
use crate::space::StateSpace;

/// Actions between two looks at the clock.
const PATIENCE: u32 = 1 << 12;

/// How much is spent on a stretch of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// How many nodes a search for a better stretch expands at first.
    pub least: u64,
    /// How many it expands at most. Each time that no stretch gets better, four times as many are allowed, up to this;
    /// then it is over.
    pub most: u64,
}

impl Default for Effort {
    /// From 500 to 128,000 nodes a stretch.
    fn default() -> Self {
        Self {
            least: 500,
            most: 128_000,
        }
    }
}

impl Effort {
    /// The same at first, and no end: until a limit is reached, or a single stretch is the whole plan and is
    /// searched to its end.
    #[must_use]
    pub fn unending(self) -> Self {
        Self {
            most: u64::MAX,
            ..self
        }
    }
}

/// A plan that was improved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Improved<A> {
    /// The plan: it costs no more than the one that was given.
    pub plan: Plan<A>,
    /// What the searches for stretches did, all together.
    pub stats: Stats,
    /// The limit that ended it; `None` if the effort did.
    pub limit: Option<Limit>,
}

/// Why a plan cannot be improved.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ImproveError {
    /// The plan that was given is none.
    #[error("the plan that was to be improved is wrong: {0}")]
    Given(PlanFault),
    /// The plan got wrong: what the space says of its actions does not hold.
    #[error("an improved plan is wrong ({0}), so what was said of the actions does not hold")]
    Made(PlanFault),
    /// A search cannot be right on the space.
    #[error(transparent)]
    Search(#[from] SearchError),
}

/// Improves `plan`, which begins at a state with its initial cost, until `effort` or a limit ends it.
///
/// With the same limit on expansions, which is for all stretches together, the result is the same in every run; time and
/// the cancel switch may end it anywhere, and the best plan so far is handed out. `observer` is told of
/// each cheaper cost.
///
/// Time: for each round a replay of the plan, and the searches. Memory: the plan three times, 24 bytes an action while
/// cycles are looked for, 8 for each part that an action touches while actions are cancelled (twice that while their list grows), and a
/// search.
///
/// # Errors
/// [`ImproveError::Given`] if the plan does not replay at the cost that it states; [`ImproveError::Made`] if `windows`
/// or the space break their laws; [`ImproveError::Search`] if costs are negative or do not add up.
pub fn improve<P, W>(
    space: &P,
    (start, initial): (&P::State, Cost),
    plan: Plan<P::Action>,
    windows: &mut W,
    effort: Effort,
    limits: &Limits,
    observer: &mut impl Observer<P::State>,
) -> Result<Improved<P::Action>, ImproveError>
where
    P: StateSpace<State: Hash>,
    W: Windows<P>,
{
    let mut held = Held::new(&limits.memory);
    let mut work = Work {
        space,
        start,
        initial,
        limits,
        effort,
        plan,
        end: None,
        stats: Stats::default(),
    };
    // The plan that is worked on, and the one before it.
    let room = 2 * bytes_of::<P::Action>(work.plan.actions.len());
    let ended = match held.grow(room) {
        Ok(()) => work.run(windows, observer),
        Err(full) => Err(Halt::Limit(full.into())),
    };
    let limit = match ended {
        Ok(()) => None,
        Err(Halt::Limit(limit)) => Some(limit),
        Err(Halt::Error(error)) => return Err(error),
    };
    let Work {
        plan, mut stats, ..
    } = work;
    stats.peak_bytes = limits.memory.peak();
    Ok(Improved { plan, stats, limit })
}

/// Why a pass over a plan ended early.
#[derive(Debug)]
pub(crate) enum Halt {
    Limit(Limit),
    Error(ImproveError),
}

impl<T: Into<Limit>> From<T> for Halt {
    fn from(limit: T) -> Self {
        Self::Limit(limit.into())
    }
}

/// A plan that is worked on.
struct Work<'a, P: StateSpace> {
    space: &'a P,
    start: &'a P::State,
    initial: Cost,
    limits: &'a Limits,
    effort: Effort,
    plan: Plan<P::Action>,
    /// The state that the plan leads to, once it was replayed.
    end: Option<P::State>,
    stats: Stats,
}

impl<P: StateSpace<State: Hash>> Work<'_, P> {
    fn run(
        &mut self,
        windows: &mut impl Windows<P>,
        observer: &mut impl Observer<P::State>,
    ) -> Result<(), Halt> {
        let (end, cost) = self.replayed(&self.plan.actions, ImproveError::Given)?;
        if cost != self.plan.cost {
            let (said, found) = (self.plan.cost, cost);
            let fault = PlanFault::WrongCost { said, found };
            return Err(Halt::Error(ImproveError::Given(fault)));
        }
        self.end = Some(end);
        self.shorten(windows, observer)?;
        let mut nodes = self.effort.least.min(self.effort.most).max(1);
        loop {
            let before = self.plan.cost;
            let is_open = self.round(nodes, windows, observer)?;
            if self.plan.cost < before {
                self.shorten(windows, observer)?;
            } else if !is_open || nodes >= self.effort.most {
                return Ok(());
            }
            // A budget that gives next to nothing has given nearly all it can.
            if before - self.plan.cost <= before / 256 {
                nodes = nodes.saturating_mul(4).min(self.effort.most);
            }
        }
    }

    /// Drops what cancels and what leads in a circle.
    fn shorten(
        &mut self,
        windows: &impl Windows<P>,
        observer: &mut impl Observer<P::State>,
    ) -> Result<(), Halt> {
        let (space, start, limits) = (self.space, self.start, self.limits);
        let actions = cancel::cancelled(space, start, &self.plan.actions, windows, limits)?;
        self.take(actions, observer)?;
        let actions = cycles::without(space, start, &self.plan.actions, limits)?;
        self.take(actions, observer)
    }

    /// Plans windows of all lengths anew, up to that at which most searches do not come to their end. Returns whether more
    /// nodes may find more: a search used up its own, and the last window was not the whole plan with no cheaper one left.
    fn round(
        &mut self,
        nodes: u64,
        windows: &mut impl Windows<P>,
        observer: &mut impl Observer<P::State>,
    ) -> Result<bool, Halt> {
        let mut length = SHORTEST;
        let mut is_cut = false;
        loop {
            let sweep = Sweep {
                space: self.space,
                limits: self.limits,
                length,
                nodes,
            };
            let whole = length >= self.plan.actions.len();
            let plan = (self.start, &self.plan);
            let Swept {
                actions,
                searched,
                settled,
                cut,
                halt,
            } = sweep.over(plan, windows, &mut self.stats, observer)?;
            self.take(actions, &mut ())?;
            if let Some(halt) = halt {
                return Err(halt);
            }
            is_cut |= cut > 0;
            if whole && settled == searched && windows.are_whole() {
                return Ok(false);
            }
            if whole || 2 * settled < searched {
                return Ok(is_cut);
            }
            length = length + length / 2;
        }
    }

    /// Takes other actions that lead to the same state and cost no more.
    fn take(
        &mut self,
        actions: Option<Vec<P::Action>>,
        observer: &mut impl Observer<P::State>,
    ) -> Result<(), Halt> {
        let Some(actions) = actions else {
            return Ok(());
        };
        // Short work is not given up for want of time.
        let (end, cost) = self.replayed(&actions, ImproveError::Made)?;
        if self.end.as_ref().is_some_and(|same| *same != end) {
            return Err(Halt::Error(ImproveError::Made(PlanFault::NotAGoal)));
        }
        if cost > self.plan.cost {
            let (said, found) = (self.plan.cost, cost);
            let fault = PlanFault::WrongCost { said, found };
            return Err(Halt::Error(ImproveError::Made(fault)));
        }
        let is_better = cost < self.plan.cost;
        self.plan.actions = actions;
        self.plan.cost = cost;
        if is_better {
            observer.better(cost, &self.stats);
        }
        Ok(())
    }

    fn replayed(
        &self,
        actions: &[P::Action],
        wrong: fn(PlanFault) -> ImproveError,
    ) -> Result<(P::State, Cost), Halt> {
        let mut replay = Replay::new(self.space, (self.start, self.initial), actions);
        let fault = |fault| Halt::Error(wrong(fault));
        while replay.advance(usize::MAX, |_, _| ()).map_err(fault)? {}
        Ok((replay.state().clone(), replay.spent()))
    }
}

/// The length of the first windows.
const SHORTEST: usize = 8;

/// A pace for a pass over a plan.
fn pace(limits: &Limits) -> Pace<'_> {
    Pace::new(limits, PATIENCE)
}

#[cfg(test)]
mod tests;
