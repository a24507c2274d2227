//! Pattern databases: the distances of a small space in a table, one byte an entry, as estimates for a large one.
//!
//! A pattern database (Culberson and Schaeffer 1998, "Pattern databases") is an
//! [`Abstraction`](crate::abstraction::Abstraction), a perfect hash of its small space, and the distances to the
//! goals there, found by one sweep backward. A look-up projects a state and reads a byte.
//!
//! Databases whose small spaces share the costs of actions out between them may be added up
//! ([`SumOf`](crate::heuristic::SumOf)); of several sums the largest may be taken
//! ([`MaxOf`](crate::heuristic::MaxOf)), and where the space has a symmetry, a state may be looked up as its
//! image too ([`Mirrored`](crate::heuristic::Mirrored)). An action that costs nothing for a pattern is either no action of
//! its small space at all, or one that costs 0 there, which the sweep serves (Korf and Felner 2002, "Disjoint pattern
//! database heuristics"; Yang, Culberson, Holte, Zahavi and Felner 2008 for cost partitions in general).
//!
//! | how it is built | for small spaces | entries |
//! |---|---|---|
//! | [`build`](build::build) | with predecessors and costs of 0 or more | each rank |
//! | [`build_folded`](build::build_folded) | the same | the states that are projected on one, the least of them |
//! | [`build_by_moves`](build::build_by_moves) | whose moves act on ranks and cost 1 | those of parts that are put together, the least of them |
//!
//! The least of several is admissible still, but need not be consistent: an action can lead from one of them to
//! another that is nearer by more than it costs. Searches serve that.
//!
//! [`save`](file::save) writes a database to a file and [`load`](file::load) maps it into memory.
//!
//! Dials that are turned forth and back by one, and a database of one of them; that of each may be added up:
//!
//! ```
//! use std::sync::Arc;
//!
//! use statewalk::abstraction::Abstraction;
//! use statewalk::encoding::mixed_radix::MixedRadix;
//! use statewalk::heuristic::SumOf;
//! use statewalk::pdb::build::{Sources, build};
//! use statewalk::pdb::{Lookup, Title};
//! use statewalk::{Cost, Exactly, Heuristic, Limits, Predecessors, StateSpace, astar};
//!
//! /// Each dial shows 0 to 7, and after 7 comes 0 again. An action is a dial, and what is added to it.
//! struct Dials;
//!
//! impl StateSpace for Dials {
//!     type State = Vec<u8>;
//!     type Action = (usize, u8);
//!     fn actions<'a>(&'a self, dials: &Vec<u8>) -> impl Iterator<Item = (usize, u8)> + use<'a> {
//!         (0..dials.len()).flat_map(|dial| [(dial, 1), (dial, 7)])
//!     }
//!     fn apply(&self, dials: &mut Vec<u8>, &(dial, by): &(usize, u8)) {
//!         dials[dial] = (dials[dial] + by) % 8;
//!     }
//!     // The sweep that builds a database asks for it.
//!     fn max_cost(&self) -> Option<Cost> {
//!         Some(1)
//!     }
//! }
//!
//! impl Predecessors for Dials {
//!     fn predecessors<'a>(
//!         &'a self,
//!         dials: &Vec<u8>,
//!     ) -> impl Iterator<Item = ((usize, u8), Vec<u8>)> + use<'a> {
//!         let dials = dials.clone();
//!         self.actions(&dials).map(move |(dial, by)| {
//!             let mut before = dials.clone();
//!             self.apply(&mut before, &(dial, 8 - by));
//!             ((dial, by), before)
//!         })
//!     }
//! }
//!
//! /// Looks at one dial: the small space has the same rules, for one.
//! struct Only(usize);
//!
//! impl Abstraction<Dials> for Only {
//!     type Space = Dials;
//!     fn space(&self) -> &Dials {
//!         &Dials
//!     }
//!     fn project(&self, dials: &Vec<u8>) -> Vec<u8> {
//!         vec![dials[self.0]]
//!     }
//!     fn action(&self, _: &Vec<u8>, &(dial, by): &(usize, u8)) -> Option<(usize, u8)> {
//!         (dial == self.0).then_some((0, by))
//!     }
//! }
//!
//! let goal = vec![0; 3];
//! let mut sum = SumOf(Vec::new());
//! for dial in 0..3 {
//!     let (only, ranks) = (Only(dial), MixedRadix::<Vec<u8>>::new([8])?);
//!     let title = Title { space: "3 dials, goal 0 0 0".into(), pattern: format!("dial {dial}") };
//!     let goals = [only.project(&goal)];
//!     let sources = Sources { space: only.space(), encoding: &ranks, goals: &goals };
//!     let database = build(title, sources, &Limits::default())?;
//!     assert_eq!(database.entries(), [0, 1, 2, 3, 4, 3, 2, 1]);
//!     // `None` would say that the database is not of these ranks.
//!     sum.0.extend(Lookup::new(only, ranks, Arc::new(database)));
//! }
//! assert_eq!(sum.estimate(&vec![1, 4, 6]), Some(1 + 4 + 2));
//! let outcome = astar(&Dials, vec![1, 4, 6], &Exactly(goal), &sum)?;
//! assert_eq!(outcome.cost(), Some(7));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod build;
mod error;
pub mod file;
mod lookup;

