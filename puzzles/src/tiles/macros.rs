//! The patterns for which macros are found: in a window of a board, with the blank in its last corner, two tiles change
//! places or three go round, and all else is as it was.

use statewalk::catalog::menu::macro_tables::Patterns;
use statewalk::catalog::params::{Param, ParamError, Params};
use statewalk::macro_table::exchanges;

use crate::tiles::SlidingTiles;
use crate::tiles::rules::Tiles;

const WIDTH: Param = Param {
    name: "w",
    meaning: "the cells of a row of the window, from 1 to 5",
    default: "3",
};

const HEIGHT: Param = Param {
    name: "h",
    meaning: "its rows, from 1 to 5; at most 9 cells",
    default: "2",
};

pub(super) const PARAMS: [Param; 2] = [WIDTH, HEIGHT];

/// Searches for patterns on so many cells end soon.
const MOST_CELLS: u32 = 9;

/// The rules of a window, and its patterns.
pub(super) fn patterns(params: &Params) -> Result<Patterns<SlidingTiles>, ParamError> {
    let width = params.number(&WIDTH, 1..=5u32)?;
    let height = params.number(&HEIGHT, 1..=5u32)?;
    let cells = width * height;
    let refused = || ParamError::Value {
        name: HEIGHT.name.to_owned(),
        value: height.to_string(),
        expected: format!("a window of at most {MOST_CELLS} cells"),
    };
    let rules = Tiles::new(width, height).filter(|_| cells <= MOST_CELLS);
    let rules = rules.ok_or_else(refused)?;
    let tiles = rules.cells() - 1;
    let order: Vec<u16> = (1..).take(tiles).chain([0]).collect();
    let from = rules.board(&order).ok_or_else(refused)?;
    let patterns = exchanges::patterns(tiles, &from, |exchange| {
        rules.board(&exchange.of(&order)).ok_or_else(refused)
    })?;
    Ok((rules, patterns))
}
