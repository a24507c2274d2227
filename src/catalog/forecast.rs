//! What an exploration will take, told before it starts.

use std::hint::black_box;
use std::time::{Duration, Instant};

use crate::memory::Memory;
use crate::search::layers::neighbours::Neighbours;
use crate::search::outcome::SearchError;

/// States that are expanded to measure how fast that goes.
const SAMPLE: u64 = 20_000;

/// How long the measurement may take.
const PATIENCE: Duration = Duration::from_millis(50);

/// What an exploration on one store will take. What is not known beforehand is `None`: a hash of states grows
/// with what is reached.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Forecast {
    /// The number of ranks: no more states than this can be reached.
    pub ranks: Option<u64>,
    /// The bytes of memory without which it cannot begin.
    pub least: Option<u64>,
    /// The bytes of memory that it takes at most, as long as no distance is wider than the table.
    pub most: Option<u64>,
    /// The bytes of disk that checkpoints take at most, where they can be made.
    pub disk: Option<u64>,
    /// How fast states were expanded just now, where that was measured.
    pub rate: Option<Rate>,
}

/// States of the space that were expanded, and how long that took, on one thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// How many states.
    pub states: u64,
    /// How long it took.
    pub time: Duration,
}

impl Rate {
    /// How long so many states would take.
    #[must_use]
    pub fn time_of(self, states: u64) -> Duration {
        let nanoseconds = self.time.as_nanos().saturating_mul(states.into());
        let nanoseconds = nanoseconds / u128::from(self.states.max(1));
        Duration::from_nanos(u64::try_from(nanoseconds).unwrap_or(u64::MAX))
    }
}

impl Forecast {
    /// The forecast of a sweep by rank whose table has so many bits a rank. Beside the table it has, at most, a
    /// list or a plane of one bit a rank for each of two layers.
    #[must_use]
    pub fn by_rank(ranks: u64, bits: u32) -> Self {
        let table = u128::from(ranks) * u128::from(bits);
        let least = u64::try_from(table.div_ceil(64) * 8).unwrap_or(u64::MAX);
        // Lists are as long as a 128th of all ranks, at most, in words of 4 or 8 bytes; the old and the new
        // one are there while one grows.
        let word = if ranks <= u32::MAX.into() { 4 } else { 8 };
        let lists = (ranks / 128).max(64).saturating_mul(3 * word);
        let planes = ranks.div_ceil(64).saturating_mul(16);
        let most = least.saturating_add(lists).saturating_add(planes);
        Self {
            ranks: Some(ranks),
            least: Some(least),
            most: Some(most),
            ..Self::default()
        }
    }

    /// The same forecast with the rate at which states are expanded, measured on ranks that are spread evenly over
    /// the space.
    ///
    /// # Errors
    /// Those of the edges.
    pub fn measured(mut self, edges: Option<impl Neighbours>) -> Result<Self, SearchError> {
        if let Some(mut edges) = edges {
            self.rate = Some(measure(&mut edges)?);
        }
        Ok(self)
    }

    /// Whether the memory that is left is too little to begin; then how much would be needed.
    #[must_use]
    pub fn lacks(&self, memory: &Memory) -> Option<u64> {
        let left = memory.limit().saturating_sub(memory.used());
        self.least.filter(|&least| least > left)
    }
}

fn measure(edges: &mut impl Neighbours) -> Result<Rate, SearchError> {
    let size = edges.size();
    let step = size.div_ceil(SAMPLE).max(1);
    let ranks = size.div_ceil(step);
    let begun = Instant::now();
    let mut states = 0;
    while states < ranks && begun.elapsed() < PATIENCE {
        // The clock is read now and then.
        for _ in 0..256.min(ranks - states) {
            edges.visit(states * step, |rank| {
                black_box(rank);
            })?;
            states += 1;
        }
    }
    let time = begun.elapsed();
    Ok(Rate { states, time })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Forecast, Rate};
    use crate::memory::Memory;

    #[test]
    fn tables_take_whole_words_and_layers_beside_them() {
        let forecast = Forecast::by_rank(1 << 20, 2);
        assert_eq!(forecast.least, Some(1 << 18));
        // Two planes and what lists may have.
        assert!(forecast.most > Some((1 << 18) + (1 << 18)));
        assert!(forecast.most < Some(1 << 20));
        assert_eq!(Forecast::by_rank(65, 1).least, Some(16));
        assert_eq!(Forecast::by_rank(u64::MAX, 64).least, Some(u64::MAX));
    }

    #[test]
    fn what_does_not_fit_is_told_before() {
        let forecast = Forecast::by_rank(1024, 8);
        let memory = Memory::limited(1030);
        assert_eq!(forecast.lacks(&memory), None);
        memory.claim(7).unwrap();
        assert_eq!(forecast.lacks(&memory), Some(1024));
        assert_eq!(Forecast::default().lacks(&memory), None);
    }

    #[test]
    fn a_rate_is_in_proportion() {
        let rate = Rate {
            states: 10,
            time: Duration::from_secs(2),
        };
        assert_eq!(rate.time_of(100), Duration::from_secs(20));
    }
}