use std::fmt;

use crate::cost::Cost;
use crate::machine::map::FileMap;
use crate::machine::prefetch::prefetch;
use crate::memory::BudgetVec;
use crate::store::word::index;

pub use error::PdbError;
pub use lookup::Lookup;

/// The entry of what no goal can be reached from.
pub const UNREACHED: u8 = u8::MAX;

/// The largest distance that an entry holds.
pub const MOST_COST: Cost = 254;

/// What a database is of. It is written into its file, and one of another title is refused.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Title {
    /// The large space and its goal, such as `tiles 4x4, goal 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15`.
    pub space: String,
    /// What of its states is looked at, such as `tiles 1 2 3`.
    pub pattern: String,
}

impl fmt::Display for Title {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {}", self.pattern, self.space)
    }
}

/// A table of distances, one byte an entry, in memory or mapped from a file.
#[derive(Debug)]
pub struct Database {
    title: Title,
    entries: Entries,
}

#[derive(Debug)]
enum Entries {
    Held(BudgetVec<u8>),
    /// The file, and where the entries begin and end in it.
    Mapped(FileMap, (usize, usize)),
}

impl Database {
    /// A database of these entries: distances up to [`MOST_COST`], or [`UNREACHED`].
    #[must_use]
    pub fn new(title: Title, entries: BudgetVec<u8>) -> Self {
        let entries = Entries::Held(entries);
        Self { title, entries }
    }

    /// What it is of.
    #[must_use]
    pub fn title(&self) -> &Title {
        &self.title
    }

    /// The entries: one byte for each.
    #[inline]
    #[must_use]
    pub fn entries(&self) -> &[u8] {
        match &self.entries {
            Entries::Held(entries) => entries,
            Entries::Mapped(file, (start, end)) => &file[*start..*end],
        }
    }

    /// Whether it is mapped from a file, and so takes no memory of the process's own.
    #[must_use]
    pub fn is_mapped(&self) -> bool {
        matches!(self.entries, Entries::Mapped(..))
    }

    /// The distance of entry `rank`; `None` if no goal can be reached from there, or there is no such entry.
    #[inline]
    #[must_use]
    pub fn get(&self, rank: u64) -> Option<Cost> {
        let entry = self.entries().get(index(rank));
        let entry = *entry.filter(|&&entry| entry != UNREACHED)?;
        Some(entry.into())
    }

    /// How many entries have the distance 0, 1, 2, ...; those that were not reached are left out.
    #[must_use]
    pub fn profile(&self) -> Vec<u64> {
        let mut counts = [0; 256];
        for &entry in self.entries() {
            counts[usize::from(entry)] += 1;
        }
        let reached = &counts[..usize::from(UNREACHED)];
        let depth = reached.iter().rposition(|&count| count > 0);
        reached[..depth.map_or(0, |depth| depth + 1)].to_vec()
    }
}

/// Asks for the entry of `rank` before it is looked at: a hint, which saves most of the time that memory takes where
/// some dozens of instructions lie between.
#[inline]
pub fn foresee(entries: &[u8], rank: u64) {
    prefetch(entries, index(rank));
}

#[cfg(test)]
mod tests;
