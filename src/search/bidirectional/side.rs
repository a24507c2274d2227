//! One half of a search from both ends: what it knows, its queue and its frontier.

use std::fmt::Debug;

use crate::cost::{self, Cost};
use crate::memory::MemoryExhausted;
use crate::open::{OpenList, Queued};
use crate::search::edges::Edges;
use crate::search::limits::Look;
use crate::search::outcome::SearchError;
use crate::search::stop::Stop;
use crate::search::{Observer, Stats};
use crate::store::{Costs, Reach, StoreError};

/// The states known on one side.
#[derive(Debug)]
pub(super) struct Side<'a, S: Costs + Queued> {
    pub(super) store: &'a mut S,
    queue: S::Queue,
    /// The node whose expansion has begun; it stays here if memory ran out on the way.
    in_progress: Option<S::Id>,
    /// A node that is stored and was not queued for want of memory.
    unqueued: Option<S::Id>,
    /// How many actions the frontier is from its end.
    pub(super) depth: Cost,
    /// Nodes of the frontier that are not expanded yet.
    pub(super) waiting: u64,
    /// Nodes reached beyond the frontier.
    pub(super) beyond: u64,
}

/// What came of a state that arrived.
#[derive(Debug)]
pub(super) enum Arrival<Id> {
    /// It was known on this side.
    Known,
    /// It was new, and is queued.
    New,
    /// It was new, and the other side knows it.
    Met(Met<Id>),
}

/// A state that both sides know.
#[derive(Debug)]
pub(super) struct Met<Id> {
    /// Its id on this side.
    pub(super) here: Id,
    /// Its id on the other side.
    pub(super) there: Id,
}

/// What one side did in a row.
#[derive(Debug)]
pub(super) struct Work<Id> {
    /// The node that was expanded last, if one was.
    pub(super) last: Option<Id>,
    /// Where the sides met, if they did.
    pub(super) met: Option<Met<Id>>,
}

impl<Id> Arrival<Id> {
    /// The state that both sides know, if it is one.
    pub(super) fn met(self) -> Option<Met<Id>> {
        match self {
            Self::Met(met) => Some(met),
            Self::Known | Self::New => None,
        }
    }
}

impl<Id> Met<Id> {
    /// The same as the other side sees it.
    pub(super) fn turned(self) -> Self {
        Self {
            here: self.there,
            there: self.here,
        }
    }
}

impl<'a, S: Costs + Queued> Side<'a, S> {
    pub(super) fn new(store: &'a mut S, queue: S::Queue) -> Self {
        Self {
            store,
            queue,
            in_progress: None,
            unqueued: None,
            depth: 0,
            waiting: 0,
            beyond: 0,
        }
    }

    #[inline]
    fn enqueue(&mut self, id: S::Id) -> Result<(), MemoryExhausted> {
        if let Err(full) = self.queue.push((), id) {
            self.unqueued = Some(id);
            return Err(full);
        }
        self.beyond += 1;
        Ok(())
    }

    /// Queues the node that could not be queued before.
    #[inline]
    pub(super) fn enqueue_left_over(&mut self) -> Result<(), MemoryExhausted> {
        self.unqueued.take().map_or(Ok(()), |id| self.enqueue(id))
    }

    /// Stores and queues a state, if it is new here; tells if `other` knows it.
    #[expect(clippy::inline_always, reason = "it is the body of the hot loop")]
    #[inline(always)]
    pub(super) fn arrive(
        &mut self,
        other: &S,
        state: &S::State,
        g: Cost,
        parent: Option<S::Id>,
    ) -> Result<Arrival<S::Id>, StoreError> {
        let Reach::New(here) = self.store.discover(state, g, parent)? else {
            return Ok(Arrival::Known);
        };
        if let Some(there) = other.find(state) {
            return Ok(Arrival::Met(Met { here, there }));
        }
        self.enqueue(here)?;
        Ok(Arrival::New)
    }

    /// Expands nodes of the frontier until it is used up, a look at the limits is due, or the other
    /// side is met. `state` and `next` are overwritten.
    ///
    /// A node whose expansion is broken off stays in progress, and is counted all the same.
    #[inline]
    pub(super) fn expand<E: Edges<State = S::State, Action: Debug>>(
        &mut self,
        other: &S,
        edges: &E,
        (state, next): &mut (S::State, S::State),
        stats: &mut Stats,
        look: Look,
        observer: &mut impl Observer<S::State>,
    ) -> Result<Work<S::Id>, Stop> {
        self.enqueue_left_over()?;
        self.in_progress = self.in_progress.or_else(|| self.pop());
        let Some(mut id) = self.in_progress else {
            return Ok(Work {
                last: None,
                met: None,
            });
        };
        // All nodes of a frontier have the same cost.
        let g = self.store.g(id);
        let further = cost::add(g, 1)?;
        let (mut tally, mut waiting) = (*stats, self.waiting);
        let end = loop {
            self.store.load(id, state);
            observer.expanded(state, g);
            tally.expanded += 1;
            let mut met = Ok(None);
            for edge in edges.edges(state) {
                let cost = edges.cost(state, &edge);
                if let Err(error) = SearchError::unless_unit(edges.action(&edge), cost) {
                    met = Err(error.into());
                    break;
                }
                let after = edges.follow(state, &edge, next);
                match self.arrive(other, after, further, Some(id)) {
                    Ok(Arrival::Known) => tally.duplicates += 1,
                    Ok(Arrival::New) => tally.stored += 1,
                    Ok(Arrival::Met(both)) => {
                        tally.stored += 1;
                        met = Ok(Some(both));
                        break;
                    }
                    Err(error) => {
                        // It counts only if it is stored.
                        tally.stored += u64::from(self.unqueued.is_some());
                        met = Err(error.into());
                        break;
                    }
                }
            }
            if met.is_err() {
                self.in_progress = Some(id);
                break met.map(|met| Work { last: None, met });
            }
            waiting -= 1;
            let is_over = waiting == 0 || matches!(met, Ok(Some(_))) || look.is_due(&tally);
            let Some(next) = (!is_over).then(|| self.pop()).flatten() else {
                self.in_progress = None;
                let last = Some(id);
                break met.map(|met| Work { last, met });
            };
            id = next;
        };
        // What was made is now known, whether it was before or not.
        tally.generated =
            stats.generated + (tally.stored - stats.stored) + (tally.duplicates - stats.duplicates);
        self.waiting = waiting;
        *stats = tally;
        end
    }

    #[inline]
    fn pop(&mut self) -> Option<S::Id> {
        self.queue.pop().map(|((), id)| id)
    }

    /// Moves the frontier one layer out.
    pub(super) fn advance(&mut self) {
        self.waiting = std::mem::take(&mut self.beyond);
    }
}
