//! Broken input is refused with its place; what can be read and is no position is illegal alone.

use proptest::prelude::*;
use statewalk::catalog::menu::Settings;
use statewalk::catalog::params::Params;
use statewalk::catalog::report::Verdict;
use statewalk_puzzles::{PUZZLES, puzzle};

/// The puzzle, its options, a text, and the error of the whole.
const REFUSED: &[(&str, &[&str], &str, &str)] = &[
    (
        "tiles",
        &[],
        "",
        "line 1, column 1: found the end of the input, expected a board",
    ),
    (
        "tiles",
        &[],
        "# 3\n",
        "line 2, column 1: found the end of the input, expected a board",
    ),
    (
        "tiles",
        &[],
        "x\n",
        "line 1, column 1: found `x`, expected the size of a board (1 to 255)",
    ),
    (
        "tiles",
        &[],
        "256\n",
        "line 1, column 1: found `256`, expected the size of a board (1 to 255)",
    ),
    (
        "tiles",
        &[],
        "3 x\n",
        "line 1, column 3: found `x`, expected the other side of a board (1 to 255)",
    ),
    (
        "tiles",
        &[],
        "3\n",
        "line 2, column 1: found the end of the input, expected the first row of the board",
    ),
    (
        "tiles",
        &[],
        "3\n0 1 2\n3 4\n6 7 8\n",
        "line 3, column 4: found the end of the line, expected a row of 3 numbers",
    ),
    (
        "tiles",
        &[],
        "3\n0 1\n",
        "line 2, column 4: found the end of the line, expected a row of 3 numbers",
    ),
    (
        "tiles",
        &[],
        "3\n0 1 2 3\n",
        "line 2, column 7: found `3`, expected a row of 3 numbers",
    ),
    (
        "tiles",
        &[],
        "2 3\n0\n",
        "line 2, column 2: found the end of the line, expected a row of 2 numbers, or of 3",
    ),
    (
        "tiles",
        &[],
        "3\n0 1 2\n3 4 5\n",
        "line 4, column 1: found the end of the input, expected row 3 of the 3 rows of the board",
    ),
    (
        "tiles",
        &[],
        "3\n0 1 2\n3 4 x\n6 7 8\n",
        "line 3, column 5: found `x`, expected a tile, or `0` or `_` for the blank",
    ),
    (
        "tiles",
        &[],
        "3\n0 1 2\n3 4 4\n6 7 8\n",
        "line 3, column 5: found `4`, expected a number that is not there yet",
    ),
    (
        "tiles",
        &[],
        "3\n0 1 2\n3 4 9\n6 7 8\n",
        "line 3, column 5: found `9`, expected a number from 0 to 8",
    ),
    (
        "tiles",
        &[],
        "3\n0 1 2\n3 4 5\n6 7 8\n3 3 3\n",
        "line 5, column 5: found `3`, expected the rows of the board in lines of their own",
    ),
    (
        "tiles",
        &[],
        "0 1 2\n",
        "line 1, column 1: found `0`, expected the size of a board, or a square board in a line (4, 9, 16 ... numbers)",
    ),
    (
        "tiles",
        &[],
        "0 1 2 3\n1 2 3\n",
        "line 2, column 6: found the end of the line, expected a line of 4 numbers, as the first",
    ),
    (
        "tiles",
        &[],
        "0 1 2 3\n1 2 3 0 7\n",
        "line 2, column 9: found `7`, expected a line of 4 numbers, as the first",
    ),
    (
        "tiles",
        &[],
        "1 0 1 2 3 x\n",
        "line 1, column 11: found `x`, expected a number",
    ),
    (
        "tiles",
        &["size=2x3"],
        "0 1 2 3\n",
        "line 1, column 8: found the end of the line, expected a board of 6 numbers in a line",
    ),
    (
        "tiles",
        &["size=2"],
        "0 1 2 3\n",
        "the parameter `size` is `2`, expected `square`, or width and height from 1 to 255 as 3x4",
    ),
    (
        "tiles",
        &["goal=0,1,2,3,4,5"],
        "0 1 2 3\n",
        "the parameter `goal` is `6 numbers`, expected the 4 numbers of the board",
    ),
    (
        "tiles",
        &["goal=0,1,x,3"],
        "0 1 2 3\n",
        "the parameter `goal` is `0,1,x,3`, expected `ordered`, or each number from 0 on once, joined by commas",
    ),
    (
        "pancake",
        &[],
        "",
        "line 1, column 1: found the end of the input, expected a stack of pancakes",
    ),
    (
        "pancake",
        &[],
        "1\n",
        "line 1, column 2: found the end of the line, expected two pancakes or more in the first stack",
    ),
    (
        "pancake",
        &[],
        "1 2 2\n",
        "line 1, column 5: found `2`, expected a number that is not there yet",
    ),
    (
        "pancake",
        &[],
        "1 2\n1 3\n",
        "line 2, column 3: found `3`, expected a number from 1 to 2",
    ),
    (
        "pancake",
        &[],
        "1 2 x\n",
        "line 1, column 5: found `x`, expected a pancake",
    ),
    (
        "pancake",
        &[],
        "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17\n",
        "line 1, column 40: found `17`, expected at most 16 words in a line",
    ),
    (
        "topspin",
        &[],
        "",
        "line 1, column 1: found the end of the input, expected the word `topspin`",
    ),
    (
        "topspin",
        &[],
        "6 4\n",
        "line 1, column 1: found `6`, expected the word `topspin`",
    ),
    (
        "topspin",
        &[],
        "topspin 6\n",
        "line 1, column 10: found the end of the line, expected the tokens in the turnstile",
    ),
    (
        "topspin",
        &[],
        "topspin 26 4\n",
        "line 1, column 9: found `26`, expected the number of tokens (2 to 25)",
    ),
    (
        "topspin",
        &[],
        "topspin 6 7\n",
        "line 1, column 11: found `7`, expected the tokens in the turnstile (2 to 6)",
    ),
    (
        "topspin",
        &[],
        "topspin 6 4 2\n",
        "line 1, column 13: found `2`, expected the end of the line",
    ),
    (
        "topspin",
        &[],
        "topspin 6 4\n",
        "line 2, column 1: found the end of the input, expected a ring",
    ),
    (
        "topspin",
        &[],
        "topspin 3 2\n1 2\n",
        "line 2, column 4: found the end of the line, expected a line of 3 tokens",
    ),
    (
        "topspin",
        &[],
        "topspin 3 2\n1 2 x\n",
        "line 2, column 5: found `x`, expected a token",
    ),
    (
        "hanoi",
        &[],
        "",
        "line 1, column 1: found the end of the input, expected the word `hanoi`",
    ),
    (
        "hanoi",
        &[],
        "3 3\n",
        "line 1, column 1: found `3`, expected the word `hanoi`",
    ),
    (
        "hanoi",
        &[],
        "hanoi 2 3\n",
        "line 1, column 7: found `2`, expected the number of pegs (3 to 16)",
    ),
    (
        "hanoi",
        &[],
        "hanoi 3 33\n",
        "line 1, column 9: found `33`, expected the number of disks (1 to 32)",
    ),
    (
        "hanoi",
        &[],
        "hanoi 3 2 1\n",
        "line 1, column 11: found `1`, expected the end of the line",
    ),
    (
        "hanoi",
        &[],
        "hanoi 3 2\n1\n",
        "line 2, column 2: found the end of the line, expected the peg of a disk",
    ),
    (
        "hanoi",
        &[],
        "hanoi 3 2\n1 1 2\n",
        "line 2, column 5: found `2`, expected `>` and the goal, or the end of the line",
    ),
    (
        "hanoi",
        &[],
        "hanoi 3 2\n1 1 > 2\n",
        "line 2, column 8: found the end of the line, expected the peg of a disk",
    ),
    (
        "hanoi",
        &[],
        "hanoi 3 2\n1 1 > 2 2 2\n",
        "line 2, column 11: found `2`, expected the end of the line",
    ),
    (
        "cube2",
        &[],
        "",
        "line 1, column 1: found the end of the input, expected a cube",
    ),
    (
        "cube2",
        &[],
        "R X\n",
        "line 1, column 3: found `X`, expected a turn (U, R, F, D, L or B, alone or with 2 or '), or 24 stickers",
    ),
    (
        "cube2",
        &[],
        "UUUU RRRR\n",
        "line 1, column 10: found the end of the line, expected 24 stickers in all",
    ),
    (
        "cube2",
        &[],
        "UUUUX\n",
        "line 1, column 1: found `UUUUX`, expected stickers: the letters U, R, F, D, L and B",
    ),
    (
        "cube2",
        &[],
        "UUUURRRRFFFFDDDDLLLLBBBBB\n",
        "line 1, column 1: found `UUUURRRRFFFFDDDDLLLLBBBBB`, expected 24 stickers in all",
    ),
    (
        "cube2",
        &["metric=whole"],
        "R\n",
        "the parameter `metric` is `whole`, expected half or quarter",
    ),
];

