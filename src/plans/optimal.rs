//! All optimal plans: how many there are, exactly, and the first of them.
//!
//! Uniform cost up to the least cost, then the arcs along which costs add up exactly ("tight" arcs): every way along
//! them from a start to a goal of that cost is an optimal plan, and there are no others. They are counted from the
//! goals back, one addition for each arc. Where a cycle of tight arcs, all of which cost 0, lies on one of the ways,
//! there are infinitely many.
//!
//! Two plans are different if they begin at different states or take different actions; actions that lead to the
//! same state count each. A plan may pass through a goal on its way to another one, where that costs nothing.
//!
//! Time: that of uniform cost for all states that cost no more than a plan, twice their successors, and for each
//! plan that is listed its length, for each length of plan up to its own. Memory: those states, their tight arcs, and
//! some 40 bytes for each of them.

use std::hash::Hash;

use crate::cost::{self, Cost};
use crate::goal::{Goal, Nowhere};
use crate::heuristic::Blind;
use crate::memory::{BudgetVec, Held, Memory, MemoryExhausted, bytes_of};
use crate::open::heap::Heap;
use crate::plan::Plan;
use crate::search::best_first::BestFirst;
use crate::search::end::{End, Step};
use crate::search::limits::{Limit, Limits, Pace};
use crate::search::outcome::SearchError;
use crate::search::stop::Stop;
use crate::search::task::Task;
use crate::search::trace::Walk;
use crate::search::uniform_cost::ByCost;
use crate::search::{Observer, Stats};
use crate::space::StateSpace;
use crate::store::interned::Interned;
use crate::store::{Costs, NodeStore};

/// Pieces of work between two looks at the clock.
const PATIENCE: u32 = 1 << 12;

/// How many plans there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// So many.
    Exactly(u128),
    /// Finitely many, but more than this.
    MoreThan(u128),
    /// Infinitely many: a cycle that costs nothing lies on one of them.
    Infinite,
}

/// The optimal plans.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Optimal<A> {
    /// What each of them costs.
    pub cost: Cost,
    /// How many there are.
    pub count: Count,
    /// The first of them: those with fewer actions first, among these by the place of their start in the list of
    /// starts, then by the order in which the rules list actions.
    pub plans: Vec<Plan<A>>,
}

/// What was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer<A> {
    /// These.
    Solved(Optimal<A>),
    /// There is no plan: everything that can be reached was looked at.
    Unsolvable,
    /// A limit was reached first.
    LimitReached {
        /// Which one.
        limit: Limit,
        /// No plan costs less than this, where it is known.
        lower: Option<Cost>,
    },
}

/// A tight arc.
struct Arc<A> {
    to: u32,
    action: A,
}

/// Watches until the first goal is taken up, and what is taken up then.
struct Eye<'a, G, V> {
    goal: &'a G,
    best: Option<Cost>,
    at: Cost,
    observer: &'a mut V,
}

impl<S, G: Goal<S>, V: Observer<S>> Observer<S> for Eye<'_, G, V> {
    fn expanded(&mut self, state: &S, g: Cost) {
        self.at = g;
        if self.best.is_none() && self.goal.is_goal(state) {
            self.best = Some(g);
        }
        self.observer.expanded(state, g);
    }
}

/// Counts the optimal plans, and lists the first `most` of them.
///
/// Costs are from 0 on. Starts at the same state are one start, the cheapest.
///
/// # Errors
/// As [`uniform_cost::search`](crate::search::uniform_cost::search).
pub fn optimal<P, G>(
    task: Task<'_, P, G>,
    most: usize,
    limits: &Limits,
    observer: &mut impl Observer<P::State>,
) -> Result<(Answer<P::Action>, Stats), SearchError>
where
    P: StateSpace<State: Hash>,
    G: Goal<P::State>,
{
    let memory = &limits.memory;
    let mut store = Interned::new(memory);
    let mut eye = Eye {
        goal: task.goal,
        best: None,
        at: Cost::MIN,
        observer,
    };
    let everywhere = Task {
        space: task.space,
        starts: task.starts,
        goal: &Nowhere,
    };
    let order = ByCost::up_to(task.space.max_cost().unwrap_or(Cost::MAX));
    let mut search = BestFirst::new(everywhere, &mut store, Heap::new(memory), order, Blind);
    let limit = explore(&mut search, &mut eye, limits)?;
    let (mut stats, lower) = (search.stats(), search.lower());
    let answer = match (limit, eye.best) {
        (Some(limit), _) => Answer::LimitReached { limit, lower },
        (None, None) => Answer::Unsolvable,
        (None, Some(cost)) => {
            let ways = Ways::new(task, &store, cost, limits);
            match ways.and_then(|ways| Ok((ways.count()?, ways.list(most)?))) {
                Ok((count, plans)) => Answer::Solved(Optimal { cost, count, plans }),
                Err(stop) => Answer::LimitReached {
                    limit: stop.limit()?,
                    lower: Some(cost),
                },
            }
        }
    };
    stats.peak_bytes = memory.peak();
    Ok((answer, stats))
}

