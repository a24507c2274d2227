//! Whole spaces enumerated on a store: how many states, how deep, how much memory, how long.

use std::hash::Hash;
use std::time::Instant;

use crate::catalog::laboratory::clock::Times;
use crate::catalog::laboratory::{Run, RunEnd, Timing};
use crate::catalog::menu::{ExploreError, Watch, Watching};
use crate::cost::Cost;
use crate::encoding::Encoding;
use crate::goal::Nowhere;
use crate::heuristic::Blind;
use crate::open::Queued;
use crate::rank_actions::{RankActions, RankActionsError};
use crate::search::best_first::BestFirst;
use crate::search::breadth_first::ByArrival;
use crate::search::end::End;
use crate::search::layers::{self, Sweep, Swept};
use crate::search::limits::Limits;
use crate::search::outcome::SearchError;
use crate::search::task::Task;
use crate::space::{Invertible, StateSpace};
use crate::store::Costs;
use crate::store::interned::Interned;
use crate::store::packed::Packed;

/// A run that did not come to an end of its own.
fn without_end(store: &'static str, end: RunEnd) -> Run {
    Run {
        store,
        states: 0,
        depth: None,
        profile: Vec::new(),
        peak_bytes: 0,
        end,
        timing: Timing::default(),
    }
}

/// The sweep by layers in one bit a rank, on one thread, as the hashes are.
pub(super) fn bits<P, E>(
    space: &P,
    starts: &[P::State],
    encoding: &E,
    limits: &Limits,
    watch: &mut dyn Watch,
) -> Run
where
    P: StateSpace<State: Send> + Sync,
    E: Encoding<State = P::State> + Sync,
{
    swept("bits", watch, |watch| {
        Sweep::new(space, encoding, starts).visited(limits, watch)
    })
}

/// The sweep by layers in two bits a rank, on one thread.
pub(super) fn residues<P, E>(
    space: &P,
    starts: &[P::State],
    encoding: &E,
    limits: &Limits,
    watch: &mut dyn Watch,
) -> Run
where
    P: Invertible<State: Send> + Sync,
    E: Encoding<State = P::State> + Sync,
{
    swept("residues", watch, |watch| {
        Sweep::new(space, encoding, starts).residues(limits, watch)
    })
}

/// The sweep by layers on bit planes, on one thread.
pub(super) fn planes<P, E>(
    space: &P,
    starts: &[P::State],
    encoding: &E,
    limits: &Limits,
    watch: &mut dyn Watch,
) -> Run
where
    P: StateSpace,
    E: RankActions<P, State = P::State>,
{
    swept("planes", watch, |watch| {
        let mut planes = Sweep::new(space, encoding, starts).start_planes(limits)?;
        planes.run(limits, watch)?;
        Ok::<_, ExploreError>(planes.finish())
    })
}

/// The sweep by layers on bit planes beside distances modulo 3, on one thread.
pub(super) fn plane_residues<P, E>(
    space: &P,
    starts: &[P::State],
    encoding: &E,
    limits: &Limits,
    watch: &mut dyn Watch,
) -> Run
where
    P: Invertible,
    E: RankActions<P, State = P::State>,
{
    swept("plane-residues", watch, |watch| {
        let mut planes = Sweep::new(space, encoding, starts).start_plane_residues(limits)?;
        planes.run(limits, watch)?;
        Ok::<_, ExploreError>(planes.finish())
    })
}

/// How a run ended that could not begin. That there was no room for declared moves is a limit, and says nothing of
/// costs.
fn refused(why: ExploreError) -> RunEnd {
    match why {
        ExploreError::Moves(RankActionsError::Memory(why)) => RunEnd::Limit(why.into()),
        why => RunEnd::Refused(why.to_string()),
    }
}

