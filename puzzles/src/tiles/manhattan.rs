//! Manhattan distance: how many steps each tile is from its place, added up.

use statewalk::cost::Cost;
use statewalk::heuristic::Heuristic;

use super::board::{Board, Toward, Word};
use super::rules::{MOST_CELLS, Tiles, narrow};

/// The sum over all tiles of the rows and columns to their place in the goal of the rules: each move brings one
/// tile one step, so it is admissible, and consistent, for any goal (as in Korf 1985).
///
/// Along every move it rises or falls by 1. Time: a look at a table for each tile, or one with
/// [`after`](Self::after). Memory: 625 bytes.
///
/// ```
/// use statewalk::Heuristic;
/// use statewalk_puzzles::tiles::manhattan::Manhattan;
/// use statewalk_puzzles::tiles::rules::Tiles;
///
/// let rules = Tiles::new(3, 3).unwrap();
/// let board = rules.board(&[1, 0, 2, 3, 4, 5, 8, 7, 6]).unwrap();
/// assert_eq!(Manhattan::new(&rules).estimate(&board), Some(1 + 2 + 2));
/// ```
#[derive(Clone, Debug)]
pub struct Manhattan {
    width: u8,
    /// The tiles of a board.
    tiles: u32,
    is_narrow: bool,
    /// For each cell, and each tile from the first on, the steps from there.
    steps: [[u8; MOST_CELLS]; MOST_CELLS],
}

impl Manhattan {
    /// The distances to the goal of `rules`. Of boards with more than [`MOST_CELLS`] cells, which have no
    /// states, it knows nothing.
    #[must_use]
    pub fn new(rules: &Tiles) -> Self {
        let mut steps = [[0; MOST_CELLS]; MOST_CELLS];
        let (width, cells) = (rules.width(), rules.cells());
        let is_searched = cells <= MOST_CELLS;
        if is_searched {
            for (place, number) in rules.shown(rules.goal()).into_iter().enumerate() {
                let Some(tile) = usize::from(number).checked_sub(1) else {
                    continue;
                };
                for (cell, of_tiles) in steps.iter_mut().enumerate().take(cells) {
                    let rows = (cell / width).abs_diff(place / width);
                    let columns = (cell % width).abs_diff(place % width);
                    // At most 24 on a board of at most 25 cells.
                    of_tiles[tile] = (rows + columns).to_le_bytes()[0];
                }
            }
        }
        Self {
            width: width.to_le_bytes()[0],
            tiles: if is_searched {
                u32::from((cells - 1).to_le_bytes()[0])
            } else {
                0
            },
            is_narrow: rules.is_narrow(),
            steps,
        }
    }

    /// The steps of tile `number`, from 1 on, at `cell` to its place.
    ///
    /// # Panics
    /// If the board has no such cell or tile.
    #[inline]
    #[must_use]
    pub fn steps(&self, cell: usize, number: usize) -> Cost {
        self.steps[cell][number - 1].into()
    }

    /// The estimate after the blank of `board`, whose estimate is `h`, goes `toward` an open direction.
    #[inline]
    #[must_use]
    pub fn after(&self, h: Cost, board: &Board, toward: Toward) -> Cost {
        if self.is_narrow {
            self.moved(h, narrow(*board), toward)
        } else {
            self.moved(h, board.0, toward)
        }
    }

    #[inline]
    fn moved<W: Word>(&self, h: Cost, word: W, toward: Toward) -> Cost {
        let (blank, width) = (word.blank(), u32::from(self.width));
        // The tile goes to the cell of the blank. Those before the blank have the number of their cell.
        let (from, field) = match toward {
            Toward::Up => (blank - width, blank - width),
            Toward::Left => (blank - 1, blank - 1),
            Toward::Right => (blank + 1, blank),
            Toward::Down => (blank + width, blank + width - 1),
        };
        let tile = usize::from(word.get(field));
        let steps = |cell: u32| Cost::from(self.steps[cell as usize][tile]);
        h - steps(from) + steps(blank)
    }

    #[inline]
    fn sum<W: Word>(&self, word: W) -> Cost {
        let blank = word.blank();
        let steps = |field: u32| {
            let cell = field + u32::from(field >= blank);
            u32::from(self.steps[cell as usize][usize::from(word.get(field))])
        };
        (0..self.tiles).map(steps).sum::<u32>().into()
    }
}

impl Heuristic<Board> for Manhattan {
    #[inline]
    fn estimate(&self, board: &Board) -> Option<Cost> {
        Some(if self.is_narrow {
            self.sum(narrow(*board))
        } else {
            self.sum(board.0)
        })
    }
}
