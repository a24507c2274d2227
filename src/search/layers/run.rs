//! A sweep in progress: the layer that is expanded, the layer that comes in, and the counters.
//!
//! (The hot loop for sparse layers and what it keeps in its reach are one noun; hence the length.)

pub(super) mod saved;

use std::convert::Infallible;

use serde::{Deserialize, Serialize};

use crate::bits::PackedArray;
use crate::cost::{self, Cost};
use crate::memory::{BudgetVec, Memory, MemoryExhausted};
use crate::search::Stats;
use crate::search::layers::expander::{Expander, SEEN, Streaming};
use crate::search::layers::frontier::Frontier;
use crate::search::layers::lasting::Lasting;
use crate::search::layers::neighbours::Neighbours;
use crate::search::layers::stream::{self, Plane};
use crate::search::layers::sweeping::{Broken, Step, Watched};
use crate::search::layers::table::Table;
use crate::search::layers::{Deepest, End};
use crate::search::limits::{Limit, Limits};
use crate::search::outcome::SearchError;
use crate::store::costs::{CostList, Width};
use crate::store::word::{Word, index};

/// States that are expanded between two looks at the limits.
pub(super) const BATCH: usize = 1024;

/// Fewer states are not worth a thread.
const SHARE: u64 = if cfg!(test) { 1 } else { 1 << 13 };

/// A thread has a plane of its own to clear and to join. To be worth that it expands one state for so many words, at
/// the least.
const WORDS_PER_STATE: u64 = 8;

/// As many ranks are scanned in the time of an expansion.
pub(super) const SCANNED_PER_EXPANSION: u64 = 16;

/// Runs an expression on the cells of a list, whatever their width.
macro_rules! on_cells {
    ($width:expr, $cells:ident => $run:expr) => {
        match $width {
            Width::U8($cells) => $run,
            Width::U16($cells) => $run,
            Width::U32($cells) => $run,
            Width::I64($cells) => $run,
        }
    };
}

pub(super) use on_cells;

/// Everything of a sweep but its table and its edges.
#[derive(Debug)]
pub struct Run<W> {
    /// How many ranks there are.
    size: u64,
    /// The layer at `depth`, which is complete.
    current: Frontier<W>,
    /// The layer after it, as far as it is known.
    next: Frontier<W>,
    depth: Cost,
    /// What comes before this - in the list of the layer, or among all ranks - is expanded.
    from: u64,
    /// Where marks for the next layer were begun with, if there are some of which it is not known yet what is new.
    begun: Option<Begun>,
    profile: BudgetVec<u64>,
    /// So many targets, from the first, are known to be reached.
    settled: usize,
    /// The work since the limits on time were looked at, in expansions.
    unwatched: u64,
    /// The edge that was refused, if one was: the sweep goes no further.
    refused: Option<SearchError>,
    stats: Stats,
    memory: Memory,
    threads: usize,
    /// Room for a batch of ranks that were scanned for.
    scanned: Box<[W; BATCH]>,
    /// Room for neighbours that are to be looked up.
    seen: Box<[W; SEEN]>,
}

/// Where a sweep was when it began to mark what a layer leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Begun {
    from: u64,
    expanded: u64,
    generated: u64,
}

/// What a sweep found, beside its table.
#[derive(Debug)]
pub struct Report {
    pub(super) profile: BudgetVec<u64>,
    pub(super) deepest: Deepest,
    pub(super) stats: Stats,
}

impl<W: Word> Run<W> {
    /// A run among `size` ranks. `is_in_table` says whether the table tells which states a layer has.
    pub(super) fn new(size: u64, is_in_table: bool, memory: &Memory, threads: usize) -> Self {
        Self {
            size,
            current: Frontier::new(memory, size, is_in_table),
            next: Frontier::new(memory, size, is_in_table),
            depth: 0,
            from: 0,
            begun: None,
            profile: BudgetVec::new(memory),
            settled: 0,
            unwatched: 0,
            refused: None,
            stats: Stats::default(),
            memory: memory.clone(),
            threads,
            scanned: Box::new([W::NONE; BATCH]),
            seen: Box::new([W::NONE; SEEN]),
        }
    }

    pub(super) fn stats(&self) -> Stats {
        self.stats
    }

    /// The depth of the last layer that is complete, and 0 before there is one.
    pub(super) fn depth(&self) -> Cost {
        self.depth
    }

    /// Whether an edge was refused.
    pub(super) fn is_refused(&self) -> bool {
        self.refused.is_some()
    }

    /// Notes the starts as layer 0.
    fn begin<T: Table + ?Sized>(&mut self, table: &mut T, starts: &mut dyn Iterator<Item = u64>) {
        if let Ok(mark) = T::mark(0) {
            for rank in starts {
                if table.claim(rank, mark) {
                    self.current.add(rank);
                }
            }
            self.stats.stored = self.current.count();
        }
    }

