//! Sweeps over (cell, side of the blank) backward from a target: one table of distances answers all questions about it.
//!
//! A walk of the blank around the piece is one action that costs as many slides, so distances come out of buckets.

use std::mem;
use std::ops::Range;

use statewalk::catalog::explorers;
use statewalk::catalog::forecast::Forecast;
use statewalk::catalog::menu::{
    Conclusion, ExploreError, Explored, Settings, Solutions, Watch, Watching,
};
use statewalk::catalog::puzzle::{Ask, Group};
use statewalk::cost::{self, Cost};
use statewalk::encoding::Encoding;
use statewalk::memory::BudgetVec;
use statewalk::quotient::approach::Approach;
use statewalk::quotient::batch::Question;
use statewalk::quotient::halt::{Halt, Meter};
use statewalk::quotient::routes::Unknown;
use statewalk::quotient::rules::Position;
use statewalk::quotient::space::Quotient;
use statewalk::search::Stats;
use statewalk::search::layers::direction::ToStarts;
use statewalk::search::layers::{End, Sweep, Swept};
use statewalk::search::limits::Limit;
use statewalk::search::outcome::Outcome;
use statewalk::space::StateSpace;
use statewalk::store::costs::CostList;

use crate::huarong::Huarong;
use crate::huarong::board::{Board, PieceAt, Slide};
use crate::huarong::solve::{Lister, Stop, Work, no_way, prepared, slides, stopped};

type Distances = Swept<CostList, ToStarts>;

/// A question, its place among the solutions, and which of all starts are its own: where its piece can first move, after
/// so many steps of the blank.
#[derive(Debug)]
struct Asked {
    number: usize,
    question: Question,
    starts: Range<usize>,
}

/// Answers the questions of a file: a sweep for each target, which ends when all their starts are reached.
pub(super) fn solve(
    group: &Group<Board, PieceAt>,
    asks: &[&Ask<Position, PieceAt>],
    settings: &Settings,
    watch: &mut dyn Watch,
) -> Solutions<Huarong> {
    Work::answered(asks, |work, asked| {
        answer(&group.rules, settings, watch, work, asked)
    })
}

fn answer(
    board: &Board,
    settings: &Settings,
    watch: &mut dyn Watch,
    work: &mut Work,
    asked: Vec<(usize, Question)>,
) -> Result<(), Stop> {
    let mut meter = Meter::new(&settings.limits);
    let quotient = prepared(board, &mut meter, watch)?;
    let mut approach = Approach::new(&meter, quotient.cells())?;
    let mut lister = Lister::new(board, &quotient, settings)?;
    let (mut all, mut starts) = (
        BudgetVec::new(meter.memory()),
        BudgetVec::new(meter.memory()),
    );
    let mut near = Vec::new();
    for (number, question) in asked {
        meter.look()?;
        let Question {
            blank,
            piece,
            target,
        } = question;
        if piece == target {
            let verdict = lister.conclude(question, 0, Some(&[]))?;
            work.settle(number, verdict, Stats::default());
            continue;
        }
        near.clear();
        approach.starts(&mut meter, &quotient, (blank, piece), &Unknown, &mut near)?;
        let first = starts.len();
        for &start in &near {
            starts.push(start).map_err(Halt::from)?;
        }
        let starts = first..starts.len();
        let asked = Asked {
            number,
            question,
            starts,
        };
        all.push(asked).map_err(Halt::from)?;
    }
    all.sort_by_key(|asked| (asked.question.target, asked.number));
    for asked in all.chunk_by(|a, b| a.question.target == b.question.target) {
        let mut until = BudgetVec::new(meter.memory());
        let near = asked.iter().flat_map(|asked| &starts[asked.starts.clone()]);
        for &(side, _) in near {
            until.push(u64::from(side)).map_err(Halt::from)?;
        }
        let mut stats = Stats::default();
        let mut swept = None;
        // Where no piece can move there is nothing to sweep for.
        if let (Some(first), false) = (asked.first(), until.is_empty()) {
            let target = first.question.target;
            let found = distances(&quotient, target, (&until, 0), settings, watch)?;
            watch.finished(&found.stats);
            stats = found.stats;
            swept = Some(found);
        }
        for &Asked {
            number,
            question,
            starts: ref own,
        } in asked
        {
            let near = &starts[own.clone()];
            let verdict = match &swept {
                Some(swept) => told(&quotient, swept, question, near, settings, &mut lister)?,
                None => no_way(),
            };
            // A sweep is counted with the first question that needed it.
            work.settle(number, verdict, mem::take(&mut stats));
        }
    }
    Ok(())
}

