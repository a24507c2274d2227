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
//! | `finish` | the last 2 x 2 blocks |
//! | `sort` | all lanes and the rest |
//! | `gather` | empty blocks to the end of the board |
//!
//! This is the fifteen-puzzle method on blocks, with any number of blanks.

use std::cell::RefCell;

use statewalk::adapt::macros::schema::{Body, Parameters, Schema, View, always};

use super::blocks::Blocks;
use super::board::{Board, Cell};
use super::lanes::{Lanes, Progress};
use super::rules::{Direction, Kings, Rule, Step};
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

/// No block, where a block may be named.
const NO_BLOCK: u32 = u32::MAX;

/// How near an empty block must be for the choice of a king's next block to depend on it.
const AT_HAND: u32 = 8;

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
        schema("settle", &[], settle),
        Schema {
            candidates: Some(slides),
            precondition: may_slide,
            ..schema("slide", &["block", "direction"], two_steps)
        },
        Schema {
            candidates: Some(crossings),
            precondition: may_cross,
            ..schema("cross", &["block", "direction"], two_steps)
        },
        schema("summon", &["block", "around", "lane", "index"], summon),
        schema("advance", &["king", "block", "lane", "index"], advance),
        schema("carry", &["king", "block", "lane", "index"], carry),
        schema("corner", &["lane"], corner),
        schema("put", &["lane", "index"], put),
        schema("lane", &["lane"], lane),
        Schema {
            precondition: may_exchange,
            ..schema("exchange", &[], exchange)
        },
        schema("finish", &[], finish),
        schema("sort", &[], sort),
        schema("gather", &[], gather),
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

fn settle(view: Sight<'_>, _: Parameters, body: &mut Steps<'_>) {
    let blocks = view.context.blocks();
    let diagonals = view.space.rule == Rule::EightWay;
    // In the order of rows: the kings above and to the left are settled and give way, and what
    // stands to the right or below touches no cell of this block now and none then.
    for king in blocks
        .labels(view.state)
        .into_iter()
        .filter(|&king| king != 0)
    {
        let cell = view.state.cell(king);
        let up = cell.row.is_multiple_of(2);
        let left = cell.col.is_multiple_of(2);
        let above = Cell {
            row: cell.row - u16::from(up),
            ..cell
        };
        match (up, left) {
            (true, true) if diagonals => body.action(Step::new(cell, Direction::NORTH_WEST)),
            _ => {
                if up {
                    body.action(Step::new(cell, Direction::NORTH));
                }
                if left {
                    body.action(Step::new(above, Direction::WEST));
                }
            }
        }
    }
}

fn may_slide(view: Sight<'_>, [block, direction, ..]: Parameters) -> bool {
    let blocks = view.context.blocks();
    let direction = Direction::new(direction);
    block < blocks.count()
        && !direction.is_diagonal()
        && view.state.king(blocks.corner(block)).is_some()
        && blocks
            .beside(block, direction)
            .is_some_and(|next| view.context.is_empty(view.state, next))
}

fn slides(view: Sight<'_>, list: &mut Vec<Parameters>) {
    let blocks = view.context.blocks();
    for &cell in view.state.cells() {
        let block = blocks.of_cell(cell);
        list.extend((0..8).step_by(2).map(|direction| [block, direction, 0, 0]));
    }
}

fn may_cross(view: Sight<'_>, [block, direction, ..]: Parameters) -> bool {
    let blocks = view.context.blocks();
    let direction = Direction::new(direction);
    let empty = |side: Direction| {
        blocks
            .beside(block, side)
            .is_some_and(|next| view.context.is_empty(view.state, next))
    };
    view.space.rule.allows(direction)
        && block < blocks.count()
        && direction.is_diagonal()
        && view.state.king(blocks.corner(block)).is_some()
        && [direction.anticlockwise(), direction, direction.clockwise()]
            .into_iter()
            .all(empty)
}

fn crossings(view: Sight<'_>, list: &mut Vec<Parameters>) {
    let blocks = view.context.blocks();
    for &cell in view.state.cells() {
        let block = blocks.of_cell(cell);
        list.extend((1..8).step_by(2).map(|direction| [block, direction, 0, 0]));
    }
}

fn two_steps(view: Sight<'_>, [block, direction, ..]: Parameters, body: &mut Steps<'_>) {
    let first = Step::new(
        view.context.blocks().corner(block),
        Direction::new(direction),
    );
    body.action(first);
    body.action(Step::new(first.to(), first.direction()));
}

