//! Boards of 3 x 3, 3 x 4, 4 x 4 and 5 x 5 cells as a depth-first search walks them: in one word, cell by cell,
//! where the blank is and where it came from being types.

use std::fmt::Debug;

use statewalk::cost::Cost;
use statewalk::search::ida_star::kernel::{Dive, Kernel, Spot};

use super::board::{Board, Toward, Word};
use super::manhattan::Manhattan;
use super::rules::{MOST_CELLS, Tiles};

/// Where the blank went last, as a number in a type.
const UP: u8 = Toward::Up as u8;
const LEFT: u8 = Toward::Left as u8;
const RIGHT: u8 = Toward::Right as u8;
const DOWN: u8 = Toward::Down as u8;
/// It did not go anywhere yet.
const NOWHERE: u8 = 4;

/// The kernel for boards of `W` by `H` cells led by Manhattan distance, whose states fit a word of type `B`.
///
/// Each move changes one distance by one, so f = g + h stays or rises by 2. Which tiles a move takes farther from
/// their place is one bit for each.
#[derive(Clone, Debug)]
pub struct Slides<B, const W: usize, const H: usize> {
    /// For each cell of the blank and each direction, the numbers of the tiles that come to stand farther from
    /// their place as they go to that cell.
    farther: [[u32; 4]; MOST_CELLS],
    goal: B,
    rules: Tiles,
}

/// The kernel of boards of 3 by 3 cells.
pub type Slides3x3 = Slides<u64, 3, 3>;
/// The kernel of boards of 3 columns and 4 rows.
pub type Slides3x4 = Slides<u64, 3, 4>;
/// The kernel of boards of 4 by 4 cells.
pub type Slides4x4 = Slides<u64, 4, 4>;
/// The kernel of boards of 5 by 5 cells.
pub type Slides5x5 = Slides<u128, 5, 5>;

/// A board cell by cell, the field of the blank being 0: no cell is looked at but those beside it.
fn cells<B: Word>(rules: &Tiles, board: Board) -> (B, usize) {
    let (mut word, mut blank) = (B::from(0), 0);
    for (cell, number) in (0..).zip(rules.shown(board)) {
        // Numbers are below 25.
        let [number, _] = number.to_le_bytes();
        word = word | B::field(cell, number);
        if number == 0 {
            blank = cell as usize;
        }
    }
    (word, blank)
}

impl<B: Word, const W: usize, const H: usize> Slides<B, W, H> {
    /// The kernel for the goal of `rules`; `None` if they are of another size.
    #[must_use]
    pub fn new(rules: &Tiles) -> Option<Self> {
        if (rules.width(), rules.height()) != (W, H) {
            return None;
        }
        let manhattan = Manhattan::new(rules);
        let mut farther = [[0; 4]; MOST_CELLS];
        for (blank, farther) in farther.iter_mut().enumerate().take(W * H) {
            let mut note = |toward: Toward, from: Option<usize>| {
                let Some(from) = from.filter(|&from| from < W * H) else {
                    return;
                };
                let tiles = (1..W * H)
                    .filter(|&tile| manhattan.steps(blank, tile) > manhattan.steps(from, tile));
                farther[toward as usize] = tiles.map(|tile| 1 << tile).sum();
            };
            note(Toward::Up, blank.checked_sub(W));
            note(Toward::Left, blank.checked_sub(1));
            note(Toward::Right, Some(blank + 1));
            note(Toward::Down, Some(blank + W));
        }
        let (goal, _) = cells(rules, rules.goal());
        let rules = rules.clone();
        Some(Self {
            farther,
            goal,
            rules,
        })
    }
}

/// A board whose blank is at `CELL`, and came there by going `LAST`.
#[derive(Clone, Copy, Debug)]
pub struct At<B, const W: usize, const H: usize, const CELL: usize, const LAST: u8>(B);

/// Does something with the board `$word` whose blank is at `$cell`, which is constant or known when it runs.
macro_rules! at {
    ($cell:expr, $last:ident, $word:expr, $spot:ident => $then:expr) => {
        at!(@ $cell, $last, $word, $spot => $then;
            0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24)
    };
    (@ $cell:expr, $last:ident, $word:expr, $spot:ident => $then:expr; $($number:literal)*) => {
        match $cell {
            $($number => {
                let $spot = At::<B, W, H, $number, { $last }>($word);
                $then
            })*
            _ => false,
        }
    };
}

