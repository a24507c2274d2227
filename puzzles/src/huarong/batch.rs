//! Dijkstra's search and A*, with questions that share a target or a position in one search.

use statewalk::catalog::menu::{Settings, Solutions, Watch};
use statewalk::catalog::puzzle::{Ask, Group};
use statewalk::memory::BudgetVec;
use statewalk::quotient::batch::{Answer, Batch, Question};
use statewalk::quotient::halt::{Halt, Meter};
use statewalk::quotient::routes::Rest;
use statewalk::quotient::rules::Position;

use crate::huarong::Huarong;
use crate::huarong::board::{Board, PieceAt};
use crate::huarong::solve::{Lister, Work, no_way, prepared, stopped};

/// Answers the questions of a file; `rest` makes the bound that leads single searches.
pub(super) fn solve<R: Rest>(
    group: &Group<Board, PieceAt>,
    asks: &[&Ask<Position, PieceAt>],
    settings: &Settings,
    watch: &mut dyn Watch,
    rest: fn(&Meter<'_>, &Board) -> Result<R, Halt>,
) -> Solutions<Huarong> {
    Work::answered(asks, |work, asked| {
        Ok(answer(&group.rules, settings, watch, (work, asked), rest)?)
    })
}

fn answer<R: Rest>(
    board: &Board,
    settings: &Settings,
    watch: &mut dyn Watch,
    (work, asked): (&mut Work, Vec<(usize, Question)>),
    rest: fn(&Meter<'_>, &Board) -> Result<R, Halt>,
) -> Result<(), Halt> {
    let mut meter = Meter::new(&settings.limits);
    let quotient = prepared(board, &mut meter, watch)?;
    let rest = rest(&meter, board)?;
    let mut batch = Batch::new(&meter, &quotient, settings.plans, rest)?;
    let mut lister = Lister::new(board, &quotient, settings)?;
    let mut questions = BudgetVec::new(meter.memory());
    for &(_, question) in &asked {
        questions.push(question)?;
    }
    batch.answer(&mut meter, &questions, &mut |at, answer, stats| {
        watch.finished(&stats);
        let (number, question) = asked[at];
        let verdict = match answer {
            Answer::Limit(limit) => stopped(limit),
            Answer::Impossible => no_way(),
            Answer::Route { cost, slides } => lister.conclude(question, cost, slides.as_deref())?,
        };
        work.settle(number, verdict, stats);
        Ok(())
    })
}
