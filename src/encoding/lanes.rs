//! Sequences side by side, item by item, so that one instruction does the same to many of them.
//!
//! A code that chooses without replacement compares each item with those before it. For one sequence every
//! step waits for the one before; for many side by side all comparisons are independent, and a vector of
//! bytes holds as many as it is wide. So a rank costs a fraction of what it costs alone, in plain Rust that
//! compilers turn into vectors.

#![expect(
    clippy::inline_always,
    reason = "what is not inlined has the vectors of the oldest processors"
)]

use super::arrangement::Choice;
use super::digits::low_word;
use crate::machine::vectors::widest;

/// How many sequences stand side by side.
pub const WIDTH: usize = 32;

/// The most items of a sequence.
pub(super) const MOST_ITEMS: usize = 20;

/// One item of each sequence.
pub(super) type Row = [u8; WIDTH];

/// [`WIDTH`] sequences of bytes, all of the same length, which is at most 20.
///
/// What is in those that were not written is not said, but they may be read.
#[derive(Clone, Debug)]
pub struct Lanes {
    /// Row `i` has item `i` of every sequence.
    rows: [Row; MOST_ITEMS],
    len: usize,
}

impl Lanes {
    /// Sequences of `len` items, at most 20, all 0.
    #[inline(always)]
    pub(super) fn new(len: usize) -> Self {
        Self {
            rows: [[0; WIDTH]; MOST_ITEMS],
            len: len.min(MOST_ITEMS),
        }
    }

    /// Item by item, those of all sequences.
    #[inline(always)]
    pub(super) fn rows(&self) -> &[Row] {
        &self.rows[..self.len]
    }

    /// As [`rows`](Self::rows), to be changed.
    #[inline(always)]
    pub(super) fn rows_mut(&mut self) -> &mut [Row] {
        &mut self.rows[..self.len]
    }

    /// Writes the sequence of this number, which is taken modulo [`WIDTH`].
    #[inline(always)]
    pub fn write(&mut self, lane: usize, items: &[u8]) {
        for (row, &item) in self.rows_mut().iter_mut().zip(items) {
            row[lane % WIDTH] = item;
        }
    }

    /// Reads the sequence of this number, which is taken modulo [`WIDTH`].
    #[inline(always)]
    pub fn read(&self, lane: usize, items: &mut [u8]) {
        for (row, item) in self.rows().iter().zip(items) {
            *item = row[lane % WIDTH];
        }
    }

    /// Writes all sequences of at most 16 items; `word` packs the one of a number: item `i` is nibble `i`, the lowest first.
    #[inline(always)]
    pub fn write_nibbles(&mut self, mut word: impl FnMut(usize) -> u64) {
        let mut squares = [[0; 2]; 16];
        for (pair, place) in squares.iter_mut().zip(0..) {
            let lane = lane_of(place);
            *pair = [word(lane), word(lane + 8)];
        }
        transpose(&mut squares);
        for (row, pair) in self.rows_mut().iter_mut().zip(squares) {
            let (even, odd) = row.split_at_mut(WIDTH / 2);
            put(even, pair.map(|nibbles| nibbles & LOW_NIBBLES));
            put(odd, pair.map(|nibbles| nibbles >> 4 & LOW_NIBBLES));
        }
    }

    /// Writes all sequences of at most 16 items; `word` packs the one of a number: item `i` is byte `i`, the lowest first.
    #[inline(always)]
    pub fn write_words(&mut self, mut word: impl FnMut(usize) -> u128) {
        for first in (0..WIDTH).step_by(8) {
            let mut squares = [[0; 2]; 8];
            for (pair, lane) in squares.iter_mut().zip(first..) {
                let word = word(lane);
                *pair = [low_word(word), low_word(word >> 64)];
            }
            transpose_bytes(&mut squares);
            let (low, high) = self.rows.split_at_mut(8);
            for ((low, high), pair) in low.iter_mut().zip(high).zip(squares) {
                low[first..first + 8].copy_from_slice(&pair[0].to_le_bytes());
                high[first..first + 8].copy_from_slice(&pair[1].to_le_bytes());
            }
        }
    }