impl<B: Word, const W: usize, const H: usize, const CELL: usize, const LAST: u8>
    At<B, W, H, CELL, LAST>
{
    const ABOVE: usize = CELL.wrapping_sub(W);
    const BEFORE: usize = CELL.wrapping_sub(1);
    const BEHIND: usize = CELL + 1;
    const BELOW: usize = CELL + W;

    const GOES_UP: bool = CELL >= W && CELL < W * H && LAST != DOWN;
    const GOES_LEFT: bool = !CELL.is_multiple_of(W) && CELL < W * H && LAST != RIGHT;
    const GOES_RIGHT: bool = CELL % W + 1 < W && CELL < W * H && LAST != LEFT;
    const GOES_DOWN: bool = CELL + W < W * H && LAST != UP;

    /// The board after the tile at `from` went to the cell of the blank, and by how many steps f rises.
    #[inline]
    fn slide(self, kernel: &Slides<B, W, H>, toward: Toward, from: usize) -> (B, u32) {
        #[expect(clippy::cast_possible_truncation, reason = "cells are below 25")]
        let (from, to) = (from as u32, CELL as u32);
        let tile = self.0.get(from);
        let steps = kernel.farther[CELL][toward as usize] >> tile & 1;
        (self.0 ^ B::field(from, tile) ^ B::field(to, tile), steps)
    }
}

impl<B, const W: usize, const H: usize, const CELL: usize, const LAST: u8> Spot<Slides<B, W, H>>
    for At<B, W, H, CELL, LAST>
where
    B: Word + Eq + Debug,
{
    const DEGREE: u32 = Self::GOES_UP as u32
        + Self::GOES_LEFT as u32
        + Self::GOES_RIGHT as u32
        + Self::GOES_DOWN as u32;

    #[inline]
    fn is_goal(self, kernel: &Slides<B, W, H>) -> bool {
        self.0 == kernel.goal
    }

    #[inline]
    fn expand<D: Dive<Slides<B, W, H>>>(
        self,
        kernel: &Slides<B, W, H>,
        slack: u32,
        dive: &mut D,
    ) -> bool {
        if Self::GOES_UP {
            let (word, steps) = self.slide(kernel, Toward::Up, Self::ABOVE);
            let room = (slack, steps);
            if at!(Self::ABOVE, UP, word, spot => dive.child(kernel, Toward::Up, room, spot)) {
                return true;
            }
        }
        if Self::GOES_LEFT {
            let (word, steps) = self.slide(kernel, Toward::Left, Self::BEFORE);
            let room = (slack, steps);
            if at!(Self::BEFORE, LEFT, word, spot => dive.child(kernel, Toward::Left, room, spot)) {
                return true;
            }
        }
        if Self::GOES_RIGHT {
            let (word, steps) = self.slide(kernel, Toward::Right, Self::BEHIND);
            let room = (slack, steps);
            if at!(Self::BEHIND, RIGHT, word, spot => dive.child(kernel, Toward::Right, room, spot))
            {
                return true;
            }
        }
        if Self::GOES_DOWN {
            let (word, steps) = self.slide(kernel, Toward::Down, Self::BELOW);
            let room = (slack, steps);
            if at!(Self::BELOW, DOWN, word, spot => dive.child(kernel, Toward::Down, room, spot)) {
                return true;
            }
        }
        false
    }

    fn state(self, kernel: &Slides<B, W, H>) -> Board {
        let shown: Vec<u16> = (0..)
            .take(W * H)
            .map(|cell| self.0.get(cell).into())
            .collect();
        // The cells show each number once.
        kernel.rules.board(&shown).unwrap_or(Board(0))
    }
}

impl<B, const W: usize, const H: usize> Kernel for Slides<B, W, H>
where
    B: Word + Eq + Debug,
{
    type Space = Tiles;
    const STEP: Cost = 2;
    const MOST: u32 = 1;

    fn enter<D: Dive<Self>>(
        &self,
        board: &Board,
        last: Option<&Toward>,
        slack: u32,
        dive: &mut D,
    ) -> bool {
        let (word, blank) = cells::<B>(&self.rules, *board);
        match last {
            None => at!(blank, NOWHERE, word, spot => dive.enter(self, slack, spot)),
            Some(Toward::Up) => at!(blank, UP, word, spot => dive.enter(self, slack, spot)),
            Some(Toward::Left) => at!(blank, LEFT, word, spot => dive.enter(self, slack, spot)),
            Some(Toward::Right) => at!(blank, RIGHT, word, spot => dive.enter(self, slack, spot)),
            Some(Toward::Down) => at!(blank, DOWN, word, spot => dive.enter(self, slack, spot)),
        }
    }
}
