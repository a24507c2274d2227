//! Strategies by iterative deepening.

use std::hash::Hash;

use crate::catalog::menu::Menu;
use crate::catalog::menu::prepared::Prepared;
use crate::catalog::puzzle::{Puzzle, StateOf};
use crate::heuristic::Heuristic;
use crate::memory::Memory;
use crate::pruning::NoUndo;
use crate::search::ida_star::walk::ByUndo;
use crate::search::ida_star::{IdaStar, Revisits};
use crate::search::task::Task;
use crate::space::{Invertible, StateSpace};

/// The names of the strategy and of what it keeps: one path.
pub const IDA_STAR: (&str, &str) = ("ida-star", "stack");

/// What it is, in one line.
pub const SUMMARY: &str =
    "cheapest plans by iterative deepening (IDA*), on one path and all threads";

/// The same beside a table.
const WITH_TABLE: (&str, &str) = (IDA_STAR.0, "table");

/// What that is, in one line.
const TABLED: &str =
    "the same beside a table of --table bytes of the states that it came to, on one thread";

/// The bytes of a transposition table, if nothing else is said.
const TABLE: u64 = 64 << 20;

/// The search as the literature has it: the last action is not undone, and a state is come to again where that costs more.
fn search<'a, P, G, H>(
    task: Task<'a, P, G>,
    heuristic: &'a H,
) -> IdaStar<'a, P, G, H, NoUndo<'a, P>>
where
    P: Invertible,
    G: crate::goal::Goal<P::State>,
    H: Heuristic<P::State>,
{
    let search = IdaStar::new(task, heuristic).pruning(NoUndo(task.space));
    search.revisiting(Revisits::AtHigherCost)
}

/// The bytes of a table, as they are wanted or as far as there is room.
fn table(wanted: Option<u64>, memory: &Memory) -> u64 {
    let left = memory.left();
    wanted.unwrap_or_else(|| TABLE.min(left / 2))
}

impl<P> Menu<P>
where
    P: Puzzle<Rules: Invertible + Sync, Goal: Sync>,
    StateOf<P>: Sync,
    <P::Rules as StateSpace>::Action: Send + Sync,
{
    /// IDA* as the literature has it, led by a heuristic, on one path; for costs that are not negative.
    ///
    /// `make` gets the rules and the goal of a question. The heuristic must be admissible: plans are said to be proved
    /// optimal by it.
    #[must_use]
    pub fn ida_star<H>(
        self,
        heuristic: &'static str,
        make: impl Fn(&P::Rules, &P::Goal) -> H + Send + Sync + 'static,
    ) -> Self
    where
        H: Heuristic<StateOf<P>> + Sync,
    {
        self.each(IDA_STAR, SUMMARY, true, move |task, settings, watch| {
            let (h, limits) = (make(task.space, task.goal), &settings.limits);
            search(*task, &h).solve_on_threads(ByUndo, settings.threads, limits, watch)
        })
        .by_heuristic(heuristic)
    }

    /// The same beside a [table][`Settings::table`] of states that were come to, on one thread: for spaces in which many
    /// paths lead to a state.
    ///
    /// [`Settings::table`]: crate::catalog::menu::Settings::table
    #[must_use]
    pub fn ida_star_with_table<H>(
        self,
        heuristic: &'static str,
        make: impl Fn(&P::Rules, &P::Goal) -> H + Send + Sync + 'static,
    ) -> Self
    where
        StateOf<P>: Hash,
        <P::Rules as StateSpace>::Action: Hash,
        H: Heuristic<StateOf<P>>,
    {
        self.each(WITH_TABLE, TABLED, true, move |task, settings, watch| {
            let (h, limits) = (make(task.space, task.goal), &settings.limits);
            let bytes = table(settings.table, &limits.memory);
            search(*task, &h).solve_with_table(ByUndo, bytes, limits, watch)
        })
        .by_heuristic(heuristic)
    }

    /// As [`ida_star`](Self::ida_star), led by a heuristic that is made once for all questions of a group.
    #[must_use]
    pub fn ida_star_prepared<D>(self, heuristic: &'static str, prepared: &D) -> Self
    where
        D: Prepared<P, Made: Heuristic<StateOf<P>> + Sync>,
    {
        self.each_prepared(
            IDA_STAR,
            SUMMARY,
            true,
            prepared.clone(),
            |h, task, settings, watch| {
                let limits = &settings.limits;
                search(*task, h).solve_on_threads(ByUndo, settings.threads, limits, watch)
            },
        )
        .by_heuristic(heuristic)
    }

    /// As [`ida_star_with_table`](Self::ida_star_with_table), led by a heuristic that is made once for all questions of a
    /// group.
    #[must_use]
    pub fn ida_star_with_table_prepared<D>(self, heuristic: &'static str, prepared: &D) -> Self
    where
        StateOf<P>: Hash,
        <P::Rules as StateSpace>::Action: Hash,
        D: Prepared<P, Made: Heuristic<StateOf<P>>>,
    {
        self.each_prepared(
            WITH_TABLE,
            TABLED,
            true,
            prepared.clone(),
            |h, task, settings, watch| {
                let bytes = table(settings.table, &settings.limits.memory);
                search(*task, h).solve_with_table(ByUndo, bytes, &settings.limits, watch)
            },
        )
        .by_heuristic(heuristic)
    }
}
