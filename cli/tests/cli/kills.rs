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
