//! A* written by hand for maps: an array of costs that is reset where it was written, and a heap of the library.
//!
//! It takes for granted that costs fit 32 bits and that the estimates are consistent; it keeps no parents and has no
//! limits.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use statewalk::heuristic::Heuristic;
use statewalk_puzzles::grid::octile::Octile;
use statewalk_puzzles::grid::rules::{Cell, Grid};

use crate::maps::beside;

/// What searches on one map share.
#[derive(Debug)]
pub struct Finder<'a> {
    rules: &'a Grid,
    costs: Vec<u32>,
    reached: Vec<Cell>,
    open: BinaryHeap<Reverse<(u32, u32, Cell)>>,
    /// How many cells were expanded so far.
    pub expanded: u64,
}

impl<'a> Finder<'a> {
    /// For the map of `rules`.
    #[must_use]
    pub fn new(rules: &'a Grid) -> Self {
        let cells = usize::try_from(rules.map().cells()).expect("few cells");
        Self {
            rules,
            costs: vec![u32::MAX; cells],
            reached: Vec::new(),
            open: BinaryHeap::new(),
            expanded: 0,
        }
    }

    /// The cost of a cheapest path.
    pub fn cost(&mut self, start: Cell, goal: Cell) -> Option<u32> {
        for cell in self.reached.drain(..) {
            self.costs[cell as usize] = u32::MAX;
        }
        self.open.clear();
        let octile = Octile::new(self.rules, goal);
        let estimate = |cell: Cell| {
            let estimate = octile.estimate(&cell).expect("no dead ends");
            u32::try_from(estimate).expect("short ways")
        };
        self.costs[start as usize] = 0;
        self.reached.push(start);
        self.open
            .push(Reverse((estimate(start), estimate(start), start)));
        while let Some(Reverse((total, left, cell))) = self.open.pop() {
            let cost = self.costs[cell as usize];
            if cost != total - left {
                continue;
            }
            if cell == goal {
                return Some(cost);
            }
            self.expanded += 1;
            for (next, step) in beside(self.rules, cell) {
                let through = cost + u32::try_from(step).expect("small steps");
                let known = &mut self.costs[next as usize];
                if through < *known {
                    if *known == u32::MAX {
                        self.reached.push(next);
                    }
                    *known = through;
                    let left = estimate(next);
                    self.open.push(Reverse((through + left, left, next)));
                }
            }
        }
        None
    }
}
