//! Questions that begin at the same node share a search: a tree of cheapest ways from there answers all of them.
//!
//! Where no arc has a negative cost it is Dijkstra's search, which ends when the last node that is asked about is
//! taken up; otherwise it is SPFA, which cannot end early.

use std::cell::Cell;

use statewalk::catalog::menu::{Conclusion, Settings, Solution, Solutions, Watch, Watching};
use statewalk::catalog::puzzle::{Ask, Group};
use statewalk::cost::Cost;
use statewalk::encoding::number::Number;
use statewalk::goal::{Exactly, Goal, Nowhere};
use statewalk::memory::{BudgetVec, Memory, MemoryExhausted};
use statewalk::search::limits::Limits;
use statewalk::search::outcome::Outcome;
use statewalk::search::spfa::variant::Variant;
use statewalk::search::spfa::{self, MINUS_INFINITY};
use statewalk::search::stop::Stop;
use statewalk::search::task::Task;
use statewalk::search::trace::{ByParents, Trace};
use statewalk::search::{Stats, uniform_cost};
use statewalk::store::interned::Interned;
use statewalk::store::ranked::{Ranked, RankedParents};
use statewalk::store::{Costs, NodeStore, StoreError};

use super::Graph;
use super::digraph::{Arc, Digraph};

/// The largest cost that the narrowest table holds; it widens when a larger one comes.
const BYTE: Cost = 254;

type Store = RankedParents<Number<u32>>;

/// The goal that is met when the last of some nodes is taken up. Dijkstra's search asks of each node once, when its
/// cost is settled.
struct LastOf {
    /// Whether a node is one of them, and was not taken up.
    is_open: BudgetVec<Cell<bool>>,
    left: Cell<usize>,
}

impl LastOf {
    fn new(
        nodes: u32,
        these: impl Iterator<Item = u32>,
        memory: &Memory,
    ) -> Result<Self, MemoryExhausted> {
        let is_open = BudgetVec::filled(memory, nodes as usize, Cell::new(false))?;
        let fresh = these.filter(|&node| !is_open[node as usize].replace(true));
        let left = Cell::new(fresh.count());
        Ok(Self { is_open, left })
    }

    fn is_settled(&self, node: u32) -> bool {
        !self.is_open[node as usize].get()
    }
}

impl Goal<u32> for LastOf {
    #[inline]
    fn is_goal(&self, &node: &u32) -> bool {
        if !self.is_open[node as usize].replace(false) {
            return false;
        }
        self.left.set(self.left.get() - 1);
        self.left.get() == 0
    }
}

/// Questions that begin at the same node, by their place among all.
struct Asked<'a> {
    graph: &'a Digraph,
    settings: &'a Settings,
    starts: [(u32, Cost); 1],
    /// The node to end at, and the place of the question.
    goals: Vec<(u32, usize)>,
}

/// Answers the questions of a file, start by start.
pub(super) fn solve(
    group: &Group<Digraph, Exactly<u32>>,
    asks: &[&Ask<u32, Exactly<u32>>],
    settings: &Settings,
    watch: &mut dyn Watch,
) -> Solutions<Graph> {
    let graph = &group.rules;
    let mut answers = vec![Solution::no_start(); asks.len()];
    let starts = asks.iter().enumerate();
    let starts = starts.filter_map(|(place, ask)| Some((ask.starts.first()?, ask.goal.0, place)));
    let mut asked: Vec<_> = starts.collect();
    asked.sort_by_key(|&(start, _, place)| (start, place));
    let is_negative = graph.is_negative();
    for together in asked.chunk_by(|a, b| a.0 == b.0) {
        let asked = Asked {
            graph,
            settings,
            starts: [*together[0].0],
            goals: together
                .iter()
                .map(|&(_, goal, place)| (goal, place))
                .collect(),
        };
        let limits = &settings.limits;
        let answered = match limits.interrupted() {
            Some(limit) => Err(Stop::from(limit)),
            None if is_negative => asked.corrected(&mut answers, watch),
            None => asked.settled(&mut answers, watch),
        };
        if let Err(stop) = answered {
            let limit = stop.limit()?;
            for &(_, place) in &asked.goals {
                answers[place] = Solution::limit(limit, Stats::default());
            }
        }
    }
    Ok(answers)
}

