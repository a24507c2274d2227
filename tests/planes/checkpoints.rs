//! Sweeps that are broken off, saved, and gone on with in another process's place: on planes, and by rank.

use std::fs;
use std::path::Path;
use std::time::Duration;

use crate::digits::{DigitRanks, Digits};
use crate::sliding::{Sliding, SlidingRanks};
use statewalk::bits::PackedArray;
use statewalk::catalog::forecast::ByRank;
use statewalk::cost::Cost;
use statewalk::rank_actions::RankActions;
use statewalk::search::Stats;
use statewalk::search::layers::checkpoint::{CheckpointError, Checkpoints, Resumable, SavingError};
use statewalk::search::layers::planes::PlaneResidues;
use statewalk::search::layers::sweeping::Step;
use statewalk::search::layers::{End, Swept};
use statewalk::store::costs::CostList;
use statewalk::{Encoding, Limit, Limits, Memory, StateSpace, Sweep};

/// What a sweep finds.
#[derive(Debug, PartialEq)]
struct Found {
    profile: Vec<u64>,
    deepest: Vec<u64>,
    counts: [u64; 4],
    /// What the table says of every rank, if there is one.
    table: Vec<Option<Cost>>,
}

/// Tells what was found over so many ranks.
trait Told {
    fn told(&self, ranks: u64) -> Found;
}

fn told<T, D>(swept: &Swept<T, D>, table: impl Iterator<Item = Option<Cost>>) -> Found {
    let stats = swept.stats;
    Found {
        profile: swept.profile().to_vec(),
        deepest: swept.deepest.ranks().to_vec(),
        counts: [
            stats.expanded,
            stats.generated,
            stats.duplicates,
            stats.stored,
        ],
        table: table.collect(),
    }
}

impl<D> Told for Swept<(), D> {
    fn told(&self, _: u64) -> Found {
        told(self, [].into_iter())
    }
}

impl<D> Told for Swept<CostList, D> {
    fn told(&self, ranks: u64) -> Found {
        told(self, (0..ranks).map(|rank| self.distance(rank)))
    }
}

impl<D> Told for Swept<PackedArray<1>, D> {
    fn told(&self, ranks: u64) -> Found {
        let reached = |rank| self.is_reached(rank).then_some(0);
        told(self, (0..ranks).map(reached))
    }
}

impl<D> Told for Swept<PackedArray<2>, D> {
    fn told(&self, ranks: u64) -> Found {
        told(
            self,
            (0..ranks).map(|rank| self.residue(rank).map(Cost::from)),
        )
    }
}

impl<D> Told for Swept<PlaneResidues, D> {
    fn told(&self, ranks: u64) -> Found {
        told(
            self,
            (0..ranks).map(|rank| self.residue(rank).map(Cost::from)),
        )
    }
}

/// A sweep in any form.
trait Sweeping {
    fn resume(&mut self, checkpoints: &mut Checkpoints) -> Result<bool, CheckpointError>;
    fn save(&mut self, checkpoints: &mut Checkpoints) -> Result<(), CheckpointError>;
    fn run(&mut self, states: Option<u64>, saving: &mut Checkpoints) -> Result<End, SavingError>;
    /// Whether there was another layer.
    fn step(&mut self) -> bool;
    fn stats(&self) -> Stats;
    fn depth(&self) -> Cost;
    fn finish(self: Box<Self>, ranks: u64) -> Found;
}

impl<R: Resumable<Found: Told>> Sweeping for R {
    fn resume(&mut self, checkpoints: &mut Checkpoints) -> Result<bool, CheckpointError> {
        checkpoints.resume(self)
    }

    fn save(&mut self, checkpoints: &mut Checkpoints) -> Result<(), CheckpointError> {
        checkpoints.save(self)
    }

    fn run(&mut self, states: Option<u64>, saving: &mut Checkpoints) -> Result<End, SavingError> {
        let limits = Limits {
            states,
            ..Limits::default()
        };
        saving.run(self, &limits, &mut ())
    }

    fn step(&mut self) -> bool {
        let step = self.step_until(None, &Limits::default(), &mut ()).unwrap();
        matches!(step, Some(Step::Layer { .. }))
    }

    fn stats(&self) -> Stats {
        Resumable::stats(self)
    }

    fn depth(&self) -> Cost {
        Resumable::depth(self)
    }

