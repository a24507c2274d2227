//! Macros as proved data: for each of many patterns, a short sequence of actions that makes it.
//!
//! A [`Pattern`] is two states of a small space, such as a corner of a board with two tiles the other way round, and
//! the macro of the pattern leads from the one to the other and leaves all else as it was. A table of them
//! is [learned](learn) by searches, so that each macro is a cheapest one, or [filled](MacroTable::insert) with
//! sequences that come from elsewhere. Either way each is proved by a replay of the rules; nothing else gets into a
//! table. (Korf 1985, "Macro-operators: a weak method for learning".)
//!
//! ```
//! use statewalk::macro_table::{Finding, Pattern, learn};
//! use statewalk::space::{Predecessors, StateSpace};
//! use statewalk::{Limits, predecessors_by_inverse, Invertible};
//!
//! /// Four coins in a row; neighbours are turned over together.
//! struct Coins;
//!
//! impl StateSpace for Coins {
//!     type State = [bool; 4];
//!     type Action = usize;
//!     fn actions<'a>(&'a self, _: &[bool; 4]) -> impl Iterator<Item = usize> + use<'a> {
//!         0..3
//!     }
//!     fn apply(&self, coins: &mut [bool; 4], &at: &usize) {
//!         coins[at] = !coins[at];
//!         coins[at + 1] = !coins[at + 1];
//!     }
//! }
//!
//! impl Invertible for Coins {
//!     fn inverse(&self, &at: &usize) -> usize {
//!         at
//!     }
//! }
//!
//! impl Predecessors for Coins {
//!     fn predecessors<'a>(&'a self, coins: &[bool; 4]) -> impl Iterator<Item = (usize, [bool; 4])> + use<'a> {
//!         predecessors_by_inverse(self, coins)
//!     }
//! }
//!
//! let turned = |coins: [usize; 2]| {
//!     let to = std::array::from_fn(|coin| coins.contains(&coin));
//!     Pattern { name: format!("turn {coins:?}"), from: [false; 4], to }
//! };
//! let one = Pattern { name: "turn one".to_owned(), from: [false; 4], to: [true, false, false, false] };
//! let patterns = vec![turned([0, 1]), turned([0, 3]), one];
//! let table = learn(&Coins, patterns, 1, &Limits::default(), &mut ())?;
//! let actions: Vec<_> = table.rows().iter().map(|row| row.finding.actions()).collect();
//! assert_eq!(actions[0], Some(&[0][..]));
//! assert_eq!(actions[1].map(<[usize]>::len), Some(3));
//! // That one coin cannot be turned alone is proved too, so the table is complete.
//! assert_eq!(table.rows()[2].finding, Finding::Impossible);
//! assert!(table.is_complete());
//! # Ok::<(), statewalk::SearchError>(())
//! ```

pub mod exchanges;

use std::hash::Hash;

use thiserror::Error;

use crate::cost::Cost;
use crate::goal::Exactly;
use crate::plan::{PlanFault, replay};
use crate::search::bidirectional_dijkstra;
use crate::search::limits::{Limit, Limits};
use crate::search::outcome::{Outcome, SearchError};
use crate::search::task::Task;
use crate::search::{Observer, Stats};
use crate::space::{Predecessors, StateSpace};

/// What a macro is to do: lead from one state to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern<S> {
    /// What it is called; the names of a table are different.
    pub name: String,
    /// Where the macro applies.
    pub from: S,
    /// Where it must lead.
    pub to: S,
}

/// What is known of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding<A> {
    /// A macro, proved by its replay.
    Macro {
        /// Its actions.
        actions: Vec<A>,
        /// What they cost.
        cost: Cost,
        /// Whether it is proved that none is cheaper.
        cheapest: bool,
    },
    /// It is proved that there is none.
    Impossible,
    /// There is none yet; where one was looked for, this limit was reached.
    Open(Option<Limit>),
}

impl<A> Finding<A> {
    /// The actions of the macro, if there is one.
    #[must_use]
    pub fn actions(&self) -> Option<&[A]> {
        match self {
            Self::Macro { actions, .. } => Some(actions),
            Self::Impossible | Self::Open(_) => None,
        }
    }
}

/// A pattern with what is known of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row<S, A> {
    /// The pattern.
    pub pattern: Pattern<S>,
    /// What is known.
    pub finding: Finding<A>,
}

