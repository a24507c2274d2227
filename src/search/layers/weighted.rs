//! The sweep by rank where actions cost small whole numbers: layers in buckets.
//!
//! (How such a sweep is begun, walked and ended, and its hot loop with what it keeps in its reach, are one
//! noun; hence the length.)
//!
//! Distances come in ascending order out of a ring of buckets, one for each distance up to the largest cost
//! of an action from the one that is expanded (Dial 1969, "Algorithm 360"). The table holds the cheapest
//! distance that is known; a state that a cheaper way comes to is in the bucket of that one too, and
//! what is left of it in the other one is passed over.
//!
//! Memory: that of the table, 1, 2, 4 or 8 bytes a rank as the distances ask for, and the buckets: at most
//! 8 bytes for each edge into states that are not expanded yet, one bit a rank for each
//! dense bucket, and none of it where there is no room, since the table knows what a bucket has. Time: as
//! [`forward`](Sweep::forward) on one thread, and a look at each bucket of the ring for each distance.

use std::marker::PhantomData;

use crate::cost::{self, Cost, CostOverflow};
use crate::encoding::Encoding;
use crate::machine::prefetch::prefetch;
use crate::memory::{BudgetVec, Memory, MemoryExhausted, bytes_of};
use crate::open::buckets::MAX_SPAN;
use crate::search::layers::buckets::Buckets;
use crate::search::layers::direction::{FromStarts, ToStarts};
use crate::search::layers::expander::{PORTION, SEEN};
use crate::search::layers::frontier::Frontier;
use crate::search::layers::neighbours::{Arcs, Origins, Successors};
use crate::search::layers::run::{BATCH, SCANNED_PER_EXPANSION, on_cells};
use crate::search::layers::sweeping::{Step, walk};
use crate::search::layers::table::Table;
use crate::search::layers::{Deepest, EXPECTED, End, Sweep, Swept};
use crate::search::limits::{Limit, Limits};
use crate::search::outcome::SearchError;
use crate::search::{Observer, Stats};
use crate::space::{Predecessors, StateSpace};
use crate::store::costs::{Cell, CostList, UNREACHED, Width, cell_bytes};
use crate::store::word::index;

/// Room for so many layers is made before buckets take what there is.
const LAYERS: usize = 1024;

/// The bytes of memory that a sweep over so many ranks along edges of costs up to `largest` takes at least: a table of two
/// bytes a rank, the ring of buckets, a list for the layer that is expanded and one for what waits, and the profile of its
/// first layers.
pub(crate) fn least_bytes(ranks: u64, largest: Option<Cost>) -> u64 {
    let largest = largest.filter(|largest| (0..=MAX_SPAN).contains(largest));
    let buckets = largest.map_or(1, |largest| largest.unsigned_abs() + 1);
    [
        ranks.saturating_mul(cell_bytes(EXPECTED)),
        buckets.saturating_mul(Buckets::BYTES),
        2 * Frontier::<u64>::LEAST_BYTES,
        bytes_of::<u64>(LAYERS),
    ]
    .into_iter()
    .fold(0, u64::saturating_add)
}

