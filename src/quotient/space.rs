//! The quotient itself: states are the piece's cell and the side of it the blank is on.
//!
//! The blank's walks between two moves of the piece are folded into the costs of turns. What is
//! left has one state for each arc of the board, where the full space has one for each pair of
//! cells.

use std::sync::OnceLock;

use crate::cost::Cost;
use crate::encoding::Encoding;
use crate::quotient::blocks::Blocks;
use crate::quotient::cells::Cells;
use crate::quotient::halt::{Halt, Meter};
use crate::quotient::turns::Turns;
use crate::space::{Invertible, Predecessors, StateSpace, predecessors_by_inverse};

/// A board with one piece and one blank, as seen from the piece.
///
/// A state is an arc of the board: the piece is at its tail, the blank at its head.
#[derive(Debug)]
pub struct Quotient {
    cells: Cells,
    blocks: Blocks,
    turns: Turns,
    /// The largest cost of an action, once it was asked for: every search asks, and it takes a look
    /// at all turns.
    largest: OnceLock<Cost>,
}

/// What the piece and its blank do next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// The piece goes to the blank's cell and leaves the blank behind it; costs 1.
    Slide,
    /// The blank walks around the piece, from one side of it to another.
    Turn {
        /// The arc from the piece to the blank before.
        from: u32,
        /// The arc from the piece to the blank after.
        to: u32,
    },
}

impl Quotient {
    /// Prepares the board: its components and the costs of all turns.
    ///
    /// # Errors
    /// [`Halt::Limit`] if a limit is reached.
    pub fn new(meter: &mut Meter<'_>, cells: Cells) -> Result<Self, Halt> {
        let blocks = Blocks::new(meter, &cells)?;
        let turns = Turns::new(meter, &cells, &blocks)?;
        Ok(Self {
            cells,
            blocks,
            turns,
            largest: OnceLock::new(),
        })
    }

    /// The board.
    #[must_use]
    pub fn cells(&self) -> &Cells {
        &self.cells
    }

    /// Its biconnected components.
    #[must_use]
    pub fn blocks(&self) -> &Blocks {
        &self.blocks
    }

    /// The costs of turns.
    #[must_use]
    pub fn turns(&self) -> &Turns {
        &self.turns
    }

    /// The perfect hash of the states: the number of the arc.
    #[must_use]
    pub fn encoding(&self) -> Arcs {
        Arcs(self.cells.arcs())
    }
}

impl StateSpace for Quotient {
    type State = u32;
    type Action = Move;

    fn actions<'a>(&'a self, &from: &u32) -> impl Iterator<Item = Move> + use<'a> {
        let turns = self.turns.from(&self.cells, self.cells.tail(from), from);
        std::iter::once(Move::Slide).chain(turns.map(move |(to, _)| Move::Turn { from, to }))
    }

    #[inline]
    fn apply(&self, state: &mut u32, action: &Move) {
        *state = match *action {
            Move::Slide => self.cells.reverse(*state),
            Move::Turn { to, .. } => to,
        };
    }

    #[inline]
    fn cost(&self, &state: &u32, action: &Move) -> Cost {
        match *action {
            Move::Slide => 1,
            Move::Turn { from, to } => self
                .turns
                .cost(&self.cells, self.cells.tail(state), from, to)
                .map_or(Cost::MAX, Cost::from),
        }
    }

    fn max_cost(&self) -> Option<Cost> {
        let largest = || Cost::from(self.turns.largest().max(1));
        Some(*self.largest.get_or_init(largest))
    }
}

impl Invertible for Quotient {
    #[inline]
    fn inverse(&self, action: &Move) -> Move {
        match *action {
            Move::Slide => Move::Slide,
            Move::Turn { from, to } => Move::Turn { from: to, to: from },
        }
    }
}

impl Predecessors for Quotient {
    fn predecessors<'a>(&'a self, state: &u32) -> impl Iterator<Item = (Move, u32)> + use<'a> {
        predecessors_by_inverse(self, state)
    }
}

/// The perfect hash of quotient states, which are numbers of arcs already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arcs(u32);

impl Encoding for Arcs {
    type State = u32;

    #[inline]
    fn size(&self) -> u64 {
        u64::from(self.0)
    }

    #[inline]
    fn rank(&self, &state: &u32) -> u64 {
        u64::from(state)
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "ranks are below an u32")]
    fn unrank_into(&self, rank: u64, state: &mut u32) {
        *state = rank as u32;
    }
}
