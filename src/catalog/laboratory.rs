//! The laboratory: encodings of a space measured side by side on the same states, and tested.
//!
//! An encoding is measured by what it costs (ranks that no state has, bits, time a rank and an unrank) and
//! by what a whole sweep over it takes: in a table of one bit a rank and in a hash of ranks; in two bits a rank, where
//! every action can be undone; on bit planes, where it says how actions act on its ranks. Beside it
//! stands the hash of whole states, which needs no encoding. Counts and bytes are the same in every run,
//! durations are kept apart from them.

mod clock;
mod inverse;
mod moves;
mod runs;
mod walk;

use std::fmt::Debug;
use std::hash::Hash;
use std::time::Duration;

use crate::catalog::menu::{Settings, Watch};
use crate::encoding::Encoding;
use crate::encoding::error::EncodingError;
use crate::memory::Memory;
use crate::rank_actions::RankActions;
use crate::search::limits::{Limit, Limits};
use crate::space::{Invertible, StateSpace};
use crate::store::advice::{Advice, Demand};
use crate::words::counted;

pub use clock::Spread;
pub use inverse::{CounterExample, Inverse};
pub use moves::Moves;

/// What is asked of the laboratory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Orders {
    /// Whether ranks and unranks are timed. Without it the laboratory only counts and tests.
    pub timing: bool,
    /// How often a batch of ranks is timed.
    pub repeats: u32,
    /// How many states are in a batch.
    pub batch: u32,
    /// Encodings of at most so many ranks are tested on all of them.
    pub exhaustive: u64,
    /// How many ranks of larger ones are drawn, and how many states are met on random walks.
    pub samples: u32,
}

impl Default for Orders {
    fn default() -> Self {
        Self {
            timing: true,
            repeats: 15,
            batch: 4096,
            exhaustive: 1 << 22,
            samples: 1 << 16,
        }
    }
}

/// What came out about one encoding, or about whole states in a hash.
#[derive(Clone, Debug)]
pub struct Measured {
    /// Its name.
    pub name: &'static str,
    /// What it is, in one line.
    pub summary: &'static str,
    /// How many ranks it has; `None` for whole states, which have none.
    pub size: Option<u64>,
    /// The bits that one state takes: those of the largest rank, or of the state's type in memory.
    pub bits: u64,
    /// Whether rank and unrank undo each other; `None` for whole states.
    pub inverse: Option<Inverse>,
    /// Whether the moves that it declares on its ranks are those of the rules; `None` where it declares none.
    pub moves: Option<Moves>,
    /// Where whole runs have different depth profiles, if they have: something is wrong with the encoding.
    pub differ: Option<String>,
    /// Which store a search with distances takes under the memory limit; `None` for whole states.
    pub advice: Option<Advice>,
    /// What it takes to enumerate the space, on each store.
    pub runs: Vec<Run>,
    /// Why it cannot be measured on this space, if it cannot.
    pub refused: Option<String>,
}

impl Measured {
    /// How many ranks there are for each state, where the whole space was seen.
    #[must_use]
    pub fn waste(&self) -> Option<f64> {
        let states = self.states()?;
        self.size.map(|size| ratio(size, states))
    }

    /// How many states there are, if a run saw the whole space and it is not empty.
    #[must_use]
    pub fn states(&self) -> Option<u64> {
        let whole = self.runs.iter().find(|run| run.end == RunEnd::Whole);
        whole.map(|run| run.states).filter(|&states| states > 0)
    }
}

/// A whole space enumerated breadth-first on one store.
#[derive(Clone, Debug)]
pub struct Run {
    /// The store: `bits`, `residues`, `planes`, `plane-residues`, `packed` or `interned`.
    pub store: &'static str,
    /// How many states were met, in whole layers if it did not come to the end.
    pub states: u64,
    /// The depth of the last whole layer.
    pub depth: Option<u64>,
    /// How many states are at each depth, in whole layers.
    pub profile: Vec<u64>,
    /// The most bytes that store, queue and lists held at once.
    pub peak_bytes: u64,
    /// How it ended.
    pub end: RunEnd,
    /// How long it took, and the time of single ranks.
    pub timing: Timing,
}

