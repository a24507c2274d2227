//! Questions answered one after the other.

use crate::catalog::menu::better::Noting;
use crate::catalog::menu::{Menu, Settings, Solution, Solutions, Watch, Watching};
use crate::catalog::puzzle::{ActionOf, Ask, Puzzle, StateOf};
use crate::memory::Memory;
use crate::search::outcome::{Found, SearchError};

/// How one question, which has a start, is answered.
pub type Answering<'s, P> = dyn FnMut(
        &Ask<StateOf<P>, <P as Puzzle>::Goal>,
        &mut Watching<'_>,
    ) -> Result<Found<ActionOf<P>>, SearchError>
    + 's;

/// Answers questions one after the other, for strategies that share something between them; [`Menu::each`] does so for
/// those that do not. A question without a start has no plan, and is not searched. Plans are claimed from `memory`.
///
/// # Errors
/// The first of the search.
pub fn one_by_one<P: Puzzle>(
    asks: &[&Ask<StateOf<P>, P::Goal>],
    memory: &Memory,
    watch: &mut dyn Watch,
    answer: &mut Answering<'_, P>,
) -> Solutions<P> {
    let mut solution = |ask: &&Ask<_, _>| {
        // Nowhere to begin is no plan, also where the space is too large for the store.
        if ask.starts.is_empty() {
            return Ok(Solution::no_start());
        }
        let mut noting = Noting::new(watch);
        let found = answer(ask, &mut Watching(&mut noting))?;
        let better = noting.into_plans();
        watch.finished(&found.stats);
        let solution = Solution::from(found).held(memory);
        Ok(solution.with_better(better, memory))
    };
    asks.iter().map(&mut solution).collect()
}

impl<P: Puzzle> Menu<P> {
    /// A strategy that makes its answer to each question without a store, and proves no optimum by itself. `make` gets
    /// the rules and what is asked, also where that has no start.
    #[must_use]
    pub fn constructs(
        self,
        name: &'static str,
        summary: &'static str,
        make: impl Fn(
            &P::Rules,
            &Ask<StateOf<P>, P::Goal>,
            &Settings,
            &mut dyn Watch,
        ) -> Solution<ActionOf<P>>
        + Send
        + Sync
        + 'static,
    ) -> Self {
        self.together(
            (name, "none"),
            summary,
            false,
            move |_, group, asks, settings, watch| {
                let answer = |ask: &&Ask<_, _>| Ok(make(&group.rules, ask, settings, watch));
                asks.iter().map(answer).collect()
            },
        )
    }
}
