//! Kings push each other through the blocks: a plan where many blocks are empty.
//!
//! Both boards are settled, each king on the corner of its block. Then, in rounds, the kings that are not where they
//! belong take a block nearer to it, those first that have waited longest, and push who is in the way. A king that
//! is pushed goes where it likes best among what is left, and pushes others in turn. This is the "priority
//! inheritance with backtracking" of K. Okumura, M. Machida, X. Défago and Y. Tamura, *Priority inheritance with
//! backtracking for iterative multi-agent path finding* (2019), one king at a time, so that none follows into a block
//! that is not empty yet.
//!
//! It may go on for ever, so rounds and steps are bounded.

#![expect(
    clippy::cast_possible_truncation,
    reason = "a board has at most a million kings, and rounds are few"
)]

use std::cmp::Reverse;

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use statewalk::memory::{BudgetVec, Held, bytes_of};
use statewalk::search::limits::{Limit, Limits, Pace};

use crate::kings::blocks::Blocks;
use crate::kings::board::Board;
use crate::kings::rules::{Direction, Rule, Step};

/// The longest chain of kings that push each other.
const LONGEST_CHAIN: u32 = 50;

/// A king that waits goes out of its way in one of so many rounds.
const DETOUR: u32 = 8;

/// The most rounds for each row of blocks.
const ROUNDS: u32 = 40;

/// In all rounds together kings are asked at most so often.
const MOST_ASKED: u64 = 1 << 28;

/// Pieces of work between two looks at the clock.
const PATIENCE: u32 = 1 << 12;

/// A plan with fewer than `most` steps, if pushing comes to one within its rounds; it applies by the rules.
///
/// Time: the kings in each round, at most 40 rounds for each row of blocks. Memory: 24 bytes a king, 4 a block, and
/// the steps.
pub(in crate::kings) fn pushed(
    rule: Rule,
    (start, target): (&Board, &Board),
    most: usize,
    limits: &Limits,
) -> Result<Option<Vec<Step>>, Limit> {
    let blocks = Blocks::of(start.side());
    let mut held = Held::new(&limits.memory);
    let (kings, count) = (start.cells().len(), blocks.count() as usize);
    held.grow(bytes_of::<u32>(8 * kings + 2 * count))?;
    let mut tail = BudgetVec::new(&limits.memory);
    settle(rule, blocks, target, &mut tail)?;
    let mut steps = BudgetVec::new(&limits.memory);
    settle(rule, blocks, start, &mut steps)?;
    let place = |board: &Board| -> Vec<u32> {
        let cells = board.cells().iter();
        cells.map(|&cell| blocks.of_cell(cell)).collect()
    };
    let mut crowd = Crowd {
        rule,
        blocks,
        king: blocks.labels(start),
        place: place(start),
        goal: place(target),
        decided: vec![0; kings],
        round: 0,
        steps,
        rng: ChaCha8Rng::seed_from_u64(0),
    };
    let most = most.saturating_sub(tail.len());
    if !crowd.run(most, limits)? {
        return Ok(None);
    }
    let mut steps = crowd.steps;
    for step in tail.iter().rev() {
        steps.push(step.inverse())?;
    }
    Ok(Some(steps.into_vec()))
}

/// Every king to the top left cell of its block, in the order of rows: those above and to the left have given way.
fn settle(
    rule: Rule,
    blocks: Blocks,
    board: &Board,
    steps: &mut BudgetVec<Step>,
) -> Result<(), Limit> {
    let kings = blocks.labels(board);
    for king in kings.into_iter().filter(|&king| king != 0) {
        let mut cell = board.cell(king);
        let corner = blocks.corner(blocks.of_cell(cell));
        while cell != corner {
            let (up, left) = (cell.row > corner.row, cell.col > corner.col);
            let direction = match (up, left) {
                (true, true) if rule == Rule::EightWay => Direction::NORTH_WEST,
                (true, _) => Direction::NORTH,
                _ => Direction::WEST,
            };
            let step = Step::new(cell, direction);
            steps.push(step)?;
            cell = step.to();
        }
    }
    Ok(())
}

/// Kings on the corners of their blocks, and where they go.
struct Crowd {
    rule: Rule,
    blocks: Blocks,
    /// The king of every block, 0 for none.
    king: Vec<u32>,
    /// The block of every king.
    place: Vec<u32>,
    goal: Vec<u32>,
    /// The round in which a king was last asked, whether it moved or not.
    decided: Vec<u32>,
    round: u32,
    steps: BudgetVec<Step>,
    rng: ChaCha8Rng,
}