impl<'a, P, E> Sweep<'a, P, E>
where
    P: StateSpace<State: Send> + Sync,
    E: Encoding<State = P::State> + Sync,
{
    /// Distances from the starts in a space whose actions cost 0 or more, and no more than a small
    /// [`max_cost`](StateSpace::max_cost). The number of threads is not heeded.
    ///
    /// # Errors
    /// [`SearchError::NoSmallMax`] if the space names no largest cost or one above [`MAX_SPAN`];
    /// [`SearchError::NegativeArc`] and [`SearchError::CostAboveMax`] at an action whose cost is out of
    /// range; [`SearchError::Overflow`] if costs do not add up. Once an action that costs 0 was met, plans out
    /// of the table are refused by [`SearchError::NoDescent`]: the distance does not fall at every step.
    pub fn weighted(
        &self,
        limits: &Limits,
        observer: &mut impl Observer<P::State>,
    ) -> Result<Swept<CostList, FromStarts>, SearchError> {
        let mut sweep = self.start_weighted(limits)?;
        sweep.run(limits, observer)?;
        Ok(sweep.finish())
    }

    /// [`weighted`](Self::weighted), to be walked distance by distance.
    ///
    /// # Errors
    /// [`SearchError::NoSmallMax`], as there.
    pub fn start_weighted(
        &self,
        limits: &Limits,
    ) -> Result<WeightedSweep<'a, P::State, Successors<'a, P, E>>, SearchError> {
        self.begin_weighted(
            |any| Successors::new(self.space, self.encoding, any),
            limits,
        )
    }

    /// Distances to the starts, with costs as in [`weighted`](Self::weighted).
    ///
    /// # Errors
    /// As there.
    pub fn weighted_backward(
        &self,
        limits: &Limits,
        observer: &mut impl Observer<P::State>,
    ) -> Result<Swept<CostList, ToStarts>, SearchError>
    where
        P: Predecessors,
    {
        let mut sweep = self.start_weighted_backward(limits)?;
        sweep.run(limits, observer)?;
        Ok(sweep.finish())
    }

    /// [`weighted_backward`](Self::weighted_backward), to be walked distance by distance.
    ///
    /// # Errors
    /// [`SearchError::NoSmallMax`], as there.
    pub fn start_weighted_backward(
        &self,
        limits: &Limits,
    ) -> Result<WeightedSweep<'a, P::State, Origins<'a, P, E>>, SearchError>
    where
        P: Predecessors,
    {
        self.begin_weighted(|any| Origins::new(self.space, self.encoding, any), limits)
    }

    fn begin_weighted<X: Arcs>(
        &self,
        edges: impl FnOnce(&'a P::State) -> X,
        limits: &Limits,
    ) -> Result<WeightedSweep<'a, P::State, X>, SearchError> {
        let memory = &limits.memory;
        let edges = self.starts.first().map(edges);
        let largest = edges.as_ref().map_or(Some(0), Arcs::max_cost);
        let largest = largest.filter(|largest| (0..=MAX_SPAN).contains(largest));
        let most = largest.ok_or(SearchError::NoSmallMax { most: MAX_SPAN })?;
        let mut table = self.cells(limits);
        let size = self.encoding.size();
        let mut buckets = Buckets::new(most, size, memory);
        let mut stats = Stats::default();
        if let (Ok(table), Ok(buckets)) = (&mut table, &mut buckets) {
            for state in self.starts {
                let rank = self.encoding.rank(state);
                if on_cells!(table.width_mut(), cells => begin(cells, rank)) {
                    buckets.add(rank, 0);
                    stats.stored += 1;
                }
            }
        }
        Ok(WeightedSweep {
            edges,
            most,
            buckets,
            table,
            depth: 0,
            current: Frontier::new(memory, size, true),
            from: size,
            layer: 0,
            is_counted: false,
            profile: room_for(LAYERS, memory),
            targets: self.targets,
            settled: 0,
            deepest: self.deepest,
            unwatched: 0,
            wrong: None,
            end: None,
            is_free: false,
            stats,
            memory: memory.clone(),
            live: Box::new([0; BATCH]),
            seen: vec![(0, 0); SEEN].into_boxed_slice(),
            states: PhantomData,
        })
    }
}

/// A sweep over weighted actions in progress: begun by [`Sweep::start_weighted`] or
/// [`Sweep::start_weighted_backward`], walked by [`step`](Self::step) or [`run`](Self::run), and ended by
/// [`finish`](Self::finish). `S` are the states of the space, `X` the edges.
#[derive(Debug)]
pub struct WeightedSweep<'a, S, X> {
    /// `None` if there are no starts.
    edges: Option<X>,
    /// The largest cost of an edge.
    most: Cost,
    buckets: Result<Buckets, MemoryExhausted>,
    table: Result<CostList, MemoryExhausted>,
    depth: Cost,
    /// The states at `depth` that are expanded now. Where actions cost 0, more may come.
    current: Frontier<u64>,
    /// What comes before this - in the list, or among all ranks - is expanded.
    from: u64,
    /// How many states at `depth` are known.
    layer: u64,
    /// Whether the layer at `depth` is in the profile.
    is_counted: bool,
    profile: BudgetVec<u64>,
    targets: &'a [u64],
    /// So many targets, from the first, are known to be reached for good.
    settled: usize,
    deepest: usize,
    /// The work since the limits on time were looked at, in expansions.
    unwatched: u64,
    /// The edge that was refused, if one was: the sweep goes no further.
    wrong: Option<SearchError>,
    end: Option<End>,
    /// Whether an action that costs 0 was met.
    is_free: bool,
    stats: Stats,
    memory: Memory,
    /// Room for a batch of ranks that are to be expanded.
    live: Box<[u64; BATCH]>,
    /// Room for neighbours, and the costs of the edges to them.
    seen: Box<[(u64, Cost)]>,
    states: PhantomData<fn(&S)>,
}

