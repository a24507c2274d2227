//! First in, first out.

use crate::encoding::Encoding;
use crate::memory::{BudgetVec, Memory, MemoryExhausted};
use crate::open::{OpenList, Queued};
use crate::store::ranked::{CostTable, Ranked, RankedParents};
use crate::store::word::Word;

/// A queue of ids as two vectors: one is read while the other is written, and when the first is read to
/// its end they change places.
///
/// It takes the size of an id for each node of two fillings in turn (for a breadth-first search: two
/// layers), at most twice that after growth; push and pop take constant time.
#[derive(Debug)]
pub struct Queue<Id> {
    /// What comes out next, from `at` on.
    front: BudgetVec<Id>,
    at: usize,
    /// What comes after it.
    back: BudgetVec<Id>,
    memory: Memory,
}

impl<Id: Copy> Queue<Id> {
    /// An empty queue that claims its memory from `memory`.
    #[must_use]
    pub fn new(memory: &Memory) -> Self {
        Self {
            front: BudgetVec::new(memory),
            at: 0,
            back: BudgetVec::new(memory),
            memory: memory.clone(),
        }
    }

    /// How many ids are waiting.
    #[must_use]
    pub fn len(&self) -> usize {
        self.front.len() - self.at + self.back.len()
    }

    /// Whether no id is waiting.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The id that is next, without removing it.
    #[inline]
    #[must_use]
    pub fn front(&self) -> Option<Id> {
        let next = self.front.get(self.at);
        next.or_else(|| self.back.first()).copied()
    }

    /// Adds `id` at the end.
    #[inline]
    pub fn push_back(&mut self, id: Id) -> Result<(), MemoryExhausted> {
        self.back.push(id)
    }

    /// Adds `id` at the front, so that it is next.
    #[inline]
    pub fn push_front(&mut self, id: Id) -> Result<(), MemoryExhausted> {
        if self.at == 0 {
            self.make_room(id)?;
        }
        self.at -= 1;
        self.front[self.at] = id;
        Ok(())
    }

    /// Removes the id at the front.
    #[inline]
    pub fn pop_front(&mut self) -> Option<Id> {
        if let Some(&id) = self.front.get(self.at) {
            self.at += 1;
            return Some(id);
        }
        self.turn()
    }

    /// The vector at the front is read to its end.
    #[cold]
    #[inline(never)]
    fn turn(&mut self) -> Option<Id> {
        self.front.clear();
        std::mem::swap(&mut self.front, &mut self.back);
        self.at = usize::from(!self.front.is_empty());
        self.front.first().copied()
    }

    /// Moves the front's ids away from its beginning, by as many as there are.
    #[cold]
    #[inline(never)]
    fn make_room(&mut self, filler: Id) -> Result<(), MemoryExhausted> {
        let len = self.front.len();
        let room = len.max(16);
        let mut larger = BudgetVec::filled(&self.memory, room + len, filler)?;
        larger[room..].copy_from_slice(&self.front);
        self.front = larger;
        self.at = room;
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
    fn offer(&mut self, (): (), id: Id) -> bool {
        self.back.push_within_capacity(id)
    }

    #[inline]
    fn pop(&mut self) -> Option<((), Id)> {
        self.pop_front().map(|id| ((), id))
    }

    #[inline]
    fn ahead(&self, before: usize) -> Option<Id> {
        self.front.get(self.at + before).copied()
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
    use crate::open::OpenList;

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
                // What comes later may not be told ahead, but what is told is true.
                let ahead = (0..).map_while(|before| ours.ahead(before));
                prop_assert!(ahead.eq(theirs.iter().copied().take(ours.front.len() - ours.at)));
            }
        }
    }
}