/// Distances to `target`, whatever side of the piece the blank is on there, until these ranks are reached, with so many
/// of the deepest states.
fn distances(
    quotient: &Quotient,
    target: u32,
    (until, deepest): (&[u64], usize),
    settings: &Settings,
    watch: &mut dyn Watch,
) -> Result<Distances, Stop> {
    let ends: Vec<u32> = quotient.cells().sides(target).collect();
    let encoding = quotient.encoding();
    let sweep = Sweep::new(quotient, &encoding, &ends)
        .until(until)
        .deepest(deepest)
        .expecting(Cost::from(u16::MAX - 1));
    Ok(sweep.weighted_backward(&settings.limits, &mut Watching(watch))?)
}

/// The verdict on a question out of the distances to its target.
fn told(
    quotient: &Quotient,
    swept: &Distances,
    question: Question,
    starts: &[(u32, Cost)],
    settings: &Settings,
    lister: &mut Lister<'_>,
) -> Result<Conclusion<Slide>, Stop> {
    let mut best = None;
    for &(side, steps) in starts {
        match (swept.distance(side.into()), swept.end) {
            (Some(distance), _) => {
                let cost = cost::add(steps, distance).map_err(Halt::from)?;
                best = best.into_iter().chain([(cost, side)]).min();
            }
            // What was not reached may be nearer than what was.
            (None, End::Limit(limit)) => return Ok(stopped(limit)),
            (None, End::Whole | End::Settled) => {}
        }
    }
    let Some((cost, side)) = best else {
        return Ok(no_way());
    };
    if !settings.plans {
        return Ok(lister.conclude(question, cost, None)?);
    }
    let encoding = quotient.encoding();
    match swept.outcome_from(quotient, &encoding, &side, &settings.limits)? {
        Outcome::Solved { plan, .. } => {
            let slides = slides(quotient.cells(), &[(side, 0)], &plan);
            Ok(lister.conclude(question, cost, Some(&slides))?)
        }
        Outcome::LimitReached { limit, .. } => Ok(stopped(limit)),
        Outcome::Unsolvable | Outcome::Unbounded(_) => Ok(no_way()),
    }
}

/// Enumerates the positions with the blank beside the piece by their distance to the target of the first question.
pub(super) fn explored(
    group: &Group<Board, PieceAt>,
    settings: &Settings,
    deepest: usize,
    watch: &mut dyn Watch,
) -> Result<Explored<Position>, ExploreError> {
    let mut questions = group.questions.iter();
    let target = questions.find_map(|question| question.ask.as_ref().ok());
    let Some(target) = target.map(|ask| ask.goal.0) else {
        return Ok(Explored::empty());
    };
    match swept(&group.rules, target, settings, deepest, watch) {
        Ok(explored) => Ok(explored),
        Err(Stop::Search(error)) => Err(error.into()),
        Err(Stop::Halt(Halt::Limit(limit))) => Ok(Explored::none(limit)),
        Err(Stop::Halt(Halt::Overflow(overflow))) => Err(ExploreError::Search(overflow.into())),
        // A grid is always a board.
        Err(Stop::Halt(Halt::NoBoard(_))) => Ok(Explored::empty()),
    }
}

/// What [`explored`] takes. The board is prepared for that, since what it holds then is most of it. Where that comes to no
/// end, nothing more is known than that memory was missing, if it was.
pub(super) fn forecast(group: &Group<Board, PieceAt>, settings: &Settings) -> Forecast {
    let memory = &settings.limits.memory;
    let (before, peak) = (memory.used(), memory.peak());
    let quotient = match prepared(&group.rules, &mut Meter::new(&settings.limits), &mut ()) {
        Ok(quotient) => quotient,
        Err(Halt::Limit(Limit::Memory(why))) => {
            let needed = why.used.saturating_add(why.needed);
            return Forecast {
                least: Some(needed.saturating_sub(before)),
                ..Forecast::default()
            };
        }
        Err(_) => return Forecast::default(),
    };
    let beside = memory.used().saturating_sub(before);
    // Preparing takes more than what is left of it, and may take more than the sweep.
    let preparing = Some(memory.peak()).filter(|&raised| raised > peak);
    let preparing = preparing.map(|raised| raised.saturating_sub(before));
    let ranks = quotient.encoding().size();
    let swept = Forecast::weighted(ranks, quotient.max_cost(), beside);
    Forecast {
        least: swept.least.max(preparing),
        ..swept
    }
}

fn swept(
    board: &Board,
    target: u32,
    settings: &Settings,
    deepest: usize,
    watch: &mut dyn Watch,
) -> Result<Explored<Position>, Stop> {
    let mut meter = Meter::new(&settings.limits);
    let quotient = prepared(board, &mut meter, watch)?;
    let found = distances(&quotient, target, (&[], deepest), settings, watch)?;
    let told = explorers::swept(&quotient.encoding(), &found, &0);
    let cells = quotient.cells();
    Ok(told.filter_map(|side| {
        Some(Position {
            blank: cells.head(side),
            piece: cells.tail(side),
        })
    }))
}
