//! Smallest key first, where the costs of actions are large: only the least of what waits is in order.

use std::fmt::Debug;

use crate::cost::Cost;
use crate::memory::{BudgetVec, Memory, MemoryExhausted};
use crate::open::OpenList;
use crate::open::chunks::Chunks;
use crate::open::heap::Heap;

/// Tiers by the first part of the key: smaller keys come out first, and among equal ones the smaller id, as from a
/// [heap](Heap).
///
/// A tier is a range of keys as wide as a power of two. The lowest tier that has ids is sorted when its turn comes; what
/// is pushed into it after that, or below, is in a heap. The 1,023 tiers above it are stacks (the coarse level of the
/// multi-level buckets of Denardo and Fox 1979); what lies further on waits in a heap of its own, as do keys that are far
/// from the first ones. Keys may fall and rise as they like. A push on a stack takes constant time, and the logarithm of
/// the size of its tier when that is sorted. That is much less than the logarithm of all that waits where costs are large,
/// since keys seldom fall and rise by about the cost of an action then. What is pushed and is the next to be popped
/// passes by the heap.
///
/// Memory: 8 KiB, eight bytes and the id of each entry, and as much room again as the largest tier takes; a stack in use
/// may hold 7 entries more.
#[derive(Debug)]
pub struct Tiers<K, Id> {
    /// Packed keys shifted so far right are the numbers of tiers.
    shift: u32,
    /// The least key that is packed, in its first part.
    origin: Cost,
    /// The number of the lowest tier: what lies in it or below is in order.
    lowest: u64,
    /// The least entry of the lowest tier, if it was pushed last.
    next: Option<(u64, Id)>,
    /// What was in the lowest tier when its turn came, the least entry last.
    run: BudgetVec<(u64, Id)>,
    /// What came to it since then, or below.
    heap: Heap<u64, Id>,
    /// One for each tier; a tier is found by the low bits of its number.
    stacks: BudgetVec<Stack>,
    /// Which stacks have entries.
    filled: [u64; TIERS / 64],
    chunks: Chunks<(u64, Id)>,
    /// What lies beyond the stacks, and what cannot be packed.
    beyond: Heap<K, Id>,
}

/// A key that fits 64 bits where it is not far from an origin.
pub trait Packable: Copy + Ord + Debug {
    /// How many of these bits the first part leaves to the others.
    const REST: u32;

    /// The key in 64 bits, in the order of keys.
    fn pack(self, origin: Cost) -> Option<u64>;

    /// The key that was packed so.
    fn unpack(packed: u64, origin: Cost) -> Self;
}

impl Packable for Cost {
    const REST: u32 = 0;

    #[inline]
    fn pack(self, origin: Cost) -> Option<u64> {
        let above = self.wrapping_sub(origin).cast_unsigned();
        (self >= origin && above < 1 << 62).then_some(above)
    }

    #[inline]
    fn unpack(packed: u64, origin: Cost) -> Self {
        origin.wrapping_add_unsigned(packed)
    }
}

/// The second part is packed from 0 on.
impl Packable for (Cost, Cost) {
    const REST: u32 = 32;

    #[inline]
    fn pack(self, origin: Cost) -> Option<u64> {
        let above = self.0.wrapping_sub(origin).cast_unsigned();
        let second = self.1.cast_unsigned();
        // A key below the origin wraps to a large one.
        ((above | second) >> 32 == 0).then_some(above << 32 | second)
    }

    #[inline]
    fn unpack(packed: u64, origin: Cost) -> Self {
        let second = (packed & u64::from(u32::MAX)).cast_signed();
        (origin.wrapping_add_unsigned(packed >> 32), second)
    }
}

/// The entries of a tier that is not the lowest.
#[derive(Clone, Copy, Debug, Default)]
struct Stack {
    top: u32,
    count: u32,
}

/// How many tiers there are.
const TIERS: usize = 1 << 10;

/// How many tiers the largest cost of an action spans, as a power of two.
const SPAN_BITS: u32 = 7;

/// Entries of a chunk, as a power of two.
const CHUNK_BITS: u32 = 3;

/// So far below the first key others may fall and be packed.
const BELOW: Cost = 1 << 30;

