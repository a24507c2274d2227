//! Strategies for spaces with a perfect hash: the same searches on stores that keep ranks.

use crate::catalog::menu::Menu;
use crate::catalog::puzzle::{Puzzle, StateOf};
use crate::encoding::Encoding;
use crate::encoding::error::EncodingError;
use crate::memory::Memory;
use crate::search::breadth_first;
use crate::search::outcome::{Found, SearchError};
use crate::search::trace::{ByDescent, ByParents};
use crate::search::uniform_cost;
use crate::space::Predecessors;
use crate::store::StoreError;
use crate::store::packed::Packed;
use crate::store::ranked::Ranked;

/// The largest cost that the narrowest table holds; it widens when a larger one comes.
const BYTE: i64 = 254;

impl<P: Puzzle> Menu<P> {
    /// Breadth-first search on the stores of ranks, for unit costs: `packed`, a hash of ranks, and `ranked`,
    /// a table with an entry for every rank, whose plans come back by descent.
    #[must_use]
    pub fn breadth_first_by_rank<E>(
        self,
        encoding: impl Fn(&P::Rules) -> Result<E, EncodingError> + Clone + Send + Sync + 'static,
    ) -> Self
    where
        E: Encoding<State = StateOf<P>>,
        P::Rules: Predecessors,
    {
        let hashed = "shortest plans, layer by layer, over a hash table of ranks";
        let dense = "shortest plans, layer by layer, over a table of all ranks";
        let again = encoding.clone();
        self.each(
            ("breadth-first", "packed"),
            hashed,
            true,
            move |task, settings, watch| {
                let limits = &settings.limits;
                let store = packed(encoding(task.space), &limits.memory);
                on(store, |store| {
                    breadth_first::search(*task, store, &ByParents, limits, watch)
                })
            },
        )
        .each(
            ("breadth-first", "ranked"),
            dense,
            true,
            move |task, settings, watch| {
                let limits = &settings.limits;
                let store = ranked(again(task.space), &limits.memory);
                on(store, |store| {
                    breadth_first::search(*task, store, &ByDescent, limits, watch)
                })
            },
        )
    }

    /// Uniform-cost search on the stores of ranks, for costs that are not negative: `packed`, a hash
    /// of ranks, and `ranked`, a table with an entry and a parent for every rank.
    #[must_use]
    pub fn uniform_cost_by_rank<E>(
        self,
        encoding: impl Fn(&P::Rules) -> Result<E, EncodingError> + Clone + Send + Sync + 'static,
    ) -> Self
    where
        E: Encoding<State = StateOf<P>>,
    {
        let hashed = "cheapest plans (Dijkstra), over a hash table of ranks";
        let dense = "cheapest plans (Dijkstra), over a table of all ranks and their parents";
        let again = encoding.clone();
        self.each(
            ("uniform-cost", "packed"),
            hashed,
            true,
            move |task, settings, watch| {
                let limits = &settings.limits;
                let store = packed(encoding(task.space), &limits.memory);
                on(store, |store| {
                    uniform_cost::search(*task, store, &ByParents, limits, watch)
                })
            },
        )
        .each(
            ("uniform-cost", "ranked"),
            dense,
            true,
            move |task, settings, watch| {
                let limits = &settings.limits;
                let table = ranked(again(task.space), &limits.memory);
                let store = table.and_then(|table| Ok(table.with_parents(&limits.memory)?));
                on(store, |store| {
                    uniform_cost::search(*task, store, &ByParents, limits, watch)
                })
            },
        )
    }
}

/// An encoding, if the space has one: more ranks than 64 bits number fit in no store.
fn encoded<E>(encoding: Result<E, EncodingError>) -> Result<E, StoreError> {
    encoding.map_err(|_| StoreError::Full(u64::MAX))
}

/// An empty hash of ranks.
pub(super) fn packed<E: Encoding>(
    encoding: Result<E, EncodingError>,
    memory: &Memory,
) -> Result<Packed<E, u64>, StoreError> {
    Packed::new(encoded(encoding)?, memory)
}

/// An empty table of ranks, as narrow as can be.
pub(super) fn ranked<E: Encoding>(
    encoding: Result<E, EncodingError>,
    memory: &Memory,
) -> Result<Ranked<E>, StoreError> {
    Ranked::new(encoded(encoding)?, BYTE, memory)
}

/// Searches on a store; where it could not be made, that is the limit that was reached.
pub(super) fn on<S, A>(
    store: Result<S, StoreError>,
    search: impl FnOnce(&mut S) -> Result<Found<A>, SearchError>,
) -> Result<Found<A>, SearchError> {
    match store {
        Ok(mut store) => search(&mut store),
        Err(why) => Ok(Found::not_begun(why)),
    }
}
