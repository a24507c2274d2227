//! The edges that a side walks: actions from the starts on, predecessors from the goals on.

use crate::search::outcome::SearchError;
use crate::space::{Predecessors, StateSpace};

/// Edges of unit cost, in one direction.
pub(super) trait Edges {
    /// The states.
    type State;
    /// What is known of an edge before the state at its end is made.
    type Edge;

    /// The edges at `state`.
    fn edges(&self, state: &Self::State) -> impl Iterator<Item = Self::Edge>;

    /// The state that `edge`, one of the edges at `state`, leads to; it may be made in `next`.
    ///
    /// # Errors
    /// [`SearchError::NotUnitCost`] if the edge does not cost 1.
    fn follow<'s>(
        &self,
        state: &Self::State,
        edge: &'s Self::Edge,
        next: &'s mut Self::State,
    ) -> Result<&'s Self::State, SearchError>;
}

/// From a state to what its actions lead to.
#[derive(Debug)]
pub(super) struct Ahead<'a, P>(pub(super) &'a P);

impl<P: StateSpace> Edges for Ahead<'_, P> {
    type State = P::State;
    type Edge = P::Action;

    #[inline]
    fn edges(&self, state: &P::State) -> impl Iterator<Item = P::Action> {
        self.0.actions(state)
    }

    #[inline]
    fn follow<'s>(
        &self,
        state: &P::State,
        action: &'s P::Action,
        next: &'s mut P::State,
    ) -> Result<&'s P::State, SearchError> {
        SearchError::unless_unit(action, self.0.cost(state, action))?;
        next.clone_from(state);
        self.0.apply(next, action);
        Ok(next)
    }
}

/// From a state to those whose actions lead to it.
#[derive(Debug)]
pub(super) struct Back<'a, P>(pub(super) &'a P);

impl<P: Predecessors> Edges for Back<'_, P> {
    type State = P::State;
    type Edge = (P::Action, P::State);

    #[inline]
    fn edges(&self, state: &P::State) -> impl Iterator<Item = (P::Action, P::State)> {
        self.0.predecessors(state)
    }

    #[inline]
    fn follow<'s>(
        &self,
        _: &P::State,
        (action, before): &'s (P::Action, P::State),
        _: &'s mut P::State,
    ) -> Result<&'s P::State, SearchError> {
        SearchError::unless_unit(action, self.0.cost(before, action))?;
        Ok(before)
    }
}
