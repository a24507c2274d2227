//! The store for any hashable state: every state once in an arena, 32-bit ids in a table beside it.

use std::hash::{BuildHasher, Hash};

use foldhash::fast::FixedState;
use hashbrown::HashTable;

use crate::cost::Cost;
use crate::memory::{BudgetVec, Memory, MemoryExhausted, bytes_of};
use crate::store::node_list::{NO_PARENT, NodeList};
use crate::store::{Costs, NodeStore, Parents, Reach, StoreError};

/// A hash store of states.
///
/// Ids are handed out in the order in which states are first reached: 0, 1, 2, ... A node costs the
/// size of the state, 4 bytes for its parent and 4 for its cost (all of that twice just after the
/// lists grew; 8 bytes more for costs that pass 31 bits) and 6 to 12 bytes of table. The hash function has a fixed seed, so runs repeat
/// exactly. Memory that a state itself keeps on the heap is not counted.
#[derive(Debug)]
pub struct Interned<S> {
    states: BudgetVec<S>,
    nodes: NodeList,
    table: HashTable<u32>,
    table_bytes: u64,
    /// So many states can get ids before the table must grow.
    room: usize,
    hasher: FixedState,
    memory: Memory,
    /// Why `insert` refused a state, until it is told.
    refusal: Option<StoreError>,
}

/// As many ids as there are below the mark of a start.
const MOST_IDS: usize = NO_PARENT as usize;

impl<S> Interned<S> {
    /// An empty store that claims its memory from `memory`.
    #[must_use]
    pub fn new(memory: &Memory) -> Self {
        Self {
            states: BudgetVec::new(memory),
            nodes: NodeList::new(memory),
            table: HashTable::new(),
            table_bytes: 0,
            room: 0,
            hasher: FixedState::default(),
            memory: memory.clone(),
            refusal: None,
        }
    }

    /// The stored states in the order of their ids.
    #[must_use]
    pub fn states(&self) -> &[S] {
        &self.states
    }
}

impl<S: Hash> Interned<S> {
    /// Makes room in the table for more ids.
    #[cold]
    #[inline(never)]
    fn grow(&mut self) -> Result<(), StoreError> {
        if self.states.len() >= MOST_IDS {
            return Err(StoreError::Full(MOST_IDS as u64));
        }
        // Twice the slots: 4 bytes an id, 1 control byte, 8 slots for 7 ids, rounded up to a
        // power of two by the table.
        let slots = (self.table.capacity() / 7 * 16).next_power_of_two().max(16);
        let claimed = bytes_of::<[u8; 5]>(slots) + 64;
        self.memory.claim(claimed)?;
        let (states, hasher) = (&self.states, &self.hasher);
        let rehash = |&id: &u32| hasher.hash_one(&states[id as usize]);
        let more = slots / 8 * 7 - self.table.len();
        if self.table.try_reserve(more, rehash).is_err() {
            self.memory.release(claimed);
            let used = self.memory.used();
            let limit = self.memory.limit();
            let needed = claimed;
            return Err(MemoryExhausted {
                needed,
                used,
                limit,
            }
            .into());
        }
        self.memory.release(self.table_bytes);
        self.table_bytes = claimed;
        self.room = self.table.capacity().min(MOST_IDS);
        Ok(())
    }
}

impl<S: Clone + Eq + Hash> Interned<S> {
    /// Gives a state that is not in the store an id. It is called apart from the hot loop: what most
    /// successors need, the look into the table, stays small. The arguments and the result travel
    /// in registers, so the reason for a refusal waits in the store.
    #[inline(never)]
    fn insert(&mut self, hash: u64, state: &S, g: Cost, parent: u32) -> Option<u32> {
        match self.try_insert(hash, state, g, parent) {
            Ok(id) => Some(id),
            Err(why) => {
                self.refusal = Some(why);
                None
            }
        }
    }

    #[expect(clippy::inline_always, reason = "the whole of `insert`, with `?`")]
    #[inline(always)]
    fn try_insert(
        &mut self,
        hash: u64,
        state: &S,
        g: Cost,
        parent: u32,
    ) -> Result<u32, StoreError> {
        let index = self.states.len();
        if index >= self.room {
            self.grow()?;
        }
        #[expect(
            clippy::cast_possible_truncation,
            reason = "there is room for no more ids than 32 bits hold"
        )]
        let id = index as u32;
        if let Err(full) = self.append(state, g, parent) {
            return Err(self.forget(index, full));
        }
        let (states, hasher) = (&self.states, &self.hasher);
        let rehash = |&id: &u32| hasher.hash_one(&states[id as usize]);
        self.table.insert_unique(hash, id, rehash);
        Ok(id)
    }

    #[inline]
    fn append(&mut self, state: &S, g: Cost, parent: u32) -> Result<(), MemoryExhausted> {
        self.states.push(state.clone())?;
        self.nodes.push(g, parent)
    }

    /// Takes back the state that got no room.
    #[cold]
    fn forget(&mut self, len: usize, full: MemoryExhausted) -> StoreError {
        self.states.truncate(len);
        full.into()
    }

    /// Why the last state was refused.
    #[cold]
    #[inline(never)]
    fn refusal(&mut self) -> StoreError {
        let full = StoreError::Full(MOST_IDS as u64);
        self.refusal.take().unwrap_or(full)
    }

    #[expect(clippy::inline_always, reason = "a part of every search's hot loop")]
    #[inline(always)]
    fn lookup(&self, hash: u64, state: &S) -> Option<u32> {
        let is_it = |&id: &u32| self.states[id as usize] == *state;
        self.table.find(hash, is_it).copied()
    }
}

