//! The hash table of the interned store: ids by the hashes of their states.
//!
//! The states themselves are in an arena, and so are not moved when the table grows. What a look-up costs is
//! the cache lines it waits for; so a bucket is one line, with twelve ids and eight bits of each hash, and a
//! state that is not known is told from all others in the line where it will be noted. (The common layout
//! with the bits of hashes in an array of their own needs two lines.) Nothing is ever removed, so a bucket with room
//! ends a search. One that is full overflows into the next.

use crate::machine::bytes::equal_bytes;
use crate::machine::prefetch::prefetch;
use crate::memory::{BudgetVec, Memory, MemoryExhausted};
use crate::store::word::index;

/// A table of ids from 0 up, in the order in which they are added.
///
/// Memory: 7 to 10 bytes an id, up to 15 from some hundred ids to 1 MiB, and as much as before on top where it is
/// moved as it grows.
#[derive(Debug)]
pub(super) struct IdTable {
    buckets: BudgetVec<Bucket>,
    len: usize,
}

/// One cache line.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
struct Bucket {
    /// Eight bits of the hash of each id, never 0; after them, where there are none, 0. The last four are not used.
    tags: [u8; 16],
    ids: [u32; IDS],
}

/// A bucket with room for an id, and the first place in it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gap {
    bucket: usize,
    place: usize,
}

/// Ids of a bucket.
const IDS: usize = 12;

/// Ids of a bucket on the average when the table is as full as it may be. With ten, a search that finds nothing
/// looks at 1.5 buckets or so, two neighbouring lines.
const MOST: usize = 9;

/// So many buckets (8 MiB) are within reach of the last cache, where looking twice costs more than it saves.
const NEAR: usize = 1 << 17;

/// Up to so many buckets (1 MiB) the table doubles: it wastes little, and its ids are seldom moved.
const SMALL: usize = 1 << 14;

/// Ids whose buckets are asked for before the first of them is added to a new table.
const AHEAD: usize = 16;

impl Bucket {
    const EMPTY: Self = Self {
        tags: [0; 16],
        ids: [0; IDS],
    };

    /// Notes an id at a place.
    #[inline]
    fn set(&mut self, place: usize, tag: u8, id: u32) {
        self.ids[place] = id;
        self.tags[place] = tag;
    }

    /// The places that have this tag, one bit each.
    #[inline]
    fn alike(&self, tag: u8) -> u32 {
        equal_bytes(&self.tags, tag) & ((1 << IDS) - 1)
    }

    /// The first place without an id, if there is one.
    #[inline]
    fn free(&self) -> Option<usize> {
        let free = self.alike(0);
        (free != 0).then(|| free.trailing_zeros() as usize)
    }
}

/// The bits of a hash that a bucket keeps.
#[inline]
fn tag(hash: u64) -> u8 {
    hash.to_le_bytes()[0].max(1)
}

impl IdTable {
    /// An empty table without room.
    pub(super) fn new(memory: &Memory) -> Self {
        Self {
            buckets: BudgetVec::new(memory),
            len: 0,
        }
    }

    /// How many ids there may be before it must grow.
    pub(super) fn room(&self) -> usize {
        self.buckets.len() * MOST
    }

    /// The first bucket for a hash.
    #[inline]
    fn home(hash: u64, buckets: usize) -> usize {
        let product = u128::from(hash) * buckets as u128;
        index((product >> 64) as u64)
    }

    /// Whether it has outgrown the near caches.
    #[inline]
    pub(super) fn is_far(&self) -> bool {
        self.buckets.len() > NEAR
    }

    /// Asks for the bucket of a hash before it is needed.
    #[inline]
    pub(super) fn ask(&self, hash: u64) {
        prefetch(&self.buckets, Self::home(hash, self.buckets.len()));
    }

    /// The id with this hash of which `is_it` holds, or the gap for it. The table has room for one.
    #[expect(clippy::inline_always, reason = "a part of every search's hot loop")]
    #[inline(always)]
    pub(super) fn find(&self, hash: u64, mut is_it: impl FnMut(u32) -> bool) -> Result<u32, Gap> {
        let tag = tag(hash);
        let mut at = Self::home(hash, self.buckets.len());
        loop {
            let bucket = &self.buckets[at];
            let mut alike = bucket.alike(tag);
            while alike != 0 {
                let id = bucket.ids[alike.trailing_zeros() as usize];
                if is_it(id) {
                    return Ok(id);
                }
                alike &= alike - 1;
            }
            if let Some(place) = bucket.free() {
                return Err(Gap { bucket: at, place });
            }
            at += 1;
            if at == self.buckets.len() {
                at = 0;
            }
        }
    }

    /// Adds the next id where [`find`](Self::find) found the gap for it.
    #[expect(clippy::inline_always, reason = "a part of every search's hot loop")]
    #[inline(always)]
    pub(super) fn fill(&mut self, Gap { bucket, place }: Gap, hash: u64, id: u32) {
        self.buckets[bucket].set(place, tag(hash), id);
        self.len += 1;
    }

