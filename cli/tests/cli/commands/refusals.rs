//! Command lines and inputs that are refused: each names what is wrong, where, and what is near.

use super::Stdout::{Has, Is};
use super::{TWO_BOARDS, check, row};
use crate::run_line;

#[test]
fn what_is_not_offered() {
    check(&[
        row(
            "solve --strategy layers --store interned -",
            TWO_BOARDS,
            2,
            Is(""),
            &["magic has no store for that strategy called `interned`; it offers: ranked, u16, u8"],
        ),
        row(
            "solve --strategy constructive --optimal -",
            "1 1\n1\n1\n",
            2,
            Is(""),
            &[
                "kings has no proof of an optimum by `constructive`",
                "it offers: bidirectional, breadth-first",
            ],
        ),
    ]);
}

#[test]
fn wrong_usage() {
    check(&[
        row("", "", 2, Is(""), &["Usage: statewalk"]),
        row("slove x", "", 2, Is(""), &["'solve'"]),
        row("solve", "", 2, Is(""), &["<FILE>"]),
        row(
            "encodings --directed magic n=2",
            "",
            2,
            Is(""),
            &["speak of --fields"],
        ),
        row("solve --fromat magic -", "", 2, Is(""), &["'--format'"]),
        row(
            "solve --format magc -",
            "",
            2,
            Is(""),
            &[
                "no format `magc`; known: cube2, graph, grid, hanoi, huarong, kings, magic",
                "did you mean `magic`?",
            ],
        ),
        row(
            "solve --strategy bredth-first -",
            TWO_BOARDS,
            2,
            Is(""),
            &["did you mean `breadth-first`?"],
        ),
        row(
            "solve --store internd --strategy breadth-first -",
            TWO_BOARDS,
            2,
            Is(""),
            &["did you mean `interned`?"],
        ),
        row("solve --output jsno -", "", 2, Is(""), &["'json'"]),
        row(
            "solve --json --output text -",
            "",
            2,
            Is(""),
            &["cannot be used"],
        ),
        row("solve --time soon -", "", 2, Is(""), &["500ms"]),
        row("solve --memory lots -", "", 2, Is(""), &["4GiB"]),
        row(
            "solve --strategy uniform-cost --heuristic gap --format pancake -",
            "2 1\n",
            2,
            Is(""),
            &["no heuristic for that strategy called `gap`; it offers: none\n"],
        ),
        row(
            "solve --format grid -",
            "type octile\nheight 1\nwidth 2\nmap\n..\n",
            2,
            Is(""),
            &[
                "a scenario for the map",
                "-p from=COLUMN,ROW -p to=COLUMN,ROW",
            ],
        ),
        row(
            "solve --strategy breadth-first --format grid -p from=0,0 -p to=1,0 -",
            "type octile\nheight 1\nwidth 2\nmap\n..\n",
            2,
            Is(""),
            &["action east costs 13860"],
        ),
        row(
            "solve --threads 0 -",
            "",
            2,
            Is(""),
            &["--threads", "1 or more"],
        ),
        row(
            "solve --max-states 1.5 -",
            "",
            2,
            Is(""),
            &["statewalk: --max-states: found `1.5`, expected a whole number"],
        ),
        row(
            "solve --strategy bfs -",
            TWO_BOARDS,
            2,
            Is(""),
            &["did you mean `breadth-first`?"],
        ),
    ]);
}

/// A value that is wrong is told like every other error: what it is of, what was found, what was expected and an example.
#[test]
fn wrong_values() {
    let wrong = [
        (
            "solve --seed x -",
            "--seed: found `x`, expected a whole number from 0 to",
        ),
        (
            "solve --seed -1 -",
            "--seed: found `-1`, expected a whole number",
        ),
        (
            "solve --time -1 -",
            "--time: found `-1`, expected a time such as 10s",
        ),
        (
            "solve --time=-1 -",
            "--time: found `-1`, expected a time such as 10s",
        ),
        (
            "solve --memory -3 -",
            "--memory: found `-3`, expected a size such as 4GiB",
        ),
        (
            "solve --memory lots -",
            "--memory: found `lots`, expected a size such as 4GiB",
        ),
        (
            "solve --max-expansions many -",
            "--max-expansions: found `many`, expected",
        ),
        (
            "solve --threads x -",
            "--threads: found `x`, expected a number of threads",
        ),
        (
            "generate magic --count 0",
            "--count: found `0`, expected a number of instances",
        ),
        ("generate magic --seed 1.5", "--seed: found `1.5`, expected"),
        (
            "explore --deepest x magic",
            "--deepest: found `x`, expected a number of states",
        ),
        (
            "explore --local-maxima=x magic",
            "--local-maxima: found `x`, expected",
        ),
        (
            "explore --checkpoint c --checkpoint-every x magic",
            "--checkpoint-every: found `x`",
        ),
        (
            "encodings --repeats 0 magic",
            "--repeats: found `0`, expected how often",
        ),
        (
            "encodings --fields x --largest -1",
            "--largest: found `-1`, expected a distance",
        ),
        (
            "encodings --fields x --states x",
            "--states: found `x`, expected a whole",
        ),
        (
            "solve --weight 0.5 -",
            "--weight: found `0.5`, expected a number from 1 to 1000000 with at most three decimals, such as 1.5",
        ),
        (
            "solve --width 0 -",
            "--width: found `0`, expected a whole number from 1 to 1000000000, such as 1000",
        ),
        (
            "compare --width -2 -",
            "--width: found `-2`, expected a whole number",
        ),
        (
            "check --memory x a b",
            "--memory: found `x`, expected a size",
        ),
    ];
    for (line, said) in wrong {
        let run = run_line(line, "");
        assert_eq!((run.code, &*run.stdout), (Some(2), ""), "{line}");
        assert!(
            run.stderr.starts_with(&format!("statewalk: {said}")),
            "{line}: {}",
            run.stderr
        );
        assert!(
            run.stderr.contains(", such as ") || run.stderr.contains(" such as "),
            "{}",
            run.stderr
        );
    }
}

