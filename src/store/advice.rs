//! Which store a space of a given size takes under a memory budget, and why.

use std::fmt;

use crate::cost::Cost;
use crate::memory::in_units;
use crate::words::counted;

/// What is known of a space, and what is wanted of its store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Demand {
    /// How many ranks its perfect hash has, such as
    /// [`Builder::size`](crate::encoding::builder::Builder::size) says.
    pub ranks: u128,
    /// How many states will be reached, if that is known; otherwise all ranks may be.
    pub states: Option<u64>,
    /// How many bytes a state takes where it is kept whole.
    pub state_bytes: u64,
    /// Whether every action can be undone by one of the same cost.
    pub undoable: bool,
    /// Whether every action costs 1.
    pub unit_costs: bool,
    /// Whether distances are wanted, for plans; otherwise which states are reached, and in which layer of a
    /// sweep.
    pub distances: bool,
    /// The largest distance, if it is known.
    pub largest: Option<Cost>,
    /// The budget in bytes.
    pub memory: u64,
}

/// A kind of store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A table of one bit a rank: [`Sweep::visited`](crate::search::layers::Sweep::visited).
    Bits,
    /// A table of distances modulo 3, two bits a rank:
    /// [`Sweep::residues`](crate::search::layers::Sweep::residues).
    Residues,
    /// A table of distances of so many bytes a rank, 1, 2, 4 or 8: [`Ranked`](crate::store::ranked::Ranked).
    Distances(u8),
    /// A hash of ranks: [`Packed`](crate::store::packed::Packed).
    Packed,
    /// A hash of whole states: [`Interned`](crate::store::interned::Interned).
    Interned,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bits => f.write_str("1-bit table"),
            Self::Residues => f.write_str("2-bit table"),
            Self::Distances(bytes) => write!(f, "u{} table", u32::from(*bytes) * 8),
            Self::Packed => f.write_str("packed hash"),
            Self::Interned => f.write_str("interned hash"),
        }
    }
}

/// The store to take, how large it is, and why it is this one.
///
/// It is printed in a line, such as `2-bit table, 60 MB: every action can be undone and costs 1`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// The kind of store.
    pub kind: Kind,
    /// The bytes of a table, or those of a hash of the known number of states at its largest, old and new
    /// while it grows. `None` for a hash of which it is not known how many states come into it.
    pub bytes: Option<u128>,
    /// Whether it is within the budget. A hash is, as far as it is known.
    pub fits: bool,
    /// Why it is this one, in words.
    pub reason: String,
}

impl fmt::Display for Advice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.kind)?;
        if let Some(bytes) = self.bytes {
            write!(f, ", {}", in_units(bytes))?;
        }
        write!(f, ": {}", self.reason)
    }
}

/// The most that a hash of so many ranks or states takes, each of so many bytes. That is when the list of nodes, 8
/// bytes each, is as long as a power of two and is copied to one of twice the length: beside both there are twice
/// as many ranks as are needed, and two slots of 5 bytes a state.
fn bytes_in_a_hash(states: u64, word: u128) -> u128 {
    u128::from(states) * (3 * 8 + 2 * word + 2 * 5)
}

impl Advice {
    /// The smallest store that does what is demanded; where it does not fit the budget, a hash.
    ///
    /// A table has an entry for every rank, whatever is reached; a hash takes several times as much for a
    /// state, but only for those that are reached. Time: constant.
    #[must_use]
    pub fn for_demand(demand: &Demand) -> Self {
        let Ok(ranks) = u64::try_from(demand.ranks) else {
            return Self::interned(demand);
        };
        let (kind, why) = demand.table();
        let table = kind.table_bytes(ranks);
        let budget = u128::from(demand.memory);
        // A rank of 32 bits serves one less than 2^32 of them.
        let word = if u32::try_from(ranks).is_ok() { 4 } else { 8 };
        let hash = demand.states.map(|states| bytes_in_a_hash(states, word));
        let packed = |reason| Self {
            kind: Kind::Packed,
            bytes: hash,
            fits: hash.is_none_or(|bytes| bytes <= budget),
            reason,
        };
        let needed = in_units(table);
        if hash.is_some_and(|hash| hash < table) {
            let states = demand.states.unwrap_or(ranks);
            return packed(format!(
                "{states} of {ranks} ranks are reached, and a table of all would need {needed}"
            ));
        }
        if table <= budget {
            let bytes = Some(table);
            return Self {
                kind,
                bytes,
                fits: true,
                reason: why,
            };
        }
        if hash.is_some() {
            // A hash would need more still.
            let budget = in_units(budget);
            return Self {
                kind,
                bytes: Some(table),
                fits: false,
                reason: format!("{why}; the budget of {budget} is too small for any store"),
            };
        }
        let room = budget / bytes_in_a_hash(1, word);
        packed(format!(
            "the {kind} would need {needed}; there is room for at least {}",
            counted(room, "state")
        ))
    }
}

