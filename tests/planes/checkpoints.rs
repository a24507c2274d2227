//! Sweeps on planes that are broken off, saved, and gone on with in another process's place.

use std::fs;
use std::path::Path;
use std::time::Duration;

use crate::digits::{DigitRanks, Digits};
use crate::sliding::{Sliding, SlidingRanks};
use statewalk::rank_actions::RankActions;
use statewalk::search::layers::End;
use statewalk::search::layers::planes::checkpoint::{CheckpointError, Checkpoints};
use statewalk::search::layers::sweeping::Step;
use statewalk::{Encoding, Limit, Limits, Memory, StateSpace, Sweep};

/// What a sweep finds: profile, deepest ranks, and states expanded, generated and stored.
type Found = (Vec<u64>, Vec<u64>, [u64; 3]);

/// The whole sweep at once.
fn at_once<P: StateSpace>(space: &P, ranks: &impl RankActions<P>, starts: &[P::State]) -> Found {
    let sweep = Sweep::new(space, ranks, starts).deepest(100);
    let mut planes = sweep.start_planes(&Limits::default()).unwrap();
    planes.run(&Limits::default(), &mut ()).unwrap();
    let swept = planes.finish();
    let stats = swept.stats;
    (
        swept.profile().to_vec(),
        swept.deepest.ranks().to_vec(),
        [stats.expanded, stats.generated, stats.stored],
    )
}

/// The sweep in many pieces, each begun anew from the checkpoint of the one before, on one thread and on two in
/// turn. Returns also in how many.
fn in_pieces<P: StateSpace>(
    space: &P,
    ranks: &impl RankActions<P>,
    starts: &[P::State],
    folder: &Path,
    piece: u64,
) -> (Found, u64) {
    for pieces in 1.. {
        let sweep = Sweep::new(space, ranks, starts).deepest(100);
        let threads = if pieces % 2 == 0 { 1 } else { 2 };
        let mut planes = sweep
            .threads(threads)
            .start_planes(&Limits::default())
            .unwrap();
        let mut checkpoints = Checkpoints::new(folder, "test").unwrap();
        if pieces % 4 == 1 {
            // Each is due at once, so that there are some in the middle of layers.
            checkpoints = checkpoints.every(Duration::ZERO);
        }
        assert_eq!(planes.resume(&mut checkpoints).unwrap(), pieces > 1);
        let limits = Limits {
            states: Some(planes.stats().stored + piece),
            ..Limits::default()
        };
        let end = planes
            .run_saving(&limits, &mut (), &mut checkpoints)
            .unwrap();
        if end == End::Whole {
            let swept = planes.finish();
            let stats = swept.stats;
            let counts = [stats.expanded, stats.generated, stats.stored];
            let found = (
                swept.profile().to_vec(),
                swept.deepest.ranks().to_vec(),
                counts,
            );
            return (found, pieces);
        }
        assert!(matches!(end, End::Limit(Limit::States(_))), "{end:?}");
    }
    unreachable!("the sweep ends")
}

#[test]
fn pieces_find_what_the_whole_finds() {
    let space = Sliding {
        width: 3,
        height: 3,
    };
    let ranks = SlidingRanks::new(3, 3);
    let folder = tempfile::tempdir().unwrap();
    let goal = [space.goal()];
    let (found, pieces) = in_pieces(&space, &ranks, &goal, folder.path(), 15_000);
    assert_eq!(found, at_once(&space, &ranks, &goal));
    assert!(pieces > 8, "{pieces}");
}

#[test]
fn pieces_of_directed_and_odd_spaces_do_too() {
    for (radices, steps) in [
        (&[3, 9, 9][..], &[(0, 1), (1, 1), (2, 2)][..]),
        (
            &[3, 5, 5],
            &[(0, 1), (0, -1), (1, 1), (1, -1), (2, 1), (2, -1)],
        ),
    ] {
        let space = Digits::new(radices, steps, true);
        let ranks = DigitRanks::new(radices);
        let starts = [vec![0; radices.len()], vec![1; radices.len()]];
        let folder = tempfile::tempdir().unwrap();
        let (found, pieces) = in_pieces(&space, &ranks, &starts, folder.path(), ranks.size() / 8);
        assert_eq!(found, at_once(&space, &ranks, &starts), "{radices:?}");
        assert!(pieces > 3, "{pieces}");
    }
}

/// A folder with a checkpoint of the 8-puzzle at 1000 states or a little more.
fn saved(name: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let space = Sliding {
        width: 3,
        height: 3,
    };
    let (ranks, goal) = (SlidingRanks::new(3, 3), [space.goal()]);
    let sweep = Sweep::new(&space, &ranks, &goal);
    let mut planes = sweep.start_planes(&Limits::default()).unwrap();
    let mut checkpoints = Checkpoints::new(folder.path(), name).unwrap();
    let limits = Limits {
        states: Some(1000),
        ..Limits::default()
    };
    planes
        .run_saving(&limits, &mut (), &mut checkpoints)
        .unwrap();
    folder
}

