//! The constructive solver: a plan for boards of any size, from composite operators.
//!
//! Both boards are settled, and on the target's side empty blocks are gathered at the end; the
//! start's half then sorts the kings into the target's blocks. The target's half is run backwards.
//! With one empty block the blocks are sliding tiles, and are [sorted](crate::sliding::sort) as such.
//! The plan is not the shortest; its length and the time are about proportional to each other.

use std::cell::RefCell;

use statewalk::adapt::macros::fault::MacroFault;
use statewalk::adapt::macros::schema::{Instance, Operator};
use statewalk::adapt::macros::{Bounds, Macros};
use statewalk::catalog::menu::Watch;
use statewalk::cost::Cost;
use statewalk::memory::Held;
use statewalk::plan::Plan;
use statewalk::search::limits::{Limits, Pace};
use statewalk::search::outcome::Outcome;

use super::blocks::Blocks;
use super::board::Board;
use super::lanes::Lanes;
use super::one_empty::{is_sortable, sorted};
use super::rules::{Kings, Rule, Step};
use super::schemas::{GATHER, PASS, SETTLE, SORT, Sorting, table};
use super::verdict::Verdict;
use super::walk::Walk;
use crate::sliding::taken::{Halted, Taken, outcome};

/// Finds a plan from `start` to `target`, or proves that there is none. `limits` on time, memory
/// and cost hold. `watch` hears of every few thousand steps.
///
/// The steps of both halves were taken by the rules, but the plan as a whole, with the second half
/// run backwards, was not: it is for the caller to [`validate`](Plan::validate), as the catalogue
/// does with every plan.
///
/// Time: near linear in the length of the plan. Memory: 8 bytes a step, and again for the target's half;
/// and two boards. They are claimed while the plan is made, and no more when it is handed out.
///
/// # Errors
/// [`MacroFault`] if the program contradicts itself: a macro does not expand.
pub fn construct(
    rule: Rule,
    start: &Board,
    target: &Board,
    limits: &Limits,
    watch: &mut dyn Watch,
) -> Result<Outcome<Step>, MacroFault> {
    // The boards that the halves are made on, and what is kept of their blocks.
    let blocks = u64::from(Blocks::of(start.side()).count());
    let mut held = Held::new(&limits.memory);
    let boards = 2 * Board::bytes(start.side(), start.cells().len());
    if let Err(full) = held.grow(boards + BYTES_PER_BLOCK * blocks) {
        return Ok(Outcome::stopped(full, None));
    }
    let verdict = Verdict::of(rule, start, target);
    if !verdict.solvable() {
        return Ok(Outcome::Unsolvable);
    }
    match plan(rule, verdict, start, target, limits, watch)? {
        Ok(plan) => Ok(outcome(plan, lower_bound(rule, start, target), limits)),
        Err(limit) => Ok(Outcome::stopped(limit, None)),
    }
}

/// No plan is shorter than the sum of the kings' distances.
#[must_use]
pub fn lower_bound(rule: Rule, start: &Board, target: &Board) -> Cost {
    let blocks = Blocks::of(start.side());
    let kings = start.cells().len();
    // On an odd side with one empty block or none no diagonal step is ever possible.
    let stiff = !start.side().is_multiple_of(2) && kings + 1 >= blocks.count() as usize;
    let straight = rule == Rule::NoDiagonals || stiff;
    let pairs = start.cells().iter().zip(target.cells());
    pairs
        .map(|(a, b)| {
            let (down, right) = (a.row.abs_diff(b.row), a.col.abs_diff(b.col));
            let steps = if straight {
                down + right
            } else {
                down.max(right)
            };
            Cost::from(steps)
        })
        .sum()
}

/// What is kept of a block: its king on both boards and a flag or two while the verdict is found, then
/// the king that it is to hold, the working memory of walks, and up to two operators of an open body (to
/// settle a king takes the most), in a list that may have grown to twice that.
const BYTES_PER_BLOCK: u64 = 20 + 4 * size_of::<Operator<Step>>() as u64;

