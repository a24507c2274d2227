//! The towers of Hanoi, with three pegs or more (Lucas 1883; four pegs: Dudeney's Reve's puzzle, 1907).

pub mod encoding;
mod encodings;
pub mod rules;

use std::fmt::Write;

use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use statewalk::catalog::menu::{Menu, Series};
use statewalk::catalog::params::{Param, ParamError, Params};
use statewalk::catalog::puzzle::{
    Ask, Card, Group, Notation, Problem, Puzzle, Question, ReadError,
};
use statewalk::catalog::text::InputError;
use statewalk::catalog::text::lines::{Line, Lines};
use statewalk::cost::Cost;
use statewalk::goal::Exactly;

use crate::hanoi::rules::{Hanoi, MOST_DISKS, MOST_PEGS, Step, Towers};

/// The puzzle's entry in the list.
#[derive(Clone, Copy, Debug)]
pub struct HanoiPuzzle;

/// The word that a file begins with.
const NAME: &str = "hanoi";

/// The most words of a line: two places of each disk and the sign between.
const MOST_WORDS: usize = 2 * MOST_DISKS + 1;

const PEGS: Param = Param {
    name: "pegs",
    meaning: "how many pegs, from 3 to 16",
    default: "3",
};

const DISKS: Param = Param {
    name: "disks",
    meaning: "how many disks, from 1 to 32",
    default: "6",
};

const PAIRS: Param = Param {
    name: "pairs",
    meaning: "how many pairs of random positions, from 1 to 1000000",
    default: "1",
};

fn rules(params: &Params) -> Result<Option<Hanoi>, ParamError> {
    let pegs = params.number(&PEGS, 3..=MOST_PEGS)?;
    let disks = params.number(&DISKS, 1..=MOST_DISKS)?;
    Ok(Hanoi::new(pegs, disks))
}

/// From the tower on the first peg to that on the last.
fn towers(rules: Hanoi) -> Problem<Hanoi, Exactly<Towers>> {
    let last = rules.pegs().to_le_bytes()[0] - 1;
    Problem::of_one(rules, rules.tower(0), Exactly(rules.tower(last)))
}

/// The rules that the first line of a file is about.
fn header(line: &Line<'_>) -> Result<Hanoi, InputError> {
    if line.word(0) != NAME.as_bytes() {
        return Err(line.error_at(0, "the word `hanoi`"));
    }
    let pegs = line.number(1, "the number of pegs", 3..=MOST_PEGS as u64)?;
    let disks = line.number(2, "the number of disks", 1..=MOST_DISKS as u64)?;
    if line.len() > 3 {
        return Err(line.error_at(3, "the end of the line"));
    }
    let size = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
    let rules = Hanoi::new(size(pegs), size(disks));
    rules.ok_or_else(|| line.error_at(1, "the number of pegs"))
}

/// The pegs of all disks, from the word `first` of a line on: one that does not exist is a fault.
fn position(
    rules: Hanoi,
    line: &Line<'_>,
    first: usize,
) -> Result<Result<Towers, InputError>, InputError> {
    let mut places = Vec::new();
    let mut fault = None;
    for index in first..first + rules.disks() {
        let peg = line.number(index, "the peg of a disk", 0..=u64::MAX)?;
        let place = usize::try_from(peg).unwrap_or(usize::MAX).wrapping_sub(1);
        if place >= rules.pegs() {
            let expected = format!("a peg from 1 to {}", rules.pegs());
            fault.get_or_insert_with(|| line.error_at(index, &expected));
        }
        places.push(place.to_le_bytes()[0]);
    }
    if let Some(fault) = fault {
        return Ok(Err(fault));
    }
    let towers = rules.towers(&places);
    Ok(towers.ok_or_else(|| line.error_at(first, "the pegs of the disks")))
}

/// What a line asks: where the disks are, and after `>` where they shall be.
fn question(
    rules: Hanoi,
    line: &Line<'_>,
) -> Result<Result<Ask<Towers, Exactly<Towers>>, InputError>, InputError> {
    let disks = rules.disks();
    let start = position(rules, line, 0)?;
    let goal = if line.len() > disks {
        if line.word(disks) != b">" {
            return Err(line.error_at(disks, "`>` and the goal, or the end of the line"));
        }
        let goal = position(rules, line, disks + 1)?;
        if line.len() > 2 * disks + 1 {
            return Err(line.error_at(2 * disks + 1, "the end of the line"));
        }
        goal
    } else {
        Ok(rules.tower(rules.pegs().to_le_bytes()[0] - 1))
    };
    let ask = |(start, goal)| Ask {
        starts: vec![(start, 0)],
        goal: Exactly(goal),
        reason: None,
    };
    Ok(start.and_then(|start| Ok(ask((start, goal?)))))
}

impl Puzzle for HanoiPuzzle {
    type Rules = Hanoi;
    type Goal = Exactly<Towers>;

