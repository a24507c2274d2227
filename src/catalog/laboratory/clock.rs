//! Times of ranks and unranks, one by one and many at once: batches, repeated, and what lies in the middle.

use std::hint::black_box;
use std::time::{Duration, Instant};

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::catalog::laboratory::{Orders, Timing};
use crate::encoding::Encoding;
use crate::search::layers::neighbours::AT_ONCE;
use crate::search::limits::Limits;
use crate::store::{Costs, NodeStore};

/// A batch is repeated until it takes this long: far above what reading the clock takes.
const LEAST: Duration = Duration::from_micros(200);

/// Nanoseconds: the median of all repeats, and the middle half of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// A quarter of the repeats took no longer.
    pub low: f64,
    /// Half of them.
    pub median: f64,
    /// Three quarters of them.
    pub high: f64,
}

impl Spread {
    /// The quartiles of `times`; `None` if there are none.
    fn of(mut times: Vec<f64>) -> Option<Self> {
        times.sort_by(f64::total_cmp);
        let last = times.len().checked_sub(1)?;
        Some(Self {
            low: times[last / 4],
            median: times[last / 2],
            high: times[last - last / 4],
        })
    }
}

/// Times what is asked for, on states drawn from a seed.
#[derive(Clone, Copy)]
pub(super) struct Times<'a> {
    pub(super) orders: &'a Orders,
    pub(super) seed: u64,
    pub(super) limits: &'a Limits,
}

impl Times<'_> {
    /// Numbers below `size` in no order.
    fn draw(&self, size: u64) -> Vec<u64> {
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        let batch = if size == 0 { 0 } else { self.orders.batch };
        (0..batch).map(|_| rng.random_range(0..size)).collect()
    }

    /// The time of a rank and of an unrank, and of those of many at once where that is faster.
    pub(super) fn of_encoding<E>(&self, encoding: &E, any: &E::State) -> Timing
    where
        E: Encoding<State: Clone>,
    {
        if !self.orders.timing {
            return Timing::default();
        }
        let ranks = self.draw(encoding.size());
        let mut scratch = any.clone();
        let unranked = |&rank: &u64| {
            encoding.unrank_into(rank, &mut scratch);
            scratch.clone()
        };
        let states: Vec<E::State> = ranks.iter().map(unranked).collect();
        let rank = self.spread(states.len(), &mut || {
            let ranks = black_box(&states).iter().map(|state| encoding.rank(state));
            black_box(ranks.fold(0, u64::wrapping_add));
        });
        let unrank = self.spread(ranks.len(), &mut || {
            for &rank in black_box(&ranks) {
                encoding.unrank_into(rank, black_box(&mut scratch));
            }
        });
        let mut timing = Timing {
            rank,
            unrank,
            ..Timing::default()
        };
        if E::AT_ONCE {
            let mut found = [0; AT_ONCE];
            timing.rank_each = self.spread(states.len(), &mut || {
                for states in black_box(&states).chunks(AT_ONCE) {
                    encoding.rank_each(states, black_box(&mut found[..states.len()]));
                }
            });
            let mut room = vec![any.clone(); ranks.len().min(AT_ONCE)];
            timing.unrank_each = self.spread(ranks.len(), &mut || {
                for ranks in black_box(&ranks).chunks(AT_ONCE) {
                    encoding.unrank_each(ranks, black_box(&mut room[..ranks.len()]));
                }
            });
        }
        timing
    }

    /// The time to find a stored state, and to load one.
    pub(super) fn of_store<S>(&self, store: &S, any: &S::State) -> (Option<Spread>, Option<Spread>)
    where
        S: Costs + NodeStore<Id = u32, State: Clone>,
    {
        if !self.orders.timing {
            return (None, None);
        }
        // Ids are below 2^32.
        let ids = self.draw(store.len()).into_iter();
        let ids: Vec<u32> = ids.filter_map(|id| u32::try_from(id).ok()).collect();
        let mut scratch = any.clone();
        let loaded = |&id: &u32| {
            store.load(id, &mut scratch);
            scratch.clone()
        };
        let states: Vec<S::State> = ids.iter().map(loaded).collect();
        let find = self.spread(states.len(), &mut || {
            let ids = black_box(&states)
                .iter()
                .filter_map(|state| store.find(state));
            black_box(ids.fold(0, u32::wrapping_add));
        });
        let load = self.spread(ids.len(), &mut || {
            for &id in black_box(&ids) {
                store.load(id, black_box(&mut scratch));
            }
        });
        (find, load)
    }

    /// Repeats `pass`, which does `count` things, and tells the time of one.
    fn spread(&self, count: usize, pass: &mut dyn FnMut()) -> Option<Spread> {
        if count == 0 {
            return None;
        }
        let mut passes = 1u32;
        // The first pass warms up.
        pass();
        let mut timed = |passes: u32| {
            let begin = Instant::now();
            for _ in 0..passes {
                pass();
            }
            begin.elapsed()
        };
        while timed(passes) < LEAST && passes < 1 << 16 {
            passes *= 2;
        }
        let mut times = Vec::new();
        for _ in 0..self.orders.repeats {
            if self.limits.interrupted().is_some() {
                break;
            }
            let nanoseconds = timed(passes).as_secs_f64() * 1e9;
            #[expect(clippy::cast_precision_loss, reason = "a batch is small")]
            times.push(nanoseconds / (count as f64 * f64::from(passes)));
        }
        Spread::of(times)
    }
}

#[cfg(test)]
mod tests {
    use super::Spread;

    #[test]
    fn the_middle_half_is_told() {
        let of = |times: &[f64]| {
            Spread::of(times.to_vec()).map(|spread| (spread.low, spread.median, spread.high))
        };
        assert_eq!(of(&[]), None);
        assert_eq!(of(&[3.0]), Some((3.0, 3.0, 3.0)));
        assert_eq!(of(&[5.0, 1.0, 4.0, 2.0, 3.0]), Some((2.0, 3.0, 4.0)));
        let many: Vec<f64> = (0..15).rev().map(f64::from).collect();
        assert_eq!(of(&many), Some((3.0, 7.0, 11.0)));
    }
}
