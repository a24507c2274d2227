//! Goals: which states end a search. Closures are goals.

/// A set of states, asked state by state.
pub trait Goal<S> {
    /// Whether `state` is in the set.
    fn is_goal(&self, state: &S) -> bool;
}

impl<S, F: Fn(&S) -> bool> Goal<S> for F {
    #[inline]
    fn is_goal(&self, state: &S) -> bool {
        self(state)
    }
}

/// A goal whose states can be listed, as every backward search needs.
pub trait GoalStates<S> {
    /// The goal states, each once.
    fn states(&self) -> impl Iterator<Item = S>;
}

/// The goal of reaching one given state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exactly<S>(pub S);

impl<S: Eq> Goal<S> for Exactly<S> {
    #[inline]
    fn is_goal(&self, state: &S) -> bool {
        *state == self.0
    }
}

impl<S: Clone> GoalStates<S> for Exactly<S> {
    fn states(&self) -> impl Iterator<Item = S> {
        std::iter::once(self.0.clone())
    }
}

/// The goal of reaching any state of a list; the empty list is a goal that nothing reaches.
///
/// A test costs time in proportion to the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnyOf<S>(pub Vec<S>);

impl<S: Eq> Goal<S> for AnyOf<S> {
    #[inline]
    fn is_goal(&self, state: &S) -> bool {
        self.0.contains(state)
    }
}

impl<S: Clone> GoalStates<S> for AnyOf<S> {
    fn states(&self) -> impl Iterator<Item = S> {
        self.0.iter().cloned()
    }
}

/// The goal that no state meets: a search with it visits all that can be reached.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Nowhere;

impl<S> Goal<S> for Nowhere {
    #[inline]
    fn is_goal(&self, _: &S) -> bool {
        false
    }
}

impl<S> GoalStates<S> for Nowhere {
    fn states(&self) -> impl Iterator<Item = S> {
        std::iter::empty()
    }
}
