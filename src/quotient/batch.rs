//! Many questions on one board, with shared work.
//!
//! Every move can be undone at the same cost, so distances in the quotient are symmetric: one
//! search from a target answers all questions with that target, and one from a position all
//! questions with that position. Whichever needs fewer searches is done.

use std::ops::Range;

use crate::cost::Cost;
use crate::memory::BudgetVec;
use crate::quotient::approach::Approach;
use crate::quotient::cells::Cells;
use crate::quotient::halt::{Halt, Meter};
use crate::quotient::routes::Routes;
use crate::quotient::space::Quotient;

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
#[derive(Debug, Default)]
pub enum Answer {
    /// Nothing yet.
    #[default]
    Open,
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
pub struct Batch<'a> {
    quotient: &'a Quotient,
    approach: Approach,
    routes: Routes,
    /// For each cell one more than the place in `pending` of the first question met there.
    asked: BudgetVec<u32>,
    pending: Vec<Pending>,
    /// The states in which the pieces of `pending` can first move.
    starts: Vec<(u32, Cost)>,
    /// Whether answers hold the slides.
    slides: bool,
}

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

const UNKNOWN: Cost = Cost::MAX;

impl<'a> Batch<'a> {
    /// Arrays for `quotient`: 16 bytes a cell and 16 an arc.
    ///
    /// # Errors
    /// [`Halt::Limit`] if the memory does not suffice.
    pub fn new(meter: &Meter<'_>, quotient: &'a Quotient, slides: bool) -> Result<Self, Halt> {
        let cells = quotient.cells();
        Ok(Self {
            quotient,
            approach: Approach::new(meter, cells)?,
            routes: Routes::new(meter, quotient)?,
            asked: BudgetVec::filled(meter.memory(), cells.count() as usize, 0)?,
            pending: Vec::new(),
            starts: Vec::new(),
            slides,
        })
    }

    /// How many slides were settled and looked at so far.
    #[must_use]
    pub fn counts(&self) -> (u64, u64) {
        self.routes.counts()
    }

    /// Answers every question that is still open, as far as the limits allow.
    ///
    /// # Errors
    /// [`Halt::Limit`] if a limit is reached; the answers found before stay.
    pub fn answer(
        &mut self,
        meter: &mut Meter<'_>,
        questions: &[Question],
        answers: &mut [Answer],
    ) -> Result<(), Halt> {
        let mut open = Vec::with_capacity(questions.len());
        for (at, (&asked, answer)) in questions.iter().zip(answers.iter_mut()).enumerate() {
            meter.tick()?;
            if !matches!(answer, Answer::Open) {
                continue;
            }
            if asked.piece == asked.target {
                *answer = Answer::Route {
                    cost: 0,
                    slides: self.slides.then(|| BudgetVec::new(meter.memory())),
                };
            } else if self
                .quotient
                .solvable(asked.blank, asked.piece, asked.target)
            {
                open.push(at);
            } else {
                *answer = Answer::Impossible;
            }
        }
        let target = |at: usize| (questions[at].target, 0);
        let position = |at: usize| (questions[at].piece, questions[at].blank);
        let targets = grouped(&mut open, target).count();
        if grouped(&mut open, position).count() < targets {
            for group in grouped(&mut open, position) {
                self.search_from_position(meter, questions, group, answers)?;
            }
        } else {
            for group in grouped(&mut open, target) {
                self.search_from_target(meter, questions, group, answers)?;
            }
        }
        Ok(())
    }

