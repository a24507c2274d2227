//! Beam search: layer by layer, and of each layer only the states that seem best.
//!
//! Of the successors of a layer the `width` with the least f = g + h are kept (Lowerre 1976; as a search of
//! graphs: Bisiani 1987), among equal f those with the least h, then those that were made first. Memory and
//! time are `width` states and their successors for each layer, however large the space is. The plan is the
//! cheapest to a goal of the first layer that has one: nothing is proved of it, so the heuristic need not be
//! admissible. That there is no plan is said only where no state was ever left out; otherwise the width is
//! the limit that was reached.
//!
//! What is kept is stored, so a state does not take part twice, except where a cheaper way to it is found.

use std::fmt::{self, Debug, Display};
use std::hash::Hash;
use std::str::FromStr;

use thiserror::Error;

use crate::cost::{self, Cost};
use crate::goal::Goal;
use crate::heuristic::Heuristic;
use crate::memory::{BudgetVec, Memory};
use crate::open::OpenList;
use crate::open::heap::Heap;
use crate::plan::Plan;
use crate::search::end::End;
use crate::search::limits::{Limit, Limits};
use crate::search::outcome::{Found, Outcome, SearchError};
use crate::search::stop::Stop;
use crate::search::task::{Task, alone};
use crate::search::trace::{ByParents, Trace};
use crate::search::{Observer, Stats};
use crate::space::StateSpace;
use crate::store::interned::Interned;
use crate::store::{Costs, Reach, StoreError};

/// How many states of a layer are kept, from 1 to a thousand million.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Width(u32);

/// The text is no width.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a width is a whole number from 1 to {}", Width::MOST)]
pub struct WidthError;

impl Width {
    /// The largest.
    pub const MOST: u32 = 1_000_000_000;

    /// So many states.
    ///
    /// # Errors
    /// [`WidthError`] if it is 0 or more than [`MOST`](Self::MOST).
    pub fn new(states: u32) -> Result<Self, WidthError> {
        let fits = (1..=Self::MOST).contains(&states);
        fits.then_some(Self(states)).ok_or(WidthError)
    }
}

/// 1000.
impl Default for Width {
    fn default() -> Self {
        Self(1000)
    }
}

impl Display for Width {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(&self.0, f)
    }
}

impl FromStr for Width {
    type Err = WidthError;

    fn from_str(text: &str) -> Result<Self, WidthError> {
        text.parse().map_err(|_| WidthError).and_then(Self::new)
    }
}

/// A state that may become one of the next layer.
#[derive(Debug)]
struct Candidate<S, Id> {
    state: S,
    g: Cost,
    parent: Option<Id>,
}

/// A search in progress.
struct Beam<'a, P: StateSpace, G, S: Costs<State = P::State>, H> {
    task: Task<'a, P, G>,
    store: &'a mut S,
    heuristic: &'a H,
    width: usize,
    layer: BudgetVec<S::Id>,
    /// The first of these, up to `made`, were made for the next layer; the memory of the others is used again.
    candidates: BudgetVec<Candidate<P::State, S::Id>>,
    made: usize,
    /// Their numbers by f, then by h.
    order: Heap<(Cost, Cost), usize>,
    /// The cheapest of them that is a goal.
    goal: Option<usize>,
    /// Whether a state was left out for want of width.
    is_cut: bool,
    /// Whether one was left out since plans through it cost more than the limit.
    is_beyond: bool,
    stats: Stats,
}

