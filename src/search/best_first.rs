//! The engine: one loop that takes up nodes in the order of an open list.
//!
//! The store alone knows duplicates, the open list alone knows order, [`Order`] alone knows how g
//! and h become a key. Breadth-first and uniform cost are thin files over it. (The loop is one noun
//! with what it keeps between steps, and each line is for all searches over it; hence the length.)

mod frontier;

use std::fmt::Debug;
use std::mem::needs_drop;

use crate::cost::{self, Cost, CostOverflow};
use crate::goal::Goal;
use crate::heuristic::Heuristic;
use crate::memory::MemoryExhausted;
use crate::open::OpenList;
use crate::open::queue::Queue;
use crate::search::best_first::frontier::{Arrival, Frontier, Halt, LARGEST};
use crate::search::end::{End, Step};
use crate::search::limits::{Limit, Limits};
use crate::search::outcome::{Found, SearchError};
use crate::search::stop::Stop;
use crate::search::task::Task;
use crate::search::trace::Trace;
use crate::search::{Observer, Stats};
use crate::space::StateSpace;
use crate::store::Costs;

/// How g and h become the key of an open list, and what the algorithm asks of costs.
pub trait Order {
    /// The key that the open list orders by.
    type Key: Copy + Debug;

    /// Whether the first way to a state is the cheapest, so that a goal may be tested when it is
    /// reached instead of when it is taken up.
    const FIRST_IS_CHEAPEST: bool;

    /// The key of a node that was reached at cost `g` and is estimated to be `h` from a goal.
    fn key(&self, g: Cost, h: Cost) -> Result<Self::Key, CostOverflow>;

    /// Whether an entry under `key` is not outdated, where `g` is the node's cheapest known cost.
    fn is_current(&self, key: Self::Key, g: Cost) -> bool;

    /// What the cheapest plan through nodes under `key` or later costs at least, if that is known.
    /// A goal that costs no more than that when it is taken up is proved optimal.
    fn lower(&self, key: Self::Key, g: Cost) -> Option<Cost>;

    /// Whether the algorithm is right where an action costs that much.
    fn allows(&self, cost: Cost) -> bool;

    /// The error for an action whose cost is not [allowed](Self::allows).
    fn refusal<A: Debug>(&self, action: &A, cost: Cost) -> SearchError;
}

/// A search in progress. Each expansion allocates nothing beyond what the store and the open list
/// need to grow.
#[derive(Debug)]
pub struct BestFirst<'a, P, G, S, O, R, H>
where
    P: StateSpace,
    S: Costs<State = P::State>,
    O: OpenList<S::Id>,
{
    task: Task<'a, P, G>,
    store: &'a mut S,
    frontier: Frontier<O, S::Id, R, H>,
    tally: Tally,
    /// The state that is expanded and its successor, reused from step to step. `None` without a start.
    scratch: Option<(P::State, P::State)>,
    /// How many starts were looked at.
    started: usize,
    /// A node whose expansion was broken off for want of memory.
    broken_off: Option<S::Id>,
    /// Whether something comes before the next node of the open list: a start, a goal that was met,
    /// or what was left over when memory ran out or the limit on cost was met.
    attend: bool,
    /// The largest limit on cost so far.
    most: Cost,
    /// Nodes with successors that were left out because of it; made when there are some.
    put_off: Option<Queue<S::Id>>,
    /// So many of these, from the first, are to be expanded again, since the limit was raised.
    due: usize,
}

/// What is counted as it happens; the hot loop counts nothing that follows from other counters.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    expanded: u64,
    generated: u64,
    /// How many states are in the store as starts.
    starts: u64,
    peak_bytes: u64,
}

/// What comes before the next node of the open list.
enum Ahead<Id> {
    Nothing,
    /// This node again: its expansion was broken off, or left successors out.
    Again(Id),
    /// The end: this goal was met.
    Goal(Id),
}

