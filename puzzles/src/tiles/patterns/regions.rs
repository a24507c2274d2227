//! The small space of a pattern: the cells of its tiles, and the region that the blank can go about in between them.
//!
//! What the blank does among the other tiles costs nothing and changes nothing here, so each action is a move of a
//! tile of the pattern and costs 1.

use std::ops::Range;

use statewalk::abstraction::Abstraction;
use statewalk::pdb::Title;
use statewalk::space::{Invertible, Predecessors, StateSpace, predecessors_by_inverse};

use super::{MOST_TILES, Spot, title};
use crate::tiles::board::{Board, DIRECTIONS, Toward, Word};
use crate::tiles::rules::{MOST_CELLS, Tiles, narrow};

/// Where the tiles of a pattern stand, and where the blank can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spots {
    /// The cell of each tile.
    pub cells: Spot,
    /// The cells that the blank can go to without a move of these tiles, a bit for each.
    pub region: u32,
}

/// A move of a tile of the pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shift {
    /// Which one, as a number below that of its tiles.
    pub tile: u8,
    /// Where it goes, and the blank comes from.
    pub toward: Toward,
}

/// Boards of one size with some tiles that are looked at.
#[derive(Clone, Debug)]
pub struct Regions {
    width: u32,
    cells: u32,
    tiles: u8,
    /// The cells of the first column, and of the last.
    first: u32,
    last: u32,
}

impl Regions {
    fn new(rules: &Tiles, tiles: u8) -> Self {
        let byte = |number: usize| u32::from(number.to_le_bytes()[0]);
        let (width, cells) = (byte(rules.width()), byte(rules.cells()));
        let first = (0..cells)
            .step_by(rules.width())
            .map(|cell| 1 << cell)
            .sum();
        Self {
            width,
            cells,
            tiles,
            first,
            last: first << (width - 1),
        }
    }

    /// The cells of the board.
    #[must_use]
    pub fn cells(&self) -> u32 {
        self.cells
    }

    /// The tiles of the pattern.
    #[must_use]
    pub fn tiles(&self) -> usize {
        self.tiles.into()
    }

    /// The cells of a board, a bit for each.
    pub(super) fn all(&self) -> u32 {
        (1 << self.cells) - 1
    }

    /// The cell beside `cell`, if there is one.
    #[inline]
    pub(super) fn beside(&self, cell: u32, toward: Toward) -> Option<u32> {
        let bit = 1 << cell;
        match toward {
            Toward::Up => cell.checked_sub(self.width),
            Toward::Left => (self.first & bit == 0).then(|| cell - 1),
            Toward::Right => (self.last & bit == 0).then_some(cell + 1),
            Toward::Down => Some(cell + self.width).filter(|&below| below < self.cells),
        }
    }

    /// The cells that can be come to from those of `from` through those of `free`.
    #[inline]
    pub(super) fn flooded(&self, from: u32, free: u32) -> u32 {
        let mut region = from & free;
        loop {
            let sideways = (region & !self.last) << 1 | (region & !self.first) >> 1;
            let next = (region | sideways | region << self.width | region >> self.width) & free;
            if next == region {
                return region;
            }
            region = next;
        }
    }

    /// The cells that tiles stand on, a bit for each.
    pub(super) fn taken(cells: &Spot) -> u32 {
        cells.as_ref().iter().map(|&cell| 1 << cell).sum()
    }

    /// Tiles on these cells, with the blank on another one.
    #[must_use]
    pub fn spots(&self, cells: Spot, blank: u32) -> Spots {
        let free = self.all() & !Self::taken(&cells);
        Spots {
            cells,
            region: self.flooded(1 << blank, free),
        }
    }

    /// Where a move leads to, if the blank can come there.
    #[inline]
    fn target(&self, spots: &Spots, shift: Shift) -> Option<u32> {
        let cell = *spots.cells.as_ref().get(usize::from(shift.tile))?;
        let to = self.beside(cell.into(), shift.toward)?;
        (spots.region >> to & 1 == 1).then_some(to)
    }
}

/// All moves of so many tiles, whether they can be made or not, tile by tile.
pub(super) fn shifts(tiles: u8) -> impl Iterator<Item = Shift> {
    let all: Range<u8> = 0..tiles;
    all.flat_map(|tile| DIRECTIONS.map(|(toward, _)| Shift { tile, toward }))
}

impl StateSpace for Regions {
    type State = Spots;
    type Action = Shift;

    fn actions<'a>(&'a self, spots: &Spots) -> impl Iterator<Item = Shift> + use<'a> {
        let spots = *spots;
        shifts(self.tiles).filter(move |&shift| self.target(&spots, shift).is_some())
    }

    fn apply(&self, spots: &mut Spots, &shift: &Shift) {
        let Some(to) = self.target(spots, shift) else {
            return;
        };
        let cell = &mut spots.cells.as_mut()[usize::from(shift.tile)];
        let from = u32::from(*cell);
        *cell = to.to_le_bytes()[0];
        *spots = self.spots(spots.cells, from);
    }

    fn max_cost(&self) -> Option<i64> {
        Some(1)
    }

    fn is_applicable(&self, spots: &Spots, &shift: &Shift) -> bool {
        self.target(spots, shift).is_some()
    }
}