    fn card(&self) -> Card {
        Card {
            name: NAME,
            summary: "move a tower of disks to another peg, never a disk onto a smaller one",
            format: "`hanoi`, pegs and disks; then a line for each question: the peg of each disk, the \
                     smallest first, and after `>` those of the goal; no line asks for the tower",
            example: "hanoi 3 3\n1 1 1 > 3 3 3\n",
            options: &[],
        }
    }

    fn sniff(&self, text: &[u8]) -> bool {
        let line = Lines::new(text, MOST_WORDS).next_line();
        line.is_ok_and(|line| line.is_some_and(|line| line.word(0) == NAME.as_bytes()))
    }

    fn read(&self, text: &[u8], _: &Params) -> Result<Problem<Hanoi, Self::Goal>, ReadError> {
        let mut lines = Lines::new(text, MOST_WORDS);
        let Some(first) = lines.next_line()? else {
            return Err(lines.error_at_end("the word `hanoi`").into());
        };
        let rules = header(&first)?;
        let mut questions = Vec::new();
        while let Some(line) = lines.next_line()? {
            questions.push(Question {
                number: questions.len(),
                line: line.number,
                ask: question(rules, &line)?,
            });
        }
        if questions.is_empty() {
            return Ok(towers(rules));
        }
        Ok(Problem {
            groups: vec![Group { rules, questions }],
        })
    }

    /// By induction: where the largest disk moves, all others are brought onto one peg, which takes 2^(n - 1) - 1 steps at
    /// most, and from there to where they shall be, which takes no more. A fourth peg makes nothing longer.
    fn max_depth(&self, rules: &Hanoi) -> Option<Cost> {
        let disks = u32::try_from(rules.disks()).ok()?;
        Some(Cost::checked_pow(2, disks)? - 1)
    }

    fn menu(&self, menu: Menu<Self>) -> Menu<Self> {
        encodings::offer(menu)
            .bidirectional()
            .breadth_first()
            .plans()
            .breadth_first_by_rank(Hanoi::ranks)
            .layers_by_rank(Hanoi::ranks)
            .bidirectional_dijkstra(1)
            .frontier()
            .uniform_cost()
            .uniform_cost_by_rank(Hanoi::ranks)
            .spfa()
            .explore_by_rank(Hanoi::ranks)
            .explore_by_residues(Hanoi::ranks)
            .explore_interned()
            .named(&[PEGS, DISKS], |params| {
                let groups = rules(params)?.map_or_else(Vec::new, |rules| towers(rules).groups);
                Ok(Problem { groups })
            })
            .generate(&[PEGS, DISKS, PAIRS], |params, seed| {
                let rules = rules(params)?;
                let pairs = params.number(&PAIRS, 1..=1_000_000)?;
                let mut rng = ChaCha8Rng::seed_from_u64(seed);
                Ok(rules.map_or_else(String::new, |rules| generated(rules, pairs, &mut rng)))
            })
            .in_series(Series::Headed)
    }
}

/// A file of pairs of random positions.
fn generated(rules: Hanoi, pairs: u32, rng: &mut impl Rng) -> String {
    let mut out = String::new();
    // Writing into a string cannot fail.
    let _ = writeln!(out, "{NAME} {} {}", rules.pegs(), rules.disks());
    for _ in 0..pairs {
        for end in [" > ", "\n"] {
            for disk in 0..rules.disks() {
                let gap = if disk > 0 { " " } else { "" };
                let _ = write!(out, "{gap}{}", rng.random_range(1..=rules.pegs()));
            }
            out.push_str(end);
        }
    }
    out
}

impl Notation for HanoiPuzzle {
    fn write_action(&self, _: &Hanoi, _: &Towers, step: &Step, out: &mut String) {
        // Writing into a string cannot fail.
        let _ = write!(out, "{} {}", step.from + 1, step.to + 1);
    }

    fn read_action(&self, rules: &Hanoi, _: &Towers, line: &str) -> Result<Step, String> {
        let peg = |word: &str| {
            let peg = word.parse::<u8>().ok()?.checked_sub(1)?;
            Some(peg).filter(|&peg| usize::from(peg) < rules.pegs())
        };
        let pegs = line.trim().split_once(char::is_whitespace);
        let step = pegs.and_then(|(from, to)| {
            let (from, to) = (peg(from)?, peg(to.trim_start())?);
            Some(Step { from, to })
        });
        step.ok_or_else(|| {
            let most = rules.pegs();
            format!("the peg that a disk is taken from, and the one it goes to: 1 to {most}")
        })
    }

    fn write_state(&self, rules: &Hanoi, towers: &Towers, out: &mut String) {
        for peg in 0..rules.pegs() {
            // Writing into a string cannot fail.
            let _ = write!(out, "{}:", peg + 1);
            let places = (1..).zip(rules.places(*towers));
            let disks: Vec<u8> = places
                .filter(|&(_, place)| usize::from(place) == peg)
                .map(|(disk, _)| disk)
                .collect();
            for disk in disks.iter().rev() {
                let _ = write!(out, " {disk}");
            }
            out.push('\n');
        }
    }
}
