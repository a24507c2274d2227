//! Several plans to a question: a puzzle offers them in one way, over a hash of whole states.

use std::hash::Hash;

use crate::catalog::menu::{Menu, Watch, Watching};
use crate::catalog::puzzle::{ActionOf, Ask, Puzzle, StateOf};
use crate::goal::Goal;
use crate::heuristic::Blind;
use crate::plans::cheapest::{Cheapest, cheapest};
use crate::plans::optimal::{self, optimal};
use crate::search::Stats;
use crate::search::limits::Limits;
use crate::search::outcome::SearchError;
use crate::search::task::Task;
use crate::space::StateSpace;

/// Which plans are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// All optimal ones are counted, and the first so many listed.
    Optimal(usize),
    /// So many of the cheapest, of those that come to no state twice.
    Cheapest(usize),
}

/// The plans that were wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Several<A> {
    /// The optimal ones.
    Optimal(optimal::Answer<A>, Stats),
    /// The cheapest.
    Cheapest(Cheapest<A>),
}

/// Finds several plans to a question.
pub(crate) type FindSeveral<P> = dyn Fn(
        &<P as Puzzle>::Rules,
        &Ask<StateOf<P>, <P as Puzzle>::Goal>,
        Which,
        &Limits,
        &mut dyn Watch,
    ) -> Result<Several<ActionOf<P>>, SearchError>
    + Send
    + Sync;

/// Finds several plans in one way for all spaces: over a hash of whole states, for costs from 0 on.
///
/// # Errors
/// [`SearchError::NegativeArc`], [`SearchError::Overflow`].
pub fn several<R, G>(
    task: Task<'_, R, G>,
    which: Which,
    limits: &Limits,
    watch: &mut dyn Watch,
) -> Result<Several<R::Action>, SearchError>
where
    R: StateSpace<State: Hash>,
    G: Goal<R::State>,
{
    let observer = &mut Watching(watch);
    Ok(match which {
        Which::Optimal(most) => {
            let (answer, stats) = optimal(task, most, limits, observer)?;
            Several::Optimal(answer, stats)
        }
        Which::Cheapest(most) => Several::Cheapest(cheapest(task, &Blind, most, limits, observer)?),
    })
}

impl<P: Puzzle> Menu<P> {
    /// Several plans to a question, where no action costs less than 0.
    #[must_use]
    pub fn plans(self) -> Self
    where
        StateOf<P>: Hash,
    {
        self.plans_by(|rules, ask, which, limits, watch| {
            several(ask.task(rules), which, limits, watch)
        })
    }

    /// The same in a way of the puzzle's own: it gets the rules, what is asked - which has a start -, which plans are
    /// wanted, the limits and a watcher. Another space may be searched, as long as the plans are actions of the rules.
    #[must_use]
    pub fn plans_by(
        mut self,
        find: impl Fn(
            &P::Rules,
            &Ask<StateOf<P>, P::Goal>,
            Which,
            &Limits,
            &mut dyn Watch,
        ) -> Result<Several<ActionOf<P>>, SearchError>
        + Send
        + Sync
        + 'static,
    ) -> Self {
        self.plans = Some(Box::new(find));
        self
    }
}
