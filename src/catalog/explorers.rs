//! Ways to enumerate a space that any puzzle can offer.

mod maxima;
mod walker;

use std::hash::Hash;

use crate::catalog::menu::{ExploreError, Explored, Settings, Watch, Watching};
use crate::catalog::puzzle::Group;
use crate::cost::Cost;
use crate::encoding::Encoding;
use crate::goal::Nowhere;
use crate::heuristic::Blind;
use crate::memory::bytes_of;
use crate::open::Queued;
use crate::search::best_first::BestFirst;
use crate::search::breadth_first::ByArrival;
use crate::search::end::End;
use crate::search::layers::{self, Swept};
use crate::search::limits::{Limit, Limits};
use crate::search::task::Task;
use crate::space::StateSpace;
use crate::store::Costs;
use crate::store::interned::Interned;

pub use maxima::add_maxima;
pub use walker::Walker;

/// Enumerates breadth-first what can be reached from the starts of the first question that has
/// any, over a hash table of states.
///
/// Every action must cost 1. Time: one store access for each action of each state. A limit leaves
/// the layers that were completed before it.
///
/// # Errors
/// [`SearchError::NotUnitCost`](crate::SearchError::NotUnitCost),
/// [`SearchError::UnequalStarts`](crate::SearchError::UnequalStarts).
pub fn interned<R, G>(
    group: &Group<R, G>,
    settings: &Settings,
    deepest: usize,
    watch: &mut dyn Watch,
) -> Result<Explored<R::State>, ExploreError>
where
    R: StateSpace<State: Hash>,
{
    let asks = group.questions.iter().filter_map(|q| q.ask.as_ref().ok());
    let starts = asks.map(|ask| &ask.starts[..]).find(|s| !s.is_empty());
    let starts = starts.unwrap_or_default();
    hashed(&group.rules, starts, settings, deepest, watch)
}

/// The same from given starts, for puzzles that enumerate another space than that of their rules.
///
/// # Errors
/// As [`interned`].
pub fn hashed<R>(
    space: &R,
    starts: &[(R::State, Cost)],
    settings: &Settings,
    deepest: usize,
    watch: &mut dyn Watch,
) -> Result<Explored<R::State>, ExploreError>
where
    R: StateSpace<State: Hash>,
{
    let limits = &settings.limits;
    let task = Task {
        space,
        starts,
        goal: &Nowhere,
    };
    let first = task.initial()?;
    let mut store = Interned::new(&limits.memory);
    let queue = Interned::<R::State>::queue(&limits.memory);
    let mut search = BestFirst::new(task, &mut store, queue, ByArrival, Blind);
    let end = search.run(limits, &mut Watching(watch))?;
    let (stats, lower) = (search.stats(), search.lower());
    drop(search);
    let mut limit = match end {
        End::Limit(limit) => Some(limit),
        End::Goal(_) | End::Exhausted => None,
    };
    // The states nearer than the bound were all met, or the bound would be lower.
    let last = match limit {
        Some(_) => lower.and_then(|bound| bound.checked_sub(1)),
        None => store.len().checked_sub(1).map(|id| store.g(node(id))),
    };
    let depth = last.and_then(|last| last.checked_sub(first));
    let profile = match profile(&store, (first, depth), limits) {
        Ok(profile) => profile,
        Err(reached) => {
            limit = Some(reached);
            Vec::new()
        }
    };
    let first_deepest = usize::try_from(profile.iter().rev().skip(1).sum::<u64>());
    let states = store.states().iter();
    let some = states
        .skip(first_deepest.unwrap_or(usize::MAX))
        .take(deepest.min(usize::try_from(profile.last().copied().unwrap_or(0)).unwrap_or(0)))
        .cloned()
        .collect();
    let wanted = settings.maxima.filter(|_| limit.is_none());
    let maxima = wanted.map(|most| maxima::of_states(space, &store, &profile, most, limits, watch));
    Ok(Explored {
        profile,
        deepest: some,
        limit,
        maxima,
        resumed: None,
        stats,
    })
}

fn node(id: u64) -> u32 {
    // The store numbers its nodes with 32 bits.
    u32::try_from(id).unwrap_or(u32::MAX)
}

