//! Two encodings side by side: pairs of states.

use super::error::{EncodingError, checked_product};
use crate::encoding::Encoding;

/// The pairs of a state of `A` and one of `B`: `rank = rank_a * size_b + rank_b`.
///
/// The order is lexicographic in the ranks of the parts. There are `size_a * size_b` states. Products
/// nest; a struct with fields becomes a product through [`Mapped`](super::mapped::Mapped). Time: that
/// of the parts, one multiplication to rank and one division to unrank.
///
/// ```
/// use statewalk::encoding::Encoding;
/// use statewalk::encoding::number::Number;
/// use statewalk::encoding::permutation::Permutation;
/// use statewalk::encoding::product::Product;
///
/// let turned = Product::new(Number::<u8>::new(8)?, Permutation::<[u8; 3]>::new(3)?)?;
/// assert_eq!((turned.size(), turned.rank(&(2, [1, 0, 2]))), (48, 14));
/// # Ok::<(), statewalk::encoding::error::EncodingError>(())
/// ```
#[derive(Debug)]
pub struct Product<A, B> {
    a: A,
    b: B,
    size_b: u64,
    size: u64,
}

impl<A: Encoding, B: Encoding> Product<A, B> {
    /// Pairs of a state of `a` and one of `b`.
    ///
    /// # Errors
    /// If the size does not fit.
    pub fn new(a: A, b: B) -> Result<Self, EncodingError> {
        let size_b = b.size();
        let size = checked_product([a.size(), size_b])?;
        Ok(Self { a, b, size_b, size })
    }
}

impl<A: Encoding, B: Encoding> Encoding for Product<A, B> {
    type State = (A::State, B::State);

    #[inline]
    fn size(&self) -> u64 {
        self.size
    }

    #[inline]
    fn rank(&self, (a, b): &Self::State) -> u64 {
        self.a.rank(a) * self.size_b + self.b.rank(b)
    }

    #[inline]
    fn unrank_into(&self, rank: u64, (a, b): &mut Self::State) {
        self.a.unrank_into(rank / self.size_b, a);
        self.b.unrank_into(rank % self.size_b, b);
    }
}
