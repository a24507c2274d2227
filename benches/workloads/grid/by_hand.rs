//! Searches written by hand for the grid, on the data structures that the stores use.
//!
//! They know the grid and take for granted what the engine makes sure of: that costs are from 1 to 9 and
//! distances fit 16 bits (a longer one is a panic, or with single steps not seen at all), that arrays of
//! all cells are equally long, that memory suffices. They have no goal, no limits and no counters. A part of
//! what the engine takes longer is the price of these.

use std::collections::VecDeque;
use std::hash::BuildHasher;

use foldhash::fast::FixedState;
use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

use crate::grid::Grid;

/// What a search over arrays by cell leaves, as the dense store with parents holds it.
#[derive(Debug)]
pub struct Arrays {
    distances: Vec<u16>,
    /// Where each cell was last reached from.
    pub parents: Vec<u32>,
}

impl Arrays {
    /// The sum of all distances.
    #[must_use]
    pub fn sum(&self) -> u64 {
        self.distances.iter().map(|&d| u64::from(d)).sum()
    }
}

/// Dijkstra's algorithm from cell 0 to all cells with a ring of buckets, written by hand for the grid.
/// Distances, parents and the test for outdated entries are the engine's on the dense store; a bucket is a
/// vector of its own here, and a list of chunks there.
#[must_use]
pub fn dijkstra_dense(grid: &Grid) -> Arrays {
    let cells = grid.cells() as usize;
    let mut distances = vec![u16::MAX; cells];
    let mut parents = vec![u32::MAX; cells];
    let mut buckets: Vec<Vec<u32>> = vec![Vec::new(); 16];
    distances[0] = 0;
    buckets[0].push(0);
    let (mut waiting, mut key) = (1, 0u32);
    while waiting > 0 {
        while let Some(cell) = buckets[key as usize & 15].pop() {
            waiting -= 1;
            if u32::from(distances[cell as usize]) != key {
                continue;
            }
            for next in grid.neighbours(cell) {
                let total = key + u32::from(grid.weight(next));
                if total < u32::from(distances[next as usize]) {
                    distances[next as usize] = u16::try_from(total).expect("short ways");
                    parents[next as usize] = cell;
                    buckets[total as usize & 15].push(next);
                    waiting += 1;
                }
            }
        }
        key += 1;
    }
    Arrays { distances, parents }
}

/// Breadth-first search from cell 0 to all cells by arrays, one action a step.
#[must_use]
pub fn steps_dense(grid: &Grid) -> Arrays {
    let cells = grid.cells() as usize;
    let mut distances = vec![u16::MAX; cells];
    let mut parents = vec![u32::MAX; cells];
    let mut queue = VecDeque::from([0]);
    distances[0] = 0;
    while let Some(cell) = queue.pop_front() {
        for next in grid.neighbours(cell) {
            if distances[next as usize] == u16::MAX {
                distances[next as usize] = distances[cell as usize] + 1;
                parents[next as usize] = cell;
                queue.push_back(next);
            }
        }
    }
    Arrays { distances, parents }
}

/// A hash store by hand: cells in an arena with parents and distances, and a table of ids beside it.
#[derive(Debug)]
pub struct Arena {
    cells: Vec<u32>,
    parents: Vec<u32>,
    distances: Vec<u32>,
    table: HashTable<u32>,
    hasher: FixedState,
}

impl Arena {
    fn new() -> Self {
        Self {
            cells: Vec::new(),
            parents: Vec::new(),
            distances: Vec::new(),
            table: HashTable::new(),
            hasher: FixedState::default(),
        }
    }

    /// The id of a cell whose distance is news.
    #[inline]
    fn reach(&mut self, cell: u32, distance: u32, parent: u32) -> Option<u32> {
        self.note(cell, distance, parent, true)
    }

    /// The id of a cell that is new.
    #[inline]
    fn discover(&mut self, cell: u32, distance: u32, parent: u32) -> Option<u32> {
        self.note(cell, distance, parent, false)
    }

