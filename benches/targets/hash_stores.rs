//! The hash store beside a loop written by hand on the same data structures, and beside the crate
//! `pathfinding`, on the whole 8-puzzle.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use statewalk::goal::Nowhere;
use statewalk::search::breadth_first;
use statewalk::search::limits::Limits;
use statewalk::search::task::Task;
use statewalk::search::trace::ByParents;
use statewalk::store::Costs;
use statewalk::store::interned::Interned;
use statewalk_benches::tiles::{
    DEPTH, GOAL, STATES, Tiles, directions, slide, whole_space_by_hand,
};

fn by_engine() -> (usize, i64) {
    let limits = Limits::default();
    let mut store = Interned::new(&limits.memory);
    let task = Task {
        space: &Tiles,
        starts: &[(GOAL, 0)],
        goal: &Nowhere,
    };
    breadth_first::search(task, &mut store, &ByParents, &limits, &mut ()).expect("unit costs");
    let last = u32::try_from(store.len() - 1).expect("few states");
    (store.states().len(), store.g(last))
}

fn by_peer() -> usize {
    let after = |&state: &u64| directions(state).map(move |direction| slide(state, direction));
    pathfinding::prelude::bfs_reach(GOAL, after).count()
}

fn whole_space(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("8-puzzle, whole space");
    group.sample_size(20);
    group.bench_function("engine, interned", |b| {
        b.iter(|| assert_eq!(black_box(by_engine()), (STATES, DEPTH)));
    });
    group.bench_function("by hand, same structures", |b| {
        b.iter(|| assert_eq!(black_box(whole_space_by_hand()), (STATES, 31)));
    });
    group.bench_function("pathfinding bfs_reach", |b| {
        b.iter(|| assert_eq!(black_box(by_peer()), STATES));
    });
    group.finish();
}

criterion_group!(benches, whole_space);
criterion_main!(benches);
