//! Estimates of the cost that is left.

use crate::cost::Cost;

/// An estimate of the cheapest cost from a state to a goal.
///
/// It is *admissible* if it never exceeds the true cost, and *consistent* if along every action
/// it falls by no more than the action's cost.
pub trait Heuristic<S> {
    /// The estimate for `state`; `None` says that no goal can be reached from it.
    fn estimate(&self, state: &S) -> Option<Cost>;
}

/// The estimate 0 everywhere: it knows nothing and is always consistent where costs are not
/// negative.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Blind;

impl<S> Heuristic<S> for Blind {
    #[inline]
    fn estimate(&self, _: &S) -> Option<Cost> {
        Some(0)
    }
}
