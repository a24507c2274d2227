//! The memory of questions and answers, which are kept until the whole file is answered.

use crate::catalog::menu::Solution;
use crate::catalog::puzzle::{ActionOf, Puzzle, Question, StateOf};
use crate::catalog::report::Answer;
use crate::cost::Cost;
use crate::memory::{Held, bytes_of};
use crate::search::limits::{Limit, Limits};

/// So many bytes are not claimed, so that a short file gets a verdict on each question under any limit.
const FREE: u64 = 1 << 20;

/// Bytes that are claimed at once.
const STEP: u64 = 1 << 16;

/// What questions take, claimed as they come, where there is a limit that they could pass; without
/// one, the account is of searches alone. Given back when it is dropped.
#[derive(Debug)]
pub struct Kept {
    held: Held,
    /// Bytes of a question; 0 without a limit.
    each: u64,
    /// Bytes that need not be claimed yet.
    left: u64,
}

impl Kept {
    /// For a reader: questions with one start each. It is dropped when all are read, since they are
    /// claimed together with their answers then.
    #[must_use]
    pub fn read<P: Puzzle>(limits: &Limits) -> Self {
        let question = bytes_of::<Question<StateOf<P>, P::Goal>>(1);
        Self::new(limits, question + bytes_of::<(StateOf<P>, Cost)>(1))
    }

    /// Questions with their answers.
    pub(super) fn answered<P: Puzzle>(limits: &Limits) -> Self {
        let question = bytes_of::<Question<StateOf<P>, P::Goal>>(1);
        let start = bytes_of::<(StateOf<P>, Cost)>(1);
        let solution = bytes_of::<Solution<ActionOf<P>>>(1);
        Self::new(limits, question + start + solution + bytes_of::<Answer>(1))
    }

    fn new(limits: &Limits, each: u64) -> Self {
        let is_limited = limits.memory.limit() != u64::MAX;
        Self {
            held: Held::new(&limits.memory),
            each: if is_limited { each } else { 0 },
            left: FREE,
        }
    }

    /// So many questions more.
    ///
    /// # Errors
    /// [`Limit::Memory`] if they do not fit.
    #[inline]
    pub fn add(&mut self, questions: usize) -> Result<(), Limit> {
        let bytes = self.each.saturating_mul(questions as u64);
        if bytes > self.left {
            let more = (bytes - self.left).max(STEP);
            self.held.grow(more)?;
            self.left = self.left.saturating_add(more);
        }
        self.left -= bytes;
        Ok(())
    }
}