/// How many nodes there are at each distance up to `depth` from the starts, which cost `first`.
fn profile<S: Costs<Id = u32>>(
    store: &S,
    (first, depth): (Cost, Option<Cost>),
    limits: &Limits,
) -> Result<Vec<u64>, Limit> {
    let Some(depth) = depth.and_then(|depth| usize::try_from(depth).ok()) else {
        return Ok(Vec::new());
    };
    let layers = depth.saturating_add(1);
    limits.memory.claim(bytes_of::<u64>(layers))?;
    let mut profile = vec![0; layers];
    for id in 0..store.len() {
        let distance = store.g(node(id)).checked_sub(first);
        let layer = distance.and_then(|distance| usize::try_from(distance).ok());
        if let Some(count) = layer.and_then(|layer| profile.get_mut(layer)) {
            *count += 1;
        }
    }
    limits.memory.release(bytes_of::<u64>(layers));
    Ok(profile)
}

/// What a sweep found, with its deepest states unranked; `any` state of the encoding serves as working space.
pub fn swept<T, D, E>(encoding: &E, found: &Swept<T, D>, any: &E::State) -> Explored<E::State>
where
    E: Encoding<State: Clone>,
{
    let unranked = |&rank: &u64| {
        let mut state = any.clone();
        encoding.unrank_into(rank, &mut state);
        state
    };
    Explored {
        profile: found.profile().to_vec(),
        deepest: found.deepest.ranks().iter().map(unranked).collect(),
        limit: match found.end {
            layers::End::Limit(limit) => Some(limit),
            layers::End::Whole | layers::End::Settled => None,
        },
        maxima: None,
        resumed: None,
        stats: found.stats,
    }
}

#[cfg(test)]
mod tests {
    use super::interned;
    use crate::catalog::menu::Settings;
    use crate::catalog::puzzle::{Ask, Group, Question};
    use crate::goal::Nowhere;
    use crate::search::limits::Limit;
    use crate::space::StateSpace;

    /// The corners of a cube of many dimensions; an action flips one coordinate.
    struct Cube(u32);

    impl StateSpace for Cube {
        type State = u32;
        type Action = u32;
        fn actions<'a>(&'a self, _: &u32) -> impl Iterator<Item = u32> + use<'a> {
            0..self.0
        }
        fn apply(&self, state: &mut u32, &action: &u32) {
            *state ^= 1 << action;
        }
    }

    fn cube(starts: Vec<(u32, i64)>) -> Group<Cube, Nowhere> {
        let ask = Ask {
            starts,
            goal: Nowhere,
            reason: None,
        };
        let question = Question {
            number: 0,
            line: 1,
            ask: Ok(ask),
        };
        Group {
            rules: Cube(6),
            questions: vec![question],
        }
    }

    #[test]
    fn layers_of_a_cube_are_binomials() {
        for initial in [0, -3, 5] {
            let group = cube(vec![(0, initial)]);
            let explored = interned(&group, &Settings::default(), 9, &mut ()).unwrap();
            assert_eq!(explored.profile, [1, 6, 15, 20, 15, 6, 1]);
            assert_eq!((explored.deepest, explored.limit), (vec![63], None));
        }
    }

    #[test]
    fn a_limit_leaves_whole_layers() {
        let mut settings = Settings::default();
        settings.limits.expansions = Some(10);
        let group = cube(vec![(0, 0)]);
        let explored = interned(&group, &settings, 2, &mut ()).unwrap();
        assert_eq!(explored.profile, [1, 6, 15]);
        assert_eq!(explored.deepest, [0b11, 0b101]);
        assert_eq!(explored.limit, Some(Limit::Expansions(10)));
        let mut near = Settings::default();
        near.limits.cost = Some(1);
        let explored = interned(&group, &near, 1, &mut ()).unwrap();
        assert_eq!((explored.profile, explored.deepest), (vec![1, 6], vec![1]));
        assert_eq!(explored.limit, Some(Limit::Cost(1)));
        settings.limits.expansions = Some(0);
        let nothing = interned(&group, &settings, 2, &mut ()).unwrap();
        assert_eq!((nothing.profile, nothing.deepest), (vec![], vec![]));
    }

    #[test]
    fn no_start_is_an_empty_space_and_unequal_starts_are_refused() {
        let explored = interned(&cube(vec![]), &Settings::default(), 1, &mut ()).unwrap();
        assert_eq!((explored.profile, explored.limit), (vec![], None));
        let unequal = cube(vec![(0, 0), (1, 1)]);
        assert!(interned(&unequal, &Settings::default(), 1, &mut ()).is_err());
        let equal = cube(vec![(0, 1), (63, 1)]);
        let explored = interned(&equal, &Settings::default(), 1, &mut ()).unwrap();
        assert_eq!(explored.profile, [2, 12, 30, 20]);
    }
}
