//! What an exploration of a space finds, and who can find it.

use crate::catalog::menu::{Explorer, Settings};
use crate::catalog::puzzle::Puzzle;
use crate::cost::Cost;
use crate::search::Stats;
use crate::search::limits::Limit;

/// A space that was enumerated from the starts of its first legal question, or from its goal.
#[derive(Clone, Debug)]
pub struct Explored<S> {
    /// How many states have each distance, in the layers that were completed.
    pub profile: Vec<u64>,
    /// Some states of the last layer that was completed.
    pub deepest: Vec<S>,
    /// The limit that was reached, if any.
    pub limit: Option<Limit>,
    /// The local maxima, if they were asked for and the whole space was seen, or the limit that was reached
    /// while they were looked for.
    pub maxima: Option<Result<LocalMaxima<S>, Limit>>,
    /// Where it went on from, if that was a checkpoint.
    pub resumed: Option<Resumed>,
    /// What it took.
    pub stats: Stats,
}

/// Where an exploration stood when a checkpoint was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resumed {
    /// The depth of the last layer that was complete.
    pub depth: Cost,
    /// How many states were met, those of the layer that was being expanded included.
    pub states: u64,
}

/// The states that no edge of an exploration leads farther from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocalMaxima<S> {
    /// How many there are at each distance.
    pub profile: Vec<u64>,
    /// The first of them in the order of the store, and how far they are.
    pub first: Vec<(S, Cost)>,
}

impl<S> LocalMaxima<S> {
    /// How many there are.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.profile.iter().sum()
    }

    /// The same with what `change` makes of the states; those of which it makes nothing are not handed out.
    pub fn filter_map<T>(self, change: impl Fn(S) -> Option<T>) -> LocalMaxima<T> {
        let first = self.first.into_iter();
        let first = first.filter_map(|(state, depth)| Some((change(state)?, depth)));
        LocalMaxima {
            profile: self.profile,
            first: first.collect(),
        }
    }
}

impl<S> Explored<S> {
    /// Nothing was seen before this limit was reached.
    #[must_use]
    pub fn none(limit: Limit) -> Self {
        Self {
            limit: Some(limit),
            ..Self::empty()
        }
    }

    /// The same with what `change` makes of the states; those of which it makes nothing are not handed out.
    pub fn filter_map<T>(self, change: impl Fn(S) -> Option<T>) -> Explored<T> {
        let maxima = self.maxima;
        Explored {
            profile: self.profile,
            deepest: self.deepest.into_iter().filter_map(&change).collect(),
            limit: self.limit,
            maxima: maxima.map(|told| told.map(|maxima| maxima.filter_map(&change))),
            resumed: self.resumed,
            stats: self.stats,
        }
    }

    /// Nothing, since there is no state to begin at.
    #[must_use]
    pub fn empty() -> Self {
        Self {
            profile: Vec::new(),
            deepest: Vec::new(),
            limit: None,
            maxima: None,
            resumed: None,
            stats: Stats::default(),
        }
    }
}

impl<P: Puzzle> Explorer<P> {
    /// Whether it can do what is asked for: checkpoints, local maxima.
    pub(crate) fn can(&self, settings: &Settings) -> bool {
        (self.saves || settings.checkpoints.is_none())
            && (self.tells_maxima || settings.maxima.is_none())
    }
}
