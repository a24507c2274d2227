//! What leads back to a state is cut out of a plan.

use std::hash::{BuildHasher, Hash};

use foldhash::fast::FixedState;

use crate::cost::{self, Cost};
use crate::improve::{Halt, ImproveError, pace};
use crate::memory::BudgetVec;
use crate::search::limits::Limits;
use crate::search::outcome::SearchError;
use crate::space::StateSpace;

/// A plan without what lies between two times that it comes to a state; `None` if it comes to no state twice.
///
/// From each state of the plan it goes on where the plan is there for the last time. States are told apart by 64 bits of a
/// hash, so a plan may be cut wrongly, once in some 10^19 pairs of states: it is for the caller to replay it. A cycle
/// that costs less than nothing is not cut: then nothing is.
///
/// Time: two walks along the plan, each state hashed once, and a sort. Memory: 24 bytes an action.
pub(super) fn without<P: StateSpace<State: Hash>>(
    space: &P,
    start: &P::State,
    actions: &[P::Action],
    limits: &Limits,
) -> Result<Option<Vec<P::Action>>, Halt> {
    let mut pace = pace(limits);
    let memory = &limits.memory;
    let hasher = FixedState::default();
    let mut seen = BudgetVec::with_room(memory, actions.len() + 1)?;
    let mut state = start.clone();
    let mut spent: Cost = 0;
    let mut is_dear = true;
    seen.push((hasher.hash_one(&state), 0usize))?;
    for (action, place) in actions.iter().zip(1..) {
        pace.tick(1)?;
        let step = space.cost(&state, action);
        is_dear &= step >= 0;
        spent = cost::add(spent, step)
            .map_err(|error| Halt::Error(ImproveError::Search(SearchError::Overflow(error))))?;
        space.apply(&mut state, action);
        seen.push((hasher.hash_one(&state), place))?;
    }
    if !is_dear {
        return Ok(None);
    }
    seen.sort_unstable();
    let mut last = BudgetVec::filled(memory, actions.len() + 1, 0usize)?;
    let mut has_cycles = false;
    for same in seen.chunk_by(|(one, _), (other, _)| one == other) {
        pace.tick(1)?;
        let Some(&(_, end)) = same.last() else {
            continue;
        };
        has_cycles |= same.len() > 1;
        for &(_, place) in same {
            last[place] = end;
        }
    }
    if !has_cycles {
        return Ok(None);
    }
    let mut kept = Vec::with_capacity(actions.len());
    let mut place = last[0];
    while let Some(action) = actions.get(place) {
        kept.push(action.clone());
        place = last[place + 1];
    }
    Ok(Some(kept))
}
