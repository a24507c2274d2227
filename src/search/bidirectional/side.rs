//! One half of a search from both ends: what it knows, its queue and its frontier.

use crate::cost::{self, Cost};
use crate::memory::MemoryExhausted;
use crate::open::{OpenList, Queued};
use crate::search::Observer;
use crate::search::stop::Stop;
use crate::store::{Costs, Reach, StoreError};

/// The states known on one side.
#[derive(Debug)]
pub(super) struct Side<'a, S: Costs + Queued> {
    pub(super) store: &'a mut S,
    queue: S::Queue,
    /// The node whose expansion has begun; it stays here if memory ran out on the way.
    pub(super) in_progress: Option<S::Id>,
    /// A node that is stored and was not queued for want of memory.
    unqueued: Option<S::Id>,
    /// How many actions the frontier is from its end.
    pub(super) depth: Cost,
    /// Nodes of the frontier that are not expanded yet.
    pub(super) waiting: u64,
    /// Nodes reached beyond the frontier.
    pub(super) beyond: u64,
}

/// What came of an expansion.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tally {
    /// States that arrived.
    pub(super) generated: u64,
    /// Those that were new.
    pub(super) stored: u64,
}

/// A state that both sides know.
#[derive(Debug)]
pub(super) struct Met<Id> {
    /// Its id on this side.
    pub(super) here: Id,
    /// Its id on the other side.
    pub(super) there: Id,
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

    /// The node to expand next, and its state in `state`.
    #[inline]
    pub(super) fn take(&mut self, state: &mut S::State) -> Result<Option<S::Id>, MemoryExhausted> {
        self.enqueue_left_over()?;
        if self.in_progress.is_none() {
            self.in_progress = self.queue.pop().map(|((), id)| id);
        }
        if let Some(id) = self.in_progress {
            self.store.load(id, state);
        }
        Ok(self.in_progress)
    }

    /// As [`take`](Self::take); with the node the cost of the states after it.
    #[inline]
    pub(super) fn take_up(
        &mut self,
        state: &mut S::State,
        observer: &mut impl Observer<S::State>,
    ) -> Result<Option<(S::Id, Cost)>, Stop> {
        let Some(id) = self.take(state)? else {
            return Ok(None);
        };
        let g = self.store.g(id);
        observer.expanded(state, g);
        Ok(Some((id, cost::add(g, 1)?)))
    }

    /// The expansion of the node that was taken up is over, if it is `complete`. Returns the node.
    #[inline]
    pub(super) fn put_down(&mut self, complete: bool) -> Option<S::Id> {
        if !complete {
            return self.in_progress;
        }
        self.waiting -= 1;
        self.in_progress.take()
    }

    /// Stores and queues a state, if it is new here; if `other` knows it, returns both its ids.
    #[expect(clippy::inline_always, reason = "it is the body of the hot loop")]
    #[inline(always)]
    pub(super) fn arrive(
        &mut self,
        other: &S,
        state: &S::State,
        g: Cost,
        parent: Option<S::Id>,
        tally: &mut Tally,
    ) -> Result<Option<Met<S::Id>>, StoreError> {
        let reach = self.store.discover(state, g, parent)?;
        tally.generated += 1;
        let Reach::New(id) = reach else {
            return Ok(None);
        };
        tally.stored += 1;
        if let Some(there) = other.find(state) {
            return Ok(Some(Met { here: id, there }));
        }
        self.enqueue(id)?;
        Ok(None)
    }

    /// Moves the frontier one layer out.
    pub(super) fn advance(&mut self) {
        self.waiting = std::mem::take(&mut self.beyond);
    }
}
