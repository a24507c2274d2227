//! Weighted A*: estimates count for more than they say, so that plans come sooner and cost a bounded
//! factor more.
//!
//! With a weight of w, states are taken up in the order of g + w h (Pohl 1970), a smaller h first among equal
//! ones. If the heuristic is admissible and no action costs less than 0, the plan costs at most w times
//! a cheapest one, with or without reopening; here states are reopened. The verdict tells the bound that was
//! reached, which is often better: the plan is proved optimal where it meets it.

use std::fmt::{self, Display};
use std::hash::Hash;
use std::ops::RangeInclusive;
use std::str::FromStr;

use thiserror::Error;

use crate::cost::{self, Cost, CostOverflow};
use crate::goal::Goal;
use crate::heuristic::Heuristic;
use crate::search::Observer;
use crate::search::best_first::Order;
use crate::search::guided;
use crate::search::limits::Limits;
use crate::search::outcome::{Found, Outcome, SearchError};
use crate::search::task::{Task, alone};
use crate::search::trace::{ByParents, Trace};
use crate::space::StateSpace;
use crate::store::Costs;
use crate::store::interned::Interned;

/// How much an estimate counts for: a number from 1 to 1,000,000 with at most three decimals, kept exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Weight {
    thousandths: u32,
}

/// Such a weight is not served.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a weight is a number from 1 to 1000000 with at most three decimals, as 1.5")]
pub struct WeightError;

impl Weight {
    const ONE: u32 = 1000;

    /// The weight of so many thousandths.
    ///
    /// # Errors
    /// [`WeightError`] below 1 or above 1,000,000.
    pub fn of_thousandths(thousandths: u32) -> Result<Self, WeightError> {
        if (Self::ONE..=Self::ONE * 1_000_000).contains(&thousandths) {
            Ok(Self { thousandths })
        } else {
            Err(WeightError)
        }
    }

    /// The weight as the quotient of two small numbers.
    fn quotient(self) -> (Cost, Cost) {
        let (mut a, mut b) = (self.thousandths, Self::ONE);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        (Cost::from(self.thousandths / a), Cost::from(Self::ONE / a))
    }
}

/// 2, for want of a better one.
impl Default for Weight {
    fn default() -> Self {
        Self { thousandths: 2000 }
    }
}

impl Display for Weight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, rest) = (self.thousandths / Self::ONE, self.thousandths % Self::ONE);
        if rest == 0 {
            write!(f, "{whole}")
        } else {
            let digits = format!("{rest:03}");
            write!(f, "{whole}.{}", digits.trim_end_matches('0'))
        }
    }
}

impl FromStr for Weight {
    type Err = WeightError;

    fn from_str(text: &str) -> Result<Self, WeightError> {
        let (whole, rest) = text.split_once('.').unwrap_or((text, "0"));
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        if !is_number(whole) || !is_number(rest) || rest.len() > 3 {
            return Err(WeightError);
        }
        let thousandths = format!("{whole}{rest:0<3}")
            .parse()
            .map_err(|_| WeightError)?;
        Self::of_thousandths(thousandths)
    }
}

/// By g + w h, then by h, kept without fractions: `g_times` g + `h_times` h, where g counts from the
/// least initial cost, so that none is negative.
#[derive(Clone, Copy, Debug)]
pub struct ByWeighted {
    max: Cost,
    initial: Cost,
    h_times: Cost,
    g_times: Cost,
}

impl ByWeighted {
    /// The order for costs from 0 to `max`; others are refused. No start costs less than `initial`.
    #[must_use]
    pub fn up_to(max: Cost, initial: Cost, weight: Weight) -> Self {
        let (h_times, g_times) = weight.quotient();
        Self {
            max,
            initial,
            h_times,
            g_times,
        }
    }
}

impl Order for ByWeighted {
    type Key = (Cost, Cost);
    const FIRST_IS_CHEAPEST: bool = false;

