//! A bit for each state of a part, and which of its chunks have any.

use crate::memory::{BudgetVec, Memory, MemoryExhausted};
use crate::search::layers::planes::layout::{Layout, Place};

/// The states of one part that are in a set, one bit each.
#[derive(Debug)]
pub(super) struct Plane {
    words: BudgetVec<u64>,
    filled: BudgetVec<bool>,
}

/// Some neighbouring chunks of a plane, to be written.
#[derive(Debug)]
pub(super) struct Stretch<'a> {
    /// The first chunk.
    pub(super) first: usize,
    pub(super) words: &'a mut [u64],
    pub(super) filled: &'a mut [bool],
}

impl Plane {
    /// A plane without states.
    pub(super) fn empty(layout: &Layout, memory: &Memory) -> Result<Self, MemoryExhausted> {
        Ok(Self {
            words: BudgetVec::filled(memory, layout.words, 0)?,
            filled: BudgetVec::filled(memory, layout.chunks(), false)?,
        })
    }

    /// A plane of no part, which takes no memory.
    pub(super) fn none(memory: &Memory) -> Self {
        Self {
            words: BudgetVec::new(memory),
            filled: BudgetVec::new(memory),
        }
    }

    /// The bytes of a plane.
    pub(super) fn bytes(layout: &Layout) -> u64 {
        layout.words as u64 * 8 + layout.chunks() as u64
    }

    /// Adds the state at a place. Returns whether it was not in the set.
    pub(super) fn insert(&mut self, (word, bit): Place, layout: &Layout) -> bool {
        self.filled[word / layout.chunk] = true;
        let before = self.words[word];
        self.words[word] |= 1 << bit;
        before >> bit & 1 == 0
    }

    /// Whether the state at a place is in the set.
    pub(super) fn contains(&self, (word, bit): Place) -> bool {
        self.words[word] >> bit & 1 == 1
    }

    /// Whether a chunk has a state.
    pub(super) fn is_filled(&self, chunk: usize) -> bool {
        self.filled[chunk]
    }

    /// Whether one of so many chunks from `first` on has a state.
    pub(super) fn is_any_filled(&self, first: usize, chunks: usize) -> bool {
        self.filled[first..first + chunks].contains(&true)
    }

    /// Takes all states out.
    pub(super) fn clear(&mut self) {
        self.words.fill(0);
        self.filled.fill(false);
    }

    /// The words of a chunk.
    pub(super) fn chunk(&self, chunk: usize, words: usize) -> &[u64] {
        &self.words[chunk * words..][..words]
    }

    /// So many words from `first` on.
    pub(super) fn words(&self, first: usize, len: usize) -> &[u64] {
        &self.words[first..][..len]
    }

    /// The places of the states, ascending.
    pub(super) fn places(&self, layout: &Layout) -> impl Iterator<Item = Place> + '_ {
        let chunk = layout.chunk;
        let filled = self
            .filled
            .iter()
            .enumerate()
            .filter(|&(_, &filled)| filled);
        filled
            .flat_map(move |(index, _)| index * chunk..(index + 1) * chunk)
            .flat_map(|word| {
                let mut rest = self.words[word];
                std::iter::from_fn(move || {
                    let bit = rest.trailing_zeros();
                    rest &= rest.checked_sub(1)?;
                    Some((word, bit))
                })
            })
    }

    /// The plane cut into stretches of so many chunks.
    pub(super) fn stretches(
        &mut self,
        chunks: usize,
        layout: &Layout,
    ) -> impl Iterator<Item = Stretch<'_>> {
        let words = self.words.chunks_mut(chunks * layout.chunk);
        let filled = self.filled.chunks_mut(chunks);
        words
            .zip(filled)
            .enumerate()
            .map(move |(index, (words, filled))| Stretch {
                first: index * chunks,
                words,
                filled,
            })
    }
}
