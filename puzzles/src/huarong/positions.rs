//! Breadth-first search over (blank, piece) by the plain rules, in a table of all such pairs.

use statewalk::cost::Cost;
use statewalk::quotient::rules::Pairs;
use statewalk::quotient::rules::Position;
use statewalk::search::breadth_first;
use statewalk::search::limits::Limits;
use statewalk::search::outcome::{Found, Outcome, SearchError};
use statewalk::search::task::Task;
use statewalk::search::trace::ByParents;
use statewalk::search::{Observer, Stats};
use statewalk::store::StoreError;
use statewalk::store::costs::CostList;
use statewalk::store::ranked::{Ranked, RankedParents};

use crate::huarong::board::{Board, PieceAt, Slide};

/// Searches for a shortest plan: 6 bytes for each pair of cells.
pub(super) fn breadth_first(
    task: &Task<'_, Board, PieceAt>,
    limits: &Limits,
    observer: &mut impl Observer<Position>,
) -> Result<Found<Slide>, SearchError> {
    match table(task.space, limits) {
        Ok(mut store) => breadth_first::search(*task, &mut store, &ByParents, limits, observer),
        Err(why) => Ok(Found {
            outcome: Outcome::LimitReached {
                limit: why.into(),
                best: None,
                lower: None,
            },
            stats: Stats::default(),
        }),
    }
}

fn table(board: &Board, limits: &Limits) -> Result<RankedParents<Pairs, CostList>, StoreError> {
    let memory = &limits.memory;
    let ranked = Ranked::new(Pairs::new(board.count()), Cost::from(u16::MAX - 1), memory)?;
    Ok(ranked.with_parents(memory)?)
}
