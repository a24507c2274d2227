//! Open lists: the one place that knows in which order nodes are expanded.

pub mod bins;
pub mod buckets;
mod chunks;
pub mod heap;
pub mod in_order;
pub mod queue;
pub mod tiers;

use std::fmt::Debug;

use crate::memory::{Memory, MemoryExhausted};
use crate::store::NodeStore;

/// A collection of node ids that gives them back by key.
pub trait OpenList<Id> {
    /// What the order is made from.
    type Key: Copy + Debug;

    /// Adds `id` under `key`.
    ///
    /// # Errors
    /// [`MemoryExhausted`] if there is no room; nothing is added then.
    fn push(&mut self, key: Self::Key, id: Id) -> Result<(), MemoryExhausted>;

    /// As [`push`](Self::push), for hot loops: a list that would have to grow first may add nothing and say
    /// `false` instead.
    #[inline]
    fn offer(&mut self, key: Self::Key, id: Id) -> bool {
        self.push(key, id).is_ok()
    }

    /// Removes the id that is next in order, with the key it was added under.
    fn pop(&mut self) -> Option<(Self::Key, Id)>;

    /// The id that comes out after `before` others, if that is known already: whatever is added meanwhile
    /// comes out later. `None` where it is not.
    #[inline]
    fn ahead(&self, before: usize) -> Option<Id> {
        let _ = before;
        None
    }
}

/// Stores that a breadth-first search can run on, with the queue that suits how they number nodes.
pub trait Queued: NodeStore {
    /// The queue.
    type Queue: OpenList<Self::Id, Key = ()> + Debug;

    /// An empty queue for ids of this store.
    fn queue(memory: &Memory) -> Self::Queue;
}
