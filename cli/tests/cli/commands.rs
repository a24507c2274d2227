//! A table of command lines: exit code, standard output byte by byte, pieces of standard error.

mod advice;
mod audits;
mod bounds;
mod databases;
mod encodings;
mod figures;
mod improved;
mod macros;
mod refusals;
mod several;
mod spaces;

use crate::run_line;

/// What standard output must be.
enum Stdout {
    /// Exactly this.
    Is(&'static str),
    /// Something that contains all of these.
    Has(&'static [&'static str]),
}

use Stdout::{Has, Is};

struct Row {
    line: &'static str,
    stdin: &'static str,
    code: i32,
    stdout: Stdout,
    stderr: &'static [&'static str],
}

const TWO_BOARDS: &str = "2\n2\n2 1\n4 3\n3\n9 6 3\n8 5 2\n7 4 1\n";

/// Question 1 has a solution, 2 has none, 3 is no position of the puzzle.
const MIXED: &str = "2 2 3\n1 1\n1 0\n2 1 1 2 1 1\n1 1 1 2 2 2\n1 1 1 1 1 1\n";

const MIXED_LEGAL: &str = "2 2 1\n1 1\n1 0\n2 1 1 2 1 1\n";

const fn row(
    line: &'static str,
    stdin: &'static str,
    code: i32,
    stdout: Stdout,
    stderr: &'static [&'static str],
) -> Row {
    Row {
        line,
        stdin,
        code,
        stdout,
        stderr,
    }
}

fn check(rows: &[Row]) {
    let mut faults = Vec::new();
    for Row {
        line,
        stdin,
        code,
        stdout,
        stderr,
    } in rows
    {
        let run = run_line(line, *stdin);
        let right = match stdout {
            Is(text) => run.stdout == *text,
            Has(pieces) => pieces.iter().all(|piece| run.stdout.contains(piece)),
        };
        let missing = stderr.iter().find(|piece| !run.stderr.contains(**piece));
        if run.code != Some(*code) || !right || missing.is_some() {
            faults.push(format!(
                "`{line}` should end with {code}; missing on standard error: {missing:?}\n{run:#?}"
            ));
        }
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

#[test]
fn solving() {
    check(&[
        row(
            "solve puzzles/instances/huarong/noip2013.txt --output contest",
            "",
            0,
            Is("2\n-1\n"),
            &["noip2013.txt is read as huarong"],
        ),
        row(
            "solve -q puzzles/instances/huarong/noip2013.txt --no-plan",
            "",
            1,
            Has(&[
                "# huarong: 2 questions",
                "question 1 (line 5): solved, cost 2, proved optimal\n",
                "question 2 (line 6): unsolvable: ",
                "# 1 solved; 1 unsolvable; ",
            ]),
            &[],
        ),
        row(
            "solve --no-timing --strategy breadth-first -",
            TWO_BOARDS,
            0,
            Has(&["# magic: 2 questions, by breadth-first on interned\n\
                question 1 (line 2): solved, cost 1, 1 action, proved optimal\n  right\n\
                question 2 (line 5): solved, cost 2, 2 actions, proved optimal\n  clockwise\n  mirror_h\n\
                # 2 solved; 6 expanded, 31 generated, 24 stored; "]),
            &["standard input is read as magic\n"],
        ),
        row(
            "solve --output=contest -",
            TWO_BOARDS,
            0,
            Is("1\n2\n"),
            &["solved in"],
        ),
        row(
            "solve --output contest -",
            "1\n2\n1 2\n3 4\n",
            0,
            Is("0\n"),
            &[],
        ),
        row(
            "solve --output contest -",
            "1\n3\n2 1 3\n4 5 6\n7 8 9\n",
            0,
            Is("-1\n"),
            &[],
        ),
        row(
            "solve -q -",
            "1\n3\n2 1 3\n4 5 6\n7 8 9\n",
            1,
            Has(&["unsolvable: the board is no rigid motion"]),
            &[],
        ),
        row(
            "solve -q -",
            "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 0\n",
            1,
            Has(&[
                "unsolvable: the parity of the board is not that of the goal, but that of the goal with the option `blank=last`",
            ]),
            &[],
        ),
        row(
            "solve -q --output contest -",
            "1 1\n1\n1\n",
            0,
            Is("TAK\n0\n"),
            &[],
        ),
        row(
            "solve -q --output contest -",
            "2 1\n1 0\n0 0\n0 0\n0 1\n",
            0,
            Is("TAK\n1\n1 2 2\n"),
            &[],
        ),
        row(
            "solve -q --output contest -p rule=no-diagonals --optimal -",
            "2 1\n1 0\n0 0\n0 0\n0 1\n",
            0,
            Has(&["TAK\n2\n1 "]),
            &[],
        ),
    ]);
}

#[test]
fn questions_that_are_no_positions() {
    check(&[
        row(
            "solve -q -",
            MIXED,
            2,
            Has(&[
                "question 1 (line 4): solved, cost ",
                "question 2 (line 5): unsolvable: ",
                "question 3 (line 6): illegal: line 6, column 1: found ",
            ]),
            &[],
        ),
        row(
            "solve -q --output contest -",
            MIXED,
            2,
            Is(""),
            &["nothing is printed", "standard input:6:1: found "],
        ),
        row(
            "solve -q --json --no-timing -",
            MIXED,
            2,
            Has(&["\"verdict\": \"illegal\"", "\"cost\": null", "\"line\": 6"]),
            &[],
        ),
    ]);
    let mut many = "1 2 25\n1 1\n".to_owned();
    many.push_str(&"1 1 1 1 1 2\n".repeat(25));
    let run = run_line("solve -q --output contest -", many);
    assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""));
    assert_eq!(run.stderr.matches("standard input:").count(), 1 + 20);
    assert!(run.stderr.contains("and 5 more"), "{}", run.stderr);
}

