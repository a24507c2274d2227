//! The plug-in: what the puzzle is called, what it reads and what it can do.

use std::error::Error;
use std::fmt::Write;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use statewalk::adapt::macros::fault::MacroFault;
use statewalk::catalog::explorers;
use statewalk::catalog::menu::{
    self, Conclusion, ExploreError, Explored, Menu, Settings, Solution, Solutions, Watch, Watching,
};
use statewalk::catalog::params::{Param, ParamError, Params};
use statewalk::catalog::puzzle::{
    Ask, Card, Group, Notation, Problem, Puzzle, Question, ReadError, Reason,
};
use statewalk::catalog::text::InputError;
use statewalk::search::Stats;
use statewalk::search::limits::{Limit, Limits};
use statewalk::search::outcome::Outcome;

use super::blocks::Blocks;
use super::board::{Board, Cell, MAX_SIDE};
use super::construct::construct;
use super::encodings;
use super::generate::{pair, sorted_pair};
use super::macros;
use super::optimal::{From, optimal};
use super::placement::{Packed, Placements};
use super::portfolio::short_plan;
use super::rules::{Direction, Kings, Rule, Step};
use super::several;
use super::target::{Target, renamed};
use super::text;
use super::verdict::Verdict;
use super::windows::Areas;

/// The puzzle's entry in the list.
#[derive(Clone, Copy, Debug)]
pub struct KingsPuzzle;

pub(super) const RULE: Param = Param {
    name: "rule",
    meaning: "`eight-way`, or `no-diagonals`: kings step over edges only",
    default: "eight-way",
};

const LABELS: Param = Param {
    name: "labels",
    meaning: "`kept`, or `ignored`: all kings are alike",
    default: "kept",
};

const SIDE: Param = Param {
    name: "n",
    meaning: "cells a side, 1 to 2000",
    default: "10",
};

const COUNT: Param = Param {
    name: "k",
    meaning: "kings, at most one for each 2 x 2 block of cells; by default no more than that",
    default: "12",
};

const SOLVABLE: Param = Param {
    name: "solvable",
    meaning: "`yes`: under either rule; `no`: under neither; `any`: it may or may not be",
    default: "any",
};

/// A space that is explored is small unless a larger one is asked for.
const SPACE: [Param; 4] = [
    Param {
        default: "4",
        ..SIDE
    },
    Param {
        default: "3",
        ..COUNT
    },
    RULE,
    LABELS,
];

pub(super) fn rules(params: &Params) -> Result<Kings, ParamError> {
    let rules = [
        ("eight-way", Rule::EightWay),
        ("no-diagonals", Rule::NoDiagonals),
    ];
    Ok(Kings {
        rule: params.choice(&RULE, &rules)?,
    })
}

fn alike(params: &Params) -> Result<bool, ParamError> {
    params.choice(&LABELS, &[("kept", false), ("ignored", true)])
}

fn size(params: &Params, [side, count]: [&Param; 2]) -> Result<(u32, u32), ParamError> {
    let side = params.number(side, 1..=MAX_SIDE)?;
    let most = Blocks::of(side).count();
    let given = params.iter().any(|(name, _)| name == count.name);
    let kings = if given {
        params.number(count, 0..=most)?
    } else {
        // The default is for boards that have the room.
        params.number(count, 0..=u32::MAX)?.min(most)
    };
    Ok((side, kings))
}

/// One question on one board.
fn ask(rules: Kings, start: Board, board: Board, alike: bool) -> Ask<Board, Target> {
    let verdict = if alike {
        renamed(rules.rule, &start, &board).map(|board| Verdict::of(rules.rule, &start, &board))
    } else {
        Ok(Verdict::of(rules.rule, &start, &board))
    };
    let why = verdict.ok().map(|verdict| {
        let words = verdict.to_string();
        if verdict.solvable() {
            Reason::Solvable(words)
        } else {
            Reason::Unsolvable(words)
        }
    });
    Ask {
        starts: vec![(start, 0)],
        goal: Target { board, alike },
        reason: why,
    }
}

