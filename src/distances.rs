//! Distance tables of any space: from the starts to every state, or from every state to the goals.
//!
//! Breadth-first where all costs are 1, uniform cost where none is negative, SPFA otherwise; the
//! kind of costs is found out on the way. A table holds every state once in a hash store. Where a
//! space has a perfect hash and unit costs, the sweep by layers needs far less memory.

pub mod audit;

use std::collections::BTreeMap;
use std::hash::Hash;

use crate::adapt::reversed::Reversed;
use crate::cost::Cost;
use crate::goal::{GoalStates, Nowhere};
use crate::open::Queued;
use crate::plan::Plan;
use crate::search::limits::{Limit, Limits};
use crate::search::outcome::{Found, Outcome, SearchError};
use crate::search::spfa::MINUS_INFINITY;
use crate::search::spfa::variant::Variant;
use crate::search::stop::Stop;
use crate::search::task::Task;
use crate::search::trace::{self, ByParents, Kin, Trace, Walk};
use crate::search::{Observer, Stats, breadth_first, spfa, uniform_cost};
use crate::space::{Predecessors, StateSpace};
use crate::store::interned::Interned;
use crate::store::{Costs, NodeStore, Parents};

/// What is known about the costs of a space, and so which search may fill a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arcs {
    /// Every action costs 1, and all starts cost the same: breadth-first.
    Unit,
    /// No action costs less than 0: uniform cost.
    NonNegative,
    /// Nothing: SPFA.
    Any,
}

/// How far a state is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Distance {
    /// There is no way.
    Unreached,
    /// The cheapest way costs this.
    At(Cost),
    /// There is no cheapest way: a cycle of negative cost lies on some.
    MinusInfinity,
}

/// Fills an empty store with all states that can be reached and their cheapest costs. States that
/// can be reached from a cycle of negative cost, and no others, get [`MINUS_INFINITY`].
///
/// Returns the limit that was reached, if any. Then states may be missing, and the costs that are
/// there are upper bounds.
///
/// # Errors
/// [`SearchError`] if the costs are not as `arcs` says, or do not fit.
pub fn fill<P, S>(
    space: &P,
    starts: &[(P::State, Cost)],
    arcs: Arcs,
    store: &mut S,
    limits: &Limits,
    observer: &mut impl Observer<P::State>,
) -> Result<(Option<Limit>, Stats), SearchError>
where
    P: StateSpace,
    S: Costs<State = P::State, Id: Ord + Into<u64> + TryFrom<u64>> + Parents + Queued,
{
    let goal = &Nowhere;
    let task = Task {
        space,
        starts,
        goal,
    };
    let Found { outcome, stats } = match arcs {
        Arcs::Unit => breadth_first::search(task, store, &ByParents, limits, observer),
        Arcs::NonNegative => uniform_cost::search(task, store, &ByParents, limits, observer),
        Arcs::Any => spfa::search(task, store, Variant::Fifo, limits, observer),
    }?;
    match outcome {
        Outcome::LimitReached { limit, .. } => Ok((Some(limit), stats)),
        // No state is a goal, so the search ends when nothing is left.
        Outcome::Unsolvable | Outcome::Solved { .. } | Outcome::Unbounded(_) => Ok((None, stats)),
    }
}

/// A table of distances.
#[derive(Debug)]
pub struct Table<S> {
    /// The limit that cut the search off, if any. Then states may be missing, and the costs that
    /// are there are upper bounds.
    pub cut: Option<Limit>,
    /// What it took.
    pub stats: Stats,
    store: Interned<S>,
}