/// Steps between two looks at the clock.
const PATIENCE: u32 = 1 << 12;

fn plan(
    rule: Rule,
    verdict: Verdict,
    start: &Board,
    target: &Board,
    limits: &Limits,
    watch: &mut dyn Watch,
) -> Result<Halted<Plan<Step>>, MacroFault> {
    let space = Kings { rule };
    let none = || Taken::new(space, &limits.memory);
    let (mut plan, mut tail) = (none(), none());
    if verdict != Verdict::Equal {
        // Where no king leaves its block there is nothing to sort.
        let (first, second) = match verdict {
            Verdict::Passing | Verdict::SameParity | Verdict::SameBlocks => {
                (&[SETTLE][..], &[SETTLE][..])
            }
            _ => (&[SETTLE, SORT][..], &[SETTLE, GATHER][..]),
        };
        let mut end = target.clone();
        let told = (limits, &mut *watch as &mut dyn Watch);
        if let Err(limit) = expand(space, Vec::new(), &mut end, second, told, &mut tail)? {
            return Ok(Err(limit));
        }
        let wanted = Blocks::of(end.side()).labels(&end);
        let mut board = start.clone();
        let told = (limits, &mut *watch as &mut dyn Watch);
        if let Err(limit) = expand(space, wanted.clone(), &mut board, first, told, &mut plan)? {
            return Ok(Err(limit));
        }
        if matches!(verdict, Verdict::Passing | Verdict::SameParity) {
            let blocks = Blocks::of(board.side());
            let mut now = blocks.labels(&board);
            if !is_sortable(blocks, &now, &wanted) {
                let told = (limits, &mut *watch as &mut dyn Watch);
                if let Err(limit) = expand(space, Vec::new(), &mut board, &[PASS], told, &mut plan)?
                {
                    return Ok(Err(limit));
                }
                now = blocks.labels(&board);
            }
            let told = (limits, &mut *watch as &mut dyn Watch);
            if let Err(limit) = sorted(blocks, now, wanted, told, &mut plan)? {
                return Ok(Err(limit));
            }
        }
        if let Err(limit) = append_backwards(&mut plan, &tail, limits, watch) {
            return Ok(Err(limit));
        }
    }
    Ok(Ok(plan.into_plan()))
}

/// Takes the steps of `tail` back, the last one first.
fn append_backwards(
    plan: &mut Taken<Kings>,
    tail: &Taken<Kings>,
    limits: &Limits,
    watch: &mut dyn Watch,
) -> Halted<()> {
    let mut pace = Pace::new(limits, PATIENCE);
    let mut done = 0;
    for part in tail.actions().rchunks(PATIENCE as usize) {
        watch.phase("turning the target's half", done);
        pace.tick(PATIENCE)?;
        for step in part.iter().rev() {
            plan.push(step.inverse())?;
        }
        done += part.len() as u64;
    }
    Ok(())
}

/// Takes macros without arguments from `board` on and appends their steps to `steps`.
fn expand(
    space: Kings,
    wanted: Vec<u32>,
    board: &mut Board,
    macros: &[u16],
    told: (&Limits, &mut dyn Watch),
    steps: &mut Taken<Kings>,
) -> Result<Halted<()>, MacroFault> {
    let blocks = Blocks::of(board.side());
    let sorting = Sorting {
        lanes: Lanes { blocks },
        wanted,
        walk: RefCell::new(Walk::new(blocks)),
    };
    let bounds = Bounds {
        depth: 16,
        operators: u64::MAX,
        ..Bounds::default()
    };
    let adapted = Macros::new(space, sorting, table()).with_bounds(bounds);
    let operators: Vec<_> = macros
        .iter()
        .map(|&schema| {
            let parameters = [0; 4];
            Operator::Macro(Instance { schema, parameters })
        })
        .collect();
    steps.collect(told, |receive| {
        adapted.run(board, &operators, |&step| receive(&[step]))
    })
}