/// A file has one question.
fn problem(rules: Kings, ask: Result<Ask<Board, Target>, InputError>) -> Problem<Kings, Target> {
    Problem {
        groups: vec![Group {
            rules,
            questions: vec![Question {
                number: 0,
                line: 1,
                ask,
            }],
        }],
    }
}

impl Puzzle for KingsPuzzle {
    type Rules = Kings;
    type Goal = Target;

    fn card(&self) -> Card {
        Card {
            name: "kings",
            summary: "lead labelled kings from one board to another, none ever touching another",
            format: "n and k, then two boards of n rows of n labels: 1 to k, 0 for an empty cell",
            example: "3 2\n1 0 0\n0 0 0\n2 0 0\n2 0 0\n0 0 0\n1 0 0\n",
            options: &[RULE, LABELS],
        }
    }

    fn sniff(&self, text: &[u8]) -> bool {
        text::sniff(text)
    }

    fn read(&self, text: &[u8], options: &Params) -> Result<Problem<Kings, Target>, ReadError> {
        self.read_within(text, options, &Limits::default())
    }

    fn read_within(
        &self,
        text: &[u8],
        options: &Params,
        limits: &Limits,
    ) -> Result<Problem<Kings, Target>, ReadError> {
        let (rules, alike) = (rules(options)?, alike(options)?);
        let boards = text::read(text, limits)?;
        let ask = boards.map(|(start, target)| ask(rules, start, target, alike));
        Ok(problem(rules, ask))
    }

    fn menu(&self, menu: Menu<Self>) -> Menu<Self> {
        encodings::offer(menu).constructs(
            "portfolio",
            "short plans for boards of any size: kings that push each other, led anew one by one",
            |&rules, ask, settings, watch| short(rules, ask, settings, watch),
        )
        .constructs(
            "constructive",
            "plans for boards of any size from composite operators, not the shortest",
            |&rules, ask, settings, watch| constructed(rules, ask, settings, watch),
        )
        .together(
            ("bidirectional", "interned"),
            "shortest plans, layer by layer over whole boards, from both ends",
            true,
            |_, group, asks, settings, watch| {
                shortest(From::BothEnds, group.rules, asks, settings, watch)
            },
        )
        .together(
            ("breadth-first", "interned"),
            "shortest plans, layer by layer over whole boards, from the start",
            true,
            |_, group, asks, settings, watch| {
                shortest(From::TheStart, group.rules, asks, settings, watch)
            },
        )
        .improves_by(|_, start| Areas::of(start))
        .plans_by(|&rules, ask, which, limits, watch| several::found(rules, ask, which, limits, watch))
        .explore(
            (menu::Direction::Forward, "interned"),
            |_, group, settings, deepest, watch| explored(group, settings, deepest, watch),
        )
        .with_maxima()
        .explore(
            (menu::Direction::Backward, "interned"),
            |_, group, settings, deepest, watch| explored(group, settings, deepest, watch),
        )
        .with_maxima()
        .named(&SPACE, |params| {
            let (side, kings) = size(params, [&SPACE[0], &SPACE[1]])?;
            let blocks = Blocks::of(side);
            let cells: Vec<_> = (0..kings).map(|block| blocks.corner(block)).collect();
            let board = board(side, &cells)?;
            let (rules, alike) = (rules(params)?, alike(params)?);
            let ask = ask(rules, board.clone(), board, alike);
            Ok(problem(rules, Ok(ask)))
        })
        .macros(&macros::PARAMS, 1, macros::patterns)
        .generate(&[SIDE, COUNT, SOLVABLE], |params, seed| {
            let (side, kings) = size(params, [&SIDE, &COUNT])?;
            let choices = [("any", None), ("yes", Some(true)), ("no", Some(false))];
            let solvable = params.choice(&SOLVABLE, &choices)?;
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let pair = match solvable {
                None => pair(side, kings, &mut rng).map(Some),
                Some(solvable) => sorted_pair(side, kings, solvable, &mut rng),
            };
            let pair = pair.map_err(|_| bad_side(side))?;
            let (start, target) = pair.ok_or_else(|| ParamError::Value {
                name: SOLVABLE.name.to_owned(),
                value: "no".to_owned(),
                expected: format!(
                    "`yes` or `any`, since all boards of side {side} with {kings} kings can be solved"
                ),
            })?;
            Ok(text::write(&start, &target))
        })
        .contest(text::write_contest)
        .read_contest(text::read_contest)
    }
}

