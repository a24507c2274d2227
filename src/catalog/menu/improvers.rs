//! Plans that are made cheaper after a strategy found them.

use std::hash::Hash;

use crate::catalog::menu::{Menu, Watch, Watching};
use crate::catalog::puzzle::{ActionOf, Puzzle, StateOf};
use crate::cost::Cost;
use crate::heuristic::Heuristic;
use crate::improve::both_ends::BothEnds;
use crate::improve::led::Led;
use crate::improve::windows::Windows;
use crate::improve::{Effort, ImproveError, Improved, improve};
use crate::plan::Plan;
use crate::search::limits::Limits;
use crate::space::Predecessors;

/// Improves a plan, which begins at a state with its initial cost.
pub(crate) type ImprovePlan<P> = dyn Fn(
        &<P as Puzzle>::Rules,
        (&StateOf<P>, Cost),
        Plan<ActionOf<P>>,
        Effort,
        &Limits,
        &mut dyn Watch,
    ) -> Result<Improved<ActionOf<P>>, ImproveError>
    + Send
    + Sync;

impl<P: Puzzle> Menu<P> {
    /// Plans that no search proved optimal can be improved: windows of them are searched in the whole space, from both
    /// ends. For costs from `least` on, which is 0 or more.
    #[must_use]
    pub fn improves(self, least: Cost) -> Self
    where
        P::Rules: Predecessors<State: Hash>,
    {
        self.improves_by(move |_, _| BothEnds { least })
    }

    /// The same by A*, for costs from 0 on. `make` gets the rules and the state in which a window ends, and makes an
    /// admissible heuristic to it.
    #[must_use]
    pub fn improves_led<H>(
        self,
        make: impl Fn(&P::Rules, &StateOf<P>) -> H + Copy + Send + Sync + 'static,
    ) -> Self
    where
        StateOf<P>: Hash,
        H: Heuristic<StateOf<P>>,
    {
        self.improves_by(move |_, _| Led(make))
    }

    /// The same in a way of the puzzle's own. `make` gets the rules and the state in which the plan begins.
    #[must_use]
    pub fn improves_by<W>(
        mut self,
        make: impl Fn(&P::Rules, &StateOf<P>) -> W + Send + Sync + 'static,
    ) -> Self
    where
        StateOf<P>: Hash,
        W: Windows<P::Rules>,
    {
        self.improver = Some(Box::new(
            move |rules, (start, initial), plan, effort, limits, watch| {
                let mut windows = make(rules, start);
                let watching = &mut Watching(watch);
                let start = (start, initial);
                improve(rules, start, plan, &mut windows, effort, limits, watching)
            },
        ));
        self
    }
}
