//! The rules of a state space: which actions apply, what they do, what they cost.
//!
//! [`StateSpace`] is all that a puzzle must say. What only some spaces can do is a trait of its
//! own: [`Invertible`] and [`Predecessors`]. Goals, heuristics and encodings are values beside the
//! space, since they vary from run to run.

pub mod laws;

use std::fmt::Debug;

use crate::cost::Cost;

/// The rules of a state space.
///
/// A space is deterministic: the same state and action always give the same successor and cost.
/// The order in which [`actions`](StateSpace::actions) yields is part of the rules; ties between
/// equally good plans are broken by it.
///
/// ```
/// use statewalk::space::StateSpace;
///
/// /// Count up by one or double, to any number below 100.
/// struct Doubling;
///
/// impl StateSpace for Doubling {
///     type State = u32;
///     type Action = char;
///     fn actions<'a>(&'a self, &state: &u32) -> impl Iterator<Item = char> + use<'a> {
///         ['+', '*'].into_iter().filter(move |&a| if a == '+' { state < 99 } else { state < 50 })
///     }
///     fn apply(&self, state: &mut u32, &action: &char) {
///         *state = if action == '+' { *state + 1 } else { *state * 2 };
///     }
/// }
/// assert_eq!(Doubling.actions(&60).collect::<String>(), "+");
/// ```
pub trait StateSpace {
    /// One configuration of the puzzle.
    type State: Clone + Eq;
    /// What leads from one state to another; small and cheap to copy.
    type Action: Clone + Eq + Debug;

    /// The actions that are applicable in `state`, each once, in an order fixed by the rules.
    ///
    /// The iterator must not borrow `state`: copy what it needs out of it.
    fn actions<'a>(
        &'a self,
        state: &Self::State,
    ) -> impl Iterator<Item = Self::Action> + use<'a, Self>;

    /// Changes `state` into its successor by `action`, in place.
    ///
    /// The caller promises that the action is applicable; otherwise the result is unspecified
    /// (some state, or a panic).
    fn apply(&self, state: &mut Self::State, action: &Self::Action);

    /// What `action` costs in `state`, before it is applied: 1 unless the space says otherwise.
    #[inline]
    fn cost(&self, state: &Self::State, action: &Self::Action) -> Cost {
        let _ = (state, action);
        1
    }

    /// The largest cost of any action, where it is known.
    ///
    /// A small one lets a search order its states by buckets instead of a heap. A search that
    /// then meets a larger cost stops with an error that names the action. Weighted
    /// [sweeps](crate::search::layers::weighted) and the building of [pattern databases](crate::pdb::build) by
    /// them need it, also where all actions cost 1; without it they are refused.
    #[inline]
    fn max_cost(&self) -> Option<Cost> {
        None
    }

    /// Whether `action` may be taken in `state`; used to replay plans.
    ///
    /// The provided form asks [`actions`](StateSpace::actions); override it where the rule can
    /// be checked directly.
    fn is_applicable(&self, state: &Self::State, action: &Self::Action) -> bool {
        self.actions(state).any(|a| a == *action)
    }

    /// Appends the actions applicable in `state` to `buffer`, in the order of
    /// [`actions`](StateSpace::actions), for loops that keep them between steps.
    #[inline]
    fn actions_into(&self, state: &Self::State, buffer: &mut Vec<Self::Action>) {
        buffer.extend(self.actions(state));
    }
}

/// Spaces in which every action can be undone by one action of the same cost.
///
/// The law: if `a` is applicable in `s` and leads to `t`, then `inverse(a)` is applicable in `t`,
/// leads back to `s`, and costs in `t` what `a` costs in `s`. No state is consulted, so name
/// actions by direction and not by target.
pub trait Invertible: StateSpace {
    /// The action that undoes `action`.
    fn inverse(&self, action: &Self::Action) -> Self::Action;
}

/// Spaces that can tell what leads to a state.
pub trait Predecessors: StateSpace {
    /// Every pair of a **forward** action and the state before it, such that the action leads
    /// from that state to `state`; each pair once.
    ///
    /// An [`Invertible`] space calls [`predecessors_by_inverse`] here. Whether they agree with the actions is told
    /// by [`laws::check_predecessors`].
    fn predecessors<'a>(
        &'a self,
        state: &Self::State,
    ) -> impl Iterator<Item = (Self::Action, Self::State)> + use<'a, Self>;
}

/// The predecessors of `state` in an invertible space, for the one line that implements
/// [`Predecessors`] there.
pub fn predecessors_by_inverse<'a, S: Invertible>(
    space: &'a S,
    state: &S::State,
) -> impl Iterator<Item = (S::Action, S::State)> + use<'a, S> {
    let after = state.clone();
    space.actions(state).map(move |undo| {
        let mut before = after.clone();
        space.apply(&mut before, &undo);
        (space.inverse(&undo), before)
    })
}

impl<'s, S: StateSpace> StateSpace for &'s S {
    type State = S::State;
    type Action = S::Action;

    #[inline]
    fn actions<'a>(
        &'a self,
        state: &Self::State,
    ) -> impl Iterator<Item = Self::Action> + use<'a, 's, S> {
        (**self).actions(state)
    }

    #[inline]
    fn apply(&self, state: &mut Self::State, action: &Self::Action) {
        (**self).apply(state, action);
    }

    #[inline]
    fn cost(&self, state: &Self::State, action: &Self::Action) -> Cost {
        (**self).cost(state, action)
    }

    #[inline]
    fn max_cost(&self) -> Option<Cost> {
        (**self).max_cost()
    }

    #[inline]
    fn is_applicable(&self, state: &Self::State, action: &Self::Action) -> bool {
        (**self).is_applicable(state, action)
    }

    #[inline]
    fn actions_into(&self, state: &Self::State, buffer: &mut Vec<Self::Action>) {
        (**self).actions_into(state, buffer);
    }
}

impl<S: Invertible> Invertible for &S {
    #[inline]
    fn inverse(&self, action: &Self::Action) -> Self::Action {
        (**self).inverse(action)
    }
}

impl<'s, S: Predecessors> Predecessors for &'s S {
    #[inline]
    fn predecessors<'a>(
        &'a self,
        state: &Self::State,
    ) -> impl Iterator<Item = (Self::Action, Self::State)> + use<'a, 's, S> {
        (**self).predecessors(state)
    }
}
