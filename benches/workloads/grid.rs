//! A grid with weighted cells; its searches by hand and its contests stand below.

pub mod by_hand;
pub mod contests;

use statewalk::cost::Cost;
use statewalk::encoding::Encoding;
use statewalk::space::{Predecessors, StateSpace};

/// A square of cells; entering a cell costs its weight, 1 to 9.
#[derive(Clone, Debug)]
pub struct Grid {
    side: u32,
    /// What leads to the cells beside a cell, modulo 2^32: above, left, right, below.
    steps: [u32; 4],
    weights: Vec<u8>,
}

/// The heaviest cell.
pub const HEAVIEST: u8 = 9;

impl Grid {
    /// A grid whose weights come from a fixed generator (xorshift, Marsaglia 2003).
    #[must_use]
    pub fn new(side: u32) -> Self {
        let mut word = 0x9E37_79B9_7F4A_7C15u64;
        let mut weight = || {
            word ^= word << 13;
            word ^= word >> 7;
            word ^= word << 17;
            u8::try_from(word % u64::from(HEAVIEST)).expect("it is below 9") + 1
        };
        let weights = (0..side * side).map(|_| weight()).collect();
        let steps = [side.wrapping_neg(), 1u32.wrapping_neg(), 1, side];
        Self {
            side,
            steps,
            weights,
        }
    }

    /// How many cells there are.
    #[must_use]
    pub fn cells(&self) -> u32 {
        self.side * self.side
    }

    /// What it costs to enter `cell`.
    #[inline]
    #[must_use]
    pub fn weight(&self, cell: u32) -> u8 {
        self.weights[cell as usize]
    }

    /// The cells beside `cell`: above, left, right, below.
    #[inline]
    #[must_use]
    pub fn neighbours(&self, cell: u32) -> Neighbours<'_> {
        let (side, cells) = (self.side, self.cells());
        let column = cell % side;
        let inside = [
            cell >= side,
            column > 0,
            column + 1 < side,
            cell + side < cells,
        ];
        let open = (0..4).fold(0, |open, bit| open | u32::from(inside[bit]) << bit);
        Neighbours {
            cell,
            open,
            steps: &self.steps,
        }
    }
}

/// The cells beside a cell.
#[derive(Clone, Debug)]
pub struct Neighbours<'a> {
    cell: u32,
    /// Which of them there are, one bit each.
    open: u32,
    steps: &'a [u32; 4],
}

impl Iterator for Neighbours<'_> {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        let bit = self.open.trailing_zeros();
        let step = self.steps.get(bit as usize)?;
        self.open &= self.open - 1;
        Some(self.cell.wrapping_add(*step))
    }
}

impl StateSpace for Grid {
    type State = u32;
    /// The cell that is entered.
    type Action = u32;

    #[inline]
    fn actions<'a>(&'a self, &state: &u32) -> impl Iterator<Item = u32> + use<'a> {
        self.neighbours(state)
    }

    #[inline]
    fn apply(&self, state: &mut u32, &action: &u32) {
        *state = action;
    }

    #[inline]
    fn cost(&self, _: &u32, &action: &u32) -> Cost {
        Cost::from(self.weight(action))
    }

    #[inline]
    fn max_cost(&self) -> Option<Cost> {
        Some(HEAVIEST.into())
    }
}

impl Predecessors for Grid {
    #[inline]
    fn predecessors<'a>(&'a self, &state: &u32) -> impl Iterator<Item = (u32, u32)> + use<'a> {
        self.neighbours(state).map(move |before| (state, before))
    }
}

/// A cell is its own number.
impl Encoding for Grid {
    type State = u32;

    fn size(&self) -> u64 {
        u64::from(self.cells())
    }

    #[inline]
    fn rank(&self, state: &u32) -> u64 {
        u64::from(*state)
    }

    #[inline]
    fn unrank_into(&self, rank: u64, state: &mut u32) {
        *state = u32::try_from(rank).expect("ranks are cells");
    }
}
