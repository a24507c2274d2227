//! Explorations that are killed at any moment, and go on from their checkpoints.

use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

/// The exploration of a space of 239,500,800 states, with checkpoints in a folder.
fn explore(folder: &Path, threads: u64) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_statewalk"));
    command
        .args([
            "explore",
            "-q",
            "tiles",
            "w=3",
            "h=4",
            "--json",
            "--no-timing",
        ])
        .args(["--deepest", "18", "--threads", &threads.to_string()])
        .arg("--checkpoint")
        .arg(folder)
        .args(["--checkpoint-every", "20ms"]);
    command
}

#[test]
fn an_exploration_that_is_killed_again_and_again_counts_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let mut resumed = 0;
    for kill in 0..10 {
        let threads = 1 + kill % 2;
        let mut child = explore(folder.path(), threads)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // However slow the machine is, there is a checkpoint to go on from, unless the end comes before.
        let manifest = folder.path().join("checkpoint");
        while !manifest.exists() && child.try_wait().unwrap().is_none() {
            thread::sleep(Duration::from_millis(5));
        }
        // Moments that no rhythm of the program meets; one that is over before is no harm.
        thread::sleep(Duration::from_millis(17 + kill * 61 % 200));
        child.kill().unwrap();
        child.wait().unwrap();
        resumed += usize::from(folder.path().join("checkpoint").exists());
    }
    assert!(resumed > 0, "no checkpoint was made");
    let last = explore(folder.path(), 2).output().unwrap();
    assert_eq!(last.status.code(), Some(0));
    let empty = tempfile::tempdir().unwrap();
    let whole = explore(empty.path(), 1).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    // What memory was in use at once is not counted across processes.
    let counts = |bytes: &[u8]| {
        let text = text(bytes);
        let lines = text.lines().filter(|line| !line.contains("peak_bytes"));
        lines.collect::<Vec<_>>().join("\n")
    };
    assert_eq!(counts(&last.stdout), counts(&whole.stdout));
    let told = text(&last.stdout);
    assert!(
        told.contains("\"states\": 239500800") && told.contains("\"depth\": 53"),
        "{told}"
    );
}

#[test]
fn a_limit_on_the_size_of_files_is_an_error_that_leaves_the_last_checkpoint() {
    let folder = tempfile::tempdir().unwrap();
    let explore = |limit: &str| {
        let script = format!("ulimit -f {limit}; exec \"$0\" \"$@\"");
        Command::new("sh")
            .args(["-c", &script, env!("CARGO_BIN_EXE_statewalk")])
            .args(["explore", "-q", "pancake", "n=10", "--output", "csv"])
            .arg("--checkpoint")
            .arg(folder.path())
            .args(["--checkpoint-every", "1ms"])
            .output()
            .unwrap()
    };
    // Blocks of 512 or 1024 bytes: enough for the first layers, not for half of the 3,628,800 states.
    let ended = explore("300");
    let said = String::from_utf8_lossy(&ended.stderr);
    assert_eq!(ended.status.code(), Some(4), "{said}");
    assert!(
        said.contains("cannot write ") && said.contains("checkpoint.new"),
        "{said}"
    );
    assert!(folder.path().join("checkpoint").exists());
    let ended = explore("unlimited");
    assert_eq!(ended.status.code(), Some(0));
    let profile = String::from_utf8_lossy(&ended.stdout);
    let lines = profile.lines().skip(1);
    let states = lines.filter_map(|line| line.split(',').nth(2)?.parse().ok());
    let states: Vec<u64> = states.collect();
    assert_eq!(states.iter().sum::<u64>(), 3_628_800);
    assert_eq!(states.len(), 12);
}
