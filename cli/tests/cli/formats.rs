//! Which puzzle a file is taken for: broken ones are judged by the reader that they are meant for.

use std::env;
use std::path::Path;

use crate::{run, run_line};

/// A text and what is said of it: the place with what was found, and the puzzle that says so.
const BROKEN: &[(&str, &str, &str)] = &[
    // A size and rows: twice, out of range, short, long, no number.
    (
        "3\n1 2 3\n4 4 5\n6 7 0\n",
        "3:3: found `4`, expected a number that is not there yet",
        "tiles",
    ),
    (
        "4\n1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 15 16\n",
        "5:10: found `16`",
        "tiles",
    ),
    (
        "4\n1 2 3 4\n5 6 7\n9 10 11 12\n13 14 15 0\n",
        "3:6: found the end of the line, expected a row of 4 numbers",
        "tiles",
    ),
    (
        "3\n1 2\n3 4 5\n6 7 0\n",
        "2:4: found the end of the line, expected a row of 3 numbers",
        "tiles",
    ),
    (
        "3\n1 2 3 4 5 6 7 8 0\n",
        "2:7: found `4`, expected a row of 3 numbers",
        "tiles",
    ),
    (
        "3\n1 2 3\n4 x 5\n6 7 8\n",
        "3:3: found `x`, expected a tile, or `0` or `_` for the blank",
        "tiles",
    ),
    (
        "3 2\n1 0 2\n3 4 4\n",
        "3:5: found `4`, expected a number that is not there yet",
        "tiles",
    ),
    // Rows without a size.
    ("1 2 3\n4 x 5\n6 7 8\n", "2:3: found `x`", "tiles"),
    (
        "1 2 3\n4 5 0\n6 7\n",
        "3:4: found the end of the line, expected a row of 3 numbers",
        "tiles",
    ),
    // A board a line, with or without numbers beside it.
    (
        "1 2 3 4 4 5 6 7 0\n",
        "1:9: found `4`, expected a number that is not there yet",
        "tiles",
    ),
    (
        "1 2 3 4 5 6 7 8 x\n",
        "1:17: found `x`, expected a tile, or `0` or `_` for the blank",
        "tiles",
    ),
    (
        "1 2 3 4 5 6 7 0\n",
        "1:1: found `1`, expected the size of a board, or a square board in a line",
        "tiles",
    ),
    (
        "1: 1 2 3 4 5 6 7 8 0\n",
        "1:1: found `1:`, expected a number",
        "tiles",
    ),
    (
        "1 14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 10 57\n",
        "1:39: found `10`, expected a number that is not there yet",
        "tiles",
    ),
    (
        "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3\n1 2 3 4\n",
        "2:8: found the end of the line, expected a line of 16 numbers",
        "tiles",
    ),
    // Stacks.
    (
        "3 1 1 2 5 4\n",
        "1:5: found `1`, expected a number that is not there yet",
        "pancake",
    ),
    (
        "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17\n",
        "1:40: found `17`, expected at most 16 words in a line",
        "pancake",
    ),
    (
        "3 1 4 2\n1 2 2\n",
        "2:5: found `2`, expected a number that is not there yet",
        "pancake",
    ),
    (
        "3 1 4 2\n1 2 x\n",
        "2:5: found `x`, expected a pancake",
        "pancake",
    ),
    // Squares, in lines or not.
    (
        "1\n3\n1 2 3\n4 5 6\n7 8\n",
        "6:1: found the end of the input, expected a number of the board",
        "magic",
    ),
    ("1\nx\n", "2:1: found `x`, expected the side n", "magic"),
    (
        "2\n2 1 2 3 4 2 1 2 3\n",
        "3:1: found the end of the input, expected a number of the board",
        "magic",
    ),
    // The others, by their first lines.
    ("2 1\n1 0\n0 y\n0 0\n0 1\n", "3:3: found `y`", "kings"),
    (
        "2 2 1\n1 1\n1 z\n1 1 1 2 2 2\n",
        "3:3: found `z`",
        "huarong",
    ),
    ("R U Q2 F\n", "1:5: found `Q2`, expected a turn", "cube2"),
    (
        "UUUU RRRR FFFF DDDD LLLX BBBB\n",
        "1:21: found `LLLX`, expected stickers",
        "cube2",
    ),
    ("hanoi 3 2\n1\n", "2:2: found the end of the line", "hanoi"),
    (
        "topspin 3 2\n1 2\n",
        "2:4: found the end of the line",
        "topspin",
    ),
    ("p sp 2 1\na 1 3 1\n", "2:5: found `3`", "graph"),
    (
        "type octile\nheight 2\nwidth 2\nmap\n..\n",
        "6:1: found the end of the input",
        "grid",
    ),
];

