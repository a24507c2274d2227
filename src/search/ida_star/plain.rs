//! The search below a node by the plain rules, on stacks that are used again.

use std::iter;
use std::mem;

use crate::cost::{self, Cost};
use crate::goal::Goal;
use crate::heuristic::Heuristic;
use crate::memory::{BudgetVec, Memory};
use crate::pruning::Pruning;
use crate::search::Observer;
use crate::search::ida_star::subtree::{End, Meter, Root, Worker};
use crate::search::ida_star::table::Transpositions;
use crate::search::ida_star::walk::Walk;
use crate::search::ida_star::{IdaStar, Revisits};
use crate::search::outcome::SearchError;
use crate::search::stop::Stop;
use crate::space::StateSpace;

/// A node of the path.
#[derive(Debug)]
struct Frame<A, M> {
    /// The action that led to it, none at a start.
    led: Option<A>,
    /// Where its actions begin that were not tried yet.
    from: usize,
    g: Cost,
    /// What the automaton remembers.
    word: M,
    /// How many nodes just before it on the path cost the same.
    level: usize,
}

/// A state, its g and its h.
pub(super) type Node<S> = (S, Cost, Option<Cost>);

/// What becomes of a node that was come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Met {
    Left,
    /// It is beyond the bound, by an estimate from which the node before it is this far from a goal at least, if
    /// the action can be undone.
    Beyond(Cost),
    Within,
    Goal,
}

/// The search below nodes, one after the other.
pub(super) struct Plain<'a, P: StateSpace, G, H, R: Pruning<P::Action>, W: Walk<P>, T> {
    search: &'a IdaStar<'a, P, G, H, R>,
    memory: Memory,
    max: Cost,
    /// None before the first root.
    path: Option<W::Path>,
    frames: BudgetVec<Frame<P::Action, R::State>>,
    /// Those of all frames that were not tried yet, each frame's from the last to the first.
    actions: BudgetVec<P::Action>,
    table: T,
}

