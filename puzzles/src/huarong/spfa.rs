//! SPFA over (cell, side of the blank), question by question, as contest programs have it.

use statewalk::catalog::menu::{Conclusion, Settings, Solutions, Watch, Watching};
use statewalk::catalog::puzzle::{Ask, Group};
use statewalk::cost::Cost;
use statewalk::memory::Memory;
use statewalk::quotient::approach::Approach;
use statewalk::quotient::batch::Question;
use statewalk::quotient::halt::{Halt, Meter};
use statewalk::quotient::routes::Unknown;
use statewalk::quotient::rules::Position;
use statewalk::quotient::space::{Arcs, Quotient};
use statewalk::search::Stats;
use statewalk::search::outcome::Outcome;
use statewalk::search::spfa::{self, variant::Variant};
use statewalk::search::task::Task;
use statewalk::store::costs::CostList;
use statewalk::store::ranked::{Ranked, RankedParents};

use crate::huarong::Huarong;
use crate::huarong::board::{Board, PieceAt};
use crate::huarong::solve::{Lister, Stop, Work, no_way, prepared, slides, stopped};

/// What cannot be, as no turn and no slide has a negative cost.
const CHEAPER: &str = "slides and turns that get cheaper without end";

/// Answers the questions of a file.
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
    let limits = &settings.limits;
    let mut meter = Meter::new(limits);
    let quotient = prepared(board, &mut meter, watch)?;
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
            Outcome::Unsolvable => no_way(),
            Outcome::Unbounded(_) => Conclusion::Broken(CHEAPER.to_owned()),
        };
        watch.finished(&found.stats);
        work.settle(number, verdict, found.stats);
    }
    Ok(())
}

/// An empty table of all states, for costs that small boards have; it widens where it must.
fn store(quotient: &Quotient, memory: &Memory) -> Result<RankedParents<Arcs, CostList>, Halt> {
    let ranked = Ranked::new(quotient.encoding(), Cost::from(u16::MAX - 1), memory)?;
    Ok(ranked.with_parents(memory)?)
}
