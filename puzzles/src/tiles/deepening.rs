//! IDA* over boards: by a kernel where there is one for their size, by the plain rules otherwise.

use statewalk::goal::Exactly;
use statewalk::pruning::NoUndo;
use statewalk::search::Observer;
use statewalk::search::ida_star::walk::ByUndo;
use statewalk::search::ida_star::{IdaStar, Revisits};
use statewalk::search::limits::Limits;
use statewalk::search::outcome::{Found, SearchError};
use statewalk::search::task::Task;

use super::board::{Board, Toward};
use super::kernel::{Patterns4x4, Patterns5x5, Slides3x3, Slides3x4, Slides4x4, Slides5x5};
use super::manhattan::Manhattan;
use super::patterns::additive::Additive;
use super::rules::Tiles;

/// Searches for a shortest plan to the goal of the rules by IDA* with Manhattan distance, as Korf 1985: the last
/// move is not undone, and nothing else is pruned. Plan and counts are the same on any number of threads.
///
/// From a board that cannot become the goal it ends only by a limit: see
/// [`is_solvable`](crate::sliding::parity::is_solvable).
///
/// Memory: one path. Time: on boards of 3 x 3, 3 x 4, 4 x 4 and 5 x 5 cells some 10 processor cycles for each node.
///
/// # Errors
/// [`SearchError::Overflow`] if an initial cost is near the largest number.
pub fn ida_star(
    rules: &Tiles,
    starts: &[(Board, i64)],
    threads: usize,
    limits: &Limits,
    observer: &mut impl Observer<Board>,
) -> Result<Found<Toward>, SearchError> {
    let (goal, manhattan) = (Exactly(rules.goal()), Manhattan::new(rules));
    let task = Task {
        space: rules,
        starts,
        goal: &goal,
    };
    let search = IdaStar::new(task, &manhattan).pruning(NoUndo(rules));
    let search = search.revisiting(Revisits::AtHigherCost);
    if let Some(kernel) = Slides4x4::new(rules) {
        search.solve_by_kernel(&kernel, threads, limits, observer)
    } else if let Some(kernel) = Slides3x3::new(rules) {
        search.solve_by_kernel(&kernel, threads, limits, observer)
    } else if let Some(kernel) = Slides3x4::new(rules) {
        search.solve_by_kernel(&kernel, threads, limits, observer)
    } else if let Some(kernel) = Slides5x5::new(rules) {
        search.solve_by_kernel(&kernel, threads, limits, observer)
    } else {
        search.solve_on_threads(ByUndo, threads, limits, observer)
    }
}

/// Searches for a shortest plan to the goal of the rules by IDA*, as [`ida_star`], led by databases of patterns: by a
/// kernel on boards of 4 x 4 and 5 x 5 cells whose tiles are all in at most four patterns, by the plain rules otherwise.
///
/// Since estimates are not consistent, f may fall along a path; plans are shortest all the same, and plan and counts are
/// the same on any number of threads.
///
/// # Errors
/// As [`ida_star`].
pub fn ida_star_by_patterns(
    additive: &Additive,
    starts: &[(Board, i64)],
    threads: usize,
    limits: &Limits,
    // Kernels take long to compile: so they are compiled once, and not for each kind of observer.
    mut observer: &mut dyn Observer<Board>,
) -> Result<Found<Toward>, SearchError> {
    let rules = additive.rules();
    let goal = Exactly(rules.goal());
    let search = by_rules(additive, starts, &goal);
    if let Some(kernel) = Patterns4x4::by_patterns(additive) {
        search.solve_by_kernel(&kernel, threads, limits, &mut observer)
    } else if let Some(kernel) = Patterns5x5::by_patterns(additive) {
        search.solve_by_kernel(&kernel, threads, limits, &mut observer)
    } else {
        search.solve_on_threads(ByUndo, threads, limits, &mut observer)
    }
}

/// The same by the plain rules, where estimates are handed on to the boards before
/// ([`bidirectional_pathmax`](IdaStar::bidirectional_pathmax)), on one thread: fewer nodes, each of which takes longer.
///
/// # Errors
/// As [`ida_star`].
pub fn ida_star_with_pathmax(
    additive: &Additive,
    starts: &[(Board, i64)],
    limits: &Limits,
    mut observer: &mut dyn Observer<Board>,
) -> Result<Found<Toward>, SearchError> {
    let goal = Exactly(additive.rules().goal());
    let search = by_rules(additive, starts, &goal).bidirectional_pathmax();
    search.solve(ByUndo, limits, &mut observer)
}

/// The search by the plain rules.
fn by_rules<'a>(
    additive: &'a Additive,
    starts: &'a [(Board, i64)],
    goal: &'a Exactly<Board>,
) -> IdaStar<'a, Tiles, Exactly<Board>, Additive, NoUndo<'a, Tiles>> {
    let task = Task {
        space: additive.rules(),
        starts,
        goal,
    };
    let search = IdaStar::new(task, additive).pruning(NoUndo(additive.rules()));
    search.revisiting(Revisits::AtHigherCost)
}
