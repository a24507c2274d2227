//! Whole small encodings beside lists made by brute force, in the order that is promised.

use std::fmt::Debug;
use std::iter::repeat_n;

use statewalk::encoding::Encoding;
use statewalk::encoding::arrangement::Arrangement;
use statewalk::encoding::combination::Combination;
use statewalk::encoding::even_permutation::EvenPermutation;
use statewalk::encoding::laws::{LawBroken, check_exhaustively, check_ranks, check_states};
use statewalk::encoding::mapped::Mapped;
use statewalk::encoding::mixed_radix::MixedRadix;
use statewalk::encoding::multiset::Multiset;
use statewalk::encoding::myrvold_ruskey::MyrvoldRuskey;
use statewalk::encoding::number::Number;
use statewalk::encoding::permutation::Permutation;
use statewalk::encoding::product::Product;

use super::naive::{all_differ, inverse, inversions, rank1, sequences, unrank1};

/// The encoding has exactly these states, in this order.
fn lists<E: Encoding>(name: &str, encoding: &E, states: impl IntoIterator<Item = E::State>)
where
    E::State: Clone + Debug + PartialEq,
{
    let states: Vec<E::State> = states.into_iter().collect();
    assert_eq!(encoding.size(), states.len() as u64, "size of {name}");
    let Some(first) = states.first() else { return };
    let mut scratch = first.clone();
    for (rank, state) in (0..).zip(&states) {
        assert_eq!(encoding.rank(state), rank, "{name}: rank of {state:?}");
        encoding.unrank_into(rank, &mut scratch);
        assert_eq!(&scratch, state, "{name}: state of {rank}");
    }
    assert_eq!(check_exhaustively(encoding, &mut scratch), Ok(()), "{name}");
    assert_eq!(
        check_states(encoding, &mut scratch, states),
        Ok(()),
        "{name}"
    );
}

#[test]
fn permutations_are_all_and_the_even_ones_in_lexicographic_order() {
    for n in 0..=7u8 {
        let length = usize::from(n);
        let all = || sequences(n, length).filter(|s| all_differ(s));
        lists(
            &format!("{n} items"),
            &Permutation::new(length).unwrap(),
            all(),
        );
        let even = all().filter(|s| inversions(s).is_multiple_of(2));
        lists(
            &format!("{n} even"),
            &EvenPermutation::new(length).unwrap(),
            even,
        );
    }
    // The same as arrays, with eight items.
    let all = || {
        sequences(8, 8)
            .filter(|s| all_differ(s))
            .map(|s| s.try_into().unwrap())
    };
    lists("8 items", &Permutation::<[u8; 8]>::new(8).unwrap(), all());
    let even = all().filter(|s: &[u8; 8]| inversions(s).is_multiple_of(2));
    lists("8 even", &EvenPermutation::<[u8; 8]>::new(8).unwrap(), even);
}

#[test]
fn arrangements_are_the_sequences_of_different_items() {
    for n in 0..=7u8 {
        for k in 0..=n.min(5) {
            let (items, length) = (usize::from(n), usize::from(k));
            let expected = sequences(n, length).filter(|s| all_differ(s));
            let encoding = Arrangement::new(items, length).unwrap();
            lists(&format!("{k} of {n}"), &encoding, expected);
        }
    }
    // More than 16 items take another way.
    for (n, k) in [(17u8, 3usize), (33, 2), (64, 2)] {
        let expected = sequences(n, k).filter(|s| all_differ(s));
        let encoding = Arrangement::new(usize::from(n), k).unwrap();
        lists(&format!("{k} of {n}"), &encoding, expected);
    }
}

#[test]
fn combinations_are_the_ascending_sequences_by_their_largest_item() {
    for (n, most) in [
        (0u8, 0),
        (1, 1),
        (2, 2),
        (5, 5),
        (7, 7),
        (12, 5),
        (40, 3),
        (255, 2),
    ] {
        for k in 0..=most {
            let ascending = |s: &Vec<u8>| s.is_sorted_by(|a, b| a < b);
            let mut expected: Vec<Vec<u8>> = sequences(n, k).filter(ascending).collect();
            expected.sort_by_key(|s| s.iter().rev().copied().collect::<Vec<u8>>());
            let encoding = Combination::new(usize::from(n), k).unwrap();
            lists(&format!("{k} of {n} as a set"), &encoding, expected);
        }
    }
    let single = (0..=u8::MAX).map(|item| [item]);
    lists("1 of 256", &Combination::new(256, 1).unwrap(), single);
}

