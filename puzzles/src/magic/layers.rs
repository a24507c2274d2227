//! All boards of one side by one sweep backward from the goal, and the whole space by a forward one.

use statewalk::catalog::explorers::{Walker, add_maxima, swept};
use statewalk::catalog::forecast::{ByRank, Forecast};
use statewalk::catalog::menu::{
    Conclusion, ExploreError, Explored, Settings, Solution, Solutions, Watch, Watching,
};
use statewalk::catalog::puzzle::{Ask, Group};
use statewalk::encoding::Encoding;
use statewalk::goal::Exactly;
use statewalk::search::layers::Sweep;
use statewalk::search::layers::neighbours::Successors;

use super::Magic;
use super::backward::Backward;
use super::rules::{Board, Placement};

/// How wide the entries of the table of distances are.
#[derive(Clone, Copy, Debug)]
pub(super) enum Table {
    /// As narrow as the largest distance allows: it is known beforehand.
    Fitting,
    /// One byte, until that is too narrow.
    Bytes,
    /// Two bytes.
    Words,
}

type Question = Ask<Placement, Exactly<Placement>>;
type Boards = Group<Board, Exactly<Placement>>;

/// The strategy that answers all boards of a group by one sweep over such a table.
///
/// The sweep ends with the layer of the farthest board.
pub(super) fn sweep(
    table: Table,
) -> impl Fn(&Magic, &Boards, &[&Question], &Settings, &mut dyn Watch) -> Solutions<Magic> {
    move |_, group, asks, settings, watch| {
        let board = &group.rules;
        let start = |ask: &&Question| ask.starts.first().map(|(placement, _)| *placement);
        let targets: Vec<u64> = asks
            .iter()
            .filter_map(start)
            .map(|placement| board.rank(&placement))
            .collect();
        // Where no board is a motion of the goal there is nothing to sweep for.
        let goals: &[Placement] = if targets.is_empty() {
            &[]
        } else {
            &[Placement::GOAL]
        };
        let largest = match table {
            Table::Fitting => board.depth(),
            Table::Bytes => i64::from(u8::MAX) - 1,
            Table::Words => i64::from(u16::MAX) - 1,
        };
        let swept = Sweep::new(board, board, goals)
            .until(&targets)
            .expecting(largest)
            .threads(settings.threads)
            .over(Backward::new(board), &settings.limits, &mut Watching(watch))?;
        // The sweep is counted with the first board that needed it.
        let mut stats = Some(swept.stats);
        let answer = |ask: &&Question| match start(ask) {
            None => Ok(Solution::no_start()),
            Some(placement) => {
                let limits = &settings.limits;
                let outcome = swept.outcome_from(board, board, &placement, limits)?;
                let solution = Solution::new(
                    Conclusion::Outcome(outcome),
                    stats.take().unwrap_or_default(),
                );
                Ok(solution.held(&limits.memory))
            }
        };
        asks.iter().map(answer).collect()
    }
}

/// Enumerates the space from the first board of a group, or from the goal; with distances or
/// with one bit a state.
pub(super) fn visit(
    distances: bool,
) -> impl Fn(
    &Magic,
    &Boards,
    &Settings,
    usize,
    &mut dyn Watch,
) -> Result<Explored<Placement>, ExploreError> {
    move |_, group, settings, deepest, watch| {
        let board = &group.rules;
        let mut asks = group.questions.iter().filter_map(|q| q.ask.as_ref().ok());
        let start = asks.find_map(|ask| ask.starts.first());
        let start = [start.map_or(Placement::GOAL, |(placement, _)| *placement)];
        let memory = &settings.limits.memory;
        let sweep = Sweep::new(board, board, &start)
            .expecting(taken(board, distances).largest(memory))
            .threads(settings.threads)
            .deepest(deepest);
        let (limits, mut walker) = (&settings.limits, Walker::new(settings, watch)?);
        let told = if distances {
            let found = walker.walk(sweep.start_forward(limits))?;
            let told = swept(board, &found, &Placement::GOAL);
            let room = (&Placement::GOAL, &mut *walker.watch.0 as &mut dyn Watch);
            add_maxima(told, board, &found, sweep.successors(), settings, room)?
        } else {
            let found = walker.walk(sweep.start_visited(limits))?;
            swept(board, &found, &Placement::GOAL)
        };
        let resumed = walker.resumed();
        Ok(Explored { resumed, ..told })
    }
}

/// Enumerates the space backward from the goal: depths are the moves that boards need.
pub(super) fn visit_backward() -> impl Fn(
    &Magic,
    &Boards,
    &Settings,
    usize,
    &mut dyn Watch,
) -> Result<Explored<Placement>, ExploreError> {
    |_, group, settings, deepest, watch| {
        let board = &group.rules;
        let mut walker = Walker::new(settings, watch)?;
        let memory = &settings.limits.memory;
        let sweep = Sweep::new(board, board, &[Placement::GOAL])
            .expecting(taken(board, true).largest(memory))
            .threads(settings.threads)
            .deepest(deepest);
        let found = walker.walk(sweep.start_over(Backward::new(board), &settings.limits))?;
        let told = swept(board, &found, &Placement::GOAL);
        let room = (&Placement::GOAL, &mut *walker.watch.0 as &mut dyn Watch);
        let edges = Some(Backward::new(board));
        let told = add_maxima(told, board, &found, edges, settings, room)?;
        let resumed = walker.resumed();
        Ok(Explored { resumed, ..told })
    }
}

/// What a sweep over all boards takes.
fn taken(board: &Board, distances: bool) -> ByRank {
    let ranks = board.size();
    let table = if distances {
        ByRank::distances(ranks)
    } else {
        ByRank::bits(ranks, 1)
    };
    table.no_deeper(Some(board.depth()))
}

/// What [`visit`] takes.
pub(super) fn forecast(
    distances: bool,
) -> impl Fn(&Magic, &Boards, &Settings, bool) -> Result<Forecast, ExploreError> {
    move |_, group, settings, timing| {
        let board = &group.rules;
        let edges = timing.then(|| Successors::new(board, board, &Placement::GOAL));
        let taken = taken(board, distances).and_maxima(settings.maxima);
        Ok(taken.forecast().measured(edges)?)
    }
}

/// What [`visit_backward`] takes.
pub(super) fn forecast_backward()
-> impl Fn(&Magic, &Boards, &Settings, bool) -> Result<Forecast, ExploreError> {
    |_, group, settings, timing| {
        let board = &group.rules;
        let edges = timing.then(|| Backward::new(board));
        let taken = taken(board, true).and_maxima(settings.maxima);
        Ok(taken.forecast().measured(edges)?)
    }
}