impl Run {
    /// The bits of memory for each state at the peak, where the whole space was seen.
    #[must_use]
    pub fn bits_a_state(&self) -> Option<f64> {
        let known = self.end == RunEnd::Whole && self.states > 0;
        known.then(|| 8.0 * ratio(self.peak_bytes, self.states))
    }
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RunEnd {
    /// Everything was seen.
    Whole,
    /// A limit was reached.
    Limit(Limit),
    /// The space cannot be enumerated so, for this reason.
    Refused(String),
}

/// Durations: nothing of them is the same in the next run.
#[derive(Clone, Copy, Debug, Default)]
pub struct Timing {
    /// Nanoseconds from a state to its number: a rank, or the look-up in a hash.
    pub rank: Option<Spread>,
    /// Nanoseconds from a number to its state.
    pub unrank: Option<Spread>,
    /// Nanoseconds for each of many ranks at once, as sweeps ask for them; `None` unless the encoding says that this is
    /// faster ([`Encoding::AT_ONCE`]).
    pub rank_each: Option<Spread>,
    /// The same from many numbers to their states.
    pub unrank_each: Option<Spread>,
    /// How long the whole space took.
    pub sweep: Duration,
}

#[expect(clippy::cast_precision_loss, reason = "a ratio is rounded anyway")]
fn ratio(a: u64, b: u64) -> f64 {
    a as f64 / b as f64
}

/// The bench on which one encoding is measured. A puzzle gets it ready made and hands it a space, the states
/// to begin at and the encoding.
pub struct Bench<'a> {
    name: &'static str,
    summary: &'static str,
    orders: &'a Orders,
    settings: &'a Settings,
    watch: &'a mut dyn Watch,
}

impl<'a> Bench<'a> {
    /// A bench for what is called `name`.
    pub fn new(
        (name, summary): (&'static str, &'static str),
        orders: &'a Orders,
        settings: &'a Settings,
        watch: &'a mut dyn Watch,
    ) -> Self {
        Self {
            name,
            summary,
            orders,
            settings,
            watch,
        }
    }

    fn blank(&self) -> Measured {
        Measured {
            name: self.name,
            summary: self.summary,
            size: None,
            bits: 0,
            inverse: None,
            moves: None,
            differ: None,
            advice: None,
            runs: Vec::new(),
            refused: None,
        }
    }

    /// Nothing could be measured, for this reason.
    #[must_use]
    pub fn refused(self, why: String) -> Measured {
        Measured {
            refused: Some(why),
            ..self.blank()
        }
    }

    /// The limits for one run, with an account of its own, so that its peak is known.
    fn limits(&self) -> Limits {
        let limits = &self.settings.limits;
        let memory = match limits.memory.limit() {
            u64::MAX => Memory::unlimited(),
            most => Memory::limited(most.saturating_sub(limits.memory.used())),
        };
        Limits {
            memory,
            ..limits.clone()
        }
    }

    /// Measures an encoding of the states of `space`, from `starts` on; `draw` shows a state to people.
    ///
    /// Time: one sweep over the space on each of two stores, and the tests that are asked for.
    #[must_use]
    pub fn encoding<P, E>(
        self,
        space: &P,
        starts: &[P::State],
        encoding: Result<E, EncodingError>,
        draw: impl Fn(&P::State) -> String,
    ) -> Measured
    where
        P: StateSpace<State: Debug + Send> + Sync,
        E: Encoding<State = P::State> + Sync,
    {
        self.measure(false, space, starts, encoding, &draw, |_, _| {
            (None, Vec::new())
        })
    }

    /// The same for a space in which every action can be undone: less memory is enough there, and a sweep in two bits
    /// a rank is measured too.
    #[must_use]
    pub fn undoable_encoding<P, E>(
        self,
        space: &P,
        starts: &[P::State],
        encoding: Result<E, EncodingError>,
        draw: impl Fn(&P::State) -> String,
    ) -> Measured
    where
        P: Invertible<State: Debug + Send> + Sync,
        E: Encoding<State = P::State> + Sync,
    {
        self.measure(true, space, starts, encoding, &draw, |bench, encoding| {
            let limits = bench.limits();
            let residues = runs::residues(space, starts, encoding, &limits, bench.watch);
            (None, vec![residues])
        })
    }

    /// The same for an encoding that says how actions act on its ranks: sweeps on bit planes are measured too.
    #[must_use]
    pub fn acting_encoding<P, E>(
        self,
        space: &P,
        starts: &[P::State],
        encoding: Result<E, EncodingError>,
        draw: impl Fn(&P::State) -> String,
    ) -> Measured
    where
        P: Invertible<State: Debug + Send> + Sync,
        E: RankActions<P, State = P::State> + Sync,
    {
        self.measure(true, space, starts, encoding, &draw, |bench, encoding| {
            // Each with an account of its own.
            let limits = [(); 4].map(|()| bench.limits());
            bench.watch.phase("moves test", 0);
            let drawn = (bench.orders.samples, bench.settings.seed);
            let moves = moves::test(space, starts, encoding, drawn, &limits[3]);
            let residues = runs::residues(space, starts, encoding, &limits[0], bench.watch);
            let mut runs = vec![residues];
            // Wrong moves may lead a sweep anywhere.
            if !matches!(moves, Some(Moves::Broken(_))) {
                runs.extend([
                    runs::planes(space, starts, encoding, &limits[1], bench.watch),
                    runs::plane_residues(space, starts, encoding, &limits[2], bench.watch),
                ]);
            }
            (moves, runs)
        })
    }

