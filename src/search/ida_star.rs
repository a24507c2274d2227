//! IDA*: depth-first searches under a bound on f = g + h that rises from one iteration to the next.
//!
//! Optimal (Korf 1985, "Depth-first iterative-deepening: an optimal admissible tree search") if the heuristic is
//! admissible and no action costs less than 0. The first bound is the least f of a start, each next one exactly the
//! least f that was cut off, so whatever actions cost, no plan costs less than the bound, and the first that is
//! found is cheapest: the leftmost, in the order of the rules. Memory: one path.
//!
//! That there is no plan is said only after an iteration whose bound cut nothing off. Where paths can go on
//! without end, that never comes; a state on the path is not come to again unless that is
//! [allowed](Revisits::AtHigherCost), so on finite spaces it does come, after a time that may be exponential in
//! the states. A [table](table::Table) in which they all find room makes it linear for each iteration. Otherwise
//! a limit ends the search.
//!
//! A state is searched below once for each path that leads there, as long as no [pruning](crate::pruning) and
//! no table prevents that. The counters of [`Stats`](crate::search::Stats) mean:
//!
//! - `expanded`: nodes whose successors were asked for, in all iterations together;
//! - `generated`: successors whose f was computed, whether or not the bound then cut them off, in all iterations
//!   together. Actions that are pruned generate nothing. Korf's counts of the 15-puzzle are these and one more, the
//!   start: 276,361,933 for the first of his boards, with [`NoUndo`] and
//!   [`Revisits::AtHigherCost`];
//! - `duplicates`: successors that were on the path or that the table pruned;
//! - `stored`: entries of the table.

pub mod kernel;
pub mod laws;
mod plain;
mod plunge;
mod subtree;
pub mod table;
mod threads;
pub mod walk;

use std::hash::Hash;
use std::mem;

use crate::cost::Cost;
use crate::goal::Goal;
use crate::heuristic::Heuristic;
use crate::memory::Memory;
use crate::plan::Plan;
use crate::pruning::{Everything, NoUndo, Pruning};
use crate::search::Observer;
use crate::search::guided;
use crate::search::ida_star::kernel::Kernel;
use crate::search::ida_star::plain::Plain;
use crate::search::ida_star::plunge::ByKernel;
use crate::search::ida_star::subtree::{End, Meter, Way, Worker};
use crate::search::ida_star::table::{NoTable, Table};
use crate::search::ida_star::threads::Threads;
use crate::search::ida_star::walk::{ByCopies, ByUndo, Walk as Steps};
use crate::search::limits::{Limit, Limits};
use crate::search::outcome::{Found, Outcome, SearchError};
use crate::search::stop::Stop;
use crate::search::task::{Task, alone};
use crate::search::trace::Walk;
use crate::space::{Invertible, StateSpace};

/// When a state that is on the path may be come to again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Revisits {
    /// Never: each successor is compared with all states on the path.
    #[default]
    Never,
    /// Where it costs more than before, which the bound ends; so there is no comparison where no action costs 0.
    /// Searches of the literature do so. They never end on a space without a plan, except by a limit.
    AtHigherCost,
}

