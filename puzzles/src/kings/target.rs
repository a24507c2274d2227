//! Goals: a target board, whose kings may also be taken as alike.

use statewalk::goal::Goal;

use super::blocks::Blocks;
use super::board::{Board, BoardFault, Cell};
use super::rules::Rule;
use super::verdict::Verdict;

/// The goal of reaching a board; where the kings are alike, its cells by any kings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// The board.
    pub board: Board,
    /// Whether labels do not count.
    pub alike: bool,
}

impl Goal<Board> for Target {
    fn is_goal(&self, board: &Board) -> bool {
        if self.alike {
            let mut cells = self.board.cells().iter();
            cells.all(|&cell| board.king(cell).is_some())
        } else {
            *board == self.board
        }
    }
}

/// `target` with its kings renamed so that it can be reached from `start`, king by king in the
/// order of rows of blocks; unless no kings on these cells can be reached at all.
///
/// # Errors
/// None for two boards of one side with the same number of kings.
pub fn renamed(rule: Rule, start: &Board, target: &Board) -> Result<Board, BoardFault> {
    let blocks = Blocks::of(start.side());
    let order = |board: &Board| -> Vec<u32> {
        let labels = blocks.labels(board);
        labels.into_iter().filter(|&label| label != 0).collect()
    };
    let mut cells = vec![Cell::default(); start.cells().len()];
    let (kings, goals) = (order(start), order(target));
    for (&king, &goal) in kings.iter().zip(&goals) {
        cells[king as usize - 1] = target.cell(goal);
    }
    let board = Board::new(start.side(), &cells)?;
    if Verdict::of(rule, start, &board) == Verdict::OtherParity {
        cells.swap(0, 1);
        return Board::new(start.side(), &cells);
    }
    Ok(board)
}
