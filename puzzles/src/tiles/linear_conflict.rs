//! Manhattan distance and linear conflicts: tiles in their own line that must let each other pass.

use statewalk::cost::Cost;
use statewalk::heuristic::Heuristic;

use super::board::Board;
use super::manhattan::Manhattan;
use super::patterns::regions::cells_of;
use super::rules::{MOST_CELLS, Tiles};

/// Manhattan distance, and two moves for each tile that must leave a row or column that it belongs to, so that those
/// that belong there too stand in order (Hansson, Mayer and Yung 1992, "Criticizing solutions to relaxed models yields
/// powerful admissible heuristics").
///
/// In each line as few tiles leave as can be: all but the most that are in order. Admissible and consistent. Time: some
/// steps for each cell and, in each line, each pair of tiles. Memory: 700 bytes.
///
/// ```
/// use statewalk::Heuristic;
/// use statewalk_puzzles::tiles::linear_conflict::LinearConflict;
/// use statewalk_puzzles::tiles::rules::Tiles;
///
/// let rules = Tiles::new(3, 3).unwrap();
/// let board = rules.board(&[0, 2, 1, 3, 4, 5, 6, 7, 8]).unwrap();
/// assert_eq!(LinearConflict::new(&rules).estimate(&board), Some(1 + 1 + 2));
/// ```
#[derive(Clone, Debug)]
pub struct LinearConflict {
    manhattan: Manhattan,
    rules: Tiles,
    /// The cell of each number in the goal.
    goal: [u8; MOST_CELLS],
}

impl LinearConflict {
    /// That to the goal of `rules`. Of boards with more than [`MOST_CELLS`] cells it knows nothing.
    #[must_use]
    pub fn new(rules: &Tiles) -> Self {
        let goal = if rules.cells() <= MOST_CELLS {
            cells_of(rules, rules.goal()).0
        } else {
            [0; MOST_CELLS]
        };
        Self {
            manhattan: Manhattan::new(rules),
            rules: rules.clone(),
            goal,
        }
    }

    /// How many tiles must leave the lines that they belong to, where `line` and `place` say of a cell in which line it
    /// is, and where in it.
    fn leaving(
        &self,
        cells: &[u8; MOST_CELLS],
        lines: usize,
        line: impl Fn(usize) -> usize,
        place: impl Fn(usize) -> usize,
    ) -> Cost {
        let mut leaving = 0;
        // For each line, where its tiles are and where they belong, by the places where they are.
        let mut belongs = [[None; MOST_CELLS]; MOST_CELLS];
        for (&cell, &goal) in cells
            .iter()
            .zip(&self.goal)
            .take(self.rules.cells())
            .skip(1)
        {
            let (cell, goal) = (usize::from(cell), usize::from(goal));
            if line(cell) == line(goal) {
                belongs[line(cell)][place(cell)] = Some(place(goal));
            }
        }
        for belongs in &belongs[..lines] {
            // The most tiles in order of which this is the last.
            let mut most = [0; MOST_CELLS];
            let mut best = 0;
            for (at, goal) in belongs.iter().enumerate() {
                let Some(goal) = goal else { continue };
                let before = belongs[..at].iter().zip(&most);
                let before = before.filter(|(other, _)| other.is_some_and(|other| other < *goal));
                most[at] = 1 + before.map(|(_, &most)| most).max().unwrap_or(0);
                best = most[at].max(best);
            }
            let tiles = belongs.iter().flatten().count();
            // At most 24.
            leaving += Cost::from((tiles - best).to_le_bytes()[0]);
        }
        leaving
    }
}

impl Heuristic<Board> for LinearConflict {
    fn estimate(&self, board: &Board) -> Option<Cost> {
        let (width, height) = (self.rules.width(), self.rules.height());
        let steps = self.manhattan.estimate(board)?;
        if self.rules.cells() > MOST_CELLS {
            return Some(steps);
        }
        let (cells, _) = cells_of(&self.rules, *board);
        let rows = self.leaving(&cells, height, |cell| cell / width, |cell| cell % width);
        let columns = self.leaving(&cells, width, |cell| cell % width, |cell| cell / width);
        Some(steps + 2 * (rows + columns))
    }
}
