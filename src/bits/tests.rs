//! Packed arrays against a plain vector of bytes.

use proptest::collection::vec;
use proptest::prelude::{Just, Strategy, any, proptest};
use proptest::{prop_assert, prop_assert_eq};

use super::PackedArray;
use crate::memory::Memory;

/// A length, a value to fill with, and writes; values are cut to the width by the test.
fn writes() -> impl Strategy<Value = (u64, u8, Vec<(u64, u8)>)> {
    (1u64..400).prop_flat_map(|len| (Just(len), any::<u8>(), vec((0..len, any::<u8>()), 0..200)))
}

fn agrees_with_bytes<const BITS: u32>(len: u64, fill: u8, writes: &[(u64, u8)]) {
    let memory = Memory::unlimited();
    let fill = fill & PackedArray::<BITS>::MAX;
    let mut packed = PackedArray::<BITS>::filled(&memory, len, fill).unwrap();
    let mut bytes = vec![fill; usize::try_from(len).unwrap()];
    assert_eq!(
        packed.bytes(),
        (len * u64::from(BITS)).div_ceil(64) * 8,
        "bytes of {len} entries"
    );
    assert_eq!(memory.used(), packed.bytes());
    for &(index, value) in writes {
        let value = value & PackedArray::<BITS>::MAX;
        let byte = &mut bytes[usize::try_from(index).unwrap()];
        assert_eq!(packed.replace(index, value), *byte);
        *byte = value;
    }
    let read: Vec<u8> = (0..len).map(|index| packed.get(index)).collect();
    assert_eq!(read, bytes);
    for value in 0..=PackedArray::<BITS>::MAX {
        let places: Vec<u64> = (0..len)
            .zip(&bytes)
            .filter(|e| *e.1 == value)
            .map(|e| e.0)
            .collect();
        assert_eq!(packed.count(value), places.len() as u64, "count of {value}");
        assert_eq!(packed.positions(value).collect::<Vec<_>>(), places);
    }
    packed.fill(fill);
    assert_eq!(packed.count(fill), len);
}

proptest! {
    #[test]
    fn every_width_agrees_with_an_array_of_bytes((len, fill, writes) in writes()) {
        agrees_with_bytes::<1>(len, fill, &writes);
        agrees_with_bytes::<2>(len, fill, &writes);
        agrees_with_bytes::<4>(len, fill, &writes);
        agrees_with_bytes::<8>(len, fill, &writes);
    }

    #[test]
    fn matches_compare_entry_by_entry(word in any::<u64>(), other in any::<u64>()) {
        for place in 0..32 {
            let equal = (word >> (2 * place)) & 3 == (other >> (2 * place)) & 3;
            let matches = PackedArray::<2>::matches(word, other);
            prop_assert_eq!((matches >> (2 * place)) & 3, u64::from(equal));
        }
        prop_assert!(PackedArray::<8>::matches(word, word) == 0x0101_0101_0101_0101);
    }
}

#[test]
fn words_lay_entries_out_from_the_lowest_bit_on() {
    let memory = Memory::unlimited();
    let mut nibbles = PackedArray::<4>::filled(&memory, 20, 0).unwrap();
    nibbles.set(1, 0xA);
    nibbles.set(17, 0xB);
    assert_eq!(nibbles.words(), [0xA0, 0xB0]);
    nibbles.words_mut()[1] = u64::MAX;
    assert_eq!((nibbles.get(19), nibbles.count(15)), (15, 4));
    assert_eq!(PackedArray::<4>::repeated(7), 0x7777_7777_7777_7777);
}

#[test]
fn empty_and_impossible_arrays() {
    let empty = PackedArray::<1>::filled(&Memory::limited(0), 0, 1).unwrap();
    assert!(empty.is_empty() && empty.count(1) == 0 && empty.positions(1).next().is_none());
    assert!(PackedArray::<1>::filled(&Memory::limited(15), 65, 0).is_err());
    assert!(PackedArray::<1>::filled(&Memory::limited(16), 65, 0).is_ok());
    assert!(PackedArray::<8>::filled(&Memory::unlimited(), u64::MAX, 0).is_err());
}

#[test]
#[should_panic(expected = "entry 65 of a packed array of 65")]
fn an_index_in_the_unused_part_of_the_last_word_is_refused() {
    let array = PackedArray::<1>::filled(&Memory::unlimited(), 65, 0).unwrap();
    let _ = array.get(65);
}

#[test]
#[should_panic(expected = "4 does not fit in 2 bits")]
fn a_value_that_is_too_wide_is_refused() {
    let mut array = PackedArray::<2>::filled(&Memory::unlimited(), 65, 0).unwrap();
    array.set(0, 4);
}
