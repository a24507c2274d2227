//! What arriving states pass through: the limit on cost, the store, and the open list.

use std::fmt::Debug;

use crate::cost::{self, Cost, CostOverflow, LARGEST};
use crate::goal::Goal;
use crate::heuristic::Heuristic;
use crate::open::OpenList;
use crate::search::best_first::Order;
use crate::search::stop::Stop;
use crate::store::{Costs, Reach};

/// What an arriving state passes through beside the store: open list and order.
#[derive(Debug)]
pub(super) struct Frontier<O: OpenList<Id>, Id, R, H> {
    pub(super) open: O,
    /// A node that is stored and was not queued, because the list has to grow first; with its cost and
    /// estimate.
    pub(super) unqueued: Option<(Id, Cost, Cost)>,
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
}

impl<O, Id, R, H> Frontier<O, Id, R, H>
where
    O: OpenList<Id, Key = R::Key>,
    Id: Copy,
    R: Order,
{
    /// How many costs, from the least that the order allows, an action of a node that costs `g` may have
    /// for sure. Where this is passed, [`admit`](Self::admit) tells what to do. No node costs more than `most`.
    #[inline]
    pub(super) fn room(&self, g: Cost, most: Cost) -> u64 {
        let (least, largest) = self.order.costs().into_inner();
        // Differences of two costs fit without a sign.
        let (span, left) = (largest.wrapping_sub(least), most.wrapping_sub(g));
        let (span, left) = (span.cast_unsigned(), left.cast_unsigned());
        if largest < least {
            0
        } else if least >= 0 {
            let left = (left + 1).saturating_sub(least.cast_unsigned());
            left.min(span + 1)
        } else if g.checked_add(least).is_some() {
            let left = left.saturating_add(least.unsigned_abs());
            left.min(span).saturating_add(1)
        } else {
            0
        }
    }

    /// Refuses a cost with which the algorithm is not right.
    pub(super) fn check<A: Debug>(&self, action: &A, cost: Cost) -> Result<(), Stop> {
        if self.order.costs().contains(&cost) {
            Ok(())
        } else {
            Err(self.order.refusal(action, cost).into())
        }
    }

    /// What the state costs that an action leads to, which costs `cost`, from a node that costs `g`; `None`
    /// if that passes the limit.
    pub(super) fn admit<A: Debug>(
        &mut self,
        action: &A,
        (g, cost): (Cost, Cost),
        most: Cost,
    ) -> Result<Option<Cost>, Stop> {
        self.check(action, cost)?;
        let total = cost::add(g, cost)?;
        Ok(self.is_within(total, most)?.then_some(total))
    }

    /// Whether a state may cost `f`. Otherwise it is left out and not stored, so that it is news again under
    /// a higher limit; the cost is noted.
    pub(super) fn is_within(&mut self, f: Cost, most: Cost) -> Result<bool, Stop> {
        if f <= most {
            return Ok(true);
        }
        if most == LARGEST {
            return Err(CostOverflow(f, 0).into());
        }
        self.leave_out(f);
        Ok(false)
    }

    /// Notes what a plan costs at least that the limit on cost leaves out.
    pub(super) fn leave_out(&mut self, f: Cost) {
        self.cut = Some(self.cut.map_or(f, |least| least.min(f)));
    }

    /// Whether a plan through `state`, which costs `g`, passes the limit or costs more than can be told.
    #[inline]
    pub(super) fn is_beyond<S>(&self, state: &S, g: Cost, most: Cost) -> bool
    where
        H: Heuristic<S>,
    {
        most < LARGEST
            && self
                .bound(state, g)
                .map_or(true, |f| f.is_some_and(|f| f > most))
    }

    /// What the store said about a state, which costs `g`: queues the state, if it is news. `None`: it is to
    /// be queued [again](Self::requeue), outside of the hot loop.
    #[expect(
        clippy::inline_always,
        reason = "it is the body of the hot loop: called, its arguments cost a fifth of the search"
    )]
    #[inline(always)]
    pub(super) fn receive<S>(
        &mut self,
        goal: &impl Goal<S>,
        reach: Reach<Id>,
        state: &S,
        g: Cost,
    ) -> Option<Arrival<Id>>
    where
        H: Heuristic<S>,
    {
        let id = match reach {
            Reach::New(id) if R::FIRST_IS_CHEAPEST && goal.is_goal(state) => {
                return Some(Arrival::Goal(id));
            }
            Reach::New(id) => id,
            Reach::Improved(id) => {
                self.reopened += 1;
                id
            }
            Reach::Known => return Some(Arrival::Known),
        };
        if let Some(h) = self.heuristic.estimate(state) {
            let is_queued = match self.order.key(g, h) {
                Ok(key) => self.open.offer(key, id),
                Err(_) => false,
            };
            if !is_queued {
                self.unqueued = Some((id, g, h));
                return None;
            }
        }
        Some(Arrival::News)
    }

    /// Stores a state, which was met at cost `g` within the limit, and queues it, if it is news. `None` if
    /// a plan through it passes the limit.
    pub(super) fn reach<S>(
        &mut self,
        store: &mut S,
        (goal, most): (&impl Goal<S::State>, Cost),
        state: &S::State,
        g: Cost,
        parent: Option<Id>,
    ) -> Result<Option<Arrival<Id>>, Stop>
    where
        S: Costs<Id = Id>,
        H: Heuristic<S::State>,
    {
        if most < LARGEST
            && let Some(f) = self.bound(state, g)?
            && !self.is_within(f, most)?
        {
            return Ok(None);
        }
        let reach = if R::FIRST_IS_CHEAPEST {
            store.discover(state, g, parent)?
        } else {
            store.reach(state, g, parent)?
        };
        let arrival = self.receive(goal, reach, state, g);
        if arrival.is_none() {
            self.requeue()?;
        }
        Ok(Some(arrival.unwrap_or(Arrival::News)))
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

    /// Queues the node that was stored and not queued, if there is one.
    #[cold]
    #[inline(never)]
    pub(super) fn requeue(&mut self) -> Result<(), Stop> {
        if let Some((id, g, h)) = self.unqueued {
            self.open.push(self.order.key(g, h)?, id)?;
            self.unqueued = None;
        }
        Ok(())
    }
}
