//! Whole boards in a few bytes: the space for searches that keep every board they meet.
//!
//! A state is the cells of the kings and nothing else. What a king may do is found from the kings
//! two cells away: only they can be touched by one step.

use std::fmt::Debug;
use std::hash::Hash;

use statewalk::cost::Cost;
use statewalk::space::{Invertible, Predecessors, StateSpace, predecessors_by_inverse};

use super::board::{Board, BoardFault, Cell};
use super::rules::{Direction, Rule, Step};

/// A cell in one or two bytes, half for the row and half for the column.
pub trait Packed: Copy + Debug + Default + Ord + Hash + Send + Sync {
    /// The largest side of a board whose cells fit.
    const MAX_SIDE: u32;

    /// Packs a cell of such a board.
    fn pack(cell: Cell) -> Self;

    /// The cell.
    fn cell(self) -> Cell;
}

impl Packed for u8 {
    const MAX_SIDE: u32 = 15;

    #[inline]
    fn pack(cell: Cell) -> Self {
        let [row, col] = [cell.row, cell.col].map(|part| part.to_le_bytes()[0]);
        row << 4 | col & 15
    }

    #[inline]
    fn cell(self) -> Cell {
        let [row, col] = [self >> 4, self & 15].map(u16::from);
        Cell { row, col }
    }
}

impl Packed for u16 {
    const MAX_SIDE: u32 = 255;

    #[inline]
    fn pack(cell: Cell) -> Self {
        cell.row << 8 | cell.col & 255
    }

    #[inline]
    fn cell(self) -> Cell {
        let (row, col) = (self >> 8, self & 255);
        Cell { row, col }
    }
}

/// The cells of at most `K` kings, in the order of their labels; of their cells where the kings
/// are alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Placement<T, const K: usize>([T; K]);

impl<T: Packed, const K: usize> Placement<T, K> {
    /// Kings on these cells, `K` at most.
    #[must_use]
    pub fn on(cells: impl IntoIterator<Item = Cell>) -> Self {
        let mut packed = [T::default(); K];
        for (packed, cell) in packed.iter_mut().zip(cells) {
            *packed = T::pack(cell);
        }
        Self(packed)
    }

    /// The cells of the first so many kings.
    pub fn cells(&self, kings: usize) -> impl Iterator<Item = Cell> {
        self.0[..kings].iter().map(|packed| packed.cell())
    }
}

/// The space of boards of one size with one number of kings. Every step costs 1 and can be undone.
#[derive(Clone, Copy, Debug)]
pub struct Placements<T, const K: usize> {
    rule: Rule,
    side: u32,
    kings: usize,
    alike: bool,
    cells: std::marker::PhantomData<T>,
}

/// The directions of a king, as bits, that end beside a king which stands `(down, right)` of it,
/// at `[down + 2][right + 2]`. Kings further away are out of reach, nearer ones do not exist.
const TOUCHED: [[u8; 5]; 5] = touched();

const fn touched() -> [[u8; 5]; 5] {
    let mut table = [[0; 5]; 5];
    let mut entry: usize = 0;
    while entry < 25 {
        let mut number: u8 = 0;
        while number < 8 {
            let (down, right) = OFFSETS[number as usize];
            let (row, col) = (entry / 5, entry % 5);
            // The king after the step is at (down + 2, right + 2) of the table.
            if row.abs_diff(down + 1) <= 1 && col.abs_diff(right + 1) <= 1 {
                table[row][col] |= 1 << number;
            }
            number += 1;
        }
        entry += 1;
    }
    table
}

/// The offsets of the directions, 1 added to each number.
const OFFSETS: [(usize, usize); 8] = [
    (0, 1),
    (0, 2),
    (1, 2),
    (2, 2),
    (2, 1),
    (2, 0),
    (1, 0),
    (0, 0),
];

impl<T: Packed, const K: usize> Placements<T, K> {
    /// The space that `board` lies in, if its side and its kings fit. Where the kings are `alike`,
    /// boards with kings on the same cells are one state.
    #[must_use]
    pub fn around(board: &Board, rule: Rule, alike: bool) -> Option<Self> {
        let fits = board.side() <= T::MAX_SIDE && board.cells().len() <= K;
        fits.then(|| Self {
            rule,
            side: board.side(),
            kings: board.cells().len(),
            alike,
            cells: std::marker::PhantomData,
        })
    }

    /// The state of a board of this space.
    #[must_use]
    pub fn state(&self, board: &Board) -> Placement<T, K> {
        let mut placement = Placement::on(board.cells().iter().copied());
        if self.alike {
            placement.0[..self.kings].sort_unstable();
        }
        placement
    }

