//! What arriving states pass through: the limit on cost, the store, and the open list.

use std::fmt::Debug;

use crate::cost::{self, Cost, CostOverflow};
use crate::goal::Goal;
use crate::heuristic::Heuristic;
use crate::memory::MemoryExhausted;
use crate::open::OpenList;
use crate::search::best_first::Order;
use crate::search::outcome::SearchError;
use crate::search::stop::Stop;
use crate::store::{Costs, Reach};

/// The largest cost of a state. One more means "not reached" in dense tables.
pub(super) const LARGEST: Cost = Cost::MAX - 1;

/// What an arriving state passes through beside the store: open list and order.
#[derive(Debug)]
pub(super) struct Frontier<O: OpenList<Id>, Id, R, H> {
    pub(super) open: O,
    /// A node that is stored and was not queued for want of memory.
    pub(super) unqueued: Option<(O::Key, Id)>,
    pub(super) order: R,
    pub(super) heuristic: H,
    pub(super) goal: Option<Id>,
    pub(super) lower: Option<Cost>,
    /// The least cost of a node that was left out because of the limit on cost.
    pub(super) cut: Option<Cost>,
    pub(super) reopened: u64,
    /// Successors that were left out, or found no room.
    pub(super) lost: u64,
}

/// What became of a state that was met.
pub(super) enum Arrival<Id> {
    /// It is new, or there is a cheaper way to it.
    News,
    Known,
    /// It is new and meets the goal.
    Goal(Id),
    /// It was left out because of the limit on cost.
    Cut,
}

/// Why an expansion ended before the last successor.
pub(super) enum Halt {
    /// A goal was met.
    Goal,
    /// The space is not one that the algorithm is right on.
    Refused(Stop),
    /// There was no room for a successor.
    Broken(Stop),
}

impl From<SearchError> for Halt {
    #[cold]
    fn from(error: SearchError) -> Self {
        Self::Refused(error.into())
    }
}

impl From<CostOverflow> for Halt {
    #[cold]
    fn from(error: CostOverflow) -> Self {
        Self::Refused(error.into())
    }
}

impl<O, Id, R, H> Frontier<O, Id, R, H>
where
    O: OpenList<Id, Key = R::Key>,
    Id: Copy,
    R: Order,
{
    /// A state was met at cost `g`: stores it and queues it, if that is news.
    #[expect(
        clippy::inline_always,
        reason = "it is the body of the hot loop: called, its arguments cost a fifth of the search"
    )]
    #[inline(always)]
    pub(super) fn reach<S>(
        &mut self,
        store: &mut S,
        (goal, most): (&impl Goal<S::State>, Cost),
        state: &S::State,
        g: Cost,
        parent: Option<Id>,
    ) -> Result<Arrival<Id>, Stop>
    where
        S: Costs<Id = Id>,
        H: Heuristic<S::State>,
    {
        if g > most {
            return self.cut_at(g, most);
        }
        if most < LARGEST
            && let Some(f) = self.bound(state, g)?
            && f > most
        {
            return self.cut_at(f, most);
        }
        let reach = if R::FIRST_IS_CHEAPEST {
            store.discover(state, g, parent)?
        } else {
            store.reach(state, g, parent)?
        };
        let id = match reach {
            Reach::New(id) if R::FIRST_IS_CHEAPEST && goal.is_goal(state) => {
                return Ok(Arrival::Goal(id));
            }
            Reach::New(id) => id,
            Reach::Improved(id) => {
                self.reopened += 1;
                id
            }
            Reach::Known => return Ok(Arrival::Known),
        };
        if let Some(h) = self.heuristic.estimate(state) {
            self.enqueue(self.order.key(g, h)?, id)?;
        }
        Ok(Arrival::News)
    }

    /// What a plan through `state` costs at least, where the heuristic knows more than `g`.
    #[inline]
    fn bound<S>(&self, state: &S, g: Cost) -> Result<Option<Cost>, CostOverflow>
    where
        H: Heuristic<S>,
    {
        let h = self.heuristic.estimate(state).filter(|&h| h != 0);
        h.map(|h| cost::add(g, h)).transpose()
    }

    /// Leaves a state out. It is not stored, so that it is news again under a higher limit.
    #[cold]
    #[inline(never)]
    fn cut_at(&mut self, f: Cost, most: Cost) -> Result<Arrival<Id>, Stop> {
        if most == LARGEST {
            return Err(CostOverflow(f, 0).into());
        }
        self.cut = Some(self.cut.map_or(f, |least| least.min(f)));
        Ok(Arrival::Cut)
    }

    /// The end of an expansion that came to a cost with which the algorithm is not right. It takes the
    /// action itself: one that is only borrowed would have to lie in memory in the hot loop.
    #[cold]
    pub(super) fn refuse<A: Debug>(&self, action: A, cost: Cost) -> Halt {
        self.order.refusal(&action, cost).into()
    }

    /// Queues the node that found no room when it was stored.
    #[cold]
    pub(super) fn requeue(&mut self) -> Result<(), MemoryExhausted> {
        match self.unqueued.take() {
            Some((key, id)) => self.enqueue(key, id),
            None => Ok(()),
        }
    }

    #[inline]
    fn enqueue(&mut self, key: R::Key, id: Id) -> Result<(), MemoryExhausted> {
        let pushed = self.open.push(key, id);
        if pushed.is_err() {
            self.unqueued = Some((key, id));
        }
        pushed
    }
}
