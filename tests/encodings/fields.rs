//! Encodings out of declared fields: sizes by formulas and by counting, the laws, and what is refused.

use statewalk::encoding::Encoding;
use statewalk::encoding::builder::{Builder, BuilderError, Field};
use statewalk::encoding::error::EncodingError;
use statewalk::encoding::laws::{check_exhaustively, check_ranks, check_states};
use statewalk::encoding::orientation::Orientation;

use super::naive::{all_differ, inversions, sequences};

/// A field, and which sequences of bytes below a bound are its values, straight from the words.
type Case = (Field, u8, fn(&[u8]) -> bool);

fn cases() -> Vec<Case> {
    vec![
        (Field::Permutation { items: 4 }, 4, all_differ),
        (Field::MyrvoldRuskey { items: 4 }, 4, all_differ),
        (Field::EvenPermutation { items: 4 }, 4, |s| {
            all_differ(s) && inversions(s).is_multiple_of(2)
        }),
        (
            Field::Arrangement {
                items: 5,
                chosen: 2,
            },
            5,
            all_differ,
        ),
        (
            Field::Combination {
                items: 6,
                chosen: 3,
            },
            6,
            |s| s.is_sorted_by(|a, b| a < b),
        ),
        (
            Field::Multiset {
                counts: vec![2, 1, 2],
            },
            3,
            |s| {
                let mut sorted = s.to_vec();
                sorted.sort_unstable();
                sorted == [0, 0, 1, 2, 2]
            },
        ),
        (
            Field::Orientation {
                pieces: 4,
                values: 3,
            },
            3,
            |s| s.iter().sum::<u8>().is_multiple_of(3),
        ),
        (Field::Cell { cells: 12 }, 12, |_| true),
        (Field::Direction { directions: 4 }, 4, |_| true),
        (Field::Integer { bound: 7 }, 7, |_| true),
    ]
}

/// Every field alone, and every pair, lists exactly the sequences that its words describe.
#[test]
fn fields_and_pairs_of_fields_are_what_they_say() {
    let cases = cases();
    let values: Vec<Vec<Vec<u8>>> = cases
        .iter()
        .map(|(field, bound, is_value)| {
            let all = sequences(*bound, field.bytes());
            all.filter(|s| is_value(s)).collect()
        })
        .collect();
    for ((field, ..), expected) in cases.iter().zip(&values) {
        assert_eq!(field.size(), Ok(expected.len() as u128), "{field:?}");
    }
    for ((a, ..), first) in cases.iter().zip(&values) {
        for ((b, ..), second) in cases.iter().zip(&values) {
            let builder = Builder::new().field("a", a.clone()).field("b", b.clone());
            let name = format!("{a:?} and {b:?}");
            let encoding = builder.build::<Vec<u8>>().unwrap();
            assert_eq!(builder.size(), Ok(encoding.size().into()), "{name}");
            assert_eq!(
                encoding.size(),
                (first.len() * second.len()) as u64,
                "{name}"
            );
            let mut scratch = vec![0; builder.bytes()];
            assert_eq!(
                check_exhaustively(&encoding, &mut scratch),
                Ok(()),
                "{name}"
            );
            let pairs = first
                .iter()
                .flat_map(|a| second.iter().map(move |b| [&a[..], b].concat()));
            assert_eq!(
                check_states(&encoding, &mut scratch, pairs),
                Ok(()),
                "{name}"
            );
            // The first field is the most significant.
            let states: Vec<_> = second.iter().map(|b| [&first[0][..], b].concat()).collect();
            let block = encoding.rank(&states[0]) / second.len() as u64;
            let same = |s| encoding.rank(s) / second.len() as u64 == block;
            assert!(states.iter().all(same), "{name}");
        }
    }
}

#[test]
fn no_fields_are_one_state() {
    let nothing = Builder::new();
    assert_eq!((nothing.size(), nothing.bytes()), (Ok(1), 0));
    let encoding = nothing.build::<[u8; 0]>().unwrap();
    assert_eq!((encoding.size(), encoding.rank(&[])), (1, 0));
    encoding.unrank_into(0, &mut []);
    let none = nothing.field("x", Field::Integer { bound: 0 });
    assert_eq!(none.size(), Ok(0));
    assert_eq!(none.build::<[u8; 1]>().unwrap().size(), 0);
}

#[test]
fn known_spaces_have_their_published_sizes() {
    let tiles = |cells: usize| {
        Builder::new()
            .field(
                "blank",
                Field::Cell {
                    cells: cells as u64,
                },
            )
            .field("tiles", Field::EvenPermutation { items: cells - 1 })
    };
    let corners = Builder::new()
        .field("places", Field::Permutation { items: 8 })
        .field(
            "turns",
            Field::Orientation {
                pieces: 8,
                values: 3,
            },
        );
    // All of the cube but the parity that binds corners to edges: 12! 2^11 8! 3^7.
    let cube = corners
        .clone()
        .field("edges", Field::Permutation { items: 12 })
        .field(
            "flips",
            Field::Orientation {
                pieces: 12,
                values: 2,
            },
        );
    let sizes = [
        (tiles(9), 181_440),
        (tiles(12), 239_500_800),
        (tiles(16), 10_461_394_944_000),
        (corners, 88_179_840),
        (cube, 2 * 43_252_003_274_489_856_000),
    ];
    for (builder, expected) in sizes {
        assert_eq!(builder.size(), Ok(expected), "{builder:?}");
        let built = builder.build::<Vec<u8>>();
        if let Ok(size) = u64::try_from(expected) {
            let encoding = built.unwrap();
            assert_eq!(encoding.size(), size);
            let ranks = (0..500u64).map(|i| i.wrapping_mul(0x9E37_79B9_7F4A_7C15));
            let mut scratch = vec![0; builder.bytes()];
            assert_eq!(check_ranks(&encoding, &mut scratch, ranks), Ok(()));
        } else {
            let size = Some(expected);
            let refused = BuilderError::Together(EncodingError::TooLarge { size });
            assert_eq!(built.unwrap_err(), refused);
        }
    }
}