#[test]
fn limits() {
    let hard = "6 4\n1 0 2 0 0 0\n0 0 0 0 0 0\n3 0 4 0 0 0\n0 0 0 0 0 0\n0 0 0 0 0 0\n0 0 0 0 0 0\n\
                4 0 3 0 0 0\n0 0 0 0 0 0\n2 0 1 0 0 0\n0 0 0 0 0 0\n0 0 0 0 0 0\n0 0 0 0 0 0\n";
    check(&[
        row(
            "solve -q --optimal --max-expansions 100 -",
            hard,
            3,
            Has(&["not settled: the limit of 100 expansions was reached"]),
            &[],
        ),
        row(
            "solve -q --optimal --max-states 1e3 --json -",
            hard,
            3,
            Has(&["\"limit\": \"states\""]),
            &[],
        ),
        row(
            "solve -q --optimal --memory 20kB -",
            hard,
            3,
            Has(&["the memory limit"]),
            &[],
        ),
        row(
            "solve -q --time 0s -",
            MIXED_LEGAL,
            3,
            Has(&["the time limit was reached"]),
            &[],
        ),
        row(
            "solve -q --optimal --max-states 10 --output contest -",
            hard,
            3,
            Is(""),
            &["not settled"],
        ),
        row(
            "solve -q --memory 10 -",
            TWO_BOARDS,
            3,
            Is(""),
            &[
                "the memory limit of 10 bytes was reached while reading",
                "512MiB are sizes",
            ],
        ),
        // A limit of nothing is reached at once, even where everything is known before a clock is looked at.
        row(
            "solve -q --time 0 --no-timing -",
            TWO_BOARDS,
            3,
            Has(&[
                "question 1 (line 2): not settled: the time limit was reached\n",
                "question 2 (line 5): not settled: the time limit was reached\n",
            ]),
            &[],
        ),
        row(
            "solve -q --max-states 0 -",
            TWO_BOARDS,
            3,
            Has(&["2 not settled; "]),
            &[],
        ),
        row(
            "solve -q --max-states 1 --strategy breadth-first -",
            TWO_BOARDS,
            3,
            Has(&["not settled: the limit of 1 state was reached\n"]),
            &[],
        ),
        row("solve -q --memory 0 -", TWO_BOARDS, 3, Is(""), &["0 bytes"]),
        row(
            "explore -q --time 0 magic n=3",
            "",
            3,
            Has(&["not the whole space: the time limit was reached; 0 states"]),
            &[],
        ),
        row(
            "explore -q --max-states 0 magic n=3",
            "",
            3,
            Has(&["not the whole space: the limit of 0 states was reached"]),
            &[],
        ),
        row(
            "explore -q --max-states 50 -",
            hard,
            3,
            Has(&["not the whole space"]),
            &[],
        ),
    ]);
}

#[test]
fn listing_and_help() {
    check(&[
        row(
            "--version",
            "",
            0,
            Is(concat!("statewalk ", env!("CARGO_PKG_VERSION"), "\n")),
            &[],
        ),
        row(
            "--help",
            "",
            0,
            Has(&["solve", "explore", "Examples:", "130"]),
            &[],
        ),
        row(
            "list",
            "",
            0,
            Has(&["huarong: ", "kings: ", "magic: ", "breadth-first (interned"]),
            &[],
        ),
        row(
            "list magic",
            "",
            0,
            Has(&["Format:", "Example:\n  1\n  2\n", "optimal"]),
            &[],
        ),
        row(
            "list --json",
            "",
            0,
            Has(&["\"name\": \"kings\"", "\"schema\": 1"]),
            &[],
        ),
        row(
            "list kings --json",
            "",
            0,
            Has(&["\"check_reads_contest\": true"]),
            &[],
        ),
    ]);
    for command in [
        "solve",
        "generate",
        "explore",
        "check",
        "list",
        "completions",
    ] {
        let help = run_line(&format!("{command} --help"), "");
        assert_eq!(help.code, Some(0));
        let example = format!("statewalk {command}");
        assert!(
            help.stdout.contains("Examples:") && help.stdout.contains(&example),
            "{command}"
        );
    }
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let run = run_line(&format!("completions {shell}"), "");
        assert_eq!(run.code, Some(0));
        assert!(run.stdout.contains("explore"), "{shell}");
        // Names of puzzles, strategies, stores and encodings are offered, where the shell's form has values.
        let has_values = !["elvish", "powershell"].contains(&shell);
        for name in ["topspin", "spfa-slf-lll", "plane-residues", "placement"]
            .iter()
            .filter(|_| has_values)
        {
            assert!(run.stdout.contains(name), "{shell}: {name}");
        }
    }
}
