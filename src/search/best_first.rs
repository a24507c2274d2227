//! The engine: one loop that takes up nodes in the order of an open list.
//!
//! The store alone knows duplicates, the open list alone knows order, [`Order`] alone knows how g
//! and h become a key. Breadth-first and uniform cost are thin files over it. (The loop is one noun
//! with what it keeps between steps, and each line is for all searches over it; hence the length.)

mod batch;
mod frontier;
mod stretch;

use std::fmt::Debug;
use std::ops::RangeInclusive;

use crate::cost::{Cost, CostOverflow, LARGEST};
use crate::goal::Goal;
use crate::heuristic::Heuristic;
use crate::open::OpenList;
use crate::open::queue::Queue;
use crate::search::best_first::frontier::{Arrival, Frontier};
use crate::search::best_first::stretch::{Pause, Stretch};
use crate::search::end::{End, Step};
use crate::search::limits::{Limit, Limits, Look};
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

    /// The costs of actions with which the algorithm is right.
    fn costs(&self) -> RangeInclusive<Cost>;

    /// The error for an action whose cost is not one of [these](Self::costs).
    fn refusal<A: Debug>(&self, action: &A, cost: Cost) -> SearchError {
        SearchError::outside(action, cost, *self.costs().end())
    }
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
    accepted: Cost,
    /// States that cost more are left out: the limit, unless costs may fall below it again.
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
            accepted: Cost::MIN,
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
        let begun = self.begin(limits, observer);
        let step = match begun {
            Ok(None) => self.stretch(Look::after_one(), limits, observer),
            Ok(Some(step)) => Ok(step),
            Err(stop) => Err(stop),
        };
        or_limit(step)
    }

    /// Does what comes before the next node of the open list, if there is something.
    #[inline]
    fn begin(
        &mut self,
        limits: &Limits,
        observer: &mut impl Observer<P::State>,
    ) -> Result<Option<Step<S::Id>>, Stop> {
        self.allow(limits);
        if self.attend {
            self.attend(limits, observer)
        } else {
            Ok(None)
        }
    }

    /// Under a higher limit on cost than before, lets in what was left out: starts, and successors
    /// of nodes that were put off.
    #[inline]
    fn allow(&mut self, limits: &Limits) {
        let most = limits.most_cost().min(LARGEST);
        if most > self.accepted {
            self.accepted = most;
            let may_fall = *self.frontier.order.costs().start() < 0;
            self.most = if may_fall { LARGEST } else { most };
            self.attend = true;
            self.started = 0;
            self.due = self.put_off.as_ref().map_or(0, Queue::len);
            self.frontier.cut = None;
        }
    }

    /// Does what comes before the next node of the open list: returns the end, if it has come, or
    /// expands a node that goes first. `None` if there is none.
    #[cold]
    #[inline(never)]
    fn attend(
        &mut self,
        limits: &Limits,
        observer: &mut impl Observer<P::State>,
    ) -> Result<Option<Step<S::Id>>, Stop> {
        if let Some(goal) = self.frontier.goal {
            return Ok(Some(Step::Done(End::Goal(goal))));
        }
        self.frontier.requeue()?;
        while let Some((state, initial)) = self.task.starts.get(self.started) {
            let asked = (self.task.goal, self.most);
            let frontier = &mut self.frontier;
            if frontier.is_within(*initial, self.most)? {
                let before = (self.store.len(), frontier.reopened);
                let arrival = frontier.reach(self.store, asked, state, *initial, None);
                // Starts are no successors and do not count as such.
                self.tally.starts += self.store.len() - before.0;
                frontier.reopened = before.1;
                if let Some(Arrival::Goal(id)) = arrival? {
                    // It was not queued, so nothing may be queued after it.
                    return Ok(Some(self.met(id)));
                }
            }
            self.started += 1;
        }
        let mut again = self.broken_off.take();
        if again.is_none() && self.due > 0 {
            self.due -= 1;
            again = self.put_off.as_mut().and_then(Queue::pop_front);
        }
        self.attend = self.due > 0;
        again.map(|id| self.again(id, limits, observer)).transpose()
    }

    /// Expands a node whose expansion was broken off, or left successors out.
    fn again(
        &mut self,
        id: S::Id,
        limits: &Limits,
        observer: &mut impl Observer<P::State>,
    ) -> Result<Step<S::Id>, Stop> {
        let Some(mut scratch) = self.scratch.take() else {
            return Ok(Step::Done(End::Exhausted));
        };
        self.store.load(id, &mut scratch.0);
        let g = self.store.g(id);
        let is_goal = !R::FIRST_IS_CHEAPEST && self.task.goal.is_goal(&scratch.0);
        let step = if is_goal && g <= self.accepted {
            Ok(self.met(id))
        } else {
            observer.expanded(&scratch.0, g);
            self.tally.expanded += 1;
            self.closely((id, g), 0, &mut scratch, limits)
        };
        self.scratch = Some(scratch);
        step
    }

    /// Expands a node of which some actions may cost what the order refuses or lead past the limit on cost,
    /// or that some successors found no room for; notes it if any were left out. The first `met` actions
    /// are done already.
    #[cold]
    #[inline(never)]
    fn closely(
        &mut self,
        (id, g): (S::Id, Cost),
        met: u64,
        (state, next): &mut (P::State, P::State),
        limits: &Limits,
    ) -> Result<Step<S::Id>, Stop> {
        let Task { space, goal, .. } = self.task;
        let met = usize::try_from(met).unwrap_or(usize::MAX);
        if let Err(why) = self.frontier.requeue() {
            return Err(self.break_off(id, why));
        }
        let (store, frontier) = (&mut *self.store, &mut self.frontier);
        let mut cut = false;
        for action in space.actions(state).skip(met) {
            let cost = space.cost(state, &action);
            let within = frontier.admit(&action, (g, cost), self.most)?;
            next.clone_from(state);
            space.apply(next, &action);
            self.tally.generated += 1;
            let arrival = match within {
                Some(total) => frontier.reach(store, (goal, self.most), next, total, Some(id)),
                None => Ok(None),
            };
            match arrival {
                Ok(Some(Arrival::News | Arrival::Known)) => {}
                Ok(Some(Arrival::Goal(goal))) => return self.reached(goal, id, state),
                Ok(None) => {
                    frontier.lost += 1;
                    cut = true;
                }
                Err(why) => {
                    // What was stored and not queued is not lost.
                    frontier.lost += u64::from(frontier.unqueued.is_none());
                    return Err(self.break_off(id, why));
                }
            }
        }
        if cut {
            self.put_off(id, limits)?;
        }
        Ok(Step::Expanded(id))
    }

    /// Notes a node that is to be taken up again under a higher limit on cost.
    fn put_off(&mut self, id: S::Id, limits: &Limits) -> Result<(), Stop> {
        let new = || Queue::new(&limits.memory);
        let put_off = self.put_off.get_or_insert_with(new).push_back(id);
        put_off.map_err(|full| self.break_off(id, full.into()))
    }

    /// A goal was taken up that costs more than the limit, where costs may fall: it may cost less later,
    /// and so may goals beyond it.
    #[cold]
    fn pass(
        &mut self,
        (id, g): (S::Id, Cost),
        scratch: &mut (P::State, P::State),
        limits: &Limits,
        observer: &mut impl Observer<P::State>,
    ) -> Result<Step<S::Id>, Stop> {
        self.frontier.leave_out(g);
        self.put_off(id, limits)?;
        observer.expanded(&scratch.0, g);
        self.tally.expanded += 1;
        self.closely((id, g), 0, scratch, limits)
    }

    /// A goal was reached from `id`, and is the answer unless an action of that node has a cost that the
    /// order refuses. Those that come after the goal were not looked at yet.
    #[cold]
    fn reached(&mut self, goal: S::Id, id: S::Id, state: &P::State) -> Result<Step<S::Id>, Stop> {
        let space = self.task.space;
        for action in space.actions(state) {
            self.frontier.check(&action, space.cost(state, &action))?;
        }
        self.met(goal);
        Ok(Step::Expanded(id))
    }

    /// A goal was met.
    #[cold]
    fn met(&mut self, goal: S::Id) -> Step<S::Id> {
        self.frontier.goal = Some(goal);
        self.attend = true;
        Step::Done(End::Goal(goal))
    }

    /// The expansion of `id` is to be gone on with later.
    #[cold]
    fn break_off(&mut self, id: S::Id, why: Stop) -> Stop {
        self.broken_off = Some(id);
        self.attend = true;
        why
    }

    /// The open list is empty.
    #[cold]
    fn exhausted(&mut self) -> Step<S::Id> {
        Step::Done(match self.frontier.cut {
            Some(least) => {
                self.frontier.lower = Some(least);
                End::Limit(Limit::Cost(self.accepted))
            }
            None => End::Exhausted,
        })
    }

    /// Takes up nodes of the open list until a look at the limits is due or something else is to be done.
    #[inline]
    fn stretch(
        &mut self,
        look: Look,
        limits: &Limits,
        observer: &mut impl Observer<P::State>,
    ) -> Result<Step<S::Id>, Stop> {
        let Some(mut scratch) = self.scratch.take() else {
            return Ok(Step::Done(End::Exhausted));
        };
        let stretched = self.store.serve(Stretch {
            task: self.task,
            most: self.most,
            accepted: self.accepted,
            frontier: &mut self.frontier,
            look,
            expanded: self.tally.expanded,
            scratch: &mut scratch,
            observer,
        });
        self.tally.expanded += stretched.expanded;
        self.tally.generated += stretched.generated;
        if let Some((key, _, g)) = stretched.last {
            // Keys may fall; what was known stays known.
            let lower = self.frontier.order.lower(key, g);
            self.frontier.lower = self.frontier.lower.max(lower);
        }
        let last = stretched.last.map(|(_, id, g)| (id, g));
        let step = match (stretched.pause, last) {
            (Pause::Stale, Some((id, _))) => Ok(Step::Stale(id)),
            (Pause::Taken, Some((id, _))) => Ok(self.met(id)),
            (Pause::Odd(met), Some(node)) => self.closely(node, met, &mut scratch, limits),
            (Pause::Over, Some(node)) => self.pass(node, &mut scratch, limits, observer),
            (Pause::Reached(goal), Some((id, _))) => self.reached(goal, id, &scratch.0),
            (Pause::Due, Some((id, _))) => Ok(Step::Expanded(id)),
            (Pause::Empty, _) | (_, None) => Ok(self.exhausted()),
        };
        self.scratch = Some(scratch);
        step
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
            if let Some(limit) = self.limit(limits) {
                break End::Limit(limit);
            }
            let step = match self.begin(limits, observer) {
                Ok(None) => {
                    // The starts may have come to a limit.
                    if let Some(limit) = self.limit(limits) {
                        break End::Limit(limit);
                    }
                    let look = limits.next_look(&self.stats());
                    self.stretch(look, limits, observer)
                }
                Ok(Some(step)) => Ok(step),
                Err(stop) => Err(stop),
            };
            if let Step::Done(end) = or_limit(step)? {
                break end;
            }
            if self.tally.expanded.is_multiple_of(1024) {
                observer.progress(&self.stats());
            }
        };
        self.tally.peak_bytes = limits.memory.peak();
        Ok(end)
    }

    /// The limit that was reached, unless a goal was met, which is a better answer.
    fn limit(&self, limits: &Limits) -> Option<Limit> {
        let is_open = self.frontier.goal.is_none();
        is_open.then(|| limits.reached(&self.stats())).flatten()
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

/// A limit that stopped a step is the end.
fn or_limit<Id>(step: Result<Step<Id>, Stop>) -> Result<Step<Id>, SearchError> {
    step.or_else(|stop| stop.limit().map(|limit| Step::Done(End::Limit(limit))))
}
