//! The contests on the grid: from one corner to every cell.

use std::convert::Infallible;

use petgraph::csr::Csr;
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::Bfs;
use statewalk::cost::Cost;
use statewalk::goal::Nowhere;
use statewalk::memory::Memory;
use statewalk::open::Queued;
use statewalk::search::limits::Limits;
use statewalk::search::spfa::variant::Variant;
use statewalk::search::task::Task;
use statewalk::search::trace::ByParents;
use statewalk::search::{breadth_first, spfa as spfa_search, uniform_cost};
use statewalk::space::StateSpace;
use statewalk::store::interned::Interned;
use statewalk::store::packed::Packed;
use statewalk::store::ranked::{Ranked, RankedParents};
use statewalk::store::{Costs, Parents};

use crate::contest::Contest;
use crate::grid::by_hand::{Arena, Arrays};
use crate::grid::{Grid, by_hand};

const SIDE: u32 = 1000;

/// SPFA corrects every cell many times; a smaller grid keeps its contest short.
const SPFA_SIDE: u32 = 300;

fn from_corner(grid: &Grid) -> Task<'_, Grid, Nowhere> {
    Task {
        space: grid,
        starts: &[(0, 0)],
        goal: &Nowhere,
    }
}

/// A grid that stays to the end of the process, so that a result may borrow it.
fn lasting(side: u32) -> &'static Grid {
    Box::leak(Box::new(Grid::new(side)))
}

fn sum(store: &impl Costs<Id = u32>) -> u64 {
    let ids = 0..u32::try_from(store.len()).expect("few cells");
    ids.map(|id| store.g(id).unsigned_abs()).sum()
}

/// The grid as a graph of `petgraph`.
fn graph(grid: &Grid) -> DiGraph<(), u32> {
    let mut graph = DiGraph::with_capacity(grid.cells() as usize, 4 * grid.cells() as usize);
    for _ in 0..grid.cells() {
        graph.add_node(());
    }
    for cell in 0..grid.cells() {
        for next in grid.neighbours(cell) {
            let weight = u32::from(grid.weight(next));
            graph.add_edge(NodeIndex::from(cell), NodeIndex::from(next), weight);
        }
    }
    graph
}

/// The same in compressed rows.
fn rows(grid: &Grid) -> Csr<(), u32> {
    let arcs = (0..grid.cells()).flat_map(|cell| {
        let mut next: Vec<u32> = grid.neighbours(cell).collect();
        next.sort_unstable();
        next.into_iter()
            .map(move |next| (cell, next, u32::from(grid.weight(next))))
    });
    Csr::from_sorted_edges(&arcs.collect::<Vec<_>>()).expect("sorted edges")
}

/// The grid without its weights.
#[derive(Debug)]
struct Steps(&'static Grid);

impl StateSpace for Steps {
    type State = u32;
    /// The cell that is entered.
    type Action = u32;

    #[inline]
    fn actions<'a>(&'a self, &state: &u32) -> impl Iterator<Item = u32> + use<'a> {
        self.0.neighbours(state)
    }

    #[inline]
    fn apply(&self, state: &mut u32, &action: &u32) {
        *state = action;
    }
}

/// A dense store with parents, for distances of two bytes.
fn dense<'a>(grid: &'a Grid, memory: &Memory) -> RankedParents<&'a Grid> {
    let store = Ranked::new(grid, 0xFFFE, memory).expect("memory suffices");
    store.with_parents(memory).expect("memory suffices")
}

/// The engine's work breadth-first, on an empty store.
fn stepped<S>(steps: &Steps, mut store: S, limits: &Limits) -> S
where
    S: Costs<State = u32, Id = u32> + Parents + Queued,
{
    let task = Task {
        space: steps,
        starts: &[(0, 0)],
        goal: &Nowhere,
    };
    breadth_first::search(task, &mut store, &ByParents, limits, &mut ()).expect("unit costs");
    store
}

