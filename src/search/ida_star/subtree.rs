//! What the searches below one node share: where they begin, what they count, and how they end.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::cost::Cost;
use crate::search::limits::{Limits, Look};
use crate::search::stop::Stop;
use crate::search::{Observer, Stats};
use crate::space::StateSpace;

/// A node to search below.
#[derive(Clone, Debug)]
pub(super) struct Root<A> {
    /// The number of the start.
    pub(super) start: usize,
    /// The actions from there.
    pub(super) actions: Vec<A>,
    /// What had been counted when it was come to.
    pub(super) before: Stats,
}

/// A way: the number of its start, and the actions from there.
pub(super) type Way<A> = (usize, Vec<A>);

/// How the search below a node ended, if no limit was reached and no error met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// No goal is within the bound.
    Nothing,
    /// The path leads to a goal.
    Goal,
    /// A goal further left was found meanwhile.
    Outrun,
}

/// What searches below nodes, one after the other.
pub(super) trait Worker<P: StateSpace> {
    /// A new iteration begins.
    fn begin(&mut self);

    /// Searches below `root`, which is within the bound and no goal. At a goal, `path` becomes the actions from
    /// the start to it.
    ///
    /// # Errors
    /// [`Stop`] at a limit, or at costs that cannot be right.
    fn below(
        &mut self,
        root: &Root<P::Action>,
        bound: Cost,
        meter: &mut Meter<'_>,
        observer: &mut impl Observer<P::State>,
        path: &mut Vec<P::Action>,
    ) -> Result<End, Stop>;
}

/// What is counted below a node, and the limits that are looked at there.
#[derive(Clone, Debug)]
pub(super) struct Meter<'a> {
    pub(super) limits: &'a Limits,
    pub(super) stats: Stats,
    /// The least f that was cut off.
    pub(super) cut: Option<Cost>,
    look: Look,
    rank: Option<(usize, &'a AtomicUsize)>,
}

impl<'a> Meter<'a> {
    pub(super) fn new(limits: &'a Limits) -> Self {
        Self {
            limits,
            stats: Stats::default(),
            cut: None,
            look: Look::default(),
            rank: None,
        }
    }

    /// The same for the node of this number, which need not be searched any more as soon as a goal is known
    /// below one of a lower number.
    pub(super) fn of(limits: &'a Limits, number: usize, leftmost: &'a AtomicUsize) -> Self {
        Self {
            rank: Some((number, leftmost)),
            ..Self::new(limits)
        }
    }

    /// f is above the bound.
    #[inline]
    pub(super) fn cut(&mut self, f: Cost) {
        self.cut = Some(self.cut.map_or(f, |least| least.min(f)));
    }

    /// Whether limits must be looked at before the next expansion.
    #[inline]
    pub(super) fn is_due(&self) -> bool {
        self.look.is_due(&self.stats)
    }

    /// How many nodes may be expanded before that.
    #[inline]
    pub(super) fn nodes_left(&self) -> u64 {
        self.look.nodes_left(self.stats.expanded)
    }

    /// Looks at the limits. Returns whether the search was outrun.
    ///
    /// # Errors
    /// The limit that was reached.
    #[cold]
    pub(super) fn look(&mut self) -> Result<bool, Stop> {
        if let Some(limit) = self.limits.reached(&self.stats) {
            return Err(limit.into());
        }
        self.look = self.limits.next_look(&self.stats);
        let is_outrun =
            |(number, leftmost): (usize, &AtomicUsize)| leftmost.load(Ordering::Relaxed) < number;
        Ok(self.rank.is_some_and(is_outrun))
    }

    /// Adds what another one counted.
    pub(super) fn add(&mut self, stats: &Stats) {
        self.stats.expanded += stats.expanded;
        self.stats.generated += stats.generated;
        self.stats.duplicates += stats.duplicates;
    }
}
