//! The blocks of a settled board with one empty block, sorted as sliding tiles are, and with fewer slides.

use std::ops::Range;

use statewalk::adapt::macros::fault::MacroFault;
use statewalk::catalog::menu::Watch;
use statewalk::improve::{Effort, ImproveError, Improved, improve};
use statewalk::memory::Held;
use statewalk::search::Stats;
use statewalk::search::limits::Limits;

use super::blocks::Blocks;
use super::board::{Board, Cell};
use super::rules::{Direction, Kings, Step};
use crate::sliding::parity::is_solvable;
use crate::sliding::places::Places;
use crate::sliding::rules::Slides;
use crate::sliding::sort;
use crate::sliding::taken::{Halted, Taken, plan_of};
use crate::sliding::toward::{DIRECTIONS, Place, Toward};
use crate::sliding::windows::Cuts;

/// Whether slides alone turn one order of kings in blocks, 0 for the empty one, into the other.
pub(super) fn is_sortable(blocks: Blocks, now: &[u32], wanted: &[u32]) -> bool {
    is_solvable(blocks.side as usize, now, wanted)
}

/// Where the king goes that the empty block changes places with.
fn opposite(toward: Toward) -> Direction {
    match toward {
        Toward::Up => Direction::SOUTH,
        Toward::Left => Direction::EAST,
        Toward::Right => Direction::WEST,
        Toward::Down => Direction::NORTH,
    }
}

/// The same the other way: where the empty block goes when a king goes on to it.
fn toward(direction: Direction) -> Option<Toward> {
    let mut all = DIRECTIONS.iter().map(|&(toward, _)| toward);
    all.find(|&toward| opposite(toward) == direction)
}

/// The steps of the king in the block `empty`, to which the empty block goes.
fn slide(empty: Place, toward: Toward) -> [Step; 2] {
    let first = Step::new(Blocks::corner_at(empty), opposite(toward));
    [first, Step::new(first.to(), first.direction())]
}

/// Appends the steps that turn `now` into `wanted`, which is [possible](is_sortable): two for each slide.
pub(super) fn sorted(
    blocks: Blocks,
    now: Vec<u32>,
    wanted: Vec<u32>,
    told: (&Limits, &mut dyn Watch),
    steps: &mut Taken<Kings>,
) -> Result<Halted<()>, MacroFault> {
    let slides = Slides {
        width: blocks.side,
        height: blocks.side,
    };
    let mut held = Held::new(&told.0.memory);
    if let Err(full) = held.grow(sort::bytes(&slides)) {
        return Ok(Err(full.into()));
    }
    let (Some(mut now), Some(wanted)) = (Places::new(now), Places::new(wanted)) else {
        // Every king is in one block, and one block is left.
        return Ok(Ok(()));
    };
    let mut empty = slides.place_of(&now, 0);
    steps.collect(told, |receive| {
        sort::sort(slides, &mut now, &wanted, |toward| {
            empty = toward.of(empty);
            receive(&slide(empty, toward))
        })
    })
}

/// The plan `steps` from `start` with its longest stretch of slides made shorter, by windows of it, under a limit on
/// expansions. The counters are those of the searches, and the limit the one that ended them.
pub(super) fn improved(
    start: &Board,
    mut steps: Vec<Step>,
    effort: Effort,
    limits: &Limits,
) -> Result<Improved<Step>, ImproveError> {
    let stretch = slides(start, &steps);
    let blocks = Blocks::of(start.side());
    let mut board = start.clone();
    for step in &steps[..stretch.start] {
        board.shift(step.from(), step.to());
    }
    let mut stats = Stats::default();
    let mut limit = None;
    if let Some(places) = Places::new(blocks.labels(&board)) {
        let slides = Slides {
            width: blocks.side,
            height: blocks.side,
        };
        let pairs = steps[stretch.clone()].chunks_exact(2);
        let actions: Vec<Toward> = pairs
            .filter_map(|pair| toward(pair[0].direction()))
            .collect();
        let better = improve(
            &slides,
            (&places, 0),
            plan_of(actions),
            &mut Cuts,
            effort,
            limits,
            &mut (),
        )?;
        let mut empty = slides.place_of(&places, 0);
        let shorter = better.plan.actions.into_iter().flat_map(|toward| {
            empty = toward.of(empty);
            slide(empty, toward)
        });
        steps.splice(stretch, shorter);
        (stats, limit) = (better.stats, better.limit);
    }
    let plan = plan_of(steps);
    Ok(Improved { plan, stats, limit })
}

