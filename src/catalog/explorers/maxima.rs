//! Local maxima of what an explorer has enumerated.

use std::hash::Hash;

use crate::catalog::menu::{ExploreError, Explored, LocalMaxima, Settings, Watch};
use crate::cost::Cost;
use crate::encoding::Encoding;
use crate::memory::BudgetVec;
use crate::search::layers::Swept;
use crate::search::layers::maxima::Depths;
use crate::search::layers::neighbours::Neighbours;
use crate::search::limits::{Limit, Limits, Pace};
use crate::search::{Observer, Stats};
use crate::space::StateSpace;
use crate::store::interned::Interned;
use crate::store::{Costs, NodeStore};

/// What is told while they are looked for.
const PHASE: &str = "local maxima";

/// Steps between two looks at the clock.
const PATIENCE: u32 = 1024;

/// Tells how many states were looked at.
struct Looking<'a>(&'a mut dyn Watch);

impl<S> Observer<S> for Looking<'_> {
    fn progress(&mut self, stats: &Stats) {
        self.0.phase(PHASE, stats.expanded);
    }
}

/// Adds the local maxima of a sweep, if [they are asked for](Settings::maxima) and it saw the whole space. The
/// edges must be those of the sweep; any state of the encoding serves as working space.
///
/// # Errors
/// Those of the edges.
pub fn add_maxima<T, D, E, X>(
    mut explored: Explored<E::State>,
    encoding: &E,
    found: &Swept<T, D>,
    edges: Option<X>,
    settings: &Settings,
    (any, watch): (&E::State, &mut dyn Watch),
) -> Result<Explored<E::State>, ExploreError>
where
    T: Depths,
    E: Encoding<State: Clone>,
    X: Neighbours<Direction = D>,
{
    let (Some(most), Some(mut edges)) = (settings.maxima, edges) else {
        return Ok(explored);
    };
    let mut watch = Looking(watch);
    let told = found.local_maxima::<X, E::State>(&mut edges, most, &settings.limits, &mut watch)?;
    explored.maxima = told.map(|told| {
        told.map(|maxima| {
            let unranked = |&(rank, depth): &(u64, Cost)| {
                let mut state = any.clone();
                encoding.unrank_into(rank, &mut state);
                (state, depth)
            };
            LocalMaxima {
                profile: maxima.profile().to_vec(),
                first: maxima.first().iter().map(unranked).collect(),
            }
        })
    });
    Ok(explored)
}

/// The local maxima among the states of a hash that holds a whole space of so many states at each distance.
///
/// Time: one store access for each action of each state.
pub(super) fn of_states<R: StateSpace<State: Hash>>(
    space: &R,
    store: &Interned<R::State>,
    profile: &[u64],
    most: usize,
    limits: &Limits,
    watch: &mut dyn Watch,
) -> Result<LocalMaxima<R::State>, Limit> {
    let mut layers = BudgetVec::filled(&limits.memory, profile.len(), 0)?;
    let mut first = BudgetVec::new(&limits.memory);
    // The ids of a breadth-first search are in the order of distances.
    let mut states = (0..).zip(store.states());
    let mut pace = Pace::new(limits, PATIENCE);
    let mut depth: Cost = 0;
    for (layer, &count) in layers.iter_mut().zip(profile) {
        let count = usize::try_from(count).unwrap_or(usize::MAX);
        for (id, state) in states.by_ref().take(count) {
            pace.tick(1)?;
            if id % PATIENCE == 0 {
                watch.phase(PHASE, id.into());
            }
            let g = store.g(id);
            let is_farther = |action| {
                let mut next = state.clone();
                space.apply(&mut next, &action);
                store.find(&next).is_some_and(|next| store.g(next) > g)
            };
            if space.actions(state).any(is_farther) {
                continue;
            }
            *layer += 1;
            if first.len() < most {
                first.push((id, depth))?;
            }
        }
        depth = depth.saturating_add(1);
    }
    let shown = first.iter().filter_map(|&(id, depth)| {
        let state = store.states().get(usize::try_from(id).ok()?)?;
        Some((state.clone(), depth))
    });
    Ok(LocalMaxima {
        profile: layers.to_vec(),
        first: shown.collect(),
    })
}
