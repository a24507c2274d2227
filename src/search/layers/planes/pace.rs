//! How long a sweep on planes will take, told without its planes.
//!
//! The first layers are walked rank by rank, and those that follow are guessed from how they grow. Chunks are expanded
//! out of a few words that stand for any plane, once full of states and once with few. A layer then
//! takes so much for each chunk that it comes into, and so much for each of its states.

use std::hint::black_box;
use std::time::{Duration, Instant};

use foldhash::fast::FixedState;
use hashbrown::HashSet;

use crate::memory::{BudgetVec, Memory, MemoryExhausted};
use crate::search::layers::planes::expansion::{Expansion, Source};
use crate::search::layers::planes::known::Scheme;
use crate::search::layers::planes::layout::Layout;
use crate::search::layers::planes::prepared::Prepared;

/// States that the first layers are walked for, at least.
const FIRST: usize = 20_000;

/// How long each measurement may take.
const PATIENCE: Duration = Duration::from_millis(50);

/// More layers than this are not guessed.
const MOST_LAYERS: usize = 1 << 16;

/// What a sweep on planes will take on one thread if it reaches every rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// How long.
    pub time: Duration,
    /// Over how many layers, of which the first were walked and the others guessed.
    pub layers: u64,
}

impl<D> Prepared<D> {
    /// Measures how long the sweep will take, for some tenths of a second. Beside the tables of the moves it takes a few
    /// megabytes.
    ///
    /// The guess is a matter of scale: layers are taken to grow slower and slower at a constant rate, and states to
    /// be spread evenly over the parts that they are in.
    ///
    /// # Errors
    /// [`MemoryExhausted`] if there is no memory for the tables.
    pub fn pace(&self, memory: &Memory) -> Result<Pace, MemoryExhausted> {
        let (expansion, _held) = self.expansion(memory)?;
        let layers = guessed(self.first_layers(), count(self.moves.size()));
        let block = expansion.widest();
        let full = Few::new(&self.layout, block, 1, memory)?;
        let few = Few::new(&self.layout, block, self.layout.chunk, memory)?;
        let (full, few) = (self.timed(&expansion, &full), self.timed(&expansion, &few));
        let chunks = count((self.layout.chunks() * self.moves.parts()) as u64);
        let states = count(self.moves.size()) / chunks;
        let each = (full - few).max(0.0) / states;
        // Where layers alternate between two colours, half of the parts are come into by a layer.
        let chunks = match self.scheme {
            Scheme::OnePlane => chunks / 2.0,
            Scheme::TwoPlanes | Scheme::Visited => chunks,
        };
        let ways = self.ways();
        let seconds = layers.iter().map(|layer| {
            // A chunk is come into where one of those that lead there has a state.
            let touched = 1.0 - (-layer * ways / chunks).exp();
            chunks * touched * few + layer * each
        });
        let time = Duration::try_from_secs_f64(seconds.sum()).unwrap_or(Duration::MAX);
        let layers = layers.len() as u64;
        Ok(Pace { time, layers })
    }

    /// How many ways lead into a part, on average.
    fn ways(&self) -> f64 {
        let parts = self.moves.parts();
        let moves: usize = (0..parts).map(|part| self.moves.moves(part).len()).sum();
        count(moves as u64) / count(parts as u64)
    }

    /// The sizes of the first layers, by a search over ranks along the moves; all of them if the space is small.
    fn first_layers(&self) -> Vec<f64> {
        let begun = Instant::now();
        let mut known: HashSet<u64, FixedState> = HashSet::default();
        known.extend(&self.starts);
        let mut layer: Vec<u64> = known.iter().copied().collect();
        let mut sizes = Vec::new();
        while !layer.is_empty() {
            sizes.push(count(layer.len() as u64));
            if known.len() >= FIRST || begun.elapsed() >= PATIENCE {
                break;
            }
            let mut next = Vec::new();
            for &rank in &layer {
                next.extend(self.moves.successors(rank).filter(|&to| known.insert(to)));
            }
            layer = next;
        }
        sizes
    }

