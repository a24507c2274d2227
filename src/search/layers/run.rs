//! A sweep in progress: the layer that is expanded, the layer that comes in, and the counters.
//!
//! (The hot loop and what it keeps in its reach are one noun; hence the length.)

use std::convert::Infallible;
use std::marker::PhantomData;

use crate::bits::PackedArray;
use crate::cost::{self, Cost};
use crate::memory::BudgetVec;
use crate::search::layers::frontier::Frontier;
use crate::search::layers::neighbours::Neighbours;
use crate::search::layers::table::Table;
use crate::search::layers::{Backing, Deepest, End};
use crate::search::limits::{Limit, Limits};
use crate::search::outcome::SearchError;
use crate::search::{Observer, Stats};
use crate::store::costs::{CostList, Width};
use crate::store::word::{Word, index};

/// States that are expanded between two looks at the limits.
const BATCH: usize = 1024;

/// States whose neighbours are found before any of them is looked up.
const PORTION: usize = 128;

/// Neighbours that are kept until they are looked up.
const SEEN: usize = 2048;

/// A layer of more than this share of all ranks is scanned for, not listed.
const SCANNED_SHARE: u64 = 16;

/// As many ranks are scanned in the time of an expansion.
const SCANNED_PER_EXPANSION: u64 = 16;

/// Runs an expression on the cells of a list, whatever their width.
macro_rules! on_cells {
    ($list:expr, $cells:ident => $run:expr) => {
        match $list.width_mut() {
            Width::U8(list) => {
                let $cells = &mut list[..];
                $run
            }
            Width::U16(list) => {
                let $cells = &mut list[..];
                $run
            }
            Width::U32(list) => {
                let $cells = &mut list[..];
                $run
            }
            Width::I64(list) => {
                let $cells = &mut list[..];
                $run
            }
        }
    };
}

pub(super) struct Run<'r, W, X, S, O> {
    edges: X,
    /// The layer at `depth`, which is complete.
    current: Frontier<W>,
    /// The layer after it, as far as it is known.
    next: Frontier<W>,
    depth: Cost,
    profile: BudgetVec<u64>,
    targets: &'r [u64],
    /// So many targets, from the first, are known to be reached.
    settled: usize,
    /// The work since the limits on time were looked at, in expansions.
    unwatched: u64,
    stats: Stats,
    limits: &'r Limits,
    observer: &'r mut O,
    /// Room for a batch of ranks that were scanned for.
    scanned: Box<[W; BATCH]>,
    /// Room for neighbours that are to be looked up.
    seen: Box<[W; SEEN]>,
    states: PhantomData<fn(&S)>,
}

/// What a sweep found, beside its table.
pub(super) struct Report {
    pub(super) end: End,
    pub(super) profile: BudgetVec<u64>,
    pub(super) deepest: Deepest,
    pub(super) stats: Stats,
}