    /// The board of a state.
    ///
    /// # Errors
    /// None for a state that the space reached.
    pub fn board(&self, state: &Placement<T, K>) -> Result<Board, BoardFault> {
        let cells: Vec<_> = state.cells(self.kings).collect();
        Board::new(self.side, &cells)
    }

    /// The directions that are open to every king, as bits.
    #[inline]
    fn open(&self, cells: &[T; K]) -> [u8; K] {
        let all = self
            .rule
            .directions()
            .fold(0, |bits, d| bits | 1 << d.number());
        let mut open = [0; K];
        for (i, packed) in cells[..self.kings].iter().enumerate() {
            let Cell { row, col } = packed.cell();
            let mut bits: u8 = all;
            // North is 0 and the numbers go clockwise.
            if row == 1 {
                bits &= 0b0111_1100;
            }
            if u32::from(row) == self.side {
                bits &= 0b1100_0111;
            }
            if col == 1 {
                bits &= 0b0001_1111;
            }
            if u32::from(col) == self.side {
                bits &= 0b1111_0001;
            }
            for (j, other) in cells[..i].iter().enumerate() {
                let other = other.cell();
                let down = usize::from(other.row.wrapping_sub(row).wrapping_add(2));
                let right = usize::from(other.col.wrapping_sub(col).wrapping_add(2));
                if down < 5 && right < 5 {
                    bits &= !TOUCHED[down][right];
                    open[j] &= !TOUCHED[4 - down][4 - right];
                }
            }
            open[i] = bits;
        }
        open
    }
}

impl<T: Packed, const K: usize> StateSpace for Placements<T, K> {
    type State = Placement<T, K>;
    type Action = Step;

    /// The steps of the kings in the order of the state, each clockwise from north.
    #[inline]
    fn actions<'a>(
        &'a self,
        state: &Placement<T, K>,
    ) -> impl Iterator<Item = Step> + use<'a, T, K> {
        let cells = state.0;
        let mut open = self.open(&cells);
        let mut king = 0;
        std::iter::from_fn(move || {
            while king < self.kings {
                let bits = open[king];
                if bits != 0 {
                    open[king] = bits & (bits - 1);
                    let direction = Direction::new(bits.trailing_zeros());
                    return Some(Step::new(cells[king].cell(), direction));
                }
                king += 1;
            }
            None
        })
    }

    #[inline]
    fn apply(&self, state: &mut Placement<T, K>, step: &Step) {
        let from = T::pack(step.from());
        let cells = &mut state.0[..self.kings];
        for cell in cells.iter_mut() {
            if *cell == from {
                *cell = T::pack(step.to());
                break;
            }
        }
        if self.alike {
            cells.sort_unstable();
        }
    }

    fn max_cost(&self) -> Option<Cost> {
        Some(1)
    }
}

impl<T: Packed, const K: usize> Invertible for Placements<T, K> {
    #[inline]
    fn inverse(&self, step: &Step) -> Step {
        step.inverse()
    }
}

impl<T: Packed, const K: usize> Predecessors for Placements<T, K> {
    #[inline]
    fn predecessors<'a>(
        &'a self,
        state: &Placement<T, K>,
    ) -> impl Iterator<Item = (Step, Placement<T, K>)> + use<'a, T, K> {
        predecessors_by_inverse(self, state)
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;
    use statewalk::space::StateSpace;

    use super::{Packed, Placements};
    use crate::kings::generate::pair;
    use crate::kings::rules::{Kings, Rule};

    /// Both spaces have the same steps everywhere on a random walk.
    fn walk<T: Packed>(side: u32, kings: u32, rule: Rule) {
        let mut rng = ChaCha8Rng::seed_from_u64(u64::from(side * 100 + kings));
        let (mut board, _) = pair(side, kings, &mut rng).unwrap();
        let grid = Kings { rule };
        let space = Placements::<T, 16>::around(&board, rule, false).unwrap();
        let mut state = space.state(&board);
        for _ in 0..200 {
            let steps: Vec<_> = grid.actions(&board).collect();
            assert!(steps.iter().copied().eq(space.actions(&state)));
            if steps.is_empty() {
                break;
            }
            let step = steps[rng.random_range(0..steps.len())];
            assert!(grid.is_applicable(&board, &step));
            grid.apply(&mut board, &step);
            space.apply(&mut state, &step);
            assert_eq!(space.board(&state), Ok(board.clone()));
            assert_eq!(space.state(&board), state);
        }
    }

    #[test]
    fn steps_agree_with_the_grid() {
        for rule in [Rule::EightWay, Rule::NoDiagonals] {
            for side in 1..=8u32 {
                for kings in 0..=side.div_ceil(2).pow(2).min(16) {
                    walk::<u8>(side, kings, rule);
                    walk::<u16>(side, kings, rule);
                }
            }
            walk::<u8>(15, 16, rule);
            walk::<u16>(255, 16, rule);
        }
    }
}
