//! Dense layers: the plane of the current one is read in order, and what its states lead to is marked in
//! the plane of the next one without a look at what is known. Then both the plane and the table are
//! gone over once, and only what is new stays (as in Korf 2008, "Minimizing disk I/O in two-bit
//! breadth-first search").
//!
//! So the only accesses that are not in order are marks in one bit a rank, with no branch behind them; where
//! the plane is larger than the caches they are asked for ahead. Several threads take spans of the current plane in
//! turn, and each marks in a plane of its own. An atomic operation on a common one would have to wait for its
//! memory before the next mark could ask for its own, and so take twice the time; no plane is read but in order.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::thread;

use crate::bits::PackedArray;
use crate::machine::prefetch::prefetch;
use crate::memory::Memory;
use crate::search::layers::neighbours::Neighbours;
use crate::search::layers::table::Table;
use crate::search::limits::Limit;
use crate::search::outcome::SearchError;
use crate::store::word::{Word, index};

// Unit tests cut small spaces as large ones are cut.

/// Words of a plane that are expanded between two looks at the clock.
const SPAN: usize = if cfg!(test) { 1 } else { 512 };

/// A plane of at most so many words (256 KiB) stays in a near cache: nothing is asked for ahead.
const NEAR: usize = if cfg!(test) { 4 } else { 1 << 15 };

/// Marks that wait for their memory, at the least.
const AHEAD: usize = 128;

/// Room for marks that wait.
const WAITING: usize = 1024;

/// Words that a thread goes over at once at the least.
const SHARE: usize = if cfg!(test) { 2 } else { 1 << 13 };

/// What was done of a layer.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Streamed {
    /// All words before this one are expanded.
    pub(super) words: usize,
    pub(super) expanded: u64,
    pub(super) generated: u64,
    /// Why it was broken off.
    pub(super) limit: Option<Limit>,
}

/// A plane of one bit a rank.
pub(super) type Plane = PackedArray<1>;

/// Expands `current` from word `from` on. `pause` is called now and then with what was expanded and generated
/// so far, and may break off.
pub(super) fn alone<W: Word, X: Neighbours>(
    edges: &mut X,
    current: &[u64],
    from: usize,
    next: &mut [u64],
    mut pause: impl FnMut(u64, u64) -> Option<Limit>,
) -> Result<Streamed, SearchError> {
    let mut waiting = Box::new([W::NONE; WAITING]);
    let mut done = Streamed {
        words: from,
        ..Streamed::default()
    };
    while done.words < current.len() && done.limit.is_none() {
        let to = current.len().min(done.words + SPAN);
        let span = Span {
            words: &current[done.words..to],
            first: done.words as u64 * 64,
        };
        let (expanded, generated) = span.expand(edges, next, &mut waiting)?;
        done.words = to;
        done.expanded += expanded;
        done.generated += generated;
        if expanded > 0 {
            done.limit = pause(done.expanded, done.generated);
        }
    }
    Ok(done)
}

/// As [`alone`] on several threads, of which the calling one is the first. What the others mark is in the planes
/// that are returned; where there is no memory for them, fewer threads work.
pub(super) fn together<W: Word, X: Neighbours>(
    edges: &mut X,
    current: &[u64],
    from: usize,
    next: &mut [u64],
    (threads, memory): (usize, &Memory),
    mut pause: impl FnMut(u64, u64) -> Option<Limit>,
) -> Result<(Streamed, Vec<Plane>), SearchError> {
    let ranks = next.len() as u64 * 64;
    let crew = Crew {
        spans: current.get(from..).unwrap_or_default(),
        first: from as u64 * 64,
        taken: AtomicUsize::new(0),
        expanded: AtomicU64::new(0),
        generated: AtomicU64::new(0),
        stop: AtomicBool::new(false),
    };
    let (limit, errors, planes) = thread::scope(|scope| {
        let others: Vec<_> = (1..threads)
            .map(|_| {
                let (mut edges, crew) = (edges.clone(), &crew);
                scope.spawn(move || {
                    let mut plane = Plane::filled(memory, ranks, 0).ok()?;
                    let done = crew.work::<W, X>(&mut edges, plane.words_mut(), || false);
                    Some((done, plane))
                })
            })
            .collect();
        let mut limit = None;
        let own = crew.work::<W, X>(edges, next, || {
            let told = |count: &AtomicU64| count.load(Ordering::Relaxed);
            limit = pause(told(&crew.expanded), told(&crew.generated));
            limit.is_some()
        });
        let (mut errors, mut planes) = (vec![own], Vec::new());
        for other in others {
            let other = other.join().unwrap_or_else(|panic| {
                std::panic::resume_unwind(panic);
            });
            if let Some((done, plane)) = other {
                errors.push(done);
                planes.push(plane);
            }
        }
        (limit, errors, planes)
    });
    // Spans are taken in order, so the first span with an error is the same in every run.
    let first = errors.into_iter().filter_map(Result::err);
    if let Some((_, error)) = first.min_by_key(|(span, _)| *span) {
        return Err(error);
    }
    let spans = crew.taken.into_inner();
    let done = Streamed {
        words: current.len().min(from + spans.saturating_mul(SPAN)),
        expanded: crew.expanded.into_inner(),
        generated: crew.generated.into_inner(),
        limit,
    };
    Ok((done, planes))
}

/// What threads share that expand one layer.
struct Crew<'a> {
    spans: &'a [u64],
    /// The rank of the first bit.
    first: u64,
    /// Spans that were taken, one after another.
    taken: AtomicUsize,
    expanded: AtomicU64,
    generated: AtomicU64,
    /// Nobody takes another span.
    stop: AtomicBool,
}