    fn measure<P, E>(
        mut self,
        undoable: bool,
        space: &P,
        starts: &[P::State],
        encoding: Result<E, EncodingError>,
        draw: &dyn Fn(&P::State) -> String,
        more: impl FnOnce(&mut Self, &E) -> (Option<Moves>, Vec<Run>),
    ) -> Measured
    where
        P: StateSpace<State: Debug + Send> + Sync,
        E: Encoding<State = P::State> + Sync,
    {
        let encoding = match encoding {
            Ok(encoding) => encoding,
            Err(why) => return self.refused(why.to_string()),
        };
        let Some(any) = starts.first() else {
            return self.refused(NO_START.to_owned());
        };
        let size = encoding.size();
        self.watch.phase("inverse test", 0);
        let tested = inverse::Test {
            orders: self.orders,
            seed: self.settings.seed,
            limits: &self.settings.limits,
            draw,
        };
        let inverse = tested.run(space, starts, &encoding);
        // A broken encoding may lead a sweep anywhere.
        let broken = matches!(inverse, Inverse::Broken { .. });
        let (moves, runs) = if broken {
            (None, Vec::new())
        } else {
            self.watch.phase("ranks", 0);
            let times = clock::Times {
                orders: self.orders,
                seed: self.settings.seed,
                limits: &self.settings.limits,
            };
            let ranks = times.of_encoding(&encoding, any);
            let mut bits = runs::bits(space, starts, &encoding, &self.limits(), self.watch);
            bits.timing = Timing {
                sweep: bits.timing.sweep,
                ..ranks
            };
            let packed = runs::packed(space, starts, &encoding, &times, &self.limits(), self.watch);
            let mut all = vec![bits];
            let (moves, others) = more(&mut self, &encoding);
            all.extend(others);
            all.push(packed);
            (moves, all)
        };
        let mut measured = Measured {
            size: Some(size),
            bits: u64::from(u64::BITS - size.saturating_sub(1).leading_zeros()),
            inverse: Some(inverse),
            moves,
            differ: differing(&runs),
            runs,
            ..self.blank()
        };
        let whole = measured.runs.iter().find(|run| run.end == RunEnd::Whole);
        // Moves that cannot be declared say nothing of costs.
        let differs = |run: &Run| {
            matches!(run.end, RunEnd::Refused(_))
                && !["planes", "plane-residues"].contains(&run.store)
        };
        let planes = measured.runs.iter().find(|run| run.store == "planes");
        let planes = planes.and_then(|run| match run.end {
            RunEnd::Whole => Some(run.peak_bytes),
            RunEnd::Limit(Limit::Memory(_)) | RunEnd::Refused(_) => None,
            // At least a bit a rank.
            RunEnd::Limit(_) => Some(size.div_ceil(8)),
        });
        let demand = Demand {
            ranks: size.into(),
            states: whole.map(|run| run.states),
            state_bytes: size_of::<P::State>() as u64,
            undoable,
            unit_costs: !measured.runs.iter().any(differs),
            distances: true,
            largest: whole.and_then(|run| run.depth.and_then(|depth| depth.try_into().ok())),
            planes,
            memory: self.settings.limits.memory.limit(),
        };
        measured.advice = (!broken).then(|| Advice::for_demand(&demand));
        measured
    }

    /// Measures whole states in a hash, which need no encoding.
    #[must_use]
    pub fn states<P>(self, space: &P, starts: &[P::State]) -> Measured
    where
        P: StateSpace<State: Hash>,
    {
        if starts.is_empty() {
            return self.refused(NO_START.to_owned());
        }
        let times = clock::Times {
            orders: self.orders,
            seed: self.settings.seed,
            limits: &self.settings.limits,
        };
        let run = runs::interned(space, starts, &times, &self.limits(), self.watch);
        Measured {
            bits: 8 * size_of::<P::State>() as u64,
            runs: vec![run],
            ..self.blank()
        }
    }
}

/// Where the profiles of two whole runs first differ.
fn differing(runs: &[Run]) -> Option<String> {
    let mut whole = runs.iter().filter(|run| run.end == RunEnd::Whole);
    let first = whole.next()?;
    let other = whole.find(|run| run.profile != first.profile)?;
    let at = |run: &Run, depth| run.profile.get(depth).copied().unwrap_or(0);
    let layers = first.profile.len().max(other.profile.len());
    let depth = (0..layers).find(|&depth| at(first, depth) != at(other, depth))?;
    let (one, two) = (at(first, depth), at(other, depth));
    let states = counted(one, "state");
    Some(format!(
        "{} has {states} at depth {depth}, {} has {two}",
        first.store, other.store
    ))
}

const NO_START: &str = "there is no start to enumerate the space from";

#[cfg(test)]
mod tests;
