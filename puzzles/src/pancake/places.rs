//! The perfect hash of stacks that flips act on in small tables: where some pancakes lie, and the order of the
//! others.
//!
//! The *part* of a stack is the places of its smallest pancakes, all but seven to nine; its *local rank* the order of
//! the others, lexicographically. A flip brings every pancake to a place that depends on its own alone, so it
//! sends a part to one part, and reverses the first of the others.

use statewalk::encoding::Encoding;
use statewalk::encoding::error::EncodingError;
use statewalk::encoding::placed::Placed;
use statewalk::encoding::sequence::Sequence;
use statewalk::memory::Memory;
use statewalk::rank_actions::placing::Placing;
use statewalk::rank_actions::{RankActions, RankActionsError, RankMoves};

use super::rules::{MOST_PANCAKES, Pancakes, Stack};

/// How many pancakes have their order in the local rank. The fewer, the smaller the tables; so many leave about a
/// thousand parts up to 12 pancakes.
fn others(height: usize) -> usize {
    height.saturating_sub(3).clamp(7, 9)
}

/// The perfect hash of the stacks of one height by the places of pancakes.
#[derive(Debug)]
pub struct Places {
    height: usize,
    places: Placed<Sequence<MOST_PANCAKES>>,
}

impl Places {
    pub(super) fn new(height: usize) -> Result<Self, EncodingError> {
        let places = Placed::all(height, height.saturating_sub(others(height)))?;
        Ok(Self { height, places })
    }
}

impl Encoding for Places {
    type State = Stack;

    #[inline]
    fn size(&self) -> u64 {
        self.places.size()
    }

    #[inline]
    fn rank(&self, stack: &Stack) -> u64 {
        let pancakes = Sequence::new(stack.0.to_le_bytes(), self.height);
        self.places.rank(&pancakes)
    }

    #[inline]
    fn unrank_into(&self, rank: u64, stack: &mut Stack) {
        let mut pancakes = Sequence::new([0; MOST_PANCAKES], self.height);
        self.places.unrank_into(rank, &mut pancakes);
        stack.0 = u128::from_le_bytes(*pancakes.padded());
    }
}

impl RankActions<Pancakes> for Places {
    fn rank_moves(&self, rules: &Pancakes, memory: &Memory) -> Result<RankMoves, RankActionsError> {
        let mut placing = Placing::new(&self.places);
        let mut moves = RankMoves::new(self.places.parts(), placing.radices(), memory)?;
        let height = rules.height();
        for turned in 2..=height {
            let order: Vec<_> = (0..turned).rev().chain(turned..height).collect();
            for part in 0..moves.parts() {
                let to = placing.permuting(part as u64, &order, &mut moves)?;
                moves.connect(part, to.map, to.to)?;
            }
        }
        Ok(moves)
    }
}
