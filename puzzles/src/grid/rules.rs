//! The rules: steps from a cell of a map to one beside it, straight on or across a corner.

use std::fmt;
use std::iter::FusedIterator;

use statewalk::catalog::params::{Param, ParamError, Params};
use statewalk::cost::Cost;
use statewalk::encoding::error::EncodingError;
use statewalk::encoding::number::Number;
use statewalk::memory::{BudgetVec, MemoryExhausted};
use statewalk::search::outcome::SearchError;
use statewalk::space::{Invertible, Predecessors, StateSpace, predecessors_by_inverse};

use crate::grid::length::{DIAGONAL, STRAIGHT};
use crate::grid::map::{Map, Terrain};
use crate::grid::place::Columns;

/// The number of a cell: row by row from the upper left corner.
pub type Cell = u32;

/// Where a step goes.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Direction(u8);

/// The names of the directions, in their order.
const NAMES: [&str; 8] = [
    "north",
    "east",
    "south",
    "west",
    "north-east",
    "south-east",
    "south-west",
    "north-west",
];

/// By its name.
impl fmt::Debug for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(NAMES[usize::from(self.0 & 7)])
    }
}

/// Each direction with its step in columns and rows; diagonal ones come last.
pub const DIRECTIONS: [(Direction, (i32, i32)); 8] = [
    (Direction(0), (0, -1)),
    (Direction(1), (1, 0)),
    (Direction(2), (0, 1)),
    (Direction(3), (-1, 0)),
    (Direction(4), (1, -1)),
    (Direction(5), (1, 1)),
    (Direction(6), (-1, 1)),
    (Direction(7), (-1, -1)),
];

/// How many of them are straight.
const STRAIGHT_ONES: u8 = 4;

impl Direction {
    /// Its bit among those of a cell.
    fn bit(self) -> u8 {
        1 << self.0
    }
}

/// How many directions there are.
pub(super) const MOVES: Param = Param {
    name: "moves",
    meaning: "8: straight and diagonal steps, which cost their lengths; 4: straight ones alone, which cost 1",
    default: "8",
};

/// What a diagonal step asks of the two cells beside it.
pub(super) const CORNERS: Param = Param {
    name: "corners",
    meaning: "which of the two cells that a diagonal step passes must be free: `keep` both, `cut` one of them, `squeeze` none",
    default: "keep",
};

/// Which steps there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Steps {
    /// Whether there are diagonal ones.
    pub diagonal: bool,
    /// What these ask of the cells that they pass.
    pub corners: Corners,
}

/// Which of the two cells that a diagonal step passes must be free.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Corners {
    /// Both: no corner is cut, as in the benchmark.
    Keep,
    /// One of them.
    Cut,
    /// None.
    Squeeze,
}

impl Steps {
    /// The steps that options ask for.
    pub(super) fn of(options: &Params) -> Result<Self, ParamError> {
        let corners = [
            ("keep", Corners::Keep),
            ("cut", Corners::Cut),
            ("squeeze", Corners::Squeeze),
        ];
        Ok(Self {
            diagonal: options.choice(&MOVES, &[("8", true), ("4", false)])?,
            corners: options.choice(&CORNERS, &corners)?,
        })
    }
}

/// The rules on a map: what leads where is told by one byte for each cell.
#[derive(Debug)]
pub struct Grid {
    map: Map,
    steps: Steps,
    /// For each cell the directions in which a step leads somewhere, one bit each.
    open: BudgetVec<u8>,
    /// What leads to the cell in each direction, modulo 2^32.
    ahead: [Cell; 8],
    costs: [Cost; 8],
}

impl Grid {
    /// The rules on `map`, in time and memory of a byte for each cell.
    ///
    /// # Errors
    /// [`MemoryExhausted`] if these do not fit.
    pub fn new(map: Map, steps: Steps) -> Result<Self, MemoryExhausted> {
        let width = map.width();
        let ahead = DIRECTIONS.map(|(_, (across, down))| {
            let down = down.cast_unsigned().wrapping_mul(width);
            down.wrapping_add(across.cast_unsigned())
        });
        let costs = DIRECTIONS.map(|(direction, _)| match direction.0 {
            _ if !steps.diagonal => 1,
            0..STRAIGHT_ONES => STRAIGHT,
            _ => DIAGONAL,
        });
        let mut open = map.each_cell(0u8)?;
        straight(&map, &mut open);
        if steps.diagonal {
            diagonal(&map, steps.corners, &ahead, &mut open);
        }
        Ok(Self {
            map,
            steps,
            open,
            ahead,
            costs,
        })
    }

    /// The map.
    #[must_use]
    pub fn map(&self) -> &Map {
        &self.map
    }

    /// Which steps there are.
    #[must_use]
    pub fn steps(&self) -> Steps {
        self.steps
    }

    /// What a straight step costs, and how much less a diagonal one than two of them, or 0 where there is none.
    #[must_use]
    pub fn costs(&self) -> (Cost, Cost) {
        if self.steps.diagonal {
            (STRAIGHT, 2 * STRAIGHT - DIAGONAL)
        } else {
            (1, 0)
        }
    }

