//! Time of a rank and of an unrank, for every family of encodings at several sizes, and beside naive
//! forms. Every measured round trip is asserted.
//!
//! Throughput is told in elements: one element is one rank or one unrank. The naive forms are Lehmer codes
//! in n^2, binomials and factorials multiplied out, divisions, and (up to [`LISTED`] states) maps of all
//! states, a `BTreeMap` and a `HashMap`. Each must have the ranks of the encoding that it stands beside.

use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;
use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use statewalk::encoding::Encoding;
use statewalk::encoding::arrangement::Arrangement;
use statewalk::encoding::builder::{Builder, Field};
use statewalk::encoding::combination::Combination;
use statewalk::encoding::even_permutation::EvenPermutation;
use statewalk::encoding::mapped::Mapped;
use statewalk::encoding::mixed_radix::MixedRadix;
use statewalk::encoding::multiset::Multiset;
use statewalk::encoding::myrvold_ruskey::MyrvoldRuskey;
use statewalk::encoding::number::Number;
use statewalk::encoding::orientation::Orientation;
use statewalk::encoding::permutation::Permutation;
use statewalk::encoding::placed::Placed;
use statewalk::encoding::product::Product;
use statewalk_benches::naive::digits::{Divided, Turns, Words};
use statewalk_benches::naive::listed::Listed;
use statewalk_benches::naive::{Binomials, Lehmer};

/// Ranks that are measured at once.
const SAMPLES: u64 = 1024;

/// So many states are listed in maps.
const LISTED: u64 = 400_000;

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
    if E::AT_ONCE {
        let mut together = (states.clone(), ranks.clone());
        group.bench_function("rank, many at once", |b| {
            b.iter(|| encoding.rank_each(black_box(&states), &mut together.1));
            assert_eq!(together.1, ranks);
        });
        group.bench_function("unrank, many at once", |b| {
            b.iter(|| encoding.unrank_each(black_box(&ranks), black_box(&mut together.0)));
            let back = together.0.iter().map(|state| encoding.rank(state));
            assert!(back.eq(ranks.iter().copied()));
        });
    }
    group.finish();
}

/// Measures an encoding, and maps of its states where they are not too many.
fn beside_maps<E>(criterion: &mut Criterion, name: &str, encoding: &E, state: &E::State)
where
    E: Encoding<State: Clone + Ord + Hash>,
{
    measure(criterion, name, encoding, state.clone());
    if encoding.size() <= LISTED {
        let tree = Listed::<_, BTreeMap<_, _>>::of(encoding, state);
        measure(
            criterion,
            &format!("naive: BTreeMap of {name}"),
            &tree,
            state.clone(),
        );
        let hash = Listed::<_, HashMap<_, _>>::of(encoding, state);
        measure(
            criterion,
            &format!("naive: HashMap of {name}"),
            &hash,
            state.clone(),
        );
    }
}

/// Measures an encoding and a naive form of it, which has the same ranks.
fn beside<A, B>(criterion: &mut Criterion, name: &str, (fast, naive): (&A, &B), state: &A::State)
where
    A: Encoding<State: Clone + Ord + Hash>,
    B: Encoding<State = A::State>,
{
    assert_eq!(fast.size(), naive.size(), "{name}");
    let mut scratch = state.clone();
    for rank in samples(fast.size()) {
        naive.unrank_into(rank, &mut scratch);
        assert_eq!(fast.rank(&scratch), rank, "{name}");
        fast.unrank_into(rank, &mut scratch);
        assert_eq!(naive.rank(&scratch), rank, "{name}");
    }
    beside_maps(criterion, name, fast, state);
    measure(criterion, &format!("naive: {name}"), naive, state.clone());
}

const FITS: &str = "the size fits";

fn permutations<const N: usize>(criterion: &mut Criterion) {
    let mut state = [0; N];
    for (item, number) in state.iter_mut().zip(0..) {
        *item = number;
    }
    let name = |family| format!("{family}, {N} items");
    let lexicographic = Permutation::new(N).expect(FITS);
    let forms = (&lexicographic, &Lehmer::<N>);
    beside(criterion, &name("permutation"), forms, &state);
    let linear = MyrvoldRuskey::new(N).expect(FITS);
    measure(
        criterion,
        &name("permutation, Myrvold-Ruskey"),
        &linear,
        state,
    );
    let placed = Placed::all(N, 2).expect(FITS);
    let told = name("permutation, two items by their places");
    beside_maps(criterion, &told, &placed, &state);
    let even = EvenPermutation::new(N).expect(FITS);
    beside_maps(criterion, &name("even permutation"), &even, &state);
}

