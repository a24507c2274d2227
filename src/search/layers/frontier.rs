//! One layer of a sweep: the list of its ranks, or the note that the table is to be scanned for it.

use crate::memory::{BudgetVec, Memory, MemoryExhausted};
use crate::store::word::Word;

/// The states of one layer, as they come in.
#[derive(Debug)]
pub(crate) struct Frontier<W> {
    /// The list and the room after it.
    ranks: BudgetVec<W>,
    len: usize,
    /// How many states came in.
    count: u64,
    /// Whether all that came in are listed.
    listing: bool,
    /// At this length the list is given up.
    longest: usize,
    /// The room that was refused.
    refused: Option<MemoryExhausted>,
    memory: Memory,
}

impl<W: Word> Frontier<W> {
    /// An empty layer.
    pub(crate) fn new(memory: &Memory) -> Self {
        Self {
            ranks: BudgetVec::new(memory),
            len: 0,
            count: 0,
            listing: true,
            longest: usize::MAX,
            refused: None,
            memory: memory.clone(),
        }
    }

    /// Gives the list up once it would be longer than this (or than a few ranks).
    pub(crate) fn list_up_to(&mut self, longest: u64) {
        self.longest = usize::try_from(longest).unwrap_or(usize::MAX);
    }

    /// Takes in a state.
    #[inline]
    pub(crate) fn add(&mut self, rank: u64) {
        self.count += 1;
        if self.listing {
            if self.len == self.ranks.len() && !self.grow() {
                return;
            }
            self.ranks[self.len] = W::narrow(rank);
            self.len += 1;
        }
    }

    /// How many states the layer has.
    pub(crate) fn count(&self) -> u64 {
        self.count
    }

    /// The ranks in the order in which they came, if they are listed.
    pub(crate) fn listed(&self) -> Option<&[W]> {
        self.listing.then(|| &self.ranks[..self.len])
    }

    /// The ranks in ascending order, if they are listed.
    pub(crate) fn sorted(&mut self) -> Option<&[W]> {
        let listed = &mut self.ranks[..self.len];
        listed.sort_unstable();
        self.listing.then_some(&*listed)
    }

    /// The memory that could not be had for the list.
    pub(crate) fn refused(&self) -> Option<MemoryExhausted> {
        self.refused
    }

    /// Makes the layer empty. The room of the list is kept.
    pub(crate) fn clear(&mut self) {
        self.len = 0;
        self.count = 0;
        self.listing = true;
        self.refused = None;
    }

    /// Makes room for more ranks, or gives the list up.
    #[cold]
    #[inline(never)]
    fn grow(&mut self) -> bool {
        if self.len < self.longest {
            let room = self.len.saturating_mul(2).clamp(64, self.longest.max(64));
            match BudgetVec::filled(&self.memory, room, W::NONE) {
                Ok(mut ranks) => {
                    ranks[..self.len].copy_from_slice(&self.ranks);
                    self.ranks = ranks;
                    return true;
                }
                Err(why) => self.refused = Some(why),
            }
        }
        self.listing = false;
        self.len = 0;
        false
    }
}
