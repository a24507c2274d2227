//! The contests on the 8-puzzle.

use std::array;
use std::iter::Take;

use fixedbitset::FixedBitSet;
use petgraph::graph::DiGraph;
use petgraph::visit::{Bfs, GraphBase, GraphRef, IntoNeighbors, Visitable};
use statewalk::encoding::Encoding;
use statewalk::goal::{Exactly, Nowhere};
use statewalk::memory::Memory;
use statewalk::open::Queued;
use statewalk::search::layers::Sweep;
use statewalk::search::limits::Limits;
use statewalk::search::task::Task;
use statewalk::search::trace::{ByDescent, ByParents, Trace};
use statewalk::search::{bidirectional, breadth_first};
use statewalk::store::Costs;
use statewalk::store::interned::Interned;
use statewalk::store::packed::Packed;
use statewalk::store::ranked::Ranked;

use crate::contest::Contest;
use crate::tiles::by_hand::{Arena, Dense, Plain, Reached};
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

/// The engine's work on all states, breadth-first, and what came out.
fn everything<S, T>(mut store: S, trace: &T, limits: &Limits) -> u64
where
    S: Costs<State = Word> + Queued,
    T: Trace<Tiles, S>,
{
    let task = Task {
        space: &Tiles,
        starts: &[(GOAL, 0)],
        goal: &Nowhere,
    };
    breadth_first::search(task, &mut store, trace, limits, &mut ()).expect("unit costs");
    let farthest = store.find(&FARTHEST).expect("it can be reached");
    both(store.len(), store.g(farthest).unsigned_abs())
}

/// The same by hand.
fn everything_by_hand(reached: impl Reached) -> u64 {
    let (states, depth) = by_hand::whole_space(reached);
    both(states as u64, depth.into())
}

/// All states, breadth-first over a hash store.
#[must_use]
pub fn interned() -> Contest {
    Contest::new(whole())
        .with("engine", || {
            let limits = Limits::default();
            everything(Interned::new(&limits.memory), &ByParents, &limits)
        })
        .with("by hand", || everything_by_hand(Arena::new(Plain)))
        .with("pathfinding bfs_reach", || {
            // It tells no distances.
            let states = pathfinding::prelude::bfs_reach(GOAL, |&state| after(state)).count();
            both(states as u64, DEPTH.unsigned_abs())
        })
}

/// A hash store of ranks.
fn pack(memory: &Memory) -> Packed<Orders, u32> {
    Packed::new(Orders::new(), memory).expect("9! fits")
}

/// A dense store without parents.
fn dense(memory: &Memory) -> Ranked<Orders> {
    Ranked::new(Orders::new(), 0xFFFE, memory).expect("memory suffices")
}

/// All states, breadth-first over a hash store of ranks.
#[must_use]
pub fn packed() -> Contest {
    Contest::new(whole())
        .with("engine", || {
            let limits = Limits::default();
            everything(pack(&limits.memory), &ByParents, &limits)
        })
        .with("by hand", || everything_by_hand(Arena::new(&Orders::new())))
}

/// The arcs between all states as a graph of `petgraph`, whose nodes are ranks.
fn graph(orders: &Orders) -> DiGraph<(), ()> {
    let node = |state: &Word| u32::try_from(orders.rank(state)).expect("9! fits");
    let nodes = usize::try_from(orders.size()).expect("9! fits");
    let mut graph = DiGraph::with_capacity(nodes, 3 * STATES);
    for _ in 0..nodes {
        graph.add_node(());
    }
    for state in pathfinding::prelude::bfs_reach(GOAL, |&state| after(state)) {
        for next in after(state) {
            graph.add_edge(node(&state).into(), node(&next).into(), ());
        }
    }
    graph
}

/// The puzzle as a graph of `petgraph`, whose nodes are ranks: arcs are made when they are asked for, as in
/// the other searches.
#[derive(Clone, Copy)]
struct Implicit<'a>(&'a Orders);

impl GraphBase for Implicit<'_> {
    type NodeId = u32;
    type EdgeId = ();
}

impl GraphRef for Implicit<'_> {}

