//! The pocket cube, 2 x 2 x 2: all of its 3,674,160 positions, in half turns or quarter turns.

mod corners;
pub mod encoding;
mod encodings;
mod geometry;
mod moves;
pub mod rules;
mod text;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use statewalk::catalog::menu::{Menu, Series};
use statewalk::catalog::params::{Param, ParamError, Params};
use statewalk::catalog::puzzle::{
    Ask, Card, Group, Notation, Problem, Puzzle, Question, ReadError, Reason,
};
use statewalk::catalog::text::lines::Lines;
use statewalk::cost::Cost;
use statewalk::encoding::Encoding;
use statewalk::goal::Exactly;

use crate::cube2::encoding::Ranks;
use crate::cube2::rules::{Cube, Metric, PocketCube, Turn};
use crate::cube2::text::{MOST_WORDS, Shown};

/// The puzzle's entry in the list.
#[derive(Clone, Copy, Debug)]
pub struct Cube2;

const METRIC: Param = Param {
    name: "metric",
    meaning: "what counts as one turn: `half` (90 and 180 degrees) or `quarter` (90 degrees)",
    default: "half",
};

const CUBES: Param = Param {
    name: "cubes",
    meaning: "how many cubes, from 1 to 1000000",
    default: "1",
};

const SOLVABLE: Param = Param {
    name: "solvable",
    meaning: "`yes`: cubes that turns can make; `no`: with one corner twisted",
    default: "yes",
};

fn rules(params: &Params) -> Result<PocketCube, ParamError> {
    let metrics = [("half", Metric::Half), ("quarter", Metric::Quarter)];
    Ok(PocketCube::new(params.choice(&METRIC, &metrics)?))
}

impl Puzzle for Cube2 {
    type Rules = PocketCube;
    type Goal = Exactly<Cube>;

    fn card(&self) -> Card {
        Card {
            name: "cube2",
            summary: "solve the pocket cube (2 x 2 x 2) by turns of its faces",
            format: "a line for each cube: the turns that scrambled it, as R U' F2; or its 24 stickers, \
                     face by face: U, R, F, D, L, B",
            example: "R U' F2\n",
            options: &[METRIC],
        }
    }

    fn sniff(&self, text: &[u8]) -> bool {
        let line = Lines::new(text, MOST_WORDS).next_line();
        line.is_ok_and(|line| line.is_some_and(|line| text::is_meant(&line)))
    }

    fn read(
        &self,
        text: &[u8],
        options: &Params,
    ) -> Result<Problem<PocketCube, Self::Goal>, ReadError> {
        let rules = rules(options)?;
        let mut lines = Lines::new(text, MOST_WORDS);
        let mut questions = Vec::new();
        while let Some(line) = lines.next_line()? {
            let ask = |shown| match shown {
                Shown::Cube(cube) => (vec![(cube, 0)], None),
                Shown::Twisted => {
                    let why = "a corner is twisted, and turns never twist one alone".to_owned();
                    (Vec::new(), Some(Reason::Unsolvable(why)))
                }
            };
            let ask = text::read(&line)?.map(ask).map(|(starts, reason)| Ask {
                starts,
                goal: Exactly(Cube::SOLVED),
                reason,
            });
            questions.push(Question {
                number: questions.len(),
                line: line.number,
                ask,
            });
        }
        if questions.is_empty() {
            return Err(lines.error_at_end("a cube").into());
        }
        Ok(Problem {
            groups: vec![Group { rules, questions }],
        })
    }

    /// 11 turns, or 14 where a half turn counts as two. Turns make a group, so it is nowhere farther than from the solved
    /// cube.
    fn max_depth(&self, _: &PocketCube) -> Option<Cost> {
        Some(14)
    }

    fn menu(&self, menu: Menu<Self>) -> Menu<Self> {
        encodings::offer(menu)
            .bidirectional()
            .breadth_first()
            .plans()
            .breadth_first_by_rank(|_| Ok(Ranks))
            .layers_by_rank(|_| Ok(Ranks))
            .bidirectional_dijkstra(1)
            .frontier()
            .uniform_cost()
            .uniform_cost_by_rank(|_| Ok(Ranks))
            .explore_on_planes(|_| Ok(Ranks))
            .explore_on_plane_residues(|_| Ok(Ranks))
            .explore_by_rank(|_| Ok(Ranks))
            .explore_by_residues(|_| Ok(Ranks))
            .explore_interned()
            .named(&[METRIC], |params| {
                let goal = Exactly(Cube::SOLVED);
                Ok(Problem::of_one(rules(params)?, Cube::SOLVED, goal))
            })
            .generate(&[CUBES, SOLVABLE], |params, seed| {
                let cubes = params.number(&CUBES, 1..=1_000_000)?;
                let solvable = params.choice(&SOLVABLE, &[("yes", true), ("no", false)])?;
                let mut rng = ChaCha8Rng::seed_from_u64(seed);
                let mut out = String::new();
                for _ in 0..cubes {
                    let mut cube = Cube::SOLVED;
                    Ranks.unrank_into(rng.random_range(0..Ranks.size()), &mut cube);
                    let mut more = [0; 7];
                    if !solvable {
                        more[rng.random_range(0..7)] = rng.random_range(1..3);
                    }
                    text::write_line(&text::painted(cube, more), &mut out);
                }
                Ok(out)
            })
            .in_series(Series::Appended)
    }
}

impl Notation for Cube2 {
    fn write_action(&self, _: &PocketCube, _: &Cube, turn: &Turn, out: &mut String) {
        out.push_str(turn.name());
    }

    fn read_action(&self, _: &PocketCube, _: &Cube, line: &str) -> Result<Turn, String> {
        let turn = Turn::named(line.trim());
        turn.ok_or_else(|| format!("one of {}", rules::NAMES.join(", ")))
    }

    fn write_state(&self, _: &PocketCube, cube: &Cube, out: &mut String) {
        text::write_net(&text::painted(*cube, [0; 7]), out);
    }
}
