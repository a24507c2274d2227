//! A board as a walk over the goal: which numbers its rows show, without storing any.

use super::rules::{Board, Placement};

/// How the goal's cells follow each other along the rows and columns of a board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Walk {
    side: u32,
    /// The goal's cell that stands in the upper left corner.
    corner: Cell,
    /// The step over the goal for a step down on the board.
    down: Step,
    /// The step over the goal for a step to the right on the board.
    right: Step,
}

type Cell = (u32, u32);

/// A step over the goal to a neighbour, in rows or in columns, forward or backward.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Step {
    in_rows: bool,
    backward: bool,
}

impl Step {
    /// The step from one number to another, if they are neighbours in the goal.
    fn between(side: u32, from: Cell, to: Cell) -> Option<Self> {
        let way = |from: u32, to: u32| (to + side - from) % side;
        match (way(from.0, to.0), way(from.1, to.1)) {
            (0, rest) if rest == 1 || rest + 1 == side => Some(Self {
                in_rows: false,
                backward: rest != 1,
            }),
            (rest, 0) if rest == 1 || rest + 1 == side => Some(Self {
                in_rows: true,
                backward: rest != 1,
            }),
            _ => None,
        }
    }

    /// The coordinate of `cell` that the step changes.
    fn along(self, (row, column): Cell) -> u32 {
        if self.in_rows { row } else { column }
    }

    /// The cell `times` such steps from `cell`; `times` is at most the side.
    fn taken(self, side: u32, times: u32, (row, column): Cell) -> Cell {
        let on = |x: u32| (x + if self.backward { side - times } else { times }) % side;
        if self.in_rows {
            (on(row), column)
        } else {
            (row, on(column))
        }
    }
}

impl Walk {
    /// The only walk that a board can be whose first numbers are `top`: its first row and, if
    /// there is one, the first number of the second row. All are from 1 to n^2.
    pub(super) fn new(side: u32, top: &[u32]) -> Option<Self> {
        let cell = |index: usize| {
            top.get(index)
                .map(|number| ((number - 1) / side, (number - 1) % side))
        };
        let corner = cell(0)?;
        if side == 1 {
            return Some(Self::shown(side, Placement::GOAL));
        }
        let right = Step::between(side, corner, cell(1)?)?;
        let down = Step::between(side, corner, cell(top.len() - 1)?)?;
        (right.in_rows != down.in_rows).then_some(Self {
            side,
            corner,
            down,
            right,
        })
    }

    /// The walk that a board shows.
    pub(super) fn shown(side: u32, place: Placement) -> Self {
        let exchanged = place.has(Placement::EXCHANGED);
        let down = Step {
            in_rows: !exchanged,
            backward: place.has(Placement::ROWS_NEGATED),
        };
        let right = Step {
            in_rows: exchanged,
            backward: place.has(Placement::COLUMNS_NEGATED),
        };
        // The corner lies as far before the number 1 as the number 1 lies behind the corner.
        let (row, column) = place.first();
        let corner = down.taken(side, side - row, (0, 0));
        let corner = right.taken(side, side - column, corner);
        Self {
            side,
            corner,
            down,
            right,
        }
    }

    /// The numbers of a row of the board.
    #[inline]
    pub(super) fn row(&self, row: u32) -> impl Iterator<Item = u32> + use<> {
        let side = self.side;
        let first = self.down.taken(side, row, self.corner);
        let number = first.0 * side + first.1 + 1;
        let step = if self.right.in_rows { side } else { 1 };
        let start = self.right.along(first);
        let backward = self.right.backward;
        // The first number that comes after the walk has passed the edge of the goal.
        let edge = if backward { start + 1 } else { side - start };
        (0..side).map(move |column| {
            let around = if column < edge { 0 } else { side };
            if backward {
                number + around * step - column * step
            } else {
                number + column * step - around * step
            }
        })
    }

    /// The placement that shows this walk.
    pub(super) fn placement(&self, rules: &Board) -> Placement {
        let mut symmetry = 0;
        for (has, bit) in [
            (!self.down.in_rows, Placement::EXCHANGED),
            (self.down.backward, Placement::ROWS_NEGATED),
            (self.right.backward, Placement::COLUMNS_NEGATED),
        ] {
            symmetry |= if has { bit } else { 0 };
        }
        let place = |step: Step| {
            let along = step.along(self.corner);
            if step.backward {
                along
            } else {
                self.side - along
            }
        };
        rules.placement(symmetry, place(self.down), place(self.right))
    }
}
