//! SPFA: costs are corrected until none can fall any more; arcs of negative cost are allowed.
//!
//! Optimal for all costs (Bellman 1958; with a queue: Moore 1959; as "SPFA": Duan 1994). First in,
//! first out it takes at most nodes times arcs corrections, mostly few times the arcs. *Small label
//! first* (Bertsekas 1993) and *large label last* (Bertsekas, Guerriero and Musmanno 1996) usually
//! save corrections, but in the worst case take exponentially many. Memory: the store with its
//! parents, and an id and a byte for each node; 4 bytes more, for a while, to look for cycles.
//!
//! A goal that was reached ends nothing, since a negative arc further on may lead to it more
//! cheaply: the search looks at everything that can be reached. Where no cost is negative, uniform
//! cost may stop early and is the better choice. (The loop and the ways to call it stand together,
//! hence the length.)

mod agenda;
mod approach;
mod cycle;
mod labels;
mod stretch;
pub mod variant;

use std::hash::Hash;

use crate::cost::{self, Cost, CostOverflow};
use crate::goal::Goal;
use crate::memory::{BudgetVec, Memory};
use crate::search::end;
use crate::search::limits::{Limit, Limits, Look};
use crate::search::outcome::{Found, Outcome, SearchError};
use crate::search::spfa::labels::Labels;
use crate::search::spfa::stretch::Stretch;
use crate::search::spfa::variant::Variant;
use crate::search::stop::Stop;
use crate::search::task::{Task, alone};
use crate::search::trace::{self, ByParents, Trace};
use crate::search::{Observer, Stats};
use crate::space::StateSpace;
use crate::store::costs::UNREACHED;
use crate::store::interned::Interned;
use crate::store::{Costs, Parents};

/// The cost of states whose plans get cheaper without end: those that can be reached from a cycle
/// of negative cost. No other state has it; a plan of just this cost is refused as an overflow.
pub const MINUS_INFINITY: Cost = Cost::MIN;

/// What one [`step`](Spfa::step) did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step<Id> {
    /// The successors of this node were corrected.
    Expanded(Id),
    /// This node can be reached from a negative cycle; its successors are now known to be, too.
    Sunk(Id),
    /// The search is over; further steps say the same.
    Done(End<Id>),
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End<Id> {
    /// No cost can fall any more. This is the cheapest goal, if any was reached.
    Settled(Option<Id>),
    /// A goal can be reached from a negative cycle: see [`Spfa::cycle`].
    Unbounded,
    /// A limit was reached. The search can be run on under other limits.
    Limit(Limit),
}

/// A search in progress. Each expansion allocates nothing beyond what the store and the queue need
/// to grow.
///
/// Nodes that can be reached from a negative cycle are taken out: their cost becomes
/// [`MINUS_INFINITY`], which no correction can undercut.
#[derive(Debug)]
pub struct Spfa<'a, P, G, S>
where
    P: StateSpace,
    S: Costs<State = P::State>,
{
    task: Task<'a, P, G>,
    store: &'a mut S,
    labels: Labels<S::Id>,
    /// The negative cycle whose nodes, and all that they reach, are being taken out: the node that it
    /// begins at and its actions.
    cycle: Option<(S::Id, Vec<P::Action>)>,
    /// Whether a goal can be reached from it.
    unbounded: bool,
    /// A node to be expanded before the others.
    urgent: Option<S::Id>,
    /// Nodes with an arc whose cost did not fit when they were last expanded; their own cost may
    /// have fallen since.
    unfit: BudgetVec<S::Id>,
    /// The state that is expanded and its successor, reused from step to step.
    scratch: Option<(P::State, P::State)>,
    /// How many starts are in the store.
    started: usize,
    memory: Memory,
}

