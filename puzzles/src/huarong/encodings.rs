//! Perfect hashes of positions, to be measured: pairs of cells, and what is left of them where cells are fixed.

use statewalk::catalog::menu::Menu;
use statewalk::encoding::Encoding;
use statewalk::quotient::rules::{Pairs, Position};

use crate::huarong::Huarong;
use crate::huarong::board::Board;

/// Adds what can be measured.
pub(super) fn offer(menu: Menu<Huarong>) -> Menu<Huarong> {
    let pairs = ("pairs", "the cell of the blank and that of the piece");
    let open = ("open", "the same among the open cells only");
    let apart = (
        "apart",
        "two different open cells: an arrangement of 2 of them",
    );
    menu.measure_states()
        .measure_encoding(pairs, |board| Ok(Pairs::new(board.count())))
        .measure_encoding(open, |board| Ok(Open::new(board, false)))
        .measure_encoding(apart, |board| Ok(Open::new(board, true)))
}

/// Positions on open cells.
#[derive(Clone, Debug)]
struct Open {
    /// The number of each cell among the open ones; that of the next open one for a fixed cell.
    number: Vec<u32>,
    /// The cells that are open, ascending.
    cells: Vec<u32>,
    /// Whether ranks of two things on one cell are left out.
    apart: bool,
}

impl Open {
    fn new(board: &Board, apart: bool) -> Self {
        let cells: Vec<u32> = (0..board.count())
            .filter(|&cell| board.is_open(cell))
            .collect();
        let mut number = Vec::with_capacity(board.count() as usize);
        let mut open = 0;
        for cell in 0..board.count() {
            number.push(open);
            open += u32::from(board.is_open(cell));
        }
        Self {
            number,
            cells,
            apart,
        }
    }

    /// Where the piece can be once the blank is placed.
    #[inline]
    fn places(&self) -> u64 {
        let cells = self.cells.len() as u64;
        cells.saturating_sub(self.apart.into())
    }
}

impl Encoding for Open {
    type State = Position;

    #[inline]
    fn size(&self) -> u64 {
        self.cells.len() as u64 * self.places()
    }

    #[inline]
    fn rank(&self, position: &Position) -> u64 {
        let [blank, piece] =
            [position.blank, position.piece].map(|cell| self.number[cell as usize]);
        // The blank's cell is no place for the piece, so those behind it move up.
        let piece = piece - u32::from(self.apart && piece > blank);
        u64::from(blank) * self.places() + u64::from(piece)
    }

    #[inline]
    fn unrank_into(&self, rank: u64, position: &mut Position) {
        let [blank, piece] = [rank / self.places(), rank % self.places()];
        let piece = piece + u64::from(self.apart && piece >= blank);
        // Both are indices of the list.
        let [blank, piece] = [blank, piece].map(|n| usize::try_from(n).unwrap_or_default());
        position.blank = self.cells[blank];
        position.piece = self.cells[piece];
    }
}

#[cfg(test)]
mod tests {
    use statewalk::encoding::Encoding;
    use statewalk::encoding::laws::check_exhaustively;
    use statewalk::quotient::rules::Position;

    use super::Open;
    use crate::huarong::board::Board;

    /// Every two open cells have a rank, and no others: boards of all patterns of eight cells.
    #[test]
    fn open_cells_are_numbered_without_gaps() {
        for pattern in 0u32..256 {
            let open = (0..8).map(|cell| pattern >> cell & 1 == 1).collect();
            let Some(board) = Board::new(2, 4, open) else {
                continue;
            };
            let count = u64::from(pattern.count_ones());
            let mut position = Position { blank: 0, piece: 0 };
            for (apart, size) in [
                (false, count * count),
                (true, count * count.saturating_sub(1)),
            ] {
                let encoding = Open::new(&board, apart);
                assert_eq!(encoding.size(), size, "{pattern:b}");
                assert_eq!(check_exhaustively(&encoding, &mut position), Ok(()));
                for rank in 0..size {
                    encoding.unrank_into(rank, &mut position);
                    assert!(board.is_open(position.blank) && board.is_open(position.piece));
                    assert!(!apart || position.blank != position.piece);
                }
            }
        }
    }
}
