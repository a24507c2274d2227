//! The rules of huarong, one slide at a time, over the open cells of the board.

use statewalk::goal::Goal;
use statewalk::memory::BudgetVec;
use statewalk::quotient::cells::Cells;
use statewalk::quotient::halt::{Halt, Meter};
use statewalk::quotient::rules::Position;
use statewalk::space::{Invertible, Predecessors, StateSpace, predecessors_by_inverse};

/// The longest side of a board.
pub const MAX_SIDE: u32 = 1000;

/// Where a piece slides, which is the opposite of where the blank goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Slide {
    /// To the row above.
    Up,
    /// To the column before.
    Left,
    /// To the next column.
    Right,
    /// To the row below.
    Down,
}

/// All directions, with their words.
pub const SLIDES: [(Slide, &str); 4] = [
    (Slide::Up, "up"),
    (Slide::Left, "left"),
    (Slide::Right, "right"),
    (Slide::Down, "down"),
];

impl Slide {
    /// The direction that undoes this one.
    #[must_use]
    pub fn opposite(self) -> Self {
        match self {
            Self::Up => Self::Down,
            Self::Left => Self::Right,
            Self::Right => Self::Left,
            Self::Down => Self::Up,
        }
    }
}

/// A board: which cells are open. Cells are numbered in reading order from 0.
///
/// Every open cell but the blank holds a piece; one piece has a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    height: u32,
    width: u32,
    open: Vec<bool>,
}

impl Board {
    /// A board of `height` rows and `width` columns, at most [`MAX_SIDE`] each. `None` if `open` has
    /// another number of cells.
    #[must_use]
    pub fn new(height: u32, width: u32, open: Vec<bool>) -> Option<Self> {
        let right = height.max(width) <= MAX_SIDE && open.len() == (height * width) as usize;
        right.then_some(Self {
            height,
            width,
            open,
        })
    }

    /// Rows and columns.
    #[must_use]
    pub fn size(&self) -> (u32, u32) {
        (self.height, self.width)
    }

    /// How many cells there are, fixed ones too.
    #[must_use]
    pub fn count(&self) -> u32 {
        self.height * self.width
    }

    /// Whether `cell` is no fixed one.
    #[must_use]
    pub fn is_open(&self, cell: u32) -> bool {
        self.open[cell as usize]
    }

    /// The number of the cell in `row` and `column`, which count from 1 on.
    #[must_use]
    pub fn cell(&self, row: u32, column: u32) -> Option<u32> {
        let (row, column) = (row.checked_sub(1)?, column.checked_sub(1)?);
        (row < self.height && column < self.width).then(|| row * self.width + column)
    }

    /// Row and column of `cell`, from 1 on.
    #[must_use]
    pub fn place(&self, cell: u32) -> (u32, u32) {
        (cell / self.width + 1, cell % self.width + 1)
    }

    /// The open cell from which a piece slides in this direction to `cell`.
    #[must_use]
    pub fn source(&self, cell: u32, slide: Slide) -> Option<u32> {
        self.beside(cell, slide.opposite())
    }

    /// The open cell beside `cell` in this direction.
    #[inline]
    fn beside(&self, cell: u32, slide: Slide) -> Option<u32> {
        let column = cell % self.width;
        let other = match slide {
            Slide::Up => cell.checked_sub(self.width)?,
            Slide::Left if column > 0 => cell - 1,
            Slide::Right if column + 1 < self.width => cell + 1,
            Slide::Down => cell + self.width,
            Slide::Left | Slide::Right => return None,
        };
        let open = self.open.get(other as usize).copied().unwrap_or(false);
        open.then_some(other)
    }

    /// The open cells as a graph.
    ///
    /// # Errors
    /// [`Halt::Limit`] if a limit is reached.
    pub fn cells(&self, meter: &mut Meter<'_>) -> Result<Cells, Halt> {
        Cells::new(meter, self.open.len(), |cell| {
            let sides = SLIDES.into_iter().filter(move |_| self.is_open(cell));
            sides.filter_map(move |(slide, _)| self.beside(cell, slide))
        })
    }

    /// The slides that take the blank from `blank` along `steps`, the arcs of `cells` that it
    /// leaves its cell by.
    pub(crate) fn slides(&self, cells: &Cells, steps: &BudgetVec<u32>) -> Vec<Slide> {
        let slide = |&arc: &u32| {
            // A piece slides the other way than the blank goes.
            let (from, to) = (cells.head(arc), cells.tail(arc));
            if from == to + self.width {
                Slide::Up
            } else if to == from + self.width {
                Slide::Down
            } else if to < from {
                Slide::Left
            } else {
                Slide::Right
            }
        };
        steps.iter().map(slide).collect()
    }
}

impl StateSpace for Board {
    type State = Position;
    type Action = Slide;

    fn actions<'a>(&'a self, state: &Position) -> impl Iterator<Item = Slide> + use<'a> {
        let blank = state.blank;
        SLIDES
            .into_iter()
            .map(|(slide, _)| slide)
            .filter(move |&slide| self.source(blank, slide).is_some())
    }

    fn apply(&self, state: &mut Position, &slide: &Slide) {
        if let Some(source) = self.source(state.blank, slide) {
            if state.piece == source {
                state.piece = state.blank;
            }
            state.blank = source;
        }
    }

    fn is_applicable(&self, state: &Position, &slide: &Slide) -> bool {
        self.source(state.blank, slide).is_some()
    }

    fn max_cost(&self) -> Option<i64> {
        Some(1)
    }
}

impl Invertible for Board {
    fn inverse(&self, slide: &Slide) -> Slide {
        slide.opposite()
    }
}

impl Predecessors for Board {
    fn predecessors<'a>(
        &'a self,
        state: &Position,
    ) -> impl Iterator<Item = (Slide, Position)> + use<'a> {
        predecessors_by_inverse(self, state)
    }
}

/// The named piece is on this cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceAt(pub u32);

impl Goal<Position> for PieceAt {
    #[inline]
    fn is_goal(&self, state: &Position) -> bool {
        state.piece == self.0
    }
}
