//! Boards of 3 x 3, 3 x 4, 4 x 4 and 5 x 5 cells as a depth-first search walks them: in one word, cell by cell,
//! where the blank is and where it came from being types.

pub mod distances;
pub mod entries;

use std::fmt::Debug;

use statewalk::cost::Cost;
use statewalk::search::ida_star::kernel::{Dive, Kernel, Spot};

use super::board::{Board, Toward, Word};
use super::patterns::additive::Additive;
use super::rules::Tiles;
use distances::Farther;
use entries::Entries;

/// Where the blank went last, as a number in a type.
const UP: u8 = Toward::Up as u8;
const LEFT: u8 = Toward::Left as u8;
const RIGHT: u8 = Toward::Right as u8;
const DOWN: u8 = Toward::Down as u8;
/// It did not go anywhere yet.
const NOWHERE: u8 = 4;

/// What leads a kernel: what it keeps of each board beside the board, and how a move changes that.
pub trait Leads<B, const W: usize, const H: usize> {
    /// What is kept.
    type Kept: Copy + Debug;

    /// What is asked for of all successors before the first of them is taken up, for answers that take time.
    type Asked: Copy;

    /// The largest steps of two by which f rises along a move, and whether it may fall.
    const MOST: i32;
    /// Whether f may fall.
    const FALLS: bool;

    /// What is kept of a board.
    fn begin(&self, board: &Board) -> Self::Kept;

    /// Asks for what a move on a board, said cell by cell, needs.
    fn ask(&self, board: B, kept: &Self::Kept, slide: Slide) -> Self::Asked;

    /// What is kept after a move, and by how many steps of two f rises.
    fn answer(&self, kept: &Self::Kept, slide: Slide, asked: Self::Asked) -> (Self::Kept, i32);
}

/// A move of a tile to the cell of the blank, which goes the other way.
#[derive(Clone, Copy, Debug)]
pub struct Slide {
    /// The number of the tile.
    pub tile: u8,
    /// Where the blank goes.
    pub toward: Toward,
    /// The cell that the tile leaves.
    pub from: usize,
    /// The cell that it comes to.
    pub to: usize,
}

/// The kernel for boards of `W` by `H` cells led by `L`, whose states fit a word of type `B`.
///
/// Each move changes an estimate by an odd number, so f = g + h stays, or changes by a multiple of 2.
#[derive(Clone, Debug)]
pub struct Slides<B, L, const W: usize, const H: usize> {
    lead: L,
    goal: B,
    rules: Tiles,
}

/// The kernel of boards of 3 by 3 cells, led by Manhattan distance.
pub type Slides3x3 = Slides<u64, Farther, 3, 3>;
/// The kernel of boards of 3 columns and 4 rows.
pub type Slides3x4 = Slides<u64, Farther, 3, 4>;
/// The kernel of boards of 4 by 4 cells.
pub type Slides4x4 = Slides<u64, Farther, 4, 4>;
/// The kernel of boards of 5 by 5 cells.
pub type Slides5x5 = Slides<u128, Farther, 5, 5>;
/// The kernel of boards of 4 by 4 cells, led by databases of patterns.
pub type Patterns4x4<'a> = Slides<u64, Entries<'a>, 4, 4>;
/// The kernel of boards of 5 by 5 cells, led by databases of patterns.
pub type Patterns5x5<'a> = Slides<u128, Entries<'a>, 5, 5>;

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

impl<B: Word, const W: usize, const H: usize> Slides<B, Farther, W, H> {
    /// The kernel for the goal of `rules`; `None` if they are of another size.
    #[must_use]
    pub fn new(rules: &Tiles) -> Option<Self> {
        Self::led(rules, Farther::new(rules))
    }
}

impl<'a, B: Word, const W: usize> Slides<B, Entries<'a>, W, W> {
    /// The kernel for the boards of these databases; `None` if those are of another size, or the databases are of more
    /// than four patterns or have not all tiles.
    #[must_use]
    pub fn by_patterns(additive: &'a Additive) -> Option<Self> {
        Self::led(additive.rules(), Entries::new(additive)?)
    }
}

