//! Files of instances: those of the project, and those of third parties where the environment variable
//! `STATEWALK_INSTANCES` says where they are.

use std::path::{Path, PathBuf};
use std::{env, fs};

use statewalk::catalog::entry::Choice;
use statewalk::catalog::menu::Settings;
use statewalk::catalog::params::Params;
use statewalk::catalog::report::{Report, Verdict};
use statewalk_puzzles::puzzle;

/// A file of third parties, if they are there.
#[expect(clippy::print_stderr, reason = "a test that is skipped must say so")]
fn foreign(name: &str) -> Option<String> {
    let Some(folder) = env::var_os("STATEWALK_INSTANCES") else {
        eprintln!("STATEWALK_INSTANCES is not set: {name} is skipped");
        return None;
    };
    Some(fs::read_to_string(PathBuf::from(folder).join(name)).unwrap())
}

fn own(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("instances");
    fs::read_to_string(folder.join(name)).unwrap()
}

fn solved(name: &str, text: &str, options: &[&str], expansions: Option<u64>) -> Report {
    let mut settings = Settings::default();
    settings.limits.expansions = expansions;
    let options = Params::parse(options).unwrap();
    let choice = Choice::default();
    let entry = puzzle(name).unwrap();
    entry
        .solve(text.as_bytes(), &options, &choice, &settings, &mut ())
        .unwrap()
}

/// The costs of a report, -1 for no plan.
fn costs(report: &Report) -> Vec<i64> {
    let cost = |verdict: &Verdict| match verdict {
        Verdict::Solved { plan, .. } => plan.cost,
        Verdict::Unsolvable { .. } => -1,
        other => panic!("{other:?}"),
    };
    report
        .answers
        .iter()
        .map(|answer| cost(&answer.verdict))
        .collect()
}

#[test]
fn own_instances_have_their_costs() {
    let rows: &[(&str, &str, &[&str], &[i64])] = &[
        ("tiles", "tiles/eight.txt", &[], &[31, 31, -1, 0]),
        ("pancake", "pancake/stacks.txt", &[], &[1, 1, 5]),
        ("hanoi", "hanoi/reve.txt", &[], &[33]),
        ("topspin", "topspin/rings.txt", &[], &[1, 1, -1]),
        ("cube2", "cube2/cubes.txt", &[], &[3, 1, -1]),
        ("cube2", "cube2/cubes.txt", &["metric=quarter"], &[3, 1, -1]),
    ];
    for (puzzle, file, options, expected) in rows {
        let report = solved(puzzle, &own(file), options, None);
        assert_eq!(costs(&report), *expected, "{file}");
    }
}

/// The boards of such a file are read, by both goals.
fn korf(text: &str, boards: usize) {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    assert_eq!(lines.count(), boards);
    let report = solved("tiles", text, &[], Some(10));
    assert_eq!(report.answers.len(), boards);
    for answer in &report.answers {
        // All have plans, and none is short.
        let limit = matches!(answer.verdict, Verdict::LimitReached { .. });
        assert!(limit, "{:?}", answer.verdict);
    }
    // The goal with the blank last is of the other parity on a board of 4 x 4.
    let last = solved("tiles", text, &["blank=last"], Some(10));
    assert!(costs(&last).iter().all(|&cost| cost == -1));
}

#[test]
fn the_hundred_boards_are_read() {
    korf(&own("tiles/korf100.txt"), 100);
    if let Some(text) = foreign("sliding-tile/korf100.part1.txt") {
        korf(&text, 67);
    }
}

#[test]
fn foreign_boards_have_their_costs() {
    for (name, expected) in [
        ("sliding-tile/puzzle04.txt", 4),
        ("sliding-tile/puzzle3x3-unsolvable.txt", -1),
        ("sliding-tile/puzzle4x4-unsolvable.txt", -1),
    ] {
        if let Some(text) = foreign(name) {
            let report = solved("tiles", &text, &["blank=last"], None);
            assert_eq!(costs(&report), [expected], "{name}");
        }
    }
}
