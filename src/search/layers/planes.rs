//! The sweep on bit planes: whole layers expanded 64 states a word, without making a state.
//!
//! It serves encodings that say how actions act on ranks
//! ([`RankActions`]). Each part of the space is a bit plane, and a move is
//! a way in which the words of one plane come into another: as they are, in other places, or with their
//! bits shuffled by masks, by tables of bytes, or one by one. The states that come into a chunk of
//! a part are collected from all parts that lead there, and what was known before is taken out.
//!
//! Memory: one bit a state where layers alternate between parts, two where every move can be undone, three
//! otherwise ([`Scheme`]), and some padding: for Lehmer codes 64 bits serve 60 states. Time:
//! what a layer has, by chunks of some thousand states; a few instructions for 60 states and move where whole
//! words move, and about one for each state where bits do.
//!
//! Splitting a space into parts that are expanded into each other is due to Korf (2004, delayed duplicate
//! detection) and Zhou and Hansen (2004, structured duplicate detection); the bit map of a perfect hash
//! to Cooperman and Finkelstein (1992).

mod expansion;
mod fingerprint;
mod kept;
mod kernel;
mod known;
mod layout;
mod noted;
mod pace;
mod plane;
mod prepared;
mod saved;
mod step;

use std::marker::PhantomData;
use std::sync::OnceLock;
use std::time::Instant;

use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::cost::{self, Cost};
use crate::encoding::Encoding;
use crate::memory::{BudgetVec, Held, Memory, MemoryExhausted};
use crate::rank_actions::{RankActions, RankActionsError};
use crate::search::layers::direction::{FromStarts, ToStarts};
use crate::search::layers::planes::expansion::Expansion;
use crate::search::layers::planes::kept::Kept;
use crate::search::layers::planes::known::Planes;
use crate::search::layers::sweeping::{Broken, Step, walk};
use crate::search::layers::{Deepest, End, Sweep, Swept};
use crate::search::limits::{Limit, Limits};
use crate::search::outcome::SearchError;
use crate::search::{Observer, Stats};
use crate::space::{Invertible, StateSpace};
use crate::store::word::index;

pub use kept::PlaneResidues;
pub use known::Scheme;
pub use pace::Pace;
pub use prepared::Prepared;

impl<'a, P, E> Sweep<'a, P, E>
where
    P: StateSpace,
    E: Encoding<State = P::State>,
{
    /// How many states have which distance from the starts, on bit planes, to be walked layer by layer.
    ///
    /// # Errors
    /// [`RankActionsError`] if the encoding has no tables for this space, or there is no memory for them.
    pub fn start_planes(
        &self,
        limits: &Limits,
    ) -> Result<PlaneSweep<'a, P::State, FromStarts>, RankActionsError>
    where
        E: RankActions<P>,
    {
        let prepared = self.prepare_planes(&limits.memory)?;
        Ok(self.start_prepared(prepared, limits))
    }

    /// The same with distances to the starts.
    ///
    /// # Errors
    /// As [`start_planes`](Self::start_planes).
    pub fn start_planes_backward(
        &self,
        limits: &Limits,
    ) -> Result<PlaneSweep<'a, P::State, ToStarts>, RankActionsError>
    where
        E: RankActions<P>,
    {
        let prepared = self.prepare_planes_backward(&limits.memory)?;
        Ok(self.start_prepared(prepared, limits))
    }

    /// Distances modulo 3 from the starts, on bit planes: two bits a state more than
    /// [`start_planes`](Self::start_planes) takes, for spaces in which every action can be undone.
    ///
    /// # Errors
    /// As [`start_planes`](Self::start_planes).
    pub fn start_plane_residues(
        &self,
        limits: &Limits,
    ) -> Result<PlaneSweep<'a, P::State, FromStarts, PlaneResidues>, RankActionsError>
    where
        P: Invertible,
        E: RankActions<P>,
    {
        let prepared = self.prepare_planes(&limits.memory)?;
        let keep = |prepared: &Prepared<_>| {
            PlaneResidues::new(&prepared.moves, &prepared.layout, &limits.memory).map(Some)
        };
        Ok(self.start_keeping(prepared, limits, keep))
    }

    /// A sweep that was made ready by [`prepare_planes`](Self::prepare_planes) or
    /// [`prepare_planes_backward`](Self::prepare_planes_backward) of the same sweep.
    #[must_use]
    pub fn start_prepared<D>(
        &self,
        prepared: Prepared<D>,
        limits: &Limits,
    ) -> PlaneSweep<'a, P::State, D> {
        self.start_keeping(prepared, limits, |_| Ok(None))
    }

    fn start_keeping<D, T>(
        &self,
        prepared: Prepared<D>,
        limits: &Limits,
        keep: impl FnOnce(&Prepared<D>) -> Result<Option<PlaneResidues>, MemoryExhausted>,
    ) -> PlaneSweep<'a, P::State, D, T> {
        let asked = (self.targets, self.deepest);
        PlaneSweep::new(prepared, asked, self.threads, keep, &limits.memory)
    }
}

