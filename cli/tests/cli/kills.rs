//! Explorations that are killed at any moment or run out of disk, and go on from their checkpoints.

use std::fs::{self, File};
use std::io::{Read, Seek};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::Value;

/// A space, how many states it has and how deep it is, and how often checkpoints are made.
#[derive(Clone, Copy)]
struct Space {
    words: &'static str,
    states: u64,
    depth: u64,
    every: &'static str,
}

/// How often each exploration is killed, together.
const KILLS: u64 = 10;

/// The exploration of a space, with checkpoints in a folder.
fn explore(space: Space, folder: &Path, threads: u64) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_statewalk"));
    command
        .args(["explore", "--json", "--no-timing"])
        .args(space.words.split(' '))
        .args(["--deepest", "18", "--threads", &threads.to_string()])
        .arg("--checkpoint")
        .arg(folder)
        .args(["--checkpoint-every", space.every]);
    command
}

/// The number of the checkpoint in a folder, and how many states were met before it was made.
fn checkpoint(folder: &Path) -> Option<(u64, u64)> {
    checkpoint_in(&folder.join("checkpoint"))
}

fn checkpoint_in(path: &Path) -> Option<(u64, u64)> {
    let mut file = File::open(path).ok()?;
    let (mut magic, mut len) = ([0; 16], [0; 8]);
    file.read_exact(&mut magic).ok()?;
    file.read_exact(&mut len).ok()?;
    let mut manifest = Vec::new();
    let read = file
        .take(u64::from_le_bytes(len))
        .read_to_end(&mut manifest);
    read.ok()?;
    let manifest: Value = serde_json::from_slice(&manifest).unwrap();
    let number = manifest["generation"].as_u64()?;
    Some((number, manifest["state"]["stored"].as_u64()?))
}

/// Explores until a checkpoint was made after `goal` states were met, and for some time more, and is killed then.
/// Returns whether it was: it may have come to its end before. Either way it went on from the checkpoint that was there.
fn killed(space: Space, folder: &Path, threads: u64, goal: u64, more: Duration) -> bool {
    let made = |folder| checkpoint(folder).map(|(number, _)| number);
    let from = checkpoint(folder);
    let before = from.map(|(number, _)| number);
    let mut said = tempfile::tempfile().unwrap();
    let mut child = explore(space, folder, threads)
        .stdout(Stdio::null())
        .stderr(said.try_clone().unwrap())
        .spawn()
        .unwrap();
    // However slow the machine is, it goes on from where the one before it was and comes farther.
    let is_there = || {
        checkpoint(folder).is_some_and(|(number, stored)| Some(number) > before && stored >= goal)
    };
    while !is_there() && child.try_wait().unwrap().is_none() {
        thread::sleep(Duration::from_millis(1));
    }
    thread::sleep(more);
    child.kill().unwrap();
    let ended = child.wait().unwrap();
    // What is killed has no exit code.
    let was_alive = ended.code().is_none();
    assert!(was_alive || ended.success(), "{ended:?}");
    assert!(!was_alive || made(folder) > before);
    let mut told = String::new();
    said.rewind().unwrap();
    said.read_to_string(&mut told).unwrap();
    assert_eq!(gone_on(&told), from.map(|(_, stored)| stored), "{told}");
    was_alive
}

/// How many states were met already where an exploration says that it goes on.
fn gone_on(said: &str) -> Option<u64> {
    let mut lines = said.lines();
    let told = lines
        .find_map(|line| line.split_once("going on from depth "))?
        .1;
    let states = told.strip_suffix(" states so far").unwrap();
    Some(states.split_once(", ").unwrap().1.parse().unwrap())
}

