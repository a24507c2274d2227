//! Packed arrays of 1, 2, 4 or 8 bit entries over 64-bit words, one entry a rank.
//!
//! They are the closed lists and distance tables of perfect-hash searches: their bytes are claimed
//! from a [`Memory`] budget, and whole words can be swept. A plain set of small numbers that needs
//! neither (cells of a board, marks of a graph walk) is a `fixedbitset::FixedBitSet` instead.

use crate::memory::{BudgetVec, Memory, MemoryExhausted};

/// `len` entries of `BITS` bits each; `BITS` is 1, 2, 4 or 8 (others do not compile).
///
/// Entry `i` is bits `i % PER_WORD * BITS` and up of word `i / PER_WORD`. Every operation on one
/// entry takes constant time. An index at or past the length, or a value above [`MAX`](Self::MAX),
/// is a mistake of the caller and panics; it never touches another entry.
///
/// ```
/// use statewalk::bits::PackedArray;
/// use statewalk::memory::Memory;
///
/// let mut mod3 = PackedArray::<2>::filled(&Memory::unlimited(), 100, 3)?;
/// mod3.set(42, 1);
/// assert_eq!((mod3.get(42), mod3.count(3), mod3.bytes()), (1, 99, 32));
/// assert_eq!(mod3.positions(1).collect::<Vec<u64>>(), [42]);
/// # Ok::<(), statewalk::memory::MemoryExhausted>(())
/// ```
#[derive(Debug)]
pub struct PackedArray<const BITS: u32> {
    words: BudgetVec<u64>,
    len: u64,
}

impl<const BITS: u32> PackedArray<BITS> {
    /// The largest value of an entry.
    pub const MAX: u8 = {
        assert!(
            matches!(BITS, 1 | 2 | 4 | 8),
            "entries have 1, 2, 4 or 8 bits"
        );
        (u8::MAX) >> (8 - BITS)
    };
    /// How many entries a word holds.
    pub const PER_WORD: u64 = 64 / BITS as u64;
    /// The lowest bit of every entry of a word.
    pub const LOW_BITS: u64 = u64::MAX / Self::MAX as u64;

    /// `len` entries of `value`, claimed exactly. Time: one pass over the words.
    ///
    /// # Errors
    /// [`MemoryExhausted`] if they do not fit.
    pub fn filled(memory: &Memory, len: u64, value: u8) -> Result<Self, MemoryExhausted> {
        // More words than an address can count are more than any budget grants.
        let words = usize::try_from(len.div_ceil(Self::PER_WORD)).unwrap_or(usize::MAX);
        let words = BudgetVec::filled(memory, words, Self::repeated(value))?;
        Ok(Self { words, len })
    }