/// Spaces of fewer words than this are swept before threads are started.
const SHARED: usize = 1 << 15;

/// Words of the parts that are expanded together, at least, where there are more parts.
const BATCH: usize = 1 << 16;

/// For so many of the deepest states there is room from the beginning.
const SHOWN: usize = 8;

/// A sweep on bit planes in progress: begun by [`Sweep::start_planes`], walked by [`step`](Self::step) or
/// [`run`](Self::run), and ended by [`finish`](Self::finish). `D` says which way its distances run.
#[derive(Debug)]
pub struct PlaneSweep<'a, S, D, T = ()> {
    prepared: Prepared<D>,
    work: Result<Work, MemoryExhausted>,
    pool: Option<ThreadPool>,
    locals: u64,
    depth: Cost,
    /// The parts before this one have got what comes into them from the layer at `depth`.
    part: usize,
    /// States of the current layer in each part, and of the next as far as it is known.
    counts: Vec<u64>,
    coming: Vec<u64>,
    /// States of the layer before, which the planes of the next one may still hold.
    held: Vec<u64>,
    profile: BudgetVec<u64>,
    /// Room for some of the deepest states.
    shown: BudgetVec<u64>,
    /// Ranks that are to be reached, and those that were not yet.
    targets: &'a [u64],
    unsettled: Vec<u64>,
    deepest: usize,
    end: Option<End>,
    stats: Stats,
    memory: Memory,
    /// What tells it from other sweeps, once that is asked for.
    fingerprint: OnceLock<u32>,
    states: PhantomData<fn(&'a S)>,
    found: PhantomData<fn() -> T>,
}

/// What a sweep works on and with.
#[derive(Debug)]
struct Work {
    expansion: Expansion,
    planes: Planes,
    kept: Option<PlaneResidues>,
    /// The bytes of the expansion and of the counts.
    _held: Held,
}