/// What is done next.
enum Next<Id> {
    /// This node is expanded; it costs so much.
    Expand(Id, Cost),
    Stale(Id),
    Done(End<Id>),
}

impl<'a, P, G, S, O, R, H> BestFirst<'a, P, G, S, O, R, H>
where
    P: StateSpace,
    G: Goal<P::State>,
    S: Costs<State = P::State>,
    O: OpenList<S::Id, Key = R::Key>,
    R: Order,
    H: Heuristic<P::State>,
{
    /// A search at its beginning. `store` and `open` are empty.
    pub fn new(task: Task<'a, P, G>, store: &'a mut S, open: O, order: R, heuristic: H) -> Self {
        Self {
            task,
            store,
            frontier: Frontier {
                open,
                unqueued: None,
                order,
                heuristic,
                goal: None,
                lower: None,
                cut: None,
                reopened: 0,
                lost: 0,
            },
            tally: Tally::default(),
            scratch: task.starts.first().map(|(s, _)| (s.clone(), s.clone())),
            started: 0,
            broken_off: None,
            attend: true,
            most: Cost::MIN,
            put_off: None,
            due: 0,
        }
    }

    /// The counters so far.
    #[must_use]
    pub fn stats(&self) -> Stats {
        let tally = &self.tally;
        let (stored, reopened) = (self.store.len(), self.frontier.reopened);
        // Successors that were not known.
        let others = (stored - tally.starts) + reopened + self.frontier.lost;
        Stats {
            expanded: tally.expanded,
            generated: tally.generated,
            reopened,
            duplicates: tally.generated.saturating_sub(others),
            stored,
            peak_bytes: tally.peak_bytes,
        }
    }

    /// The store.
    #[must_use]
    pub fn store(&self) -> &S {
        self.store
    }

    /// No plan costs less than this, as far as the search knows.
    #[must_use]
    pub fn lower(&self) -> Option<Cost> {
        self.frontier.lower
    }

    /// Takes up the next node. The limits on cost and memory hold; the others are for
    /// [`run`](Self::run) and for the caller.
    ///
    /// # Errors
    /// [`SearchError`] if the algorithm cannot be right on this space.
    #[inline]
    pub fn step(
        &mut self,
        limits: &Limits,
        observer: &mut impl Observer<P::State>,
    ) -> Result<Step<S::Id>, SearchError> {
        self.allow(limits);
        let Some(mut scratch) = self.scratch.take() else {
            return Ok(Step::Done(End::Exhausted));
        };
        let mut tally = self.tally;
        let step = self
            .take_up(&mut scratch.0, &mut tally)
            .and_then(|next| match next {
                Next::Expand(id, g) => {
                    self.expand((id, g), &mut scratch, &mut tally, limits, observer)?;
                    Ok(Step::Expanded(id))
                }
                Next::Stale(id) => Ok(Step::Stale(id)),
                Next::Done(end) => Ok(Step::Done(end)),
            });
        (self.scratch, self.tally) = (Some(scratch), tally);
        step.or_else(|stop| stop.limit().map(|limit| Step::Done(End::Limit(limit))))
    }

    /// Under a higher limit on cost than before, lets in what was left out: starts, and successors
    /// of nodes that were put off.
    #[inline]
    fn allow(&mut self, limits: &Limits) {
        let most = limits.most_cost().min(LARGEST);
        if most > self.most {
            self.most = most;
            self.attend = true;
            self.started = 0;
            self.due = self.put_off.as_ref().map_or(0, Queue::len);
            self.frontier.cut = None;
        }
    }

    /// Notes a node with successors that were left out.
    #[cold]
    #[inline(never)]
    fn put_off(&mut self, id: S::Id, limits: &Limits) -> Result<(), MemoryExhausted> {
        let new = || Queue::new(&limits.memory);
        self.put_off.get_or_insert_with(new).push_back(id)
    }

    /// Does what comes before the next node of the open list. Returns the end, if it has come, or a
    /// node to expand first.
    #[cold]
    #[inline(never)]
    fn attend(&mut self, tally: &mut Tally) -> Result<Ahead<S::Id>, Stop> {
        if let Some(goal) = self.frontier.goal {
            return Ok(Ahead::Goal(goal));
        }
        self.frontier.requeue()?;
        while let Some((state, initial)) = self.task.starts.get(self.started) {
            let asked = (self.task.goal, self.most);
            let frontier = &mut self.frontier;
            let before = (self.store.len(), frontier.reopened);
            let arrival = frontier.reach(self.store, asked, state, *initial, None);
            // Starts are no successors and do not count as such.
            tally.starts += self.store.len() - before.0;
            frontier.reopened = before.1;
            if let Arrival::Goal(id) = arrival? {
                frontier.goal = Some(id);
                // It was not queued, so nothing may be queued after it.
                return Ok(Ahead::Goal(id));
            }
            self.started += 1;
        }
        let mut again = self.broken_off.take();
        if again.is_none() && self.due > 0 {
            self.due -= 1;
            again = self.put_off.as_mut().and_then(Queue::pop_front);
        }
        self.attend = self.due > 0;
        Ok(again.map_or(Ahead::Nothing, Ahead::Again))
    }

    /// The open list is empty.
    #[cold]
    fn exhausted(&mut self) -> End<S::Id> {
        match self.frontier.cut {
            Some(least) => {
                self.frontier.lower = Some(least);
                End::Limit(Limit::Cost(self.most))
            }
            None => End::Exhausted,
        }
    }

    /// Chooses the node that is expanded next.
    #[inline]
    fn take_up(&mut self, state: &mut P::State, tally: &mut Tally) -> Result<Next<S::Id>, Stop> {
        let ahead = if self.attend {
            self.attend(tally)?
        } else {
            Ahead::Nothing
        };
        let frontier = &mut self.frontier;
        let (id, g) = match ahead {
            Ahead::Nothing => {
                let Some((key, id)) = frontier.open.pop() else {
                    return Ok(Next::Done(self.exhausted()));
                };
                let g = self.store.g(id);
                if !frontier.order.is_current(key, g) {
                    return Ok(Next::Stale(id));
                }
                frontier.lower = frontier.order.lower(key, g);
                (id, g)
            }
            Ahead::Again(id) => (id, self.store.g(id)),
            Ahead::Goal(goal) => return Ok(Next::Done(End::Goal(goal))),
        };
        self.store.load(id, state);
        if !R::FIRST_IS_CHEAPEST && self.task.goal.is_goal(state) {
            frontier.goal = Some(id);
            self.attend = true;
            return Ok(Next::Done(End::Goal(id)));
        }
        Ok(Next::Expand(id, g))
    }

    /// Meets the successors of a node, which costs `g`.
    #[expect(clippy::inline_always, reason = "the hot loop itself")]
    #[inline(always)]
    fn expand(
        &mut self,
        (id, g): (S::Id, Cost),
        (state, reused): &mut (P::State, P::State),
        tally: &mut Tally,
        limits: &Limits,
        observer: &mut impl Observer<P::State>,
    ) -> Result<(), Stop> {
        observer.expanded(state, g);
        let (store, frontier) = (&mut *self.store, &mut self.frontier);
        let (space, asked) = (self.task.space, (self.task.goal, self.most));
        let mut cut = false;
        tally.expanded += 1;
        let mut meet = |action: P::Action| {
            let cost = space.cost(state, &action);
            if !frontier.order.allows(cost) {
                return Err(frontier.refuse(action, cost));
            }
            // A state that owns no memory is made in registers; another one fills what the last one held.
            let mut fresh;
            let next = if needs_drop::<P::State>() {
                reused.clone_from(state);
                &mut *reused
            } else {
                fresh = state.clone();
                &mut fresh
            };
            space.apply(next, &action);
            let total = cost::add(g, cost)?;
            tally.generated += 1;
            let arrival = match frontier.reach(store, asked, next, total, Some(id)) {
                Ok(arrival) => arrival,
                Err(why) => {
                    // What was stored and not queued is not lost.
                    frontier.lost += u64::from(frontier.unqueued.is_none());
                    return Err(Halt::Broken(why));
                }
            };
            match arrival {
                Arrival::News | Arrival::Known => {}
                Arrival::Cut => {
                    frontier.lost += 1;
                    cut = true;
                }
                Arrival::Goal(goal) => {
                    frontier.goal = Some(goal);
                    return Err(Halt::Goal);
                }
            }
            Ok(())
        };
        let mut flow = Ok(());
        for action in space.actions(state) {
            flow = meet(action);
            if flow.is_err() {
                break;
            }
        }
        let stop = match flow {
            Ok(()) if !cut => return Ok(()),
            Err(Halt::Refused(why)) => return Err(why),
            Err(Halt::Broken(why)) => why,
            flow => {
                self.attend |= flow.is_err();
                if !cut {
                    return Ok(());
                }
                match self.put_off(id, limits) {
                    Ok(()) => return Ok(()),
                    Err(full) => full.into(),
                }
            }
        };
        self.broken_off = Some(id);
        self.attend = true;
        Err(stop)
    }

    /// Steps until a goal is met, nothing is left, or a limit is reached.
    ///
    /// # Errors
    /// As [`step`](Self::step).
    pub fn run(
        &mut self,
        limits: &Limits,
        observer: &mut impl Observer<P::State>,
    ) -> Result<End<S::Id>, SearchError> {
        let end = loop {
            // A goal that was met is a better answer than a limit.
            if self.frontier.goal.is_none()
                && let Some(limit) = limits.reached(&self.stats())
            {
                break End::Limit(limit);
            }
            match self.stretch(limits, observer) {
                Ok(Some(end)) => break end,
                Ok(None) => {}
                Err(stop) => break End::Limit(stop.limit()?),
            }
            if self.tally.expanded.is_multiple_of(1024) {
                observer.progress(&self.stats());
            }
        };
        self.tally.peak_bytes = limits.memory.peak();
        Ok(end)
    }

    /// Takes up nodes until the search ends or the limits are to be looked at.
    #[inline]
    fn stretch(
        &mut self,
        limits: &Limits,
        observer: &mut impl Observer<P::State>,
    ) -> Result<Option<End<S::Id>>, Stop> {
        self.allow(limits);
        // In variables of this function, small states stay in registers.
        let Some(mut scratch) = self.scratch.take() else {
            return Ok(Some(End::Exhausted));
        };
        let mut tally = self.tally;
        let look = limits.next_look(&self.stats());
        let end = loop {
            match self.take_up(&mut scratch.0, &mut tally) {
                Ok(Next::Expand(id, g)) => {
                    let expanded = self.expand((id, g), &mut scratch, &mut tally, limits, observer);
                    if let Err(stop) = expanded {
                        break Err(stop);
                    }
                }
                Ok(Next::Stale(_)) => {}
                Ok(Next::Done(end)) => break Ok(Some(end)),
                Err(stop) => break Err(stop),
            }
            if look.is_due_at(tally.expanded, self.store.len()) {
                break Ok(None);
            }
        };
        (self.scratch, self.tally) = (Some(scratch), tally);
        end
    }

    /// Runs the search and turns its end into a verdict, with the plan found by `trace`.
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
        let Task { space, starts, .. } = self.task;
        let plan = |id| trace.plan(space, starts, self.store, id, limits);
        let outcome = end.outcome(self.frontier.lower, R::FIRST_IS_CHEAPEST, plan)?;
        let mut stats = self.stats();
        // The plan was put together beside the store.
        stats.peak_bytes = limits.memory.peak();
        Ok(Found { outcome, stats })
    }
}
