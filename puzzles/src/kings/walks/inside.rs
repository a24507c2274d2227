//! Full boards: no king leaves its block, and what is to be found is the order of the steps.
//!
//! In a row of blocks the kings on their right cells are the last ones, or two would touch, and in a column those on
//! their lower cells are. So the kings of a row change sides one after the other, from where the change is; and a king
//! steps as soon as those before it have.

#![expect(
    clippy::cast_possible_truncation,
    reason = "a board has at most a million kings"
)]

use statewalk::memory::{BudgetVec, Held, bytes_of};
use statewalk::search::limits::{Limit, Limits, Pace};
use statewalk::space::StateSpace;

use crate::kings::blocks::Blocks;
use crate::kings::board::{Board, Cell};
use crate::kings::rules::{Direction, Kings, Rule, Step};

/// Pieces of work between two looks at the clock.
const PATIENCE: u32 = 1 << 12;

/// A plan with as many steps as the distances of all kings, if it is found by letting each king step nearer as soon
/// as it may; a king that could go diagonally waits for that. `None` where they wait for each other.
///
/// Time and memory: the kings.
pub(in crate::kings) fn direct(
    rule: Rule,
    start: &Board,
    target: &Board,
    limits: &Limits,
) -> Result<Option<Vec<Step>>, Limit> {
    let blocks = Blocks::of(start.side());
    let mut held = Held::new(&limits.memory);
    let kings = start.cells().len();
    held.grow(Board::bytes(start.side(), kings))?;
    held.grow(bytes_of::<u32>(blocks.count() as usize) + bytes_of::<bool>(kings))?;
    let mut pace = Pace::new(limits, PATIENCE);
    let space = Kings { rule };
    let labels = blocks.labels(start);
    let mut board = start.clone();
    let mut steps = BudgetVec::new(&limits.memory);
    // A king is looked at when one beside it has stepped.
    let mut due = BudgetVec::new(&limits.memory);
    for king in (1..=kings as u32).rev() {
        due.push(king)?;
    }
    let mut is_due = vec![true; kings];
    let mut missing = 0;
    for (&from, &to) in start.cells().iter().zip(target.cells()) {
        missing += u64::from(rule.distance(from, to));
    }
    while let Some(king) = due.pop() {
        is_due[king as usize - 1] = false;
        pace.tick(1)?;
        let from = board.cell(king);
        let to = target.cell(king);
        for step in nearer(rule, from, to) {
            if !space.is_applicable(&board, &step) {
                continue;
            }
            space.apply(&mut board, &step);
            steps.push(step)?;
            missing -= 1;
            let block = blocks.of_cell(from);
            let mut wake = |other: u32| {
                let waits = other != 0 && !std::mem::replace(&mut is_due[other as usize - 1], true);
                if waits { due.push(other) } else { Ok(()) }
            };
            wake(king)?;
            for direction in Rule::EightWay.directions() {
                if let Some(beside) = blocks.beside(block, direction) {
                    wake(labels[beside as usize])?;
                }
            }
            break;
        }
    }
    Ok((missing == 0).then(|| steps.into_vec()))
}

/// The steps of a king within its block that bring it as near as one step can.
fn nearer(rule: Rule, from: Cell, to: Cell) -> impl Iterator<Item = Step> {
    let left = rule.distance(from, to);
    rule.directions().filter_map(move |direction: Direction| {
        let step = Step::new(from, direction);
        (rule.distance(step.to(), to) < left).then_some(step)
    })
}