    /// Completes the next layer, unless the sweep is over or the table too narrow, or pauses in the middle of it, with
    /// `None`. Whatever stopped it, the next call goes on from there.
    fn advance<T: Table + ?Sized>(
        &mut self,
        table: &mut T,
        edges: &mut dyn Expander<W, T>,
        targets: &[u64],
        (limits, pause, observer): Watched<'_, '_>,
    ) -> Result<Result<Option<Step>, T::TooNarrow>, SearchError> {
        if let Some(error) = &self.refused {
            return Err(error.clone());
        }
        let done = |end| Ok(Ok(Some(Step::Done(end))));
        if self.is_counted() {
            if self.is_settled(table, targets) {
                return done(End::Settled);
            }
            let after = cost::add(self.depth, 1)?;
            if limits.cuts(after) {
                let most = limits.cost.unwrap_or(self.depth);
                return done(End::Limit(Limit::Cost(most)));
            }
            let marks = T::mark(self.depth).and_then(|mark| Ok((mark, T::mark(after)?)));
            let marks = match marks {
                Ok(marks) => marks,
                Err(narrow) => return Ok(Err(narrow)),
            };
            match self.expand(table, edges, marks, (limits, pause, observer))? {
                Some(Broken::Off(limit)) => return done(End::Limit(limit)),
                Some(Broken::Paused) => return Ok(Ok(None)),
                None => {}
            }
            if self.next.count() == 0 {
                return done(End::Whole);
            }
            std::mem::swap(&mut self.current, &mut self.next);
            self.current.list_if_sparse();
            self.next.clear();
            self.depth = after;
            self.from = 0;
        }
        let (depth, states) = (self.depth, self.current.count());
        if let Err(why) = self.note_layer::<T>(states) {
            return done(End::Limit(why.into()));
        }
        observer.layer(depth, states);
        Ok(Ok(Some(Step::Layer { depth, states })))
    }

    /// Puts the current layer into the profile.
    fn note_layer<T: Table + ?Sized>(&mut self, states: u64) -> Result<(), MemoryExhausted> {
        match self.profile.push(states) {
            Err(_) if T::TELLS_LAYERS && self.give_way() => self.profile.push(states),
            outcome => outcome,
        }
    }

    /// Between two layers: gives back the room of both, where the table tells their states, for what the sweep cannot do
    /// without. Returns whether there was any.
    fn give_way(&mut self) -> bool {
        let (current, next) = (self.current.give_way(), self.next.give_way());
        current || next
    }

    /// Whether the layer at `depth` is in the profile.
    fn is_counted(&self) -> bool {
        self.profile.len() as u64 > self.depth.unsigned_abs()
    }

    /// Whether there are targets, and all of them are reached.
    fn is_settled<T: Table + ?Sized>(&mut self, table: &T, targets: &[u64]) -> bool {
        let unsettled = targets.iter().skip(self.settled);
        self.settled += unsettled
            .take_while(|&&rank| table.is_reached(rank))
            .count();
        !targets.is_empty() && self.settled == targets.len()
    }

