//! Encodings measured by name and by file: tables, JSON, charts, limits and refusals.

use std::fs;

use serde_json::Value;

use super::Stdout::{Has, Is};
use super::{check, row};
use crate::{run, run_line};

#[test]
fn measuring() {
    check(&[
        row(
            "encodings -q magic n=3 --encoding placement --no-timing",
            "",
            0,
            Has(&[
                "# magic n=3, states from the goal\n",
                "placement  bits       7     72      72  1.000      5",
                "holds on all 72 ranks, and on 65536 states of random walks (seed 0)",
                "store: u8 table, 72 bytes: some action cannot be undone, and no distance passes 5",
            ]),
            &[],
        ),
        row(
            "encodings -q magic n=5 --encoding padded --no-timing",
            "",
            0,
            // 8 symmetries, and 8 x 8 for 5 x 5 cells.
            Has(&["padded    bits       9    512     200  2.560      7"]),
            &[],
        ),
        row(
            "encodings -q tiles w=3 h=2 --no-timing --seed 5",
            "",
            0,
            Has(&[
                "states    interned         128      -     360      -     21",
                "parts     bits               9    360     360  1.000     21",
                "parts     residues           9    360     360  1.000     21",
                "parts     planes             9    360     360  1.000     21",
                "parts     plane-residues     9    360     360  1.000     21",
                "linear    packed            10    720     360  2.000     21",
                "cells     bits              10    720     360  2.000     21",
                "(seed 5)",
                "2-bit table",
            ]),
            &[],
        ),
        row(
            "encodings -q kings n=5 k=4 labels=ignored --encoding combination --no-timing",
            "",
            0,
            // 25 choose 4 of which 1987 are peaceful.
            Has(&["combination  bits        14  12650    1987  6.366"]),
            &[],
        ),
        row(
            "encodings -q kings n=4 k=3 --encoding combination --no-timing",
            "",
            0,
            Has(&["not measured: the kings have labels"]),
            &[],
        ),
        row(
            "encodings -q puzzles/instances/huarong/noip2013.txt --no-timing --encoding apart",
            "",
            0,
            Has(&["states from the start of question 1", "apart     bits"]),
            &[],
        ),
    ]);
}

#[test]
fn limits_and_refusals() {
    check(&[
        row(
            "encodings -q --max-states 5 --no-timing magic n=5 --encoding placement",
            "",
            3,
            Has(&["the limit of 5 states was reached"]),
            &[],
        ),
        row(
            "encodings -q --memory 100 --no-timing magic n=30",
            "",
            3,
            Has(&["the memory limit", "0 states in whole layers"]),
            &[],
        ),
        row(
            // 20! ranks of tiles, and more: neither counted nor taken.
            "encodings -q --max-states 1000 --no-timing tiles w=5 h=5 --encoding linear",
            "",
            0,
            Has(&["not measured: ", "are more than 2^64 - 1"]),
            &[],
        ),
        row(
            "encodings -q magic --encoding placment",
            "",
            2,
            Is(""),
            &[
                "magic has no encoding `placment`",
                "did you mean `placement`?",
            ],
        ),
        row(
            "encodings -q mgic",
            "",
            2,
            Is(""),
            &["did you mean the puzzle `magic`?"],
        ),
        row(
            "encodings -q magic m=3",
            "",
            2,
            Is(""),
            &["no parameter `m`"],
        ),
        row(
            "encodings -q puzzles/instances/huarong/noip2013.txt n=3",
            "",
            2,
            Is(""),
            &["-p"],
        ),
        row(
            "encodings -q magic --repeats 0",
            "",
            2,
            Is(""),
            &["--repeats"],
        ),
        row(
            "encodings -q magic n=3 --no-timing --svg no/such/folder/chart.svg",
            "",
            4,
            // A picture that cannot be written costs no answer.
            Has(&["placement  bits         7     72      72  1.000"]),
            &["no/such/folder/chart.svg: cannot write it"],
        ),
        row(
            "encodings -q -",
            "x y\n",
            2,
            Is(""),
            &["standard input:1:1"],
        ),
    ]);
}

