//! Why work on a board stopped before its end, and the meter that says so.

use thiserror::Error;

use crate::memory::MemoryExhausted;

/// Why there is no result.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Halt {
    /// The memory budget is used up.
    #[error(transparent)]
    Memory(#[from] MemoryExhausted),
    /// The given graph is no board.
    #[error("the graph is no board: {0}")]
    NoBoard(&'static str),
}

/// Counts small pieces of work and looks at the limits now and then.
#[derive(Debug)]
pub struct Meter {
    left: u32,
}

impl Meter {
    #[must_use]
    pub fn unlimited() -> Self {
        Self { left: 1 << 12 }
    }

    /// Counts one piece of work.
    #[inline]
    pub fn tick(&mut self) -> Result<(), Halt> {
        self.left -= 1;
        if self.left == 0 { self.look() } else { Ok(()) }
    }

    #[cold]
    fn look(&mut self) -> Result<(), Halt> {
        self.left = 1 << 12;
        Ok(())
    }
}
