//! Many questions on one board, with shared work.
//!
//! Every move can be undone at the same cost, so distances in the quotient are symmetric: one
//! search from a target answers all questions with that target, and one from a position all
//! questions with that position. Whichever needs fewer searches is done.

use std::ops::Range;

use crate::cost::{self, Cost};
use crate::memory::{BudgetVec, MemoryExhausted};
use crate::quotient::approach::Approach;
use crate::quotient::halt::{Halt, Meter};
use crate::quotient::routes::{Rest, Routes};
use crate::quotient::space::Quotient;
use crate::search::Stats;
use crate::search::limits::Limit;

/// How the piece is to get to a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// The cell of the blank; not that of the piece.
    pub blank: u32,
    /// The cell of the piece.
    pub piece: u32,
    /// Where the piece is to go.
    pub target: u32,
}

/// What is known about a question.
#[derive(Debug)]
pub enum Answer {
    /// Nothing: a limit was reached first.
    Limit(Limit),
    /// The piece cannot get there.
    Impossible,
    /// A cheapest route.
    Route {
        /// The moves of the blank in all, those that move the piece included.
        cost: Cost,
        /// The arcs that the piece slides along, if they were asked for.
        slides: Option<BudgetVec<u32>>,
    },
}

/// Answers questions on one board; keeps its arrays from one call to the next.
#[derive(Debug)]
pub struct Batch<'a, R> {
    rest: R,
    quotient: &'a Quotient,
    approach: Approach,
    routes: Routes,
    /// For each cell one more than the place in `pending` of the first question met there.
    asked: BudgetVec<u32>,
    pending: BudgetVec<Pending>,
    /// The states in which the pieces of `pending` can first move.
    starts: BudgetVec<(u32, Cost)>,
    /// Those of one of them: four at most.
    own: Vec<(u32, Cost)>,
    /// Bests of `pending` up to this cost stand even if the search was broken off.
    sure: Cost,
    /// Whether answers hold the slides.
    slides: bool,
}

/// Takes an answer: the place of the question, the answer, and what the search for it and its
/// group did. An error ends the work.
pub trait Reply: FnMut(usize, Answer, Stats) -> Result<(), Halt> {}

impl<F: FnMut(usize, Answer, Stats) -> Result<(), Halt>> Reply for F {}

/// One question of a search, and the best found for it.
#[derive(Clone, Debug)]
struct Pending {
    question: usize,
    /// The cell at which the search meets it.
    cell: u32,
    /// Its part of the starts, where the search comes from the target.
    starts: Range<usize>,
    best: Cost,
    last: u32,
}

/// Up to so many questions that could share a search are searched one by one where a bound leads
/// each of them: on open boards such a search settles about a tenth of what a shared one does.
const LED: usize = 8;

const UNKNOWN: Cost = Cost::MAX;

impl<'a, R: Rest> Batch<'a, R> {
    /// Arrays for `quotient`: 16 bytes a cell and 16 an arc. `rest` is what is known of routes,
    /// [`Unknown`](crate::quotient::routes::Unknown) if nothing is; answers hold the slides if
    /// `slides` are wanted.
    ///
    /// # Errors
    /// [`Halt::Limit`] if the memory does not suffice.
    pub fn new(
        meter: &Meter<'_>,
        quotient: &'a Quotient,
        slides: bool,
        rest: R,
    ) -> Result<Self, Halt> {
        let cells = quotient.cells();
        Ok(Self {
            rest,
            quotient,
            approach: Approach::new(meter, cells)?,
            routes: Routes::new(meter, quotient)?,
            asked: BudgetVec::filled(meter.memory(), cells.count() as usize, 0)?,
            pending: BudgetVec::new(meter.memory()),
            starts: BudgetVec::new(meter.memory()),
            own: Vec::new(),
            sure: 0,
            slides,
        })
    }

