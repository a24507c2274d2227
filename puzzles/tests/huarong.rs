//! Huarong against answers made by brute force, by every strategy, and against broken
//! input. All tests ask the puzzle in one way, through its entry in the catalogue, hence one
//! long file.

use std::collections::{HashMap, HashSet, VecDeque};
use std::fmt::Write as _;
use std::time::Duration;

use proptest::prelude::*;
use serde_json::Value;
use statewalk::catalog::entry::{Choice, Entry, Failure};
use statewalk::catalog::menu::{Direction, Settings};
use statewalk::catalog::params::Params;
use statewalk::catalog::report::{Report, Verdict};
use statewalk::memory::Memory;
use statewalk::search::limits::Limits;
use statewalk_puzzles::puzzle;

fn huarong() -> &'static dyn Entry {
    puzzle("huarong").unwrap()
}

fn cases() -> Vec<Value> {
    let text = include_str!("data/huarong.json");
    let mut file: Value = serde_json::from_str(text).unwrap();
    let Value::Array(cases) = file["cases"].take() else {
        panic!("no cases")
    };
    cases
}

/// The contest's text of a case, with or without blanks between the cells.
fn contest_text(case: &Value, blanks: bool, most: usize) -> String {
    let rows: Vec<&str> = case["input"]["grid"]
        .as_array()
        .unwrap()
        .iter()
        .map(|r| r.as_str().unwrap())
        .collect();
    let queries = case["input"]["queries"].as_array().unwrap();
    let queries = &queries[..queries.len().min(most)];
    let mut text = format!("{} {} {}\n", rows.len(), rows[0].len(), queries.len());
    for row in rows {
        for (at, cell) in row.chars().enumerate() {
            if at > 0 && blanks {
                text.push(' ');
            }
            text.push(cell);
        }
        text.push('\n');
    }
    for query in queries {
        let words: Vec<String> = query
            .as_array()
            .unwrap()
            .iter()
            .map(ToString::to_string)
            .collect();
        writeln!(text, "{}", words.join(" ")).unwrap();
    }
    text
}

fn solve(text: &str, strategy: &str, store: &str, plans: bool) -> Report {
    let choice = Choice {
        strategy: Some(strategy.to_owned()),
        store: Some(store.to_owned()),
        ..Choice::default()
    };
    let settings = Settings {
        plans,
        ..Settings::default()
    };
    huarong()
        .solve(
            text.as_bytes(),
            &Params::default(),
            &choice,
            &settings,
            &mut (),
        )
        .unwrap()
}

/// What a report says of each question: the cost, -1, or nothing for what is no position.
fn told(report: &Report) -> Vec<Option<i64>> {
    let answer = |verdict: &Verdict| match verdict {
        Verdict::Solved { plan, proved, .. } => {
            assert!(proved);
            Some(plan.cost)
        }
        Verdict::Unsolvable { .. } => Some(-1),
        Verdict::Illegal(_) => None,
        other => panic!("{other:?}"),
    };
    report.answers.iter().map(|a| answer(&a.verdict)).collect()
}

#[test]
fn every_strategy_agrees_with_every_case() {
    let mut answered = 0;
    for case in cases() {
        let truth: Vec<Option<i64>> = case["expected"]["answers"]
            .as_array()
            .unwrap()
            .iter()
            .map(Value::as_i64)
            .collect();
        let id = &case["id"];
        let text = contest_text(&case, answered % 2 == 0, usize::MAX);
        let large = case["input"]["grid"].as_array().unwrap().len() > 20;
        for offer in huarong().offers() {
            // Breadth-first search visits 800,000 positions for each question of a large board.
            let few = large && offer.strategy == "breadth-first";
            let asked = if few { 2 } else { truth.len() };
            let text = contest_text(&case, false, asked);
            let report = solve(&text, offer.strategy, offer.store, true);
            assert_eq!(told(&report), truth[..asked], "{id} by {offer:?}");
            for (number, answer) in report.answers.iter().enumerate() {
                assert_eq!(answer.number, number);
                if let Verdict::Solved { plan, .. } = &answer.verdict {
                    let lines = plan.actions.as_deref().unwrap().lines().count();
                    assert_eq!(i64::try_from(lines), Ok(plan.cost), "{id}");
                }
            }
        }
        let report = solve(&text, "astar", "ranked", false);
        assert_eq!(told(&report), truth, "{id} without plans");
        answered += truth.len();
    }
    assert!(answered > 2000, "{answered}");
}