    /// One search from the position that the questions of `group` share.
    fn search_from_position(
        &mut self,
        meter: &mut Meter<'_>,
        questions: &[Question],
        group: &[usize],
        answers: &mut [Answer],
    ) -> Result<(), Halt> {
        let Question { blank, piece, .. } = questions[group[0]];
        let (quotient, asked) = (self.quotient, &mut self.asked);
        self.starts.clear();
        self.approach
            .starts(meter, quotient, blank, piece, &mut self.starts)?;
        self.pending.clear();
        for &question in group {
            let cell = questions[question].target;
            self.pending.push(Pending::new(question, cell, 0..0));
        }
        let mut open = index(asked, &mut self.pending);
        let pending = &mut self.pending;
        let searched =
            self.routes
                .search(meter, quotient, self.starts.iter().copied(), |cost, arc| {
                    let cell = quotient.cells().head(arc);
                    for met in met(asked, pending, cell) {
                        if met.best == UNKNOWN {
                            (met.best, met.last) = (cost, arc);
                            open -= 1;
                        }
                    }
                    open > 0
                });
        self.finish(meter, answers, searched, |_, backwards| {
            backwards.reverse();
        })
    }

    /// One search from the target that the questions of `group` share.
    fn search_from_target(
        &mut self,
        meter: &mut Meter<'_>,
        questions: &[Question],
        group: &[usize],
        answers: &mut [Answer],
    ) -> Result<(), Halt> {
        let (quotient, asked) = (self.quotient, &mut self.asked);
        let (cells, blocks) = (quotient.cells(), quotient.blocks());
        self.starts.clear();
        self.pending.clear();
        let mut entrances = Vec::new();
        for &question in group {
            let Question { blank, piece, .. } = questions[question];
            let first = self.starts.len();
            self.approach
                .starts(meter, quotient, blank, piece, &mut self.starts)?;
            let starts = first..self.starts.len();
            self.pending.push(Pending::new(question, piece, starts));
            entrances.extend(blocks.entrance(cells, blank, piece));
        }
        entrances.sort_unstable();
        entrances.dedup();
        let mut unknown = index(asked, &mut self.pending);
        let mut enough = 0;
        let (pending, starts) = (&mut self.pending, &self.starts);
        let target = questions[group[0]].target;
        let sides = cells.sides(target).filter(|&arc| {
            let block = blocks.of_arc(target, cells.head(arc));
            entrances.binary_search(&block).is_ok()
        });
        let sides = sides.map(|arc| (arc, 0));
        let searched = self.routes.search(meter, quotient, sides, |cost, arc| {
            let side = cells.reverse(arc);
            for met in met(asked, pending, cells.head(arc)) {
                let mut own = starts[met.starts.clone()].iter();
                let Some(&(_, walk)) = own.find(|&&(start, _)| start == side) else {
                    continue;
                };
                if met.best == UNKNOWN {
                    unknown -= 1;
                    enough = enough.max(cost + walk);
                }
                if cost + walk < met.best {
                    (met.best, met.last) = (cost + walk, arc);
                }
            }
            // Later slides cost at least as much, and the blank's walk to them is not negative.
            unknown > 0 || cost < enough
        });
        self.finish(meter, answers, searched, |cells, backwards| {
            for arc in backwards {
                *arc = cells.reverse(*arc);
            }
        })
    }

    /// Writes the answers of a search that came to its end and forgets its questions.
    fn finish(
        &mut self,
        meter: &Meter<'_>,
        answers: &mut [Answer],
        searched: Result<(), Halt>,
        turn_round: impl Fn(&Cells, &mut [u32]),
    ) -> Result<(), Halt> {
        for pending in &self.pending {
            self.asked[pending.cell as usize] = 0;
        }
        searched?;
        for pending in &self.pending {
            if pending.best == UNKNOWN {
                answers[pending.question] = Answer::Impossible;
                continue;
            }
            let mut slides = None;
            if self.slides {
                let mut arcs = BudgetVec::new(meter.memory());
                for arc in self.routes.backwards(pending.last) {
                    arcs.push(arc)?;
                }
                turn_round(self.quotient.cells(), &mut arcs);
                slides = Some(arcs);
            }
            let cost = pending.best;
            answers[pending.question] = Answer::Route { cost, slides };
        }
        Ok(())
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
