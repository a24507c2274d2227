//! Plans out of stores and tables: from the node that met the goal back to a start, or on to a goal.
//!
//! Stores keep no actions. The action between two nodes is found again by the rules: the cheapest
//! one that leads from the parent to the child, the first of these in the order of the rules.

use crate::cost::{self, Cost};
use crate::memory::BudgetVec;
use crate::plan::Plan;
use crate::search::limits::{Limits, Pace};
use crate::search::outcome::SearchError;
use crate::search::stop::Stop;
use crate::space::{Predecessors, StateSpace};
use crate::store::{Costs, NodeStore, Parents};

/// Actions between two looks at the clock. So short a plan is found although the time is up: it is what the
/// time was spent on.
const PATIENCE: u32 = 1 << 16;

/// The actions of a plan as they are found: their memory is claimed, the clock is looked at, and their
/// costs are added up.
#[derive(Debug)]
pub struct Walk<'a, A> {
    actions: BudgetVec<A>,
    spent: Cost,
    pace: Pace<'a>,
}

impl<'a, A> Walk<'a, A> {
    /// No action yet.
    #[must_use]
    pub fn new(limits: &'a Limits) -> Self {
        Self {
            actions: BudgetVec::new(&limits.memory),
            spent: 0,
            pace: Pace::new(limits, PATIENCE),
        }
    }

    /// Appends an action that costs so much.
    ///
    /// # Errors
    /// [`Stop`] at a limit on time or memory, or if the costs do not add up.
    pub fn push(&mut self, action: A, cost: Cost) -> Result<(), Stop> {
        self.pace.tick(1)?;
        self.spent = cost::add(self.spent, cost)?;
        self.actions.push(action)?;
        Ok(())
    }

    /// Turns the order around, for actions that were found from the last to the first.
    pub fn reverse(&mut self) {
        self.actions.reverse();
    }

    /// The plan of these actions from the start of this number, which has this initial cost. Its
    /// memory is no more claimed.
    ///
    /// # Errors
    /// [`SearchError::Overflow`] if the costs do not add up.
    pub fn plan(self, (start, initial): (usize, Cost)) -> Result<Plan<A>, Stop> {
        Ok(Plan {
            start,
            cost: cost::add(initial, self.spent)?,
            actions: self.actions.into_vec(),
        })
    }
}

/// A way to find the plan that led to a node.
pub trait Trace<P: StateSpace, S: NodeStore<State = P::State>> {
    /// Appends the actions from one of `starts` to node `goal` to an empty walk, and returns the
    /// number of the start and its initial cost.
    ///
    /// # Errors
    /// [`Stop`] at a limit; [`SearchError::Overflow`] if costs do not add up; [`SearchError::NoAction`]
    /// or [`SearchError::NoDescent`] where no action leads on.
    fn walk(
        &self,
        space: &P,
        starts: &[(P::State, Cost)],
        store: &S,
        goal: S::Id,
        walk: &mut Walk<'_, P::Action>,
    ) -> Result<(usize, Cost), Stop>;

    /// The plan from one of `starts` to node `goal`.
    ///
    /// # Errors
    /// As [`walk`](Self::walk).
    fn plan(
        &self,
        space: &P,
        starts: &[(P::State, Cost)],
        store: &S,
        goal: S::Id,
        limits: &Limits,
    ) -> Result<Plan<P::Action>, Stop> {
        let mut walk = Walk::new(limits);
        let begin = self.walk(space, starts, store, goal, &mut walk)?;
        walk.plan(begin)
    }
}

/// Follows the parents that the store keeps.
#[derive(Clone, Copy, Debug, Default)]
pub struct ByParents;

impl<P, S> Trace<P, S> for ByParents
where
    P: StateSpace,
    S: Parents<State = P::State>,
{
    fn walk(
        &self,
        space: &P,
        starts: &[(P::State, Cost)],
        store: &S,
        goal: S::Id,
        walk: &mut Walk<'_, P::Action>,
    ) -> Result<(usize, Cost), Stop> {
        let Some((first, _)) = starts.first() else {
            return Ok((0, 0));
        };
        let mut state = first.clone();
        along_parents(space, store, goal, Kin::Before, &mut state, walk)?;
        walk.reverse();
        Ok(cheapest_start(starts, &state))
    }
}

/// Which state a parent is on the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kin {
    /// The one before its child: parents lead back to a start.
    Before,
    /// The one behind it: parents lead on to a goal.
    Behind,
}

/// Appends the actions between node `id` and its last ancestor, whose state `state` becomes.
///
/// # Errors
/// [`SearchError::NoAction`] where the rules know no action between two of the nodes; [`Stop`] at a
/// limit.
pub(crate) fn along_parents<P, S>(
    space: &P,
    store: &S,
    mut id: S::Id,
    kin: Kin,
    state: &mut P::State,
    walk: &mut Walk<'_, P::Action>,
) -> Result<(), Stop>
where
    P: StateSpace,
    S: Parents<State = P::State>,
{
    store.load(id, state);
    let mut parent = state.clone();
    while let Some(next) = store.parent(id) {
        store.load(next, &mut parent);
        let (action, cost) = match kin {
            Kin::Before => cheapest(space, &parent, state)?,
            Kin::Behind => cheapest(space, state, &parent)?,
        };
        walk.push(action, cost)?;
        std::mem::swap(state, &mut parent);
        id = next;
    }
    Ok(())
}

