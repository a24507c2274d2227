//! SPFA over (cell, side of the blank), question by question, as contest programs have it.

use statewalk::catalog::menu::{Settings, Solutions, Watch, Watching};
use statewalk::catalog::puzzle::{Ask, Group};
use statewalk::cost::Cost;
use statewalk::memory::Memory;
use statewalk::plan::Plan;
use statewalk::quotient::approach::Approach;
use statewalk::quotient::batch::Question;
use statewalk::quotient::cells::Cells;
use statewalk::quotient::halt::{Halt, Meter};
use statewalk::quotient::routes::Unknown;
use statewalk::quotient::rules::Position;
use statewalk::quotient::space::{Arcs, Move, Quotient};
use statewalk::search::Stats;
use statewalk::search::outcome::{Outcome, SearchError};
use statewalk::search::spfa::{self, variant::Variant};
use statewalk::search::task::Task;
use statewalk::store::costs::CostList;
use statewalk::store::ranked::{Ranked, RankedParents};

use crate::huarong::Huarong;
use crate::huarong::board::{Board, PieceAt};
use crate::huarong::solve::{Lister, Work, no_way, stopped};

/// Answers the questions of a file.
pub(super) fn solve(
    group: &Group<Board, PieceAt>,
    asks: &[&Ask<Position, PieceAt>],
    settings: &Settings,
    watch: &mut dyn Watch,
) -> Solutions<Huarong> {
    let mut work = Work::new(asks);
    match answer(&group.rules, settings, watch, &mut work) {
        Ok(()) => work.solutions(&Ok(())),
        Err(Stop::Halt(halt)) => work.solutions(&Err(halt)),
        Err(Stop::Search(error)) => Err(error),
    }
}

/// Why not all questions were searched for.
enum Stop {
    Halt(Halt),
    Search(SearchError),
}

impl From<Halt> for Stop {
    fn from(halt: Halt) -> Self {
        Self::Halt(halt)
    }
}

impl From<SearchError> for Stop {
    fn from(error: SearchError) -> Self {
        Self::Search(error)
    }
}

fn answer(
    board: &Board,
    settings: &Settings,
    watch: &mut dyn Watch,
    work: &mut Work,
) -> Result<(), Stop> {
    let asked: Vec<(usize, Question)> = work.questions.clone();
    if asked.is_empty() {
        return Ok(());
    }
    let limits = &settings.limits;
    let mut meter = Meter::new(limits);
    meter.look()?;
    watch.phase("preparing the board", 0);
    let cells = board.cells(&mut meter)?;
    let quotient = Quotient::new(&mut meter, cells)?;
    let cells = quotient.cells();
    let mut approach = Approach::new(&meter, cells)?;
    let mut lister = Lister::new(board, &quotient, settings)?;
    let mut starts = Vec::new();
    for (number, question) in asked {
        meter.look()?;
        if question.piece == question.target {
            let verdict = lister.conclude(question, 0, Some(&[]))?;
            work.settle(number, verdict, Stats::default());
            continue;
        }
        starts.clear();
        let Question { blank, piece, .. } = question;
        approach.starts(&mut meter, &quotient, (blank, piece), &Unknown, &mut starts)?;
        let task = Task {
            space: &quotient,
            starts: &starts,
            goal: &|&side: &u32| cells.tail(side) == question.target,
        };
        let mut store = store(&quotient, &limits.memory)?;
        let observer = &mut Watching(&mut *watch);
        let found = spfa::search(task, &mut store, Variant::Fifo, limits, observer)?;
        let verdict = match found.outcome {
            Outcome::Solved { plan, .. } => {
                let slides = slides(cells, &starts, &plan);
                lister.conclude(question, plan.cost, Some(&slides))?
            }
            Outcome::LimitReached { limit, .. } => stopped(limit),
            // No turn has a negative cost, so nothing gets cheaper without end.
            Outcome::Unsolvable | Outcome::Unbounded(_) => no_way(),
        };
        watch.finished(&found.stats);
        work.settle(number, verdict, found.stats);
    }
    Ok(())
}

/// An empty table of all states, for costs that small boards have; it widens where it must.
fn store(quotient: &Quotient, memory: &Memory) -> Result<RankedParents<Arcs, CostList>, Halt> {
    let ranked = Ranked::new(quotient.encoding(), Cost::from(u16::MAX), memory)?;
    Ok(ranked.with_parents(memory)?)
}

/// The arcs that the piece slides along in a plan of the quotient.
fn slides(cells: &Cells, starts: &[(u32, Cost)], plan: &Plan<Move>) -> Vec<u32> {
    let mut side = starts.get(plan.start).map_or(0, |&(side, _)| side);
    let mut slides = Vec::new();
    for action in &plan.actions {
        side = match *action {
            Move::Slide => {
                slides.push(side);
                cells.reverse(side)
            }
            Move::Turn { to, .. } => to,
        };
    }
    slides
}
