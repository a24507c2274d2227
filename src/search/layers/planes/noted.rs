//! The layers of a sweep, written into a table that is the caller's.

use rayon::iter::{IndexedParallelIterator, IntoParallelRefIterator, ParallelIterator};
use rayon::slice::ParallelSliceMut;

use crate::search::layers::planes::PlaneSweep;
use crate::search::layers::planes::layout::Layout;
use crate::search::layers::planes::plane::Plane;
use crate::store::word::index;

/// Blocks that a thread takes on at a time, at least.
const LEAST_BLOCKS: usize = 64;

impl<S, D, T> PlaneSweep<'_, S, D, T> {
    /// How many parts there are.
    pub(crate) fn parts(&self) -> usize {
        self.counts.len()
    }

    /// How many ranks a part has.
    pub(crate) fn locals(&self) -> u64 {
        self.locals
    }

    /// Writes `value` for each state of the current layer into the entries that are `free` still. The parts up to the
    /// end of a block share its entries, one for each local rank.
    pub(crate) fn note(&self, ends: &[usize], (entries, free): (&mut [u8], u8), value: u8) {
        let Ok(work) = &self.work else { return };
        let (planes, layout) = (&work.planes.current, &work.expansion.layout);
        let locals = index(self.locals);
        let note = |(block, entries): (usize, &mut [u8])| {
            let first = if block == 0 { 0 } else { ends[block - 1] };
            let parts = first..ends[block];
            for (plane, &states) in planes[parts.clone()].iter().zip(&self.counts[parts]) {
                // In a part without states of this layer the plane may be that of the layer before.
                if states > 0 {
                    write(plane, layout, (entries, free), value);
                }
            }
        };
        match &self.pool {
            Some(pool) => pool.install(|| {
                let entries = entries.par_chunks_exact_mut(locals);
                let blocks = ends.par_iter().zip(entries).enumerate();
                let blocks = blocks.with_min_len(LEAST_BLOCKS.min(ends.len() / 64 + 1));
                blocks.for_each(|(block, (_, entries))| note((block, entries)));
            }),
            None => entries
                .chunks_exact_mut(locals)
                .take(ends.len())
                .enumerate()
                .for_each(note),
        }
    }
}

fn write(plane: &Plane, layout: &Layout, (entries, free): (&mut [u8], u8), value: u8) {
    for chunk in (0..layout.chunks()).filter(|&chunk| plane.is_filled(chunk)) {
        let first = chunk * layout.chunk;
        let words = (first..).zip(plane.chunk(chunk, layout.chunk));
        for (word, &bits) in words.filter(|(_, bits)| **bits != 0) {
            let local = index(layout.local(word, 0));
            let mut rest = bits;
            while rest != 0 {
                let entry = &mut entries[local + rest.trailing_zeros() as usize];
                if *entry == free {
                    *entry = value;
                }
                rest &= rest - 1;
            }
        }
    }
}
