//! A space walked backwards: what led to a state is what leads away from it.
//!
//! A search in the reversed space from the goals finds the cheapest costs **to** them.

use std::fmt;

use crate::cost::Cost;
use crate::space::{Predecessors, StateSpace};

/// The states of another space, with every action turned round.
///
/// An action costs what the forward action costs. Reversing twice gives the first space again,
/// with wrapped actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reversed<P>(pub P);

/// A forward action, to be taken back. It prints as the forward action.
#[derive(Clone, PartialEq, Eq)]
pub struct Undo<A, S> {
    /// The forward action.
    pub action: A,
    /// The state before it, which taking it back leads to.
    pub before: S,
}

impl<A: fmt::Debug, S> fmt::Debug for Undo<A, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.action.fmt(f)
    }
}

impl<P: Predecessors> StateSpace for Reversed<P> {
    type State = P::State;
    type Action = Undo<P::Action, P::State>;

    #[inline]
    fn actions<'a>(
        &'a self,
        state: &Self::State,
    ) -> impl Iterator<Item = Self::Action> + use<'a, P> {
        let before = self.0.predecessors(state);
        before.map(|(action, before)| Undo { action, before })
    }

    #[inline]
    fn apply(&self, state: &mut Self::State, undo: &Self::Action) {
        state.clone_from(&undo.before);
    }

    #[inline]
    fn cost(&self, _: &Self::State, undo: &Self::Action) -> Cost {
        self.0.cost(&undo.before, &undo.action)
    }

    #[inline]
    fn max_cost(&self) -> Option<Cost> {
        self.0.max_cost()
    }

    fn is_applicable(&self, state: &Self::State, undo: &Self::Action) -> bool {
        self.0.is_applicable(&undo.before, &undo.action) && {
            let mut after = undo.before.clone();
            self.0.apply(&mut after, &undo.action);
            after == *state
        }
    }
}

impl<P: Predecessors> Predecessors for Reversed<P> {
    fn predecessors<'a>(
        &'a self,
        state: &Self::State,
    ) -> impl Iterator<Item = (Self::Action, Self::State)> + use<'a, P> {
        let before = state.clone();
        self.0.actions(state).map(move |action| {
            let mut after = before.clone();
            self.0.apply(&mut after, &action);
            let before = before.clone();
            (Undo { action, before }, after)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Reversed;
    use crate::adapt::closure::WeightedFnSpace;
    use crate::space::{Predecessors, StateSpace};

    #[test]
    fn it_turns_every_action_round_and_back_again() {
        let arcs = [(0u8, 1, 5), (0, 1, 7), (1, 2, -3), (2, 0, 0), (2, 2, 4)];
        let from = |at: u8| arcs.into_iter().filter(move |arc| arc.0 == at);
        let into = |at: u8| arcs.into_iter().filter(move |arc| arc.1 == at);
        let space = WeightedFnSpace::new(move |&at: &u8| from(at).map(|(_, to, cost)| (to, cost)))
            .with_predecessors(move |&at: &u8| into(at).map(|(from, _, cost)| (from, cost)));
        let back = Reversed(&space);
        let twice = Reversed(&back);
        for state in 0..3 {
            let mut undone = Vec::new();
            for undo in back.actions(&state) {
                let mut before = state;
                back.apply(&mut before, &undo);
                assert!(back.is_applicable(&state, &undo));
                assert!(!back.is_applicable(&(state + 1), &undo));
                assert_eq!(format!("{undo:?}"), format!("{:?}", undo.action));
                undone.push((before, state, back.cost(&state, &undo)));
            }
            let all: Vec<_> = into(state).collect();
            assert_eq!(undone, all);

            let ahead = twice
                .actions(&state)
                .map(|undo| (undo.before, undo.action.action));
            assert!(ahead.eq(space.actions(&state).map(|action| (action.0, action))));
            let led = back
                .predecessors(&state)
                .map(|(undo, after)| (undo.before, after));
            assert!(led.eq(from(state).map(|(from, to, _)| (from, to))));
        }
    }
}
