//! The engine: one loop that takes up nodes in the order of an open list.
//!
//! The store alone knows duplicates, the open list alone knows order, [`Order`] alone knows how g
//! and h become a key. Breadth-first and uniform cost are thin files over it. (The loop is one noun
//! with what it keeps between steps, and each line is for all searches over it; hence the length.)

use std::fmt::Debug;

use crate::cost::{self, Cost, CostOverflow};
use crate::goal::Goal;
use crate::heuristic::Heuristic;
use crate::memory::MemoryExhausted;
use crate::open::OpenList;
use crate::open::queue::Queue;
use crate::search::limits::{Limit, Limits};
use crate::search::outcome::{Found, Outcome, SearchError};
use crate::search::stop::Stop;
use crate::search::task::Task;
use crate::search::trace::Trace;
use crate::search::{Observer, Stats};
use crate::space::StateSpace;
use crate::store::{Costs, Reach};

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

    /// Refuses costs with which the algorithm would not be right.
    fn check<A: Debug>(&self, action: &A, cost: Cost) -> Result<(), SearchError>;
}

/// What one [`step`](BestFirst::step) did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step<Id> {
    /// This node was expanded.
    Expanded(Id),
    /// This entry of the open list was outdated and dropped.
    Stale(Id),
    /// The search is over; further steps say the same.
    Done(End<Id>),
}

/// How a search over nodes ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End<Id> {
    /// This node is a goal.
    Goal(Id),
    /// Everything that can be reached was looked at.
    Exhausted,
    /// A limit was reached. The search can be run on under other limits; a limit on cost can only
    /// be raised, a lower one leaves it as it was.
    Limit(Limit),
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
    frontier: Frontier<'a, S, O, R, H>,
    /// The state that is expanded and its successor, reused from step to step.
    scratch: Option<(P::State, P::State)>,
    /// How many starts are in the store.
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

/// The largest cost of a state. One more means "not reached" in dense tables.
const LARGEST: Cost = Cost::MAX - 1;

/// What an arriving state passes through: store, open list, order and counters.
#[derive(Debug)]
struct Frontier<'a, S: Costs, O: OpenList<S::Id>, R, H> {
    store: &'a mut S,
    open: O,
    /// A node that is stored and was not queued for want of memory.
    unqueued: Option<(O::Key, S::Id)>,
    order: R,
    heuristic: H,
    goal: Option<S::Id>,
    lower: Option<Cost>,
    /// The least cost of a node that was left out because of the limit on cost.
    cut: Option<Cost>,
    stats: Stats,
}

/// Which node is taken up.
enum Next<Id> {
    /// The next of the open list.
    Pop,
    /// This one again: its expansion was broken off, or left successors out.
    Again(Id),
    /// None: this goal was met.
    Goal(Id),
}

/// What became of a state that was met.
enum Arrival<Id> {
    New,
    Improved,
    Known,
    /// It is new and meets the goal.
    Goal(Id),
    /// It was left out because of the limit on cost.
    Cut,
}

