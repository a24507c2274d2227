//! What an exploration will take, told before it starts.

mod by_rank;

use std::hint::black_box;
use std::time::{Duration, Instant};

use crate::cost::Cost;
use crate::memory::Memory;
use crate::search::layers::neighbours::Neighbours;
use crate::search::layers::sweeping::Step;
use crate::search::layers::{End, weighted};
use crate::search::limits::Limits;
use crate::search::outcome::SearchError;

pub use by_rank::ByRank;

/// States that are expanded to measure how fast that goes.
const SAMPLE: u64 = 20_000;

/// How long the measurement may take.
const PATIENCE: Duration = Duration::from_millis(50);

/// How long a small space is swept.
pub(crate) const PROBE: Duration = Duration::from_millis(300);

/// What an exploration on one store will take. What is not known beforehand is `None`: a hash of states grows
/// with what is reached.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Forecast {
    /// The number of ranks: no more states than this can be reached.
    pub ranks: Option<u64>,
    /// The bytes of memory without which it is not begun. With these it comes to its end, if the most is known.
    pub least: Option<u64>,
    /// The bytes of memory that it takes at most. Where it is not known although the least is, that is only what it takes
    /// at least: not all of it was counted.
    pub most: Option<u64>,
    /// The bytes of disk that checkpoints take at most, where they can be made; on bit planes at least, where the most
    /// memory is not known.
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
    /// What they were.
    pub sample: Sample,
}

/// What a rate was measured on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sample {
    /// Ranks that are spread evenly over the space.
    Spread,
    /// Chunks of bit planes, for a whole space of about so many layers.
    Chunks {
        /// How many.
        layers: u64,
    },
    /// The whole space, which was swept in no time.
    Whole,
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
    /// The forecast of a sweep over so many ranks along actions of costs up to `largest`, beside so many bytes that are
    /// there before it begins. The most is not known: what waits in buckets grows with the edges, the profile and the width
    /// of the table with the farthest distance.
    #[must_use]
    pub fn weighted(ranks: u64, largest: Option<Cost>, beside: u64) -> Self {
        let sweep = weighted::least_bytes(ranks, largest);
        Self {
            ranks: Some(ranks),
            least: Some(sweep.saturating_add(beside)),
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

    /// How long it takes on one thread if every rank is reached, where a rate was measured.
    #[must_use]
    pub fn time(&self) -> Option<Duration> {
        let rate = self.rate?;
        match rate.sample {
            Sample::Whole | Sample::Chunks { .. } => Some(rate.time),
            Sample::Spread => self.ranks.map(|ranks| rate.time_of(ranks)),
        }
    }

    /// Whether the memory that is left is too little; then how much would be needed.
    #[must_use]
    pub fn lacks(&self, memory: &Memory) -> Option<u64> {
        self.least.filter(|&least| least > memory.left())
    }
}

fn measure(edges: &mut impl Neighbours) -> Result<Rate, SearchError> {
    let size = edges.size();
    let step = size.div_ceil(SAMPLE).max(1);
    let ranks = size.div_ceil(step);
    let begun = Instant::now();
    let mut states = 0;
    // As many together as a sweep takes, or more; the clock is read after them.
    let mut crowd = [0; 256];
    while states < ranks && begun.elapsed() < PATIENCE {
        let spread = (states..ranks).map(|state| state * step);
        let mut len = 0;
        for (place, rank) in crowd.iter_mut().zip(spread) {
            *place = rank;
            len += 1;
        }
        edges.visit_each(&crowd[..len], |found| {
            black_box(found);
        })?;
        states += len as u64;
    }
    Ok(Rate {
        states,
        time: begun.elapsed(),
        sample: Sample::Spread,
    })
}

/// Sweeps for a moment by `step`, to measure how long a small space takes; `None` where there is more of it.
pub(crate) fn probe(
    limits: &Limits,
    mut step: impl FnMut(&Limits) -> Result<Step, SearchError>,
) -> Result<Option<Rate>, SearchError> {
    let limits = limits.clone().within(PROBE);
    let begun = Instant::now();
    let mut states = 0;
    loop {
        match step(&limits)? {
            Step::Layer { states: new, .. } => states += new,
            Step::Done(End::Whole | End::Settled) => {
                return Ok(Some(Rate {
                    states,
                    time: begun.elapsed(),
                    sample: Sample::Whole,
                }));
            }
            Step::Done(End::Limit(_)) => return Ok(None),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Forecast, Rate, Sample, probe};
    use crate::memory::Memory;
    use crate::search::layers::End;
    use crate::search::layers::sweeping::Step;
    use crate::search::limits::{Limit, Limits};

    #[test]
    fn what_does_not_fit_is_told_before() {
        let forecast = Forecast {
            least: Some(1600),
            ..Forecast::default()
        };
        let memory = Memory::limited(1606);
        assert_eq!(forecast.lacks(&memory), None);
        memory.claim(7).unwrap();
        assert_eq!(forecast.lacks(&memory), Some(1600));
        assert_eq!(Forecast::default().lacks(&memory), None);
    }

    #[test]
    fn a_probe_tells_of_the_whole_space_or_nothing() {
        let rate = |end| {
            let layers = [1, 4].map(|states| Step::Layer { depth: 0, states });
            let mut steps = layers.into_iter().chain([Step::Done(end)]);
            let rate = probe(&Limits::default(), |_| Ok(steps.next().unwrap())).unwrap();
            rate.map(|rate| (rate.states, rate.sample))
        };
        assert_eq!(rate(End::Whole), Some((5, Sample::Whole)));
        assert_eq!(rate(End::Limit(Limit::Time)), None);
    }

    #[test]
    fn a_rate_is_in_proportion() {
        let rate = Rate {
            states: 10,
            time: Duration::from_secs(2),
            sample: Sample::Spread,
        };
        assert_eq!(rate.time_of(100), Duration::from_secs(20));
    }
}
