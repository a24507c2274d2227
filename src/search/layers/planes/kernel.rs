//! Maps of local ranks, compiled to work on words.
//!
//! (The forms of a kernel are one noun, and how each is made and run stands side by side; hence the length.)

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::rank_actions::{LocalMap, digit_parity};
use crate::search::layers::planes::layout::{Layout, Place, tails};
use crate::store::word::index;

/// More masks and shifts than this in one word, and a table by bytes is faster.
const MOST_SHIFTS: usize = 16;

/// A block with fewer ranks than this for each mask and shift is faster bit by bit.
const LEAST_SHARED: usize = 2;

/// What a map does to the words of a part. The source is the chunk of the part that the states come from
/// and the target the one that they come to.
#[derive(Clone, Debug)]
pub(super) enum Kernel {
    /// Words stay where they are.
    Same,
    /// Runs of words change places within a window of so many.
    Runs(Runs),
    /// Bits change places within blocks of words.
    Blocks(Blocks),
}

/// Runs of words that change places.
#[derive(Clone, Debug)]
pub(super) struct Runs {
    /// The words of a run.
    pub(super) words: usize,
    /// For each run of a window, the one that comes to its place.
    pub(super) sources: Arc<[u32]>,
}

/// Bits that change places within blocks.
#[derive(Clone, Debug)]
pub(super) struct Blocks {
    /// The words of a block.
    pub(super) words: usize,
    even: Arc<Shuffle>,
    /// What is done where the digits above the block have an odd sum, if that is something else.
    odd: Option<Arc<Shuffle>>,
    /// Whether the digits above it, but within the chunk, have an odd sum, for each block of a chunk.
    parities: Arc<[bool]>,
}

/// How the bits of a block change places.
#[derive(Debug)]
enum Shuffle {
    /// By masks and shifts.
    Shifts(Vec<Shift>),
    /// By a table of what each byte of the only word becomes.
    Bytes(Box<[[u64; 256]; 8]>),
    /// One by one: where each bit of the block goes.
    Bits(Vec<u32>),
}

/// Some bits of a word that go to another all together.
#[derive(Clone, Copy, Debug)]
struct Shift {
    mask: u64,
    source: u32,
    target: u32,
    left: u32,
}

/// The ranks of the block that a map of these radices works in, where it does not move whole runs; 1 for
/// none.
pub(super) fn block(map: &LocalMap, radices: &[u64], run: u64) -> u64 {
    let LocalMap::Window { first, digits, .. } = map else {
        return 1;
    };
    let tails = tails(radices);
    if moves_runs(map, tails[first + digits], run) {
        return 1;
    }
    let is_block = |&digit: &usize| tails[digit].is_multiple_of(run);
    tails[(0..=*first).rev().find(is_block).unwrap_or(0)]
}

/// Whether a map with so many ranks below its window moves whole runs.
fn moves_runs(map: &LocalMap, below: u64, run: u64) -> bool {
    match map {
        LocalMap::Same => true,
        LocalMap::Window { even, odd, .. } => below.is_multiple_of(run) && even == odd,
    }
}

impl Kernel {
    /// The kernel of a map, or of its inverse.
    pub(super) fn new(map: &LocalMap, radices: &[u64], layout: &Layout, inverse: bool) -> Self {
        let LocalMap::Window {
            first,
            digits,
            even,
            odd,
        } = map
        else {
            return Self::Same;
        };
        let tails = tails(radices);
        let below = tails[first + digits];
        if moves_runs(map, below, layout.run) {
            return Self::Runs(Runs {
                words: index(below / layout.run) * layout.run_words,
                sources: if inverse {
                    Arc::clone(even)
                } else {
                    inverted(even).into()
                },
            });
        }
        let ranks = block(map, radices, layout.run);
        let above = tails.iter().position(|&tail| tail == ranks).unwrap_or(0);
        let words = index(ranks / layout.run) * layout.run_words;
        let between = &radices[above..*first];
        let shuffle = |odd_above: bool| {
            let image = |local: u64| {
                let value = index(local / below) % even.len();
                let high = local / below / even.len() as u64;
                let table = if digit_parity(between, high) == odd_above {
                    even
                } else {
                    odd
                };
                (high * even.len() as u64 + u64::from(table[value])) * below + local % below
            };
            let mut moved = Vec::with_capacity(index(ranks));
            for local in 0..ranks {
                let (source, target) = (layout.place(local), layout.place(image(local)));
                moved.push(if inverse {
                    (target, source)
                } else {
                    (source, target)
                });
            }
            Arc::new(Shuffle::new(&moved, words))
        };
        let within = &radices[layout.above_chunk..above];
        let blocks = (layout.chunk / words) as u64;
        Self::Blocks(Blocks {
            words,
            even: shuffle(false),
            odd: (even != odd).then(|| shuffle(true)),
            parities: (0..blocks)
                .map(|block| digit_parity(within, block))
                .collect(),
        })
    }