/// Fields are composed without a puzzle.
#[test]
fn composing() {
    let fields = |text: &'static str, more: &[&'static str]| {
        run(&[&["encodings", "--fields", text], more].concat(), "")
    };
    let tiles = "blank: cell 12, tiles: permutation 11 even";
    let told = fields(tiles, &["--memory", "2GiB"]);
    assert_eq!((told.code, told.stderr.as_str()), (Some(0), ""));
    assert_eq!(
        told.stdout,
        "field  kind                   values  bits  bytes\n\
         blank  cell 12                    12     4      1\n\
         tiles  permutation 11 even  19958400    25     11\n\
         239500800 ranks of 28 bits; a state is 12 bytes\n\
         store: 2-bit table, 60 MB: every action can be undone and costs 1\n"
    );
    let reasons = [
        (
            &["--directed", "--largest", "53"][..],
            "u8 table, 240 MB: some action cannot be undone, and no distance passes 53",
        ),
        (&["--no-distances"], "1-bit table, 30 MB"),
        (&["--weighted"], "u8 table, 240 MB: actions differ in cost"),
        (&["--states", "1000"], "packed hash, 42 kB"),
        (
            &["--memory", "1MB"],
            "packed hash: the 2-bit table would need 60 MB",
        ),
    ];
    for (more, reason) in reasons {
        let told = fields(tiles, more);
        assert_eq!(told.code, Some(0), "{more:?} {}", told.stderr);
        assert!(told.stdout.contains(reason), "{more:?} {}", told.stdout);
    }
    let full = fields(tiles, &["--memory", "1MB", "--states", "239500800"]);
    assert_eq!(full.code, Some(3));
    assert!(full.stdout.contains("too small for any store"));
    let large = fields("permutation 21", &["--memory", "1GiB"]);
    assert!(large.stdout.contains("; there is room for at least "));
    let json = fields("permutation 30, cell 2", &["--json"]);
    let json: Value = serde_json::from_str(&json.stdout).unwrap();
    assert_eq!(json["ranks"], "530505719624382117272616960000000");
    assert_eq!(json["ranked"], false);
    assert_eq!(json["fields"][1]["kind"], "cell 2");
    assert_eq!(json["fields"][1]["values"], 2);
    assert_eq!(json["advice"]["store"], "interned hash");
    for (field, bytes) in [
        ("permutation 12 even", Value::from(59_875_200)),
        // Too many for a double, which more than 64 bits may number.
        ("integer 18446744073709551615", "4611686018427387904".into()),
    ] {
        let json = fields(field, &["--json", "--memory", "18446744073709551615"]);
        let json: Value = serde_json::from_str(&json.stdout).unwrap();
        assert_eq!(json["advice"]["bytes"], bytes, "{field}");
    }
    for (words, reason) in [
        (
            &["--fields", "cell 3, cel 4"][..],
            "--fields:1:9: found `cel`",
        ),
        (
            &["--fields", "arrangement 6 of 5"],
            "--fields:1:1: field `1`: 6 of 5 items",
        ),
        (
            &["--fields", "permutation 60"],
            "--fields: together, 2^128 or more states",
        ),
        (
            &["--fields", "cell 3, spot: cell 0"],
            "--fields:1:9: found `cell 0`, which has no values, expected one at least",
        ),
        (
            &["--fields", "cell 12", "--states", "100"],
            "--states: found 100, expected at most 12, the number of ranks",
        ),
        (&["--fields", "cell 3", "magic"], "cannot be used with"),
        (&[], "<PUZZLE|FILE>"),
    ] {
        let refused = run(&[&["encodings"][..], words].concat(), "");
        assert_eq!(
            (refused.code, refused.stdout.as_str()),
            (Some(2), ""),
            "{words:?}"
        );
        assert!(
            refused.stderr.contains(reason),
            "{words:?} {}",
            refused.stderr
        );
    }
}

