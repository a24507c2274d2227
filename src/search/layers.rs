//! The sweep by layers: every state that can be reached, layer after layer, over a perfect hash.
//!
//! (What can be asked of a sweep, in two forms each, and what comes out of it belong together; hence the
//! length.)
//!
//! It is breadth-first search (Moore 1959) in which a state is nothing but its rank: a table with an
//! entry for each rank is both closed list and result. A forward sweep tells how far every state
//! is from the starts; a backward sweep, where the space has predecessors, tells how far the goals
//! are from every state, so that one sweep answers all questions about one goal. Both give the
//! depth profile and the deepest states.
//!
//! Memory: 2 bytes a rank for distances below 65,535 (1 byte if they are known to stay below 255), or
//! one bit a rank without distances, or two bits where every action can be undone. Beside them lists of the
//! ranks of two layers where they are sparse, 4 bytes a state (8 above 2^32 ranks), and two bits a rank
//! as soon as a layer has more than a 128th of all ranks. Time: one unrank for each state, one rank
//! and one access out of order for each edge - to the table from a sparse layer, to a plane of one bit a rank
//! from a dense one, on several threads if they are allowed - and for a dense layer one pass over the
//! table.

mod buckets;
pub mod checkpoint;
mod crowd;
pub mod direction;
mod expander;
mod frontier;
mod lasting;
pub mod maxima;
pub mod moved;
pub mod neighbours;
pub mod planes;
pub mod plans;
pub mod residues;
mod run;

mod stream;
pub mod sweeping;
mod table;
pub mod weighted;

use std::marker::PhantomData;

use crate::bits::PackedArray;
use crate::cost::Cost;
use crate::encoding::Encoding;
use crate::memory::{BudgetVec, MemoryExhausted};
use crate::search::layers::direction::{FromStarts, ToStarts};
use crate::search::layers::neighbours::{Neighbours, Origins, Successors};
use crate::search::layers::run::Backing;
use crate::search::layers::sweeping::Sweeping;
use crate::search::layers::table::NOT_REACHED;
use crate::search::limits::{Limit, Limits};
use crate::search::outcome::SearchError;
use crate::search::{Observer, Stats};
use crate::space::{Invertible, Predecessors, StateSpace};
use crate::store::costs::{CostList, UNREACHED};
use crate::store::word::index;

/// How a sweep ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// All that can be reached was reached.
    Whole,
    /// All targets were reached. Layers beyond the last one swept are not known.
    Settled,
    /// A limit was reached. Layers beyond the last one swept are not known.
    Limit(Limit),
}

/// What a sweep found. The table `T` is a [`CostList`] of distances, or a [`PackedArray`] of one bit a
/// rank or of two; `D` says which way its distances run, [`FromStarts`] or [`ToStarts`], which decides how
/// plans are read out of it.
///
/// A plan by actions out of distances from the starts would be wrong in a directed space. It does not
/// compile:
///
/// ```compile_fail,E0599
/// # use statewalk::{Encoding, Limits, StateSpace, Sweep};
/// fn wrong<P: StateSpace<State: Send> + Sync, E: Encoding<State = P::State> + Sync>(space: &P, ranks: &E, state: &P::State) {
///     let sweep = Sweep::new(space, ranks, std::slice::from_ref(state));
///     let swept = sweep.forward(&Limits::default(), &mut ()).unwrap();
///     swept.outcome_from(space, ranks, state, &Limits::default());
/// }
/// ```
///
/// Nor does a plan by predecessors out of distances to the starts:
///
/// ```compile_fail,E0599
/// # use statewalk::{Encoding, Limits, Predecessors, Sweep};
/// fn wrong<P: Predecessors<State: Send> + Sync, E: Encoding<State = P::State> + Sync>(space: &P, ranks: &E, state: &P::State) {
///     let starts = std::slice::from_ref(state);
///     let sweep = Sweep::new(space, ranks, starts);
///     let swept = sweep.backward(&Limits::default(), &mut ()).unwrap();
///     swept.outcome_to(space, ranks, starts, state, &Limits::default());
/// }
/// ```
///
/// The other way round both do:
///
/// ```
/// # use statewalk::{Encoding, Limits, Predecessors, SearchError, Sweep};
/// fn right<P: Predecessors<State: Send> + Sync, E: Encoding<State = P::State> + Sync>(
///     space: &P,
///     ranks: &E,
///     state: &P::State,
/// ) -> Result<(), SearchError> {
///     let starts = std::slice::from_ref(state);
///     let sweep = Sweep::new(space, ranks, starts);
///     let swept = sweep.backward(&Limits::default(), &mut ())?;
///     swept.outcome_from(space, ranks, state, &Limits::default())?;
///     let swept = sweep.forward(&Limits::default(), &mut ())?;
///     swept.outcome_to(space, ranks, starts, state, &Limits::default())?;
///     Ok(())
/// }
/// ```
#[derive(Debug)]
pub struct Swept<T, D> {
    /// How it ended.
    pub end: End,
    /// The deepest states.
    pub deepest: Deepest,
    /// The counters. States of a layer that was not completed are among them.
    pub stats: Stats,
    profile: BudgetVec<u64>,
    table: Option<T>,
    /// Whether an action that costs 0 was met, so that distances do not lead back.
    is_free: bool,
    direction: PhantomData<D>,
}

