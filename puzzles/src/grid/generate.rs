//! Random maps of three kinds with questions on them, in the benchmark's formats.

use std::fmt::Write;

use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use statewalk::catalog::menu::Watching;
use statewalk::catalog::params::{Param, ParamError, Params};
use statewalk::cost::Cost;
use statewalk::goal::Exactly;
use statewalk::memory::Memory;
use statewalk::search::limits::Limits;
use statewalk::search::outcome::Outcome;
use statewalk::search::task::Task;

use crate::grid::length::{Length, STRAIGHT};
use crate::grid::map::{Map, Terrain};
use crate::grid::rules::{CORNERS, Cell, Grid, MOVES, Steps};
use crate::grid::solve::{Store, led, store};

const KIND: Param = Param {
    name: "kind",
    meaning: "`random`: obstacles here and there; `rooms`: rooms with doors; `maze`: one way between any two places",
    default: "random",
};

const HEIGHT: Param = Param {
    name: "n",
    meaning: "the number of rows, from 1 to 4096",
    default: "32",
};

const WIDTH: Param = Param {
    name: "m",
    meaning: "the number of columns, from 1 to 4096",
    default: "32",
};

const BLOCKED: Param = Param {
    name: "blocked",
    meaning: "how many cells of a hundred are blocked in `random`, from 0 to 99; one stays free",
    default: "20",
};

const SIDE: Param = Param {
    name: "side",
    meaning: "how wide rooms and the ways of a maze are, from 1 to 256; 0: 7 for rooms, 1 for mazes",
    default: "0",
};

const QUESTIONS: Param = Param {
    name: "q",
    meaning: "the number of questions, from 1 to 100000",
    default: "10",
};

pub(super) const SEED: Param = Param {
    name: "seed",
    meaning: "which of the random maps",
    default: "0",
};

/// What the generator understands.
pub(super) const PARAMS: [Param; 8] = [
    KIND, HEIGHT, WIDTH, BLOCKED, SIDE, QUESTIONS, MOVES, CORNERS,
];

/// What names a space to explore: a random map, and the seed that draws it.
pub(super) const SPACE: [Param; 8] = [KIND, HEIGHT, WIDTH, BLOCKED, SIDE, MOVES, CORNERS, SEED];

/// The largest side of a generated map.
const MOST: u32 = 1 << 12;

/// A map that is being drawn.
struct Canvas {
    width: u32,
    height: u32,
    free: Vec<bool>,
}

/// Draws a kind of map by how many cells of a hundred are blocked, or how wide its parts are.
type Draw = fn(&mut Canvas, u32, u32, &mut ChaCha8Rng);

/// A random map with a scenario. The same parameters and seed give the same bytes.
///
/// Every question has an answer: start and goal lie in the largest part of the map within which steps lead from
/// anywhere to anywhere. Lengths are those of shortest paths with the steps that were asked for.
pub(super) fn generate(params: &Params, seed: u64) -> Result<String, ParamError> {
    let kinds: [(&str, Draw); 3] = [("random", scatter), ("rooms", rooms), ("maze", maze)];
    let kind = params.choice(&KIND, &kinds)?;
    let height = params.number(&HEIGHT, 1..=MOST)?;
    let width = params.number(&WIDTH, 1..=MOST)?;
    let blocked = params.number(&BLOCKED, 0..=99u32)?;
    let side = params.number(&SIDE, 0..=256u32)?;
    let questions = params.number(&QUESTIONS, 1..=100_000u32)?;
    let steps = Steps::of(params)?;
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut canvas = Canvas {
        width,
        height,
        free: vec![true; (width * height) as usize],
    };
    kind(&mut canvas, blocked, side, &mut rng);
    let mut out = format!("type octile\nheight {height}\nwidth {width}\nmap\n");
    for row in canvas.free.chunks(width as usize) {
        out.extend(row.iter().map(|&free| if free { '.' } else { '@' }));
        out.push('\n');
    }
    out.push_str("version 1\n");
    // An account without a limit refuses nothing.
    if let Some(rules) = canvas.rules(steps) {
        ask(&rules, questions, seed, &mut rng, &mut out);
    }
    Ok(out)
}

impl Canvas {
    fn at(&mut self, column: u32, row: u32) -> &mut bool {
        &mut self.free[(row * self.width + column) as usize]
    }

    /// Blocks all cells.
    fn close(&mut self) {
        self.free.fill(false);
    }

    /// Frees a rectangle, as far as it is on the map.
    fn open(&mut self, (left, top): (u32, u32), (width, height): (u32, u32)) {
        for row in top..self.height.min(top + height) {
            for column in left..self.width.min(left + width) {
                *self.at(column, row) = true;
            }
        }
    }

    fn rules(&self, steps: Steps) -> Option<Grid> {
        let mut map = Map::new(self.width, &Memory::unlimited());
        for &free in &self.free {
            let terrain = if free {
                Terrain::Land
            } else {
                Terrain::Blocked
            };
            map.push(terrain).ok()?;
        }
        Grid::new(map, steps).ok()
    }
}

/// Blocks so many cells of a hundred, wherever they are.
fn scatter(canvas: &mut Canvas, blocked: u32, _: u32, rng: &mut ChaCha8Rng) {
    let cells = canvas.free.len();
    let closed = (cells * blocked as usize / 100).min(cells - 1);
    let mut order: Vec<usize> = (0..cells).collect();
    let (chosen, _) = order.partial_shuffle(rng, closed);
    for &mut cell in chosen {
        canvas.free[cell] = false;
    }
}