pub(super) fn board(side: u32, cells: &[Cell]) -> Result<Board, ParamError> {
    Board::new(side, cells).map_err(|_| bad_side(side))
}

fn bad_side(side: u32) -> ParamError {
    ParamError::Value {
        name: SIDE.name.to_owned(),
        value: side.to_string(),
        expected: format!("a number from 1 to {MAX_SIDE}"),
    }
}

/// The boards that a question is about: start and target, the target renamed where labels do not
/// count.
fn boards(rules: Kings, ask: &Ask<Board, Target>) -> Option<(&Board, Board)> {
    let (start, _) = ask.starts.first()?;
    let target = &ask.goal.board;
    if ask.goal.alike {
        let target = renamed(rules.rule, start, target).ok()?;
        return Some((start, target));
    }
    Some((start, target.clone()))
}

fn constructed(
    rules: Kings,
    ask: &Ask<Board, Target>,
    settings: &Settings,
    watch: &mut dyn Watch,
) -> Solution<Step> {
    answered(rules, ask, settings, |pair, alike, limits| {
        let outcome = construct(rules.rule, pair.0, pair.1, limits, watch)?;
        Ok::<_, MacroFault>((unbound(outcome, alike), Stats::default()))
    })
}

/// The shortest plan that any method finds within its limits.
fn short(
    rules: Kings,
    ask: &Ask<Board, Target>,
    settings: &Settings,
    watch: &mut dyn Watch,
) -> Solution<Step> {
    answered(rules, ask, settings, |pair, alike, limits| {
        short_plan(rules.rule, pair, alike, limits, watch)
    })
}

/// What `find` makes of the boards of a question; it is told whether kings are alike.
fn answered<E: Error>(
    rules: Kings,
    ask: &Ask<Board, Target>,
    settings: &Settings,
    find: impl FnOnce((&Board, &Board), bool, &Limits) -> Result<(Outcome<Step>, Stats), E>,
) -> Solution<Step> {
    let limits = &settings.limits;
    let found = boards(rules, ask).map_or(
        Ok((Outcome::Unsolvable, Stats::default())),
        |(start, target)| find((start, &target), ask.goal.alike, limits),
    );
    let (verdict, stats) = match found {
        Ok((outcome, stats)) => (Conclusion::Outcome(outcome), stats),
        Err(error) => (Conclusion::Broken(error.to_string()), Stats::default()),
    };
    let stats = Stats {
        peak_bytes: limits.memory.peak(),
        ..stats
    };
    Solution::new(verdict, stats).held(&limits.memory)
}

/// Where kings are alike, distances bound no plan: another king may go to each cell.
fn unbound(mut outcome: Outcome<Step>, alike: bool) -> Outcome<Step> {
    if let Outcome::Solved {
        plan,
        proved,
        lower,
    } = &mut outcome
        && alike
    {
        *proved = plan.cost == 0;
        *lower = proved.then_some(0);
    }
    outcome
}