    /// Gives `see` the number of each sequence and its items, at most 16 that are below 16, as
    /// [`write_nibbles`](Self::write_nibbles) takes them. Nibbles behind the last item are 0.
    #[inline(always)]
    pub fn read_nibbles(&self, mut see: impl FnMut(usize, u64)) {
        let mut squares: Squares = [[0; 2]; 16];
        for (pair, row) in squares.iter_mut().zip(self.rows()) {
            let [even_first, even_last, odd_first, odd_last] =
                [0, 8, 16, 24].map(|first| eight(row, first));
            *pair = [even_first | odd_first << 4, even_last | odd_last << 4];
        }
        transpose(&mut squares);
        for ([first, last], place) in squares.into_iter().zip(0..) {
            let lane = lane_of(place);
            see(lane, first);
            see(lane + 8, last);
        }
    }
}

/// The low nibble of each byte.
const LOW_NIBBLES: u64 = 0x0F0F_0F0F_0F0F_0F0F;

/// Which sequence has this nibble of a row in the first of two squares; that in the second is eight numbers above.
/// Nibbles with even numbers become the first bytes of a row, those with odd ones the last.
#[inline(always)]
fn lane_of(place: usize) -> usize {
    (place / 2) | (place % 2) << 4
}

#[inline(always)]
fn eight(row: &Row, first: usize) -> u64 {
    let mut bytes = [0; 8];
    bytes.copy_from_slice(&row[first..first + 8]);
    u64::from_le_bytes(bytes)
}

#[inline(always)]
fn put(bytes: &mut [u8], words: [u64; 2]) {
    for (bytes, word) in bytes.chunks_exact_mut(8).zip(words) {
        bytes.copy_from_slice(&word.to_le_bytes());
    }
}

/// Two squares of sixteen words of sixteen nibbles, side by side as vectors have them.
type Squares = [[u64; 2]; 16];

/// Makes columns of rows: nibble `i` of word `j` becomes nibble `j` of word `i`.
/// (Warren 2012, "Hacker's Delight", 7-3.)
#[inline(always)]
fn transpose(squares: &mut Squares) {
    swap(squares, 8, 32, 0x0000_0000_FFFF_FFFF);
    swap(squares, 4, 16, 0x0000_FFFF_0000_FFFF);
    swap(squares, 2, 8, 0x00FF_00FF_00FF_00FF);
    swap(squares, 1, 4, LOW_NIBBLES);
}

/// The same for bytes: of eight words of eight.
#[inline(always)]
fn transpose_bytes(squares: &mut [[u64; 2]; 8]) {
    swap(squares, 4, 32, 0x0000_0000_FFFF_FFFF);
    swap(squares, 2, 16, 0x0000_FFFF_0000_FFFF);
    swap(squares, 1, 8, 0x00FF_00FF_00FF_00FF);
}

/// Swaps the upper right blocks of `side` rows with the lower left ones: those that `mask` does not have and those
/// that it has, so many bits apart.
#[inline(always)]
fn swap(squares: &mut [[u64; 2]], side: usize, bits: u32, mask: u64) {
    for rows in squares.chunks_exact_mut(2 * side) {
        let (upper, lower) = rows.split_at_mut(side);
        for (upper, lower) in upper.iter_mut().zip(lower) {
            for (upper, lower) in upper.iter_mut().zip(lower) {
                let differ = ((*upper >> bits) ^ *lower) & mask;
                *lower ^= differ;
                *upper ^= differ << bits;
            }
        }
    }
}

/// Ranks many states, of which `write` writes up to [`WIDTH`] side by side.
#[inline(always)]
pub(super) fn rank_with<T>(
    choice: &Choice,
    states: &[T],
    ranks: &mut [u64],
    write: impl Fn(&[T], &mut Lanes),
) {
    widest(
        #[inline(always)]
        || {
            let mut lanes = Lanes::new(choice.items());
            for (states, ranks) in states.chunks(WIDTH).zip(ranks.chunks_mut(WIDTH)) {
                write(states, &mut lanes);
                let found = choice.rank_lanes(&lanes);
                // One by one: a copy of memory would wait for the vectors that are just being written.
                for (rank, found) in ranks.iter_mut().zip(found) {
                    *rank = found;
                }
            }
        },
    );
}