impl<K: Packable, Id: Copy + Ord> Tiers<K, Id> {
    /// No ids yet, for keys from about `about` on, where actions cost up to `max`, as far as that is known.
    ///
    /// # Errors
    /// [`MemoryExhausted`] if the heads of the stacks do not fit.
    pub fn new(memory: &Memory, about: Cost, max: Option<Cost>) -> Result<Self, MemoryExhausted> {
        // At most half of the first part of a key. It is the right width for costs of some millions, and with smaller ones
        // nearly all is in one tier, which is no worse than a heap.
        let widest = 16;
        let bits = max.map_or(widest, |max| max.max(1).ilog2().saturating_sub(SPAN_BITS));
        let bits = bits.min(widest);
        let origin = about.saturating_sub(BELOW);
        Ok(Self {
            shift: K::REST + bits,
            origin,
            lowest: about.wrapping_sub(origin).cast_unsigned() >> bits,
            next: None,
            run: BudgetVec::new(memory),
            heap: Heap::new(memory),
            stacks: BudgetVec::filled(memory, TIERS, Stack::default())?,
            filled: [0; TIERS / 64],
            chunks: Chunks::new(memory, CHUNK_BITS),
            beyond: Heap::new(memory),
        })
    }

    /// Adds an entry of the lowest tier.
    #[inline]
    fn push_low(&mut self, entry: (u64, Id)) -> Result<(), MemoryExhausted> {
        match self.next {
            Some(next) if entry < next => {
                self.heap.push(next.0, next.1)?;
                self.next = Some(entry);
                Ok(())
            }
            None if self.least().is_none_or(|least| entry < least) => {
                self.next = Some(entry);
                Ok(())
            }
            _ => self.heap.push(entry.0, entry.1),
        }
    }

    /// Adds an entry to the stack `at`, which may be empty or need a new chunk.
    #[cold]
    #[inline(never)]
    fn push_apart(&mut self, at: usize, entry: (u64, Id)) -> Result<(), MemoryExhausted> {
        let stack = &mut self.stacks[at];
        // It has room in the run when its turn comes, since no pop can fail.
        while self.run.room() <= stack.count as usize {
            self.run.reserve_beyond()?;
        }
        if !self.chunks.offer(&mut stack.top, entry) {
            self.chunks.push_apart(&mut stack.top, entry)?;
        }
        stack.count += 1;
        self.filled[at / 64] |= 1 << (at % 64);
        Ok(())
    }

    /// The least entry of the run and the heap.
    #[inline]
    fn least(&self) -> Option<(u64, Id)> {
        match (self.run.last().copied(), self.heap.first()) {
            (Some(old), Some(new)) => Some(old.min(new)),
            (old, new) => old.or(new),
        }
    }

    /// Sorts the lowest stack that has entries, after all of the tier before it came out.
    #[cold]
    #[inline(never)]
    fn advance(&mut self) {
        let words = self.filled.len();
        let first = usize::try_from(self.lowest % TIERS as u64).unwrap_or(0);
        // Once around, and the first word once more for what lies before its beginning.
        let found = (0..=words).find_map(|step| {
            let at = (first / 64 + step) % words;
            let mask = u64::MAX << (first % 64);
            let word = self.filled[at];
            let word = match step {
                0 => word & mask,
                _ if step == words => word & !mask,
                _ => word,
            };
            (word != 0).then(|| at * 64 + word.trailing_zeros() as usize)
        });
        let Some(at) = found else {
            // Only what lies beyond is left, if anything is: the stacks go on from there.
            let packed = self
                .beyond
                .first()
                .and_then(|(key, _)| key.pack(self.origin));
            self.lowest = packed.map_or(self.lowest, |packed| packed >> self.shift);
            return;
        };
        self.filled[at / 64] &= !(1 << (at % 64));
        let mut stack = std::mem::take(&mut self.stacks[at]);
        for _ in 0..stack.count {
            let (key, id) = self.chunks.pop(&mut stack.top);
            self.lowest = key >> self.shift;
            self.run.push_reserved((key, id));
        }
        self.run.sort_unstable_by(|a, b| b.cmp(a));
    }
}

impl<K: Packable, Id: Copy + Ord> OpenList<Id> for Tiers<K, Id> {
    type Key = K;

    #[inline]
    fn push(&mut self, key: K, id: Id) -> Result<(), MemoryExhausted> {
        let Some(packed) = key.pack(self.origin) else {
            return self.beyond.push(key, id);
        };
        let entry = (packed, id);
        let tier = packed >> self.shift;
        if tier <= self.lowest {
            return self.push_low(entry);
        }
        if tier - self.lowest >= TIERS as u64 {
            return self.beyond.push(key, id);
        }
        let at = usize::try_from(tier % TIERS as u64).unwrap_or(0);
        let stack = &mut self.stacks[at];
        if (stack.count as usize) < self.run.room() && self.chunks.offer(&mut stack.top, entry) {
            stack.count += 1;
            return Ok(());
        }
        self.push_apart(at, entry)
    }

