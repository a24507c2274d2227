//! The rules of magic: six transforms of a placement, backward too, and its perfect hash.

use statewalk::encoding::Encoding;
use statewalk::space::{Predecessors, StateSpace};

use super::division::Divisor;

/// The largest side: 200 million placements.
pub const MAX_SIDE: u32 = 5000;

/// A transform of the whole board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Transform {
    /// (r, c) goes to (r, c + 1 mod n).
    Right,
    /// (r, c) goes to (r + 1 mod n, c).
    Down,
    /// (r, c) goes to (c, r).
    Transpose,
    /// (r, c) goes to (c, n - 1 - r).
    Clockwise,
    /// (r, c) goes to (r, n - 1 - c).
    MirrorV,
    /// (r, c) goes to (n - 1 - r, c).
    MirrorH,
}

/// All transforms, in the order of the statement, with their names.
pub const TRANSFORMS: [(Transform, &str); 6] = [
    (Transform::Right, "right"),
    (Transform::Down, "down"),
    (Transform::Transpose, "transpose"),
    (Transform::Clockwise, "clockwise"),
    (Transform::MirrorV, "mirror_v"),
    (Transform::MirrorH, "mirror_h"),
];

/// Where the goal's cells went.
///
/// Cell (i, j) of the goal is exchanged to (j, i) if the symmetry says so, its coordinates are then
/// negated if the symmetry says so, and (row, column), where the number 1 is, is added; all
/// modulo n.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Placement {
    /// A sum of the three `u8` constants of this type.
    symmetry: u8,
    row: u16,
    column: u16,
}

impl Placement {
    /// The symmetry exchanges rows and columns.
    pub const EXCHANGED: u8 = 1;
    /// The symmetry negates rows, after the exchange.
    pub const ROWS_NEGATED: u8 = 2;
    /// The symmetry negates columns, after the exchange.
    pub const COLUMNS_NEGATED: u8 = 4;

    /// The goal: 1 to n^2 in rows.
    pub const GOAL: Self = Self {
        symmetry: 0,
        row: 0,
        column: 0,
    };

    /// Whether the symmetry contains one of the three constants.
    #[must_use]
    pub fn has(&self, part: u8) -> bool {
        self.symmetry & part != 0
    }

    /// The symmetry, as a number below that of all symmetries of the board.
    #[inline]
    pub(super) fn symmetry(self) -> u8 {
        self.symmetry
    }

    /// A placement of these parts, which may lie outside of the board.
    #[inline]
    pub(super) fn unchecked(symmetry: u8, row: u16, column: u16) -> Self {
        Self {
            symmetry,
            row,
            column,
        }
    }

    /// The row and column of the number 1.
    #[inline]
    #[must_use]
    pub fn first(&self) -> (u32, u32) {
        (self.row.into(), self.column.into())
    }
}

/// The rules for boards of one side n, and the perfect hash `symmetry * n^2 + row * n + column`.
///
/// On a board of side 2 a negation is a shift, and on one of side 1 nothing changes anything: there are
/// 8, 2 or 1 different symmetries, and 8 n^2, 8 or 1 placements.
#[derive(Clone, Copy, Debug)]
pub struct Board {
    side: u32,
    cells: u32,
    symmetries: u8,
    by_side: Divisor,
    by_cells: Divisor,
}

impl Board {
    /// The rules for boards of side `side`, from 1 to [`MAX_SIDE`].
    #[must_use]
    pub fn new(side: u32) -> Option<Self> {
        if !(1..=MAX_SIDE).contains(&side) {
            return None;
        }
        let cells = side * side;
        Some(Self {
            side,
            cells,
            symmetries: match side {
                1 => 1,
                2 => 2,
                _ => 8,
            },
            by_side: Divisor::new(side),
            by_cells: Divisor::new(cells),
        })
    }

    /// The side n.
    #[must_use]
    pub fn side(&self) -> u32 {
        self.side
    }

    /// n^2.
    #[inline]
    pub(super) fn cells(&self) -> u32 {
        self.cells
    }

    /// How many symmetries mean different placements.
    #[inline]
    pub(super) fn symmetries(&self) -> u8 {
        self.symmetries
    }

    /// The symmetry of the placement of a rank, and the number of its cell in rows.
    #[inline]
    pub(super) fn cell_of(&self, rank: u32) -> (u32, u32) {
        let symmetry = self.by_cells.quotient(rank);
        (symmetry, rank - symmetry * self.cells)
    }

    /// The row of a cell.
    #[inline]
    pub(super) fn row_of(&self, cell: u32) -> u32 {
        self.by_side.quotient(cell)
    }

    /// How far the farthest placement is: 0 and 2 for the sides 1 and 2, n + 2 for the others.
    #[must_use]
    pub fn depth(&self) -> i64 {
        match self.side {
            1 => 0,
            2 => 2,
            n => i64::from(n) + 2,
        }
    }