    fn finish(self: Box<Self>, ranks: u64) -> Found {
        Resumable::finish(*self).told(ranks)
    }
}

/// A form of sweep: how it is begun.
type Form<P, E> = for<'a> fn(&Sweep<'a, P, E>) -> Box<dyn Sweeping + 'a>;

/// The forms for every space.
fn forms<P, E>() -> Vec<Form<P, E>>
where
    P: StateSpace<State: Send> + Sync,
    E: RankActions<P> + Sync,
{
    vec![
        |sweep| Box::new(sweep.start_planes(&Limits::default()).unwrap()),
        |sweep| Box::new(sweep.start_planes_backward(&Limits::default()).unwrap()),
        |sweep| Box::new(sweep.start_forward(&Limits::default())),
        |sweep| Box::new(sweep.start_visited(&Limits::default())),
    ]
}

/// Those for the 8-puzzle, in which every action can be undone.
fn all_forms() -> Vec<Form<Sliding, SlidingRanks>> {
    let mut all = forms();
    all.push(|sweep| Box::new(sweep.start_residues(&Limits::default())));
    all.push(|sweep| Box::new(sweep.start_plane_residues(&Limits::default()).unwrap()));
    all
}

const EIGHT: Sliding = Sliding {
    width: 3,
    height: 3,
};

/// Does something with a sweep of the 8-puzzle from a board that was turned so far.
fn eight<T>(
    form: Form<Sliding, SlidingRanks>,
    turned: usize,
    does: impl FnOnce(Box<dyn Sweeping + '_>) -> T,
) -> T {
    let (ranks, mut board) = (SlidingRanks::new(3, 3), EIGHT.goal());
    board.rotate_left(turned);
    let starts = [board];
    does(form(&Sweep::new(&EIGHT, &ranks, &starts)))
}

/// The whole sweep at once.
fn at_once<P: StateSpace, E: Encoding<State = P::State>>(
    form: Form<P, E>,
    (space, ranks): (&P, &E),
    starts: &[P::State],
) -> Found {
    let mut sweep = form(&Sweep::new(space, ranks, starts).deepest(100));
    while sweep.step() {}
    sweep.finish(ranks.size())
}

/// The sweep in many pieces, each begun anew from the checkpoint of the one before, on one thread and on two in
/// turn. Returns also in how many.
fn in_pieces<P: StateSpace, E: Encoding<State = P::State>>(
    form: Form<P, E>,
    (space, ranks): (&P, &E),
    starts: &[P::State],
    piece: u64,
) -> (Found, u64) {
    let folder = tempfile::tempdir().unwrap();
    for pieces in 1.. {
        let threads = if pieces % 2 == 0 { 1 } else { 2 };
        let sweep = Sweep::new(space, ranks, starts);
        let mut sweep = form(&sweep.deepest(100).threads(threads));
        let mut checkpoints = Checkpoints::new(folder.path(), "test").unwrap();
        if pieces % 4 == 1 {
            // Each is due at once, so that there are some in the middle of layers.
            checkpoints = checkpoints.every(Duration::ZERO);
        }
        assert_eq!(sweep.resume(&mut checkpoints).unwrap(), pieces > 1);
        let states = sweep.stats().stored + piece;
        let end = sweep.run(Some(states), &mut checkpoints).unwrap();
        if end == End::Whole {
            return (sweep.finish(ranks.size()), pieces);
        }
        assert!(matches!(end, End::Limit(Limit::States(_))), "{end:?}");
    }
    unreachable!("the sweep ends")
}

#[test]
fn pieces_find_what_the_whole_finds() {
    let (ranks, goal) = (SlidingRanks::new(3, 3), [EIGHT.goal()]);
    for form in all_forms() {
        let (found, pieces) = in_pieces(form, (&EIGHT, &ranks), &goal, 15_000);
        assert_eq!(found, at_once(form, (&EIGHT, &ranks), &goal));
        assert!(pieces > 8, "{pieces}");
    }
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
        for form in forms() {
            let piece = ranks.size() / 8;
            let (found, pieces) = in_pieces(form, (&space, &ranks), &starts, piece);
            assert_eq!(
                found,
                at_once(form, (&space, &ranks), &starts),
                "{radices:?}"
            );
            assert!(pieces > 3, "{pieces}");
        }
    }
}

