//! Comparisons of strategies, against costs that are known and against each other.

use std::collections::BTreeSet;
use std::fs;

use serde_json::Value;

use crate::{Run, run, run_line};

/// The two hardest boards of the 8-puzzle, which take 31 actions; one without a plan; and the goal.
const EIGHT: &str = "puzzles/instances/tiles/eight.txt";

const FOUR: &str = "--strategies astar,breadth-first,uniform-cost,ida-star --stores interned,stack \
    --heuristics manhattan";

fn lines(run: &Run) -> Vec<Value> {
    let lines = run.stdout.lines();
    lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn four_searches_agree_on_the_eight_puzzle() {
    let line = format!("compare --no-timing {EIGHT} {FOUR}");
    let told = run_line(&line, "");
    // One question has no plan.
    assert_eq!(told.code, Some(1), "{}", told.stderr);
    let table: Vec<Vec<&str>> = { told.stdout.lines().skip(1) }
        .map(|row| row.split_whitespace().collect())
        .collect();
    let names = |row: &[&str]| [row[0].to_owned(), row[1].to_owned()];
    let rows: BTreeSet<_> = table[1..].iter().map(|row| names(row)).collect();
    let right = [
        ("astar", "interned"),
        ("breadth-first", "interned"),
        ("ida-star", "stack"),
        ("uniform-cost", "interned"),
    ];
    let right = right.map(|(strategy, store)| [strategy.to_owned(), store.to_owned()]);
    assert_eq!(rows, BTreeSet::from(right), "{}", told.stdout);
    for row in &table[1..] {
        assert_eq!(row[3..8], ["3", "1", "0", "0", "62"], "{row:?}");
    }
    // What there is not is left out and said.
    for missing in ["astar on stack", "ida-star on interned"] {
        let text = format!("tiles has no {missing}; it is left out\n");
        assert!(told.stderr.contains(&text), "{}", told.stderr);
    }
    assert_eq!(told, run_line(&line, ""), "the same bytes every time");
    let more = run_line(&format!("{line} --threads 2 -q"), "");
    assert_eq!((more.code, &*more.stderr), (Some(1), ""));
}

#[test]
fn the_order_depends_on_the_seed_alone() {
    let told = |seed: &str| {
        let line = "compare -q --output jsonl --no-timing --strategies astar,greedy --stores interned --heuristics manhattan --repeat 2 --seed";
        let run = run_line(&format!("{line} {seed} {EIGHT}"), "");
        let mut objects = lines(&run);
        assert_eq!(objects.first().unwrap()["record"], "manifest");
        let end = objects.pop().unwrap();
        assert_eq!((&end["record"], &end["runs"]), (&"end".into(), &16.into()));
        let runs = objects.split_off(1);
        assert_eq!(runs.len(), 16);
        for (order, run) in (1..).zip(&runs) {
            assert_eq!(
                (&run["record"], &run["order"]),
                (&"run".into(), &order.into())
            );
            assert!(run.get("timing").is_none());
        }
        let place =
            |run: &Value| format!("{} {} {}", run["question"], run["strategy"], run["repeat"]);
        let order: Vec<String> = runs.iter().map(place).collect();
        (run.stdout, order)
    };
    let (first, again, other) = (told("1"), told("1"), told("2"));
    assert_eq!(first, again);
    assert_ne!(first.1, other.1);
    let all = |order: Vec<String>| order.into_iter().collect::<BTreeSet<_>>();
    assert_eq!(all(first.1).len(), 16);
    assert_eq!(all(other.1), all(again.1));
}

#[test]
fn lines_tell_each_run_and_the_manifest_how_to_repeat_it() {
    let words = [
        "compare",
        "-q",
        EIGHT,
        "--strategies",
        "weighted-astar",
        "--heuristics",
        "manhattan",
        "--weight",
        "1.5",
        "--output",
        "jsonl",
        "--time",
        "1h",
        "-p",
        "blank=first",
    ];
    let told = run(&words, "");
    assert_eq!(told.code, Some(1), "{}", told.stderr);
    let objects = lines(&told);
    let manifest = &objects[0];
    assert_eq!(manifest["schema"], 1);
    assert_eq!(manifest["line"], format!("statewalk {}", words.join(" ")));
    assert_eq!(manifest["limits"]["time"], 3600.0);
    assert_eq!(manifest["limits"]["memory"], Value::Null);
    assert!(manifest["machine"]["memory"].as_u64() > Some(0));
    let file = &manifest["files"][0];
    assert_eq!(
        (&file["questions"], &file["puzzle"]),
        (&4.into(), &"tiles".into())
    );
    assert_eq!(file["options"][0], "blank=first");
    for run in &objects[1..5] {
        assert_eq!(run["heuristic"], "manhattan");
        assert!(run["timing"]["process"].as_f64() > Some(0.0));
        let cost = run["cost"].as_i64();
        match run["question"].as_u64() {
            Some(1 | 2) => assert!(cost >= Some(31) && cost <= Some(46), "{run}"),
            Some(3) => assert_eq!(run["verdict"], "unsolvable"),
            _ => assert_eq!((cost, &run["verdict"]), (Some(0), &"solved".into())),
        }
    }
}

#[test]
fn limits_hold_for_every_run() {
    let told = run_line(
        &format!("compare -q {EIGHT} --strategies astar --heuristics manhattan --time 0"),
        "",
    );
    assert_eq!(told.code, Some(3), "{}", told.stderr);
    let told = run_line(
        &format!("compare -q --no-timing {EIGHT} --max-expansions 50 --verbose {FOUR}"),
        "",
    );
    assert_eq!(told.code, Some(3), "{}", told.stderr);
    assert!(told.stdout.contains("limit: expansions"), "{}", told.stdout);
    assert!(
        told.stdout
            .contains("# 2 questions that every combination settled\n"),
        "{}",
        told.stdout
    );
}

#[test]
fn nothing_is_compared_where_something_is_wrong() {
    let cases = [
        ("compare missing.txt", "missing.txt: cannot read it"),
        (
            "compare puzzles/instances/tiles/eight.txt missing.txt",
            "missing.txt: cannot read it",
        ),
        (
            "compare puzzles/instances/tiles/eight.txt --strategies astr",
            "did you mean `astar`?",
        ),
        (
            "compare puzzles/instances/tiles/eight.txt --stores disk",
            "there is no store `disk`; known: interned, ",
        ),
        (
            "compare puzzles/instances/tiles/eight.txt --heuristics manhatan",
            "did you mean `manhattan`?",
        ),
        (
            "compare puzzles/instances/tiles/eight.txt --strategies ida-star --stores packed",
            "nothing to compare",
        ),
        (
            "compare puzzles/instances/tiles/eight.txt --repeat 0",
            "--repeat: found `0`, expected how often",
        ),
        ("compare", "<FILE>"),
    ];
    let lost = run_line(&format!("compare {EIGHT} --html none/page.html"), "");
    assert_eq!((lost.code, &*lost.stdout), (Some(4), ""));
    let text = "none/page.html: cannot write it: ";
    assert!(lost.stderr.contains(text), "{}", lost.stderr);
    for (line, text) in cases {
        let told = run_line(line, "");
        assert_eq!((told.code, &*told.stdout), (Some(2), ""), "{line}");
        assert!(told.stderr.contains(text), "{line}: {}", told.stderr);
    }
}

#[test]
fn questions_that_are_illegal_are_left_out_and_said() {
    // Question 1 has a plan, 2 has none, 3 is no position.
    let mixed = "2 2 3\n1 1\n1 0\n2 1 1 2 1 1\n1 1 1 2 2 2\n1 1 1 1 1 1\n";
    let told = run_line("compare --no-timing --strategies astar,spfa -", mixed);
    assert_eq!(told.code, Some(2), "{}", told.stdout);
    assert!(
        told.stdout
            .starts_with("# huarong: 2 questions, 2 combinations")
    );
    let text =
        "statewalk: standard input: 1 question left out, as illegal:\n  standard input:6:1: found ";
    assert!(told.stderr.contains(text), "{}", told.stderr);
    // It is an error, which is said however quiet the command is to be.
    let quiet = run_line("compare -q --no-timing --strategies astar,spfa -", mixed);
    assert_eq!((quiet.code, &quiet.stdout), (Some(2), &told.stdout));
    assert!(quiet.stderr.starts_with(text), "{}", quiet.stderr);
    let many = format!("1 2 25\n1 1\n{}", "1 1 1 1 1 2\n".repeat(25));
    let many = run_line("compare -q --no-timing --strategies astar -", many);
    assert_eq!(many.stderr.matches("standard input:").count(), 1 + 20);
    assert!(many.stderr.ends_with("  and 5 more\n"), "{}", many.stderr);
    let one = run_line("solve -q --question 2 --no-plan -", mixed);
    assert_eq!(one.code, Some(1));
    assert!(
        one.stdout.contains("question 2 (line 5): unsolvable"),
        "{}",
        one.stdout
    );
    let none = run_line("solve -q --question 4 -", mixed);
    assert_eq!(none.code, Some(2));
    let text = "standard input: there is no question 4; the file has 3 questions";
    assert!(none.stderr.contains(text), "{}", none.stderr);
}

/// Strategies that refuse every question of a file are left out of it, and said.
#[test]
fn what_refuses_a_file_is_left_out_of_it() {
    let (towns, rooms) = (
        "puzzles/instances/graph/towns.gr",
        "puzzles/instances/grid/rooms.map.scen",
    );
    for (file, puzzle) in [(towns, "graph"), (rooms, "grid")] {
        let told = run_line(&format!("compare --no-timing --time 1m {file}"), "");
        // Nothing fails: every question is settled, with a plan or without.
        assert!(
            matches!(told.code, Some(0 | 1)),
            "{}{}",
            told.stdout,
            told.stderr
        );
        let said = format!("statewalk: {file}: breadth-first refuses it: action ");
        assert_eq!(told.stderr.matches(&said).count(), 1, "{}", told.stderr);
        assert!(
            told.stderr
                .contains("needs every action to cost 1; it is left out\n")
        );
        assert!(told.stdout.starts_with(&format!("# {puzzle}: ")));
        assert!(!told.stdout.contains("breadth-first"), "{}", told.stdout);
        let alone = run_line(&format!("compare -q --strategies breadth-first {file}"), "");
        assert_eq!(alone.code, Some(2), "{}", alone.stdout);
        assert!(
            alone.stderr.contains("nothing to compare"),
            "{}",
            alone.stderr
        );
    }
    // Another file of the same puzzle, whose arcs cost 1, has a column more.
    let folder = tempfile::tempdir().unwrap();
    let units = folder.path().join("units.gr");
    fs::write(&units, "p sp 3 2\na 1 2 1\na 2 3 1\n").unwrap();
    let names = "breadth-first,uniform-cost,bidirectional-dijkstra";
    let line = [
        "compare",
        "-q",
        "--output",
        "jsonl",
        "--stores",
        "interned",
        "--strategies",
        names,
    ];
    let both = run(&[&line[..], &[towns, units.to_str().unwrap()]].concat(), "");
    assert!(matches!(both.code, Some(0 | 1)), "{}", both.stderr);
    let runs = lines(&both);
    let of = |file: &str| {
        let here = runs
            .iter()
            .filter(|run| run["record"] == "run" && run["file"] == file);
        let names: BTreeSet<_> = here.map(|run| run["strategy"].as_str().unwrap()).collect();
        names.into_iter().collect::<Vec<_>>().join(",")
    };
    assert_eq!(
        of(units.to_str().unwrap()),
        "bidirectional-dijkstra,breadth-first,uniform-cost"
    );
    assert_eq!(of(towns), "bidirectional-dijkstra,uniform-cost");
    let table = run(
        &[
            "compare",
            "-q",
            "--no-timing",
            "--stores",
            "interned",
            "--strategies",
            names,
            towns,
            units.to_str().unwrap(),
        ],
        "",
    );
    let row = |name: &str| {
        let row = table.stdout.lines().find(|line| line.starts_with(name));
        let cells: Vec<_> = row.unwrap().split_whitespace().collect();
        let settled: u32 = [3, 4]
            .map(|column: usize| cells[column].parse::<u32>().unwrap())
            .iter()
            .sum();
        (settled, cells[7].to_owned())
    };
    let [breadth, uniform, both] = ["breadth-first", "uniform-cost", "bidirectional"].map(row);
    assert_eq!(breadth, (1, "2".to_owned()), "{}", table.stdout);
    assert_eq!(uniform, both);
    assert!(uniform.0 > 1, "{}", table.stdout);
    assert!(
        table
            .stdout
            .contains("\n# 1 question that every combination settled\n")
    );
}

/// The tags of a page that is well-formed XML below its first line: each is closed, inside what it was opened in.
fn tags(page: &str) -> Vec<&str> {
    let mut open = Vec::new();
    let mut seen = Vec::new();
    let mut rest = page;
    while let Some(begin) = rest.find('<') {
        let (text, tag) = rest.split_at(begin);
        assert!(!text.contains('>'), "{text}");
        let end = tag.find('>').expect("a tag ends");
        let inner = &tag[1..end];
        assert!(inner.matches('"').count().is_multiple_of(2), "{inner}");
        rest = &tag[end + 1..];
        let name = inner.trim_start_matches('/');
        let name = name.split([' ', '/']).next().unwrap();
        if inner.starts_with('/') {
            assert_eq!(open.pop(), Some(name));
        } else {
            seen.push(name);
            if !inner.ends_with('/') {
                open.push(name);
            }
        }
    }
    assert_eq!(open, [""; 0]);
    seen
}

#[test]
fn the_page_stands_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("<page>.html");
    let words = |more: &[&'static str]| {
        let path = path.to_str().unwrap().to_owned();
        let mut words = vec![
            "compare".to_owned(),
            EIGHT.to_owned(),
            "--html".to_owned(),
            path,
        ];
        words.extend(FOUR.split_whitespace().map(str::to_owned));
        words.extend(more.iter().map(|&word| word.to_owned()));
        words
    };
    let page = |more: &[&'static str]| {
        let words = words(more);
        let words: Vec<_> = words.iter().map(|word| &**word).collect();
        let told = run(&words, "");
        assert_eq!(told.code, Some(1), "{}", told.stderr);
        let page = fs::read_to_string(&path).unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        page
    };
    let timed = page(&["--time", "1h"]);
    let below = timed.strip_prefix("<!DOCTYPE html>\n").unwrap();
    let seen = tags(below);
    let count = |name| seen.iter().filter(|&&tag| tag == name).count();
    assert_eq!(count("svg"), 3, "by time, by nodes, pair by pair");
    // Six pairs of four questions.
    assert_eq!(count("circle"), 24);
    assert_eq!(
        count("script") + count("link") + count("img") + count("a"),
        0
    );
    for outside in ["src=", "href", "url(", "@import"] {
        assert!(!timed.contains(outside), "{outside}");
    }
    // The name of a language for drawings, which is no address that is looked at.
    let name = "xmlns=\"http://www.w3.org/2000/svg\"";
    assert_eq!(timed.matches("http").count(), timed.matches(name).count());
    assert!(timed.contains("&lt;page&gt;.html") && timed.contains("&quot;processors&quot;"));
    let untimed = page(&["--no-timing", "--seed", "4"]);
    assert_eq!(untimed, page(&["--no-timing", "--seed", "4"]));
    assert!(!untimed.contains("processors") && !untimed.contains("nodes/s"));
    tags(untimed.strip_prefix("<!DOCTYPE html>\n").unwrap());
}