#[test]
fn broken_files_are_refused_by_the_place() {
    for (name, options, text, expected) in REFUSED {
        let options = Params::parse(options).unwrap();
        let error = puzzle(name).unwrap().read(text.as_bytes(), &options);
        assert_eq!(error.unwrap_err().to_string(), *expected, "{name} {text:?}");
    }
}

/// The puzzle, a text, and what each of its questions is: a cost, `-` for no plan, or an error.
const MIXED: &[(&str, &str, &[&str])] = &[
    (
        "tiles",
        "0 1 2 3\n1 1 2 3\n3 1 2 0\n0 1 2 4\n1 0 2 3\n",
        &[
            "0",
            "line 2, column 3: found `1`, expected a number that is not there yet",
            "-",
            "line 4, column 7: found `4`, expected a number from 0 to 3",
            "1",
        ],
    ),
    // A number before each board; 17 numbers are a board and what stands before it, or behind.
    ("tiles", "7 1 0 2 3\n8 0 1 2 3\n", &["1", "0"]),
    ("tiles", "0 1 2 3 9\n1 0 2 3 9\n", &["0", "1"]),
    ("tiles", "1 0 1 2 3 9\n", &["0"]),
    // Sizes change from board to board; sides stand in either order.
    (
        "tiles",
        "3 2 # wide\n1 0 2\n3 4 5\n2 3\n1 _ 2\n3 4 5\n\n2 3\n_ 1\n2 3\n4 5\n1\n0\n1 2\n1\n0\n",
        &["1", "1", "0", "0", "1"],
    ),
    ("pancake", "2 1 # a turn\n\n1 0 2\n1\n", &["1", "1", "0"]),
    (
        "topspin",
        "topspin 5 2\n1 2 3 4 5\n1 2 3 4 4\n1 2 3 4 6\n2 1 3 4 5\n",
        &[
            "0",
            "line 3, column 9: found `4`, expected a number that is not there yet",
            "line 4, column 9: found `6`, expected a number from 1 to 5",
            "1",
        ],
    ),
    (
        "hanoi",
        "hanoi 3 2\n1 1\n1 4 > 0 1\n1 1 > 0 1\n2 3 > 3 3\n",
        &[
            "3",
            "line 3, column 3: found `4`, expected a peg from 1 to 3",
            "line 4, column 7: found `0`, expected a peg from 1 to 3",
            "1",
        ],
    ),
    (
        "cube2",
        "UUUURRRRFFFFDDDDLLLLBBBB\nUUUU RRRR FFFF DDDD LLLL BBBR\nRRRR UUUU FFFF LLLL DDDD BBBB\nUUUR FRRR FUFF DDDD LLLL BBBB\nFFFF RRRR DDDD BBBB LLLL UUUU\n",
        &[
            "0",
            "line 2, column 1: found `UUUU`, expected the stickers of a cube: these corners are not its corners",
            "0",
            "-",
            "0",
        ],
    ),
];

