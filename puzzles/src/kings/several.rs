//! Several plans to a question, over whole boards of a size of which many fit in memory.

use statewalk::catalog::menu::Watch;
use statewalk::catalog::menu::plans::{Several, Which, several};
use statewalk::catalog::puzzle::{Ask, Reason};
use statewalk::goal::Exactly;
use statewalk::plans::optimal::Answer;
use statewalk::search::Stats;
use statewalk::search::limits::{Limit, Limits};
use statewalk::search::outcome::SearchError;
use statewalk::search::task::Task;

use super::board::Board;
use super::placement::Placements;
use super::rules::{Kings, Step};
use super::target::Target;

/// The plans that are wanted, where a board has no more than 16 kings and 15 x 15 cells: a king is a byte. One whose
/// verdict is known beforehand is not searched.
pub(super) fn found(
    rules: Kings,
    ask: &Ask<Board, Target>,
    which: Which,
    limits: &Limits,
    watch: &mut dyn Watch,
) -> Result<Several<Step>, SearchError> {
    let without = |answer| Ok(Several::Optimal(answer, Stats::default()));
    let hopeless = ask.reason.as_ref().and_then(Reason::unsolvable).is_some();
    let Some((start, _)) = ask.starts.first().filter(|_| !hopeless) else {
        return without(Answer::Unsolvable);
    };
    let Some(space) = Placements::<u8, 16>::around(start, rules.rule, ask.goal.alike) else {
        let limit = Limit::Size("16 kings on 15 x 15 cells");
        return without(Answer::LimitReached { limit, lower: None });
    };
    let task = Task {
        space: &space,
        starts: &[(space.state(start), 0)],
        goal: &Exactly(space.state(&ask.goal.board)),
    };
    several(task, which, limits, watch)
}