fn shortest(
    from: From,
    rules: Kings,
    asks: &[&Ask<Board, Target>],
    settings: &Settings,
    watch: &mut dyn Watch,
) -> Solutions<KingsPuzzle> {
    let mut solutions = Vec::with_capacity(asks.len());
    for ask in asks {
        let hopeless = ask.reason.as_ref().and_then(Reason::unsolvable).is_some();
        let pair = boards(rules, ask).filter(|_| !hopeless);
        let Some((start, target)) = pair else {
            let verdict = Conclusion::Outcome(Outcome::Unsolvable);
            let stats = Stats::default();
            solutions.push(Solution::new(verdict, stats));
            continue;
        };
        let pair = (start, &target);
        let (limits, alike) = (&settings.limits, ask.goal.alike);
        let searching = &mut Watching(&mut *watch);
        let mut found = optimal(from, rules.rule, pair, alike, limits, searching)?;
        watch.finished(&found.stats);
        if let Outcome::LimitReached { best, .. } = &mut found.outcome
            && let Ok(Outcome::Solved { plan, .. }) =
                construct(rules.rule, start, &target, limits, &mut ())
        {
            // Not proved shortest, but a plan.
            *best = Some(plan);
        }
        solutions.push(Solution::from(found).held(&limits.memory));
    }
    Ok(solutions)
}

/// Enumerates the boards that can be reached from the start of the first question, or that lead to its
/// target: every step can be taken back, so those are the boards that the target leads to.
fn explored(
    group: &Group<Kings, Target>,
    settings: &Settings,
    deepest: usize,
    watch: &mut dyn Watch,
) -> Result<Explored<Board>, ExploreError> {
    let ask = group.questions.iter().find_map(|q| q.ask.as_ref().ok());
    let ways = [
        enumerated::<u8, 4>,
        enumerated::<u8, 8>,
        enumerated::<u8, 16>,
        enumerated::<u8, 64>,
        enumerated::<u16, 64>,
    ];
    if let Some(ask) = ask {
        for enumerate in ways {
            if let Some(explored) = enumerate(group.rules, ask, settings, deepest, watch) {
                return explored;
            }
        }
    }
    let limit = Limit::Size("64 kings on 255 x 255 cells");
    Ok(Explored::none(limit))
}

fn enumerated<T: Packed, const K: usize>(
    rules: Kings,
    ask: &Ask<Board, Target>,
    settings: &Settings,
    deepest: usize,
    watch: &mut dyn Watch,
) -> Option<Result<Explored<Board>, ExploreError>> {
    let start = match settings.direction {
        menu::Direction::Forward => &ask.starts.first()?.0,
        menu::Direction::Backward => &ask.goal.board,
    };
    let space = Placements::<T, K>::around(start, rules.rule, ask.goal.alike)?;
    let starts = [(space.state(start), 0)];
    let found = explorers::hashed(&space, &starts, settings, deepest, watch);
    Some(found.map(|explored| explored.filter_map(|state| space.board(&state).ok())))
}

impl Notation for KingsPuzzle {
    /// `king row col`: the label of the king and the cell it steps to.
    fn write_action(&self, _: &Kings, before: &Board, step: &Step, out: &mut String) {
        let king = before.king(step.from()).unwrap_or(0);
        let Cell { row, col } = step.to();
        // Writing to a string does not fail.
        let _ = write!(out, "{king} {row} {col}");
    }

    fn read_action(&self, _: &Kings, before: &Board, line: &str) -> Result<Step, String> {
        let mut words = line.split_ascii_whitespace();
        let mut number = |what: &str| -> Result<usize, String> {
            let word = words.next().and_then(|word| word.parse().ok());
            word.ok_or_else(|| format!("{what}, in a line `king row col`"))
        };
        let king = number("the label of a king")?;
        let (row, col) = (number("a row")?, number("a column")?);
        if words.next().is_some() {
            return Err("a line `king row col`".to_owned());
        }
        let kings = before.cells().len();
        let from = king
            .checked_sub(1)
            .and_then(|index| before.cells().get(index));
        let from = *from.ok_or_else(|| format!("the label of a king, 1 to {kings}"))?;
        let to = (u16::try_from(row).ok()).zip(u16::try_from(col).ok());
        let direction = to.and_then(|(row, col)| Direction::between(from, Cell { row, col }));
        direction
            .map(|direction| Step::new(from, direction))
            .ok_or_else(|| format!("a cell beside ({}, {})", from.row, from.col))
    }

    fn write_state(&self, _: &Kings, board: &Board, out: &mut String) {
        text::write_board(board, ".", out);
    }
}
