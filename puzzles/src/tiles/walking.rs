//! Walking distance: how many moves bring as many tiles into each row as belong there, and into each column.
//!
//! For rows, all that is looked at is how many tiles of each row's own stand in which row, and in which row the blank is: a
//! small space whose distances are in a table. Columns are rows of the turned board. A move is along one of them, so
//! the two may be added up. (K. Takahashi 2002, "How to make an automatic 15-puzzle solver program".)

use statewalk::abstraction::Abstraction;
use statewalk::cost::Cost;
use statewalk::distances::{Distance, Table, all_to_one};
use statewalk::goal::Exactly;
use statewalk::heuristic::Heuristic;
use statewalk::search::limits::Limits;
use statewalk::space::{Invertible, Predecessors, StateSpace, predecessors_by_inverse};

use super::board::{Board, Toward};
use super::patterns::regions::cells_of;
use super::rules::{MOST_CELLS, Tiles};

/// The most lines whose tiles are counted.
pub const MOST_LINES: usize = 4;

/// The most cells of a board whose lines are.
pub const MOST_COUNTED: usize = 20;

/// The bits of a count.
const BITS: usize = 5;

/// How many tiles of each line's own stand in each line, and where the blank is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Crowds {
    /// Counts of five bits each, line after line.
    counts: u128,
    blank: u8,
}

impl Crowds {
    /// Where the tiles are counted that stand in one line and belong in another.
    fn place(stands: usize, belongs: usize) -> usize {
        (stands * MOST_LINES + belongs) * BITS
    }

    fn add(&mut self, stands: usize, belongs: usize) {
        self.counts += 1 << Self::place(stands, belongs);
    }

    fn has(&self, stands: usize, belongs: usize) -> bool {
        self.counts >> Self::place(stands, belongs) & ((1 << BITS) - 1) != 0
    }
}

/// The blank goes to the line before or behind, and a tile of this line's own comes to where it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passing {
    belongs: u8,
    is_behind: bool,
}

/// The small space: lines of tiles, of which all are alike that belong in the same line.
#[derive(Clone, Copy, Debug)]
pub struct Lines(u8);

impl Lines {
    /// The line that the blank comes to, if there is one with such a tile.
    fn target(self, crowds: &Crowds, passing: Passing) -> Option<u8> {
        let to = if passing.is_behind {
            Some(crowds.blank + 1).filter(|&line| line < self.0)
        } else {
            crowds.blank.checked_sub(1)
        };
        to.filter(|&to| crowds.has(to.into(), passing.belongs.into()))
    }
}

impl StateSpace for Lines {
    type State = Crowds;
    type Action = Passing;

    fn actions<'a>(&'a self, crowds: &Crowds) -> impl Iterator<Item = Passing> + use<'a> {
        let crowds = *crowds;
        let all = (0..self.0)
            .flat_map(|belongs| [false, true].map(|is_behind| Passing { belongs, is_behind }));
        all.filter(move |&passing| self.target(&crowds, passing).is_some())
    }

    fn apply(&self, crowds: &mut Crowds, &passing: &Passing) {
        if let Some(to) = self.target(crowds, passing) {
            let belongs = usize::from(passing.belongs);
            crowds.counts -= 1 << Crowds::place(to.into(), belongs);
            crowds.add(crowds.blank.into(), belongs);
            crowds.blank = to;
        }
    }
}

impl Invertible for Lines {
    fn inverse(&self, passing: &Passing) -> Passing {
        Passing {
            is_behind: !passing.is_behind,
            ..*passing
        }
    }
}

impl Predecessors for Lines {
    fn predecessors<'a>(
        &'a self,
        crowds: &Crowds,
    ) -> impl Iterator<Item = (Passing, Crowds)> + use<'a> {
        predecessors_by_inverse(self, crowds)
    }
}

/// The abstraction of boards on [`Lines`]: by their rows or by their columns.
#[derive(Clone, Debug)]
pub struct Counted {
    rules: Tiles,
    lines: Lines,
    by_rows: bool,
    /// The line of each cell, and that where each number belongs.
    of_cell: [u8; MOST_CELLS],
    of_number: [u8; MOST_CELLS],
}

impl Counted {
    /// By rows or by columns; `None` if the board has more than [`MOST_LINES`] of them or more than
    /// [`MOST_COUNTED`] cells.
    #[must_use]
    pub fn new(rules: &Tiles, by_rows: bool) -> Option<Self> {
        let (width, cells) = (rules.width(), rules.cells());
        let lines = if by_rows { rules.height() } else { width };
        if lines > MOST_LINES || cells > MOST_COUNTED {
            return None;
        }
        let line = |cell: usize| if by_rows { cell / width } else { cell % width };
        let mut counted = Self {
            rules: rules.clone(),
            lines: Lines(lines.to_le_bytes()[0]),
            by_rows,
            of_cell: [0; MOST_CELLS],
            of_number: [0; MOST_CELLS],
        };
        for (cell, own) in counted.of_cell.iter_mut().enumerate().take(cells) {
            *own = line(cell).to_le_bytes()[0];
        }
        let (places, _) = cells_of(rules, rules.goal());
        for (own, &cell) in counted.of_number.iter_mut().zip(&places).take(cells) {
            *own = line(cell.into()).to_le_bytes()[0];
        }
        Some(counted)
    }
}

