//! The contests on the 8-puzzle.

use statewalk::goal::{Exactly, Nowhere};
use statewalk::search::layers::Sweep;
use statewalk::search::limits::Limits;
use statewalk::search::task::Task;
use statewalk::search::trace::ByParents;
use statewalk::search::{bidirectional, breadth_first};
use statewalk::store::Costs;
use statewalk::store::interned::Interned;
use statewalk::store::packed::Packed;

use crate::contest::Contest;
use crate::tiles::{
    DEPTH, FARTHEST, GOAL, Orders, STATES, Tiles, Word, by_hand, directions, slide,
};

/// States and depth in one number.
fn both(states: u64, depth: u64) -> u64 {
    states * 100 + depth
}

fn whole() -> u64 {
    both(STATES as u64, DEPTH.unsigned_abs())
}

fn after(state: Word) -> impl Iterator<Item = Word> + use<> {
    directions(state).map(move |direction| slide(state, direction))
}

/// All states, breadth-first over a hash store.
#[must_use]
pub fn interned() -> Contest {
    Contest::new(whole())
        .with("engine", || {
            let limits = Limits::default();
            let mut store = Interned::new(&limits.memory);
            let task = Task {
                space: &Tiles,
                starts: &[(GOAL, 0)],
                goal: &Nowhere,
            };
            breadth_first::search(task, &mut store, &ByParents, &limits, &mut ())
                .expect("unit costs");
            let last = u32::try_from(store.len() - 1).expect("few states");
            both(store.len(), store.g(last).unsigned_abs())
        })
        .with("by hand", || {
            let (states, depth) = by_hand::whole_space();
            both(states as u64, depth.into())
        })
        .with("pathfinding bfs_reach", || {
            // It tells no distances.
            let states = pathfinding::prelude::bfs_reach(GOAL, |&state| after(state)).count();
            both(states as u64, DEPTH.unsigned_abs())
        })
}

/// All states, breadth-first over a hash store of ranks.
#[must_use]
pub fn packed() -> Contest {
    Contest::new(whole())
        .with("engine", || {
            let limits = Limits::default();
            let mut store = Packed::<_, u32>::new(Orders::new(), &limits.memory).expect("9! fits");
            let task = Task {
                space: &Tiles,
                starts: &[(GOAL, 0)],
                goal: &Nowhere,
            };
            breadth_first::search(task, &mut store, &ByParents, &limits, &mut ())
                .expect("unit costs");
            let last = u32::try_from(store.len() - 1).expect("few states");
            both(store.len(), store.g(last).unsigned_abs())
        })
        .with("by hand", || {
            let (states, depth) = by_hand::whole_space_packed(&Orders::new());
            both(states as u64, depth.into())
        })
}

/// A plan between two states that are as far apart as any, from both ends.
#[must_use]
pub fn both_ends() -> Contest {
    Contest::new(DEPTH.unsigned_abs())
        .with("engine", || {
            let limits = Limits::default();
            let mut ahead = Interned::new(&limits.memory);
            let mut back = Interned::new(&limits.memory);
            let task = Task {
                space: &Tiles,
                starts: &[(FARTHEST, 0)],
                goal: &Exactly(GOAL),
            };
            let found =
                bidirectional::search(task, &mut ahead, &mut back, &ByParents, &limits, &mut ())
                    .expect("unit costs");
            found.outcome.cost().map_or(0, i64::unsigned_abs)
        })
        .with("by hand", || by_hand::from_both_ends(FARTHEST, GOAL).into())
        .with("pathfinding bfs_bidirectional", || {
            let (ahead, back) = (|&state: &Word| after(state), |&state: &Word| after(state));
            let path = pathfinding::prelude::bfs_bidirectional(&FARTHEST, &GOAL, ahead, back);
            path.map_or(0, |path| path.len() as u64 - 1)
        })
}

/// All states by rank.
#[must_use]
pub fn layers() -> Contest {
    Contest::new(whole())
        .with("engine", || {
            let orders = Orders::new();
            let sweep = Sweep::new(&Tiles, &orders, &[GOAL]);
            let swept = sweep
                .forward(&Limits::default(), &mut ())
                .expect("unit costs");
            both(swept.size(), swept.depth().unwrap_or(0))
        })
        .with("by hand", || {
            let (states, depth) = by_hand::sweep(&Orders::new());
            both(states as u64, depth.into())
        })
        .with("by hand, on planes", || {
            let (states, depth) = by_hand::sweep_on_planes(&Orders::new());
            both(states as u64, depth.into())
        })
}
