//! States in a map, with the list of all of them beside it: what needs no encoding, but memory.

use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasher, Hash};

use statewalk::encoding::Encoding;

/// A map from states to numbers.
pub trait Ranks<S> {
    /// The map with these states, numbered in their order.
    fn of(states: &[S]) -> Self;

    /// The number of a state that is in it.
    fn number(&self, state: &S) -> u64;
}

impl<S: Clone + Ord> Ranks<S> for BTreeMap<S, u64> {
    fn of(states: &[S]) -> Self {
        states.iter().cloned().zip(0..).collect()
    }

    #[inline]
    fn number(&self, state: &S) -> u64 {
        self[state]
    }
}

impl<K: Clone + Eq + Hash, H: BuildHasher + Default> Ranks<K> for HashMap<K, u64, H> {
    fn of(states: &[K]) -> Self {
        states.iter().cloned().zip(0..).collect()
    }

    #[inline]
    fn number(&self, state: &K) -> u64 {
        self[state]
    }
}

/// All states of an encoding, listed: its own ranks, but looked up.
#[derive(Debug)]
pub struct Listed<S, M> {
    states: Vec<S>,
    ranks: M,
}

impl<S: Clone, M: Ranks<S>> Listed<S, M> {
    /// Lists the states of `encoding`. Memory: each of them twice.
    pub fn of(encoding: &impl Encoding<State = S>, any: &S) -> Self {
        let mut scratch = any.clone();
        let states: Vec<S> = (0..encoding.size())
            .map(|rank| {
                encoding.unrank_into(rank, &mut scratch);
                scratch.clone()
            })
            .collect();
        Self {
            ranks: M::of(&states),
            states,
        }
    }
}

impl<S: Clone, M: Ranks<S>> Encoding for Listed<S, M> {
    type State = S;

    fn size(&self) -> u64 {
        self.states.len() as u64
    }

    #[inline]
    fn rank(&self, state: &S) -> u64 {
        self.ranks.number(state)
    }

    #[inline]
    fn unrank_into(&self, rank: u64, state: &mut S) {
        let index = usize::try_from(rank).expect("an index of the list");
        state.clone_from(&self.states[index]);
    }
}
