//! The nodes that wait for their successors to be corrected, each once, in one of four orders.

use crate::cost::Cost;
use crate::memory::{BudgetVec, Memory, MemoryExhausted};
use crate::open::OpenList;
use crate::open::queue::Queue;
use crate::search::spfa::variant::Variant;
use crate::store::Costs;
use crate::store::word::index;

/// A queue without duplicates.
///
/// It takes the size of an id for each waiting node and a byte for each node of the store, both twice
/// after growth.
#[derive(Debug)]
pub(super) struct Agenda<Id> {
    queue: Queue<Id>,
    /// For each node number whether the node is in the queue.
    waiting: BudgetVec<bool>,
    /// The costs of the waiting nodes, added; kept only where the variant asks for it.
    sum: i128,
    variant: Variant,
}

impl<Id: Copy + Into<u64>> Agenda<Id> {
    pub(super) fn new(memory: &Memory, variant: Variant) -> Self {
        Self {
            queue: Queue::new(memory),
            waiting: BudgetVec::new(memory),
            sum: 0,
            variant,
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.queue.is_empty()
    }

    #[inline]
    pub(super) fn is_waiting(&self, id: Id) -> bool {
        self.waiting.get(place(id)).is_some_and(|&waits| waits)
    }

    /// Makes room for the mark of a node, and for those of some nodes after it. Only nodes that were
    /// admitted can be added.
    pub(super) fn admit(&mut self, id: Id) -> Result<(), MemoryExhausted> {
        let place = place(id);
        let has = self.waiting.len();
        while self.waiting.len() <= place {
            self.waiting.push(false)?;
        }
        if has < self.waiting.len() {
            while self.waiting.push_within_capacity(false) {}
        }
        Ok(())
    }

    /// Adds a node at the end, unless it is waiting already, where the variant is first in, first out. `false`:
    /// it was not [admitted](Self::admit), or the queue has to grow first; nothing was added.
    #[expect(clippy::inline_always, reason = "it is a part of the hot loop")]
    #[inline(always)]
    pub(super) fn offer(&mut self, id: Id) -> bool {
        let Some(waits) = self.waiting.get_mut(place(id)) else {
            return false;
        };
        *waits || {
            *waits = self.queue.offer((), id);
            *waits
        }
    }

    /// Takes the node that is next, where the variant is first in, first out.
    #[expect(clippy::inline_always, reason = "it is a part of the hot loop")]
    #[inline(always)]
    pub(super) fn take(&mut self) -> Option<Id> {
        let id = self.queue.pop_front()?;
        self.waiting[place(id)] = false;
        Some(id)
    }

    /// Adds a node, unless it is waiting already.
    pub(super) fn push<S: Costs<Id = Id>>(
        &mut self,
        store: &S,
        id: Id,
    ) -> Result<(), MemoryExhausted> {
        let place = place(id);
        if self.waiting[place] {
            return Ok(());
        }
        self.put(store, id)?;
        self.waiting[place] = true;
        Ok(())
    }

    /// Puts a node where the variant wants it.
    fn put<S: Costs<Id = Id>>(&mut self, store: &S, id: Id) -> Result<(), MemoryExhausted> {
        let first = self.variant.small_label_first();
        match self.queue.front().filter(|_| first) {
            Some(front) if store.g(id) < store.g(front) => self.queue.push_front(id)?,
            _ => self.queue.push_back(id)?,
        }
        if self.variant.large_label_last() {
            self.sum += i128::from(store.g(id));
        }
        Ok(())
    }

    /// The cost of a waiting node fell from `old` to `new`.
    #[inline]
    pub(super) fn fell(&mut self, old: Cost, new: Cost) {
        self.sum -= i128::from(old) - i128::from(new);
    }

    /// Takes the node that is next.
    #[inline]
    pub(super) fn pop<S: Costs<Id = Id>>(
        &mut self,
        store: &S,
    ) -> Result<Option<Id>, MemoryExhausted> {
        if self.variant.large_label_last() {
            self.turn(store)?;
        }
        let next = self.queue.pop_front();
        if let Some(id) = next {
            self.waiting[place(id)] = false;
            if self.variant.large_label_last() {
                self.sum -= i128::from(store.g(id));
            }
        }
        Ok(next)
    }

    /// Moves nodes above the average to the end, until one at or below it is next.
    fn turn<S: Costs<Id = Id>>(&mut self, store: &S) -> Result<(), MemoryExhausted> {
        let count = self.queue.len() as u64;
        for _ in 0..count {
            match self.queue.front() {
                Some(front) if i128::from(store.g(front)) * i128::from(count) > self.sum => {
                    self.queue.pop_front();
                    self.queue.push_back(front)?;
                }
                _ => break,
            }
        }
        Ok(())
    }

    /// Drops the waiting nodes whose cost is `dropped`.
    pub(super) fn drop_all<S: Costs<Id = Id>>(
        &mut self,
        store: &S,
        dropped: Cost,
    ) -> Result<(), MemoryExhausted> {
        self.sum = 0;
        for _ in 0..self.queue.len() {
            let Some(id) = self.queue.pop_front() else {
                break;
            };
            if store.g(id) == dropped {
                self.waiting[place(id)] = false;
            } else {
                self.queue.push_back(id)?;
                self.sum += i128::from(store.g(id));
            }
        }
        Ok(())
    }
}

/// Where the mark of a node stands.
#[inline]
fn place<Id: Into<u64>>(id: Id) -> usize {
    index(id.into())
}