impl Crew<'_> {
    /// Takes spans until there are none or all are to stop. An error comes with the number of its span.
    fn work<W: Word, X: Neighbours>(
        &self,
        edges: &mut X,
        next: &mut [u64],
        mut stops: impl FnMut() -> bool,
    ) -> Result<(), (usize, SearchError)> {
        let mut waiting = Box::new([W::NONE; WAITING]);
        while !self.stop.load(Ordering::Relaxed) {
            let number = self.taken.fetch_add(1, Ordering::Relaxed);
            let from = number.saturating_mul(SPAN);
            let to = self.spans.len().min(from.saturating_add(SPAN));
            let Some(words) = self.spans.get(from..to).filter(|words| !words.is_empty()) else {
                break;
            };
            let first = self.first + from as u64 * 64;
            let (expanded, generated) = Span { words, first }
                .expand(edges, next, &mut waiting)
                .map_err(|error| {
                    self.stop.store(true, Ordering::Relaxed);
                    (number, error)
                })?;
            self.expanded.fetch_add(expanded, Ordering::Relaxed);
            self.generated.fetch_add(generated, Ordering::Relaxed);
            if expanded > 0 && stops() {
                self.stop.store(true, Ordering::Relaxed);
            }
        }
        Ok(())
    }
}

/// Words of a plane.
struct Span<'a> {
    words: &'a [u64],
    /// The rank of the first bit.
    first: u64,
}

impl Span<'_> {
    /// Expands the states of the span: the hot loop. Returns how many were expanded and generated.
    #[inline]
    fn expand<W: Word, X: Neighbours>(
        &self,
        edges: &mut X,
        next: &mut [u64],
        waiting: &mut [W; WAITING],
    ) -> Result<(u64, u64), SearchError> {
        if next.len() <= NEAR {
            self.expand_near(edges, next)
        } else {
            self.expand_far(edges, next, waiting)
        }
    }

    fn expand_near<X: Neighbours>(
        &self,
        edges: &mut X,
        next: &mut [u64],
    ) -> Result<(u64, u64), SearchError> {
        let (mut expanded, mut generated) = (0, 0);
        self.each(|rank| {
            expanded += 1;
            edges.visit(rank, |rank| {
                set(next, rank);
                generated += 1;
            })
        })?;
        Ok((expanded, generated))
    }

    fn expand_far<W: Word, X: Neighbours>(
        &self,
        edges: &mut X,
        next: &mut [u64],
        waiting: &mut [W; WAITING],
    ) -> Result<(u64, u64), SearchError> {
        let (mut expanded, mut generated) = (0, 0);
        let mut len = 0;
        self.each(|rank| {
            expanded += 1;
            edges.visit(rank, |rank| {
                if len == WAITING {
                    generated += len as u64;
                    mark_early(next, &waiting[..len]);
                    len = 0;
                }
                prefetch(next, index(rank / 64));
                waiting[len] = W::narrow(rank);
                len += 1;
            })?;
            if len >= AHEAD {
                generated += len as u64;
                mark(next, &waiting[..len]);
                len = 0;
            }
            Ok(())
        })?;
        generated += len as u64;
        mark(next, &waiting[..len]);
        Ok((expanded, generated))
    }

    /// Calls `see` with the ranks of the span, ascending.
    #[inline]
    fn each(&self, mut see: impl FnMut(u64) -> Result<(), SearchError>) -> Result<(), SearchError> {
        for (first, &word) in (0..).map(|word| self.first + 64 * word).zip(self.words) {
            let mut word = word;
            while word != 0 {
                see(first + u64::from(word.trailing_zeros()))?;
                word &= word - 1;
            }
        }
        Ok(())
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

/// Notes in the table what is marked in `next` and in `others`, and leaves only what was new in `next`. Returns how
/// many that is.
pub(super) fn settle<T: Table + ?Sized>(
    table: &mut T,
    next: &mut [u64],
    others: &[Plane],
    mark: T::Mark,
    threads: usize,
) -> u64 {
    let share = next.len().div_ceil(threads.max(1)).max(SHARE);
    let firsts = (0..).step_by(share);
    let parts = next
        .chunks_mut(share)
        .zip(table.pieces().chunks_mut(share * T::PIECES));
    let mut parts = firsts.zip(parts);
    let note = |(first, (next, pieces)): (usize, (&mut [u64], &mut [T::Piece]))| {
        for other in others {
            join(next, &other.words()[first..]);
        }
        note::<T>(pieces, next, mark)
    };
    let own = parts.next();
    thread::scope(|scope| {
        let others: Vec<_> = parts.map(|part| scope.spawn(move || note(part))).collect();
        let own = own.map_or(0, note);
        let others = others.into_iter().map(|other| {
            other.join().unwrap_or_else(|panic| {
                std::panic::resume_unwind(panic);
            })
        });
        own + others.sum::<u64>()
    })
}

/// Marks what is marked in another plane.
fn join(next: &mut [u64], other: &[u64]) {
    for (word, other) in next.iter_mut().zip(other) {
        *word |= other;
    }
}

fn note<T: Table + ?Sized>(pieces: &mut [T::Piece], next: &mut [u64], mark: T::Mark) -> u64 {
    let mut count = 0;
    for (word, pieces) in next.iter_mut().zip(pieces.chunks_mut(T::PIECES)) {
        if *word != 0 {
            *word = T::note(pieces, *word, mark);
            count += u64::from(word.count_ones());
        }
    }
    count
}