impl<S, O, R, H> Frontier<'_, S, O, R, H>
where
    S: Costs,
    O: OpenList<S::Id, Key = R::Key>,
    R: Order,
    H: Heuristic<S::State>,
{
    /// A state was met at cost `g`: stores it and queues it, if that is news.
    #[expect(
        clippy::inline_always,
        reason = "it is the body of the hot loop: called, its arguments cost a fifth of the search"
    )]
    #[inline(always)]
    fn reach(
        &mut self,
        goal: &impl Goal<S::State>,
        most: Cost,
        state: &S::State,
        g: Cost,
        parent: Option<S::Id>,
    ) -> Result<Arrival<S::Id>, Stop> {
        if g > most {
            return self.cut_at(g, most);
        }
        if most < LARGEST
            && let Some(f) = self.bound(state, g)?
            && f > most
        {
            return self.cut_at(f, most);
        }
        let reach = if R::FIRST_IS_CHEAPEST {
            self.store.discover(state, g, parent)?
        } else {
            self.store.reach(state, g, parent)?
        };
        let (id, arrival) = match reach {
            Reach::New(id) if R::FIRST_IS_CHEAPEST && goal.is_goal(state) => {
                return Ok(Arrival::Goal(id));
            }
            Reach::New(id) => (id, Arrival::New),
            Reach::Improved(id) => (id, Arrival::Improved),
            Reach::Known => return Ok(Arrival::Known),
        };
        if let Some(h) = self.heuristic.estimate(state) {
            self.enqueue(self.order.key(g, h)?, id)?;
        }
        Ok(arrival)
    }

    /// What a plan through `state` costs at least, where the heuristic knows more than `g`.
    #[inline]
    fn bound(&self, state: &S::State, g: Cost) -> Result<Option<Cost>, CostOverflow> {
        let h = self.heuristic.estimate(state).filter(|&h| h != 0);
        h.map(|h| cost::add(g, h)).transpose()
    }

    /// Leaves a state out. It is not stored, so that it is news again under a higher limit.
    #[cold]
    fn cut_at(&mut self, f: Cost, most: Cost) -> Result<Arrival<S::Id>, Stop> {
        if most == LARGEST {
            return Err(CostOverflow(f, 0).into());
        }
        self.cut = Some(self.cut.map_or(f, |least| least.min(f)));
        Ok(Arrival::Cut)
    }

    /// Queues the node that found no room when it was stored.
    #[cold]
    fn requeue(&mut self) -> Result<(), MemoryExhausted> {
        match self.unqueued.take() {
            Some((key, id)) => self.enqueue(key, id),
            None => Ok(()),
        }
    }

    #[inline]
    fn enqueue(&mut self, key: R::Key, id: S::Id) -> Result<(), MemoryExhausted> {
        let pushed = self.open.push(key, id);
        if pushed.is_err() {
            self.unqueued = Some((key, id));
        }
        pushed
    }
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
            frontier: Frontier {
                store,
                open,
                unqueued: None,
                order,
                heuristic,
                goal: None,
                lower: None,
                cut: None,
                stats: Stats::default(),
            },
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
        self.frontier.stats
    }

    /// The store.
    #[must_use]
    pub fn store(&self) -> &S {
        self.frontier.store
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
        self.advance(limits, observer)
            .or_else(|stop| stop.limit().map(|limit| Step::Done(End::Limit(limit))))
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
    fn attend(&mut self) -> Result<Next<S::Id>, Stop> {
        if let Some(goal) = self.frontier.goal {
            return Ok(Next::Goal(goal));
        }
        self.frontier.requeue()?;
        while let Some((state, initial)) = self.task.starts.get(self.started) {
            let goal = self.task.goal;
            match self
                .frontier
                .reach(goal, self.most, state, *initial, None)?
            {
                Arrival::New => self.frontier.stats.stored += 1,
                Arrival::Goal(id) => {
                    self.frontier.stats.stored += 1;
                    self.frontier.goal = Some(id);
                    // It was not queued, so nothing may be queued after it.
                    return Ok(Next::Goal(id));
                }
                Arrival::Improved | Arrival::Known | Arrival::Cut => {}
            }
            self.started += 1;
        }
        let mut again = self.broken_off.take();
        if again.is_none() && self.due > 0 {
            self.due -= 1;
            again = self.put_off.as_mut().and_then(Queue::pop_front);
        }
        self.attend = self.due > 0;
        Ok(again.map_or(Next::Pop, Next::Again))
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

    #[inline]
    fn advance(
        &mut self,
        limits: &Limits,
        observer: &mut impl Observer<P::State>,
    ) -> Result<Step<S::Id>, Stop> {
        let next = if self.attend {
            self.attend()?
        } else {
            Next::Pop
        };
        let (id, g) = match next {
            Next::Pop => {
                let frontier = &mut self.frontier;
                let Some((key, id)) = frontier.open.pop() else {
                    return Ok(Step::Done(self.exhausted()));
                };
                let g = frontier.store.g(id);
                if !frontier.order.is_current(key, g) {
                    return Ok(Step::Stale(id));
                }
                frontier.lower = frontier.order.lower(key, g);
                (id, g)
            }
            Next::Again(id) => (id, self.frontier.store.g(id)),
            Next::Goal(goal) => return Ok(Step::Done(End::Goal(goal))),
        };
        let (frontier, most) = (&mut self.frontier, self.most);
        let Some((state, next)) = &mut self.scratch else {
            return Ok(Step::Done(End::Exhausted));
        };
        frontier.store.load(id, state);
        if !R::FIRST_IS_CHEAPEST && self.task.goal.is_goal(state) {
            frontier.goal = Some(id);
            self.attend = true;
            return Ok(Step::Done(End::Goal(id)));
        }
        observer.expanded(state, g);
        let space = self.task.space;
        let (mut generated, mut stored, mut reopened, mut cut) = (0, 0, 0, 0);
        let mut stop = None;
        for action in space.actions(state) {
            let cost = space.cost(state, &action);
            frontier.order.check(&action, cost)?;
            next.clone_from(state);
            space.apply(next, &action);
            generated += 1;
            let total = cost::add(g, cost)?;
            match frontier.reach(self.task.goal, most, next, total, Some(id)) {
                Ok(Arrival::Known) => {}
                Ok(Arrival::New) => stored += 1,
                Ok(Arrival::Improved) => reopened += 1,
                Ok(Arrival::Cut) => cut += 1,
                Ok(Arrival::Goal(goal)) => {
                    stored += 1;
                    frontier.goal = Some(goal);
                    self.attend = true;
                    break;
                }
                Err(why) => {
                    self.broken_off = Some(id);
                    self.attend = true;
                    stop = Some(why);
                    break;
                }
            }
        }
        let stats = &mut frontier.stats;
        stats.expanded += 1;
        stats.generated += generated;
        stats.stored += stored;
        stats.reopened += reopened;
        stats.duplicates += generated - stored - reopened - cut - u64::from(stop.is_some());
        if cut > 0
            && stop.is_none()
            && let Err(full) = self.put_off(id, limits)
        {
            self.broken_off = Some(id);
            self.attend = true;
            stop = Some(full.into());
        }
        stop.map_or(Ok(Step::Expanded(id)), Err)
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
                && let Some(limit) = limits.reached(&self.frontier.stats)
            {
                break End::Limit(limit);
            }
            match self.stretch(limits, observer) {
                Ok(Some(end)) => break end,
                Ok(None) => {}
                Err(stop) => break End::Limit(stop.limit()?),
            }
            if self.frontier.stats.expanded.is_multiple_of(1024) {
                observer.progress(&self.frontier.stats);
            }
        };
        self.frontier.stats.peak_bytes = limits.memory.peak();
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
        let look = limits.next_look(&self.frontier.stats);
        loop {
            if let Step::Done(end) = self.advance(limits, observer)? {
                return Ok(Some(end));
            }
            if look.is_due(&self.frontier.stats) {
                return Ok(None);
            }
        }
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
        let outcome = match self.run(limits, observer)? {
            End::Exhausted => Outcome::Unsolvable,
            End::Limit(limit) => Outcome::LimitReached {
                limit,
                best: None,
                lower: self.frontier.lower,
            },
            End::Goal(id) => {
                let Task { space, starts, .. } = self.task;
                let plan = trace.plan(space, starts, self.frontier.store, id)?;
                let lower = self.frontier.lower;
                let proved = R::FIRST_IS_CHEAPEST || lower.is_some_and(|least| least >= plan.cost);
                Outcome::Solved {
                    proved,
                    lower: if proved { Some(plan.cost) } else { lower },
                    plan,
                }
            }
        };
        let stats = self.frontier.stats;
        Ok(Found { outcome, stats })
    }
}