/// A process that is killed leaves the last checkpoint, in the middle of a layer or between two.
#[test]
fn what_was_not_saved_is_done_again() {
    let (ranks, goal) = (SlidingRanks::new(3, 3), [EIGHT.goal()]);
    for form in all_forms() {
        let folder = tempfile::tempdir().unwrap();
        let whole = at_once(form, (&EIGHT, &ranks), &goal);
        let mut last = 0;
        for kill in 0.. {
            let sweep = Sweep::new(&EIGHT, &ranks, &goal).deepest(100);
            let mut sweep = form(&sweep.threads(1 + kill % 2));
            let mut checkpoints = Checkpoints::new(folder.path(), "test").unwrap();
            sweep.resume(&mut checkpoints).unwrap();
            assert_eq!(sweep.stats().stored, last.max(1));
            let layers = (0..5).take_while(|_| sweep.step()).count();
            sweep.save(&mut checkpoints).unwrap();
            last = sweep.stats().stored;
            // Lost with the process.
            sweep.step();
            if layers < 5 {
                assert_eq!(sweep.finish(ranks.size()), whole);
                break;
            }
        }
    }
}

/// What is found along declared moves and what the rules make is the same sweep.
#[test]
fn sweeps_go_on_along_moves_or_by_the_rules() {
    let (ranks, goal, free) = (SlidingRanks::new(3, 3), [EIGHT.goal()], Limits::default());
    let sweep = Sweep::new(&EIGHT, &ranks, &goal).deepest(100);
    let folder = tempfile::tempdir().unwrap();
    let mut checkpoints = Checkpoints::new(folder.path(), "eight").unwrap();
    let moved = sweep.moved(&free.memory).unwrap();
    let mut along: Box<dyn Sweeping> = Box::new(sweep.start_over(moved.edges(), &free));
    along.run(Some(90_000), &mut checkpoints).unwrap();
    let mut by_rules: Box<dyn Sweeping> = Box::new(sweep.start_forward(&free));
    assert!(by_rules.resume(&mut checkpoints).unwrap());
    assert_eq!(by_rules.run(None, &mut checkpoints).unwrap(), End::Whole);
    let whole = at_once(all_forms()[2], (&EIGHT, &ranks), &goal);
    assert_eq!(by_rules.finish(ranks.size()), whole);
}

/// A table that was widened, and one that was begun with wider entries, are gone on with.
#[test]
fn the_width_of_entries_is_that_of_the_checkpoint() {
    let radices = [2, 100, 100];
    let space = Digits::new(&radices, &[(0, 1), (1, 1), (2, 1)], false);
    let (ranks, zero, free) = (DigitRanks::new(&radices), [vec![0; 3]], Limits::default());
    // 199 layers, which a byte holds.
    let sweep = Sweep::new(&space, &ranks, &zero);
    let whole = sweep.forward(&free, &mut ()).unwrap().told(ranks.size());
    for (first, second) in [(0, 70_000), (70_000, 0)] {
        let folder = tempfile::tempdir().unwrap();
        let mut checkpoints = Checkpoints::new(folder.path(), "wheels").unwrap();
        let sweep = Sweep::new(&space, &ranks, &zero);
        let mut sweep = sweep.expecting(first).start_forward(&free);
        Sweeping::run(&mut sweep, Some(10_000), &mut checkpoints).unwrap();
        let again = Sweep::new(&space, &ranks, &zero).expecting(second);
        let mut again = again.start_forward(&free);
        assert!(checkpoints.resume(&mut again).unwrap());
        let end = Sweeping::run(&mut again, None, &mut checkpoints);
        assert_eq!(end.unwrap(), End::Whole);
        assert_eq!(again.finish().told(ranks.size()), whole);
    }
}

/// A folder with a checkpoint of the 8-puzzle at 1000 states or a little more.
fn saved(form: Form<Sliding, SlidingRanks>, name: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let mut checkpoints = Checkpoints::new(folder.path(), name).unwrap();
    eight(form, 0, |mut sweep| sweep.run(Some(1000), &mut checkpoints)).unwrap();
    folder
}

/// Goes on with a checkpoint of the 8-puzzle from a start.
fn resume(
    form: Form<Sliding, SlidingRanks>,
    folder: &Path,
    name: &str,
    start: usize,
) -> Result<bool, CheckpointError> {
    let mut checkpoints = Checkpoints::new(folder, name)?;
    eight(form, start, |mut sweep| sweep.resume(&mut checkpoints))
}

