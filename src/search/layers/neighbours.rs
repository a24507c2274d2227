//! What a sweep asks of a space: the ranks beside a rank.
//!
//! A sweep knows nothing of states and rules beyond this trait, so that other ways to expand (whole
//! planes of bits, actions that act on ranks) can take the place of unrank, apply, rank.

use std::fmt::Debug;

use crate::cost::Cost;
use crate::encoding::Encoding;
use crate::search::layers::crowd::{CROWD, Crowd};
use crate::search::layers::direction::{Direction, FromStarts, ToStarts};
use crate::search::outcome::SearchError;
use crate::space::{Predecessors, StateSpace};

/// How many ranks a call of [`Neighbours::visit_each`] hands out at the most.
pub const AT_ONCE: usize = 256;

/// The edges of a space of unit costs, on ranks, in the direction of a sweep.
///
/// Each thread of a sweep works with a clone of its own; all clones must know the same edges.
pub trait Neighbours: Clone + Send {
    /// Whether [`visit_each`](Self::visit_each) is faster than one state after another.
    const IN_CROWDS: bool = false;

    /// Which way the distances of a sweep along these edges run: [`FromStarts`] if an edge leads from a
    /// state to what an action makes of it, [`ToStarts`] if it leads back.
    type Direction: Direction;

    /// How many ranks there are.
    fn size(&self) -> u64;

    /// Calls `see` with every rank that an edge leads to from `rank`; a rank may come twice.
    ///
    /// # Errors
    /// [`SearchError::NotUnitCost`] at an edge that does not cost 1.
    fn visit(&mut self, rank: u64, see: impl FnMut(u64)) -> Result<(), SearchError>;

    /// [`visit`](Self::visit) for each of `ranks`, one after another: `see` gets the ranks that edges lead to in
    /// the same order, at most [`AT_ONCE`] of them in a call.
    ///
    /// # Errors
    /// As [`visit`](Self::visit); `see` was called for all edges before that one.
    #[inline]
    fn visit_each(&mut self, ranks: &[u64], see: impl FnMut(&[u64])) -> Result<(), SearchError> {
        one_by_one(self, ranks, see)
    }
}

/// The plain way to visit each of `ranks`.
#[inline]
fn one_by_one(
    edges: &mut impl Neighbours,
    ranks: &[u64],
    mut see: impl FnMut(&[u64]),
) -> Result<(), SearchError> {
    let mut ranks = ranks.iter();
    ranks.try_for_each(|&rank| edges.visit(rank, |rank| see(&[rank])))
}

/// The edges of a space with their costs, on ranks, in the direction of a sweep.
pub trait Arcs: Neighbours {
    /// The largest cost of an edge, where the space names it.
    fn max_cost(&self) -> Option<Cost>;

    /// Calls `see` with every rank that an edge leads to from `rank`, and with what the edge costs, which
    /// is between 0 and `most`; a rank may come twice.
    ///
    /// # Errors
    /// [`SearchError::NegativeArc`] at an edge that costs less than 0, [`SearchError::CostAboveMax`] at one
    /// that costs more than `most`.
    fn visit_weighed(
        &mut self,
        rank: u64,
        most: Cost,
        see: impl FnMut(u64, Cost),
    ) -> Result<(), SearchError>;
}

/// Refuses costs that are not between 0 and `most`.
#[inline]
fn within(action: &impl Debug, cost: Cost, most: Cost) -> Result<Cost, SearchError> {
    // A negative cost is a large one here.
    if cost.cast_unsigned() <= most.cast_unsigned() {
        Ok(cost)
    } else {
        Err(SearchError::outside(action, cost, most))
    }
}

/// Edges forward: from a state to what its actions lead to.
#[derive(Debug)]
pub struct Successors<'a, P: StateSpace, E> {
    space: &'a P,
    encoding: &'a E,
    state: P::State,
    next: P::State,
    /// Where many states at once are numbered faster.
    crowd: Option<Crowd<P::State>>,
}

impl<'a, P: StateSpace, E: Encoding<State = P::State>> Successors<'a, P, E> {
    /// The edges of `space` under `encoding`; `any` state of it serves as working space.
    pub fn new(space: &'a P, encoding: &'a E, any: &P::State) -> Self {
        Self {
            space,
            encoding,
            state: any.clone(),
            next: any.clone(),
            crowd: E::AT_ONCE.then(|| Crowd::new(any)),
        }
    }
}

impl<P, E> Successors<'_, P, E>
where
    P: StateSpace,
    E: Encoding<State = P::State>,
{
    /// Walks the edges from `rank`: `weigh` makes something of an action and its cost, which `see` gets with
    /// the rank behind the edge.
    #[inline]
    fn walk<W>(
        &mut self,
        rank: u64,
        weigh: impl Fn(&P::Action, Cost) -> Result<W, SearchError>,
        mut see: impl FnMut(u64, W),
    ) -> Result<(), SearchError> {
        self.encoding.unrank_into(rank, &mut self.state);
        // From within, a chain or a flattened iterator is a plain loop; from outside it is not.
        self.space.actions(&self.state).try_for_each(|action| {
            let weight = weigh(&action, self.space.cost(&self.state, &action))?;
            self.next.clone_from(&self.state);
            self.space.apply(&mut self.next, &action);
            see(self.encoding.rank(&self.next), weight);
            Ok(())
        })
    }
}

