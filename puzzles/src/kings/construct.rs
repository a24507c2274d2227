//! The constructive solver: a plan for boards of any size, from composite operators.
//!
//! Both boards are settled, and on the target's side empty blocks are gathered at the end; the
//! start's half then sorts the kings into the target's blocks. The target's half is run backwards.
//! The plan is not the shortest; its length and the time are about proportional to each other.

use std::cell::RefCell;

use thiserror::Error;

use statewalk::adapt::macros::fault::MacroFault;
use statewalk::adapt::macros::schema::{Instance, Operator};
use statewalk::adapt::macros::{Bounds, Macros, cancel_inverses};
use statewalk::catalog::menu::Watch;
use statewalk::cost::{self, Cost};
use statewalk::memory::{BudgetVec, bytes_of};
use statewalk::plan::{Plan, PlanFault, replay};
use statewalk::search::limits::{Limit, Limits};
use statewalk::search::outcome::Outcome;

use super::blocks::Blocks;
use super::board::Board;
use super::lanes::Lanes;
use super::rules::{Kings, Rule, Step};
use super::schemas::{GATHER, SETTLE, SORT, Sorting, table};
use super::verdict::Verdict;
use super::walk::Walk;

/// The program contradicts itself; no input should bring this about.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ConstructError {
    /// A macro does not expand.
    #[error("a composite operator failed: {0}")]
    Macro(#[from] MacroFault),
    /// The plan does not follow the rules.
    #[error("the constructed plan is wrong: {0}")]
    Replay(#[from] PlanFault),
}

/// Finds a plan from `start` to `target`, or proves that there is none. It was replayed by the
/// rules. `limits` on time, memory and cost hold. `watch` hears of every few thousand steps.
///
/// Time: near linear in the length of the plan. Memory: 8 bytes a step.
///
/// # Errors
/// [`ConstructError`] if the program contradicts itself.
pub fn construct(
    rule: Rule,
    start: &Board,
    target: &Board,
    limits: &Limits,
    watch: &mut dyn Watch,
) -> Result<Outcome<Step>, ConstructError> {
    let verdict = Verdict::of(rule, start, target);
    if !verdict.solvable() {
        return Ok(Outcome::Unsolvable);
    }
    match plan(rule, verdict, start, target, limits, watch)? {
        Ok(plan) => {
            let lower = Some(lower_bound(rule, start, target));
            let proved = lower == Some(plan.cost);
            if limits.cuts(plan.cost) {
                return Ok(stopped(Limit::Cost(limits.cost.unwrap_or(plan.cost))));
            }
            Ok(Outcome::Solved {
                plan,
                proved,
                lower,
            })
        }
        Err(limit) => Ok(stopped(limit)),
    }
}

fn stopped(limit: Limit) -> Outcome<Step> {
    let (best, lower) = (None, None);
    Outcome::LimitReached { limit, best, lower }
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

type Halted<T> = Result<T, Limit>;

fn plan(
    rule: Rule,
    verdict: Verdict,
    start: &Board,
    target: &Board,
    limits: &Limits,
    watch: &mut dyn Watch,
) -> Result<Halted<Plan<Step>>, ConstructError> {
    let space = Kings { rule };
    let mut actions = BudgetVec::new(&limits.memory);
    if verdict != Verdict::Equal {
        let sorts = verdict != Verdict::SameBlocks;
        let mut tail = BudgetVec::new(&limits.memory);
        let mut end = target.clone();
        let second = if sorts {
            &[SETTLE, GATHER][..]
        } else {
            &[SETTLE]
        };
        if let Err(limit) = expand(
            space,
            Vec::new(),
            &mut end,
            second,
            (limits, watch),
            &mut tail,
        )? {
            return Ok(Err(limit));
        }
        let wanted = Blocks::of(end.side()).labels(&end);
        let mut board = start.clone();
        let first = if sorts {
            &[SETTLE, SORT][..]
        } else {
            &[SETTLE]
        };
        if let Err(limit) = expand(
            space,
            wanted,
            &mut board,
            first,
            (limits, watch),
            &mut actions,
        )? {
            return Ok(Err(limit));
        }
        if let Err(full) = tail
            .iter()
            .rev()
            .try_for_each(|s| actions.push(s.inverse()))
        {
            return Ok(Err(full.into()));
        }
    }
    // The plan is handed out as a plain vector, which the account held while it was made.
    let bytes = bytes_of::<Step>(actions.len());
    if let Err(full) = limits.memory.claim(bytes) {
        return Ok(Err(full.into()));
    }
    let copied = actions.to_vec();
    drop(actions);
    limits.memory.release(bytes);
    let mut actions = copied;
    cancel_inverses(&space, &mut actions);
    let (last, cost) = match replayed(space, start, &actions, limits, watch)? {
        Ok(end) => end,
        Err(limit) => {
            limits.memory.release(bytes);
            return Ok(Err(limit));
        }
    };
    if last != *target {
        return Err(PlanFault::NotAGoal.into());
    }
    Ok(Ok(Plan {
        start: 0,
        actions,
        cost,
    }))
}

/// Replays the plan by the rules, with looks at the clock.
fn replayed(
    space: Kings,
    start: &Board,
    actions: &[Step],
    limits: &Limits,
    watch: &mut dyn Watch,
) -> Result<Halted<(Board, Cost)>, ConstructError> {
    /// Steps between two looks at the clock; each look copies the board.
    const PATIENCE: usize = 1 << 18;
    let (mut board, mut total, mut done) = (start.clone(), 0, 0);
    for part in actions.chunks(PATIENCE) {
        watch.phase("replaying the plan", done as u64);
        if let Some(limit) = limits.interrupted() {
            return Ok(Err(limit));
        }
        let (next, spent) = replay(&space, &board, part).map_err(|fault| match fault {
            PlanFault::NotApplicable { step, action } => {
                let step = done + step;
                PlanFault::NotApplicable { step, action }
            }
            other => other,
        })?;
        total = cost::add(total, spent).map_err(PlanFault::from)?;
        board = next;
        done += part.len();
    }
    Ok(Ok((board, total)))
}

/// Takes macros without arguments from `board` on and appends their steps to `steps`.
fn expand(
    space: Kings,
    wanted: Vec<u32>,
    board: &mut Board,
    macros: &[u16],
    (limits, watch): (&Limits, &mut dyn Watch),
    steps: &mut BudgetVec<Step>,
) -> Result<Halted<()>, ConstructError> {
    /// Steps between two looks at the clock.
    const PATIENCE: usize = 1 << 12;
    let blocks = Blocks::of(board.side());
    let sorting = Sorting {
        lanes: Lanes { blocks },
        wanted,
        walk: RefCell::new(Walk::new(blocks)),
    };
    let bounds = Bounds {
        depth: 16,
        operators: u64::MAX,
    };
    let adapted = Macros::new(space, sorting, table()).with_bounds(bounds);
    let operators: Vec<_> = macros
        .iter()
        .map(|&schema| {
            let parameters = [0; 4];
            Operator::Macro(Instance { schema, parameters })
        })
        .collect();
    let mut halt = limits.interrupted();
    let run = adapted.run(board, &operators, |&step| {
        if let Err(full) = steps.push(step) {
            halt = Some(full.into());
        } else if steps.len().is_multiple_of(PATIENCE) {
            watch.phase("constructing", steps.len() as u64);
            halt = limits.interrupted();
        }
        halt.is_none()
    });
    match (run, halt) {
        (_, Some(limit)) => Ok(Err(limit)),
        (Ok(_), None) => Ok(Ok(())),
        (Err(fault), None) => Err(fault.into()),
    }
}
