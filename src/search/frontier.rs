//! Frontier search: breadth-first, keeping two layers and no closed list.
//!
//! Optimal where every action costs 1 and can be undone (Korf, Zhang, Thayer and Hohwald 2005, "Frontier
//! search"): a neighbour of a layer is in it, in the one before or in the next, so these three are all that is
//! kept, where breadth-first search keeps every state. In directed spaces, states would also have to remember by
//! which actions they were reached; those are not served.
//!
//! No parents are kept, so the plan is put together afterwards, by divide and conquer: a state halfway is where
//! frontiers of half the length from both of its ends meet, and each half is halved again. That is less work
//! than the search, and takes less memory, as long as states have more than one successor on average.

use crate::cost::{self, Cost};
use crate::goal::{Goal, Nowhere};
use crate::memory::Memory;
use crate::open::{OpenList, Queued};
use crate::plan::Plan;
use crate::search::limits::{Limit, Limits};
use crate::search::outcome::{Found, Outcome, SearchError};
use crate::search::stop::Stop;
use crate::search::task::Task;
use crate::search::trace::{self, Walk};
use crate::search::{Observer, Stats};
use crate::space::{Invertible, StateSpace};
use crate::store::{Costs, Reach, StoreError};

/// The states of one distance, in the order in which they were reached.
struct Layer<S: Queued> {
    store: S,
    queue: S::Queue,
}

/// Two layers around some states, and what counts as they move out.
struct Frontier<'a, P: StateSpace, S: Queued, M> {
    space: &'a P,
    make: &'a M,
    before: Option<Layer<S>>,
    last: Layer<S>,
    /// The state that is expanded and its successor.
    scratch: (P::State, P::State),
    limits: &'a Limits,
}

impl<'a, P, S, M> Frontier<'a, P, S, M>
where
    P: Invertible,
    S: Costs<State = P::State> + Queued,
    M: Fn(&Memory) -> Result<S, StoreError>,
{
    /// An empty layer.
    fn layer(make: &M, memory: &Memory) -> Result<Layer<S>, Stop> {
        Ok(Layer {
            store: make(memory)?,
            queue: S::queue(memory),
        })
    }

    /// The layer of these states alone, and `state` is one of the space.
    fn around<'s>(
        (space, make): (&'a P, &'a M),
        states: impl Iterator<Item = &'s P::State>,
        state: &P::State,
        limits: &'a Limits,
    ) -> Result<Self, Stop>
    where
        P::State: 's,
    {
        let mut last = Self::layer(make, &limits.memory)?;
        for state in states {
            if let Reach::New(id) = last.store.discover(state, 0, None)? {
                last.queue.push((), id)?;
            }
        }
        Ok(Self {
            space,
            make,
            before: None,
            last,
            scratch: (state.clone(), state.clone()),
            limits,
        })
    }

    /// Moves one layer out. Returns the first state that is a goal, if one is.
    fn advance(
        &mut self,
        goal: &impl Goal<P::State>,
        g: Cost,
        stats: &mut Stats,
        observer: &mut impl Observer<P::State>,
    ) -> Result<Option<P::State>, Stop> {
        let mut next = Self::layer(self.make, &self.limits.memory)?;
        let (state, after) = &mut self.scratch;
        let (known, last) = (&self.before, &mut self.last);
        while let Some(((), id)) = last.queue.pop() {
            if let Some(limit) = self.limits.reached(stats) {
                return Err(limit.into());
            }
            last.store.load(id, state);
            observer.expanded(state, g);
            stats.expanded += 1;
            for action in self.space.actions(state) {
                SearchError::unless_unit(&action, self.space.cost(state, &action))?;
                after.clone_from(state);
                self.space.apply(after, &action);
                stats.generated += 1;
                let is_behind = last.store.find(after).is_some()
                    || known
                        .as_ref()
                        .is_some_and(|layer| layer.store.find(after).is_some());
                if is_behind {
                    stats.duplicates += 1;
                    continue;
                }
                let Reach::New(id) = next.store.discover(after, 0, None)? else {
                    stats.duplicates += 1;
                    continue;
                };
                stats.stored += 1;
                if goal.is_goal(after) {
                    return Ok(Some(after.clone()));
                }
                next.queue.push((), id)?;
            }
            if stats.expanded.is_multiple_of(1024) {
                observer.progress(stats);
            }
        }
        self.before = Some(std::mem::replace(&mut self.last, next));
        Ok(None)
    }

    /// The first state of the last layer that is also in the last layer of `other`.
    fn meet(&mut self, other: &Self) -> Option<P::State> {
        let state = &mut self.scratch.0;
        while let Some(((), id)) = self.last.queue.pop() {
            self.last.store.load(id, state);
            if other.last.store.find(state).is_some() {
                return Some(state.clone());
            }
        }
        None
    }
}