impl<B: Word, L, const W: usize, const H: usize> Slides<B, L, W, H> {
    /// The kernel for the goal of `rules`, led by what is made for them; `None` if they are of another size.
    fn led(rules: &Tiles, lead: L) -> Option<Self> {
        ((rules.width(), rules.height()) == (W, H)).then(|| Self {
            lead,
            goal: cells(rules, rules.goal()).0,
            rules: rules.clone(),
        })
    }
}

/// A board whose blank is at `CELL`, and came there by going `LAST`.
#[derive(Clone, Copy, Debug)]
pub struct At<B, K, const W: usize, const H: usize, const CELL: usize, const LAST: u8>(B, K);

/// Whether there is a cell of this number on a board, and the blank can have come there by going `last`.
const fn exists(width: usize, height: usize, cell: usize, last: u8) -> bool {
    cell < width * height
        && match last {
            UP => cell + width < width * height,
            LEFT => cell % width + 1 < width,
            RIGHT => !cell.is_multiple_of(width),
            DOWN => cell >= width,
            _ => true,
        }
}

/// Does something with the board `$board`, a word and what is kept of it, whose blank is at `$cell`, which is constant or
/// known when it runs.
macro_rules! at {
    ($cell:expr, $last:ident, $board:expr, $spot:ident => $then:expr) => {
        at!(@ $cell, $last, $board, $spot => $then;
            0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24)
    };
    (@ $cell:expr, $last:ident, $board:expr, $spot:ident => $then:expr; $($number:literal)*) => {
        match $cell {
            // What is on no board is not compiled.
            $($number if const { exists(W, H, $number, $last) } => {
                let $spot = At::<B, _, W, H, $number, { $last }>($board.0, $board.1);
                $then
            })*
            _ => false,
        }
    };
}

impl<B: Word, K: Copy, const W: usize, const H: usize, const CELL: usize, const LAST: u8>
    At<B, K, W, H, CELL, LAST>
{
    const ABOVE: usize = CELL.wrapping_sub(W);
    const BEFORE: usize = CELL.wrapping_sub(1);
    const BEHIND: usize = CELL + 1;
    const BELOW: usize = CELL + W;

    const GOES_UP: bool = CELL >= W && CELL < W * H && LAST != DOWN;
    const GOES_LEFT: bool = !CELL.is_multiple_of(W) && CELL < W * H && LAST != RIGHT;
    const GOES_RIGHT: bool = CELL % W + 1 < W && CELL < W * H && LAST != LEFT;
    const GOES_DOWN: bool = CELL + W < W * H && LAST != UP;

    /// The move of the tile at `from`, and what is asked for it, if the blank `goes` there.
    #[expect(
        clippy::inline_always,
        reason = "a call takes longer than what it does"
    )]
    #[inline(always)]
    fn ask<L>(
        self,
        kernel: &Slides<B, L, W, H>,
        goes: bool,
        (toward, from): (Toward, usize),
    ) -> Option<(Slide, L::Asked)>
    where
        L: Leads<B, W, H, Kept = K>,
    {
        if !goes {
            return None;
        }
        #[expect(clippy::cast_possible_truncation, reason = "cells are below 25")]
        let tile = self.0.get(from as u32);
        let to = CELL;
        let slide = Slide {
            tile,
            toward,
            from,
            to,
        };
        Some((slide, kernel.lead.ask(self.0, &self.1, slide)))
    }

    /// The board after a move and what is kept of it, and by how many steps f rises.
    #[expect(
        clippy::inline_always,
        reason = "a call takes longer than what it does"
    )]
    #[inline(always)]
    fn slide<L>(
        self,
        kernel: &Slides<B, L, W, H>,
        (slide, asked): (Slide, L::Asked),
    ) -> ((B, K), i32)
    where
        L: Leads<B, W, H, Kept = K>,
    {
        #[expect(clippy::cast_possible_truncation, reason = "cells are below 25")]
        let (from, to) = (slide.from as u32, slide.to as u32);
        let (kept, steps) = kernel.lead.answer(&self.1, slide, asked);
        let word = self.0 ^ B::field(from, slide.tile) ^ B::field(to, slide.tile);
        ((word, kept), steps)
    }
}

