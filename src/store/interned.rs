//! The store for any hashable state: every state once in an arena, 32-bit ids in a table beside it.

use std::hash::{BuildHasher, Hash};

use foldhash::fast::FixedState;

use crate::cost::Cost;
use crate::memory::{BudgetVec, Memory};
use crate::store::id_table::IdTable;
use crate::store::node_list::{NO_PARENT, NodeList};
use crate::store::view::{HotLoop, StoreView};
use crate::store::{Costs, NodeStore, Parents, Reach, StoreError};

/// A hash store of states.
///
/// Ids are handed out in the order in which states are first reached: 0, 1, 2, ... A node costs the
/// size of the state, 4 bytes for its parent and 4 for its cost (all of that twice just after the
/// lists grew; 8 bytes more for costs that pass 31 bits) and 7 to 10 bytes of table, up to 15 from some hundred
/// states until that takes 1 MiB. The hash function has a fixed seed, so runs repeat exactly. Memory that a state itself keeps on the heap
/// is not counted.
#[derive(Debug)]
pub struct Interned<S> {
    states: BudgetVec<S>,
    nodes: NodeList,
    table: IdTable,
    /// So many states can get ids before the table or a list must grow.
    room: usize,
    hasher: FixedState,
}

/// What [`Interned::intern`] found.
enum Interning {
    /// The state was known and has this id.
    Known(u32),
    /// It was not known and has this id now.
    New(u32),
}

/// The id of the state at that place.
#[inline]
#[expect(
    clippy::cast_possible_truncation,
    reason = "there is room for no more ids than 32 bits hold"
)]
fn id_at(index: usize) -> u32 {
    index as u32
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
            table: IdTable::new(memory),
            room: 0,
            hasher: FixedState::default(),
        }
    }

    /// The stored states in the order of their ids.
    #[must_use]
    pub fn states(&self) -> &[S] {
        &self.states
    }
}

impl<S: Hash> Interned<S> {
    /// Makes room for more ids, in the table and in the lists.
    fn grow(&mut self) -> Result<(), StoreError> {
        if self.states.len() >= MOST_IDS {
            return Err(StoreError::Full(MOST_IDS as u64));
        }
        if self.states.len() == self.table.room() {
            let (states, hasher) = (&self.states, &self.hasher);
            self.table
                .grow(|id| hasher.hash_one(&states[id as usize]))?;
        }
        let states = self.states.reserve_one()?;
        let nodes = self.nodes.reserve_one()?;
        let room = self.table.room().min(states).min(nodes);
        self.room = room.min(MOST_IDS);
        Ok(())
    }
}

impl<S: Clone + Eq + Hash> Interned<S> {
    /// The id of a state with this hash, or the new id that it got. One walk through the table finds the state or
    /// the slot for it. `None` if there is no room at hand, or the cost is wide; nothing changed then.
    #[expect(clippy::inline_always, reason = "a part of every search's hot loop")]
    #[inline(always)]
    fn intern_at_hand(&mut self, state: &S, hash: u64, g: Cost, parent: u32) -> Option<Interning> {
        let index = self.states.len();
        if index >= self.room {
            return None;
        }
        let gap = match self.table.find(hash, self.is(state)) {
            Ok(known) => return Some(Interning::Known(known)),
            Err(gap) => gap,
        };
        if !self.nodes.push_narrow(g, parent) {
            return None;
        }
        self.states.push_reserved(state.clone());
        let id = id_at(index);
        self.table.fill(gap, hash, id);
        Some(Interning::New(id))
    }

    /// As [`intern_at_hand`](Self::intern_at_hand), after making room.
    #[expect(clippy::inline_always, reason = "a part of every search's hot loop")]
    #[inline(always)]
    fn intern(&mut self, state: &S, g: Cost, parent: u32) -> Result<Interning, StoreError> {
        let hash = self.hasher.hash_one(state);
        match self.intern_at_hand(state, hash, g, parent) {
            Some(interning) => Ok(interning),
            None => self.intern_with_room(state, g, parent),
        }
    }

    #[cold]
    #[inline(never)]
    fn intern_with_room(
        &mut self,
        state: &S,
        g: Cost,
        parent: u32,
    ) -> Result<Interning, StoreError> {
        if let Some(id) = self.find(state) {
            return Ok(Interning::Known(id));
        }
        let id = id_at(self.states.len());
        if self.states.len() >= self.room {
            self.grow()?;
        }
        self.nodes.push_reserved(g, parent)?;
        let hash = self.hasher.hash_one(state);
        if let Err(gap) = self.table.find(hash, |_| false) {
            self.table.fill(gap, hash, id);
        }
        self.states.push_reserved(state.clone());
        Ok(Interning::New(id))
    }

