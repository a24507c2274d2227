//! The way from a block to the nearest empty one, breadth first over the blocks between.
//!
//! A search touches only the blocks nearer than what it finds, and its memory is reused, so that a
//! long plan asks for its many short ways cheaply.

use super::blocks::Blocks;
use super::rules::{Direction, Rule};

/// A block by its row and column.
type Place = (u32, u32);

/// Working memory: 13 bytes a block.
#[derive(Debug)]
pub(super) struct Walk {
    /// When a block was last reached: the number of the search.
    stamps: Vec<u32>,
    /// The direction in which a block was entered.
    entered: Vec<Direction>,
    queue: Vec<Place>,
    search: u32,
    blocks: Blocks,
}

impl Walk {
    pub(super) fn new(blocks: Blocks) -> Self {
        let count = blocks.count() as usize;
        Self {
            stamps: vec![0; count],
            entered: vec![Direction::NORTH; count],
            queue: Vec::with_capacity(count),
            search: 0,
            blocks,
        }
    }

    /// The nearest empty block from `first` on over free blocks, fewer than `below` blocks away,
    /// and its distance. `first` is free.
    pub(super) fn nearest(
        &mut self,
        first: u32,
        is_free: impl Fn(Place) -> bool,
        is_empty: impl Fn(Place) -> bool,
        below: u32,
    ) -> Option<(u32, u32)> {
        if self.search == u32::MAX {
            self.stamps.fill(0);
            self.search = 0;
        }
        self.search += 1;
        self.queue.clear();
        self.queue.push(self.blocks.place(first));
        self.stamps[first as usize] = self.search;
        let (mut taken, mut distance) = (0, 0);
        while taken < self.queue.len() && distance < below {
            let layer = self.queue.len();
            for next in taken..layer {
                let place = self.queue[next];
                if is_empty(place) {
                    return Some((self.blocks.at(place), distance));
                }
                for side in Rule::NoDiagonals.directions() {
                    let Some(beside) = self.blocks.place_beside(place, side) else {
                        continue;
                    };
                    let index = self.blocks.at(beside) as usize;
                    let stamp = &mut self.stamps[index];
                    if *stamp != self.search && is_free(beside) {
                        *stamp = self.search;
                        self.entered[index] = side;
                        self.queue.push(beside);
                    }
                }
            }
            taken = layer;
            distance += 1;
        }
        None
    }

    /// The slides that bring the empty block `empty`, which the last search found, to where that
    /// search began: each a block and the direction in which its king slides.
    pub(super) fn back_from(&self, empty: u32) -> impl Iterator<Item = (u32, Direction)> {
        let first = self.queue.first().map(|&place| self.blocks.at(place));
        let mut at = empty;
        std::iter::from_fn(move || {
            if Some(at) == first {
                return None;
            }
            // The way came from the neighbour against the direction of entry; its king follows it.
            let direction = self.entered[at as usize];
            at = self.blocks.beside(at, direction.opposite())?;
            Some((at, direction))
        })
    }
}
