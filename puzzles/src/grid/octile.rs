//! How far a goal is on a map without obstacles: as many diagonal steps as can be, and straight ones.

use statewalk::cost::Cost;
use statewalk::heuristic::Heuristic;

use crate::grid::place::Columns;
use crate::grid::rules::{Cell, Grid};

/// The octile distance to a cell, or the Manhattan distance where there are no diagonal steps. Consistent.
#[derive(Clone, Copy, Debug)]
pub struct Octile {
    columns: Columns,
    goal: (u32, u32),
    straight: Cost,
    /// How much less a diagonal step costs than two straight ones.
    saved: Cost,
}

impl Octile {
    /// The distance to `goal`.
    #[must_use]
    pub fn new(rules: &Grid, goal: Cell) -> Self {
        let columns = rules.columns();
        let (straight, saved) = rules.costs();
        Self {
            columns,
            goal: columns.place(goal),
            straight,
            saved,
        }
    }
}

impl Heuristic<Cell> for Octile {
    #[inline]
    fn estimate(&self, &cell: &Cell) -> Option<Cost> {
        let (column, row) = self.columns.place(cell);
        let across = column.abs_diff(self.goal.0);
        let down = row.abs_diff(self.goal.1);
        let both = Cost::from(across) + Cost::from(down);
        Some(self.straight * both - self.saved * Cost::from(across.min(down)))
    }
}
