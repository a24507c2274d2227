//! A sweep in progress, walked layer by layer.

mod saved;

use std::marker::PhantomData;
use std::time::Instant;

use crate::cost::Cost;
use crate::memory::{BudgetVec, Memory, MemoryExhausted};
use crate::search::layers::checkpoint::fingerprint::Fingerprint;
use crate::search::layers::neighbours::Neighbours;
use crate::search::layers::run::{Backing, Report, Run};
use crate::search::layers::{Deepest, End, Swept};
use crate::search::limits::{Limit, Limits};
use crate::search::outcome::SearchError;
use crate::search::{Observer, Stats};
use crate::store::word::Word;

pub(crate) use saved::checkpoint_bytes;

/// What one step of a sweep did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A layer was completed.
    Layer {
        /// The distance of its states.
        depth: Cost,
        /// How many they are.
        states: u64,
    },
    /// The sweep is over, or a limit was reached.
    Done(End),
}

impl Step {
    /// How the sweep ended, if it did.
    pub(super) fn end(self) -> Option<End> {
        match self {
            Self::Layer { .. } => None,
            Self::Done(end) => Some(end),
        }
    }
}

/// Why the expansion of a layer was broken off.
#[derive(Clone, Copy, Debug)]
pub(super) enum Broken {
    /// A limit was reached.
    Off(Limit),
    /// The moment for a checkpoint has come.
    Paused,
}

impl Broken {
    /// Whether the time is up, the sweep was cancelled, or the moment to pause has come.
    pub(super) fn look(limits: &Limits, pause: Option<Instant>) -> Option<Self> {
        let is_due = || pause.is_some_and(|pause| Instant::now() >= pause);
        let limit = limits.interrupted().map(Self::Off);
        limit.or_else(|| is_due().then_some(Self::Paused))
    }
}

/// What a step goes by and tells: the limits, the moment to pause, and who watches.
pub(super) type Watched<'a, 'b> = (&'a Limits, Option<Instant>, &'a mut (dyn Observer<()> + 'b));

/// Steps until a sweep is over or a limit is reached.
pub(super) fn walk(
    mut step: impl FnMut() -> Result<Step, SearchError>,
) -> Result<End, SearchError> {
    loop {
        if let Some(end) = step()?.end() {
            return Ok(end);
        }
    }
}

/// A sweep in progress: begun by [`Sweep::start_forward`](crate::search::layers::Sweep::start_forward) and
/// its like, walked by [`step`](Self::step) or [`run`](Self::run), and ended by
/// [`finish`](Self::finish).
///
/// `S` are the states of the space, `X` the edges, `T` is the table. What grows claims its bytes from the
/// memory of the limits that the sweep was begun with, whatever the limits of a step say.
#[derive(Debug)]
pub struct Sweeping<'a, S, X, T> {
    pub(super) table: Result<T, MemoryExhausted>,
    /// With its edges; `None` if there are no starts or no table.
    pub(super) run: Option<(Width, X)>,
    end: Option<End>,
    pub(super) targets: &'a [u64],
    deepest: usize,
    /// What tells the starts from others.
    pub(super) starts: Fingerprint,
    /// What tells the sweep from others, once that is asked for.
    pub(super) fingerprint: Option<u32>,
    memory: Memory,
    states: PhantomData<fn(&S)>,
}

/// A sweep over ranks as wide as they need be.
#[derive(Debug)]
pub(super) enum Width {
    Narrow(Run<u32>),
    Wide(Run<u64>),
}

/// Runs an expression on a sweep, whatever the width of its ranks.
macro_rules! on_ranks {
    ($width:expr, $run:ident => $do:expr) => {
        match $width {
            Width::Narrow($run) => $do,
            Width::Wide($run) => $do,
        }
    };
}

pub(super) use on_ranks;

/// An observer of a sweep, which shows it no states.
struct Stateless<'a, O, S>(&'a mut O, PhantomData<fn(&S)>);

impl<O: Observer<S>, S> Observer<()> for Stateless<'_, O, S> {
    fn layer(&mut self, depth: Cost, states: u64) {
        self.0.layer(depth, states);
    }

    fn progress(&mut self, stats: &Stats) {
        self.0.progress(stats);
    }
}

