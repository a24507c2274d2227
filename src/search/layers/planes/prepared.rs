//! A sweep on planes made ready: what it will take is told of it, and then it is begun.

use std::marker::PhantomData;

use crate::memory::{Held, Memory, MemoryExhausted, bytes_of};
use crate::rank_actions::{RankActions, RankActionsError, RankMoves};
use crate::search::layers::Sweep;
use crate::search::layers::checkpoint::file::bytes_of as checkpoint_bytes_of;
use crate::search::layers::direction::{FromStarts, ToStarts, Way};
use crate::search::layers::planes::SHOWN;
use crate::search::layers::planes::expansion::Expansion;
use crate::search::layers::planes::known::Scheme;
use crate::search::layers::planes::layout::Layout;
use crate::search::layers::planes::plane::Plane;
use crate::search::layers::planes::saved;
use crate::space::StateSpace;
use crate::store::word::index;

/// Layers that a profile has room for from the beginning; for more it grows.
const LAYERS: usize = 1024;

/// Numbers of states that are known of each part: in the current layer, in the next, and in the one before.
const COUNTS: usize = 3;

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
        Prepared::new(moves, way, starts.collect())
    }
}

impl<D> Prepared<D> {
    fn new(moves: RankMoves, way: Way, starts: Vec<u64>) -> Result<Self, RankActionsError> {
        let parts = starts.iter().map(|rank| index(rank / moves.locals()));
        let scheme = Scheme::of(&moves, parts);
        let layout = Expansion::layout(&moves);
        Expansion::check(&moves, &layout)?;
        Ok(Self {
            moves,
            way,
            starts,
            scheme,
            layout,
            direction: PhantomData,
        })
    }

    /// How much will be remembered.
    #[must_use]
    pub fn scheme(&self) -> Scheme {
        self.scheme
    }

    /// How many ranks there are.
    #[must_use]
    pub fn ranks(&self) -> u64 {
        self.moves.size()
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
        saved::bytes(self.plane_bytes(), parts, planes).saturating_mul(2)
    }

    /// The same for a sweep that keeps distances modulo 3.
    #[must_use]
    pub fn disk_bytes_with_residues(&self) -> u64 {
        let words = checkpoint_bytes_of(self.layout.words as u64 * 8);
        let kept = words.saturating_mul(2 * self.moves.parts() as u64);
        self.disk_bytes().saturating_add(kept.saturating_mul(2))
    }

    /// The bytes that distances modulo 3 take beside the planes.
    #[must_use]
    pub fn residue_bytes(&self) -> u64 {
        let words = self.layout.words as u64;
        words.saturating_mul(16 * self.moves.parts() as u64)
    }

    /// The bytes that a sweep takes: moves and the tables that they are compiled into, planes, counts, and the profile.
    /// With one byte less it does not begin, and with so many it comes to its end if there are no more than 1024
    /// layers.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.bytes_beside(0)
    }

    /// The same for a sweep that keeps distances modulo 3.
    #[must_use]
    pub fn bytes_with_residues(&self) -> u64 {
        self.bytes_beside(self.residue_bytes())
    }

    fn bytes_beside(&self, kept: u64) -> u64 {
        let sum = |bytes: &[u64]| {
            bytes
                .iter()
                .fold(0, |sum: u64, &more| sum.saturating_add(more))
        };
        let lists = bytes_of::<u64>(self.layers() + SHOWN);
        let compiled = sum(&[self.moves.bytes(), lists, self.compiled_bytes()]);
        // What it takes to compile the moves is free again before there are planes.
        let making = Expansion::making_bytes(&self.moves, &self.layout);
        let planes = sum(&[self.plane_bytes(), kept]);
        sum(&[compiled, making.max(planes)]).max(self.moves.peak())
    }

    /// The bytes of the compiled moves, and of what there is for each part beside the words of its planes.
    fn compiled_bytes(&self) -> u64 {
        let parts = self.moves.parts();
        let planes = bytes_of::<Plane>(parts).saturating_mul(self.scheme.planes());
        let counts = bytes_of::<[u64; COUNTS]>(parts);
        let tables = Expansion::bytes(&self.moves, &self.layout);
        tables.saturating_add(planes).saturating_add(counts)
    }

    /// For so many layers there is room in the profile from the beginning.
    pub(super) fn layers(&self) -> usize {
        usize::try_from(self.moves.size()).map_or(LAYERS, |size| size.min(LAYERS))
    }

    /// The moves compiled for the sweep.
    pub(super) fn expansion(&self, memory: &Memory) -> Result<(Expansion, Held), MemoryExhausted> {
        let mut held = Held::new(memory);
        held.grow(self.compiled_bytes())?;
        let mut making = Held::new(memory);
        making.grow(Expansion::making_bytes(&self.moves, &self.layout))?;
        Ok((Expansion::new(&self.moves, &self.layout, self.way), held))
    }
}
