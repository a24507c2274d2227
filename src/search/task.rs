//! What a search is asked: from where, in which space, to what.

use crate::cost::Cost;
use crate::space::StateSpace;

/// One question: a space, the starts with their initial costs, and a goal.
#[derive(Debug)]
pub struct Task<'a, P: StateSpace, G> {
    /// The rules.
    pub space: &'a P,
    /// Where a plan may begin, and what it costs to begin there. No starts: no plan.
    pub starts: &'a [(P::State, Cost)],
    /// Where it must end.
    pub goal: &'a G,
}

impl<P: StateSpace, G> Clone for Task<'_, P, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: StateSpace, G> Copy for Task<'_, P, G> {}
