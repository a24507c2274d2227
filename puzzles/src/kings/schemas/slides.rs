//! The macros next to the rules: settling a board, and a king's way into an empty block.

use statewalk::adapt::macros::schema::Parameters;

use super::{Sight, Steps};
use crate::kings::board::Cell;
use crate::kings::rules::{Direction, Rule, Step};

pub(super) fn settle(view: Sight<'_>, _: Parameters, body: &mut Steps<'_>) {
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

pub(super) fn may_slide(view: Sight<'_>, [block, direction, ..]: Parameters) -> bool {
    let blocks = view.context.blocks();
    let direction = Direction::new(direction);
    block < blocks.count()
        && !direction.is_diagonal()
        && view.state.king(blocks.corner(block)).is_some()
        && blocks
            .beside(block, direction)
            .is_some_and(|next| view.context.is_empty(view.state, next))
}

pub(super) fn slides(view: Sight<'_>, list: &mut Vec<Parameters>) {
    let blocks = view.context.blocks();
    for &cell in view.state.cells() {
        let block = blocks.of_cell(cell);
        list.extend((0..8).step_by(2).map(|direction| [block, direction, 0, 0]));
    }
}

pub(super) fn may_cross(view: Sight<'_>, [block, direction, ..]: Parameters) -> bool {
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

pub(super) fn crossings(view: Sight<'_>, list: &mut Vec<Parameters>) {
    let blocks = view.context.blocks();
    for &cell in view.state.cells() {
        let block = blocks.of_cell(cell);
        list.extend((1..8).step_by(2).map(|direction| [block, direction, 0, 0]));
    }
}

pub(super) fn two_steps(view: Sight<'_>, [block, direction, ..]: Parameters, body: &mut Steps<'_>) {
    let first = Step::new(
        view.context.blocks().corner(block),
        Direction::new(direction),
    );
    body.action(first);
    body.action(Step::new(first.to(), first.direction()));
}
