//! Maps of local ranks, compiled to work on words.
//!
//! (The forms of a kernel are one noun, and how each is made and run stands side by side; hence the length.)

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::memory::bytes_of;
use crate::rank_actions::{LocalMap, RankActionsError, digit_parity};
use crate::search::layers::planes::layout::{Layout, Place, tails};
use crate::store::word::index;

/// More masks and shifts than this in one word, and a table by bytes is faster.
const MOST_SHIFTS: usize = 16;

/// More masks and shifts than this in one block are not looked for: bits of large blocks share few.
const MOST_IN_BLOCK: usize = 4096;

/// A block with fewer ranks than this for each mask and shift is faster bit by bit.
const LEAST_SHARED: usize = 2;

/// The most words of a block: the places of its bits are numbers of 32 bits.
const MOST_WORDS: u64 = 1 << 26;

/// The bytes of a mask and a shift while others are looked for, at most: an entry of a tree, and what the tree adds.
const SHIFT_ROOM: u64 = 96;

/// What a map does to the words of a part. The source is the chunk of the part that the states come from
/// and the target the one that they come to.
#[derive(Debug)]
pub(super) enum Kernel {
    /// Words stay where they are.
    Same,
    /// Runs of words change places within a window of so many.
    Runs(Runs),
    /// Bits change places within blocks of words.
    Blocks(Blocks),
}

/// Runs of words that change places.
#[derive(Debug)]
pub(super) struct Runs {
    /// The words of a run.
    pub(super) words: usize,
    /// For each run of a window, the one that comes to its place.
    pub(super) sources: Arc<[u32]>,
}

/// Bits that change places within blocks.
#[derive(Debug)]
pub(super) struct Blocks {
    /// The words of a block.
    words: usize,
    form: Form,
    /// Whether the digits above it, but within the chunk, have an odd sum, for each block of a chunk; it is
    /// false for all if that does not matter.
    parities: Arc<[bool]>,
    asks_parity: bool,
}

/// How the bits of a block change places.
#[derive(Debug)]
enum Form {
    /// By masks and shifts.
    Shifts(Tables<Shifts>),
    /// By a table of what each byte of the only word becomes.
    Bytes(Tables<Bytes>),
    /// One by one: where each bit of a block of at most 1024 words goes.
    Near(Tables<Vec<u16>>),
    /// The same for larger blocks.
    Far(Tables<Vec<u32>>),
}

/// A table for an even sum of the digits above, and another for an odd sum if that matters.
#[derive(Debug)]
struct Tables<T> {
    even: T,
    odd: Option<T>,
}

impl<T> Tables<T> {
    /// The table for the parity of a sum.
    #[inline]
    fn of(&self, odd: bool) -> &T {
        match &self.odd {
            Some(table) if odd => table,
            _ => &self.even,
        }
    }

    fn try_map<U>(&self, mut make: impl FnMut(&T) -> Option<U>) -> Option<Tables<U>> {
        let even = make(&self.even)?;
        let odd = match &self.odd {
            Some(table) => Some(make(table)?),
            None => None,
        };
        Some(Tables { even, odd })
    }

    fn map<U>(&self, mut make: impl FnMut(&T) -> U) -> Tables<U> {
        Tables {
            even: make(&self.even),
            odd: self.odd.as_ref().map(make),
        }
    }
}

/// What each byte of a word becomes.
type Bytes = Box<[[u64; 256]; 8]>;

/// Where a bit of a block comes from and where it goes: 64 times the word, and the bit.
type Moved = (u32, u32);

/// The number of a place in a block.
fn numbered((word, bit): Place) -> u32 {
    u32::try_from(word * 64).expect("a block has at most 2^26 words") + bit
}

/// The word and the bit of a number.
fn place(number: u32) -> Place {
    ((number / 64) as usize, number % 64)
}

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