fn summon(view: Sight<'_>, [block, around, lane, index]: Parameters, body: &mut Steps<'_>) {
    let Sorting { lanes, walk, .. } = view.context;
    let done = Progress { lane, index };
    // A number past the last block stands for none.
    let around = lanes.blocks.place(around);
    let mut walk = walk.borrow_mut();
    let found = walk.nearest(
        block,
        |place| place != around && lanes.is_free(place, done),
        |place| is_empty_at(view.state, place),
        u32::MAX,
    );
    // Where no way exists, the slide that needs the empty block says so.
    if let Some((empty, _)) = found {
        for (king, direction) in walk.back_from(empty) {
            body.call(SLIDE, [king, direction.number(), 0, 0]);
        }
    }
}

fn advance(view: Sight<'_>, [king, to, lane, index]: Parameters, body: &mut Steps<'_>) {
    let Sorting { lanes, walk, .. } = view.context;
    let blocks = lanes.blocks;
    let done = Progress { lane, index };
    let from = view.context.block_of(view.state, king);
    let ((row, col), (to_row, to_col)) = (blocks.place(from), blocks.place(to));
    let vertical = match row.cmp(&to_row) {
        std::cmp::Ordering::Less => Some(Direction::SOUTH),
        std::cmp::Ordering::Equal => None,
        std::cmp::Ordering::Greater => Some(Direction::NORTH),
    };
    let horizontal = match col.cmp(&to_col) {
        std::cmp::Ordering::Less => Some(Direction::EAST),
        std::cmp::Ordering::Equal => None,
        std::cmp::Ordering::Greater => Some(Direction::WEST),
    };
    let free = |direction| {
        let place = blocks.place_beside((row, col), direction);
        place.filter(|&place| lanes.is_free(place, done))
    };
    if let (Some(vertical), Some(horizontal)) = (vertical, horizontal) {
        let direction = vertical.halfway(horizontal);
        let parameters = [from, direction.number(), 0, 0];
        if free(direction).is_some() && may_cross(view, parameters) {
            body.call(CROSS, parameters);
            return;
        }
    }
    // The longer way first, so that ties leave a diagonal for later.
    let mut ways = [vertical, horizontal];
    if col.abs_diff(to_col) > row.abs_diff(to_row) {
        ways.swap(0, 1);
    }
    // The way whose front gets an empty block soonest; the first if none is at hand.
    let mut best: Option<(u32, Direction, u32)> = None;
    for direction in ways.into_iter().flatten() {
        let Some(front) = free(direction).map(|place| blocks.at(place)) else {
            continue;
        };
        let (below, ..) = best.unwrap_or((AT_HAND, direction, front));
        let found = walk.borrow_mut().nearest(
            front,
            |place| place != (row, col) && lanes.is_free(place, done),
            |place| is_empty_at(view.state, place),
            below,
        );
        match found {
            Some((_, distance)) => best = Some((distance, direction, front)),
            None => best = best.or(Some((AT_HAND, direction, front))),
        }
    }
    if let Some((distance, direction, front)) = best {
        if distance > 0 {
            body.call(SUMMON, [front, from, lane, index]);
        }
        body.call(SLIDE, [from, direction.number(), 0, 0]);
    }
}

fn carry(view: Sight<'_>, parameters: Parameters, body: &mut Steps<'_>) {
    let [king, to, ..] = parameters;
    let blocks = view.context.blocks();
    let from = view.context.block_of(view.state, king);
    let ((row, col), (to_row, to_col)) = (blocks.place(from), blocks.place(to));
    // A crossing is worth two; the last calls are empty then.
    for _ in 0..row.abs_diff(to_row) + col.abs_diff(to_col) {
        body.call(ADVANCE, parameters);
    }
}

/// The king for the last block of a lane waits beside it, in the next lane, and the other blocks
/// of the lane are done. If the last block is empty it slides in; otherwise an empty block is led
/// round the window, which moves the king of the last block but one out and in again.
fn corner(view: Sight<'_>, [lane, ..]: Parameters, body: &mut Steps<'_>) {
    /// The way of the empty block through the window, from its last place on.
    const WAY: [usize; 12] = [5, 3, 1, 0, 2, 3, 5, 4, 2, 0, 1, 3];
    let lanes = view.context.lanes;
    let window = lanes.window(lane);
    let mut empty = window.map(|block| view.context.is_empty(view.state, block));
    if empty[1] {
        body.call(SLIDE, [window[3], lanes.back(lane).number(), 0, 0]);
    } else if empty[5] {
        for way in WAY.windows(2) {
            let (to, from) = (way[0], way[1]);
            if !empty[from] {
                let direction = towards(view.context.blocks(), window[from], window[to]);
                body.call(SLIDE, [window[from], direction.number(), 0, 0]);
            }
            empty.swap(from, to);
        }
    } else {
        let index = lanes.len(lane) - 1;
        body.call(SUMMON, [window[5], window[3], lane, index]);
        body.call(CORNER, [lane, 0, 0, 0]);
    }
}

