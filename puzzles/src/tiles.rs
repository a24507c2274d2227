//! Sliding tiles: the 8-, 15- and 24-puzzle, and boards of every other size.
//!
//! Files of boards as they circulate are read, with the blank first or last in the goal; parity tells at
//! once which boards cannot become the goal. Boards of up to 25 cells are searched; for larger ones, up to 255 cells
//! a side, plans are [constructed](crate::sliding::sort).

pub mod board;
mod construct;
pub mod deepening;
pub mod encoding;
mod encodings;
pub mod entry;
mod generate;
pub mod kernel;
mod led;
pub mod linear_conflict;
mod macros;
pub mod manhattan;
mod moves;
pub mod patterns;
mod plain;
mod questions;
pub mod rules;
mod sniff;
mod text;
pub mod walking;

use statewalk::catalog::menu::{Menu, Series, Settings, Solution, Watch};
use statewalk::catalog::params::{Param, ParamError, Params};
use statewalk::catalog::puzzle::{Ask, Card, Notation, Problem, Puzzle, ReadError};
use statewalk::cost::Cost;
use statewalk::goal::Exactly;
use statewalk::heuristic::MinOf;

use crate::sliding::places::Places;
use crate::sliding::rules::Slides;
use crate::tiles::board::{Board, DIRECTIONS, Toward};
use crate::tiles::manhattan::Manhattan;
use crate::tiles::questions::problem;
use crate::tiles::rules::{MAX_SIDE, MOST_CELLS, Tiles};

/// The puzzle's entry in the list.
#[derive(Clone, Copy, Debug)]
pub struct SlidingTiles;

const WIDTH: Param = Param {
    name: "w",
    meaning: "the cells of a row, 1 to 255",
    default: "3",
};

const HEIGHT: Param = Param {
    name: "h",
    meaning: "the rows, 1 to 255",
    default: "3",
};

const BLANK: Param = Param {
    name: "blank",
    meaning: "where the goal has the blank: `first` (0 1 2 ...) or `last` (1 2 ... 0)",
    default: "first",
};

const GOAL: Param = Param {
    name: "goal",
    meaning: "`ordered`, or what the cells of the goal show, joined by commas: 1,2,3,8,0,4,7,6,5",
    default: "ordered",
};

const SIZE: Param = Param {
    name: "size",
    meaning: "the width and height of boards that take a line each, as 3x4; `square` tells it from the line",
    default: "square",
};

/// The parameters of spaces by name.
const SPACE: [Param; 4] = [
    Param {
        meaning: "the cells of a row; at most 25 cells on a board",
        ..WIDTH
    },
    Param {
        meaning: "the rows",
        ..HEIGHT
    },
    BLANK,
    GOAL,
];

/// Width and height, of at most [`MOST_CELLS`] cells.
fn size_of(params: &Params) -> Result<(usize, usize), ParamError> {
    let width = params.number(&WIDTH, 1..=MOST_CELLS)?;
    let most = MOST_CELLS / width;
    let height = params.number(&HEIGHT, 1..=most);
    let height = height.map_err(|error| match error {
        ParamError::Value { name, value, .. } => ParamError::Value {
            name,
            value,
            expected: format!(
                "a number from 1 to {most}, since a board has at most {MOST_CELLS} cells and each of its rows {width}"
            ),
        },
        error => error,
    })?;
    Ok((width, height))
}

/// Whether the blank is last in the goal, by the word that says so.
const BLANKS: [(&str, bool); 2] = [("first", false), ("last", true)];

/// The goal of so many cells with its tiles in order.
fn goal_of(params: &Params, cells: usize) -> Result<Vec<u16>, ParamError> {
    Ok(ordered(params.choice(&BLANK, &BLANKS)?, cells))
}

/// So many cells with their tiles in order, the blank first or last.
fn ordered(last: bool, cells: usize) -> Vec<u16> {
    // No side is longer than 255.
    let mut goal: Vec<u16> = (0..=u16::MAX).take(cells).collect();
    if last {
        goal.rotate_left(1);
    }
    goal
}

