//! Where the bit of a local rank lies in the plane of its part.

use crate::store::word::index;

/// A run is placed in whole words; more padding than one bit in ten is too much, if it can be helped.
const LEAST_FILL: f64 = 0.9;

/// Words of a chunk, if nothing asks for more.
const LEAST_CHUNK: usize = 64;

/// A word of a plane and a bit of it.
pub(super) type Place = (usize, u32);

/// The places of local ranks: runs of consecutive ranks, each padded to whole words.
///
/// The length of a run is a product of the last radices, so that maps of the digits before it move
/// whole words. (The last digits of Lehmer codes make runs of 60, which fit a word nearly.)
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    /// Ranks in a run.
    pub(super) run: u64,
    /// Words that a run takes.
    pub(super) run_words: usize,
    /// Words of a part.
    pub(super) words: usize,
    /// Words of a chunk, which is expanded at a time. It is as many runs as some of the last digits have
    /// values.
    pub(super) chunk: usize,
    /// How many digits there are above a chunk.
    pub(super) above_chunk: usize,
}

/// The products of the last radices: entry `i` is that of the radices from digit `i` on.
pub(super) fn tails(radices: &[u64]) -> Vec<u64> {
    let mut tails = vec![1; radices.len() + 1];
    for digit in (0..radices.len()).rev() {
        tails[digit] = tails[digit + 1] * radices[digit];
    }
    tails
}

impl Layout {
    /// The layout for local ranks of these radices. A chunk has at least `block` ranks.
    pub(super) fn new(radices: &[u64], block: u64) -> Self {
        let tails = tails(radices);
        let run = run(&tails);
        let run_words = index(run.div_ceil(64));
        let words_of = |ranks: u64| index(ranks / run) * run_words;
        let is_chunk = |&digit: &usize| {
            let ranks = tails[digit];
            ranks >= run && ranks >= block && words_of(ranks) >= LEAST_CHUNK
        };
        let above_chunk = (0..tails.len()).rev().find(is_chunk).unwrap_or(0);
        Self {
            run,
            run_words,
            words: words_of(tails[0]),
            chunk: words_of(tails[above_chunk]),
            above_chunk,
        }
    }

    /// The word and the bit of a local rank.
    pub(super) fn place(&self, local: u64) -> Place {
        let (run, within) = (local / self.run, local % self.run);
        let word = index(run) * self.run_words + index(within / 64);
        (word, u32::try_from(within % 64).unwrap_or_default())
    }

    /// The local rank at a word and a bit.
    pub(super) fn local(&self, word: usize, bit: u32) -> u64 {
        let (run, within) = (word / self.run_words, word % self.run_words);
        run as u64 * self.run + within as u64 * 64 + u64::from(bit)
    }

    /// Chunks of a part.
    pub(super) fn chunks(&self) -> usize {
        self.words / self.chunk
    }
}

/// The length of a run: the shortest that fills its words well, or else the one that does it best.
fn run(tails: &[u64]) -> u64 {
    #[expect(clippy::cast_precision_loss, reason = "a share, not a count")]
    let fill = |ranks: u64| ranks as f64 / (ranks.div_ceil(64) as f64 * 64.0);
    let mut best = tails[0];
    for &ranks in tails.iter().rev() {
        if fill(ranks) >= LEAST_FILL {
            return ranks;
        }
        if fill(ranks) > fill(best) {
            best = ranks;
        }
    }
    best
}