/// Uniform cost that no goal ends.
type Everywhere<'a, P> =
    BestFirst<'a, P, Nowhere, Interned<StateOf<P>>, Heap<Cost, u32>, ByCost, Blind>;

type StateOf<P> = <P as StateSpace>::State;

/// Takes up all states that cost no more than the first goal. Returns the limit that was reached before.
fn explore<P, G, V>(
    search: &mut Everywhere<'_, P>,
    eye: &mut Eye<'_, G, V>,
    limits: &Limits,
) -> Result<Option<Limit>, SearchError>
where
    P: StateSpace<State: Hash>,
    G: Goal<P::State>,
    V: Observer<P::State>,
{
    loop {
        let stats = search.stats();
        if let Some(limit) = limits.reached(&stats) {
            return Ok(Some(limit));
        }
        match search.step(limits, eye)? {
            Step::Expanded(_) if eye.best.is_some_and(|best| eye.at > best) => return Ok(None),
            Step::Expanded(_) | Step::Stale(_) => {}
            // What the limit on cost left out costs more than a goal that was taken up within it.
            Step::Done(End::Limit(Limit::Cost(_))) if eye.best.is_some() => return Ok(None),
            Step::Done(End::Limit(limit)) => return Ok(Some(limit)),
            Step::Done(End::Goal(_) | End::Exhausted) => return Ok(None),
        }
        if stats.expanded.is_multiple_of(1024) {
            eye.observer.progress(&stats);
        }
    }
}

/// The ways along tight arcs to the goals of one cost.
struct Ways<'a, P: StateSpace> {
    space: &'a P,
    store: &'a Interned<P::State>,
    limits: &'a Limits,
    /// Where ways begin: the number of the start, its node and its initial cost.
    begins: BudgetVec<(usize, u32, Cost)>,
    /// The arcs of each node, one node after the other; those of node i end where those of node i + 1 begin.
    arcs: BudgetVec<Arc<P::Action>>,
    first: BudgetVec<usize>,
    /// The nodes that arcs come from, by the node that they lead to, in the same form.
    from: BudgetVec<u32>,
    first_from: BudgetVec<usize>,
    is_goal: BudgetVec<bool>,
    /// The fewest arcs to a goal.
    left: BudgetVec<u32>,
    /// The nodes from which a goal can be reached.
    live: BudgetVec<u32>,
}

/// No goal can be reached.
const NEVER: u32 = u32::MAX;

impl<'a, P: StateSpace<State: Hash>> Ways<'a, P> {
    fn new<G: Goal<P::State>>(
        task: Task<'a, P, G>,
        store: &'a Interned<P::State>,
        cost: Cost,
        limits: &'a Limits,
    ) -> Result<Self, Stop> {
        let (memory, nodes) = (&limits.memory, store.states().len());
        let mut ways = Self {
            space: task.space,
            store,
            limits,
            begins: BudgetVec::new(memory),
            arcs: BudgetVec::new(memory),
            first: BudgetVec::filled(memory, nodes + 1, 0)?,
            from: BudgetVec::new(memory),
            first_from: BudgetVec::filled(memory, nodes + 1, 0)?,
            is_goal: BudgetVec::filled(memory, nodes, false)?,
            left: BudgetVec::filled(memory, nodes, NEVER)?,
            live: BudgetVec::new(memory),
        };
        let mut pace = Pace::new(limits, PATIENCE);
        ways.begin(task.starts, memory)?;
        ways.tighten(cost, &mut pace)?;
        ways.turn(memory)?;
        for (node, state) in store.states().iter().enumerate() {
            pace.tick(1)?;
            ways.is_goal[node] = store.g(id_at(node)) == cost && task.goal.is_goal(state);
            if ways.is_goal[node] {
                ways.left[node] = 0;
                ways.live.push(id_at(node))?;
            }
        }
        let mut at = 0;
        while let Some(&node) = ways.live.get(at) {
            pace.tick(1)?;
            at += 1;
            let next = ways.left[node as usize].saturating_add(1);
            for number in ways.arcs_to(node) {
                let before = ways.from[number];
                if ways.left[before as usize] == NEVER {
                    ways.left[before as usize] = next;
                    ways.live.push(before)?;
                }
            }
        }
        Ok(ways)
    }