#[test]
fn questions_that_are_no_positions_are_illegal_alone() {
    for (name, text, expected) in MIXED {
        let entry = puzzle(name).unwrap();
        for offer in entry.offers() {
            let choice = offer.choice();
            let (none, settings) = (Params::default(), Settings::default());
            let report = entry.solve(text.as_bytes(), &none, &choice, &settings, &mut ());
            let shown = report
                .unwrap()
                .answers
                .into_iter()
                .map(|answer| match answer.verdict {
                    Verdict::Illegal(error) => error.to_string(),
                    Verdict::Solved { plan, .. } => plan.cost.to_string(),
                    Verdict::Unsolvable { reason } => {
                        assert!(reason.is_some());
                        "-".to_owned()
                    }
                    other => panic!("{other:?}"),
                });
            assert_eq!(shown.collect::<Vec<_>>(), *expected, "{text}");
        }
    }
}

/// Six by six cells are not searched, but parity is known, and plans are constructed.
#[test]
fn large_boards_are_illegal_where_they_are_searched() {
    let text = "2\n0 1\n2 3\n6\n1 0 2 3 4 5\n6 7 8 9 10 11\n12 13 14 15 16 17\n18 19 20 21 22 23\n24 25 26 27 28 29\n30 31 32 33 34 35\n\
         6\n1 2 0 3 4 5\n6 7 8 9 10 11\n12 13 14 15 16 17\n18 19 20 21 22 23\n24 25 26 27 28 29\n30 31 32 33 35 34\n";
    let entry = puzzle("tiles").unwrap();
    for offer in entry.offers() {
        let (none, settings) = (Params::default(), Settings::default());
        let report = entry.solve(text.as_bytes(), &none, &offer.choice(), &settings, &mut ());
        let verdicts: Vec<_> = report
            .unwrap()
            .answers
            .into_iter()
            .map(|a| a.verdict)
            .collect();
        assert!(matches!(&verdicts[0], Verdict::Solved { plan, .. } if plan.cost == 0));
        assert!(matches!(
            &verdicts[2],
            Verdict::Unsolvable { reason: Some(_) }
        ));
        match (&verdicts[1], offer.strategy) {
            (Verdict::Solved { plan, .. }, "constructive") => assert_eq!(plan.cost, 1),
            (Verdict::Illegal(error), other) => {
                assert_ne!(other, "constructive");
                assert_eq!(
                    error.to_string(),
                    "line 5, column 1: found `1`, expected a board of at most 25 cells; this one, of 36, has a plan, but only the strategy `constructive` finds one"
                );
            }
            (verdict, strategy) => panic!("{strategy}: {verdict:?}"),
        }
    }
}

#[test]
fn examples_are_sniffed_by_their_puzzle_and_read_by_no_other() {
    for entry in PUZZLES.iter() {
        let card = entry.card();
        let example = card.example.as_bytes();
        let none = Params::default();
        assert!(entry.sniff(example), "{}", card.name);
        assert!(entry.read(example, &none).is_ok(), "{}", card.name);
        for other in PUZZLES
            .iter()
            .filter(|other| other.card().name != card.name)
        {
            let taken = other.sniff(example) && other.read(example, &none).is_ok();
            assert!(!taken, "{} is read by {}", card.name, other.card().name);
        }
    }
}

proptest! {
    #[test]
    fn no_text_panics(text in "[0-9_#urflb'A-D, \\n]{0,80}", cut in 0usize..60) {
        for entry in PUZZLES.iter() {
            let none = Params::default();
            let _ = (entry.sniff(text.as_bytes()), entry.read(text.as_bytes(), &none));
            let example = &entry.card().example;
            let mixed = format!("{}{text}", &example[..cut.min(example.len())]);
            let _ = (entry.sniff(mixed.as_bytes()), entry.read(mixed.as_bytes(), &none));
        }
    }
}
