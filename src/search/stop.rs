//! Why work was broken off: a limit, or an error in the space.

use thiserror::Error;

use crate::cost::CostOverflow;
use crate::memory::MemoryExhausted;
use crate::search::limits::Limit;
use crate::search::outcome::SearchError;
use crate::store::StoreError;

/// Why an expansion, or a walk along a plan, was broken off; in a box, since hot loops hand it on at
/// every step.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(transparent)]
pub struct Stop(Box<Why>);

#[derive(Clone, Debug, PartialEq, Eq, Error)]
enum Why {
    #[error("{}", .0.was_reached())]
    Limit(Limit),
    #[error(transparent)]
    Error(SearchError),
}

impl Stop {
    /// The limit, if that was the reason.
    ///
    /// # Errors
    /// The error, if that was.
    #[cold]
    pub fn limit(self) -> Result<Limit, SearchError> {
        match *self.0 {
            Why::Limit(limit) => Ok(limit),
            Why::Error(error) => Err(error),
        }
    }
}

impl From<SearchError> for Stop {
    #[cold]
    fn from(error: SearchError) -> Self {
        Self(Box::new(Why::Error(error)))
    }
}

impl From<CostOverflow> for Stop {
    #[cold]
    fn from(overflow: CostOverflow) -> Self {
        SearchError::from(overflow).into()
    }
}

impl From<Limit> for Stop {
    #[cold]
    fn from(limit: Limit) -> Self {
        Self(Box::new(Why::Limit(limit)))
    }
}

impl From<StoreError> for Stop {
    #[cold]
    fn from(error: StoreError) -> Self {
        Limit::from(error).into()
    }
}

impl From<MemoryExhausted> for Stop {
    #[cold]
    fn from(error: MemoryExhausted) -> Self {
        Limit::from(error).into()
    }
}