impl<S: Clone + Eq + Hash> NodeStore for Interned<S> {
    type State = S;
    type Id = u32;

    #[expect(clippy::inline_always, reason = "a part of every search's hot loop")]
    #[inline(always)]
    fn reach(&mut self, state: &S, g: Cost, parent: Option<u32>) -> Result<Reach<u32>, StoreError> {
        let hash = self.hasher.hash_one(state);
        let parent = parent.unwrap_or(NO_PARENT);
        let Some(id) = self.lookup(hash, state) else {
            return match self.insert(hash, state, g, parent) {
                Some(id) => Ok(Reach::New(id)),
                None => Err(self.refusal()),
            };
        };
        if g >= self.nodes.g(id) {
            return Ok(Reach::Known);
        }
        self.nodes.set(id, g, parent)?;
        Ok(Reach::Improved(id))
    }

    #[expect(clippy::inline_always, reason = "a part of every search's hot loop")]
    #[inline(always)]
    fn discover(
        &mut self,
        state: &S,
        g: Cost,
        parent: Option<u32>,
    ) -> Result<Reach<u32>, StoreError> {
        let hash = self.hasher.hash_one(state);
        if self.lookup(hash, state).is_some() {
            return Ok(Reach::Known);
        }
        match self.insert(hash, state, g, parent.unwrap_or(NO_PARENT)) {
            Some(id) => Ok(Reach::New(id)),
            None => Err(self.refusal()),
        }
    }

    #[inline]
    fn find(&self, state: &S) -> Option<u32> {
        self.lookup(self.hasher.hash_one(state), state)
    }

    #[inline]
    fn load(&self, id: u32, state: &mut S) {
        state.clone_from(&self.states[id as usize]);
    }
}

impl<S: Clone + Eq + Hash> Costs for Interned<S> {
    #[inline]
    fn g(&self, id: u32) -> Cost {
        self.nodes.g(id)
    }

    fn len(&self) -> u64 {
        self.states.len() as u64
    }
}

impl<S: Clone + Eq + Hash> Parents for Interned<S> {
    #[inline]
    fn parent(&self, id: u32) -> Option<u32> {
        self.nodes.parent(id)
    }
}

impl<S> Drop for Interned<S> {
    fn drop(&mut self) {
        self.memory.release(self.table_bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::Interned;
    use crate::memory::Memory;
    use crate::store::{Costs, NodeStore, Parents, Reach};

    #[test]
    fn states_are_new_then_known_or_improved() {
        let memory = Memory::unlimited();
        let mut store = Interned::new(&memory);
        assert_eq!(store.reach(&"a", 5, None), Ok(Reach::New(0)));
        assert_eq!(store.reach(&"b", 7, Some(0)), Ok(Reach::New(1)));
        assert_eq!(store.reach(&"b", 7, Some(1)), Ok(Reach::Known));
        assert_eq!(store.reach(&"a", 4, Some(1)), Ok(Reach::Improved(0)));
        assert_eq!(
            (store.g(0), store.parent(0), store.parent(1)),
            (4, Some(1), Some(0))
        );
        assert_eq!(
            (store.find(&"b"), store.find(&"c"), store.len()),
            (Some(1), None, 2)
        );
        drop(store);
        assert_eq!(memory.used(), 0);
    }

    #[test]
    fn a_full_budget_refuses_and_keeps_what_is_there() {
        let memory = Memory::limited(10_000);
        let mut store = Interned::new(&memory);
        let mut stored = 0u64;
        while store.reach(&stored, 1, None).is_ok() {
            stored += 1;
        }
        assert!(stored > 200, "{stored}");
        assert_eq!(store.len(), stored);
        assert!((0..stored).all(|s| store.find(&s) == Some(u32::try_from(s).unwrap())));
        assert_eq!(store.find(&stored), None);
        assert!(memory.peak() <= 10_000);
    }

    #[test]
    fn the_claimed_table_covers_the_real_one() {
        let mut store = Interned::new(&Memory::unlimited());
        for state in 0u64..100_000 {
            store.reach(&state, 1, None).unwrap();
            assert!(store.table.allocation_size() as u64 <= store.table_bytes);
        }
    }
}
