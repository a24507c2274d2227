//! Breadth-first search from both ends: layers around the starts and around the goals until they
//! meet.
//!
//! Optimal where every action costs 1 (Pohl 1971; Nicholson 1966). One that does not is refused where the
//! search meets it; one that it never comes to goes unnoticed. It needs [`Predecessors`] and a
//! goal whose states can be listed. Where a space branches by b and the plan has d steps, about
//! 2 b^(d/2) states are stored instead of b^d. Each state that is reached is stored once a side;
//! time is one store access for each successor, and one more for each new state. The loop and the
//! three ways to call it stand together, hence the length.

mod side;

use std::hash::Hash;

use crate::cost::{self, Cost};
use crate::goal::GoalStates;
use crate::open::Queued;
use crate::plan::Plan;
use crate::search::bidirectional::side::{Met, Side, Work};
use crate::search::edges::{Ahead, Back};
use crate::search::end::{End, Step};
use crate::search::limits::{Limit, Limits, Look};
use crate::search::outcome::{Found, Outcome, SearchError};
use crate::search::stop::Stop;
use crate::search::task::{Task, alone};
use crate::search::trace::{self, ByParents, Trace, Walk};
use crate::search::{Observer, Stats};
use crate::space::Predecessors;
use crate::store::Costs;
use crate::store::interned::Interned;

/// A search from both ends in progress.
///
/// It always works off a whole layer, on the side whose frontier holds fewer states. A state that
/// both sides know ends it: no plan is shorter than the completed depths and one step, and this
/// one is as long. An expansion allocates nothing beyond what the stores need to grow.
#[derive(Debug)]
pub struct Bidirectional<'a, P: Predecessors, G, S: Costs<State = P::State> + Queued> {
    task: Task<'a, P, G>,
    forward: Side<'a, S>,
    backward: Side<'a, S>,
    /// Which side the layer in progress belongs to.
    turn: Turn,
    /// The node of the forward store where the sides met.
    meeting: Option<S::Id>,
    /// The state that is expanded and its successor, reused from step to step.
    scratch: Option<(P::State, P::State)>,
    /// The initial cost of the starts.
    initial: Cost,
    /// No plan costs less than this.
    lower: Option<Cost>,
    stats: Stats,
}

/// What the search does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Turn {
    /// Store the starts and the goals.
    Begin,
    /// Choose the side of the next layer.
    Choose,
    Forward,
    Backward,
}

