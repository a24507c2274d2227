//! The rules of the pocket cube: three faces turn about a corner that stays.

use statewalk::space::{Invertible, Predecessors, StateSpace, predecessors_by_inverse};

use super::corners::{TURNED, Turned};

/// A cube: the order of the seven corners that move, and how they are twisted, each as a rank.
///
/// The corner behind, below and to the left keeps its place; a turn of a face at it is a turn of the opposite
/// face and of the whole cube.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Cube {
    pub(super) order: u16,
    pub(super) twist: u16,
}

impl Cube {
    /// The solved cube.
    pub const SOLVED: Self = Self { order: 0, twist: 0 };
}

/// A turn of a face: its number below nine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Turn(u8);

/// The names of the turns by number: clockwise, half, counterclockwise.
pub const NAMES: [&str; 9] = ["R", "R2", "R'", "U", "U2", "U'", "F", "F2", "F'"];

const HALF: [Turn; 9] = [
    Turn(0),
    Turn(1),
    Turn(2),
    Turn(3),
    Turn(4),
    Turn(5),
    Turn(6),
    Turn(7),
    Turn(8),
];

const QUARTER: [Turn; 6] = [Turn(0), Turn(2), Turn(3), Turn(5), Turn(6), Turn(8)];

impl Turn {
    /// The turn of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let number = NAMES.iter().position(|known| *known == name)?;
        HALF.get(number).copied()
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        NAMES[usize::from(self.0) % NAMES.len()]
    }
}

/// What counts as one turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Metric {
    /// Turns by 90 and by 180 degrees.
    Half,
    /// Turns by 90 degrees.
    Quarter,
}

/// The rules in a metric.
#[derive(Clone, Copy, Debug)]
pub struct PocketCube {
    turns: &'static [Turn],
    tables: &'static Turned,
}

impl PocketCube {
    /// The rules in `metric`.
    #[must_use]
    pub fn new(metric: Metric) -> Self {
        Self {
            turns: match metric {
                Metric::Half => &HALF,
                Metric::Quarter => &QUARTER,
            },
            tables: &TURNED,
        }
    }
}

impl StateSpace for PocketCube {
    type State = Cube;
    type Action = Turn;

    #[inline]
    fn actions<'a>(&'a self, _: &Cube) -> impl Iterator<Item = Turn> + use<'a> {
        self.turns.iter().copied()
    }

    #[inline]
    fn apply(&self, cube: &mut Cube, turn: &Turn) {
        *cube = self.tables.apply(*cube, turn.0.into());
    }

    fn max_cost(&self) -> Option<i64> {
        Some(1)
    }

    fn is_applicable(&self, _: &Cube, turn: &Turn) -> bool {
        self.turns.contains(turn)
    }
}

impl Invertible for PocketCube {
    #[inline]
    fn inverse(&self, turn: &Turn) -> Turn {
        // Clockwise and counterclockwise trade places within a face.
        Turn(match turn.0 % 3 {
            0 => turn.0 + 2,
            1 => turn.0,
            _ => turn.0 - 2,
        })
    }
}

impl Predecessors for PocketCube {
    #[inline]
    fn predecessors<'a>(&'a self, cube: &Cube) -> impl Iterator<Item = (Turn, Cube)> + use<'a> {
        predecessors_by_inverse(self, cube)
    }
}
