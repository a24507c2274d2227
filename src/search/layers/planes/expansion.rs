//! The moves of a space, compiled for one direction: what comes into a chunk, and from where.

use crate::memory::bytes_of;
use crate::rank_actions::{RankActionsError, RankMoves, digit_parity};
use crate::search::layers::direction::Way;
use crate::search::layers::planes::kernel::{self, Kernel, Runs, block};
use crate::search::layers::planes::layout::Layout;
use crate::search::layers::planes::plane::Plane;

/// What states come from: the plane of a part, or what stands for one.
pub(super) trait Source {
    /// Whether a chunk may have a state.
    fn is_filled(&self, chunk: usize) -> bool;

    /// Whether one of so many chunks from `first` on may have a state.
    fn is_any_filled(&self, first: usize, chunks: usize) -> bool;

    /// So many words from `first` on, which is a multiple of their number.
    fn words(&self, first: usize, len: usize) -> &[u64];

    /// The words of a chunk, which has so many.
    #[inline]
    fn chunk(&self, chunk: usize, words: usize) -> &[u64] {
        self.words(chunk * words, words)
    }
}

impl Source for Plane {
    #[inline]
    fn is_filled(&self, chunk: usize) -> bool {
        self.is_filled(chunk)
    }

    #[inline]
    fn is_any_filled(&self, first: usize, chunks: usize) -> bool {
        self.is_any_filled(first, chunks)
    }

    #[inline]
    fn words(&self, first: usize, len: usize) -> &[u64] {
        self.words(first, len)
    }
}

/// A way into a part.
#[derive(Clone, Copy, Debug)]
struct Incoming {
    from: usize,
    kernel: usize,
}

/// For each part, what comes into it.
#[derive(Debug)]
pub(super) struct Expansion {
    pub(super) layout: Layout,
    kernels: Vec<Kernel>,
    /// The ways into all parts, one part after another.
    incoming: Vec<Incoming>,
    /// Where the ways into each part begin, and the end.
    firsts: Vec<usize>,
    /// The radices of the digits above a chunk, if their parity matters.
    parity_of: Vec<u64>,
}

impl Expansion {
    /// The layout for these moves.
    pub(super) fn layout(moves: &RankMoves) -> Layout {
        let radices = moves.radices();
        let run = Layout::new(radices, 1).run;
        let blocks = moves.maps().iter().map(|map| block(map, radices, run));
        Layout::new(radices, blocks.max().unwrap_or(1))
    }

    /// The bytes of what is compiled, at most.
    pub(super) fn bytes(moves: &RankMoves, layout: &Layout) -> u64 {
        let maps = moves.maps().iter();
        let kernels = maps.map(|map| Kernel::bytes(map, moves.radices(), layout));
        let steps = (0..moves.parts()).map(|part| moves.moves(part).len()).sum();
        let firsts = bytes_of::<usize>(moves.parts() + 1);
        let ways = bytes_of::<Incoming>(steps).saturating_add(firsts);
        kernels.fold(ways, u64::saturating_add)
    }

    /// The bytes that it takes to compile beside that, at most.
    pub(super) fn making_bytes(moves: &RankMoves, layout: &Layout) -> u64 {
        let maps = moves.maps().iter();
        let making = maps.map(|map| Kernel::making_bytes(map, moves.radices(), layout));
        making.max().unwrap_or(0)
    }

    /// Checks that all maps can be compiled.
    pub(super) fn check(moves: &RankMoves, layout: &Layout) -> Result<(), RankActionsError> {
        let mut maps = moves.maps().iter();
        maps.try_for_each(|map| kernel::check(map, moves.radices(), layout))
    }

    pub(super) fn new(moves: &RankMoves, layout: &Layout, way: Way) -> Self {
        let radices = moves.radices();
        let inverse = way == Way::Backward;
        let kernel = |map| Kernel::new(map, radices, layout, inverse);
        let kernels: Vec<_> = moves.maps().iter().map(kernel).collect();
        let steps = || {
            (0..moves.parts()).flat_map(|from| {
                moves.moves(from).iter().map(move |step| match way {
                    Way::Forward => (from, step.map, step.to),
                    Way::Backward => (step.to, step.map, from),
                })
            })
        };
        let mut firsts = vec![0; moves.parts() + 1];
        for (_, _, to) in steps() {
            firsts[to] += 1;
        }
        let mut sum = 0;
        for first in &mut firsts {
            sum += *first;
            *first = sum;
        }
        let mut incoming = vec![Incoming { from: 0, kernel: 0 }; sum];
        // From the last way into a part to the first; then the firsts are where they belong.
        for (from, kernel, to) in steps() {
            firsts[to] -= 1;
            incoming[firsts[to]] = Incoming { from, kernel };
        }
        let parity_of = if kernels.iter().any(Kernel::asks_parity) {
            radices[..layout.above_chunk].to_vec()
        } else {
            Vec::new()
        };
        Self {
            layout: layout.clone(),
            kernels,
            incoming,
            firsts,
            parity_of,
        }
    }

