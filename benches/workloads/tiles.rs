//! The 8-puzzle as one 64-bit word, and breadth-first loops written for it alone.

use std::hash::BuildHasher;

use foldhash::fast::FixedState;
use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use statewalk::space::{Invertible, Predecessors, StateSpace, predecessors_by_inverse};

/// How many states can be reached from the goal (published count).
pub const STATES: usize = 181_440;

/// How far the farthest state is (published).
pub const DEPTH: i64 = 31;

/// The sliding puzzle on 3 x 3 cells.
#[derive(Clone, Copy, Debug)]
pub struct Tiles;

/// Four bits a cell, cell 0 lowest; the cell of the blank above bit 56.
pub type Word = u64;

/// The goal: the blank in the first cell, the tiles in order.
pub const GOAL: Word = 0x8_7654_3210;

/// A state that is as far from the goal as any.
pub const FARTHEST: Word = word([8, 6, 7, 2, 5, 4, 3, 0, 1]);

/// The word for a board, row by row, 0 for the blank.
#[must_use]
pub const fn word(board: [u8; 9]) -> Word {
    let mut word = 0;
    let mut cell = 0;
    while cell < 9 {
        word |= (board[cell] as u64) << (4 * cell);
        if board[cell] == 0 {
            word |= (cell as u64) << 56;
        }
        cell += 1;
    }
    word
}

/// Which way the blank goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// To the row above.
    Up,
    /// To the column on the left.
    Left,
    /// To the column on the right.
    Right,
    /// To the row below.
    Down,
}

/// For each cell of the blank the directions it can go, one bit each in the order of the enum.
const OPEN: [u8; 9] = [
    0b1100, 0b1110, 0b1010, 0b1101, 0b1111, 0b1011, 0b0101, 0b0111, 0b0011,
];

const DIRECTIONS: [Direction; 4] = [
    Direction::Up,
    Direction::Left,
    Direction::Right,
    Direction::Down,
];

/// The state after the blank went one step; the same function serves every loop.
#[inline]
#[must_use]
pub fn slide(state: Word, direction: Direction) -> Word {
    let from = state >> 56;
    let to = match direction {
        Direction::Up => from - 3,
        Direction::Left => from - 1,
        Direction::Right => from + 1,
        Direction::Down => from + 3,
    };
    let cells = state & ((1 << 36) - 1);
    let tile = (cells >> (4 * to)) & 15;
    (cells ^ (tile << (4 * to)) ^ (tile << (4 * from))) | to << 56
}

/// The directions that are open to the blank.
#[inline]
pub fn directions(state: Word) -> impl Iterator<Item = Direction> {
    let open = OPEN[(state >> 56) as usize];
    (0..4).filter_map(move |bit| (open >> bit & 1 == 1).then(|| DIRECTIONS[bit]))
}

impl StateSpace for Tiles {
    type State = Word;
    type Action = Direction;

    #[inline]
    fn actions<'a>(&'a self, &state: &Word) -> impl Iterator<Item = Direction> + use<'a> {
        directions(state)
    }

    #[inline]
    fn apply(&self, state: &mut Word, &action: &Direction) {
        *state = slide(*state, action);
    }

    #[inline]
    fn max_cost(&self) -> Option<i64> {
        Some(1)
    }
}

impl Invertible for Tiles {
    fn inverse(&self, action: &Direction) -> Direction {
        match action {
            Direction::Up => Direction::Down,
            Direction::Left => Direction::Right,
            Direction::Right => Direction::Left,
            Direction::Down => Direction::Up,
        }
    }
}

impl Predecessors for Tiles {
    fn predecessors<'a>(
        &'a self,
        state: &Word,
    ) -> impl Iterator<Item = (Direction, Word)> + use<'a> {
        predecessors_by_inverse(self, state)
    }
}

/// Breadth-first search over the whole space, written by hand on the data structures of the hash store:
/// an arena of states with their parents and distances, and a table of ids beside it. Returns the
/// number of states and the depth.
#[must_use]
pub fn whole_space_by_hand() -> (usize, u8) {
    let hasher = FixedState::default();
    let mut states = vec![GOAL];
    let mut parents = vec![u32::MAX];
    let mut depths = vec![0u8];
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
                gap.insert(u32::try_from(states.len()).expect("few states"));
                states.push(after);
                parents.push(u32::try_from(next).expect("few states"));
                depths.push(depths[next] + 1);
            }
        }
        next += 1;
    }
    (states.len(), depths[depths.len() - 1])
}
