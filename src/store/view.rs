//! Node stores as hot loops see them: what they reach into lies open, and what is out of the ordinary is
//! left to the store itself.
//!
//! A loop that calls into a store which may have to grow or to widen its costs keeps what it holds where
//! such a call may change it. A view need not grow: it may say that it cannot, and the loop ends and asks the
//! store. A store that has no view of its own is served [whole](Whole), and grows as ever.

use crate::cost::Cost;
use crate::store::{Costs, Reach};

/// A node store that need neither grow nor change its form while it is looked at so.
pub trait StoreView {
    /// The states that are stored.
    type State;
    /// The number of a stored state.
    type Id: Copy;
    /// Where a state is looked for: its hash, its rank, or nothing that is known before.
    type Place: Copy;

    /// Whether it takes long to look for a state, unless its [place](Self::place) was asked for before.
    const WAITS: bool = false;

    /// Whether the store has outgrown the near caches, so that it pays to make states twice to ask for their
    /// [places](Self::place) before.
    #[inline]
    fn is_far(&self) -> bool {
        false
    }

    /// Where `state` will be looked for. A store that [waits](Self::WAITS) asks for the memory there.
    fn place(&self, state: &Self::State) -> Self::Place;

    /// As [`NodeStore::reach`](crate::store::NodeStore::reach), for a state and its [place](Self::place).
    /// `None`: ask the store itself; nothing changed.
    fn reach(
        &mut self,
        state: &Self::State,
        place: Self::Place,
        g: Cost,
        parent: Option<Self::Id>,
    ) -> Option<Reach<Self::Id>>;

    /// As [`NodeStore::discover`](crate::store::NodeStore::discover), for a state and its
    /// [place](Self::place). `None`: ask the store itself; nothing changed.
    fn discover(
        &mut self,
        state: &Self::State,
        place: Self::Place,
        g: Cost,
        parent: Option<Self::Id>,
    ) -> Option<Reach<Self::Id>>;

    /// The node that `id` was last reached from, where the store knows it; otherwise `id` itself.
    #[inline]
    fn origin(&self, id: Self::Id) -> Self::Id {
        id
    }

    /// Whether `state` is the stored state number `id`, if that is told at once; `false` where it is not.
    #[inline]
    fn is_at_hand(&self, id: Self::Id, state: &Self::State, place: Self::Place) -> bool {
        let _ = (id, state, place);
        false
    }

    /// Overwrites `state` with the stored state number `id`.
    fn load(&self, id: Self::Id, state: &mut Self::State);

    /// The cheapest known cost of node `id`.
    fn g(&self, id: Self::Id) -> Cost;

    /// How many states were reached.
    fn reached(&self) -> u64;
}

/// A loop that runs on a view of a store, whichever the store has.
pub trait HotLoop<State, Id> {
    /// What it says at its end.
    type Output;

    /// Runs to its end.
    fn run<V: StoreView<State = State, Id = Id>>(self, store: &mut V) -> Self::Output;
}

/// A store as its own view.
#[derive(Debug)]
pub struct Whole<'s, S>(pub &'s mut S);

impl<S: Costs> StoreView for Whole<'_, S> {
    type State = S::State;
    type Id = S::Id;
    type Place = ();

    #[inline]
    fn place(&self, _: &S::State) {}

    #[expect(clippy::inline_always, reason = "the hot loop of every search")]
    #[inline(always)]
    fn reach(
        &mut self,
        state: &S::State,
        (): (),
        g: Cost,
        parent: Option<S::Id>,
    ) -> Option<Reach<S::Id>> {
        self.0.reach(state, g, parent).ok()
    }

    #[expect(clippy::inline_always, reason = "the hot loop of every search")]
    #[inline(always)]
    fn discover(
        &mut self,
        state: &S::State,
        (): (),
        g: Cost,
        parent: Option<S::Id>,
    ) -> Option<Reach<S::Id>> {
        self.0.discover(state, g, parent).ok()
    }

    #[inline]
    fn load(&self, id: S::Id, state: &mut S::State) {
        self.0.load(id, state);
    }

    #[inline]
    fn g(&self, id: S::Id) -> Cost {
        self.0.g(id)
    }

    #[inline]
    fn reached(&self) -> u64 {
        self.0.len()
    }
}
