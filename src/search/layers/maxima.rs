//! Local maxima: states that no edge of the sweep leads farther from.

use std::fmt::Debug;

use crate::cost::{self, Cost};
use crate::memory::BudgetVec;
use crate::search::layers::neighbours::Neighbours;
use crate::search::layers::residues::Residues;
use crate::search::layers::{End, Swept};
use crate::search::limits::{Limit, Limits};
use crate::search::outcome::SearchError;
use crate::search::{Observer, Stats};
use crate::store::costs::{CostList, UNREACHED};
use crate::store::word::index;

/// States that are looked at between two looks at the limits.
const BATCH: u64 = 1024;

/// The local maxima of a space: the states from which no edge leads to a state that is farther. The
/// deepest states are among them.
#[derive(Debug)]
pub struct Maxima {
    profile: BudgetVec<u64>,
    first: BudgetVec<(u64, Cost)>,
}

impl Maxima {
    /// How many there are at the distance 0, 1, 2, ..., to the depth of the space.
    #[must_use]
    pub fn profile(&self) -> &[u64] {
        &self.profile
    }

    /// How many there are.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.profile.iter().sum()
    }

    /// The ranks of the first of them, ascending, as many as were asked for, and how far they are.
    #[must_use]
    pub fn first(&self) -> &[(u64, Cost)] {
        &self.first
    }
}

/// A table that tells of two neighbours which is farther.
pub trait Depths {
    /// An entry of a state that was reached.
    type Entry: Copy + Debug;

    /// How many ranks there are.
    fn size(&self) -> u64;

    /// The entry of a rank, if it was reached.
    fn entry(&self, rank: u64) -> Option<Self::Entry>;

    /// Whether a neighbour is farther.
    fn is_farther(entry: Self::Entry, neighbour: Self::Entry) -> bool;

    /// How far `rank` is.
    ///
    /// # Errors
    /// Those of the edges.
    fn depth(
        &self,
        rank: u64,
        entry: Self::Entry,
        edges: &mut impl Neighbours,
    ) -> Result<Cost, SearchError>;
}

impl Depths for CostList {
    type Entry = Cost;

    fn size(&self) -> u64 {
        self.len() as u64
    }

    fn entry(&self, rank: u64) -> Option<Cost> {
        Some(self.get(index(rank))).filter(|&cost| cost != UNREACHED)
    }

    fn is_farther(entry: Cost, neighbour: Cost) -> bool {
        neighbour > entry
    }

    fn depth(&self, _: u64, entry: Cost, _: &mut impl Neighbours) -> Result<Cost, SearchError> {
        Ok(entry)
    }
}

impl<T: Depths, D> Swept<T, D> {
    /// The local maxima of a space that was swept whole along `edges`, with the first `most` of them; `None` of
    /// one that was not, since what was not reached may be farther. The observer hears how many states were
    /// looked at, as expansions.
    ///
    /// In a directed space the edges are those of the sweep: a forward sweep tells the states that no action
    /// leads farther from, a backward sweep those to which none leads from farther away.
    ///
    /// Time: a look at all edges; where the table holds residues, also a way down from each local maximum.
    /// Memory: 8 bytes a distance, 16 bytes for each of the first.
    ///
    /// # Errors
    /// Those of the edges.
    pub fn local_maxima<X: Neighbours<Direction = D>, S>(
        &self,
        edges: &mut X,
        most: usize,
        limits: &Limits,
        observer: &mut impl Observer<S>,
    ) -> Result<Option<Result<Maxima, Limit>>, SearchError> {
        let depth = self.depth().filter(|_| self.end == End::Whole);
        self.table()
            .zip(depth)
            .map(|(table, depth)| maxima(table, edges, (depth, most), limits, observer))
            .transpose()
    }
}

impl<T: Residues> Depths for T {
    type Entry = u8;

    fn size(&self) -> u64 {
        self.ranks()
    }

    fn entry(&self, rank: u64) -> Option<u8> {
        self.residue(rank)
    }

    fn is_farther(entry: u8, neighbour: u8) -> bool {
        neighbour == (entry + 1) % 3
    }

    /// By the way down, as plans are found.
    fn depth(
        &self,
        mut rank: u64,
        mut entry: u8,
        edges: &mut impl Neighbours,
    ) -> Result<Cost, SearchError> {
        let mut depth = 0;
        loop {
            let (mut next, nearer) = (None, (entry + 2) % 3);
            edges.visit(rank, |beside| {
                if next.is_none() && self.residue(beside) == Some(nearer) {
                    next = Some(beside);
                }
            })?;
            let Some(next) = next else { return Ok(depth) };
            (rank, entry) = (next, nearer);
            depth = cost::add(depth, 1)?;
        }
    }
}

fn maxima<T: Depths, X: Neighbours, S>(
    table: &T,
    edges: &mut X,
    (depth, most): (u64, usize),
    limits: &Limits,
    observer: &mut impl Observer<S>,
) -> Result<Result<Maxima, Limit>, SearchError> {
    let layers = usize::try_from(depth).map_or(usize::MAX, |depth| depth.saturating_add(1));
    let profile = match BudgetVec::filled(&limits.memory, layers, 0) {
        Ok(profile) => profile,
        Err(why) => return Ok(Err(why.into())),
    };
    let mut found = Maxima {
        profile,
        first: BudgetVec::new(&limits.memory),
    };
    let mut stats = Stats::default();
    for rank in 0..table.size() {
        if rank % BATCH == 0 {
            if let Some(limit) = limits.interrupted() {
                return Ok(Err(limit));
            }
            observer.progress(&stats);
        }
        let Some(entry) = table.entry(rank) else {
            continue;
        };
        let mut is_highest = true;
        edges.visit(rank, |beside| {
            stats.generated += 1;
            let neighbour = table.entry(beside);
            is_highest &= !neighbour.is_some_and(|neighbour| T::is_farther(entry, neighbour));
        })?;
        stats.expanded += 1;
        if !is_highest {
            continue;
        }
        let depth = table.depth(rank, entry, edges)?;
        let layer = usize::try_from(depth).ok();
        let count = layer.and_then(|layer| found.profile.get_mut(layer));
        // Deeper than the space is deep: the edges are not those of the sweep.
        *count.ok_or(SearchError::NoDescent { cost: depth })? += 1;
        if found.first.len() < most
            && let Err(why) = found.first.push((rank, depth))
        {
            return Ok(Err(why.into()));
        }
    }
    Ok(Ok(found))
}
