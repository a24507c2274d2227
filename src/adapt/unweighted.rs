//! A space in which every action costs 1: what is asked is how many actions a plan has, not what they cost.
//!
//! So the searches and sweeps for unit costs serve any space, and depths count actions.

use crate::cost::Cost;
use crate::space::{Invertible, Predecessors, StateSpace};

/// The states and actions of another space, each action at a cost of 1.
///
/// ```
/// use statewalk::adapt::closure::WeightedFnSpace;
/// use statewalk::adapt::unweighted::Unweighted;
/// use statewalk::search::breadth_first::breadth_first;
///
/// // One long way, and two short ones.
/// let roads = WeightedFnSpace::new(|&at: &u8| match at {
///     0 => vec![(1, 2), (2, 9)],
///     1 => vec![(2, 3)],
///     _ => vec![],
/// });
/// let fewest = breadth_first(&Unweighted(&roads), 0, &|&at: &u8| at == 2)?;
/// assert_eq!(fewest.cost(), Some(1));
/// # Ok::<(), statewalk::search::outcome::SearchError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unweighted<P>(pub P);

impl<P: StateSpace> StateSpace for Unweighted<P> {
    type State = P::State;
    type Action = P::Action;

    #[inline]
    fn actions<'a>(
        &'a self,
        state: &Self::State,
    ) -> impl Iterator<Item = Self::Action> + use<'a, P> {
        self.0.actions(state)
    }

    #[inline]
    fn apply(&self, state: &mut Self::State, action: &Self::Action) {
        self.0.apply(state, action);
    }

    #[inline]
    fn cost(&self, _: &Self::State, _: &Self::Action) -> Cost {
        1
    }

    #[inline]
    fn max_cost(&self) -> Option<Cost> {
        Some(1)
    }

    #[inline]
    fn is_applicable(&self, state: &Self::State, action: &Self::Action) -> bool {
        self.0.is_applicable(state, action)
    }

    #[inline]
    fn actions_into(&self, state: &Self::State, buffer: &mut Vec<Self::Action>) {
        self.0.actions_into(state, buffer);
    }
}

impl<P: Invertible> Invertible for Unweighted<P> {
    #[inline]
    fn inverse(&self, action: &Self::Action) -> Self::Action {
        self.0.inverse(action)
    }
}

impl<P: Predecessors> Predecessors for Unweighted<P> {
    #[inline]
    fn predecessors<'a>(
        &'a self,
        state: &Self::State,
    ) -> impl Iterator<Item = (Self::Action, Self::State)> + use<'a, P> {
        self.0.predecessors(state)
    }
}

#[cfg(test)]
mod tests {
    use super::Unweighted;
    use crate::adapt::closure::WeightedFnSpace;
    use crate::space::StateSpace;
    use crate::space::laws::check_predecessors;

    #[test]
    fn nothing_changes_but_the_costs() {
        let arcs = [(0u8, 1, 5), (0, 1, 7), (1, 2, -3), (2, 0, 0), (2, 2, 4)];
        let from = move |at: u8| arcs.into_iter().filter(move |arc| arc.0 == at);
        let into = move |at: u8| arcs.into_iter().filter(move |arc| arc.1 == at);
        let space = WeightedFnSpace::new(move |&at: &u8| from(at).map(|(_, to, cost)| (to, cost)))
            .with_predecessors(move |&at: &u8| into(at).map(|(from, _, cost)| (from, cost)));
        let steps = Unweighted(&space);
        for state in 0..3 {
            assert!(steps.actions(&state).eq(space.actions(&state)));
            for action in steps.actions(&state) {
                let (mut here, mut there) = (state, state);
                steps.apply(&mut here, &action);
                space.apply(&mut there, &action);
                assert_eq!((here, steps.cost(&state, &action)), (there, 1));
                assert!(steps.is_applicable(&state, &action));
            }
        }
        assert_eq!(check_predecessors(&steps, 0..3), Ok(()));
    }
}
