//! The work of one layer on one part: the hot loop.

use rayon::ThreadPool;
use rayon::iter::{IntoParallelIterator, ParallelIterator};

use crate::search::layers::planes::expansion::Expansion;
use crate::search::layers::planes::known::{Planes, Scheme};
use crate::search::layers::planes::plane::{Plane, Stretch};

/// Words that a thread takes on at a time, at least.
const LEAST_SHARE: usize = 4096;

/// Shares of a part for each thread, at most.
const SHARES: usize = 8;

/// A share of a part, for one thread.
struct Share<'a> {
    new: Stretch<'a>,
    visited: Option<Stretch<'a>>,
}

/// Finds the states of `part` that the current layer leads to and that are new. Returns how many they are.
/// Whatever the number of threads, it is the same; each writes its own chunks alone.
pub(super) fn expand_part(
    expansion: &Expansion,
    planes: &mut Planes,
    part: usize,
    pool: Option<&ThreadPool>,
) -> u64 {
    let layout = &expansion.layout;
    let mut target = planes.take(part);
    let threads = pool.map_or(1, ThreadPool::current_num_threads);
    let least = LEAST_SHARE.div_ceil(layout.chunk);
    let chunks = layout.chunks().div_ceil(threads * SHARES).max(least);
    let mut visited = target.visited.as_mut();
    let mut seen = visited
        .iter_mut()
        .flat_map(|plane| plane.stretches(chunks, layout));
    let shares: Vec<_> = target
        .new
        .stretches(chunks, layout)
        .map(|new| Share {
            new,
            visited: seen.next(),
        })
        .collect();
    drop(seen);
    let scheme = planes.scheme;
    let current = &planes.current;
    let work = |share: Share<'_>| expand(expansion, scheme, current, part, share);
    let new = match pool {
        Some(pool) if shares.len() > 1 => pool.install(|| shares.into_par_iter().map(work).sum()),
        _ => shares.into_iter().map(work).sum(),
    };
    planes.put(part, target);
    new
}

/// Finds the new states of a share.
fn expand(
    expansion: &Expansion,
    scheme: Scheme,
    current: &[Plane],
    part: usize,
    share: Share<'_>,
) -> u64 {
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
    let mut come = vec![0; words];
    let mut new = 0;
    let chunks = all.chunks_exact_mut(words).zip(filled);
    for (chunk, (target, filled)) in (first..).zip(chunks) {
        let visited = visited.as_mut().and_then(Iterator::next);
        let touched = expansion.fill((part, chunk), &|part| &current[part], &mut come);
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
                settle(&mut come, target, |come, before, index| {
                    come & !before & !known[index]
                })
            }
            (Scheme::Visited, Some((visited, any))) => {
                let count = settle(&mut come, target, |come, _, index| {
                    let new = come & !visited[index];
                    visited[index] |= new;
                    new
                });
                *any |= count > 0;
                count
            }
            _ => settle(&mut come, target, |come, before, _| come & !before),
        };
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
