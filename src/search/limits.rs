//! Limits of a search, and which of them was reached.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::cost::Cost;
use crate::memory::{Memory, MemoryExhausted, Unit};
use crate::search::Stats;
use crate::store::StoreError;
use crate::words::counted;

/// A switch that stops a search from outside. Clones share the switch.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Asks the search to stop soon.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it was asked to stop.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// How far a search may go. The default has no limit.
///
/// Limits on expansions, states and memory stop at the same node in every run; time and
/// cancelling do not.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// At most this many nodes are expanded.
    pub expansions: Option<u64>,
    /// No node is expanded once this many states are stored.
    pub states: Option<u64>,
    /// The search stops at this moment.
    pub deadline: Option<Instant>,
    /// Plans that cost more are not looked for.
    pub cost: Option<Cost>,
    /// The account that stores, open lists and tables claim from.
    pub memory: Memory,
    /// Stops the search from outside.
    pub cancel: Cancel,
}

/// The first counts at which a limit can be reached.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Look {
    expanded: u64,
    stored: u64,
}

impl Look {
    /// A look that is due after every expansion.
    pub(crate) fn after_one() -> Self {
        Self::default()
    }

    /// How many nodes may be expanded before it is due, at least one, after `expanded` were.
    #[inline]
    pub(crate) fn nodes_left(self, expanded: u64) -> u64 {
        self.expanded.saturating_sub(expanded).max(1)
    }

    /// How many states may be stored before it is due, after `stored` were.
    #[inline]
    pub(crate) fn states_left(self, stored: u64) -> u64 {
        self.stored.saturating_sub(stored)
    }

    /// Whether so many stored states make it due.
    #[inline]
    pub(crate) fn is_full(self, stored: u64) -> bool {
        stored >= self.stored
    }

    /// Whether one of the counts was come to.
    #[inline]
    pub(crate) fn is_due(self, stats: &Stats) -> bool {
        stats.expanded >= self.expanded || self.is_full(stats.stored)
    }
}

/// Nodes between two looks at the clock.
const PATIENCE: u64 = 1024;

impl Limits {
    /// The same limits, with a deadline `time` from now.
    #[must_use]
    pub fn within(mut self, time: Duration) -> Self {
        self.deadline = Instant::now().checked_add(time);
        self
    }

    /// The limits that hold for what is made before a search, such as pattern databases: time, memory and the switch. How
    /// many nodes are expanded there, how many states stored and at which cost is nothing of the search.
    #[must_use]
    pub fn of_preparation(&self) -> Self {
        Self {
            expansions: None,
            states: None,
            cost: None,
            ..self.clone()
        }
    }

    /// The limit that `stats` reached, if any. Cheap: the clock is read only now and then.
    #[inline]
    #[must_use]
    pub fn reached(&self, stats: &Stats) -> Option<Limit> {
        match (self.expansions, self.states) {
            (Some(most), _) if stats.expanded >= most => return Some(Limit::Expansions(most)),
            (_, Some(most)) if stats.stored >= most => return Some(Limit::States(most)),
            _ => {}
        }
        if stats.expanded.is_multiple_of(PATIENCE) {
            return self.interrupted();
        }
        None
    }

    /// When [`reached`](Self::reached) must be asked next, after it was asked at `stats`.
    #[inline]
    pub(crate) fn next_look(&self, stats: &Stats) -> Look {
        let clock = (stats.expanded / PATIENCE + 1).saturating_mul(PATIENCE);
        Look {
            expanded: clock.min(self.expansions.unwrap_or(u64::MAX)),
            stored: self.states.unwrap_or(u64::MAX),
        }
    }

    /// The largest cost that a plan may have.
    #[inline]
    pub(crate) fn most_cost(&self) -> Cost {
        self.cost.unwrap_or(Cost::MAX)
    }

    /// Whether time is up or the search was cancelled, for loops that do other work than expand.
    #[must_use]
    pub fn interrupted(&self) -> Option<Limit> {
        if self.cancel.is_cancelled() {
            return Some(Limit::Cancelled);
        }
        match self.deadline {
            Some(deadline) if Instant::now() >= deadline => Some(Limit::Time),
            _ => None,
        }
    }

    /// Whether a plan of this cost would pass the limit on cost.
    #[inline]
    #[must_use]
    pub fn cuts(&self, cost: Cost) -> bool {
        self.cost.is_some_and(|most| cost > most)
    }
}

