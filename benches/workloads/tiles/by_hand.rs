//! Searches written by hand for the 8-puzzle, on the data structures that the stores use.

use std::hash::BuildHasher;

use foldhash::fast::FixedState;
use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use statewalk::encoding::Encoding;

use crate::tiles::{GOAL, Orders, Word, directions, slide};

/// What stands beside a state in an arena, in eight bytes as in the hash stores: its distance and the number
/// of the state that it was reached from.
type Node = (u32, u32);

const ROOT: Node = (0, u32::MAX);

/// The number of the state at that place.
fn number(place: usize) -> u32 {
    u32::try_from(place).expect("few states")
}

/// Breadth-first search over the whole space on the data structures of the hash store: an arena of
/// states with their parents and distances, and a table of ids beside it. Returns the number of
/// states and the depth.
#[must_use]
pub fn whole_space() -> (usize, u32) {
    let hasher = FixedState::default();
    let mut states = vec![GOAL];
    let mut nodes = vec![ROOT];
    let mut table = HashTable::new();
    table.insert_unique(hasher.hash_one(GOAL), 0u32, |_| 0);
    let mut next = 0;
    while next < states.len() {
        let state = states[next];
        for direction in directions(state) {
            let after = slide(state, direction);
            let entry = table.entry(
                hasher.hash_one(after),
                |&id| states[id as usize] == after,
                |&id| hasher.hash_one(states[id as usize]),
            );
            if let Entry::Vacant(gap) = entry {
                gap.insert(number(states.len()));
                states.push(after);
                nodes.push((nodes[next].0 + 1, number(next)));
            }
        }
        next += 1;
    }
    (states.len(), nodes[nodes.len() - 1].0)
}

/// As [`whole_space`], with the ranks of the states in the arena.
#[must_use]
pub fn whole_space_packed(orders: &Orders) -> (usize, u32) {
    let hasher = FixedState::default();
    let rank = |state| u32::try_from(orders.rank(&state)).expect("9! fits");
    let mut ranks = vec![rank(GOAL)];
    let mut nodes = vec![ROOT];
    let mut table = HashTable::new();
    table.insert_unique(hasher.hash_one(ranks[0]), 0u32, |_| 0);
    let (mut next, mut state) = (0, GOAL);
    while next < ranks.len() {
        orders.unrank_into(u64::from(ranks[next]), &mut state);
        for direction in directions(state) {
            let after = rank(slide(state, direction));
            let entry = table.entry(
                hasher.hash_one(after),
                |&id| ranks[id as usize] == after,
                |&id| hasher.hash_one(ranks[id as usize]),
            );
            if let Entry::Vacant(gap) = entry {
                gap.insert(number(ranks.len()));
                ranks.push(after);
                nodes.push((nodes[next].0 + 1, number(next)));
            }
        }
        next += 1;
    }
    (ranks.len(), nodes[nodes.len() - 1].0)
}

/// What one side knows: states in the order in which they were reached, with parents and distances.
struct Side {
    states: Vec<Word>,
    nodes: Vec<Node>,
    table: HashTable<u32>,
    hasher: FixedState,
    /// The first state of the frontier, which ends with the list.
    frontier: usize,
}

impl Side {
    fn new(root: Word) -> Self {
        let mut side = Self {
            states: Vec::new(),
            nodes: Vec::new(),
            table: HashTable::new(),
            hasher: FixedState::default(),
            frontier: 0,
        };
        side.reach(root, ROOT);
        side
    }

    /// Whether the state was new.
    #[inline]
    fn reach(&mut self, state: Word, node: Node) -> bool {
        let (states, hasher) = (&self.states, &self.hasher);
        let entry = self.table.entry(
            hasher.hash_one(state),
            |&id| states[id as usize] == state,
            |&id| hasher.hash_one(states[id as usize]),
        );
        let Entry::Vacant(gap) = entry else {
            return false;
        };
        gap.insert(number(self.states.len()));
        self.states.push(state);
        self.nodes.push(node);
        true
    }

    /// The distance of a state.
    #[inline]
    fn depth(&self, state: Word) -> Option<u32> {
        let is_it = |&id: &u32| self.states[id as usize] == state;
        let id = self.table.find(self.hasher.hash_one(state), is_it)?;
        Some(self.nodes[*id as usize].0)
    }

