//! The hot loops of a sweep by rank. They alone are compiled for the edges of a space; all else of a sweep calls them
//! for many states at once, through one pointer, and is compiled once.

use crate::machine::prefetch::prefetch;
use crate::search::layers::frontier::Frontier;
use crate::search::layers::neighbours::Neighbours;
use crate::search::layers::table::Table;
use crate::search::outcome::SearchError;
use crate::store::word::{Word, index};

/// States whose neighbours are found before any of them is looked up.
pub(super) const PORTION: usize = 32;

/// Neighbours that are kept until they are looked up.
pub(super) const SEEN: usize = 2048;

// Unit tests cut small spaces as large ones are cut.

/// A plane of at most so many words (256 KiB) stays in a near cache: nothing is asked for ahead.
const NEAR: usize = if cfg!(test) { 4 } else { 1 << 15 };

/// Marks that wait for their memory, at the least.
const AHEAD: usize = 128;

/// Room for marks that wait.
pub(super) const WAITING: usize = 1024;

/// So many states of a dense layer are expanded together.
const TOGETHER: usize = 64;

/// How much was done.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Work {
    pub(super) expanded: u64,
    pub(super) generated: u64,
}

/// Words of a plane.
pub(super) struct Span<'a> {
    pub(super) words: &'a [u64],
    /// The rank of the first bit.
    pub(super) first: u64,
}

/// Edges along which dense layers are expanded.
pub(super) trait Streaming<W: Word>: Send {
    /// The same edges, for another thread.
    fn another(&self) -> Box<dyn Streaming<W> + '_>;

    /// Marks in `next` what the states of a span lead to.
    fn stream(
        &mut self,
        span: &Span<'_>,
        next: &mut [u64],
        waiting: &mut [W; WAITING],
    ) -> Result<Work, SearchError>;
}

/// Edges along which states are expanded over a table.
pub(super) trait Expander<W: Word, T: Table + ?Sized>: Streaming<W> {
    /// Expands the states of `batch` into `next` until `room` states came in, or an edge is refused. What was done
    /// before it is counted and noted, edges of the same state included.
    fn expand(
        &mut self,
        batch: &[W],
        table: (&mut T, T::Mark),
        seen: &mut [W; SEEN],
        next: &mut Frontier<W>,
        room: u64,
    ) -> (Work, Result<(), SearchError>);
}

impl<W: Word, X: Neighbours> Streaming<W> for X {
    fn another(&self) -> Box<dyn Streaming<W> + '_> {
        Box::new(self.clone())
    }

    fn stream(
        &mut self,
        span: &Span<'_>,
        next: &mut [u64],
        waiting: &mut [W; WAITING],
    ) -> Result<Work, SearchError> {
        if next.len() <= NEAR {
            stream_near(self, span, next)
        } else {
            stream_far(self, span, next, waiting)
        }
    }
}

impl<W: Word, X: Neighbours, T: Table + ?Sized> Expander<W, T> for X {
    /// A portion of states is turned into the ranks beside them first, then all these ranks are looked up:
    /// many accesses to the table are under way at once where it is larger than the caches.
    fn expand(
        &mut self,
        batch: &[W],
        (table, mark): (&mut T, T::Mark),
        seen: &mut [W; SEEN],
        next: &mut Frontier<W>,
        room: u64,
    ) -> (Work, Result<(), SearchError>) {
        let full = next.count().saturating_add(room);
        // Where states are rationed, none is expanded after the last one that is allowed came in.
        let portion = if room == u64::MAX { PORTION } else { 1 };
        let mut ranks = [0; PORTION];
        let mut work = Work::default();
        for portion in batch.chunks(portion) {
            if next.count() >= full {
                break;
            }
            for (wide, rank) in ranks.iter_mut().zip(portion) {
                *wide = rank.wide();
            }
            let mut len = 0;
            let ranks = &ranks[..portion.len()];
            let visited = self.visit_each(ranks, |found| {
                if len + found.len() > SEEN {
                    take_in_early(table, &seen[..len], next, mark);
                    work.generated += len as u64;
                    len = 0;
                }
                for (&rank, place) in found.iter().zip(&mut seen[len..len + found.len()]) {
                    table.ask(rank);
                    *place = W::narrow(rank);
                }
                len += found.len();
            });
            work.generated += len as u64;
            take_in(table, &seen[..len], next, mark);
            if visited.is_err() {
                work.expanded += before_refused(self, ranks);
                return (work, visited);
            }
            work.expanded += portion.len() as u64;
        }
        (work, Ok(()))
    }
}

