//! Strategies for which something is made before the first question, such as pattern databases.

use crate::catalog::menu::{Conclusion, Menu, Settings, Solution, Solutions, Watch, Watching};
use crate::catalog::menu::{Keep, one_by_one};
use crate::catalog::puzzle::{ActionOf, Ask, Group, Puzzle, StateOf};
use crate::pdb::PdbError;
use crate::search::Stats;
use crate::search::outcome::{Found, SearchError};
use crate::search::task::Task;

/// What is told while it is made.
const PHASE: &str = "preparing pattern databases";

/// What all questions of a group share, and what takes long to make.
pub trait Prepared<P: Puzzle>: Clone + Send + Sync + 'static {
    /// What is made.
    type Made;

    /// Brings what is kept in the [folder of databases](Settings::databases) up to date: looks through what is there,
    /// and makes what is missing. Nothing is made where there is no folder.
    ///
    /// # Errors
    /// [`PdbError`] if a limit is reached, what is there is damaged or something else, or it cannot be written.
    fn keep(&self, group: &Group<P::Rules, P::Goal>, settings: &Settings) -> Result<(), PdbError>;

    /// Makes it, or takes it from the folder.
    ///
    /// # Errors
    /// As [`keep`](Self::keep).
    fn make(
        &self,
        group: &Group<P::Rules, P::Goal>,
        settings: &Settings,
    ) -> Result<Self::Made, PdbError>;
}

impl<P: Puzzle> Menu<P> {
    /// A strategy that answers questions one by one, by what was made for all of them. What is kept in files is looked
    /// through before any question of a file is answered, so that it is refused before the work.
    #[must_use]
    pub fn each_prepared<D: Prepared<P>>(
        self,
        names: (&'static str, &'static str),
        summary: &'static str,
        optimal: bool,
        prepared: D,
        run: impl Fn(
            &D::Made,
            &Task<'_, P::Rules, P::Goal>,
            &Settings,
            &mut Watching<'_>,
        ) -> Result<Found<ActionOf<P>>, SearchError>
        + Send
        + Sync
        + 'static,
    ) -> Self {
        let before = prepared.clone();
        self.together(
            names,
            summary,
            optimal,
            move |_, group, asks, settings, watch| {
                // Where there is nothing to search, nothing is made.
                if asks.iter().all(|ask| ask.starts.is_empty()) {
                    return Ok(asks.iter().map(|_| Solution::no_start()).collect());
                }
                watch.phase(PHASE, 0);
                match prepared.make(group, settings) {
                    Ok(made) => {
                        let memory = &settings.limits.memory;
                        one_by_one::<P>(asks, memory, watch, &mut |ask, watch| {
                            run(&made, &ask.task(&group.rules), settings, watch)
                        })
                    }
                    Err(error) => unanswered::<P>(asks, error),
                }
            },
        )
        .kept(move |group, settings, watch| {
            watch.phase(PHASE, 0);
            before.keep(group, settings)
        })
    }

    /// The strategy that was added last keeps something in files.
    fn kept(
        mut self,
        keep: impl Fn(&Group<P::Rules, P::Goal>, &Settings, &mut dyn Watch) -> Result<(), PdbError>
        + Send
        + Sync
        + 'static,
    ) -> Self {
        if let Some(last) = self.strategies.last_mut() {
            let keep: Box<Keep<P>> = Box::new(keep);
            last.keep = Some(keep);
        }
        self
    }
}

/// The answers where nothing could be made: without a start there is no plan all the same.
fn unanswered<P: Puzzle>(asks: &[&Ask<StateOf<P>, P::Goal>], error: PdbError) -> Solutions<P> {
    let why = match error {
        PdbError::Search(error) => return Err(error),
        PdbError::Limit(limit) => Solution::limit(limit, Stats::default()).verdict,
        // What was kept has been looked through before.
        error => Conclusion::Broken(error.to_string()),
    };
    let answer = |ask: &&Ask<_, _>| {
        if ask.starts.is_empty() {
            return Solution::no_start();
        }
        Solution::new(why.clone(), Stats::default())
    };
    Ok(asks.iter().map(answer).collect())
}
