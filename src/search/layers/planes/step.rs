//! The work of one layer on some parts: the hot loop.

use rayon::ThreadPool;
use rayon::iter::{IntoParallelIterator, ParallelIterator};

use crate::cost::Cost;
use crate::search::layers::planes::expansion::Expansion;
use crate::search::layers::planes::kept::{Marks, PlaneResidues};
use crate::search::layers::planes::known::{Planes, Scheme, Target};
use crate::search::layers::planes::plane::{Plane, Stretch};

/// Words that a thread takes on at a time, at least.
const LEAST_SHARE: usize = 4096;

/// Shares of a part for each thread, at most.
const SHARES: usize = 8;

/// A share of a part, for one thread.
struct Share<'a> {
    /// The place of the part among those that are expanded.
    slot: usize,
    part: usize,
    new: Stretch<'a>,
    visited: Option<Stretch<'a>>,
    marks: Option<Marks<'a>>,
}

/// Finds for each of some parts the states that the current layer leads to and that are new, and marks them in what is
/// `kept`. Returns how many they are in each part. Whatever the number of threads, it is the same; each
/// writes its own chunks alone.
pub(super) fn expand_parts(
    expansion: &Expansion,
    planes: &mut Planes,
    kept: Option<&mut PlaneResidues>,
    (parts, after): (&[usize], Cost),
    pool: Option<&ThreadPool>,
) -> Vec<u64> {
    let layout = &expansion.layout;
    let mut targets: Vec<Target> = parts.iter().map(|&part| planes.take(part)).collect();
    let threads = pool.map_or(1, ThreadPool::current_num_threads);
    let least = LEAST_SHARE.div_ceil(layout.chunk);
    let chunks = layout.chunks().div_ceil(threads * SHARES).max(least);
    let mut marks = kept.map(|kept| kept.parts_mut().enumerate());
    let mut shares = Vec::new();
    for (slot, (&part, target)) in parts.iter().zip(&mut targets).enumerate() {
        let visited = target.visited.as_mut();
        let mut visited = visited.map(|plane| plane.stretches(chunks, layout));
        // Parts ascend, so each of them is still to come.
        let marks = marks
            .as_mut()
            .and_then(|marks| marks.find(|(at, _)| *at == part));
        let mut marks = marks.map(|(_, marks)| marks.stretches(chunks));
        shares.extend(target.new.stretches(chunks, layout).map(|new| Share {
            slot,
            part,
            new,
            visited: visited.as_mut().and_then(Iterator::next),
            marks: marks.as_mut().and_then(Iterator::next),
        }));
    }
    let (scheme, current) = (planes.scheme, &planes.current);
    let scratch = || vec![0; layout.chunk];
    let work = |come: &mut Vec<u64>, share: Share<'_>| {
        let slot = share.slot;
        (
            slot,
            expand(expansion, scheme, current, (after, come), share),
        )
    };
    let found: Vec<(usize, u64)> = match pool {
        Some(pool) if shares.len() > 1 => {
            pool.install(|| shares.into_par_iter().map_init(scratch, work).collect())
        }
        _ => {
            let mut come = scratch();
            let shares = shares.into_iter();
            shares.map(|share| work(&mut come, share)).collect()
        }
    };
    let mut new = vec![0; parts.len()];
    for (slot, count) in found {
        new[slot] += count;
    }
    for (&part, target) in parts.iter().zip(targets) {
        planes.put(part, target);
    }
    new
}

/// Finds the new states of a share. What comes into a chunk is collected in words that are empty before and
/// after.
fn expand(
    expansion: &Expansion,
    scheme: Scheme,
    current: &[Plane],
    (after, come): (Cost, &mut [u64]),
    share: Share<'_>,
) -> u64 {
    let (part, mut marks) = (share.part, share.marks);
    let words = expansion.layout.chunk;
    let Stretch {
        first,
        words: all,
        filled,
    } = share.new;
    let mut visited = share.visited.map(|visited| {
        let chunks = visited.words.chunks_exact_mut(words);
        chunks.zip(visited.filled)
    });
    let mut new = 0;
    let chunks = all.chunks_exact_mut(words).zip(filled);
    for (chunk, (target, filled)) in (first..).zip(chunks) {
        let visited = visited.as_mut().and_then(Iterator::next);
        let touched = expansion.fill((part, chunk), &|part| &current[part], come);
        if !touched {
            if *filled {
                target.fill(0);
                *filled = false;
            }
            continue;
        }
        let count = match (scheme, visited) {
            (Scheme::TwoPlanes, _) => {
                let known = current[part].chunk(chunk, words);
                settle(come, target, |come, before, index| {
                    come & !before & !known[index]
                })
            }
            (Scheme::Visited, Some((visited, any))) => {
                let count = settle(come, target, |come, _, index| {
                    let new = come & !visited[index];
                    visited[index] |= new;
                    new
                });
                *any |= count > 0;
                count
            }
            _ => settle(come, target, |come, before, _| come & !before),
        };
        if let Some(marks) = marks.as_mut().filter(|_| count > 0) {
            marks.note((chunk - first) * words, target, after);
        }
        *filled = count > 0;
        new += count;
    }
    new
}

/// Writes the new ones among the states that came in, counts them, and empties `come` for the next chunk.
#[inline]
fn settle(
    come: &mut [u64],
    target: &mut [u64],
    mut new: impl FnMut(u64, u64, usize) -> u64,
) -> u64 {
    let mut count = 0;
    for (index, (come, target)) in come.iter_mut().zip(target).enumerate() {
        *target = new(*come, *target, index);
        *come = 0;
        count += u64::from(target.count_ones());
    }
    count
}