/// Goes on with a checkpoint of the 8-puzzle from a start.
fn resume(folder: &Path, name: &str, start: usize) -> Result<bool, CheckpointError> {
    let space = Sliding {
        width: 3,
        height: 3,
    };
    let (ranks, mut board) = (SlidingRanks::new(3, 3), space.goal());
    board.rotate_left(start);
    let starts = [board];
    let sweep = Sweep::new(&space, &ranks, &starts);
    let mut planes = sweep.start_planes(&Limits::default()).unwrap();
    planes.resume(&mut Checkpoints::new(folder, name)?)
}

#[test]
fn checkpoints_of_other_sweeps_are_refused() {
    let folder = saved("eight");
    assert!(resume(folder.path(), "eight", 0).unwrap());
    for (name, start) in [("nine", 0), ("eight", 4)] {
        let refused = resume(folder.path(), name, start).unwrap_err();
        assert!(
            matches!(refused, CheckpointError::Other { .. }),
            "{refused}"
        );
        assert!(refused.to_string().contains("`eight`"), "{refused}");
    }
    let empty = tempfile::tempdir().unwrap();
    assert!(!resume(empty.path(), "eight", 0).unwrap());
}

#[test]
fn checkpoints_of_the_other_direction_are_refused_by_name() {
    let folder = saved("eight");
    let space = Sliding {
        width: 3,
        height: 3,
    };
    let (ranks, goal) = (SlidingRanks::new(3, 3), [space.goal()]);
    let sweep = Sweep::new(&space, &ranks, &goal);
    let mut planes = sweep.start_planes_backward(&Limits::default()).unwrap();
    let mut checkpoints = Checkpoints::new(folder.path(), "eight").unwrap();
    let refused = planes.resume(&mut checkpoints).unwrap_err().to_string();
    let ways = ["of `eight`, forward (", "this is `eight`, backward ("];
    assert!(ways.iter().all(|way| refused.contains(way)), "{refused}");
    drop(checkpoints);
    // And the one that is there goes on from where it was.
    let mut planes = sweep.start_planes(&Limits::default()).unwrap();
    let mut checkpoints = Checkpoints::new(folder.path(), "eight").unwrap();
    assert!(planes.resume(&mut checkpoints).unwrap());
    assert_eq!(planes.depth().unsigned_abs() + 1, planes.layers());
    assert!(planes.depth() > 5 && planes.stats().stored >= 1000);
}

/// A sweep may run for days before its first checkpoint; that there can be none is said before.
#[test]
fn folders_that_cannot_be_written_to_are_found_at_once() {
    let refused = |folder: &Path| {
        let error = Checkpoints::new(folder, "eight").unwrap_err();
        assert!(matches!(error, CheckpointError::Io { .. }), "{error}");
        error.to_string()
    };
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    assert!(refused(&file).starts_with("cannot make the folder "));
    assert!(refused(&file.join("below")).starts_with("cannot make the folder "));
    let taken = folder.path().join("taken");
    fs::create_dir_all(taken.join("checkpoint.new")).unwrap();
    assert!(refused(&taken).starts_with("cannot write "));
    if cfg!(target_os = "linux") {
        refused(Path::new("/proc/nowhere"));
    }
    let fine = folder.path().join("fine");
    drop(Checkpoints::new(&fine, "eight").unwrap());
    let names: Vec<_> = listing(&fine).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["checkpoint.lock"]);
}

#[test]
fn damage_is_seen() {
    let files = |folder: &Path| -> Vec<_> {
        let files = fs::read_dir(folder).unwrap();
        files.map(|file| file.unwrap().path()).collect()
    };
    let whole = saved("eight");
    let path = whole.path().join("checkpoint");
    // All planes of a checkpoint are one file, which is waited for once.
    assert_eq!(files(whole.path()).len(), 2, "and the lock");
    let bytes = fs::read(&path).unwrap();
    // One bit changed or the rest cut off: in the head, in the manifest, and in many planes.
    let mut places = vec![0, 15, 16, 20, 23, 24, 100, bytes.len() - 1];
    places.extend((200..bytes.len()).step_by(bytes.len() / 50));
    for at in places {
        let mut changed = bytes.clone();
        changed[at] ^= 1;
        let cut = bytes[..at].to_vec();
        for wrong in [changed, cut] {
            fs::write(&path, wrong).unwrap();
            let refused = resume(whole.path(), "eight", 0).unwrap_err();
            assert!(
                matches!(refused, CheckpointError::Broken { .. }),
                "{refused}"
            );
        }
    }
    fs::write(&path, [&bytes[..], &[0]].concat()).unwrap();
    let longer = resume(whole.path(), "eight", 0).unwrap_err();
    assert!(matches!(longer, CheckpointError::Broken { .. }), "{longer}");
    fs::write(&path, bytes).unwrap();
    assert!(resume(whole.path(), "eight", 0).unwrap());
}

