//! What an exploration of a space finds.

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
    /// What it took.
    pub stats: Stats,
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
            profile: Vec::new(),
            deepest: Vec::new(),
            limit: Some(limit),
            maxima: None,
            stats: Stats::default(),
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
            stats: Stats::default(),
        }
    }

    /// Nothing, since a limit was reached before the first layer.
    #[must_use]
    pub fn nothing(limit: Limit) -> Self {
        Self {
            limit: Some(limit),
            ..Self::empty()
        }
    }
}
