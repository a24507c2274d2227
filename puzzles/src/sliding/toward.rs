//! Where the empty place goes.

/// The row and the column of a place, from 0.
pub type Place = (u32, u32);

/// A direction on the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Toward {
    /// A row up.
    Up,
    /// A column to the left.
    Left,
    /// A column to the right.
    Right,
    /// A row down.
    Down,
}

/// All directions, in the order of the rules, with their names.
pub const DIRECTIONS: [(Toward, &str); 4] = [
    (Toward::Up, "up"),
    (Toward::Left, "left"),
    (Toward::Right, "right"),
    (Toward::Down, "down"),
];

impl Toward {
    /// The other way.
    #[inline]
    #[must_use]
    pub fn opposite(self) -> Self {
        match self {
            Self::Up => Self::Down,
            Self::Left => Self::Right,
            Self::Right => Self::Left,
            Self::Down => Self::Up,
        }
    }

    /// The place beside (`row`, `col`). Above and to the left of the grid, numbers wrap far past its end.
    #[inline]
    #[must_use]
    pub fn of(self, (row, col): Place) -> Place {
        match self {
            Self::Up => (row.wrapping_sub(1), col),
            Self::Left => (row, col.wrapping_sub(1)),
            Self::Right => (row, col.wrapping_add(1)),
            Self::Down => (row.wrapping_add(1), col),
        }
    }
}
