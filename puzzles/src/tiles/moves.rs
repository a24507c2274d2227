//! How moves act on the ranks of boards.
//!
//! The blank goes from part to part. Along a row the order of the tiles past it stays; along a column one tile
//! passes as many others as a row has more.

use statewalk::memory::Memory;
use statewalk::rank_actions::lehmer::Lehmer;
use statewalk::rank_actions::{RankActions, RankActionsError, RankMoves};

use super::encoding::Ranks;
use super::rules::Tiles;

impl RankActions<Tiles> for Ranks {
    fn rank_moves(&self, rules: &Tiles, memory: &Memory) -> Result<RankMoves, RankActionsError> {
        let (width, cells) = (rules.width(), rules.cells());
        let is_line = width == 1 || rules.height() == 1;
        let code = Lehmer::of_one_parity(cells - 1);
        let radices = if is_line { Vec::new() } else { code.radices() };
        let mut moves = RankMoves::new(cells as u64, radices, memory)?;
        for left in (0..cells).filter(|cell| (cell + 1) % width != 0) {
            moves.connect(left, 0, left + 1)?;
            moves.connect(left + 1, 0, left)?;
        }
        for above in 0..cells - width {
            let below = above + width;
            for (from, to) in [(above, below), (below, above)] {
                let mut passed: Vec<usize> = (0..width).collect();
                if from < to {
                    passed.rotate_right(1);
                } else {
                    passed.rotate_left(1);
                }
                let map = if is_line {
                    0
                } else {
                    let values = code.values(above, width);
                    let odd = self.is_odd(from);
                    moves.add_map_of(values, || code.permuting(above, &passed, odd))?
                };
                moves.connect(from, map, to)?;
            }
        }
        Ok(moves)
    }
}