/// Kills an exploration again and again, and compares what it counts with one that is left alone.
fn counts_the_same(space: Space) {
    let mut random = ChaCha8Rng::seed_from_u64(53);
    let folder = tempfile::tempdir().unwrap();
    for kill in 0..KILLS {
        // Somewhere in each part of the space but the last, at a moment that no rhythm of the program meets.
        let part = space.states / (KILLS + 1);
        let goal = kill * part + random.random_range(0..part);
        let more = Duration::from_micros(random.random_range(0..20_000));
        while !killed(space, folder.path(), 1 + kill % 2, goal, more) {
            // It was at its end before it could be killed; so from the beginning to the same place.
            fs::remove_file(folder.path().join("checkpoint")).unwrap();
        }
    }
    let (number, states) = checkpoint(folder.path()).unwrap();
    assert!(number + 1 >= KILLS, "{number}");
    let last = explore(space, folder.path(), 2).output().unwrap();
    assert_eq!(last.status.code(), Some(0));
    let empty = tempfile::tempdir().unwrap();
    let whole = explore(space, empty.path(), 1).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    // What memory was in use at once is not counted across processes.
    let counts = |bytes: &[u8]| {
        let mut document: Value = serde_json::from_slice(bytes).unwrap();
        let space = &mut document["spaces"][0];
        space["stats"].as_object_mut().unwrap().remove("peak_bytes");
        let resumed = space.as_object_mut().unwrap().remove("resumed");
        (document, resumed)
    };
    let ((counted, from), (at_once, none)) = (counts(&last.stdout), counts(&whole.stdout));
    assert_eq!((counted, none), (at_once, None));
    assert_eq!(from.unwrap()["states"], states);
    let told = text(&last.stdout);
    let expected = [
        format!("\"states\": {}", space.states),
        format!("\"depth\": {}", space.depth),
    ];
    assert!(expected.iter().all(|part| told.contains(part)), "{told}");
}

#[test]
fn an_exploration_on_planes_that_is_killed_again_and_again_counts_the_same() {
    counts_the_same(Space {
        words: "tiles w=3 h=4",
        states: 239_500_800,
        depth: 53,
        every: "20ms",
    });
}

/// A directed space, whose distances take two bytes.
#[test]
fn an_exploration_by_rank_that_is_killed_again_and_again_counts_the_same() {
    counts_the_same(Space {
        words: "magic n=400 --store ranked",
        states: 1_280_000,
        depth: 402,
        every: "2ms",
    });
}

#[test]
fn an_exploration_in_bits_that_is_killed_again_and_again_counts_the_same() {
    counts_the_same(Space {
        words: "magic n=400 --store bits",
        states: 1_280_000,
        depth: 402,
        every: "2ms",
    });
}

#[test]
fn an_exploration_in_residues_that_is_killed_again_and_again_counts_the_same() {
    counts_the_same(Space {
        words: "hanoi pegs=4 disks=9 --store residues",
        states: 262_144,
        depth: 41,
        every: "1ms",
    });
}

#[test]
fn a_limit_on_the_size_of_files_is_an_error_that_leaves_the_last_checkpoint() {
    let folder = tempfile::tempdir().unwrap();
    let explore = |limit: &str, more: &[&str]| {
        let script = format!("ulimit -f {limit}; exec \"$0\" \"$@\"");
        Command::new("sh")
            .args(["-c", &script, env!("CARGO_BIN_EXE_statewalk")])
            .args(["explore", "pancake", "n=10", "--output", "csv"])
            .arg("--checkpoint")
            .arg(folder.path())
            .args(["--checkpoint-every", "1ms"])
            .args(more)
            .output()
            .unwrap()
    };
    let ended = explore("unlimited", &["--max-states", "1000"]);
    assert_eq!(ended.status.code(), Some(3));
    let (before, _) = checkpoint(folder.path()).unwrap();
    // Blocks of 512 or 1024 bytes, which are not enough for half of the 3,628,800 states.
    let ended = explore("300", &[]);
    let said = String::from_utf8_lossy(&ended.stderr);
    assert_eq!(ended.status.code(), Some(4), "{said}");
    assert!(
        said.contains("cannot write ") && said.contains("checkpoint.new"),
        "{said}"
    );
    let (last, stored) = checkpoint(folder.path()).unwrap();
    assert!(last >= before);
    let ended = explore("unlimited", &[]);
    assert_eq!(ended.status.code(), Some(0));
    let said = String::from_utf8_lossy(&ended.stderr);
    assert_eq!(gone_on(&said), Some(stored), "{said}");
    let profile = String::from_utf8_lossy(&ended.stdout);
    let lines = profile.lines().skip(1);
    let states = lines.filter_map(|line| line.split(',').nth(2)?.parse().ok());
    let states: Vec<u64> = states.collect();
    assert_eq!(states.iter().sum::<u64>(), 3_628_800);
    assert_eq!(states.len(), 12);
}

