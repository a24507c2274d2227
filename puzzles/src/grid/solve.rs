//! Searches over the cells of a map, with one table of costs for all questions on it.

use statewalk::catalog::menu::{Settings, Solutions, Watch, Watching, one_by_one};
use statewalk::catalog::puzzle::{Ask, Group};
use statewalk::encoding::number::Number;
use statewalk::goal::Exactly;
use statewalk::search::limits::Limits;
use statewalk::search::outcome::{Found, SearchError};
use statewalk::search::task::Task;
use statewalk::search::trace::ByDescent;
use statewalk::search::{astar, uniform_cost};
use statewalk::store::StoreError;
use statewalk::store::ranked::Ranked;
use statewalk::store::slate::Slate;

use crate::grid::GridPuzzle;
use crate::grid::octile::Octile;
use crate::grid::rules::{Cell, Direction, Grid};

/// A table of costs by cell. It keeps no parents: steps cost at least 1, so plans come back by descent.
pub(super) type Store = Ranked<Number<Cell>, Slate>;

type Asked<'a> = Task<'a, Grid, Exactly<Cell>>;

/// An empty store for the cells of a map.
pub(super) fn store(rules: &Grid, limits: &Limits) -> Result<Store, StoreError> {
    // Cells have numbers of 32 bits.
    let cells = rules.cells().map_err(|_| StoreError::Full(u64::MAX))?;
    Ranked::wipeable(cells, &limits.memory)
}

/// A* on an empty store.
pub(super) fn led(
    task: &Asked<'_>,
    store: &mut Store,
    limits: &Limits,
    watch: &mut Watching<'_>,
) -> Result<Found<Direction>, SearchError> {
    let octile = Octile::new(task.space, task.goal.0);
    astar::search(*task, &octile, store, &ByDescent, limits, watch)
}

/// Dijkstra's search on an empty store.
pub(super) fn blind(
    task: &Asked<'_>,
    store: &mut Store,
    limits: &Limits,
    watch: &mut Watching<'_>,
) -> Result<Found<Direction>, SearchError> {
    uniform_cost::search(*task, store, &ByDescent, limits, watch)
}

/// Answers questions one after the other. The store is made once, and wiped where the last question reached.
pub(super) fn each(
    group: &Group<Grid, Exactly<Cell>>,
    asks: &[&Ask<Cell, Exactly<Cell>>],
    settings: &Settings,
    watch: &mut dyn Watch,
    search: impl Fn(
        &Asked<'_>,
        &mut Store,
        &Limits,
        &mut Watching<'_>,
    ) -> Result<Found<Direction>, SearchError>,
) -> Solutions<GridPuzzle> {
    let limits = &settings.limits;
    let mut store = store(&group.rules, limits);
    one_by_one::<GridPuzzle>(
        asks,
        &limits.memory,
        watch,
        &mut |ask, watch| match &mut store {
            Ok(store) => {
                store.wipe();
                search(&ask.task(&group.rules), store, limits, watch)
            }
            Err(why) => Ok(Found::not_begun(*why)),
        },
    )
}
