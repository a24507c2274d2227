//! Sixteen bytes compared at once.

/// Which of the bytes are `byte`, one bit each, the first byte's lowest.
#[cfg(all(target_arch = "x86_64", target_feature = "sse2", not(miri)))]
#[inline]
#[expect(unsafe_code, reason = "an instruction that not every machine has")]
pub(crate) fn equal_bytes(bytes: &[u8; 16], byte: u8) -> u32 {
    use std::arch::x86_64::{_mm_cmpeq_epi8, _mm_loadu_si128, _mm_movemask_epi8, _mm_set1_epi8};

    // SAFETY: the condition on this function says that the machine has SSE2; sixteen bytes are read, which are
    // borrowed, from any address.
    let mask = unsafe {
        let bytes = _mm_loadu_si128(bytes.as_ptr().cast());
        _mm_movemask_epi8(_mm_cmpeq_epi8(bytes, _mm_set1_epi8(byte.cast_signed())))
    };
    mask.cast_unsigned()
}

/// The safe twin: eight bytes at a time, in a word.
#[cfg(not(all(target_arch = "x86_64", target_feature = "sse2", not(miri))))]
#[inline]
pub(crate) fn equal_bytes(bytes: &[u8; 16], byte: u8) -> u32 {
    by_words(bytes, byte)
}

/// [`equal_bytes`] by arithmetic on words.
#[cfg(any(
    test,
    not(all(target_arch = "x86_64", target_feature = "sse2", not(miri)))
))]
fn by_words(bytes: &[u8; 16], byte: u8) -> u32 {
    const ONES: u64 = u64::MAX / 0xFF;
    let pattern = u64::from(byte) * ONES;
    let mask = |word: u64| {
        let differ = word ^ pattern;
        // The highest bit of each byte says that one of its bits is set.
        let any = ((differ & (ONES * 0x7F)) + ONES * 0x7F) | differ;
        let equal = (!any >> 7) & ONES;
        // Bit 8 i comes to bit 56 + i.
        (equal.wrapping_mul(0x0102_0408_1020_4080) >> 56) as u32
    };
    let word = |from: usize| {
        let mut eight = [0; 8];
        eight.copy_from_slice(&bytes[from..from + 8]);
        u64::from_le_bytes(eight)
    };
    mask(word(0)) | mask(word(8)) << 8
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{any, proptest};
    use proptest::prop_assert_eq;

    use super::{by_words, equal_bytes};

    proptest! {
        #[test]
        fn equal_bytes_are_found(bytes in any::<[u8; 16]>(), byte: u8, place in 0usize..16) {
            for bytes in [bytes, bytes.map(|other| other & 1), bytes.map(|other| other | 0x7F)] {
                let mut with = bytes;
                with[place] = byte;
                for bytes in [bytes, with] {
                    for byte in [byte, 0, 1, 0x80, 0xFF] {
                        let places = (0..16).filter(|&place| bytes[place] == byte);
                        let expected = places.fold(0, |mask, place| mask | 1 << place);
                        prop_assert_eq!(equal_bytes(&bytes, byte), expected);
                        prop_assert_eq!(by_words(&bytes, byte), expected);
                    }
                }
            }
        }
    }
}