impl<P: StateSpace, E: Encoding<State = P::State>> Clone for Successors<'_, P, E> {
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
    const IN_CROWDS: bool = E::AT_ONCE;

    fn size(&self) -> u64 {
        self.encoding.size()
    }

    #[inline]
    fn visit(&mut self, rank: u64, mut see: impl FnMut(u64)) -> Result<(), SearchError> {
        self.walk(rank, SearchError::unless_unit, |rank, ()| see(rank))
    }

    #[inline]
    fn visit_each(
        &mut self,
        ranks: &[u64],
        mut see: impl FnMut(&[u64]),
    ) -> Result<(), SearchError> {
        // Nothing is gained where one stands alone.
        let Some(crowd) = self.crowd.as_mut().filter(|_| ranks.len() > 1) else {
            return one_by_one(self, ranks, see);
        };
        let (space, encoding) = (self.space, self.encoding);
        for ranks in ranks.chunks(CROWD) {
            let (states, mut after) = crowd.unranked(encoding, ranks);
            let walked = states.iter().try_for_each(|state| {
                space.actions(state).try_for_each(|action| {
                    SearchError::unless_unit(&action, space.cost(state, &action))?;
                    let next = after.room(&mut see);
                    next.clone_from(state);
                    space.apply(next, &action);
                    Ok::<(), SearchError>(())
                })
            });
            after.settle(&mut see);
            walked?;
        }
        Ok(())
    }
}

impl<P, E> Arcs for Successors<'_, P, E>
where
    P: StateSpace<State: Send> + Sync,
    E: Encoding<State = P::State> + Sync,
{
    fn max_cost(&self) -> Option<Cost> {
        self.space.max_cost()
    }

    #[inline]
    fn visit_weighed(
        &mut self,
        rank: u64,
        most: Cost,
        see: impl FnMut(u64, Cost),
    ) -> Result<(), SearchError> {
        self.walk(rank, |action, cost| within(action, cost, most), see)
    }
}

/// Edges backward: from a state to the states whose actions lead to it.
#[derive(Debug)]
pub struct Origins<'a, P: StateSpace, E> {
    space: &'a P,
    encoding: &'a E,
    state: P::State,
    /// Where many states at once are numbered faster.
    crowd: Option<Crowd<P::State>>,
}

impl<'a, P: StateSpace, E: Encoding<State = P::State>> Origins<'a, P, E> {
    /// The edges of `space` under `encoding`; `any` state of it serves as working space.
    pub fn new(space: &'a P, encoding: &'a E, any: &P::State) -> Self {
        Self {
            space,
            encoding,
            state: any.clone(),
            crowd: E::AT_ONCE.then(|| Crowd::new(any)),
        }
    }
}

impl<P, E> Origins<'_, P, E>
where
    P: Predecessors,
    E: Encoding<State = P::State>,
{
    /// As [`Successors::walk`].
    #[inline]
    fn walk<W>(
        &mut self,
        rank: u64,
        weigh: impl Fn(&P::Action, Cost) -> Result<W, SearchError>,
        mut see: impl FnMut(u64, W),
    ) -> Result<(), SearchError> {
        self.encoding.unrank_into(rank, &mut self.state);
        let mut before = self.space.predecessors(&self.state);
        before.try_for_each(|(action, before)| {
            let weight = weigh(&action, self.space.cost(&before, &action))?;
            see(self.encoding.rank(&before), weight);
            Ok(())
        })
    }
}

impl<P: StateSpace, E: Encoding<State = P::State>> Clone for Origins<'_, P, E> {
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
    const IN_CROWDS: bool = E::AT_ONCE;

    fn size(&self) -> u64 {
        self.encoding.size()
    }

    #[inline]
    fn visit(&mut self, rank: u64, mut see: impl FnMut(u64)) -> Result<(), SearchError> {
        self.walk(rank, SearchError::unless_unit, |rank, ()| see(rank))
    }

    #[inline]
    fn visit_each(
        &mut self,
        ranks: &[u64],
        mut see: impl FnMut(&[u64]),
    ) -> Result<(), SearchError> {
        // Nothing is gained where one stands alone.
        let Some(crowd) = self.crowd.as_mut().filter(|_| ranks.len() > 1) else {
            return one_by_one(self, ranks, see);
        };
        let (space, encoding) = (self.space, self.encoding);
        for ranks in ranks.chunks(CROWD) {
            let (states, mut after) = crowd.unranked(encoding, ranks);
            let walked = states.iter().try_for_each(|state| {
                space.predecessors(state).try_for_each(|(action, before)| {
                    SearchError::unless_unit(&action, space.cost(&before, &action))?;
                    *after.room(&mut see) = before;
                    Ok::<(), SearchError>(())
                })
            });
            after.settle(&mut see);
            walked?;
        }
        Ok(())
    }
}

impl<P, E> Arcs for Origins<'_, P, E>
where
    P: Predecessors<State: Send> + Sync,
    E: Encoding<State = P::State> + Sync,
{
    fn max_cost(&self) -> Option<Cost> {
        self.space.max_cost()
    }

    #[inline]
    fn visit_weighed(
        &mut self,
        rank: u64,
        most: Cost,
        see: impl FnMut(u64, Cost),
    ) -> Result<(), SearchError> {
        self.walk(rank, |action, cost| within(action, cost, most), see)
    }
}
