//! A heuristic held against the exact distances of a small space.

use std::hash::Hash;
use std::time::Instant;

use crate::cost::Cost;
use crate::distances::{Distance, Table, all_to_one};
use crate::goal::GoalStates;
use crate::heuristic::Heuristic;
use crate::search::limits::{Limit, Limits};
use crate::search::outcome::SearchError;
use crate::space::Predecessors;

/// States between two looks at the clock.
const PATIENCE: u64 = 1 << 10;

/// What a heuristic is worth on a space, over all states from which a goal can be reached.
#[derive(Clone, Debug, PartialEq)]
pub struct Audit<S, A> {
    /// The limit that cut the table of distances or the look at it off, if any: the states are those nearest to the
    /// goals then, and what is found of them holds. It is told of them alone that nothing is wrong.
    pub cut: Option<Limit>,
    /// How many states were looked at.
    pub states: u64,
    /// How many estimates are the distance itself.
    pub exact: u64,
    /// The sum of the estimates of states that are no dead ends by them.
    pub estimates: i128,
    /// The sum of their distances.
    pub distances: i128,
    /// A state nearest to the goals of which it says too much: it is not admissible then.
    pub too_much: Option<TooMuch<S>>,
    /// An action along which it falls by more than the action costs: it is not consistent then.
    pub falls: Option<Falls<S, A>>,
}

/// An estimate above the distance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TooMuch<S> {
    /// The state.
    pub state: S,
    /// What the heuristic says; `None`: that it is a dead end.
    pub estimate: Option<Cost>,
    /// How far it is from the nearest goal.
    pub distance: Cost,
}

/// An estimate that falls by more than an action costs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Falls<S, A> {
    /// The state before the action.
    pub state: S,
    /// The action.
    pub action: A,
    /// What it costs.
    pub cost: Cost,
    /// The estimate before it; `None`: that the state is a dead end, which the next is not.
    pub before: Option<Cost>,
    /// The estimate after it.
    pub after: Cost,
}

impl<S, A> Audit<S, A> {
    /// What is told where a limit was reached before any state was looked at.
    #[must_use]
    pub fn none(limit: Limit) -> Self {
        Self {
            cut: Some(limit),
            states: 0,
            exact: 0,
            estimates: 0,
            distances: 0,
            too_much: None,
            falls: None,
        }
    }

    /// The same with what `state` makes of states and `action` of an action and the state before it.
    pub fn map<T, B>(self, state: impl Fn(S) -> T, action: impl Fn(&S, &A) -> B) -> Audit<T, B> {
        Audit {
            cut: self.cut,
            states: self.states,
            exact: self.exact,
            estimates: self.estimates,
            distances: self.distances,
            too_much: self.too_much.map(|told| TooMuch {
                state: state(told.state),
                estimate: told.estimate,
                distance: told.distance,
            }),
            falls: self.falls.map(|told| Falls {
                action: action(&told.state, &told.action),
                state: state(told.state),
                cost: told.cost,
                before: told.before,
                after: told.after,
            }),
        }
    }

    /// Whether no estimate is above the distance.
    #[must_use]
    pub fn is_admissible(&self) -> bool {
        self.too_much.is_none()
    }

    /// Whether along no action an estimate falls by more than the action costs.
    #[must_use]
    pub fn is_consistent(&self) -> bool {
        self.falls.is_none()
    }

    /// How much the estimates are below the distances in the mean.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "a mean for people")]
    pub fn mean_error(&self) -> f64 {
        (self.distances - self.estimates) as f64 / (self.states.max(1)) as f64
    }
}

/// Holds `heuristic` against the distances of all states from which one of the goals can be reached.
///
/// Time: a backward search over all of them, and for each its predecessors and two estimates an edge. Where there is a
/// deadline, the search ends when half of the time until then is over, and what it found by then is looked at in the
/// other half. Memory: that of [`all_to_one`].
///
/// ```
/// use statewalk::distances::audit::audit;
/// use statewalk::search::limits::Limits;
/// use statewalk::{Exactly, StateSpace, Predecessors};
///
/// /// One step up or down, from 0 to 9.
/// struct Stairs;
///
/// impl StateSpace for Stairs {
///     type State = i64;
///     type Action = i64;
///     fn actions<'a>(&'a self, &at: &i64) -> impl Iterator<Item = i64> + use<'a> {
///         [-1, 1].into_iter().filter(move |step| (0..=9).contains(&(at + step)))
///     }
///     fn apply(&self, at: &mut i64, step: &i64) {
///         *at += step;
///     }
/// }
///
/// impl Predecessors for Stairs {
///     fn predecessors<'a>(&'a self, &at: &i64) -> impl Iterator<Item = (i64, i64)> + use<'a> {
///         self.actions(&at).map(move |step| (-step, at + step))
///     }
/// }
///
/// let halves = |at: &i64| Some(at / 2);
/// let found = audit(&Stairs, &Exactly(0), &halves, &Limits::default())?;
/// assert!(found.is_admissible() && found.is_consistent());
/// assert_eq!((found.states, found.exact, found.mean_error()), (10, 1, 2.5));
/// # Ok::<(), statewalk::SearchError>(())
/// ```
///
/// # Errors
/// As [`all_to_one`].
pub fn audit<P>(
    space: &P,
    goals: &impl GoalStates<P::State>,
    heuristic: &impl Heuristic<P::State>,
    limits: &Limits,
) -> Result<Audit<P::State, P::Action>, SearchError>
where
    P: Predecessors<State: Hash>,
{
    let table: Table<P::State> = all_to_one(space, goals, &halved(limits))?;
    let mut audit = Audit {
        cut: table.cut,
        states: 0,
        exact: 0,
        estimates: 0,
        distances: 0,
        too_much: None,
        falls: None,
    };
    for (state, distance) in table.iter() {
        let Distance::At(distance) = distance else {
            continue;
        };
        if audit.states.is_multiple_of(PATIENCE)
            && let Some(limit) = limits.interrupted()
        {
            audit.cut = Some(limit);
            break;
        }
        let estimate = heuristic.estimate(state);
        audit.states += 1;
        audit.exact += u64::from(estimate == Some(distance));
        // A dead end that is none counts as an error of the whole distance.
        audit.estimates += i128::from(estimate.unwrap_or(0));
        audit.distances += i128::from(distance);
        let is_nearest = { audit.too_much.as_ref() }.is_none_or(|far| distance < far.distance);
        if is_nearest && estimate.is_none_or(|h| h > distance) {
            audit.too_much = Some(TooMuch {
                state: state.clone(),
                estimate,
                distance,
            });
        }
        let Some(after) = estimate.filter(|_| audit.falls.is_none()) else {
            continue;
        };
        audit.falls = space.predecessors(state).find_map(|(action, behind)| {
            let cost = space.cost(&behind, &action);
            let before = heuristic.estimate(&behind);
            // A sum that does not fit is more than any estimate.
            let most = after.checked_add(cost).unwrap_or(Cost::MAX);
            before.is_none_or(|before| before > most).then_some(Falls {
                state: behind,
                action,
                cost,
                before,
                after,
            })
        });
    }
    Ok(audit)
}

