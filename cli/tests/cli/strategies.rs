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

/// The plans of a question as they came: their costs, and what was expanded by then.
fn came(question: &Value) -> Vec<(i64, u64)> {
    let plans = question["better"].as_array();
    let plans = plans.unwrap_or_else(|| panic!("plans: {question}"));
    let numbers = |plan: &Value| Some((plan["cost"].as_i64()?, plan["expanded"].as_u64()?));
    plans.iter().map(|plan| numbers(plan).unwrap()).collect()
}

/// They are listed for programs: each cheaper than the last, up to that of the answer, and none expanded more than all.
#[test]
fn better_plans_are_listed_for_programs() {
    let board = "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3\n";
    let cases = [
        (EIGHT, "", "--strategy branch-and-bound"),
        (EIGHT, "", "--strategy beam-widening --width 1"),
        (
            "-",
            board,
            "--strategy greedy --improve --max-expansions 20000",
        ),
        (
            "-",
            board,
            "--strategy beam-widening --width 1 --max-expansions 5000 --improve",
        ),
    ];
    for (file, input, rest) in cases {
        let line = format!("solve -q --json --no-timing --question 1 {rest} {file}");
        let solved = run_line(&line, input);
        let document: Value = serde_json::from_str(&solved.stdout).unwrap();
        let question = &document["questions"][0];
        let plans = came(question);
        assert!(
            plans.is_sorted_by(|a, b| a.0 > b.0 && a.1 <= b.1),
            "{plans:?}"
        );
        assert!(plans.len() > 1, "{plans:?}");
        let (cost, expanded) = plans[plans.len() - 1];
        assert_eq!(question["cost"].as_i64(), Some(cost), "{line}");
        assert!(
            question["stats"]["expanded"].as_u64() >= Some(expanded),
            "{line}"
        );
        assert_eq!(run_line(&line, input).stdout, solved.stdout, "{line}");
    }
    let solved = run_line(&format!("solve -q --json --strategy astar {EIGHT}"), "");
    assert!(!solved.stdout.contains("better"), "{}", solved.stdout);
}
