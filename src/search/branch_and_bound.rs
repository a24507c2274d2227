//! Depth-first branch and bound: a plan soon, and then cheaper ones, until none is left.
//!
//! Goes down to the successor with the least f = g + h first, and back where f is no less than the best plan
//! that is known (Land and Doig 1960; as a search of state spaces, with duplicates: Zhang and Korf 1995). Each
//! plan that is cheaper than those before is told to the observer. Optimal when it ends, if the heuristic is
//! admissible and no action costs less than 0; at a limit the verdict has the best plan and the bound
//! that is proved by then.
//!
//! The states that were reached are stored with their cheapest cost, so a state is searched below again only if a
//! cheaper way to it is found. It ends on every finite space. In the worst case that happens exponentially
//! often; A* expands fewer states where memory lasts. Memory: every state within the best plan so far, and
//! the siblings of one path.

use std::cmp::Reverse;
use std::hash::Hash;

use crate::cost::{self, Cost, LARGEST};
use crate::goal::Goal;
use crate::heuristic::Heuristic;
use crate::memory::{BudgetVec, Memory};
use crate::search::end::End;
use crate::search::guided;
use crate::search::limits::{Limit, Limits};
use crate::search::outcome::{Found, Outcome, SearchError};
use crate::search::stop::Stop;
use crate::search::task::{Task, alone};
use crate::search::trace::{ByParents, Trace};
use crate::search::{Observer, Stats};
use crate::space::StateSpace;
use crate::store::interned::Interned;
use crate::store::{Costs, Reach};

/// A node of the path, or a sibling of one.
#[derive(Clone, Copy, Debug)]
struct Branch<Id> {
    id: Id,
    g: Cost,
    f: Cost,
    h: Cost,
    /// Its number among its siblings.
    number: usize,
    /// Whether its successors stand above it.
    is_expanded: bool,
}

/// A search in progress. An expansion allocates nothing beyond what the store and the stack need to grow.
#[derive(Debug)]
pub struct BranchAndBound<'a, P: StateSpace, G, S: Costs<State = P::State>, H> {
    task: Task<'a, P, G>,
    store: &'a mut S,
    heuristic: H,
    /// The path and its siblings, the next node last.
    stack: BudgetVec<Branch<S::Id>>,
    /// How many starts are on it.
    started: usize,
    /// The cheapest goal so far.
    best: Option<(S::Id, Cost)>,
    /// The least f that the limit on cost left out.
    cut: Option<Cost>,
    /// No plan costs less than this.
    lower: Option<Cost>,
    /// The state that is expanded and its successor, reused from step to step. `None` without a start.
    scratch: Option<(P::State, P::State)>,
    stats: Stats,
}