/// The same limits with half of the time, so that some is left to look at what was found.
fn halved(limits: &Limits) -> Limits {
    let now = Instant::now();
    let half = |deadline: Instant| now + deadline.saturating_duration_since(now) / 2;
    Limits {
        deadline: limits.deadline.map(half),
        ..limits.clone()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Falls, TooMuch, audit};
    use crate::cost::Cost;
    use crate::goal::Exactly;
    use crate::search::limits::{Limit, Limits};
    use crate::space::{Predecessors, StateSpace};

    /// 3 > 2 > 1 > 0 at 2 a step, and 3 > 0 at 7.
    struct Down;

    impl StateSpace for Down {
        type State = i64;
        type Action = i64;

        fn actions<'a>(&'a self, &at: &i64) -> impl Iterator<Item = i64> + use<'a> {
            [1, 3].into_iter().filter(move |&by| by <= at)
        }

        fn apply(&self, at: &mut i64, by: &i64) {
            *at -= by;
        }

        fn cost(&self, _: &i64, &by: &i64) -> Cost {
            2 * by + by / 3
        }
    }

    impl Predecessors for Down {
        fn predecessors<'a>(&'a self, &at: &i64) -> impl Iterator<Item = (i64, i64)> + use<'a> {
            let above = [1, 3].into_iter().filter(move |by| at + by <= 3);
            above.map(move |by| (by, at + by))
        }
    }

    fn of(estimates: [Option<Cost>; 4]) -> super::Audit<i64, i64> {
        let by = move |&at: &i64| estimates[usize::try_from(at).unwrap()];
        audit(&Down, &Exactly(0), &by, &Limits::default()).unwrap()
    }

    #[test]
    fn distances_themselves_are_right() {
        let found = of([Some(0), Some(2), Some(4), Some(6)]);
        assert!(found.is_admissible() && found.is_consistent());
        assert_eq!((found.states, found.exact), (4, 4));
        assert!(found.mean_error().abs() < 1e-12);
    }

    /// Numbers without end; adding one leads to the next.
    struct Endless;

    impl StateSpace for Endless {
        type State = u64;
        type Action = ();

        fn actions<'a>(&'a self, _: &u64) -> impl Iterator<Item = ()> + use<'a> {
            std::iter::once(())
        }

        fn apply(&self, number: &mut u64, (): &()) {
            *number -= 1;
        }
    }

    impl Predecessors for Endless {
        fn predecessors<'a>(&'a self, &number: &u64) -> impl Iterator<Item = ((), u64)> + use<'a> {
            std::iter::once(((), number + 1))
        }
    }

    #[test]
    fn time_that_ends_the_search_leaves_some_to_look_at_what_was_found() {
        let limits = Limits::default().within(Duration::from_millis(100));
        let exact = |&number: &u64| Cost::try_from(number).ok();
        let found = audit(&Endless, &Exactly(0), &exact, &limits).unwrap();
        assert_eq!(found.cut, Some(Limit::Time));
        assert!(found.states > 0);
        assert_eq!(found.states, found.exact);
        // Nothing is looked at once it was called off.
        let cancelled = Limits::default();
        cancelled.cancel.cancel();
        let found = audit(&Endless, &Exactly(0), &exact, &cancelled).unwrap();
        assert_eq!((found.cut, found.states), (Some(Limit::Cancelled), 0));
    }

    #[test]
    fn the_first_state_that_breaks_a_law_is_told() {
        let found = of([Some(0), Some(0), Some(3), Some(6)]);
        assert!(found.is_admissible());
        let falls = Falls {
            state: 2,
            action: 1,
            cost: 2,
            before: Some(3),
            after: 0,
        };
        assert_eq!(found.falls, Some(falls));
        assert!((found.mean_error() - 0.75).abs() < 1e-12);
        let found = of([Some(0), Some(2), Some(5), None]);
        let too_much = TooMuch {
            state: 2,
            estimate: Some(5),
            distance: 4,
        };
        assert_eq!(found.too_much, Some(too_much));
        let found = of([Some(0), Some(2), Some(4), None]);
        let dead = TooMuch {
            state: 3,
            estimate: None,
            distance: 6,
        };
        assert_eq!((found.too_much, found.exact), (Some(dead), 3));
        assert_eq!(
            found.falls.map(|falls| (falls.state, falls.before)),
            Some((3, None))
        );
    }
}