/// Square rooms with walls of one cell between them. Doors of one cell join each room to those beside it: all that a
/// tree over the rooms needs, and every other one with a chance of one half.
fn rooms(canvas: &mut Canvas, _: u32, side: u32, rng: &mut ChaCha8Rng) {
    let side = if side == 0 { 7 } else { side };
    join(canvas, side, rng, |canvas, from, to, is_needed, rng| {
        let door = rng.random_range(0..side);
        if is_needed || rng.random_bool(0.5) {
            let (left, top) = (from.0.max(to.0), from.1.max(to.1));
            let place = if from.1 == to.1 {
                (left - 1, top + door.min(canvas.height - 1 - top))
            } else {
                (left + door.min(canvas.width - 1 - left), top - 1)
            };
            canvas.open(place, (1, 1));
        }
    });
}

/// Ways of one width with walls of one cell between them, without a loop.
fn maze(canvas: &mut Canvas, _: u32, side: u32, rng: &mut ChaCha8Rng) {
    let side = side.max(1);
    join(canvas, side, rng, |canvas, from, to, is_needed, _| {
        if is_needed {
            let (left, top) = (from.0.max(to.0), from.1.max(to.1));
            if from.1 == to.1 {
                canvas.open((left - 1, top), (1, side));
            } else {
                canvas.open((left, top - 1), (side, 1));
            }
        }
    });
}

/// Draws squares of a side with walls of one cell between them, and calls `gate` with the upper left corners of any two
/// that are neighbours, and whether a random tree over the squares joins them (a depth-first walk).
fn join(
    canvas: &mut Canvas,
    side: u32,
    rng: &mut ChaCha8Rng,
    gate: impl Fn(&mut Canvas, (u32, u32), (u32, u32), bool, &mut ChaCha8Rng),
) {
    canvas.close();
    let across = canvas.width.div_ceil(side + 1);
    let down = canvas.height.div_ceil(side + 1);
    let corner = |square: u32| (square % across * (side + 1), square / across * (side + 1));
    let count = across * down;
    for square in 0..count {
        canvas.open(corner(square), (side, side));
    }
    let beside = |square: u32| {
        let (column, row) = (square % across, square / across);
        let near = [
            (row > 0).then(|| square - across),
            (column + 1 < across).then(|| square + 1),
            (row + 1 < down).then(|| square + across),
            (column > 0).then(|| square - 1),
        ];
        near.into_iter().flatten()
    };
    // The square that each one was come to from.
    let mut parent: Vec<Option<u32>> = vec![None; count as usize];
    let first = rng.random_range(0..count);
    parent[first as usize] = Some(first);
    let mut path = vec![first];
    while let Some(&square) = path.last() {
        let mut next: Vec<u32> = beside(square)
            .filter(|&next| parent[next as usize].is_none())
            .collect();
        next.shuffle(rng);
        match next.first() {
            Some(&next) => {
                parent[next as usize] = Some(square);
                path.push(next);
            }
            None => {
                path.pop();
            }
        }
    }
    for square in 0..count {
        for next in beside(square).filter(|&next| next > square) {
            let is_needed =
                parent[next as usize] == Some(square) || parent[square as usize] == Some(next);
            gate(canvas, corner(square), corner(next), is_needed, rng);
        }
    }
}

/// The cells of the largest part of the map.
fn largest_part(rules: &Grid) -> Vec<Cell> {
    use statewalk::space::StateSpace;

    let terrain = rules.map().terrain();
    let mut seen = vec![false; terrain.len()];
    let mut largest = Vec::new();
    for (first, terrain) in (0..).zip(terrain) {
        if *terrain == Terrain::Blocked || std::mem::replace(&mut seen[first as usize], true) {
            continue;
        }
        let mut part = vec![first];
        let mut at = 0;
        while let Some(&cell) = part.get(at) {
            at += 1;
            for direction in rules.actions(&cell) {
                let mut next = cell;
                rules.apply(&mut next, &direction);
                if !std::mem::replace(&mut seen[next as usize], true) {
                    part.push(next);
                }
            }
        }
        if part.len() > largest.len() {
            largest = part;
        }
    }
    largest
}

/// Appends questions with their lengths, in buckets of four steps as the benchmark has them.
fn ask(rules: &Grid, questions: u32, seed: u64, rng: &mut ChaCha8Rng, out: &mut String) {
    let (map, columns) = (rules.map(), rules.columns());
    let (width, height) = (map.width(), map.height());
    let cells = largest_part(rules);
    let limits = Limits::default();
    let Ok(mut store) = store(rules, &limits) else {
        return;
    };
    for _ in 0..questions {
        let mut end = || cells[rng.random_range(0..cells.len())];
        let (start, goal) = (end(), end());
        let Some(length) = length(rules, start, goal, &mut store) else {
            continue;
        };
        let bucket = (length.straight + length.diagonal * 99 / 70) / 4;
        let ends = [columns.place(start), columns.place(goal)];
        let [(left, top), (right, bottom)] = ends;
        // Writing into a string cannot fail.
        let _ = writeln!(
            out,
            "{bucket}\tgrid-{seed}.map\t{width}\t{height}\t{left}\t{top}\t{right}\t{bottom}\t{}",
            length.decimals()
        );
    }
}

/// How long the shortest path is.
fn length(rules: &Grid, start: Cell, goal: Cell, store: &mut Store) -> Option<Length> {
    let task = Task {
        space: rules,
        starts: &[(start, 0)],
        goal: &Exactly(goal),
    };
    store.wipe();
    let found = led(&task, store, &Limits::default(), &mut Watching(&mut ())).ok()?;
    let Outcome::Solved { plan, .. } = found.outcome else {
        return None;
    };
    let cost: Cost = if rules.steps().diagonal {
        plan.cost
    } else {
        plan.cost * STRAIGHT
    };
    Length::of(cost, plan.actions.len())
}
