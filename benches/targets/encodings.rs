//! Time of a rank and of an unrank, for every family of encodings at several sizes, and beside naive
//! forms. Every measured round trip is asserted.
//!
//! Throughput is told in elements: one element is one rank or one unrank.

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use statewalk::encoding::Encoding;
use statewalk::encoding::arrangement::Arrangement;
use statewalk::encoding::combination::Combination;
use statewalk::encoding::even_permutation::EvenPermutation;
use statewalk::encoding::mixed_radix::MixedRadix;
use statewalk::encoding::multiset::Multiset;
use statewalk::encoding::myrvold_ruskey::MyrvoldRuskey;
use statewalk::encoding::number::Number;
use statewalk::encoding::permutation::Permutation;
use statewalk::encoding::product::Product;
use statewalk_benches::naive::{Binomials, Lehmer};

/// Ranks that are measured at once.
const SAMPLES: u64 = 1024;

/// Ranks spread over the whole range in an order without pattern.
fn samples(size: u64) -> Vec<u64> {
    // Fibonacci hashing (Knuth 1973) spreads them.
    (0..SAMPLES)
        .map(|i| i.wrapping_mul(0x9E37_79B9_7F4A_7C15) % size)
        .collect()
}

fn measure<E: Encoding<State: Clone>>(
    criterion: &mut Criterion,
    name: &str,
    encoding: &E,
    mut state: E::State,
) {
    let ranks = samples(encoding.size());
    let unranked = |&rank: &u64| {
        encoding.unrank_into(rank, &mut state);
        state.clone()
    };
    let states: Vec<E::State> = ranks.iter().map(unranked).collect();
    let mut group = criterion.benchmark_group(name);
    group.throughput(Throughput::Elements(SAMPLES));
    let expected = ranks
        .iter()
        .fold(0, |sum: u64, &rank| sum.wrapping_add(rank));
    group.bench_function("rank", |b| {
        b.iter(|| {
            let ranks = black_box(&states).iter().map(|state| encoding.rank(state));
            assert_eq!(ranks.fold(0, u64::wrapping_add), expected);
        });
    });
    group.bench_function("unrank", |b| {
        b.iter(|| {
            for &rank in black_box(&ranks) {
                encoding.unrank_into(rank, black_box(&mut state));
            }
        });
        let last = ranks[ranks.len() - 1];
        assert_eq!(encoding.rank(&state), last);
    });
    group.finish();
}

fn permutations<const N: usize>(criterion: &mut Criterion) {
    let state = || {
        [(); N].map({
            let mut items = 0..;
            move |()| items.next().unwrap_or(0)
        })
    };
    let fits = "at most 20 items";
    let name = |family| format!("{family}, {N} items");
    let lexicographic = Permutation::new(N).expect(fits);
    measure(criterion, &name("permutation"), &lexicographic, state());
    let linear = MyrvoldRuskey::new(N).expect(fits);
    measure(
        criterion,
        &name("permutation, Myrvold-Ruskey"),
        &linear,
        state(),
    );
    let even = EvenPermutation::new(N).expect(fits);
    measure(criterion, &name("even permutation"), &even, state());
    measure(
        criterion,
        &name("naive: Lehmer in n^2"),
        &Lehmer::<N>,
        state(),
    );
}

fn families(criterion: &mut Criterion) {
    permutations::<5>(criterion);
    permutations::<9>(criterion);
    permutations::<12>(criterion);
    permutations::<16>(criterion);
    permutations::<20>(criterion);
    for (n, k) in [(9, 3), (16, 6), (25, 8)] {
        let encoding = Arrangement::new(n, k).expect("it fits");
        let state: Vec<u8> = (0..).take(k).collect();
        measure(
            criterion,
            &format!("arrangement, {k} of {n}"),
            &encoding,
            state,
        );
    }
    for (n, k) in [(9, 4), (30, 10), (60, 30)] {
        let encoding = Combination::new(n, k).expect("it fits");
        let naive = Binomials { n, k };
        let state: Vec<u8> = (0..).take(k).collect();
        let name = format!("combination, {k} of {n}");
        measure(criterion, &name, &encoding, state.clone());
        measure(criterion, &format!("naive: {name}"), &naive, state);
    }
    for counts in [&[2, 2, 2][..], &[4, 4, 4, 4], &[9, 8, 7, 6]] {
        let encoding = Multiset::new(counts).expect("it fits");
        let items = (0..)
            .zip(counts)
            .flat_map(|(item, &count)| vec![item; count]);
        let state: Vec<u8> = items.collect();
        measure(
            criterion,
            &format!("multiset, {counts:?}"),
            &encoding,
            state,
        );
    }
    for digits in [4, 8, 16] {
        let encoding = MixedRadix::new((2..).take(digits)).expect("it fits");
        measure(
            criterion,
            &format!("mixed radix, {digits} digits"),
            &encoding,
            vec![0; digits],
        );
    }
    let parts = Product::new(
        Permutation::<[u8; 8]>::new(8).expect("it fits"),
        Number::<u16>::new(2187).expect("it fits"),
    );
    let solved = ([0, 1, 2, 3, 4, 5, 6, 7], 0);
    measure(
        criterion,
        "product, 8! x 3^7",
        &parts.expect("it fits"),
        solved,
    );
}

fn short() -> Criterion {
    Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(100))
        .measurement_time(Duration::from_millis(300))
}

criterion_group! { name = benches; config = short(); targets = families }
criterion_main!(benches);