impl Asked<'_> {
    fn limits(&self) -> &Limits {
        &self.settings.limits
    }

    fn store(&self) -> Result<Store, Stop> {
        let (graph, memory) = (self.graph, &self.limits().memory);
        let numbers = graph.numbers().map_err(|_| StoreError::Full(u64::MAX))?;
        let table: Ranked<_> = Ranked::new(numbers, BYTE, memory)?;
        Ok(table.with_parents(memory)?)
    }

    fn task<'a, G>(&'a self, goal: &'a G) -> Task<'a, Digraph, G> {
        Task {
            space: self.graph,
            starts: &self.starts,
            goal,
        }
    }

    /// By Dijkstra's search.
    fn settled(&self, answers: &mut [Solution<Arc>], watch: &mut dyn Watch) -> Result<(), Stop> {
        let (graph, limits) = (self.graph, self.limits());
        let goals = self.goals.iter().map(|&(goal, _)| goal);
        let last = LastOf::new(graph.nodes(), goals, &limits.memory)?;
        let mut store = self.store()?;
        let observer = &mut Watching(&mut *watch);
        let found =
            uniform_cost::search(self.task(&last), &mut store, &ByParents, limits, observer)?;
        watch.finished(&found.stats);
        let mut stats = Some(found.stats);
        for &(goal, place) in &self.goals {
            let verdict = if last.is_settled(goal) {
                self.told(&store, goal)?
            } else {
                // What is not settled costs no less than what the search stood at.
                Conclusion::Outcome(match &found.outcome {
                    Outcome::LimitReached { limit, lower, .. } => Outcome::stopped(*limit, *lower),
                    _ => Outcome::Unsolvable,
                })
            };
            // The search is counted with the first question that needed it.
            let stats = stats.take().unwrap_or_default();
            answers[place] = Solution::new(verdict, stats).held(&limits.memory);
        }
        Ok(())
    }

    /// By SPFA; where a cycle of negative cost makes plans cheaper without end, a search of its own finds it.
    fn corrected(&self, answers: &mut [Solution<Arc>], watch: &mut dyn Watch) -> Result<(), Stop> {
        let limits = self.limits();
        let mut store = self.store()?;
        let observer = &mut Watching(&mut *watch);
        let found = spfa::search(
            self.task(&Nowhere),
            &mut store,
            Variant::Fifo,
            limits,
            observer,
        )?;
        watch.finished(&found.stats);
        let mut stats = Some(found.stats);
        for &(goal, place) in &self.goals {
            let mut own = stats.take().unwrap_or_default();
            let reached = store.find(&goal).map(|id| store.g(id));
            let verdict = match (&found.outcome, reached) {
                (Outcome::LimitReached { limit, .. }, _) => {
                    Conclusion::Outcome(Outcome::stopped(*limit, None))
                }
                (_, None) => Conclusion::Outcome(Outcome::Unsolvable),
                (_, Some(MINUS_INFINITY)) => {
                    let mut store = Interned::new(&limits.memory);
                    let goal = Exactly(goal);
                    let task = self.task(&goal);
                    let observer = &mut Watching(&mut *watch);
                    let found = spfa::search(task, &mut store, Variant::Fifo, limits, observer)?;
                    watch.finished(&found.stats);
                    own += found.stats;
                    Conclusion::Outcome(found.outcome)
                }
                (_, Some(_)) => self.told(&store, goal)?,
            };
            answers[place] = Solution::new(verdict, own).held(&limits.memory);
        }
        Ok(())
    }

    /// The cheapest way to a node whose cost is final.
    fn told(&self, store: &Store, goal: u32) -> Result<Conclusion<Arc>, Stop> {
        let Some(id) = store.find(&goal) else {
            return Ok(Conclusion::Broken(
                "a node was settled and not stored".to_owned(),
            ));
        };
        let cost = store.g(id);
        if !self.settings.plans {
            return Ok(Conclusion::Cost(cost));
        }
        let plan = ByParents.plan(self.graph, &self.starts, store, id, self.limits());
        Ok(Conclusion::Outcome(match plan {
            Ok(plan) => Outcome::Solved {
                plan,
                proved: true,
                lower: Some(cost),
            },
            Err(stop) => Outcome::stopped(stop.limit()?, Some(cost)),
        }))
    }
}