fn sequences(criterion: &mut Criterion) {
    permutations::<5>(criterion);
    permutations::<9>(criterion);
    permutations::<12>(criterion);
    permutations::<16>(criterion);
    permutations::<20>(criterion);
    for (n, k) in [(9, 3), (16, 5), (25, 8), (64, 10)] {
        let encoding = Arrangement::new(n, k).expect(FITS);
        let state: Vec<u8> = (0..).take(k).collect();
        let name = format!("arrangement, {k} of {n}");
        beside_maps(criterion, &name, &encoding, &state);
    }
    for (n, k) in [(9, 4), (25, 5), (30, 10), (60, 30)] {
        let encoding = Combination::new(n, k).expect(FITS);
        let state: Vec<u8> = (0..).take(k).collect();
        let name = format!("combination, {k} of {n}");
        let forms = (&encoding, &Binomials { n, k });
        beside(criterion, &name, forms, &state);
    }
    for counts in [&[2, 2, 2][..], &[4, 3, 3], &[4, 4, 4, 4], &[9, 8, 7, 6]] {
        let encoding = Multiset::new(counts).expect(FITS);
        let items = (0..)
            .zip(counts)
            .flat_map(|(item, &count)| vec![item; count]);
        let state: Vec<u8> = items.collect();
        let naive = Words {
            counts: counts.iter().map(|&count| count as u64).collect(),
        };
        let name = format!("multiset, {counts:?}");
        beside(criterion, &name, (&encoding, &naive), &state);
    }
}

fn digits(criterion: &mut Criterion) {
    for bound in [1000, 1 << 16] {
        let numbers = Number::<u64>::new(bound).expect(FITS);
        beside_maps(criterion, &format!("number, below {bound}"), &numbers, &0);
    }
    for digits in [4, 8, 16] {
        let encoding = MixedRadix::new((2..).take(digits)).expect(FITS);
        let naive = Divided {
            radices: (2..).take(digits).collect(),
        };
        let name = format!("mixed radix, {digits} digits");
        let state = vec![0; digits];
        beside(criterion, &name, (&encoding, &naive), &state);
    }
    for (pieces, values) in [(8usize, 3u8), (12, 2), (20, 3), (40, 3)] {
        let encoding = Orientation::new(pieces, values.into()).expect(FITS);
        let naive = Turns {
            pieces,
            values: values.into(),
        };
        let name = format!("orientation, {pieces} pieces of {values}");
        let state = vec![0; pieces];
        beside(criterion, &name, (&encoding, &naive), &state);
    }
}

/// A state of several parts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Corners<const N: usize> {
    places: [u8; N],
    turns: [u8; N],
}

/// The corners of a cube, of which `N` move: by a product that is mapped by hand, and by a builder.
fn corners<const N: usize>(criterion: &mut Criterion) {
    let mut places = [0; N];
    for (item, number) in places.iter_mut().zip(0..) {
        *item = number;
    }
    let turns = [0; N];
    let parts = Product::new(
        Permutation::<[u8; N]>::new(N).expect(FITS),
        Orientation::<[u8; N]>::new(N, 3).expect(FITS),
    );
    let parts = parts.expect(FITS);
    let solved = (places, turns);
    beside_maps(
        criterion,
        &format!("product, {N}! x 3^{}", N - 1),
        &parts,
        &solved,
    );
    let mapped = Mapped::new(
        parts,
        |corners: &Corners<N>| (corners.places, corners.turns),
        |corners: &mut Corners<N>, (places, turns)| *corners = Corners { places, turns },
    );
    let name = format!("mapped, {N}! x 3^{}", N - 1);
    measure(criterion, &name, &mapped, Corners { places, turns });
    let builder = Builder::new()
        .field("places", Field::Permutation { items: N })
        .field(
            "turns",
            Field::Orientation {
                pieces: N,
                values: 3,
            },
        );
    let composed = builder.build::<Vec<u8>>().expect(FITS);
    assert_eq!(composed.size(), mapped.size());
    let name = format!("composed, {N}! x 3^{}", N - 1);
    beside_maps(criterion, &name, &composed, &[places, turns].concat());
}

fn composed(criterion: &mut Criterion) {
    corners::<4>(criterion);
    corners::<7>(criterion);
    corners::<8>(criterion);
    for (cells, tiles) in [(6, 5), (9, 8), (12, 11), (16, 15)] {
        let builder = Builder::new()
            .field("blank", Field::Cell { cells })
            .field("tiles", Field::EvenPermutation { items: tiles });
        let encoding = builder.build::<Vec<u8>>().expect(FITS);
        let state: Vec<u8> = [0].into_iter().chain(0..).take(tiles + 1).collect();
        let name = format!("composed, tiles on {cells} cells");
        beside_maps(criterion, &name, &encoding, &state);
    }
}

fn short() -> Criterion {
    Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(100))
        .measurement_time(Duration::from_millis(300))
}

criterion_group! { name = benches; config = short(); targets = sequences, digits, composed }
criterion_main!(benches);
