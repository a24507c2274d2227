//! The cheapest plans one after the other, of those that come to no state twice.
//!
//! The plans are split into parts by how they begin (Yen 1971, "Finding the k shortest loopless paths in a network";
//! the parts without overlap: Lawler 1972): a part is what plans of it have in common, and the steps that they do
//! not take next. The cheapest plan of each part is found by a search of its own, led by an admissible heuristic.
//! The cheapest of all parts is the next plan; what is left of its part is split along it. To end in a goal is a step
//! too, so a plan may go on through a goal to another one.
//!
//! Time: for each plan as many searches as it has actions, and two more. Memory: that of one search, and the best
//! plan of each part.

use std::collections::HashSet;
use std::hash::Hash;

use crate::cost::{self, Cost};
use crate::goal::Goal;
use crate::heuristic::Heuristic;
use crate::memory::{BudgetVec, Held, bytes_of};
use crate::open::OpenList;
use crate::open::heap::Heap;
use crate::plan::Plan;
use crate::search::astar::ByTotal;
use crate::search::best_first::BestFirst;
use crate::search::end::End;
use crate::search::limits::{Limit, Limits};
use crate::search::outcome::SearchError;
use crate::search::stop::Stop;
use crate::search::task::Task;
use crate::search::trace::{ByParents, Trace};
use crate::search::{Observer, Stats};
use crate::space::StateSpace;
use crate::store::interned::Interned;

/// The cheapest plans.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cheapest<A> {
    /// In the order of their cost. Among plans of the same cost, the order is the same in every run, no more.
    pub plans: Vec<Plan<A>>,
    /// Why there are no more.
    pub end: Ended,
    /// What all searches took together; `stored` is that of the largest.
    pub stats: Stats,
}

/// Why a list of plans has no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// As many were wanted.
    Enough,
    /// There are no others that come to no state twice.
    All,
    /// This limit was reached. The plans are the cheapest all the same.
    Limit(Limit),
}

/// The space in which some actions are not taken in one state.
struct Without<'a, P: StateSpace> {
    space: &'a P,
    state: Option<&'a P::State>,
    actions: &'a [P::Action],
}

impl<'a, P: StateSpace> StateSpace for Without<'a, P> {
    type State = P::State;
    type Action = P::Action;

    #[inline]
    fn actions<'b>(&'b self, state: &P::State) -> impl Iterator<Item = P::Action> + use<'a, 'b, P> {
        let is_it = self.state == Some(state);
        let actions = self.space.actions(state);
        actions.filter(move |action| !(is_it && self.actions.contains(action)))
    }

    #[inline]
    fn apply(&self, state: &mut P::State, action: &P::Action) {
        self.space.apply(state, action);
    }

    #[inline]
    fn cost(&self, state: &P::State, action: &P::Action) -> Cost {
        self.space.cost(state, action)
    }

    fn max_cost(&self) -> Option<Cost> {
        self.space.max_cost()
    }
}

/// The steps that the plans of a part do not take next.
#[derive(Clone)]
struct Refused<A> {
    starts: Vec<usize>,
    actions: Vec<A>,
    /// Whether they do not end.
    end: bool,
}

impl<A> Refused<A> {
    fn none() -> Self {
        Self {
            starts: Vec::new(),
            actions: Vec::new(),
            end: false,
        }
    }
}

/// The cheapest plan of a part.
struct Part<A> {
    plan: Plan<A>,
    /// How many steps its plans have in common: the start, then actions.
    level: usize,
    refused: Refused<A>,
}

/// A plan that others begin like, and the states on it with their costs.
struct Root<'a, P: StateSpace> {
    plan: &'a Plan<P::Action>,
    states: &'a [(P::State, Cost)],
}

struct Search<'a, P: StateSpace, G, H> {
    task: Task<'a, P, G>,
    heuristic: &'a H,
    limits: &'a Limits,
    /// The numbers of the starts, one for each state.
    starts: Vec<usize>,
    parts: Vec<Option<Part<P::Action>>>,
    order: Heap<(Cost, usize), usize>,
    held: Held,
    /// Whether the limit on cost left out a part.
    is_cut: bool,
    stats: Stats,
}