/// A search by iterative deepening; what it may use is said step by step.
///
/// ```
/// use statewalk::heuristic::Blind;
/// use statewalk::pruning::NoUndo;
/// use statewalk::search::ida_star::IdaStar;
/// use statewalk::search::ida_star::walk::ByUndo;
/// use statewalk::{Exactly, Invertible, Limits, StateSpace, Task};
///
/// /// Steps of one or three on the line of whole numbers.
/// struct Line;
///
/// impl StateSpace for Line {
///     type State = i32;
///     type Action = i32;
///     fn actions<'a>(&'a self, _: &i32) -> impl Iterator<Item = i32> + use<'a> {
///         [-3, -1, 1, 3].into_iter()
///     }
///     fn apply(&self, at: &mut i32, step: &i32) {
///         *at += step;
///     }
/// }
///
/// impl Invertible for Line {
///     fn inverse(&self, step: &i32) -> i32 {
///         -step
///     }
/// }
///
/// let (starts, goal) = ([(0, 0)], Exactly(8));
/// let task = Task { space: &Line, starts: &starts, goal: &goal };
/// let search = IdaStar::new(task, &Blind).pruning(NoUndo(&Line));
/// let found = search.solve(ByUndo, &Limits::default(), &mut ())?;
/// assert_eq!(found.outcome.plan().unwrap().actions, [-1, 3, 3, 3]);
/// # Ok::<(), statewalk::SearchError>(())
/// ```
pub struct IdaStar<'a, P: StateSpace, G, H, R = Everything> {
    task: Task<'a, P, G>,
    heuristic: &'a H,
    pruning: R,
    revisits: Revisits,
    /// Whether estimates are handed on to the nodes before.
    pathmax: bool,
}

impl<'a, P: StateSpace, G, H> IdaStar<'a, P, G, H> {
    /// The search that prunes nothing and never comes back to a state on its path.
    #[must_use]
    pub fn new(task: Task<'a, P, G>, heuristic: &'a H) -> Self {
        Self {
            task,
            heuristic,
            pruning: Everything,
            revisits: Revisits::Never,
            pathmax: false,
        }
    }
}

