//! Smallest key first, for integer keys that never lie far apart.

use crate::cost::Cost;
use crate::memory::{BudgetVec, Memory, MemoryExhausted};
use crate::open::OpenList;
use crate::open::chunks::Chunks;

/// A ring of buckets, one for each key between the smallest present and the largest possible
/// (Dial 1969).
///
/// It serves searches whose keys never fall below the last key that came out (at first: the least
/// key named at the start) and never pass it by more than the span. Push and pop take constant time
/// beside the empty buckets that are passed over, each once. Ids are not counted, so a pop that finds
/// nothing has looked at every bucket. Within a bucket the last id in is the first out. Buckets are
/// lists of chunks of 64 ids, so that their ids lie side by side. Since every bucket in use may hold a
/// chunk that is almost empty, chunks are smaller where there are more than 1,024 buckets: 16 ids at
/// 4,096, one id beyond. A chunk costs the size of its ids and a link.
#[derive(Debug)]
pub struct Buckets<Id> {
    /// The top of each bucket's stack. The length is a power of two above the span.
    tops: BudgetVec<u32>,
    chunks: Chunks<Id>,
    least: Cost,
}

/// The widest span that buckets serve; 16 MiB of bucket heads.
pub const MAX_SPAN: Cost = 1 << 22;

/// The most buckets with chunks of more than one id.
const CHUNKED: usize = 1 << 12;

/// The most ids of a chunk, as a power of two.
const MOST_BITS: u32 = 6;

/// How many ids the chunks of all buckets hold, one a bucket, as a power of two.
const SPARE_BITS: u32 = 16;

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
        let size = (size + 1).next_power_of_two();
        let bits = if size <= CHUNKED {
            (SPARE_BITS - size.ilog2()).min(MOST_BITS)
        } else {
            0
        };
        Ok(Self {
            tops: BudgetVec::filled(memory, size, 0)?,
            chunks: Chunks::new(memory, bits),
            least,
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
        key as usize & (self.tops.len() - 1)
    }

    /// Pops from the first bucket that holds something, which is not the least key's own.
    #[cold]
    #[inline(never)]
    fn pop_later(&mut self) -> Option<(Cost, Id)> {
        let (first, last) = (self.bucket(self.least), self.tops.len() - 1);
        let (mut bucket, mut apart) = (first, 0);
        while self.tops[bucket] == 0 {
            bucket = (bucket + 1) & last;
            apart += 1;
            if bucket == first {
                return None;
            }
        }
        self.least += apart;
        self.pop()
    }
}

impl<Id: Copy> OpenList<Id> for Buckets<Id> {
    type Key = Cost;

    #[inline]
    fn push(&mut self, key: Cost, id: Id) -> Result<(), MemoryExhausted> {
        if self.offer(key, id) {
            return Ok(());
        }
        let bucket = self.bucket(key);
        self.chunks.push_apart(&mut self.tops[bucket], id)
    }

    #[expect(
        clippy::inline_always,
        reason = "a part of the hot loop: called, it takes twice as long"
    )]
    #[inline(always)]
    fn offer(&mut self, key: Cost, id: Id) -> bool {
        debug_assert!(key >= self.least, "keys must not fall");
        let bucket = self.bucket(key);
        self.chunks.offer(&mut self.tops[bucket], id)
    }

    #[inline]
    fn pop(&mut self) -> Option<(Cost, Id)> {
        let bucket = self.bucket(self.least);
        let top = &mut self.tops[bucket];
        if *top == 0 {
            return self.pop_later();
        }
        let id = self.chunks.pop(top);
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
            // Buckets have chunks of 64 ids or fewer with these; with the last, of one.
            apart in prop::sample::select(vec![1i64, 90, 500]),
            steps in prop::collection::vec(prop::option::of(0i64..40), 0..300),
        ) {
            let memory = Memory::unlimited();
            let mut buckets = Buckets::new(&memory, 0, span * apart).unwrap();
            let mut heap = Heap::new(&memory);
            let mut sorted = std::collections::BTreeSet::new();
            let mut last = 0;
            for (id, step) in steps.into_iter().enumerate() {
                if let Some(more) = step {
                    let key = last + more.min(span) * apart;
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