    /// The ways into a part.
    fn ways(&self, part: usize) -> &[Incoming] {
        &self.incoming[self.firsts[part]..self.firsts[part + 1]]
    }

    /// How many words are read together, at most: those of a chunk, or of a block that it is a part of.
    pub(super) fn widest(&self) -> usize {
        let words = self.layout.chunk;
        let widths = self.kernels.iter().map(|kernel| match kernel {
            Kernel::Runs(runs) if runs.words < words => runs.sources.len() * runs.words,
            _ => words,
        });
        widths.max().unwrap_or(words).max(words)
    }

    /// The parts that states come into `part` from, one for each move.
    pub(super) fn sources(&self, part: usize) -> impl Iterator<Item = usize> + '_ {
        self.ways(part).iter().map(|way| way.from)
    }

    /// Adds to `target`, which is empty, the states that come into chunk `chunk` of part `part` from the layer
    /// in `current`. Returns whether any may have come.
    pub(super) fn fill<'a, S: Source + 'a>(
        &self,
        (part, chunk): (usize, usize),
        current: &impl Fn(usize) -> &'a S,
        target: &mut [u64],
    ) -> bool {
        let words = self.layout.chunk;
        let odd = !self.parity_of.is_empty() && digit_parity(&self.parity_of, chunk as u64);
        let mut touched = false;
        for way in self.ways(part) {
            let plane = current(way.from);
            match &self.kernels[way.kernel] {
                Kernel::Same => {
                    if plane.is_filled(chunk) {
                        touched = true;
                        add(plane.chunk(chunk, words), target);
                    }
                }
                Kernel::Blocks(blocks) => {
                    if plane.is_filled(chunk) {
                        touched = true;
                        blocks.add(plane.chunk(chunk, words), target, odd);
                    }
                }
                Kernel::Runs(runs) => touched |= add_runs(runs, plane, chunk, target),
            }
        }
        touched
    }
}

#[inline]
fn add(source: &[u64], target: &mut [u64]) {
    for (target, source) in target.iter_mut().zip(source) {
        *target |= source;
    }
}

/// Adds the runs that come into a chunk, and tells whether any may have.
fn add_runs(runs: &Runs, plane: &impl Source, chunk: usize, target: &mut [u64]) -> bool {
    let (words, window) = (target.len(), runs.sources.len());
    if runs.words >= words {
        // The chunk is a part of one run.
        let chunks = runs.words / words;
        let (run, within) = (chunk / chunks, chunk % chunks);
        let source = run - run % window + runs.sources[run % window] as usize;
        let source = source * chunks + within;
        if plane.is_filled(source) {
            add(plane.chunk(source, words), target);
            return true;
        }
        return false;
    }
    let block = window * runs.words;
    let first = chunk * words;
    // The words that the chunk's runs come from: some blocks of its own, or the one that it is a part of.
    let (from, len) = (first - first % block, block.max(words));
    if !plane.is_any_filled(from / words, len / words) {
        return false;
    }
    let sources = plane.words(from, len);
    if runs.words == 1 {
        add_words(&runs.sources, sources, first - from, target);
        return true;
    }
    let mut place = first - from;
    for target in target.chunks_exact_mut(runs.words) {
        let start = place - place % block;
        let source = start + runs.sources[(place - start) / runs.words] as usize * runs.words;
        add(&sources[source..source + runs.words], target);
        place += runs.words;
    }
    true
}

/// [`add_runs`] for runs of one word.
fn add_words(window: &[u32], sources: &[u64], place: usize, target: &mut [u64]) {
    let add = |sources: &[u64], window: &[u32], target: &mut [u64]| {
        for (target, &source) in target.iter_mut().zip(window) {
            *target |= sources[source as usize];
        }
    };
    if sources.len() > target.len() {
        add(sources, &window[place..], target);
        return;
    }
    let blocks = target.chunks_exact_mut(window.len());
    for (target, sources) in blocks.zip(sources.chunks_exact(window.len())) {
        add(sources, window, target);
    }
}