/// What a sweep came to.
fn swept<T, D, W: Into<ExploreError>>(
    store: &'static str,
    watch: &mut dyn Watch,
    sweep: impl FnOnce(&mut Watching<'_>) -> Result<Swept<T, D>, W>,
) -> Run {
    let begin = Instant::now();
    let swept = match sweep(&mut Watching(&mut *watch)) {
        Ok(swept) => swept,
        Err(why) => return without_end(store, refused(why.into())),
    };
    watch.finished(&swept.stats);
    Run {
        store,
        states: swept.size(),
        depth: swept.depth(),
        profile: swept.profile().to_vec(),
        peak_bytes: swept.stats.peak_bytes,
        end: match swept.end {
            layers::End::Limit(limit) => RunEnd::Limit(limit),
            layers::End::Whole | layers::End::Settled => RunEnd::Whole,
        },
        timing: Timing {
            sweep: begin.elapsed(),
            ..Timing::default()
        },
    }
}

/// Breadth-first search to the end, over a hash of ranks in words of 64 bits, as searches of puzzles keep them.
pub(super) fn packed<P, E>(
    space: &P,
    starts: &[P::State],
    encoding: &E,
    times: &Times<'_>,
    limits: &Limits,
    watch: &mut dyn Watch,
) -> Run
where
    P: StateSpace,
    E: Encoding<State = P::State>,
{
    const STORE: &str = "packed";
    match Packed::<&E, u64>::new(encoding, &limits.memory) {
        Ok(store) => hashed(STORE, space, starts, store, times, limits, watch),
        Err(why) => without_end(STORE, RunEnd::Limit(why.into())),
    }
}

/// Breadth-first search to the end, over a hash of states.
pub(super) fn interned<P>(
    space: &P,
    starts: &[P::State],
    times: &Times<'_>,
    limits: &Limits,
    watch: &mut dyn Watch,
) -> Run
where
    P: StateSpace<State: Hash>,
{
    let store = Interned::new(&limits.memory);
    hashed("interned", space, starts, store, times, limits, watch)
}

fn hashed<P, S>(
    name: &'static str,
    space: &P,
    starts: &[P::State],
    mut store: S,
    times: &Times<'_>,
    limits: &Limits,
    watch: &mut dyn Watch,
) -> Run
where
    P: StateSpace,
    S: Costs<State = P::State, Id = u32> + Queued,
{
    let begin = Instant::now();
    let starts: Vec<(P::State, Cost)> = starts.iter().map(|start| (start.clone(), 0)).collect();
    let ended = explore(space, &starts, &mut store, limits, watch);
    let sweep = begin.elapsed();
    let (end, lower) = match ended {
        Ok(ended) => ended,
        Err(why) => return without_end(name, RunEnd::Refused(why.to_string())),
    };
    // The states nearer than the bound are those of whole layers; ids are in the order of distances.
    let whole = match lower {
        Some(bound) => first_at(&store, bound),
        None => store.len(),
    };
    let depth = whole.checked_sub(1).map(|last| store.g(id(last)));
    let depth = depth.and_then(|depth| u64::try_from(depth).ok());
    let layers = 0..depth.map_or(0, |depth| depth + 1);
    // Distances are below the number of states, so that they fit.
    let begin_of = |depth: u64| first_at(&store, depth.try_into().unwrap_or(Cost::MAX)).min(whole);
    let profile = layers.map(|depth| begin_of(depth + 1) - begin_of(depth));
    let profile = profile.collect();
    let (rank, unrank) = match starts.first() {
        Some((any, _)) => times.of_store(&store, any),
        None => (None, None),
    };
    Run {
        store: name,
        states: whole,
        depth,
        profile,
        peak_bytes: limits.memory.peak(),
        end,
        timing: Timing {
            rank,
            unrank,
            sweep,
            ..Timing::default()
        },
    }
}

/// How it ended, and below which distance all states were met, if not all were.
fn explore<P, S>(
    space: &P,
    starts: &[(P::State, Cost)],
    store: &mut S,
    limits: &Limits,
    watch: &mut dyn Watch,
) -> Result<(RunEnd, Option<Cost>), SearchError>
where
    P: StateSpace,
    S: Costs<State = P::State> + Queued,
{
    let task = Task {
        space,
        starts,
        goal: &Nowhere,
    };
    let queue = S::queue(&limits.memory);
    let mut search = BestFirst::new(task, store, queue, ByArrival, Blind);
    let end = search.run(limits, &mut Watching(&mut *watch))?;
    watch.finished(&search.stats());
    Ok(match end {
        End::Limit(limit) => (RunEnd::Limit(limit), Some(search.lower().unwrap_or(0))),
        End::Goal(_) | End::Exhausted => (RunEnd::Whole, None),
    })
}

/// The first node that is as far as `bound`.
fn first_at<S: Costs<Id = u32>>(store: &S, bound: Cost) -> u64 {
    let (mut low, mut high) = (0, store.len());
    while low < high {
        let middle = low.midpoint(high);
        if store.g(id(middle)) < bound {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}

/// The hash stores number their nodes with 32 bits.
fn id(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
