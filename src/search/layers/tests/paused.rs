//! Sweeps that pause wherever they can, and that go through a file there, against sweeps in one go.

use std::time::Instant;

use super::threads::{Cube, Found, cube, found};
use super::{Line, line};
use crate::search::Stats;
use crate::search::layers::checkpoint::Checkpoints;
use crate::search::layers::neighbours::Neighbours;
use crate::search::layers::run::Backing;
use crate::search::layers::sweeping::{Step, Sweeping};
use crate::search::layers::{End, Sweep, Swept};
use crate::search::limits::Limits;
use crate::search::outcome::SearchError;

/// Steps to a layer, to a pause, or to the end.
fn step<S, X: Neighbours, T: Backing>(
    walk: &mut Sweeping<'_, S, X, T>,
    limits: &Limits,
) -> Result<Option<Step>, SearchError> {
    walk.walk_until(Some(Instant::now()), limits, &mut ())
}

/// Walks to the end with pauses. Returns also how many they were.
fn with_pauses<S, X: Neighbours, T: Backing>(
    mut walk: Sweeping<'_, S, X, T>,
) -> (Swept<T, X::Direction>, u32) {
    let mut pauses = 0;
    loop {
        match step(&mut walk, &Limits::default()).unwrap() {
            None => pauses += 1,
            Some(Step::Layer { .. }) => {}
            Some(Step::Done(end)) => break assert_eq!(end, End::Whole),
        }
    }
    (walk.finish(), pauses)
}

/// Walks to the end, and goes through a file after so many steps. Returns also how often.
fn through_files<S, X: Neighbours, T: Backing>(
    begin: &dyn Fn(usize) -> Sweeping<'static, S, X, T>,
    steps: usize,
) -> (Swept<T, X::Direction>, usize) {
    let folder = tempfile::tempdir().unwrap();
    let mut checkpoints = Checkpoints::new(folder.path(), "test").unwrap();
    for files in 0.. {
        let mut walk = begin(files);
        assert_eq!(checkpoints.resume(&mut walk).unwrap(), files > 0);
        for _ in 0..steps {
            if let Some(Step::Done(end)) = step(&mut walk, &Limits::default()).unwrap() {
                assert_eq!(end, End::Whole);
                return (walk.finish(), files);
            }
        }
        checkpoints.save(&mut walk).unwrap();
    }
    unreachable!("a walk ends")
}

/// Wide layers, and a size that ends within a word; many layers; a table that widens.
fn lines() -> [Line; 3] {
    [line(2500, 1..=150), line(1023, 1..=33), line(300, [1])]
}

#[test]
fn pauses_change_nothing() {
    let free = Limits::default();
    for threads in [1, 3] {
        let mut all = 0;
        for space in lines() {
            let sweep = Sweep::new(&space, &space, &[0]).expecting(0).deepest(5);
            let sweep = sweep.threads(threads);
            let whole = sweep.forward(&free, &mut ()).unwrap();
            let (walked, pauses) = with_pauses(sweep.start_forward(&free));
            assert_eq!(found(&walked), found(&whole));
            assert!((0..space.size).all(|rank| walked.distance(rank) == whole.distance(rank)));
            let (walked, more) = with_pauses(sweep.start_visited(&free));
            assert_eq!(found(&walked), found(&whole));
            assert!((0..space.size).all(|rank| walked.is_reached(rank)));
            all += pauses + more;
        }
        let space = cube(12);
        let sweep = Sweep::new(&space, &space, &[5]).deepest(5).threads(threads);
        let whole = sweep.residues(&free, &mut ()).unwrap();
        let (walked, pauses) = with_pauses(sweep.start_residues(&free));
        assert_eq!(found(&walked), found(&whole));
        assert!((0..1 << 12).all(|rank| walked.residue(rank) == whole.residue(rank)));
        // With others at work the first thread, which alone looks at the clock, may find nothing to do.
        assert!(threads > 1 || all + pauses > 100, "{all} {pauses}");
    }
}

#[test]
fn files_change_nothing() {
    let free = Limits::default();
    for (space, steps) in lines().into_iter().zip([3, 1, 50]) {
        let space: &'static Line = Box::leak(Box::new(space));
        let sweep = |files| {
            let sweep = Sweep::new(space, space, &[0]).expecting(0).deepest(5);
            sweep.threads(1 + files % 2)
        };
        let whole = sweep(0).forward(&free, &mut ()).unwrap();
        let begin = |files| sweep(files).start_forward(&Limits::default());
        let (walked, files) = through_files(&begin, steps);
        assert!(files >= 6, "{files}");
        assert_eq!(found(&walked), found(&whole));
        assert!((0..space.size).all(|rank| walked.distance(rank) == whole.distance(rank)));
        let begin = |files| sweep(files).start_visited(&Limits::default());
        assert_eq!(found(&through_files(&begin, steps).0), found(&whole));
    }
    let space: &'static Cube = Box::leak(Box::new(cube(10)));
    let sweep = |files| {
        let sweep = Sweep::new(space, space, &[5]).deepest(5);
        sweep.threads(1 + files % 2)
    };
    let (walked, _) = through_files(&|files| sweep(files).start_residues(&free), 1);
    let whole = sweep(0).residues(&free, &mut ()).unwrap();
    assert_eq!(found(&walked), found(&whole));
    assert!((0..1 << 10).all(|rank| walked.residue(rank) == whole.residue(rank)));
}

/// What was marked before a limit on single states is known for sure before the first of them.
#[test]
fn limits_on_states_after_a_pause_stop_in_time() {
    let (space, free) = (line(2500, 1..=150), Limits::default());
    let sweep = Sweep::new(&space, &space, &[0]).deepest(5);
    let whole: Found = found(&sweep.visited(&free, &mut ()).unwrap());
    let mut walk = sweep.start_visited(&free);
    let mut settled = 0;
    loop {
        match step(&mut walk, &free).unwrap() {
            None => {
                let before = walk.stats();
                let limits = Limits {
                    states: Some(before.stored + 7),
                    ..Limits::default()
                };
                let end = walk.run(&limits, &mut ()).unwrap();
                let after = walk.stats();
                assert!(after.stored >= (before.stored + 7).min(space.size));
                assert!(end != End::Whole || after.stored == space.size);
                assert_eq!(after.generated + 1, after.stored + after.duplicates);
                settled += 1;
            }
            Some(Step::Layer { .. }) => {}
            Some(Step::Done(_)) => break,
        }
    }
    assert!(settled > 5, "{settled}");
    assert_eq!(found(&walk.finish()), whole);
}

#[test]
fn an_error_after_a_pause_leaves_what_one_without_leaves() {
    let space = Cube {
        dear: 7,
        ..cube(12)
    };
    for threads in [1, 3] {
        let sweep = Sweep::new(&space, &space, &[0]).threads(threads);
        let refused = |pause: Option<Instant>| -> (SearchError, Stats, u32) {
            let (mut walk, mut pauses) = (sweep.start_visited(&Limits::default()), 0);
            loop {
                match walk.walk_until(pause, &Limits::default(), &mut ()) {
                    Ok(None) => pauses += 1,
                    Ok(Some(_)) => {}
                    Err(error) => return (error, walk.stats(), pauses),
                }
            }
        };
        let (error, stats, _) = refused(None);
        let (again, paused, pauses) = refused(Some(Instant::now()));
        assert_eq!((again, paused), (error, stats));
        assert!(threads > 1 || pauses > 10, "{pauses}");
    }
}
