//! `TopSpin`: numbered tokens in a ring, put in order by turning the ring and flipping a turnstile in it.

pub mod encoding;
mod encodings;
pub mod patterns;
pub mod rules;
pub mod turned;

use std::fmt::Write;

use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use statewalk::catalog::menu::{Menu, Series};
use statewalk::catalog::params::{Param, ParamError, Params};
use statewalk::catalog::puzzle::{
    Ask, Card, Group, Notation, Problem, Puzzle, Question, ReadError, Reason,
};
use statewalk::catalog::text::InputError;
use statewalk::catalog::text::distinct::Distinct;
use statewalk::catalog::text::lines::{Line, Lines};
use statewalk::cost::Cost;
use statewalk::goal::Exactly;
use statewalk::macro_table::exchanges;
use statewalk::space::StateSpace;

use crate::topspin::patterns::Databases;
use crate::topspin::rules::{MOST_TOKENS, Ring, TURNS, TopSpin, Turn};

/// The puzzle's entry in the list.
#[derive(Clone, Copy, Debug)]
pub struct TopSpinPuzzle;

/// The word that a file begins with.
const NAME: &str = "topspin";

const TOKENS: Param = Param {
    name: "n",
    meaning: "the tokens of the ring, from 2 to 25",
    default: "8",
};

const STILE: Param = Param {
    name: "k",
    meaning: "the tokens in the turnstile, from 2 to n",
    default: "4",
};

const RINGS: Param = Param {
    name: "rings",
    meaning: "how many rings, from 1 to 1000000",
    default: "1",
};

const SOLVABLE: Param = Param {
    name: "solvable",
    meaning: "`yes`: rings after 1000 random turns; `any`: all orders alike",
    default: "yes",
};

fn size(params: &Params) -> Result<(usize, usize), ParamError> {
    let tokens = params.number(&TOKENS, 2..=MOST_TOKENS)?;
    let stile = params.number(&STILE, 2..=tokens)?;
    Ok((tokens, stile))
}

/// The rules that the first line of a file is about.
fn header(line: &Line<'_>) -> Result<TopSpin, InputError> {
    if line.word(0) != NAME.as_bytes() {
        return Err(line.error_at(0, "the word `topspin`"));
    }
    let most = MOST_TOKENS as u64;
    let tokens = line.number(1, "the number of tokens", 2..=most)?;
    let stile = line.number(2, "the tokens in the turnstile", 2..=tokens)?;
    if line.len() > 3 {
        return Err(line.error_at(3, "the end of the line"));
    }
    let size = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
    let rules = TopSpin::new(size(tokens), size(stile));
    rules.ok_or_else(|| line.error_at(1, "the number of tokens"))
}

/// What is asked about a ring.
fn ask(rules: TopSpin, read: Distinct) -> Result<Ask<Ring, Exactly<Ring>>, InputError> {
    let tokens: Vec<u8> = read
        .into_numbers()?
        .into_iter()
        // Tokens are written from 1 on, and there are at most 25.
        .map(|token| token.to_le_bytes()[0] - 1)
        .collect();
    let later = |(place, first): (usize, &u8)| {
        let smaller = tokens[place + 1..].iter().filter(|second| *second < first);
        smaller.count()
    };
    let swaps: usize = tokens.iter().enumerate().map(later).sum();
    let is_hopeless = rules.is_even() && swaps % 2 == 1;
    let start = rules.ring(&tokens).filter(|_| !is_hopeless);
    Ok(Ask {
        starts: start.into_iter().map(|start| (start, 0)).collect(),
        goal: Exactly(rules.goal()),
        reason: is_hopeless.then(|| {
            Reason::Unsolvable("the order is odd, and all turns are even permutations".to_owned())
        }),
    })
}

impl Puzzle for TopSpinPuzzle {
    type Rules = TopSpin;
    type Goal = Exactly<Ring>;

    fn card(&self) -> Card {
        Card {
            name: NAME,
            summary: "put a ring of tokens in order by turning it and flipping a turnstile",
            format: "`topspin`, n and k; then a line for each ring: the tokens 1 to n, those in the turnstile first",
            example: "topspin 6 4\n4 3 2 1 5 6\n",
            options: &[],
        }
    }

    fn sniff(&self, text: &[u8]) -> bool {
        let line = Lines::new(text, MOST_TOKENS).next_line();
        line.is_ok_and(|line| line.is_some_and(|line| line.word(0) == NAME.as_bytes()))
    }

    fn read(&self, text: &[u8], _: &Params) -> Result<Problem<TopSpin, Self::Goal>, ReadError> {
        let mut lines = Lines::new(text, MOST_TOKENS);
        let Some(first) = lines.next_line()? else {
            return Err(lines.error_at_end("the word `topspin`").into());
        };
        let rules = header(&first)?;
        let tokens = rules.tokens();
        let mut questions = Vec::new();
        while let Some(line) = lines.next_line()? {
            if line.len() != tokens {
                let expected = format!("a line of {tokens} tokens");
                return Err(line.error_at(tokens.min(line.len()), &expected).into());
            }
            let range = 1..=u16::try_from(tokens).unwrap_or(u16::MAX);
            let read = Distinct::new("a token", range).and_words(&line, 0, tokens)?;
            questions.push(Question {
                number: questions.len(),
                line: line.number,
                ask: ask(rules, read),
            });
        }
        if questions.is_empty() {
            return Err(lines.error_at_end("a ring").into());
        }
        Ok(Problem {
            groups: vec![Group { rules, questions }],
        })
    }