impl<P, G, H> Search<'_, P, G, H>
where
    P: StateSpace<State: Hash>,
    G: Goal<P::State>,
    H: Heuristic<P::State>,
{
    /// Adds the part of the plans that have the first `level` steps of a plan, and do not take the next ones that are
    /// refused. States in `passed` are not come to again.
    fn add(
        &mut self,
        root: &Root<'_, P>,
        level: usize,
        refused: Refused<P::Action>,
        passed: &HashSet<P::State>,
        observer: &mut impl Observer<P::State>,
    ) -> Result<(), Stop> {
        let Root { plan, states } = *root;
        let fixed = level.checked_sub(1);
        let here = fixed.map(|taken| states[taken].clone());
        let mut open = self.starts.clone();
        open.retain(|start| !refused.starts.contains(start));
        let starts: Vec<_> = if let Some(here) = &here {
            vec![here.clone()]
        } else {
            let states = open.iter().map(|&start| &self.task.starts[start]);
            states.cloned().collect()
        };
        let spur = here.as_ref().map(|(state, _)| state);
        let goal = |state: &P::State| {
            !(refused.end && Some(state) == spur) && self.task.goal.is_goal(state)
        };
        let space = Without {
            space: self.task.space,
            state: spur,
            actions: &refused.actions,
        };
        let task = Task {
            space: &space,
            starts: &starts,
            goal: &goal,
        };
        let by = |state: &P::State| {
            let is_open = !passed.contains(state);
            is_open.then(|| self.heuristic.estimate(state)).flatten()
        };
        let limits = Limits {
            expansions: self
                .limits
                .expansions
                .map(|most| most.saturating_sub(self.stats.expanded)),
            ..self.limits.clone()
        };
        let (memory, max) = (&limits.memory, space.max_cost().unwrap_or(Cost::MAX));
        let (mut store, queue) = (Interned::new(memory), Heap::new(memory));
        let order = ByTotal::up_to(max);
        let mut search = BestFirst::new(task, &mut store, queue, order, by);
        let end = search.run(&limits, observer)?;
        let stats = search.stats();
        self.stats.expanded += stats.expanded;
        self.stats.generated += stats.generated;
        self.stats.reopened += stats.reopened;
        self.stats.duplicates += stats.duplicates;
        self.stats.stored = self.stats.stored.max(stats.stored);
        let rest = match end {
            End::Goal(id) => ByParents.plan(&space, &starts, &store, id, &limits)?,
            End::Exhausted => return Ok(()),
            End::Limit(Limit::Cost(_)) => {
                self.is_cut = true;
                return Ok(());
            }
            End::Limit(Limit::Expansions(_)) => {
                let most = self.limits.expansions.unwrap_or_default();
                return Err(Limit::Expansions(most).into());
            }
            End::Limit(limit) => return Err(limit.into()),
        };
        let found = if let Some(taken) = fixed {
            Plan {
                start: plan.start,
                actions: [&plan.actions[..taken], &rest.actions].concat(),
                cost: rest.cost,
            }
        } else {
            let start = open.get(rest.start).copied().unwrap_or_default();
            Plan { start, ..rest }
        };
        let actions = found.actions.len() + refused.actions.len();
        let bytes = bytes_of::<P::Action>(actions) + bytes_of::<usize>(refused.starts.len());
        self.held.grow(bytes + bytes_of::<Part<P::Action>>(2))?;
        self.order
            .push((found.cost, found.actions.len()), self.parts.len())?;
        self.parts.push(Some(Part {
            plan: found,
            level,
            refused,
        }));
        Ok(())
    }

    /// Splits what is left of a part along its cheapest plan.
    fn split(
        &mut self,
        part: &Part<P::Action>,
        observer: &mut impl Observer<P::State>,
    ) -> Result<(), Stop> {
        let Part { plan, level, .. } = part;
        let states = self.states(plan)?;
        let mut passed = HashSet::new();
        for depth in 0..=plan.actions.len() + 1 {
            // Those that are fixed are behind the state that is gone on from.
            if let Some(behind) = depth.checked_sub(2) {
                passed.insert(states[behind].0.clone());
            }
            if depth < *level {
                continue;
            }
            let mut refused = if depth == *level {
                part.refused.clone()
            } else {
                Refused::none()
            };
            match depth.checked_sub(1) {
                None => refused.starts.push(plan.start),
                Some(taken) => match plan.actions.get(taken) {
                    Some(action) => refused.actions.push(action.clone()),
                    None => refused.end = true,
                },
            }
            let root = Root {
                plan,
                states: &states,
            };
            self.add(&root, depth, refused, &passed, observer)?;
        }
        Ok(())
    }

    /// The states of a plan, and what they cost.
    fn states(&self, plan: &Plan<P::Action>) -> Result<BudgetVec<(P::State, Cost)>, Stop> {
        let Task { space, starts, .. } = self.task;
        let (mut state, mut g) = starts[plan.start].clone();
        let mut states = BudgetVec::new(&self.limits.memory);
        states.push((state.clone(), g))?;
        for action in &plan.actions {
            g = cost::add(g, space.cost(&state, action))?;
            space.apply(&mut state, action);
            states.push((state.clone(), g))?;
        }
        Ok(states)
    }

    fn run(
        &mut self,
        most: usize,
        plans: &mut Vec<Plan<P::Action>>,
        observer: &mut impl Observer<P::State>,
    ) -> Result<Ended, Stop> {
        if most == 0 {
            return Ok(Ended::Enough);
        }
        let none = Plan {
            start: 0,
            actions: Vec::new(),
            cost: 0,
        };
        let (passed, refused) = (HashSet::new(), Refused::none());
        let root = Root {
            plan: &none,
            states: &[],
        };
        self.add(&root, 0, refused, &passed, observer)?;
        while let Some((_, number)) = self.order.pop() {
            let Some(part) = self.parts[number].take() else {
                continue;
            };
            plans.push(part.plan.clone());
            if plans.len() == most {
                return Ok(Ended::Enough);
            }
            self.split(&part, observer)?;
        }
        Ok(if self.is_cut {
            Ended::Limit(Limit::Cost(self.limits.cost.unwrap_or(Cost::MAX)))
        } else {
            Ended::All
        })
    }
}