impl<'a, P, G, S> Bidirectional<'a, P, G, S>
where
    P: Predecessors,
    G: GoalStates<P::State>,
    S: Costs<State = P::State> + Queued,
{
    /// A search at its beginning. Both stores are empty.
    ///
    /// # Errors
    /// [`SearchError::UnequalStarts`] if the starts have different initial costs.
    pub fn new(
        task: Task<'a, P, G>,
        forward: &'a mut S,
        backward: &'a mut S,
        limits: &Limits,
    ) -> Result<Self, SearchError> {
        let initial = task.initial()?;
        Ok(Self {
            task,
            forward: Side::new(forward, S::queue(&limits.memory)),
            backward: Side::new(backward, S::queue(&limits.memory)),
            turn: Turn::Begin,
            meeting: None,
            scratch: task.starts.first().map(|(s, _)| (s.clone(), s.clone())),
            initial,
            lower: None,
            stats: Stats::default(),
        })
    }

    /// The counters so far, both sides together.
    #[must_use]
    pub fn stats(&self) -> Stats {
        self.stats
    }

    /// No plan costs less than this: the completed depths of both sides and one step.
    #[must_use]
    pub fn lower(&self) -> Option<Cost> {
        self.lower
    }

    /// Expands the next node of the layer in progress. The id is one of the store of its side; a
    /// goal is the node of the forward store where the sides met. The limits on cost and memory
    /// hold; the others are for [`run`](Self::run) and for the caller.
    ///
    /// The observer is told of backward nodes with their distance to the goals, and of every layer
    /// of either side with its distance from that side's end.
    ///
    /// # Errors
    /// [`SearchError::NotUnitCost`] at an action that does not cost 1.
    #[inline]
    pub fn step(
        &mut self,
        limits: &Limits,
        observer: &mut impl Observer<P::State>,
    ) -> Result<Step<S::Id>, SearchError> {
        if let Some(end) = self.next(limits, observer)? {
            return Ok(Step::Done(end));
        }
        self.work(Look::after_one(), observer)
    }

    /// Expands nodes of the layer in progress until it is completed, a look at the limits is due,
    /// or the search is over. Returns the node that was expanded last.
    #[inline]
    fn work(
        &mut self,
        look: Look,
        observer: &mut impl Observer<P::State>,
    ) -> Result<Step<S::Id>, SearchError> {
        match self.expand(look, observer) {
            Ok(Some(id)) => Ok(Step::Expanded(id)),
            Ok(None) => Ok(Step::Done(End::Exhausted)),
            Err(stop) => stop.limit().map(|limit| Step::Done(End::Limit(limit))),
        }
    }

    /// Brings the search to where a node must be expanded, or says how it ended.
    #[inline]
    fn next(
        &mut self,
        limits: &Limits,
        observer: &mut impl Observer<P::State>,
    ) -> Result<Option<End<S::Id>>, SearchError> {
        match self.settle(limits, observer) {
            Ok(end) => Ok(end),
            Err(stop) => stop.limit().map(|limit| Some(End::Limit(limit))),
        }
    }

    #[inline]
    fn settle(
        &mut self,
        limits: &Limits,
        observer: &mut impl Observer<P::State>,
    ) -> Result<Option<End<S::Id>>, Stop> {
        loop {
            if let Some(id) = self.meeting {
                return Ok(Some(End::Goal(id)));
            }
            let side = match self.turn {
                Turn::Forward => &mut self.forward,
                Turn::Backward => &mut self.backward,
                Turn::Begin => {
                    if let Some(limit) = self.begin(limits)? {
                        return Ok(Some(End::Limit(limit)));
                    }
                    observer.layer(0, self.forward.waiting);
                    observer.layer(0, self.backward.waiting);
                    continue;
                }
                Turn::Choose => match self.choose(limits)? {
                    None => continue,
                    end => return Ok(end),
                },
            };
            if side.waiting > 0 {
                return Ok(None);
            }
            side.advance();
            side.depth = cost::add(side.depth, 1)?;
            observer.layer(side.depth, side.waiting);
            self.turn = Turn::Choose;
        }
    }

    /// Stores the starts and the goals.
    #[cold]
    fn begin(&mut self, limits: &Limits) -> Result<Option<Limit>, Stop> {
        let Task { starts, goal, .. } = self.task;
        if let Some(most) = limits.cost.filter(|&most| self.initial > most) {
            self.lower = Some(self.initial);
            return Ok(Some(Limit::Cost(most)));
        }
        for side in [&mut self.forward, &mut self.backward] {
            side.enqueue_left_over()?;
        }
        let (forward, backward) = (&mut self.forward, &mut self.backward);
        for (state, initial) in starts {
            forward.arrive(backward.store, state, *initial, None)?;
        }
        for state in goal.states() {
            let met = backward.arrive(forward.store, &state, 0, None)?.met();
            if let Some(Met { there, .. }) = met {
                self.meeting = Some(there);
                break;
            }
        }
        // Both ends were not generated, so they are no duplicates either.
        self.stats.stored += forward.store.len() + backward.store.len();
        self.forward.advance();
        self.backward.advance();
        self.turn = Turn::Choose;
        Ok(None)
    }

    /// Gives the turn to the side with the smaller frontier.
    fn choose(&mut self, limits: &Limits) -> Result<Option<End<S::Id>>, Stop> {
        let (ahead, back) = (self.forward.waiting, self.backward.waiting);
        if ahead == 0 || back == 0 {
            return Ok(Some(End::Exhausted));
        }
        let completed = cost::add(self.forward.depth, self.backward.depth)?;
        let least = cost::add(self.initial, cost::add(completed, 1)?)?;
        self.lower = Some(least);
        if let Some(most) = limits.cost.filter(|&most| least > most) {
            return Ok(Some(End::Limit(Limit::Cost(most))));
        }
        self.turn = if ahead <= back {
            Turn::Forward
        } else {
            Turn::Backward
        };
        Ok(None)
    }

    #[inline]
    fn expand(
        &mut self,
        look: Look,
        observer: &mut impl Observer<P::State>,
    ) -> Result<Option<S::Id>, Stop> {
        let space = self.task.space;
        let (forward, backward) = (&mut self.forward, &mut self.backward);
        let Some(scratch) = &mut self.scratch else {
            return Ok(None);
        };
        let stats = &mut self.stats;
        // The sides are told apart once, not at each use.
        let Work { last, met } = if self.turn == Turn::Forward {
            let edges = Ahead(space);
            forward.expand(backward.store, &edges, scratch, stats, look, observer)?
        } else {
            let edges = Back(space);
            let Work { last, met } =
                backward.expand(forward.store, &edges, scratch, stats, look, observer)?;
            let met = met.map(Met::turned);
            Work { last, met }
        };
        self.meeting = met.map(|Met { here, .. }| here);
        Ok(last)
    }

    /// Steps until the sides meet, one of them is exhausted, or a limit is reached.
    ///
    /// # Errors
    /// As [`step`](Self::step).
    pub fn run(
        &mut self,
        limits: &Limits,
        observer: &mut impl Observer<P::State>,
    ) -> Result<End<S::Id>, SearchError> {
        let mut look = Look::default();
        let end = loop {
            if let Some(end) = self.next(limits, observer)? {
                break end;
            }
            if look.is_due(&self.stats) {
                if let Some(limit) = limits.reached(&self.stats) {
                    break End::Limit(limit);
                }
                look = limits.next_look(&self.stats);
            }
            if let Step::Done(end) = self.work(look, observer)? {
                break end;
            }
            if self.stats.expanded.is_multiple_of(1024) {
                observer.progress(&self.stats);
            }
        };
        self.stats.peak_bytes = limits.memory.peak();
        Ok(end)
    }

    /// Runs the search and turns its end into a verdict. `trace` finds the plan's first half in
    /// the forward store; the second half descends by forward actions in the backward store.
    ///
    /// # Errors
    /// As [`step`](Self::step).
    pub fn solve(
        mut self,
        trace: &impl Trace<P, S>,
        limits: &Limits,
        observer: &mut impl Observer<P::State>,
    ) -> Result<Found<P::Action>, SearchError> {
        let end = self.run(limits, observer)?;
        let plan = |id| self.plan(trace, id, limits);
        let outcome = end.outcome(self.lower, true, plan)?;
        let mut stats = self.stats;
        // The plan was put together beside the stores.
        stats.peak_bytes = limits.memory.peak();
        Ok(Found { outcome, stats })
    }

    /// The plan through node `meeting` of the forward store.
    fn plan(
        &self,
        trace: &impl Trace<P, S>,
        meeting: S::Id,
        limits: &Limits,
    ) -> Result<Plan<P::Action>, Stop> {
        let Task { space, starts, .. } = self.task;
        let (ahead, back) = (&*self.forward.store, &*self.backward.store);
        let mut walk = Walk::new(limits);
        let begin = trace.walk(space, starts, ahead, meeting, &mut walk)?;
        if let Some((first, _)) = starts.first() {
            let mut state = first.clone();
            ahead.load(meeting, &mut state);
            let distance = |state: &P::State| back.find(state).map(|id| back.g(id));
            trace::toward_goal(space, state, distance, &mut walk)?;
        }
        walk.plan(begin)
    }
}

