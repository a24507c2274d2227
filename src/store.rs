//! Node stores: the one place that knows duplicates.
//!
//! A store gives each state that a search reaches a small id and remembers the cheapest known
//! cost to it and the node it was reached from. It does not store actions: the action between a
//! node and its parent is found again, by the rules, for the few nodes on a plan.

pub mod advice;
pub mod cells;
pub mod costs;
mod id_table;
pub mod interned;
mod node_list;
pub mod packed;
pub mod ranked;
pub mod slate;
pub mod small;
pub mod view;
pub mod word;

use std::fmt::Debug;

use thiserror::Error;

use crate::cost::Cost;
use crate::memory::MemoryExhausted;
use crate::store::view::{HotLoop, Whole};

/// What [`NodeStore::reach`] found out about a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach<Id> {
    /// The state was not known; it has this id now.
    New(Id),
    /// The state was known, and the new cost is lower; cost and parent were replaced.
    Improved(Id),
    /// The state was known at a cost that is no higher. Nothing changed.
    Known,
}

/// Why a store could not take a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum StoreError {
    /// The memory budget is used up.
    #[error(transparent)]
    Memory(#[from] MemoryExhausted),
    /// The store can number no more nodes.
    #[error("the store is full: it can number {0} nodes")]
    Full(u64),
}

/// Duplicate detection.
pub trait NodeStore {
    /// The states that are stored.
    type State;
    /// The number of a stored state.
    type Id: Copy + Eq + Debug;

    /// Records that `state` was reached at cost `g` from `parent`, if that is news.
    ///
    /// # Errors
    /// [`StoreError`] if the state is new and there is no room for it, or the cost is wider than
    /// the costs stored so far and there is no room to widen them. Nothing changed then.
    fn reach(
        &mut self,
        state: &Self::State,
        g: Cost,
        parent: Option<Self::Id>,
    ) -> Result<Reach<Self::Id>, StoreError>;

    /// As [`reach`](Self::reach), where the first way to a state is known to be the cheapest: a
    /// known state is [`Reach::Known`] without a look at its cost.
    #[inline]
    fn discover(
        &mut self,
        state: &Self::State,
        g: Cost,
        parent: Option<Self::Id>,
    ) -> Result<Reach<Self::Id>, StoreError> {
        self.reach(state, g, parent)
    }

    /// The id of `state`, if it was reached.
    fn find(&self, state: &Self::State) -> Option<Self::Id>;

    /// Overwrites `state` with the stored state number `id`.
    fn load(&self, id: Self::Id, state: &mut Self::State);
}

/// Stores that remember the cheapest known cost of every node.
pub trait Costs: NodeStore {
    /// The cheapest known cost of node `id`.
    fn g(&self, id: Self::Id) -> Cost;

    /// How many states were reached.
    fn len(&self) -> u64;

    /// Runs a loop on the view of the store that is the fastest to work with.
    #[inline]
    fn serve<L: HotLoop<Self::State, Self::Id>>(&mut self, hot: L) -> L::Output
    where
        Self: Sized,
    {
        hot.run(&mut Whole(self))
    }

    /// Whether no state was reached yet.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Stores that remember where every node was reached from.
pub trait Parents: NodeStore {
    /// The node that `id` was last reached from; `None` for a start.
    fn parent(&self, id: Self::Id) -> Option<Self::Id>;
}