impl<'a, P, G, S> Spfa<'a, P, G, S>
where
    P: StateSpace,
    G: Goal<P::State>,
    S: Costs<State = P::State, Id: Into<u64> + TryFrom<u64>> + Parents,
{
    /// A search at its beginning. The store is empty.
    pub fn new(task: Task<'a, P, G>, store: &'a mut S, variant: Variant, limits: &Limits) -> Self {
        Self {
            task,
            store,
            labels: Labels::new(variant, &limits.memory),
            cycle: None,
            unbounded: false,
            urgent: None,
            unfit: BudgetVec::new(&limits.memory),
            scratch: task.starts.first().map(|(s, _)| (s.clone(), s.clone())),
            started: 0,
            memory: limits.memory.clone(),
        }
    }

    /// The counters so far.
    #[must_use]
    pub fn stats(&self) -> Stats {
        let (labels, starts) = (&self.labels, self.started as u64);
        let Stats {
            generated,
            stored,
            reopened,
            ..
        } = labels.stats;
        let others = stored + reopened + labels.lost;
        Stats {
            duplicates: (generated + starts).saturating_sub(others),
            ..labels.stats
        }
    }

    /// The actions of the negative cycle from which a goal can be reached, once the search ended
    /// as [`End::Unbounded`]; before that, of the one that is being looked at.
    #[must_use]
    pub fn cycle(&self) -> Option<&[P::Action]> {
        self.cycle.as_ref().map(|(_, actions)| &**actions)
    }

    /// Takes up the next node. The limit on memory holds; the others are for [`run`](Self::run)
    /// and for the caller.
    ///
    /// # Errors
    /// [`SearchError::Overflow`] if costs do not add up.
    #[inline]
    pub fn step(
        &mut self,
        observer: &mut impl Observer<P::State>,
    ) -> Result<Step<S::Id>, SearchError> {
        self.work(Look::after_one(), observer)
    }

    /// Takes up nodes until a look at the limits is due or there is more to do than to expand one
    /// node after the other. Returns what was done last.
    #[inline]
    fn work(
        &mut self,
        look: Look,
        observer: &mut impl Observer<P::State>,
    ) -> Result<Step<S::Id>, SearchError> {
        match self.advance(look, observer) {
            Ok(step) => Ok(step),
            Err(stop) => stop.limit().map(|limit| Step::Done(End::Limit(limit))),
        }
    }

    /// Stores the starts that are not stored yet, and notes what there was no room for before.
    fn begin(&mut self) -> Result<(), Stop> {
        let Task { goal, starts, .. } = self.task;
        if let Some((state, _)) = &mut self.scratch {
            self.labels.catch_up(self.store, goal, state)?;
        }
        while let Some((start, initial)) = starts.get(self.started) {
            fits(*initial)?;
            self.labels.reach(self.store, goal, start, *initial, None)?;
            self.started += 1;
        }
        Ok(())
    }

    #[inline]
    fn advance(
        &mut self,
        look: Look,
        observer: &mut impl Observer<P::State>,
    ) -> Result<Step<S::Id>, Stop> {
        self.begin()?;
        if self.unbounded {
            return Ok(Step::Done(End::Unbounded));
        }
        if let Some(id) = self.labels.sinking.front() {
            return self.sink(id, observer);
        }
        if self.cycle.is_some() {
            // All that the cycle reaches was taken out, and no goal is among it.
            self.labels.forget_sunk(self.store)?;
            self.cycle = None;
        }
        if self.labels.is_cycle_due()
            && let Some(id) = self.look_for_cycle()?
        {
            return self.sink(id, observer);
        }
        let urgent = self.urgent.take();
        let next = match urgent.filter(|&id| self.store.g(id) != MINUS_INFINITY) {
            Some(id) => Some(id),
            None => self.labels.agenda.pop(self.store)?,
        };
        match next {
            Some(id) if self.labels.is_fifo() => self.stretch(id, look, observer),
            Some(id) => {
                let Some(mut scratch) = self.scratch.take() else {
                    return Ok(Step::Done(End::Settled(None)));
                };
                let g = self.store.g(id);
                self.store.load(id, &mut scratch.0);
                observer.expanded(&scratch.0, g);
                self.labels.stats.expanded += 1;
                let step = self.expand((id, g), 0, &mut scratch);
                self.scratch = Some(scratch);
                step
            }
            None => self.settle(observer),
        }
    }

    /// Expands `id` and the nodes after it, first in, first out, until a look at the limits or at the
    /// parents is due, or no node waits. It is a function of its own, so that the loop has all registers.
    #[inline(never)]
    fn stretch(
        &mut self,
        id: S::Id,
        look: Look,
        observer: &mut impl Observer<P::State>,
    ) -> Result<Step<S::Id>, Stop> {
        let Some(mut scratch) = self.scratch.take() else {
            return Ok(Step::Done(End::Settled(None)));
        };
        let stretched = self.store.serve(Stretch {
            task: self.task,
            labels: &mut self.labels,
            first: id,
            look,
            scratch: &mut scratch,
            observer,
        });
        let (labels, news) = (&mut self.labels, stretched.news);
        labels.negative |= stretched.negative;
        labels.fallen += news.fallen;
        let stats = &mut labels.stats;
        stats.expanded += stretched.expanded;
        stats.generated += stretched.generated;
        stats.stored += news.stored;
        stats.reopened += news.fallen;
        let (id, g) = (stretched.last, stretched.g);
        let step = match stretched.odd {
            Some(met) => self.expand((id, g), met, &mut scratch),
            None => Ok(Step::Expanded(id)),
        };
        self.scratch = Some(scratch);
        step
    }

    /// Corrects the successors of a node, which cost `g` when it was taken up, after the first `met` of
    /// them. Its state is the first of the two.
    #[inline(never)]
    fn expand(
        &mut self,
        (id, g): (S::Id, Cost),
        met: u64,
        (state, next): &mut (P::State, P::State),
    ) -> Result<Step<S::Id>, Stop> {
        let Task { space, goal, .. } = self.task;
        let (store, labels) = (&mut *self.store, &mut self.labels);
        let mut stop = labels.catch_up(store, goal, next).err().map(Stop::from);
        let met = usize::try_from(met).unwrap_or(usize::MAX);
        let mut unfit = 0;
        if stop.is_none() {
            for action in space.actions(state).skip(met) {
                labels.stats.generated += 1;
                let cost = space.cost(state, &action);
                labels.negative |= cost < 0;
                let Ok(total) = cost::add(g, cost).and_then(fits) else {
                    unfit += 1;
                    continue;
                };
                next.clone_from(state);
                space.apply(next, &action);
                if let Err(why) = labels.reach(store, goal, next, total, Some(id)) {
                    // What was stored and not noted elsewhere is not lost.
                    labels.lost += u64::from(!labels.is_behind());
                    stop = Some(why);
                    break;
                }
            }
        }
        if unfit > 0 {
            labels.lost += unfit;
            if stop.is_none()
                && let Err(full) = self.unfit.push(id)
            {
                stop = Some(full.into());
            }
        }
        match stop {
            None => Ok(Step::Expanded(id)),
            Some(stop) => {
                self.urgent = Some(id);
                Err(stop)
            }
        }
    }

    /// Takes out the successors of a node that was taken out, unless it is a goal.
    fn sink(
        &mut self,
        id: S::Id,
        observer: &mut impl Observer<P::State>,
    ) -> Result<Step<S::Id>, Stop> {
        let Task { space, goal, .. } = self.task;
        let Some((state, next)) = &mut self.scratch else {
            return Ok(Step::Done(End::Settled(None)));
        };
        self.store.load(id, state);
        if goal.is_goal(state) {
            self.unbounded = true;
            return Ok(Step::Done(End::Unbounded));
        }
        observer.expanded(state, MINUS_INFINITY);
        self.labels.stats.expanded += 1;
        for action in space.actions(state) {
            self.labels.stats.generated += 1;
            next.clone_from(state);
            space.apply(next, &action);
            self.labels.sink(self.store, next, Some(id))?;
        }
        self.labels.sinking.pop_front();
        Ok(Step::Sunk(id))
    }

    /// Searches the parents for a cycle, and takes out a node on it if there is one.
    #[cold]
    fn look_for_cycle(&mut self) -> Result<Option<S::Id>, Stop> {
        let found = cycle::find(self.store, self.labels.numbers, &self.memory)?;
        if let (Some(id), Some((state, before))) = (found, &mut self.scratch) {
            let scratch = (&mut *state, before);
            let actions = around(self.task.space, self.store, id, scratch, &self.memory)?;
            self.cycle = Some((id, actions));
            self.store.load(id, state);
            if let Err(full) = self.labels.sink(self.store, state, None) {
                if !self.labels.is_behind() {
                    self.cycle = None;
                }
                return Err(full.into());
            }
        }
        self.labels.fallen = 0;
        Ok(found)
    }

    /// No node waits: the costs are right, unless some did not fit or run round a cycle unnoticed.
    #[cold]
    fn settle(&mut self, observer: &mut impl Observer<P::State>) -> Result<Step<S::Id>, Stop> {
        let space = self.task.space;
        while let Some(&id) = self.unfit.last() {
            if self.labels.fallen > 0
                && let Some(id) = self.look_for_cycle()?
            {
                return self.sink(id, observer);
            }
            let g = self.store.g(id);
            if let (Some((state, _)), true) = (&mut self.scratch, g != MINUS_INFINITY) {
                self.store.load(id, state);
                for action in space.actions(state) {
                    cost::add(g, space.cost(state, &action)).and_then(fits)?;
                }
            }
            self.unfit.pop();
        }
        Ok(Step::Done(End::Settled(self.labels.best_goal(self.store))))
    }

    /// Whether the next step only tells how the search ended.
    fn is_over(&self) -> bool {
        let labels = &self.labels;
        let is_done = labels.agenda.is_empty() && labels.sinking.is_empty() && !labels.is_behind();
        let is_all = self.started == self.task.starts.len() && self.urgent.is_none();
        self.unbounded || is_done && is_all && self.unfit.is_empty()
    }

    /// Steps until no cost can fall any more, plans get cheaper without end, or a limit is reached.
    ///
    /// # Errors
    /// As [`step`](Self::step).
    pub fn run(
        &mut self,
        limits: &Limits,
        observer: &mut impl Observer<P::State>,
    ) -> Result<End<S::Id>, SearchError> {
        if let Err(stop) = self.begin() {
            self.labels.stats.peak_bytes = limits.memory.peak();
            return Ok(End::Limit(stop.limit()?));
        }
        let mut look = Look::default();
        let end = loop {
            if look.is_due(&self.labels.stats) {
                if let Some(limit) = limits.reached(&self.labels.stats)
                    && !self.is_over()
                {
                    break End::Limit(limit);
                }
                look = limits.next_look(&self.labels.stats);
            }
            if let Step::Done(end) = self.work(look, observer)? {
                break end;
            }
            if self.labels.stats.expanded.is_multiple_of(1024) {
                observer.progress(&self.stats());
            }
        };
        self.labels.stats.peak_bytes = limits.memory.peak();
        Ok(end)
    }

    /// Runs the search and turns its end into a verdict. The limit on cost cuts nothing off on the
    /// way, since costs may fall again; it holds for the answer.
    ///
    /// # Errors
    /// As [`step`](Self::step).
    pub fn solve(
        mut self,
        limits: &Limits,
        observer: &mut impl Observer<P::State>,
    ) -> Result<Found<P::Action>, SearchError> {
        let end = self.run(limits, observer)?;
        let mut stats = self.stats();
        let Task { space, starts, .. } = self.task;
        let plan = |id| ByParents.plan(space, starts, self.store, id, limits);
        let outcome = match end {
            End::Unbounded => {
                let nodes = (&*self.store, self.labels.numbers);
                approach::outcome((space, starts), nodes, self.cycle, limits)?
            }
            End::Settled(None) => Outcome::Unsolvable,
            End::Settled(Some(id)) => {
                let g = self.store.g(id);
                let end = match limits.cost.filter(|&most| g > most) {
                    Some(most) => end::End::Limit(Limit::Cost(most)),
                    None => end::End::Goal(id),
                };
                end.outcome(Some(g), true, plan)?
            }
            End::Limit(limit) => {
                let best = self.labels.best_goal(self.store);
                let best = best.filter(|&id| self.labels.leads_to_a_start(self.store, id));
                let best = match best.map(plan) {
                    Some(Err(stop)) => {
                        // The limit that was reached first stays the verdict.
                        stop.limit()?;
                        None
                    }
                    plan => plan.and_then(Result::ok),
                };
                Outcome::LimitReached {
                    limit,
                    best,
                    lower: None,
                }
            }
        };
        // The plan was put together beside the store.
        stats.peak_bytes = limits.memory.peak();
        Ok(Found { outcome, stats })
    }
}