/// Unranks into many states, of which `read` reads up to [`WIDTH`] that stand side by side.
#[inline(always)]
pub(super) fn unrank_with<T>(
    choice: &Choice,
    is_even: bool,
    ranks: &[u64],
    states: &mut [T],
    read: impl Fn(&Lanes, &mut [T]),
) {
    widest(
        #[inline(always)]
        || {
            let mut lanes = Lanes::new(choice.items());
            for (ranks, states) in ranks.chunks(WIDTH).zip(states.chunks_mut(WIDTH)) {
                let mut asked = [0; WIDTH];
                for (asked, &rank) in asked.iter_mut().zip(ranks) {
                    *asked = rank;
                }
                choice.unrank_lanes(&asked, &mut lanes, is_even);
                read(&lanes, states);
            }
        },
    );
}

/// Writes states that lend their bytes.
#[inline(always)]
pub(super) fn write_bytes<S: AsRef<[u8]>>(states: &[S], lanes: &mut Lanes) {
    for (lane, state) in states.iter().enumerate() {
        lanes.write(lane, state.as_ref());
    }
}

/// Reads states that lend their bytes.
#[inline(always)]
pub(super) fn read_bytes<S: AsMut<[u8]>>(lanes: &Lanes, states: &mut [S]) {
    for (lane, state) in states.iter_mut().enumerate() {
        lanes.read(lane, state.as_mut());
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{any, proptest};
    use proptest::prop_assert_eq;

    use super::{Lanes, WIDTH};
    use crate::encoding::Encoding;
    use crate::encoding::even_permutation::EvenPermutation;
    use crate::encoding::permutation::Permutation;

    /// Many at once are the same as one after another, which other code does.
    fn agree<E: Encoding<State = Vec<u8>>>(encoding: &E, n: usize, numbers: &[u64]) {
        let any: Vec<u8> = (0..=u8::MAX).take(n).collect();
        let ranks: Vec<u64> = numbers.iter().map(|&rank| rank % encoding.size()).collect();
        let mut states = vec![any.clone(); ranks.len()];
        encoding.unrank_each(&ranks, &mut states);
        let mut alone = any;
        for (&rank, state) in ranks.iter().zip(&states) {
            encoding.unrank_into(rank, &mut alone);
            assert_eq!(*state, alone, "rank {rank} of {n} items");
        }
        let mut found = vec![u64::MAX; ranks.len()];
        encoding.rank_each(&states, &mut found);
        assert_eq!(found, ranks, "{n} items");
    }

    proptest! {
        #[test]
        fn many_are_numbered_as_one_by_one(numbers in any::<[u64; 32]>(), more in any::<[u64; 11]>()) {
            for n in 0..=20 {
                let orders = Permutation::new(n).unwrap();
                let even = EvenPermutation::new(n).unwrap();
                let ends = [0, orders.size() - 1, even.size() - 1];
                let all = [&numbers[..], &more, &ends].concat();
                for numbers in [&all[..], &numbers, &more, &[]] {
                    agree(&orders, n, numbers);
                    agree(&even, n, numbers);
                }
            }
        }

        #[test]
        fn packed_sequences_are_written_as_bytes(sequences in any::<[u128; WIDTH]>(), len in 0usize..=16) {
            let nibbles = sequences.map(|items| items & (u128::MAX / 0xFF * 0xF));
            let mut bytes = Lanes::new(len);
            for (lane, items) in nibbles.iter().enumerate() {
                bytes.write(lane, &items.to_le_bytes());
            }
            let mut words = Lanes::new(len);
            words.write_words(|lane| nibbles[lane]);
            prop_assert_eq!(words.rows(), bytes.rows());
            let packed = nibbles.map(|items| {
                let items = items.to_le_bytes().into_iter().rev();
                items.fold(0u64, |word, item| word << 4 | u64::from(item))
            });
            let mut words = Lanes::new(len);
            words.write_nibbles(|lane| packed[lane]);
            prop_assert_eq!(words.rows(), bytes.rows());
            let mut seen = [0; WIDTH];
            words.read_nibbles(|lane, items| seen[lane] = items);
            let kept = u64::MAX.checked_shr(64 - 4 * u32::try_from(len).unwrap()).unwrap_or(0);
            prop_assert_eq!(seen, packed.map(|items| items & kept));
            for (lane, items) in nibbles.iter().enumerate() {
                let mut read = [0; 16];
                words.read(lane, &mut read[..len]);
                prop_assert_eq!(&read[..len], &items.to_le_bytes()[..len]);
            }
        }
    }
}
