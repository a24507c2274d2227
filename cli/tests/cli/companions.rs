//! Files that need another one beside them: the map of a scenario.

use std::fs;
use std::path::Path;

use crate::{Run, run, run_line};

const SCENARIO: &str = "puzzles/instances/grid/rooms.map.scen";
const MAP: &str = "type octile\nheight 2\nwidth 3\nmap\n...\n.@.\n";
const LINES: &str = "version 1\n0\tmaps/some/m.map\t3\t2\t0\t1\t2\t1\t4\n";

fn solve(file: &Path, more: &[&str]) -> Run {
    let file = file.to_str().unwrap();
    run(&[&["solve", "-q", file], more].concat(), "")
}

#[test]
fn the_map_of_a_scenario_is_found() {
    let told = run_line(&format!("solve -q {SCENARIO}"), "");
    assert_eq!(told.code, Some(0), "{}", told.stderr);
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let scenario = at("m.map.scen");
    fs::write(&scenario, LINES).unwrap();
    // Nowhere.
    let missing = solve(&scenario, &[]);
    assert_eq!(missing.code, Some(2));
    let expected =
        ":2:3: found `maps/some/m.map`, expected the map of the scenario in a file beside this one";
    assert!(missing.stderr.contains(expected), "{}", missing.stderr);
    assert!(missing.stderr.contains("-p map=FILE"), "{}", missing.stderr);
    // Beside it, by the whole name, and as the user says.
    fs::create_dir_all(at("maps/some")).unwrap();
    let solved = "question 1 (line 2): solved, cost 55440, length 4, 4 actions, proved optimal\n";
    for place in ["m.map", "maps/some/m.map"] {
        // A map with another line end, and a mark that is none of its letters.
        fs::write(at(place), format!("\u{feff}{}", MAP.replace('\n', "\r\n"))).unwrap();
        let found = solve(&scenario, &[]);
        assert!(
            found.stdout.contains(solved),
            "{}{}",
            found.stdout,
            found.stderr
        );
        fs::remove_file(at(place)).unwrap();
    }
    let other = at("other");
    fs::write(&other, MAP).unwrap();
    let option = format!("map={}", other.display());
    let named = solve(&scenario, &["-p", &option]);
    assert!(
        named.stdout.contains(solved),
        "{}{}",
        named.stdout,
        named.stderr
    );
    assert!(
        named
            .stdout
            .starts_with("# grid: 1 question, by astar on ranked with octile\n")
    );
    let absent = solve(&scenario, &["-p", "map=nowhere"]);
    assert_eq!(absent.code, Some(2));
    assert!(
        absent.stderr.contains("nowhere: cannot read it"),
        "{}",
        absent.stderr
    );
    // A fault in the map is told by its place there.
    fs::write(&other, MAP.replace(".@.", ".x.")).unwrap();
    let fault = solve(&scenario, &["-p", &option]);
    let expected = format!(
        "{}:6:2: found `x`, expected a letter of terrain",
        other.display()
    );
    assert!(fault.stderr.contains(&expected), "{}", fault.stderr);
    // One in the scenario by its own.
    fs::write(&other, MAP).unwrap();
    fs::write(&scenario, LINES.replace("\t2\t1\t4", "\tx\t1\t4")).unwrap();
    let fault = solve(&scenario, &["-p", &option]);
    let expected = format!("{}:2:27: found `x`", scenario.display());
    assert!(fault.stderr.contains(&expected), "{}", fault.stderr);
}

#[test]
fn other_commands_find_it_too() {
    let plans = run_line(&format!("solve -q {SCENARIO}"), "").stdout;
    let checked = run_line(&format!("check {SCENARIO} -"), plans.as_str());
    assert_eq!(
        checked.code,
        Some(0),
        "{}{}",
        checked.stdout,
        checked.stderr
    );
    let compared = run_line(
        &format!(
            "compare -q --no-timing {SCENARIO} --strategies astar,uniform-cost --stores ranked"
        ),
        "",
    );
    assert_eq!(
        compared.code,
        Some(0),
        "{}{}",
        compared.stdout,
        compared.stderr
    );
    let explored = run_line(&format!("explore -q {SCENARIO} -p moves=4 --deepest 0"), "");
    assert_eq!(explored.code, Some(0), "{}", explored.stderr);
    let json = run_line(
        &format!("solve -q --json --no-plan {SCENARIO} --question 1"),
        "",
    );
    let told: serde_json::Value = serde_json::from_str(&json.stdout).unwrap();
    let question = &told["questions"][0];
    let length = question["cost_in_words"].as_str().unwrap();
    assert!(length.starts_with("length "), "{length}");
    // Costs of eight directions are not those of breadth-first search.
    let refused = run_line(&format!("solve -q {SCENARIO} --strategy breadth-first"), "");
    assert_eq!(refused.code, Some(2), "{}", refused.stderr);
}

/// A scenario that is broken is told so, be its map there or not.
#[test]
fn scenarios_without_a_question_are_told_by_the_place() {
    let folder = tempfile::tempdir().unwrap();
    let scenario = folder.path().join("lines.scen");
    let whole = "0\tm.map\t3\t2\t0\t0\t2\t0\t2";
    let cases = [
        (
            "version 1\n".to_owned(),
            ":2:1: found the end of the input, expected a line of the scenario",
        ),
        (
            format!("version 1\n{}\n", whole.strip_suffix("\t2").unwrap()),
            ":2:20: found the end of the line, expected the optimal length, 0 or more",
        ),
        (
            "version 1\n0\tm.map\n".to_owned(),
            ":2:8: found the end of the line, expected the width of the map",
        ),
        (
            format!("version 1\n{whole}\n"),
            ":2:3: found `m.map`, expected the map of the scenario in a file beside this one",
        ),
    ];
    for (text, expected) in cases {
        fs::write(&scenario, &text).unwrap();
        let told = solve(&scenario, &[]);
        assert_eq!((told.code, &*told.stdout), (Some(2), ""), "{text}");
        let expected = format!("{}{expected}", scenario.display());
        assert!(told.stderr.contains(&expected), "{text}: {}", told.stderr);
    }
}

#[test]
fn a_generated_file_holds_both() {
    let made = run_line("generate grid kind=maze n=9 m=9 --seed 4", "");
    let told = run_line("solve -", made.stdout.as_str());
    assert_eq!(told.code, Some(0), "{}", told.stderr);
    assert!(told.stderr.contains("is read as grid"), "{}", told.stderr);
}