/// The actions of the cycle of parents through `id`, from its state back to it.
fn around<P, S>(
    space: &P,
    store: &S,
    id: S::Id,
    (mut child, mut parent): (&mut P::State, &mut P::State),
    memory: &Memory,
) -> Result<Vec<P::Action>, Stop>
where
    P: StateSpace,
    S: Parents<State = P::State>,
{
    let (mut actions, mut at) = (BudgetVec::new(memory), id);
    store.load(at, child);
    while let Some(before) = store.parent(at) {
        store.load(before, parent);
        let (action, _) = trace::cheapest(space, parent, child)?;
        actions.push(action)?;
        std::mem::swap(&mut child, &mut parent);
        at = before;
        if at == id {
            break;
        }
    }
    actions.reverse();
    Ok(actions.into_vec())
}

/// Refuses the two costs that have another meaning.
#[inline]
fn fits(cost: Cost) -> Result<Cost, CostOverflow> {
    if cost == MINUS_INFINITY || cost == UNREACHED {
        Err(CostOverflow(cost, 0))
    } else {
        Ok(cost)
    }
}

/// Searches for a cheapest plan. The store is empty.
///
/// # Errors
/// [`SearchError::Overflow`] if the cost of a state that can be reached does not fit.
pub fn search<P, G, S>(
    task: Task<'_, P, G>,
    store: &mut S,
    variant: Variant,
    limits: &Limits,
    observer: &mut impl Observer<P::State>,
) -> Result<Found<P::Action>, SearchError>
where
    P: StateSpace,
    G: Goal<P::State>,
    S: Costs<State = P::State, Id: Into<u64> + TryFrom<u64>> + Parents,
{
    Spfa::new(task, store, variant, limits).solve(limits, observer)
}