/// The direction that leads back.
pub(super) fn back(toward: Toward) -> Toward {
    match toward {
        Toward::Up => Toward::Down,
        Toward::Left => Toward::Right,
        Toward::Right => Toward::Left,
        Toward::Down => Toward::Up,
    }
}

impl Invertible for Regions {
    fn inverse(&self, &Shift { tile, toward }: &Shift) -> Shift {
        let toward = back(toward);
        Shift { tile, toward }
    }
}

impl Predecessors for Regions {
    fn predecessors<'a>(&'a self, spots: &Spots) -> impl Iterator<Item = (Shift, Spots)> + use<'a> {
        predecessors_by_inverse(self, spots)
    }
}

/// Some tiles of a board, the others forgotten: the abstraction on [`Regions`].
///
/// Patterns that share no tile are a cost partition: each move is one of at most one of them.
#[derive(Clone, Debug)]
pub struct Pattern {
    rules: Tiles,
    tiles: Vec<u8>,
    regions: Regions,
}

impl Pattern {
    /// The pattern of these tiles; `None` if they are no tiles of the board, one is named twice, or they are too many:
    /// more than [`MOST_TILES`], or boards of more than 25 cells.
    #[must_use]
    pub fn new(rules: &Tiles, tiles: &[u8]) -> Option<Self> {
        let cells = rules.cells();
        let fits = (1..=MOST_TILES).contains(&tiles.len()) && cells <= MOST_CELLS;
        let is_tile = |(index, tile): (usize, &u8)| {
            (1..cells).contains(&usize::from(*tile)) && !tiles[..index].contains(tile)
        };
        (fits && tiles.iter().enumerate().all(is_tile)).then(|| Self {
            regions: Regions::new(rules, tiles.len().to_le_bytes()[0]),
            tiles: tiles.to_vec(),
            rules: rules.clone(),
        })
    }

    /// The numbers of the tiles.
    #[must_use]
    pub fn tiles(&self) -> &[u8] {
        &self.tiles
    }

    /// The small space.
    #[must_use]
    pub fn regions(&self) -> &Regions {
        &self.regions
    }

    /// What its database is called in a file.
    #[must_use]
    pub fn title(&self) -> Title {
        title(&self.rules, &self.tiles)
    }

    /// The rules of whole boards.
    #[must_use]
    pub fn rules(&self) -> &Tiles {
        &self.rules
    }

    /// What the goal of the rules is projected on.
    #[must_use]
    pub fn goal(&self) -> Spots {
        self.project(&self.rules.goal())
    }

    /// The cells of the tiles of the pattern on a board.
    #[inline]
    #[must_use]
    pub fn spot(&self, board: &Board) -> Spot {
        let (cells, _) = cells_of(&self.rules, *board);
        self.tiles
            .iter()
            .map(|&tile| cells[usize::from(tile)])
            .collect()
    }

    /// Which of the tiles moves as the blank goes `toward`.
    fn moved(&self, board: &Board, toward: Toward) -> Option<u8> {
        let (cells, blank) = cells_of(&self.rules, *board);
        let from = self.regions.beside(blank, toward)?;
        let moved = |tile: &u8| u32::from(cells[usize::from(*tile)]) == from;
        let index = self.tiles.iter().position(moved)?;
        Some(index.to_le_bytes()[0])
    }
}

/// The cell of each number, that of the blank among them, and the cell of the blank.
#[inline]
pub(in crate::tiles) fn cells_of(rules: &Tiles, board: Board) -> ([u8; MOST_CELLS], u32) {
    #[inline]
    fn read<W: Word>(word: W, tiles: usize) -> ([u8; MOST_CELLS], u32) {
        let (mut cells, blank) = ([0; MOST_CELLS], word.blank());
        for field in (0..).take(tiles) {
            // Cells are below 25.
            let cell = (field + u32::from(field >= blank)).to_le_bytes()[0];
            cells[usize::from(word.get(field)) + 1] = cell;
        }
        cells[0] = blank.to_le_bytes()[0];
        (cells, blank)
    }
    let tiles = rules.cells() - 1;
    if rules.is_narrow() {
        read(narrow(board), tiles)
    } else {
        read(board.0, tiles)
    }
}

impl Abstraction<Tiles> for Pattern {
    type Space = Regions;

    fn space(&self) -> &Regions {
        &self.regions
    }

    fn project(&self, board: &Board) -> Spots {
        let (_, blank) = cells_of(&self.rules, *board);
        self.regions.spots(self.spot(board), blank)
    }

    fn action(&self, board: &Board, &toward: &Toward) -> Option<Shift> {
        let tile = self.moved(board, toward)?;
        let toward = back(toward);
        Some(Shift { tile, toward })
    }
}
