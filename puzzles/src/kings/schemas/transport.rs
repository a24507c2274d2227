//! The macros that lead one king through the blocks, an empty block ahead of it.

use std::cmp::Ordering;

use statewalk::adapt::macros::schema::Parameters;

use super::slides::may_cross;
use super::{ADVANCE, CROSS, SLIDE, SUMMON, Sight, Sorting, Steps, is_empty_at};
use crate::kings::lanes::Progress;
use crate::kings::rules::Direction;

/// How near an empty block must be for the choice of a king's next block to depend on it.
const AT_HAND: u32 = 8;

pub(super) fn summon(
    view: Sight<'_>,
    [block, around, lane, index]: Parameters,
    body: &mut Steps<'_>,
) {
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

pub(super) fn advance(view: Sight<'_>, [king, to, lane, index]: Parameters, body: &mut Steps<'_>) {
    let Sorting { lanes, walk, .. } = view.context;
    let blocks = lanes.blocks;
    let done = Progress { lane, index };
    let from = view.context.block_of(view.state, king);
    let ((row, col), (to_row, to_col)) = (blocks.place(from), blocks.place(to));
    let vertical = match row.cmp(&to_row) {
        Ordering::Less => Some(Direction::SOUTH),
        Ordering::Equal => None,
        Ordering::Greater => Some(Direction::NORTH),
    };
    let horizontal = match col.cmp(&to_col) {
        Ordering::Less => Some(Direction::EAST),
        Ordering::Equal => None,
        Ordering::Greater => Some(Direction::WEST),
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

pub(super) fn carry(view: Sight<'_>, parameters: Parameters, body: &mut Steps<'_>) {
    let [king, to, ..] = parameters;
    let blocks = view.context.blocks();
    let from = view.context.block_of(view.state, king);
    let ((row, col), (to_row, to_col)) = (blocks.place(from), blocks.place(to));
    // A crossing is worth two; the last calls are empty then.
    for _ in 0..row.abs_diff(to_row) + col.abs_diff(to_col) {
        body.call(ADVANCE, parameters);
    }
}