    #[inline]
    fn note(&mut self, cell: u32, distance: u32, parent: u32, correct: bool) -> Option<u32> {
        let (cells, hasher) = (&self.cells, &self.hasher);
        let entry = self.table.entry(
            hasher.hash_one(cell),
            |&id| cells[id as usize] == cell,
            |&id| hasher.hash_one(cells[id as usize]),
        );
        match entry {
            Entry::Vacant(gap) => {
                let id = u32::try_from(self.cells.len()).expect("few cells");
                gap.insert(id);
                self.cells.push(cell);
                self.parents.push(parent);
                self.distances.push(distance);
                Some(id)
            }
            Entry::Occupied(known) => {
                let id = *known.get();
                let better = correct && distance < self.distances[id as usize];
                if better {
                    self.distances[id as usize] = distance;
                    self.parents[id as usize] = parent;
                }
                better.then_some(id)
            }
        }
    }

    /// The sum of all distances.
    #[must_use]
    pub fn sum(&self) -> u64 {
        self.distances.iter().map(|&d| u64::from(d)).sum()
    }
}

/// As [`dijkstra_dense`], with a table of cells instead of arrays by cell.
#[must_use]
pub fn dijkstra_hashed(grid: &Grid) -> Arena {
    let mut arena = Arena::new();
    let mut buckets: Vec<Vec<u32>> = vec![Vec::new(); 16];
    buckets[0].extend(arena.reach(0, 0, u32::MAX));
    let (mut waiting, mut key) = (1, 0u32);
    while waiting > 0 {
        while let Some(id) = buckets[key as usize & 15].pop() {
            waiting -= 1;
            if arena.distances[id as usize] != key {
                continue;
            }
            for next in grid.neighbours(arena.cells[id as usize]) {
                let total = key + u32::from(grid.weight(next));
                if let Some(news) = arena.reach(next, total, id) {
                    buckets[total as usize & 15].push(news);
                    waiting += 1;
                }
            }
        }
        key += 1;
    }
    arena
}

/// As [`steps_dense`], with a table of cells instead of arrays by cell: the arena is the queue.
#[must_use]
pub fn steps_hashed(grid: &Grid) -> Arena {
    let mut arena = Arena::new();
    arena.discover(0, 0, u32::MAX);
    let mut id = 0;
    while let Some(&cell) = arena.cells.get(id as usize) {
        let distance = arena.distances[id as usize] + 1;
        for next in grid.neighbours(cell) {
            arena.discover(next, distance, id);
        }
        id += 1;
    }
    arena
}

/// SPFA, first in, first out, from cell 0 to all cells over a table of cells.
#[must_use]
pub fn spfa_hashed(grid: &Grid) -> Arena {
    let mut arena = Arena::new();
    let mut queue = VecDeque::new();
    let mut waiting = Vec::new();
    queue.extend(arena.reach(0, 0, u32::MAX));
    waiting.push(true);
    while let Some(id) = queue.pop_front() {
        waiting[id as usize] = false;
        let distance = arena.distances[id as usize];
        for next in grid.neighbours(arena.cells[id as usize]) {
            let total = distance + u32::from(grid.weight(next));
            let Some(news) = arena.reach(next, total, id) else {
                continue;
            };
            if waiting.len() == news as usize {
                waiting.push(false);
            }
            if !waiting[news as usize] {
                waiting[news as usize] = true;
                queue.push_back(news);
            }
        }
    }
    arena
}

/// As [`spfa_hashed`], with arrays by cell instead of a table of cells.
#[must_use]
pub fn spfa_dense(grid: &Grid) -> Arrays {
    let cells = grid.cells() as usize;
    let mut distances = vec![u16::MAX; cells];
    let mut parents = vec![u32::MAX; cells];
    let mut waiting = vec![false; cells];
    let mut queue = VecDeque::from([0]);
    distances[0] = 0;
    while let Some(cell) = queue.pop_front() {
        waiting[cell as usize] = false;
        let distance = u32::from(distances[cell as usize]);
        for next in grid.neighbours(cell) {
            let total = distance + u32::from(grid.weight(next));
            if total < u32::from(distances[next as usize]) {
                distances[next as usize] = u16::try_from(total).expect("short ways");
                parents[next as usize] = cell;
                if !waiting[next as usize] {
                    waiting[next as usize] = true;
                    queue.push_back(next);
                }
            }
        }
    }
    Arrays { distances, parents }
}
