//! Large encodings, sampled: their laws, and their ranks against the definitions.

use std::fmt::Debug;

use proptest::prelude::{any, proptest};
use proptest::prop_assert_eq;
use statewalk::encoding::Encoding;
use statewalk::encoding::arrangement::Arrangement;
use statewalk::encoding::combination::Combination;
use statewalk::encoding::even_permutation::EvenPermutation;
use statewalk::encoding::laws::{check_exhaustively, check_ranks};
use statewalk::encoding::mixed_radix::MixedRadix;
use statewalk::encoding::multiset::Multiset;
use statewalk::encoding::myrvold_ruskey::MyrvoldRuskey;
use statewalk::encoding::number::Number;
use statewalk::encoding::permutation::Permutation;
use statewalk::encoding::product::Product;

use super::naive::{all_differ, arrangement_rank, inverse, inversions, rank1};

/// Ranks spread over all of 64 bits, and those at both ends.
fn ranks(size: u64) -> impl Iterator<Item = u64> {
    let spread = (0..200u64).map(|i| i.wrapping_mul(0x9E37_79B9_7F4A_7C15));
    let low = 0..30.min(size);
    let high = (0..30.min(size)).map(move |i| size - 1 - i);
    spread.chain(low).chain(high)
}

fn keeps_the_laws<E: Encoding>(name: &str, encoding: &E, scratch: &mut E::State)
where
    E::State: Clone + Debug + PartialEq,
{
    let broken = check_ranks(encoding, scratch, ranks(encoding.size()));
    assert_eq!(broken, Ok(()), "{name}");
}

fn unranked<E: Encoding>(encoding: &E, rank: u64, mut scratch: E::State) -> E::State {
    encoding.unrank_into(rank % encoding.size(), &mut scratch);
    scratch
}

#[test]
fn permutations_of_every_length_keep_the_laws() {
    for n in 0..=20 {
        let name = &format!("{n} items");
        let state = &mut vec![0; n];
        keeps_the_laws(name, &Permutation::new(n).unwrap(), state);
        keeps_the_laws(name, &EvenPermutation::new(n).unwrap(), state);
        keeps_the_laws(name, &MyrvoldRuskey::new(n).unwrap(), state);
    }
    let even = EvenPermutation::<[u8; 9]>::new(9).unwrap();
    assert_eq!(check_exhaustively(&even, &mut [0; 9]), Ok(()));
}

#[test]
fn every_arrangement_keeps_the_laws() {
    for n in 0..=64 {
        for k in 0..=n {
            let Ok(encoding) = Arrangement::new(n, k) else {
                break;
            };
            keeps_the_laws(&format!("{k} of {n}"), &encoding, &mut vec![0; k]);
        }
    }
}

#[test]
fn large_combinations_keep_the_laws() {
    for (n, k) in [
        (67, 33),
        (64, 32),
        (52, 5),
        (256, 10),
        (256, 0),
        (256, 256),
        (200, 192),
    ] {
        let name = &format!("{k} of {n} as a set");
        keeps_the_laws(name, &Combination::new(n, k).unwrap(), &mut vec![0; k]);
    }
}

#[test]
fn large_multisets_keep_the_laws() {
    let cases: [&[usize]; 8] = [
        &[34, 33],
        &[33, 0, 34],
        &[248, 7],
        &[1; 15],
        &[8, 8, 8, 3],
        &[3, 1, 4, 1, 5, 9, 2],
        &[2, 1, 2, 1, 2, 1, 2, 1],
        &[0, 0, 16, 0, 16, 0, 2, 0, 0, 0, 0, 0, 0, 0, 2],
    ];
    for counts in cases {
        let state = &mut vec![0; counts.iter().sum()];
        keeps_the_laws(
            &format!("{counts:?}"),
            &Multiset::new(counts).unwrap(),
            state,
        );
    }
}

#[test]
fn large_digit_strings_and_products_keep_the_laws() {
    let cases: [&[usize]; 6] = [
        &[2; 63],
        &[255; 8],
        &[3; 40],
        &[7, 256, 1, 100, 13],
        &[256; 7],
        &[1; 9],
    ];
    for radices in cases {
        let encoding = MixedRadix::new(radices.iter().copied()).unwrap();
        keeps_the_laws(
            &format!("{radices:?}"),
            &encoding,
            &mut vec![0; radices.len()],
        );
    }
    let parts = Product::new(
        Permutation::<[u8; 18]>::new(18).unwrap(),
        Number::<u16>::new(2881).unwrap(),
    );
    keeps_the_laws("18! x 2881", &parts.unwrap(), &mut ([0; 18], 0));
}

proptest! {
    #[test]
    fn ranks_of_long_permutations_are_those_of_the_definition(number in any::<u64>(), n in 9usize..=20) {
        let state = unranked(&Permutation::new(n).unwrap(), number, vec![0; n]);
        let size = Permutation::<Vec<u8>>::new(n).unwrap().size();
        prop_assert_eq!(arrangement_rank(n as u64, &state), u128::from(number % size));
        assert!(all_differ(&state));

        let even = EvenPermutation::new(n).unwrap();
        let state = unranked(&even, number, vec![0; n]);
        prop_assert_eq!(inversions(&state) % 2, 0);
        prop_assert_eq!(arrangement_rank(n as u64, &state) / 2, u128::from(number % even.size()));

        let linear = MyrvoldRuskey::new(n).unwrap();
        let state = unranked(&linear, number, vec![0; n]);
        let rank = rank1(n, &mut state.clone(), &mut inverse(&state));
        prop_assert_eq!(rank, number % linear.size());
    }

    #[test]
    fn ranks_of_wide_arrangements_are_those_of_the_definition(number in any::<u64>(), n in 10usize..=64) {
        let encoding = Arrangement::new(n, 10).unwrap();
        let state = unranked(&encoding, number, vec![0; 10]);
        prop_assert_eq!(arrangement_rank(n as u64, &state), u128::from(number % encoding.size()));
    }

    #[test]
    fn lexicographic_ranks_grow_with_the_states(a in any::<u64>(), b in any::<u64>()) {
        let words = Multiset::new(&[9, 8, 7, 6]).unwrap();
        let (a, b) = (a % words.size(), b % words.size());
        prop_assert_eq!(a.cmp(&b), unranked(&words, a, [0; 30]).cmp(&unranked(&words, b, [0; 30])));

        let sets = Combination::new(60, 30).unwrap();
        let reversed = |rank| unranked(&sets, rank, vec![0; 30]).into_iter().rev().collect::<Vec<u8>>();
        let (a, b) = (a % sets.size(), b % sets.size());
        prop_assert_eq!(a.cmp(&b), reversed(a).cmp(&reversed(b)));
    }
}
