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

    #[inline]
    fn ahead(&self, before: usize) -> Option<u32> {
        let waiting = self.end - self.next;
        let before = u32::try_from(before).ok()?;
        (before < waiting).then(|| self.next + before)
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

#[cfg(test)]
mod tests {
    use super::InOrder;
    use crate::open::OpenList;

    #[test]
    fn what_is_told_ahead_comes_out() {
        let mut queue = InOrder::default();
        assert_eq!((queue.ahead(0), queue.pop()), (None, None));
        for id in 0..5 {
            queue.push((), id).unwrap();
        }
        assert_eq!(queue.pop(), Some(((), 0)));
        let ahead = [0, 1, 3, 4, usize::MAX].map(|before| queue.ahead(before));
        assert_eq!(ahead, [Some(1), Some(2), Some(4), None, None]);
        queue.push((), 5).unwrap();
        let rest = std::iter::from_fn(|| queue.pop().map(|((), id)| id));
        assert!(rest.eq(1..6));
    }
}