/// The cheapest `most` plans that come to no state twice, led by an admissible `heuristic`
/// ([`Blind`](crate::heuristic::Blind) where none is known). Costs are from 0 on.
///
/// Of several starts at one state the cheapest counts. Limits on expansions hold for all searches
/// together, those on states for each. On an infinite space the search of a part without a plan ends only
/// by a limit.
///
/// # Errors
/// As [`uniform_cost::search`](crate::search::uniform_cost::search).
pub fn cheapest<P, G>(
    task: Task<'_, P, G>,
    heuristic: &impl Heuristic<P::State>,
    most: usize,
    limits: &Limits,
    observer: &mut impl Observer<P::State>,
) -> Result<Cheapest<P::Action>, SearchError>
where
    P: StateSpace<State: Hash>,
    G: Goal<P::State>,
{
    let mut by_cost: Vec<usize> = (0..task.starts.len()).collect();
    by_cost.sort_by_key(|&start| task.starts[start].1);
    let mut seen = HashSet::new();
    by_cost.retain(|&start| seen.insert(&task.starts[start].0));
    by_cost.sort_unstable();
    let mut search = Search {
        task,
        heuristic,
        limits,
        starts: by_cost,
        parts: Vec::new(),
        order: Heap::new(&limits.memory),
        held: Held::new(&limits.memory),
        is_cut: false,
        stats: Stats::default(),
    };
    let mut plans = Vec::new();
    let end = match search.run(most, &mut plans, observer) {
        Ok(end) => end,
        Err(stop) => Ended::Limit(stop.limit()?),
    };
    let mut stats = search.stats;
    stats.peak_bytes = limits.memory.peak();
    Ok(Cheapest { plans, end, stats })
}