#[test]
fn plans_pass_the_check_and_wrong_ones_do_not() {
    for case in cases().into_iter().step_by(9) {
        let text = contest_text(&case, false, usize::MAX);
        let report = solve(&text, "astar", "ranked", true);
        let plans = report.answers.iter().map(|answer| match &answer.verdict {
            Verdict::Solved { plan, .. } => plan.actions.clone(),
            _ => None,
        });
        let mut plans: Vec<Option<String>> = plans.collect();
        let costs = told(&report);
        let check = |plans: &Vec<Option<String>>| {
            huarong()
                .check(text.as_bytes(), &Params::default(), plans)
                .unwrap()
        };
        for (checked, cost) in check(&plans).iter().zip(&costs) {
            assert_eq!(checked.finding.cost(), cost.filter(|&cost| cost >= 0));
        }
        for plan in plans.iter_mut().flatten() {
            *plan = plan.lines().skip(1).collect::<Vec<_>>().join("\n");
        }
        for (checked, cost) in check(&plans).iter().zip(&costs) {
            if cost.is_some_and(|cost| cost > 0) {
                assert!(checked.finding.cost().is_none());
            }
        }
    }
}

#[test]
fn the_sample_prints_what_the_judge_expects() {
    let text = include_str!("../instances/huarong/noip2013.txt");
    let report = solve(text, "astar", "ranked", false);
    let mut printed = String::new();
    huarong().contest(&report, &mut printed).unwrap();
    assert_eq!(printed, "2\n-1\n");
    assert!(huarong().sniff(text.as_bytes()));
    assert!(!huarong().sniff(b"2\n1 2\n3 4\n"));
    assert!(!huarong().sniff(b"2 1\n1 2\n3 4\n"));
}

/// One long ring: a comb of corridors whose ends are joined along the first row. The text of the
/// board, and the cells of the ring in order.
fn comb(side: usize) -> (String, Vec<(usize, usize)>) {
    // Teeth stand in every other column; an even number of them ends at the top again.
    let teeth = (side + 1) / 4 * 2;
    let mut ring: Vec<(usize, usize)> = Vec::new();
    for tooth in 0..teeth {
        let column = 2 * tooth + 1;
        let top = if tooth == 0 || tooth + 1 == teeth {
            2
        } else {
            3
        };
        if tooth % 2 == 0 {
            ring.extend((top..=side).map(|row| (row, column)));
            ring.push((side, column + 1));
        } else {
            ring.extend((top..=side).rev().map(|row| (row, column)));
            if tooth + 1 < teeth {
                ring.push((3, column + 1));
            }
        }
    }
    ring.extend((1..2 * teeth).rev().map(|column| (1, column)));
    let mut rows = vec![vec!['0'; side]; side];
    for &(row, column) in &ring {
        rows[row - 1][column - 1] = '1';
    }
    let rows: Vec<String> = rows.into_iter().map(String::from_iter).collect();
    (rows.join("\n"), ring)
}

/// Costs on the comb: the blank stands before the piece, which goes halfway round.
fn halfway(side: usize) -> (usize, String) {
    let (board, ring) = comb(side);
    let [blank, piece, target] = [ring[1], ring[0], ring[ring.len() / 2]];
    let question = [blank, piece, target].map(|(row, column)| format!("{row} {column}"));
    let text = format!("{side} {side} 1\n{board}\n{}\n", question.join(" "));
    (ring.len(), text)
}

#[test]
fn a_long_ring_passes_sixteen_bits() {
    let (length, text) = halfway(30);
    assert_eq!(length, 434);
    for offer in huarong().offers() {
        let report = solve(&text, offer.strategy, offer.store, true);
        assert_eq!(told(&report), [Some(93_529)], "{offer:?}");
    }
}

#[test]
fn a_ring_of_half_a_million_cells_is_no_trouble() {
    let (length, text) = halfway(1000);
    let length = i64::try_from(length).unwrap();
    assert!(length > 490_000);
    let report = solve(&text, "astar", "ranked", true);
    assert_eq!(told(&report), [Some((length / 2 - 1) * (length - 1) + 1)]);
}

