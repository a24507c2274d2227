//! What strategies are told on the command line, and what they tell meanwhile.

use serde_json::Value;

use crate::{run, run_line};

/// The two hardest boards of the 8-puzzle, which take 31 actions; one without a plan; and the goal.
const EIGHT: &str = "puzzles/instances/tiles/eight.txt";

#[test]
fn a_table_is_as_large_as_was_said() {
    let told = |size: &str| {
        let line = format!(
            "solve -q --json --no-timing --no-plan --strategy ida-star --store table --question 1 {size} {EIGHT}"
        );
        let told = run_line(&line, "");
        assert_eq!(told.code, Some(0), "{}", told.stderr);
        let document: Value = serde_json::from_str(&told.stdout).unwrap();
        let question = &document["questions"][0];
        assert_eq!(
            (&question["cost"], &question["proved"]),
            (&31.into(), &true.into())
        );
        ["expanded", "stored", "peak_bytes"].map(|count| question["stats"][count].as_u64().unwrap())
    };
    // The least table has four entries.
    let [nodes, stored, _] = told("--table 1");
    assert_eq!(stored, 4);
    let [fewer, stored, bytes] = told("");
    assert!(
        fewer < nodes && stored > 1000,
        "{fewer} of {nodes} nodes, {stored} stored"
    );
    assert_eq!(told("--table 64MiB"), [fewer, stored, bytes]);
    let [_, stored, less] = told("--table 100kB");
    assert!(less < bytes && (1024..4096).contains(&stored));
    let compared = run_line(
        &format!(
            "compare -q --no-timing --output jsonl --table 1 --strategies ida-star --stores table --heuristics manhattan {EIGHT}"
        ),
        "",
    );
    let lines = compared
        .stdout
        .lines()
        .map(|line| serde_json::from_str(line).unwrap());
    let lines: Vec<Value> = lines.collect();
    assert_eq!(lines[0]["table"], 1);
    let runs = lines.iter().filter(|line| line["record"] == "run");
    for run in runs.clone() {
        assert!(run["stats"]["stored"].as_u64() <= Some(4), "{run}");
    }
    assert_eq!(runs.count(), 4);
    let wrong = run_line(&format!("solve --table much {EIGHT}"), "");
    assert_eq!(wrong.code, Some(2));
    assert!(wrong.stderr.contains("--table"), "{}", wrong.stderr);
}

/// Plans that get better are told as they come, on standard error and unless it is quiet.
#[test]
fn better_plans_are_told() {
    for strategy in ["branch-and-bound", "beam-widening"] {
        let words = [
            "solve",
            "--no-plan",
            "--no-timing",
            "--width",
            "1",
            "--question",
            "1",
        ];
        let words = [&words[..], &["--strategy", strategy, EIGHT]].concat();
        let told = run(&words, "");
        assert_eq!(told.code, Some(0), "{told:?}");
        assert!(told.stdout.contains("solved, cost 31"), "{told:?}");
        let lines = told
            .stderr
            .lines()
            .filter(|line| line.contains("found a plan of cost "));
        let costs = lines.filter_map(|line| line.split("cost ").nth(1)?.split(',').next());
        let costs: Vec<i64> = costs.map(|cost| cost.parse().unwrap()).collect();
        assert!(
            !costs.is_empty() && costs.iter().all(|&cost| cost >= 31),
            "{told:?}"
        );
        assert!(
            costs.is_sorted_by(|before, after| before > after),
            "{costs:?}"
        );
        let quiet = run(&[&["-q"], &words[..]].concat(), "");
        assert_eq!((quiet.stderr.as_str(), quiet.stdout), ("", told.stdout));
    }
}