    /// Counted for each turnstile of rings of up to 12 tokens: a ring is at most as deep as one whose turnstile swaps two
    /// tokens, n (n - 1) / 2, or two steps deeper. Turns make a group, so it is nowhere farther than from the goal.
    fn max_depth(&self, rules: &TopSpin) -> Option<Cost> {
        let tokens = Cost::try_from(rules.tokens()).ok()?;
        (tokens <= 12).then_some(tokens * (tokens - 1) / 2 + 2)
    }

    fn menu(&self, menu: Menu<Self>) -> Menu<Self> {
        encodings::offer(menu)
            .bidirectional()
            .guided_prepared("pdb", &Databases, |rules| rules.orders().ok())
            .ida_star_prepared("pdb", &Databases)
            .ida_star_with_table_prepared("pdb", &Databases)
            .audit_prepared("pdb", Databases)
            .breadth_first()
            .plans()
            .breadth_first_by_rank(TopSpin::orders)
            .layers_by_rank(TopSpin::orders)
            .bidirectional_dijkstra(1)
            .frontier()
            .uniform_cost()
            .uniform_cost_by_rank(TopSpin::orders)
            .spfa()
            .explore_on_planes(TopSpin::turned)
            .explore_on_plane_residues(TopSpin::turned)
            .explore_by_moves(TopSpin::turned)
            .explore_interned()
            .named(&[TOKENS, STILE], |params| {
                let (tokens, stile) = size(params)?;
                let groups = TopSpin::new(tokens, stile).map_or_else(Vec::new, |rules| {
                    Problem::of_one(rules, rules.goal(), Exactly(rules.goal())).groups
                });
                Ok(Problem { groups })
            })
            .macros(&[TOKENS, STILE], 1, |params| {
                let (tokens, stile) = size(params)?;
                let order: Vec<u8> = (0..).take(tokens).collect();
                let refused = || ParamError::Missing(TOKENS.name);
                let rules = TopSpin::new(tokens, stile).ok_or_else(refused)?;
                let patterns = exchanges::patterns(tokens, &rules.goal(), |exchange| {
                    rules.ring(&exchange.of(&order)).ok_or_else(refused)
                })?;
                Ok((rules, patterns))
            })
            .generate(&[TOKENS, STILE, RINGS, SOLVABLE], generate)
            .in_series(Series::Headed)
    }
}

fn generate(params: &Params, seed: u64) -> Result<String, ParamError> {
    let (tokens, stile) = size(params)?;
    let rings = params.number(&RINGS, 1..=1_000_000)?;
    let solvable = params.choice(&SOLVABLE, &[("yes", true), ("any", false)])?;
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut out = String::new();
    let Some(rules) = TopSpin::new(tokens, stile) else {
        return Ok(out);
    };
    // Writing into a string cannot fail.
    let _ = writeln!(out, "{NAME} {tokens} {stile}");
    for _ in 0..rings {
        let mut ring = rules.goal();
        if solvable {
            for _ in 0..1000 {
                let (turn, _) = TURNS[rng.random_range(0..TURNS.len())];
                rules.apply(&mut ring, &turn);
            }
        } else {
            let mut order: Vec<_> = rules.shown(ring).collect();
            order.shuffle(&mut rng);
            ring = rules.ring(&order).unwrap_or(ring);
        }
        write_ring(rules, ring, &mut out);
    }
    Ok(out)
}

/// Appends the tokens of a ring, from 1 on.
fn write_ring(rules: TopSpin, ring: Ring, out: &mut String) {
    for (place, token) in rules.shown(ring).enumerate() {
        let gap = if place > 0 { " " } else { "" };
        // Writing into a string cannot fail.
        let _ = write!(out, "{gap}{}", token + 1);
    }
    out.push('\n');
}

impl Notation for TopSpinPuzzle {
    fn write_action(&self, _: &TopSpin, _: &Ring, action: &Turn, out: &mut String) {
        let name = TURNS.iter().find(|(turn, _)| turn == action);
        out.push_str(name.map_or("", |(_, name)| name));
    }

    fn read_action(&self, _: &TopSpin, _: &Ring, line: &str) -> Result<Turn, String> {
        let found = TURNS.iter().find(|(_, name)| *name == line.trim());
        found
            .map(|&(turn, _)| turn)
            .ok_or_else(|| "left, right or flip".to_owned())
    }

    fn write_state(&self, rules: &TopSpin, ring: &Ring, out: &mut String) {
        write_ring(*rules, *ring, out);
    }
}
