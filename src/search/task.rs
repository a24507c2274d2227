//! What a search is asked: from where, in which space, to what.

use crate::cost::Cost;
use crate::search::limits::Limits;
use crate::search::outcome::SearchError;
use crate::space::StateSpace;

/// One question: a space, the starts with their initial costs, and a goal.
#[derive(Debug)]
pub struct Task<'a, P: StateSpace, G> {
    /// The rules.
    pub space: &'a P,
    /// Where a plan may begin, and what it costs to begin there. No starts: no plan.
    pub starts: &'a [(P::State, Cost)],
    /// Where it must end.
    pub goal: &'a G,
}

impl<P: StateSpace, G> Task<'_, P, G> {
    /// What it costs to begin, if that is the same at every start; 0 if there is none.
    ///
    /// # Errors
    /// [`SearchError::UnequalStarts`] if it is not.
    pub fn initial(&self) -> Result<Cost, SearchError> {
        let first = self.starts.first().map_or(0, |&(_, cost)| cost);
        match self.starts.iter().find(|(_, cost)| *cost != first) {
            Some(&(_, other)) => Err(SearchError::UnequalStarts(first, other)),
            None => Ok(first),
        }
    }
}

impl<P: StateSpace, G> Clone for Task<'_, P, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: StateSpace, G> Copy for Task<'_, P, G> {}

/// Asks one question from one start, without limits: what the one-line forms of the searches share.
pub(crate) fn alone<P: StateSpace, G, T>(
    space: &P,
    start: P::State,
    goal: &G,
    answer: impl FnOnce(Task<'_, P, G>, &Limits) -> T,
) -> T {
    let starts = [(start, 0)];
    let task = Task {
        space,
        starts: &starts,
        goal,
    };
    answer(task, &Limits::default())
}
