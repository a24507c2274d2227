//! First in, first out.

use crate::encoding::Encoding;
use crate::memory::{BudgetVec, Memory, MemoryExhausted};
use crate::open::{OpenList, Queued};
use crate::store::ranked::{CostTable, Ranked, RankedParents};
use crate::store::word::Word;

/// A queue of ids as two stretches of one ring.
///
/// It takes the size of an id a node at its fullest, at most twice that after growth; push and pop
/// take constant time.
#[derive(Debug)]
pub struct Queue<Id> {
    /// The ring; its length is 0 or a power of two.
    ring: BudgetVec<Id>,
    head: usize,
    len: usize,
    memory: Memory,
}

impl<Id: Copy> Queue<Id> {
    /// An empty queue that claims its memory from `memory`.
    #[must_use]
    pub fn new(memory: &Memory) -> Self {
        Self {
            ring: BudgetVec::new(memory),
            head: 0,
            len: 0,
            memory: memory.clone(),
        }
    }

    /// How many ids are waiting.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether no id is waiting.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The id that is next, without removing it.
    #[inline]
    #[must_use]
    pub fn front(&self) -> Option<Id> {
        (self.len > 0).then(|| self.ring[self.head])
    }

    /// Adds `id` at the end.
    #[inline]
    pub fn push_back(&mut self, id: Id) -> Result<(), MemoryExhausted> {
        if self.len == self.ring.len() {
            self.grow(id)?;
        }
        let mask = self.ring.len() - 1;
        self.ring[(self.head + self.len) & mask] = id;
        self.len += 1;
        Ok(())
    }

    /// Adds `id` at the front, so that it is next.
    #[inline]
    pub fn push_front(&mut self, id: Id) -> Result<(), MemoryExhausted> {
        if self.len == self.ring.len() {
            self.grow(id)?;
        }
        let mask = self.ring.len() - 1;
        self.head = self.head.wrapping_sub(1) & mask;
        self.ring[self.head] = id;
        self.len += 1;
        Ok(())
    }

    /// Removes the id at the front.
    #[inline]
    pub fn pop_front(&mut self) -> Option<Id> {
        let id = self.front()?;
        self.head = (self.head + 1) & (self.ring.len() - 1);
        self.len -= 1;
        Some(id)
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, filler: Id) -> Result<(), MemoryExhausted> {
        let larger = (self.ring.len() * 2).max(16);
        let mut ring = BudgetVec::filled(&self.memory, larger, filler)?;
        let (end, start) = self.ring.split_at(self.head);
        ring[..start.len()].copy_from_slice(start);
        ring[start.len()..start.len() + end.len()].copy_from_slice(end);
        self.ring = ring;
        self.head = 0;
        Ok(())
    }
}

impl<Id: Copy> OpenList<Id> for Queue<Id> {
    type Key = ();

    #[inline]
    fn push(&mut self, (): (), id: Id) -> Result<(), MemoryExhausted> {
        self.push_back(id)
    }

    #[inline]
    fn pop(&mut self) -> Option<((), Id)> {
        self.pop_front().map(|id| ((), id))
    }
}

impl<E: Encoding, T: CostTable, W: Word> Queued for Ranked<E, T, W> {
    type Queue = Queue<W>;

    fn queue(memory: &Memory) -> Queue<W> {
        Queue::new(memory)
    }
}

impl<E: Encoding, T: CostTable, W: Word> Queued for RankedParents<E, T, W> {
    type Queue = Queue<W>;

    fn queue(memory: &Memory) -> Queue<W> {
        Queue::new(memory)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use proptest::prelude::*;

    use super::Queue;
    use crate::memory::Memory;

    proptest! {
        #[test]
        fn it_is_the_standard_deque(steps in prop::collection::vec(0u8..5, 0..400)) {
            let mut ours = Queue::new(&Memory::unlimited());
            let mut theirs = VecDeque::new();
            for (number, step) in steps.into_iter().enumerate() {
                match step {
                    0 | 1 => {
                        ours.push_back(number).unwrap();
                        theirs.push_back(number);
                    }
                    2 => {
                        ours.push_front(number).unwrap();
                        theirs.push_front(number);
                    }
                    _ => prop_assert_eq!(ours.pop_front(), theirs.pop_front()),
                }
                prop_assert_eq!(ours.front(), theirs.front().copied());
                prop_assert_eq!(ours.len(), theirs.len());
            }
        }
    }
}
