//! The rules of sliding tiles: the blank goes to a neighbouring cell, whose tile takes its place.

use std::cmp::Ordering;

use statewalk::encoding::code::Code;
use statewalk::encoding::error::EncodingError;
use statewalk::space::{Invertible, Predecessors, StateSpace, predecessors_by_inverse};

use super::board::{Board, DIRECTIONS, Step, Toward, Word, moved};
use super::encoding::Ranks;

/// The longest side of a board that is read.
pub const MAX_SIDE: u32 = 255;

/// The most cells of a board that is searched.
pub const MOST_CELLS: usize = 25;

/// The boards of one size, and the goal among them.
///
/// Cells are numbered in reading order from 0; a board lists what they show, 0 being the blank.
#[derive(Clone, Debug)]
pub struct Tiles {
    width: u8,
    height: u8,
    narrow: bool,
    /// The bits of [`DIRECTIONS`] that are open at each cell.
    open: [u8; MOST_CELLS],
    /// What narrow boards do in each of [`DIRECTIONS`].
    steps: [Step; 4],
    goal: Board,
}

impl Tiles {
    /// The rules for boards of `width` by `height` cells, each from 1 to [`MAX_SIDE`], with the
    /// blank of the goal in the first cell.
    ///
    /// Boards of more than [`MOST_CELLS`] cells have no states.
    #[must_use]
    pub fn new(width: u32, height: u32) -> Option<Self> {
        let side = |side: u32| u8::try_from(side).ok().filter(|&side| side > 0);
        let (width, height) = (side(width)?, side(height)?);
        let mut rules = Self {
            width,
            height,
            narrow: u32::from(width) * u32::from(height) <= u64::TILES + 1,
            open: [0; MOST_CELLS],
            steps: DIRECTIONS.map(|(toward, _)| Step::new(width, toward)),
            goal: Board(0),
        };
        let cells = rules.cells();
        if cells <= MOST_CELLS {
            for (cell, open) in rules.open.iter_mut().take(cells).enumerate() {
                let (row, column) = (cell / usize::from(width), cell % usize::from(width));
                let is_open = |toward| match toward {
                    Toward::Up => row > 0,
                    Toward::Left => column > 0,
                    Toward::Right => column + 1 < usize::from(width),
                    Toward::Down => row + 1 < usize::from(height),
                };
                for (bit, (toward, _)) in DIRECTIONS.into_iter().enumerate() {
                    *open |= u8::from(is_open(toward)) << bit;
                }
            }
            let first: Vec<_> = (0..=u16::MAX).take(rules.cells()).collect();
            rules.goal = rules.board(&first)?;
        }
        Some(rules)
    }

    /// The same rules with another goal, which must be a [`board`](Self::board) of them.
    #[must_use]
    pub fn with_goal(self, goal: Board) -> Self {
        Self { goal, ..self }
    }

    /// The cells of a row.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width.into()
    }

    /// The rows.
    #[must_use]
    pub fn height(&self) -> usize {
        self.height.into()
    }

    /// The cells of the board.
    #[must_use]
    pub fn cells(&self) -> usize {
        self.width() * self.height()
    }

    /// The goal.
    #[must_use]
    pub fn goal(&self) -> Board {
        self.goal
    }

    /// Whether boards take 64 bits.
    #[inline]
    pub(super) fn is_narrow(&self) -> bool {
        self.narrow
    }

    /// The board that shows `cells`; `None` if they are too many, too few, or no order of the numbers from
    /// 0 on.
    #[must_use]
    pub fn board(&self, cells: &[u16]) -> Option<Board> {
        if cells.len() != self.cells() || cells.len() > MOST_CELLS {
            return None;
        }
        let mut seen = 0u32;
        for &number in cells {
            let fits = usize::from(number) < cells.len();
            if !fits || seen >> number & 1 == 1 {
                return None;
            }
            seen |= 1 << number;
        }
        Some(if self.is_narrow() {
            Board(packed::<u64>(cells).into())
        } else {
            Board(packed::<u128>(cells))
        })
    }

    /// What the cells of `board` show.
    #[must_use]
    pub fn shown(&self, board: Board) -> Vec<u16> {
        if self.is_narrow() {
            unpacked(narrow(board), self.cells())
        } else {
            unpacked(board.0, self.cells())
        }
    }

    /// The perfect hash of the boards that can become the goal.
    ///
    /// # Errors
    /// [`EncodingError::TooLarge`] for more than 20 cells, unless they are in one row or column.
    pub fn ranks(&self) -> Result<Ranks, EncodingError> {
        Ranks::new(self)
    }

    /// Boards as words of 64 bits, which nothing is computed for; `None` for more than 16 cells.
    #[must_use]
    pub fn words(&self) -> Option<Words> {
        self.is_narrow().then_some(Words)
    }

    /// The bits of the directions that are open to the blank of `board`.
    #[inline]
    fn open(&self, board: Board) -> u8 {
        let blank = if self.is_narrow() {
            narrow(board).blank()
        } else {
            board.0.blank()
        };
        self.open.get(blank as usize).copied().unwrap_or(0)
    }
}