    #[inline]
    fn key(&self, g: Cost, h: Cost) -> Result<(Cost, Cost), CostOverflow> {
        let overflow = CostOverflow(g, h);
        let weighted = h.checked_mul(self.h_times).ok_or(overflow)?;
        let spent = g.checked_sub(self.initial).ok_or(overflow)?;
        let spent = spent.checked_mul(self.g_times).ok_or(overflow)?;
        Ok((spent.checked_add(weighted).ok_or(overflow)?, h))
    }

    #[inline]
    fn is_current(&self, (f, h): (Cost, Cost), g: Cost) -> bool {
        // The products fitted when the key was made.
        let spent = g.wrapping_sub(self.initial);
        f.wrapping_sub(h.wrapping_mul(self.h_times)) == spent.wrapping_mul(self.g_times)
    }

    /// Some state of a cheapest plan waits with its cheapest g, and its key is at most `h_times` times what that
    /// plan costs.
    #[inline]
    fn lower(&self, (f, _): (Cost, Cost), _: Cost) -> Option<Cost> {
        let whole = f / self.h_times;
        // Both parts are shares of costs that fitted.
        cost::add(self.initial, whole + Cost::from(f % self.h_times > 0)).ok()
    }

    #[inline]
    fn costs(&self) -> RangeInclusive<Cost> {
        0..=self.max
    }
}

/// Searches for a plan that costs at most `weight` times a cheapest one, led by an admissible `heuristic`.
/// Both are counted from the least initial cost. The store is empty.
///
/// # Errors
/// As [`astar::search`](crate::search::astar::search).
pub fn search<P, G, S>(
    task: Task<'_, P, G>,
    (heuristic, weight): (&impl Heuristic<P::State>, Weight),
    store: &mut S,
    trace: &impl Trace<P, S>,
    limits: &Limits,
    observer: &mut impl Observer<P::State>,
) -> Result<Found<P::Action>, SearchError>
where
    P: StateSpace,
    G: Goal<P::State>,
    S: Costs<State = P::State, Id: Ord>,
{
    let max = task.space.max_cost().unwrap_or(Cost::MAX);
    let initial = task.starts.iter().map(|&(_, cost)| cost).min().unwrap_or(0);
    let order = ByWeighted::up_to(max, initial, weight);
    let least = guided::least(&task, heuristic)?.unwrap_or(0);
    let left = least.saturating_sub(initial);
    let about = order.key(initial, left).map_or(left, |(f, _)| f);
    let led = (task, heuristic);
    let found = guided::search(led, (order, about), store, trace, limits, observer)?;
    guided::trusted(found, &task, heuristic)
}

/// The whole search in one line: a plan from `start` to `goal` in `space` that costs at most `weight` times
/// a cheapest one.
///
/// # Errors
/// As [`search`].
pub fn weighted_astar<P>(
    space: &P,
    start: P::State,
    goal: &impl Goal<P::State>,
    heuristic: &impl Heuristic<P::State>,
    weight: Weight,
) -> Result<Outcome<P::Action>, SearchError>
where
    P: StateSpace<State: Hash>,
{
    alone(space, start, goal, |task, limits| {
        let mut store = Interned::new(&limits.memory);
        let led = (heuristic, weight);
        search(task, led, &mut store, &ByParents, limits, &mut ()).map(|found| found.outcome)
    })
}

#[cfg(test)]
mod tests {
    use super::Weight;

    #[test]
    fn weights_are_exact() {
        let read = |text: &str| text.parse::<Weight>();
        for text in ["1", "1.5", "2.125", "1000000", "1.05"] {
            assert_eq!(read(text).unwrap().to_string(), text);
        }
        assert_eq!(read("2.50").unwrap().to_string(), "2.5");
        assert_eq!(read("1.5").unwrap().quotient(), (3, 2));
        for text in [
            "",
            "0.9",
            "-2",
            "1.",
            ".5",
            "1.2345",
            "1e3",
            "1000000.001",
            "x",
            "99999999999",
        ] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