impl<'a, S, X: Neighbours, T: Backing> Sweeping<'a, S, X, T> {
    /// Notes the starts. Without edges there are none.
    pub(super) fn new(
        edges: Option<X>,
        mut table: Result<T, MemoryExhausted>,
        starts: &mut dyn Iterator<Item = u64>,
        (targets, deepest): (&'a [u64], usize),
        memory: &Memory,
        threads: usize,
    ) -> Self {
        let mut noted = Fingerprint::default();
        let starts = &mut starts.inspect(|rank| noted.note([*rank]));
        let run = table.as_mut().ok().zip(edges).map(|(table, edges)| {
            let size = edges.size();
            let width = if size <= u32::ROOM {
                let mut run = Run::new(size, T::TELLS_LAYERS, memory, threads);
                table.begin(&mut run, starts);
                Width::Narrow(run)
            } else {
                let mut run = Run::new(size, T::TELLS_LAYERS, memory, threads);
                table.begin(&mut run, starts);
                Width::Wide(run)
            };
            (width, edges)
        });
        Self {
            table,
            run,
            end: None,
            targets,
            deepest,
            starts: noted,
            fingerprint: None,
            memory: memory.clone(),
            states: PhantomData,
        }
    }

    /// Completes the next layer; the first is that of the starts.
    ///
    /// After a limit the next step goes on in the middle of the layer, where the sweep was broken off:
    /// under higher limits nothing is expanded twice. There is one exception. A table of bits does not tell
    /// which states a layer has, so once memory for the list of a layer was refused, every later step
    /// reports that limit again. A sweep that is over stays over.
    ///
    /// # Errors
    /// Those of the edges, such as [`SearchError::NotUnitCost`]; every later step tells it again. The counters are those
    /// of what was done before that edge, on any number of threads: its state is not expanded, the edges of that state
    /// before it are generated, and what they led to is stored.
    pub fn step(
        &mut self,
        limits: &Limits,
        observer: &mut impl Observer<S>,
    ) -> Result<Step, SearchError> {
        loop {
            if let Some(step) = self.walk_until(None, limits, observer)? {
                return Ok(step);
            }
        }
    }

    /// As [`step`](Self::step), but with `None` where it breaks off in the middle of a layer since a moment has come.
    pub(super) fn walk_until(
        &mut self,
        pause: Option<Instant>,
        limits: &Limits,
        observer: &mut impl Observer<S>,
    ) -> Result<Option<Step>, SearchError> {
        let step = match (&mut self.table, &mut self.run) {
            (Err(why), _) => Some(Step::Done(End::Limit((*why).into()))),
            (Ok(_), None) => Some(Step::Done(End::Whole)),
            (Ok(table), Some((run, edges))) => {
                let targets = self.targets;
                let mut observer = Stateless(observer, PhantomData);
                let watched = (limits, pause, &mut observer as &mut dyn Observer<()>);
                on_ranks!(run, run => table.advance(run, edges, targets, watched)?)
            }
        };
        self.end = step.and_then(Step::end);
        Ok(step)
    }

    /// Walks on until the sweep is over or a limit is reached. It can be run on under other limits, as
    /// [`step`](Self::step) can.
    ///
    /// # Errors
    /// As [`step`](Self::step).
    pub fn run(
        &mut self,
        limits: &Limits,
        observer: &mut impl Observer<S>,
    ) -> Result<End, SearchError> {
        walk(|| self.step(limits, observer))
    }

    /// The counters so far. [`peak_bytes`](Stats::peak_bytes) is filled in by [`finish`](Self::finish).
    #[must_use]
    pub fn stats(&self) -> Stats {
        let run = self.run.as_ref();
        run.map_or_else(
            Stats::default,
            |(run, _)| on_ranks!(run, run => run.stats()),
        )
    }

    /// Ends the sweep and hands out what it found. One that was neither over nor at a limit counts as
    /// cancelled: layers beyond the last one are not known.
    ///
    /// Time: a scan of the table, if deepest states were asked for and are not listed.
    #[must_use]
    pub fn finish(mut self) -> Swept<T, X::Direction> {
        let report = match (self.run, &mut self.table) {
            (Some((run, _)), Ok(table)) => on_ranks!(run, run => table.report(run, self.deepest)),
            _ => Report {
                profile: BudgetVec::new(&self.memory),
                deepest: Deepest {
                    count: 0,
                    ranks: BudgetVec::new(&self.memory),
                },
                stats: Stats::default(),
            },
        };
        let Report {
            profile,
            deepest,
            mut stats,
        } = report;
        stats.peak_bytes = self.memory.peak();
        Swept {
            end: self.end.unwrap_or(End::Limit(Limit::Cancelled)),
            deepest,
            stats,
            profile,
            table: self.table.ok(),
            is_free: false,
            direction: PhantomData,
        }
    }
}
