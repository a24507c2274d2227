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

/// More masks and shifts than this in one block are not looked for: bits of large blocks share few.
const MOST_IN_BLOCK: usize = 4096;

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

/// Bits that change places within blocks: by one of two tables, where the parity of the digits above a block
/// matters.
#[derive(Clone, Debug)]
pub(super) struct Blocks {
    /// The words of a block.
    words: usize,
    form: Form,
    /// Whether the digits above it, but within the chunk, have an odd sum, for each block of a chunk; it is
    /// false for all if that does not matter.
    parities: Arc<[bool]>,
    asks_parity: bool,
}

/// How the bits of a block change places, for an even sum and for an odd sum of the digits above.
#[derive(Clone, Debug)]
enum Form {
    /// By masks and shifts.
    Shifts(Arc<[Shifts; 2]>),
    /// By a table of what each byte of the only word becomes.
    Bytes(Arc<[Bytes; 2]>),
    /// One by one: where each bit of the block goes.
    Bits(Arc<[Vec<u32>; 2]>),
}

/// What each byte of a word becomes.
type Bytes = Box<[[u64; 256]; 8]>;

/// Where a bit comes from and where it goes.
type Moved = (Place, Place);

/// Masks and shifts, by the word that they write.
#[derive(Debug)]
struct Shifts {
    all: Vec<Shift>,
    /// Up to where those of each word go.
    ends: Vec<usize>,
}

/// Some bits of a word that go to another all together.
#[derive(Clone, Copy, Debug)]
struct Shift {
    mask: u64,
    source: u32,
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
        let moved = |odd_above: bool| {
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
            moved
        };
        let asks_parity = even != odd;
        let odd_moved = if asks_parity { moved(true) } else { Vec::new() };
        let within = &radices[layout.above_chunk..above];
        let blocks = (layout.chunk / words) as u64;
        let parity = |block| asks_parity && digit_parity(within, block);
        Self::Blocks(Blocks {
            words,
            // Where parity does not matter, the second table is never asked.
            form: Form::new(&[moved(false), odd_moved], words),
            parities: (0..blocks).map(parity).collect(),
            asks_parity,
        })
    }

    /// Whether the parity of the digits above the chunk matters.
    pub(super) fn asks_parity(&self) -> bool {
        matches!(self, Self::Blocks(blocks) if blocks.asks_parity)
    }
}

impl Form {
    fn new(moved: &[Vec<Moved>; 2], words: usize) -> Self {
        let most = if words == 1 {
            MOST_SHIFTS
        } else {
            (moved[0].len() / LEAST_SHARED).min(MOST_IN_BLOCK)
        };
        let shifts = moved
            .each_ref()
            .map(|moved| Shifts::new(moved, words, most));
        if let [Some(even), Some(odd)] = shifts {
            Self::Shifts(Arc::new([even, odd]))
        } else if words == 1 {
            Self::Bytes(Arc::new(moved.each_ref().map(|moved| bytes(moved))))
        } else {
            Self::Bits(Arc::new(moved.each_ref().map(|moved| bits(moved, words))))
        }
    }
}

impl Blocks {
    /// Adds to the target what the bits of the source become. Both are whole chunks.
    pub(super) fn add(&self, source: &[u64], target: &mut [u64], odd_chunk: bool) {
        let odd_chunk = odd_chunk && self.asks_parity;
        match &self.form {
            Form::Shifts(shifts) => match self.words {
                1 => self.each(shifts, source, target, odd_chunk, Shifts::add_within::<1>),
                2..=8 => self.each(shifts, source, target, odd_chunk, Shifts::add_within::<8>),
                9..=64 => self.each(shifts, source, target, odd_chunk, Shifts::add_within::<64>),
                _ => self.each(shifts, source, target, odd_chunk, Shifts::add_any),
            },
            Form::Bytes(tables) => self.each(tables, source, target, odd_chunk, add_bytes),
            Form::Bits(places) => self.each(places, source, target, odd_chunk, add_bits),
        }
    }

