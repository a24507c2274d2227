//! Path finding on maps of cells, in the formats of the benchmark of the Moving AI Lab (Sturtevant 2012).
//!
//! A step leads to one of the eight cells beside, and a diagonal one only where both cells that it passes are free: no
//! corner is cut. Steps lead over land from land and over water from water, as the benchmark has it.

mod generate;
pub mod length;
pub mod map;
pub mod octile;
pub mod place;
pub mod rules;
mod solve;
mod text;

use std::fmt::Write;

use statewalk::catalog::companion::Companion;
use statewalk::catalog::menu::Menu;
use statewalk::catalog::params::{ParamError, Params};
use statewalk::catalog::puzzle::{Card, Notation, Problem, Puzzle, ReadError};
use statewalk::cost::Cost;
use statewalk::goal::Exactly;
use statewalk::heuristic::MinOf;
use statewalk::search::limits::Limits;

use crate::grid::length::Length;
use crate::grid::octile::Octile;
use crate::grid::rules::{CORNERS, Cell, Direction, Grid, MOVES};
use crate::grid::text::{FROM, MAP, TO};

/// The puzzle's entry in the list.
#[derive(Clone, Copy, Debug)]
pub struct GridPuzzle;

/// The widest and highest map that is drawn.
const DRAWN: u32 = 64;

impl Puzzle for GridPuzzle {
    type Rules = Grid;
    type Goal = Exactly<Cell>;

    fn card(&self) -> Card {
        Card {
            name: "grid",
            summary: "find the shortest path between two cells of a map, as in the Moving AI benchmark",
            format: "a map (type octile, height, width, map, rows of terrain . G S W @ O T), a scenario (version 1, \
                     lines of bucket, map, width, height, start and goal as column and row, length), or both",
            example: "type octile\nheight 3\nwidth 4\nmap\n.@..\n.@..\n....\nversion 1\n\
                      1\texample.map\t4\t3\t0\t0\t3\t0\t6.41421356\n",
            options: &[MOVES, CORNERS, FROM, TO, MAP],
        }
    }

    fn sniff(&self, text: &[u8]) -> bool {
        text::sniff(text)
    }

    fn companion(&self, text: &[u8]) -> Option<Companion> {
        text::companion(text)
    }

    fn read(&self, text: &[u8], options: &Params) -> Result<Problem<Grid, Self::Goal>, ReadError> {
        self.read_within(text, options, &Limits::default())
    }

    fn read_within(
        &self,
        text: &[u8],
        options: &Params,
        limits: &Limits,
    ) -> Result<Problem<Grid, Self::Goal>, ReadError> {
        text::read(text, options, limits)
    }

    fn menu(&self, menu: Menu<Self>) -> Menu<Self> {
        let led = "A* over one table of all cells, which is wiped between questions";
        let blind = "the same without estimates (Dijkstra)";
        menu.together(
            ("astar", "ranked"),
            led,
            true,
            |_, group, asks, settings, watch| solve::each(group, asks, settings, watch, solve::led),
        )
        .by_heuristic("octile")
        .together(
            ("uniform-cost", "ranked"),
            blind,
            true,
            |_, group, asks, settings, watch| {
                solve::each(group, asks, settings, watch, solve::blind)
            },
        )
        .guided("octile", |rules, goal| Octile::new(rules, goal.0))
        .audit("octile", |rules, goal| Octile::new(rules, goal.0))
        .plans()
        .nbs("octile", 1, |task| {
            let from = |(start, _): &(Cell, Cost)| Octile::new(task.space, *start);
            let ahead = Octile::new(task.space, task.goal.0);
            (ahead, MinOf(task.starts.iter().map(from).collect()))
        })
        .bidirectional_dijkstra(1)
        .improves_led(|rules, to| Octile::new(rules, *to))
        .uniform_cost()
        .provided(Grid::only_units, Menu::breadth_first)
        .explore_interned()
        .named(&generate::SPACE, |params| {
            let seed = params.number(&generate::SEED, 0..=u64::MAX)?;
            let text = generate::generate(params, seed)?;
            text::read(text.as_bytes(), params, &Limits::default())
                .map_err(|error| ParamError::Form(error.to_string()))
        })
        .generate(&generate::PARAMS, generate::generate)
    }
}

impl Notation for GridPuzzle {
    fn write_action(&self, rules: &Grid, before: &Cell, direction: &Direction, out: &mut String) {
        let mut cell = *before;
        statewalk::space::StateSpace::apply(rules, &mut cell, direction);
        write_place(rules, cell, out);
    }

    fn read_action(&self, rules: &Grid, before: &Cell, line: &str) -> Result<Direction, String> {
        let direction = text::place(line).and_then(|place| rules.toward(*before, place));
        direction.ok_or_else(|| {
            let mut here = String::new();
            write_place(rules, *before, &mut here);
            format!("the column,row of a cell that a step from {here} leads to")
        })
    }

    fn write_state(&self, rules: &Grid, cell: &Cell, out: &mut String) {
        write_place(rules, *cell, out);
        out.push('\n');
        if rules.map().width() <= DRAWN && rules.map().height() <= DRAWN {
            rules.map().draw(*cell, out);
        }
    }

    fn cost_in_words(&self, rules: &Grid, cost: Cost, steps: usize) -> Option<String> {
        let length = rules.steps().diagonal.then(|| Length::of(cost, steps))??;
        Some(format!("length {}", length.words()))
    }
}

/// Appends the column and the row of a cell.
fn write_place(rules: &Grid, cell: Cell, out: &mut String) {
    let (column, row) = rules.columns().place(cell);
    // Writing into a string cannot fail.
    let _ = write!(out, "{column},{row}");
}
