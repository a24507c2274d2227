//! Explorers by rank that go by the moves that an encoding declares.

use crate::catalog::forecast::{ByRank, Forecast};
use crate::catalog::menu::sweeps::{BITS, RESIDUES, explored, looked};
use crate::catalog::menu::{Direction, Menu};
use crate::catalog::puzzle::{Puzzle, StateOf};
use crate::encoding::error::EncodingError;
use crate::goal::GoalStates;
use crate::memory::Memory;
use crate::rank_actions::{RankActions, RankActionsError};
use crate::search::layers::Sweep;
use crate::search::layers::moved::Moved;
use crate::search::limits::Limits;
use crate::search::outcome::SearchError;
use crate::space::{Invertible, Predecessors, StateSpace};

/// Bytes of moves that a measurement for a forecast makes at most.
const MEASURED: u64 = 64 << 20;

impl<P: Puzzle> Menu<P> {
    /// Exploring [by rank](Self::explore_by_rank) and [by residues](Self::explore_by_residues) where the encoding
    /// says how actions act on ranks: a successor is found without a state. Where it has no tables for a space, or
    /// there is no memory for them beside the sweep, successors are made and ranked.
    #[must_use]
    pub fn explore_by_moves<E>(
        self,
        encoding: impl Fn(&P::Rules) -> Result<E, EncodingError> + Clone + Send + Sync + 'static,
    ) -> Self
    where
        E: RankActions<P::Rules, State = StateOf<P>> + Sync,
        P::Rules: Predecessors<State: Send> + Invertible + Sync,
        P::Goal: GoalStates<StateOf<P>>,
    {
        self.explore_in_form(
            (Direction::Forward, "ranked", ByRank::distances),
            encoding.clone(),
            |sweep, encoding, starts, (settings, taken), walker| {
                let limits = &settings.limits;
                let Some(moved) = beside(taken, limits, |memory| sweep.moved(memory)) else {
                    let found = walker.walk(sweep.start_forward(limits))?;
                    let (edges, watch) = (sweep.successors(), &mut walker.watch);
                    return looked(encoding, starts, &found, edges, settings, watch);
                };
                let found = walker.walk(sweep.start_over(moved.edges(), limits))?;
                let (edges, watch) = (Some(moved.edges()), &mut walker.watch);
                looked(encoding, starts, &found, edges, settings, watch)
            },
            |sweep, told| measured(sweep, told),
        )
        .with_maxima()
        .explore_in_form(
            (Direction::Forward, "bits", BITS),
            encoding.clone(),
            |sweep, encoding, starts, (settings, taken), walker| {
                let limits = &settings.limits;
                let found = match beside(taken, limits, |memory| sweep.moved(memory)) {
                    Some(moved) => walker.walk(sweep.start_visited_over(moved.edges(), limits))?,
                    None => walker.walk(sweep.start_visited(limits))?,
                };
                Ok(explored(encoding, starts, &found))
            },
            |sweep, told| measured(sweep, told),
        )
        .explore_in_form(
            (Direction::Backward, "ranked", ByRank::distances),
            encoding.clone(),
            |sweep, encoding, starts, (settings, taken), walker| {
                let limits = &settings.limits;
                let moves = |memory: &_| sweep.moved_backward(memory);
                let Some(moved) = beside(taken, limits, moves) else {
                    let found = walker.walk(sweep.start_backward(limits))?;
                    let (edges, watch) = (sweep.origins(), &mut walker.watch);
                    return looked(encoding, starts, &found, edges, settings, watch);
                };
                let found = walker.walk(sweep.start_over(moved.edges(), limits))?;
                let (edges, watch) = (Some(moved.edges()), &mut walker.watch);
                looked(encoding, starts, &found, edges, settings, watch)
            },
            // As fast as forward: every action can be undone.
            |sweep, told| measured(sweep, told),
        )
        .with_maxima()
        .explore_in_form(
            (Direction::Forward, "residues", RESIDUES),
            encoding,
            |sweep, encoding, starts, (settings, taken), walker| {
                let limits = &settings.limits;
                let Some(moved) = beside(taken, limits, |memory| sweep.moved(memory)) else {
                    let found = walker.walk(sweep.start_residues(limits))?;
                    let (edges, watch) = (sweep.successors(), &mut walker.watch);
                    return looked(encoding, starts, &found, edges, settings, watch);
                };
                let found = walker.walk(sweep.start_residues_over(moved.edges(), limits))?;
                let (edges, watch) = (Some(moved.edges()), &mut walker.watch);
                looked(encoding, starts, &found, edges, settings, watch)
            },
            |sweep, told| measured(sweep, told),
        )
        .with_maxima()
    }
}

/// The moves, if there is room for them beside all that a sweep can take.
fn beside<D>(
    taken: ByRank,
    limits: &Limits,
    moves: impl FnOnce(&Memory) -> Result<Moved<D>, RankActionsError>,
) -> Option<Moved<D>> {
    let memory = &limits.memory;
    let moved = moves(memory).ok()?;
    (taken.ample() <= memory.left()).then_some(moved)
}

/// A forecast with how fast states are expanded.
fn measured<P, E>(sweep: &Sweep<'_, P, E>, told: Forecast) -> Result<Forecast, SearchError>
where
    P: StateSpace<State: Send> + Sync,
    E: RankActions<P> + Sync,
{
    match sweep.moved(&Memory::limited(MEASURED)) {
        Ok(moved) => told.measured(Some(moved.edges())),
        Err(_) => told.measured(sweep.successors()),
    }
}