/// Breadth-first over a dense store.
#[must_use]
pub fn steps_ranked() -> Contest {
    let grid = lasting(SIDE);
    let steps = Steps(grid);
    let graph = graph(grid);
    let answer = by_hand::steps_dense(grid).sum();
    Contest::new(answer)
        .with_result(
            "engine",
            move || {
                let limits = Limits::default();
                stepped(&steps, dense(grid, &limits.memory), &limits)
            },
            sum,
        )
        .with_result("by hand", || by_hand::steps_dense(grid), Arrays::sum)
        .with("petgraph Bfs", move || {
            // It tells no distances, only the order.
            let mut bfs = Bfs::new(&graph, NodeIndex::from(0));
            let mut cells = 0;
            while bfs.next(&graph).is_some() {
                cells += 1;
            }
            if cells == SIDE * SIDE { answer } else { 0 }
        })
}

/// Uniform cost over a dense store, with a ring of buckets.
#[must_use]
pub fn ranked() -> Contest {
    let grid = lasting(SIDE);
    let graph = graph(grid);
    let (rows, same_rows) = (rows(grid), rows(grid));
    Contest::new(by_hand::dijkstra_dense(grid).sum())
        .counting("node", grid.cells().into())
        .with_result(
            "engine",
            || {
                let limits = Limits::default();
                cheapest(grid, dense(grid, &limits.memory), &limits)
            },
            sum,
        )
        .with_result("by hand", || by_hand::dijkstra_dense(grid), Arrays::sum)
        .with("petgraph dijkstra, Graph", move || {
            let start = NodeIndex::from(0);
            let all = petgraph::algo::dijkstra(&graph, start, None, |edge| *edge.weight());
            all.values().map(|&cost| u64::from(cost)).sum()
        })
        .with("petgraph dijkstra, Csr", move || {
            let all = petgraph::algo::dijkstra(&rows, 0, None, |edge| *edge.weight());
            all.values().map(|&cost| u64::from(cost)).sum()
        })
        .with("rustworkx-core dijkstra, Csr", move || {
            let all: Result<Vec<Option<u32>>, Infallible> = rustworkx_core::shortest_path::dijkstra(
                &same_rows,
                0,
                None,
                |edge| Ok(*edge.weight()),
                None,
            );
            let Ok(all) = all;
            all.into_iter().flatten().map(u64::from).sum()
        })
}

/// The engine's work with uniform cost, on an empty store.
fn cheapest<S>(grid: &Grid, mut store: S, limits: &Limits) -> S
where
    S: Costs<State = u32, Id = u32> + Parents,
{
    let task = from_corner(grid);
    uniform_cost::search(task, &mut store, &ByParents, limits, &mut ()).expect("costs from 1 to 9");
    store
}

/// The engine's work with SPFA, on an empty store.
fn corrected<S>(grid: &Grid, mut store: S, limits: &Limits) -> S
where
    S: Costs<State = u32, Id = u32> + Parents,
{
    let task = from_corner(grid);
    spfa_search::search(task, &mut store, Variant::Fifo, limits, &mut ()).expect("small costs");
    store
}

/// A hash store of cells by number.
fn pack<'a>(grid: &'a Grid, memory: &Memory) -> Packed<&'a Grid, u32> {
    Packed::new(grid, memory).expect("few cells")
}

/// The cells beside one, with the weights that entering them costs.
fn weighed(grid: &Grid, cell: u32) -> impl Iterator<Item = (u32, Cost)> + use<'_> {
    let neighbours = grid.neighbours(cell);
    neighbours.map(|next| (next, Cost::from(grid.weight(next))))
}

