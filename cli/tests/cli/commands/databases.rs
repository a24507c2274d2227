//! Pattern databases that are kept in a folder.

use std::fs;
use std::path::{Path, PathBuf};

use crate::run;

/// A board of 15 tiles, two moves from the goal.
const BOARD: &str = "4 1 2 3 8 5 6 7 0 9 10 11 12 13 14 15\n";

fn solved(folder: &str, command: &[&str]) -> crate::Run {
    let words = ["--heuristic", "pdb:4-4-4-3", "--databases", folder];
    run(&[command, &words].concat(), BOARD)
}

const SOLVE: [&str; 6] = [
    "solve",
    "-",
    "--quiet",
    "--no-timing",
    "--strategy",
    "ida-star",
];

#[test]
fn they_are_built_once_and_mapped_from_then_on() {
    let parent = tempfile::tempdir().unwrap();
    let folder = parent.path().join("made/when missing");
    let folder = folder.to_str().unwrap();
    let built = solved(folder, &SOLVE);
    assert_eq!(
        (built.code, built.stderr.as_str()),
        (Some(0), ""),
        "{built:?}"
    );
    assert!(
        built
            .stdout
            .contains("solved, cost 2, 2 actions, proved optimal"),
        "{built:?}"
    );
    let files = || {
        let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
        let mut files: Vec<_> = files
            .map(|file| (file.path(), file.metadata().unwrap().modified().unwrap()))
            .collect();
        files.sort();
        files
    };
    let kept = files();
    assert_eq!(kept.len(), 4, "{kept:?}");
    let counts = |run: &crate::Run| {
        let counts = run.stdout.lines().find(|line| line.contains("expanded"));
        counts
            .and_then(|line| line.split_once(';'))
            .map(|(_, rest)| rest.split(';').next().unwrap().to_owned())
    };
    let mapped = solved(folder, &SOLVE);
    assert_eq!(
        (mapped.code, counts(&mapped)),
        (Some(0), counts(&built)),
        "{mapped:?}"
    );
    assert_eq!(files(), kept, "nothing is written again");
}