/// The direction from a block to one beside it.
fn towards(blocks: Blocks, from: u32, to: u32) -> Direction {
    let sides = Rule::NoDiagonals.directions();
    sides
        .into_iter()
        .find(|&side| blocks.beside(from, side) == Some(to))
        .unwrap_or(Direction::NORTH)
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

/// The fewest slides that bring the last window right. If there are none, one block is empty and
/// two kings are to be swapped.
fn finish(view: Sight<'_>, _: Parameters, body: &mut Steps<'_>) {
    let Some(window) = view.context.lanes.last_window() else {
        return;
    };
    let blocks = view.context.blocks();
    let now = window.map(|block| view.context.king(view.state, block));
    let wanted = window.map(|block| view.context.wanted[block as usize]);
    if let Some(slides) = ring(now, wanted) {
        for (from, to) in slides {
            let direction = towards(blocks, window[from], window[to]);
            body.call(SLIDE, [window[from], direction.number(), 0, 0]);
        }
    } else {
        let done = view.context.lanes.count();
        body.call(SUMMON, [window[2], NO_BLOCK, done, 0]);
        body.call(EXCHANGE, [0; 4]);
        body.call(FINISH, [0; 4]);
    }
}

/// The fewest slides around a ring of four blocks that turn `now` into `wanted`, by breadth-first
/// search over the at most 24 orders.
fn ring(now: [u32; 4], wanted: [u32; 4]) -> Option<Vec<(usize, usize)>> {
    let mut orders = vec![(now, 0, (0, 0))];
    let mut next = 0;
    while let Some(&(order, ..)) = orders.get(next) {
        if order == wanted {
            let mut slides = Vec::new();
            while next > 0 {
                let (_, before, slide) = orders[next];
                slides.push(slide);
                next = before;
            }
            slides.reverse();
            return Some(slides);
        }
        for from in 0..4 {
            for to in [(from + 1) % 4, (from + 3) % 4] {
                let mut after = order;
                after.swap(from, to);
                let slides = order[from] != 0 && order[to] == 0;
                if slides && orders.iter().all(|&(known, ..)| known != after) {
                    orders.push((after, next, (from, to)));
                }
            }
        }
        next += 1;
    }
    None
}

fn may_exchange(view: Sight<'_>, _: Parameters) -> bool {
    let window = view.context.lanes.last_window();
    view.space.rule == Rule::EightWay
        && view.state.side().is_multiple_of(2)
        && window.is_some_and(|window| {
            let full = window.map(|block| !view.context.is_empty(view.state, block));
            full == [true, true, false, true]
        })
}

/// The shortest swap of the kings above and to the left of the empty last block, found by
/// breadth-first search on the 4 x 4 board: row and column in the last 4 x 4 cells, and a direction.
fn exchange(view: Sight<'_>, _: Parameters, body: &mut Steps<'_>) {
    const SWAP: [((u16, u16), Direction); 9] = [
        ((0, 2), Direction::SOUTH_EAST),
        ((1, 3), Direction::SOUTH),
        ((2, 3), Direction::SOUTH),
        ((2, 0), Direction::EAST),
        ((2, 1), Direction::NORTH_EAST),
        ((3, 3), Direction::WEST),
        ((3, 2), Direction::WEST),
        ((3, 1), Direction::NORTH_WEST),
        ((1, 2), Direction::NORTH),
    ];
    let Some([first, ..]) = view.context.lanes.last_window() else {
        return;
    };
    let origin = view.context.blocks().corner(first);
    for ((down, right), direction) in SWAP {
        let from = Cell {
            row: origin.row + down,
            col: origin.col + right,
        };
        body.action(Step::new(from, direction));
    }
}

/// Empties the last block, and the one before it if at least two are empty.
fn gather(view: Sight<'_>, _: Parameters, body: &mut Steps<'_>) {
    let Some([.., last, before]) = view.context.lanes.last_window() else {
        return;
    };
    let Progress { lane, index } = Progress::NONE;
    let kings = view.state.cells().len();
    let empty = view.context.blocks().count() as usize - kings;
    if empty >= 1 {
        body.call(SUMMON, [last, NO_BLOCK, lane, index]);
    }
    if empty >= 2 {
        body.call(SUMMON, [before, last, lane, index]);
    }
}
