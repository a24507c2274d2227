//! Published sizes, the exact edges of what fits in 64 bits, and wrong parameters.

use statewalk::encoding::Encoding;
use statewalk::encoding::arrangement::Arrangement;
use statewalk::encoding::combination::Combination;
use statewalk::encoding::error::EncodingError;
use statewalk::encoding::even_permutation::EvenPermutation;
use statewalk::encoding::mixed_radix::MixedRadix;
use statewalk::encoding::multiset::Multiset;
use statewalk::encoding::myrvold_ruskey::MyrvoldRuskey;
use statewalk::encoding::number::Number;
use statewalk::encoding::permutation::Permutation;
use statewalk::encoding::product::Product;

type Bytes = Vec<u8>;
type Size = Result<u64, EncodingError>;

fn permutation(n: usize) -> Size {
    Permutation::<Bytes>::new(n).map(|e| e.size())
}

fn myrvold_ruskey(n: usize) -> Size {
    MyrvoldRuskey::<Bytes>::new(n).map(|e| e.size())
}

fn even(n: usize) -> Size {
    EvenPermutation::<Bytes>::new(n).map(|e| e.size())
}

fn arrangement(n: usize, k: usize) -> Size {
    Arrangement::<Bytes>::new(n, k).map(|e| e.size())
}

fn combination(n: usize, k: usize) -> Size {
    Combination::<Bytes>::new(n, k).map(|e| e.size())
}

fn multiset(counts: &[usize]) -> Size {
    Multiset::<Bytes>::new(counts).map(|e| e.size())
}

fn radix(radices: &[usize]) -> Size {
    MixedRadix::<Bytes>::new(radices.iter().copied()).map(|e| e.size())
}

fn product(a: u64, b: u64) -> Size {
    let number = |size| Number::<u64>::new(size).unwrap();
    Product::new(number(a), number(b)).map(|e| e.size())
}

fn too_large(size: impl Into<Option<u128>>) -> Size {
    Err(EncodingError::TooLarge { size: size.into() })
}

#[test]
fn sizes_are_the_published_ones() {
    assert_eq!(permutation(10), Ok(3_628_800));
    assert_eq!(permutation(16), Ok(20_922_789_888_000));
    assert_eq!(even(10), Ok(1_814_400));
    // The 3 x 4 sliding puzzle, without its blank's parity (12!/2).
    assert_eq!(even(12), Ok(239_500_800));
    // A pattern database of six tiles and the blank of the 24-puzzle.
    assert_eq!(arrangement(25, 6), Ok(127_512_000));
    assert_eq!(combination(52, 5), Ok(2_598_960));
    assert_eq!(combination(49, 6), Ok(13_983_816));
    // The words of MISSISSIPPI.
    assert_eq!(multiset(&[4, 1, 2, 4]), Ok(34_650));
    // The corners of Rubik's cube: 8! * 3^7.
    assert_eq!(
        product(permutation(8).unwrap(), radix(&[3; 7]).unwrap()),
        Ok(88_179_840)
    );
}