impl<'a, P, G, H, R, W, T> Plain<'a, P, G, H, R, W, T>
where
    P: StateSpace,
    G: Goal<P::State>,
    H: Heuristic<P::State>,
    R: Pruning<P::Action>,
    W: Walk<P>,
    T: Transpositions<P::State, R::State>,
{
    pub(super) fn new(search: &'a IdaStar<'a, P, G, H, R>, table: T, memory: &Memory) -> Self {
        Self {
            search,
            memory: memory.clone(),
            max: search.task.space.max_cost().unwrap_or(Cost::MAX),
            path: None,
            frames: BudgetVec::new(memory),
            actions: BudgetVec::new(memory),
            table,
        }
    }

    /// Collects the nodes within the bound that are `depth` actions below a start, from left to right, up to a
    /// goal above them.
    pub(super) fn split(
        &mut self,
        (bound, depth): (Cost, usize),
        meter: &mut Meter<'_>,
        observer: &mut impl Observer<P::State>,
        into: &mut Vec<Root<P::Action>>,
    ) -> Result<End, Stop> {
        for start in 0..self.search.task.starts.len() {
            let (actions, before) = (Vec::new(), meter.stats);
            let root = Root {
                start,
                actions,
                before,
            };
            match self.meet_start(start, bound, meter)? {
                Met::Left | Met::Beyond(_) => {}
                Met::Goal => {
                    into.push(root);
                    return Ok(End::Goal);
                }
                Met::Within if depth == 0 => into.push(root),
                Met::Within => {
                    let end = self.descend(start, bound, Some((depth, into)), meter, observer)?;
                    if end != End::Nothing {
                        into.push(self.root(start, meter));
                        return Ok(end);
                    }
                }
            }
        }
        Ok(End::Nothing)
    }

    /// The node that was come to last, below this start, as one to search below.
    fn root(&self, start: usize, meter: &Meter<'_>) -> Root<P::Action> {
        Root {
            start,
            actions: self.led(),
            before: meter.stats,
        }
    }

    /// The actions from the start to the node that was come to last.
    fn led(&self) -> Vec<P::Action> {
        self.frames
            .iter()
            .filter_map(|frame| frame.led.clone())
            .collect()
    }

    /// Makes the path begin and end at a start.
    fn restart(&mut self, start: usize) -> Result<(), Stop> {
        let (state, g) = &self.search.task.starts[start];
        match &mut self.path {
            Some(path) => W::restart(path, state),
            path @ None => *path = Some(W::begin(state, &self.memory)?),
        }
        while self.frames.pop().is_some() {}
        while self.actions.pop().is_some() {}
        self.frames.push(Frame {
            led: None,
            from: 0,
            g: *g,
            word: self.search.pruning.start(),
            level: 0,
        })?;
        Ok(())
    }

    fn meet_start(
        &mut self,
        start: usize,
        bound: Cost,
        meter: &mut Meter<'_>,
    ) -> Result<Met, Stop> {
        let (state, g) = &self.search.task.starts[start];
        let Some(h) = self.search.heuristic.estimate(state) else {
            return Ok(Met::Left);
        };
        let f = cost::add(*g, h)?;
        if f > bound {
            meter.cut(f);
            return Ok(Met::Left);
        }
        self.restart(start)?;
        let is_goal = self.search.task.goal.is_goal(state);
        Ok(if is_goal { Met::Goal } else { Met::Within })
    }

    /// Comes to the successor by `action` and takes the path there, unless it need not be searched below.
    #[inline]
    fn meet(
        &mut self,
        action: P::Action,
        word: R::State,
        bound: Cost,
        meter: &mut Meter<'_>,
    ) -> Result<Met, Stop> {
        let IdaStar {
            task, heuristic, ..
        } = self.search;
        let (Some(path), Some(parent)) = (&mut self.path, self.frames.last()) else {
            return Ok(Met::Left);
        };
        let spent = task.space.cost(W::state(path), &action);
        if !(0..=self.max).contains(&spent) {
            return Err(SearchError::outside(&action, spent, self.max).into());
        }
        let g = cost::add(parent.g, spent)?;
        let level = if spent == 0 { parent.level + 1 } else { 0 };
        W::enter(task.space, path, &action)?;
        meter.stats.generated += 1;
        let met = match heuristic.estimate(W::state(path)) {
            None => Met::Left,
            Some(h) => {
                let f = cost::add(g, h)?;
                if f > bound {
                    meter.cut(f);
                    // Neither is negative.
                    Met::Beyond(h - spent)
                } else {
                    Met::Within
                }
            }
        };
        if met != Met::Within {
            W::leave(task.space, path, &action);
            return Ok(met);
        }
        let back = match self.search.revisits {
            Revisits::Never => self.frames.len(),
            Revisits::AtHigherCost => level,
        };
        let led = self
            .frames
            .iter()
            .rev()
            .filter_map(|frame| frame.led.as_ref());
        let is_known = back > 0 && W::meets(task.space, path, back, iter::once(&action).chain(led))
            || self.table.prunes(W::state(path), &word, g);
        meter.stats.stored = self.table.stored();
        if is_known {
            meter.stats.duplicates += 1;
            W::leave(task.space, path, &action);
            return Ok(Met::Left);
        }
        let is_goal = task.goal.is_goal(W::state(path));
        self.frames.push(Frame {
            led: Some(action),
            from: self.actions.len(),
            g,
            word,
            level,
        })?;
        Ok(if is_goal { Met::Goal } else { Met::Within })
    }

    /// Expands the node that was come to last. Returns whether it need not be searched any more.
    #[inline]
    fn expand(
        &mut self,
        meter: &mut Meter<'_>,
        observer: &mut impl Observer<P::State>,
    ) -> Result<bool, Stop> {
        if meter.is_due() {
            observer.progress(&meter.stats);
            if meter.look()? {
                return Ok(true);
            }
        }
        let (Some(path), Some(frame)) = (&self.path, self.frames.last()) else {
            return Ok(false);
        };
        let state = W::state(path);
        meter.stats.expanded += 1;
        observer.expanded(state, frame.g);
        for action in self.search.task.space.actions(state) {
            self.actions.push(action)?;
        }
        self.actions[frame.from..].reverse();
        Ok(false)
    }

    /// Goes back to the node before the one that was come to last.
    #[inline]
    fn leave(&mut self) {
        let led = self.frames.pop().and_then(|frame| frame.led);
        if let (Some(path), Some(led)) = (&mut self.path, led) {
            W::leave(self.search.task.space, path, &led);
        }
    }

    /// Leaves the nodes of the path that cannot be on a plan within the bound, since one beside them is so far from
    /// every goal that they are, too: the last of them is `least` away. Returns whether the first of the frames from
    /// `first` on is one of them.
    #[cold]
    fn leave_beyond(
        &mut self,
        mut least: Cost,
        (bound, first): (Cost, usize),
        meter: &mut Meter<'_>,
    ) -> Result<bool, Stop> {
        while let Some(frame) = self.frames.last() {
            let (g, from) = (frame.g, frame.from);
            let f = cost::add(g, least)?;
            if f <= bound {
                return Ok(false);
            }
            // What was tried was cut off, or searched below; only what was not tried counts here.
            if self.actions.len() > from {
                meter.cut(f);
                self.actions.truncate(from);
            }
            if self.frames.len() == first {
                return Ok(true);
            }
            self.leave();
            least -= g - self.frames.last().map_or(g, |before| before.g);
        }
        Ok(true)
    }

    /// Searches below the node that was come to last; or, with a depth, expands no node that is so many actions
    /// below the start, but lists it.
    fn descend(
        &mut self,
        start: usize,
        bound: Cost,
        mut split: Option<(usize, &mut Vec<Root<P::Action>>)>,
        meter: &mut Meter<'_>,
        observer: &mut impl Observer<P::State>,
    ) -> Result<End, Stop> {
        let first = self.frames.len();
        if self.expand(meter, observer)? {
            return Ok(End::Outrun);
        }
        while let Some(frame) = self.frames.last() {
            if self.actions.len() == frame.from {
                if self.frames.len() == first {
                    break;
                }
                self.leave();
                continue;
            }
            let Some(action) = self.actions.pop() else {
                break;
            };
            let Some(word) = self.search.pruning.after(&frame.word, &action) else {
                continue;
            };
            match (self.meet(action, word, bound, meter)?, &mut split) {
                (Met::Beyond(least), _) if self.search.pathmax => {
                    if self.leave_beyond(least, (bound, first), meter)? {
                        break;
                    }
                }
                (Met::Left | Met::Beyond(_), _) => {}
                (Met::Goal, _) => return Ok(End::Goal),
                (Met::Within, Some((depth, into))) if self.frames.len() > *depth => {
                    into.push(self.root(start, meter));
                    self.leave();
                }
                (Met::Within, _) => {
                    if self.expand(meter, observer)? {
                        return Ok(End::Outrun);
                    }
                }
            }
        }
        Ok(End::Nothing)
    }

    /// The state, g and h of a root.
    pub(super) fn node(&mut self, root: &Root<P::Action>) -> Result<Option<Node<P::State>>, Stop> {
        self.go(root)?;
        let (Some(path), Some(frame)) = (&self.path, self.frames.last()) else {
            return Ok(None);
        };
        let state = W::state(path);
        let h = self.search.heuristic.estimate(state);
        Ok(Some((state.clone(), frame.g, h)))
    }

    /// The rules, and what is pruned of them.
    pub(super) fn rules(&self) -> (&'a P, &'a R) {
        (self.search.task.space, &self.search.pruning)
    }

    /// Takes the path to a root. What it costs and estimates was looked at when it was listed.
    fn go(&mut self, root: &Root<P::Action>) -> Result<(), Stop> {
        self.restart(root.start)?;
        let space = self.search.task.space;
        for action in &root.actions {
            let (Some(path), Some(parent)) = (&mut self.path, self.frames.last()) else {
                break;
            };
            let spent = space.cost(W::state(path), action);
            let pruning = &self.search.pruning;
            let word = pruning
                .after(&parent.word, action)
                .unwrap_or_else(|| pruning.start());
            let g = cost::add(parent.g, spent)?;
            let level = if spent == 0 { parent.level + 1 } else { 0 };
            W::enter(space, path, action)?;
            let led = Some(action.clone());
            self.frames.push(Frame {
                led,
                from: 0,
                g,
                word,
                level,
            })?;
        }
        Ok(())
    }
}

impl<P, G, H, R, W, T> Worker<P> for Plain<'_, P, G, H, R, W, T>
where
    P: StateSpace,
    G: Goal<P::State>,
    H: Heuristic<P::State>,
    R: Pruning<P::Action>,
    W: Walk<P>,
    T: Transpositions<P::State, R::State>,
{
    fn begin(&mut self) {
        self.table.begin();
    }

    fn below(
        &mut self,
        root: &Root<P::Action>,
        bound: Cost,
        meter: &mut Meter<'_>,
        observer: &mut impl Observer<P::State>,
        path: &mut Vec<P::Action>,
    ) -> Result<End, Stop> {
        self.go(root)?;
        let end = self.descend(root.start, bound, None, meter, observer)?;
        if end == End::Goal {
            drop(mem::replace(path, self.led()));
        }
        Ok(end)
    }
}