    #[inline]
    fn pop(&mut self) -> Option<(K, Id)> {
        let mut least = self.next.or_else(|| self.least());
        if least.is_none() {
            self.advance();
            least = self.least();
        }
        let near = least.map(|(packed, id)| (K::unpack(packed, self.origin), id));
        if let Some(far) = self.beyond.first()
            && near.is_none_or(|near| far < near)
        {
            return self.beyond.pop();
        }
        if self.next.take().is_none() {
            if self.run.last().copied() == least {
                self.run.pop();
            } else {
                self.heap.pop();
            }
        }
        near
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::Tiers;
    use crate::memory::Memory;
    use crate::open::OpenList;
    use crate::open::heap::Heap;

    /// Keys as they come: near the last one that came out, far above it, and anywhere.
    fn keys() -> impl Strategy<Value = (bool, i64, i64)> {
        let step = prop_oneof![
            8 => -50i64..40_000,
            1 => 900_000i64..1_100_000,
            1 => Just(1i64 << 40),
            1 => Just(-(1i64 << 40)),
            1 => Just((1i64 << 32) - 5),
        ];
        let second = prop_oneof![9 => 0i64..3, 1 => Just(1i64 << 33), 1 => Just(-1i64)];
        (prop::bool::weighted(0.9), step, second)
    }

    proptest! {
        /// What comes out is what comes out of a heap.
        #[test]
        fn the_least_entry_comes_first(
            about in -3i64..3_000_000,
            max in prop::sample::select(vec![None, Some(65i64), Some(1000), Some(19_601), Some(1 << 45)]),
            steps in prop::collection::vec(prop::option::weighted(0.6, keys()), 0..600),
        ) {
            let memory = Memory::unlimited();
            let mut tiers: Tiers<(i64, i64), _> = Tiers::new(&memory, about, max).unwrap();
            let mut heap = Heap::new(&memory);
            let (mut firsts, mut first_heap) = (Tiers::new(&memory, about, max).unwrap(), Heap::new(&memory));
            let mut last = about;
            for (id, step) in steps.into_iter().enumerate() {
                if let Some((is_near, step, second)) = step {
                    let key = (if is_near { last.saturating_add(step) } else { step }, second);
                    tiers.push(key, id).unwrap();
                    heap.push(key, id).unwrap();
                    firsts.push(key.0, id).unwrap();
                    first_heap.push(key.0, id).unwrap();
                } else {
                    let least = heap.pop();
                    prop_assert_eq!(tiers.pop(), least);
                    prop_assert_eq!(firsts.pop(), first_heap.pop());
                    last = least.map_or(last, |((first, _), _)| first);
                }
            }
            while let Some(least) = heap.pop() {
                prop_assert_eq!(tiers.pop(), Some(least));
            }
            prop_assert_eq!(tiers.pop(), None);
        }
    }

    #[test]
    fn without_room_nothing_is_added_and_nothing_lost() {
        let memory = Memory::limited(20_000);
        let mut tiers = Tiers::new(&memory, 0, Some(1000)).unwrap();
        let mut kept = 0u32;
        while tiers.push((i64::from(kept % 40) * 100, 0), kept).is_ok() {
            kept += 1;
        }
        assert!(kept > 100, "{kept}");
        let popped: Vec<_> = std::iter::from_fn(|| tiers.pop()).collect();
        assert_eq!(popped.len(), kept as usize);
        assert!(popped.is_sorted());
        assert!(memory.peak() <= 20_000);
    }

    /// The largest keys that there are.
    #[test]
    fn keys_at_the_ends_come_out_in_order() {
        let mut tiers = Tiers::new(&Memory::unlimited(), 0, Some(100)).unwrap();
        let keys = [i64::MAX, i64::MIN, 0, i64::MAX - 1, i64::MIN + 1, 7];
        for (id, key) in (0u32..).zip(keys) {
            tiers.push((key, 0), id).unwrap();
        }
        let mut sorted = keys.to_vec();
        sorted.sort_unstable();
        let popped: Vec<_> = std::iter::from_fn(|| tiers.pop())
            .map(|((key, _), _)| key)
            .collect();
        assert_eq!(popped, sorted);
    }
}