#[test]
fn multiset_permutations_are_the_sequences_with_these_counts() {
    let cases: [&[usize]; 10] = [
        &[],
        &[0],
        &[4],
        &[3, 4],
        &[0, 2, 0, 1],
        &[1, 1, 1, 1, 1, 1],
        &[2, 1, 3, 2],
        &[1, 5, 2, 0],
        &[6, 1, 1],
        &[2, 2, 2, 2],
    ];
    for counts in cases {
        let kinds = u8::try_from(counts.len()).unwrap();
        let items: Vec<u8> = (0..kinds)
            .zip(counts)
            .flat_map(|(kind, &count)| repeat_n(kind, count))
            .collect();
        let counted = |s: &Vec<u8>| {
            let mut sorted = s.clone();
            sorted.sort_unstable();
            sorted == items
        };
        let expected = sequences(kinds, items.len()).filter(counted);
        lists(
            &format!("counts {counts:?}"),
            &Multiset::new(counts).unwrap(),
            expected,
        );
    }
}

#[test]
fn digits_count_from_the_last_place_on() {
    for radices in [
        &[][..],
        &[1],
        &[5],
        &[3, 1, 4],
        &[2, 3, 4, 5],
        &[6, 6, 6, 6],
    ] {
        let base = radices
            .iter()
            .max()
            .map_or(1, |&radix| u8::try_from(radix).unwrap());
        let fits = |s: &Vec<u8>| {
            s.iter()
                .zip(radices)
                .all(|(&d, &radix)| usize::from(d) < radix)
        };
        let expected = sequences(base, radices.len()).filter(fits);
        let encoding = MixedRadix::new(radices.iter().copied()).unwrap();
        lists(&format!("radices {radices:?}"), &encoding, expected);
    }
    let bytes = (0..=u8::MAX).map(|digit| [digit, 0]);
    lists("radices 256, 1", &MixedRadix::new([256, 1]).unwrap(), bytes);
}

#[test]
fn myrvold_and_ruskey_order_is_that_of_the_paper() {
    for n in 1..=8usize {
        let encoding = MyrvoldRuskey::<Vec<u8>>::new(n).unwrap();
        let identity: Vec<u8> = (0..).take(n).collect();
        let expected = (0..encoding.size()).map(|rank| {
            let mut state = identity.clone();
            unrank1(n, rank, &mut state);
            let back = rank1(n, &mut state.clone(), &mut inverse(&state));
            assert_eq!(back, rank, "the paper's own inverse");
            state
        });
        lists(&format!("{n} items"), &encoding, expected);
    }
    lists("0 items", &MyrvoldRuskey::new(0).unwrap(), [[]]);
}

#[test]
fn products_are_pairs_in_order_of_the_first_part() {
    let pairs = Product::new(
        Number::<u8>::new(3).unwrap(),
        Number::<usize>::new(4).unwrap(),
    );
    let expected = (0..3).flat_map(|a| (0..4).map(move |b| (a, b)));
    lists("3 x 4", &pairs.unwrap(), expected);
    let empty = Product::new(Number::<u8>::new(3).unwrap(), Number::<u8>::new(0).unwrap());
    lists("3 x 0", &empty.unwrap(), []);
}

/// A corner cube: which corner is where, and how it is turned; the last turn follows from the rest.
#[derive(Clone, Debug, PartialEq)]
struct Corners {
    places: [u8; 5],
    turns: [u8; 5],
}

#[test]
fn a_struct_of_fields_becomes_one_perfect_hash() {
    let parts = Product::new(
        Permutation::new(5).unwrap(),
        MixedRadix::<[u8; 4]>::new([3; 4]).unwrap(),
    );
    let corners = Mapped::new(
        parts.unwrap(),
        |c: &Corners| (c.places, [c.turns[0], c.turns[1], c.turns[2], c.turns[3]]),
        |c: &mut Corners, (places, [a, b, d, e])| {
            let last = (12 - a - b - d - e) % 3;
            *c = Corners {
                places,
                turns: [a, b, d, e, last],
            };
        },
    );
    let turned = |s: &Vec<u8>| {
        s.iter()
            .map(|&t| u32::from(t))
            .sum::<u32>()
            .is_multiple_of(3)
    };
    let expected = sequences(5, 5)
        .filter(|s| all_differ(s))
        .flat_map(|places| {
            sequences(3, 5).filter(turned).map(move |turns| Corners {
                places: places.clone().try_into().unwrap(),
                turns: turns.try_into().unwrap(),
            })
        });
    lists("corners", &corners, expected);
}

/// An encoding of 0 to 9 as sequences of one or two numbers, which breaks a law.
enum Broken {
    SharedState,
    SharedRank,
    LeftOver,
    TooLarge,
}

impl Encoding for Broken {
    type State = [u8; 2];

    fn size(&self) -> u64 {
        10
    }

