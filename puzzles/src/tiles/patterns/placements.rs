//! The cells of the tiles of a pattern, the blank forgotten too: what the entries of a database are numbered by.

use statewalk::abstraction::Abstraction;
use statewalk::space::StateSpace;

use super::Spot;
use super::regions::{Pattern, Regions, Shift, Spots, shifts};
use crate::tiles::board::{Board, Toward};
use crate::tiles::rules::Tiles;

/// Tiles that go to any cell beside them where none of the others is.
#[derive(Clone, Debug)]
pub struct Placements(Regions);

impl Placements {
    fn target(&self, cells: &Spot, shift: Shift) -> Option<u8> {
        let cell = *cells.as_ref().get(usize::from(shift.tile))?;
        // At most 24.
        let to = self.0.beside(cell.into(), shift.toward)?.to_le_bytes()[0];
        (!cells.as_ref().contains(&to)).then_some(to)
    }
}

impl StateSpace for Placements {
    type State = Spot;
    type Action = Shift;

    fn actions<'a>(&'a self, cells: &Spot) -> impl Iterator<Item = Shift> + use<'a> {
        let cells = *cells;
        // At most eight.
        let tiles = self.0.tiles().to_le_bytes()[0];
        shifts(tiles).filter(move |&shift| self.target(&cells, shift).is_some())
    }

    fn apply(&self, cells: &mut Spot, &shift: &Shift) {
        if let Some(to) = self.target(cells, shift) {
            cells.as_mut()[usize::from(shift.tile)] = to;
        }
    }

    fn max_cost(&self) -> Option<i64> {
        Some(1)
    }

    fn is_applicable(&self, cells: &Spot, &shift: &Shift) -> bool {
        self.target(cells, shift).is_some()
    }
}

/// The tiles of a pattern without the blank: the abstraction of boards, and of [`Regions`], on [`Placements`].
#[derive(Clone, Debug)]
pub struct Placed {
    pattern: Pattern,
    space: Placements,
}

impl Placed {
    /// That of a pattern.
    #[must_use]
    pub fn new(pattern: &Pattern) -> Self {
        Self {
            space: Placements(pattern.regions().clone()),
            pattern: pattern.clone(),
        }
    }

    /// The pattern.
    #[must_use]
    pub fn pattern(&self) -> &Pattern {
        &self.pattern
    }
}

impl Abstraction<Tiles> for Placed {
    type Space = Placements;

    fn space(&self) -> &Placements {
        &self.space
    }

    #[inline]
    fn project(&self, board: &Board) -> Spot {
        self.pattern.spot(board)
    }

    fn action(&self, board: &Board, toward: &Toward) -> Option<Shift> {
        self.pattern.action(board, toward)
    }
}

impl Abstraction<Regions> for Placed {
    type Space = Placements;

    fn space(&self) -> &Placements {
        &self.space
    }

    fn project(&self, spots: &Spots) -> Spot {
        spots.cells
    }

    fn action(&self, _: &Spots, &shift: &Shift) -> Option<Shift> {
        Some(shift)
    }
}
