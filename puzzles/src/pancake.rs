//! Pancakes: a stack is put in order, the smallest on top, by turning over its upper ones (Dweighter 1975).

pub mod encoding;
mod encodings;
pub mod gap;
pub mod places;
pub mod rules;

use std::collections::{HashMap, HashSet};
use std::fmt::Write;

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use statewalk::catalog::menu::{Menu, Series};
use statewalk::catalog::params::{Param, ParamError, Params};
use statewalk::catalog::puzzle::{
    Ask, Card, Group, Notation, Problem, Puzzle, Question, ReadError,
};
use statewalk::catalog::text::InputError;
use statewalk::catalog::text::distinct::Distinct;
use statewalk::catalog::text::lines::{Line, Lines};
use statewalk::cost::Cost;
use statewalk::goal::Exactly;
use statewalk::heuristic::MinOf;

use crate::pancake::gap::Gaps;
use crate::pancake::rules::{MOST_PANCAKES, Pancakes, Stack};

/// The puzzle's entry in the list.
#[derive(Clone, Copy, Debug)]
pub struct Pancake;

const HEIGHT: Param = Param {
    name: "n",
    meaning: "the pancakes of a stack, from 1 to 16",
    default: "6",
};

const STACKS: Param = Param {
    name: "stacks",
    meaning: "how many stacks, from 1 to 1000000",
    default: "1",
};

fn rules(params: &Params) -> Result<Option<Pancakes>, ParamError> {
    let height = params.number(&HEIGHT, 1..=MOST_PANCAKES)?;
    Ok(Pancakes::new(height))
}

/// The pancakes of a line, numbered from 0.
///
/// A line that has a 0 numbers them from 0, others from 1.
fn stack(line: &Line<'_>) -> Result<Vec<u8>, InputError> {
    let lowest = u16::from(!line.words().any(|word| word == b"0"));
    // At most 16 words.
    let count = u16::try_from(line.len()).unwrap_or(u16::MAX);
    let range = lowest..=count - 1 + lowest;
    let read = Distinct::new("a pancake", range).and_words(line, 0, line.len())?;
    let numbers = read.into_numbers()?.into_iter();
    Ok(numbers.map(|n| (n - lowest).to_le_bytes()[0]).collect())
}

/// Whether a line is meant to be a stack: the numbers from 1 on, of which one in four may be wrong where they are four or
/// more. Stacks from 0 on look like boards of tiles.
fn is_meant(line: &Line<'_>) -> bool {
    let count = line.len() as u64;
    let numbers = (0..line.len()).map(|index| line.number(index, "", 1..=u64::MAX).ok());
    let Some(numbers) = numbers.collect::<Option<Vec<u64>>>() else {
        return false;
    };
    let stacked: HashSet<_> = numbers.into_iter().filter(|&n| n <= count).collect();
    count > 1 && stacked.len() as u64 + count / 4 >= count
}

/// Whether at least half of a line are no pancakes of a stack of its height: then the line before may be the first row of a
/// board, or its sides.
fn is_other(line: &Line<'_>) -> bool {
    let count = line.len() as u64;
    let stacked = (0..line.len()).filter(|&index| line.number(index, "", 1..=count).is_ok());
    2 * stacked.count() <= line.len()
}

impl Puzzle for Pancake {
    type Rules = Pancakes;
    type Goal = Exactly<Stack>;

    fn card(&self) -> Card {
        Card {
            name: "pancake",
            summary: "put a stack of pancakes in order by turning over the upper ones",
            format: "a line for each stack: the pancakes 1 to n, the uppermost first (or 0 to n - 1)",
            example: "3 1 4 2\n",
            options: &[],
        }
    }

    fn sniff(&self, text: &[u8]) -> bool {
        // A line that is too long for a stack may be one all the same, with its error.
        let mut lines = Lines::new(text, 2 * MOST_PANCAKES);
        let Ok(Some(first)) = lines.next_line() else {
            return false;
        };
        is_meant(&first) && !matches!(lines.next_line(), Ok(Some(next)) if is_other(&next))
    }