/// The deepest states of a sweep: those of the last completed layer.
#[derive(Debug)]
pub struct Deepest {
    /// How many there are.
    pub count: u64,
    ranks: BudgetVec<u64>,
}

impl Deepest {
    /// The ranks of the first of them, ascending: as many as were asked for and found room.
    #[must_use]
    pub fn ranks(&self) -> &[u64] {
        &self.ranks
    }

    /// Adds a rank, up to `most`. Where memory ends, so does the list.
    fn add(&mut self, rank: u64, most: usize) {
        if self.ranks.len() < most {
            let _ = self.ranks.push(rank);
        }
    }
}

impl<T, D> Swept<T, D> {
    /// How many states were reached in completed layers.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.profile.iter().sum()
    }

    /// The distance of the last completed layer; `None` if there is none.
    #[must_use]
    pub fn depth(&self) -> Option<u64> {
        (self.profile.len() as u64).checked_sub(1)
    }

    /// The depth profile: how many states have the distance 0, 1, 2, ... It holds the layers that
    /// were completed, which are all there are only if [`end`](Self::end) is [`End::Whole`].
    #[must_use]
    pub fn profile(&self) -> &[u64] {
        &self.profile
    }

    /// The entry of every rank; `None` if there was no memory for it.
    #[must_use]
    pub fn table(&self) -> Option<&T> {
        self.table.as_ref()
    }
}

impl<D> Swept<CostList, D> {
    /// The distance of `rank`, if it was reached.
    ///
    /// A distance that is there is right even if the sweep was ended early.
    #[inline]
    #[must_use]
    pub fn distance(&self, rank: u64) -> Option<Cost> {
        let table = self
            .table
            .as_ref()
            .filter(|table| rank < table.len() as u64)?;
        let distance = table.get(index(rank));
        (distance != UNREACHED).then_some(distance)
    }

    /// What a state that was not reached is at least away; `None` if it can't be reached at all.
    #[must_use]
    pub fn lower(&self) -> Option<Cost> {
        let swept = Cost::try_from(self.profile.len()).unwrap_or(Cost::MAX);
        (self.end != End::Whole).then_some(swept)
    }
}

impl<D> Swept<PackedArray<1>, D> {
    /// Whether `rank` was reached.
    #[must_use]
    pub fn is_reached(&self, rank: u64) -> bool {
        let known = self.table.as_ref().filter(|bits| rank < bits.len());
        known.is_some_and(|bits| bits.get(rank) == 1)
    }
}

/// What tables of distances hold if nothing else is said: what two bytes do.
const EXPECTED: Cost = 0xFFFE;

/// A sweep that is to be run.
#[derive(Debug)]
pub struct Sweep<'a, P: StateSpace, E> {
    space: &'a P,
    encoding: &'a E,
    starts: &'a [P::State],
    targets: &'a [u64],
    largest: Cost,
    deepest: usize,
    threads: usize,
}

impl<'a, P, E> Sweep<'a, P, E>
where
    P: StateSpace,
    E: Encoding<State = P::State>,
{
    /// A sweep from `starts` (the goals, for a backward sweep), all at distance 0.
    #[must_use]
    pub fn new(space: &'a P, encoding: &'a E, starts: &'a [P::State]) -> Self {
        Self {
            space,
            encoding,
            starts,
            targets: &[],
            largest: EXPECTED,
            deepest: 0,
            threads: 1,
        }
    }

    /// Ends the sweep after the layer in which the last of these ranks (each below the size of the
    /// encoding) is reached. Without targets everything is swept.
    #[must_use]
    pub fn until(mut self, targets: &'a [u64]) -> Self {
        self.targets = targets;
        self
    }

    /// Makes the table wide enough for distances up to `largest` from the beginning (65,534 if this is
    /// not said). Should a larger one come, the table is widened, which holds old and new at once.
    #[must_use]
    pub fn expecting(mut self, largest: Cost) -> Self {
        self.largest = largest;
        self
    }

    /// Asks for the ranks of up to `most` deepest states.
    #[must_use]
    pub fn deepest(mut self, most: usize) -> Self {
        self.deepest = most;
        self
    }

    /// Lets up to `threads` threads work at once (1 if this is not said; 0 means 1). What is found and
    /// counted does not depend on it.
    ///
    /// Layers of less than a hundredth of all ranks, and those in which a limit on expansions or on states
    /// can be reached, are expanded by one thread.
    ///
    /// Memory: for each thread but the first one bit a rank, as long as a dense layer is expanded; where there is
    /// not so much, fewer threads work.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }
}

