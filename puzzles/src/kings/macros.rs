//! The patterns for which macros are found: kings on the first blocks of a small board, of which two change places or
//! three go round, and the others are as they were.

use statewalk::catalog::menu::macro_tables::Patterns;
use statewalk::catalog::params::{Param, ParamError, Params};
use statewalk::macro_table::exchanges;

use super::blocks::Blocks;
use super::puzzle::{KingsPuzzle, RULE, board, rules};

const SIDE: Param = Param {
    name: "n",
    meaning: "cells a side, 2 to 6: searches of whole boards end soon",
    default: "4",
};

const COUNT: Param = Param {
    name: "k",
    meaning: "kings, 2 to 4, at most one for each 2 x 2 block of cells",
    default: "3",
};

pub(super) const PARAMS: [Param; 3] = [SIDE, COUNT, RULE];

/// The rules, and the patterns of a small board.
pub(super) fn patterns(params: &Params) -> Result<Patterns<KingsPuzzle>, ParamError> {
    let side = params.number(&SIDE, 2..=6)?;
    let blocks = Blocks::of(side);
    let kings = params.number(&COUNT, 2..=4u32)?;
    if kings > blocks.count() {
        return Err(ParamError::Value {
            name: COUNT.name.to_owned(),
            value: kings.to_string(),
            expected: format!("at most {}, one for each block", blocks.count()),
        });
    }
    let cells: Vec<_> = (0..kings).map(|block| blocks.corner(block)).collect();
    let from = board(side, &cells)?;
    let patterns = exchanges::patterns(cells.len(), &from, |exchange| {
        // A king goes to the cell whose king goes round before it.
        let mut moved = cells.clone();
        for (cell, &king) in cells.iter().zip(&exchange.order) {
            moved[king] = *cell;
        }
        board(side, &moved)
    })?;
    Ok((rules(params)?, patterns))
}