    /// Refuses a map on which steps have lengths.
    ///
    /// # Errors
    /// [`SearchError::NotUnitCost`] with the first step that does not cost 1.
    pub fn only_units(&self) -> Result<(), SearchError> {
        // All costs are 1, or none is.
        let steps = self.open.iter().find_map(|&open| Directions(open).next());
        steps.map_or(Ok(()), |step| {
            SearchError::unless_unit(&step, self.costs[usize::from(step.0 & 7)])
        })
    }

    /// The perfect hash of cells, blocked ones included: a cell is its own number.
    ///
    /// # Errors
    /// None, since cells are numbered in 32 bits.
    pub fn cells(&self) -> Result<Number<Cell>, EncodingError> {
        Number::new(self.map.cells())
    }

    /// Where each cell is.
    #[must_use]
    pub fn columns(&self) -> Columns {
        Columns::new(self.map.width())
    }

    /// The direction of the step from `cell` to the one at `place`, if there is such a step.
    #[must_use]
    pub fn toward(&self, cell: Cell, place: (u32, u32)) -> Option<Direction> {
        let to = self.map.cell(place)?;
        self.actions(&cell).find(|direction| {
            let mut next = cell;
            self.apply(&mut next, direction);
            next == to
        })
    }
}

/// Notes the straight steps: between cells of the same terrain that is not blocked.
fn straight(map: &Map, open: &mut [u8]) {
    let (width, terrain) = (map.width() as usize, map.terrain());
    let [up, right, down, left] = [0, 1, 2, 3].map(|number| Direction(number).bit());
    for cell in 0..terrain.len() {
        let here = terrain[cell];
        if here == Terrain::Blocked {
            continue;
        }
        if (cell + 1) % width != 0 && terrain[cell + 1] == here {
            open[cell] |= right;
            open[cell + 1] |= left;
        }
        if terrain.get(cell + width) == Some(&here) {
            open[cell] |= down;
            open[cell + width] |= up;
        }
    }
}

/// Notes the diagonal steps, where the straight ones are known.
fn diagonal(map: &Map, corners: Corners, ahead: &[Cell; 8], open: &mut [u8]) {
    let (columns, terrain) = (Columns::new(map.width()), map.terrain());
    for cell in 0..open.len() {
        let here = Cell::try_from(cell).unwrap_or(Cell::MAX);
        if terrain[cell] == Terrain::Blocked {
            continue;
        }
        // Down and to either side; what is found is noted at both ends.
        for (direction, across) in [(Direction(5), 1u8), (Direction(6), 3u8)] {
            let (down, side) = (Direction(2), Direction(across));
            let (column, _) = columns.place(here);
            let inside = match across {
                1 => column + 1 < map.width(),
                _ => column > 0,
            };
            let to = here.wrapping_add(ahead[usize::from(direction.0)]) as usize;
            if !inside || to >= terrain.len() {
                continue;
            }
            let beside = here.wrapping_add(ahead[usize::from(side.0)]) as usize;
            let below = here.wrapping_add(ahead[usize::from(down.0)]) as usize;
            // Each way around the corner is two straight steps.
            let first = open[cell] & down.bit() != 0 && open[below] & side.bit() != 0;
            let other = open[cell] & side.bit() != 0 && open[beside] & down.bit() != 0;
            let is_open = match corners {
                Corners::Keep => first && other,
                Corners::Cut => first || other,
                Corners::Squeeze => terrain[to] == terrain[cell],
            };
            if is_open {
                open[cell] |= direction.bit();
                open[to] |= Direction(direction.0 ^ 2).bit();
            }
        }
    }
}

/// The directions of a cell, one bit each.
#[derive(Clone, Debug)]
pub struct Directions(u8);

impl Iterator for Directions {
    type Item = Direction;

    #[inline]
    fn next(&mut self) -> Option<Direction> {
        if self.0 == 0 {
            return None;
        }
        let first = self.0.trailing_zeros();
        self.0 &= self.0 - 1;
        // Eight bits have numbers below 8.
        Some(Direction(first.to_le_bytes()[0]))
    }
}

impl FusedIterator for Directions {}

impl StateSpace for Grid {
    type State = Cell;
    type Action = Direction;

    #[inline]
    fn actions<'a>(&'a self, &cell: &Cell) -> impl Iterator<Item = Direction> + use<'a> {
        Directions(self.open[cell as usize])
    }

    #[inline]
    fn apply(&self, cell: &mut Cell, direction: &Direction) {
        *cell = cell.wrapping_add(self.ahead[usize::from(direction.0 & 7)]);
    }

    #[inline]
    fn cost(&self, _: &Cell, direction: &Direction) -> Cost {
        self.costs[usize::from(direction.0 & 7)]
    }

    #[inline]
    fn max_cost(&self) -> Option<Cost> {
        self.costs.last().copied()
    }

    fn is_applicable(&self, &cell: &Cell, direction: &Direction) -> bool {
        let open = self.open.get(cell as usize);
        open.is_some_and(|open| open & direction.bit() != 0)
    }
}

impl Invertible for Grid {
    #[inline]
    fn inverse(&self, direction: &Direction) -> Direction {
        Direction(direction.0 ^ 2)
    }
}

impl Predecessors for Grid {
    fn predecessors<'a>(
        &'a self,
        cell: &Cell,
    ) -> impl Iterator<Item = (Direction, Cell)> + use<'a> {
        predecessors_by_inverse(self, cell)
    }
}
