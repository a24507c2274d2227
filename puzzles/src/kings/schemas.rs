//! The composite operators of the puzzle, as data: from two steps of a king to a whole solution.
//!
//! | macro | body |
//! | --- | --- |
//! | `settle` | every king to the top left cell of its block |
//! | `slide` | a king into the empty block beside its own: two steps |
//! | `cross` | a king into the empty block diagonally beside its own: two steps |
//! | `summon` | an empty block brought to a place: slides along the way to the nearest one |
//! | `advance` | a king one block nearer to a place: `summon` and `slide`, or `cross` |
//! | `carry` | a king to a place: as many `advance` as blocks |
//! | `corner` | the king of the last block of a lane around that corner |
//! | `put` | the right king, or none, to one block of a lane |
//! | `lane` | a whole row or column of blocks: `put` for each of them |
//! | `exchange` | two kings of the last 2 x 2 blocks swapped, on an even side |
//! | `pass` | the same from anywhere, with one empty block |
//! | `finish` | the last 2 x 2 blocks |
//! | `sort` | all lanes and the rest |
//! | `gather` | empty blocks to the end of the board |
//!
//! This is the fifteen-puzzle method on blocks, with any number of blanks.

mod corners;
mod slides;
mod transport;

use std::cell::RefCell;

use statewalk::adapt::macros::schema::{Body, Parameters, Schema, View, always};

use super::blocks::Blocks;
use super::board::Board;
use super::lanes::Lanes;
use super::rules::{Kings, Step};
use super::walk::Walk;

/// What the macros know besides the board: its blocks and the king that each of them should get.
pub(super) struct Sorting {
    pub(super) lanes: Lanes,
    /// The king that belongs to every block, 0 for none.
    pub(super) wanted: Vec<u32>,
    /// Working memory for ways to the nearest empty block.
    pub(super) walk: RefCell<Walk>,
}

type Sight<'a> = View<'a, Kings, Sorting>;
type Steps<'a> = Body<'a, Step>;

pub(super) const SETTLE: u16 = 0;
const SLIDE: u16 = 1;
const CROSS: u16 = 2;
const SUMMON: u16 = 3;
const ADVANCE: u16 = 4;
const CARRY: u16 = 5;
const CORNER: u16 = 6;
const PUT: u16 = 7;
const LANE: u16 = 8;
const EXCHANGE: u16 = 9;
const FINISH: u16 = 10;
pub(super) const SORT: u16 = 11;
pub(super) const GATHER: u16 = 12;
pub(super) const PASS: u16 = 13;

/// No block, where a block may be named.
const NO_BLOCK: u32 = u32::MAX;

/// The table of schemas; a macro's number is its place.
pub(super) fn table() -> Vec<Schema<Kings, Sorting>> {
    let schema = |name, parameters, body| Schema {
        name,
        parameters,
        candidates: None,
        precondition: always,
        body,
    };
    vec![
        schema("settle", &[], slides::settle),
        Schema {
            candidates: Some(slides::slides),
            precondition: slides::may_slide,
            ..schema("slide", &["block", "direction"], slides::two_steps)
        },
        Schema {
            candidates: Some(slides::crossings),
            precondition: slides::may_cross,
            ..schema("cross", &["block", "direction"], slides::two_steps)
        },
        schema(
            "summon",
            &["block", "around", "lane", "index"],
            transport::summon,
        ),
        schema(
            "advance",
            &["king", "block", "lane", "index"],
            transport::advance,
        ),
        schema(
            "carry",
            &["king", "block", "lane", "index"],
            transport::carry,
        ),
        schema("corner", &["lane"], corners::corner),
        schema("put", &["lane", "index"], put),
        schema("lane", &["lane"], lane),
        Schema {
            precondition: corners::may_exchange,
            ..schema("exchange", &[], corners::exchange)
        },
        schema("finish", &[], corners::finish),
        schema("sort", &[], sort),
        schema("gather", &[], corners::gather),
        schema("pass", &[], corners::pass),
    ]
}

impl Sorting {
    fn blocks(&self) -> Blocks {
        self.lanes.blocks
    }

    /// Whether `block` of a settled board is empty.
    fn is_empty(&self, board: &Board, block: u32) -> bool {
        is_empty_at(board, self.blocks().place(block))
    }

    fn king(&self, board: &Board, block: u32) -> u32 {
        board.king(self.blocks().corner(block)).unwrap_or(0)
    }

    fn block_of(&self, board: &Board, king: u32) -> u32 {
        self.blocks().of_cell(board.cell(king))
    }
}

/// Whether the block in a row and column of a settled board is empty.
fn is_empty_at(board: &Board, place: (u32, u32)) -> bool {
    board.king(Blocks::corner_at(place)).is_none()
}

fn put(view: Sight<'_>, [lane, index, ..]: Parameters, body: &mut Steps<'_>) {
    let Sorting { lanes, wanted, .. } = view.context;
    let block = lanes.block(lane, index, 0);
    let king = wanted[block as usize];
    if view.context.king(view.state, block) == king {
        return;
    }
    if king == 0 {
        body.call(SUMMON, [block, NO_BLOCK, lane, index]);
    } else if index + 1 < lanes.len(lane) {
        body.call(CARRY, [king, block, lane, index]);
    } else {
        body.call(CARRY, [king, lanes.block(lane, index, 1), lane, index]);
        body.call(CORNER, [lane, 0, 0, 0]);
    }
}

fn lane(view: Sight<'_>, [lane, ..]: Parameters, body: &mut Steps<'_>) {
    for index in 0..view.context.lanes.len(lane) {
        body.call(PUT, [lane, index, 0, 0]);
    }
}

fn sort(view: Sight<'_>, _: Parameters, body: &mut Steps<'_>) {
    for lane in 0..view.context.lanes.count() {
        body.call(LANE, [lane, 0, 0, 0]);
    }
    body.call(FINISH, [0; 4]);
}

#[cfg(test)]
mod tests;
