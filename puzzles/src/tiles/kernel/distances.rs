//! Kernels led by Manhattan distance: nothing is kept, and a move changes one distance by one.

use super::{Leads, Slide};
use crate::tiles::board::{Board, Toward};
use crate::tiles::manhattan::Manhattan;
use crate::tiles::rules::{MOST_CELLS, Tiles};

/// Which tiles a move takes farther from their place, one bit for each: f stays, or rises by 2.
#[derive(Clone, Debug)]
pub struct Farther {
    /// For each cell of the blank and each direction, the numbers of the tiles that come to stand farther from
    /// their place as they go to that cell.
    farther: [[u32; 4]; MOST_CELLS],
}

impl Farther {
    /// From the places that the goal of `rules` has, for boards of at most [`MOST_CELLS`] cells.
    pub(super) fn new(rules: &Tiles) -> Self {
        let manhattan = Manhattan::new(rules);
        let mut farther = [[0; 4]; MOST_CELLS];
        let (width, cells) = (rules.width(), rules.cells().min(MOST_CELLS));
        for (blank, farther) in farther.iter_mut().enumerate().take(cells) {
            let mut note = |toward: Toward, from: Option<usize>| {
                let Some(from) = from.filter(|&from| from < cells) else {
                    return;
                };
                let tiles = (1..cells)
                    .filter(|&tile| manhattan.steps(blank, tile) > manhattan.steps(from, tile));
                farther[toward as usize] = tiles.map(|tile| 1 << tile).sum();
            };
            note(Toward::Up, blank.checked_sub(width));
            note(Toward::Left, blank.checked_sub(1));
            note(Toward::Right, Some(blank + 1));
            note(Toward::Down, Some(blank + width));
        }
        Self { farther }
    }
}

impl<B, const W: usize, const H: usize> Leads<B, W, H> for Farther {
    type Kept = ();
    type Asked = ();
    const MOST: i32 = 1;
    const FALLS: bool = false;

    fn begin(&self, _: &Board) {}

    #[inline]
    fn ask(&self, _: B, (): &(), _: Slide) {}

    #[inline]
    fn answer(&self, (): &(), slide: Slide, (): ()) -> ((), i32) {
        let farther = self.farther[slide.to][slide.toward as usize];
        ((), i32::from(farther >> slide.tile & 1 == 1))
    }
}