    /// Expands the current layer, until it is done, a limit is reached or the moment to pause has come.
    fn expand<T: Table + ?Sized>(
        &mut self,
        table: &mut T,
        edges: &mut dyn Expander<W, T>,
        (mark, mark_after): (T::Mark, T::Mark),
        (limits, pause, observer): Watched<'_, '_>,
    ) -> Result<Option<Broken>, SearchError> {
        if let Some(limit) = self.lost() {
            return Ok(Some(Broken::Off(limit)));
        }
        let watched = (limits, pause, &mut *observer);
        if let Some(broken) = self.stream(table, edges, mark_after, watched) {
            return Ok(Some(broken));
        }
        let end = match self.current.listed() {
            Some(list) => list.len() as u64,
            None => self.size,
        };
        while self.from < end {
            let from = self.from;
            let to = end.min(from + BATCH as u64);
            let batch = if let Some(list) = self.current.listed() {
                &list[index(from)..index(to)]
            } else {
                let mut len = 0;
                let see = |rank| {
                    self.scanned[len] = W::narrow(rank);
                    len += 1;
                };
                if self.current.planed().is_some() {
                    self.current.scan(from, to, see);
                } else {
                    table.scan(from, to, mark, see);
                }
                &self.scanned[..len]
            };
            let Limits {
                expansions, states, ..
            } = *limits;
            let most = |limit: Option<u64>, done: u64| {
                limit.map_or(u64::MAX, |most| most - most.min(done))
            };
            let (allowed, room) = (
                most(expansions, self.stats.expanded),
                most(states, self.stats.stored),
            );
            if !batch.is_empty() && allowed == 0 {
                return Ok(expansions.map(Limit::Expansions).map(Broken::Off));
            }
            if !batch.is_empty() && room == 0 {
                return Ok(states.map(Limit::States).map(Broken::Off));
            }
            let part = &batch[..batch
                .len()
                .min(usize::try_from(allowed).unwrap_or(usize::MAX))];
            let known = self.next.count();
            let (work, expanded) = edges.expand(
                part,
                (table, mark_after),
                &mut self.seen,
                &mut self.next,
                room,
            );
            let scanned = if self.current.listed().is_some() {
                0
            } else {
                to - from
            };
            self.from = match (batch.get(index(work.expanded)), self.current.listed()) {
                (None, _) => to,
                (Some(_), Some(_)) => from + work.expanded,
                (Some(left), None) => left.wide(),
            };
            let new = self.next.count() - known;
            self.stats.expanded += work.expanded;
            self.stats.generated += work.generated;
            self.stats.stored += new;
            self.stats.duplicates += work.generated - new;
            if let Err(error) = expanded {
                self.refused = Some(error.clone());
                return Err(error);
            }
            if let Some(limit) = self.lost() {
                return Ok(Some(Broken::Off(limit)));
            }
            // A layer may be scanned for long without any of its states being found.
            self.unwatched += work.expanded + scanned / SCANNED_PER_EXPANSION;
            if self.unwatched >= BATCH as u64 {
                self.unwatched = 0;
                observer.progress(&self.stats);
                let broken = Broken::look(limits, pause);
                if broken.is_some() {
                    return Ok(broken);
                }
            }
        }
        Ok(None)
    }

    /// Expands what is left of the current layer in the plane of the next one, if both are dense and no
    /// limit asks for the count of single states.
    ///
    /// Should it be broken off, what was marked stays marks, until a limit asks for single states after all or the sweep
    /// is ended. Should an edge be refused, all of the layer is expanded state by state: what threads did before they came
    /// upon it depends on them, and was not noted.
    fn stream<T: Table + ?Sized>(
        &mut self,
        table: &mut T,
        edges: &mut dyn Expander<W, T>,
        mark_after: T::Mark,
        (limits, pause, observer): Watched<'_, '_>,
    ) -> Option<Broken> {
        // Before all else, since a deep space has many sparse layers.
        self.current.planed()?;
        let begun = self.begun.unwrap_or(Begun {
            from: self.from,
            expanded: self.stats.expanded,
            generated: self.stats.generated,
        });
        let states = self.current.count();
        let counted = limits.states.is_some()
            || (limits.expansions).is_some_and(|most| most < begun.expanded + states);
        if counted || self.next.count() > 0 || !self.from.is_multiple_of(64) {
            self.settle(table, &[], (mark_after, 1));
            return None;
        }
        let (Some(current), Some(next)) = (self.current.planed(), self.next.mark()) else {
            return None;
        };
        let before = self.stats;
        let stats = &mut self.stats;
        let mut look = |expanded, generated| {
            stats.expanded = before.expanded + expanded;
            stats.generated = before.generated + generated;
            observer.progress(stats);
            Broken::look(limits, pause)
        };
        let share = SHARE.max(next.len() as u64 / WORDS_PER_STATE);
        let threads =
            usize::try_from(states / share).map_or(self.threads, |most| most.min(self.threads));
        let (edges, from): (&mut dyn Streaming<W>, _) = (edges, index(self.from / 64));
        let done = if threads > 1 {
            let crew = (threads, &self.memory);
            stream::together(edges, current, from, next, crew, &mut look)
        } else {
            let done = stream::alone(edges, current, from, next, &mut look);
            done.map(|done| (done, Vec::new()))
        };
        let Ok((done, others)) = done else {
            // As if the layer had not been begun.
            self.next.clear();
            self.begun = None;
            self.from = begun.from;
            self.stats.expanded = begun.expanded;
            self.stats.generated = begun.generated;
            return None;
        };
        self.begun = Some(begun);
        self.from = self.size.min(done.words as u64 * 64);
        self.stats.expanded = before.expanded + done.expanded;
        self.stats.generated = before.generated + done.generated;
        if self.from == self.size {
            self.settle(table, &others, (mark_after, threads));
            return None;
        }
        if let Some(next) = self.next.mark() {
            let others = others.iter();
            others.for_each(|other| stream::join(next, other.words()));
        }
        done.broken
    }