    /// The number of entries.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Whether there are no entries.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The bytes of the words.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.words.len() as u64 * 8
    }

    /// Entry `index`.
    ///
    /// # Panics
    /// If `index` is not below [`len`](Self::len).
    #[inline]
    #[must_use]
    pub fn get(&self, index: u64) -> u8 {
        let (word, shift) = self.place(index);
        (self.words[word] >> shift).to_le_bytes()[0] & Self::MAX
    }

    /// Makes entry `index` be `value`.
    ///
    /// # Panics
    /// If `index` is not below [`len`](Self::len) or `value` is above [`MAX`](Self::MAX).
    #[inline]
    pub fn set(&mut self, index: u64, value: u8) {
        self.replace(index, value);
    }

    /// Makes entry `index` be `value` and returns what it was, with one access to the word.
    ///
    /// # Panics
    /// If `index` is not below [`len`](Self::len) or `value` is above [`MAX`](Self::MAX).
    #[inline]
    pub fn replace(&mut self, index: u64, value: u8) -> u8 {
        assert!(value <= Self::MAX, "{value} does not fit in {BITS} bits");
        let (word, shift) = self.place(index);
        let word = &mut self.words[word];
        let old = (*word >> shift).to_le_bytes()[0] & Self::MAX;
        *word ^= u64::from(old ^ value) << shift;
        old
    }

    /// Makes every entry be `value`. Time: one pass over the words.
    ///
    /// # Panics
    /// If `value` is above [`MAX`](Self::MAX).
    pub fn fill(&mut self, value: u8) {
        self.words.fill(Self::repeated(value));
    }

    /// How many entries are `value`. Time: one pass over the words.
    ///
    /// # Panics
    /// If `value` is above [`MAX`](Self::MAX).
    #[must_use]
    pub fn count(&self, value: u8) -> u64 {
        let repeated = Self::repeated(value);
        let Some((&last, full)) = self.words.split_last() else {
            return 0;
        };
        let matches = |word| u64::from(Self::matches(word, repeated).count_ones());
        let last = Self::matches(last, repeated) & self.used_of_last();
        full.iter().map(|&word| matches(word)).sum::<u64>() + u64::from(last.count_ones())
    }

    /// The indices of the entries that are `value`, ascending. Time: one pass over the words, and
    /// constant time for each index.
    ///
    /// # Panics
    /// If `value` is above [`MAX`](Self::MAX).
    pub fn positions(&self, value: u8) -> impl Iterator<Item = u64> + '_ {
        let repeated = Self::repeated(value);
        let used_of_last = self.used_of_last();
        let last = self.words.len().saturating_sub(1);
        self.words
            .iter()
            .enumerate()
            .flat_map(move |(index, &word)| {
                let used = if index == last {
                    used_of_last
                } else {
                    u64::MAX
                };
                let first = index as u64 * Self::PER_WORD;
                SetBits(Self::matches(word, repeated) & used)
                    .map(move |bit| first + u64::from(bit / BITS))
            })
    }

    /// The words, for sweeps over whole planes. Entries past the length in the last word mean
    /// nothing.
    #[inline]
    #[must_use]
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// The words, to be changed in place. What is written past the length in the last word is
    /// never read as an entry.
    #[inline]
    pub fn words_mut(&mut self) -> &mut [u64] {
        &mut self.words
    }

    /// A word whose entries are all `value`.
    ///
    /// # Panics
    /// If `value` is above [`MAX`](Self::MAX).
    #[inline]
    #[must_use]
    pub fn repeated(value: u8) -> u64 {
        assert!(value <= Self::MAX, "{value} does not fit in {BITS} bits");
        Self::LOW_BITS * u64::from(value)
    }

    /// The lowest bit of every entry of `word` that equals the entry of `other` at its place.
    #[inline]
    #[must_use]
    pub fn matches(word: u64, other: u64) -> u64 {
        let mut differs = word ^ other;
        let mut width = BITS / 2;
        while width > 0 {
            differs |= differs >> width;
            width /= 2;
        }
        !differs & Self::LOW_BITS
    }

    /// The bits of the last word that belong to entries.
    fn used_of_last(&self) -> u64 {
        match self.len % Self::PER_WORD {
            0 => u64::MAX,
            rest => !(u64::MAX << (rest * u64::from(BITS))),
        }
    }

    #[inline]
    fn place(&self, index: u64) -> (usize, u64) {
        assert!(
            index < self.len,
            "entry {index} of a packed array of {}; a rank must be below the size of its encoding",
            self.len
        );
        #[expect(
            clippy::cast_possible_truncation,
            reason = "an index below the length of an array in memory fits"
        )]
        let word = (index / Self::PER_WORD) as usize;
        (word, index % Self::PER_WORD * u64::from(BITS))
    }
}

/// The places of the ones of a word, ascending.
struct SetBits(u64);

impl Iterator for SetBits {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        let place = self.0.trailing_zeros();
        self.0 &= self.0.wrapping_sub(1);
        (place < 64).then_some(place)
    }
}

#[cfg(test)]
mod tests;