impl<'a, P, G, S, H> BranchAndBound<'a, P, G, S, H>
where
    P: StateSpace,
    G: Goal<P::State>,
    S: Costs<State = P::State>,
    H: Heuristic<P::State>,
{
    /// A search at its beginning; the store is empty.
    pub fn new(task: Task<'a, P, G>, store: &'a mut S, heuristic: H, memory: &Memory) -> Self {
        Self {
            task,
            store,
            heuristic,
            stack: BudgetVec::new(memory),
            started: 0,
            best: None,
            cut: None,
            lower: None,
            scratch: task.starts.first().map(|(s, _)| (s.clone(), s.clone())),
            stats: Stats::default(),
        }
    }

    /// The counters so far.
    #[must_use]
    pub fn stats(&self) -> Stats {
        self.stats
    }

    /// No plan costs less than this, as far as the search knew at the end of its last run.
    #[must_use]
    pub fn lower(&self) -> Option<Cost> {
        self.lower
    }

    /// What the best plan so far costs.
    #[must_use]
    pub fn upper(&self) -> Option<Cost> {
        self.best.map(|(_, cost)| cost)
    }

    /// Whether a plan of this cost would be better than the best one.
    #[inline]
    fn is_better(&self, cost: Cost) -> bool {
        self.best.is_none_or(|(_, best)| cost < best)
    }

    /// Comes to a state: stores it and puts it on the stack, if something better may follow.
    #[inline]
    fn meet(
        &mut self,
        state: &P::State,
        g: Cost,
        parent: Option<S::Id>,
        most: Cost,
        observer: &mut impl Observer<P::State>,
    ) -> Result<(), Stop> {
        if g > LARGEST {
            return Err(cost::CostOverflow(g, 0).into());
        }
        let is_goal = self.task.goal.is_goal(state);
        let (f, h) = if is_goal {
            (g, 0)
        } else {
            let Some(h) = self.heuristic.estimate(state) else {
                return Ok(());
            };
            (cost::add(g, h)?, h)
        };
        if f > most {
            self.cut = Some(self.cut.map_or(f, |least| least.min(f)));
            return Ok(());
        }
        if !self.is_better(f) {
            return Ok(());
        }
        // Before it is stored, so that nothing is stored and not searched below.
        self.stack.reserve_one()?;
        let id = match self.store.reach(state, g, parent)? {
            Reach::New(id) => id,
            Reach::Improved(id) => {
                self.stats.reopened += u64::from(parent.is_some());
                id
            }
            Reach::Known => {
                self.stats.duplicates += u64::from(parent.is_some());
                return Ok(());
            }
        };
        if is_goal {
            self.best = Some((id, g));
            observer.better(g, &self.stats);
            return Ok(());
        }
        self.stack.push_reserved(Branch {
            id,
            g,
            f,
            h,
            number: self.stack.len(),
            is_expanded: false,
        });
        Ok(())
    }

    /// Puts the siblings from `first` on into order, the best one last.
    fn sort(&mut self, first: usize) {
        self.stack[first..]
            .sort_unstable_by_key(|branch| Reverse((branch.f, branch.h, branch.number)));
    }

    fn begin(&mut self, most: Cost, observer: &mut impl Observer<P::State>) -> Result<(), Stop> {
        while let Some((state, initial)) = self.task.starts.get(self.started) {
            self.meet(state, *initial, None, most, observer)?;
            self.started += 1;
            if self.started == self.task.starts.len() {
                self.sort(0);
            }
        }
        self.stats.stored = self.store.len();
        Ok(())
    }

    /// Expands the last node of the stack.
    #[inline]
    fn expand(
        &mut self,
        at: usize,
        most: Cost,
        observer: &mut impl Observer<P::State>,
    ) -> Result<(), Stop> {
        let Some((mut state, mut next)) = self.scratch.take() else {
            return Ok(());
        };
        let space = self.task.space;
        let max = space.max_cost().unwrap_or(Cost::MAX);
        let Branch { id, g, .. } = self.stack[at];
        self.store.load(id, &mut state);
        observer.expanded(&state, g);
        self.stats.expanded += 1;
        let mut met = Ok(());
        for action in space.actions(&state) {
            let cost = space.cost(&state, &action);
            if !(0..=max).contains(&cost) {
                met = Err(SearchError::outside(&action, cost, max).into());
                break;
            }
            next.clone_from(&state);
            space.apply(&mut next, &action);
            self.stats.generated += 1;
            met = match cost::add(g, cost) {
                Ok(total) => self.meet(&next, total, Some(id), most, observer),
                Err(overflow) => Err(overflow.into()),
            };
            if met.is_err() {
                break;
            }
        }
        self.stats.stored = self.store.len();
        self.scratch = Some((state, next));
        met?;
        self.stack[at].is_expanded = true;
        self.sort(at + 1);
        Ok(())
    }

    /// What a plan costs at least that was not found yet.
    fn least_left(&self) -> Option<Cost> {
        let open = self.stack.iter().filter(|branch| !branch.is_expanded);
        let current = open.filter(|branch| self.store.g(branch.id) == branch.g);
        current.map(|branch| branch.f).chain(self.cut).min()
    }

    /// Searches until no better plan is left, or a limit is reached; the goal is that of the best plan. It can be
    /// run on under other limits, except for the one on cost.
    ///
    /// # Errors
    /// [`SearchError`] at a cost that is not served, or a sum that does not fit.
    pub fn run(
        &mut self,
        limits: &Limits,
        observer: &mut impl Observer<P::State>,
    ) -> Result<End<S::Id>, SearchError> {
        let limit = match self.search(limits, observer) {
            Ok(limit) => limit,
            Err(stop) => Some(stop.limit()?),
        };
        self.stats.peak_bytes = limits.memory.peak();
        let left = if self.started < self.task.starts.len() {
            None
        } else {
            let left = self.least_left();
            [left, self.upper()].into_iter().flatten().min()
        };
        self.lower = self.lower.max(left);
        Ok(match (limit, self.best, self.cut) {
            (Some(limit), ..) => End::Limit(limit),
            (None, Some((goal, _)), _) => End::Goal(goal),
            (None, None, Some(_)) => End::Limit(Limit::Cost(limits.most_cost())),
            (None, None, None) => End::Exhausted,
        })
    }

    fn search(
        &mut self,
        limits: &Limits,
        observer: &mut impl Observer<P::State>,
    ) -> Result<Option<Limit>, Stop> {
        let most = limits.most_cost();
        if self.started < self.task.starts.len() {
            self.begin(most, observer)?;
        }
        while let Some(branch) = self.stack.last() {
            let is_current = self.store.g(branch.id) == branch.g;
            if branch.is_expanded || !is_current || !self.is_better(branch.f) {
                self.stack.pop();
                continue;
            }
            if let Some(limit) = limits.reached(&self.stats) {
                return Ok(Some(limit));
            }
            self.expand(self.stack.len() - 1, most, observer)?;
            if self.stats.expanded.is_multiple_of(1024) {
                observer.progress(&self.stats);
            }
        }
        Ok(None)
    }

    /// Runs the search and turns its end into a verdict, with the plan found by `trace`.
    ///
    /// # Errors
    /// As [`run`](Self::run), and [`SearchError::Inadmissible`] if an estimate along the plan is above what the
    /// rest of it costs.
    pub fn solve(
        mut self,
        trace: &impl Trace<P, S>,
        limits: &Limits,
        observer: &mut impl Observer<P::State>,
    ) -> Result<Found<P::Action>, SearchError> {
        let end = self.run(limits, observer)?;
        let Task { space, starts, .. } = self.task;
        let plan = |id| trace.plan(space, starts, self.store, id, limits);
        let outcome = end.outcome(self.lower, true, plan)?;
        let outcome = outcome.with_best(|| self.best.and_then(|(id, _)| plan(id).ok()));
        let mut stats = self.stats;
        // The plan was put together beside the store.
        stats.peak_bytes = limits.memory.peak();
        let by = |state: &P::State| self.heuristic.estimate(state);
        guided::trusted(Found { outcome, stats }, &self.task, &by)
    }
}

