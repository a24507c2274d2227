//! What a grid says of the rest of a route, whatever is fixed on it.
//!
//! On a grid the blank needs at least 2 moves from one side of the piece to the next and at least
//! 4 to the opposite one. So with the slide itself a step around a corner costs at least 3 and a
//! step straight on at least 5, and the shortest route over a board without fixed cells is a
//! staircase with as few straight steps as the distances in rows and columns allow.

use statewalk::cost::Cost;
use statewalk::memory::BudgetVec;
use statewalk::quotient::halt::{Halt, Meter};
use statewalk::quotient::routes::Rest;

use crate::huarong::board::Board;

/// A step around a corner, and what a step straight on costs more.
const CORNER: Cost = 3;
const STRAIGHT: Cost = 2;

/// Row and column of every cell.
#[derive(Debug)]
pub(crate) struct Grid {
    places: BudgetVec<(u16, u16)>,
}

impl Grid {
    pub(crate) fn new(meter: &Meter<'_>, board: &Board) -> Result<Self, Halt> {
        let mut places = BudgetVec::filled(meter.memory(), board.count() as usize, (0, 0))?;
        for (cell, place) in (0..).zip(places.iter_mut()) {
            let (row, column) = board.place(cell);
            // Sides are at most MAX_SIDE, so nothing is lost.
            *place = (
                u16::try_from(row).unwrap_or(u16::MAX),
                u16::try_from(column).unwrap_or(u16::MAX),
            );
        }
        Ok(Self { places })
    }
}

impl Rest for Grid {
    #[inline]
    fn rest(&self, from: u32, at: u32, goal: u32) -> Cost {
        let [from, at, goal] = [from, at, goal].map(|cell| self.places[cell as usize]);
        bound(from.0 == at.0, at.0.abs_diff(goal.0), at.1.abs_diff(goal.1))
    }

    #[inline]
    fn walk(&self, from: u32, to: u32) -> Cost {
        let [from, to] = [from, to].map(|cell| self.places[cell as usize]);
        Cost::from(from.0.abs_diff(to.0)) + Cost::from(from.1.abs_diff(to.1))
    }
}

/// The bound after a slide along a row or along a column, with `rows` and `columns` to go.
///
/// The last slide and those to come form a row of steps along rows and columns that begins with
/// the last slide; two neighbours of one kind make a straight step.
#[inline]
fn bound(along_row: bool, rows: u16, columns: u16) -> Cost {
    let (rows, columns) = (Cost::from(rows), Cost::from(columns));
    // `own` are steps of the last slide's kind, which may stand on both sides of the others.
    let (own, other) = if along_row {
        (columns, rows)
    } else {
        (rows, columns)
    };
    let straight = if own + 1 > other {
        own - other
    } else {
        other - own - 1
    };
    CORNER * (rows + columns) + STRAIGHT * straight
}

#[cfg(test)]
mod tests {
    use super::bound;

    #[test]
    fn the_bound_falls_by_no_more_than_a_step_costs() {
        let near = |along_row, (rows, columns): (i16, i16)| {
            bound(along_row, rows.unsigned_abs(), columns.unsigned_abs())
        };
        for rows in -9..=9 {
            for columns in -9..=9 {
                for (along_row, step) in [
                    (true, (0, 1)),
                    (true, (0, -1)),
                    (false, (1, 0)),
                    (false, (-1, 0)),
                ] {
                    let after = near(along_row, (rows + step.0, columns + step.1));
                    for last in [true, false] {
                        let cost = if last == along_row { 5 } else { 3 };
                        assert!(near(last, (rows, columns)) <= cost + after);
                    }
                    assert_eq!(near(along_row, (0, 0)), 0);
                }
            }
        }
    }
}