    /// Expands the frontier. Returns the length of the plan where the sides meet.
    fn expand(&mut self, other: &Self) -> Option<u32> {
        let (first, end) = (self.frontier, self.states.len());
        self.frontier = end;
        for id in first..end {
            let (state, depth) = (self.states[id], self.nodes[id].0 + 1);
            let node = (depth, number(id));
            for direction in directions(state) {
                let after = slide(state, direction);
                if self.reach(after, node)
                    && let Some(rest) = other.depth(after)
                {
                    return Some(depth + rest);
                }
            }
        }
        None
    }

    fn width(&self) -> usize {
        self.states.len() - self.frontier
    }
}

/// The length of a shortest plan between two states, searched from both ends, the smaller frontier
/// first.
#[must_use]
pub fn from_both_ends(from: Word, to: Word) -> u32 {
    let (mut ahead, mut back) = (Side::new(from), Side::new(to));
    loop {
        assert!(ahead.width() > 0 && back.width() > 0, "there is a plan");
        let length = if ahead.width() <= back.width() {
            ahead.expand(&back)
        } else {
            back.expand(&ahead)
        };
        if let Some(length) = length {
            return length;
        }
    }
}

/// Breadth-first search over the whole space by rank: two bytes of distance a rank and a list of ranks
/// for each of two layers. Returns the number of states and the depth.
#[must_use]
pub fn sweep(orders: &Orders) -> (usize, u16) {
    let cells = usize::try_from(orders.size()).expect("9! fits");
    let mut distances = vec![u16::MAX; cells];
    let start = u32::try_from(orders.rank(&GOAL)).expect("9! fits");
    distances[start as usize] = 0;
    let (mut current, mut next) = (vec![start], Vec::new());
    let (mut reached, mut depth, mut state) = (0, 0, GOAL);
    loop {
        reached += current.len();
        for &rank in &current {
            orders.unrank_into(u64::from(rank), &mut state);
            for direction in directions(state) {
                let after = u32::try_from(orders.rank(&slide(state, direction))).expect("9! fits");
                let distance = &mut distances[after as usize];
                if *distance == u16::MAX {
                    *distance = depth + 1;
                    next.push(after);
                }
            }
        }
        if next.is_empty() {
            return (reached, depth);
        }
        depth += 1;
        std::mem::swap(&mut current, &mut next);
        next.clear();
    }
}

/// The same with planes of one bit a rank for the layers: what a layer leads to is marked first and
/// compared with the distances afterwards.
#[must_use]
pub fn sweep_on_planes(orders: &Orders) -> (usize, u16) {
    let cells = usize::try_from(orders.size()).expect("9! fits");
    let mut distances = vec![u16::MAX; cells];
    let mut current = vec![0u64; cells.div_ceil(64)];
    let mut next = current.clone();
    let start = usize::try_from(orders.rank(&GOAL)).expect("9! fits");
    distances[start] = 0;
    current[start / 64] = 1 << (start % 64);
    let (mut reached, mut depth, mut state) = (1, 0, GOAL);
    loop {
        for (first, &word) in (0..).step_by(64).zip(&current) {
            let mut word = word;
            while word != 0 {
                orders.unrank_into(first + u64::from(word.trailing_zeros()), &mut state);
                for direction in directions(state) {
                    let after = orders.rank(&slide(state, direction));
                    next[(after / 64) as usize] |= 1 << (after % 64);
                }
                word &= word - 1;
            }
        }
        let mut new = 0;
        for (word, distances) in next.iter_mut().zip(distances.chunks_mut(64)) {
            let mut marked = *word;
            while marked != 0 {
                let place = marked.trailing_zeros();
                let distance = &mut distances[place as usize];
                if *distance == u16::MAX {
                    *distance = depth + 1;
                    new += 1;
                } else {
                    *word ^= 1 << place;
                }
                marked &= marked - 1;
            }
        }
        if new == 0 {
            return (reached, depth);
        }
        reached += new;
        depth += 1;
        std::mem::swap(&mut current, &mut next);
        next.fill(0);
    }
}
