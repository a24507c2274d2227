//! Files of maps and scenarios: options, line ends, and what is refused.

use proptest::prelude::*;
use statewalk::catalog::entry::{Choice, Failure};
use statewalk::catalog::menu::Settings;
use statewalk::catalog::params::Params;
use statewalk::catalog::report::Verdict;
use statewalk::memory::Memory;
use statewalk::search::limits::{Limit, Limits};

use crate::{file, grid, solved};

/// A map whose second row has a blocked cell.
const SMALL: &str = "type octile\nheight 2\nwidth 3\nmap\n...\n.@.\n";

#[test]
fn a_map_alone_is_asked_by_options() {
    let text = "type octile\nheight 3\nwidth 4\nmap\n.@..\n.@..\n....\n";
    let asked = ["from=0,0", "to=3,0"];
    let words = |options: &[&str]| {
        let options = Params::parse(options).unwrap();
        let settings = Settings {
            plans: true,
            ..Settings::default()
        };
        let report = grid().solve(
            text.as_bytes(),
            &options,
            &Choice::default(),
            &settings,
            &mut (),
        );
        match &report.map_err(|failure| failure.to_string())?.answers[0].verdict {
            Verdict::Solved { plan, .. } => Ok((plan.words.clone(), plan.actions.clone().unwrap())),
            other => Err(format!("{other:?}")),
        }
    };
    let (length, way) = words(&asked).unwrap();
    assert_eq!(length.unwrap(), "length 5 + 1 sqrt 2 = 6.41421356");
    assert_eq!(way, "0,1\n0,2\n1,2\n2,2\n3,1\n3,0");
    let cut = words(&[asked[0], asked[1], "corners=cut"]).unwrap();
    assert_eq!(cut.0.unwrap(), "length 1 + 3 sqrt 2 = 5.24264069");
    let four = words(&[asked[0], asked[1], "moves=4"]).unwrap();
    assert_eq!((four.0, four.1.lines().count()), (None, 7));
    for (options, expected) in [
        (
            &[][..],
            "the parameter `from` is ``, expected a scenario for the map (`.scen`), or `-p from=COLUMN,ROW -p to=COLUMN,ROW`: this is a map alone",
        ),
        (
            &["from=0,0"],
            "the parameter `to` is ``, expected a scenario for the map (`.scen`), or `-p from=COLUMN,ROW -p to=COLUMN,ROW`: this is a map alone",
        ),
        (
            &["from=0,0", "to=1,0"],
            "the parameter `to` is `1,0`, expected column,row of a cell that is not blocked, from 0,0 to 3,2",
        ),
        (
            &["from=4,0", "to=0,0"],
            "the parameter `from` is `4,0`, expected column,row of a cell that is not blocked, from 0,0 to 3,2",
        ),
        (
            &["from=+1", "to=0,0"],
            "the parameter `from` is `+1`, expected column,row of a cell that is not blocked, from 0,0 to 3,2",
        ),
        (
            &["map=x"],
            "the parameter `map` is `x`, expected nothing beside a file that holds its map",
        ),
        (
            &["moves=6"],
            "the parameter `moves` is `6`, expected 8 or 4",
        ),
        (
            &["corners=round"],
            "the parameter `corners` is `round`, expected keep or cut or squeeze",
        ),
    ] {
        assert_eq!(words(options).unwrap_err(), expected, "{options:?}");
    }
    let both = format!("{text}version 1\n0 m 4 3 0 0 0 1 1\n");
    let options = Params::parse(&["from=0,0"]).unwrap();
    assert_eq!(
        grid()
            .read(both.as_bytes(), &options)
            .unwrap_err()
            .to_string(),
        "the parameter `from` is `0,0`, expected nothing beside a scenario, which tells where to go"
    );
}

#[test]
fn every_kind_of_line_end_is_read() {
    let text =
        "version 1\n0 a/m.map 2 2 0 0 1 1 1.41421\ntype octile\nwidth 2\nheight 2\nmap\n..\n..";
    for text in [
        text.to_owned(),
        format!("\u{feff}{text}\n"),
        text.replace('\n', "\r\n"),
        text.replace('\n', "\r"),
        text.replace('\n', " \t\n\n# a remark\n"),
        text.replace(' ', "\t"),
    ] {
        assert!(grid().sniff(text.as_bytes()), "{text:?}");
        let found = solved(&text, &[], &Choice::default()).unwrap();
        assert!((found[0].unwrap() - 2f64.sqrt()).abs() < 1e-6, "{text:?}");
    }
}

