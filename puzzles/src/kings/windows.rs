//! Windows of plans, cut out of the board: the kings that a window moves, on the cells around their way. All
//! others stand still, so what is cut out is a small puzzle of its own.

use statewalk::cost::Cost;
use statewalk::heuristic::Heuristic;
use statewalk::improve::led::cheaper;
use statewalk::improve::windows::{Access, Replanned, Windows};
use statewalk::search::limits::Limits;
use statewalk::search::outcome::SearchError;
use statewalk::space::StateSpace;

use super::board::{Board, Cell};
use super::rules::{Direction, Kings, Rule, Step};

/// The most kings of a window: each is eight bits of a word.
const MOST: usize = 16;

/// The most cells a side of what is cut out: four bits of the eight.
const SIDE: u16 = 16;

/// So many rows and columns are the cells of a window from its first at most, if it can choose.
const REACH: usize = 6;

/// Searches windows of up to 16 kings on up to 16 x 16 cells, by A* toward the cells on which the window leaves
/// them.
///
/// A window of more kings, or on more cells, is planned anew up to where there are too many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Areas {
    /// From a cell to the one below, with a cell next to the board on each side.
    stride: usize,
}

impl Areas {
    /// For plans on boards of that size.
    #[must_use]
    pub fn of(board: &Board) -> Self {
        let stride = board.side() as usize + 2;
        Self { stride }
    }
}

impl Windows<Kings> for Areas {
    fn replan(
        &mut self,
        kings: &Kings,
        from: &Board,
        window: &[Step],
        _: Cost,
        limits: &Limits,
    ) -> Result<Replanned<Step>, SearchError> {
        let way = Way::of(window);
        let area = Area::new(kings.rule, from, &way);
        let ends = area.ends(&way.kings);
        let spent = Cost::try_from(way.length).unwrap_or(Cost::MAX);
        let found = cheaper(&area, ends, &area.apart(ends.1), spent, limits)?;
        let found = Replanned {
            cheaper: { found.cheaper }.map(|(moves, cost)| (area.steps(ends.0, &moves), cost)),
            limit: found.limit,
            stats: found.stats,
        };
        let rest = &window[way.length..];
        let left = Cost::try_from(rest.len()).unwrap_or(Cost::MAX);
        Ok(found.before((rest, left), "16 kings on 16 x 16 cells"))
    }

    fn are_whole(&self) -> bool {
        false
    }

    /// The cells, with those next to the board.
    fn parts(&self, _: &Kings, _: &Board) -> usize {
        self.stride * self.stride
    }

    /// A step changes two cells, and those around the second one must hold no other king.
    fn touched(&self, _: &Kings, _: &Board, step: &Step, touch: &mut impl FnMut(usize, Access)) {
        let part = |cell: Cell| usize::from(cell.row) * self.stride + usize::from(cell.col);
        let (from, to) = (step.from(), step.to());
        touch(part(from), Access::Changes);
        touch(part(to), Access::Changes);
        for direction in Rule::EightWay.directions() {
            let near = to.offset(direction.offset());
            if near != from {
                touch(part(near), Access::Reads);
            }
        }
    }

    fn is_near(&self, _: &Kings, center: usize, part: usize, _: usize) -> bool {
        let (rows, cols) = (
            (center / self.stride).abs_diff(part / self.stride),
            (center % self.stride).abs_diff(part % self.stride),
        );
        rows.max(cols) <= REACH
    }

    fn inverse(&self, _: &Kings, step: &Step) -> Option<Step> {
        Some(step.inverse())
    }
}

/// How a window leads kings.
#[derive(Debug, Default)]
struct Way {
    /// Where those stand that move, and where they come to.
    kings: Vec<(Cell, Cell)>,
    /// The rows from the first to the last, and the columns.
    rows: (u16, u16),
    cols: (u16, u16),
    /// So many of its steps are of so few kings on so few cells.
    length: usize,
}

