//! Command lines and inputs that are refused: each names what is wrong, where, and what is near.

use super::Stdout::{Has, Is};
use super::{TWO_BOARDS, check, row};

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
                "no format `magc`; known: cube2, hanoi, huarong, kings, magic",
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
            &["expected a number"],
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
            &["standard input:1:1: found no words", "magic: T, then"],
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
            &["found `a 2 1`, expected the beginning of a known format"],
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
