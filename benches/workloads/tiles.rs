//! The 8-puzzle as one 64-bit word; its searches by hand and its contests stand below.

pub mod by_hand;
pub mod contests;

use std::iter;

use statewalk::encoding::Encoding;
use statewalk::encoding::permutation::Permutation;
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
pub const FARTHEST: Word = word([8, 0, 6, 5, 4, 7, 2, 3, 1]);

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

/// How many cells each leads the blank on.
const STEPS: [i64; 4] = [-3, -1, 1, 3];

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
    let to = from.wrapping_add_signed(STEPS[direction as usize]) & 15;
    let cells = state & ((1 << 36) - 1);
    let tile = (cells >> (4 * to)) & 15;
    (cells ^ (tile << (4 * to)) ^ (tile << (4 * from))) | to << 56
}

/// The directions that are open to the blank.
#[inline]
pub fn directions(state: Word) -> impl Iterator<Item = Direction> {
    let mut open = OPEN[(state >> 56) as usize];
    iter::from_fn(move || {
        let direction = DIRECTIONS.get(open.trailing_zeros() as usize)?;
        open &= open - 1;
        Some(*direction)
    })
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
    #[inline]
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
    #[inline]
    fn predecessors<'a>(
        &'a self,
        state: &Word,
    ) -> impl Iterator<Item = (Direction, Word)> + use<'a> {
        predecessors_by_inverse(self, state)
    }
}

/// The boards by number, 9! of them: the tiles' order in the lexicographic one.
#[derive(Debug)]
pub struct Orders(Permutation<[u8; 9]>);

impl Orders {
    /// The encoding.
    #[must_use]
    pub fn new() -> Self {
        Self(Permutation::new(9).expect("9! fits"))
    }
}

impl Default for Orders {
    fn default() -> Self {
        Self::new()
    }
}

impl Encoding for Orders {
    type State = Word;

    #[inline]
    fn size(&self) -> u64 {
        self.0.size()
    }

    #[inline]
    fn rank(&self, state: &Word) -> u64 {
        let mut cells = *state;
        let board = [(); 9].map(|()| {
            let tile = (cells & 15) as u8;
            cells >>= 4;
            tile
        });
        self.0.rank(&board)
    }

    #[inline]
    fn unrank_into(&self, rank: u64, state: &mut Word) {
        let mut board = [0; 9];
        self.0.unrank_into(rank, &mut board);
        *state = word(board);
    }
}
