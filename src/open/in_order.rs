//! First in, first out, for stores that number nodes in the order in which they are reached.

use std::hash::Hash;

use crate::encoding::code::Code;
use crate::memory::{Memory, MemoryExhausted};
use crate::open::{OpenList, Queued};
use crate::store::interned::Interned;
use crate::store::packed::Packed;
use crate::store::word::Word;

/// A queue that stores nothing but its two ends.
///
/// A breadth-first search adds every node once, in the order of its id, so the queue is the
/// interval of ids that were reached and not yet expanded. Use it only where that holds.
#[derive(Clone, Debug, Default)]
pub struct InOrder {
    next: u32,
    end: u32,
}

impl OpenList<u32> for InOrder {
    type Key = ();

    #[inline]
    fn push(&mut self, (): (), id: u32) -> Result<(), MemoryExhausted> {
        debug_assert_eq!(id, self.end, "ids must come in order");
        self.end = id + 1;
        Ok(())
    }

    #[inline]
    fn pop(&mut self) -> Option<((), u32)> {
        let id = self.next;
        (id < self.end).then(|| {
            self.next += 1;
            ((), id)
        })
    }
}

impl<C: Code, W: Word> Queued for Packed<C, W> {
    type Queue = InOrder;

    fn queue(_: &Memory) -> InOrder {
        InOrder::default()
    }
}

impl<S: Clone + Eq + Hash> Queued for Interned<S> {
    type Queue = InOrder;

    fn queue(_: &Memory) -> InOrder {
        InOrder::default()
    }
}
