//! The nodes that wait for their successors to be corrected, each once, in one of four orders.

use crate::cost::Cost;
use crate::memory::{BudgetVec, Memory, MemoryExhausted};
use crate::open::queue::Queue;
use crate::search::spfa::variant::Variant;
use crate::store::Costs;

/// A queue without duplicates.
///
/// It takes the size of an id for each waiting node (twice that after growth) and a bit for each
/// node of the store.
#[derive(Debug)]
pub(super) struct Agenda<Id> {
    queue: Queue<Id>,
    /// One bit for each node number: whether the node is in the queue.
    waiting: BudgetVec<u64>,
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
        let (word, bit) = place(id);
        self.waiting.get(word).is_some_and(|bits| bits & bit != 0)
    }

    /// Adds a node, unless it is waiting already.
    #[inline]
    pub(super) fn push<S: Costs<Id = Id>>(
        &mut self,
        store: &S,
        id: Id,
    ) -> Result<(), MemoryExhausted> {
        let (word, bit) = place(id);
        while self.waiting.len() <= word {
            self.waiting.push(0)?;
        }
        if self.waiting[word] & bit != 0 {
            return Ok(());
        }
        let first = self.variant.small_label_first();
        match self.queue.front().filter(|_| first) {
            Some(front) if store.g(id) < store.g(front) => self.queue.push_front(id)?,
            _ => self.queue.push_back(id)?,
        }
        self.waiting[word] |= bit;
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
            let (word, bit) = place(id);
            self.waiting[word] &= !bit;
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
                let (word, bit) = place(id);
                self.waiting[word] &= !bit;
            } else {
                self.queue.push_back(id)?;
                self.sum += i128::from(store.g(id));
            }
        }
        Ok(())
    }
}

/// The word and the bit of a node's mark.
#[inline]
fn place<Id: Into<u64>>(id: Id) -> (usize, u64) {
    let number: u64 = id.into();
    ((number / 64) as usize, 1 << (number % 64))
}