impl Advice {
    /// A hash of whole states, where they are too many for ranks.
    fn interned(demand: &Demand) -> Self {
        let budget = u128::from(demand.memory);
        let word = u128::from(demand.state_bytes);
        let bytes = demand.states.map(|states| bytes_in_a_hash(states, word));
        let fits = bytes.is_none_or(|bytes| bytes <= budget);
        let room = match bytes {
            None => {
                let room = budget / bytes_in_a_hash(1, word);
                format!("; there is room for at least {room} states")
            }
            Some(_) if fits => String::new(),
            Some(_) => format!("; the budget of {} is too small", in_units(budget)),
        };
        Self {
            kind: Kind::Interned,
            bytes,
            fits,
            reason: format!("{} states have no ranks of 64 bits{room}", demand.ranks),
        }
    }
}

impl Demand {
    /// The narrowest table, and why it is that.
    fn table(&self) -> (Kind, String) {
        let whole = |why: &str| {
            let (bytes, range) = match self.largest {
                None => (1, "it widens where a distance passes 254".to_owned()),
                Some(largest) => (width(largest), format!("no distance passes {largest}")),
            };
            (Kind::Distances(bytes), format!("{why}, and {range}"))
        };
        match (self.unit_costs, self.distances, self.undoable) {
            (false, ..) => whole("actions differ in cost"),
            (true, false, _) => {
                let why = "every action costs 1, and no distances are wanted";
                (Kind::Bits, why.to_owned())
            }
            (true, true, true) => {
                let why = "every action can be undone and costs 1";
                (Kind::Residues, why.to_owned())
            }
            (true, true, false) => whole("some action cannot be undone"),
        }
    }
}

/// The bytes that distances up to `largest` take; the last value means "not reached".
fn width(largest: Cost) -> u8 {
    match largest {
        0..0xFF => 1,
        0xFF..0xFFFF => 2,
        0xFFFF..0xFFFF_FFFF => 4,
        _ => 8,
    }
}

impl Kind {
    /// The bytes of a table of `ranks` entries; of bits, in whole words. None for a hash.
    fn table_bytes(self, ranks: u64) -> u128 {
        let ranks = u128::from(ranks);
        match self {
            Self::Bits => ranks.div_ceil(64) * 8,
            Self::Residues => ranks.div_ceil(32) * 8,
            Self::Distances(bytes) => ranks * u128::from(bytes),
            Self::Packed | Self::Interned => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Advice, Demand, Kind, bytes_in_a_hash};
    use crate::bits::PackedArray;
    use crate::encoding::number::Number;
    use crate::memory::Memory;
    use crate::store::NodeStore;
    use crate::store::costs::CostList;
    use crate::store::packed::Packed;

    const GIB: u64 = 1 << 30;

    const TILES: Demand = Demand {
        ranks: 239_500_800,
        states: None,
        state_bytes: 25,
        undoable: true,
        unit_costs: true,
        distances: true,
        largest: None,
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
                 21474836 states",
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
                 at least 12782640 states",
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
        for (demand, expected) in cases {
            let advice = Advice::for_demand(&demand);
            assert_eq!(advice.to_string(), expected, "{demand:?}");
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
            // The first few states take the least that lists and tables begin with.
            assert!(taken <= told + 256, "{states}: {taken} of {told}");
        }
    }
}