    /// Whether the parity of the digits above the chunk matters.
    pub(super) fn asks_parity(&self) -> bool {
        matches!(self, Self::Blocks(Blocks { odd: Some(_), .. }))
    }
}

impl Blocks {
    /// Adds to the target what the bits of the source become. Both are whole chunks.
    pub(super) fn add(&self, source: &[u64], target: &mut [u64], odd_chunk: bool) {
        let sources = source.chunks_exact(self.words);
        let blocks = sources.zip(target.chunks_exact_mut(self.words));
        let Some(odd) = &self.odd else {
            self.even.add_all(blocks);
            return;
        };
        for ((source, target), &parity) in blocks.zip(&*self.parities) {
            let shuffle = if parity == odd_chunk { &self.even } else { odd };
            shuffle.add(source, target);
        }
    }
}

impl Shuffle {
    fn new(moved: &[(Place, Place)], words: usize) -> Self {
        let mut shifts: BTreeMap<(usize, usize, u32), u64> = BTreeMap::new();
        let most = if words == 1 {
            MOST_SHIFTS
        } else {
            moved.len() / LEAST_SHARED
        };
        for &((source, from), (target, to)) in moved {
            let left = (to + 64 - from) % 64;
            *shifts.entry((source, target, left)).or_default() |= 1 << from;
            if shifts.len() > most {
                return if words == 1 {
                    Self::bytes(moved)
                } else {
                    Self::bits(moved, words)
                };
            }
        }
        let narrow = |word: usize| u32::try_from(word).expect("a block has fewer than 2^32 words");
        let shifts = shifts.into_iter();
        Self::Shifts(
            shifts
                .map(|((source, target, left), mask)| Shift {
                    mask,
                    source: narrow(source),
                    target: narrow(target),
                    left,
                })
                .collect(),
        )
    }

    fn bytes(moved: &[(Place, Place)]) -> Self {
        let mut tables = Box::new([[0; 256]; 8]);
        for &((_, from), (_, to)) in moved {
            let table = &mut tables[from as usize / 8];
            for (byte, image) in table.iter_mut().enumerate() {
                if byte >> (from % 8) & 1 == 1 {
                    *image |= 1 << to;
                }
            }
        }
        Self::Bytes(tables)
    }

    fn bits(moved: &[(Place, Place)], words: usize) -> Self {
        let mut places = vec![0; words * 64];
        for &((source, from), (target, to)) in moved {
            let place = u32::try_from(target * 64).expect("a block has fewer than 2^26 words") + to;
            places[source * 64 + from as usize] = place;
        }
        Self::Bits(places)
    }

    #[inline]
    fn add_all<'a>(&self, blocks: impl Iterator<Item = (&'a [u64], &'a mut [u64])>) {
        match self {
            Self::Shifts(shifts) => {
                blocks.for_each(|(source, target)| add_shifted(shifts, source, target));
            }
            Self::Bytes(tables) => {
                blocks.for_each(|(source, target)| add_bytes(tables, source, target));
            }
            Self::Bits(places) => {
                blocks.for_each(|(source, target)| add_bits(places, source, target));
            }
        }
    }

    #[inline]
    fn add(&self, source: &[u64], target: &mut [u64]) {
        match self {
            Self::Shifts(shifts) => add_shifted(shifts, source, target),
            Self::Bytes(tables) => add_bytes(tables, source, target),
            Self::Bits(places) => add_bits(places, source, target),
        }
    }
}

#[inline]
fn add_shifted(shifts: &[Shift], source: &[u64], target: &mut [u64]) {
    if source.iter().all(|&word| word == 0) {
        return;
    }
    for shift in shifts {
        let bits = source[shift.source as usize] & shift.mask;
        target[shift.target as usize] |= bits.rotate_left(shift.left);
    }
}

#[inline]
fn add_bytes(tables: &[[u64; 256]; 8], source: &[u64], target: &mut [u64]) {
    for (&word, target) in source.iter().zip(target) {
        if word == 0 {
            continue;
        }
        let bytes = word.to_le_bytes().into_iter().zip(tables);
        *target |= bytes.fold(0, |sum, (byte, table)| sum | table[usize::from(byte)]);
    }
}

#[inline]
fn add_bits(places: &[u32], source: &[u64], target: &mut [u64]) {
    for (&word, places) in source.iter().zip(places.chunks_exact(64)) {
        let mut rest = word;
        while rest != 0 {
            let place = places[rest.trailing_zeros() as usize];
            target[place as usize / 64] |= 1 << (place % 64);
            rest &= rest - 1;
        }
    }
}

/// The inverse of a bijection.
fn inverted(table: &[u32]) -> Vec<u32> {
    let mut inverse = vec![0; table.len()];
    for (value, &image) in (0..).zip(table) {
        inverse[image as usize] = value;
    }
    inverse
}
