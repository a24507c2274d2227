//! The perfect hash of the small space of a pattern, on whose ranks moves act digit by digit.
//!
//! The *part* is the set of cells that tiles stand on, with the region of the blank; sets are numbered in the order of
//! their masks, and the regions of a set by their first cells. The *local rank* is the order of the tiles on these
//! cells, lexicographically. A tile that moves passes the tiles on the cells between, if any: it permutes
//! neighbouring items of that order. So a sweep on bit planes takes 64 orders a word.

use statewalk::encoding::Encoding;
use statewalk::encoding::permutation::Permutation;
use statewalk::memory::Memory;
use statewalk::rank_actions::lehmer::Lehmer;
use statewalk::rank_actions::{RankActions, RankActionsError, RankMoves};

use super::regions::{Regions, Spots};
use super::{MOST_TILES, Spot};
use crate::tiles::board::DIRECTIONS;
use crate::tiles::rules::MOST_CELLS;

/// Binomial coefficients: entry `[n][k]`.
type Binomials = [[u32; MOST_TILES + 2]; MOST_CELLS + 1];

/// The binomial coefficients of cells and tiles.
pub(super) fn binomials() -> Binomials {
    let mut choose: Binomials = [[0; MOST_TILES + 2]; MOST_CELLS + 1];
    for n in 0..choose.len() {
        choose[n][0] = 1;
        for k in 1..=n.min(MOST_TILES + 1) {
            choose[n][k] = choose[n - 1][k - 1] + choose[n - 1][k];
        }
    }
    choose
}

/// The perfect hash of the states of [`Regions`].
#[derive(Debug)]
pub struct RegionRanks {
    choose: Binomials,
    /// The first part of each set, and their number at the end.
    firsts: Vec<u32>,
    /// The set and the region of each part.
    parts: Vec<(u32, u32)>,
    /// The orders of the tiles on a set; `None` only where there is no room for them, which is never.
    orders: Option<Permutation<Spot>>,
}

impl RegionRanks {
    /// The perfect hash of a small space. Time and memory: those of all its parts, twelve bytes each.
    #[must_use]
    pub fn new(regions: &Regions) -> Self {
        let tiles = regions.tiles();
        let (mut firsts, mut parts) = (vec![0], Vec::new());
        let mut set: u32 = (1 << tiles) - 1;
        while set <= regions.all() {
            let mut free = regions.all() & !set;
            while free != 0 {
                let region = regions.flooded(free & free.wrapping_neg(), free);
                parts.push((set, region));
                free &= !region;
            }
            // There are at most 10^6 sets, with fewer than 25 regions each.
            firsts.push(u32::try_from(parts.len()).unwrap_or(u32::MAX));
            // The next mask of so many bits: the lowest run of ones goes up by one, the rest of it down.
            let lowest = set & set.wrapping_neg();
            let carried = set + lowest;
            set = carried | ((set ^ carried) / lowest) >> 2;
        }
        Self {
            choose: binomials(),
            firsts,
            parts,
            orders: Permutation::new(tiles).ok(),
        }
    }

    /// Where the parts of each set end.
    #[must_use]
    pub fn blocks(&self) -> Vec<usize> {
        self.firsts[1..].iter().map(|&end| end as usize).collect()
    }

    fn locals(&self) -> u64 {
        self.orders.as_ref().map_or(1, Encoding::size)
    }

    /// The number of a set among those of as many cells, in the order of their masks.
    fn number(&self, mut set: u32) -> usize {
        let (mut number, mut place) = (0, 1);
        while set != 0 {
            number += self.choose[set.trailing_zeros() as usize][place];
            place += 1;
            set &= set - 1;
        }
        number as usize
    }

    /// The part of a set whose region has these cells.
    fn part(&self, set: u32, region: u32) -> usize {
        let number = self.number(set);
        let range = self.firsts[number] as usize..self.firsts[number + 1] as usize;
        let first = range.start;
        let has = |(_, other): &(u32, u32)| other & region != 0;
        first + self.parts[range].iter().position(has).unwrap_or(0)
    }
}

impl Encoding for RegionRanks {
    type State = Spots;

    fn size(&self) -> u64 {
        self.parts.len() as u64 * self.locals()
    }

    fn rank(&self, spots: &Spots) -> u64 {
        let set = Regions::taken(&spots.cells);
        let mut order = spots.cells;
        for (tile, &cell) in (0..).zip(spots.cells.as_ref()) {
            let before = set & ((1 << cell) - 1);
            order.as_mut()[before.count_ones() as usize] = tile;
        }
        let local = self.orders.as_ref().map_or(0, |orders| orders.rank(&order));
        self.part(set, spots.region) as u64 * self.locals() + local
    }

    fn unrank_into(&self, rank: u64, spots: &mut Spots) {
        let (part, local) = (rank / self.locals(), rank % self.locals());
        let (mut set, region) = usize::try_from(part)
            .ok()
            .and_then(|part| self.parts.get(part).copied())
            .unwrap_or_default();
        let mut order = spots.cells;
        if let Some(orders) = &self.orders {
            orders.unrank_into(local, &mut order);
        }
        for &tile in order.as_ref() {
            // Cells are below 25.
            spots.cells.as_mut()[usize::from(tile)] = set.trailing_zeros().to_le_bytes()[0];
            set &= set.wrapping_sub(1);
        }
        spots.region = region;
    }
}

impl RankActions<Regions> for RegionRanks {
    fn rank_moves(
        &self,
        regions: &Regions,
        memory: &Memory,
    ) -> Result<RankMoves, RankActionsError> {
        let code = Lehmer::all(regions.tiles());
        let mut moves = RankMoves::new(self.parts.len() as u64, code.radices(), memory)?;
        // The maps of a tile that goes from one place in the order to another.
        let mut maps = [[None; MOST_TILES]; MOST_TILES];
        for (part, &(set, region)) in self.parts.iter().enumerate() {
            let mut rest = set;
            while rest != 0 {
                let cell = rest.trailing_zeros();
                rest &= rest - 1;
                let place = (set & ((1 << cell) - 1)).count_ones() as usize;
                for (toward, _) in DIRECTIONS {
                    let to = regions.beside(cell, toward);
                    let Some(to) = to.filter(|to| region >> to & 1 == 1) else {
                        continue;
                    };
                    let after = set ^ 1 << cell ^ 1 << to;
                    let new = (after & ((1 << to) - 1)).count_ones() as usize;
                    let map = match maps[place][new] {
                        Some(map) => map,
                        None => passing(code, (place, new), &mut moves)?,
                    };
                    maps[place][new] = Some(map);
                    moves.connect(part, map, self.part(after, 1 << cell))?;
                }
            }
        }
        Ok(moves)
    }
}

/// The map of the item at one place that goes to another and passes those between.
fn passing(
    code: Lehmer,
    (from, to): (usize, usize),
    moves: &mut RankMoves,
) -> Result<usize, RankActionsError> {
    let first = from.min(to);
    let mut order: Vec<usize> = (0..=from.abs_diff(to)).collect();
    if from < to {
        order.rotate_left(1);
    } else {
        order.rotate_right(1);
    }
    let values = code.values(first, order.len());
    moves.add_map_of(values, || code.permuting(first, &order, false))
}