/// Breadth-first over a hash store.
#[must_use]
pub fn steps_interned() -> Contest {
    let grid = lasting(SIDE);
    let steps = Steps(grid);
    let answer = by_hand::steps_dense(grid).sum();
    Contest::new(answer)
        .with_result(
            "engine",
            move || {
                let limits = Limits::default();
                stepped(&steps, Interned::new(&limits.memory), &limits)
            },
            sum,
        )
        .with_result("by hand", || by_hand::steps_hashed(grid), Arena::sum)
        .with("pathfinding bfs_reach", move || {
            // It tells no distances.
            let all = pathfinding::prelude::bfs_reach(0, |&cell| grid.neighbours(cell));
            let is_all = all.count() == grid.cells() as usize;
            if is_all { answer } else { 0 }
        })
}

/// Uniform cost over a hash store, with a ring of buckets.
#[must_use]
pub fn interned() -> Contest {
    let grid = lasting(SIDE);
    Contest::new(by_hand::dijkstra_dense(grid).sum())
        .with_result(
            "engine",
            || {
                let limits = Limits::default();
                cheapest(grid, Interned::new(&limits.memory), &limits)
            },
            sum,
        )
        .with_result("by hand", || by_hand::dijkstra_hashed(grid), Arena::sum)
        .with_result(
            "pathfinding dijkstra_all",
            || pathfinding::prelude::dijkstra_all(&0, |&cell: &u32| weighed(grid, cell)),
            |all| all.values().map(|(_, cost)| cost.unsigned_abs()).sum(),
        )
}

/// Uniform cost over a hash store of numbers. A cell is its own number, so the loop by hand is that of the
/// other hash store.
#[must_use]
pub fn packed() -> Contest {
    let grid = lasting(SIDE);
    Contest::new(by_hand::dijkstra_dense(grid).sum())
        .with_result(
            "engine",
            || {
                let limits = Limits::default();
                cheapest(grid, pack(grid, &limits.memory), &limits)
            },
            sum,
        )
        .with_result("by hand", || by_hand::dijkstra_hashed(grid), Arena::sum)
}

/// SPFA over a hash store.
#[must_use]
pub fn spfa() -> Contest {
    let grid = lasting(SPFA_SIDE);
    Contest::new(by_hand::dijkstra_dense(grid).sum())
        .with_result(
            "engine",
            || {
                let limits = Limits::default();
                corrected(grid, Interned::new(&limits.memory), &limits)
            },
            sum,
        )
        .with_result("by hand", || by_hand::spfa_hashed(grid), Arena::sum)
}

/// SPFA over a hash store of numbers.
#[must_use]
pub fn spfa_packed() -> Contest {
    let grid = lasting(SPFA_SIDE);
    Contest::new(by_hand::dijkstra_dense(grid).sum())
        .with_result(
            "engine",
            || {
                let limits = Limits::default();
                corrected(grid, pack(grid, &limits.memory), &limits)
            },
            sum,
        )
        .with_result("by hand", || by_hand::spfa_hashed(grid), Arena::sum)
}

/// SPFA over a dense store.
#[must_use]
pub fn spfa_ranked() -> Contest {
    let grid = lasting(SPFA_SIDE);
    let graph = graph(grid);
    let rows = rows(grid);
    Contest::new(by_hand::dijkstra_dense(grid).sum())
        .with_result(
            "engine",
            || {
                let limits = Limits::default();
                corrected(grid, dense(grid, &limits.memory), &limits)
            },
            sum,
        )
        .with_result("by hand", || by_hand::spfa_dense(grid), Arrays::sum)
        .with_result(
            "petgraph spfa, Graph",
            move || {
                let start = NodeIndex::from(0);
                let paths = petgraph::algo::spfa(&graph, start, |edge| i64::from(*edge.weight()));
                paths.expect("no negative cycle")
            },
            |paths| paths.distances.iter().map(|d| d.unsigned_abs()).sum(),
        )
        .with_result(
            "petgraph spfa, Csr",
            move || {
                let paths = petgraph::algo::spfa(&rows, 0, |edge| i64::from(*edge.weight()));
                paths.expect("no negative cycle")
            },
            |paths| paths.distances.iter().map(|d| d.unsigned_abs()).sum(),
        )
}
