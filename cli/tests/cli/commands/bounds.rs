//! Explorations that end early: refused, at a limit, and gone on with from a checkpoint.

use std::fs;

use super::Stdout::{Has, Is};
use super::{check, row};
use crate::{run, run_line};

#[test]
fn what_does_not_fit_is_refused_before_it_starts() {
    check(&[
        row(
            "explore -q --store ranked --memory 100MB tiles w=4 h=3",
            "",
            3,
            Is(""),
            &[
                "to explore tiles on the store `ranked` takes 239503203 bytes (240 MB) of memory, \
                 and 100000000 bytes (100 MB) are left; the store `planes` takes 32191920 bytes (32 MB); the store \
                 `plane-residues` takes 96058800 bytes (96 MB)\n",
            ],
        ),
        // Nothing fits: what comes nearest, or what grows with what is reached.
        row(
            "explore -q --store ranked --memory 1MB tiles w=4 h=3",
            "",
            3,
            Is(""),
            &[
                "and 1000000 bytes (1.0 MB) are left; the store `planes` takes 32191920 bytes (32 MB)\n",
            ],
        ),
        row(
            "explore -q --memory 9GB tiles w=4 h=4",
            "",
            3,
            Is(""),
            &[
                "on the store `planes` takes 1395373578186 bytes (1.4 TB) of memory, and 9000000000 bytes (9.0 GB) are left\n",
                "hint: --store interned keeps only what is reached",
            ],
        ),
        row(
            "explore -q --memory 9GB --checkpoint nowhere/at/all tiles w=4 h=4",
            "",
            3,
            Is(""),
            &["are left; its checkpoints take 2790743190112 bytes (2.8 TB) of disk\n"],
        ),
        // Only what can do the same is named.
        row(
            "explore -q --memory 40MB --local-maxima --store ranked tiles w=4 h=3",
            "",
            3,
            Is(""),
            &["are left; the store `plane-residues` takes 96058800 bytes (96 MB)\n"],
        ),
        row(
            "explore -q topspin n=20 k=20",
            "",
            3,
            Is(""),
            &[
                "to explore topspin on the store `planes` takes at least 304273657239552000 bytes (304 PB) of memory, and ",
            ],
        ),
        row(
            "explore -q --memory 99 --store bits magic n=10",
            "",
            3,
            Is(""),
            &["on the store `bits` takes 1373 bytes (1.4 kB) of memory, and 99 bytes are left\n"],
        ),
        // What is said to be enough is enough: nothing ends in the middle.
        row(
            "explore -q --memory 852458 --store bits tiles w=2 h=5",
            "",
            3,
            Is(""),
            &["on the store `bits` takes 852459 bytes (852 kB) of memory"],
        ),
        row(
            "explore -q --memory 852459 --store bits tiles w=2 h=5",
            "",
            0,
            Has(&["1814400 states"]),
            &[],
        ),
        row(
            "explore -q --memory 1079259 --store residues tiles w=2 h=5",
            "",
            0,
            Has(&["1814400 states"]),
            &[],
        ),
        row(
            "explore -q --memory 3kB --store ranked magic n=10",
            "",
            0,
            Has(&["800 states"]),
            &[],
        ),
    ]);
}

/// More states than 64 bits number: how many they are, and what does without numbers.
#[test]
fn spaces_that_cannot_be_numbered_are_refused_in_plain_words() {
    const STATES: &str = "7755605021665492992000000 states are more than 2^64 - 1";
    let refused = |line| {
        row(
            line,
            "",
            3,
            Is(""),
            &[STATES, "hint: --store interned keeps only"],
        )
    };
    check(&[
        refused("explore -q tiles w=5 h=5"),
        refused("explore -q tiles w=5 h=5 --store ranked"),
        refused("explore -q --forecast tiles w=5 h=5"),
        row(
            "explore -q tiles w=5 h=5 --store interned --max-states 1000",
            "",
            3,
            Has(&[
                "not the whole space: the limit of 1000 states was reached, and 1002 were met by then; 632 states",
            ]),
            &[],
        ),
        row(
            "explore tiles w=6 h=6",
            "",
            2,
            Is(""),
            &["`h` is `6`, expected a number from 1 to 4, since a board has at most 25 cells"],
        ),
    ]);
}

