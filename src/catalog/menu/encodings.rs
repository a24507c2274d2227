//! Encodings that a puzzle offers to be measured.

use std::fmt::Debug;
use std::hash::Hash;

use crate::catalog::laboratory::{Bench, Measured};
use crate::catalog::menu::{Experiment, Menu};
use crate::catalog::puzzle::{Group, Notation, Puzzle, StateOf};
use crate::encoding::Encoding;
use crate::encoding::error::EncodingError;
use crate::rank_actions::RankActions;
use crate::space::{Invertible, StateSpace};

impl<P: Puzzle> Menu<P> {
    /// An encoding, or another way to keep states, that is measured on a group. It gets a bench, to which it
    /// hands the space, the states to begin at and the encoding. The space may be another than that of the
    /// rules.
    #[must_use]
    pub fn measure(
        mut self,
        (name, summary): (&'static str, &'static str),
        run: impl Fn(&P, &Group<P::Rules, P::Goal>, Bench<'_>) -> Measured + Send + Sync + 'static,
    ) -> Self {
        self.experiments.push(Experiment {
            name,
            summary,
            run: Box::new(run),
        });
        self
    }

    /// Whole states in a hash, beside which encodings are measured.
    #[must_use]
    pub fn measure_states(self) -> Self
    where
        StateOf<P>: Hash,
    {
        let names = ("states", "whole states, without an encoding");
        self.measure(names, |_, group, bench| {
            bench.states(&group.rules, &starts(group))
        })
    }

    /// An encoding of the states of the rules, where every action can be undone, from the starts of the
    /// first question that has any.
    #[must_use]
    pub fn measure_encoding<E>(
        self,
        names: (&'static str, &'static str),
        encoding: impl Fn(&P::Rules) -> Result<E, EncodingError> + Send + Sync + 'static,
    ) -> Self
    where
        P: Notation<Rules: Invertible<State: Debug + Send> + Sync>,
        E: Encoding<State = StateOf<P>> + Sync,
    {
        self.measure(names, move |puzzle, group, bench| {
            let rules = &group.rules;
            let draw = |state: &StateOf<P>| picture(puzzle, rules, state);
            bench.undoable_encoding(rules, &starts(group), encoding(rules), draw)
        })
    }

    /// The same for an encoding that says how actions act on its ranks.
    #[must_use]
    pub fn measure_rank_actions<E>(
        self,
        names: (&'static str, &'static str),
        encoding: impl Fn(&P::Rules) -> Result<E, EncodingError> + Send + Sync + 'static,
    ) -> Self
    where
        P: Notation<Rules: Invertible<State: Debug + Send> + Sync>,
        E: RankActions<P::Rules, State = StateOf<P>> + Sync,
    {
        self.measure(names, move |puzzle, group, bench| {
            let rules = &group.rules;
            let draw = |state: &StateOf<P>| picture(puzzle, rules, state);
            bench.acting_encoding(rules, &starts(group), encoding(rules), draw)
        })
    }
}

/// A picture of a state.
pub fn picture<P: Notation>(puzzle: &P, rules: &P::Rules, state: &StateOf<P>) -> String {
    let mut out = String::new();
    puzzle.write_state(rules, state, &mut out);
    out
}

/// Where a space is enumerated from: the starts of the first question that has any.
pub fn starts<R: StateSpace, G>(group: &Group<R, G>) -> Vec<R::State> {
    let asks = group.questions.iter().filter_map(|q| q.ask.as_ref().ok());
    let first = asks
        .map(|ask| &ask.starts)
        .find(|starts| !starts.is_empty());
    let starts = first.into_iter().flatten();
    starts.map(|(start, _)| start.clone()).collect()
}