    /// The placement with this symmetry in which the number 1 is at (`row`, `column`). On the
    /// boards of side 1 and 2 several symmetries give the same.
    #[must_use]
    pub fn placement(&self, symmetry: u8, row: u32, column: u32) -> Placement {
        self.at(symmetry, row % self.side, column % self.side)
    }

    /// The placement that `transform` turns into `place`.
    #[inline]
    pub(super) fn undone(&self, place: Placement, transform: Transform) -> Placement {
        let symmetry = place.symmetry;
        let (r, c) = place.first();
        match transform {
            Transform::Right => self.at(symmetry, r, self.before(c)),
            Transform::Down => self.at(symmetry, self.before(r), c),
            Transform::Transpose => self.at(exchanged(symmetry), c, r),
            Transform::Clockwise => self.at(
                exchanged(symmetry ^ Placement::COLUMNS_NEGATED),
                self.mirrored(c),
                r,
            ),
            Transform::MirrorV => {
                self.at(symmetry ^ Placement::COLUMNS_NEGATED, r, self.mirrored(c))
            }
            Transform::MirrorH => self.at(symmetry ^ Placement::ROWS_NEGATED, self.mirrored(r), c),
        }
    }

    #[inline]
    fn at(&self, symmetry: u8, row: u32, column: u32) -> Placement {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "coordinates are below the side, which fits"
        )]
        Placement {
            // The count of symmetries is a power of two, and those that mean nothing come last.
            symmetry: symmetry & (self.symmetries - 1),
            row: row as u16,
            column: column as u16,
        }
    }

    /// The coordinate after `x`.
    #[inline]
    fn after(&self, x: u32) -> u32 {
        if x + 1 == self.side { 0 } else { x + 1 }
    }

    /// The coordinate before `x`.
    #[inline]
    fn before(&self, x: u32) -> u32 {
        if x == 0 { self.side - 1 } else { x - 1 }
    }

    /// The coordinate opposite to `x`.
    #[inline]
    fn mirrored(&self, x: u32) -> u32 {
        self.side - 1 - x
    }
}

/// The symmetry followed by the exchange of rows and columns.
#[inline]
fn exchanged(symmetry: u8) -> u8 {
    (symmetry & 1 ^ 1) | (symmetry & 2) << 1 | (symmetry & 4) >> 1
}

impl StateSpace for Board {
    type State = Placement;
    type Action = Transform;

    #[inline]
    fn actions<'a>(&'a self, _: &Placement) -> impl Iterator<Item = Transform> + use<'a> {
        TRANSFORMS.into_iter().map(|(transform, _)| transform)
    }

    #[inline]
    fn apply(&self, state: &mut Placement, action: &Transform) {
        let symmetry = state.symmetry;
        let (r, c) = state.first();
        *state = match action {
            Transform::Right => self.at(symmetry, r, self.after(c)),
            Transform::Down => self.at(symmetry, self.after(r), c),
            Transform::Transpose => self.at(exchanged(symmetry), c, r),
            Transform::Clockwise => self.at(
                exchanged(symmetry) ^ Placement::COLUMNS_NEGATED,
                c,
                self.mirrored(r),
            ),
            Transform::MirrorV => {
                self.at(symmetry ^ Placement::COLUMNS_NEGATED, r, self.mirrored(c))
            }
            Transform::MirrorH => self.at(symmetry ^ Placement::ROWS_NEGATED, self.mirrored(r), c),
        };
    }

    fn max_cost(&self) -> Option<i64> {
        Some(1)
    }

    fn is_applicable(&self, _: &Placement, _: &Transform) -> bool {
        true
    }
}

impl Predecessors for Board {
    #[inline]
    fn predecessors<'a>(
        &'a self,
        state: &Placement,
    ) -> impl Iterator<Item = (Transform, Placement)> + use<'a> {
        let place = *state;
        let before = TRANSFORMS.map(|(transform, _)| (transform, self.undone(place, transform)));
        before.into_iter()
    }
}

impl Encoding for Board {
    type State = Placement;

    #[inline]
    fn size(&self) -> u64 {
        u64::from(self.symmetries) * u64::from(self.cells)
    }

    #[inline]
    fn rank(&self, state: &Placement) -> u64 {
        let cell = u32::from(state.row) * self.side + u32::from(state.column);
        (u32::from(state.symmetry) * self.cells + cell).into()
    }

    #[inline]
    fn unrank_into(&self, rank: u64, state: &mut Placement) {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "ranks are below the size, which is at most 8 * 5000^2"
        )]
        let rank = rank as u32;
        let (symmetry, cell) = self.cell_of(rank);
        let row = self.row_of(cell);
        #[expect(
            clippy::cast_possible_truncation,
            reason = "there are at most 8 symmetries"
        )]
        let symmetry = symmetry as u8;
        *state = self.at(symmetry, row, cell - row * self.side);
    }
}