impl IntoNeighbors for Implicit<'_> {
    type Neighbors = Take<array::IntoIter<u32, 4>>;

    fn neighbors(self, rank: u32) -> Self::Neighbors {
        let mut state = GOAL;
        self.0.unrank_into(rank.into(), &mut state);
        let (mut ranks, mut count) = ([0; 4], 0);
        for next in after(state) {
            ranks[count] = u32::try_from(self.0.rank(&next)).expect("9! fits");
            count += 1;
        }
        ranks.into_iter().take(count)
    }
}

impl Visitable for Implicit<'_> {
    type Map = FixedBitSet;

    fn visit_map(&self) -> FixedBitSet {
        FixedBitSet::with_capacity(usize::try_from(self.0.size()).expect("9! fits"))
    }

    fn reset_map(&self, map: &mut FixedBitSet) {
        map.clear();
    }
}

/// All states, breadth-first over a dense store.
#[must_use]
pub fn ranked() -> Contest {
    let orders = Orders::new();
    let graph = graph(&orders);
    let start = u32::try_from(orders.rank(&GOAL)).expect("9! fits");
    Contest::new(whole())
        .with("engine", || {
            let limits = Limits::default();
            everything(dense(&limits.memory), &ByDescent, &limits)
        })
        .with("by hand", || everything_by_hand(Dense::new(&Orders::new())))
        .with("petgraph Bfs", move || {
            // It tells no distances, only the order.
            let orders = Orders::new();
            let graph = Implicit(&orders);
            let (mut bfs, mut states) = (Bfs::new(graph, start), 0);
            while bfs.next(graph).is_some() {
                states += 1;
            }
            both(states, DEPTH.unsigned_abs())
        })
        .with("petgraph Bfs, arcs made before", move || {
            let (mut bfs, mut states) = (Bfs::new(&graph, start.into()), 0);
            while bfs.next(&graph).is_some() {
                states += 1;
            }
            both(states, DEPTH.unsigned_abs())
        })
}

/// The engine's work between two states that are as far apart as any, from both ends.
fn meet<S, T>(make: impl Fn(&Memory) -> S, trace: &T) -> u64
where
    S: Costs<State = Word> + Queued,
    T: Trace<Tiles, S>,
{
    let limits = Limits::default();
    let (mut ahead, mut back) = (make(&limits.memory), make(&limits.memory));
    let task = Task {
        space: &Tiles,
        starts: &[(FARTHEST, 0)],
        goal: &Exactly(GOAL),
    };
    let found = bidirectional::search(task, &mut ahead, &mut back, trace, &limits, &mut ())
        .expect("unit costs");
    found.outcome.cost().map_or(0, i64::unsigned_abs)
}

/// The same by hand.
fn meet_by_hand<R: Reached>(make: impl Fn() -> R) -> u64 {
    by_hand::from_both_ends((FARTHEST, GOAL), make(), make()).into()
}

/// A plan from both ends, over hash stores.
#[must_use]
pub fn both_ends() -> Contest {
    Contest::new(DEPTH.unsigned_abs())
        .with("engine", || meet(Interned::new, &ByParents))
        .with("by hand", || meet_by_hand(|| Arena::new(Plain)))
        .with("pathfinding bfs_bidirectional", || {
            let (ahead, back) = (|&state: &Word| after(state), |&state: &Word| after(state));
            let path = pathfinding::prelude::bfs_bidirectional(&FARTHEST, &GOAL, ahead, back);
            path.map_or(0, |path| path.len() as u64 - 1)
        })
}

/// A plan from both ends, over hash stores of ranks.
#[must_use]
pub fn both_ends_packed() -> Contest {
    Contest::new(DEPTH.unsigned_abs())
        .with("engine", || meet(pack, &ByParents))
        .with("by hand", || {
            let orders = Orders::new();
            meet_by_hand(|| Arena::new(&orders))
        })
}

/// A plan from both ends, over dense stores.
#[must_use]
pub fn both_ends_ranked() -> Contest {
    Contest::new(DEPTH.unsigned_abs())
        .with("engine", || meet(dense, &ByDescent))
        .with("by hand", || {
            let orders = Orders::new();
            meet_by_hand(|| Dense::new(&orders))
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
