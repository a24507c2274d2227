//! Magic: an n x n square of the numbers 1 to n^2 on a torus, moved as a whole by six transforms.
//!
//! The board is never stored. Every board that can be reached is the goal moved by one of eight
//! symmetries and a shift, so a state is (symmetry, row, column), and all boards of one side are
//! answered by one sweep backward from the goal. There is no left and no up: the way from the goal to a
//! board and the way back differ.

mod backward;
mod division;
mod encodings;
mod generate;
mod layers;
mod reading;
pub mod rules;
mod walk;

use std::collections::HashMap;

use statewalk::catalog::kept::Kept;
use statewalk::catalog::menu::{Direction, Menu, Series};
use statewalk::catalog::params::{Param, Params};
use statewalk::catalog::puzzle::{
    Ask, Card, Group, Notation, Problem, Puzzle, Question, ReadError, Reason,
};
use statewalk::catalog::text::{END, InputError, Reader};
use statewalk::goal::Exactly;
use statewalk::search::limits::Limits;
use statewalk::words::counted;

use crate::magic::layers::{Table, forecast, forecast_backward, sweep, visit, visit_backward};
use crate::magic::reading::{Pace, Read};
use crate::magic::rules::{Board, MAX_SIDE, Placement, TRANSFORMS, Transform};
use crate::magic::walk::Walk;

/// The puzzle's entry in the list.
#[derive(Clone, Copy, Debug)]
pub struct Magic;

/// The most boards of a file.
const MAX_BOARDS: u64 = 1_000_000;

/// The side of the space that is explored.
const SIDE: Param = Param {
    name: "n",
    meaning: "the side of the square, from 1 to 5000",
    default: "3",
};

/// An input that ends within a board: what the numbers before it promised, since one of them may be missing.
fn promised(error: ReadError, (boards, index, side): (u64, usize, u64)) -> ReadError {
    match error {
        ReadError::Input(error) if error.found == END => {
            let number = index + 1;
            let expected = format!(
                "{}: the file says that it has {}, and board {number} has the side {side}",
                error.expected,
                counted(boards, "board")
            );
            ReadError::Input(InputError { expected, ..error })
        }
        error => error,
    }
}

impl Puzzle for Magic {
    type Rules = Board;
    type Goal = Exactly<Placement>;

    fn card(&self) -> Card {
        Card {
            name: "magic",
            summary: "bring a square on a torus back in order by shifts, turns and mirrors",
            format: "T, then T times: n and n rows of n numbers, a permutation of 1 to n*n",
            example: "1\n2\n2 1\n4 3\n",
            options: &[],
        }
    }

    fn sniff(&self, text: &[u8]) -> bool {
        reading::is_meant(text, || self.read(text, &Params::default()).is_ok())
    }

    fn read(&self, text: &[u8], options: &Params) -> Result<Problem<Board, Self::Goal>, ReadError> {
        self.read_within(text, options, &Limits::default())
    }

    fn read_within(
        &self,
        text: &[u8],
        _: &Params,
        limits: &Limits,
    ) -> Result<Problem<Board, Self::Goal>, ReadError> {
        let mut reader = Reader::new(text);
        let boards = reader.number("the number of boards", 1..=MAX_BOARDS)?;
        let mut pace = Pace::new(&reader, limits);
        let mut groups: Vec<Group<Board, Self::Goal>> = Vec::new();
        let mut group_of = HashMap::new();
        let mut kept = Kept::read::<Self>(limits);
        for number in 0..usize::try_from(boards).unwrap_or(usize::MAX) {
            kept.add(1)?;
            let (mark, line) = (reader.mark(), reader.line());
            let side = reader.number("the side n of a board", 1..=MAX_SIDE.into())?;
            let rules = u32::try_from(side).ok().and_then(Board::new);
            let Some(rules) = rules else {
                return Err(reader.error_at(mark, "the side n of a board").into());
            };
            let read = reading::board(&mut reader, &rules, &mut pace);
            let ask = match read.map_err(|error| promised(error, (boards, number, side)))? {
                Read::Faulty(error) => Err(error),
                Read::Placed(placement) => Ok(Ask {
                    starts: vec![(placement, 0)],
                    goal: Exactly(Placement::GOAL),
                    reason: None,
                }),
                Read::NoMotion => Ok(Ask {
                    starts: Vec::new(),
                    goal: Exactly(Placement::GOAL),
                    reason: Some(Reason::Unsolvable(
                        "the board is no rigid motion of the goal".to_owned(),
                    )),
                }),
            };
            let question = Question { number, line, ask };
            let group = *group_of.entry(side).or_insert_with(|| {
                let questions = Vec::new();
                groups.push(Group { rules, questions });
                groups.len() - 1
            });
            groups[group].questions.push(question);
        }
        reader.end()?;
        Ok(Problem { groups })
    }

    fn menu(&self, menu: Menu<Self>) -> Menu<Self> {
        let narrow = "all boards of a side at once, backward from the goal, layer by layer";
        let bytes = "the same, in a table that begins with a byte a state and widens";
        let words = "the same, in a table of two bytes a state";
        encodings::offer(menu)
            .together(("layers", "ranked"), narrow, true, sweep(Table::Fitting))
            .together(("layers", "u8"), bytes, true, sweep(Table::Bytes))
            .together(("layers", "u16"), words, true, sweep(Table::Words))
            .breadth_first()
            .plans()
            .breadth_first_by_rank(|board| Ok(*board))
            .bidirectional()
            .bidirectional_dijkstra(1)
            .uniform_cost()
            .uniform_cost_by_rank(|board| Ok(*board))
            .spfa()
            .explore((Direction::Forward, "ranked"), visit(true))
            .with_checkpoints()
            .with_maxima()
            .forecast(forecast(true))
            .explore((Direction::Forward, "bits"), visit(false))
            .with_checkpoints()
            .forecast(forecast(false))
            .explore((Direction::Backward, "ranked"), visit_backward())
            .with_checkpoints()
            .with_maxima()
            .forecast(forecast_backward())
            .named(&[SIDE], |params| {
                let side = params.number(&SIDE, 1..=MAX_SIDE)?;
                let questions = Vec::new();
                let groups = Board::new(side).map(|rules| Group { rules, questions });
                let groups = groups.into_iter().collect();
                Ok(Problem { groups })
            })
            .generate(&generate::PARAMS, generate::generate)
            .in_series(Series::Counted { most: MAX_BOARDS })
    }
}

impl Notation for Magic {
    fn write_action(&self, _: &Board, _: &Placement, action: &Transform, out: &mut String) {
        let name = TRANSFORMS.iter().find(|(transform, _)| transform == action);
        out.push_str(name.map_or("", |(_, name)| name));
    }

    fn read_action(&self, _: &Board, _: &Placement, line: &str) -> Result<Transform, String> {
        let found = TRANSFORMS.iter().find(|(_, name)| *name == line.trim());
        found.map(|&(transform, _)| transform).ok_or_else(|| {
            let names = TRANSFORMS.map(|(_, name)| name);
            format!("one of {}", names.join(", "))
        })
    }

    fn write_state(&self, rules: &Board, state: &Placement, out: &mut String) {
        let side = rules.side();
        let width = (side * side).to_string().len();
        let walk = Walk::shown(side, *state);
        for row in 0..side {
            generate::write_row(walk.row(row), width, out);
        }
    }
}