impl<'a, S, D, T> PlaneSweep<'a, S, D, T> {
    fn new(
        prepared: Prepared<D>,
        (targets, deepest): (&'a [u64], usize),
        threads: usize,
        keep: impl FnOnce(&Prepared<D>) -> Result<Option<PlaneResidues>, MemoryExhausted>,
        memory: &Memory,
    ) -> Self {
        let (parts, locals) = (prepared.moves.parts(), prepared.moves.locals());
        let layout = &prepared.layout;
        let mut counts = vec![0; parts];
        let mut profile = BudgetVec::new(memory);
        let mut shown = BudgetVec::new(memory);
        let mut work = (|| {
            profile = BudgetVec::with_room(memory, prepared.layers())?;
            shown = BudgetVec::with_room(memory, SHOWN)?;
            let (expansion, held) = prepared.expansion(memory)?;
            Ok(Work {
                expansion,
                planes: Planes::new(prepared.scheme, parts, layout, memory)?,
                kept: keep(&prepared)?,
                _held: held,
            })
        })();
        if let Ok(work) = &mut work {
            for rank in &prepared.starts {
                let part = index(rank / locals);
                let place = layout.place(rank % locals);
                counts[part] += u64::from(work.planes.start(part, place, layout));
                if let Some(kept) = &mut work.kept {
                    kept.start(part, place);
                }
            }
        }
        let is_large = layout.words.saturating_mul(parts) >= SHARED;
        let pool = ThreadPoolBuilder::new().num_threads(threads);
        let stats = Stats {
            stored: counts.iter().sum(),
            ..Stats::default()
        };
        Self {
            prepared,
            work,
            // Without more threads the answer is the same, only later.
            pool: (threads > 1 && is_large)
                .then(|| pool.build().ok())
                .flatten(),
            locals,
            depth: 0,
            part: 0,
            coming: vec![0; counts.len()],
            held: vec![0; counts.len()],
            counts,
            profile,
            shown,
            targets,
            unsettled: targets.to_vec(),
            deepest,
            end: None,
            stats,
            memory: memory.clone(),
            fingerprint: OnceLock::new(),
            states: PhantomData,
            found: PhantomData,
        }
    }

    /// The counters so far.
    #[must_use]
    pub fn stats(&self) -> Stats {
        self.stats
    }

    /// The depth of the last layer that is complete, and 0 before there is one.
    #[must_use]
    pub fn depth(&self) -> Cost {
        self.depth
    }

    /// How many layers are complete.
    #[must_use]
    pub fn layers(&self) -> u64 {
        self.profile.len() as u64
    }

    /// How much is remembered; `None` if there was no memory for it.
    #[must_use]
    pub fn scheme(&self) -> Option<Scheme> {
        self.work.as_ref().ok().map(|work| work.planes.scheme)
    }

    /// Completes the next layer; the first is that of the starts.
    ///
    /// Limits are looked at before each part, or some small ones together, so that expansions and states can pass
    /// theirs by those of a part. After a limit the next step goes on where the sweep was broken off. A sweep that is over stays
    /// over.
    ///
    /// # Errors
    /// [`SearchError::Overflow`] if there are more layers than a cost can number.
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

    /// As [`step`](Self::step), but with `None` where it breaks off between two parts since a moment has come.
    fn walk_until(
        &mut self,
        pause: Option<Instant>,
        limits: &Limits,
        observer: &mut impl Observer<S>,
    ) -> Result<Option<Step>, SearchError> {
        if let Some(end @ (End::Whole | End::Settled)) = self.end {
            return Ok(Some(Step::Done(end)));
        }
        let step = self.advance(pause, limits, observer)?;
        self.end = step.and_then(Step::end);
        Ok(step)
    }

    /// Walks on until the sweep is over or a limit is reached. It can be run on under other limits.
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

    fn advance(
        &mut self,
        pause: Option<Instant>,
        limits: &Limits,
        observer: &mut impl Observer<S>,
    ) -> Result<Option<Step>, SearchError> {
        let done = |end| Ok(Some(Step::Done(end)));
        if self.profile.len() as u64 > self.depth.unsigned_abs() {
            self.settle();
            if !self.targets.is_empty() && self.unsettled.is_empty() {
                return done(End::Settled);
            }
            let after = cost::add(self.depth, 1)?;
            if limits.cuts(after) {
                let most = limits.cost.unwrap_or(self.depth);
                return done(End::Limit(Limit::Cost(most)));
            }
            match self.expand(pause, limits, observer) {
                Some(Broken::Off(limit)) => return done(End::Limit(limit)),
                Some(Broken::Paused) => return Ok(None),
                None => {}
            }
            if self.coming.iter().all(|&states| states == 0) {
                return done(End::Whole);
            }
            if let Ok(work) = &mut self.work {
                work.planes.advance();
            }
            std::mem::swap(&mut self.held, &mut self.counts);
            std::mem::swap(&mut self.counts, &mut self.coming);
            self.coming.fill(0);
            self.depth = after;
            self.part = 0;
        }
        if let Err(why) = &self.work {
            return done(End::Limit((*why).into()));
        }
        let (depth, states) = (self.depth, self.counts.iter().sum());
        if states == 0 {
            return done(End::Whole);
        }
        if let Err(why) = self.profile.push(states) {
            return done(End::Limit(why.into()));
        }
        observer.layer(depth, states);
        Ok(Some(Step::Layer { depth, states }))
    }

    /// Crosses off the targets that the current layer has.
    fn settle(&mut self) {
        let Ok(work) = &self.work else { return };
        let (layout, counts) = (&work.expansion.layout, &self.counts);
        self.unsettled.retain(|rank| {
            let part = index(rank / self.locals);
            let place = layout.place(rank % self.locals);
            // In a part without states of this layer the plane may be that of the layer before.
            counts[part] == 0 || !work.planes.current[part].contains(place)
        });
    }

    /// Expands the current layer, until it is done, a limit is reached or the moment to pause has come. One batch
    /// of parts at least is expanded before a pause.
    fn expand(
        &mut self,
        pause: Option<Instant>,
        limits: &Limits,
        observer: &mut impl Observer<S>,
    ) -> Option<Broken> {
        let work = match &mut self.work {
            Ok(work) => work,
            Err(why) => return Some(Broken::Off((*why).into())),
        };
        let first = self.part;
        let layer = self.counts.iter().sum::<u64>();
        let after = self.depth.saturating_add(1);
        let most = BATCH.div_ceil(work.expansion.layout.words);
        let mut batch = Vec::with_capacity(most.min(self.counts.len()));
        while self.part < self.counts.len() {
            let reached = limits.reached(&self.stats).or_else(|| limits.interrupted());
            if let Some(limit) = reached {
                return Some(Broken::Off(limit));
            }
            if self.part > first && pause.is_some_and(|pause| Instant::now() >= pause) {
                return Some(Broken::Paused);
            }
            batch.clear();
            let mut part = self.part;
            let mut made = 0;
            while part < self.counts.len() && batch.len() < most {
                let sources = work.expansion.sources(part);
                let come = sources.map(|from| self.counts[from]).sum::<u64>();
                if come > 0 || self.held[part] > 0 {
                    batch.push(part);
                    made += come;
                }
                part += 1;
            }
            let (kept, pool) = (work.kept.as_mut(), self.pool.as_ref());
            let (expansion, planes) = (&work.expansion, &mut work.planes);
            let found = step::expand_parts(expansion, planes, kept, (&batch, after), pool);
            for (&part, &new) in batch.iter().zip(&found) {
                self.coming[part] = new;
            }
            let new = found.iter().sum::<u64>();
            self.stats.generated += made;
            self.stats.stored += new;
            self.stats.duplicates += made - new;
            observer.progress(&self.stats);
            self.part = part;
        }
        self.stats.expanded += layer;
        None
    }

    /// Ends the sweep and hands out what it found. One that was neither over nor at a limit counts as
    /// cancelled: layers beyond the last one are not known.
    #[must_use]
    pub fn finish(self) -> Swept<T, D>
    where
        T: Kept,
    {
        // What the moves took is room for more of the deepest states.
        drop(self.prepared);
        let mut deepest = Deepest {
            count: self.profile.last().copied().unwrap_or(0),
            ranks: self.shown,
        };
        if let Ok(work) = &self.work
            && self.profile.len() as u64 > self.depth.unsigned_abs()
        {
            let layout = &work.expansion.layout;
            let parts = (0..).zip(&work.planes.current).zip(&self.counts);
            let ranks = parts
                .filter(|(_, states)| **states > 0)
                .flat_map(|((part, plane), _)| {
                    let places = plane.places(layout);
                    places.map(move |(word, bit)| part * self.locals + layout.local(word, bit))
                });
            for rank in ranks.take(self.deepest) {
                deepest.add(rank, self.deepest);
            }
        }
        let mut stats = self.stats;
        stats.peak_bytes = self.memory.peak();
        Swept {
            end: self.end.unwrap_or(End::Limit(Limit::Cancelled)),
            deepest,
            stats,
            profile: self.profile,
            table: self.work.ok().and_then(|work| T::out_of(work.kept?)),
            is_free: false,
            direction: PhantomData,
        }
    }
}