#[test]
fn broken_input_is_refused_with_its_place() {
    let cases: &[(&str, &str)] = &[
        (
            "",
            "line 1, column 1: found the end of the input, expected the number of rows n (1 to 1000)",
        ),
        (
            "0 1 1\n",
            "line 1, column 1: found `0`, expected the number of rows n (1 to 1000)",
        ),
        (
            "1000000000 1000000000 1\n",
            "line 1, column 1: found `1000000000`, expected the number of rows n (1 to 1000)",
        ),
        (
            "2 2 99999999\n",
            "line 1, column 5: found `99999999`, expected the number of questions q (0 to 1000000)",
        ),
        (
            "2 2 1\n11\n",
            "line 3, column 1: found the end of the input, expected 2 cells in row 2, each 0 (fixed) or 1 (open)",
        ),
        (
            "2 2 1\n11\n1\n1 1 1 2 1 1\n",
            "line 3, column 2: found the end of the line after 1 of them, expected 2 cells in row 2, each 0 (fixed) or 1 (open)",
        ),
        (
            "2 2 1\n1 1\r\n1 2\r\n",
            "line 3, column 3: found `2`, expected 2 cells in row 2, each 0 (fixed) or 1 (open)",
        ),
        (
            "2 2 1\n111\n",
            "line 2, column 3: found `1`, expected the end of row 1 after 2 cells",
        ),
        (
            "2 2 1\n11\n1 1 1\n",
            "line 3, column 5: found `1`, expected the end of row 2 after 2 cells",
        ),
        (
            "1 2 1\n11\n1 1 1 2 x 1\n",
            "line 3, column 9: found `x`, expected the row of the target (1 to 1)",
        ),
        (
            "1 2 1\n11\n1 1 1 2 1\n",
            "line 4, column 1: found the end of the input, expected the column of the target (1 to 2)",
        ),
        (
            "1 2 1\n11\n1 1 1 2 1 1 7\n",
            "line 3, column 13: found `7`, expected the end of the input",
        ),
    ];
    for (text, expected) in cases {
        let failure = huarong()
            .read(text.as_bytes(), &Params::default())
            .unwrap_err();
        assert_eq!(failure.to_string(), *expected, "{text:?}");
        assert!(matches!(failure, Failure::Input(_)));
    }
}

#[test]
fn what_is_no_position_is_named_and_the_rest_answered() {
    let text = "\u{feff}2 3 7\r\n1\t1 1\r\n1 1 0\r\n9 1 1 2 1 1\r\n1 1 1 1 1 2\r\n2 3 1 1 1 2\r\n1 1 2 3 1 2\r\n1 -1 1 1 1 2\r\n1 1 1 2 2 3\r\n1 1 1 2 1 1";
    let report = solve(text, "astar", "ranked", false);
    assert_eq!(
        told(&report),
        [None, None, None, None, None, Some(-1), Some(1)]
    );
    let expected = [
        "line 4, column 1: found `9`, expected the row of the blank (1 to 2)",
        "line 5, column 1: found the blank and the piece on one cell, expected two cells",
        "line 6, column 1: found a fixed cell, expected an open cell for the blank",
        "line 7, column 5: found a fixed cell, expected an open cell for the piece",
        "line 8, column 3: found `-1`, expected the column of the blank (1 to 3)",
    ];
    for (answer, expected) in report.answers.iter().zip(expected) {
        let Verdict::Illegal(error) = &answer.verdict else {
            panic!("legal")
        };
        assert_eq!(error.to_string(), expected);
    }
}

fn limited(text: &str, strategy: &str, limits: Limits) -> Report {
    let choice = Choice {
        strategy: Some(strategy.to_owned()),
        ..Choice::default()
    };
    let settings = Settings {
        plans: true,
        limits,
        ..Settings::default()
    };
    let none = Params::default();
    let solved = huarong().solve(text.as_bytes(), &none, &choice, &settings, &mut ());
    solved.unwrap()
}

/// What was not known is told as the limit that came first, never as "no way".
#[test]
fn limits_hold_from_the_table_to_the_last_slide() {
    let text = huarong()
        .generate(
            &Params::parse(&["n=40", "m=40", "q=30", "solvable=yes"]).unwrap(),
            1,
        )
        .unwrap();
    let truth = told(&solve(&text, "astar", "ranked", false));
    let cancelled = Limits::default();
    cancelled.cancel.cancel();
    let budget = |bytes| Limits {
        memory: Memory::limited(bytes),
        ..Limits::default()
    };
    let least = |cost| Limits {
        cost: Some(cost),
        ..Limits::default()
    };
    let few = Limits {
        expansions: Some(40),
        ..Limits::default()
    };
    let mut cases = vec![
        ("time", Limits::default().within(Duration::ZERO)),
        ("cancelled", cancelled),
        ("cost", least(60)),
        ("expansions", few),
    ];
    for kilobytes in [1, 20, 60, 100, 150, 200, 250, 300, 350, 400, 450] {
        cases.push(("memory", budget(kilobytes * 1000)));
    }
    for strategy in ["astar", "uniform-cost", "spfa", "layers"] {
        for (word, limits) in &cases {
            let report = limited(&text, strategy, limits.clone());
            assert!(limits.memory.peak() <= limits.memory.limit());
            let mut stopped = 0;
            for (answer, truth) in report.answers.iter().zip(&truth) {
                match &answer.verdict {
                    Verdict::Solved { plan, .. } => assert_eq!(Some(plan.cost), *truth),
                    Verdict::LimitReached { limit, .. } => {
                        assert_eq!(limit.word(), *word);
                        stopped += 1;
                    }
                    other => panic!("{strategy} under {word}: {other:?}"),
                }
            }
            assert!(stopped > 0 || *word == "memory", "{strategy} under {word}");
        }
    }
}

