//! Huarong: one named piece among others, one blank, fixed cells; bring the piece to its target.
//!
//! From the contest NOIP 2013, with many questions on one board. It is solved in the quotient by the
//! moving blank: a state is the piece's cell and the side of it the blank is on.

mod batch;
pub mod board;
mod encodings;
mod generate;
mod grid;
mod positions;
mod solve;
mod spfa;
mod text;
mod weighted;

use statewalk::catalog::menu::{Direction, Menu};
use statewalk::catalog::params::{Param, ParamError, Params};
use statewalk::catalog::puzzle::{Card, Notation, Problem, Puzzle, ReadError};
use statewalk::quotient::routes::Unknown;
use statewalk::quotient::rules::Position;
use statewalk::search::limits::Limits;

use crate::huarong::board::{Board, PieceAt, SLIDES, Slide};
use crate::huarong::grid::Grid;

pub use crate::huarong::solve::MAX_LISTED;

/// The puzzle's entry in the list.
#[derive(Clone, Copy, Debug)]
pub struct Huarong;

/// Which of the random boards is explored.
const SEED: Param = Param {
    name: "seed",
    meaning: "which of the random boards",
    default: "0",
};

/// What names a space to explore: a random board, and the seed that draws it.
const SPACE: [Param; 5] = [
    generate::ROWS,
    generate::COLUMNS,
    generate::FIXED,
    generate::SOLVABLE,
    SEED,
];

impl Puzzle for Huarong {
    type Rules = Board;
    type Goal = PieceAt;

    fn card(&self) -> Card {
        Card {
            name: "huarong",
            summary: "slide one piece through a board with a single blank and fixed cells",
            format: "n m q, the grid as n rows of m cells (0 fixed, 1 open), q lines of six numbers \
                     from 1 on: row and column of the blank, of the piece, of its target",
            example: "3 4 1\n0 1 1 1\n0 1 1 0\n0 1 0 0\n3 2 1 2 2 2\n",
            options: &[],
        }
    }

    fn sniff(&self, text: &[u8]) -> bool {
        text::sniff(text)
    }

    fn read(&self, text: &[u8], options: &Params) -> Result<Problem<Board, PieceAt>, ReadError> {
        self.read_within(text, options, &Limits::default())
    }

    fn read_within(
        &self,
        text: &[u8],
        _: &Params,
        limits: &Limits,
    ) -> Result<Problem<Board, PieceAt>, ReadError> {
        text::read(text, limits)
    }

    fn menu(&self, menu: Menu<Self>) -> Menu<Self> {
        let led = "A* over (cell, side of the blank); questions with one target share a search";
        let blind = "the same without a bound on what is left (Dijkstra)";
        let swept = "one sweep over (cell, side of the blank) for each target, backward from it, in buckets of distances";
        let corrected = "SPFA over (cell, side of the blank), question by question";
        encodings::offer(menu)
            .together(
                ("astar", "ranked"),
                led,
                true,
                |_, group, asks, settings, watch| {
                    batch::solve(group, asks, settings, watch, Grid::new)
                },
            )
            .together(
                ("uniform-cost", "ranked"),
                blind,
                true,
                |_, group, asks, settings, watch| {
                    batch::solve(group, asks, settings, watch, |_, _| Ok(Unknown))
                },
            )
            .together(
                ("spfa", "ranked"),
                corrected,
                true,
                |_, group, asks, settings, watch| spfa::solve(group, asks, settings, watch),
            )
            .together(
                ("layers", "weighted"),
                swept,
                true,
                |_, group, asks, settings, watch| weighted::solve(group, asks, settings, watch),
            )
            .each(
                ("breadth-first", "ranked"),
                "breadth-first over (blank, piece), without any table: the independent check",
                true,
                |task, settings, watch| positions::breadth_first(task, &settings.limits, watch),
            )
            .breadth_first()
            .plans()
            .explore_interned()
            .explore(
                (Direction::Backward, "weighted"),
                |_, group, settings, deepest, watch| {
                    weighted::explored(group, settings, deepest, watch)
                },
            )
            .forecast(|_, group, settings, _| Ok(weighted::forecast(group, settings)))
            .named(&SPACE, |params| {
                let seed = params.number(&SEED, 0..=u64::MAX)?;
                let text = generate::generate(params, seed)?;
                text::read(text.as_bytes(), &Limits::default())
                    .map_err(|error| ParamError::Form(error.to_string()))
            })
            .generate(&generate::PARAMS, generate::generate)
    }
}

impl Notation for Huarong {
    fn write_action(&self, board: &Board, before: &Position, slide: &Slide, out: &mut String) {
        let cell = board.source(before.blank, *slide).unwrap_or(before.blank);
        let (row, column) = board.place(cell);
        let word = SLIDES.iter().find(|(known, _)| known == slide);
        let word = word.map_or("", |(_, word)| word);
        for number in [row, column] {
            out.push_str(&number.to_string());
            out.push(' ');
        }
        out.push_str(word);
    }

    fn read_action(&self, board: &Board, before: &Position, line: &str) -> Result<Slide, String> {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let [row, column, word] = words[..] else {
            return Err("row, column and direction of a piece".to_owned());
        };
        let found = SLIDES.iter().find(|(_, known)| *known == word);
        let Some(&(slide, _)) = found else {
            let words = SLIDES.map(|(_, word)| word);
            return Err(format!("one of {}", words.join(", ")));
        };
        let cell = row.parse().ok().zip(column.parse().ok());
        let cell = cell.and_then(|(row, column)| board.cell(row, column));
        if cell.is_some() && cell == board.source(before.blank, slide) {
            Ok(slide)
        } else {
            let (row, column) = board.place(before.blank);
            Err(format!(
                "a piece that slides to the blank at {row} {column}"
            ))
        }
    }

    fn write_state(&self, board: &Board, state: &Position, out: &mut String) {
        let (_, width) = board.size();
        for cell in 0..board.count() {
            out.push(match cell {
                _ if cell == state.blank => '.',
                _ if cell == state.piece => '@',
                _ if board.is_open(cell) => 'o',
                _ => '#',
            });
            if cell % width + 1 == width {
                out.push('\n');
            }
        }
    }
}
