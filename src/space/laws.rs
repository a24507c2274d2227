//! The laws of what only some spaces can do, as checks that name the first state to break one.
//!
//! A puzzle's tests call them on its own rules. A search that walks backward believes
//! [`Predecessors`]: if they are wrong it finds wrong distances, and nothing else shows it.

use std::fmt::Debug;

use thiserror::Error;

use super::Predecessors;

/// Predecessors and actions disagree: the first counter-example met.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LawBroken<S: Debug, A: Debug> {
    /// An action leads from one state to another, and the predecessors of the other do not have it.
    #[error(
        "{action:?} leads from {before:?} to {after:?}, which is missing among the predecessors of that"
    )]
    Missing {
        /// The state before.
        before: S,
        /// The action.
        action: A,
        /// The state that it leads to.
        after: S,
    },
    /// The predecessors of a state have a pair twice.
    #[error("the predecessors of {after:?} have {action:?} from {before:?} more than once")]
    Twice {
        /// The state before.
        before: S,
        /// The action.
        action: A,
        /// The state whose predecessors they are.
        after: S,
    },
    /// A predecessor comes with an action that is not applicable in it.
    #[error(
        "the predecessors of {after:?} have {action:?} from {before:?}, where it is not applicable"
    )]
    NotApplicable {
        /// The state before.
        before: S,
        /// The action.
        action: A,
        /// The state whose predecessors they are.
        after: S,
    },
    /// A predecessor comes with an action that leads elsewhere.
    #[error(
        "the predecessors of {after:?} have {action:?} from {before:?}, where it leads to {found:?}"
    )]
    LeadsElsewhere {
        /// The state before.
        before: S,
        /// The action.
        action: A,
        /// The state whose predecessors they are.
        after: S,
        /// Where the action leads.
        found: S,
    },
}

/// Checks that the edges backward are those forward, at these states: each action that leads out of a state is
/// in the predecessors of where it leads, once; and each predecessor of a state comes with an action that is
/// among the actions there and leads to it.
///
/// It is meant for all states of a small space, or for some thousands on random walks through a large one.
/// Time for a state: its actions and predecessors, and for each of them the predecessors, or the actions, of the
/// state at the other end.
///
/// ```
/// use statewalk::space::laws::{LawBroken, check_predecessors};
/// use statewalk::{Predecessors, StateSpace};
///
/// /// One step to the right, or two, up to 9.
/// struct Steps;
///
/// impl StateSpace for Steps {
///     type State = u32;
///     type Action = u32;
///     fn actions<'a>(&'a self, &at: &u32) -> impl Iterator<Item = u32> + use<'a> {
///         (1..=2).filter(move |step| at + step <= 9)
///     }
///     fn apply(&self, at: &mut u32, step: &u32) {
///         *at += step;
///     }
/// }
///
/// impl Predecessors for Steps {
///     fn predecessors<'a>(&'a self, &at: &u32) -> impl Iterator<Item = (u32, u32)> + use<'a> {
///         // A slip: it forgets the steps out of 0.
///         (1..=2).filter(move |step| *step < at).map(move |step| (step, at - step))
///     }
/// }
///
/// assert_eq!(
///     check_predecessors(&Steps, 0..10),
///     Err(LawBroken::Missing { before: 0, action: 1, after: 1 })
/// );
/// assert_eq!(check_predecessors(&Steps, 3..8), Ok(()));
/// ```
///
/// # Errors
/// The first counter-example, in the order of the states.
pub fn check_predecessors<P>(
    space: &P,
    states: impl IntoIterator<Item = P::State>,
) -> Result<(), LawBroken<P::State, P::Action>>
where
    P: Predecessors<State: Debug>,
{
    for state in states {
        for action in space.actions(&state) {
            let mut after = state.clone();
            space.apply(&mut after, &action);
            let same = |(by, before): &(P::Action, P::State)| *by == action && *before == state;
            let found = space.predecessors(&after).filter(same).count();
            let before = state.clone();
            match found {
                0 => {
                    return Err(LawBroken::Missing {
                        before,
                        action,
                        after,
                    });
                }
                1 => {}
                _ => {
                    return Err(LawBroken::Twice {
                        before,
                        action,
                        after,
                    });
                }
            }
        }
        for (action, before) in space.predecessors(&state) {
            let after = state.clone();
            // By the actions, which a search goes by, and by the direct test, which a replay asks.
            let listed = space.actions(&before).any(|other| other == action);
            if !listed || !space.is_applicable(&before, &action) {
                return Err(LawBroken::NotApplicable {
                    before,
                    action,
                    after,
                });
            }
            let mut found = before.clone();
            space.apply(&mut found, &action);
            if found != after {
                return Err(LawBroken::LeadsElsewhere {
                    before,
                    action,
                    after,
                    found,
                });
            }
            let twice = |(by, from): &(P::Action, P::State)| *by == action && *from == before;
            if space.predecessors(&after).filter(twice).count() > 1 {
                return Err(LawBroken::Twice {
                    before,
                    action,
                    after,
                });
            }
        }
    }
    Ok(())
}