#[test]
fn generated_files_are_read_back_and_solvable_where_that_was_asked() {
    for seed in 0..60 {
        let fixed = seed * 7 % 101;
        let words = [
            format!("n={}", seed % 7 + 2),
            format!("m={}", seed % 5 + 1),
            "q=9".to_owned(),
            format!("fixed={fixed}"),
        ];
        for solvable in ["yes", "any"] {
            let mut words = words.to_vec();
            words.push(format!("solvable={solvable}"));
            let params = Params::parse(&words).unwrap();
            let text = huarong().generate(&params, seed).unwrap();
            assert_eq!(huarong().generate(&params, seed).unwrap(), text);
            let answers = told(&solve(&text, "astar", "ranked", true));
            assert_eq!(answers.len(), 9);
            for answer in answers {
                assert!(
                    answer.is_some_and(|cost| cost >= 0 || solvable == "any"),
                    "{text}"
                );
            }
        }
    }
    let one = Params::parse(&["n=1", "m=1"]).unwrap();
    assert!(huarong().generate(&one, 0).is_err());
}

#[test]
fn a_whole_board_can_be_explored() {
    // 3 x 3 without fixed cells: 9 * 8 positions, as blank and piece are never on one cell.
    let params = Params::parse(&["n=3", "m=3", "fixed=0"]).unwrap();
    let explored = huarong()
        .explore(None, &params, None, &Settings::default(), 2, &mut ())
        .unwrap();
    assert_eq!(explored[0].profile.iter().sum::<u64>(), 72);
    assert_eq!(explored[0].profile[0], 1);
    let picture = &explored[0].deepest[0];
    assert_eq!(
        (picture.matches('.').count(), picture.matches('@').count()),
        (1, 1)
    );
}

/// How many pairs of a piece and a blank beside it have which distance to the positions with the piece on `target`: by a
/// queue over all pairs of open cells.
fn beside_by_distance(open: &[bool], width: usize, target: usize) -> Vec<u64> {
    let near = |cell: usize| {
        let (row, column) = (cell / width, cell % width);
        let beside = move |&other: &usize| {
            (other / width).abs_diff(row) + (other % width).abs_diff(column) == 1
        };
        let cells = 0..open.len();
        cells.filter(beside).filter(|&other| open[other])
    };
    let ends = (0..open.len()).filter(|&blank| open[blank] && blank != target);
    let mut queue: VecDeque<_> = ends.map(|blank| (blank, target)).collect();
    let mut known: HashMap<_, usize> = queue.iter().map(|&pair| (pair, 0)).collect();
    while let Some((blank, piece)) = queue.pop_front() {
        let distance = known[&(blank, piece)] + 1;
        for next in near(blank) {
            let after = (next, if next == piece { blank } else { piece });
            known.entry(after).or_insert_with(|| {
                queue.push_back(after);
                distance
            });
        }
    }
    let beside = known
        .iter()
        .filter(|((blank, piece), _)| near(*piece).any(|cell| cell == *blank));
    let mut profile = Vec::new();
    for (_, &distance) in beside {
        profile.resize(profile.len().max(distance + 1), 0);
        profile[distance] += 1;
    }
    profile
}

