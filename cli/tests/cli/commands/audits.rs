//! Heuristics held against exact distances, beside a search of its own.

use std::collections::{HashMap, VecDeque};

use super::Stdout::{Has, Is};
use super::{check, row};
use crate::run_line;

/// The distances to the ordered board of 3 x 3, its blank first, by a queue and nothing else.
fn distances() -> HashMap<[u8; 9], i64> {
    let goal = [0, 1, 2, 3, 4, 5, 6, 7, 8];
    let mut known = HashMap::from([(goal, 0)]);
    let mut queue = VecDeque::from([goal]);
    while let Some(board) = queue.pop_front() {
        let distance = known[&board];
        let blank = board.iter().position(|&tile| tile == 0).unwrap();
        for other in 0..9 {
            let rows = (blank / 3).abs_diff(other / 3);
            if rows + (blank % 3).abs_diff(other % 3) == 1 {
                let mut next = board;
                next.swap(blank, other);
                known.entry(next).or_insert_with(|| {
                    queue.push_back(next);
                    distance + 1
                });
            }
        }
    }
    known
}

/// Rows and columns from each tile to its place.
fn steps(board: &[u8; 9]) -> i64 {
    let tiles = board.iter().enumerate().filter(|(_, tile)| **tile > 0);
    let each = tiles.map(|(cell, &tile)| {
        let place = usize::from(tile);
        (cell / 3).abs_diff(place / 3) + (cell % 3).abs_diff(place % 3)
    });
    i64::try_from(each.sum::<usize>()).unwrap()
}

#[test]
fn the_audit_of_manhattan_is_what_brute_force_says() {
    let known = distances();
    let (mut far, mut told, mut exact) = (0, 0, 0);
    for (board, &distance) in &known {
        let estimate = steps(board);
        assert!(estimate <= distance);
        (far, told) = (far + distance, told + estimate);
        exact += u64::from(estimate == distance);
    }
    let json = run_line("audit --json --no-timing tiles --heuristic manhattan", "");
    assert_eq!((json.code, json.stderr.as_str()), (Some(0), ""));
    let document: serde_json::Value = serde_json::from_str(&json.stdout).unwrap();
    let found = &document["heuristics"][0];
    assert_eq!(found["heuristic"], "manhattan");
    for law in ["complete", "admissible", "consistent"] {
        assert_eq!(found[law], true, "{law}");
    }
    assert_eq!(found["states"], 181_440);
    assert_eq!(found["distances"], far);
    assert_eq!(found["estimates"], told);
    assert_eq!(found["exact"], exact);
    let mean = found["mean_error"].as_f64().unwrap();
    assert!((mean * 181_440.0 - f64::from(i32::try_from(far - told).unwrap())).abs() < 1e-3);
}

#[test]
fn audits_end_as_they_say() {
    let nothing = run_line(
        "audit -q --no-timing --json --max-states 0 tiles --heuristic manhattan",
        "",
    );
    let document: serde_json::Value = serde_json::from_str(&nothing.stdout).unwrap();
    let found = &document["heuristics"][0];
    for field in ["mean_error", "admissible", "consistent"] {
        assert!(found[field].is_null(), "{found}");
    }
    check(&[
        row(
            "audit -q --max-states 0 tiles --heuristic manhattan",
            "",
            3,
            Is("# tiles, manhattan against the distances to the goal\n\
                nothing was looked at: the limit of 0 states was reached\n"),
            &[],
        ),
        row(
            "audit -q pancake n=5",
            "",
            0,
            Has(&["# pancake n=5, gap against the distances to the goal\n120 states from which"]),
            &[],
        ),
        // The goal of a file.
        row(
            "audit -q -p size=3x2 --heuristic walking-distance -",
            "1 4 2 3 0 5\n",
            0,
            Has(&[
                "360 states",
                "admissible: no estimate",
                "consistent: along no",
            ]),
            &[],
        ),
        // What databases say forgets where the blank is.
        row(
            "audit -q tiles w=3 h=3 --heuristic pdb:4-4-4-3",
            "",
            1,
            Has(&[
                "181440 states",
                "admissible: no estimate",
                "not consistent: an estimate of",
            ]),
            &[],
        ),
        row(
            "audit -q tiles w=3 h=3 --heuristic pdb:4-4-4-3 --memory 10kB",
            "",
            3,
            Has(&["nothing was looked at: the memory limit"]),
            &[],
        ),
        row(
            "audit -q --max-states 100 tiles w=3 h=3",
            "",
            3,
            Has(&[
                "not the whole space: the limit of 100 states was reached; 1",
                "\nadmissible as far as that was looked at\nconsistent as far",
            ]),
            &[],
        ),
        row(
            "audit --json --no-timing --max-states 100 tiles w=3 h=3",
            "",
            3,
            Has(&[
                "\"admissible\": null",
                "\"limit\": \"states\"",
                "\"complete\": false",
            ]),
            &[],
        ),
        row(
            "audit tiles --heuristic manhatten",
            "",
            2,
            Is(""),
            &[
                "tiles has no heuristic `manhatten`; it offers: linear-conflict, manhattan, pdb:4-4-4-3, pdb:5-5-5, pdb:6-6-3, pdb:6-6-6-6, pdb:7-8, walking-distance",
                "did you mean `manhattan`?",
            ],
        ),
        row(
            "audit magic",
            "",
            2,
            Is(""),
            &["magic cannot have its heuristics audited: it offers none"],
        ),
    ]);
}
