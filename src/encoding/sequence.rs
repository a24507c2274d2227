//! Sequences of a length that is known when the program runs, without an allocation.

/// A sequence of at most `N` bytes, for encodings of states that are packed otherwise.
///
/// ```
/// use statewalk::encoding::Encoding;
/// use statewalk::encoding::permutation::Permutation;
/// use statewalk::encoding::sequence::Sequence;
///
/// let orders = Permutation::<Sequence<16>>::new(3)?;
/// let mut order = Sequence::from_iter([2, 0, 1]);
/// assert_eq!(orders.rank(&order), 4);
/// orders.unrank_into(5, &mut order);
/// assert_eq!(order.as_ref(), [2, 1, 0]);
/// # Ok::<(), statewalk::encoding::error::EncodingError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sequence<const N: usize> {
    /// Those behind the length are 0.
    items: [u8; N],
    len: u8,
}

impl<const N: usize> Sequence<N> {
    /// The first `len` of `items`, at most `N` and 255.
    #[inline]
    #[must_use]
    pub fn new(mut items: [u8; N], len: usize) -> Self {
        let len = len.min(N).min(u8::MAX.into());
        items[len..].fill(0);
        let len = len.to_le_bytes()[0];
        Self { items, len }
    }

    /// All `N` bytes: those of the sequence, and 0 behind them.
    #[inline]
    #[must_use]
    pub fn padded(&self) -> &[u8; N] {
        &self.items
    }
}

impl<const N: usize> FromIterator<u8> for Sequence<N> {
    /// The first items, as many as there is room for.
    #[inline]
    fn from_iter<I: IntoIterator<Item = u8>>(source: I) -> Self {
        let mut items = [0; N];
        let room = items.iter_mut().take(u8::MAX.into());
        let mut len = 0;
        for (item, value) in room.zip(source) {
            *item = value;
            len += 1;
        }
        Self { items, len }
    }
}

impl<const N: usize> AsRef<[u8]> for Sequence<N> {
    #[inline]
    fn as_ref(&self) -> &[u8] {
        &self.items[..usize::from(self.len).min(N)]
    }
}

impl<const N: usize> AsMut<[u8]> for Sequence<N> {
    #[inline]
    fn as_mut(&mut self) -> &mut [u8] {
        &mut self.items[..usize::from(self.len).min(N)]
    }
}

#[cfg(test)]
mod tests {
    use super::Sequence;

    #[test]
    fn what_is_behind_the_length_is_0() {
        let mut short = Sequence::new([1, 2, 3, 4], 2);
        assert_eq!(
            (short.as_ref(), short.padded()),
            (&[1, 2][..], &[1, 2, 0, 0])
        );
        short.as_mut()[1] = 7;
        assert_eq!(short, Sequence::from_iter([1, 7]));
        assert_eq!(Sequence::<2>::from_iter([1, 2, 3]).as_ref(), [1, 2]);
        assert_eq!(Sequence::new([1, 2], 9).as_ref(), [1, 2]);
        assert_eq!(Sequence::<0>::from_iter([1]).as_ref(), [0u8; 0]);
        assert_eq!(Sequence::<300>::from_iter([1; 300]).as_ref(), [1; 255]);
    }
}
