//! Answers made by brute force, asked through the command line and checked by replay.

use std::fmt::Write as _;
use std::fs;

use serde_json::Value;

use crate::{root, run_line};

fn cases(puzzle: &str) -> Vec<Value> {
    let path = root().join(format!("puzzles/tests/data/{puzzle}.json"));
    let mut file: Value = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
    match file["cases"].take() {
        Value::Array(cases) => cases,
        _ => panic!("no cases"),
    }
}

fn numbers(list: &Value) -> String {
    let words: Vec<_> = list
        .as_array()
        .unwrap()
        .iter()
        .map(Value::to_string)
        .collect();
    words.join(" ")
}

/// The answers of `solve --json`: the cost, -1 for a proof that there is no plan, or `null`. All plans
/// pass `check`.
fn answers(instance: &str, options: &str) -> Vec<Value> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("instance.txt");
    fs::write(&path, instance).unwrap();
    let path = path.to_str().unwrap();
    let solved = run_line(&format!("solve --json -q {options} {path}"), "");
    let report: Value = serde_json::from_str(&solved.stdout).unwrap();
    let verdicts = report["questions"].as_array().unwrap().iter();
    let answers: Vec<_> = verdicts
        .map(|question| match question["verdict"].as_str().unwrap() {
            "unsolvable" => Value::from(-1),
            _ => question["cost"].clone(),
        })
        .collect();
    let worst = if answers.contains(&Value::Null) {
        2
    } else {
        i32::from(answers.contains(&Value::from(-1)))
    };
    assert_eq!(solved.code, Some(worst), "{instance}");
    let checked = run_line(&format!("check -q {path} -"), solved.stdout);
    // A question without a plan leaves nothing to replay.
    let expected = [0, 3, 2][usize::try_from(worst).unwrap()];
    assert_eq!(checked.code, Some(expected), "{checked:#?}");
    assert_eq!(checked.stdout.matches("wrong").count(), 0);
    answers
}

#[test]
fn huarong() {
    for case in cases("huarong").iter().step_by(6) {
        let input = &case["input"];
        let rows: Vec<_> = input["grid"]
            .as_array()
            .unwrap()
            .iter()
            .map(|r| r.as_str().unwrap())
            .collect();
        let queries = input["queries"].as_array().unwrap();
        let mut text = format!("{} {} {}\n", rows.len(), rows[0].len(), queries.len());
        for row in &rows {
            let cells: Vec<_> = row.chars().map(String::from).collect();
            writeln!(text, "{}", cells.join(" ")).unwrap();
        }
        for query in queries {
            writeln!(text, "{}", numbers(query)).unwrap();
        }
        assert_eq!(
            Value::from(answers(&text, "")),
            case["expected"]["answers"],
            "{}",
            case["id"]
        );
    }
}

#[test]
fn magic() {
    let cases = cases("magic");
    let boards = cases
        .iter()
        .filter(|case| case["input"]["board"].is_array());
    let mut text = String::new();
    let mut expected = Vec::new();
    for case in boards {
        writeln!(text, "{}", case["input"]["n"]).unwrap();
        for row in case["input"]["board"].as_array().unwrap() {
            writeln!(text, "{}", numbers(row)).unwrap();
        }
        let moves = &case["expected"]["moves"];
        expected.push(if moves.is_null() {
            Value::from(-1)
        } else {
            moves.clone()
        });
    }
    let text = format!("{}\n{text}", expected.len());
    assert_eq!(answers(&text, ""), expected);
    let contest = run_line("solve -q --output contest -", text);
    let lines: Vec<_> = expected.iter().map(|moves| format!("{moves}\n")).collect();
    assert_eq!((contest.code, contest.stdout), (Some(0), lines.concat()));
}

#[test]
fn kings() {
    let board = |n: usize, kings: &Value| {
        let mut cells = vec![vec![0; n]; n];
        for (index, place) in kings.as_array().unwrap().iter().enumerate() {
            let at = |i: usize| usize::try_from(place[i].as_u64().unwrap()).unwrap() - 1;
            cells[at(0)][at(1)] = index + 1;
        }
        let rows = cells.iter().map(|row| {
            let words: Vec<_> = row.iter().map(ToString::to_string).collect();
            words.join(" ") + "\n"
        });
        rows.collect::<String>()
    };
    for case in cases("kings").iter().step_by(11) {
        let input = &case["input"];
        let n = usize::try_from(input["n"].as_u64().unwrap()).unwrap();
        let (start, target) = (board(n, &input["start"]), board(n, &input["target"]));
        let text = format!("{n} {}\n{start}{target}", input["k"]);
        for (rule, expected) in [
            ("eight-way", &case["expected"]),
            ("no-diagonals", &case["expected"]["no_diagonals"]),
        ] {
            let solved = run_line(&format!("solve -q --json -p rule={rule} -"), text.clone());
            let code = i32::from(expected["solvable"] == Value::Bool(false));
            assert_eq!(
                solved.code,
                Some(code),
                "{} {rule}: {}",
                case["id"],
                solved.stderr
            );
        }
        let found = answers(&text, "");
        let solvable = case["expected"]["solvable"] == Value::Bool(true);
        assert_eq!(found[0] != -1, solvable, "{}", case["id"]);
    }
}
