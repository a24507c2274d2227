//! The rules: one king steps to a neighbouring cell, and no two kings ever stand on touching cells.

use std::fmt;

use statewalk::cost::Cost;
use statewalk::space::{Invertible, Predecessors, StateSpace, predecessors_by_inverse};

use super::board::{Board, Cell};

/// Which neighbouring cells a king may step to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rule {
    /// All eight.
    #[default]
    EightWay,
    /// The four that share an edge.
    NoDiagonals,
}

impl Rule {
    /// The directions of the rule.
    pub fn directions(self) -> impl Iterator<Item = Direction> {
        let stride = match self {
            Self::EightWay => 1,
            Self::NoDiagonals => 2,
        };
        (0..8).step_by(stride).map(Direction)
    }

    /// Whether a king may step in this direction.
    #[inline]
    #[must_use]
    pub fn allows(self, direction: Direction) -> bool {
        self == Self::EightWay || !direction.is_diagonal()
    }

    /// The fewest steps from one cell to another on an empty board.
    #[inline]
    #[must_use]
    pub fn distance(self, from: Cell, to: Cell) -> u32 {
        let (down, right) = (from.row.abs_diff(to.row), from.col.abs_diff(to.col));
        u32::from(match self {
            Self::EightWay => down.max(right),
            Self::NoDiagonals => down + right,
        })
    }
}

/// One of eight directions: 0 is north (up), clockwise from there; even ones are no diagonals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Direction(u8);

impl Direction {
    /// Up.
    pub const NORTH: Self = Self(0);
    /// Up and right.
    pub const NORTH_EAST: Self = Self(1);
    /// Right.
    pub const EAST: Self = Self(2);
    /// Down and right.
    pub const SOUTH_EAST: Self = Self(3);
    /// Down.
    pub const SOUTH: Self = Self(4);
    /// Left.
    pub const WEST: Self = Self(6);
    /// Up and left.
    pub const NORTH_WEST: Self = Self(7);

    /// The direction number `number`, modulo 8.
    #[inline]
    #[must_use]
    pub fn new(number: u32) -> Self {
        Self((number % 8) as u8)
    }

    /// The number, 0 to 7.
    #[inline]
    #[must_use]
    pub fn number(self) -> u32 {
        u32::from(self.0)
    }

    /// The direction back.
    #[inline]
    #[must_use]
    pub fn opposite(self) -> Self {
        Self(self.0 ^ 4)
    }

    /// The next direction clockwise.
    #[inline]
    #[must_use]
    pub fn clockwise(self) -> Self {
        Self((self.0 + 1) % 8)
    }

    /// The next direction the other way round.
    #[inline]
    #[must_use]
    pub fn anticlockwise(self) -> Self {
        Self((self.0 + 7) % 8)
    }

    /// The diagonal between a vertical and a horizontal direction.
    #[inline]
    #[must_use]
    pub fn halfway(self, other: Self) -> Self {
        if self.clockwise() == other.anticlockwise() {
            self.clockwise()
        } else {
            other.clockwise()
        }
    }

    /// Whether the direction leads over a corner.
    #[inline]
    #[must_use]
    pub fn is_diagonal(self) -> bool {
        !self.0.is_multiple_of(2)
    }

    /// Rows down and columns right.
    #[inline]
    #[must_use]
    pub fn offset(self) -> (i8, i8) {
        const OFFSETS: [(i8, i8); 8] = [
            (-1, 0),
            (-1, 1),
            (0, 1),
            (1, 1),
            (1, 0),
            (1, -1),
            (0, -1),
            (-1, -1),
        ];
        OFFSETS[usize::from(self.0 & 7)]
    }

    /// The direction of a step of at most one row and one column; `None` for no step or a longer
    /// one.
    #[must_use]
    pub fn between(from: Cell, to: Cell) -> Option<Self> {
        (0..8)
            .map(Self)
            .find(|direction| from.offset(direction.offset()) == to)
    }
}

/// A primitive action: the king on a cell steps in a direction. Which king that is, the board says.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Step(u32);

impl Step {
    /// The step of the king on `from`.
    #[inline]
    #[must_use]
    pub fn new(from: Cell, direction: Direction) -> Self {
        // 14 bits a coordinate: the border of the largest board fits well.
        Self(u32::from(from.row) << 17 | u32::from(from.col) << 3 | direction.number())
    }

    /// The cell that the king leaves.
    #[inline]
    #[must_use]
    pub fn from(self) -> Cell {
        Cell {
            row: (self.0 >> 17) as u16,
            col: (self.0 >> 3 & 0x3fff) as u16,
        }
    }

    /// The direction.
    #[inline]
    #[must_use]
    pub fn direction(self) -> Direction {
        Direction((self.0 & 7) as u8)
    }

    /// The cell that the king enters.
    #[inline]
    #[must_use]
    pub fn to(self) -> Cell {
        self.from().offset(self.direction().offset())
    }

    /// The step that undoes this one.
    #[inline]
    #[must_use]
    pub fn inverse(self) -> Self {
        Self::new(self.to(), self.direction().opposite())
    }
}

impl fmt::Debug for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (from, to) = (self.from(), self.to());
        write!(
            f,
            "({}, {}) to ({}, {})",
            from.row, from.col, to.row, to.col
        )
    }
}

/// The space of boards under a rule. Every step costs 1 and can be undone.
///
/// A step is tested and taken in constant time, which is what long plans need. Searches over
/// whole boards use [`Placements`](super::placement::Placements), whose states are smaller.
#[derive(Clone, Copy, Debug, Default)]
pub struct Kings {
    /// The rule.
    pub rule: Rule,
}

impl StateSpace for Kings {
    type State = Board;
    type Action = Step;

    /// The steps of king 1, then of king 2, and so on, each clockwise from north.
    fn actions<'a>(&'a self, state: &Board) -> impl Iterator<Item = Step> + use<'a> {
        let mut steps = Vec::new();
        for &from in state.cells() {
            steps.extend(self.rule.directions().filter_map(|direction| {
                let step = Step::new(from, direction);
                state.may_step(from, step.to()).then_some(step)
            }));
        }
        steps.into_iter()
    }

    #[inline]
    fn apply(&self, state: &mut Board, step: &Step) {
        state.shift(step.from(), step.to());
    }

    fn max_cost(&self) -> Option<Cost> {
        Some(1)
    }

    #[inline]
    fn is_applicable(&self, state: &Board, step: &Step) -> bool {
        let from = step.from();
        self.rule.allows(step.direction())
            && state.holds(from)
            && state.king(from).is_some()
            && state.may_step(from, step.to())
    }
}

impl Invertible for Kings {
    #[inline]
    fn inverse(&self, step: &Step) -> Step {
        step.inverse()
    }
}

impl Predecessors for Kings {
    fn predecessors<'a>(&'a self, state: &Board) -> impl Iterator<Item = (Step, Board)> + use<'a> {
        predecessors_by_inverse(self, state)
    }
}