    /// Makes room for more ids: as many again while it is small, then a third or, where that does not fit, an
    /// eighth. `hash` gives the hashes of those that it has.
    pub(super) fn grow(&mut self, hash: impl Fn(u32) -> u64) -> Result<(), MemoryExhausted> {
        let old = self.buckets.len();
        let by = if old < SMALL / 2 { old } else { old / 3 };
        let more = self.buckets.refill(old + by + 2, Bucket::EMPTY);
        more.or_else(|why| match old / 8 {
            0 => Err(why),
            eighth => self.buckets.refill(old + eighth, Bucket::EMPTY),
        })?;
        // Ids in order: the states are read as they lie, and the buckets are asked for ahead.
        let mut waiting = [(0, 0); AHEAD];
        let ids = u32::try_from(self.len).unwrap_or(u32::MAX);
        for (count, id) in (0..ids).enumerate() {
            let hash = hash(id);
            self.ask(hash);
            let (asked, before) = std::mem::replace(&mut waiting[count % AHEAD], (hash, id));
            if count >= AHEAD {
                self.note(asked, before);
            }
        }
        for (hash, id) in waiting.into_iter().take(self.len) {
            self.note(hash, id);
        }
        Ok(())
    }

    /// Adds an id that the new buckets do not have.
    fn note(&mut self, hash: u64, id: u32) {
        let mut at = Self::home(hash, self.buckets.len());
        loop {
            let bucket = &mut self.buckets[at];
            if let Some(place) = bucket.free() {
                return bucket.set(place, tag(hash), id);
            }
            at += 1;
            if at == self.buckets.len() {
                at = 0;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::prelude::*;

    use super::{AHEAD, IDS, IdTable, MOST};
    use crate::memory::Memory;

    /// Adds what is not known, and returns the ids in the order of the hashes.
    fn ids(table: &mut IdTable, hashes: &mut Vec<u64>, hash: u64, key: u64) -> u32 {
        if hashes.len() == table.room() {
            table.grow(|id| hashes[id as usize]).unwrap();
        }
        let found = table.find(hash, |id| hashes[id as usize] == key);
        found.unwrap_or_else(|gap| {
            let id = u32::try_from(hashes.len()).unwrap();
            hashes.push(key);
            table.fill(gap, hash, id);
            id
        })
    }

    proptest! {
        #[test]
        fn ids_are_those_of_a_map(keys in prop::collection::vec((any::<u64>(), 0u8..4), 0..900)) {
            // Many equal hashes, many of the same bucket, many of the same bits.
            let keys: Vec<u64> = keys
                .into_iter()
                .map(|(key, kind)| match kind {
                    0 => key,
                    1 => key & 0xFF,
                    2 => key << 56,
                    _ => key & 0x0700_0000_0000_0003,
                })
                .collect();
            let memory = Memory::unlimited();
            let mut table = IdTable::new(&memory);
            let (mut hashes, mut map) = (Vec::new(), HashMap::new());
            for &key in &keys {
                let next = u32::try_from(map.len()).unwrap();
                let id = *map.entry(key).or_insert(next);
                prop_assert_eq!(ids(&mut table, &mut hashes, key, key), id);
            }
            for (key, id) in map {
                prop_assert_eq!(table.find(key, |id| hashes[id as usize] == key).ok(), Some(id));
            }
        }
    }

    #[test]
    fn hashes_that_are_all_equal_are_told_apart_by_their_states() {
        for hash in [0, u64::MAX, 1 << 63] {
            let mut table = IdTable::new(&Memory::unlimited());
            let mut states = Vec::new();
            for state in (0..200).chain(0..200) {
                if states.len() == table.room() {
                    table.grow(|_| hash).unwrap();
                }
                match table.find(hash, |id| states[id as usize] == state) {
                    Ok(id) => assert_eq!(u64::from(id), state),
                    Err(gap) => {
                        table.fill(gap, hash, u32::try_from(states.len()).unwrap());
                        states.push(state);
                    }
                }
            }
            assert_eq!(states.len(), 200);
        }
    }

    #[test]
    fn where_there_is_no_memory_it_stays_as_it_is() {
        let memory = Memory::limited(2000);
        let mut table = IdTable::new(&memory);
        let mut hashes = Vec::new();
        let mixed = |id: u64| id.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let refused = loop {
            if hashes.len() == table.room()
                && let Err(refused) = table.grow(|id| hashes[id as usize])
            {
                break refused;
            }
            let hash = mixed(hashes.len() as u64);
            ids(&mut table, &mut hashes, hash, hash);
        };
        assert_eq!(refused.limit, 2000);
        assert!(hashes.len() > 2 * IDS + AHEAD && hashes.len().is_multiple_of(MOST));
        for (id, &hash) in (0..).zip(&hashes) {
            assert_eq!(
                table.find(hash, |id| hashes[id as usize] == hash).ok(),
                Some(id)
            );
        }
        assert!(memory.peak() <= 2000);
        drop(table);
        assert_eq!(memory.used(), 0);
    }
}