impl Way {
    fn of(window: &[Step]) -> Self {
        let mut way = Self::default();
        for step in window {
            let (from, to) = (step.from(), step.to());
            if way.length == 0 {
                (way.rows, way.cols) = ((from.row, from.row), (from.col, from.col));
            }
            let rows = (way.rows.0.min(to.row), way.rows.1.max(to.row));
            let cols = (way.cols.0.min(to.col), way.cols.1.max(to.col));
            let rows = (rows.0.min(from.row), rows.1.max(from.row));
            let cols = (cols.0.min(from.col), cols.1.max(from.col));
            // Room for a cell more on each side.
            if rows.1 - rows.0 > SIDE - 3 || cols.1 - cols.0 > SIDE - 3 {
                break;
            }
            let known = way.kings.iter().position(|&(_, now)| now == from);
            match known {
                Some(index) => way.kings[index].1 = to,
                None if way.kings.len() < MOST => way.kings.push((from, to)),
                None => break,
            }
            (way.rows, way.cols) = (rows, cols);
            way.length += 1;
        }
        way
    }
}

/// The cells around a way, and the kings of the way on them.
#[derive(Debug)]
struct Area {
    rule: Rule,
    /// The first cell.
    first: Cell,
    /// How many kings there are.
    kings: usize,
    /// For each row, the cells at which none of the kings that stand still is near.
    open: [u16; SIDE as usize],
}

/// The step of one of the kings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Move {
    king: u8,
    direction: Direction,
}

/// A row and a column inside, four bits each.
type Place = u8;

impl Area {
    fn new(rule: Rule, board: &Board, way: &Way) -> Self {
        let side = u16::try_from(board.side()).unwrap_or(u16::MAX);
        let more = |(first, last): (u16, u16)| (first.max(2) - 1, last.saturating_add(1).min(side));
        let (rows, cols) = (more(way.rows), more(way.cols));
        let mut area = Self {
            rule,
            first: Cell {
                row: rows.0,
                col: cols.0,
            },
            kings: way.kings.len(),
            open: [0; SIDE as usize],
        };
        let stands = |cell| {
            board.king(cell).is_some() && way.kings.iter().all(|&(moving, _)| moving != cell)
        };
        for row in rows.0..=rows.1 {
            for col in cols.0..=cols.1 {
                let cell = Cell { row, col };
                let mut around = Rule::EightWay.directions().map(Direction::offset);
                if !stands(cell) && !around.any(|offset| stands(cell.offset(offset))) {
                    area.open[usize::from(row - rows.0)] |= 1 << (col - cols.0);
                }
            }
        }
        area
    }

    /// The places of the kings before the window and after it, as words.
    fn ends(&self, kings: &[(Cell, Cell)]) -> (u128, u128) {
        let mut words = (0, 0);
        for &(from, to) in kings.iter().rev() {
            words.0 = words.0 << 8 | u128::from(self.place(from));
            words.1 = words.1 << 8 | u128::from(self.place(to));
        }
        words
    }

    fn place(&self, cell: Cell) -> Place {
        let (row, col) = (cell.row - self.first.row, cell.col - self.first.col);
        (row << 4 | col).to_le_bytes()[0]
    }

    fn cell(&self, place: Place) -> Cell {
        Cell {
            row: self.first.row + u16::from(place >> 4),
            col: self.first.col + u16::from(place & 15),
        }
    }

    #[inline]
    fn at(word: u128, king: usize) -> Place {
        (word >> (8 * king)).to_le_bytes()[0]
    }

    /// The next place in a direction, if there is one.
    #[inline]
    fn next(place: Place, direction: Direction) -> Option<Place> {
        let (down, right) = direction.offset();
        let row = (place >> 4).checked_add_signed(down)?;
        let col = (place & 15).checked_add_signed(right)?;
        (row < 16 && col < 16).then_some(row << 4 | col)
    }

