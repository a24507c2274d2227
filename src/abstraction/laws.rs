//! The laws of abstractions, as checks that name the first state to break one.
//!
//! A heuristic made from an abstraction that breaks them says too much, and plans are said to be optimal that are
//! not.

use std::fmt::Debug;

use thiserror::Error;

use crate::abstraction::Abstraction;
use crate::cost::Cost;
use crate::space::StateSpace;

/// An abstraction and the rules disagree: the first counter-example met, its parts printed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum AbstractionFault {
    /// An action is projected on one that is not applicable.
    #[error(
        "{action} in {state} is projected on {small}, which is not applicable in the projected state"
    )]
    NotApplicable {
        /// The state.
        state: String,
        /// The action.
        action: String,
        /// What it is projected on.
        small: String,
    },
    /// An action leads elsewhere in the small space.
    #[error(
        "{action} leads from {state} to a state that is projected on {expected}, but to {found} in the small space"
    )]
    LeadsElsewhere {
        /// The state.
        state: String,
        /// The action.
        action: String,
        /// What its successor is projected on.
        expected: String,
        /// Where the projected action leads to, or the projected state if there is none.
        found: String,
    },
    /// An action costs more in the small spaces together than it does.
    #[error("{action} in {state} costs {cost}, but {small} in the small spaces together")]
    TooDear {
        /// The state.
        state: String,
        /// The action.
        action: String,
        /// What it costs.
        cost: Cost,
        /// What its projections cost together; the largest number if they do not add up.
        small: Cost,
    },
}

/// Whether `abstraction` is a homomorphism at each of `states`: their actions are actions of the small space, or
/// leave it unchanged at cost 0, and cost no more there.
///
/// # Errors
/// The first [`AbstractionFault`].
pub fn check<P, A>(
    space: &P,
    abstraction: &A,
    states: impl IntoIterator<Item = P::State>,
) -> Result<(), AbstractionFault>
where
    P: StateSpace<State: Debug>,
    A: Abstraction<P, Space: StateSpace<State: Debug>>,
{
    check_partition(space, std::slice::from_ref(abstraction), states)
}

/// Whether each of `abstractions` is a homomorphism at each of `states`, and no action costs more in all of them
/// together than in the large space. Then the distances in the small spaces may be added up (Yang, Culberson, Holte,
/// Zahavi and Felner 2008, "A general theory of additive state space abstractions").
///
/// # Errors
/// The first [`AbstractionFault`].
pub fn check_partition<P, A>(
    space: &P,
    abstractions: &[A],
    states: impl IntoIterator<Item = P::State>,
) -> Result<(), AbstractionFault>
where
    P: StateSpace<State: Debug>,
    A: Abstraction<P, Space: StateSpace<State: Debug>>,
{
    for state in states {
        for action in space.actions(&state) {
            let mut next = state.clone();
            space.apply(&mut next, &action);
            let mut sum: Cost = 0;
            for abstraction in abstractions {
                let spent = projected(abstraction, (&state, &action, &next))?;
                sum = sum.checked_add(spent).unwrap_or(Cost::MAX);
            }
            let cost = space.cost(&state, &action);
            if sum > cost {
                return Err(AbstractionFault::TooDear {
                    state: format!("{state:?}"),
                    action: format!("{action:?}"),
                    cost,
                    small: sum,
                });
            }
        }
    }
    Ok(())
}

/// What an action costs in the small space, if it leads to the projected successor there.
fn projected<P, A>(
    abstraction: &A,
    (state, action, next): (&P::State, &P::Action, &P::State),
) -> Result<Cost, AbstractionFault>
where
    P: StateSpace<State: Debug>,
    A: Abstraction<P, Space: StateSpace<State: Debug>>,
{
    let (small, expected) = (abstraction.space(), abstraction.project(next));
    let mut found = abstraction.project(state);
    let mut spent = 0;
    if let Some(own) = abstraction.action(state, action) {
        if !small.is_applicable(&found, &own) {
            return Err(AbstractionFault::NotApplicable {
                state: format!("{state:?}"),
                action: format!("{action:?}"),
                small: format!("{own:?}"),
            });
        }
        spent = small.cost(&found, &own);
        small.apply(&mut found, &own);
    }
    if found == expected {
        return Ok(spent);
    }
    Err(AbstractionFault::LeadsElsewhere {
        state: format!("{state:?}"),
        action: format!("{action:?}"),
        expected: format!("{expected:?}"),
        found: format!("{found:?}"),
    })
}

