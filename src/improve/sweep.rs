//! One pass along a plan that plans windows of one length anew.

use std::collections::VecDeque;

use crate::cost::{self, Cost};
use crate::improve::windows::{Access, Replanned, Windows};
use crate::improve::{Halt, ImproveError, pace};
use crate::memory::{BudgetVec, Memory, MemoryExhausted};
use crate::plan::Plan;
use crate::search::limits::{Limit, Limits};
use crate::search::outcome::SearchError;
use crate::search::{Observer, Stats};
use crate::space::StateSpace;

/// So many times the length of a window is looked ahead for actions that belong to it.
const AHEAD: usize = 8;

/// Windows between two reports to the observer.
const PACE: u64 = 64;

/// A pass over a plan.
///
/// A window begins with the next action. What follows belongs to it if it touches a part that those before it touch, is
/// near enough, and can be taken before all that was left out: so a window holds what has to do with each other, and
/// reaches over what happens elsewhere meanwhile. If one is planned anew, its actions take its place, and the window
/// there is tried again; otherwise half of its actions are gone on.
pub(super) struct Sweep<'a, P: StateSpace> {
    pub(super) space: &'a P,
    pub(super) limits: &'a Limits,
    /// Actions of a window.
    pub(super) length: usize,
    /// Nodes that are expanded for a window at most.
    pub(super) nodes: u64,
}

/// What a pass did.
pub(super) struct Swept<A> {
    /// The new plan, if it is another one.
    pub(super) actions: Option<Vec<A>>,
    /// How many windows were searched.
    pub(super) searched: u64,
    /// How many of these searches came to their end.
    pub(super) settled: u64,
    /// How many used up their nodes.
    pub(super) cut: u64,
    /// Why it ended early, if it did.
    pub(super) halt: Option<Halt>,
}

impl<P: StateSpace> Sweep<'_, P> {
    /// Goes along a plan, the actions of which lead from `start`. The counters of searches are added to `stats`.
    pub(super) fn over(
        &self,
        (start, plan): (&P::State, &Plan<P::Action>),
        windows: &mut impl Windows<P>,
        stats: &mut Stats,
        observer: &mut impl Observer<P::State>,
    ) -> Result<Swept<P::Action>, Halt> {
        let mut done = BudgetVec::with_room(&self.limits.memory, plan.actions.len())?;
        let mut parts = Parts::new(windows.parts(self.space, start), &self.limits.memory)?;
        let mut pace = pace(self.limits);
        let mut state = start.clone();
        let mut rest = plan.actions.iter();
        let mut total = plan.cost;
        let mut ahead: VecDeque<P::Action> = VecDeque::new();
        let (mut searched, mut settled, mut cut) = (0, 0, 0);
        let mut is_changed = false;
        let halt = loop {
            let wanted = AHEAD.saturating_mul(self.length).max(self.length);
            ahead.extend(
                rest.by_ref()
                    .take(wanted - ahead.len().min(wanted))
                    .cloned(),
            );
            if ahead.len() < 2 {
                break None;
            }
            if let Err(limit) = pace.tick(1) {
                break Some(limit.into());
            }
            let window = self.window(&state, &mut ahead, windows, &mut parts);
            let size = window.len();
            let spent = self.spent(&state, &window)?;
            let replanned = match self.allowed(stats, spent) {
                Ok(Some(limits)) => windows.replan(self.space, &state, &window, spent, &limits),
                // Nothing is cheaper than nothing.
                Ok(None) => Ok(Replanned {
                    cheaper: None,
                    limit: None,
                    stats: Stats::default(),
                }),
                Err(limit) => {
                    put_back(&mut ahead, window);
                    break Some(limit.into());
                }
            };
            let replanned = match replanned {
                Ok(replanned) => replanned,
                Err(error) => return Err(Halt::Error(error.into())),
            };
            *stats += replanned.stats;
            searched += 1;
            settled += u64::from(replanned.limit.is_none());
            cut += u64::from(matches!(replanned.limit, Some(Limit::Expansions(_))));
            let is_better = replanned.cheaper.is_some();
            if let Some((_, cost)) = replanned.cheaper {
                total = total.saturating_sub(spent.saturating_sub(cost));
                observer.better(total, stats);
            }
            if searched % PACE == 0 {
                observer.progress(stats);
            }
            let is_all = ahead.is_empty() && rest.len() == 0;
            is_changed |= is_better;
            put_back(
                &mut ahead,
                replanned.cheaper.map_or(window, |(actions, _)| actions),
            );
            if let Some(limit @ (Limit::Time | Limit::Cancelled)) = replanned.limit {
                break Some(limit.into());
            }
            if is_better {
                continue;
            }
            if is_all && replanned.limit.is_none() && windows.are_whole() {
                break None;
            }
            let gone = size.div_ceil(2);
            let went = self.go_on(&mut state, &mut ahead, gone, &mut done);
            if let Err(full) = went {
                break Some(full.into());
            }
            if ahead.is_empty() && rest.len() == 0 {
                break None;
            }
        };
        let actions = is_changed.then(|| {
            let mut actions = done.into_vec();
            actions.extend(ahead);
            actions.extend(rest.cloned());
            actions
        });
        Ok(Swept {
            actions,
            searched,
            settled,
            cut,
            halt,
        })
    }

    /// Goes on over some of the actions ahead. Those for which there is no memory stay there: what was made better so far is
    /// not given up.
    fn go_on(
        &self,
        state: &mut P::State,
        ahead: &mut VecDeque<P::Action>,
        gone: usize,
        done: &mut BudgetVec<P::Action>,
    ) -> Result<(), MemoryExhausted> {
        for _ in 0..gone {
            done.reserve_one()?;
            if let Some(action) = ahead.pop_front() {
                self.space.apply(state, &action);
                done.push_reserved(action);
            }
        }
        Ok(())
    }

    /// The limits for the next search; `None` where nothing can be cheaper.
    fn allowed(&self, stats: &Stats, spent: Cost) -> Result<Option<Limits>, Limit> {
        let left = match self.limits.expansions {
            Some(most) if stats.expanded >= most => return Err(Limit::Expansions(most)),
            Some(most) => most - stats.expanded,
            None => u64::MAX,
        };
        if spent <= 0 {
            return Ok(None);
        }
        Ok(Some(Limits {
            expansions: Some(left.min(self.nodes)),
            ..self.limits.clone()
        }))
    }

    /// What the actions of a window cost.
    fn spent(&self, from: &P::State, window: &[P::Action]) -> Result<Cost, Halt> {
        let mut state = from.clone();
        let mut spent: Cost = 0;
        for action in window {
            let step = self.space.cost(&state, action);
            let sum = cost::add(spent, step);
            spent = sum
                .map_err(|error| Halt::Error(ImproveError::Search(SearchError::Overflow(error))))?;
            self.space.apply(&mut state, action);
        }
        Ok(spent)
    }

    /// Takes the actions of the window that begins in `from` out of those `ahead`.
    fn window(
        &self,
        from: &P::State,
        ahead: &mut VecDeque<P::Action>,
        windows: &impl Windows<P>,
        parts: &mut Parts,
    ) -> Vec<P::Action> {
        let length = self.length.min(ahead.len());
        if parts.count() < 2 || length == ahead.len() {
            return ahead.drain(..length).collect();
        }
        parts.begin();
        let mut state = from.clone();
        let mut window = Vec::with_capacity(length);
        let mut left = VecDeque::with_capacity(ahead.len());
        while window.len() < length
            && let Some(action) = ahead.pop_front()
        {
            parts.touched.clear();
            let touched = &mut parts.touched;
            windows.touched(self.space, &state, &action, &mut |part, access| {
                touched.push((part, access));
            });
            self.space.apply(&mut state, &action);
            let near = |center, part| windows.is_near(self.space, center, part, length);
            if window.is_empty() || parts.belong(near) {
                parts.take();
                window.push(action);
            } else {
                parts.block();
                left.push_back(action);
            }
        }
        put_back(ahead, left);
        window
    }
}