/// A part of a plan that is still to be put together: from a state, or else from one of the starts, to a state that
/// is so many actions away.
struct Part<S> {
    from: Option<S>,
    to: S,
    length: Cost,
}

/// A search in progress.
struct Search<'a, P: StateSpace, G, M> {
    task: Task<'a, P, G>,
    make: &'a M,
    limits: &'a Limits,
    stats: Stats,
    lower: Option<Cost>,
}

impl<P, G, M> Search<'_, P, G, M>
where
    P: Invertible,
    G: Goal<P::State>,
{
    /// The first goal that is met, and how many actions away it is.
    fn goal<S>(
        &mut self,
        initial: Cost,
        observer: &mut impl Observer<P::State>,
    ) -> Result<Option<(P::State, Cost)>, Stop>
    where
        S: Costs<State = P::State> + Queued,
        M: Fn(&Memory) -> Result<S, StoreError>,
    {
        let Task {
            space,
            starts,
            goal,
        } = self.task;
        let Some((first, _)) = starts.first() else {
            return Ok(None);
        };
        let states = starts.iter().map(|(state, _)| state);
        let rules = (space, self.make);
        self.within(initial)?;
        let mut frontier = Frontier::around(rules, states, first, self.limits)?;
        self.stats.stored = frontier.last.store.len();
        if let Some((start, _)) = starts.iter().find(|(state, _)| goal.is_goal(state)) {
            return Ok(Some((start.clone(), 0)));
        }
        let mut depth = 0;
        loop {
            let states = frontier.last.store.len();
            if states == 0 {
                return Ok(None);
            }
            observer.layer(depth, states);
            let g = cost::add(initial, depth)?;
            self.within(cost::add(g, 1)?)?;
            let found = frontier.advance(goal, g, &mut self.stats, observer)?;
            depth = cost::add(depth, 1)?;
            if let Some(state) = found {
                return Ok(Some((state, depth)));
            }
        }
    }

    /// No plan costs less than this.
    fn within(&mut self, least: Cost) -> Result<(), Stop> {
        self.lower = Some(least);
        if self.limits.cuts(least) {
            return Err(Limit::Cost(self.limits.most_cost()).into());
        }
        Ok(())
    }

    /// The plan to a goal that is so many actions away.
    fn plan<S>(
        &mut self,
        goal: P::State,
        length: Cost,
        initial: Cost,
    ) -> Result<Plan<P::Action>, Stop>
    where
        S: Costs<State = P::State> + Queued,
        M: Fn(&Memory) -> Result<S, StoreError>,
    {
        let Task { space, starts, .. } = self.task;
        let (mut walk, mut begin) = (Walk::new(self.limits), 0);
        let mut parts = vec![Part {
            from: None,
            to: goal,
            length,
        }];
        // The parts that wait are halves of halves: as many as the length has digits in binary.
        while let Some(Part { from, to, length }) = parts.pop() {
            if length == 0 {
                if from.is_none() {
                    begin = starts
                        .iter()
                        .position(|(state, _)| *state == to)
                        .unwrap_or(0);
                }
                continue;
            }
            if length == 1 {
                let mut led = Err(SearchError::NoAction);
                match &from {
                    Some(from) => led = trace::cheapest(space, from, &to),
                    None => {
                        for (number, (start, _)) in starts.iter().enumerate() {
                            led = trace::cheapest(space, start, &to);
                            begin = number;
                            if led.is_ok() {
                                break;
                            }
                        }
                    }
                }
                let (action, cost) = led?;
                walk.push(action, cost)?;
                continue;
            }
            let half = length / 2;
            let middle = self.halfway::<S>(from.as_ref(), &to, (half, length - half))?;
            parts.push(Part {
                from: Some(middle.clone()),
                to,
                length: length - half,
            });
            parts.push(Part {
                from,
                to: middle,
                length: half,
            });
        }
        walk.plan((begin, initial))
    }

    /// A state so many actions from the beginning of a shortest way and so many from its end.
    fn halfway<S>(
        &mut self,
        from: Option<&P::State>,
        to: &P::State,
        (ahead, back): (Cost, Cost),
    ) -> Result<P::State, Stop>
    where
        S: Costs<State = P::State> + Queued,
        M: Fn(&Memory) -> Result<S, StoreError>,
    {
        let Task { space, starts, .. } = self.task;
        let (rules, limits) = ((space, self.make), self.limits);
        let mut forward = match from {
            Some(from) => Frontier::around(rules, std::iter::once(from), to, limits)?,
            None => Frontier::around(rules, starts.iter().map(|(state, _)| state), to, limits)?,
        };
        let mut backward = Frontier::around(rules, std::iter::once(to), to, limits)?;
        for depth in 0..ahead {
            forward.advance(&Nowhere, depth, &mut self.stats, &mut ())?;
        }
        for depth in 0..back {
            backward.advance(&Nowhere, depth, &mut self.stats, &mut ())?;
        }
        let met = forward.meet(&backward);
        // An action that cannot be undone as it was promised.
        met.ok_or_else(|| SearchError::NoAction.into())
    }
}