impl<'a, P, G, H, R> IdaStar<'a, P, G, H, R>
where
    P: StateSpace,
    G: Goal<P::State>,
    H: Heuristic<P::State>,
    R: Pruning<P::Action>,
{
    /// The same with actions pruned, by rules that are proved for the space.
    #[must_use]
    pub fn pruning<Q: Pruning<P::Action>>(self, pruning: Q) -> IdaStar<'a, P, G, H, Q> {
        IdaStar {
            task: self.task,
            heuristic: self.heuristic,
            pruning,
            revisits: self.revisits,
            pathmax: self.pathmax,
        }
    }

    /// The same, coming back to states on the path or not.
    #[must_use]
    pub fn revisiting(self, revisits: Revisits) -> Self {
        Self { revisits, ..self }
    }

    /// The same with bidirectional pathmax (Felner, Zahavi, Holte, Schaeffer, Sturtevant and Zhang 2011,
    /// "Inconsistent heuristics in theory and practice"), for heuristics that are admissible and not consistent.
    ///
    /// Where actions can be undone at the same cost, a state is no nearer to a goal than its neighbour less the
    /// cost between them. So where a successor is estimated to be far beyond the bound, the node before it may
    /// be beyond it, too, and is left with all that was not tried yet; and so may those before that one. Plans cost
    /// the same. With a consistent heuristic it never happens. It takes a comparison for each successor that is cut
    /// off; the search works on one thread.
    #[must_use]
    pub fn bidirectional_pathmax(self) -> Self
    where
        P: Invertible,
    {
        Self {
            pathmax: true,
            ..self
        }
    }

    /// Searches for a cheapest plan, going along paths by copies of states
    /// ([`ByCopies`]) or, where actions have inverses, by undoing ([`ByUndo`]).
    ///
    /// # Errors
    /// [`SearchError::NegativeArc`] at a negative cost, [`SearchError::CostAboveMax`] at a cost above what the
    /// space promised, [`SearchError::Overflow`] if costs do not add up, [`SearchError::Inadmissible`] if an
    /// estimate along the plan is above what the rest of it costs.
    pub fn solve<W: Steps<P>>(
        &self,
        _: W,
        limits: &Limits,
        observer: &mut impl Observer<P::State>,
    ) -> Result<Found<P::Action>, SearchError> {
        let worker = Plain::<P, G, H, R, W, _>::new(self, NoTable, &limits.memory);
        self.one_by_one::<W>(worker, limits, observer)
    }

    /// The same beside a table of at most so many bytes of the states that were come to.
    ///
    /// # Errors
    /// As [`solve`](Self::solve).
    pub fn solve_with_table<W: Steps<P>>(
        &self,
        _: W,
        bytes: u64,
        limits: &Limits,
        observer: &mut impl Observer<P::State>,
    ) -> Result<Found<P::Action>, SearchError>
    where
        P::State: Hash,
        R::State: Hash,
    {
        let table = match Table::new(bytes, &limits.memory) {
            Ok(table) => table,
            Err(full) => {
                let meter = Meter::new(limits);
                return Ok(limit_reached(full.into(), None, &meter));
            }
        };
        let worker = Plain::<P, G, H, R, W, _>::new(self, table, &limits.memory);
        self.one_by_one::<W>(worker, limits, observer)
    }

    /// Iterations in which one worker searches below the starts, one after the other.
    fn one_by_one<W: Steps<P>>(
        &self,
        mut worker: impl Worker<P>,
        limits: &Limits,
        observer: &mut impl Observer<P::State>,
    ) -> Result<Found<P::Action>, SearchError> {
        let mut top = Plain::<P, G, H, R, W, _>::new(self, NoTable, &limits.memory);
        let mut roots = Vec::new();
        self.iterate(limits, |bound, meter| {
            roots.clear();
            worker.begin();
            let end = top.split((bound, 0), meter, observer, &mut roots)?;
            let (mut path, goal) = (
                Vec::new(),
                (end == End::Goal).then(|| roots.pop()).flatten(),
            );
            for root in &roots {
                if worker.below(root, bound, meter, observer, &mut path)? == End::Goal {
                    return Ok(Some((root.start, path)));
                }
            }
            Ok(goal.map(|goal| (goal.start, goal.actions)))
        })
    }

    /// Raises the bound until an iteration finds a plan, given as the number of its start and its actions, or
    /// cuts nothing off.
    fn iterate(
        &self,
        limits: &Limits,
        mut iteration: impl FnMut(Cost, &mut Meter<'_>) -> Result<Option<Way<P::Action>>, Stop>,
    ) -> Result<Found<P::Action>, SearchError> {
        let mut meter = Meter::new(limits);
        meter.cut = guided::least(&self.task, self.heuristic)?;
        while let Some(bound) = mem::take(&mut meter.cut) {
            if let Some(most) = limits.cost.filter(|&most| bound > most) {
                return Ok(limit_reached(Limit::Cost(most), Some(bound), &meter));
            }
            let plan = match iteration(bound, &mut meter) {
                Ok(None) => continue,
                Ok(Some(path)) => self.plan(path, limits),
                Err(stop) => Err(stop),
            };
            let plan = match plan {
                Ok(plan) => plan,
                Err(stop) => return Ok(limit_reached(stop.limit()?, Some(bound), &meter)),
            };
            let solved = Outcome::Solved {
                lower: Some(plan.cost),
                proved: true,
                plan,
            };
            return guided::trusted(found(solved, &meter), &self.task, self.heuristic);
        }
        Ok(found(Outcome::Unsolvable, &meter))
    }

    fn plan(
        &self,
        (start, actions): Way<P::Action>,
        limits: &Limits,
    ) -> Result<Plan<P::Action>, Stop> {
        let (state, initial) = &self.task.starts[start];
        let (mut state, mut walk) = (state.clone(), Walk::new(limits));
        for action in actions {
            let spent = self.task.space.cost(&state, &action);
            self.task.space.apply(&mut state, &action);
            walk.push(action, spent)?;
        }
        walk.plan((start, *initial))
    }
}