#[test]
fn wide_numbers_stand_with_the_most_significant_byte_first() {
    for (bound, bytes) in [
        (1u64, 1),
        (256, 1),
        (257, 2),
        (65_536, 2),
        (65_537, 3),
        (u64::MAX, 8),
    ] {
        let builder = Builder::new().field("n", Field::Integer { bound });
        assert_eq!(builder.bytes(), bytes, "{bound}");
        let encoding = builder.build::<Vec<u8>>().unwrap();
        let mut state = vec![0; bytes];
        encoding.unrank_into(bound - 1, &mut state);
        assert_eq!(state, (bound - 1).to_be_bytes()[8 - bytes..]);
        let ranks = [0, 1, 255, 256, bound / 2, bound - 1];
        assert_eq!(check_ranks(&encoding, &mut state, ranks), Ok(()), "{bound}");
    }
}

#[test]
fn what_cannot_be_names_its_field() {
    let wrong = [
        (
            Field::Permutation { items: 65 },
            "65 items are more than 64",
        ),
        (
            Field::Arrangement {
                items: 3,
                chosen: 4,
            },
            "4 of 3 items cannot be chosen",
        ),
        (
            Field::Combination {
                items: 257,
                chosen: 1,
            },
            "257 items are more than 256",
        ),
        (
            Field::Combination {
                items: usize::MAX,
                chosen: usize::MAX,
            },
            "items are more than 256",
        ),
        (
            Field::Multiset {
                counts: vec![1; 16],
            },
            "16 kinds are more than 15",
        ),
        (
            Field::Multiset {
                counts: vec![usize::MAX; 2],
            },
            "items are more than 255",
        ),
        (
            Field::Orientation {
                pieces: 3,
                values: 0,
            },
            "the radix of digit 0 is 0",
        ),
        (
            Field::Orientation {
                pieces: 3,
                values: 257,
            },
            "which is more than 256",
        ),
        (
            Field::Orientation {
                pieces: 256,
                values: 1,
            },
            "256 pieces are more than 255",
        ),
    ];
    for (field, words) in wrong {
        let builder = Builder::new()
            .field("good", Field::Cell { cells: 3 })
            .field("bad", field);
        let refused = builder.size().unwrap_err();
        assert_eq!(builder.build::<Vec<u8>>().unwrap_err(), refused);
        let told = refused.to_string();
        assert!(
            told.starts_with("field `bad`: ") && told.contains(words),
            "{told}"
        );
    }
    // 25! is told exactly, 2^200 is not known.
    let large = Builder::new().field("order", Field::Permutation { items: 25 });
    assert_eq!(large.size(), Ok(15_511_210_043_330_985_984_000_000));
    assert_eq!(
        large.build::<Vec<u8>>().unwrap_err().to_string(),
        "together, 15511210043330985984000000 states are more than 2^64 - 1"
    );
    let huge = Builder::new().field(
        "flips",
        Field::Orientation {
            pieces: 201,
            values: 2,
        },
    );
    assert_eq!(
        huge.size().unwrap_err().to_string(),
        "together, 2^128 or more states are more than 2^64 - 1"
    );
}

#[test]
fn fields_are_found_by_name() {
    let builder = Builder::new()
        .field("blank", Field::Cell { cells: 300 })
        .field("tiles", Field::Permutation { items: 5 });
    assert_eq!(builder.range("blank"), Some(0..2));
    assert_eq!(builder.range("tiles"), Some(2..7));
    assert_eq!(builder.range("pieces"), None);
    let names: Vec<_> = builder.fields().map(|(name, _)| name).collect();
    assert_eq!(names, ["blank", "tiles"]);
}

#[test]
fn orientations_are_the_sequences_with_the_sum_in_order() {
    for (pieces, values) in [(0u8, 3u8), (1, 5), (2, 2), (4, 3), (5, 4), (3, 1)] {
        let encoding = Orientation::new(usize::from(pieces), usize::from(values)).unwrap();
        let sum = |s: &Vec<u8>| s.iter().sum::<u8>().is_multiple_of(values);
        let expected: Vec<_> = sequences(values, usize::from(pieces)).filter(sum).collect();
        assert_eq!(encoding.size(), expected.len() as u64);
        let mut state = vec![0; usize::from(pieces)];
        for (rank, expected) in (0..).zip(&expected) {
            assert_eq!(encoding.rank(expected), rank, "{expected:?}");
            encoding.unrank_into(rank, &mut state);
            assert_eq!(state, *expected);
        }
        assert_eq!(check_exhaustively(&encoding, &mut state), Ok(()));
    }
    assert_eq!(
        Orientation::<Vec<u8>>::new(41, 3).unwrap().size(),
        3u64.pow(40)
    );
    let size = Some(3u128.pow(41));
    let large = Orientation::<Vec<u8>>::new(42, 3).unwrap_err();
    assert_eq!(large, EncodingError::TooLarge { size });
}
