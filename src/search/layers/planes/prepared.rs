//! A sweep on planes made ready: what it will take is told of it, and then it is begun.

use std::marker::PhantomData;

use crate::memory::{Held, Memory, MemoryExhausted};
use crate::rank_actions::{RankActions, RankActionsError, RankMoves};
use crate::search::layers::Sweep;
use crate::search::layers::direction::{FromStarts, ToStarts};
use crate::search::layers::planes::checkpoint;
use crate::search::layers::planes::expansion::{Expansion, Way};
use crate::search::layers::planes::known::Scheme;
use crate::search::layers::planes::layout::Layout;
use crate::search::layers::planes::plane::Plane;
use crate::space::StateSpace;
use crate::store::word::index;

/// The moves of a space on ranks, where a sweep begins, and what planes it takes. `D` says which way its
/// distances run. Made by [`Sweep::prepare_planes`] and swept by
/// [`Sweep::start_prepared`].
#[derive(Debug)]
pub struct Prepared<D> {
    pub(super) moves: RankMoves,
    pub(super) way: Way,
    /// The ranks of the starts.
    pub(super) starts: Vec<u64>,
    pub(super) scheme: Scheme,
    pub(super) layout: Layout,
    direction: PhantomData<fn() -> D>,
}

impl<P, E> Sweep<'_, P, E>
where
    P: StateSpace,
    E: RankActions<P>,
{
    /// A sweep on bit planes from the starts, made ready. Its moves claim their bytes from `memory`.
    ///
    /// # Errors
    /// [`RankActionsError`] if the encoding has no tables for this space, or there is no memory for them.
    pub fn prepare_planes(
        &self,
        memory: &Memory,
    ) -> Result<Prepared<FromStarts>, RankActionsError> {
        self.prepare(Way::Forward, memory)
    }

    /// The same with distances to the starts.
    ///
    /// # Errors
    /// As [`prepare_planes`](Self::prepare_planes).
    pub fn prepare_planes_backward(
        &self,
        memory: &Memory,
    ) -> Result<Prepared<ToStarts>, RankActionsError> {
        self.prepare(Way::Backward, memory)
    }

    fn prepare<D>(&self, way: Way, memory: &Memory) -> Result<Prepared<D>, RankActionsError> {
        let moves = self.encoding.rank_moves(self.space, memory)?;
        let starts = self.starts.iter().map(|start| self.encoding.rank(start));
        Ok(Prepared::new(moves, way, starts.collect()))
    }
}

impl<D> Prepared<D> {
    fn new(moves: RankMoves, way: Way, starts: Vec<u64>) -> Self {
        let parts = starts.iter().map(|rank| index(rank / moves.locals()));
        let scheme = Scheme::of(&moves, parts);
        let layout = Expansion::layout(&moves);
        Self {
            moves,
            way,
            starts,
            scheme,
            layout,
            direction: PhantomData,
        }
    }

    /// How much will be remembered.
    #[must_use]
    pub fn scheme(&self) -> Scheme {
        self.scheme
    }

    /// The bytes of the planes.
    #[must_use]
    pub fn plane_bytes(&self) -> u64 {
        let planes = self
            .scheme
            .planes()
            .saturating_mul(self.moves.parts() as u64);
        Plane::bytes(&self.layout).saturating_mul(planes)
    }

    /// The bytes of disk that checkpoints take at most, as long as there are no more than some hundred layers: the last
    /// one, and the next while it is written.
    #[must_use]
    pub fn disk_bytes(&self) -> u64 {
        let parts = self.moves.parts() as u64;
        let planes = self.scheme.planes();
        checkpoint::bytes(self.plane_bytes(), parts, planes).saturating_mul(2)
    }

    /// The bytes that distances modulo 3 take beside the planes.
    #[must_use]
    pub fn residue_bytes(&self) -> u64 {
        let words = self.layout.words as u64;
        words.saturating_mul(16 * self.moves.parts() as u64)
    }

    /// The bytes of planes, moves and the tables that they are compiled into, at most: without a table of distances,
    /// it is all but the profile.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let tables = Expansion::bytes(&self.moves, &self.layout);
        let tables = tables.saturating_add(self.moves.bytes());
        self.plane_bytes().saturating_add(tables)
    }

    /// The moves compiled for the sweep.
    pub(super) fn expansion(&self, memory: &Memory) -> Result<(Expansion, Held), MemoryExhausted> {
        let mut held = Held::new(memory);
        held.grow(Expansion::bytes(&self.moves, &self.layout))?;
        Ok((Expansion::new(&self.moves, &self.layout, self.way), held))
    }
}