    /// Whether an id is that of `state`.
    #[inline]
    fn is(&self, state: &S) -> impl FnMut(u32) -> bool {
        |id| self.states[id as usize] == *state
    }
}

impl<S: Clone + Eq + Hash> NodeStore for Interned<S> {
    type State = S;
    type Id = u32;

    #[expect(clippy::inline_always, reason = "a part of every search's hot loop")]
    #[inline(always)]
    fn reach(&mut self, state: &S, g: Cost, parent: Option<u32>) -> Result<Reach<u32>, StoreError> {
        let parent = parent.unwrap_or(NO_PARENT);
        let id = match self.intern(state, g, parent)? {
            Interning::New(id) => return Ok(Reach::New(id)),
            Interning::Known(id) => id,
        };
        Ok(if self.nodes.lower(id, g, parent)? {
            Reach::Improved(id)
        } else {
            Reach::Known
        })
    }

    #[expect(clippy::inline_always, reason = "a part of every search's hot loop")]
    #[inline(always)]
    fn discover(
        &mut self,
        state: &S,
        g: Cost,
        parent: Option<u32>,
    ) -> Result<Reach<u32>, StoreError> {
        Ok(match self.intern(state, g, parent.unwrap_or(NO_PARENT))? {
            Interning::New(id) => Reach::New(id),
            Interning::Known(_) => Reach::Known,
        })
    }

    #[inline]
    fn find(&self, state: &S) -> Option<u32> {
        if self.states.is_empty() {
            return None;
        }
        let hash = self.hasher.hash_one(state);
        self.table.find(hash, self.is(state)).ok()
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

    #[inline]
    fn serve<L: HotLoop<S, u32>>(&mut self, hot: L) -> L::Output {
        hot.run(&mut AtHand(self))
    }
}

/// The view of the store: it takes states while there is room.
pub(super) struct AtHand<'s, S>(pub(super) &'s mut Interned<S>);

impl<S: Clone + Eq + Hash> StoreView for AtHand<'_, S> {
    type State = S;
    type Id = u32;
    /// The state's hash.
    type Place = u64;
    const WAITS: bool = true;

    #[inline]
    fn is_far(&self) -> bool {
        self.0.table.is_far()
    }

    #[inline]
    fn place(&self, state: &S) -> u64 {
        let hash = self.0.hasher.hash_one(state);
        self.0.table.ask(hash);
        hash
    }

    #[expect(clippy::inline_always, reason = "a part of every search's hot loop")]
    #[inline(always)]
    fn reach(&mut self, state: &S, hash: u64, g: Cost, parent: Option<u32>) -> Option<Reach<u32>> {
        let parent = parent.unwrap_or(NO_PARENT);
        match self.0.intern_at_hand(state, hash, g, parent)? {
            Interning::New(id) => Some(Reach::New(id)),
            Interning::Known(id) => {
                let is_lower = self.0.nodes.lower_narrow(id, g, parent)?;
                Some(if is_lower {
                    Reach::Improved(id)
                } else {
                    Reach::Known
                })
            }
        }
    }

    #[expect(clippy::inline_always, reason = "a part of every search's hot loop")]
    #[inline(always)]
    fn discover(
        &mut self,
        state: &S,
        hash: u64,
        g: Cost,
        parent: Option<u32>,
    ) -> Option<Reach<u32>> {
        let parent = parent.unwrap_or(NO_PARENT);
        self.0
            .intern_at_hand(state, hash, g, parent)
            .map(|found| match found {
                Interning::New(id) => Reach::New(id),
                Interning::Known(_) => Reach::Known,
            })
    }

    #[inline]
    fn origin(&self, id: u32) -> u32 {
        self.0.nodes.parent(id).unwrap_or(id)
    }

    #[inline]
    fn is_at_hand(&self, id: u32, state: &S, _: u64) -> bool {
        self.0.states[id as usize] == *state
    }

    #[inline]
    fn load(&self, id: u32, state: &mut S) {
        self.0.load(id, state);
    }

    #[inline]
    fn g(&self, id: u32) -> Cost {
        self.0.g(id)
    }

    #[inline]
    fn reached(&self) -> u64 {
        self.0.len()
    }
}

impl<S: Clone + Eq + Hash> Parents for Interned<S> {
    #[inline]
    fn parent(&self, id: u32) -> Option<u32> {
        self.nodes.parent(id)
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
}