impl<S, X: Arcs> WeightedSweep<'_, S, X> {
    /// The counters so far. [`peak_bytes`](Stats::peak_bytes) is filled in by [`finish`](Self::finish).
    #[must_use]
    pub fn stats(&self) -> Stats {
        self.stats
    }

    /// Completes the layer of the next distance that states have; the first is that of the starts. A layer is
    /// complete when it is expanded, since an action that costs 0 may lead to more of its states.
    ///
    /// After a limit the next step goes on where the sweep was broken off. A sweep that is over stays over.
    ///
    /// # Errors
    /// As [`Sweep::weighted`]; every later step tells it again. The counters are those of what was done before, as with
    /// [`Sweeping::step`](crate::search::layers::sweeping::Sweeping::step).
    pub fn step(
        &mut self,
        limits: &Limits,
        observer: &mut impl Observer<S>,
    ) -> Result<Step, SearchError> {
        let step = self.advance(limits, observer)?;
        self.end = step.end();
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
        limits: &Limits,
        observer: &mut impl Observer<S>,
    ) -> Result<Step, SearchError> {
        if let Some(error) = &self.wrong {
            return Err(error.clone());
        }
        if let Err(why) = self.refused() {
            return Ok(Step::Done(End::Limit(why.into())));
        }
        if self.edges.is_none() {
            return Ok(Step::Done(End::Whole));
        }
        if self.is_counted {
            if self.is_settled() {
                return Ok(Step::Done(End::Settled));
            }
            let Ok(buckets) = &mut self.buckets else {
                return Ok(Step::Done(End::Whole));
            };
            let Some(after) = buckets.next_after(self.depth)? else {
                return Ok(Step::Done(End::Whole));
            };
            if limits.cuts(after) {
                let most = limits.cost.unwrap_or(self.depth);
                return Ok(Step::Done(End::Limit(Limit::Cost(most))));
            }
            self.depth = after;
            self.layer = 0;
            self.is_counted = false;
            self.begin_round();
        } else if self.layer == 0 {
            self.begin_round();
        }
        loop {
            if let Some(limit) = self.expand(limits, observer)? {
                return Ok(Step::Done(End::Limit(limit)));
            }
            if !self.begin_round() {
                break;
            }
        }
        while self.profile.len() as u64 <= self.depth.unsigned_abs() {
            let is_last = self.profile.len() as u64 == self.depth.unsigned_abs();
            let states = if is_last { self.layer } else { 0 };
            if let Err(why) = self.profile.push(states) {
                return Ok(Step::Done(End::Limit(why.into())));
            }
        }
        self.is_counted = true;
        let (depth, states) = (self.depth, self.layer);
        observer.layer(depth, states);
        Ok(Step::Layer { depth, states })
    }

    /// The memory that the sweep could not begin without.
    fn refused(&self) -> Result<(), MemoryExhausted> {
        let table = self.table.as_ref().map(drop);
        let buckets = self.buckets.as_ref().map(drop);
        table.and(buckets).map_err(|why| *why)
    }

    /// Makes the states that wait at `depth` the current ones. Returns whether there are any.
    fn begin_round(&mut self) -> bool {
        let Ok(buckets) = &mut self.buckets else {
            return false;
        };
        let waiting = buckets.take(self.depth, &mut self.current);
        self.layer += waiting;
        if waiting > 0 {
            self.from = 0;
        }
        waiting > 0
    }

    /// Whether there are targets, and all of them are reached at distances that will not fall.
    fn is_settled(&mut self) -> bool {
        let Ok(table) = &self.table else { return false };
        let unsettled = self.targets.iter().skip(self.settled);
        let reached = |rank: &&u64| table.get(index(**rank)) <= self.depth;
        self.settled += unsettled.take_while(reached).count();
        !self.targets.is_empty() && self.settled == self.targets.len()
    }

    /// Expands the current states, until they are done or a limit is reached.
    fn expand(
        &mut self,
        limits: &Limits,
        observer: &mut impl Observer<S>,
    ) -> Result<Option<Limit>, SearchError> {
        // No state that comes in is farther than this.
        let farthest = cost::add(self.depth, self.most)?;
        let end = match self.current.listed() {
            Some(list) => list.len() as u64,
            None => self.edges.as_ref().map_or(0, X::size),
        };
        let (Ok(table), Ok(buckets), Some(edges)) =
            (&mut self.table, &mut self.buckets, &mut self.edges)
        else {
            return Ok(None);
        };
        while !on_cells!(table.width_mut(), cells => fits(cells, farthest)) {
            if let Err(why) = table.widen() {
                return Ok(Some(why.into()));
            }
        }
        // Where expansions or states are rationed, states are expanded one by one.
        let rationed = limits.expansions.is_some() || limits.states.is_some();
        let batch = if rationed { 1 } else { BATCH as u64 };
        while self.from < end {
            let (from, to) = (self.from, end.min(self.from + batch));
            let live = on_cells!(table.width_mut(), cells => {
                live(cells, &self.current, (from, to), self.depth, &mut self.live)
            });
            let live = &self.live[..live];
            if rationed
                && !live.is_empty()
                && let Some(limit) = limits.reached(&self.stats)
            {
                return Ok(Some(limit));
            }
            let (depth, most) = (self.depth, self.most);
            let (work, expanded) = on_cells!(table.width_mut(), cells => {
                expand(edges, cells, live, &mut self.seen[..], buckets, (depth, most))
            });
            self.from = to;
            self.is_free |= work.is_free;
            self.stats.expanded += work.expanded;
            self.stats.generated += work.generated;
            self.stats.stored += work.new;
            self.stats.reopened += work.improved;
            self.stats.duplicates += work.generated - work.new - work.improved;
            if let Err(error) = expanded {
                self.wrong = Some(error.clone());
                return Err(error);
            }
            let scanned = match self.current.listed() {
                Some(_) => to - from,
                None => (to - from) / SCANNED_PER_EXPANSION,
            };
            self.unwatched += live.len() as u64 + scanned;
            if self.unwatched >= BATCH as u64 {
                self.unwatched = 0;
                observer.progress(&self.stats);
                if let Some(limit) = limits.interrupted() {
                    return Ok(Some(limit));
                }
            }
        }
        Ok(None)
    }

    /// Ends the sweep and hands out what it found. One that was neither over nor at a limit counts as
    /// cancelled: layers beyond the last one are not known.
    ///
    /// Time: a scan of the table, if deepest states were asked for or the sweep was ended early.
    #[must_use]
    pub fn finish(mut self) -> Swept<CostList, X::Direction> {
        let mut deepest = Deepest {
            count: self.profile.last().copied().unwrap_or(0),
            ranks: BudgetVec::new(&self.memory),
        };
        let last = Cost::try_from(self.profile.len()).unwrap_or(Cost::MAX) - 1;
        if let Ok(table) = &mut self.table {
            if self.end != Some(End::Whole) {
                // Distances beyond the current one may still fall.
                on_cells!(table.width_mut(), cells => forget(cells, self.depth));
            }
            let wanted = self.deepest.min(index(deepest.count));
            on_cells!(table.width_mut(), cells => {
                let ranks = (0..).zip(&*cells);
                let ranks = ranks.filter(|(_, cell)| cell.wide() == last);
                for (rank, _) in ranks.take(wanted) {
                    deepest.add(rank, wanted);
                }
            });
        }
        let mut stats = self.stats;
        stats.peak_bytes = self.memory.peak();
        Swept {
            end: self.end.unwrap_or(End::Limit(Limit::Cancelled)),
            deepest,
            stats,
            profile: self.profile,
            table: self.table.ok(),
            is_free: self.is_free,
            direction: PhantomData,
        }
    }
}

