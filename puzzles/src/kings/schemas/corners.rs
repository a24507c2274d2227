//! The macros for the ends: the last block of a lane and the last blocks of the board.

use statewalk::adapt::macros::schema::Parameters;

use super::{CORNER, EXCHANGE, FINISH, NO_BLOCK, SLIDE, SUMMON, Sight, Steps};
use crate::kings::blocks::Blocks;
use crate::kings::board::Cell;
use crate::kings::lanes::Progress;
use crate::kings::rules::{Direction, Rule, Step};

/// The king for the last block of a lane waits beside it, in the next lane, and the other blocks
/// of the lane are done. If the last block is empty it slides in; otherwise an empty block is led
/// round the window, which moves the king of the last block but one out and in again.
pub(super) fn corner(view: Sight<'_>, [lane, ..]: Parameters, body: &mut Steps<'_>) {
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

/// The fewest slides that bring the last window right. If there are none, one block is empty and
/// two kings are to be swapped.
pub(super) fn finish(view: Sight<'_>, _: Parameters, body: &mut Steps<'_>) {
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

/// Swaps two kings of the last window: then slides alone do the rest.
pub(super) fn pass(view: Sight<'_>, _: Parameters, body: &mut Steps<'_>) {
    if let Some([.., last, _]) = view.context.lanes.last_window() {
        let Progress { lane, index } = Progress::NONE;
        body.call(SUMMON, [last, NO_BLOCK, lane, index]);
        body.call(EXCHANGE, [0; 4]);
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

pub(super) fn may_exchange(view: Sight<'_>, _: Parameters) -> bool {
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
pub(super) fn exchange(view: Sight<'_>, _: Parameters, body: &mut Steps<'_>) {
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
pub(super) fn gather(view: Sight<'_>, _: Parameters, body: &mut Steps<'_>) {
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