/// It with a line of a scenario.
fn with_line(line: &str) -> String {
    format!("{SMALL}version 1\n{line}\n")
}

fn refused(cases: &[(String, &str)]) {
    for (text, expected) in cases {
        let error = grid().read(text.as_bytes(), &Params::default());
        assert_eq!(error.unwrap_err().to_string(), *expected, "{text}");
    }
}

#[test]
fn broken_maps_are_refused_with_their_place() {
    let map = SMALL;
    refused(&[
        (
            String::new(),
            "line 1, column 1: found the end of the input, expected `type octile` (a map) or `version 1` (a scenario)",
        ),
        (
            "x".to_owned(),
            "line 1, column 1: found `x`, expected `type octile` (a map) or `version 1` (a scenario)",
        ),
        (
            "type tile\n".to_owned(),
            "line 1, column 6: found `tile`, expected `octile`, the only type of map that is read",
        ),
        (
            "type octile\n".to_owned(),
            "line 2, column 1: found the end of the input, expected `height` and a number, or `width` and a number",
        ),
        (
            "type octile\nheight 0\n".to_owned(),
            "line 2, column 8: found `0`, expected the height of the map (1 to 65535)",
        ),
        (
            "type octile\nheight 99999999999\n".to_owned(),
            "line 2, column 8: found `99999999999`, expected the height of the map (1 to 65535)",
        ),
        (
            "type octile\nheight\nwidth 3\n".to_owned(),
            "line 2, column 7: found the end of the line, expected the height of the map",
        ),
        (
            "type octile\nheight 1\nheight 2\n".to_owned(),
            "line 3, column 1: found `height`, expected `width` and a number",
        ),
        (
            "type octile\nheight 2\nwidth 3\n...\n".to_owned(),
            "line 4, column 1: found `...`, expected `map`, then the rows",
        ),
        (
            map.replace(".@.\n", ""),
            "line 6, column 1: found the end of the input, expected row 2 of the 2 rows of the map",
        ),
        (
            map.replace(".@.", ".@"),
            "line 6, column 3: found the end of the row, expected 3 cells in row 2, as the width says; it has 2",
        ),
        (
            map.replace(".@.", ".@.TT"),
            "line 6, column 4: found `TT`, expected the end of row 2, which is 3 wide",
        ),
        (
            map.replace(".@.", ".@. ."),
            "line 6, column 5: found `.`, expected the end of row 2, which is 3 wide",
        ),
        (
            map.replace(".@.", ".x."),
            "line 6, column 2: found `x`, expected a letter of terrain: `.`, `G` or `S` (land), `W` (water), `@`, `O` or `T` (blocked)",
        ),
        (
            format!("{map}...\n"),
            "line 7, column 1: found `...`, expected the end of the map, which has 2 rows, or `version 1` (a scenario)",
        ),
    ]);
}

#[test]
fn broken_scenarios_are_refused_with_their_place() {
    let (map, line) = (SMALL, with_line);
    refused(&[
        (
            line("0 m 3 2 0 0 2 1 1") + map,
            "line 9, column 1: found `type`, expected one map in a file",
        ),
        (
            "version 2\n".to_owned(),
            "line 1, column 9: found `2`, expected version 1 of scenarios",
        ),
        (
            "version 1\n0 m 3 2 0 0 2 1 1\n".to_owned(),
            "line 3, column 1: found the end of the input, expected the map of the scenario (`type octile`)",
        ),
        (
            format!("{map}version 1\n"),
            "line 8, column 1: found the end of the input, expected a line of the scenario: bucket, map, width, height, start, goal, length",
        ),
        (
            line("0 m 3 2 0 0 2 1"),
            "line 8, column 16: found the end of the line, expected the optimal length, 0 or more",
        ),
        (
            line("0 m 3 2 0 0 2 1 1 1"),
            "line 8, column 19: found `1`, expected at most 9 words in a line",
        ),
        (
            line("0 m 3 2 0 0 2 1 -1"),
            "line 8, column 17: found `-1`, expected the optimal length, 0 or more",
        ),
        (
            line("0 m 3 2 0 0 2 1 NaN"),
            "line 8, column 17: found `NaN`, expected the optimal length, 0 or more",
        ),
        (
            line("-1 m 3 2 0 0 2 1 1"),
            "line 8, column 1: found `-1`, expected the bucket",
        ),
        (
            line("0"),
            "line 8, column 2: found the end of the line, expected the name of the map",
        ),
        (
            line("0 m 6 4 0 0 2 1 1"),
            "line 8, column 5: found `6`, expected 3, the width of the map; maps are not scaled",
        ),
        (
            line("0 m 3 4 0 0 2 1 1"),
            "line 8, column 7: found `4`, expected 2, the height of the map; maps are not scaled",
        ),
        (
            line("0 m 3 2 0 x 2 1 1"),
            "line 8, column 11: found `x`, expected the row of the start",
        ),
        (
            line("0 m 3 2 0 0 2 1 1\n0 n 3 2 0 0 2 1 1"),
            "line 9, column 3: found `n`, expected `m`, the map of the questions before",
        ),
    ]);
}

