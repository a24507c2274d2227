//! Patterns of a puzzle for which macros are found and kept.

use std::hash::Hash;

use crate::catalog::menu::{Menu, Watch, Watching};
use crate::catalog::params::{Param, ParamError, Params};
use crate::catalog::puzzle::{ActionOf, Puzzle, StateOf};
use crate::cost::Cost;
use crate::macro_table::{MacroTable, Pattern, learn};
use crate::search::limits::Limits;
use crate::search::outcome::SearchError;
use crate::space::Predecessors;

/// A small space and the patterns on it.
pub type Patterns<P> = (<P as Puzzle>::Rules, Vec<Pattern<StateOf<P>>>);

type MakePatterns<P> = dyn Fn(&Params) -> Result<Patterns<P>, ParamError> + Send + Sync;

/// The macros of a puzzle.
pub(crate) type TableOf<P> = MacroTable<StateOf<P>, ActionOf<P>>;

type Learn<P> = dyn Fn(
        &<P as Puzzle>::Rules,
        Vec<Pattern<StateOf<P>>>,
        &Limits,
        &mut dyn Watch,
    ) -> Result<TableOf<P>, SearchError>
    + Send
    + Sync;

/// The patterns of a puzzle, and how macros are found for them.
pub(crate) struct Macros<P: Puzzle> {
    pub(crate) params: &'static [Param],
    pub(crate) patterns: Box<MakePatterns<P>>,
    pub(crate) learn: Box<Learn<P>>,
}

impl<P: Puzzle> Menu<P> {
    /// Patterns for which macros are found by search, for costs from `least` on, which is 0 or more. `make` gets
    /// parameters, and makes a small space with its patterns, whose names are single words.
    #[must_use]
    pub fn macros(
        mut self,
        params: &'static [Param],
        least: Cost,
        make: impl Fn(&Params) -> Result<Patterns<P>, ParamError> + Send + Sync + 'static,
    ) -> Self
    where
        P::Rules: Predecessors<State: Hash>,
    {
        self.macros = Some(Macros {
            params,
            patterns: Box::new(make),
            learn: Box::new(move |rules, patterns, limits, watch| {
                learn(rules, patterns, least, limits, &mut Watching(watch))
            }),
        });
        self
    }
}
