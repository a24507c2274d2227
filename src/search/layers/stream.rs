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
use crate::memory::Memory;
use crate::search::layers::expander::{Span, Streaming, WAITING, Work};
use crate::search::layers::sweeping::Broken;
use crate::search::layers::table::Table;
use crate::search::outcome::SearchError;
use crate::store::word::Word;

// Unit tests cut small spaces as large ones are cut.

/// Words of a plane that are expanded between two looks at the clock.
const SPAN: usize = if cfg!(test) { 1 } else { 512 };

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
    pub(super) broken: Option<Broken>,
}

/// A plane of one bit a rank.
pub(super) type Plane = PackedArray<1>;

/// Expands `current` from word `from` on. `pause` is called now and then with what was expanded and generated
/// so far, and may break off.
pub(super) fn alone<W: Word>(
    edges: &mut dyn Streaming<W>,
    current: &[u64],
    from: usize,
    next: &mut [u64],
    pause: &mut dyn FnMut(u64, u64) -> Option<Broken>,
) -> Result<Streamed, SearchError> {
    let mut waiting = Box::new([W::NONE; WAITING]);
    let mut done = Streamed {
        words: from,
        ..Streamed::default()
    };
    while done.words < current.len() && done.broken.is_none() {
        let to = current.len().min(done.words + SPAN);
        let span = Span {
            words: &current[done.words..to],
            first: done.words as u64 * 64,
        };
        let work = edges.stream(&span, next, &mut waiting)?;
        done.words = to;
        done.expanded += work.expanded;
        done.generated += work.generated;
        if work.expanded > 0 {
            done.broken = pause(done.expanded, done.generated);
        }
    }
    Ok(done)
}

/// As [`alone`] on several threads, of which the calling one is the first. What the others mark is in the planes
/// that are returned; where there is no memory for them, fewer threads work.
pub(super) fn together<W: Word>(
    edges: &dyn Streaming<W>,
    current: &[u64],
    from: usize,
    next: &mut [u64],
    (threads, memory): (usize, &Memory),
    pause: &mut dyn FnMut(u64, u64) -> Option<Broken>,
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
    let (broken, errors, planes) = thread::scope(|scope| {
        let others: Vec<_> = (1..threads)
            .map(|_| {
                let (mut edges, crew) = (edges.another(), &crew);
                scope.spawn(move || {
                    let mut plane = Plane::filled(memory, ranks, 0).ok()?;
                    let done = crew.work(&mut *edges, plane.words_mut(), &mut || false);
                    Some((done, plane))
                })
            })
            .collect();
        let mut broken = None;
        let own = crew.work(&mut *edges.another(), next, &mut || {
            let told = |count: &AtomicU64| count.load(Ordering::Relaxed);
            broken = pause(told(&crew.expanded), told(&crew.generated));
            broken.is_some()
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
        (broken, errors, planes)
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
        broken,
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
    fn work<W: Word>(
        &self,
        edges: &mut dyn Streaming<W>,
        next: &mut [u64],
        stops: &mut dyn FnMut() -> bool,
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
            let Work {
                expanded,
                generated,
            } = edges
                .stream(&Span { words, first }, next, &mut waiting)
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
pub(super) fn join(next: &mut [u64], other: &[u64]) {
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
