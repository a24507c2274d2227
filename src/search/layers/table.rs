//! Where a sweep notes what it has reached: distances by rank, or one bit a rank.

use std::convert::Infallible;

use crate::bits::PackedArray;
use crate::cost::Cost;
use crate::machine::prefetch::prefetch;
use crate::search::layers::frontier::each_bit;
use crate::store::costs::Cell;
use crate::store::word::index;

/// A table with an entry for each rank.
pub(crate) trait Table {
    /// What is noted for the states of one layer.
    type Mark: Copy + Send + Sync;

    /// Says that a depth does not fit the entries.
    type TooNarrow;

    /// What the table is made of.
    type Piece: Send;

    /// Whether the states of a layer can be told from all others by the table.
    const TELLS_LAYERS: bool;

    /// How many pieces hold the entries of 64 ranks. The last ones may be missing.
    const PIECES: usize;

    /// What is noted for the layer at `depth`.
    fn mark(depth: Cost) -> Result<Self::Mark, Self::TooNarrow>;

    /// Asks for the entry of `rank` before it is needed.
    fn ask(&self, rank: u64);

    /// Notes `rank` if it was not noted before, and tells whether it was new.
    fn claim(&mut self, rank: u64, mark: Self::Mark) -> bool;

    /// Whether `rank` was noted.
    fn is_reached(&self, rank: u64) -> bool;

    /// Calls `see` with the ranks of the layer of `mark` among `from..to`, ascending.
    fn scan(&self, from: u64, to: u64, mark: Self::Mark, see: impl FnMut(u64));

    /// The table, to be worked on in parts.
    fn pieces(&mut self) -> &mut [Self::Piece];

    /// [`claim`](Self::claim) for 64 ranks at once: those that are ones of `word`. Returns the new ones.
    fn note(pieces: &mut [Self::Piece], word: u64, mark: Self::Mark) -> u64;
}

impl<C: Cell> Table for [C] {
    type Mark = C;
    type TooNarrow = ();
    type Piece = C;
    const TELLS_LAYERS: bool = true;
    const PIECES: usize = 64;

    #[inline]
    fn mark(depth: Cost) -> Result<C, ()> {
        C::narrow(depth).ok_or(())
    }

    #[inline]
    fn ask(&self, rank: u64) {
        prefetch(self, index(rank));
    }

    #[inline]
    fn claim(&mut self, rank: u64, mark: C) -> bool {
        let size = self.len();
        let Some(cell) = self.get_mut(index(rank)) else {
            outside(rank, size);
        };
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

    fn pieces(&mut self) -> &mut [C] {
        self
    }

    #[inline]
    fn note(cells: &mut [C], word: u64, mark: C) -> u64 {
        let mut new = 0;
        each_bit(word, |place| {
            let cell = &mut cells[index(place)];
            let is_new = *cell == C::NONE;
            *cell = if is_new { mark } else { *cell };
            new |= u64::from(is_new) << place;
        });
        new
    }
}

/// The encoding breaks its word. `laws::check_exhaustively` tells before.
#[cold]
#[inline(never)]
fn outside(rank: u64, size: usize) -> ! {
    panic!("the encoding gave a state the rank {rank}, and its size is {size}");
}

/// One bit a rank: reached or not.
impl Table for PackedArray<1> {
    type Mark = ();
    type TooNarrow = Infallible;
    type Piece = u64;
    const TELLS_LAYERS: bool = false;
    const PIECES: usize = 1;

    #[inline]
    fn mark(_: Cost) -> Result<(), Infallible> {
        Ok(())
    }

    #[inline]
    fn ask(&self, rank: u64) {
        prefetch(self.words(), index(rank / Self::PER_WORD));
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

    fn pieces(&mut self) -> &mut [u64] {
        self.words_mut()
    }

    #[inline]
    fn note(reached: &mut [u64], word: u64, (): ()) -> u64 {
        let new = word & !reached[0];
        reached[0] |= new;
        new
    }
}

/// Two bits a rank: the distance modulo 3, or not reached.
impl Table for PackedArray<2> {
    type Mark = u8;
    type TooNarrow = Infallible;
    type Piece = u64;
    // An entry does not tell a layer from the one three before it.
    const TELLS_LAYERS: bool = false;
    const PIECES: usize = 2;

    #[inline]
    fn mark(depth: Cost) -> Result<u8, Infallible> {
        Ok(residue(depth))
    }