/// Counts pieces of work, and looks at the clock and the cancel switch now and then.
///
/// Reading the clock takes as long as some twenty plain steps of work; a count takes less than one.
#[derive(Clone, Debug)]
pub struct Pace<'a> {
    limits: &'a Limits,
    patience: u32,
    left: u32,
}

impl<'a> Pace<'a> {
    /// Looks after every `patience` pieces of work, not before the first.
    #[must_use]
    pub fn new(limits: &'a Limits, patience: u32) -> Self {
        let left = patience;
        Self {
            limits,
            patience,
            left,
        }
    }

    /// The limits that it looks at.
    #[must_use]
    pub fn limits(&self) -> &'a Limits {
        self.limits
    }

    /// Counts so many pieces of work.
    ///
    /// # Errors
    /// [`Limit::Time`] if time is up, [`Limit::Cancelled`] if the work was cancelled; every later
    /// piece of work is refused too.
    #[inline]
    pub fn tick(&mut self, pieces: u32) -> Result<(), Limit> {
        if pieces < self.left {
            self.left -= pieces;
            Ok(())
        } else {
            self.look()
        }
    }

    /// Looks at once.
    ///
    /// # Errors
    /// As [`tick`](Self::tick).
    #[cold]
    pub fn look(&mut self) -> Result<(), Limit> {
        let reached = self.limits.interrupted();
        self.left = if reached.is_some() { 0 } else { self.patience };
        reached.map_or(Ok(()), Err)
    }
}

/// The limit that ended a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// So many nodes were expanded.
    Expansions(u64),
    /// So many states were stored.
    States(u64),
    /// The time was up.
    Time,
    /// The time was up before the search: while pattern databases were built or read that should lead it.
    TimeToPrepare,
    /// The memory budget was used up.
    Memory(MemoryExhausted),
    /// No plan of this cost or less exists.
    Cost(Cost),
    /// The store can number no more nodes.
    StoreFull(u64),
    /// A list of the search can number no more entries.
    Entries(u64),
    /// The states are larger than what the search can hold: the largest that it can.
    Size(&'static str),
    /// So many states of each layer were kept, and others left out.
    Width(u64),
    /// It was cancelled.
    Cancelled,
}

impl Limit {
    /// One word for machines: `expansions`, `states`, `time`, `memory`, `cost`, `store`, `entries`,
    /// `size`, `width` or `cancelled`.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match self {
            Self::Expansions(_) => "expansions",
            Self::States(_) => "states",
            Self::Time | Self::TimeToPrepare => "time",
            Self::Memory(_) => "memory",
            Self::Cost(_) => "cost",
            Self::StoreFull(_) => "store",
            Self::Entries(_) => "entries",
            Self::Size(_) => "size",
            Self::Width(_) => "width",
            Self::Cancelled => "cancelled",
        }
    }

    /// The same limit where it was reached before the search began.
    #[must_use]
    pub fn while_preparing(self) -> Self {
        match self {
            Self::Time => Self::TimeToPrepare,
            other => other,
        }
    }

    /// What happened, as a clause: `the time limit was reached`, `it was interrupted`.
    #[must_use]
    pub fn was_reached(&self) -> String {
        match self {
            Self::Cancelled => "it was interrupted".to_owned(),
            Self::TimeToPrepare => {
                format!("{self} was reached while pattern databases were prepared")
            }
            _ => format!("{self} was reached"),
        }
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Expansions(most) => write!(f, "the limit of {}", counted(*most, "expansion")),
            Self::States(most) => write!(f, "the limit of {}", counted(*most, "state")),
            Self::Time | Self::TimeToPrepare => f.write_str("the time limit"),
            Self::Memory(why) => write!(f, "the memory limit ({why})"),
            Self::Cost(most) => write!(f, "the cost limit of {most}"),
            Self::Size(most) => write!(f, "the size limit of {most}"),
            Self::StoreFull(most) => write!(f, "the store's limit of {}", counted(*most, "node")),
            Self::Entries(most) => write!(f, "a list's limit of {}", counted(*most, "entry")),
            Self::Width(most) => write!(f, "the width of {} a layer", counted(*most, "state")),
            Self::Cancelled => f.write_str("an interrupt"),
        }
    }
}

impl From<MemoryExhausted> for Limit {
    fn from(why: MemoryExhausted) -> Self {
        match why.unit {
            Unit::Bytes => Self::Memory(why),
            Unit::Entries => Self::Entries(why.limit),
        }
    }
}

impl From<StoreError> for Limit {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Memory(why) => why.into(),
            StoreError::Full(most) => Self::StoreFull(most),
        }
    }
}