    /// Tells what is new among the marks for the next layer, if there are any.
    fn settle<T: Table + ?Sized>(
        &mut self,
        table: &mut T,
        others: &[Plane],
        (mark, threads): (T::Mark, usize),
    ) {
        let Some(begun) = self.begun.take() else {
            return;
        };
        self.next
            .fill(|next| stream::settle(table, next, others, mark, threads));
        let new = self.next.count();
        self.stats.stored += new;
        self.stats.duplicates += self.stats.generated - begun.generated - new;
    }

    /// The memory that was refused for the states of a layer that are nowhere else.
    pub(super) fn lost(&self) -> Option<Limit> {
        let refused = self.current.lost().or(self.next.lost());
        refused.map(Limit::from)
    }

    /// Ends the sweep, with the first `most` of the deepest states.
    fn report<T: Table + ?Sized>(mut self, table: &mut T, most: usize) -> Report {
        if let Ok(mark) = T::mark(self.depth.saturating_add(1)) {
            self.settle(table, &[], (mark, self.threads));
        }
        let counted = self.is_counted();
        // What is listed finds room.
        self.next.give_way();
        let mut deepest = Deepest {
            count: self.profile.last().copied().unwrap_or(0),
            ranks: BudgetVec::new(&self.memory),
        };
        if !counted {
            // The states at `depth` are of a layer that is not among the completed ones.
        } else if let Some(list) = self.current.sorted() {
            for rank in list.iter().take(most) {
                deepest.add(rank.wide(), most);
            }
        } else if let Ok(mark) = T::mark(self.depth) {
            let size = self.size;
            let mut from = 0;
            while from < size && deepest.ranks.len() < most {
                let to = size.min(from + BATCH as u64);
                let see = |rank| deepest.add(rank, most);
                if self.current.planed().is_some() {
                    self.current.scan(from, to, see);
                } else {
                    table.scan(from, to, mark, see);
                }
                from = to;
            }
        }
        Report {
            profile: self.profile,
            deepest,
            stats: self.stats,
        }
    }
}

/// Tables in which a whole sweep can be run.
pub trait Backing: Lasting {
    /// Whether the states of a layer can be told from all others by the table.
    const TELLS_LAYERS: bool;

    /// Notes the starts as layer 0.
    fn begin<W: Word>(&mut self, run: &mut Run<W>, starts: &mut dyn Iterator<Item = u64>);

    /// Completes the next layer, says why there is none, or pauses in the middle of it, with `None`.
    fn advance<W: Word, X: Neighbours>(
        &mut self,
        run: &mut Run<W>,
        edges: &mut X,
        targets: &[u64],
        watched: Watched<'_, '_>,
    ) -> Result<Option<Step>, SearchError>;

    /// Ends the sweep, with the first `most` of the deepest states.
    fn report<W: Word>(&mut self, run: Run<W>, most: usize) -> Report;
}

impl Backing for CostList {
    const TELLS_LAYERS: bool = true;

    fn begin<W: Word>(&mut self, run: &mut Run<W>, starts: &mut dyn Iterator<Item = u64>) {
        on_cells!(self.width_mut(), cells => run.begin(&mut cells[..], starts));
    }

    fn advance<W: Word, X: Neighbours>(
        &mut self,
        run: &mut Run<W>,
        edges: &mut X,
        targets: &[u64],
        watched: Watched<'_, '_>,
    ) -> Result<Option<Step>, SearchError> {
        let (limits, pause, observer) = watched;
        loop {
            let step = on_cells!(self.width_mut(), cells => {
                run.advance(&mut cells[..], edges, targets, (limits, pause, &mut *observer))?.ok()
            });
            if let Some(step) = step {
                return Ok(step);
            }
            // Cells are widened before anything of a layer is expanded.
            if let Err(why) = self.widen()
                && !run.give_way()
            {
                return Ok(Some(Step::Done(End::Limit(why.into()))));
            }
        }
    }

    fn report<W: Word>(&mut self, run: Run<W>, most: usize) -> Report {
        on_cells!(self.width_mut(), cells => run.report(&mut cells[..], most))
    }
}

impl<const BITS: u32> Backing for PackedArray<BITS>
where
    Self: Table<TooNarrow = Infallible> + Lasting,
{
    const TELLS_LAYERS: bool = <Self as Table>::TELLS_LAYERS;

    fn begin<W: Word>(&mut self, run: &mut Run<W>, starts: &mut dyn Iterator<Item = u64>) {
        run.begin(self, starts);
    }

    fn advance<W: Word, X: Neighbours>(
        &mut self,
        run: &mut Run<W>,
        edges: &mut X,
        targets: &[u64],
        watched: Watched<'_, '_>,
    ) -> Result<Option<Step>, SearchError> {
        let Ok(step) = run.advance(self, edges, targets, watched)?;
        Ok(step)
    }

    fn report<W: Word>(&mut self, run: Run<W>, most: usize) -> Report {
        run.report(self, most)
    }
}