    #[inline]
    fn ask(&self, rank: u64) {
        prefetch(self.words(), index(rank / Self::PER_WORD));
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

    fn pieces(&mut self) -> &mut [u64] {
        self.words_mut()
    }

    #[inline]
    fn note(entries: &mut [u64], word: u64, mark: u8) -> u64 {
        // What turns "not reached" into the mark.
        let change = u64::from(mark ^ NOT_REACHED);
        let mut new = 0;
        for (half, entries) in (0..).map(|half| 32 * half).zip(entries) {
            let named = spread(word >> half);
            let fresh = named & Self::matches(*entries, Self::repeated(NOT_REACHED));
            *entries ^= fresh * change;
            new |= gathered(fresh) << half;
        }
        new
    }
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

/// The low 32 bits of `word`, each moved to twice its place.
#[inline]
fn spread(word: u64) -> u64 {
    let word = word & 0xFFFF_FFFF;
    let word = (word | word << 16) & 0x0000_FFFF_0000_FFFF;
    let word = (word | word << 8) & 0x00FF_00FF_00FF_00FF;
    let word = (word | word << 4) & 0x0F0F_0F0F_0F0F_0F0F;
    let word = (word | word << 2) & 0x3333_3333_3333_3333;
    (word | word << 1) & 0x5555_5555_5555_5555
}

/// The bits at the even places of `word`, each moved to half its place: the inverse of [`spread`].
#[inline]
fn gathered(word: u64) -> u64 {
    let word = word & 0x5555_5555_5555_5555;
    let word = (word | word >> 1) & 0x3333_3333_3333_3333;
    let word = (word | word >> 2) & 0x0F0F_0F0F_0F0F_0F0F;
    let word = (word | word >> 4) & 0x00FF_00FF_00FF_00FF;
    let word = (word | word >> 8) & 0x0000_FFFF_0000_FFFF;
    (word | word >> 16) & 0xFFFF_FFFF
}

#[cfg(test)]
mod tests {
    use std::fmt::Debug;

    use proptest::prelude::{any, proptest};

    use super::{NOT_REACHED, Table, gathered, spread};
    use crate::bits::PackedArray;
    use crate::memory::Memory;

    /// Notes words at once in one table and rank by rank in another.
    fn agree<T: Table + ?Sized>(bulk: &mut T, single: &mut T, words: &[u64], size: u64)
    where
        T::Piece: PartialEq + Debug,
        T::TooNarrow: Debug,
    {
        for (depth, words) in (0..).zip(words.chunks(3)) {
            let mark = T::mark(depth).unwrap();
            let pieces = bulk.pieces().chunks_mut(T::PIECES);
            for ((first, &word), pieces) in (0..).map(|word| 64 * word).zip(words).zip(pieces) {
                let inside = (0..64).filter(|bit| first + bit < size);
                let word = inside.fold(0, |kept, bit| kept | word & 1 << bit);
                let mut new = 0;
                for bit in (0..64).filter(|bit| word >> bit & 1 == 1) {
                    new |= u64::from(single.claim(first + bit, mark)) << bit;
                }
                assert_eq!(T::note(pieces, word, mark), new);
            }
            assert_eq!(*bulk.pieces(), *single.pieces());
        }
    }

    proptest! {
        #[test]
        fn many_ranks_are_noted_as_one_by_one(words in any::<[u64; 12]>(), masks in any::<[u64; 12]>(), size in 1u64..=192) {
            let mut words = words;
            for (word, mask) in words.iter_mut().zip(masks) {
                *word &= mask;
            }
            let free = Memory::unlimited();
            let bits = || PackedArray::<1>::filled(&free, size, 0).unwrap();
            agree(&mut bits(), &mut bits(), &words, size);
            let residues = || PackedArray::<2>::filled(&free, size, NOT_REACHED).unwrap();
            agree(&mut residues(), &mut residues(), &words, size);
            let cells = usize::try_from(size).unwrap();
            agree(&mut vec![u8::MAX; cells][..], &mut vec![u8::MAX; cells][..], &words, size);
            agree(&mut vec![u16::MAX; cells][..], &mut vec![u16::MAX; cells][..], &words, size);
        }

        #[test]
        fn what_was_spread_is_gathered(word in any::<u32>()) {
            let spread = spread(word.into());
            assert_eq!(gathered(spread), u64::from(word));
            for bit in 0..32 {
                assert_eq!(spread >> (2 * bit) & 3, u64::from(word >> bit & 1));
            }
        }
    }
}