impl<'a, P, G, S, H> Beam<'a, P, G, S, H>
where
    P: StateSpace,
    G: Goal<P::State>,
    S: Costs<State = P::State>,
    H: Heuristic<P::State>,
{
    fn new(
        task: Task<'a, P, G>,
        store: &'a mut S,
        (heuristic, width): (&'a H, Width),
        memory: &Memory,
    ) -> Self {
        Self {
            task,
            store,
            heuristic,
            width: usize::try_from(width.0).unwrap_or(usize::MAX),
            layer: BudgetVec::new(memory),
            candidates: BudgetVec::new(memory),
            made: 0,
            order: Heap::new(memory),
            goal: None,
            is_cut: false,
            is_beyond: false,
            stats: Stats::default(),
        }
    }

    /// A state may become one of the next layer.
    #[inline]
    fn propose(
        &mut self,
        state: &P::State,
        g: Cost,
        parent: Option<S::Id>,
        limits: &Limits,
    ) -> Result<(), Stop> {
        let Some(h) = self.heuristic.estimate(state) else {
            return Ok(());
        };
        let f = cost::add(g, h)?;
        if limits.cuts(f) {
            self.is_beyond = true;
            return Ok(());
        }
        if let Some(place) = self.candidates.get_mut(self.made) {
            place.state.clone_from(state);
            (place.g, place.parent) = (g, parent);
        } else {
            let state = state.clone();
            self.candidates.push(Candidate { state, g, parent })?;
        }
        self.order.push((f, h), self.made)?;
        if self.task.goal.is_goal(state) {
            let best = self.goal.map(|best| self.candidates[best].g);
            if best.is_none_or(|best| g < best) {
                self.goal = Some(self.made);
            }
        }
        self.made += 1;
        Ok(())
    }

    /// Makes a layer of the best candidates, or finds a goal among all of them.
    fn choose(&mut self) -> Result<Option<S::Id>, Stop> {
        if let Some(goal) = self.goal {
            let Candidate { state, g, parent } = &self.candidates[goal];
            let reached = self.store.reach(state, *g, *parent)?;
            if let Reach::New(id) | Reach::Improved(id) = reached {
                return Ok(Some(id));
            }
        }
        self.layer.clear();
        while let Some((_, number)) = self.order.pop() {
            let Candidate { state, g, parent } = &self.candidates[number];
            if self.layer.len() == self.width {
                let known = self.store.find(state).map(|id| self.store.g(id));
                if known.is_none_or(|known| *g < known) {
                    self.is_cut = true;
                    break;
                }
                continue;
            }
            match self.store.reach(state, *g, *parent)? {
                Reach::New(id) => self.layer.push(id)?,
                Reach::Improved(id) => {
                    self.stats.reopened += 1;
                    self.layer.push(id)?;
                }
                Reach::Known => self.stats.duplicates += u64::from(parent.is_some()),
            }
        }
        self.order.clear();
        self.made = 0;
        self.stats.stored = self.store.len();
        Ok(None)
    }

    /// Expands the nodes of the layer.
    fn expand(
        &mut self,
        (state, next): &mut (P::State, P::State),
        limits: &Limits,
        observer: &mut impl Observer<P::State>,
    ) -> Result<(), Stop> {
        let space = self.task.space;
        let max = space.max_cost().unwrap_or(Cost::MAX);
        for at in 0..self.layer.len() {
            if let Some(limit) = limits.reached(&self.stats) {
                return Err(limit.into());
            }
            let id = self.layer[at];
            let g = self.store.g(id);
            self.store.load(id, state);
            observer.expanded(state, g);
            self.stats.expanded += 1;
            for action in space.actions(state) {
                let cost = space.cost(state, &action);
                if !(0..=max).contains(&cost) {
                    return Err(SearchError::outside(&action, cost, max).into());
                }
                next.clone_from(state);
                space.apply(next, &action);
                self.stats.generated += 1;
                self.propose(next, cost::add(g, cost)?, Some(id), limits)?;
            }
            if self.stats.expanded.is_multiple_of(1024) {
                observer.progress(&self.stats);
            }
        }
        Ok(())
    }

    fn run(
        &mut self,
        limits: &Limits,
        observer: &mut impl Observer<P::State>,
    ) -> Result<End<S::Id>, Stop> {
        let Some((first, _)) = self.task.starts.first() else {
            return Ok(End::Exhausted);
        };
        let mut scratch = (first.clone(), first.clone());
        for (state, initial) in self.task.starts {
            self.propose(state, *initial, None, limits)?;
        }
        let mut depth = 0;
        loop {
            if let Some(goal) = self.choose()? {
                return Ok(End::Goal(goal));
            }
            if self.layer.is_empty() {
                break;
            }
            observer.layer(depth, self.layer.len() as u64);
            self.expand(&mut scratch, limits, observer)?;
            depth = depth.saturating_add(1);
        }
        Ok(if self.is_cut {
            // It fits: it was made of 32 bits.
            End::Limit(Limit::Width(self.width as u64))
        } else if self.is_beyond {
            End::Limit(Limit::Cost(limits.most_cost()))
        } else {
            End::Exhausted
        })
    }
}

/// Searches for a plan, led by `heuristic`, with so many states of each layer. The store is empty.
///
/// The observer is told of layers by the number of actions that led there, and of the states that were kept.
///
/// # Errors
/// As [`uniform_cost::search`](crate::search::uniform_cost::search).
pub fn search<P, G, S>(
    task: Task<'_, P, G>,
    led: (&impl Heuristic<P::State>, Width),
    store: &mut S,
    trace: &impl Trace<P, S>,
    limits: &Limits,
    observer: &mut impl Observer<P::State>,
) -> Result<Found<P::Action>, SearchError>
where
    P: StateSpace,
    G: Goal<P::State>,
    S: Costs<State = P::State>,
{
    let mut beam = Beam::new(task, store, led, &limits.memory);
    let end = beam
        .run(limits, observer)
        .or_else(|stop| stop.limit().map(End::Limit))?;
    let plan = |id| trace.plan(task.space, task.starts, beam.store, id, limits);
    let outcome = end.outcome(None, false, plan)?;
    let mut stats = beam.stats;
    stats.stored = beam.store.len();
    stats.peak_bytes = limits.memory.peak();
    Ok(Found { outcome, stats })
}

/// Searches again and again, each time with twice as many states of each layer, for plans that cost less than the
/// best one so far; each is told to the observer (Zhang 1998, "Complete anytime beam search", where rules that
/// leave states out are weakened; here the width is). `make` makes an empty store for each search.
///
/// It ends where no state was left out for want of width, or at a limit, with the best plan so far. Nothing is
/// proved of that plan either. States through which a plan would cost no less than the best one, by their estimates,
/// are left out, so with a heuristic that is not admissible cheaper plans may be missed.
///
/// # Errors
/// As [`search`].
pub fn widening<P, G, S>(
    task: Task<'_, P, G>,
    (heuristic, mut width): (&impl Heuristic<P::State>, Width),
    make: &impl Fn(&Memory) -> Result<S, StoreError>,
    trace: &impl Trace<P, S>,
    limits: &Limits,
    observer: &mut impl Observer<P::State>,
) -> Result<Found<P::Action>, SearchError>
where
    P: StateSpace,
    G: Goal<P::State>,
    S: Costs<State = P::State>,
{
    let (mut best, mut stats): (Option<Plan<P::Action>>, _) = (None, Stats::default());
    let stop = loop {
        let mut store = match make(&limits.memory) {
            Ok(store) => store,
            Err(full) => break Some(Limit::from(full)),
        };
        let cheaper = best.as_ref().map(|plan| plan.cost.saturating_sub(1));
        let within = Limits {
            cost: [cheaper, limits.cost].into_iter().flatten().min(),
            ..limits.clone()
        };
        let mut beam = Beam::new(task, &mut store, (heuristic, width), &limits.memory);
        beam.stats = Stats { stored: 0, ..stats };
        let end = beam.run(&within, observer);
        let end = end.or_else(|stop| stop.limit().map(End::Limit))?;
        let is_cut = beam.is_cut;
        stats = beam.stats;
        match end {
            End::Goal(id) => match trace.plan(task.space, task.starts, &store, id, limits) {
                Ok(plan) => {
                    observer.better(plan.cost, &stats);
                    best = Some(plan);
                }
                Err(stop) => break Some(stop.limit()?),
            },
            End::Exhausted => break None,
            // What was left out costs no less than the best plan, unless a limit of the caller is below it.
            End::Limit(Limit::Cost(_)) if best.is_some() => break None,
            End::Limit(Limit::Width(_)) if is_cut && width.0 < Width::MOST => {}
            End::Limit(limit) => break Some(limit),
        }
        width = Width(width.0.saturating_mul(2).min(Width::MOST));
    };
    stats.peak_bytes = limits.memory.peak();
    let outcome = match (stop, best) {
        (Some(limit), best) => Outcome::stopped(limit, None).with_best(|| best),
        (None, None) => Outcome::Unsolvable,
        (None, Some(plan)) => Outcome::Solved {
            plan,
            proved: false,
            lower: None,
        },
    };
    Ok(Found { outcome, stats })
}

/// The whole search in one line: a plan from `start` to `goal` in `space`, with so many states of each layer.
///
/// # Errors
/// As [`search`].
pub fn beam<P>(
    space: &P,
    start: P::State,
    goal: &impl Goal<P::State>,
    heuristic: &impl Heuristic<P::State>,
    width: Width,
) -> Result<Outcome<P::Action>, SearchError>
where
    P: StateSpace<State: Hash>,
{
    alone(space, start, goal, |task, limits| {
        let mut store = Interned::new(&limits.memory);
        let led = (heuristic, width);
        search(task, led, &mut store, &ByParents, limits, &mut ()).map(|found| found.outcome)
    })
}

#[cfg(test)]
mod tests {
    use super::Width;

    #[test]
    fn widths_are_read() {
        assert_eq!("1".parse(), Width::new(1));
        assert_eq!("1000000000".parse(), Width::new(Width::MOST));
        for text in ["0", "", "-1", "1.5", "1000000001", "99999999999", "x"] {
            assert!(text.parse::<Width>().is_err(), "{text}");
        }
        assert_eq!(Width::default().to_string(), "1000");
    }
}
