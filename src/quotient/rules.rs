//! The rules themselves, one step of the blank at a time, without any table.
//!
//! Plans of the quotient are expanded into these steps and replayed here, and a breadth-first
//! search here is the independent check of the quotient.

use crate::encoding::Encoding;
use crate::quotient::cells::Cells;
use crate::space::{Invertible, Predecessors, StateSpace, predecessors_by_inverse};

/// Where the blank and the named piece are. All other open cells hold pieces without a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The cell of the blank.
    pub blank: u32,
    /// The cell of the named piece.
    pub piece: u32,
}

/// The space of all positions. An action is the arc along which the blank moves, that is, the
/// piece at its head moves to its tail; every action costs 1.
#[derive(Clone, Copy, Debug)]
pub struct Rules<'a>(pub &'a Cells);

impl<'c> StateSpace for Rules<'c> {
    type State = Position;
    type Action = u32;

    fn actions<'a>(&'a self, state: &Position) -> impl Iterator<Item = u32> + use<'a, 'c> {
        self.0.sides(state.blank)
    }

    #[inline]
    fn apply(&self, state: &mut Position, &arc: &u32) {
        let head = self.0.head(arc);
        if state.piece == head {
            state.piece = state.blank;
        }
        state.blank = head;
    }

    fn is_applicable(&self, state: &Position, arc: &u32) -> bool {
        self.0.sides(state.blank).contains(arc)
    }
}

impl Invertible for Rules<'_> {
    #[inline]
    fn inverse(&self, &arc: &u32) -> u32 {
        self.0.reverse(arc)
    }
}

impl<'c> Predecessors for Rules<'c> {
    fn predecessors<'a>(
        &'a self,
        state: &Position,
    ) -> impl Iterator<Item = (u32, Position)> + use<'a, 'c> {
        predecessors_by_inverse(self, state)
    }
}

/// The perfect hash of positions: pairs of cells. Those with both on one cell are ranks too, but
/// no search meets them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pairs {
    count: u32,
}

impl Pairs {
    /// The pairs of the cells of a board of `count` cells.
    #[must_use]
    pub fn new(count: u32) -> Self {
        Self { count }
    }
}

impl Rules<'_> {
    /// The perfect hash of the positions.
    #[must_use]
    pub fn encoding(&self) -> Pairs {
        Pairs::new(self.0.count())
    }
}

impl Encoding for Pairs {
    type State = Position;

    #[inline]
    fn size(&self) -> u64 {
        u64::from(self.count) * u64::from(self.count)
    }

    #[inline]
    fn rank(&self, state: &Position) -> u64 {
        u64::from(state.blank) * u64::from(self.count) + u64::from(state.piece)
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "both are below count")]
    fn unrank_into(&self, rank: u64, state: &mut Position) {
        let count = u64::from(self.count);
        state.blank = (rank / count) as u32;
        state.piece = (rank % count) as u32;
    }
}