#[test]
fn checkpoints_of_other_sweeps_are_refused() {
    for form in all_forms() {
        let folder = saved(form, "eight");
        assert!(resume(form, folder.path(), "eight", 0).unwrap());
        for (name, start) in [("nine", 0), ("eight", 4)] {
            let refused = resume(form, folder.path(), name, start).unwrap_err();
            assert!(
                matches!(refused, CheckpointError::Other { .. }),
                "{refused}"
            );
            assert!(refused.to_string().contains("`eight`"), "{refused}");
        }
        let empty = tempfile::tempdir().unwrap();
        assert!(!resume(form, empty.path(), "eight", 0).unwrap());
    }
}

/// In other stores, and in the other direction.
#[test]
fn checkpoints_of_other_forms_are_refused_by_name() {
    let forms = all_forms();
    let names = [
        "forward (one-plane, ",
        "backward (one-plane, ",
        "forward (distances, ",
        "forward (bits, ",
        "forward (residues, ",
        "forward (one-plane-residues, ",
    ];
    for (&saving, name) in forms.iter().zip(names) {
        let folder = saved(saving, "eight");
        for (&other, expected) in forms.iter().zip(names) {
            let refused = match resume(other, folder.path(), "eight", 0) {
                Ok(found) => {
                    assert!(found && name == expected);
                    continue;
                }
                Err(refused) => refused.to_string(),
            };
            let ways = [
                format!("of `eight`, {name}"),
                format!("this is `eight`, {expected}"),
            ];
            assert!(ways.iter().all(|way| refused.contains(way)), "{refused}");
        }
        // And the one that is there goes on from where it was.
        let mut checkpoints = Checkpoints::new(folder.path(), "eight").unwrap();
        eight(saving, 0, |mut sweep| {
            assert!(sweep.resume(&mut checkpoints).unwrap());
            assert!(sweep.depth() > 5 && sweep.stats().stored >= 1000);
        });
    }
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
    for form in all_forms() {
        let whole = saved(form, "eight");
        let path = whole.path().join("checkpoint");
        // All of a checkpoint is one file, which is waited for once.
        assert_eq!(files(whole.path()).len(), 2, "and the lock");
        let bytes = fs::read(&path).unwrap();
        // One bit changed or the rest cut off: in the head, in the manifest, and in many sections.
        let mut places = vec![0, 15, 16, 20, 23, 24, 100, bytes.len() - 1];
        places.extend((200..bytes.len()).step_by(bytes.len() / 50));
        for at in places {
            let mut changed = bytes.clone();
            changed[at] ^= 1;
            let cut = bytes[..at].to_vec();
            for wrong in [changed, cut] {
                fs::write(&path, wrong).unwrap();
                let refused = resume(form, whole.path(), "eight", 0).unwrap_err();
                assert!(
                    matches!(refused, CheckpointError::Broken { .. }),
                    "{refused}"
                );
            }
        }
        fs::write(&path, [&bytes[..], &[0]].concat()).unwrap();
        let longer = resume(form, whole.path(), "eight", 0).unwrap_err();
        assert!(matches!(longer, CheckpointError::Broken { .. }), "{longer}");
        fs::write(&path, bytes).unwrap();
        assert!(resume(form, whole.path(), "eight", 0).unwrap());
    }
}

#[test]
fn a_checkpoint_that_cannot_be_written_leaves_the_last_one() {
    for form in all_forms() {
        let folder = saved(form, "eight");
        let before: Vec<_> = listing(folder.path());
        let mut checkpoints = Checkpoints::new(folder.path(), "eight").unwrap();
        let error = eight(form, 0, |mut sweep| {
            assert!(sweep.resume(&mut checkpoints).unwrap());
            // In the place of a file that must be written stands a folder.
            fs::create_dir(folder.path().join("checkpoint.new")).unwrap();
            sweep.run(Some(20_000), &mut checkpoints).unwrap_err()
        });
        assert!(error.to_string().starts_with("cannot write "), "{error}");
        drop(checkpoints);
        fs::remove_dir(folder.path().join("checkpoint.new")).unwrap();
        assert_eq!(listing(folder.path()), before);
        assert!(resume(form, folder.path(), "eight", 0).unwrap());
    }
}

