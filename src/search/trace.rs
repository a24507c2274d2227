//! Plans out of stores: from the node that met the goal back to a start.
//!
//! Stores keep no actions. The action between two nodes is found again by the rules: the cheapest
//! one that leads from the parent to the child, the first of these in the order of the rules.

use crate::cost::{self, Cost};
use crate::plan::Plan;
use crate::search::outcome::SearchError;
use crate::space::{Predecessors, StateSpace};
use crate::store::{Costs, NodeStore, Parents};

/// A way to find the plan that led to a node.
pub trait Trace<P: StateSpace, S: NodeStore<State = P::State>> {
    /// The plan from one of `starts` to node `goal`.
    ///
    /// # Errors
    /// [`SearchError::Overflow`] if costs do not add up.
    fn plan(
        &self,
        space: &P,
        starts: &[(P::State, Cost)],
        store: &S,
        goal: S::Id,
    ) -> Result<Plan<P::Action>, SearchError>;
}

/// Follows the parents that the store keeps.
#[derive(Clone, Copy, Debug, Default)]
pub struct ByParents;

impl<P, S> Trace<P, S> for ByParents
where
    P: StateSpace,
    S: Parents<State = P::State>,
{
    fn plan(
        &self,
        space: &P,
        starts: &[(P::State, Cost)],
        store: &S,
        goal: S::Id,
    ) -> Result<Plan<P::Action>, SearchError> {
        let mut actions = Vec::new();
        let Some((first, _)) = starts.first() else {
            return Ok(Plan {
                start: 0,
                actions,
                cost: 0,
            });
        };
        let (mut child, mut parent) = (first.clone(), first.clone());
        let (mut id, mut spent) = (goal, 0);
        store.load(id, &mut child);
        while let Some(before) = store.parent(id) {
            store.load(before, &mut parent);
            if let Some((action, cost)) = cheapest(space, &parent, &child) {
                actions.push(action);
                spent = cost::add(spent, cost)?;
            }
            std::mem::swap(&mut child, &mut parent);
            id = before;
        }
        actions.reverse();
        let (start, initial) = cheapest_start(starts, &child);
        let cost = cost::add(initial, spent)?;
        Ok(Plan {
            start,
            actions,
            cost,
        })
    }
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
    fn plan(
        &self,
        space: &P,
        starts: &[(P::State, Cost)],
        store: &S,
        goal: S::Id,
    ) -> Result<Plan<P::Action>, SearchError> {
        let mut actions = Vec::new();
        let Some((first, _)) = starts.first() else {
            return Ok(Plan {
                start: 0,
                actions,
                cost: 0,
            });
        };
        let mut state = first.clone();
        store.load(goal, &mut state);
        let total = store.g(goal);
        let mut g = total;
        loop {
            let (start, initial) = cheapest_start(starts, &state);
            if initial == g && starts.get(start).is_some_and(|(s, _)| *s == state) {
                actions.reverse();
                return Ok(Plan {
                    start,
                    actions,
                    cost: total,
                });
            }
            let before = space.predecessors(&state).find_map(|(action, before)| {
                let cost = space.cost(&before, &action);
                let known = store.find(&before).map(|id| store.g(id))?;
                let fits = cost > 0 && cost::add(known, cost) == Ok(g);
                fits.then_some((action, before, known))
            });
            let Some((action, before, known)) = before else {
                return Err(SearchError::NoDescent { cost: g });
            };
            actions.push(action);
            state = before;
            g = known;
        }
    }
}

/// Descends from `state`, which was reached, to a goal by forward actions whose cost fits, in a
/// store that holds costs **to** the goals; appends the actions and returns their cost.
///
/// It ends where all costs on the way are at least 1: the distance falls at every step.
///
/// # Errors
/// [`SearchError::NoDescent`] where an action that costs 0 is needed.
pub(crate) fn descend<P, S>(
    space: &P,
    store: &S,
    mut state: P::State,
    actions: &mut Vec<P::Action>,
) -> Result<Cost, SearchError>
where
    P: StateSpace,
    S: Costs<State = P::State>,
{
    let mut next = state.clone();
    let total = store.find(&state).map_or(0, |id| store.g(id));
    let mut left = total;
    while left != 0 {
        let nearer = space.actions(&state).find_map(|action| {
            let cost = space.cost(&state, &action);
            next.clone_from(&state);
            space.apply(&mut next, &action);
            let known = store.find(&next).map(|id| store.g(id))?;
            let fits = cost > 0 && cost::add(known, cost) == Ok(left);
            fits.then_some((action, known))
        });
        let Some((action, known)) = nearer else {
            return Err(SearchError::NoDescent { cost: left });
        };
        actions.push(action);
        left = known;
        std::mem::swap(&mut state, &mut next);
    }
    Ok(total)
}

/// The cheapest action that leads from `parent` to `child`, and its cost.
pub(crate) fn cheapest<P: StateSpace>(
    space: &P,
    parent: &P::State,
    child: &P::State,
) -> Option<(P::Action, Cost)> {
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
    best
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
