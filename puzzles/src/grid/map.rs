//! Maps: terrain cell by cell, as the benchmark's files have it.

use statewalk::catalog::puzzle::ReadError;
use statewalk::catalog::text::lines::{Line, Lines};
use statewalk::catalog::text::{InputError, quoted};
use statewalk::memory::{BudgetVec, Memory, MemoryExhausted};
use statewalk::search::limits::{Limit, Limits, Pace};
use statewalk::words::counted;

use crate::grid::place::Columns;
use crate::grid::rules::Cell;

/// The longest side.
pub const MAX_SIDE: u32 = 65_535;

/// The letters of each terrain.
const LETTERS: &str =
    "a letter of terrain: `.`, `G` or `S` (land), `W` (water), `@`, `O` or `T` (blocked)";

/// Rows that are read between two looks at the clock.
const PATIENCE: u32 = 1 << 8;

/// What a cell is made of. Steps lead between cells of one terrain that is not blocked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Terrain {
    /// `@` and `O`, out of bounds, and `T`, trees.
    Blocked,
    /// `.` and `G`, ground, and `S`, swamp.
    Land,
    /// `W`: passed from water alone.
    Water,
}

impl Terrain {
    /// The terrain of a letter.
    #[must_use]
    pub fn of(letter: u8) -> Option<Self> {
        match letter {
            b'.' | b'G' | b'S' => Some(Self::Land),
            b'W' => Some(Self::Water),
            b'@' | b'O' | b'T' => Some(Self::Blocked),
            _ => None,
        }
    }

    /// A letter of the terrain.
    #[must_use]
    pub fn letter(self) -> char {
        match self {
            Self::Blocked => '@',
            Self::Land => '.',
            Self::Water => 'W',
        }
    }
}

/// The terrain of every cell, row by row.
#[derive(Debug)]
pub struct Map {
    width: u32,
    terrain: BudgetVec<Terrain>,
    memory: Memory,
}

impl Map {
    /// A map of no rows yet, each of which will have `width` cells.
    pub(super) fn new(width: u32, memory: &Memory) -> Self {
        Self {
            width,
            terrain: BudgetVec::new(memory),
            memory: memory.clone(),
        }
    }

    /// Appends a cell.
    pub(super) fn push(&mut self, terrain: Terrain) -> Result<(), MemoryExhausted> {
        self.terrain.push(terrain)
    }

    /// How many cells a row has.
    #[must_use]
    pub fn width(&self) -> u32 {
        self.width
    }

    /// How many rows there are.
    #[must_use]
    pub fn height(&self) -> u32 {
        let rows = self.cells() / u64::from(self.width.max(1));
        u32::try_from(rows).unwrap_or(u32::MAX)
    }

    /// How many cells there are.
    #[must_use]
    pub fn cells(&self) -> u64 {
        self.terrain.len() as u64
    }

    /// The terrain, cell by cell.
    #[must_use]
    pub fn terrain(&self) -> &[Terrain] {
        &self.terrain
    }

    /// The cell in this column and row, if it is on the map.
    #[must_use]
    pub fn cell(&self, (column, row): (u32, u32)) -> Option<Cell> {
        let is_inside = column < self.width && row < self.height();
        is_inside.then(|| row * self.width + column)
    }

    /// A value for each cell, from the account of the map.
    pub(super) fn each_cell<T: Clone>(&self, value: T) -> Result<BudgetVec<T>, MemoryExhausted> {
        BudgetVec::filled(&self.memory, self.terrain.len(), value)
    }

    /// Appends the map with a `*` at `cell`, row by row.
    pub(super) fn draw(&self, cell: Cell, out: &mut String) {
        let columns = Columns::new(self.width);
        for (number, terrain) in (0..).zip(self.terrain()) {
            out.push(if number == cell {
                '*'
            } else {
                terrain.letter()
            });
            if columns.place(number).0 + 1 == self.width {
                out.push('\n');
            }
        }
    }