/// An empty vector with room for so many numbers, or without.
fn room_for(numbers: usize, memory: &Memory) -> BudgetVec<u64> {
    let room = BudgetVec::filled(memory, numbers, 0);
    let mut room = room.unwrap_or_else(|_| BudgetVec::new(memory));
    room.clear();
    room
}

/// Notes `rank` as a start. Returns whether it is new.
fn begin<C: Cell>(cells: &mut [C], rank: u64) -> bool {
    let cell = &mut cells[index(rank)];
    let is_new = *cell == C::NONE;
    *cell = C::narrow(0).unwrap_or(C::NONE);
    is_new
}

/// Whether cells can hold this distance.
fn fits<C: Cell>(_: &[C], distance: Cost) -> bool {
    // Eight bytes hold the mark of what was not reached too, which is no distance.
    distance < UNREACHED && C::narrow(distance).is_some()
}

/// Takes out of cells what is farther than `most`.
fn forget<C: Cell>(cells: &mut [C], most: Cost) {
    for cell in cells {
        if cell.wide() > most {
            *cell = C::NONE;
        }
    }
}

/// Collects those of the current states among `from..to` that no cheaper way was found to; returns how many.
fn live<C: Cell>(
    cells: &[C],
    current: &Frontier<u64>,
    (from, to): (u64, u64),
    depth: Cost,
    into: &mut [u64; BATCH],
) -> usize {
    let Some(mark) = C::narrow(depth) else {
        return 0;
    };
    let mut len = 0;
    let mut see = |rank| {
        into[len] = rank;
        len += usize::from(cells[index(rank)] == mark);
    };
    if let Some(list) = current.listed() {
        list[index(from)..index(to)]
            .iter()
            .for_each(|&rank| see(rank));
    } else if current.planed().is_some() {
        current.scan(from, to, see);
    } else {
        cells.scan(from, to, mark, see);
    }
    len
}