impl<'a, P, E> Sweep<'a, P, E>
where
    P: StateSpace<State: Send> + Sync,
    E: Encoding<State = P::State> + Sync,
{
    /// Distances from the starts.
    ///
    /// # Errors
    /// [`SearchError::NotUnitCost`] at an action that does not cost 1.
    pub fn forward(
        &self,
        limits: &Limits,
        observer: &mut impl Observer<P::State>,
    ) -> Result<Swept<CostList, FromStarts>, SearchError> {
        let mut sweeping = self.start_forward(limits);
        sweeping.run(limits, observer)?;
        Ok(sweeping.finish())
    }

    /// The edges that a forward sweep walks; `None` if there are no starts.
    #[must_use]
    pub fn successors(&self) -> Option<Successors<'a, P, E>> {
        let any = self.starts.first()?;
        Some(Successors::new(self.space, self.encoding, any))
    }

    /// The edges that a backward sweep walks; `None` if there are no starts.
    #[must_use]
    pub fn origins(&self) -> Option<Origins<'a, P, E>> {
        let any = self.starts.first()?;
        Some(Origins::new(self.space, self.encoding, any))
    }

    /// [`forward`](Self::forward), to be walked layer by layer.
    #[must_use]
    pub fn start_forward(
        &self,
        limits: &Limits,
    ) -> Sweeping<'a, P::State, Successors<'a, P, E>, CostList> {
        let edges = |any| Successors::new(self.space, self.encoding, any);
        self.begin(edges, self.cells(limits), limits)
    }

    /// Distances to the starts.
    ///
    /// # Errors
    /// [`SearchError::NotUnitCost`] at an action that does not cost 1.
    pub fn backward(
        &self,
        limits: &Limits,
        observer: &mut impl Observer<P::State>,
    ) -> Result<Swept<CostList, ToStarts>, SearchError>
    where
        P: Predecessors,
    {
        let mut sweeping = self.start_backward(limits);
        sweeping.run(limits, observer)?;
        Ok(sweeping.finish())
    }

    /// [`backward`](Self::backward), to be walked layer by layer.
    #[must_use]
    pub fn start_backward(
        &self,
        limits: &Limits,
    ) -> Sweeping<'a, P::State, Origins<'a, P, E>, CostList>
    where
        P: Predecessors,
    {
        let edges = |any| Origins::new(self.space, self.encoding, any);
        self.begin(edges, self.cells(limits), limits)
    }

    /// Distances along edges that the caller walks in a faster way than by unrank, apply and rank. Which way
    /// they run is for the caller to say, by [`Neighbours::Direction`].
    ///
    /// # Errors
    /// Those of `edges`.
    pub fn over<X: Neighbours>(
        &self,
        edges: X,
        limits: &Limits,
        observer: &mut impl Observer<P::State>,
    ) -> Result<Swept<CostList, X::Direction>, SearchError> {
        let mut sweeping = self.start_over(edges, limits);
        sweeping.run(limits, observer)?;
        Ok(sweeping.finish())
    }

    /// [`over`](Self::over), to be walked layer by layer.
    #[must_use]
    pub fn start_over<X: Neighbours>(
        &self,
        edges: X,
        limits: &Limits,
    ) -> Sweeping<'a, P::State, X, CostList> {
        self.begin(|_| edges, self.cells(limits), limits)
    }

    /// [`visited`](Self::visited) along edges that the caller walks in a faster way.
    ///
    /// # Errors
    /// Those of `edges`.
    pub fn visited_over<X: Neighbours>(
        &self,
        edges: X,
        limits: &Limits,
        observer: &mut impl Observer<P::State>,
    ) -> Result<Swept<PackedArray<1>, X::Direction>, SearchError> {
        let mut sweeping = self.start_visited_over(edges, limits);
        sweeping.run(limits, observer)?;
        Ok(sweeping.finish())
    }

    /// [`visited_over`](Self::visited_over), to be walked layer by layer.
    #[must_use]
    pub fn start_visited_over<X: Neighbours>(
        &self,
        edges: X,
        limits: &Limits,
    ) -> Sweeping<'a, P::State, X, PackedArray<1>> {
        let table = PackedArray::filled(&limits.memory, self.encoding.size(), 0);
        self.begin(|_| edges, table, limits)
    }

    /// [`residues`](Self::residues) along edges that the caller walks in a faster way.
    ///
    /// # Errors
    /// Those of `edges`.
    pub fn residues_over<X: Neighbours>(
        &self,
        edges: X,
        limits: &Limits,
        observer: &mut impl Observer<P::State>,
    ) -> Result<Swept<PackedArray<2>, X::Direction>, SearchError>
    where
        P: Invertible,
    {
        let mut sweeping = self.start_residues_over(edges, limits);
        sweeping.run(limits, observer)?;
        Ok(sweeping.finish())
    }

    /// [`residues_over`](Self::residues_over), to be walked layer by layer.
    #[must_use]
    pub fn start_residues_over<X: Neighbours>(
        &self,
        edges: X,
        limits: &Limits,
    ) -> Sweeping<'a, P::State, X, PackedArray<2>>
    where
        P: Invertible,
    {
        let size = self.encoding.size();
        let table = PackedArray::filled(&limits.memory, size, NOT_REACHED);
        self.begin(|_| edges, table, limits)
    }

    /// Which states the starts reach, and how many at each distance, in one bit a rank.
    ///
    /// # Errors
    /// [`SearchError::NotUnitCost`] at an action that does not cost 1.
    pub fn visited(
        &self,
        limits: &Limits,
        observer: &mut impl Observer<P::State>,
    ) -> Result<Swept<PackedArray<1>, FromStarts>, SearchError> {
        let mut sweeping = self.start_visited(limits);
        sweeping.run(limits, observer)?;
        Ok(sweeping.finish())
    }

    /// [`visited`](Self::visited), to be walked layer by layer.
    #[must_use]
    pub fn start_visited(
        &self,
        limits: &Limits,
    ) -> Sweeping<'a, P::State, Successors<'a, P, E>, PackedArray<1>> {
        let edges = |any| Successors::new(self.space, self.encoding, any);
        let table = PackedArray::filled(&limits.memory, self.encoding.size(), 0);
        self.begin(edges, table, limits)
    }

    /// Distances modulo 3 from the starts, in two bits a rank, for spaces in which every action can be
    /// undone: there a state whose distance is one less modulo 3 than that of its neighbour is nearer. In
    /// a directed space it may be farther, so there is no such table.
    ///
    /// # Errors
    /// [`SearchError::NotUnitCost`] at an action that does not cost 1.
    pub fn residues(
        &self,
        limits: &Limits,
        observer: &mut impl Observer<P::State>,
    ) -> Result<Swept<PackedArray<2>, FromStarts>, SearchError>
    where
        P: Invertible,
    {
        let mut sweeping = self.start_residues(limits);
        sweeping.run(limits, observer)?;
        Ok(sweeping.finish())
    }

    /// [`residues`](Self::residues), to be walked layer by layer.
    #[must_use]
    pub fn start_residues(
        &self,
        limits: &Limits,
    ) -> Sweeping<'a, P::State, Successors<'a, P, E>, PackedArray<2>>
    where
        P: Invertible,
    {
        let edges = |any| Successors::new(self.space, self.encoding, any);
        let size = self.encoding.size();
        let table = PackedArray::filled(&limits.memory, size, NOT_REACHED);
        self.begin(edges, table, limits)
    }

    fn cells(&self, limits: &Limits) -> Result<CostList, MemoryExhausted> {
        let cells = usize::try_from(self.encoding.size()).unwrap_or(usize::MAX);
        CostList::unreached(&limits.memory, cells, self.largest)
    }

    fn begin<X: Neighbours, T: Backing>(
        &self,
        edges: impl FnOnce(&'a P::State) -> X,
        table: Result<T, MemoryExhausted>,
        limits: &Limits,
    ) -> Sweeping<'a, P::State, X, T> {
        let edges = self.starts.first().map(edges);
        let mut starts = self.starts.iter().map(|state| self.encoding.rank(state));
        let asked = (self.targets, self.deepest);
        Sweeping::new(
            edges,
            table,
            &mut starts,
            asked,
            &limits.memory,
            self.threads,
        )
    }
}

#[cfg(test)]
mod tests;