/// Bit planes look at limits between stretches of a layer. What was met by then is counted and said, and no verdict
/// is made of it: the last state that can be met does not end a sweep, that nothing follows it does.
#[test]
fn limits_on_planes_are_told_as_they_are() {
    let line = |most: &str| format!("explore -q --deepest 0 --max-states {most} tiles w=3 h=3");
    let explored = |most| run_line(&line(most), "");
    let cut = explored("1000");
    assert_eq!(cut.code, Some(3));
    let told = "not the whole space: the limit of 1000 states was reached, and 1102 were met by then; 1102 states in \
                whole layers\n";
    assert!(cut.stdout.ends_with(told), "{}", cut.stdout);
    let exact = explored("1102");
    let told =
        "not the whole space: the limit of 1102 states was reached; 1102 states in whole layers\n";
    assert!(exact.stdout.ends_with(told), "{}", exact.stdout);
    assert_eq!(explored("181440").code, Some(3));
    let whole = explored("181441");
    assert_eq!(whole.code, Some(0));
    assert!(
        whole
            .stdout
            .ends_with("181440 states, the deepest at depth 31\n")
    );
    let expansions = run_line(
        "explore -q --max-expansions 100 tiles w=3 h=3 --output csv",
        "",
    );
    assert_eq!(expansions.code, Some(3));
}

/// What was cut off says where it goes on, then that it does, and a checkpoint of the other direction is told apart.
#[test]
fn checkpoints_say_what_they_are_of() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    let explored = |more: &[&str]| {
        let words = ["explore", "--no-timing", "--checkpoint", path];
        run(&[&words, more, &["tiles", "w=3", "h=3"]].concat(), "")
    };
    let cut = explored(&["--max-states", "1000"]);
    assert_eq!(cut.code, Some(3), "{}", cut.stderr);
    let there = format!("a checkpoint is in {path}; the same command goes on from it\n");
    assert_eq!(cut.stderr, format!("statewalk: {there}"));
    let other = explored(&["--backward"]);
    assert_eq!(other.code, Some(2));
    for name in [
        "of `tiles h=3 w=3`, forward (",
        "is `tiles h=3 w=3`, backward (",
    ] {
        assert!(other.stderr.contains(name), "{}", other.stderr);
    }
    // 1102 states up to depth 11, counted on other stores too.
    let on = "statewalk: going on from depth 11, 1102 states so far\n";
    let json = explored(&["--json", "--max-states", "1000"]);
    assert_eq!(
        (json.code, json.stderr),
        (Some(3), format!("{on}statewalk: {there}"))
    );
    let document: serde_json::Value = serde_json::from_str(&json.stdout).unwrap();
    let resumed = &document["spaces"][0]["resumed"];
    assert_eq!(
        (&resumed["depth"], &resumed["states"]),
        (&11.into(), &1102.into())
    );
    let whole = explored(&[]);
    assert_eq!((whole.code, whole.stderr.as_str()), (Some(0), on));
    assert!(
        whole
            .stdout
            .contains("181440 states, the deepest at depth 31")
    );
}

/// A directed space, in each table that it has, both ways.
#[test]
fn sweeps_by_rank_go_on_from_checkpoints() {
    for form in [
        &["--store", "ranked"][..],
        &["--store", "bits"],
        &["--backward"],
    ] {
        let folder = tempfile::tempdir().unwrap();
        let saving = ["--checkpoint", folder.path().to_str().unwrap()];
        let explored = |more: &[&str]| {
            let words = ["explore", "--no-timing", "--output", "csv"];
            let given = ["magic", "n=8", "--deepest", "4"];
            run(&[&words, form, more, &given].concat(), "")
        };
        let cut = explored(&[&saving[..], &["--max-states", "100"]].concat());
        assert_eq!(cut.code, Some(3), "{}", cut.stderr);
        let whole = explored(&saving);
        assert_eq!(whole.code, Some(0), "{}", whole.stderr);
        assert!(whole.stderr.contains("going on from depth 3, 1"));
        assert_eq!(whole.stdout, explored(&[]).stdout);
    }
}

/// Each space of a file has checkpoints of its own.
#[test]
fn spaces_of_a_file_do_not_share_a_checkpoint() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    let saving = ["--checkpoint", path];
    let explored = |more: &[&str]| {
        let words = ["explore", "--no-timing", "--output", "csv"];
        let file = ["puzzles/instances/magic/two-boards.txt"];
        run(&[&words, more, &file].concat(), "")
    };
    let cut = explored(&[&saving[..], &["--max-states", "2"]].concat());
    assert_eq!(cut.code, Some(3), "{}", cut.stderr);
    let there = format!("a checkpoint is in {path}; the same command goes on from it\n");
    assert!(cut.stderr.contains(&there), "{}", cut.stderr);
    let whole = explored(&saving);
    assert_eq!(whole.code, Some(0), "{}", whole.stderr);
    assert_eq!(whole.stderr.matches("going on from depth ").count(), 2);
    assert_eq!(whole.stdout, explored(&[]).stdout);
}

#[test]
fn folders_that_cannot_hold_checkpoints_are_refused_first() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let path = file.to_str().unwrap();
    let refused = run(&["explore", "-q", "--checkpoint", path, "tiles"], "");
    assert_eq!((refused.code, refused.stdout.as_str()), (Some(4), ""));
    let told = format!("cannot make the folder {path}: ");
    assert!(refused.stderr.contains(&told), "{}", refused.stderr);
}
