//! What a sweep asks of a space: the ranks beside a rank.
//!
//! A sweep knows nothing of states and rules beyond this trait, so that other ways to expand (whole
//! planes of bits, actions that act on ranks) can take the place of unrank, apply, rank.

use crate::encoding::Encoding;
use crate::search::layers::direction::{FromStarts, ToStarts};
use crate::search::outcome::SearchError;
use crate::space::{Predecessors, StateSpace};

/// The edges of a space of unit costs, on ranks, in the direction of a sweep.
///
/// Each thread of a sweep works with a clone of its own; all clones must know the same edges.
pub trait Neighbours: Clone + Send {
    /// Which way the distances of a sweep along these edges run: [`FromStarts`] if an edge leads from a
    /// state to what an action makes of it, [`ToStarts`] if it leads back.
    type Direction;

    /// How many ranks there are.
    fn size(&self) -> u64;

    /// Calls `see` with every rank that an edge leads to from `rank`; a rank may come twice.
    ///
    /// # Errors
    /// [`SearchError::NotUnitCost`] at an edge that does not cost 1.
    fn visit(&mut self, rank: u64, see: impl FnMut(u64)) -> Result<(), SearchError>;
}

/// Edges forward: from a state to what its actions lead to.
#[derive(Debug)]
pub struct Successors<'a, P: StateSpace, E> {
    space: &'a P,
    encoding: &'a E,
    state: P::State,
    next: P::State,
}

impl<'a, P: StateSpace, E> Successors<'a, P, E> {
    /// The edges of `space` under `encoding`; `any` state of it serves as working space.
    pub fn new(space: &'a P, encoding: &'a E, any: &P::State) -> Self {
        Self {
            space,
            encoding,
            state: any.clone(),
            next: any.clone(),
        }
    }
}

impl<P: StateSpace, E> Clone for Successors<'_, P, E> {
    fn clone(&self) -> Self {
        Self::new(self.space, self.encoding, &self.state)
    }
}

impl<P, E> Neighbours for Successors<'_, P, E>
where
    P: StateSpace<State: Send> + Sync,
    E: Encoding<State = P::State> + Sync,
{
    type Direction = FromStarts;

    fn size(&self) -> u64 {
        self.encoding.size()
    }

    #[inline]
    fn visit(&mut self, rank: u64, mut see: impl FnMut(u64)) -> Result<(), SearchError> {
        self.encoding.unrank_into(rank, &mut self.state);
        // From within, a chain or a flattened iterator is a plain loop; from outside it is not.
        self.space.actions(&self.state).try_for_each(|action| {
            let cost = self.space.cost(&self.state, &action);
            SearchError::unless_unit(&action, cost)?;
            self.next.clone_from(&self.state);
            self.space.apply(&mut self.next, &action);
            see(self.encoding.rank(&self.next));
            Ok(())
        })
    }
}

/// Edges backward: from a state to the states whose actions lead to it.
#[derive(Debug)]
pub struct Origins<'a, P: StateSpace, E> {
    space: &'a P,
    encoding: &'a E,
    state: P::State,
}

impl<'a, P: StateSpace, E> Origins<'a, P, E> {
    /// The edges of `space` under `encoding`; `any` state of it serves as working space.
    pub fn new(space: &'a P, encoding: &'a E, any: &P::State) -> Self {
        Self {
            space,
            encoding,
            state: any.clone(),
        }
    }
}

impl<P: StateSpace, E> Clone for Origins<'_, P, E> {
    fn clone(&self) -> Self {
        Self::new(self.space, self.encoding, &self.state)
    }
}

impl<P, E> Neighbours for Origins<'_, P, E>
where
    P: Predecessors<State: Send> + Sync,
    E: Encoding<State = P::State> + Sync,
{
    type Direction = ToStarts;

    fn size(&self) -> u64 {
        self.encoding.size()
    }

    #[inline]
    fn visit(&mut self, rank: u64, mut see: impl FnMut(u64)) -> Result<(), SearchError> {
        self.encoding.unrank_into(rank, &mut self.state);
        let mut before = self.space.predecessors(&self.state);
        before.try_for_each(|(action, before)| {
            let cost = self.space.cost(&before, &action);
            SearchError::unless_unit(&action, cost)?;
            see(self.encoding.rank(&before));
            Ok(())
        })
    }
}
