//! Kernels led by databases of patterns: a board is kept as the number of the entry of each pattern.
//!
//! A tile that goes sideways changes the number of its pattern's entry by what its digit counts for. One that goes up
//! or down passes the tiles on the cells between, and each of these that is in its pattern changes the number by
//! an amount that is known for the two of them. On the reflected board it is the other way round. So a number is
//! never made of all cells of a pattern, and only the database of the tile that moves is looked at.
//!
//! Where databases are large, memory takes longer than all else here, so the entries of all successors are asked for
//! before the first of them is looked at.

use statewalk::encoding::Encoding;
use statewalk::pdb::foresee;

use super::{Leads, Slide};
use crate::tiles::board::{Board, Word};
use crate::tiles::patterns::additive::{Additive, turned};
use crate::tiles::patterns::{Spot, entries_of};
use crate::tiles::rules::{MOST_CELLS, Tiles};

/// The most patterns: their values take a word of 32 bits.
const PATTERNS: usize = 4;

/// For each number of a tile there is room for so many others, a power of two.
const NUMBERS: usize = 32;

/// How a tile is looked up.
#[derive(Clone, Copy, Debug)]
struct Tile {
    /// Its pattern.
    pattern: usize,
    /// All ones in the place of its pattern.
    lanes: [u32; PATTERNS],
    /// What its digit counts for.
    weight: u32,
    /// What it adds to the number of the entry that each other tile is passed by this one on its way to higher cells.
    passed: [u32; NUMBERS],
}

/// How all tiles are looked up.
#[derive(Clone, Debug)]
struct Way<'a> {
    tiles: Vec<Tile>,
    tables: [&'a [u8]; PATTERNS],
}

/// Databases of patterns that have all tiles of the board between them.
#[derive(Clone, Debug)]
pub struct Entries<'a> {
    direct: Way<'a>,
    /// The same for the reflected board. If there is none, all numbers are 0 and so is the only entry.
    mirrored: Way<'a>,
    additive: &'a Additive,
}

/// What is kept of a board by one way to look it up.
#[derive(Clone, Copy, Debug)]
struct Part {
    /// The number of the entry of each pattern.
    numbers: [u32; PATTERNS],
    /// What each pattern says, eight bits each.
    values: u32,
    sum: i32,
}

/// What is kept of a board.
#[derive(Clone, Copy, Debug)]
pub struct Kept {
    direct: Part,
    mirrored: Part,
}

/// The numbers of the entries that are asked for.
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    direct: u32,
    mirrored: u32,
}

impl<'a> Way<'a> {
    /// Nothing is looked up.
    fn nothing() -> Self {
        let tile = Tile {
            pattern: 0,
            lanes: [0; PATTERNS],
            weight: 0,
            passed: [0; NUMBERS],
        };
        Self {
            tiles: vec![tile; NUMBERS],
            tables: [&[0]; PATTERNS],
        }
    }

    /// The databases, if there are not too many and each tile is in one.
    fn new(additive: &'a Additive) -> Option<Self> {
        let (mut way, cells) = (Self::nothing(), additive.rules().cells());
        let mut count = 0;
        for (index, (pattern, database)) in additive.databases().enumerate() {
            *way.tables.get_mut(index)? = database.entries();
            // A digit counts for the arrangements of the tiles after it.
            let mut weights = vec![1u32; pattern.tiles().len()];
            for place in (1..weights.len()).rev() {
                let fewer = u32::try_from(cells - place).ok()?;
                weights[place - 1] = weights[place].checked_mul(fewer)?;
            }
            let all = || pattern.tiles().iter().zip(&weights).enumerate();
            for (place, (&number, &weight)) in all() {
                let tile = &mut way.tiles[usize::from(number)];
                (tile.pattern, tile.weight) = (index, weight);
                tile.lanes[index] = u32::MAX;
                for (other_place, (&other, &other_weight)) in all() {
                    // A digit counts the free cells before a tile. Once it is behind an earlier one, that cell is none
                    // of them; and so it is for a later one that is before it now.
                    tile.passed[usize::from(other)] = if other_place < place {
                        weight.wrapping_neg()
                    } else {
                        other_weight
                    };
                }
            }
            count += weights.len();
        }
        (count + 1 == cells).then_some(way)
    }

    /// The same for the reflected board, by the numbers that tiles have before it is reflected.
    fn mirrored(&self, additive: &'a Additive) -> Self {
        let Some(reflection) = additive.reflection() else {
            return Self::nothing();
        };
        let mut way = self.clone();
        let image = |number| usize::from(reflection.number(number));
        for number in (0..).take(additive.rules().cells()) {
            let mut tile = self.tiles[image(number)];
            for other in (0..).take(additive.rules().cells()) {
                tile.passed[usize::from(other)] = self.tiles[image(number)].passed[image(other)];
            }
            way.tiles[usize::from(number)] = tile;
        }
        way
    }

    fn part(&self, numbers: [u32; PATTERNS]) -> Part {
        let mut values = [0; PATTERNS];
        for ((value, table), number) in values.iter_mut().zip(self.tables).zip(numbers) {
            *value = table.get(number as usize).copied().unwrap_or(0);
        }
        Part {
            numbers,
            sum: values.into_iter().map(i32::from).sum(),
            values: u32::from_le_bytes(values),
        }
    }

