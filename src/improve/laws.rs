//! The law of what actions touch, as a check that names the first two actions to break it.

use std::fmt::Debug;

use thiserror::Error;

use crate::cost::Cost;
use crate::improve::windows::{Access, Windows};
use crate::space::StateSpace;

/// Two actions that were said to have nothing to do with each other have: the first counter-example met.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{first:?} and then {second:?} from {state:?} touch nothing in common, but {fault}")]
pub struct LawBroken<S: Debug, A: Debug> {
    /// The state before both.
    pub state: S,
    /// The action that is taken first.
    pub first: A,
    /// The one that follows it.
    pub second: A,
    /// What is wrong the other way round.
    pub fault: Fault,
}

/// What is wrong with two actions the other way round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    /// One of them does not apply.
    #[error("one of them does not apply the other way round")]
    NotApplicable,
    /// They cost something else.
    #[error("the other way round they cost {found} instead of {expected}")]
    Cost {
        /// In their order.
        expected: Cost,
        /// The other way round.
        found: Cost,
    },
    /// They lead elsewhere.
    #[error("the other way round they lead elsewhere")]
    LeadsElsewhere,
}

/// Checks, from each of these states, all pairs of actions of which the second follows the first: where
/// [`Windows::touched`] says that neither changes a part that the other touches, they may be taken the other way round.
///
/// Time for a state: the square of its actions.
///
/// # Errors
/// The first two actions that break the law.
pub fn check_touched<P: StateSpace<State: Debug>>(
    space: &P,
    windows: &impl Windows<P>,
    states: impl IntoIterator<Item = P::State>,
) -> Result<(), LawBroken<P::State, P::Action>> {
    for state in states {
        for first in space.actions(&state) {
            let mut between = state.clone();
            space.apply(&mut between, &first);
            let before = touched(space, windows, &state, &first);
            for second in space.actions(&between) {
                let after = touched(space, windows, &between, &second);
                let fault = are_apart(&before, &after)
                    .then(|| turned(space, &state, &first, &second))
                    .flatten();
                if let Some(fault) = fault {
                    return Err(LawBroken {
                        state,
                        first,
                        second,
                        fault,
                    });
                }
            }
        }
    }
    Ok(())
}

type Touched = Vec<(usize, Access)>;

fn touched<P: StateSpace>(
    space: &P,
    windows: &impl Windows<P>,
    state: &P::State,
    action: &P::Action,
) -> Touched {
    let mut list = Vec::new();
    windows.touched(space, state, action, &mut |part, access| {
        list.push((part, access));
    });
    list
}

/// Whether neither changes what the other touches.
fn are_apart(one: &Touched, other: &Touched) -> bool {
    one.iter().all(|(part, access)| {
        other
            .iter()
            .all(|(also, too)| part != also || (*access == Access::Reads && *too == Access::Reads))
    })
}

/// What is wrong with two actions taken the other way round.
fn turned<P: StateSpace>(
    space: &P,
    state: &P::State,
    first: &P::Action,
    second: &P::Action,
) -> Option<Fault> {
    let taken = |one: &P::Action, other: &P::Action| {
        let mut at = state.clone();
        let mut spent: Cost = 0;
        for action in [one, other] {
            if !space.is_applicable(&at, action) {
                return None;
            }
            spent = spent.saturating_add(space.cost(&at, action));
            space.apply(&mut at, action);
        }
        Some((at, spent))
    };
    let (end, expected) = taken(first, second)?;
    let Some((turned, found)) = taken(second, first) else {
        return Some(Fault::NotApplicable);
    };
    if found != expected {
        return Some(Fault::Cost { expected, found });
    }
    (turned != end).then_some(Fault::LeadsElsewhere)
}
