//! A sliding puzzle of any size, written for tests: plain rules, and ranks that say how moves act on them.

use statewalk::encoding::even_permutation::EvenPermutation;
use statewalk::memory::Memory;
use statewalk::rank_actions::lehmer::Lehmer;
use statewalk::rank_actions::{RankActions, RankActionsError, RankMoves};
use statewalk::{Encoding, Invertible, StateSpace};

/// What stands on each cell, row by row; 0 is the blank.
pub(crate) type Board = Vec<u8>;

pub(crate) struct Sliding {
    pub(crate) width: usize,
    pub(crate) height: usize,
}

impl Sliding {
    /// The blank in the first cell and the tiles in order.
    pub(crate) fn goal(&self) -> Board {
        (0..self.width * self.height)
            .map(|cell| u8::try_from(cell).unwrap())
            .collect()
    }

    pub(crate) fn neighbours(&self, board: &Board) -> impl Iterator<Item = Board> {
        self.actions(board).map(move |action| {
            let mut next = board.clone();
            self.apply(&mut next, &action);
            next
        })
    }

    /// The cells beside a cell.
    pub(crate) fn beside(&self, cell: usize) -> Vec<usize> {
        let (row, column) = (cell / self.width, cell % self.width);
        let mut beside = Vec::new();
        if row > 0 {
            beside.push(cell - self.width);
        }
        if column > 0 {
            beside.push(cell - 1);
        }
        if column + 1 < self.width {
            beside.push(cell + 1);
        }
        if row + 1 < self.height {
            beside.push(cell + self.width);
        }
        beside
    }
}

impl StateSpace for Sliding {
    type State = Board;
    /// The cells that the blank leaves and goes to.
    type Action = (usize, usize);

    fn actions<'a>(&'a self, board: &Board) -> impl Iterator<Item = (usize, usize)> + use<'a> {
        let from = blank(board);
        self.beside(from).into_iter().map(move |to| (from, to))
    }

    fn apply(&self, board: &mut Board, &(from, to): &(usize, usize)) {
        board.swap(from, to);
    }
}

impl Invertible for Sliding {
    fn inverse(&self, &(from, to): &(usize, usize)) -> (usize, usize) {
        (to, from)
    }
}

fn blank(board: &Board) -> usize {
    board.iter().position(|&tile| tile == 0).unwrap()
}

/// The cell of the blank, and the rank of the sequence of the tiles past it. A sequence is even or odd by the
/// row of the blank, where the width is even.
pub(crate) struct SlidingRanks {
    space: Sliding,
    sequences: EvenPermutation<Vec<u8>>,
}

impl SlidingRanks {
    pub(crate) fn new(width: usize, height: usize) -> Self {
        Self {
            space: Sliding { width, height },
            sequences: EvenPermutation::new(width * height - 1).unwrap(),
        }
    }

    /// Whether the sequences with the blank on this cell are the odd ones.
    fn is_odd(&self, cell: usize) -> bool {
        self.space.width.is_multiple_of(2) && cell / self.space.width % 2 == 1
    }

    /// Swaps the last two tiles if the sequences are the odd ones.
    fn turn(&self, cell: usize, sequence: &mut [u8]) {
        if let [.., a, b] = sequence
            && self.is_odd(cell)
        {
            std::mem::swap(a, b);
        }
    }
}

impl Encoding for SlidingRanks {
    type State = Board;

    fn size(&self) -> u64 {
        (self.space.width * self.space.height) as u64 * self.sequences.size()
    }

    fn rank(&self, board: &Board) -> u64 {
        let cell = blank(board);
        let mut sequence: Vec<u8> = board
            .iter()
            .filter(|&&tile| tile > 0)
            .map(|t| t - 1)
            .collect();
        self.turn(cell, &mut sequence);
        cell as u64 * self.sequences.size() + self.sequences.rank(&sequence)
    }

    fn unrank_into(&self, rank: u64, board: &mut Board) {
        let cell = usize::try_from(rank / self.sequences.size()).unwrap();
        let mut sequence = vec![0; board.len() - 1];
        self.sequences
            .unrank_into(rank % self.sequences.size(), &mut sequence);
        self.turn(cell, &mut sequence);
        board.clear();
        board.extend(sequence.iter().map(|tile| tile + 1));
        board.insert(cell, 0);
    }
}

impl RankActions<Sliding> for SlidingRanks {
    fn rank_moves(&self, space: &Sliding, memory: &Memory) -> Result<RankMoves, RankActionsError> {
        let cells = space.width * space.height;
        let code = Lehmer::of_one_parity(cells - 1);
        let mut moves = RankMoves::new(cells as u64, code.radices(), memory)?;
        for from in 0..cells {
            for to in space.beside(from) {
                let (first, last) = (from.min(to), from.max(to));
                // A tile passes those between the two cells.
                let mut order: Vec<usize> = (0..last - first).collect();
                if from < to {
                    order.rotate_right(1);
                } else {
                    order.rotate_left(1);
                }
                let map = moves.add_map(code.permuting(first, &order, self.is_odd(from))?)?;
                moves.connect(from, map, to)?;
            }
        }
        Ok(moves)
    }
}