    /// Answers every question, in an order of its own. What questions share is counted with the
    /// first of them.
    ///
    /// # Errors
    /// Those of `reply`, and [`Halt::Limit`] if the memory does not suffice to list the questions: 8 bytes
    /// each. Any other limit is an answer; after an interrupt it is that of all questions left. What a shared search had found for certain before a limit stays found.
    pub fn answer(
        &mut self,
        meter: &mut Meter<'_>,
        questions: &[Question],
        reply: &mut impl Reply,
    ) -> Result<(), Halt> {
        let (cells, blocks) = (self.quotient.cells(), self.quotient.blocks());
        let mut open = BudgetVec::new(meter.memory());
        for (at, &asked) in questions.iter().enumerate() {
            if asked.piece == asked.target {
                let slides = self.slides.then(|| BudgetVec::new(meter.memory()));
                reply(at, Answer::Route { cost: 0, slides }, Stats::default())?;
            } else if blocks.lead(cells, asked.blank, asked.piece, asked.target) {
                open.push(at)?;
            } else {
                reply(at, Answer::Impossible, Stats::default())?;
            }
        }
        let target = |at: usize| (questions[at].target, 0);
        let position = |at: usize| (questions[at].piece, questions[at].blank);
        let targets = grouped(&mut open, target).count();
        let by_position = grouped(&mut open, position).count() < targets;
        let key = |at| {
            if by_position {
                position(at)
            } else {
                target(at)
            }
        };
        // A search with one goal is led by the bound, one with several goals is not.
        let few = |group: &&[usize]| R::LEADS && group.len() <= LED;
        let pieces = grouped(&mut open, key)
            .flat_map(|group| group.chunks(if few(&group) { 1 } else { group.len() }));
        for group in pieces {
            self.routes.forget();
            self.pending.clear();
            let searched = meter.look().and_then(|()| {
                if by_position {
                    self.search_from_position(meter, questions, group)
                } else {
                    self.search_from_target(meter, questions, group)
                }
            });
            self.report(meter, searched, group, by_position, reply)?;
        }
        Ok(())
    }

    /// One search from the position that the questions of `group` share.
    fn search_from_position(
        &mut self,
        meter: &mut Meter<'_>,
        questions: &[Question],
        group: &[usize],
    ) -> Result<(), Halt> {
        let Question { blank, piece, .. } = questions[group[0]];
        let (quotient, asked, rest) = (self.quotient, &mut self.asked, &self.rest);
        self.own.clear();
        self.approach
            .starts(meter, quotient, (blank, piece), rest, &mut self.own)?;
        // The first meeting is the cheapest.
        self.sure = Cost::MAX;
        for &question in group {
            let cell = questions[question].target;
            self.pending.push(Pending::new(question, cell, 0..0))?;
        }
        let mut open = index(asked, &mut self.pending);
        let pending = &mut self.pending;
        let starts = self.own.iter().copied();
        let goal = only(pending);
        let rest = |from, at| goal.map_or(0, |goal| rest.rest(from, at, goal));
        self.routes
            .search(meter, quotient, starts, rest, |_, cost, arc| {
                for met in met(asked, pending, quotient.cells().head(arc)) {
                    if met.best == UNKNOWN {
                        (met.best, met.last) = (cost, arc);
                        open -= 1;
                    }
                }
                Ok(open > 0)
            })
    }

    /// One search from the target that the questions of `group` share.
    fn search_from_target(
        &mut self,
        meter: &mut Meter<'_>,
        questions: &[Question],
        group: &[usize],
    ) -> Result<(), Halt> {
        let (quotient, asked, rest) = (self.quotient, &mut self.asked, &self.rest);
        let (cells, blocks) = (quotient.cells(), quotient.blocks());
        self.starts.clear();
        self.sure = 0;
        let mut entrances = BudgetVec::new(meter.memory());
        for &question in group {
            let Question { blank, piece, .. } = questions[question];
            let first = self.starts.len();
            self.own.clear();
            self.approach
                .starts(meter, quotient, (blank, piece), rest, &mut self.own)?;
            self.own.iter().try_for_each(|&own| self.starts.push(own))?;
            let starts = first..self.starts.len();
            self.pending.push(Pending::new(question, piece, starts))?;
            let entrance = blocks.entrance(cells, blank, piece);
            entrance.map_or(Ok(()), |block| entrances.push(block))?;
        }
        entrances.sort_unstable();
        let mut unknown = index(asked, &mut self.pending);
        let mut enough = 0;
        let walks = self.starts.iter().map(|&(_, walk)| walk);
        let shortest = walks.min().unwrap_or(0);
        let (pending, starts, sure) = (&mut self.pending, &self.starts, &mut self.sure);
        let target = questions[group[0]].target;
        let sides = cells.sides(target).filter(|&arc| {
            let block = blocks.of_arc(target, cells.head(arc));
            entrances.binary_search(&block).is_ok()
        });
        let sides = sides.map(|arc| (arc, 0));
        let goal = only(pending);
        let rest = |from, at| goal.map_or(0, |goal| rest.rest(from, at, goal));
        let searched = self
            .routes
            .search(meter, quotient, sides, rest, |bound, cost, arc| {
                *sure = bound;
                let side = cells.reverse(arc);
                for met in met(asked, pending, cells.head(arc)) {
                    let mut own = starts[met.starts.clone()].iter();
                    let Some(&(_, walk)) = own.find(|&&(start, _)| start == side) else {
                        continue;
                    };
                    let whole = cost::add(cost, walk)?;
                    if met.best == UNKNOWN {
                        unknown -= 1;
                        enough = enough.max(whole);
                    }
                    if whole < met.best {
                        (met.best, met.last) = (whole, arc);
                    }
                }
                // Later routes cost at least as much, and the blank has to walk to each.
                Ok(unknown > 0 || cost::add(bound, shortest)? < enough)
            });
        self.sure = self.sure.saturating_add(shortest);
        searched
    }

