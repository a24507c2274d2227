//! Estimates of the cost that is left.

use crate::cost::Cost;

/// An estimate of the cheapest cost from a state to a goal.
///
/// It is *admissible* if it never exceeds the true cost, and *consistent* if along every action
/// it falls by no more than the action's cost. Closures are heuristics; what is only borrowed is one as
/// `|state| heuristic.estimate(state)`.
pub trait Heuristic<S> {
    /// The estimate for `state`, 0 or more; `None` says that no goal can be reached from it.
    fn estimate(&self, state: &S) -> Option<Cost>;
}

impl<S, F: Fn(&S) -> Option<Cost>> Heuristic<S> for F {
    #[inline]
    fn estimate(&self, state: &S) -> Option<Cost> {
        self(state)
    }
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

/// The larger of two estimates: admissible if both are, and consistent if both are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Max<A, B>(pub A, pub B);

impl<S, A: Heuristic<S>, B: Heuristic<S>> Heuristic<S> for Max<A, B> {
    #[inline]
    fn estimate(&self, state: &S) -> Option<Cost> {
        let first = self.0.estimate(state)?;
        Some(first.max(self.1.estimate(state)?))
    }
}

/// The least of any number of estimates, each of which leads elsewhere: to whichever place is nearest. Without any,
/// no place is reached.
///
/// It is admissible, and consistent, if all of them are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MinOf<H>(pub Vec<H>);

impl<S, H: Heuristic<S>> Heuristic<S> for MinOf<H> {
    #[inline]
    fn estimate(&self, state: &S) -> Option<Cost> {
        self.0.iter().filter_map(|h| h.estimate(state)).min()
    }
}

/// The sum of two estimates.
///
/// It is admissible where each action's cost counts for only one of the two, or is shared out between
/// them (Korf and Felner 2002; Yang, Culberson, Holte, Zahavi and Felner 2008). A sum that does not fit is
/// the largest cost: no plan costs that much.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sum<A, B>(pub A, pub B);

impl<S, A: Heuristic<S>, B: Heuristic<S>> Heuristic<S> for Sum<A, B> {
    #[inline]
    fn estimate(&self, state: &S) -> Option<Cost> {
        let first = self.0.estimate(state)?;
        let second = self.1.estimate(state)?;
        Some(first.checked_add(second).unwrap_or(Cost::MAX))
    }
}

/// The largest of any number of estimates, 0 if there are none: admissible if all are, and consistent if all are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MaxOf<H>(pub Vec<H>);

impl<S, H: Heuristic<S>> Heuristic<S> for MaxOf<H> {
    fn estimate(&self, state: &S) -> Option<Cost> {
        let mut estimates = self.0.iter().map(|heuristic| heuristic.estimate(state));
        estimates.try_fold(0, |most: Cost, estimate| Some(most.max(estimate?)))
    }
}

/// The sum of any number of estimates, as in [`Sum`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SumOf<H>(pub Vec<H>);

impl<S, H: Heuristic<S>> Heuristic<S> for SumOf<H> {
    fn estimate(&self, state: &S) -> Option<Cost> {
        let mut estimates = self.0.iter().map(|heuristic| heuristic.estimate(state));
        estimates.try_fold(0, |sum: Cost, estimate| {
            Some(sum.checked_add(estimate?).unwrap_or(Cost::MAX))
        })
    }
}

/// The estimate of the image of a state under a symmetry: a map of the states on themselves that keeps the goal and
/// what plans cost, such as a reflection of the board. `image` makes the image.
///
/// It is admissible if the heuristic is, and consistent if that is. Together with the heuristic itself
/// ([`Max`]) it says more (Culberson and Schaeffer 1998, on dual look-ups by reflection).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mirrored<F, H> {
    /// Makes the image of a state.
    pub image: F,
    /// What estimates the image.
    pub heuristic: H,
}

impl<S, F: Fn(&S) -> S, H: Heuristic<S>> Heuristic<S> for Mirrored<F, H> {
    #[inline]
    fn estimate(&self, state: &S) -> Option<Cost> {
        self.heuristic.estimate(&(self.image)(state))
    }
}

#[cfg(test)]
mod tests {
    use super::{Blind, Heuristic, Max, MaxOf, MinOf, Mirrored, Sum, SumOf};
    use crate::cost::Cost;

    #[test]
    fn estimates_are_joined() {
        let own = |state: &i64| (*state >= 0).then_some(*state);
        let three = |_: &i64| Some(3);
        assert_eq!(Max(own, three).estimate(&2), Some(3));
        assert_eq!(Max(own, three).estimate(&7), Some(7));
        assert_eq!(Sum(own, three).estimate(&7), Some(10));
        assert_eq!(Sum(Blind, three).estimate(&7), Some(3));
        assert_eq!(Sum(own, three).estimate(&Cost::MAX), Some(Cost::MAX));
        let some =
            [3, 9].map(|at: i64| move |state: &i64| (*state >= 0).then(|| (state - at).abs()));
        let nearest = MinOf(some.to_vec());
        assert_eq!(
            [0, 7, -1].map(|at| nearest.estimate(&at)),
            [Some(3), Some(2), None]
        );
        assert_eq!(MinOf::<Blind>(Vec::new()).estimate(&0), None);
        // What one of them knows to be a dead end is one.
        assert_eq!(Max(own, three).estimate(&-1), None);
        assert_eq!(Sum(three, own).estimate(&-1), None);
        let mirrored = Mirrored {
            image: |state: &i64| 10 - *state,
            heuristic: own,
        };
        assert_eq!(Max(own, mirrored).estimate(&2), Some(8));
        let up_to = |most: i64| move |state: &i64| (*state <= most).then_some(*state);
        let (max, sum) = (
            MaxOf(vec![up_to(7), up_to(9)]),
            SumOf(vec![up_to(7), up_to(9)]),
        );
        assert_eq!((max.estimate(&7), sum.estimate(&7)), (Some(7), Some(14)));
        assert_eq!((max.estimate(&8), sum.estimate(&8)), (None, None));
        assert_eq!(MaxOf::<Blind>(Vec::new()).estimate(&8), Some(0));
        assert_eq!(SumOf(vec![three; 2]).estimate(&8), Some(6));
    }
}
