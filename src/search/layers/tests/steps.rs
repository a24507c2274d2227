//! Sweeps walked layer by layer, and run on after limits, against sweeps in one go.

use super::{Line, line};
use crate::cost::Cost;
use crate::memory::Memory;
use crate::search::Stats;
use crate::search::layers::neighbours::Neighbours;
use crate::search::layers::run::Backing;
use crate::search::layers::sweeping::{Step, Sweeping};
use crate::search::layers::{End, Sweep, Swept};
use crate::search::limits::{Limit, Limits};

/// A long chain, whose table widens; a dense space, whose layers are scanned for; one between.
fn spaces() -> [Line; 3] {
    [
        line(70_000, [1]),
        line(10_000, 1..=400),
        line(5000, [1, 100]),
    ]
}

fn counted(stats: Stats) -> Stats {
    Stats {
        peak_bytes: 0,
        ..stats
    }
}

fn same<T, D>(walked: &Swept<T, D>, whole: &Swept<T, D>) {
    assert_eq!((walked.end, whole.end), (End::Whole, End::Whole));
    assert_eq!(walked.profile(), whole.profile());
    assert_eq!(walked.deepest.ranks(), whole.deepest.ranks());
    assert_eq!(counted(walked.stats), counted(whole.stats));
}

/// Walks to the end and compares every step with the profile of the whole.
fn walk<X: Neighbours, T: Backing>(
    mut walk: Sweeping<'_, u64, X, T>,
    whole: &Swept<T, X::Direction>,
) -> Swept<T, X::Direction> {
    let limits = Limits::default();
    for (depth, &states) in (0..).zip(whole.profile()) {
        let step = walk.step(&limits, &mut ());
        assert_eq!(step, Ok(Step::Layer { depth, states }));
    }
    for _ in 0..2 {
        assert_eq!(walk.step(&limits, &mut ()), Ok(Step::Done(End::Whole)));
    }
    assert_eq!(counted(walk.stats()), counted(whole.stats));
    walk.finish()
}

/// Runs on and on under limits that are raised bit by bit.
fn raise<X: Neighbours, T: Backing>(
    mut walk: Sweeping<'_, u64, X, T>,
    limits: impl Fn(u64) -> Limits,
) -> Swept<T, X::Direction> {
    for raised in 0.. {
        if let End::Limit(limit) = walk.run(&limits(raised), &mut ()).unwrap() {
            assert!(!matches!(limit, Limit::Memory(_)), "{limit}");
        } else {
            break;
        }
    }
    walk.finish()
}

#[test]
fn walking_is_running_layer_by_layer() {
    for space in spaces() {
        let free = Limits::default();
        let (first, last) = ([0], [space.size - 1]);
        let sweep = Sweep::new(&space, &space, &first).expecting(0).deepest(5);
        let whole = sweep.forward(&free, &mut ()).unwrap();
        let walked = walk(sweep.start_forward(&free), &whole);
        same(&walked, &whole);
        assert!((0..space.size).all(|rank| walked.distance(rank) == whole.distance(rank)));
        let whole = sweep.visited(&free, &mut ()).unwrap();
        same(&walk(sweep.start_visited(&free), &whole), &whole);
        let sweep = Sweep::new(&space, &space, &last).deepest(5);
        let whole = sweep.backward(&free, &mut ()).unwrap();
        same(&walk(sweep.start_backward(&free), &whole), &whole);
    }
}

#[test]
fn a_sweep_goes_on_where_a_limit_broke_it_off() {
    let free = Limits::default;
    for space in spaces() {
        let part = space.size / 37;
        let by_expansions = |raised| Limits {
            expansions: Some(raised * part),
            ..free()
        };
        let by_states = |raised| Limits {
            states: Some(raised * part),
            ..free()
        };
        let by_cost = |raised: u64| Limits {
            cost: Some(raised.cast_signed() * 997),
            ..free()
        };
        let sweep = Sweep::new(&space, &space, &[0]).expecting(0).deepest(5);
        let whole = sweep.forward(&free(), &mut ()).unwrap();
        let bits = sweep.visited(&free(), &mut ()).unwrap();
        for walked in [
            raise(sweep.start_forward(&free()), by_expansions),
            raise(sweep.start_forward(&free()), by_states),
            raise(sweep.start_forward(&free()), by_cost),
        ] {
            same(&walked, &whole);
            assert!((0..space.size).all(|rank| walked.distance(rank) == whole.distance(rank)));
        }
        same(&raise(sweep.start_visited(&free()), by_expansions), &bits);
        same(&raise(sweep.start_visited(&free()), by_states), &bits);
    }
}

#[test]
fn bits_whose_list_was_lost_never_pass_for_a_whole_sweep() {
    let wide = line(10_000, 1..=4000);
    for bytes in [10_000 / 8 + 100, 10_000 / 8 + 2000] {
        let tight = Limits {
            memory: Memory::limited(bytes),
            ..Limits::default()
        };
        let mut walk = Sweep::new(&wide, &wide, &[0]).start_visited(&tight);
        for _ in 0..2 {
            let end = walk.run(&Limits::default(), &mut ()).unwrap();
            assert!(matches!(end, End::Limit(Limit::Memory(_))), "{end:?}");
        }
    }
}

#[test]
fn a_sweep_that_is_left_knows_its_completed_layers() {
    let (space, free) = (line(100, [1, 10]), Limits::default());
    let sweep = Sweep::new(&space, &space, &[0]).deepest(5);
    let left = |steps: Cost| {
        let mut walk = sweep.start_forward(&free);
        for _ in 0..steps {
            walk.step(&free, &mut ()).unwrap();
        }
        walk.finish()
    };
    let none = left(0);
    assert_eq!(none.end, End::Limit(Limit::Cancelled));
    assert_eq!((none.depth(), none.deepest.count), (None, 0));
    assert_eq!(none.lower(), Some(0));
    let two = left(3);
    assert_eq!(two.profile(), [1, 2, 3]);
    assert_eq!(two.deepest.ranks(), [2, 11, 20]);
    assert_eq!((two.distance(20), two.distance(30)), (Some(2), None));
    assert_eq!(two.lower(), Some(3));
    let nothing = Sweep::new(&space, &space, &[])
        .start_forward(&free)
        .step(&free, &mut ());
    assert_eq!(nothing, Ok(Step::Done(End::Whole)));
}
