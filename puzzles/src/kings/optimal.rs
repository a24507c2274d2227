//! The search for shortest plans: breadth-first over whole boards, from both ends or from one.

use statewalk::catalog::menu::Watching;
use statewalk::goal::Exactly;
use statewalk::search::Stats;
use statewalk::search::bidirectional;
use statewalk::search::breadth_first;
use statewalk::search::limits::{Limit, Limits};
use statewalk::search::outcome::{Found, Outcome, SearchError};
use statewalk::search::task::Task;
use statewalk::search::trace::ByParents;
use statewalk::store::interned::Interned;

use super::board::Board;
use super::construct::lower_bound;
use super::placement::{Packed, Placements};
use super::rules::{Rule, Step};

/// Where the search begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum From {
    /// At the start and at the target.
    BothEnds,
    /// At the start alone: many more boards, as an independent check.
    TheStart,
}

/// Finds a plan with the fewest steps from `start` to `target`, two boards of one side with the
/// same number of kings; where the kings are `alike`, to any board with kings on those cells.
///
/// A king takes one byte up to side 15 and two up to side 255; rooms for kings come in a few
/// sizes, the largest of 1024. A larger board is a store that is full at once.
///
/// # Errors
/// As [`breadth_first::search`].
pub fn optimal(
    from: From,
    rule: Rule,
    (start, target): (&Board, &Board),
    alike: bool,
    limits: &Limits,
    watch: &mut Watching<'_>,
) -> Result<Found<Step>, SearchError> {
    let mut question = Question {
        from,
        rule,
        start,
        target,
        alike,
        limits,
        watch,
    };
    let mut found = None;
    for search in [
        Question::search::<u8, 4>,
        Question::search::<u8, 8>,
        Question::search::<u8, 16>,
        Question::search::<u8, 64>,
        Question::search::<u16, 8>,
        Question::search::<u16, 64>,
        Question::search::<u16, 1024>,
    ] {
        found = search(&mut question);
        if found.is_some() {
            break;
        }
    }
    let mut found = found.unwrap_or_else(|| {
        Ok(Found {
            outcome: Outcome::LimitReached {
                limit: Limit::Size("1,024 kings on 255 x 255 cells"),
                best: None,
                lower: None,
            },
            stats: Stats::default(),
        })
    })?;
    if let Outcome::LimitReached { lower, .. } = &mut found.outcome
        && !alike
    {
        *lower = (*lower).max(Some(lower_bound(rule, start, target)));
    }
    Ok(found)
}

struct Question<'a, 'w> {
    from: From,
    rule: Rule,
    start: &'a Board,
    target: &'a Board,
    alike: bool,
    limits: &'a Limits,
    watch: &'a mut Watching<'w>,
}

impl Question<'_, '_> {
    /// Searches boards of `K` kings, if the board fits.
    fn search<T: Packed, const K: usize>(&mut self) -> Option<Result<Found<Step>, SearchError>> {
        let space = Placements::<T, K>::around(self.start, self.rule, self.alike)?;
        let starts = [(space.state(self.start), 0)];
        let goal = Exactly(space.state(self.target));
        let task = Task {
            space: &space,
            starts: &starts,
            goal: &goal,
        };
        let (limits, watch) = (self.limits, &mut *self.watch);
        let mut store = Interned::new(&limits.memory);
        Some(match self.from {
            From::BothEnds => {
                let mut backward = Interned::new(&limits.memory);
                let (here, there) = (&mut store, &mut backward);
                bidirectional::search(task, here, there, &ByParents, limits, watch)
            }
            From::TheStart => breadth_first::search(task, &mut store, &ByParents, limits, watch),
        })
    }
}