/// Descends from the goal by predecessors whose cost fits, for stores that keep no parents.
///
/// It ends where all costs on the way are at least 1: the distance falls at every step. Where an action
/// that costs 0 is needed, it is an error that says so.
#[derive(Clone, Copy, Debug, Default)]
pub struct ByDescent;

impl<P, S> Trace<P, S> for ByDescent
where
    P: Predecessors,
    S: Costs<State = P::State>,
{
    fn walk(
        &self,
        space: &P,
        starts: &[(P::State, Cost)],
        store: &S,
        goal: S::Id,
        walk: &mut Walk<'_, P::Action>,
    ) -> Result<(usize, Cost), Stop> {
        let Some((first, _)) = starts.first() else {
            return Ok((0, 0));
        };
        let mut state = first.clone();
        store.load(goal, &mut state);
        let distance = |state: &P::State| store.find(state).map(|id| store.g(id));
        let begun = |state: &P::State, g| {
            let (start, initial) = cheapest_start(starts, state);
            let is_there = initial == g && starts.get(start).is_some_and(|(s, _)| s == state);
            is_there.then_some(start)
        };
        let start = toward_start(space, state, distance, begun, walk)?;
        Ok((start, starts[start].1))
    }
}

/// Appends the actions from a start to `state`, by predecessors whose distance **from** the starts
/// fits. `begun` tells the start that a state at a distance is, if it is one.
///
/// # Errors
/// [`SearchError::NoDescent`] where no predecessor fits: an action that costs 0 is needed, or space
/// and distances are not of each other. [`Stop`] at a limit.
pub(crate) fn toward_start<P: Predecessors>(
    space: &P,
    mut state: P::State,
    distance: impl Fn(&P::State) -> Option<Cost>,
    begun: impl Fn(&P::State, Cost) -> Option<usize>,
    walk: &mut Walk<'_, P::Action>,
) -> Result<usize, Stop> {
    let mut gone = distance(&state).unwrap_or(0);
    loop {
        if let Some(start) = begun(&state, gone) {
            walk.reverse();
            return Ok(start);
        }
        let before = space.predecessors(&state).find_map(|(action, before)| {
            let cost = space.cost(&before, &action);
            let known = distance(&before)?;
            let fits = cost > 0 && cost::add(known, cost) == Ok(gone);
            fits.then_some((action, cost, before, known))
        });
        let Some((action, cost, before, known)) = before else {
            return Err(SearchError::NoDescent { cost: gone }.into());
        };
        walk.push(action, cost)?;
        state = before;
        gone = known;
    }
}

/// Appends the actions from `state`, which was reached, to a goal, by actions whose distance **to** the
/// goals fits.
///
/// It ends where all costs on the way are at least 1: the distance falls at every step.
///
/// # Errors
/// As [`toward_start`].
pub(crate) fn toward_goal<P: StateSpace>(
    space: &P,
    mut state: P::State,
    distance: impl Fn(&P::State) -> Option<Cost>,
    walk: &mut Walk<'_, P::Action>,
) -> Result<(), Stop> {
    let mut next = state.clone();
    let mut left = distance(&state).unwrap_or(0);
    while left != 0 {
        let nearer = space.actions(&state).find_map(|action| {
            let cost = space.cost(&state, &action);
            next.clone_from(&state);
            space.apply(&mut next, &action);
            let known = distance(&next)?;
            let fits = cost > 0 && cost::add(known, cost) == Ok(left);
            fits.then_some((action, cost, known))
        });
        let Some((action, cost, known)) = nearer else {
            return Err(SearchError::NoDescent { cost: left }.into());
        };
        walk.push(action, cost)?;
        left = known;
        std::mem::swap(&mut state, &mut next);
    }
    Ok(())
}

/// The cheapest action that leads from `parent` to `child`, and its cost.
///
/// # Errors
/// [`SearchError::NoAction`] if there is none.
pub(crate) fn cheapest<P: StateSpace>(
    space: &P,
    parent: &P::State,
    child: &P::State,
) -> Result<(P::Action, Cost), SearchError> {
    let mut best: Option<(P::Action, Cost)> = None;
    let mut next = parent.clone();
    for action in space.actions(parent) {
        let cost = space.cost(parent, &action);
        if best.as_ref().is_some_and(|&(_, least)| least <= cost) {
            continue;
        }
        next.clone_from(parent);
        space.apply(&mut next, &action);
        if next == *child {
            best = Some((action, cost));
        }
    }
    best.ok_or(SearchError::NoAction)
}

/// The cheapest start at `state`, by its number, and its initial cost; the first start if none is
/// there.
fn cheapest_start<S: Eq>(starts: &[(S, Cost)], state: &S) -> (usize, Cost) {
    starts
        .iter()
        .enumerate()
        .filter(|(_, (start, _))| start == state)
        .map(|(index, &(_, initial))| (index, initial))
        .min_by_key(|&(index, initial)| (initial, index))
        .unwrap_or((0, 0))
}