#[cfg(test)]
mod tests {
    use super::{AbstractionFault, check, check_partition};
    use crate::abstraction::Abstraction;
    use crate::cost::Cost;
    use crate::space::StateSpace;

    /// Two counters from 0 to 3, each of which goes up by one at its own cost.
    struct Counters([Cost; 2]);

    impl StateSpace for Counters {
        type State = [u8; 2];
        type Action = usize;

        fn actions<'a>(&'a self, &state: &[u8; 2]) -> impl Iterator<Item = usize> + use<'a> {
            (0..2).filter(move |&which| state[which] < 3)
        }

        fn apply(&self, state: &mut [u8; 2], &which: &usize) {
            state[which] += 1;
        }

        fn cost(&self, _: &[u8; 2], &which: &usize) -> Cost {
            self.0[which]
        }
    }

    /// Each counter halved where that is said, the second one forgotten where that is said.
    struct Coarse {
        space: Counters,
        /// What counters stop at.
        most: u8,
        forgets: bool,
    }

    impl Abstraction<Counters> for Coarse {
        type Space = Counters;

        fn space(&self) -> &Counters {
            &self.space
        }

        fn project(&self, &[first, second]: &[u8; 2]) -> [u8; 2] {
            [first.min(self.most), if self.forgets { 0 } else { second }]
        }

        fn action(&self, _: &[u8; 2], &which: &usize) -> Option<usize> {
            (which == 0 || !self.forgets).then_some(which)
        }
    }

    fn all() -> impl Iterator<Item = [u8; 2]> {
        (0..4).flat_map(|first| (0..4).map(move |second| [first, second]))
    }

    fn coarse(costs: [Cost; 2], most: u8, forgets: bool) -> Coarse {
        Coarse {
            space: Counters(costs),
            most,
            forgets,
        }
    }

    #[test]
    fn what_keeps_the_laws_passes() {
        let space = Counters([2, 5]);
        assert_eq!(check(&space, &coarse([2, 5], 3, false), all()), Ok(()));
        assert_eq!(check(&space, &&coarse([2, 9], 3, true), all()), Ok(()));
        let shared = [coarse([1, 2], 3, false), coarse([1, 3], 3, false)];
        assert_eq!(check_partition(&space, &shared, all()), Ok(()));
    }

    #[test]
    fn what_breaks_them_is_named() {
        let space = Counters([2, 5]);
        // An action that the small space takes further than the projected successor.
        let found = check(&space, &coarse([2, 5], 2, true), all());
        let elsewhere = AbstractionFault::LeadsElsewhere {
            state: "[2, 0]".into(),
            action: "0".into(),
            expected: "[2, 0]".into(),
            found: "[3, 0]".into(),
        };
        assert_eq!(found, Err(elsewhere));
        let dear = check(&space, &coarse([2, 6], 3, false), all());
        assert!(matches!(
            dear,
            Err(AbstractionFault::TooDear {
                cost: 5,
                small: 6,
                ..
            })
        ));
        // Each of them is an abstraction, but their costs are counted twice.
        let twice = [coarse([1, 3], 3, false), coarse([1, 3], 3, false)];
        assert!(check(&space, &twice[0], all()).is_ok());
        assert!(matches!(
            check_partition(&space, &twice, all()),
            Err(AbstractionFault::TooDear { small: 6, .. })
        ));
        // A state that the small space does not go on from.
        let stuck = Coarse {
            space: Counters([2, 5]),
            most: 9,
            forgets: false,
        };
        let found = check(&space, &Lifted(stuck), [[2, 0]]);
        assert!(matches!(found, Err(AbstractionFault::NotApplicable { .. })));
    }

    /// The same, with both counters one higher.
    struct Lifted(Coarse);

    impl Abstraction<Counters> for Lifted {
        type Space = Counters;

        fn space(&self) -> &Counters {
            self.0.space()
        }

        fn project(&self, state: &[u8; 2]) -> [u8; 2] {
            self.0.project(state).map(|count| count + 1)
        }

        fn action(&self, state: &[u8; 2], action: &usize) -> Option<usize> {
            self.0.action(state, action)
        }
    }
}
