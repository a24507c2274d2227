//! Smallest key first, for keys of any size.

use std::fmt::Debug;

use crate::memory::{BudgetVec, Memory, MemoryExhausted};
use crate::open::OpenList;

/// A four-ary heap.
///
/// Equal keys come out by the smaller id first, so the order does not depend on the heap's shape.
/// Push and pop take time logarithmic in the number of entries; four children share a cache line
/// where a binary heap would touch two (Johnson 1975; LaMarca and Ladner 1996).
#[derive(Debug)]
pub struct Heap<K, Id> {
    entries: BudgetVec<(K, Id)>,
}

const ARITY: usize = 4;

impl<K: Copy + Ord, Id: Copy + Ord> Heap<K, Id> {
    /// An empty heap that claims its memory from `memory`.
    #[must_use]
    pub fn new(memory: &Memory) -> Self {
        Self {
            entries: BudgetVec::new(memory),
        }
    }

    /// The entry that is next, without removing it.
    #[inline]
    #[must_use]
    pub fn first(&self) -> Option<(K, Id)> {
        self.entries.first().copied()
    }

    /// How many entries there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is no entry.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Removes entries from the first on until one is current, for lists whose entries become outdated.
    #[inline]
    pub fn settle(&mut self, is_current: impl Fn(K, Id) -> bool)
    where
        K: Debug,
    {
        while self.first().is_some_and(|(key, id)| !is_current(key, id)) {
            self.pop();
        }
    }

    /// Removes all entries and keeps the capacity.
    pub fn clear(&mut self) {
        self.entries.clear();
    }

    #[inline]
    fn sift_up(&mut self, mut hole: usize, entry: (K, Id)) {
        while hole > 0 {
            let parent = (hole - 1) / ARITY;
            if self.entries[parent] <= entry {
                break;
            }
            self.entries[hole] = self.entries[parent];
            hole = parent;
        }
        self.entries[hole] = entry;
    }

    #[inline]
    fn sift_down(&mut self, entry: (K, Id)) {
        let (mut hole, len) = (0, self.entries.len());
        loop {
            let first = hole * ARITY + 1;
            // Nearly all have all their children, of which the least is found without a loop.
            let least = if let Some(&[a, b, c, d]) = self
                .entries
                .get(first..)
                .and_then(|entries| entries.first_chunk::<ARITY>())
            {
                let left = if b < a { (b, first + 1) } else { (a, first) };
                let right = if d < c {
                    (d, first + 3)
                } else {
                    (c, first + 2)
                };
                if right.0 < left.0 { right } else { left }
            } else {
                match (first..len).min_by_key(|&child| self.entries[child]) {
                    Some(least) => (self.entries[least], least),
                    None => break,
                }
            };
            if entry <= least.0 {
                break;
            }
            self.entries[hole] = least.0;
            hole = least.1;
        }
        self.entries[hole] = entry;
    }
}

impl<K: Copy + Ord + Debug, Id: Copy + Ord> OpenList<Id> for Heap<K, Id> {
    type Key = K;

    #[inline]
    fn push(&mut self, key: K, id: Id) -> Result<(), MemoryExhausted> {
        self.entries.push((key, id))?;
        self.sift_up(self.entries.len() - 1, (key, id));
        Ok(())
    }

    #[inline]
    fn pop(&mut self) -> Option<(K, Id)> {
        let last = self.entries.pop()?;
        match self.entries.first().copied() {
            None => Some(last),
            Some(least) => {
                self.sift_down(last);
                Some(least)
            }
        }
    }
}