/// The words that boards of at most 16 cells are.
#[derive(Clone, Copy, Debug)]
pub struct Words;

impl Code for Words {
    type State = Board;

    fn bound(&self) -> u64 {
        u64::MAX
    }

    #[inline]
    fn word(&self, board: &Board) -> u64 {
        narrow(*board)
    }

    #[inline]
    fn read_into(&self, word: u64, board: &mut Board) {
        *board = Board(word.into());
    }
}

/// The word of a board of at most 16 cells.
#[inline]
pub(super) fn narrow(board: Board) -> u64 {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "boards of at most 16 cells have only the low half"
    )]
    let word = board.0 as u64;
    word
}

fn packed<W: Word>(cells: &[u16]) -> W {
    let mut word = W::from(0);
    let mut tiles = 0;
    for (cell, &number) in (0..).zip(cells) {
        // Numbers are below 25.
        match number.to_le_bytes()[0].checked_sub(1) {
            None => word = word | W::field(W::TILES, cell),
            Some(tile) => {
                word = word | W::field(tiles, tile);
                tiles += 1;
            }
        }
    }
    word
}

fn unpacked<W: Word>(word: W, cells: usize) -> Vec<u16> {
    let blank = word.blank();
    let cell = |cell: u32| match cell.cmp(&blank) {
        Ordering::Less => u16::from(word.get(cell)) + 1,
        Ordering::Equal => 0,
        Ordering::Greater => u16::from(word.get(cell - 1)) + 1,
    };
    (0..).take(cells).map(cell).collect()
}

/// The open directions of a cell: bits in the order of [`DIRECTIONS`].
struct Open(u8);

// The numbers of directions are said in three places, which cannot be one where a search is to be fast.
const _: () = {
    let mut bit = 0;
    while bit < DIRECTIONS.len() {
        let (direction, _) = DIRECTIONS[bit];
        assert!(direction as usize == bit);
        bit += 1;
    }
};

impl Iterator for Open {
    type Item = Toward;

    #[inline]
    fn next(&mut self) -> Option<Toward> {
        let toward = match self.0.trailing_zeros() {
            0 => Toward::Up,
            1 => Toward::Left,
            2 => Toward::Right,
            3 => Toward::Down,
            _ => return None,
        };
        self.0 &= self.0.wrapping_sub(1);
        Some(toward)
    }
}

impl StateSpace for Tiles {
    type State = Board;
    type Action = Toward;

    #[inline]
    fn actions<'a>(&'a self, board: &Board) -> impl Iterator<Item = Toward> + use<'a> {
        Open(self.open(*board))
    }

    #[inline]
    fn apply(&self, board: &mut Board, &toward: &Toward) {
        board.0 = if self.is_narrow() {
            self.steps[toward as usize].of(narrow(*board)).into()
        } else {
            moved(board.0, self.width, toward)
        };
    }

    fn max_cost(&self) -> Option<i64> {
        Some(1)
    }

    fn is_applicable(&self, board: &Board, toward: &Toward) -> bool {
        Open(self.open(*board)).any(|open| open == *toward)
    }
}

impl Invertible for Tiles {
    #[inline]
    fn inverse(&self, toward: &Toward) -> Toward {
        toward.opposite()
    }
}

impl Predecessors for Tiles {
    #[inline]
    fn predecessors<'a>(
        &'a self,
        board: &Board,
    ) -> impl Iterator<Item = (Toward, Board)> + use<'a> {
        predecessors_by_inverse(self, board)
    }
}
