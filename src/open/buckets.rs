//! Smallest key first, for integer keys that never lie far apart.

use crate::cost::Cost;
use crate::memory::{BudgetVec, Memory, MemoryExhausted};
use crate::open::OpenList;

/// A ring of buckets, one for each key between the smallest present and the largest possible
/// (Dial 1969).
///
/// It serves searches whose keys never fall below the last key that came out (at first: the least
/// key named at the start) and never pass it by more than the span. Push and pop take constant time
/// beside the empty buckets that are passed over, each once. Within a bucket the last id in is the
/// first out. An entry costs the size of an id and a link.
#[derive(Debug)]
pub struct Buckets<Id> {
    /// The first entry of each bucket; the length is a power of two above the span.
    heads: BudgetVec<u32>,
    /// Ids with the entry that follows in the same bucket, or in the list of free entries.
    entries: BudgetVec<(Id, u32)>,
    free: u32,
    least: Cost,
    len: usize,
}

const END: u32 = u32::MAX;

/// The widest span that buckets serve; 16 MiB of bucket heads.
pub const MAX_SPAN: Cost = 1 << 22;

impl<Id: Copy> Buckets<Id> {
    /// Empty buckets for keys from `least` on, at most `span` apart.
    ///
    /// # Errors
    /// [`MemoryExhausted`] if the heads do not fit.
    ///
    /// # Panics
    /// If the span is not between 0 and [`MAX_SPAN`].
    pub fn new(memory: &Memory, least: Cost, span: Cost) -> Result<Self, MemoryExhausted> {
        assert!((0..=MAX_SPAN).contains(&span), "a span of {span}");
        let size = usize::try_from(span).unwrap_or(0);
        Ok(Self {
            heads: BudgetVec::filled(memory, (size + 1).next_power_of_two(), END)?,
            entries: BudgetVec::new(memory),
            free: END,
            least,
            len: 0,
        })
    }

    /// The bucket of `key`: its low bits.
    #[inline]
    #[expect(
        clippy::cast_sign_loss,
        clippy::cast_possible_truncation,
        reason = "only the low bits of the key choose the bucket"
    )]
    fn bucket(&self, key: Cost) -> usize {
        key as usize & (self.heads.len() - 1)
    }
}

impl<Id: Copy> OpenList<Id> for Buckets<Id> {
    type Key = Cost;

    #[inline]
    fn push(&mut self, key: Cost, id: Id) -> Result<(), MemoryExhausted> {
        debug_assert!(key >= self.least, "keys must not fall");
        let bucket = self.bucket(key);
        let next = self.heads[bucket];
        let entry = if self.free == END {
            // Entries that are linked are numbered by 32 bits, as the nodes of hash stores are.
            let entry = u32::try_from(self.entries.len()).unwrap_or(END);
            if entry == END {
                let (needed, used, limit) =
                    (size_of::<(Id, u32)>() as u64, u64::from(END), u64::MAX);
                return Err(MemoryExhausted {
                    needed,
                    used,
                    limit,
                });
            }
            self.entries.push((id, next))?;
            entry
        } else {
            let entry = self.free;
            self.free = self.entries[entry as usize].1;
            self.entries[entry as usize] = (id, next);
            entry
        };
        self.heads[bucket] = entry;
        self.len += 1;
        Ok(())
    }

    #[inline]
    fn pop(&mut self) -> Option<(Cost, Id)> {
        if self.len == 0 {
            return None;
        }
        let mut bucket = self.bucket(self.least);
        while self.heads[bucket] == END {
            self.least += 1;
            bucket = self.bucket(self.least);
        }
        let entry = self.heads[bucket];
        let (id, next) = self.entries[entry as usize];
        self.heads[bucket] = next;
        self.entries[entry as usize].1 = self.free;
        self.free = entry;
        self.len -= 1;
        Some((self.least, id))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::Buckets;
    use crate::memory::Memory;
    use crate::open::OpenList;
    use crate::open::heap::Heap;

    proptest! {
        /// Buckets, heap and a sorted list give the same keys; the heap also the same ids.
        #[test]
        fn the_least_key_comes_first(
            span in 0i64..40,
            steps in prop::collection::vec(prop::option::of(0i64..40), 0..300),
        ) {
            let memory = Memory::unlimited();
            let mut buckets = Buckets::new(&memory, 0, span).unwrap();
            let mut heap = Heap::new(&memory);
            let mut sorted = std::collections::BTreeSet::new();
            let mut last = 0;
            for (id, step) in steps.into_iter().enumerate() {
                if let Some(more) = step {
                    let key = last + more.min(span);
                    buckets.push(key, id).unwrap();
                    heap.push(key, id).unwrap();
                    sorted.insert((key, id));
                } else {
                    let least = sorted.pop_first();
                    prop_assert_eq!(heap.pop(), least);
                    prop_assert_eq!(buckets.pop().map(|(key, _)| key), least.map(|(key, _)| key));
                    last = least.map_or(last, |(key, _)| key);
                }
            }
        }
    }
}