#[test]
fn questions_that_are_none_are_illegal_alone() {
    let line = with_line;
    let text = line("0 m 3 2 3 0 0 0 1\n0 m 3 2 1 1 0 0 1\n0 m 3 2 0 0 0 2 1\n0 m 3 2 0 0 2 1 3");
    let report = grid().solve(
        text.as_bytes(),
        &Params::default(),
        &Choice::default(),
        &Settings::default(),
        &mut (),
    );
    let verdicts: Vec<_> = report
        .unwrap()
        .answers
        .into_iter()
        .map(|answer| answer.verdict)
        .collect();
    let illegal = |verdict: &Verdict| match verdict {
        Verdict::Illegal(error) => error.to_string(),
        other => panic!("{other:?}"),
    };
    assert_eq!(
        illegal(&verdicts[0]),
        "line 8, column 9: found `3`, expected the column of the start (0 to 2)"
    );
    assert_eq!(
        illegal(&verdicts[1]),
        "line 9, column 9: found the blocked cell 1,1, expected a start that is not blocked"
    );
    assert_eq!(
        illegal(&verdicts[2]),
        "line 10, column 15: found `2`, expected the row of the goal (0 to 1)"
    );
    assert!(matches!(verdicts[3], Verdict::Solved { .. }));
}

/// Headers that promise gigabytes take no memory, and rows that come are claimed.
#[test]
fn large_maps_are_refused_by_what_they_hold() {
    let text = "type octile\nheight 65535\nwidth 65535\nmap\n.\n";
    let error = grid()
        .read(text.as_bytes(), &Params::default())
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "line 5, column 2: found the end of the row, expected 65535 cells in row 1, as the width says; it has 1"
    );
    let side = 400;
    let rows = vec![vec![b'.'; side]; side];
    let text = file(&rows, &[((0, 0), (side - 1, side - 1))]);
    let settings = Settings {
        limits: Limits {
            memory: Memory::limited(100_000),
            ..Limits::default()
        },
        ..Settings::default()
    };
    let solve = |settings: &Settings| {
        grid().solve(
            text.as_bytes(),
            &Params::default(),
            &Choice::default(),
            settings,
            &mut (),
        )
    };
    assert!(matches!(
        solve(&settings),
        Err(Failure::Limit(Limit::Memory(_)))
    ));
    // The map fits and the table of costs does not.
    let settings = Settings {
        limits: Limits {
            memory: Memory::limited(700_000),
            ..Limits::default()
        },
        ..Settings::default()
    };
    let verdict = solve(&settings).unwrap().answers.remove(0).verdict;
    assert!(
        matches!(
            verdict,
            Verdict::LimitReached {
                limit: Limit::Memory(_),
                ..
            }
        ),
        "{verdict:?}"
    );
}

proptest! {
    #[test]
    fn no_text_panics(text in "(type octile\n|height [0-9]{1,2}\n|width [0-9]{1,12}\n|map\n|[.@WT]{1,3}\r?\n|version 1\n|0 m 2 2 [0-3] 0 1 1 1\n|\t|x){0,12}") {
        let _ = grid().read(text.as_bytes(), &Params::default());
        let _ = grid().companion(text.as_bytes());
    }
}
