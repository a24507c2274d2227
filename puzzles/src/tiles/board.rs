//! A board in one word: the tiles in reading order past the blank, and the cell of the blank.
//!
//! A horizontal move changes the cell of the blank alone; a vertical one rotates as many tiles of the
//! order as a row has. Up to 16 cells take 64 bits, up to 25 take 125.

use std::ops::{Add, BitAnd, BitOr, BitXor, Shl, Shr, Sub};

pub use crate::sliding::toward::{DIRECTIONS, Toward};

/// A board of at most [`MOST_CELLS`](super::rules::MOST_CELLS) cells; the rules of its size know what it shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board(pub(super) u128);

/// A word that holds boards: fields of equal width, the last of which is the cell of the blank.
pub trait Word:
    Copy
    + From<u8>
    + Add<Output = Self>
    + Sub<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// The bits of a field.
    const FIELD: u32;
    /// How many tiles there is room for.
    const TILES: u32;

    /// The lowest eight bits.
    fn low(self) -> u8;

    /// Field `index`.
    #[inline]
    fn get(self, index: u32) -> u8 {
        (self >> (index * Self::FIELD)).low() & ((1 << Self::FIELD) - 1)
    }

    /// The cell of the blank.
    #[inline]
    fn blank(self) -> u32 {
        u32::from(self.get(Self::TILES))
    }

    /// A word whose field `index` is `value` and whose others are 0.
    #[inline]
    #[must_use]
    fn field(index: u32, value: u8) -> Self {
        Self::from(value) << (index * Self::FIELD)
    }
}

impl Word for u64 {
    const FIELD: u32 = 4;
    const TILES: u32 = 15;

    #[inline]
    fn low(self) -> u8 {
        self.to_le_bytes()[0]
    }
}

impl Word for u128 {
    const FIELD: u32 = 5;
    const TILES: u32 = 24;

    #[inline]
    fn low(self) -> u8 {
        self.to_le_bytes()[0]
    }
}

/// `word` after the blank went `toward`, on a board of rows of `width` cells.
#[inline]
pub(super) fn moved<W: Word>(word: W, width: u8, toward: Toward) -> W {
    match toward {
        Toward::Left => word - W::field(W::TILES, 1),
        Toward::Right => word + W::field(W::TILES, 1),
        Toward::Up => {
            // The tile above comes to stand behind those between it and the blank.
            let from = word.blank() - u32::from(width);
            let turned = rotated(word, from, width, |window, rest| {
                (window >> W::FIELD) | ((window & W::field(0, (1 << W::FIELD) - 1)) << rest)
            });
            turned - W::field(W::TILES, width)
        }
        Toward::Down => {
            // The tile below comes to stand before those between it and the blank.
            let from = word.blank();
            let turned = rotated(word, from, width, |window, rest| {
                (window << W::FIELD) | (window >> rest)
            });
            turned + W::field(W::TILES, width)
        }
    }
}

/// `word` with the `count` fields from `from` on changed by `turn`, which also gets the bits of all of them
/// but one.
#[inline]
fn rotated<W: Word>(word: W, from: u32, count: u8, turn: impl FnOnce(W, u32) -> W) -> W {
    let bits = u32::from(count) * W::FIELD;
    let mask = (W::from(1) << bits) - W::from(1);
    let shift = from * W::FIELD;
    let window = (word >> shift) & mask;
    word ^ ((window ^ (turn(window, bits - W::FIELD) & mask)) << shift)
}

/// What a move does to a word of 64 bits, in numbers, so that no branch tells the directions apart: the fields that
/// the blank passes by are turned by so many bits. Where it stays in its row that is one field, which no turn changes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    /// What is added to the cell of the blank, modulo 16.
    change: u64,
    /// The bits of the fields that are passed by.
    bits: u8,
    /// By how many bits they are turned to the left.
    turn: u8,
    /// How far before the blank they begin, in bits.
    before: u8,
}

impl Step {
    /// On boards of rows of `width` cells.
    pub(super) fn new(width: u8, toward: Toward) -> Self {
        let passed = match toward {
            Toward::Left | Toward::Right => 1,
            // Rows that are longer are not in one word with others.
            Toward::Up | Toward::Down => width.min(16),
        };
        let bits = u32::from(passed) * u64::FIELD;
        let (before, turn) = match toward {
            Toward::Up | Toward::Left => (bits, bits - u64::FIELD),
            Toward::Right | Toward::Down => (0, u64::FIELD % bits),
        };
        let cells = u64::from(passed) << (u64::TILES * u64::FIELD);
        let change = if before > 0 {
            cells.wrapping_neg()
        } else {
            cells
        };
        // All are at most 64.
        let [bits, turn, before] = [bits, turn, before].map(|bits| bits.to_le_bytes()[0]);
        Self {
            change,
            bits,
            turn,
            before,
        }
    }

    /// The word after the move.
    #[inline]
    pub(super) fn of(&self, word: u64) -> u64 {
        let from = word.blank() * u64::FIELD - u32::from(self.before);
        let mask = u64::MAX >> (u64::BITS - u32::from(self.bits));
        let window = word >> from & mask;
        let turned = (window << self.turn | window >> (self.bits - self.turn)) & mask;
        (word ^ (window ^ turned) << from).wrapping_add(self.change)
    }
}