/// Every puzzle measures its example, the same from run to run but for the durations.
#[test]
fn every_puzzle_measures_its_example() {
    let list = run_line("list --json", "");
    let list: Value = serde_json::from_str(&list.stdout).unwrap();
    let mut measured = 0;
    for puzzle in list["puzzles"].as_array().unwrap() {
        let encodings = puzzle["encodings"].as_array().unwrap();
        if encodings.is_empty() {
            continue;
        }
        measured += 1;
        let (name, example) = (puzzle["name"].as_str().unwrap(), puzzle["example"].as_str());
        let words = |more: &[&'static str]| [&["encodings", "-q", "-", "--json"], more].concat();
        let limits = [
            "--max-states",
            "20000",
            "--memory",
            "64MiB",
            "--repeats",
            "2",
        ];
        let with = run(&words(&limits), example.unwrap());
        let without = words(&[&limits[..], &["--no-timing"]].concat());
        let without = [
            run(&without, example.unwrap()),
            run(&without, example.unwrap()),
        ];
        assert_eq!(without[0], without[1], "{name}");
        assert!(matches!(with.code, Some(0 | 3)), "{name}: {}", with.stderr);
        let mut with: Value = serde_json::from_str(&with.stdout).unwrap();
        let timing = with.as_object_mut().unwrap().remove("timing").unwrap();
        let without: Value = serde_json::from_str(&without[0].stdout).unwrap();
        assert_eq!(with, without, "{name}");
        for (space, times) in without["spaces"]
            .as_array()
            .unwrap()
            .iter()
            .zip(timing.as_array().unwrap())
        {
            let entries = space["encodings"].as_array().unwrap();
            assert_eq!(entries.len(), encodings.len(), "{name}");
            let broken = |entry: &&Value| entry["inverse"]["holds"] == Value::Bool(false);
            assert_eq!(entries.iter().find(broken), None, "{name}");
            let runs: usize = entries
                .iter()
                .map(|e| e["runs"].as_array().unwrap().len())
                .sum();
            assert_eq!(times.as_array().unwrap().len(), runs, "{name}");
            // What saw the whole space counted the same states.
            let whole = entries.iter().flat_map(|e| e["runs"].as_array().unwrap());
            let whole = whole.filter(|run| run["complete"] == Value::Bool(true));
            let counts: Vec<_> = whole.map(|run| (&run["states"], &run["depth"])).collect();
            assert!(
                counts.windows(2).all(|pair| pair[0] == pair[1]),
                "{name}: {counts:?}"
            );
        }
    }
    assert!(measured >= 8);
}

#[test]
fn durations_are_no_part_of_the_answer() {
    let timed = run_line("encodings magic n=4 --repeats 2", "");
    let bare = run_line("encodings magic n=4 --no-timing", "");
    assert_eq!((timed.code, &timed.stdout), (Some(0), &bare.stdout));
    assert!(timed.stderr.contains("ns/rank") && timed.stderr.contains("placement"));
    assert!(!bare.stderr.contains("ns/rank"));
}

#[test]
fn charts() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("chart.svg");
    let path = path.to_str().unwrap();
    let words = ["encodings", "magic", "n=4", "--no-timing", "--svg", path];
    let run_once = || {
        let drawn = run(&words, "");
        assert_eq!(drawn.code, Some(0), "{}", drawn.stderr);
        assert!(drawn.stderr.contains("chart.svg is written"));
        fs::read_to_string(path).unwrap()
    };
    let chart = run_once();
    assert!(chart.starts_with("<svg ") && chart.ends_with("</svg>\n"));
    assert!(chart.contains("magic n=4: encodings") && chart.contains("placement, packed"));
    assert!(!chart.contains("nanoseconds"));
    assert_eq!(run_once(), chart);
    let timed = run(
        &[
            "encodings",
            "-q",
            "magic",
            "n=4",
            "--repeats",
            "2",
            "--svg",
            path,
        ],
        "",
    );
    assert_eq!((timed.code, timed.stderr.as_str()), (Some(0), ""));
    assert!(fs::read_to_string(path).unwrap().contains("nanoseconds"));
}