/// How many of `ranks` come before the first with an edge that is refused.
#[cold]
#[inline(never)]
fn before_refused(edges: &mut impl Neighbours, ranks: &[u64]) -> u64 {
    let whole = ranks
        .iter()
        .take_while(|&&rank| edges.visit(rank, |_| ()).is_ok());
    whole.count() as u64
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

/// Marks at once.
fn stream_near<X: Neighbours>(
    edges: &mut X,
    span: &Span<'_>,
    next: &mut [u64],
) -> Result<Work, SearchError> {
    let mut work = Work::default();
    span.each(X::IN_CROWDS, |ranks| {
        work.expanded += ranks.len() as u64;
        edges.visit_each(ranks, |found| {
            for &rank in found {
                set(next, rank);
            }
            work.generated += found.len() as u64;
        })
    })?;
    Ok(work)
}

/// Asks for the memory of many marks before the first of them is made.
fn stream_far<W: Word, X: Neighbours>(
    edges: &mut X,
    span: &Span<'_>,
    next: &mut [u64],
    waiting: &mut [W; WAITING],
) -> Result<Work, SearchError> {
    let mut work = Work::default();
    let mut len = 0;
    span.each(X::IN_CROWDS, |ranks| {
        work.expanded += ranks.len() as u64;
        edges.visit_each(ranks, |found| {
            if len + found.len() > WAITING {
                work.generated += len as u64;
                mark_early(next, &waiting[..len]);
                len = 0;
            }
            for (&rank, place) in found.iter().zip(&mut waiting[len..len + found.len()]) {
                prefetch(next, index(rank / 64));
                *place = W::narrow(rank);
            }
            len += found.len();
        })?;
        if len >= AHEAD {
            work.generated += len as u64;
            mark(next, &waiting[..len]);
            len = 0;
        }
        Ok(())
    })?;
    work.generated += len as u64;
    mark(next, &waiting[..len]);
    Ok(work)
}

impl Span<'_> {
    /// Calls `see` with the ranks of the span, ascending: `in_crowds` with [`TOGETHER`] at once and then those that
    /// are left, else with one after another.
    #[inline]
    fn each(
        &self,
        in_crowds: bool,
        mut see: impl FnMut(&[u64]) -> Result<(), SearchError>,
    ) -> Result<(), SearchError> {
        let mut ranks = [0; 2 * TOGETHER];
        let mut len = 0;
        for (first, &word) in (0..).map(|word| self.first + 64 * word).zip(self.words) {
            let mut word = word;
            while word != 0 {
                let rank = first + u64::from(word.trailing_zeros());
                word &= word - 1;
                if !in_crowds {
                    see(&[rank])?;
                    continue;
                }
                ranks[len] = rank;
                len += 1;
            }
            if len >= TOGETHER {
                see(&ranks[..TOGETHER])?;
                ranks.copy_within(TOGETHER.., 0);
                len -= TOGETHER;
            }
        }
        see(&ranks[..len])
    }
}

#[inline]
fn set(plane: &mut [u64], rank: u64) {
    plane[index(rank / 64)] |= 1 << (rank % 64);
}

#[inline]
fn mark<W: Word>(next: &mut [u64], ranks: &[W]) {
    for rank in ranks {
        set(next, rank.wide());
    }
}

/// [`mark`] where a state has more neighbours than there is room for.
#[cold]
#[inline(never)]
fn mark_early<W: Word>(next: &mut [u64], ranks: &[W]) {
    mark(next, ranks);
}
