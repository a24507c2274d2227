//! Pattern databases that are kept in a folder.

use std::fs;

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

    // What was cut short is refused by name, and left.
    let (first, _) = &kept[0];
    let whole = fs::read(first).unwrap();
    fs::write(first, &whole[..whole.len() - 1]).unwrap();
    let refused = solved(folder, &SOLVE);
    assert_eq!(refused.code, Some(4), "{refused:?}");
    let name = first.file_name().unwrap().to_str().unwrap();
    assert!(
        refused.stdout.contains(name) && refused.stdout.contains("cut short"),
        "{refused:?}"
    );
    assert_eq!(fs::read(first).unwrap().len(), whole.len() - 1);
}
