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
    /// The bytes that a sweep on bit planes takes, where the encoding says how actions act on its ranks.
    pub planes: Option<u64>,
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
    /// Whether it is within the budget. A hash of which it is not known how many states come into it is, if there is
    /// room for one.
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

/// The most that a hash of so many ranks or states takes, each of so many bytes, where lists have no addresses to grow
/// into. That is when the list of nodes, 8 bytes each, is as long as a power of two and is copied to one of twice the
/// length: beside both there are twice as many ranks as are needed, and up to 10 bytes a state of the table of ids.
/// Where large lists grow in their places, it takes about a third less.
fn bytes_in_a_hash(states: u64, word: u128) -> u128 {
    u128::from(states) * bytes_of_one(word) + first_bytes(word)
}

/// The most that a state takes in a hash.
fn bytes_of_one(word: u128) -> u128 {
    3 * 8 + 2 * word + 10
}

/// What lists and slots begin with.
fn first_bytes(word: u128) -> u128 {
    8 * (8 + word) + 160
}

/// For how many states a hash has room at least.
fn room_in_a_hash(budget: u128, word: u128) -> u128 {
    budget.saturating_sub(first_bytes(word)) / bytes_of_one(word)
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
        let smaller = demand.smaller(ranks);
        let room = room_in_a_hash(budget, word);
        if hash.is_some() || room == 0 {
            // A hash would need more still.
            let budget = in_units(budget);
            let with = if smaller.is_empty() {
                ""
            } else {
                " with distances"
            };
            return Self {
                kind,
                bytes: Some(table),
                fits: false,
                reason: format!(
                    "{why}; the budget of {budget} is too small for any store{with}{smaller}"
                ),
            };
        }
        packed(format!(
            "the {kind} would need {needed}; there is room for at least {}{smaller}",
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
        let room = room_in_a_hash(budget, word);
        let fits = bytes.map_or(room > 0, |bytes| bytes <= budget);
        let room = match bytes {
            None if fits => format!("; there is room for at least {}", counted(room, "state")),
            Some(_) if fits => String::new(),
            _ => format!("; the budget of {} is too small", in_units(budget)),
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
    /// What fits the budget where distances are done without, in words; nothing if that is no store or they are not
    /// wanted anyway.
    fn smaller(&self, ranks: u64) -> String {
        let budget = u128::from(self.memory);
        let bits = Kind::Bits.table_bytes(ranks);
        let bits = (bits <= budget).then(|| format!("a {} takes {}", Kind::Bits, in_units(bits)));
        let planes = self.planes.map(u128::from).filter(|&bytes| bytes <= budget);
        let planes = planes.map(|bytes| format!("a sweep on bit planes {}", in_units(bytes)));
        let stores: Vec<_> = bits.into_iter().chain(planes).collect();
        if stores.is_empty() || !self.distances || !self.unit_costs {
            return String::new();
        }
        format!("; without distances, {}", stores.join(" and "))
    }

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
mod tests;
