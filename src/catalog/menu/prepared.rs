//! Strategies for which something is made before the first question, such as pattern databases.
//!
//! Limits on states, expansions and cost are those of the search that follows; while it is made, time and memory hold.

use crate::catalog::menu::{Conclusion, Menu, Settings, Solution, Solutions, Watch, Watching};
use crate::catalog::menu::{Keep, one_by_one};
use crate::catalog::puzzle::{ActionOf, Ask, Group, Puzzle, StateOf};
use crate::goal::Goal;
use crate::pdb::PdbError;
use crate::plan::Plan;
use crate::search::Stats;
use crate::search::limits::Limit;
use crate::search::outcome::{Found, Outcome, SearchError};
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
                match prepared.make(group, &settings.of_preparation()) {
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
            before.keep(group, &settings.of_preparation())
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

impl Settings {
    /// Those of what is made before a search.
    pub(in crate::catalog) fn of_preparation(&self) -> Self {
        Self {
            limits: self.limits.of_preparation(),
            ..self.clone()
        }
    }
}

/// The answers where nothing could be made.
fn unanswered<P: Puzzle>(asks: &[&Ask<StateOf<P>, P::Goal>], error: PdbError) -> Solutions<P> {
    match error {
        PdbError::Search(error) => Err(error),
        PdbError::Limit(limit) => Ok(asks.iter().map(|ask| unsearched::<P>(ask, limit)).collect()),
        // What was kept has been looked through before.
        error => {
            let broken = |ask: &&Ask<_, _>| {
                if ask.starts.is_empty() {
                    return Solution::no_start();
                }
                Solution::new(Conclusion::Broken(error.to_string()), Stats::default())
            };
            Ok(asks.iter().map(broken).collect())
        }
    }
}

/// The answer where a limit came while something was made, so that nothing was searched: without a start there is no
/// plan all the same, and at a start that is a goal the plan is there. It is proved if no start is cheaper, since
/// searches that are led serve no costs below 0.
pub(in crate::catalog) fn unsearched<P: Puzzle>(
    ask: &Ask<StateOf<P>, P::Goal>,
    limit: Limit,
) -> Solution<ActionOf<P>> {
    let cheapest = ask.starts.iter().map(|&(_, cost)| cost).min();
    let Some(lower) = cheapest else {
        return Solution::no_start();
    };
    let there = { ask.starts.iter().enumerate() }
        .filter(|(_, (state, _))| ask.goal.is_goal(state))
        .min_by_key(|(_, (_, cost))| *cost);
    let Some((start, &(_, cost))) = there else {
        return Solution::limit(limit.while_preparing(), Stats::default());
    };
    let plan = Plan {
        start,
        actions: Vec::new(),
        cost,
    };
    let outcome = if cost == lower {
        Outcome::Solved {
            plan,
            proved: true,
            lower: Some(lower),
        }
    } else {
        Outcome::LimitReached {
            limit: limit.while_preparing(),
            best: Some(plan),
            lower: Some(lower),
        }
    };
    Solution::new(Conclusion::Outcome(outcome), Stats::default())
}

#[cfg(test)]
mod tests;