impl Abstraction<Tiles> for Counted {
    type Space = Lines;

    fn space(&self) -> &Lines {
        &self.lines
    }

    fn project(&self, board: &Board) -> Crowds {
        let (cells, blank) = cells_of(&self.rules, *board);
        let mut crowds = Crowds {
            counts: 0,
            blank: self.of_cell[blank as usize],
        };
        let numbers = cells.iter().zip(&self.of_number);
        for (&cell, &belongs) in numbers.take(self.rules.cells()).skip(1) {
            crowds.add(self.of_cell[usize::from(cell)].into(), belongs.into());
        }
        crowds
    }

    fn action(&self, board: &Board, toward: &Toward) -> Option<Passing> {
        let is_across = matches!(toward, Toward::Up | Toward::Down);
        if is_across != self.by_rows {
            return None;
        }
        let (cells, blank) = cells_of(&self.rules, *board);
        let (blank, width) = (blank as usize, self.rules.width());
        let from = match toward {
            Toward::Up => blank - width,
            Toward::Left => blank - 1,
            Toward::Right => blank + 1,
            Toward::Down => blank + width,
        };
        let number = cells
            .iter()
            .skip(1)
            .position(|&cell| usize::from(cell) == from)?;
        Some(Passing {
            belongs: self.of_number[number + 1],
            is_behind: matches!(toward, Toward::Right | Toward::Down),
        })
    }
}

/// What is known of the lines of one direction.
#[derive(Debug)]
enum Known {
    /// The distances of the small space.
    Walks(Box<(Counted, Table<Crowds>)>),
    /// Only how far each number is from its line: for each cell, its line, and for each number its own.
    Steps(bool),
}

/// The sum of the walking distances of rows and columns: admissible and consistent.
///
/// Boards of more than [`MOST_COUNTED`] cells, and more than [`MOST_LINES`] lines, have too many of these crowds; there it
/// is Manhattan distance along the direction in question. Made in some milliseconds for 4 x 4 cells, 25,000 states of
/// the small space; time: two looks at hash tables.
#[derive(Debug)]
pub struct WalkingDistance {
    rules: Tiles,
    known: [Known; 2],
    /// The cell of each number in the goal.
    goal: [u8; MOST_CELLS],
}

impl WalkingDistance {
    /// Walking distances to the goal of `rules`. Of boards with more than [`MOST_CELLS`] cells it knows nothing.
    #[must_use]
    pub fn new(rules: &Tiles) -> Self {
        let known = |by_rows| {
            let counted = Counted::new(rules, by_rows);
            let walks = counted.and_then(|counted| {
                let goal = Exactly(counted.project(&rules.goal()));
                // Moves cost 1, so that there is no error.
                let table = all_to_one(counted.space(), &goal, &Limits::default()).ok()?;
                Some(Known::Walks(Box::new((counted, table))))
            });
            walks.unwrap_or(Known::Steps(by_rows))
        };
        let is_searched = rules.cells() <= MOST_CELLS;
        Self {
            known: [known(true), known(false)],
            goal: if is_searched {
                cells_of(rules, rules.goal()).0
            } else {
                [0; MOST_CELLS]
            },
            rules: rules.clone(),
        }
    }

    /// How many rows or columns tiles are away from theirs.
    fn steps(&self, board: &Board, by_rows: bool) -> Cost {
        let (cells, _) = cells_of(&self.rules, *board);
        let width = self.rules.width();
        let line = |cell: u8| {
            let cell = usize::from(cell);
            if by_rows { cell / width } else { cell % width }
        };
        let pairs = cells.iter().zip(&self.goal);
        let pairs = pairs.take(self.rules.cells()).skip(1);
        // At most 24 each.
        let steps = pairs.map(|(&cell, &goal)| line(cell).abs_diff(line(goal)).to_le_bytes()[0]);
        steps.map(Cost::from).sum()
    }
}

impl Heuristic<Board> for WalkingDistance {
    fn estimate(&self, board: &Board) -> Option<Cost> {
        if self.rules.cells() > MOST_CELLS {
            return Some(0);
        }
        let mut sum = 0;
        for known in &self.known {
            sum += match known {
                Known::Walks(walks) => {
                    let (counted, table) = &**walks;
                    match table.get(&counted.project(board)) {
                        Distance::At(cost) => cost,
                        Distance::Unreached | Distance::MinusInfinity => return None,
                    }
                }
                Known::Steps(by_rows) => self.steps(board, *by_rows),
            };
        }
        Some(sum)
    }
}
