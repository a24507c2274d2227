//! How huarong is solved: over (cell, side of the blank), with one table for all questions.

use statewalk::catalog::menu::{Conclusion, Settings, Solution, Solutions, Watch};
use statewalk::catalog::puzzle::{Ask, Group};
use statewalk::cost::Cost;
use statewalk::memory::BudgetVec;
use statewalk::plan::Plan;
use statewalk::quotient::approach::Approach;
use statewalk::quotient::batch::{Answer, Batch, Question};
use statewalk::quotient::expand::expand;
use statewalk::quotient::halt::{Halt, Meter};
use statewalk::quotient::rules::Position;
use statewalk::quotient::space::Quotient;
use statewalk::search::Stats;
use statewalk::search::limits::Limit;
use statewalk::search::outcome::Outcome;

use crate::huarong::Huarong;
use crate::huarong::board::{Board, PieceAt, Slide};
use crate::huarong::grid::Grid;

/// The longest plan that is written out; of longer ones only the cost is told. A ring of a million
/// cells has plans of 10^11 slides.
pub const MAX_LISTED: Cost = 10_000_000;

/// What a listed slide takes: the action and its line.
const BYTES_PER_SLIDE: u64 = 16;

type Asked<'a> = &'a Ask<Position, PieceAt>;

/// Why a piece cannot leave its block.
const NO_WAY: &str = "the blank cannot get around the piece where it would have to";

/// Dijkstra's algorithm over the quotient, in groups that share a target or a position.
pub(crate) fn in_batch(
    group: &Group<Board, PieceAt>,
    asks: &[Asked<'_>],
    settings: &Settings,
    watch: &mut dyn Watch,
) -> Solutions<Huarong> {
    let mut solutions: Vec<Option<Solution<Slide>>> = asks.iter().map(|_| None).collect();
    let stop = match solve(&group.rules, asks, settings, watch, &mut solutions) {
        Ok(()) | Err(Halt::NoBoard(_)) => None,
        Err(Halt::Limit(limit)) => Some(limit),
        Err(Halt::Overflow(overflow)) => return Err(overflow.into()),
    };
    let rest = |solution: Option<_>| match stop {
        _ if solution.is_some() => solution,
        Some(limit) => Some(Solution::limit(limit, Stats::default())),
        None => None,
    };
    Ok(solutions.into_iter().map_while(rest).collect())
}

fn solve(
    board: &Board,
    asks: &[Asked<'_>],
    settings: &Settings,
    watch: &mut dyn Watch,
    solutions: &mut [Option<Solution<Slide>>],
) -> Result<(), Halt> {
    let limits = &settings.limits;
    let mut meter = Meter::new(limits);
    // A file whose questions the reader answered needs no table.
    let mut questions = Vec::new();
    let mut numbers = Vec::new();
    for (number, ask) in asks.iter().enumerate() {
        if let Some((Position { blank, piece }, _)) = ask.starts.first() {
            let (blank, piece, target) = (*blank, *piece, ask.goal.0);
            questions.push(Question {
                blank,
                piece,
                target,
            });
            numbers.push(number);
        } else {
            let reason = ask.reason.clone().unwrap_or_default();
            solutions[number] = Some(no_plan(reason, Stats::default()));
        }
    }
    if questions.is_empty() {
        return Ok(());
    }
    meter.look()?;
    let cells = board.cells(&mut meter)?;
    let quotient = Quotient::new(&mut meter, cells)?;
    let mut batch = Batch::new(&meter, &quotient, settings.plans, Grid::new(&meter, board)?)?;
    let mut approach = None;
    if settings.plans {
        approach = Some(Approach::new(&meter, quotient.cells())?);
    }
    let mut own = Meter::new(limits);
    batch.answer(&mut meter, &questions, &mut |at, answer, stats| {
        watch.progress(&stats);
        let verdict = match answer {
            Answer::Limit(limit) => return_limit(limit),
            Answer::Impossible => Conclusion::NoPlan(NO_WAY.to_owned()),
            Answer::Route { cost, .. } if limits.cuts(cost) => {
                return_limit(Limit::Cost(limits.cost.unwrap_or(cost)))
            }
            Answer::Route { cost, slides } => match (&mut approach, slides) {
                (Some(approach), Some(slides)) if cost <= MAX_LISTED => {
                    let asked = questions[at];
                    match listed(board, &mut own, &quotient, approach, asked, &slides) {
                        Ok(actions) => solved(actions, cost),
                        Err(Halt::Limit(limit)) => return_limit(limit),
                        Err(halt) => return Err(halt),
                    }
                }
                _ => Conclusion::Cost(cost),
            },
        };
        solutions[numbers[at]] = Some(Solution { verdict, stats });
        Ok(())
    })
}

/// The slides of a plan one by one. The memory they take stays claimed, as they stay.
fn listed(
    board: &Board,
    meter: &mut Meter<'_>,
    quotient: &Quotient,
    approach: &mut Approach,
    asked: Question,
    slides: &BudgetVec<u32>,
) -> Result<Vec<Slide>, Halt> {
    let steps = expand(meter, quotient, approach, asked, slides)?;
    let Some(steps) = steps else {
        return Ok(Vec::new());
    };
    meter
        .memory()
        .claim(BYTES_PER_SLIDE.saturating_mul(steps.len() as u64))?;
    Ok(board.slides(quotient.cells(), &steps))
}

fn solved(actions: Vec<Slide>, cost: Cost) -> Conclusion<Slide> {
    let plan = Plan {
        start: 0,
        actions,
        cost,
    };
    Conclusion::Outcome(Outcome::Solved {
        plan,
        proved: true,
        lower: Some(cost),
    })
}

fn return_limit(limit: Limit) -> Conclusion<Slide> {
    Solution::limit(limit, Stats::default()).verdict
}

fn no_plan(reason: String, stats: Stats) -> Solution<Slide> {
    let verdict = Conclusion::NoPlan(reason);
    Solution { verdict, stats }
}