    /// Finds the nodes where ways begin: each start that cannot be reached more cheaply, once.
    fn begin(&mut self, starts: &[(P::State, Cost)], memory: &Memory) -> Result<(), Stop> {
        let mut seen = BudgetVec::filled(memory, self.store.states().len(), false)?;
        for (number, (state, initial)) in starts.iter().enumerate() {
            if let Some(node) = self.store.find(state)
                && self.store.g(node) == *initial
                && !std::mem::replace(&mut seen[node as usize], true)
            {
                self.begins.push((number, node, *initial))?;
            }
        }
        Ok(())
    }

    /// Collects the tight arcs between nodes that cost no more than a plan.
    fn tighten(&mut self, most: Cost, pace: &mut Pace<'_>) -> Result<(), Stop> {
        let (space, store) = (self.space, self.store);
        let Some(mut next) = store.states().first().cloned() else {
            return Ok(());
        };
        for (node, state) in store.states().iter().enumerate() {
            self.first[node] = self.arcs.len();
            let g = store.g(id_at(node));
            if g > most {
                continue;
            }
            for action in space.actions(state) {
                pace.tick(1)?;
                let total = cost::add(g, space.cost(state, &action))?;
                if total > most {
                    continue;
                }
                next.clone_from(state);
                space.apply(&mut next, &action);
                if let Some(to) = store.find(&next).filter(|&to| store.g(to) == total) {
                    self.arcs.push(Arc { to, action })?;
                    self.first_from[to as usize + 1] += 1;
                }
            }
        }
        if let Some(end) = self.first.last_mut() {
            *end = self.arcs.len();
        }
        Ok(())
    }

    /// Sorts the nodes that arcs come from by those that they lead to.
    fn turn(&mut self, memory: &Memory) -> Result<(), MemoryExhausted> {
        for node in 1..self.first_from.len() {
            self.first_from[node] += self.first_from[node - 1];
        }
        self.from = BudgetVec::filled(memory, self.arcs.len(), 0)?;
        let mut filled = BudgetVec::filled(memory, self.first_from.len(), 0)?;
        for node in 0..self.is_goal.len() {
            for arc in &self.arcs[self.first[node]..self.first[node + 1]] {
                let to = arc.to as usize;
                self.from[self.first_from[to] + filled[to]] = id_at(node);
                filled[to] += 1;
            }
        }
        Ok(())
    }

    /// The numbers of the arcs into a node, as they stand in `from`.
    fn arcs_to(&self, node: u32) -> std::ops::Range<usize> {
        self.first_from[node as usize]..self.first_from[node as usize + 1]
    }

    /// The numbers of the arcs of a node.
    fn arcs_of(&self, node: u32) -> std::ops::Range<usize> {
        self.first[node as usize]..self.first[node as usize + 1]
    }

    fn is_live(&self, node: u32) -> bool {
        self.left[node as usize] != NEVER
    }