/// The longest stretch of `steps` that begins with all kings in the corners of their blocks, and in which each goes on to
/// the next one at once.
fn slides(start: &Board, steps: &[Step]) -> Range<usize> {
    let is_corner = |cell: Cell| cell.row % 2 == 1 && cell.col % 2 == 1;
    let away = |cell: Cell| usize::from(!is_corner(cell));
    let mut kings_away: usize = start.cells().iter().map(|&cell| away(cell)).sum();
    let (mut longest, mut begun) = (0..0, 0);
    let mut at = 0;
    while let Some(step) = steps.get(at) {
        let again = Step::new(step.to(), step.direction());
        if kings_away == 0 && steps.get(at + 1) == Some(&again) && !step.direction().is_diagonal() {
            at += 2;
            if at - begun > longest.len() {
                longest = begun..at;
            }
            continue;
        }
        kings_away = kings_away + away(step.to()) - away(step.from());
        at += 1;
        begun = at;
    }
    longest
}

#[cfg(test)]
mod tests {
    use super::{Effort, improved, slides};
    use crate::kings::board::{Board, Cell};
    use crate::kings::rules::{Direction, Kings, Rule, Step};
    use statewalk::search::limits::Limits;
    use statewalk::space::StateSpace;

    /// Three kings on four blocks, the last of them empty, and a plan in words: the row and the column that a king
    /// leaves, and where to.
    fn board(cells: [(u16, u16); 3]) -> Board {
        let cells = cells.map(|(row, col)| Cell { row, col });
        Board::new(4, &cells).unwrap()
    }

    fn steps(words: &[(u16, u16, Direction)]) -> Vec<Step> {
        let step = |&(row, col, direction)| Step::new(Cell { row, col }, direction);
        words.iter().map(step).collect()
    }

    const CORNERS: [(u16, u16); 3] = [(1, 1), (1, 3), (3, 1)];

    #[test]
    fn stretches_of_slides_are_found() {
        let (north, south) = (Direction::NORTH, Direction::SOUTH);
        let (east, west) = (Direction::EAST, Direction::WEST);
        let start = board(CORNERS);
        assert_eq!(slides(&start, &[]), 0..0);
        // A king goes down, another one right.
        let two = steps(&[(1, 3, south), (2, 3, south), (1, 1, east), (1, 2, east)]);
        assert_eq!(slides(&start, &two), 0..4);
        // The last king stops half way.
        let mut half = two.clone();
        half.push(Step::new(Cell { row: 3, col: 1 }, north));
        assert_eq!(slides(&start, &half), 0..4);
        // Half way and back, which is no slide.
        let mut apart = steps(&[(1, 3, south), (2, 3, north)]);
        apart.extend(steps(&[(1, 3, south), (2, 3, south)]));
        assert_eq!(slides(&start, &apart), 2..4);
        // A king that is no slide away to begin with.
        let late = board([(1, 1), (1, 4), (3, 1)]);
        let mut plan = steps(&[(1, 4, west)]);
        plan.extend(two);
        assert_eq!(slides(&late, &plan), 1..5);
    }

    #[test]
    fn a_way_around_four_blocks_and_back_becomes_none() {
        let start = board(CORNERS);
        let (north, south) = (Direction::NORTH, Direction::SOUTH);
        let (east, west) = (Direction::EAST, Direction::WEST);
        // All three kings go one block round, three times: each is where the next one was, and at last at home.
        let mut plan = Vec::new();
        let mut now = start.clone();
        let kings = Kings {
            rule: Rule::EightWay,
        };
        for direction in [south, east, north, west].into_iter().cycle().take(12) {
            let step = now.cells().iter().find_map(|&from| {
                let step = Step::new(from, direction);
                let again = Step::new(step.to(), direction);
                let mut next = now.clone();
                let can = kings.is_applicable(&next, &step);
                kings.apply(&mut next, &step);
                (can && kings.is_applicable(&next, &again)).then_some((step, again))
            });
            let (step, again) = step.expect("one of them can go there");
            for step in [step, again] {
                kings.apply(&mut now, &step);
                plan.push(step);
            }
        }
        assert_eq!(now, start);
        let found = improved(&start, plan, Effort::default(), &Limits::default()).unwrap();
        assert_eq!((found.plan.actions, found.limit), (Vec::new(), None));
    }
}