    /// Whether a king may step to a place.
    #[inline]
    fn is_free(&self, word: u128, king: usize, to: Place) -> bool {
        let is_open = self.open[usize::from(to >> 4)] >> (to & 15) & 1 != 0;
        let touches = |other| {
            let at = Self::at(word, other);
            (at >> 4).abs_diff(to >> 4) < 2 && (at & 15).abs_diff(to & 15) < 2
        };
        is_open && !(0..self.kings).any(|other| other != king && touches(other))
    }

    /// What the moves are on the board.
    fn steps(&self, mut word: u128, moves: &[Move]) -> Vec<Step> {
        let mut steps = Vec::with_capacity(moves.len());
        for step in moves {
            let from = self.cell(Self::at(word, usize::from(step.king)));
            steps.push(Step::new(from, step.direction));
            self.apply(&mut word, step);
        }
        steps
    }

    fn apart(&self, end: u128) -> Apart<'_> {
        Apart { area: self, end }
    }
}

impl StateSpace for Area {
    type State = u128;
    type Action = Move;

    fn actions<'a>(&'a self, &word: &u128) -> impl Iterator<Item = Move> + use<'a> {
        (0u8..).take(self.kings).flat_map(move |king| {
            let at = Self::at(word, usize::from(king));
            let directions = self.rule.directions();
            directions.filter_map(move |direction| {
                let to = Self::next(at, direction)?;
                let is_free = self.is_free(word, usize::from(king), to);
                is_free.then_some(Move { king, direction })
            })
        })
    }

    #[inline]
    fn apply(&self, word: &mut u128, step: &Move) {
        let at = Self::at(*word, usize::from(step.king));
        if let Some(to) = Self::next(at, step.direction) {
            *word ^= u128::from(at ^ to) << (8 * step.king);
        }
    }

    fn max_cost(&self) -> Option<Cost> {
        Some(1)
    }
}

/// How far all kings are from where they are to be.
struct Apart<'a> {
    area: &'a Area,
    end: u128,
}

