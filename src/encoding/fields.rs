//! Small numbers in the fields of one word, where a shift and a subtraction change many at once.

/// A word cut into fields of equal width; field 0 is the lowest.
pub(super) trait Fields: Copy {
    /// How many fields there are.
    const COUNT: u8;
    /// Field `i` holds `i`.
    const IDENTITY: Self;
    /// Every field holds 0.
    const ZERO: Self;

    /// What field `index` holds.
    fn get(self, index: u8) -> u8;

    /// Flips `bits` in field `index`, into which they fit.
    fn flip(&mut self, index: u8, bits: u8);

    /// Takes 1 from each field above `index`. None of them may be 0.
    fn count_down_above(&mut self, index: u8);

    /// Removes field `index`: those above it move down by one.
    fn remove(&mut self, index: u8);
}

macro_rules! fields {
    ($(#[$doc:meta])* $name:ident: $count:literal fields of $width:literal bits in $word:ty) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) struct $name($word);

        impl $name {
            const MASK: u8 = u8::MAX >> (8 - $width);
            /// 1 in each field but the lowest.
            const ONES_ABOVE: $word = {
                let mut word = 0;
                let mut field = 1;
                while field < $count {
                    word |= 1 << (field * $width);
                    field += 1;
                }
                word
            };
        }

        impl Fields for $name {
            const COUNT: u8 = $count;
            const IDENTITY: Self = {
                let mut word: $word = 0;
                let mut field: $word = 0;
                while field < $count {
                    word |= field << (field * $width);
                    field += 1;
                }
                Self(word)
            };
            const ZERO: Self = Self(0);

            #[inline]
            fn get(self, index: u8) -> u8 {
                (self.0 >> (u32::from(index) * $width)).to_le_bytes()[0] & Self::MASK
            }

            #[inline]
            fn flip(&mut self, index: u8, bits: u8) {
                self.0 ^= <$word>::from(bits) << (u32::from(index) * $width);
            }

            #[inline]
            fn count_down_above(&mut self, index: u8) {
                // The fields that the shift pushes out do not exist.
                let ones = Self::ONES_ABOVE << (u32::from(index) * $width);
                self.0 = self.0.wrapping_sub(ones);
            }

            #[inline]
            fn remove(&mut self, index: u8) {
                let from = <$word>::MAX << (u32::from(index) * $width);
                self.0 = (self.0 & !from) | ((self.0 >> $width) & from);
            }
        }
    };
}

fields! {
    /// Sixteen numbers below 16.
    Nibbles: 16 fields of 4 bits in u64
}

fields! {
    /// Twenty-five numbers below 32.
    Fives: 25 fields of 5 bits in u128
}

fields! {
    /// Eight bytes.
    Bytes8: 8 fields of 8 bits in u64
}

fields! {
    /// Sixteen bytes.
    Bytes16: 16 fields of 8 bits in u128
}

#[cfg(test)]
mod tests {
    use super::{Bytes8, Bytes16, Fields, Fives, Nibbles};

    fn read<F: Fields>(fields: F) -> Vec<u8> {
        (0..F::COUNT).map(|index| fields.get(index)).collect()
    }

    fn agrees_with_a_vector<F: Fields>() {
        let identity: Vec<u8> = (0..F::COUNT).collect();
        assert_eq!(read(F::IDENTITY), identity);
        assert_eq!(read(F::ZERO), vec![0; identity.len()]);
        for index in 0..F::COUNT {
            let mut fields = F::IDENTITY;
            fields.count_down_above(index);
            let counted = |&i: &u8| if i > index { i - 1 } else { i };
            assert_eq!(
                read(fields),
                identity.iter().map(counted).collect::<Vec<u8>>()
            );

            let mut fields = F::IDENTITY;
            fields.flip(index, 5);
            let flipped = |&i: &u8| if i == index { i ^ 5 } else { i };
            assert_eq!(
                read(fields),
                identity.iter().map(flipped).collect::<Vec<u8>>()
            );

            let mut fields = F::IDENTITY;
            fields.remove(index);
            let mut kept = identity.clone();
            kept.remove(usize::from(index));
            assert_eq!(read(fields)[..kept.len()], kept);
        }
    }

    #[test]
    fn every_width_agrees_with_a_vector() {
        agrees_with_a_vector::<Nibbles>();
        agrees_with_a_vector::<Fives>();
        agrees_with_a_vector::<Bytes8>();
        agrees_with_a_vector::<Bytes16>();
    }
}