/// A block that a king may want.
#[derive(Clone, Copy)]
struct Choice {
    /// How far it is from the goal, then whether there is somebody, then chance.
    key: (u32, bool, u32),
    direction: Direction,
    block: u32,
}

impl Crowd {
    /// Whether all kings came where they belong, within bounds.
    fn run(&mut self, most: usize, limits: &Limits) -> Result<bool, Limit> {
        let kings = self.place.len();
        let mut pace = Pace::new(limits, PATIENCE);
        let mut waited = vec![0u32; kings];
        let mut order = Vec::with_capacity(kings);
        let asked = MOST_ASKED / (kings as u64).max(1);
        let rounds = asked.min(u64::from(ROUNDS * self.blocks.side)) as u32;
        for round in 1..=rounds {
            self.round = round;
            order.clear();
            order.extend((0..kings).filter(|&king| self.place[king] != self.goal[king]));
            if order.is_empty() {
                return Ok(self.steps.len() < most);
            }
            order.sort_unstable_by_key(|&king| (Reverse(waited[king]), king));
            for &king in &order {
                let wanders = waited[king] % DETOUR == DETOUR - 1;
                if self.decided[king] != round {
                    self.go(king, wanders, 0)?;
                }
                pace.tick(1)?;
            }
            if self.steps.len() >= most {
                return Ok(false);
            }
            for (waited, (place, goal)) in waited.iter_mut().zip(self.place.iter().zip(&self.goal))
            {
                *waited = if place == goal { 0 } else { *waited + 1 };
            }
            pace.tick(1 + kings as u32 / 64)?;
        }
        Ok(false)
    }

    /// Blocks from one to another; with diagonals a detour over a side counts half.
    fn distance(&self, from: u32, to: u32) -> u32 {
        let ((row, col), (to_row, to_col)) = (self.blocks.place(from), self.blocks.place(to));
        let (down, right) = (row.abs_diff(to_row), col.abs_diff(to_col));
        match self.rule {
            Rule::EightWay => 2 * down.max(right) + down.min(right),
            Rule::NoDiagonals => down + right,
        }
    }

    /// Moves the king with this index to a block beside its own: to any if it `must` leave, else nearer to its goal. Whether
    /// it moved.
    fn go(&mut self, king: usize, must: bool, chain: u32) -> Result<bool, Limit> {
        self.decided[king] = self.round;
        if chain > LONGEST_CHAIN {
            return Ok(false);
        }
        let from = self.place[king];
        let here = self.distance(from, self.goal[king]);
        let mut choices = [None; 8];
        for (choice, direction) in choices.iter_mut().zip(self.rule.directions()) {
            let Some(block) = self.blocks.beside(from, direction) else {
                continue;
            };
            let far = self.distance(block, self.goal[king]);
            if must || far < here {
                let is_taken = self.king[block as usize] != 0;
                let key = (far, is_taken, self.rng.next_u32());
                *choice = Some(Choice {
                    key,
                    direction,
                    block,
                });
            }
        }
        choices.sort_unstable_by_key(|choice| choice.map_or((u32::MAX, true, 0), |c| c.key));
        for Choice {
            direction, block, ..
        } in choices.into_iter().flatten()
        {
            let other = (self.king[block as usize] as usize).checked_sub(1);
            if let Some(other) = other {
                let may_push = !direction.is_diagonal() && self.decided[other] != self.round;
                if !may_push || !self.go(other, true, chain + 1)? {
                    continue;
                }
            }
            if self.is_open(from, direction) {
                self.slide(king, direction, block)?;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether a king may go from a block in a direction: nobody is there, nor beside a diagonal.
    fn is_open(&self, from: u32, direction: Direction) -> bool {
        let is_empty = |direction| {
            let block = self.blocks.beside(from, direction);
            block.is_some_and(|block| self.king[block as usize] == 0)
        };
        is_empty(direction)
            && (!direction.is_diagonal()
                || is_empty(direction.clockwise()) && is_empty(direction.anticlockwise()))
    }

    fn slide(&mut self, king: usize, direction: Direction, block: u32) -> Result<(), Limit> {
        let from = std::mem::replace(&mut self.place[king], block);
        self.king[block as usize] = std::mem::take(&mut self.king[from as usize]);
        let first = Step::new(self.blocks.corner(from), direction);
        self.steps.push(first)?;
        self.steps.push(Step::new(first.to(), direction))?;
        Ok(())
    }
}