#[test]
fn a_checkpoint_that_cannot_be_written_leaves_the_last_one() {
    let folder = saved("eight");
    let before: Vec<_> = listing(folder.path());
    let space = Sliding {
        width: 3,
        height: 3,
    };
    let (ranks, goal) = (SlidingRanks::new(3, 3), [space.goal()]);
    let sweep = Sweep::new(&space, &ranks, &goal);
    let mut planes = sweep.start_planes(&Limits::default()).unwrap();
    let mut checkpoints = Checkpoints::new(folder.path(), "eight").unwrap();
    assert!(planes.resume(&mut checkpoints).unwrap());
    // In the place of a file that must be written stands a folder.
    fs::create_dir(folder.path().join("checkpoint.new")).unwrap();
    let limits = Limits {
        states: Some(20_000),
        ..Limits::default()
    };
    let error = planes
        .run_saving(&limits, &mut (), &mut checkpoints)
        .unwrap_err();
    assert!(error.to_string().starts_with("cannot write "), "{error}");
    drop(checkpoints);
    fs::remove_dir(folder.path().join("checkpoint.new")).unwrap();
    assert_eq!(listing(folder.path()), before);
    assert!(resume(folder.path(), "eight", 0).unwrap());
}

#[test]
fn checkpoints_take_no_more_disk_than_is_said() {
    let space = Sliding {
        width: 3,
        height: 3,
    };
    let (ranks, goal) = (SlidingRanks::new(3, 3), [space.goal()]);
    let sweep = Sweep::new(&space, &ranks, &goal);
    let prepared = sweep.prepare_planes(&Memory::unlimited()).unwrap();
    let said = prepared.disk_bytes();
    assert!((prepared.plane_bytes() * 2..prepared.plane_bytes() * 4).contains(&said));
    let folder = tempfile::tempdir().unwrap();
    let mut checkpoints = Checkpoints::new(folder.path(), "eight").unwrap();
    let mut planes = sweep.start_prepared(prepared, &Limits::default());
    let mut most = 0;
    while let Step::Layer { .. } = planes.step(&Limits::default(), &mut ()).unwrap() {
        planes.save(&mut checkpoints).unwrap();
        let sizes = listing(folder.path()).into_iter();
        most = most.max(sizes.map(|(_, bytes)| bytes.len() as u64).sum());
    }
    // The next one is written beside the last.
    assert!(most > 20_000 && most * 2 <= said, "{most} of {said}");
}

#[test]
fn a_folder_is_used_by_one_sweep_at_a_time() {
    let folder = saved("eight");
    let first = Checkpoints::new(folder.path(), "eight").unwrap();
    let refused = Checkpoints::new(folder.path(), "nine").unwrap_err();
    let in_use = CheckpointError::InUse {
        folder: folder.path().to_owned(),
    };
    assert_eq!(refused, in_use);
    assert_eq!(resume(folder.path(), "eight", 0), Err(in_use));
    drop(first);
    assert!(resume(folder.path(), "eight", 0).unwrap());
}

#[test]
fn a_sweep_that_did_not_go_on_replaces_the_checkpoint_as_a_whole() {
    let folder = saved("eight");
    let before = listing(folder.path());
    let space = Sliding {
        width: 3,
        height: 3,
    };
    let (ranks, goal) = (SlidingRanks::new(3, 3), [space.goal()]);
    let sweep = Sweep::new(&space, &ranks, &goal);
    let mut planes = sweep.start_planes(&Limits::default()).unwrap();
    planes.step(&Limits::default(), &mut ()).unwrap();
    let mut checkpoints = Checkpoints::new(folder.path(), "eight").unwrap();
    fs::create_dir(folder.path().join("checkpoint.new")).unwrap();
    planes.save(&mut checkpoints).unwrap_err();
    fs::remove_dir(folder.path().join("checkpoint.new")).unwrap();
    assert_eq!(listing(folder.path()), before);
    planes.save(&mut checkpoints).unwrap();
    let mut again = sweep.start_planes(&Limits::default()).unwrap();
    assert!(again.resume(&mut checkpoints).unwrap());
    assert_eq!(again.stats().stored, 1);
}

/// The files of a folder and what they hold.
fn listing(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|file| {
            let path = file.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            (name, fs::read(path).unwrap_or_default())
        })
        .collect();
    files.sort();
    files
}
