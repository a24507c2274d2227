//! What searches led by estimates share: their open list, and the trust in their heuristic.

use crate::cost::{self, Cost};
use crate::goal::Goal;
use crate::heuristic::Heuristic;
use crate::open::bins::Bins;
use crate::open::tiers::Tiers;
use crate::search::Observer;
use crate::search::best_first::{BestFirst, Order};
use crate::search::limits::Limits;
use crate::search::outcome::{Found, Outcome, SearchError};
use crate::search::task::Task;
use crate::search::trace::Trace;
use crate::space::StateSpace;
use crate::store::Costs;

/// The largest cost of an action with which keys lie near enough together for bins.
const SMALL: Cost = 64;

/// What a plan costs at least: the least estimate over the starts, if one of them is no dead end.
///
/// # Errors
/// [`SearchError::Overflow`] if an initial cost and an estimate do not add up.
pub(crate) fn least<P: StateSpace, G>(
    task: &Task<'_, P, G>,
    heuristic: &impl Heuristic<P::State>,
) -> Result<Option<Cost>, SearchError> {
    let mut least: Option<Cost> = None;
    for (state, initial) in task.starts {
        if let Some(h) = heuristic.estimate(state) {
            let f = cost::add(*initial, h)?;
            least = Some(least.map_or(f, |least| least.min(f)));
        }
    }
    Ok(least)
}

/// Searches in an order by two keys, the first of which is about `about` at the start, with bins where costs
/// are small and with tiers otherwise.
pub(crate) fn search<P, G, S, R>(
    (task, heuristic): (Task<'_, P, G>, &impl Heuristic<P::State>),
    (order, about): (R, Cost),
    store: &mut S,
    trace: &impl Trace<P, S>,
    limits: &Limits,
    observer: &mut impl Observer<P::State>,
) -> Result<Found<P::Action>, SearchError>
where
    P: StateSpace,
    G: Goal<P::State>,
    S: Costs<State = P::State, Id: Ord>,
    R: Order<Key = (Cost, Cost)>,
{
    let by = |state: &P::State| heuristic.estimate(state);
    let memory = &limits.memory;
    let max = task.space.max_cost().unwrap_or(Cost::MAX);
    if (0..=SMALL).contains(&max) {
        return match Bins::new(memory, about) {
            Ok(open) => BestFirst::new(task, store, open, order, by).solve(trace, limits, observer),
            Err(why) => Ok(Found::not_begun(why)),
        };
    }
    match Tiers::new(memory, about, task.space.max_cost()) {
        Ok(open) => BestFirst::new(task, store, open, order, by).solve(trace, limits, observer),
        Err(why) => Ok(Found::not_begun(why)),
    }
}

/// What was found by an order whose verdict is right only if the heuristic is admissible: holds the estimates along
/// the plan against what it costs.
pub(crate) fn trusted<P: StateSpace, G>(
    found: Found<P::Action>,
    task: &Task<'_, P, G>,
    heuristic: &impl Heuristic<P::State>,
) -> Result<Found<P::Action>, SearchError> {
    if let Outcome::Solved { plan, .. } = &found.outcome
        && let Some((start, _)) = task.starts.get(plan.start)
    {
        audit(task.space, start, &plan.actions, heuristic)?;
    }
    Ok(found)
}

/// The same for a heuristic that estimates what a plan from a start to a state costs.
pub(crate) fn trusted_behind<P: StateSpace, G>(
    found: Found<P::Action>,
    task: &Task<'_, P, G>,
    heuristic: &impl Heuristic<P::State>,
) -> Result<Found<P::Action>, SearchError> {
    if let Outcome::Solved { plan, .. } = &found.outcome
        && let Some((start, _)) = task.starts.get(plan.start)
    {
        let (mut state, mut spent) = (start.clone(), 0);
        for action in plan.actions.iter().map(Some).chain([None]) {
            let estimate = heuristic.estimate(&state);
            if estimate.is_none_or(|h| h > spent) {
                return Err(SearchError::InadmissibleBehind { estimate, spent });
            }
            if let Some(action) = action {
                spent = cost::add(spent, task.space.cost(&state, action))?;
                task.space.apply(&mut state, action);
            }
        }
    }
    Ok(found)
}

/// Refuses a heuristic that says more of a state of a plan than the rest of the plan costs: it is not
/// admissible, and what was proved with it is not proved. What it says of other states is not looked at.
fn audit<P: StateSpace>(
    space: &P,
    start: &P::State,
    actions: &[P::Action],
    heuristic: &impl Heuristic<P::State>,
) -> Result<(), SearchError> {
    let mut state = start.clone();
    let mut rest: Cost = 0;
    for action in actions {
        rest = cost::add(rest, space.cost(&state, action))?;
        space.apply(&mut state, action);
    }
    state.clone_from(start);
    for action in actions.iter().map(Some).chain([None]) {
        let estimate = heuristic.estimate(&state);
        if estimate.is_none_or(|h| h > rest) {
            return Err(SearchError::Inadmissible { estimate, rest });
        }
        if let Some(action) = action {
            rest -= space.cost(&state, action);
            space.apply(&mut state, action);
        }
    }
    Ok(())
}
