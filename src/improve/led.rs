//! Windows of a plan, searched in the whole space by A* toward their last state.

use std::hash::Hash;

use crate::cost::Cost;
use crate::goal::Exactly;
use crate::heuristic::Heuristic;
use crate::improve::windows::{Replanned, Windows, ended, task};
use crate::search::astar;
use crate::search::limits::Limits;
use crate::search::outcome::SearchError;
use crate::search::trace::ByParents;
use crate::space::StateSpace;
use crate::store::interned::Interned;

/// Windows that are searched by A* over a hash of states, led by a heuristic to the state in which a window ends. For
/// costs from 0 on.
///
/// The function makes the heuristic out of the space and that state; it must be admissible. Only states from which
/// something cheaper than the window may follow are expanded, so a good one lets far longer windows come to
/// their end than a search from [both ends](super::both_ends::BothEnds).
#[derive(Clone, Copy, Debug)]
pub struct Led<F>(pub F);

impl<P, F, H> Windows<P> for Led<F>
where
    P: StateSpace<State: Hash>,
    F: Fn(&P, &P::State) -> H,
    H: Heuristic<P::State>,
{
    fn replan(
        &mut self,
        space: &P,
        from: &P::State,
        window: &[P::Action],
        spent: Cost,
        limits: &Limits,
    ) -> Result<Replanned<P::Action>, SearchError> {
        let to = ended(space, from, window);
        let heuristic = (self.0)(space, &to);
        cheaper(space, (from.clone(), to), &heuristic, spent, limits)
    }
}

/// Looks for actions from one state to the other which cost less than `spent`, by A* over a hash of states, led by an
/// admissible heuristic to the second: for [`Windows`] that make a space and a heuristic of their own for each window.
///
/// # Errors
/// As [`astar::search`].
pub fn cheaper<P>(
    space: &P,
    (from, to): (P::State, P::State),
    heuristic: &impl Heuristic<P::State>,
    spent: Cost,
    limits: &Limits,
) -> Result<Replanned<P::Action>, SearchError>
where
    P: StateSpace<State: Hash>,
{
    let (starts, goal) = ([(from, 0)], Exactly(to));
    let (task, limits) = task(space, &starts, &goal, spent, limits);
    let mut store = Interned::new(&limits.memory);
    let found = astar::search(task, heuristic, &mut store, &ByParents, &limits, &mut ())?;
    Ok(Replanned::of(found))
}