/// Puts a window in front of what is ahead.
fn put_back<A>(
    ahead: &mut VecDeque<A>,
    window: impl IntoIterator<Item = A, IntoIter: DoubleEndedIterator>,
) {
    for action in window.into_iter().rev() {
        ahead.push_front(action);
    }
}

/// What is known of a part, by the number of the window for which it was last so.
#[derive(Clone, Copy, Default)]
struct Mark {
    /// The window touches it.
    ours: u32,
    /// An action that was left out reads it.
    read: u32,
    /// An action that was left out changes it.
    changed: u32,
}

/// The parts of a state, as a window sees them.
struct Parts {
    marks: BudgetVec<Mark>,
    /// The number of the window, from 1.
    now: u32,
    /// The first part that its first action touches.
    center: Option<usize>,
    /// What an action touches.
    touched: Vec<(usize, Access)>,
}

impl Parts {
    fn new(count: usize, memory: &Memory) -> Result<Self, MemoryExhausted> {
        let marks = BudgetVec::filled(memory, count, Mark::default())?;
        Ok(Self {
            marks,
            now: 0,
            center: None,
            touched: Vec::new(),
        })
    }

    fn count(&self) -> usize {
        self.marks.len()
    }

    /// Begins with another window.
    fn begin(&mut self) {
        self.now = self.now.checked_add(1).unwrap_or_else(|| {
            self.marks.fill(Mark::default());
            1
        });
        self.center = None;
    }

    /// What was touched is of the window.
    fn take(&mut self) {
        for &(part, _) in &self.touched {
            self.marks[part].ours = self.now;
        }
        if self.center.is_none() {
            self.center = self.touched.first().map(|&(part, _)| part);
        }
    }

    /// Whether what was touched has to do with the window, and may be taken before what was left out.
    fn belong(&self, is_near: impl Fn(usize, usize) -> bool) -> bool {
        let now = self.now;
        let touched = self.touched.iter();
        touched
            .clone()
            .any(|&(part, _)| self.marks[part].ours == now)
            && touched.clone().all(|&(part, access)| {
                let mark = self.marks[part];
                let is_read = access == Access::Changes && mark.read == now;
                let is_near = self.center.is_none_or(|center| is_near(center, part));
                mark.changed != now && !is_read && is_near
            })
    }

    /// An action that touches this is left out.
    fn block(&mut self) {
        for &(part, access) in &self.touched {
            let mark = &mut self.marks[part];
            match access {
                Access::Reads => mark.read = self.now,
                Access::Changes => mark.changed = self.now,
            }
        }
    }
}
