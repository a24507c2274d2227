//! An encoding of one type used for another, by two closures: a puzzle's state becomes fields.

use std::fmt::{self, Debug, Formatter};
use std::marker::PhantomData;

use crate::encoding::Encoding;

/// States of type `S`, encoded as the states of `E` that they split into.
///
/// `split` copies the parts out of a state, `join` writes parts into a state. They must undo each
/// other: `join` after `split` leaves the state as it was, `split` after `join` gives the parts back.
/// The size, the ranks and the order are those of `E`. Parts without a heap (tuples, arrays) keep rank
/// and unrank free of allocation.
///
/// ```
/// use statewalk::encoding::Encoding;
/// use statewalk::encoding::even_permutation::EvenPermutation;
/// use statewalk::encoding::mapped::Mapped;
/// use statewalk::encoding::number::Number;
/// use statewalk::encoding::product::Product;
///
/// struct Board {
///     blank: u8,
///     tiles: [u8; 8],
/// }
///
/// let parts = Product::new(Number::new(9)?, EvenPermutation::new(8)?)?;
/// let boards = Mapped::new(
///     parts,
///     |board: &Board| (board.blank, board.tiles),
///     |board: &mut Board, (blank, tiles)| *board = Board { blank, tiles },
/// );
/// assert_eq!(boards.size(), 181_440);
/// assert_eq!(boards.rank(&Board { blank: 8, tiles: [0, 1, 2, 3, 4, 5, 6, 7] }), 161_280);
/// # Ok::<(), statewalk::encoding::error::EncodingError>(())
/// ```
pub struct Mapped<S, E, Split, Join> {
    parts: E,
    split: Split,
    join: Join,
    state: PhantomData<fn(S)>,
}

impl<S, E, Split, Join> Mapped<S, E, Split, Join>
where
    E: Encoding,
    Split: Fn(&S) -> E::State,
    Join: Fn(&mut S, E::State),
{
    /// Encodes a state as the state of `parts` that `split` makes of it.
    pub fn new(parts: E, split: Split, join: Join) -> Self {
        Self {
            parts,
            split,
            join,
            state: PhantomData,
        }
    }
}

impl<S, E, Split, Join> Encoding for Mapped<S, E, Split, Join>
where
    E: Encoding,
    Split: Fn(&S) -> E::State,
    Join: Fn(&mut S, E::State),
{
    type State = S;

    #[inline]
    fn size(&self) -> u64 {
        self.parts.size()
    }

    #[inline]
    fn rank(&self, state: &S) -> u64 {
        self.parts.rank(&(self.split)(state))
    }

    #[inline]
    fn unrank_into(&self, rank: u64, state: &mut S) {
        // The old parts lend their shape to the new ones.
        let mut parts = (self.split)(state);
        self.parts.unrank_into(rank, &mut parts);
        (self.join)(state, parts);
    }
}

impl<S, E: Debug, Split, Join> Debug for Mapped<S, E, Split, Join> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_struct("Mapped")
            .field("parts", &self.parts)
            .finish_non_exhaustive()
    }
}
