//! Why moves on ranks cannot be declared.

use thiserror::Error;

use crate::memory::MemoryExhausted;

/// A declaration of moves on ranks is wrong, or its tables would be too large.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RankActionsError {
    /// There are no ranks, or more than `u64::MAX`.
    #[error("parts and digits must multiply to 1 up to 2^64 - 1 ranks")]
    Size,
    /// A move names a part or a map that there is not.
    #[error("there is no move from part {from} by map {map} to part {to}")]
    NoSuch {
        /// The part that it comes from.
        from: usize,
        /// The map.
        map: usize,
        /// The part that it leads to.
        to: usize,
    },
    /// A window reaches past the last digit.
    #[error("a window of {digits} digits from digit {first} on reaches past the last digit")]
    Window {
        /// The first digit.
        first: usize,
        /// How many digits.
        digits: usize,
    },
    /// A table has not as many entries as its window has values.
    #[error("a table of {found} entries is to serve a window of {expected} values")]
    Table {
        /// The entries of the table.
        found: usize,
        /// The values of the window.
        expected: u64,
    },
    /// A table sends two values to one, or one out of the window.
    #[error("the table sends value {value} to {image}, which is taken or too large")]
    NotOneToOne {
        /// The value.
        value: usize,
        /// What it is sent to.
        image: u32,
    },
    /// The table of a window would have more entries than are served.
    #[error("a window of {values} values is more than the {most} that a table may have")]
    TooLarge {
        /// The values of the window.
        values: u64,
        /// The most that are served.
        most: u64,
    },
    /// A map moves single states within blocks of more words than are served.
    #[error("a map moves states within blocks of {words} words, and {most} are served")]
    Block {
        /// The words of a block.
        words: u64,
        /// The most that are served.
        most: u64,
    },
    /// There is no memory for the moves and their tables.
    #[error("the moves on ranks do not fit in memory: {0}")]
    Memory(#[from] MemoryExhausted),
}