/// Why a sequence of actions is no macro of its pattern.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MacroError {
    /// There is no pattern of that name.
    #[error("there is no pattern `{0}`")]
    NoSuchPattern(String),
    /// It has a macro already.
    #[error("the pattern `{0}` has a macro already")]
    Twice(String),
    /// It does not replay.
    #[error("the macro `{name}` does not do what it says: {fault}")]
    Wrong {
        /// The pattern.
        name: String,
        /// What is wrong; that it ends elsewhere is [`PlanFault::NotAGoal`].
        fault: PlanFault,
    },
}

/// Patterns, and for some of them a macro, each of which was replayed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MacroTable<S, A> {
    rows: Vec<Row<S, A>>,
    stats: Stats,
}

impl<S: Eq, A> MacroTable<S, A> {
    /// A table of patterns without a macro.
    #[must_use]
    pub fn new(patterns: Vec<Pattern<S>>) -> Self {
        let row = |pattern| Row {
            pattern,
            finding: Finding::Open(None),
        };
        Self {
            rows: patterns.into_iter().map(row).collect(),
            stats: Stats::default(),
        }
    }

    /// The patterns in their order, with what is known of them.
    #[must_use]
    pub fn rows(&self) -> &[Row<S, A>] {
        &self.rows
    }

    /// What the searches for it did.
    #[must_use]
    pub fn stats(&self) -> Stats {
        self.stats
    }

    /// Whether each pattern has a macro, or is proved to have none.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        let mut rows = self.rows.iter();
        rows.all(|row| !matches!(row.finding, Finding::Open(_)))
    }

    /// Gives the pattern of that name a macro, if the actions replay from where it applies to where it must lead. Returns
    /// what it costs.
    ///
    /// # Errors
    /// [`MacroError`]; the table is as it was then.
    pub fn insert<P>(&mut self, space: &P, name: &str, actions: Vec<A>) -> Result<Cost, MacroError>
    where
        P: StateSpace<State = S, Action = A>,
    {
        let row = self.rows.iter_mut().find(|row| row.pattern.name == name);
        let row = row.ok_or_else(|| MacroError::NoSuchPattern(name.to_owned()))?;
        if row.finding.actions().is_some() {
            return Err(MacroError::Twice(name.to_owned()));
        }
        let wrong = |fault| MacroError::Wrong {
            name: name.to_owned(),
            fault,
        };
        let (end, cost) = replay(space, &row.pattern.from, &actions).map_err(wrong)?;
        if end != row.pattern.to {
            return Err(wrong(PlanFault::NotAGoal));
        }
        row.finding = Finding::Macro {
            actions,
            cost,
            cheapest: false,
        };
        Ok(cost)
    }
}

/// Looks for a cheapest macro for each pattern, by Dijkstra's search from both ends over hashes of states. No action
/// costs less than `least`, which is 0 or more.
///
/// The limits on expansions and states are for each pattern, those on time and memory for all. Time and
/// memory: those of [`bidirectional_dijkstra`] for each pattern, one after the other.
///
/// # Errors
/// As [`bidirectional_dijkstra::search`]; [`SearchError::NoAction`] if a plan that was found does not replay.
pub fn learn<P>(
    space: &P,
    patterns: Vec<Pattern<P::State>>,
    least: Cost,
    limits: &Limits,
    observer: &mut impl Observer<P::State>,
) -> Result<MacroTable<P::State, P::Action>, SearchError>
where
    P: Predecessors<State: Hash>,
{
    let mut table = MacroTable::new(patterns);
    for row in &mut table.rows {
        if let Some(limit) = limits.interrupted() {
            row.finding = Finding::Open(Some(limit));
            continue;
        }
        let starts = [(row.pattern.from.clone(), 0)];
        let goal = Exactly(row.pattern.to.clone());
        let task = Task {
            space,
            starts: &starts,
            goal: &goal,
        };
        let found = bidirectional_dijkstra::interned(task, least, limits, &mut ())?;
        table.stats += found.stats;
        observer.progress(&table.stats);
        row.finding = match found.outcome {
            Outcome::Solved { plan, proved, .. } => {
                let replayed = plan.validate(space, &starts, &goal);
                replayed.map_err(|_| SearchError::NoAction)?;
                Finding::Macro {
                    actions: plan.actions,
                    cost: plan.cost,
                    cheapest: proved,
                }
            }
            Outcome::Unsolvable | Outcome::Unbounded(_) => Finding::Impossible,
            Outcome::LimitReached { limit, .. } => Finding::Open(Some(limit)),
        };
    }
    Ok(table)
}

#[cfg(test)]
mod tests;