    /// Replies to the questions of a search that is over, and forgets them.
    fn report(
        &mut self,
        meter: &Meter<'_>,
        searched: Result<(), Halt>,
        group: &[usize],
        by_position: bool,
        reply: &mut impl Reply,
    ) -> Result<(), Halt> {
        for pending in self.pending.iter() {
            self.asked[pending.cell as usize] = 0;
        }
        let mut stats = self.routes.stats();
        stats.peak_bytes = meter.memory().peak();
        let limit = match searched {
            Ok(()) => None,
            Err(Halt::Limit(limit)) => Some(limit),
            Err(halt) => return Err(halt),
        };
        for pending in self.pending.iter() {
            let answer = match (pending.best, limit) {
                (UNKNOWN, None) => Answer::Impossible,
                (UNKNOWN, Some(limit)) => Answer::Limit(limit),
                (cost, Some(limit)) if cost > self.sure => Answer::Limit(limit),
                (cost, _) => match self.slides(meter, pending.last, by_position) {
                    Ok(slides) => Answer::Route { cost, slides },
                    Err(why) => Answer::Limit(why.into()),
                },
            };
            reply(pending.question, answer, std::mem::take(&mut stats))?;
        }
        // A limit came before the search took these up.
        if let Some(limit) = limit {
            for &question in &group[self.pending.len()..] {
                reply(question, Answer::Limit(limit), std::mem::take(&mut stats))?;
            }
        }
        Ok(())
    }

    /// The slides of the piece to or from where the search met it by `last`.
    fn slides(
        &self,
        meter: &Meter<'_>,
        last: u32,
        by_position: bool,
    ) -> Result<Option<BudgetVec<u32>>, MemoryExhausted> {
        if !self.slides {
            return Ok(None);
        }
        let mut arcs = BudgetVec::new(meter.memory());
        for arc in self.routes.backwards(last) {
            arcs.push(if by_position {
                arc
            } else {
                self.quotient.cells().reverse(arc)
            })?;
        }
        if by_position {
            arcs.reverse();
        }
        Ok(Some(arcs))
    }
}

impl Pending {
    fn new(question: usize, cell: u32, starts: Range<usize>) -> Self {
        Self {
            question,
            cell,
            starts,
            best: UNKNOWN,
            last: 0,
        }
    }
}

/// The cell at which the search meets all that it is asked, if that is one.
fn only(pending: &[Pending]) -> Option<u32> {
    let cell = pending.first()?.cell;
    pending
        .iter()
        .all(|other| other.cell == cell)
        .then_some(cell)
}

/// Sorts `order` by `key` and cuts it into runs of equal keys.
fn grouped(
    order: &mut [usize],
    key: impl Fn(usize) -> (u32, u32),
) -> impl Iterator<Item = &[usize]> {
    order.sort_by_key(|&at| key(at));
    order.chunk_by(move |&a, &b| key(a) == key(b))
}

/// Sorts the questions by cell, notes in `asked` where those of each cell begin, and counts them.
fn index(asked: &mut [u32], pending: &mut [Pending]) -> usize {
    pending.sort_by_key(|pending| pending.cell);
    for (place, pending) in (1..).zip(pending.iter()) {
        let first = &mut asked[pending.cell as usize];
        if *first == 0 {
            *first = place;
        }
    }
    pending.len()
}

/// The questions that are met at `cell`.
#[inline]
fn met<'p>(
    asked: &[u32],
    pending: &'p mut [Pending],
    cell: u32,
) -> impl Iterator<Item = &'p mut Pending> {
    let first = match asked[cell as usize] {
        0 => pending.len(),
        place => place as usize - 1,
    };
    pending[first..]
        .iter_mut()
        .take_while(move |pending| pending.cell == cell)
}