    fn read(&self, text: &[u8], _: &Params) -> Result<Problem<Pancakes, Self::Goal>, ReadError> {
        let mut lines = Lines::new(text, MOST_PANCAKES);
        let mut groups: Vec<Group<Pancakes, Self::Goal>> = Vec::new();
        let mut group_of = HashMap::new();
        let mut number = 0;
        while let Some(line) = lines.next_line()? {
            if number == 0 && line.len() == 1 {
                // A single number is the beginning of other formats.
                return Err(line
                    .error_at(1, "two pancakes or more in the first stack")
                    .into());
            }
            let pancakes = stack(&line)?;
            let rules = Pancakes::new(pancakes.len());
            let Some((rules, start)) =
                rules.and_then(|rules| Some((rules, rules.stack(&pancakes)?)))
            else {
                return Err(line.error_at(0, "a stack").into());
            };
            let ask = Ask {
                starts: vec![(start, 0)],
                goal: Exactly(rules.goal()),
                reason: None,
            };
            let group = *group_of.entry(pancakes.len()).or_insert_with(|| {
                let questions = Vec::new();
                groups.push(Group { rules, questions });
                groups.len() - 1
            });
            groups[group].questions.push(Question {
                number,
                line: line.number,
                ask: Ok(ask),
            });
            number += 1;
        }
        if number == 0 {
            return Err(lines.error_at_end("a stack of pancakes").into());
        }
        Ok(Problem { groups })
    }

    /// Two turns bring the largest pancake that is not in its place there, and one the last two. From any stack to any
    /// other it is as far as between two of which one is in order.
    fn max_depth(&self, rules: &Pancakes) -> Option<Cost> {
        let height = Cost::try_from(rules.height()).ok()?;
        Some((2 * height - 3).max(0))
    }

    fn menu(&self, menu: Menu<Self>) -> Menu<Self> {
        encodings::offer(menu)
            .guided("gap", |rules, _| Gaps::new(rules))
            .guided_by_rank("gap", |rules, _| Gaps::new(rules), Pancakes::orders)
            .ida_star("gap", |rules, _| Gaps::new(rules))
            .ida_star_with_table("gap", |rules, _| Gaps::new(rules))
            .audit("gap", |rules, _| Gaps::new(rules))
            .bidirectional()
            .breadth_first()
            .plans()
            .breadth_first_by_rank(Pancakes::orders)
            .layers_by_rank(Pancakes::orders)
            .nbs("gap", 1, |task| {
                let ahead = Gaps::new(task.space);
                let from = |(start, _): &(Stack, _)| Gaps::toward(task.space, *start);
                (ahead, MinOf(task.starts.iter().map(from).collect()))
            })
            .bidirectional_dijkstra(1)
            .improves_led(|rules, to| Gaps::toward(rules, *to))
            .frontier()
            .uniform_cost()
            .uniform_cost_by_rank(Pancakes::orders)
            .spfa()
            .explore_on_planes(Pancakes::places)
            .explore_on_plane_residues(Pancakes::places)
            .explore_by_moves(Pancakes::places)
            .explore_interned()
            .named(&[HEIGHT], |params| {
                let groups = rules(params)?.map_or_else(Vec::new, |rules| {
                    Problem::of_one(rules, rules.goal(), Exactly(rules.goal())).groups
                });
                Ok(Problem { groups })
            })
            .generate(&[HEIGHT, STACKS], |params, seed| {
                let height = params.number(&HEIGHT, 2..=MOST_PANCAKES)?;
                let stacks = params.number(&STACKS, 1..=1_000_000)?;
                let mut rng = ChaCha8Rng::seed_from_u64(seed);
                let mut stack: Vec<usize> = (1..=height).collect();
                let mut out = String::new();
                for _ in 0..stacks {
                    stack.shuffle(&mut rng);
                    write_line(stack.iter(), &mut out);
                }
                Ok(out)
            })
            .in_series(Series::Appended)
    }
}

/// Appends a line of numbers.
fn write_line<T: std::fmt::Display>(numbers: impl Iterator<Item = T>, out: &mut String) {
    for (index, number) in numbers.enumerate() {
        let gap = if index > 0 { " " } else { "" };
        // Writing into a string cannot fail.
        let _ = write!(out, "{gap}{number}");
    }
    out.push('\n');
}

impl Notation for Pancake {
    fn write_action(&self, _: &Pancakes, _: &Stack, turned: &u8, out: &mut String) {
        // Writing into a string cannot fail.
        let _ = write!(out, "{turned}");
    }

    fn read_action(&self, rules: &Pancakes, _: &Stack, line: &str) -> Result<u8, String> {
        let turned = line.trim().parse().ok();
        let turned = turned.filter(|turned| (2..=rules.height()).contains(turned));
        let turned = turned.and_then(|turned: usize| u8::try_from(turned).ok());
        turned.ok_or_else(|| format!("how many pancakes are turned over: 2 to {}", rules.height()))
    }

    fn write_state(&self, rules: &Pancakes, stack: &Stack, out: &mut String) {
        write_line(rules.pancakes(*stack).map(|pancake| pancake + 1), out);
    }
}
