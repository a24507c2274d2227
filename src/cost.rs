//! What actions cost: one signed integer type and its checked addition.
//!
//! Costs are integers so that layers are exact, buckets work and results compare equal. They are
//! signed because label-correcting searches serve negative arcs, and 64 bits wide because sums of
//! real instances pass 32 bits. Puzzles with fractional costs scale them.

use thiserror::Error;

/// The cost of an action, a plan or an estimate, in units that the space defines.
pub type Cost = i64;

/// The largest cost of a state. One more means "not reached" in dense tables.
pub(crate) const LARGEST: Cost = Cost::MAX - 1;

/// Two costs whose sum is none: it does not fit into [`Cost`], or is the largest number, which stands for "not reached".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the cost {0} + {1} is out of range ({min} to {LARGEST})", min = Cost::MIN)]
pub struct CostOverflow(pub Cost, pub Cost);

/// Adds two costs.
///
/// # Errors
/// [`CostOverflow`] if the sum does not fit; it never wraps and never saturates.
#[inline]
pub fn add(a: Cost, b: Cost) -> Result<Cost, CostOverflow> {
    a.checked_add(b).ok_or(CostOverflow(a, b))
}

/// Adds two costs whose sum fits, as was made sure of before: for hot loops that look once for many.
#[inline]
pub(crate) fn sum(a: Cost, b: Cost) -> Cost {
    debug_assert!(a.checked_add(b).is_some(), "{a} + {b} does not fit");
    a.wrapping_add(b)
}

#[cfg(test)]
mod tests {
    use super::{CostOverflow, add};

    #[test]
    fn sums_are_exact_or_refused() {
        assert_eq!(add(93_529, -29), Ok(93_500));
        assert_eq!(add(i64::MAX, 0), Ok(i64::MAX));
        assert_eq!(add(i64::MAX, 1), Err(CostOverflow(i64::MAX, 1)));
        assert_eq!(add(i64::MIN, -1), Err(CostOverflow(i64::MIN, -1)));
        assert_eq!(
            CostOverflow(i64::MAX, 0).to_string(),
            "the cost 9223372036854775807 + 0 is out of range (-9223372036854775808 to 9223372036854775806)"
        );
    }
}