impl<B, L, const W: usize, const H: usize, const CELL: usize, const LAST: u8>
    Spot<Slides<B, L, W, H>> for At<B, L::Kept, W, H, CELL, LAST>
where
    B: Word + Eq + Debug,
    L: Leads<B, W, H>,
{
    const DEGREE: u32 = Self::GOES_UP as u32
        + Self::GOES_LEFT as u32
        + Self::GOES_RIGHT as u32
        + Self::GOES_DOWN as u32;

    #[inline]
    fn is_goal(self, kernel: &Slides<B, L, W, H>) -> bool {
        self.0 == kernel.goal
    }

    #[inline]
    fn expand<D: Dive<Slides<B, L, W, H>>>(
        self,
        kernel: &Slides<B, L, W, H>,
        slack: i32,
        dive: &mut D,
    ) -> bool {
        let up = self.ask(kernel, Self::GOES_UP, (Toward::Up, Self::ABOVE));
        let left = self.ask(kernel, Self::GOES_LEFT, (Toward::Left, Self::BEFORE));
        let right = self.ask(kernel, Self::GOES_RIGHT, (Toward::Right, Self::BEHIND));
        let down = self.ask(kernel, Self::GOES_DOWN, (Toward::Down, Self::BELOW));
        if let Some(up) = up {
            let (board, steps) = self.slide(kernel, up);
            let room = (slack, steps);
            if at!(Self::ABOVE, UP, board, spot => dive.child(kernel, Toward::Up, room, spot)) {
                return true;
            }
        }
        if let Some(left) = left {
            let (board, steps) = self.slide(kernel, left);
            let room = (slack, steps);
            if at!(Self::BEFORE, LEFT, board, spot => dive.child(kernel, Toward::Left, room, spot))
            {
                return true;
            }
        }
        if let Some(right) = right {
            let (board, steps) = self.slide(kernel, right);
            let room = (slack, steps);
            if at!(Self::BEHIND, RIGHT, board, spot => dive.child(kernel, Toward::Right, room, spot))
            {
                return true;
            }
        }
        if let Some(down) = down {
            let (board, steps) = self.slide(kernel, down);
            let room = (slack, steps);
            if at!(Self::BELOW, DOWN, board, spot => dive.child(kernel, Toward::Down, room, spot)) {
                return true;
            }
        }
        false
    }

    fn state(self, kernel: &Slides<B, L, W, H>) -> Board {
        let shown: Vec<u16> = (0..)
            .take(W * H)
            .map(|cell| self.0.get(cell).into())
            .collect();
        // The cells show each number once.
        kernel.rules.board(&shown).unwrap_or(Board(0))
    }
}

impl<B, L, const W: usize, const H: usize> Kernel for Slides<B, L, W, H>
where
    B: Word + Eq + Debug,
    L: Leads<B, W, H>,
{
    type Space = Tiles;
    const STEP: Cost = 2;
    const MOST: i32 = L::MOST;
    const FALLS: bool = L::FALLS;

    fn enter<D: Dive<Self>>(
        &self,
        board: &Board,
        last: Option<&Toward>,
        slack: i32,
        dive: &mut D,
    ) -> bool {
        let (word, blank) = cells::<B>(&self.rules, *board);
        let board = (word, self.lead.begin(board));
        match last {
            None => at!(blank, NOWHERE, board, spot => dive.enter(self, slack, spot)),
            Some(Toward::Up) => at!(blank, UP, board, spot => dive.enter(self, slack, spot)),
            Some(Toward::Left) => at!(blank, LEFT, board, spot => dive.enter(self, slack, spot)),
            Some(Toward::Right) => at!(blank, RIGHT, board, spot => dive.enter(self, slack, spot)),
            Some(Toward::Down) => at!(blank, DOWN, board, spot => dive.enter(self, slack, spot)),
        }
    }
}