#[test]
fn sizes_fit_up_to_the_last_number_of_64_bits() {
    for (fits, above, size) in [
        (permutation(20), permutation(21), 2_432_902_008_176_640_000),
        (
            myrvold_ruskey(20),
            myrvold_ruskey(21),
            2_432_902_008_176_640_000,
        ),
    ] {
        assert_eq!(fits, Ok(size));
        assert_eq!(above, too_large(51_090_942_171_709_440_000));
    }
    assert_eq!(even(20), Ok(1_216_451_004_088_320_000));
    assert_eq!(even(21), too_large(25_545_471_085_854_720_000));
    assert_eq!(
        permutation(34),
        too_large(295_232_799_039_604_140_847_618_609_643_520_000_000)
    );
    assert_eq!(permutation(35), too_large(None));

    assert_eq!(combination(67, 33), Ok(14_226_520_737_620_288_370));
    assert_eq!(combination(68, 34), too_large(28_453_041_475_240_576_740));
    assert_eq!(combination(256, 128), too_large(None));
    assert_eq!(combination(256, 256), Ok(1));
    assert_eq!(multiset(&[34, 33]), Ok(14_226_520_737_620_288_370));
    assert_eq!(multiset(&[34, 34]), too_large(28_453_041_475_240_576_740));
    assert_eq!(multiset(&[10; 6]), too_large(None));
    assert_eq!(multiset(&[254, 1]), Ok(255));

    assert_eq!(radix(&[2; 63]), Ok(1 << 63));
    assert_eq!(radix(&[2; 64]), too_large(1 << 64));
    assert_eq!(radix(&[255; 8]), Ok(17_878_103_347_812_890_625));
    assert_eq!(radix(&[256; 8]), too_large(1 << 64));
    assert_eq!(radix(&[256; 16]), too_large(None));
    assert_eq!(product(u64::MAX, 1), Ok(u64::MAX));
    assert_eq!(product(4_294_967_295, 4_294_967_297), Ok(u64::MAX));
    assert_eq!(product(1 << 32, 1 << 32), too_large(1 << 64));
    assert_eq!(product(u64::MAX, 2), too_large(2 * u128::from(u64::MAX)));
}

#[test]
fn an_arrangement_is_made_exactly_where_its_size_fits() {
    for n in 0..=64u128 {
        let mut size = Some(1u128);
        for k in 0..=n {
            if k > 0 {
                size = size.and_then(|size| size.checked_mul(n - k + 1));
            }
            let expected = size
                .and_then(|size| u64::try_from(size).ok())
                .ok_or(EncodingError::TooLarge { size });
            let made = arrangement(usize::try_from(n).unwrap(), usize::try_from(k).unwrap());
            assert_eq!(made, expected, "{k} of {n}");
        }
    }
}

#[test]
fn wrong_parameters_are_named() {
    let too_many = |what, found, most| Err(EncodingError::TooMany { what, found, most });
    let chosen = |chosen, items| Err(EncodingError::ChosenTooMany { chosen, items });
    assert_eq!(arrangement(3, 4), chosen(4, 3));
    assert_eq!(combination(3, 4), chosen(4, 3));
    assert_eq!(arrangement(65, 1), too_many("items", 65, 64));
    assert_eq!(permutation(usize::MAX), too_many("items", usize::MAX, 64));
    assert_eq!(even(usize::MAX), too_many("items", usize::MAX, 64));
    assert_eq!(
        myrvold_ruskey(usize::MAX),
        too_many("items", usize::MAX, 64)
    );
    assert_eq!(combination(257, 1), too_many("items", 257, 256));
    assert_eq!(multiset(&[255, 1]), too_many("items", 256, 255));
    assert_eq!(
        multiset(&[usize::MAX, 2]),
        too_many("items", usize::MAX, 255)
    );
    assert_eq!(multiset(&[1; 16]), too_many("kinds", 16, 15));
    assert_eq!(radix(&[3, 0]), Err(EncodingError::ZeroRadix { digit: 1 }));
    let large = EncodingError::RadixTooLarge {
        digit: 1,
        radix: 257,
    };
    assert_eq!(radix(&[3, 257]), Err(large));
    assert!(Number::<u8>::new(256).is_ok());
    let narrow = Number::<u8>::new(257).map(|e| e.size());
    assert_eq!(narrow, Err(EncodingError::TypeTooNarrow { size: 257 }));
}

#[test]
fn errors_say_what_was_wrong() {
    let says = |made: Size| made.unwrap_err().to_string();
    assert_eq!(
        says(permutation(21)),
        "51090942171709440000 states are more than 2^64 - 1"
    );
    assert_eq!(
        says(permutation(35)),
        "2^128 or more states are more than 2^64 - 1"
    );
    assert_eq!(says(arrangement(3, 4)), "4 of 3 items cannot be chosen");
    assert_eq!(says(arrangement(65, 1)), "65 items are more than 64");
    assert_eq!(says(radix(&[0])), "the radix of digit 0 is 0");
}