/// The files of a folder, by name.
fn files(folder: &Path) -> Vec<PathBuf> {
    let files = fs::read_dir(folder).unwrap();
    let mut files: Vec<_> = files.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

/// What is damaged is bad input: it is refused by its name, once, before anything is built or searched, and left.
#[test]
fn what_is_damaged_is_refused_before_the_work() {
    let parent = tempfile::tempdir().unwrap();
    let folder = parent.path().to_str().unwrap();
    assert_eq!(solved(folder, &SOLVE).code, Some(0));
    let whole = files(parent.path());
    let [first, second, .., last] = &whole[..] else {
        panic!("{whole:?}");
    };
    let (bytes, other) = (fs::read(last).unwrap(), fs::read(second).unwrap());
    let mut flipped = bytes.clone();
    flipped[bytes.len() / 2] ^= 1;
    let damages = [
        (bytes[..bytes.len() - 1].to_vec(), "it was cut short"),
        (flipped, "it was changed after it was written"),
        (Vec::new(), "it is none, or one of another form"),
        (other, "expected one of tiles "),
    ];
    let name = last.file_name().unwrap().to_str().unwrap();
    for (damage, why) in damages {
        fs::write(last, &damage).unwrap();
        // Nothing is built for what is missing, either.
        let _ = fs::remove_file(first);
        for strategy in ["ida-star", "ida-star-bpmx", "astar"] {
            let words = ["solve", "-", "-q", "--strategy", strategy];
            let words = [
                &words[..],
                &["--heuristic", "pdb:4-4-4-3", "--databases", folder],
            ];
            let refused = run(&words.concat(), BOARD.repeat(2));
            assert_eq!(
                (refused.code, &*refused.stdout),
                (Some(2), ""),
                "{refused:?}"
            );
            let (place, hint) = (refused.stderr.matches(name), "hint: delete it");
            assert_eq!(place.count(), 1, "{refused:?}");
            assert!(
                refused.stderr.contains(why) && refused.stderr.contains(hint),
                "{refused:?}"
            );
            assert!(
                !refused.stderr.contains("contradicts itself"),
                "{refused:?}"
            );
        }
        let compare = ["compare", "-", "-q", "--strategies", "ida-star"];
        let words = ["--heuristics", "pdb:4-4-4-3", "--databases", folder];
        let refused = run(&[&compare[..], &words].concat(), BOARD);
        assert_eq!(
            (refused.code, &*refused.stdout),
            (Some(2), ""),
            "{refused:?}"
        );
        assert!(refused.stderr.contains(why), "{refused:?}");
        assert_eq!(fs::read(last).unwrap(), damage);
        assert!(!first.exists());
    }
    fs::remove_file(last).unwrap();
    assert_eq!(solved(folder, &SOLVE).code, Some(0));
    assert_eq!(
        (files(parent.path()), fs::read(last).unwrap()),
        (whole, bytes)
    );
}

#[test]
fn what_is_no_folder_is_bad_input() {
    let parent = tempfile::tempdir().unwrap();
    let file = parent.path().join("file");
    fs::write(&file, "text").unwrap();
    let refused = solved(file.to_str().unwrap(), &SOLVE);
    assert_eq!(
        (refused.code, &*refused.stdout),
        (Some(2), ""),
        "{refused:?}"
    );
    assert!(refused.stderr.contains("cannot make "), "{refused:?}");
    assert_eq!(fs::read_to_string(&file).unwrap(), "text");
}

/// A board without a plan needs none, and a limit while they are built is a limit.
#[test]
fn they_are_built_for_boards_that_are_searched_and_within_limits() {
    let parent = tempfile::tempdir().unwrap();
    let folder = parent.path().join("none");
    let name = folder.to_str().unwrap();
    let words = ["--heuristic", "pdb:4-4-4-3", "--databases", name];
    let odd = "1 4 2 3 8 5 6 7 0 9 10 11 12 13 14 15\n";
    let told = run(&[&SOLVE[..], &words].concat(), odd);
    assert!(told.code == Some(1) && !folder.exists(), "{told:?}");
    let words = [&SOLVE[..], &words, &["--memory", "60kB"]].concat();
    let told = run(&words, format!("{BOARD}{odd}"));
    assert_eq!(told.code, Some(3), "{told:?}");
    assert!(
        told.stdout.contains("question 2 (line 2): unsolvable"),
        "{told:?}"
    );
    assert!(files(&folder).is_empty(), "{told:?}");
}

/// What the runs of a comparison need is built before them, for none of them.
#[test]
fn a_comparison_builds_them_before_its_runs() {
    let parent = tempfile::tempdir().unwrap();
    let folder = parent.path().to_str().unwrap();
    let words = ["compare", "-", "--strategies", "ida-star", "--heuristics"];
    let words = [&words[..], &["pdb:4-4-4-3,manhattan", "--output", "jsonl"]].concat();
    let kept = [&words[..], &["--databases", folder]].concat();
    let built = run(&kept, BOARD);
    assert_eq!(built.code, Some(0), "{built:?}");
    assert!(
        built
            .stderr
            .contains("pattern databases are up to date after "),
        "{built:?}"
    );
    let there = files(parent.path());
    assert_eq!(there.len(), 4);
    let lines = |run: &crate::Run| {
        let lines = run
            .stdout
            .lines()
            .map(|line| serde_json::from_str(line).unwrap());
        lines.collect::<Vec<serde_json::Value>>()
    };
    let told = lines(&built);
    assert!(told[0]["preparing"].as_f64() > Some(0.0));
    // Nothing was built by a run: it maps what is there, and claims little.
    let peak = |told: &[serde_json::Value]| {
        let mut runs = told
            .iter()
            .filter(|line| line["heuristic"] == "pdb:4-4-4-3");
        runs.next().unwrap()["stats"]["peak_bytes"].as_u64()
    };
    assert!(peak(&told) < Some(10_000), "{told:?}");
    let untimed = run(&[&kept[..], &["--no-timing"]].concat(), BOARD);
    assert!(lines(&untimed)[0].get("preparing").is_none(), "{untimed:?}");
    assert!(!untimed.stderr.contains("up to date"), "{untimed:?}");
    // Without a folder each run builds its own.
    let each = run(&words, BOARD);
    assert!(
        each.code == Some(0) && peak(&lines(&each)) > Some(40_000),
        "{each:?}"
    );
}

#[test]
fn building_does_not_use_up_the_limits_of_the_search() {
    let eight = "puzzles/instances/tiles/eight.txt";
    let words = ["solve", "-q", "--no-plan", "--max-expansions", "5", eight];
    let found = run(&words, "");
    assert_eq!(found.code, Some(3), "{found:?}");
    for told in [
        "question 1 (line  2): not settled: the limit of 5 expansions was reached, no plan costs less",
        "question 3 (line 12): unsolvable",
        "question 4 (line 17): solved, cost 0, proved optimal",
        " 10 expanded",
    ] {
        assert!(found.stdout.contains(told), "{told}: {found:?}");
    }
    let words = "compare -q --no-timing --max-expansions 5 --strategies ida-star --heuristics";
    let words = words.split(' ').chain(["pdb:5-5-5,manhattan", eight]);
    let compared = run(&words.collect::<Vec<_>>(), "");
    for name in ["pdb:5-5-5", "manhattan"] {
        let row =
            format!("ida-star  stack  {name}       1        1     2       0     0        10  ");
        assert!(compared.stdout.contains(&row), "{row}: {compared:?}");
    }
}