    /// How many ways there are: node by node, after all that its arcs lead to. Nodes of which that never comes lie
    /// on a cycle or before one.
    fn count(&self) -> Result<Count, Stop> {
        let (memory, nodes) = (&self.limits.memory, self.is_goal.len());
        let mut pace = Pace::new(self.limits, PATIENCE);
        let mut open: BudgetVec<usize> = BudgetVec::filled(memory, nodes, 0)?;
        // None: more than there are numbers.
        let mut counts: BudgetVec<Option<u128>> = BudgetVec::filled(memory, nodes, Some(0))?;
        let mut ready = BudgetVec::new(memory);
        for &node in self.live.iter() {
            pace.tick(1)?;
            let arcs = &self.arcs[self.arcs_of(node)];
            open[node as usize] = arcs.iter().filter(|arc| self.is_live(arc.to)).count();
            counts[node as usize] = Some(u128::from(self.is_goal[node as usize]));
            if open[node as usize] == 0 {
                ready.push(node)?;
            }
        }
        let mut settled = 0;
        while let Some(node) = ready.pop() {
            pace.tick(1)?;
            settled += 1;
            let count = counts[node as usize];
            for number in self.arcs_to(node) {
                let before = self.from[number] as usize;
                counts[before] = join(counts[before], count);
                open[before] -= 1;
                if open[before] == 0 {
                    ready.push(self.from[number])?;
                }
            }
        }
        if settled < self.live.len() {
            return Ok(Count::Infinite);
        }
        let of_begins = self
            .begins
            .iter()
            .map(|&(_, node, _)| counts[node as usize]);
        let all = of_begins.fold(Some(0), join);
        Ok(all.map_or(Count::MoreThan(u128::MAX), Count::Exactly))
    }

    /// The first `most` plans: all of one length by a depth-first search that goes nowhere from where no goal is
    /// near enough, then those of the next length that there can be.
    fn list(&self, most: usize) -> Result<Vec<Plan<P::Action>>, Stop> {
        let (mut plans, mut pace) = (Vec::new(), Pace::new(self.limits, PATIENCE));
        let mut held = Held::new(&self.limits.memory);
        let lefts = self
            .begins
            .iter()
            .map(|&(_, node, _)| self.left[node as usize]);
        let mut length = lefts.filter(|&left| left != NEVER).min();
        // The arcs of the path, and the number of the next arc at each of its nodes.
        let (mut path, mut next) = (
            BudgetVec::new(&self.limits.memory),
            BudgetVec::new(&self.limits.memory),
        );
        while let Some(bound) = length.take() {
            for &(start, begin, initial) in self.begins.iter() {
                if plans.len() >= most {
                    return Ok(plans);
                }
                let mut node = begin;
                let mut is_new = true;
                path.clear();
                next.clear();
                loop {
                    pace.tick(1)?;
                    let left = self.left[node as usize];
                    let steps = u32::try_from(path.len()).unwrap_or(NEVER);
                    let reach = steps.saturating_add(left);
                    if is_new && reach > bound {
                        if left != NEVER {
                            length = Some(length.map_or(reach, |least| least.min(reach)));
                        }
                        next.push(usize::MAX)?;
                    } else if is_new {
                        if steps == bound && left == 0 {
                            let bytes = bytes_of::<P::Action>(path.len());
                            held.grow(bytes + bytes_of::<Plan<P::Action>>(2))?;
                            plans.push(self.plan(&path, (start, initial, begin))?);
                            if plans.len() >= most {
                                return Ok(plans);
                            }
                        }
                        next.push(self.first[node as usize])?;
                    }
                    let Some(number) = next.last_mut() else { break };
                    if *number < self.first[node as usize + 1] {
                        path.push(*number)?;
                        node = self.arcs[*number].to;
                        *number += 1;
                        is_new = true;
                    } else {
                        next.pop();
                        if path.pop().is_none() {
                            break;
                        }
                        node = path.last().map_or(begin, |&arc: &usize| self.arcs[arc].to);
                        is_new = false;
                    }
                }
            }
        }
        Ok(plans)
    }

    /// The plan along a path.
    fn plan(
        &self,
        path: &[usize],
        (start, initial, mut node): (usize, Cost, u32),
    ) -> Result<Plan<P::Action>, Stop> {
        let mut walk = Walk::new(self.limits);
        for &number in path {
            let Arc { to, action } = &self.arcs[number];
            walk.push(action.clone(), self.store.g(*to) - self.store.g(node))?;
            node = *to;
        }
        walk.plan((start, initial))
    }
}

/// The sum of two counts, if it fits.
fn join(a: Option<u128>, b: Option<u128>) -> Option<u128> {
    a?.checked_add(b?)
}

/// The id of the state at that place: the store has no more states than ids.
fn id_at(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}
