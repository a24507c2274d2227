//! The edges that one end of a search walks: actions from the starts on, predecessors from the goals on.

use crate::cost::Cost;
use crate::space::{Predecessors, StateSpace};

/// The edges of a space, in one direction.
pub(crate) trait Edges {
    /// The states.
    type State;
    /// The forward actions.
    type Action;
    /// What is known of an edge before the state at its end is made.
    type Edge;

    /// The edges at `state`.
    fn edges(&self, state: &Self::State) -> impl Iterator<Item = Self::Edge>;

    /// The forward action of `edge`.
    fn action<'s>(&self, edge: &'s Self::Edge) -> &'s Self::Action;

    /// What `edge`, one of the edges at `state`, costs.
    fn cost(&self, state: &Self::State, edge: &Self::Edge) -> Cost;

    /// The state that `edge`, one of the edges at `state`, leads to; it may be made in `next`.
    fn follow<'s>(
        &self,
        state: &Self::State,
        edge: &'s Self::Edge,
        next: &'s mut Self::State,
    ) -> &'s Self::State;
}

/// From a state to what its actions lead to.
#[derive(Debug)]
pub(crate) struct Ahead<'a, P>(pub(crate) &'a P);

impl<P: StateSpace> Edges for Ahead<'_, P> {
    type State = P::State;
    type Action = P::Action;
    type Edge = P::Action;

    #[inline]
    fn edges(&self, state: &P::State) -> impl Iterator<Item = P::Action> {
        self.0.actions(state)
    }

    #[inline]
    fn action<'s>(&self, action: &'s P::Action) -> &'s P::Action {
        action
    }

    #[inline]
    fn cost(&self, state: &P::State, action: &P::Action) -> Cost {
        self.0.cost(state, action)
    }

    #[inline]
    fn follow<'s>(
        &self,
        state: &P::State,
        action: &'s P::Action,
        next: &'s mut P::State,
    ) -> &'s P::State {
        next.clone_from(state);
        self.0.apply(next, action);
        next
    }
}

/// From a state to those whose actions lead to it.
#[derive(Debug)]
pub(crate) struct Back<'a, P>(pub(crate) &'a P);

impl<P: Predecessors> Edges for Back<'_, P> {
    type State = P::State;
    type Action = P::Action;
    type Edge = (P::Action, P::State);

    #[inline]
    fn edges(&self, state: &P::State) -> impl Iterator<Item = (P::Action, P::State)> {
        self.0.predecessors(state)
    }

    #[inline]
    fn action<'s>(&self, (action, _): &'s (P::Action, P::State)) -> &'s P::Action {
        action
    }

    #[inline]
    fn cost(&self, _: &P::State, (action, before): &(P::Action, P::State)) -> Cost {
        self.0.cost(before, action)
    }

    #[inline]
    fn follow<'s>(
        &self,
        _: &P::State,
        (_, before): &'s (P::Action, P::State),
        _: &'s mut P::State,
    ) -> &'s P::State {
        before
    }
}