/// More masks and shifts than this are not worth it in a block of so many words and ranks.
fn most_shifts(words: usize, ranks: usize) -> usize {
    if words == 1 {
        MOST_SHIFTS
    } else {
        (ranks / LEAST_SHARED).min(MOST_IN_BLOCK)
    }
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

/// Whether a map can be compiled: its blocks are not too large.
pub(super) fn check(
    map: &LocalMap,
    radices: &[u64],
    layout: &Layout,
) -> Result<(), RankActionsError> {
    let words = block(map, radices, layout.run) / layout.run * layout.run_words as u64;
    if words <= MOST_WORDS {
        return Ok(());
    }
    Err(RankActionsError::Block {
        words,
        most: MOST_WORDS,
    })
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
                    LocalMap::inverted(even).into()
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
            let mut moved: Vec<Moved> = Vec::with_capacity(index(ranks));
            for local in 0..ranks {
                let source = numbered(layout.place(local));
                let target = numbered(layout.place(image(local)));
                moved.push(if inverse {
                    (target, source)
                } else {
                    (source, target)
                });
            }
            moved
        };
        let asks_parity = even != odd;
        let moved = Tables {
            even: moved(false),
            odd: asks_parity.then(|| moved(true)),
        };
        let within = &radices[layout.above_chunk..above];
        let blocks = (layout.chunk / words) as u64;
        let parity = |block| asks_parity && digit_parity(within, block);
        Self::Blocks(Blocks {
            words,
            form: Form::new(&moved, words),
            parities: (0..blocks).map(parity).collect(),
            asks_parity,
        })
    }

    /// The bytes of the kernel of a map, at most.
    pub(super) fn bytes(map: &LocalMap, radices: &[u64], layout: &Layout) -> u64 {
        let LocalMap::Window {
            first,
            digits,
            even,
            odd,
        } = map
        else {
            return 0;
        };
        let below = tails(radices)[first + digits];
        if moves_runs(map, below, layout.run) {
            return bytes_of::<u32>(even.len());
        }
        let ranks = block(map, radices, layout.run);
        let words = index(ranks / layout.run) * layout.run_words;
        let table = if words == 1 {
            size_of::<[[u64; 256]; 8]>() as u64
        } else {
            // Masks and shifts take less: they are used where they are far fewer than bits.
            bytes_of::<u32>(words * 64) + bytes_of::<usize>(words)
        };
        let tables = if even == odd { 1 } else { 2 };
        let parities = (layout.chunk / words) as u64;
        table.saturating_mul(tables).saturating_add(parities)
    }

    /// The bytes that it takes to compile a map, beside the kernel.
    pub(super) fn making_bytes(map: &LocalMap, radices: &[u64], layout: &Layout) -> u64 {
        let LocalMap::Window { even, odd, .. } = map else {
            return 0;
        };
        let ranks = block(map, radices, layout.run);
        if ranks == 1 {
            return 0;
        }
        let words = index(ranks / layout.run) * layout.run_words;
        let ranks = index(ranks);
        let tables = if even == odd { 1 } else { 2 };
        let moved = bytes_of::<Moved>(ranks).saturating_mul(tables);
        // One more is found before it is known that they are too many.
        moved.saturating_add(SHIFT_ROOM * (most_shifts(words, ranks) as u64 + 1))
    }

    /// Whether the parity of the digits above the chunk matters.
    pub(super) fn asks_parity(&self) -> bool {
        matches!(self, Self::Blocks(blocks) if blocks.asks_parity)
    }
}

impl Form {
    fn new(moved: &Tables<Vec<Moved>>, words: usize) -> Self {
        let most = most_shifts(words, moved.even.len());
        if let Some(shifts) = moved.try_map(|moved| Shifts::new(moved, words, most)) {
            Self::Shifts(shifts)
        } else if words == 1 {
            Self::Bytes(moved.map(|moved| bytes(moved)))
        } else if let Some(near) = moved.try_map(|moved| bits(moved, words)) {
            Self::Near(near)
        } else {
            Self::Far(moved.map(|moved| bits(moved, words).unwrap_or_default()))
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
            Form::Near(places) => self.each(places, source, target, odd_chunk, add_bits),
            Form::Far(places) => self.each(places, source, target, odd_chunk, add_bits),
        }
    }

    /// Calls `add` on each block, with the table for its parity.
    #[inline]
    fn each<T>(
        &self,
        tables: &Tables<T>,
        source: &[u64],
        target: &mut [u64],
        odd_chunk: bool,
        add: impl Fn(&T, &[u64], &mut [u64]),
    ) {
        let sources = source.chunks_exact(self.words);
        let blocks = sources.zip(target.chunks_exact_mut(self.words));
        for ((source, target), &parity) in blocks.zip(&*self.parities) {
            add(tables.of(parity != odd_chunk), source, target);
        }
    }
}

impl Shifts {
    /// The masks and shifts, if there are not more than `most`.
    fn new(moved: &[Moved], words: usize, most: usize) -> Option<Self> {
        let mut shifts: BTreeMap<(usize, usize, u32), u64> = BTreeMap::new();
        for &(source, target) in moved {
            let ((source, from), (target, to)) = (place(source), place(target));
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
    for &(from, to) in moved {
        let table = &mut tables[from as usize / 8];
        for (byte, image) in table.iter_mut().enumerate() {
            if byte >> (from % 8) & 1 == 1 {
                *image |= 1 << to;
            }
        }
    }
    tables
}

/// Where each bit goes, if that fits the type of places.
fn bits<T: TryFrom<u32> + Clone + Default>(moved: &[Moved], words: usize) -> Option<Vec<T>> {
    let mut places = vec![T::default(); words * 64];
    for &(source, target) in moved {
        places[source as usize] = T::try_from(target).ok()?;
    }
    Some(places)
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
fn add_bits<T: Copy + Into<u32>>(places: &Vec<T>, source: &[u64], target: &mut [u64]) {
    for (&word, places) in source.iter().zip(places.chunks_exact(64)) {
        let mut rest = word;
        while rest != 0 {
            let place: u32 = places[rest.trailing_zeros() as usize].into();
            target[place as usize / 64] |= 1 << (place % 64);
            rest &= rest - 1;
        }
    }
}
