//! The edges of a sweep toward the goal, in straight code on ranks.

use statewalk::encoding::Encoding;
use statewalk::search::layers::direction::ToStarts;
use statewalk::search::layers::neighbours::Neighbours;
use statewalk::search::outcome::SearchError;

use super::rules::{Board, Transform};

/// What the six transforms come from, rank by rank: two moves and four reflections, each a sum of the
/// row, the column, their multiples and a number for the symmetry.
///
/// No placement is made on the way, which is four times faster than a loop over the predecessors that it
/// has.
#[derive(Clone, Copy, Debug)]
pub(super) struct Backward {
    board: Board,
    /// For each symmetry the rank before a reflection, if the cell is (0, 0).
    origins: [Origins; 8],
}

#[derive(Clone, Copy, Debug, Default)]
struct Origins {
    transpose: u32,
    clockwise: u32,
    mirror_v: u32,
    mirror_h: u32,
}

impl Backward {
    pub(super) fn new(board: &Board) -> Self {
        let mut origins = [Origins::default(); 8];
        for (origins, symmetry) in origins.iter_mut().zip(0..board.symmetries()) {
            let place = board.placement(symmetry, 0, 0);
            let before = |transform| narrow(board.rank(&board.undone(place, transform)));
            *origins = Origins {
                transpose: before(Transform::Transpose),
                clockwise: before(Transform::Clockwise),
                mirror_v: before(Transform::MirrorV),
                mirror_h: before(Transform::MirrorH),
            };
        }
        Self {
            board: *board,
            origins,
        }
    }
}

impl Neighbours for Backward {
    type Direction = ToStarts;

    fn size(&self) -> u64 {
        self.board.size()
    }

    #[inline]
    fn visit(&mut self, rank: u64, mut see: impl FnMut(u64)) -> Result<(), SearchError> {
        let board = &self.board;
        let (side, cells) = (board.side(), board.cells());
        let rank = narrow(rank);
        let (symmetry, cell) = board.cell_of(rank);
        let row = board.row_of(cell);
        // A row begins at `start`; a column is `down` along the rows of the transposed board.
        let start = row * side;
        let column = cell - start;
        let down = column * side;
        let last = if column == 0 { side } else { 0 };
        see((rank + last - 1).into());
        let last = if row == 0 { cells } else { 0 };
        see((rank + last - side).into());
        let origins = &self.origins[symmetry as usize & 7];
        see((origins.transpose + down + row).into());
        see((origins.clockwise + row - down).into());
        see((origins.mirror_v + start - column).into());
        see((origins.mirror_h + column - start).into());
        Ok(())
    }
}

/// A rank in 32 bits.
#[inline]
fn narrow(rank: u64) -> u32 {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "ranks are below the size, which is at most 8 * 5000^2"
    )]
    let narrow = rank as u32;
    narrow
}

#[cfg(test)]
mod tests {
    use statewalk::search::layers::Sweep;
    use statewalk::search::limits::Limits;

    use super::{Backward, Board};
    use crate::magic::rules::Placement;

    #[test]
    fn straight_code_is_the_rules_backward() {
        for side in 1..=12 {
            let board = Board::new(side).unwrap();
            let goal = [Placement::GOAL];
            let sweep = Sweep::new(&board, &board, &goal);
            let rules = sweep.backward(&Limits::default(), &mut ()).unwrap();
            let straight = sweep
                .over(Backward::new(&board), &Limits::default(), &mut ())
                .unwrap();
            assert_eq!(straight.stats.generated, rules.stats.generated);
            assert_eq!(straight.depth(), u64::try_from(board.depth()).ok());
            for rank in 0..8 * u64::from(side * side) {
                assert_eq!(straight.distance(rank), rules.distance(rank));
            }
        }
    }
}
