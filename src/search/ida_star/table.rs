//! A transposition table of bounded size: the states that were come to, each with its least g.

use std::hash::{BuildHasher, Hash};
use std::mem;

use foldhash::fast::FixedState;

use crate::cost::Cost;
use crate::memory::{BudgetVec, Memory, MemoryExhausted};
use crate::store::word::index;

/// What remembers the states that were come to.
pub trait Transpositions<S, M> {
    /// A new iteration begins.
    fn begin(&mut self);

    /// Notes that `state` was come to at `g`, the automaton remembering `word`. Returns whether it need not be
    /// searched below.
    fn prunes(&mut self, state: &S, word: &M, g: Cost) -> bool;

    /// How many states it holds.
    fn stored(&self) -> u64;
}

/// Remembers nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoTable;

impl<S, M> Transpositions<S, M> for NoTable {
    #[inline]
    fn begin(&mut self) {}

    #[inline]
    fn prunes(&mut self, _: &S, _: &M, _: Cost) -> bool {
        false
    }

    fn stored(&self) -> u64 {
        0
    }
}

/// Entries that one state can stand in.
const WAYS: usize = 4;

/// The entries that a table begins with, if it may have so many: most questions are small.
const FIRST: usize = 1 << 10;

#[derive(Clone, Debug)]
struct Entry<S, M> {
    state: S,
    word: M,
    g: Cost,
    iteration: u64,
}

/// A table that grows to as many entries as there is memory for. Where four entries that a state can stand in are
/// taken, the one of the oldest iteration goes, and among these the one with the largest g.
///
/// An entry prunes a state that was come to at g' before: in this iteration with g' <= g, or in an earlier one
/// with g' < g. For if the bound is B, an earlier iteration proved that no plan costs less; so from the state on
/// at least B - g' must be paid, and g + (B - g') is above B.
///
/// Where an automaton prunes actions, what it remembers is part of the key.
#[derive(Debug)]
pub struct Table<S, M> {
    entries: BudgetVec<Option<Entry<S, M>>>,
    /// How many entries it may have.
    most: usize,
    memory: Memory,
    hasher: FixedState,
    iteration: u64,
    stored: u64,
}

impl<S: Clone, M: Clone> Table<S, M> {
    /// A table of at most so many bytes, and of at least four entries. It begins with a thousand, or what is less, and
    /// grows while `memory` has room for it.
    ///
    /// What states hold outside of themselves, as vectors do, is not counted.
    ///
    /// # Errors
    /// [`MemoryExhausted`] if there is no room for the first ones.
    pub fn new(bytes: u64, memory: &Memory) -> Result<Self, MemoryExhausted> {
        let each = size_of::<Option<Entry<S, M>>>() as u64;
        let sets = (bytes / each.max(1) / WAYS as u64).max(1);
        let most = usize::try_from(sets)
            .unwrap_or(usize::MAX)
            .saturating_mul(WAYS);
        Ok(Self {
            entries: BudgetVec::filled(memory, most.min(FIRST), None)?,
            most,
            memory: memory.clone(),
            hasher: FixedState::with_seed(0),
            iteration: 0,
            stored: 0,
        })
    }
}

impl<S, M> Table<S, M>
where
    S: Clone + Hash,
    M: Clone + Hash,
{
    /// Where the set of entries begins that a state can stand in.
    fn set(&self, state: &S, word: &M) -> usize {
        let sets = self.entries.len() / WAYS;
        index(self.hasher.hash_one((state, word)) % sets as u64) * WAYS
    }

    /// Makes it twice as large, as far as it may be and there is room; otherwise it stays as it is from then on.
    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        let wider = self.entries.len().saturating_mul(2).min(self.most);
        let Ok(wider) = BudgetVec::filled(&self.memory, wider, None) else {
            self.most = self.entries.len();
            return;
        };
        let mut old = mem::replace(&mut self.entries, wider);
        self.stored = 0;
        for entry in old.iter_mut().filter_map(Option::take) {
            let set = self.set(&entry.state, &entry.word);
            // Where a set is full, one goes that came later in the old table.
            let mut ways = self.entries[set..set + WAYS].iter_mut();
            if let Some(free) = ways.find(|free| free.is_none()) {
                *free = Some(entry);
                self.stored += 1;
            }
        }
    }
}

impl<S, M> Transpositions<S, M> for Table<S, M>
where
    S: Clone + Eq + Hash,
    M: Clone + Eq + Hash,
{
    fn begin(&mut self) {
        self.iteration += 1;
    }

    fn prunes(&mut self, state: &S, word: &M, g: Cost) -> bool {
        if self.entries.len() < self.most && self.stored >= self.entries.len() as u64 / 4 * 3 {
            self.grow();
        }
        let set = self.set(state, word);
        let ways = &mut self.entries[set..set + WAYS];
        let iteration = self.iteration;
        let known = ways.iter_mut().flatten();
        for entry in known {
            if entry.state == *state && entry.word == *word {
                let is_better = entry.g < g || entry.g == g && entry.iteration == iteration;
                if !is_better {
                    (entry.g, entry.iteration) = (g, iteration);
                }
                return is_better;
            }
        }
        let age = |entry: &&mut Option<Entry<S, M>>| {
            entry
                .as_ref()
                .map(|entry| (entry.iteration, std::cmp::Reverse(entry.g)))
        };
        if let Some(oldest) = ways.iter_mut().min_by_key(age) {
            self.stored += u64::from(oldest.is_none());
            let (state, word) = (state.clone(), word.clone());
            *oldest = Some(Entry {
                state,
                word,
                g,
                iteration,
            });
        }
        false
    }

    fn stored(&self) -> u64 {
        self.stored
    }
}
