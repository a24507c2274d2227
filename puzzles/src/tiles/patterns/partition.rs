//! Which tiles make which pattern.

use thiserror::Error;

use super::MOST_TILES;
use super::regions::Pattern;
use crate::tiles::rules::{MOST_CELLS, Tiles};

/// Patterns that share no tile.
#[derive(Clone, Debug)]
pub struct Partition {
    rules: Tiles,
    patterns: Vec<Pattern>,
}

/// Why tiles make no partition.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PartitionError {
    /// It cannot be read.
    #[error("`{0}` is no partition, expected sizes as 4-4-4-3, or tiles as 1,2,5,6/3,4,7,8")]
    Form(String),
    /// A pattern has no tiles or too many.
    #[error("a pattern has {found} tiles, expected 1 to {MOST_TILES}")]
    Size {
        /// How many it has.
        found: usize,
    },
    /// A tile is not on the board, or in two patterns.
    #[error("tile {tile} is not on the board, or in two patterns")]
    Tile {
        /// The tile.
        tile: u8,
    },
    /// Boards of more than 25 cells are not searched.
    #[error("the board has {cells} cells, at most {MOST_CELLS} are searched")]
    Board {
        /// Its cells.
        cells: usize,
    },
}

/// A way to cut the board, by the numbers of patterns cell by cell, the blank being on the cell of 0.
struct Shape {
    side: usize,
    sizes: &'static [usize],
    cells: &'static str,
}

/// Good ways to cut boards whose goal has the blank in the first cell: patterns of tiles that stand together. Those for
/// the 24-puzzle are of Korf and Felner 2002.
const SHAPES: [Shape; 5] = [
    Shape {
        side: 4,
        sizes: &[4, 4, 4, 3],
        cells: "0112112233423344",
    },
    Shape {
        side: 4,
        sizes: &[5, 5, 5],
        cells: "0122112213321333",
    },
    Shape {
        side: 4,
        sizes: &[6, 6, 3],
        cells: "0122112211221333",
    },
    Shape {
        side: 4,
        sizes: &[7, 8],
        cells: "0111111122222222",
    },
    Shape {
        side: 5,
        sizes: &[6, 6, 6, 6],
        cells: "0112211122331223344433444",
    },
];

impl Partition {
    /// The partition of these patterns. Tiles that are in none count for nothing.
    ///
    /// # Errors
    /// [`PartitionError`] if one is on no such board, in two of them, or a pattern is too large.
    pub fn new(rules: &Tiles, lists: &[Vec<u8>]) -> Result<Self, PartitionError> {
        let cells = rules.cells();
        if cells > MOST_CELLS {
            return Err(PartitionError::Board { cells });
        }
        let mut seen = 1u32;
        let mut patterns = Vec::new();
        for tiles in lists {
            for &tile in tiles {
                let is_new = usize::from(tile) < cells && seen >> tile & 1 == 0;
                if !is_new {
                    return Err(PartitionError::Tile { tile });
                }
                seen |= 1 << tile;
            }
            let found = tiles.len();
            let pattern = Pattern::new(rules, tiles);
            patterns.push(pattern.ok_or(PartitionError::Size { found })?);
        }
        Ok(Self {
            rules: rules.clone(),
            patterns,
        })
    }

    /// Patterns of these sizes: cut well where that is known for the board, otherwise along the rows of the goal. Where
    /// tiles are left, there are more patterns of the last size; where they are too few, fewer.
    ///
    /// # Errors
    /// [`PartitionError::Size`] or [`PartitionError::Board`].
    pub fn sized(rules: &Tiles, sizes: &[usize]) -> Result<Self, PartitionError> {
        let wrong = sizes.iter().find(|size| !(1..=MOST_TILES).contains(*size));
        if wrong.is_some() || sizes.is_empty() {
            let found = wrong.copied().unwrap_or(0);
            return Err(PartitionError::Size { found });
        }
        let cells = rules.cells();
        if cells > MOST_CELLS {
            return Err(PartitionError::Board { cells });
        }
        let goal = rules.shown(rules.goal());
        let tile = |cell: usize| goal[cell].to_le_bytes()[0];
        if let Some(cells) = shape(rules, &goal, sizes) {
            let mut lists = vec![Vec::new(); sizes.len()];
            for (cell, pattern) in cells.into_iter().enumerate() {
                if let Some(list) = pattern
                    .checked_sub(1)
                    .and_then(|index| lists.get_mut(index))
                {
                    list.push(tile(cell));
                }
            }
            return Self::new(rules, &lists);
        }
        let mut tiles = (0..goal.len()).map(tile).filter(|&tile| tile > 0);
        let more = sizes.iter().chain(sizes.last().into_iter().cycle());
        let lists = more.map(|&size| tiles.by_ref().take(size).collect());
        let lists: Vec<Vec<u8>> = lists
            .take_while(|list: &Vec<u8>| !list.is_empty())
            .collect();
        Self::new(rules, &lists)
    }

    /// Reads sizes as `4-4-4-3`, or the tiles of each pattern as `1,2,5,6/3,4,7,8`.
    ///
    /// # Errors
    /// [`PartitionError`] if the text is neither, or says what cannot be.
    pub fn read(rules: &Tiles, text: &str) -> Result<Self, PartitionError> {
        let form = || PartitionError::Form(text.to_owned());
        if text.contains(',') || text.contains('/') {
            let list = |words: &str| {
                words
                    .split(',')
                    .map(|word| word.trim().parse().ok())
                    .collect()
            };
            let lists: Option<Vec<Vec<u8>>> = text.split('/').map(list).collect();
            return Self::new(rules, &lists.ok_or_else(form)?);
        }
        let sizes: Option<Vec<usize>> = text
            .split('-')
            .map(|word| word.trim().parse().ok())
            .collect();
        Self::sized(rules, &sizes.ok_or_else(form)?)
    }

    /// The rules of the boards.
    #[must_use]
    pub fn rules(&self) -> &Tiles {
        &self.rules
    }

    /// The patterns.
    #[must_use]
    pub fn patterns(&self) -> &[Pattern] {
        &self.patterns
    }
}

/// The number of the pattern of each cell of the goal, if there is a shape for it: turned around where the blank is in
/// the last cell.
fn shape(rules: &Tiles, goal: &[u16], sizes: &[usize]) -> Option<Vec<usize>> {
    let is_square = |shape: &&Shape| {
        (rules.width(), rules.height()) == (shape.side, shape.side) && shape.sizes == sizes
    };
    let shape = SHAPES.iter().find(is_square)?;
    let mut cells: Vec<_> = shape
        .cells
        .bytes()
        .map(|byte| usize::from(byte - b'0'))
        .collect();
    match (goal.first(), goal.last()) {
        (Some(0), _) => {}
        (_, Some(0)) => cells.reverse(),
        _ => return None,
    }
    Some(cells)
}
