//! Where a sweep notes what it has reached: distances by rank, or one bit a rank.

use std::convert::Infallible;

use crate::bits::PackedArray;
use crate::cost::Cost;
use crate::store::costs::Cell;
use crate::store::word::index;

/// A table with an entry for each rank.
pub(crate) trait Table {
    /// What is noted for the states of one layer.
    type Mark: Copy;

    /// Says that a depth does not fit the entries.
    type TooNarrow;

    /// Whether the states of a layer can be told from all others by the table.
    const TELLS_LAYERS: bool;

    /// What is noted for the layer at `depth`.
    fn mark(depth: Cost) -> Result<Self::Mark, Self::TooNarrow>;

    /// Notes `rank` if it was not noted before, and tells whether it was new.
    fn claim(&mut self, rank: u64, mark: Self::Mark) -> bool;

    /// Whether `rank` was noted.
    fn is_reached(&self, rank: u64) -> bool;

    /// Calls `see` with the ranks of the layer of `mark` among `from..to`, ascending.
    fn scan(&self, from: u64, to: u64, mark: Self::Mark, see: impl FnMut(u64));
}

impl<C: Cell> Table for [C] {
    type Mark = C;
    type TooNarrow = ();
    const TELLS_LAYERS: bool = true;

    #[inline]
    fn mark(depth: Cost) -> Result<C, ()> {
        C::narrow(depth).ok_or(())
    }

    #[inline]
    fn claim(&mut self, rank: u64, mark: C) -> bool {
        let cell = &mut self[index(rank)];
        let new = *cell == C::NONE;
        if new {
            *cell = mark;
        }
        new
    }

    #[inline]
    fn is_reached(&self, rank: u64) -> bool {
        self[index(rank)] != C::NONE
    }

    #[inline]
    fn scan(&self, from: u64, to: u64, mark: C, mut see: impl FnMut(u64)) {
        for (rank, &cell) in (from..to).zip(&self[index(from)..index(to)]) {
            if cell == mark {
                see(rank);
            }
        }
    }
}

/// One bit a rank: reached or not.
impl Table for PackedArray<1> {
    type Mark = ();
    type TooNarrow = Infallible;
    const TELLS_LAYERS: bool = false;

    #[inline]
    fn mark(_: Cost) -> Result<(), Infallible> {
        Ok(())
    }

    #[inline]
    fn claim(&mut self, rank: u64, (): ()) -> bool {
        self.replace(rank, 1) == 0
    }

    #[inline]
    fn is_reached(&self, rank: u64) -> bool {
        self.get(rank) == 1
    }

    fn scan(&self, _: u64, _: u64, (): (), _: impl FnMut(u64)) {}
}

/// Two bits a rank: the distance modulo 3, or not reached.
impl Table for PackedArray<2> {
    type Mark = u8;
    type TooNarrow = Infallible;
    // An entry does not tell a layer from the one three before it.
    const TELLS_LAYERS: bool = false;

    #[inline]
    fn mark(depth: Cost) -> Result<u8, Infallible> {
        Ok(residue(depth))
    }

    #[inline]
    fn claim(&mut self, rank: u64, mark: u8) -> bool {
        let new = self.get(rank) == NOT_REACHED;
        if new {
            self.set(rank, mark);
        }
        new
    }

    #[inline]
    fn is_reached(&self, rank: u64) -> bool {
        self.get(rank) != NOT_REACHED
    }

    fn scan(&self, _: u64, _: u64, _: u8, _: impl FnMut(u64)) {}
}

/// The two bits of what was not reached.
pub(crate) const NOT_REACHED: u8 = 3;

/// A distance modulo 3.
pub(crate) fn residue(distance: Cost) -> u8 {
    match distance.rem_euclid(3) {
        0 => 0,
        1 => 1,
        _ => 2,
    }
}