impl<P, G, H, R> IdaStar<'_, P, G, H, R>
where
    P: StateSpace<State: Sync, Action: Send + Sync> + Sync,
    G: Goal<P::State> + Sync,
    H: Heuristic<P::State> + Sync,
    R: Pruning<P::Action> + Sync,
{
    /// The same as [`solve`](Self::solve) on so many threads: the same plan and the same counts at any number of
    /// them.
    ///
    /// Each iteration lists the nodes at some depth from left to right, and the threads search below these. A goal
    /// ends the search below nodes further right, whose counts are dropped. A limit on expansions is kept by
    /// one thread. The observer sees the nodes above that depth.
    ///
    /// Each thread holds a path of its own. As memory is told, and held against the limit, what the longest of the paths
    /// takes beside the nodes above, as if one thread took up one after the other: so it is the same at any number of
    /// threads from two on, and a little other than on one, which makes no list.
    ///
    /// # Errors
    /// As [`solve`](Self::solve).
    pub fn solve_on_threads<W: Steps<P>>(
        &self,
        walk: W,
        threads: usize,
        limits: &Limits,
        observer: &mut impl Observer<P::State>,
    ) -> Result<Found<P::Action>, SearchError> {
        // Estimates are handed on along one path.
        if threads < 2 || limits.expansions.is_some() || self.pathmax {
            return self.solve(walk, limits, observer);
        }
        let plain = |memory: &Memory| Plain::<P, G, H, R, W, _>::new(self, NoTable, memory);
        let mut team = Threads::new(plain(&limits.memory), plain, threads);
        self.iterate(limits, |bound, meter| {
            team.iteration(bound, meter, observer)
        })
    }
}

impl<'a, P, G, H> IdaStar<'a, P, G, H, NoUndo<'a, P>>
where
    P: Invertible<State: Sync, Action: Send + Sync> + Sync,
    G: Goal<P::State> + Sync,
    H: Heuristic<P::State> + Sync,
{
    /// The same as [`solve_on_threads`](Self::solve_on_threads) with [`Revisits::AtHigherCost`], by a kernel that
    /// the puzzle wrote: same plan, same counts. The observer does not see the nodes that the kernel expands; on one
    /// thread it is told of progress all the same, on several after each iteration.
    ///
    /// # Errors
    /// As [`solve`](Self::solve).
    pub fn solve_by_kernel<K: Kernel<Space = P> + Sync>(
        &self,
        kernel: &K,
        threads: usize,
        limits: &Limits,
        observer: &mut impl Observer<P::State>,
    ) -> Result<Found<P::Action>, SearchError> {
        let search = IdaStar {
            revisits: Revisits::AtHigherCost,
            pruning: self.pruning,
            pathmax: false,
            ..*self
        };
        let plain = |memory: &Memory| {
            Plain::<P, G, H, NoUndo<'_, P>, ByUndo, _>::new(&search, NoTable, memory)
        };
        if threads < 2 || limits.expansions.is_some() {
            let worker = ByKernel::new(kernel, plain(&limits.memory));
            return search.one_by_one::<ByUndo>(worker, limits, observer);
        }
        let worker = |memory: &Memory| ByKernel::new(kernel, plain(memory));
        let mut team = Threads::new(plain(&limits.memory), worker, threads);
        search.iterate(limits, |bound, meter| {
            team.iteration(bound, meter, observer)
        })
    }
}

fn found<A>(outcome: Outcome<A>, meter: &Meter<'_>) -> Found<A> {
    let mut stats = meter.stats;
    stats.peak_bytes = meter.limits.memory.peak();
    Found { outcome, stats }
}

fn limit_reached<A>(limit: Limit, lower: Option<Cost>, meter: &Meter<'_>) -> Found<A> {
    found(Outcome::stopped(limit, lower), meter)
}

/// The whole search in one line: a cheapest plan from `start` to `goal` in `space`, led by an admissible
/// heuristic.
///
/// # Errors
/// As [`IdaStar::solve`].
pub fn ida_star<P: StateSpace>(
    space: &P,
    start: P::State,
    goal: &impl Goal<P::State>,
    heuristic: &impl Heuristic<P::State>,
) -> Result<Outcome<P::Action>, SearchError> {
    alone(space, start, goal, |task, limits| {
        let search = IdaStar::new(task, heuristic);
        search
            .solve(ByCopies, limits, &mut ())
            .map(|found| found.outcome)
    })
}
