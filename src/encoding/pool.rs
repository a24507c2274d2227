//! The items not used yet, for codes that choose without replacement.
//!
//! A few items are fields of one word, where a shift and a subtraction move all later items at once;
//! up to 64 are bits of a word, where places come from population counts.

use super::digits::low_byte;
use super::fields::Fields;

/// Finds the place of items among those not used yet.
pub(super) trait Places {
    /// No item is used.
    fn new() -> Self;

    /// How many unused items are below `item`, which becomes used.
    fn take(&mut self, item: u8) -> u64;
}

/// Finds the items at places among those not used yet.
pub(super) trait Items {
    /// No item is used.
    fn new() -> Self;

    /// The unused item that has `place` unused ones below it; it becomes used.
    fn take(&mut self, place: u64) -> u8;
}

/// Places of as many items as there are fields: field `i` counts the unused items below `i`.
pub(super) struct FieldPlaces<F>(F);

impl<F: Fields> Places for FieldPlaces<F> {
    #[inline]
    fn new() -> Self {
        Self(F::IDENTITY)
    }

    #[inline]
    fn take(&mut self, item: u8) -> u64 {
        let place = self.0.get(item);
        self.0.count_down_above(item);
        u64::from(place)
    }
}

/// As many items as there are fields: field `i` is the unused item at place `i`.
pub(super) struct FieldItems<F>(F);

impl<F: Fields> Items for FieldItems<F> {
    #[inline]
    fn new() -> Self {
        Self(F::IDENTITY)
    }

    #[inline]
    fn take(&mut self, place: u64) -> u8 {
        let place = low_byte(place);
        let item = self.0.get(place);
        self.0.remove(place);
        item
    }
}

/// Up to 64 items: bit `i` says that item `i` is not used.
pub(super) struct Mask(u64);

impl Places for Mask {
    #[inline]
    fn new() -> Self {
        Self(u64::MAX)
    }

    #[inline]
    fn take(&mut self, item: u8) -> u64 {
        let bit = 1u64 << item;
        self.0 &= !bit;
        u64::from((self.0 & (bit - 1)).count_ones())
    }
}

impl Items for Mask {
    #[inline]
    fn new() -> Self {
        Self(u64::MAX)
    }

    #[inline]
    fn take(&mut self, place: u64) -> u8 {
        let item = select(self.0, place);
        self.0 &= !(1 << item);
        low_byte(item)
    }
}

/// The place of the one of `word` that has `index` ones below it. `index` is below the number of
/// ones. (Vigna 2008, "Broadword implementation of rank/select queries".)
#[inline]
fn select(word: u64, index: u64) -> u64 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGHS: u64 = ONES << 7;
    let pairs = word - ((word >> 1) & (ONES * 0x55));
    let nibbles = (pairs & (ONES * 0x33)) + ((pairs >> 2) & (ONES * 0x33));
    let bytes = (nibbles + (nibbles >> 4)) & (ONES * 0x0F);
    // Byte i: the ones of bytes 0 to i.
    let sums = bytes.wrapping_mul(ONES);
    // The high bit of a byte says that the one lies above it: its sum is not above the index.
    let passed = (((index * ONES) | HIGHS) - sums) & HIGHS;
    let shift = ((passed >> 7).wrapping_mul(ONES) >> 56) * 8;
    let below = ((sums << 8) >> shift) & 0xFF;
    let byte = usize::from(low_byte(word >> shift));
    shift + u64::from(SELECT_IN_BYTE[byte][usize::from(low_byte(index - below)) & 7])
}

/// `[byte][index]`: the place of the one of `byte` that has `index` ones below it.
static SELECT_IN_BYTE: [[u8; 8]; 256] = select_in_byte();

const fn select_in_byte() -> [[u8; 8]; 256] {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut place = 0;
        let mut index = 0;
        while place < 8 {
            if byte >> place & 1 == 1 {
                table[byte][index] = place;
                index += 1;
            }
            place += 1;
        }
        byte += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{any, proptest};
    use proptest::prop_assert_eq;

    use super::select;

    proptest! {
        #[test]
        fn select_finds_every_one(a in any::<u64>(), b in any::<u64>()) {
            for word in [a, a & b, a | b, u64::MAX, 1 << 63] {
                let ones = (0..64).filter(|place| word >> place & 1 == 1);
                for (index, place) in (0..).zip(ones) {
                    prop_assert_eq!(select(word, index), place);
                }
            }
        }
    }
}
