//! Why work on a board stopped before its end, and the meter that says so.

use thiserror::Error;

use crate::cost::CostOverflow;
use crate::memory::{Memory, MemoryExhausted};
use crate::search::limits::{Limit, Limits, Pace};
use crate::store::StoreError;

/// Pieces of work between two looks at the clock.
const PATIENCE: u32 = 1 << 12;

/// Why there is no result.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Halt {
    /// A limit was reached first.
    #[error("{}", .0.was_reached())]
    Limit(Limit),
    /// The given graph is no board.
    #[error("the graph is no board: {0}")]
    NoBoard(&'static str),
    /// A cost does not fit.
    #[error(transparent)]
    Overflow(#[from] CostOverflow),
}

impl From<MemoryExhausted> for Halt {
    fn from(why: MemoryExhausted) -> Self {
        Self::Limit(why.into())
    }
}

impl From<Limit> for Halt {
    fn from(limit: Limit) -> Self {
        Self::Limit(limit)
    }
}

impl From<StoreError> for Halt {
    fn from(why: StoreError) -> Self {
        Self::Limit(why.into())
    }
}

/// Counts small pieces of work, and looks at the clock and the cancel switch now and then.
#[derive(Debug)]
pub struct Meter<'a>(Pace<'a>);

impl<'a> Meter<'a> {
    /// A meter for these limits. Limits on expansions, states and cost are none of its business.
    #[must_use]
    pub fn new(limits: &'a Limits) -> Self {
        Self(Pace::new(limits, PATIENCE))
    }

    /// The account that tables claim from.
    #[must_use]
    pub fn memory(&self) -> &'a Memory {
        &self.limits().memory
    }

    /// The limits.
    #[must_use]
    pub fn limits(&self) -> &'a Limits {
        self.0.limits()
    }

    /// Counts one piece of work.
    ///
    /// # Errors
    /// [`Halt::Limit`] if time is up or the work was cancelled.
    #[inline]
    pub fn tick(&mut self) -> Result<(), Halt> {
        Ok(self.0.tick(1)?)
    }

    /// Looks at once.
    ///
    /// # Errors
    /// As [`tick`](Self::tick).
    pub fn look(&mut self) -> Result<(), Halt> {
        Ok(self.0.look()?)
    }
}
