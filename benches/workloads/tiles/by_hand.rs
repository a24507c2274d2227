//! Searches written by hand for the 8-puzzle, on the data structures that the stores use.

use std::hash::{BuildHasher, Hash};

use foldhash::fast::FixedState;
use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use statewalk::encoding::Encoding;

use crate::tiles::{GOAL, Orders, Word, directions, slide};

/// What stands beside a state in an arena, in eight bytes as in the hash stores: its distance and the number
/// of the state that it was reached from.
pub type Node = (u32, u32);

const ROOT: Node = (0, u32::MAX);

/// The number of the state at that place.
fn number(place: usize) -> u32 {
    u32::try_from(place).expect("few states")
}

/// What stands for a state in an arena: itself, or its rank.
pub trait Keys {
    /// What stands for it.
    type Key: Copy + Eq + Hash;

    /// The key of a state.
    fn key(&self, state: Word) -> Self::Key;

    /// The state of a key.
    fn state(&self, key: Self::Key) -> Word;
}

/// States as they are.
#[derive(Clone, Copy, Debug)]
pub struct Plain;

impl Keys for Plain {
    type Key = Word;

    #[inline]
    fn key(&self, state: Word) -> Word {
        state
    }

    #[inline]
    fn state(&self, key: Word) -> Word {
        key
    }
}

impl Keys for &Orders {
    type Key = u32;

    #[inline]
    fn key(&self, state: Word) -> u32 {
        rank(self, state)
    }

    #[inline]
    fn state(&self, key: u32) -> Word {
        unrank(self, key)
    }
}

#[inline]
fn rank(orders: &Orders, state: Word) -> u32 {
    u32::try_from(orders.rank(&state)).expect("9! fits")
}

#[inline]
fn unrank(orders: &Orders, rank: u32) -> Word {
    let mut state = GOAL;
    orders.unrank_into(u64::from(rank), &mut state);
    state
}

/// States that were reached, numbered in the order in which they were.
pub trait Reached {
    /// Whether the state was new; it was reached at that depth from the state of that number.
    fn reach(&mut self, state: Word, node: Node) -> bool;

    /// The distance of a state.
    fn depth(&self, state: Word) -> Option<u32>;

    /// The state of that number and its distance.
    fn at(&self, place: usize) -> (Word, u32);

    /// How many states there are.
    fn count(&self) -> usize;
}

/// The data structures of the hash stores: an arena of states, or of their ranks, with their parents and
/// distances, and a table of ids beside it.
#[derive(Debug)]
pub struct Arena<K: Keys> {
    keys: K,
    states: Vec<K::Key>,
    nodes: Vec<Node>,
    table: HashTable<u32>,
    hasher: FixedState,
}

impl<K: Keys> Arena<K> {
    /// An empty one.
    pub fn new(keys: K) -> Self {
        Self {
            keys,
            states: Vec::new(),
            nodes: Vec::new(),
            table: HashTable::new(),
            hasher: FixedState::default(),
        }
    }
}

impl<K: Keys> Reached for Arena<K> {
    #[inline]
    fn reach(&mut self, state: Word, node: Node) -> bool {
        let key = self.keys.key(state);
        let (states, hasher) = (&self.states, &self.hasher);
        let entry = self.table.entry(
            hasher.hash_one(key),
            |&id| states[id as usize] == key,
            |&id| hasher.hash_one(states[id as usize]),
        );
        let Entry::Vacant(gap) = entry else {
            return false;
        };
        gap.insert(number(self.states.len()));
        self.states.push(key);
        self.nodes.push(node);
        true
    }

    #[inline]
    fn depth(&self, state: Word) -> Option<u32> {
        let key = self.keys.key(state);
        let is_it = |&id: &u32| self.states[id as usize] == key;
        let id = self.table.find(self.hasher.hash_one(key), is_it)?;
        Some(self.nodes[*id as usize].0)
    }

    #[inline]
    fn at(&self, place: usize) -> (Word, u32) {
        (self.keys.state(self.states[place]), self.nodes[place].0)
    }

    #[inline]
    fn count(&self) -> usize {
        self.states.len()
    }
}

/// The data structures of the dense store: distances by rank in two bytes, no parents, and a queue.
#[derive(Debug)]
pub struct Dense<'a> {
    orders: &'a Orders,
    distances: Vec<u16>,
    queue: Vec<u32>,
}

impl<'a> Dense<'a> {
    /// An empty one.
    ///
    /// # Panics
    /// Not for 9! ranks.
    #[must_use]
    pub fn new(orders: &'a Orders) -> Self {
        let size = usize::try_from(orders.size()).expect("9! fits");
        Self {
            orders,
            distances: vec![u16::MAX; size],
            queue: Vec::new(),
        }
    }
}

impl Reached for Dense<'_> {
    #[inline]
    fn reach(&mut self, state: Word, (depth, _): Node) -> bool {
        let rank = rank(self.orders, state);
        let distance = &mut self.distances[rank as usize];
        if *distance != u16::MAX {
            return false;
        }
        *distance = u16::try_from(depth).expect("short ways");
        self.queue.push(rank);
        true
    }

    #[inline]
    fn depth(&self, state: Word) -> Option<u32> {
        let distance = self.distances[rank(self.orders, state) as usize];
        (distance != u16::MAX).then_some(distance.into())
    }

    #[inline]
    fn at(&self, place: usize) -> (Word, u32) {
        let rank = self.queue[place];
        let depth = self.distances[rank as usize].into();
        (unrank(self.orders, rank), depth)
    }

    #[inline]
    fn count(&self) -> usize {
        self.queue.len()
    }
}

/// Breadth-first search over the whole space. Returns the number of states and the depth.
#[must_use]
pub fn whole_space(mut reached: impl Reached) -> (usize, u32) {
    reached.reach(GOAL, ROOT);
    let mut next = 0;
    let mut depth = 0;
    while next < reached.count() {
        let state;
        (state, depth) = reached.at(next);
        let node = (depth + 1, number(next));
        for direction in directions(state) {
            reached.reach(slide(state, direction), node);
        }
        next += 1;
    }
    (reached.count(), depth)
}

/// What one side knows.
struct Side<R> {
    reached: R,
    /// The first state of the frontier, which ends with the list.
    frontier: usize,
}

impl<R: Reached> Side<R> {
    fn new(mut reached: R, root: Word) -> Self {
        reached.reach(root, ROOT);
        let frontier = 0;
        Self { reached, frontier }
    }

    /// Expands the frontier. Returns the length of the plan where the sides meet.
    fn expand(&mut self, other: &Self) -> Option<u32> {
        let (first, end) = (self.frontier, self.reached.count());
        self.frontier = end;
        for id in first..end {
            let (state, depth) = self.reached.at(id);
            let depth = depth + 1;
            let node = (depth, number(id));
            for direction in directions(state) {
                let after = slide(state, direction);
                if self.reached.reach(after, node)
                    && let Some(rest) = other.reached.depth(after)
                {
                    return Some(depth + rest);
                }
            }
        }
        None
    }

    fn width(&self) -> usize {
        self.reached.count() - self.frontier
    }
}

/// The length of a shortest plan between two states, searched from both ends, the smaller frontier
/// first. `ahead` and `back` are empty.
#[must_use]
pub fn from_both_ends<R: Reached>((from, to): (Word, Word), ahead: R, back: R) -> u32 {
    let (mut ahead, mut back) = (Side::new(ahead, from), Side::new(back, to));
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