    /// Calls `add` on each block, with the table for its parity.
    #[inline]
    fn each<T>(
        &self,
        tables: &[T; 2],
        source: &[u64],
        target: &mut [u64],
        odd_chunk: bool,
        add: impl Fn(&T, &[u64], &mut [u64]),
    ) {
        let sources = source.chunks_exact(self.words);
        let blocks = sources.zip(target.chunks_exact_mut(self.words));
        for ((source, target), &parity) in blocks.zip(&*self.parities) {
            let [even, odd] = tables;
            add(if parity == odd_chunk { even } else { odd }, source, target);
        }
    }
}

impl Shifts {
    /// The masks and shifts, if there are not more than `most`.
    fn new(moved: &[Moved], words: usize, most: usize) -> Option<Self> {
        let mut shifts: BTreeMap<(usize, usize, u32), u64> = BTreeMap::new();
        for &((source, from), (target, to)) in moved {
            let left = (to + 64 - from) % 64;
            *shifts.entry((target, source, left)).or_default() |= 1 << from;
            if shifts.len() > most {
                return None;
            }
        }
        let narrow = |word: usize| u32::try_from(word).expect("a block has fewer than 2^32 words");
        let mut ends = vec![0; words];
        for (target, ..) in shifts.keys() {
            ends[*target] += 1;
        }
        let mut sum = 0;
        for end in &mut ends {
            sum += *end;
            *end = sum;
        }
        let shift = |((_, source, left), mask)| Shift {
            mask,
            source: narrow(source),
            left,
        };
        Some(Self {
            all: shifts.into_iter().map(shift).collect(),
            ends,
        })
    }

    /// For blocks of at most `WORDS` words, a power of two: no index can be out of their bounds.
    #[inline]
    fn add_within<const WORDS: usize>(&self, source: &[u64], target: &mut [u64]) {
        let mut words = [0; WORDS];
        words[..source.len()].copy_from_slice(source);
        if words.iter().any(|&word| word != 0) {
            self.add_words(|word| words[word as usize % WORDS], target);
        }
    }

    #[inline]
    fn add_any(&self, source: &[u64], target: &mut [u64]) {
        self.add_words(|word| source[word as usize], target);
    }

    #[inline]
    fn add_words(&self, source: impl Fn(u32) -> u64, target: &mut [u64]) {
        let mut rest = &self.all[..];
        let mut done = 0;
        for (target, &end) in target.iter_mut().zip(&self.ends) {
            let (own, others) = rest.split_at(end - done);
            let mut sum = *target;
            for shift in own {
                sum |= (source(shift.source) & shift.mask).rotate_left(shift.left);
            }
            *target = sum;
            (rest, done) = (others, end);
        }
    }
}

fn bytes(moved: &[Moved]) -> Bytes {
    let mut tables = Box::new([[0; 256]; 8]);
    for &((_, from), (_, to)) in moved {
        let table = &mut tables[from as usize / 8];
        for (byte, image) in table.iter_mut().enumerate() {
            if byte >> (from % 8) & 1 == 1 {
                *image |= 1 << to;
            }
        }
    }
    tables
}

fn bits(moved: &[Moved], words: usize) -> Vec<u32> {
    let mut places = vec![0; words * 64];
    for &((source, from), (target, to)) in moved {
        let place = u32::try_from(target * 64).expect("a block has fewer than 2^26 words") + to;
        places[source * 64 + from as usize] = place;
    }
    places
}

#[inline]
fn add_bytes(tables: &Bytes, source: &[u64], target: &mut [u64]) {
    if let ([word], [target]) = (source, target)
        && *word != 0
    {
        let bytes = word.to_le_bytes().into_iter().zip(&**tables);
        *target |= bytes.fold(0, |sum, (byte, table)| sum | table[usize::from(byte)]);
    }
}

#[inline]
#[expect(clippy::ptr_arg, reason = "it stands beside forms that are no slices")]
fn add_bits(places: &Vec<u32>, source: &[u64], target: &mut [u64]) {
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
