//! Smallest pair of keys first, where most of them are small integers.

use std::cmp::Ordering;

use crate::cost::Cost;
use crate::memory::{BudgetVec, Memory, MemoryExhausted};
use crate::open::OpenList;
use crate::open::chunks::Chunks;
use crate::open::heap::Heap;

/// Bins by two keys: smaller first keys come out first, among equal ones smaller second keys, and among
/// equal pairs the last id in.
///
/// Keys may fall and rise as they like, as those of searches with estimates do. First keys within 512 of the
/// one named at the start and second keys from 0 to 255 have a bin each (buckets for f and ties by g as in Burns,
/// Hatem, Leighton and Ruml 2012); push and pop take constant time there, since bits tell which bins are filled. Other pairs go to a
/// [heap](Heap), in logarithmic time and the smaller id of equal pairs first.
///
/// Memory: 8 KiB, 1 KiB for each first key that is met, and an id and a sixteenth of a link each; a bin in use
/// may hold 15 more.
#[derive(Debug)]
pub struct Bins<Id> {
    chunks: Chunks<Id>,
    /// For each first key the number of its row, or [`NO_ROW`].
    rows: BudgetVec<u32>,
    /// The tops of the bins, row after row.
    tops: BudgetVec<u32>,
    /// For each row which of its bins are filled.
    filled: BudgetVec<[u64; WORDS]>,
    /// Which first keys have a bin that is filled.
    alive: [u64; FIRSTS / 64],
    /// The first key of the first row.
    base: Cost,
    /// The bin that is next, if one is filled.
    next: Option<Bin>,
    /// What has no bin.
    rest: Heap<(Cost, Cost), Id>,
}

/// A bin: places of its keys, and of its top.
#[derive(Clone, Copy, Debug)]
struct Bin {
    first: usize,
    second: usize,
    top: usize,
}

/// How many first keys have bins.
const FIRSTS: usize = 1 << 10;

/// So many of them are below the one named at the start.
const BELOW: Cost = 1 << 9;

/// How many second keys have bins.
const SECONDS: usize = 1 << 8;

/// Words of bits for the second keys.
const WORDS: usize = SECONDS / 64;

/// Ids of a chunk, as a power of two.
const CHUNK_BITS: u32 = 4;

const NO_ROW: u32 = u32::MAX;

impl<Id: Copy + Ord> Bins<Id> {
    /// No ids yet. First keys near `about` will have bins.
    ///
    /// # Errors
    /// [`MemoryExhausted`] if the list of rows does not fit.
    pub fn new(memory: &Memory, about: Cost) -> Result<Self, MemoryExhausted> {
        Ok(Self {
            chunks: Chunks::new(memory, CHUNK_BITS),
            rows: BudgetVec::filled(memory, FIRSTS, NO_ROW)?,
            tops: BudgetVec::new(memory),
            filled: BudgetVec::new(memory),
            alive: [0; FIRSTS / 64],
            base: about.saturating_sub(BELOW),
            next: None,
            rest: Heap::new(memory),
        })
    }

    /// The places of a pair of keys, if there is a bin for it.
    #[inline]
    fn places(&self, (first, second): (Cost, Cost)) -> Option<(usize, usize)> {
        // A first key far below wraps to a large one.
        let first = usize::try_from(first.wrapping_sub(self.base).cast_unsigned()).ok()?;
        let second = usize::try_from(second.cast_unsigned()).ok()?;
        (first < FIRSTS && second < SECONDS).then_some((first, second))
    }

    /// The keys of a bin.
    #[inline]
    #[expect(clippy::cast_possible_wrap, reason = "both places are below 1,024")]
    fn keys(&self, bin: Bin) -> (Cost, Cost) {
        (
            self.base.wrapping_add(bin.first as Cost),
            bin.second as Cost,
        )
    }

    /// Adds an id whose bin may be new or empty.
    #[cold]
    #[inline(never)]
    fn push_apart(
        &mut self,
        (first, second): (usize, usize),
        id: Id,
    ) -> Result<(), MemoryExhausted> {
        if self.rows[first] == NO_ROW {
            self.add_row(first)?;
        }
        let row = self.rows[first] as usize;
        let top = row * SECONDS + second;
        self.chunks.push_apart(&mut self.tops[top], id)?;
        self.filled[row][second / 64] |= 1 << (second % 64);
        self.alive[first / 64] |= 1 << (first % 64);
        let is_next = self
            .next
            .is_none_or(|next| (first, second) < (next.first, next.second));
        if is_next {
            self.next = Some(Bin { first, second, top });
        }
        Ok(())
    }

