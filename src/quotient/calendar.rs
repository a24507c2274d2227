//! A priority queue for searches whose arcs are mostly short and now and then very long.
//!
//! Keys less than 64 above the last one taken lie in a ring of buckets (Dial, 1969), found by one
//! word of bits; the others lie in a heap. So short arcs cost a few instructions, and a corridor
//! of a million cells does not make the queue walk over a million empty buckets.

use crate::cost::Cost;
use crate::memory::{BudgetVec, Memory, MemoryExhausted};
use crate::open::OpenList;
use crate::open::heap::Heap;

/// How many buckets there are, and how far they reach.
const RING: usize = 64;
const SPAN: Cost = 64;
const END: u32 = u32::MAX;

/// Items with keys; the least key comes out first, and no key may be less than the last one taken.
#[derive(Debug)]
pub(crate) struct Calendar {
    now: Cost,
    occupied: u64,
    ring: [u32; RING],
    entries: BudgetVec<Entry>,
    free: u32,
    far: Heap<Cost, u32>,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    item: u32,
    next: u32,
}

impl Calendar {
    pub(crate) fn new(memory: &Memory) -> Self {
        Self {
            now: 0,
            occupied: 0,
            ring: [END; RING],
            entries: BudgetVec::new(memory),
            free: END,
            far: Heap::new(memory),
        }
    }

    /// Empties the queue and lets keys start from 0 again; the capacity stays.
    pub(crate) fn clear(&mut self) {
        if self.occupied != 0 {
            self.ring = [END; RING];
            self.occupied = 0;
        }
        self.now = 0;
        self.entries.clear();
        self.free = END;
        self.far.clear();
    }

    #[inline]
    pub(crate) fn push(&mut self, key: Cost, item: u32) -> Result<(), MemoryExhausted> {
        debug_assert!(key >= self.now, "keys never fall");
        if key - self.now >= SPAN {
            return self.far.push(key, item);
        }
        let slot = slot(key) as usize;
        let next = self.ring[slot];
        let entry = Entry { item, next };
        if self.free == END {
            self.ring[slot] = len_u32(self.entries.len())?;
            self.entries.push(entry)?;
        } else {
            self.ring[slot] = self.free;
            self.free = std::mem::replace(&mut self.entries[self.free as usize], entry).next;
        }
        self.occupied |= 1 << slot;
        Ok(())
    }

    /// Takes an item with the least key. Among equal keys the order is fixed by the pushes.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<(Cost, u32)> {
        if self.occupied == 0 {
            return self.pop_far();
        }
        let turned = self.occupied.rotate_right(slot(self.now));
        let key = self.now + Cost::from(turned.trailing_zeros());
        if self.far.first().is_some_and(|(far, _)| far < key) {
            return self.pop_far();
        }
        self.now = key;
        let slot = slot(key) as usize;
        let at = self.ring[slot];
        let entry = &mut self.entries[at as usize];
        let (item, next) = (entry.item, entry.next);
        entry.next = self.free;
        self.free = at;
        self.ring[slot] = next;
        if next == END {
            self.occupied &= !(1 << slot);
        }
        Some((key, item))
    }

    #[cold]
    fn pop_far(&mut self) -> Option<(Cost, u32)> {
        let least = self.far.pop()?;
        self.now = least.0;
        Some(least)
    }
}

/// The bucket of a key; keys are not negative.
#[inline]
#[expect(clippy::cast_sign_loss, reason = "six bits are left")]
fn slot(key: Cost) -> u32 {
    (key & (SPAN - 1)) as u32
}

fn len_u32(len: usize) -> Result<u32, MemoryExhausted> {
    u32::try_from(len).map_err(|_| MemoryExhausted::too_many(u64::from(u32::MAX)))
}

#[cfg(test)]
mod tests {
    use super::Calendar;
    use crate::memory::Memory;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn keys_come_out_in_order_and_none_is_lost() {
        let mut random = ChaCha8Rng::seed_from_u64(5);
        let mut queue = Calendar::new(&Memory::unlimited());
        for round in 0..200 {
            queue.clear();
            let mut inside = std::collections::BinaryHeap::new();
            let mut now = 0;
            for item in 0..500 {
                if random.random_ratio(3, 5) {
                    let key = now
                        + if random.random_ratio(1, 4) {
                            random.random_range(0..1_000_000)
                        } else {
                            random.random_range(0..70)
                        };
                    queue.push(key, item).unwrap();
                    inside.push(std::cmp::Reverse(key));
                } else {
                    let popped = queue.pop().map(|(key, _)| key);
                    assert_eq!(popped, inside.pop().map(|key| key.0), "round {round}");
                    now = popped.unwrap_or(now);
                }
            }
        }
    }
}