#[test]
fn the_number_of_local_maxima_stands_behind_a_sign() {
    for line in [
        "explore --local-maxima 3 tiles w=3 h=2",
        "explore --local-maxima 3",
    ] {
        let rows = [row(
            line,
            "",
            2,
            Is(""),
            &["found `3`", "hint: --local-maxima=3\n"],
        )];
        check(&rows);
    }
}

#[test]
fn wrong_options_and_names() {
    check(&[
        row(
            "solve -p ruel=x --format kings -",
            "1 1\n1\n1\n",
            2,
            Is(""),
            &["did you mean `rule`?"],
        ),
        row(
            "solve -p rule --format kings -",
            "1 1\n1\n1\n",
            2,
            Is(""),
            &["key=value"],
        ),
        row(
            "solve -p rule=sideways --format kings -",
            "1 1\n1\n1\n",
            2,
            Is(""),
            &["`sideways`, expected"],
        ),
        row(
            "solve -p rule=no-diagonal --format kings -",
            "1 1\n1\n1\n",
            2,
            Is(""),
            &["did you mean `no-diagonals`?"],
        ),
        row(
            "solve magic",
            "",
            2,
            Is(""),
            &["magic: cannot read it", "`magic` is a puzzle"],
        ),
        row(
            "solve puzzles",
            "",
            2,
            Is(""),
            &["puzzles: found a directory"],
        ),
        row(
            "solve no/such/file",
            "",
            2,
            Is(""),
            &["no/such/file: cannot read it"],
        ),
        row(
            "explore nope",
            "",
            2,
            Is(""),
            &[
                "nope: cannot read it",
                "hint: there is no puzzle `nope` either; known: ",
            ],
        ),
        row("list magc", "", 2, Is(""), &["did you mean `magic`?"]),
        row("completions fsh", "", 2, Is(""), &["'fish'"]),
        row("check - -", "", 2, Is(""), &["only one"]),
    ]);
}

#[test]
fn wrong_input_is_placed() {
    check(&[
        row(
            "solve -",
            "",
            2,
            Is(""),
            &["standard input:1:1: found no words", ", kings, magic, "],
        ),
        row(
            "solve -",
            "\n\n  hello world\n",
            2,
            Is(""),
            &["standard input:3:1: found `hello world`, expected the beginning"],
        ),
        row(
            "solve --format magic -",
            "",
            2,
            Is(""),
            &["standard input:1:1: found the end of the input, expected the number of boards"],
        ),
        row(
            "solve -",
            "1\n2\n1 2\n3 x\n",
            2,
            Is(""),
            &["standard input:4:3: found `x`, expected"],
        ),
        row(
            "solve -",
            "1\r\n2\r\n1 2\r\n3 x\r\n",
            2,
            Is(""),
            &["standard input:4:3: found `x`, expected"],
        ),
        row(
            "solve -",
            "\u{feff}1\n2\n1 2\n3 y\n",
            2,
            Is(""),
            &["standard input:4:3: found `y`, expected"],
        ),
        row(
            "solve -",
            "1\n2\n1 2\n3 4\n5\n",
            2,
            Is(""),
            &["standard input:5:1: found `5`, expected the end of the input"],
        ),
        row(
            "solve -",
            "1\n1000000000\n",
            2,
            Is(""),
            &["standard input:2:1: found `1000000000`"],
        ),
        row(
            "solve -",
            "1000000000 1000000000 5\n",
            2,
            Is(""),
            &["standard input:1:1: found `1000000000`"],
        ),
        row(
            "solve -",
            "1000000000 3\n",
            2,
            Is(""),
            &[
                "standard input:1:1: found `1000000000`, expected the side n",
                "read as kings",
            ],
        ),
    ]);
}