    fn add_row(&mut self, first: usize) -> Result<(), MemoryExhausted> {
        let old = self.tops.len();
        let added = (0..SECONDS).try_for_each(|_| self.tops.push(0));
        if let Err(full) = added.and_then(|()| self.filled.push([0; WORDS])) {
            self.tops.truncate(old);
            return Err(full);
        }
        // There are at most so many rows as first keys.
        self.rows[first] = u32::try_from(self.filled.len() - 1).unwrap_or(NO_ROW);
        Ok(())
    }

    /// Finds the next bin after this one has become empty.
    #[cold]
    #[inline(never)]
    fn emptied(&mut self, bin: Bin) {
        let row = self.rows[bin.first] as usize;
        let filled = &mut self.filled[row];
        filled[bin.second / 64] &= !(1 << (bin.second % 64));
        if filled.iter().all(|&word| word == 0) {
            self.alive[bin.first / 64] &= !(1 << (bin.first % 64));
        }
        self.next = lowest(&self.alive).and_then(|first| {
            let row = self.rows[first] as usize;
            let second = lowest(&self.filled[row])?;
            let top = row * SECONDS + second;
            Some(Bin { first, second, top })
        });
    }
}

/// The number of the lowest bit that is set.
fn lowest(words: &[u64]) -> Option<usize> {
    let word = words.iter().position(|&word| word != 0)?;
    Some(word * 64 + words[word].trailing_zeros() as usize)
}

impl<Id: Copy + Ord> OpenList<Id> for Bins<Id> {
    type Key = (Cost, Cost);

    #[inline]
    fn push(&mut self, key: (Cost, Cost), id: Id) -> Result<(), MemoryExhausted> {
        if self.offer(key, id) {
            return Ok(());
        }
        match self.places(key) {
            Some(places) => self.push_apart(places, id),
            None => self.rest.push(key, id),
        }
    }

    #[inline]
    fn offer(&mut self, key: (Cost, Cost), id: Id) -> bool {
        let Some((first, second)) = self.places(key) else {
            return false;
        };
        let row = self.rows[first];
        if row == NO_ROW {
            return false;
        }
        // An empty bin has no chunk, so it is not filled here.
        let top = &mut self.tops[row as usize * SECONDS + second];
        self.chunks.offer(top, id)
    }

    #[inline]
    fn pop(&mut self) -> Option<((Cost, Cost), Id)> {
        let Some(bin) = self.next else {
            return self.rest.pop();
        };
        let keys = self.keys(bin);
        if let Some((other, _)) = self.rest.first()
            && other.cmp(&keys) == Ordering::Less
        {
            return self.rest.pop();
        }
        let top = &mut self.tops[bin.top];
        let id = self.chunks.pop(top);
        if *top == 0 {
            self.emptied(bin);
        }
        Some((keys, id))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::Bins;
    use crate::memory::Memory;
    use crate::open::OpenList;

    /// Keys in bins and outside of them.
    fn keys() -> impl Strategy<Value = (i64, i64)> {
        let first = prop_oneof![8 => 0i64..6, 1 => -600i64..600, 1 => Just(i64::MAX)];
        let second = prop_oneof![8 => 0i64..70, 1 => 250i64..260, 1 => Just(-1i64)];
        (first, second)
    }

    proptest! {
        #[test]
        fn the_least_pair_comes_first(
            about in -3i64..3,
            steps in prop::collection::vec(prop::option::weighted(0.6, keys()), 0..600),
        ) {
            let memory = Memory::unlimited();
            let mut bins = Bins::new(&memory, about).unwrap();
            // The ids of each pair, the last in last.
            let mut sorted: BTreeMap<(i64, i64), Vec<usize>> = BTreeMap::new();
            for (id, step) in steps.into_iter().enumerate() {
                if let Some(key) = step {
                    bins.push(key, id).unwrap();
                    sorted.entry(key).or_default().push(id);
                    continue;
                }
                let Some(mut entry) = sorted.first_entry() else {
                    prop_assert_eq!(bins.pop(), None);
                    continue;
                };
                let (key, ids) = (*entry.key(), entry.get_mut());
                let has_bin = (about - 512..about + 512).contains(&key.0) && (0..256).contains(&key.1);
                let id = if has_bin { ids.pop().unwrap() } else { ids.remove(0) };
                if ids.is_empty() {
                    entry.remove();
                }
                prop_assert_eq!(bins.pop(), Some((key, id)));
            }
        }
    }

    #[test]
    fn without_room_nothing_is_added() {
        let memory = Memory::limited(20_000);
        let mut bins = Bins::new(&memory, 0).unwrap();
        let mut kept = 0u32;
        while bins.push((i64::from(kept % 40), 0), kept).is_ok() {
            kept += 1;
        }
        assert!(kept > 3, "{kept}");
        let popped = std::iter::from_fn(|| bins.pop()).count();
        assert_eq!(popped, kept as usize);
        assert!(memory.peak() <= 20_000);
    }
}