/// Distances of the weighted sweep are those of a queue over whole positions.
#[test]
fn a_board_can_be_explored_backward() {
    let settings = Settings {
        direction: Direction::Backward,
        ..Settings::default()
    };
    for (width, cells) in [
        (3, "111111111"),
        (4, "111101110111"),
        (4, "1111100110011111"),
        (3, "111101111"),
        (5, "111111010111111"),
        (4, "11110110"),
    ] {
        let open: Vec<bool> = cells.chars().map(|c| c == '1').collect();
        for target in (0..open.len()).filter(|&cell| open[cell]) {
            let others = (0..open.len()).filter(|&cell| open[cell] && cell != target);
            let [blank, piece] = *others.take(2).collect::<Vec<_>>() else {
                panic!("{cells}");
            };
            let place = |cell: usize| format!("{} {}", cell / width + 1, cell % width + 1);
            let mut text = format!("{} {width} 1\n", open.len() / width);
            for row in open.chunks(width) {
                let row = row.iter().map(|&open| if open { "1" } else { "0" });
                writeln!(text, "{}", row.collect::<Vec<_>>().join(" ")).unwrap();
            }
            let words = [blank, piece, target].map(place).join(" ");
            writeln!(text, "{words}").unwrap();
            let (params, store) = (Params::default(), Some("weighted"));
            let found = huarong()
                .explore(Some(text.as_bytes()), &params, store, &settings, 1, &mut ())
                .unwrap()
                .remove(0);
            let right = beside_by_distance(&open, width, target);
            assert_eq!(found.profile, right, "{text}");
            assert_eq!(found.deepest.len(), 1);
            assert_eq!(found.limit, None);
        }
    }
}

/// Whole boards: every piece is followed, not only the named one. Positions in which the others
/// were exchanged are different boards, but the named piece's way is as long.
#[test]
fn whole_boards_agree_on_tiny_grids() {
    for (height, width, open) in [
        (2, 3, "111111"),
        (3, 2, "111110"),
        (2, 4, "11111011"),
        (3, 3, "111101111"),
    ] {
        let cells: Vec<usize> = (0..height * width)
            .filter(|&at| open.as_bytes()[at] == b'1')
            .collect();
        for &blank in &cells {
            for &piece in cells.iter().filter(|&&piece| piece != blank) {
                let distances = whole_boards(height, width, open, blank, piece);
                let place = |cell: usize| format!("{} {}", cell / width + 1, cell % width + 1);
                let mut text = format!("{height} {width} {}\n", height * width);
                for row in open.as_bytes().chunks(width) {
                    writeln!(text, "{}", std::str::from_utf8(row).unwrap()).unwrap();
                }
                for target in 0..height * width {
                    writeln!(text, "{} {} {}", place(blank), place(piece), place(target)).unwrap();
                }
                let report = solve(&text, "astar", "ranked", true);
                assert_eq!(told(&report), distances, "{text}");
            }
        }
    }
}

/// The distance at which the piece that begins on `piece` first stands on each cell, by
/// breadth-first search over all arrangements of all pieces; -1 where it never does.
fn whole_boards(
    height: usize,
    width: usize,
    open: &str,
    blank: usize,
    piece: usize,
) -> Vec<Option<i64>> {
    let start: Vec<u8> = (0..height * width)
        .map(|at| match open.as_bytes()[at] {
            b'0' => b'#',
            _ if at == blank => b'.',
            _ => b'a' + u8::try_from(at).unwrap(),
        })
        .collect();
    let named = start[piece];
    let mut distances = vec![Some(-1); height * width];
    let mut seen = HashSet::from([start.clone()]);
    let (mut layer, mut depth) = (vec![start], 0);
    while !layer.is_empty() {
        let mut next = Vec::new();
        for board in layer {
            let at = |wanted: u8| board.iter().position(|&cell| cell == wanted).unwrap();
            let (hole, here) = (at(b'.'), at(named));
            if distances[here] == Some(-1) {
                distances[here] = Some(depth);
            }
            for other in 0..height * width {
                let apart =
                    (hole / width).abs_diff(other / width) + (hole % width).abs_diff(other % width);
                if apart == 1 && board[other] != b'#' {
                    let mut moved = board.clone();
                    moved.swap(hole, other);
                    if seen.insert(moved.clone()) {
                        next.push(moved);
                    }
                }
            }
        }
        layer = next;
        depth += 1;
    }
    distances
}

proptest! {
    #[test]
    fn no_text_makes_the_reader_panic_or_hang(text in prop_oneof![
        "[ 0-9\r\n\t-]{0,120}",
        "[1-3] [1-3] [0-3]\n([01]{1,3}\n){1,4}([0-4 ]{0,12}\n){0,4}",
        ".{0,60}",
    ]) {
        let _ = huarong().read(text.as_bytes(), &Params::default());
        huarong().sniff(text.as_bytes());
    }
}