/// Three explorations in a folder that is a disk of 700 kB: a short one, which makes one checkpoint, one that finds the
/// disk full, and one after it was made larger. What they say and leave goes to another folder; exit codes are told
/// at the end of each `stderr`.
const ON_A_SMALL_DISK: &str = r#"
    disk=$1; out=$2; shift 2
    mount -t tmpfs -o size=700k tmpfs "$disk" || exit 77
    try() {
        name=$1; shift
        "$@" --checkpoint "$disk" > "$out/$name.stdout" 2> "$out/$name.stderr"
        echo "exit code $?" >> "$out/$name.stderr"
        cp "$disk/checkpoint" "$out/$name.checkpoint"
        ls "$disk" > "$out/$name.left"
    }
    try short "$@" --max-states 1000
    try full "$@" --checkpoint-every 1ms
    mount -o remount,size=16m "$disk" || exit 77
    try larger "$@"
"#;

#[test]
#[expect(clippy::print_stderr, reason = "a test that is skipped must say so")]
fn a_full_disk_is_an_error_that_leaves_the_last_checkpoint() {
    let (disk, out) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    // Whoever may make name spaces of users may mount a disk in memory there.
    let ended = Command::new("unshare")
        .args([
            "--user",
            "--map-root-user",
            "--mount",
            "sh",
            "-c",
            ON_A_SMALL_DISK,
            "sh",
        ])
        .args([disk.path(), out.path()])
        .arg(env!("CARGO_BIN_EXE_statewalk"))
        .args(["explore", "pancake", "n=10", "--json", "--no-timing"])
        .output();
    let told = match &ended {
        Ok(ended) => String::from_utf8_lossy(&ended.stderr).into_owned(),
        Err(error) => error.to_string(),
    };
    if !out.path().join("short.stderr").exists() {
        eprintln!("no disk can be mounted here: it is not tried that one is full ({told})");
        return;
    }
    let read = |name: &str| fs::read_to_string(out.path().join(name)).unwrap();
    let said = |name: &str| read(&format!("{name}.stderr"));
    assert!(
        said("short").ends_with("exit code 3\n"),
        "{}",
        said("short")
    );
    let full = said("full");
    assert!(
        full.ends_with("exit code 4\n")
            && full.contains("cannot write ")
            && full.contains("checkpoint.new"),
        "{full}"
    );
    assert!(full.contains("os error 28"), "no space is left: {full}");
    assert_eq!(read("full.left"), "checkpoint\ncheckpoint.lock\n");
    // The last one that was whole, from which the next exploration goes on.
    let checkpoint = |name: &str| checkpoint_in(&out.path().join(name)).unwrap();
    let (short, last) = (
        checkpoint("short.checkpoint"),
        checkpoint("full.checkpoint"),
    );
    assert!(last.0 >= short.0 && last.1 >= short.1);
    assert_eq!(gone_on(&full), Some(short.1), "{full}");
    let larger = said("larger");
    assert_eq!(gone_on(&larger), Some(last.1), "{larger}");
    assert!(larger.ends_with("exit code 0\n"), "{larger}");
    let document: Value = serde_json::from_str(&read("larger.stdout")).unwrap();
    let space = &document["spaces"][0];
    assert_eq!(
        (&space["states"], &space["depth"]),
        (&3_628_800.into(), &11.into())
    );
    assert_eq!(space["resumed"]["states"], last.1);
}
