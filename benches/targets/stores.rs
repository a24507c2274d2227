//! Time of a reach in every store, and of the lists of costs that dense stores are made of. The
//! number of different states is asserted.
//!
//! Throughput is told in elements: one element is one call. Half of the calls meet a known state.

use std::collections::HashSet;
use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use statewalk::encoding::number::Number;
use statewalk::memory::Memory;
use statewalk::store::Costs;
use statewalk::store::costs::{CostList, UNREACHED};
use statewalk::store::interned::Interned;
use statewalk::store::packed::Packed;
use statewalk::store::ranked::Ranked;

/// Numbers that are reached, out of twice as many.
const CALLS: u64 = 1 << 18;

/// A stream of numbers without pattern in which about half are repeated (xorshift, Marsaglia 2003).
fn stream() -> Vec<u64> {
    let mut word = 0x9E37_79B9_7F4A_7C15u64;
    let mut next = || {
        word ^= word << 13;
        word ^= word >> 7;
        word ^= word << 17;
        word % (CALLS * 5 / 8)
    };
    (0..CALLS).map(|_| next()).collect()
}

/// Reaches all numbers at cost 1 and returns how many were different.
fn reach_all<S: Costs<State = u64>>(mut store: S, states: &[u64]) -> u64 {
    for state in states {
        store.reach(state, 1, None).expect("memory suffices");
    }
    store.len()
}

fn numbers() -> Number<u64> {
    Number::new(CALLS).expect("it is small")
}

fn reach(criterion: &mut Criterion) {
    let states = stream();
    let different = states.iter().collect::<HashSet<_>>().len() as u64;
    let memory = Memory::unlimited();
    let mut group = criterion.benchmark_group("reach");
    group.sample_size(20);
    group.throughput(Throughput::Elements(CALLS));
    group.bench_function("interned", |b| {
        b.iter(|| {
            assert_eq!(
                reach_all(Interned::new(&memory), black_box(&states)),
                different
            );
        });
    });
    group.bench_function("packed, 32 bits", |b| {
        b.iter(|| {
            let store = Packed::<_, u32>::new(numbers(), &memory).expect("it fits");
            assert_eq!(reach_all(store, black_box(&states)), different);
        });
    });
    for (name, largest) in [("1 byte", 1), ("2 bytes", 1 << 10), ("4 bytes", 1 << 20)] {
        let empty = || Ranked::<_, CostList>::new(numbers(), largest, &memory).expect("it fits");
        group.bench_function(format!("ranked, {name}"), |b| {
            b.iter(|| assert_eq!(reach_all(empty(), black_box(&states)), different));
        });
        group.bench_function(format!("ranked with parents, {name}"), |b| {
            b.iter(|| {
                let store = empty().with_parents(&memory).expect("memory suffices");
                assert_eq!(reach_all(store, black_box(&states)), different);
            });
        });
    }
    group.bench_function("by hand: 2 bytes", |b| {
        b.iter(|| {
            let mut costs = vec![u16::MAX; usize::try_from(CALLS).expect("it is small")];
            let mut count = 0;
            for &state in black_box(&states) {
                let cost = &mut costs[usize::try_from(state).expect("it is small")];
                count += u64::from(*cost == u16::MAX);
                *cost = 1.min(*cost);
            }
            assert_eq!(count, different);
        });
    });
    group.finish();
}

fn costs(criterion: &mut Criterion) {
    let memory = Memory::unlimited();
    let len = usize::try_from(CALLS).expect("it is small");
    let mut group = criterion.benchmark_group("list of costs");
    group.sample_size(20);
    group.throughput(Throughput::Elements(CALLS));
    for largest in [0xFE, 0xFFFE, 0xFFFF_FFFE, i64::MAX - 1] {
        group.bench_function(format!("set and get, up to {largest}"), |b| {
            b.iter(|| {
                let mut list = CostList::unreached(&memory, len, largest).expect("memory suffices");
                for at in 0..len {
                    list.set(black_box(at), 7).expect("it fits");
                }
                let sum: i64 = (0..len).map(|at| list.get(black_box(at))).sum();
                assert_eq!(sum, 7 * i64::try_from(CALLS).expect("it is small"));
                assert_ne!(list.get(0), UNREACHED);
            });
        });
    }
    group.bench_function("set, widened twice", |b| {
        b.iter(|| {
            let mut list = CostList::unreached(&memory, len, 0).expect("memory suffices");
            for (at, cost) in (0..).take(len).enumerate() {
                list.set(at, cost).expect("memory suffices");
            }
            assert_eq!(
                list.get(len - 1),
                i64::try_from(CALLS).expect("it is small") - 1
            );
        });
    });
    group.finish();
}

criterion_group!(benches, reach, costs);
criterion_main!(benches);