impl<'r, W, X, S, O> Run<'r, W, X, S, O>
where
    W: Word,
    X: Neighbours,
    O: Observer<S>,
{
    pub(super) fn new(
        edges: X,
        targets: &'r [u64],
        limits: &'r Limits,
        observer: &'r mut O,
    ) -> Self {
        Self {
            edges,
            current: Frontier::new(&limits.memory),
            next: Frontier::new(&limits.memory),
            depth: 0,
            profile: BudgetVec::new(&limits.memory),
            targets,
            settled: 0,
            unwatched: 0,
            stats: Stats::default(),
            limits,
            observer,
            scanned: Box::new([W::NONE; BATCH]),
            seen: Box::new([W::NONE; SEEN]),
            states: PhantomData,
        }
    }

    /// Notes the starts as layer 0.
    fn begin<T: Table + ?Sized>(&mut self, table: &mut T, starts: &mut dyn Iterator<Item = u64>) {
        self.list_only_sparse_layers::<T>();
        if let Ok(mark) = T::mark(0) {
            for rank in starts {
                if table.claim(rank, mark) {
                    self.current.add(rank);
                }
            }
            self.stats.stored = self.current.count();
        }
    }

    fn list_only_sparse_layers<T: Table + ?Sized>(&mut self) {
        let longest = if T::TELLS_LAYERS {
            self.edges.size() / SCANNED_SHARE
        } else {
            u64::MAX
        };
        self.current.list_up_to(longest);
        self.next.list_up_to(longest);
    }

    /// Sweeps layers until the sweep is over or the table too narrow.
    fn layers<T: Table + ?Sized>(
        &mut self,
        table: &mut T,
    ) -> Result<Result<End, T::TooNarrow>, SearchError> {
        loop {
            // The layer at `depth` has just been completed, or the table was widened after it.
            if let Some(over) = self.complete(table) {
                return Ok(Ok(over));
            }
            let after = cost::add(self.depth, 1)?;
            if self.limits.cuts(after) {
                let most = self.limits.cost.unwrap_or(self.depth);
                return Ok(Ok(End::Limit(Limit::Cost(most))));
            }
            let marks = T::mark(self.depth).and_then(|mark| Ok((mark, T::mark(after)?)));
            let (mark, mark_after) = match marks {
                Ok(marks) => marks,
                Err(narrow) => return Ok(Err(narrow)),
            };
            if let Some(limit) = self.expand(table, mark, mark_after)? {
                return Ok(Ok(End::Limit(limit)));
            }
            if self.next.count() == 0 {
                return Ok(Ok(End::Whole));
            }
            std::mem::swap(&mut self.current, &mut self.next);
            self.next.clear();
            self.depth = after;
        }
    }

    /// Counts the current layer, once, and tells whether the sweep is over with it.
    fn complete<T: Table + ?Sized>(&mut self, table: &T) -> Option<End> {
        if self.profile.len() as u64 > self.depth.unsigned_abs() {
            return None;
        }
        if let Err(why) = self.profile.push(self.current.count()) {
            return Some(End::Limit(why.into()));
        }
        self.observer.layer(self.depth, self.current.count());
        while let Some(&target) = self.targets.get(self.settled) {
            if !table.is_reached(target) {
                return None;
            }
            self.settled += 1;
        }
        (self.settled > 0).then_some(End::Settled)
    }

    /// Expands the current layer, until it is done or a limit is reached.
    fn expand<T: Table + ?Sized>(
        &mut self,
        table: &mut T,
        mark: T::Mark,
        mark_after: T::Mark,
    ) -> Result<Option<Limit>, SearchError> {
        let (mut from, end) = match self.current.listed() {
            Some(list) => (0, list.len() as u64),
            None => (0, self.edges.size()),
        };
        while from < end {
            let to = end.min(from + BATCH as u64);
            let batch = if let Some(list) = self.current.listed() {
                &list[index(from)..index(to)]
            } else {
                let mut len = 0;
                table.scan(from, to, mark, |rank| {
                    self.scanned[len] = W::narrow(rank);
                    len += 1;
                });
                &self.scanned[..len]
            };
            let Limits {
                expansions, states, ..
            } = *self.limits;
            let most = |limit: Option<u64>, done: u64| {
                limit.map_or(u64::MAX, |most| most - most.min(done))
            };
            let (allowed, room) = (
                most(expansions, self.stats.expanded),
                most(states, self.stats.stored),
            );
            if !batch.is_empty() && allowed == 0 {
                return Ok(expansions.map(Limit::Expansions));
            }
            if !batch.is_empty() && room == 0 {
                return Ok(states.map(Limit::States));
            }
            let part = &batch[..batch
                .len()
                .min(usize::try_from(allowed).unwrap_or(usize::MAX))];
            let known = self.next.count();
            let work = expand(
                &mut self.edges,
                table,
                part,
                &mut self.seen,
                &mut self.next,
                mark_after,
                room,
            )?;
            let scanned = if self.current.listed().is_some() {
                0
            } else {
                to - from
            };
            from = match (batch.get(index(work.expanded)), self.current.listed()) {
                (None, _) => to,
                (Some(_), Some(_)) => from + work.expanded,
                (Some(left), None) => left.wide(),
            };
            let new = self.next.count() - known;
            self.stats.expanded += work.expanded;
            self.stats.generated += work.generated;
            self.stats.stored += new;
            self.stats.duplicates += work.generated - new;
            if !T::TELLS_LAYERS
                && let Some(why) = self.next.refused()
            {
                return Ok(Some(why.into()));
            }
            // A layer may be scanned for long without any of its states being found.
            self.unwatched += work.expanded + scanned / SCANNED_PER_EXPANSION;
            if self.unwatched >= BATCH as u64 {
                self.unwatched = 0;
                self.observer.progress(&self.stats);
                if let Some(limit) = self.limits.interrupted() {
                    return Ok(Some(limit));
                }
            }
        }
        Ok(None)
    }

    /// Ends the sweep, with the first `most` of the deepest states.
    fn report<T: Table + ?Sized>(mut self, end: End, table: &T, most: usize) -> Report {
        let mut deepest = Deepest {
            count: self.current.count(),
            ranks: BudgetVec::new(&self.limits.memory),
        };
        if let Some(list) = self.current.sorted() {
            for rank in list.iter().take(most) {
                deepest.add(rank.wide(), most);
            }
        } else if let Ok(mark) = T::mark(self.depth) {
            let size = self.edges.size();
            let mut from = 0;
            while from < size && deepest.ranks.len() < most {
                let to = size.min(from + BATCH as u64);
                table.scan(from, to, mark, |rank| deepest.add(rank, most));
                from = to;
            }
        }
        self.stats.peak_bytes = self.limits.memory.peak();
        Report {
            end,
            profile: self.profile,
            deepest,
            stats: self.stats,
        }
    }
}

