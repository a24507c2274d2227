//! How moves act on the ranks of boards.
//!
//! The blank goes from part to part. Along a line the order of the tiles past it stays; from line to line one tile
//! passes as many others as a line has more. Lines are along the shorter side of the board, so that the tables of
//! these orders are as small as can be.

use statewalk::memory::Memory;
use statewalk::rank_actions::lehmer::Lehmer;
use statewalk::rank_actions::{RankActions, RankActionsError, RankMoves};

use super::encoding::Ranks;
use super::rules::Tiles;

impl RankActions<Tiles> for Ranks {
    fn rank_moves(&self, rules: &Tiles, memory: &Memory) -> Result<RankMoves, RankActionsError> {
        let (line, cells) = (self.line(), rules.cells());
        let is_line = line == 1;
        let code = Lehmer::of_one_parity(cells - 1);
        let radices = if is_line { Vec::new() } else { code.radices() };
        let mut moves = RankMoves::new(cells as u64, radices, memory)?;
        for cell in (0..cells).filter(|cell| (cell + 1) % line != 0) {
            moves.connect(cell, 0, cell + 1)?;
            moves.connect(cell + 1, 0, cell)?;
        }
        for before in 0..cells - line {
            let behind = before + line;
            for (from, to) in [(before, behind), (behind, before)] {
                let mut passed: Vec<usize> = (0..line).collect();
                if from < to {
                    passed.rotate_right(1);
                } else {
                    passed.rotate_left(1);
                }
                let map = if is_line {
                    0
                } else {
                    let values = code.values(before, line);
                    let odd = self.is_odd(from);
                    moves.add_map_of(values, || code.permuting(before, &passed, odd))?
                };
                moves.connect(from, map, to)?;
            }
        }
        Ok(moves)
    }
}