/// Searches for a shortest plan, where every action costs 1 and can be undone. `make` makes an empty store for
/// each layer.
///
/// `stored` counts the states of all layers, which were not kept at once; putting the plan together counts as
/// expansions too. The observer is told of the nodes of the search and not of those.
///
/// # Errors
/// [`SearchError::NotUnitCost`] at an action that does not cost 1, [`SearchError::UnequalStarts`];
/// [`SearchError::NoAction`] if actions cannot be undone as the space promises.
pub fn search<P, G, S>(
    task: Task<'_, P, G>,
    make: &impl Fn(&Memory) -> Result<S, StoreError>,
    limits: &Limits,
    observer: &mut impl Observer<P::State>,
) -> Result<Found<P::Action>, SearchError>
where
    P: Invertible,
    G: Goal<P::State>,
    S: Costs<State = P::State> + Queued,
{
    let initial = task.initial()?;
    let mut search = Search {
        task,
        make,
        limits,
        stats: Stats::default(),
        lower: None,
    };
    let plan = match search.goal::<S>(initial, observer) {
        Ok(Some((goal, length))) => {
            search.lower = Some(cost::add(initial, length)?);
            search.plan::<S>(goal, length, initial).map(Some)
        }
        Ok(None) => Ok(None),
        Err(stop) => Err(stop),
    };
    let outcome = match plan {
        Ok(Some(plan)) => Outcome::Solved {
            proved: true,
            lower: Some(plan.cost),
            plan,
        },
        Ok(None) => Outcome::Unsolvable,
        Err(stop) => Outcome::stopped(stop.limit()?, search.lower),
    };
    let mut stats = search.stats;
    stats.peak_bytes = limits.memory.peak();
    Ok(Found { outcome, stats })
}