    /// The seconds that a chunk takes, over parts and chunks that are spread evenly.
    fn timed(&self, expansion: &Expansion, few: &Few) -> f64 {
        let (parts, chunks, words) = (self.moves.parts(), self.layout.chunks(), self.layout.chunk);
        let mut come = vec![0; words];
        let mut known = vec![0; words];
        let begun = Instant::now();
        let mut done = 0usize;
        while done < 64 || begun.elapsed() < PATIENCE {
            // Odd steps, so that all parts and chunks have their turn.
            let part = done.wrapping_mul(0x9E37_79B1) % parts;
            let chunk = done.wrapping_mul(0x85EB_CA6B) % chunks;
            black_box(expansion.fill((part, chunk), &|_| few, &mut come));
            let mut new = 0;
            for (come, known) in come.iter_mut().zip(&mut known) {
                let fresh = *come & !*known;
                *known = fresh;
                new += fresh.count_ones();
                *come = 0;
            }
            black_box(new);
            done += 1;
        }
        begun.elapsed().as_secs_f64() / count(done as u64)
    }
}

#[expect(clippy::cast_precision_loss, reason = "a guess, not a count")]
fn count(number: u64) -> f64 {
    number as f64
}

/// The first layers of a space of so many states, and the others as they may be: each grows over the one before it by a
/// factor that falls by a constant one from layer to layer, so that all together have the states.
fn guessed(mut layers: Vec<f64>, states: f64) -> Vec<f64> {
    let rest = states - layers.iter().sum::<f64>();
    let &[.., before, _, last] = &layers[..] else {
        return layers;
    };
    if rest < 1.0 {
        return layers;
    }
    // Over two layers, since they can grow by turns.
    let growth = (last / before).sqrt().max(1.01);
    let following = |fall: f64| {
        let (mut size, mut factor) = (last, growth);
        std::iter::from_fn(move || {
            factor *= fall;
            size *= factor;
            (size >= 0.5 || factor > 1.0).then_some(size)
        })
        .take(MOST_LAYERS)
    };
    // The slower the factor falls, the more states there are.
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        let mut sum = 0.0;
        let is_less = following(middle).all(|size| {
            sum += size;
            sum <= rest
        });
        if is_less {
            low = middle;
        } else {
            high = middle;
        }
    }
    layers.extend(following(low));
    layers
}

/// A few words that stand for a plane of any size.
#[derive(Debug)]
struct Few(BudgetVec<u64>);

impl Few {
    /// As many words as a chunk or the widest block has, with all states of every `step`th word.
    fn new(
        layout: &Layout,
        block: usize,
        step: usize,
        memory: &Memory,
    ) -> Result<Self, MemoryExhausted> {
        let len = block.max(layout.chunk);
        let mut words = BudgetVec::filled(memory, len, 0)?;
        for place in (0..len).step_by(step) {
            let before = (place % layout.run_words) as u64 * 64;
            let bits = layout.run.saturating_sub(before).min(64);
            words[place] = if step > 1 {
                1
            } else {
                u64::MAX
                    .checked_shr(64 - u32::try_from(bits).unwrap_or(64))
                    .unwrap_or(0)
            };
        }
        Ok(Self(words))
    }
}

impl Source for Few {
    fn is_filled(&self, _: usize) -> bool {
        true
    }

    fn is_any_filled(&self, _: usize, _: usize) -> bool {
        true
    }

    fn words(&self, first: usize, len: usize) -> &[u64] {
        &self.0[first % self.0.len()..][..len]
    }
}

#[cfg(test)]
mod tests {
    use super::guessed;

    /// How many layers are guessed, and how many states they have.
    fn shape(first: &[f64], states: f64) -> (usize, f64) {
        let layers = guessed(first.to_vec(), states);
        (layers.len(), layers.iter().sum())
    }

    #[test]
    fn layers_that_are_guessed_have_all_states() {
        // Of 12 pancakes, 15 layers; of the tiles of 3 x 4, 54.
        let pancakes = [1.0, 11.0, 110.0, 1090.0, 10_680.0];
        let tiles = [
            1.0, 2.0, 4.0, 9.0, 20.0, 37.0, 63.0, 122.0, 232.0, 431.0, 781.0, 1392.0, 2494.0,
            4442.0,
        ];
        for (first, states, least, most) in [
            (&pancakes[..], 479_001_600.0, 10, 30),
            (&tiles[..], 239_500_800.0, 30, 100),
        ] {
            let (layers, sum) = shape(first, states);
            assert!((least..=most).contains(&layers), "{layers}");
            assert!((sum / states - 1.0).abs() < 0.01, "{sum}");
        }
    }

    #[test]
    fn what_was_seen_is_not_guessed() {
        assert_eq!(shape(&[1.0, 2.0, 4.0], 7.0), (3, 7.0));
        assert_eq!(shape(&[1.0, 2.0], 100.0), (2, 3.0));
        // Layers that do not grow.
        let (layers, sum) = shape(&[4.0; 8], 4000.0);
        assert!(layers < 1000 && sum < 4000.0, "{layers} {sum}");
    }
}
