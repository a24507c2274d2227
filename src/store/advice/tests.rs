//! Advice beside what stores claim.

use super::{Advice, Demand, Kind, bytes_in_a_hash, room_in_a_hash};
use crate::bits::PackedArray;
use crate::encoding::number::Number;
use crate::memory::Memory;
use crate::store::costs::CostList;
use crate::store::packed::Packed;
use crate::store::{Costs, NodeStore};

const GIB: u64 = 1 << 30;

const TILES: Demand = Demand {
    ranks: 239_500_800,
    states: None,
    state_bytes: 25,
    undoable: true,
    unit_costs: true,
    distances: true,
    largest: None,
    planes: None,
    memory: GIB,
};

#[test]
fn the_reason_is_told() {
    let cases = [
        (
            TILES,
            "2-bit table, 60 MB: every action can be undone and costs 1",
        ),
        (
            Demand {
                distances: false,
                ..TILES
            },
            "1-bit table, 30 MB: every action costs 1, and no distances are wanted",
        ),
        (
            Demand {
                undoable: false,
                largest: Some(53),
                ..TILES
            },
            "u8 table, 240 MB: some action cannot be undone, and no distance passes 53",
        ),
        (
            Demand {
                unit_costs: false,
                largest: Some(255),
                ..TILES
            },
            "u16 table, 479 MB: actions differ in cost, and no distance passes 255",
        ),
        (
            Demand {
                undoable: false,
                ..TILES
            },
            "u8 table, 240 MB: some action cannot be undone, and it widens where a distance \
             passes 254",
        ),
        (
            // The 4 x 4 tiles.
            Demand {
                ranks: 10_461_394_944_000,
                ..TILES
            },
            "packed hash: the 2-bit table would need 2.6 TB; there is room for at least \
             21474830 states",
        ),
        (
            Demand {
                states: Some(1000),
                ..TILES
            },
            "packed hash, 42 kB: 1000 of 239500800 ranks are reached, and a table of all \
             would need 60 MB",
        ),
        (
            Demand {
                states: Some(239_500_800),
                memory: 1 << 20,
                ..TILES
            },
            "2-bit table, 60 MB: every action can be undone and costs 1; the budget of 1.0 MB \
             is too small for any store",
        ),
        (
            // 25 items.
            Demand {
                ranks: 15_511_210_043_330_985_984_000_000,
                ..TILES
            },
            "interned hash: 15511210043330985984000000 states have no ranks of 64 bits; there is room for \
             at least 12782635 states",
        ),
        (
            Demand {
                ranks: 15_511_210_043_330_985_984_000_000,
                states: Some(1_000_000),
                ..TILES
            },
            "interned hash, 84 MB: 15511210043330985984000000 states have no ranks of 64 bits",
        ),
        (
            Demand {
                ranks: 15_511_210_043_330_985_984_000_000,
                states: Some(1_000_000),
                memory: 1 << 20,
                ..TILES
            },
            "interned hash, 84 MB: 15511210043330985984000000 states have no ranks of 64 bits; the budget \
             of 1.0 MB is too small",
        ),
    ];
    all_are_told(&cases);
}

#[test]
fn what_fits_where_memory_is_short_is_told() {
    all_are_told(&[
        (
            // Bits fit where distances do not, and planes are named where there are some.
            Demand {
                memory: 40_000_000,
                ..TILES
            },
            "packed hash: the 2-bit table would need 60 MB; there is room for at least 952374 states; without \
             distances, a 1-bit table takes 30 MB",
        ),
        (
            Demand {
                memory: 40_000_000,
                planes: Some(32_191_728),
                states: Some(239_500_800),
                ..TILES
            },
            "2-bit table, 60 MB: every action can be undone and costs 1; the budget of 40 MB is too small for any \
             store with distances; without distances, a 1-bit table takes 30 MB and a sweep on bit planes 32 MB",
        ),
        (
            Demand {
                memory: 297,
                ..TILES
            },
            "2-bit table, 60 MB: every action can be undone and costs 1; the budget of 297 bytes is too small for \
             any store",
        ),
        (
            Demand {
                memory: 298,
                ..TILES
            },
            "packed hash: the 2-bit table would need 60 MB; there is room for at least 1 state",
        ),
        (
            Demand {
                ranks: 15_511_210_043_330_985_984_000_000,
                memory: 500,
                ..TILES
            },
            "interned hash: 15511210043330985984000000 states have no ranks of 64 bits; the budget of 500 bytes \
             is too small",
        ),
    ]);
}

fn all_are_told(cases: &[(Demand, &str)]) {
    for (demand, expected) in cases {
        let advice = Advice::for_demand(demand);
        assert_eq!(advice.to_string(), *expected, "{demand:?}");
        assert_eq!(advice.fits, !expected.contains("too small"));
    }
}

/// The bytes that are told are those that are claimed.
#[test]
fn tables_are_as_large_as_told() {
    for ranks in [0u64, 1, 31, 32, 33, 64, 65, 1000] {
        let memory = Memory::unlimited();
        let len = usize::try_from(ranks).unwrap();
        let claimed = || u128::from(memory.used());
        let bits = PackedArray::<1>::filled(&memory, ranks, 0).unwrap();
        assert_eq!(claimed(), Kind::Bits.table_bytes(ranks));
        drop(bits);
        let residues = PackedArray::<2>::filled(&memory, ranks, 3).unwrap();
        assert_eq!(claimed(), Kind::Residues.table_bytes(ranks));
        drop(residues);
        for (largest, bytes) in [(254, 1), (255, 2), (65_534, 2), (65_535, 4), (1 << 32, 8)] {
            let costs = CostList::unreached(&memory, len, largest).unwrap();
            assert_eq!(claimed(), Kind::Distances(bytes).table_bytes(ranks));
            assert_eq!(super::width(largest), bytes);
            drop(costs);
        }
    }
}

#[test]
fn a_hash_is_never_larger_than_told() {
    for states in [10u64, 57, 1000, 4097, 50_000] {
        let memory = Memory::unlimited();
        let ranks = Number::<u64>::new(1 << 30).unwrap();
        let mut store = Packed::<_, u32>::new(ranks, &memory).unwrap();
        for state in 0..states {
            store.reach(&(state * 7), 1, None).unwrap();
        }
        let told = bytes_in_a_hash(states, 4);
        let taken = u128::from(memory.peak());
        assert!(taken <= told, "{states}: {taken} of {told}");
    }
}

/// So many states are in a hash when there is no room for more, or some more.
#[test]
fn a_hash_has_the_room_that_is_told() {
    for budget in (200u64..2000).step_by(36).chain([10_000, 123_456]) {
        let memory = Memory::limited(budget);
        let ranks = Number::<u64>::new(1 << 30).unwrap();
        let mut store = Packed::<_, u32>::new(ranks, &memory).unwrap();
        let told = room_in_a_hash(budget.into(), 4);
        let full = (0..10_000).find(|state| store.reach(&(state * 7), 1, None).is_err());
        let stored = store.len();
        assert!(
            full.is_some() && u128::from(stored) >= told,
            "{budget}: {stored} of {told}"
        );
    }
}