/// The distances from the starts to all states.
///
/// ```
/// use statewalk::adapt::closure::WeightedFnSpace;
/// use statewalk::distances::{Distance, one_to_all};
/// use statewalk::search::limits::Limits;
///
/// let space = WeightedFnSpace::new(|&n: &u8| [(n / 2, 3), (n.saturating_sub(1), 2)]);
/// let table = one_to_all(&space, &[(9, 0)], &Limits::default())?;
/// assert_eq!(table.get(&0), Distance::At(10)); // by 4, 2, 1
/// assert_eq!(table.get(&10), Distance::Unreached);
/// # Ok::<(), statewalk::search::outcome::SearchError>(())
/// ```
///
/// # Errors
/// [`SearchError::Overflow`] if the cost of a state does not fit, [`SearchError::CostAboveMax`] if the space
/// promised a smaller largest cost.
pub fn one_to_all<P>(
    space: &P,
    starts: &[(P::State, Cost)],
    limits: &Limits,
) -> Result<Table<P::State>, SearchError>
where
    P: StateSpace<State: Hash>,
{
    let mut arcs = Arcs::Unit;
    loop {
        let mut store = Interned::new(&limits.memory);
        match fill(space, starts, arcs, &mut store, limits, &mut ()) {
            Ok((cut, stats)) => return Ok(Table { cut, stats, store }),
            Err(SearchError::NotUnitCost { .. } | SearchError::UnequalStarts(..))
                if arcs == Arcs::Unit =>
            {
                arcs = Arcs::NonNegative;
            }
            Err(SearchError::NegativeArc { .. }) if arcs != Arcs::Any => arcs = Arcs::Any,
            Err(error) => return Err(error),
        }
    }
}

/// The distances from all states to the nearest goal.
///
/// # Errors
/// As [`one_to_all`].
pub fn all_to_one<P>(
    space: &P,
    goals: &impl GoalStates<P::State>,
    limits: &Limits,
) -> Result<Table<P::State>, SearchError>
where
    P: Predecessors<State: Hash>,
{
    let goals: Vec<_> = goals.states().map(|goal| (goal, 0)).collect();
    one_to_all(&Reversed(space), &goals, limits)
}

impl<S: Clone + Eq + Hash> Table<S> {
    /// How far `state` is. It takes one look into the hash store.
    #[must_use]
    pub fn get(&self, state: &S) -> Distance {
        self.store
            .find(state)
            .map_or(Distance::Unreached, |id| self.distance(id))
    }

    /// The states that were reached, in the order in which they first were, with their distances.
    pub fn iter(&self) -> impl Iterator<Item = (&S, Distance)> {
        let states = self.store.states().iter();
        (0..).zip(states).map(|(id, s)| (s, self.distance(id)))
    }

    /// How many states lie at each distance; those without a cheapest way are left out.
    #[must_use]
    pub fn profile(&self) -> BTreeMap<Cost, u64> {
        let mut counts = BTreeMap::new();
        for (_, distance) in self.iter() {
            if let Distance::At(cost) = distance {
                *counts.entry(cost).or_insert(0) += 1;
            }
        }
        counts
    }

    fn distance(&self, id: u32) -> Distance {
        match self.store.g(id) {
            MINUS_INFINITY => Distance::MinusInfinity,
            cost => Distance::At(cost),
        }
    }

    /// The node of `state` if it has a cheapest way.
    fn settled(&self, state: &S) -> Option<u32> {
        let id = self.store.find(state)?;
        (self.cut.is_none() && self.store.g(id) != MINUS_INFINITY).then_some(id)
    }

    /// A cheapest plan to `state`, out of a table made by [`one_to_all`] with this space and these
    /// starts; `None` if there is none, or if the table was cut off.
    ///
    /// # Errors
    /// [`SearchError::Overflow`] if costs do not add up; a limit of `limits` on time or memory.
    pub fn plan_to<P: StateSpace<State = S>>(
        &self,
        space: &P,
        starts: &[(S, Cost)],
        state: &S,
        limits: &Limits,
    ) -> Result<Option<Plan<P::Action>>, Stop> {
        let id = self.settled(state);
        id.map(|id| ByParents.plan(space, starts, &self.store, id, limits))
            .transpose()
    }

    /// A cheapest plan from `state` to a goal, out of a table made by [`all_to_one`] with this
    /// space; `None` if there is none, or if the table was cut off.
    ///
    /// # Errors
    /// As [`plan_to`](Self::plan_to).
    pub fn plan_from<P: StateSpace<State = S>>(
        &self,
        space: &P,
        state: &S,
        limits: &Limits,
    ) -> Result<Option<Plan<P::Action>>, Stop> {
        let Some(id) = self.settled(state) else {
            return Ok(None);
        };
        let mut walk = Walk::new(limits);
        let mut last = state.clone();
        trace::along_parents(space, &self.store, id, Kin::Behind, &mut last, &mut walk)?;
        walk.plan((0, 0)).map(Some)
    }
}
