//! What a sweep on planes keeps of every layer: nothing, or distances modulo 3.

use crate::cost::Cost;
use crate::memory::{BudgetVec, Memory, MemoryExhausted};
use crate::rank_actions::RankMoves;
use crate::search::layers::planes::layout::{Layout, Place};
use crate::search::layers::residues::Residues;
use crate::search::layers::table::residue;
use crate::store::word::index;

/// Distances modulo 3, or whether a state was reached at all: two bits a state, in two planes for each part.
#[derive(Debug)]
pub struct PlaneResidues {
    parts: Vec<Pair>,
    layout: Layout,
    locals: u64,
}

/// What a sweep can hand out of what it kept.
pub trait Kept: Sized {
    /// The table, if this is one.
    fn out_of(kept: PlaneResidues) -> Option<Self>;
}

impl Kept for () {
    fn out_of(_: PlaneResidues) -> Option<Self> {
        None
    }
}

impl Kept for PlaneResidues {
    fn out_of(kept: PlaneResidues) -> Option<Self> {
        Some(kept)
    }
}

/// The two bits of 64 states are in the two words of one index: 0 if they were not reached, else one more than
/// the distance modulo 3.
#[derive(Debug)]
struct Pair {
    low: BudgetVec<u64>,
    high: BudgetVec<u64>,
}

/// Some neighbouring words of a pair, to be written.
#[derive(Debug)]
pub(super) struct Marks<'a> {
    low: &'a mut [u64],
    high: &'a mut [u64],
}

impl PlaneResidues {
    /// Nothing is reached yet.
    pub(super) fn new(
        moves: &RankMoves,
        layout: &Layout,
        memory: &Memory,
    ) -> Result<Self, MemoryExhausted> {
        let pair = |_| {
            Ok(Pair {
                low: BudgetVec::filled(memory, layout.words, 0)?,
                high: BudgetVec::filled(memory, layout.words, 0)?,
            })
        };
        Ok(Self {
            parts: (0..moves.parts()).map(pair).collect::<Result<_, _>>()?,
            layout: layout.clone(),
            locals: moves.locals(),
        })
    }

    /// The words of all parts, those of the low bits and of the high ones by turns.
    pub(super) fn words(&self) -> impl Iterator<Item = &[u64]> {
        self.parts.iter().flat_map(|pair| [&*pair.low, &*pair.high])
    }

    /// The same, to be written.
    pub(super) fn words_mut(&mut self) -> impl Iterator<Item = &mut [u64]> {
        let pairs = self.parts.iter_mut();
        pairs.flat_map(|pair| [&mut *pair.low, &mut *pair.high])
    }

    /// Notes a start.
    pub(super) fn start(&mut self, part: usize, (word, bit): Place) {
        let [low, high] = code(0);
        let pair = &mut self.parts[part];
        pair.low[word] |= low & 1 << bit;
        pair.high[word] |= high & 1 << bit;
    }

    /// The parts, cut into stretches of so many chunks.
    pub(super) fn parts_mut(&mut self) -> impl Iterator<Item = PartMarks<'_>> {
        let chunk = self.layout.chunk;
        self.parts
            .iter_mut()
            .map(move |pair| PartMarks { pair, chunk })
    }
}

/// The pair of one part, to be written.
#[derive(Debug)]
pub(super) struct PartMarks<'a> {
    pair: &'a mut Pair,
    chunk: usize,
}

impl<'a> PartMarks<'a> {
    /// The pair cut into stretches of so many chunks.
    pub(super) fn stretches(self, chunks: usize) -> impl Iterator<Item = Marks<'a>> {
        let words = chunks * self.chunk;
        let low = self.pair.low.chunks_mut(words);
        let high = self.pair.high.chunks_mut(words);
        low.zip(high).map(|(low, high)| Marks { low, high })
    }
}

impl Marks<'_> {
    /// Notes the new states of a layer among the words from `first` on.
    pub(super) fn note(&mut self, first: usize, new: &[u64], depth: Cost) {
        let [low, high] = code(depth);
        let words = self.low[first..].iter_mut().zip(&mut self.high[first..]);
        for ((low_word, high_word), new) in words.zip(new) {
            *low_word |= new & low;
            *high_word |= new & high;
        }
    }
}

/// The two bits of a distance, each in all places of a word.
fn code(depth: Cost) -> [u64; 2] {
    let code = residue(depth) + 1;
    [code & 1, code >> 1].map(|bit| u64::from(bit).wrapping_neg())
}

impl Residues for PlaneResidues {
    fn ranks(&self) -> u64 {
        self.locals * self.parts.len() as u64
    }

    fn residue(&self, rank: u64) -> Option<u8> {
        let pair = self.parts.get(index(rank / self.locals))?;
        let (word, bit) = self.layout.place(rank % self.locals);
        let of = |plane: &[u64]| u8::from(plane[word] >> bit & 1 == 1);
        (of(&pair.high) << 1 | of(&pair.low)).checked_sub(1)
    }
}