/// Searches for a cheapest plan, led by an admissible `heuristic`; each better plan is told to the observer. The
/// store is empty.
///
/// # Errors
/// As [`astar::search`](crate::search::astar::search).
pub fn search<P, G, S>(
    task: Task<'_, P, G>,
    heuristic: &impl Heuristic<P::State>,
    store: &mut S,
    trace: &impl Trace<P, S>,
    limits: &Limits,
    observer: &mut impl Observer<P::State>,
) -> Result<Found<P::Action>, SearchError>
where
    P: StateSpace,
    G: Goal<P::State>,
    S: Costs<State = P::State>,
{
    let by = |state: &P::State| heuristic.estimate(state);
    BranchAndBound::new(task, store, by, &limits.memory).solve(trace, limits, observer)
}

/// The whole search in one line: a cheapest plan from `start` to `goal` in `space`.
///
/// # Errors
/// As [`search`].
pub fn branch_and_bound<P>(
    space: &P,
    start: P::State,
    goal: &impl Goal<P::State>,
    heuristic: &impl Heuristic<P::State>,
) -> Result<Outcome<P::Action>, SearchError>
where
    P: StateSpace<State: Hash>,
{
    alone(space, start, goal, |task, limits| {
        let mut store = Interned::new(&limits.memory);
        search(task, heuristic, &mut store, &ByParents, limits, &mut ()).map(|found| found.outcome)
    })
}
