//! The entries of a swept pattern, put into the order of arrangements.
//!
//! A sweep numbers placements by the set of cells and the order of the tiles on them; look-ups by the cell of the first
//! tile, of the second, and so on. Each thread writes stretches of its own from one end to the other, and reads out of
//! order.

use std::sync::{Mutex, PoisonError};
use std::thread;

use super::MOST_TILES;
use super::ranks::binomials;
use super::regions::Regions;

/// What is known of the tiles that were placed.
#[derive(Clone, Copy)]
struct Tiles {
    /// The cells, ascending, and for each how many tiles of lower numbers stand on higher ones.
    sorted: [(usize, usize); MOST_TILES],
    len: usize,
}

impl Tiles {
    /// The same with the next tile on a free cell.
    fn with(mut self, cell: usize) -> Self {
        let place = self.sorted[..self.len]
            .iter()
            .position(|&(other, _)| other > cell)
            .unwrap_or(self.len);
        self.sorted.copy_within(place..self.len, place + 1);
        self.sorted[place] = (cell, self.len - place);
        self.len += 1;
        self
    }

    fn has(&self, cell: usize) -> bool {
        self.sorted[..self.len]
            .iter()
            .any(|&(other, _)| other == cell)
    }
}

struct Gather<'a> {
    cells: usize,
    tiles: usize,
    source: &'a [u8],
    choose: [[usize; MOST_TILES + 2]; 26],
    factorials: [usize; MOST_TILES + 1],
}

/// Writes to `target`, in the order of arrangements, what `source` has for each set of cells and order of the tiles.
pub(super) fn in_order(regions: &Regions, source: &[u8], target: &mut [u8], threads: usize) {
    let mut factorials = [1; MOST_TILES + 1];
    for n in 1..factorials.len() {
        factorials[n] = n * factorials[n - 1];
    }
    let gather = Gather {
        cells: regions.cells() as usize,
        tiles: regions.tiles(),
        source,
        choose: binomials().map(|row| row.map(|count| count as usize)),
        factorials,
    };
    let none = Tiles {
        sorted: [(0, 0); MOST_TILES],
        len: 0,
    };
    // A stretch for each cell of the first tile.
    let len = (target.len() / gather.cells).max(1);
    let stretches = Mutex::new((0..gather.cells).zip(target.chunks_mut(len)));
    let work = || {
        loop {
            let next = stretches
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .next();
            let Some((cell, stretch)) = next else { break };
            if gather.tiles == 1 {
                gather.last(&none, &mut stretch[..], cell..cell + 1);
            } else {
                gather.fill(&none.with(cell), stretch);
            }
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads.min(gather.cells) {
            scope.spawn(work);
        }
        work();
    });
}

impl Gather<'_> {
    /// The entries of all placements that begin with these tiles.
    fn fill(&self, placed: &Tiles, target: &mut [u8]) {
        if placed.len + 1 == self.tiles {
            self.last(placed, target, 0..self.cells);
            return;
        }
        let len = target.len() / (self.cells - placed.len);
        let free = (0..self.cells).filter(|&cell| !placed.has(cell));
        for (cell, target) in free.zip(target.chunks_exact_mut(len)) {
            self.fill(&placed.with(cell), target);
        }
    }

    /// The entries of all placements of the last tile on cells of a range. While it stands between the same two tiles, the
    /// order of the tiles is the same, and of the sum that numbers the set one term changes.
    fn last(&self, placed: &Tiles, target: &mut [u8], range: std::ops::Range<usize>) {
        let sorted = &placed.sorted[..placed.len];
        let weight = |place: usize| self.factorials[self.tiles - 1 - place];
        // With the last tile before all others.
        let (mut set, mut order) = (0, 0);
        for (place, &(cell, higher)) in (1..).zip(sorted) {
            set += self.choose[cell][place + 1];
            order += higher * weight(place);
        }
        let mut target = target.iter_mut();
        let mut from = range.start;
        for place in 0..=sorted.len() {
            let end = sorted.get(place).map_or(range.end, |&(cell, _)| cell);
            let local = order + (sorted.len() - place) * weight(place);
            let block = self.factorials[self.tiles];
            for (cell, target) in (from..end).zip(&mut target) {
                let number = set + self.choose[cell][place + 1];
                *target = self.source[number * block + local];
            }
            if let Some(&(cell, higher)) = sorted.get(place) {
                // Now the last tile stands behind this one.
                set = set + self.choose[cell][place + 1] - self.choose[cell][place + 2];
                order = order + higher * weight(place) - higher * weight(place + 1);
                from = cell + 1;
            }
        }
    }
}