/// What came of some expansions.
#[derive(Default)]
struct Work {
    expanded: u64,
    generated: u64,
    new: u64,
    improved: u64,
    /// Whether an edge cost 0.
    is_free: bool,
}

/// Expands states at `depth` along edges that cost at most `most`: the hot loop. As in the sweep over unit
/// costs, a portion of states is turned into the ranks beside them before any of these is looked up. What was done before
/// an edge that is refused is counted and noted.
fn expand<X: Arcs, C: Cell>(
    edges: &mut X,
    cells: &mut [C],
    live: &[u64],
    seen: &mut [(u64, Cost)],
    buckets: &mut Buckets,
    (depth, most): (Cost, Cost),
) -> (Work, Result<(), SearchError>) {
    let mut work = Work::default();
    for portion in live.chunks(PORTION) {
        let (mut len, mut overflow) = (0, Ok(()));
        let visited = portion.iter().try_for_each(|&rank| {
            edges.visit_weighed(rank, most, |rank, cost| {
                if len == seen.len() {
                    overflow = overflow.and(take_in(cells, seen, buckets, depth, &mut work));
                    len = 0;
                }
                prefetch(cells, index(rank));
                seen[len] = (rank, cost);
                len += 1;
            })?;
            work.expanded += 1;
            Ok(())
        });
        let taken_in = take_in(cells, &seen[..len], buckets, depth, &mut work);
        let taken_in = overflow.and(taken_in).map_err(SearchError::from);
        if let Err(error) = visited.and(taken_in) {
            return (work, Err(error));
        }
    }
    (work, Ok(()))
}

/// Notes those ranks that are nearer than what was known of them.
#[inline]
fn take_in<C: Cell>(
    cells: &mut [C],
    seen: &[(u64, Cost)],
    buckets: &mut Buckets,
    depth: Cost,
    work: &mut Work,
) -> Result<(), CostOverflow> {
    work.generated += seen.len() as u64;
    for &(rank, cost) in seen {
        work.is_free |= cost == 0;
        let distance = cost::add(depth, cost)?;
        let cell = &mut cells[index(rank)];
        // The cells were made wide enough for all distances from here.
        let mark = C::narrow(distance).unwrap_or(C::NONE);
        if mark < *cell {
            if *cell == C::NONE {
                work.new += 1;
            } else {
                buckets.leaves(cell.wide());
                work.improved += 1;
            }
            *cell = mark;
            buckets.add(rank, distance);
        }
    }
    Ok(())
}