impl Heuristic<u128> for Apart<'_> {
    #[inline]
    fn estimate(&self, &word: &u128) -> Option<Cost> {
        let Self { area, end } = *self;
        let apart = |king| {
            let (at, to) = (Area::at(word, king), Area::at(end, king));
            Cost::from(area.rule.distance(area.cell(at), area.cell(to)))
        };
        Some((0..area.kings).map(apart).sum())
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;
    use statewalk::goal::Exactly;
    use statewalk::improve::laws::check_touched;
    use statewalk::improve::windows::Windows;
    use statewalk::improve::{Effort, improve};
    use statewalk::plan::Plan;
    use statewalk::search::breadth_first::breadth_first;
    use statewalk::search::limits::Limits;
    use statewalk::space::StateSpace;

    use super::{Areas, MOST, SIDE};
    use crate::kings::board::{Board, Cell};
    use crate::kings::construct::construct;
    use crate::kings::generate::sorted_pair;
    use crate::kings::rules::{Direction, Kings, Rule, Step};

    const RULES: [Rule; 2] = [Rule::EightWay, Rule::NoDiagonals];

    /// A pair of boards, and a plan of composite operators.
    fn constructed(rule: Rule, (side, kings): (u32, u32), seed: u64) -> (Board, Board, Plan<Step>) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let pair = sorted_pair(side, kings, true, &mut rng).expect("a side");
        let (start, target) = pair.expect("a pair that can be solved");
        let outcome = construct(rule, &start, &target, &Limits::default(), &mut ()).unwrap();
        let plan = outcome.plan().expect("it can be solved").clone();
        (start, target, plan)
    }

    #[test]
    fn what_steps_touch_is_all_that_they_have_to_do_with_each_other() {
        for rule in RULES {
            let (start, _, plan) = constructed(rule, (7, 9), 1);
            let kings = Kings { rule };
            let mut boards = vec![start];
            for step in plan.actions.iter().take(30) {
                let mut next = boards[boards.len() - 1].clone();
                kings.apply(&mut next, step);
                boards.push(next);
            }
            assert!(boards.len() > 20);
            check_touched(&kings, &Areas::of(&boards[0]), boards).unwrap();
        }
    }

    #[test]
    fn a_window_of_all_kings_becomes_a_shortest_plan() {
        for rule in RULES {
            for seed in 0..6 {
                // Two and three kings, all of which move.
                let size = (4 + (seed % 2) as u32, 2 + (seed % 2) as u32);
                let (start, target, plan) = constructed(rule, size, seed);
                let kings = Kings { rule };
                let moving = |&cell: &Cell| plan.actions.iter().any(|step| step.from() == cell);
                if !start.cells().iter().all(moving) {
                    continue;
                }
                let best = breadth_first(&kings, start.clone(), &Exactly(target)).unwrap();
                let best = best.cost().expect("composite operators lead there");
                let limits = Limits::default();
                let found =
                    Areas::of(&start).replan(&kings, &start, &plan.actions, plan.cost, &limits);
                let found = found.unwrap();
                let cost = found.cheaper.map_or(plan.cost, |(_, cost)| cost);
                assert_eq!((cost, found.limit), (best, None), "{rule:?}, seed {seed}");
            }
        }
    }

    #[test]
    fn plans_get_shorter_and_stay_right_at_any_density() {
        for rule in RULES {
            for (size, seed) in [((20, 10), 0), ((20, 60), 1), ((20, 99), 2), ((21, 99), 3)] {
                let (start, target, plan) = constructed(rule, size, seed);
                let (kings, before) = (Kings { rule }, plan.cost);
                let limits = Limits {
                    expansions: Some(20_000),
                    ..Limits::default()
                };
                let ends = (&start, 0);
                let effort = Effort::default();
                let better = improve(
                    &kings,
                    ends,
                    plan,
                    &mut Areas::of(&start),
                    effort,
                    &limits,
                    &mut (),
                );
                let plan = better.unwrap().plan;
                assert!(plan.cost < before, "{} of {before}, {size:?}", plan.cost);
                plan.validate(&kings, &[(start, 0)], &Exactly(target))
                    .unwrap();
                assert_eq!(limits.memory.used(), 0);
            }
        }
    }

    #[test]
    fn windows_that_are_too_large_keep_what_is_left_over() {
        // A king goes there and back along a side that is longer than a window may be.
        let start = Board::new(40, &[Cell { row: 1, col: 1 }]).unwrap();
        let east = |col| Step::new(Cell { row: 1, col }, Direction::EAST);
        let mut window: Vec<Step> = (1..=30).map(east).collect();
        let back: Vec<Step> = window.iter().rev().map(|step| step.inverse()).collect();
        window.extend(back);
        let kings = Kings::default();
        let found = Areas::of(&start).replan(&kings, &start, &window, 60, &Limits::default());
        let found = found.unwrap();
        assert_eq!((found.cheaper, found.limit.is_some()), (None, true));

        // More kings than a window may have take a step each; the first one goes a way round.
        let cells = |col| {
            (0..20).map(move |i| Cell {
                row: 1 + 2 * i,
                col,
            })
        };
        let start = Board::new(40, &cells(1).collect::<Vec<_>>()).unwrap();
        let mut window = vec![
            Step::new(Cell { row: 1, col: 1 }, Direction::EAST),
            Step::new(Cell { row: 1, col: 2 }, Direction::EAST),
            Step::new(Cell { row: 1, col: 3 }, Direction::WEST),
        ];
        window.extend(
            cells(1)
                .skip(1)
                .map(|cell| Step::new(cell, Direction::EAST)),
        );
        let found = Areas::of(&start).replan(&kings, &start, &window, 22, &Limits::default());
        let found = found.unwrap();
        let (steps, cost) = found.cheaper.expect("the way round is left out");
        assert_eq!((steps.len(), cost, found.limit.is_some()), (20, 20, true));
        const { assert!(MOST < 20 && SIDE < 30) }
        let plan = Plan {
            start: 0,
            actions: steps,
            cost,
        };
        let target = Board::new(40, &cells(2).collect::<Vec<_>>()).unwrap();
        plan.validate(&kings, &[(start, 0)], &Exactly(target))
            .unwrap();
    }
}
