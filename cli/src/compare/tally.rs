//! Sums: what each combination did on all questions of a puzzle.

use std::time::Duration;

use statewalk::catalog::entry::Offer;

use crate::compare::Comparison;
use crate::compare::answer::{Answer, Verdict};
use crate::compare::runs::Done;

/// What the repeats of one run came to.
#[derive(Clone, Copy)]
pub(super) struct Cell<'a> {
    /// The worst of them; they do not differ, but by limits of time.
    pub(super) answer: &'a Answer,
    /// Their median, the shorter of two.
    pub(super) time: Duration,
}

impl<'a> Cell<'a> {
    fn of(answers: &[&'a Answer]) -> Option<Self> {
        // Of those that are alike the first, so that a later one changes nothing.
        let worst = answers.iter().map(|answer| answer.verdict).max()?;
        let answer = answers.iter().find(|answer| answer.verdict == worst)?;
        let mut times: Vec<_> = answers.iter().map(|answer| answer.time()).collect();
        times.sort_unstable();
        let time = *times.get((times.len() - 1) / 2)?;
        Some(Self { answer, time })
    }
}

/// A question, and what each combination made of it.
pub(super) struct Row<'a> {
    /// What it is called.
    pub(super) name: String,
    /// One for each combination; `None` where it was not run.
    pub(super) cells: Vec<Option<Cell<'a>>>,
}

impl Row<'_> {
    /// Whether every combination settled it.
    fn is_settled(&self) -> bool {
        let settled = |cell: &Option<Cell<'_>>| cell.is_some_and(|c| c.answer.verdict.is_settled());
        self.cells.iter().all(settled)
    }
}

/// All questions of one puzzle.
pub(super) struct Board<'a> {
    pub(super) puzzle: &'static str,
    /// All that was tried on some of its files, in the order of the menu.
    pub(super) offers: Vec<Offer>,
    pub(super) rows: Vec<Row<'a>>,
}

/// Boards in the order in which their puzzles come.
pub(super) fn boards<'a>(comparison: &'a Comparison<'_>) -> Vec<Board<'a>> {
    let mut done: Vec<_> = comparison.runs.done.iter().collect();
    done.sort_by_key(|done| done.job);
    let mut done = &done[..];
    let mut boards: Vec<Board<'a>> = Vec::new();
    for (index, source) in comparison.sources.iter().enumerate() {
        if source.offers.is_empty() {
            continue;
        }
        let known = boards
            .iter()
            .position(|board| board.puzzle == source.puzzle());
        let known = known.unwrap_or_else(|| {
            let puzzle = source.puzzle();
            let here = { comparison.sources.iter() }.filter(|other| other.puzzle() == puzzle);
            let here: Vec<_> = here.flat_map(|other| &other.offers).collect();
            let mut offers = source.entry.offers();
            offers.retain(|offer| here.contains(&offer));
            boards.push(Board {
                puzzle,
                offers,
                rows: Vec::new(),
            });
            boards.len() - 1
        });
        for question in 0..source.questions.len() {
            let mut cells = (0..source.offers.len()).map(|offer| {
                let place = (index, question, offer);
                let is_here =
                    |done: &&Done| (done.job.source, done.job.question, done.job.offer) == place;
                let count = done.iter().take_while(|done| is_here(done)).count();
                let (here, rest) = done.split_at(count);
                done = rest;
                let answers: Vec<_> = here.iter().map(|done| &done.answer).collect();
                Cell::of(&answers)
            });
            // Both are in the order of the menu; what was left out for this file was not run.
            let tried = |offer: &Offer| source.offers.contains(offer);
            let offers = boards[known].offers.iter();
            let cells = offers.map(|offer| tried(offer).then(|| cells.next().flatten()).flatten());
            let cells = cells.collect();
            let name = source.called(question);
            boards[known].rows.push(Row { name, cells });
        }
    }
    boards
}

/// What a combination did on several questions.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tally {
    pub(super) solved: usize,
    /// Settled without a cheapest plan.
    pub(super) no_plan: usize,
    /// Not settled under the limits.
    pub(super) open: usize,
    /// Ended without a verdict.
    pub(super) failed: usize,
    /// Of the plans of what is solved.
    pub(super) cost: i128,
    pub(super) expanded: u128,
    pub(super) generated: u128,
    pub(super) stored: u128,
    /// The most that one run held.
    pub(super) peak_bytes: u64,
    /// What all runs held at most, added up.
    peaks: u128,
    pub(super) time: Duration,
}

impl Tally {
    /// What one run did.
    pub(super) fn of(cell: &Cell<'_>) -> Self {
        let mut tally = Self::default();
        tally.add(cell);
        tally
    }

    fn add(&mut self, cell: &Cell<'_>) {
        let Cell { answer, time } = cell;
        let stats = &answer.stats;
        match answer.verdict {
            Verdict::Solved => {
                self.solved += 1;
                self.cost += i128::from(answer.cost.unwrap_or(0));
            }
            verdict if verdict.is_settled() => self.no_plan += 1,
            verdict if verdict.is_failed() => self.failed += 1,
            _ => self.open += 1,
        }
        self.expanded += u128::from(stats.expanded);
        self.generated += u128::from(stats.generated);
        self.stored += u128::from(stats.stored);
        self.peak_bytes = self.peak_bytes.max(stats.peak_bytes);
        self.peaks += u128::from(stats.peak_bytes);
        self.time = self.time.saturating_add(*time);
    }

    /// Bytes for each state that was stored, where one was.
    pub(super) fn bytes_a_state(&self) -> Option<f64> {
        (self.stored > 0).then(|| real(self.peaks) / real(self.stored))
    }

    /// Nodes that were expanded in a second.
    pub(super) fn rate(&self) -> Option<f64> {
        let seconds = self.time.as_secs_f64();
        (self.expanded > 0 && seconds > 0.0).then(|| real(self.expanded) / seconds)
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "it becomes a mean of three digits"
)]
fn real(count: u128) -> f64 {
    count as f64
}

impl Board<'_> {
    /// What each combination did: on all questions, and on those that all of them settled if that is not the same.
    pub(super) fn tallies(&self) -> (Vec<Tally>, Option<(usize, Vec<Tally>)>) {
        let on = |only_settled: bool| {
            let mut tallies = vec![Tally::default(); self.offers.len()];
            let rows = self.rows.iter();
            for row in rows.filter(|row| !only_settled || row.is_settled()) {
                for (tally, cell) in tallies.iter_mut().zip(&row.cells) {
                    if let Some(cell) = cell {
                        tally.add(cell);
                    }
                }
            }
            tallies
        };
        let settled = self.rows.iter().filter(|row| row.is_settled()).count();
        let fewer = settled < self.rows.len();
        (on(false), fewer.then(|| (settled, on(true))))
    }
}