/// How much of a batch was done.
struct Work {
    expanded: u64,
    generated: u64,
}

/// Expands the states of `batch` into `next` until `room` states came in: the hot loop.
///
/// A portion of states is turned into the ranks beside them first, then all these ranks are looked up:
/// many accesses to the table are under way at once where it is larger than the caches.
fn expand<W: Word, X: Neighbours, T: Table + ?Sized>(
    edges: &mut X,
    table: &mut T,
    batch: &[W],
    seen: &mut [W; SEEN],
    next: &mut Frontier<W>,
    mark: T::Mark,
    room: u64,
) -> Result<Work, SearchError> {
    let full = next.count().saturating_add(room);
    // Where states are rationed, none is expanded after the last one that is allowed came in.
    let portion = if room == u64::MAX { PORTION } else { 1 };
    let mut work = Work {
        expanded: 0,
        generated: 0,
    };
    for portion in batch.chunks(portion) {
        if next.count() >= full {
            break;
        }
        let mut len = 0;
        for rank in portion {
            edges.visit(rank.wide(), |rank| {
                if len == SEEN {
                    take_in_early(table, seen, next, mark);
                    work.generated += len as u64;
                    len = 0;
                }
                seen[len] = W::narrow(rank);
                len += 1;
            })?;
        }
        work.expanded += portion.len() as u64;
        work.generated += len as u64;
        take_in(table, &seen[..len], next, mark);
    }
    Ok(work)
}

/// [`take_in`] where a portion has more neighbours than there is room for.
#[cold]
#[inline(never)]
fn take_in_early<W: Word, T: Table + ?Sized>(
    table: &mut T,
    seen: &[W],
    next: &mut Frontier<W>,
    mark: T::Mark,
) {
    take_in(table, seen, next, mark);
}

/// Notes those ranks that are new.
#[inline]
fn take_in<W: Word, T: Table + ?Sized>(
    table: &mut T,
    seen: &[W],
    next: &mut Frontier<W>,
    mark: T::Mark,
) {
    for rank in seen {
        let rank = rank.wide();
        if table.claim(rank, mark) {
            next.add(rank);
        }
    }
}

impl Backing for CostList {
    fn sweep<W, X, S, O>(
        &mut self,
        mut run: Run<'_, W, X, S, O>,
        starts: &mut dyn Iterator<Item = u64>,
        deepest: usize,
    ) -> Result<Report, SearchError>
    where
        W: Word,
        X: Neighbours,
        O: Observer<S>,
    {
        on_cells!(self, cells => run.begin(cells, starts));
        let end = loop {
            match on_cells!(self, cells => run.layers(cells)?.ok()) {
                Some(end) => break end,
                None => {
                    if let Err(why) = self.widen() {
                        break End::Limit(why.into());
                    }
                }
            }
        };
        Ok(on_cells!(self, cells => run.report(end, cells, deepest)))
    }
}

impl<const BITS: u32> Backing for PackedArray<BITS>
where
    Self: Table<TooNarrow = Infallible>,
{
    fn sweep<W, X, S, O>(
        &mut self,
        mut run: Run<'_, W, X, S, O>,
        starts: &mut dyn Iterator<Item = u64>,
        deepest: usize,
    ) -> Result<Report, SearchError>
    where
        W: Word,
        X: Neighbours,
        O: Observer<S>,
    {
        run.begin(self, starts);
        let Ok(end) = run.layers(self)?;
        Ok(run.report(end, self, deepest))
    }
}