#[test]
fn checkpoints_take_no_more_disk_than_is_said() {
    let (ranks, goal) = (SlidingRanks::new(3, 3), [EIGHT.goal()]);
    let sweep = Sweep::new(&EIGHT, &ranks, &goal);
    let prepared = sweep.prepare_planes(&Memory::unlimited()).unwrap();
    let on_planes = prepared.disk_bytes();
    let planes = prepared.plane_bytes() * 2;
    assert!((planes..planes * 2).contains(&on_planes));
    let by_rank = |taken: ByRank| taken.forecast().disk.unwrap();
    // Distances take two bytes here.
    let keeping = prepared.disk_bytes_with_residues();
    let said = [
        on_planes,
        on_planes,
        by_rank(ByRank::distances(ranks.size()).no_deeper(Some(300))),
        by_rank(ByRank::bits(ranks.size(), 1)),
        by_rank(ByRank::bits(ranks.size(), 2)),
        keeping,
    ];
    for (form, said) in all_forms().into_iter().zip(said) {
        let folder = tempfile::tempdir().unwrap();
        let mut checkpoints = Checkpoints::new(folder.path(), "eight").unwrap();
        let mut most = 0;
        eight(form, 0, |mut sweep| {
            while sweep.step() {
                sweep.save(&mut checkpoints).unwrap();
                let sizes = listing(folder.path()).into_iter();
                most = most.max(sizes.map(|(_, bytes)| bytes.len() as u64).sum());
            }
        });
        // The next one is written beside the last.
        assert!(most > 20_000 && most * 2 <= said, "{most} of {said}");
    }
}

#[test]
fn a_folder_is_used_by_one_sweep_at_a_time() {
    let form = all_forms()[0];
    let folder = saved(form, "eight");
    let first = Checkpoints::new(folder.path(), "eight").unwrap();
    let refused = Checkpoints::new(folder.path(), "nine").unwrap_err();
    let in_use = CheckpointError::InUse {
        folder: folder.path().to_owned(),
    };
    assert_eq!(refused, in_use);
    assert_eq!(resume(form, folder.path(), "eight", 0), Err(in_use));
    drop(first);
    assert!(resume(form, folder.path(), "eight", 0).unwrap());
}

#[test]
fn a_sweep_that_did_not_go_on_replaces_the_checkpoint_as_a_whole() {
    for form in all_forms() {
        let folder = saved(form, "eight");
        let before = listing(folder.path());
        let mut checkpoints = Checkpoints::new(folder.path(), "eight").unwrap();
        eight(form, 0, |mut sweep| {
            assert!(sweep.step());
            fs::create_dir(folder.path().join("checkpoint.new")).unwrap();
            sweep.save(&mut checkpoints).unwrap_err();
            fs::remove_dir(folder.path().join("checkpoint.new")).unwrap();
            assert_eq!(listing(folder.path()), before);
            sweep.save(&mut checkpoints).unwrap();
        });
        eight(form, 0, |mut again| {
            assert!(again.resume(&mut checkpoints).unwrap());
            assert_eq!(again.stats().stored, 1);
        });
    }
}

/// The states of a layer that there was no memory for are nowhere, so the last checkpoint stays.
#[test]
fn a_layer_that_was_lost_is_not_saved() {
    let (ranks, goal) = (SlidingRanks::new(3, 3), [EIGHT.goal()]);
    let folder = saved(all_forms()[3], "eight");
    let before = listing(folder.path());
    // The bits, and a little for the lists of their layers.
    let tight = Limits {
        memory: Memory::limited(181_440 / 8 + 6000),
        ..Limits::default()
    };
    let sweep = Sweep::new(&EIGHT, &ranks, &goal);
    let mut walk = sweep.start_visited(&tight);
    let mut checkpoints = Checkpoints::new(folder.path(), "eight").unwrap();
    assert!(checkpoints.resume(&mut walk).unwrap());
    let end = checkpoints.run(&mut walk, &tight, &mut ()).unwrap();
    assert!(matches!(end, End::Limit(Limit::Memory(_))), "{end:?}");
    assert_eq!(listing(folder.path()), before);
    drop(checkpoints);
    let mut checkpoints = Checkpoints::new(folder.path(), "eight").unwrap();
    let whole = eight(all_forms()[3], 0, |mut sweep| {
        assert!(sweep.resume(&mut checkpoints).unwrap());
        assert_eq!(sweep.run(None, &mut checkpoints).unwrap(), End::Whole);
        sweep.finish(ranks.size())
    });
    assert_eq!(whole.profile.iter().sum::<u64>(), 181_440);
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