/// The whole search in one line: a cheapest plan from `start` to `goal` in `space`, whatever the
/// signs of the costs.
///
/// ```
/// use statewalk::search::outcome::Outcome;
/// use statewalk::search::spfa::spfa;
/// # use statewalk::cost::Cost;
/// # use statewalk::space::StateSpace;
/// # struct Trade;
/// # impl StateSpace for Trade {
/// #     type State = char;
/// #     type Action = (char, Cost);
/// #     fn actions<'a>(&'a self, &at: &char) -> impl Iterator<Item = (char, Cost)> + use<'a> {
/// #         let arcs = [('a', 'b', 3), ('b', 'c', -2), ('a', 'c', 2), ('d', 'd', -1)];
/// #         arcs.into_iter().filter(move |arc| arc.0 == at).map(|(_, to, cost)| (to, cost))
/// #     }
/// #     fn apply(&self, state: &mut char, &(to, _): &(char, Cost)) {
/// #         *state = to;
/// #     }
/// #     fn cost(&self, _: &char, &(_, cost): &(char, Cost)) -> Cost {
/// #         cost
/// #     }
/// # }
/// // `Trade` has the arcs a-b for 3, b-c for -2 and a-c for 2, and a loop at d for -1.
/// let outcome = spfa(&Trade, 'a', &|&at: &char| at == 'c')?;
/// assert_eq!(outcome.cost(), Some(1));
/// let endless = spfa(&Trade, 'd', &|&at: &char| at == 'd')?;
/// let Outcome::Unbounded(cycle) = endless else {
///     panic!("{endless:?}");
/// };
/// assert_eq!(cycle.actions, [('d', -1)]);
/// # Ok::<(), statewalk::search::outcome::SearchError>(())
/// ```
///
/// # Errors
/// As [`search`].
pub fn spfa<P>(
    space: &P,
    start: P::State,
    goal: &impl Goal<P::State>,
) -> Result<Outcome<P::Action>, SearchError>
where
    P: StateSpace<State: Hash>,
{
    alone(space, start, goal, |task, limits| {
        let mut store = Interned::new(&limits.memory);
        search(task, &mut store, Variant::Fifo, limits, &mut ()).map(|found| found.outcome)
    })
}