/// The goal that was given, if any.
fn given_goal(params: &Params) -> Result<Option<Vec<u16>>, ParamError> {
    let text = params.text(&GOAL)?;
    if text == GOAL.default {
        return Ok(None);
    }
    let wrong = || ParamError::Value {
        name: GOAL.name.to_owned(),
        value: text.to_owned(),
        expected: "`ordered`, or each number from 0 on once, joined by commas".to_owned(),
    };
    let numbers = text.split(',').map(|word| match word.trim() {
        "_" => Some(0),
        word => word.parse().ok(),
    });
    let goal: Vec<u16> = numbers.collect::<Option<_>>().ok_or_else(wrong)?;
    let mut seen = vec![false; goal.len()];
    for &number in &goal {
        let place = seen.get_mut(usize::from(number)).ok_or_else(wrong)?;
        if std::mem::replace(place, true) {
            return Err(wrong());
        }
    }
    Ok(Some(goal))
}

/// The size of boards that take a line each, if it was given.
fn given_size(params: &Params) -> Result<Option<(usize, usize)>, ParamError> {
    let text = params.text(&SIZE)?;
    if text == SIZE.default {
        return Ok(None);
    }
    let side = |word: &str| {
        let side = word.parse::<usize>().ok();
        side.filter(|side| (1..=MAX_SIDE as usize).contains(side))
    };
    let sides = text.split_once('x');
    let sides = sides.and_then(|(width, height)| Some((side(width)?, side(height)?)));
    let expected = || ParamError::Value {
        name: SIZE.name.to_owned(),
        value: text.to_owned(),
        expected: format!("`square`, or width and height from 1 to {MAX_SIDE} as 3x4"),
    };
    sides.map(Some).ok_or_else(expected)
}

/// The goal for boards of `cells` cells.
fn goal_for(params: &Params, cells: usize) -> Result<Vec<u16>, ParamError> {
    match given_goal(params)? {
        None => goal_of(params, cells),
        Some(goal) if goal.len() == cells => Ok(goal),
        Some(goal) => Err(ParamError::Value {
            name: GOAL.name.to_owned(),
            value: format!("{} numbers", goal.len()),
            expected: format!("the {cells} numbers of the board"),
        }),
    }
}

/// The rules of a size. Sides are at most [`MAX_SIDE`], and the goal is an order of the numbers.
fn rules(width: usize, height: usize, goal: &[u16]) -> Option<Tiles> {
    let rules = Tiles::new(width.try_into().ok()?, height.try_into().ok()?)?;
    let packed = rules.board(goal);
    Some(match packed {
        Some(goal) => rules.with_goal(goal),
        None => rules,
    })
}

/// What a direction is called.
fn named(toward: Toward) -> &'static str {
    let name = DIRECTIONS.iter().find(|(other, _)| *other == toward);
    name.map_or("", |(_, name)| name)
}

/// The direction that a line names.
fn toward(line: &str) -> Result<Toward, String> {
    let found = DIRECTIONS.iter().find(|(_, name)| *name == line.trim());
    found
        .map(|&(toward, _)| toward)
        .ok_or_else(|| "where the blank goes: up, left, right or down".to_owned())
}

/// A plan for a packed board by way of a plain one.
fn constructed_for(
    rules: &Tiles,
    ask: &Ask<Board, Exactly<Board>>,
    settings: &Settings,
    watch: &mut dyn Watch,
) -> Solution<Toward> {
    let plain = |board: Board| {
        let cells = rules.shown(board);
        Places::new(cells.into_iter().map(u32::from).collect())
    };
    let sides = u32::try_from(rules.width())
        .ok()
        .zip(u32::try_from(rules.height()).ok());
    let Some(((width, height), target)) = sides.zip(plain(ask.goal.0)) else {
        return Solution::no_start();
    };
    let start = ask.starts.first().and_then(|&(start, _)| plain(start));
    let slides = Slides { width, height };
    construct::constructed(slides, start.as_ref(), &target, settings, watch)
}