/// Times stand in the table itself, and nowhere else.
#[test]
fn times_are_columns() {
    let line = format!("compare -q {EIGHT} {FOUR} --verbose");
    let told = run_line(&line, "");
    assert_eq!((told.code, &*told.stderr), (Some(1), ""));
    let tables: Vec<&str> = told.stdout.split("\n\n").collect();
    assert_eq!(tables.len(), 5, "{}", told.stdout);
    for (index, table) in tables.into_iter().enumerate() {
        let mut rows = table
            .lines()
            .skip(1)
            .map(|row| row.split_whitespace().collect::<Vec<_>>());
        let head = rows.next().unwrap();
        let last = if index == 0 {
            &["time", "nodes/s"][..]
        } else {
            &["time"]
        };
        assert!(head.ends_with(last), "{table}");
        assert_eq!(rows.count(), 4);
    }
    let untimed = run_line(&format!("{line} --no-timing"), "");
    assert!(!untimed.stdout.contains("time") && !untimed.stdout.contains("nodes/s"));
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupt_ends_the_run_and_leaves_what_there_is() {
    use std::io::Write;
    use std::path::Path;
    use std::process::{Command, Stdio};
    use std::thread;
    use std::time::Duration;

    /// A process that was started by this one.
    fn child_of(parent: &str) -> Option<String> {
        let processes = fs::read_dir("/proc").ok()?.flatten();
        let mut names = processes.filter_map(|entry| entry.file_name().into_string().ok());
        names.find(|name| {
            let stat = fs::read_to_string(format!("/proc/{name}/stat")).unwrap_or_default();
            // Behind the name in brackets: the state, then the parent.
            let behind = stat.rsplit(')').next().unwrap_or_default();
            behind.split_whitespace().nth(1) == Some(parent)
        })
    }

    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("page.html");
    // A stack of 16 that uniform cost does not sort in a lifetime of this machine.
    let stack = "3 7 16 1 12 5 14 9 2 11 6 15 4 13 8 10\n";
    let mut parent = Command::new(env!("CARGO_BIN_EXE_statewalk"))
        .args([
            "compare",
            "-",
            "--format",
            "pancake",
            "--strategies",
            "spfa",
        ])
        .args(["--memory", "1GiB", "--html"])
        .arg(&page)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = parent.stdin.take().unwrap();
    stdin.write_all(stack.as_bytes()).unwrap();
    drop(stdin);
    let id = parent.id().to_string();
    let child = loop {
        match child_of(&id) {
            Some(child) => break child,
            None => thread::sleep(Duration::from_millis(5)),
        }
    };
    let sent = Command::new("kill").args(["-INT", &id]).status();
    assert!(sent.unwrap().success());
    let output = parent.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("# interrupted: 0 of 1 run\n"), "{text}");
    assert!(!Path::new(&format!("/proc/{child}")).exists());
    let page = fs::read_to_string(page).unwrap();
    assert!(page.contains("Interrupted: 0 of 1 runs.") && page.ends_with("</html>\n"));
}