    /// The number of the entry after a tile went by so many cells, past these tiles.
    #[expect(
        clippy::inline_always,
        reason = "a call takes longer than what it does"
    )]
    #[inline(always)]
    fn ask(
        &self,
        part: &Part,
        number: u8,
        (is_up, cells): (bool, u32),
        passed: impl Iterator<Item = u8>,
    ) -> u32 {
        let tile = &self.tiles[usize::from(number) % NUMBERS];
        let pattern = tile.pattern % PATTERNS;
        let mut change = tile.weight.wrapping_mul(cells);
        for other in passed {
            change = change.wrapping_add(tile.passed[usize::from(other) % NUMBERS]);
        }
        let before = part.numbers[pattern];
        let entry = if is_up {
            before.wrapping_add(change)
        } else {
            before.wrapping_sub(change)
        };
        foresee(self.tables[pattern], entry.into());
        entry
    }

    /// What is kept after that.
    #[expect(
        clippy::inline_always,
        reason = "a call takes longer than what it does"
    )]
    #[inline(always)]
    fn answer(&self, part: &Part, number: u8, entry: u32) -> Part {
        let tile = &self.tiles[usize::from(number) % NUMBERS];
        let pattern = tile.pattern % PATTERNS;
        let shift = 8 * pattern;
        let value = i32::from(self.tables[pattern][entry as usize]);
        let rise = value - (part.values >> shift & 0xFF).cast_signed();
        let change = entry.wrapping_sub(part.numbers[pattern]);
        // All of them at once: one that was written alone would be waited for when all are read.
        let mut numbers = part.numbers;
        for (number, lane) in numbers.iter_mut().zip(tile.lanes) {
            *number = number.wrapping_add(change & lane);
        }
        Part {
            numbers,
            // No byte flows over into the next: it becomes an entry again.
            values: part.values.wrapping_add(rise.cast_unsigned() << shift),
            sum: part.sum + rise,
        }
    }
}

impl<'a> Entries<'a> {
    /// Look-ups in these databases; `None` if they have too many patterns, or not all tiles.
    pub(in crate::tiles) fn new(additive: &'a Additive) -> Option<Self> {
        let direct = Way::new(additive)?;
        Some(Self {
            mirrored: direct.mirrored(additive),
            direct,
            additive,
        })
    }

    /// The numbers of the entries of a board.
    fn numbers(&self, board: &Board) -> [u32; PATTERNS] {
        let mut numbers = [0; PATTERNS];
        for (number, (pattern, _)) in numbers.iter_mut().zip(self.additive.databases()) {
            let (rules, spot): (&Tiles, Spot) = (self.additive.rules(), pattern.spot(board));
            let entries = entries_of(rules, pattern.tiles().len());
            let entry = entries.map_or(0, |entries| entries.rank(&spot));
            // The weights of all digits fit as many bits.
            *number = u32::try_from(entry).unwrap_or(u32::MAX);
        }
        numbers
    }
}

impl<B: Word, const W: usize> Leads<B, W, W> for Entries<'_> {
    type Kept = Kept;
    type Asked = Asked;
    // No estimate rises or falls by more.
    const MOST: i32 = 128;
    const FALLS: bool = true;

    fn begin(&self, board: &Board) -> Kept {
        let direct = self.direct.part(self.numbers(board));
        let mirrored = match self.additive.reflection() {
            Some(reflection) => self.numbers(&reflection.image(board)),
            None => [0; PATTERNS],
        };
        let mirrored = self.mirrored.part(mirrored);
        Kept { direct, mirrored }
    }

    #[expect(
        clippy::inline_always,
        reason = "a call takes longer than what it does"
    )]
    #[inline(always)]
    fn ask(&self, board: B, kept: &Kept, slide: Slide) -> Asked {
        let (first, last) = (slide.from.min(slide.to), slide.from.max(slide.to));
        let (is_up, apart) = (slide.to > slide.from, last - first);
        // Cells are below 25.
        #[expect(clippy::cast_possible_truncation, reason = "cells are below 25")]
        let at = |cell: usize| board.get(cell as u32);
        const { assert!(W * W <= MOST_CELLS, "a word has so many cells") };
        let along = (first + 1..last).map(at);
        // The cells between them, column by column.
        let turned_first = turned(first, W);
        let across =
            (1..if apart == 1 { W } else { 1 }).map(|next| at(turned(turned_first + next, W)));
        #[expect(clippy::cast_possible_truncation, reason = "cells are below 25")]
        let (cells, mirrored_cells) = (apart as u32, if apart == 1 { W as u32 } else { 1 });
        let number = slide.tile;
        Asked {
            direct: self.direct.ask(&kept.direct, number, (is_up, cells), along),
            mirrored: self
                .mirrored
                .ask(&kept.mirrored, number, (is_up, mirrored_cells), across),
        }
    }

    #[expect(
        clippy::inline_always,
        reason = "a call takes longer than what it does"
    )]
    #[inline(always)]
    fn answer(&self, kept: &Kept, slide: Slide, asked: Asked) -> (Kept, i32) {
        let next = Kept {
            direct: self.direct.answer(&kept.direct, slide.tile, asked.direct),
            mirrored: self
                .mirrored
                .answer(&kept.mirrored, slide.tile, asked.mirrored),
        };
        let h = |kept: &Kept| kept.direct.sum.max(kept.mirrored.sum);
        (next, (1 + h(&next) - h(kept)) >> 1)
    }
}