    /// Reads a map whose first line, `type octile`, is `first`.
    pub(super) fn read(
        lines: &mut Lines<'_>,
        first: &Line<'_>,
        limits: &Limits,
    ) -> Result<Self, ReadError> {
        let (width, height) = size(lines, first)?;
        let mut map = Self::new(width, &limits.memory);
        let mut pace = Pace::new(limits, PATIENCE);
        for row in 1..=height {
            pace.tick(1)?;
            let Some(line) = lines.next_line()? else {
                let expected = format!("row {row} of the {} of the map", counted(height, "row"));
                return Err(lines.error_at_end(&expected).into());
            };
            map.read_row(&line, row).map_err(|stop| match stop {
                Stop::Input(error) => ReadError::from(error),
                Stop::Full(full) => Limit::from(full).into(),
            })?;
        }
        Ok(map)
    }

    fn read_row(&mut self, line: &Line<'_>, row: u32) -> Result<(), Stop> {
        let letters = line.word(0);
        let at = |place: usize, found: String, expected: String| {
            let mut error = line.error_at(0, &expected);
            error.column += place;
            error.found = found;
            Err(Stop::Input(error))
        };
        for (place, &letter) in letters.iter().enumerate() {
            let Some(terrain) = Terrain::of(letter) else {
                return at(place, quoted(&letters[place..=place]), LETTERS.to_owned());
            };
            if place == self.width as usize {
                let expected = format!("the end of row {row}, which is {} wide", self.width);
                return at(place, quoted(&letters[place..]), expected);
            }
            self.push(terrain)?;
        }
        if letters.len() < self.width as usize {
            let expected = format!(
                "{} in row {row}, as the width says; it has {}",
                counted(self.width, "cell"),
                letters.len()
            );
            return at(letters.len(), "the end of the row".to_owned(), expected);
        }
        if line.len() > 1 {
            let expected = format!("the end of row {row}, which is {} wide", self.width);
            return Err(Stop::Input(line.error_at(1, &expected)));
        }
        Ok(())
    }
}

/// Why a row cannot be read.
enum Stop {
    Input(InputError),
    Full(MemoryExhausted),
}

impl From<MemoryExhausted> for Stop {
    fn from(full: MemoryExhausted) -> Self {
        Self::Full(full)
    }
}

/// The lines of a map before its rows: their width and how many there are.
fn size(lines: &mut Lines<'_>, first: &Line<'_>) -> Result<(u32, u32), InputError> {
    if first.word(1) != b"octile" {
        return Err(first.error_at(1, "`octile`, the only type of map that is read"));
    }
    if first.len() > 2 {
        return Err(first.error_at(2, "the end of the line"));
    }
    let (mut width, mut height) = (None, None);
    loop {
        let missing = match (width, height) {
            (None, None) => "`height` and a number, or `width` and a number",
            (Some(_), None) => "`height` and a number",
            (None, Some(_)) => "`width` and a number",
            (Some(_), Some(_)) => "`map`, then the rows",
        };
        let Some(line) = lines.next_line()? else {
            return Err(lines.error_at_end(missing));
        };
        let side = |what| {
            let number = line.number(1, what, 1..=u64::from(MAX_SIDE))?;
            if line.len() > 2 {
                return Err(line.error_at(2, "the end of the line"));
            }
            Ok(u32::try_from(number).unwrap_or(MAX_SIDE))
        };
        match (line.word(0), width, height) {
            (b"width", None, _) => width = Some(side("the width of the map")?),
            (b"height", _, None) => height = Some(side("the height of the map")?),
            (b"map", Some(width), Some(height)) if line.len() == 1 => return Ok((width, height)),
            (b"map", Some(_), Some(_)) => return Err(line.error_at(1, "the end of the line")),
            _ => return Err(line.error_at(0, missing)),
        }
    }
}