#[test]
fn broken_files_are_judged_by_the_puzzle_that_they_are_meant_for() {
    let mut faults = Vec::new();
    for (text, place, puzzle) in BROKEN {
        let told = run(&["solve", "-"], *text);
        let expected = format!("statewalk: standard input:{place}");
        let by = format!("read as {puzzle}");
        let is_said = { told.stderr.lines() }.any(|line| line.starts_with(&expected));
        let is_right = told.code == Some(2) && told.stdout.is_empty();
        if !is_said || !is_right || !told.stderr.contains(&by) {
            faults.push(format!("{text:?} by {puzzle}, {place}: {told:#?}"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Texts that a reader can make something of by chance, and the one that must be named for it.
const UNNAMED: &[(&str, &str)] = &[
    ("1 2 3 4 5 6 0\n", "pancake"),
    ("0 2 1 4 3 6 5 8 7 10 9 11\n1 0 2\n", "pancake"),
];

#[test]
fn what_a_reader_takes_by_chance_must_be_named() {
    for (text, puzzle) in UNNAMED {
        let told = run(&["solve", "-"], *text);
        assert_eq!((told.code, &*told.stdout), (Some(2), ""), "{text}");
        let hint = format!("does not look like a file of {puzzle}, but --format {puzzle} reads it");
        assert!(told.stderr.contains(&hint), "{text}: {}", told.stderr);
        let named = run(&["solve", "-q", "--format", puzzle, "-"], *text);
        assert_eq!(named.code, Some(0), "{text}: {}", named.stderr);
    }
    // Whatever the option: only that of the puzzle itself names it.
    let told = run(&["solve", "-"], "1 2 3 4 5 6 7 0\n");
    assert!(!told.stderr.contains("--format pancake"), "{}", told.stderr);
}

/// Right files of one line or more, and their puzzle.
const RIGHT: &[(&str, &str)] = &[
    ("1 1 1\n", "magic"),
    ("2 1 1 2 1 2 3 4\n", "magic"),
    ("1 2 4 1 3 2\n", "magic"),
    ("1\n0\n", "tiles"),
    ("2\n1 0\n2 3\n", "tiles"),
    ("3 2\n1 _ 2\n3 4 5\n", "tiles"),
    ("1 2 3\n4 _ 5\n6 7 8\n", "tiles"),
    ("2 1\n", "pancake"),
    ("1 2 3 4 5 6 7 8 9\n", "pancake"),
    ("2 1\n1 0\n0 0\n0 0\n0 1\n", "kings"),
];

#[test]
fn right_files_are_those_of_their_puzzle() {
    for (text, puzzle) in RIGHT {
        let told = run_line("solve --no-plan -", *text);
        let by = format!("standard input is read as {puzzle}\n");
        assert!(told.stderr.contains(&by), "{text:?}: {told:#?}");
        assert!(matches!(told.code, Some(0 | 1)), "{text:?}: {told:#?}");
    }
}

/// A board of four columns and three rows, with a number before it.
const OBLONG: &str = "1 3 1 0 4 2 10 5 6 8 11 9 7\n";

#[test]
fn options_count_when_a_file_is_judged() {
    let told = run(&["solve", "--no-plan", "-p", "size=4x3", "-"], OBLONG);
    assert_eq!(told.code, Some(0), "{}", told.stderr);
    assert!(told.stdout.contains("solved, cost 32"), "{}", told.stdout);
    assert!(told.stderr.contains("is read as tiles"), "{}", told.stderr);
    let compared = run_line(
        "compare --no-timing --strategies ida-star --heuristics manhattan -p size=4x3 -",
        OBLONG,
    );
    assert_eq!(compared.code, Some(0), "{}", compared.stderr);
    // Without the option it is a board of nine cells with too much beside it, or nothing.
    assert_eq!(run(&["solve", "-"], OBLONG).code, Some(2));
    // An option that another puzzle knows does not make it one.
    let kings = "2 1\n1 0\n0 0\n0 0\n0 1\n";
    let told = run(&["solve", "-p", "size=4x3", "-"], kings);
    let text = "there is no parameter `size`; known: ";
    assert!(told.stderr.contains(text), "{}", told.stderr);
    let broken = OBLONG.replace("10", "11");
    let told = run(&["solve", "-p", "size=4x3", "-"], broken);
    let text = "standard input:1:22: found `11`, expected a number that is not there yet";
    assert!(told.stderr.contains(text), "{}", told.stderr);
}

/// Broken files of others, and what is said of them.
const THEIRS: &[(&str, &str)] = &[
    ("15-duplicate-tile.txt", ":4:6: found `10`, "),
    ("15-missing-blank.txt", ":5:10: found `16`, "),
    ("15-short-row.txt", ":3:6: found the end of the line, "),
    (
        "map-height-lies.map",
        ":8:1: found the end of the input, expected row 4 of the 5",
    ),
    ("empty.xsb", ":1:1: found no words, "),
    ("open-wall.xsb", ":1:1: found `#####`, "),
    ("rush-broken-car.txt", ":1:1: found `AoAooo"),
];

#[test]
#[expect(clippy::print_stderr, reason = "a test that skips says so")]
fn broken_files_of_others_are_refused_by_the_place() {
    let Some(folder) = env::var_os("STATEWALK_INSTANCES") else {
        eprintln!("STATEWALK_INSTANCES is not set: broken files of others are not tried");
        return;
    };
    let folder = Path::new(&folder).join("variants/bad");
    for (name, place) in THEIRS {
        let path = folder.join(name);
        let told = run(&["solve", path.to_str().unwrap()], "");
        assert_eq!((told.code, &*told.stdout), (Some(2), ""), "{name}");
        let expected = format!("{name}{place}");
        assert!(told.stderr.contains(&expected), "{name}: {}", told.stderr);
    }
}