/// Searches for a shortest plan with a store for either side. The stores are empty, the starts
/// have the same initial cost.
///
/// # Errors
/// [`SearchError::NotUnitCost`] at an action that does not cost 1, [`SearchError::UnequalStarts`].
pub fn search<P, G, S>(
    task: Task<'_, P, G>,
    forward: &mut S,
    backward: &mut S,
    trace: &impl Trace<P, S>,
    limits: &Limits,
    observer: &mut impl Observer<P::State>,
) -> Result<Found<P::Action>, SearchError>
where
    P: Predecessors,
    G: GoalStates<P::State>,
    S: Costs<State = P::State> + Queued,
{
    Bidirectional::new(task, forward, backward, limits)?.solve(trace, limits, observer)
}

/// The whole search in one line: a shortest plan from `start` to a state of `goal` in `space`.
///
/// ```
/// use statewalk::goal::Exactly;
/// use statewalk::search::bidirectional::bidirectional;
/// # use statewalk::space::{Predecessors, StateSpace};
/// # struct Doubling;
/// # impl StateSpace for Doubling {
/// #     type State = u64;
/// #     type Action = char;
/// #     fn actions<'a>(&'a self, _: &u64) -> impl Iterator<Item = char> + use<'a> {
/// #         ['+', '*'].into_iter()
/// #     }
/// #     fn apply(&self, state: &mut u64, &action: &char) {
/// #         *state = if action == '+' { *state + 1 } else { *state * 2 };
/// #     }
/// # }
/// # impl Predecessors for Doubling {
/// #     fn predecessors<'a>(&'a self, &state: &u64)
/// #         -> impl Iterator<Item = (char, u64)> + use<'a> {
/// #         let less = state.checked_sub(1).map(|before| ('+', before));
/// #         let half = (state % 2 == 0).then_some(('*', state / 2));
/// #         less.into_iter().chain(half)
/// #     }
/// # }
/// // `Doubling` adds one (`+`) or doubles (`*`); its predecessors subtract one or halve.
/// let outcome = bidirectional(&Doubling, 1, &Exactly(1_000_000))?;
/// assert_eq!(outcome.cost(), Some(25));
/// # Ok::<(), statewalk::search::outcome::SearchError>(())
/// ```
///
/// # Errors
/// As [`search`].
pub fn bidirectional<P>(
    space: &P,
    start: P::State,
    goal: &impl GoalStates<P::State>,
) -> Result<Outcome<P::Action>, SearchError>
where
    P: Predecessors<State: Hash>,
{
    alone(space, start, goal, |task, limits| {
        let (mut forward, mut backward) =
            (Interned::new(&limits.memory), Interned::new(&limits.memory));
        search(
            task,
            &mut forward,
            &mut backward,
            &ByParents,
            limits,
            &mut (),
        )
        .map(|found| found.outcome)
    })
}