    fn rank(&self, state: &[u8; 2]) -> u64 {
        let rank = u64::from(state[0]);
        match self {
            Self::SharedRank => rank.min(6),
            Self::TooLarge => rank + 3,
            Self::SharedState | Self::LeftOver => rank,
        }
    }

    fn unrank_into(&self, rank: u64, state: &mut [u8; 2]) {
        let item = u8::try_from(rank).unwrap();
        match self {
            Self::SharedState => *state = [item & 6, 0],
            Self::LeftOver => state[0] = item,
            Self::SharedRank | Self::TooLarge => *state = [item, 0],
        }
    }
}

#[test]
fn the_checks_name_the_first_counter_example() {
    let mut scratch = [0, 1];
    let shared = check_exhaustively(&Broken::SharedState, &mut scratch).unwrap_err();
    assert_eq!(
        shared,
        LawBroken::RankOfUnranked {
            rank: 1,
            state: [0, 0],
            found: 0
        }
    );
    assert_eq!(
        shared.to_string(),
        "rank 1 unranks to [0, 0], whose rank is 0"
    );

    let shared = check_states(&Broken::SharedRank, &mut scratch, (4..9).map(|i| [i, 0]));
    let found = LawBroken::UnrankOfRanked {
        state: [7, 0],
        rank: 6,
        found: [6, 0],
    };
    assert_eq!(shared, Err(found));

    let large = check_states(&Broken::TooLarge, &mut scratch, [[8, 0]]);
    assert_eq!(
        large,
        Err(LawBroken::RankTooLarge {
            state: [8, 0],
            rank: 11,
            size: 10
        })
    );
    let large = check_ranks(&Broken::TooLarge, &mut scratch, [12]);
    assert_eq!(
        large,
        Err(LawBroken::RankOfUnranked {
            rank: 2,
            state: [2, 0],
            found: 5
        })
    );
}

/// Numbers below 400, of which some are other numbers among many.
#[derive(Clone, Copy)]
struct Together {
    /// Among the states of a call, the one at this place has a wrong rank.
    ranked: Option<usize>,
    /// The state at this place is wrong.
    unranked: Option<usize>,
}

impl Encoding for Together {
    type State = u16;
    const AT_ONCE: bool = true;

    fn size(&self) -> u64 {
        400
    }

    fn rank(&self, state: &u16) -> u64 {
        (*state).into()
    }

    fn unrank_into(&self, rank: u64, state: &mut u16) {
        *state = u16::try_from(rank).unwrap();
    }

    fn rank_each(&self, states: &[u16], ranks: &mut [u64]) {
        for (place, (rank, state)) in ranks.iter_mut().zip(states).enumerate() {
            *rank = u64::from(*state) ^ u64::from(self.ranked == Some(place));
        }
    }

    fn unrank_each(&self, ranks: &[u64], states: &mut [u16]) {
        for (place, (state, rank)) in states.iter_mut().zip(ranks).enumerate() {
            self.unrank_into(rank ^ u64::from(self.unranked == Some(place)), state);
        }
    }
}

#[test]
fn the_checks_see_states_that_have_other_numbers_among_many() {
    let right = Together {
        ranked: None,
        unranked: None,
    };
    assert_eq!(check_exhaustively(&right, &mut 0), Ok(()));
    for place in [0, 31, 32, 68, 330] {
        let state = u16::try_from(place).unwrap();
        let (rank, other) = (u64::from(state), state ^ 1);
        let ranked = Together {
            ranked: Some(place),
            ..right
        };
        let found = u64::from(other);
        let broken = check_exhaustively(&ranked, &mut 0).unwrap_err();
        assert_eq!(broken, LawBroken::RankedTogether { state, rank, found });
        let unranked = Together {
            unranked: Some(place),
            ..right
        };
        let broken = check_exhaustively(&unranked, &mut 0).unwrap_err();
        let found = other;
        assert_eq!(broken, LawBroken::UnrankedTogether { rank, state, found });
    }
    // Few ranks are looked at together too.
    let ranked = Together {
        ranked: Some(2),
        ..right
    };
    let broken = check_ranks(&ranked, &mut 0, [390, 7, 12]).unwrap_err();
    let (state, rank, found) = (12, 12, 13);
    assert_eq!(broken, LawBroken::RankedTogether { state, rank, found });
}

#[test]
fn the_checks_see_what_is_left_over_from_the_overwritten_state() {
    let over = Mapped::new(
        Broken::LeftOver,
        |state: &[u8; 2]| *state,
        // Remembers in the second number what was there.
        |state: &mut [u8; 2], [item, _]| *state = [item, state[0]],
    );
    let broken = check_exhaustively(&over, &mut [4, 4]).unwrap_err();
    let found = LawBroken::LeftOver {
        rank: 0,
        state: [0, 4],
        other: [0, 9],
    };
    assert_eq!(broken, found);
}
