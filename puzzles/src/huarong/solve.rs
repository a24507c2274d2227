//! What all strategies over (cell, side of the blank) share: one table for a board, and plans from
//! routes.

use std::mem;

use statewalk::catalog::menu::{Conclusion, Settings, Solution, Solutions, Watch};
use statewalk::catalog::puzzle::{Ask, Reason};
use statewalk::cost::Cost;
use statewalk::plan::Plan;
use statewalk::quotient::approach::Approach;
use statewalk::quotient::batch::Question;
use statewalk::quotient::cells::Cells;
use statewalk::quotient::expand::expand;
use statewalk::quotient::halt::{Halt, Meter};
use statewalk::quotient::rules::Position;
use statewalk::quotient::space::{Move, Quotient};
use statewalk::search::Stats;
use statewalk::search::limits::Limit;
use statewalk::search::outcome::{Outcome, SearchError};

use crate::huarong::Huarong;
use crate::huarong::board::{Board, PieceAt, Slide};

/// The longest plan that is written out; of longer ones only the cost is told. A ring of a million
/// cells has plans of 10^11 slides.
pub const MAX_LISTED: Cost = 10_000_000;

/// What a listed slide takes: the action and its line.
const BYTES_PER_SLIDE: u64 = 16;

/// Why a piece cannot leave its block.
const NO_WAY: &str = "the blank cannot get around the piece where it would have to";

/// The questions of a file and what became of them.
pub(super) struct Work {
    /// What is to be searched for, and its place among the solutions.
    questions: Vec<(usize, Question)>,
    solutions: Vec<Option<Solution<Slide>>>,
}

impl Work {
    /// Answers the questions of a file. What the reader did not find out is left to `search`, with each
    /// question's place among the solutions.
    pub(super) fn answered(
        asks: &[&Ask<Position, PieceAt>],
        search: impl FnOnce(&mut Self, Vec<(usize, Question)>) -> Result<(), Stop>,
    ) -> Solutions<Huarong> {
        let mut work = Self::new(asks);
        let asked = mem::take(&mut work.questions);
        let end = if asked.is_empty() {
            Ok(())
        } else {
            search(&mut work, asked)
        };
        work.solutions(end)
    }

    /// Answers at once what the reader found out.
    fn new(asks: &[&Ask<Position, PieceAt>]) -> Self {
        let mut work = Self {
            questions: Vec::new(),
            solutions: Vec::with_capacity(asks.len()),
        };
        for (at, ask) in asks.iter().enumerate() {
            let mut solution = None;
            if let Some((Position { blank, piece }, _)) = ask.starts.first() {
                let (blank, piece, target) = (*blank, *piece, ask.goal.0);
                let question = Question {
                    blank,
                    piece,
                    target,
                };
                work.questions.push((at, question));
            } else {
                let reason = ask.reason.as_ref().and_then(Reason::unsolvable);
                let verdict = Conclusion::NoPlan(reason.unwrap_or_default().to_owned());
                let stats = Stats::default();
                solution = Some(Solution::new(verdict, stats));
            }
            work.solutions.push(solution);
        }
        work
    }

    /// Notes the answer to the question `at`.
    pub(super) fn settle(&mut self, at: usize, verdict: Conclusion<Slide>, stats: Stats) {
        self.solutions[at] = Some(Solution::new(verdict, stats));
    }

    /// All answers; a limit that ended the work is the answer to what was left open.
    fn solutions(self, end: Result<(), Stop>) -> Solutions<Huarong> {
        let limit = match end {
            // A grid is always a board.
            Ok(()) | Err(Stop::Halt(Halt::NoBoard(_))) => None,
            Err(Stop::Halt(Halt::Limit(limit))) => Some(limit),
            Err(Stop::Halt(Halt::Overflow(overflow))) => return Err(overflow.into()),
            Err(Stop::Search(error)) => return Err(error),
        };
        let open = || limit.map(|limit| Solution::limit(limit, Stats::default()));
        let solutions = self.solutions.into_iter();
        Ok(solutions.map_while(|told| told.or_else(open)).collect())
    }
}

/// Why not all questions were searched for.
pub(super) enum Stop {
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

/// The quotient of a board, with its edge weights.
pub(super) fn prepared(
    board: &Board,
    meter: &mut Meter<'_>,
    watch: &mut dyn Watch,
) -> Result<Quotient, Halt> {
    meter.look()?;
    watch.phase("preparing the board", 0);
    let cells = board.cells(meter)?;
    Quotient::new(meter, cells)
}

/// The arcs that the piece slides along in a plan of the quotient.
pub(super) fn slides(cells: &Cells, starts: &[(u32, Cost)], plan: &Plan<Move>) -> Vec<u32> {
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

/// The verdict that a limit came first.
pub(super) fn stopped(limit: Limit) -> Conclusion<Slide> {
    Solution::limit(limit, Stats::default()).verdict
}

/// The verdict that there is no way.
pub(super) fn no_way() -> Conclusion<Slide> {
    Conclusion::NoPlan(NO_WAY.to_owned())
}

/// Turns routes of the piece into verdicts, with all slides where they are wanted.
pub(super) struct Lister<'a> {
    board: &'a Board,
    quotient: &'a Quotient,
    meter: Meter<'a>,
    approach: Option<Approach>,
}

impl<'a> Lister<'a> {
    pub(super) fn new(
        board: &'a Board,
        quotient: &'a Quotient,
        settings: &'a Settings,
    ) -> Result<Self, Halt> {
        let meter = Meter::new(&settings.limits);
        let mut approach = None;
        if settings.plans {
            approach = Some(Approach::new(&meter, quotient.cells())?);
        }
        Ok(Self {
            board,
            quotient,
            meter,
            approach,
        })
    }

    /// The verdict on a cheapest route of `cost` along the arcs `slides`.
    pub(super) fn conclude(
        &mut self,
        asked: Question,
        cost: Cost,
        slides: Option<&[u32]>,
    ) -> Result<Conclusion<Slide>, Halt> {
        let limits = self.meter.limits();
        if limits.cuts(cost) {
            return Ok(stopped(Limit::Cost(limits.cost.unwrap_or(cost))));
        }
        let (Some(approach), Some(slides)) = (&mut self.approach, slides) else {
            return Ok(Conclusion::Cost(cost));
        };
        if cost > MAX_LISTED {
            return Ok(Conclusion::Cost(cost));
        }
        let mut list = || {
            let steps = expand(&mut self.meter, self.quotient, approach, asked, slides)?;
            let Some(steps) = steps else {
                return Ok(Vec::new());
            };
            // It stays claimed, as the plan stays until all is printed.
            let bytes = BYTES_PER_SLIDE.saturating_mul(steps.len() as u64);
            limits.memory.claim(bytes)?;
            Ok(self.board.slides(self.quotient.cells(), &steps))
        };
        match list() {
            Ok(actions) => Ok(Conclusion::Outcome(Outcome::Solved {
                plan: Plan {
                    start: 0,
                    actions,
                    cost,
                },
                proved: true,
                lower: Some(cost),
            })),
            Err(Halt::Limit(limit)) => Ok(stopped(limit)),
            Err(halt) => Err(halt),
        }
    }
}