impl Puzzle for SlidingTiles {
    type Rules = Tiles;
    type Goal = Exactly<Board>;

    fn card(&self) -> Card {
        Card {
            name: "tiles",
            summary: "slide tiles over the blank until they stand in order",
            format: "a square board a line, with or without a number before it; or boards with a \
                     line for the size (n, or width and height) and one for each row; or the rows of one \
                     board; 0 or _ for the blank",
            example: "3\n1 4 2\n3 _ 5\n6 7 8\n",
            options: &[BLANK, GOAL, SIZE],
        }
    }

    fn sniff(&self, text: &[u8]) -> bool {
        sniff::sniff(text)
    }

    fn read(&self, text: &[u8], options: &Params) -> Result<Problem<Tiles, Self::Goal>, ReadError> {
        problem(
            text,
            options,
            |width, height, goal| {
                let rules = rules(width, height, goal)?;
                let goal = rules.goal();
                Some((rules, goal))
            },
            Tiles::board,
        )
    }

    /// Twice as far as the farthest board is from one with the blank in a corner: by way of such a board any board is reached
    /// from any other. Those depths are published (Reinefeld 1993; Korf 2008; the sequence A151944 of the OEIS).
    fn max_depth(&self, rules: &Tiles) -> Option<Cost> {
        let (width, height) = (rules.width(), rules.height());
        let deepest = match (width.min(height), width.max(height)) {
            (2, 2) => 6,
            (2, 3) => 21,
            (2, 4) => 36,
            (2, 5) => 55,
            (2, 6) => 80,
            (2, 7) => 108,
            (3, 3) => 31,
            (3, 4) => 53,
            _ => return None,
        };
        Some(2 * deepest)
    }

    fn menu(&self, menu: Menu<Self>) -> Menu<Self> {
        led::offer(encodings::offer(menu))
            .bidirectional()
            .breadth_first()
            .plans()
            .breadth_first_by_rank(Tiles::ranks)
            .layers_by_rank(Tiles::ranks)
            .constructs("constructive", construct::SUMMARY, constructed_for)
            .nbs("manhattan", 1, |task| {
                let ahead = Manhattan::new(task.space);
                let from =
                    |(start, _): &(Board, _)| Manhattan::new(&task.space.clone().with_goal(*start));
                (ahead, MinOf(task.starts.iter().map(from).collect()))
            })
            .bidirectional_dijkstra(1)
            .improves_led(|rules, to| Manhattan::new(&rules.clone().with_goal(*to)))
            .frontier()
            .uniform_cost()
            .uniform_cost_by_rank(Tiles::ranks)
            .spfa()
            .explore_on_planes(Tiles::ranks)
            .explore_on_plane_residues(Tiles::ranks)
            .explore_by_moves(Tiles::ranks)
            .explore_interned()
            .named(&SPACE, |params| {
                let (width, height) = size_of(params)?;
                let goal = goal_for(params, width * height)?;
                let groups = rules(width, height, &goal).map_or_else(Vec::new, |rules| {
                    let goal = rules.goal();
                    Problem::of_one(rules, goal, Exactly(goal)).groups
                });
                Ok(Problem { groups })
            })
            .macros(&macros::PARAMS, 1, macros::patterns)
            .generate(&generate::PARAMS, generate::generate)
            .in_series(Series::Appended)
    }
}

impl Notation for SlidingTiles {
    fn write_action(&self, _: &Tiles, _: &Board, action: &Toward, out: &mut String) {
        out.push_str(named(*action));
    }

    fn read_action(&self, _: &Tiles, _: &Board, line: &str) -> Result<Toward, String> {
        toward(line)
    }

    fn write_state(&self, rules: &Tiles, board: &Board, out: &mut String) {
        text::write_rows(&rules.shown(*board), rules.width(), "_", out);
    }
}
