//! The integers that ranks and node numbers are stored in: 32 bits where they suffice, else 64.

use std::fmt::Debug;
use std::hash::Hash;

/// `u32` or `u64`.
pub trait Word: Copy + Ord + Debug + Hash {
    /// The largest value; stores keep it free to mean "none".
    const NONE: Self;

    /// How many numbers below [`NONE`](Self::NONE) there are.
    const ROOM: u64;

    /// The number as a word. The caller promises that it fits.
    fn narrow(number: u64) -> Self;

    /// The word as a number.
    fn wide(self) -> u64;
}

impl Word for u32 {
    const NONE: Self = u32::MAX;
    const ROOM: u64 = u32::MAX as u64;

    #[inline]
    fn narrow(number: u64) -> Self {
        debug_assert!(u32::try_from(number).is_ok(), "{number} passes 32 bits");
        #[expect(
            clippy::cast_possible_truncation,
            reason = "the caller promises that it fits"
        )]
        {
            number as u32
        }
    }

    #[inline]
    fn wide(self) -> u64 {
        self.into()
    }
}

impl Word for u64 {
    const NONE: Self = u64::MAX;
    const ROOM: u64 = u64::MAX;

    #[inline]
    fn narrow(number: u64) -> Self {
        number
    }

    #[inline]
    fn wide(self) -> u64 {
        self
    }
}

/// A rank as an index into a table in memory.
///
/// The caller promises a rank below the length of the table, so it fits an address.
#[inline]
pub(crate) fn index(rank: u64) -> usize {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "ranks below the length of a table in memory fit"
    )]
    {
        rank as usize
    }
}