#[test]
fn mistakes_behind_the_first_line_are_those_of_the_format() {
    check(&[
        row(
            "solve -",
            "4 3\n1.5 0 0 0\n",
            2,
            Is(""),
            &[
                "standard input:2:1: found `1.5`, expected a label",
                "read as kings",
            ],
        ),
        row(
            "solve -",
            "4 3\n-1 0 0 0\n",
            2,
            Is(""),
            &["standard input:2:1: found `-1`, expected a label"],
        ),
        row(
            "solve -",
            "1 2 1\n12\n1 1 1 2 1 1\n",
            2,
            Is(""),
            &["standard input:2:2: found `2`, expected", "read as huarong"],
        ),
        row(
            "solve -",
            "a 2 1\n12\n1 1 1 2 1 1\n",
            2,
            Is(""),
            &[
                "found `a 2 1`, expected the beginning of a known format\n  hint: the known formats are ",
                ", magic, ",
                "`statewalk list NAME` shows it\n",
            ],
        ),
        // Rows of magic need not be lines, and neither need the first two numbers.
        row(
            "solve -q -",
            "1 3\n2 1 3\n4 5 6 7 8 9\n",
            1,
            Has(&["# magic", "unsolvable"]),
            &[],
        ),
        row(
            "solve -q -",
            "1 2 2 1\n4 3\n",
            0,
            Has(&["# magic", "solved, cost 1"]),
            &[],
        ),
        row(
            "solve -q -",
            "\u{feff}1\r2\r\n\t2 1\n\n4 3",
            0,
            Has(&["solved, cost 1"]),
            &[],
        ),
    ]);
}

/// Another strategy is only proposed where there are strategies.
#[test]
fn another_strategy_is_a_hint_of_solve_alone() {
    let rooms = "puzzles/instances/grid/rooms.map.scen";
    for (command, is_told) in [
        ("solve -q --strategy breadth-first", true),
        ("explore -q --store interned", false),
    ] {
        let told = run_line(&format!("{command} {rooms}"), "");
        assert_eq!((told.code, &*told.stdout), (Some(2), ""), "{command}");
        let why = "this search needs every action to cost 1";
        assert!(told.stderr.contains(why), "{command}: {}", told.stderr);
        let hint = told.stderr.contains("another --strategy may serve");
        assert_eq!(hint, is_told, "{command}: {}", told.stderr);
    }
}

#[test]
fn boards_that_lack_the_lines_before_them() {
    check(&[
        // The rows of a board are a board.
        row(
            "solve -q --output contest -",
            "1 2 3\n4 5 6\n7 _ 8\n",
            0,
            Is("21\n"),
            &[],
        ),
        row(
            "solve -q --output contest --format tiles -",
            "1 2 3 4 5 6 7 _ 8\n",
            0,
            Is("21\n"),
            &[],
        ),
        row(
            "solve -q -p blank=last -",
            "1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 0 15\n",
            0,
            Has(&["# tiles: 1 question", "(line 1): solved, cost 1"]),
            &[],
        ),
        // Where a number is wrong, they are one all the same.
        row(
            "solve -",
            "1 2 3\n4 5 6\n7 8 8\n",
            2,
            Is(""),
            &[
                "standard input:3:5: found `8`, expected a number that is not there yet",
                "it was read as tiles",
                "\n  tiles: a square board",
            ],
        ),
        // Squares of magic need the lines before them: without, or with one alone, they are boards of tiles.
        row(
            "solve -",
            "3\n1 4 7\n2 5 8\n3 6 9\n",
            2,
            Is(""),
            &[
                "standard input:4:5: found `9`, expected a number from 0 to 8",
                "it was read as tiles; --format NAME chooses another format",
            ],
        ),
        row(
            "solve -",
            "1 4 7\n2 5 8\n3 6 9\n",
            2,
            Is(""),
            &["standard input:3:5: found `9`", "read as tiles"],
        ),
    ]);
}

/// A cost out of range is told with the range.
#[test]
fn costs_out_of_range() {
    check(&[
        row(
            "solve -q -",
            "p sp 2 1\na 1 2 9223372036854775807\n",
            2,
            Is(""),
            &[
                "the cost 9223372036854775807 + 0 is out of range (-9223372036854775808 to 9223372036854775806)",
            ],
        ),
        row(
            "solve -q --no-plan -",
            "p sp 2 1\na 1 2 9223372036854775806\n",
            0,
            Has(&["solved, cost 9223372036854775806, proved optimal"]),
            &[],
        ),
    ]);
}
