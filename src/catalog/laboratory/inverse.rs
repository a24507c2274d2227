//! The inverse test: whether rank and unrank undo each other, on ranks and on states of the rules.

use std::fmt::Debug;
use std::ops::Range;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::catalog::laboratory::Orders;
use crate::catalog::laboratory::walk::{self, Walk};
use crate::encoding::Encoding;
use crate::encoding::laws::{LawBroken, check_ranks, check_states};
use crate::search::limits::{Limit, Limits};
use crate::space::StateSpace;

/// What the inverse test found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Inverse {
    /// They undo each other wherever it was tried.
    Holds {
        /// How many ranks were tried.
        ranks: u64,
        /// Whether these are all; otherwise they were drawn from `seed`.
        exhaustive: bool,
        /// How many states of random walks by the rules were tried, so that states without a rank of their
        /// own are noticed too.
        walked: u64,
        /// What ranks and walks were drawn from.
        seed: u64,
    },
    /// They do not: the first counter-example.
    Broken(CounterExample),
    /// A limit was reached first.
    Unfinished(Limit),
}

/// States that show that an encoding is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CounterExample {
    /// What is wrong, in words.
    pub law: String,
    /// Pictures of the states: what was ranked or unranked, and what came back, if that is a state.
    pub states: Vec<String>,
}

/// The inverse test of one encoding.
pub(super) struct Test<'a, S> {
    pub(super) orders: &'a Orders,
    pub(super) seed: u64,
    pub(super) limits: &'a Limits,
    pub(super) draw: &'a dyn Fn(&S) -> String,
}

/// Ranks that are tried between two looks at the clock.
const PORTION: u64 = 1 << 14;

impl<S: Clone + Eq + Debug> Test<'_, S> {
    pub(super) fn run<P, E>(&self, space: &P, starts: &[S], encoding: &E) -> Inverse
    where
        P: StateSpace<State = S>,
        E: Encoding<State = S>,
    {
        match self.try_run(space, starts, encoding) {
            Ok(found) => found,
            Err(limit) => Inverse::Unfinished(limit),
        }
    }

    fn try_run<P, E>(&self, space: &P, starts: &[S], encoding: &E) -> Result<Inverse, Limit>
    where
        P: StateSpace<State = S>,
        E: Encoding<State = S>,
    {
        let Some(mut walk) = Walk::new(space, starts) else {
            return Ok(self.holds(0, true, 0));
        };
        // States first: where they have no ranks of their own, nothing else is of interest.
        let mut scratch = starts[0].clone();
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        let mut walked = 0u64;
        for step in 0..self.orders.samples {
            if step % walk::LENGTH == 0 {
                self.interrupted()?;
            }
            let state = walk.next(&mut rng);
            if let Err(broken) = check_states(encoding, &mut scratch, [state.clone()]) {
                return Ok(Inverse::Broken(self.counter_example(encoding, broken)));
            }
            walked += 1;
        }
        let size = encoding.size();
        let exhaustive = size <= self.orders.exhaustive;
        let ranks = if exhaustive {
            size
        } else {
            self.orders.samples.into()
        };
        let mut next = 0;
        while next < ranks {
            self.interrupted()?;
            let portion: Range<u64> = next..ranks.min(next + PORTION);
            next = portion.end;
            let checked = if exhaustive {
                check_ranks(encoding, &mut scratch, portion)
            } else {
                let drawn = portion.map(|_| rng.random_range(0..size));
                check_ranks(encoding, &mut scratch, drawn)
            };
            if let Err(broken) = checked {
                return Ok(Inverse::Broken(self.counter_example(encoding, broken)));
            }
        }
        Ok(self.holds(ranks, exhaustive, walked))
    }

    fn holds(&self, ranks: u64, exhaustive: bool, walked: u64) -> Inverse {
        Inverse::Holds {
            ranks,
            exhaustive,
            walked,
            seed: self.seed,
        }
    }

    fn interrupted(&self) -> Result<(), Limit> {
        self.limits.interrupted().map_or(Ok(()), Err)
    }

    fn counter_example<E>(&self, encoding: &E, broken: LawBroken<S>) -> CounterExample
    where
        E: Encoding<State = S>,
    {
        let law = broken.to_string();
        let states = match broken {
            LawBroken::RankOfUnranked { state, found, .. }
            | LawBroken::RankedTogether { state, found, .. } => {
                // What has the rank that was found, if it is one.
                let other = (found < encoding.size()).then(|| {
                    let mut other = state.clone();
                    encoding.unrank_into(found, &mut other);
                    other
                });
                [Some(state), other]
            }
            LawBroken::LeftOver { state, other, .. } => [Some(state), Some(other)],
            LawBroken::UnrankOfRanked { state, found, .. }
            | LawBroken::UnrankedTogether { state, found, .. } => [Some(state), Some(found)],
            LawBroken::RankTooLarge { state, .. } => [Some(state), None],
        };
        let states = states.iter().flatten().map(|state| (self.draw)(state));
        CounterExample {
            law,
            states: states.collect(),
        }
    }
}
