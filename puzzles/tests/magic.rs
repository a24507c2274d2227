//! Magic against answers found by brute force on whole boards, on every strategy and store.
//!
//! All questions about the puzzle from outside are here, so that a reader finds what is asked of it in
//! one place.

use std::collections::{HashMap, HashSet, VecDeque};
use std::fmt::Write;
use std::path::Path;
use std::time::Duration;

use serde::Deserialize;
use statewalk::catalog::entry::{Choice, Entry, Failure};
use statewalk::catalog::menu::{Direction, Settings};
use statewalk::catalog::params::Params;
use statewalk::catalog::puzzle::{Puzzle, ReadError};
use statewalk::catalog::report::{Origin, Report, Verdict};
use statewalk::encoding::laws;
use statewalk::memory::Memory;
use statewalk::plan::replay;
use statewalk::search::limits::{Cancel, Limit, Limits};
use statewalk::space::{Predecessors, StateSpace};
use statewalk_puzzles::magic::Magic;
use statewalk_puzzles::magic::rules::{Board, Placement, TRANSFORMS};
use statewalk_puzzles::puzzle;

#[derive(Deserialize)]
struct File {
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    id: String,
    input: Input,
    expected: Expected,
}

#[derive(Deserialize)]
struct Input {
    n: usize,
    board: Option<Vec<Vec<usize>>>,
    from_goal: Option<Vec<(String, usize)>>,
}

#[derive(Deserialize)]
struct Expected {
    moves: Option<i64>,
}

type Rows = Vec<Vec<usize>>;

/// The statement's operations on a whole board.
fn moved(board: &Rows, name: &str) -> Rows {
    let n = board.len();
    let mut after = vec![vec![0; n]; n];
    for (r, row) in board.iter().enumerate() {
        for (c, &number) in row.iter().enumerate() {
            let (to_r, to_c) = match name {
                "right" => (r, (c + 1) % n),
                "down" => ((r + 1) % n, c),
                "transpose" => (c, r),
                "clockwise" => (c, n - 1 - r),
                "mirror_v" => (r, n - 1 - c),
                "mirror_h" => (n - 1 - r, c),
                other => panic!("{other}"),
            };
            after[to_r][to_c] = number;
        }
    }
    after
}

fn goal(n: usize) -> Rows {
    let row = |r: usize| (r * n + 1..=r * n + n).collect();
    (0..n).map(row).collect()
}

impl Input {
    fn rows(&self) -> Rows {
        if let Some(rows) = &self.board {
            return rows.clone();
        }
        let mut board = goal(self.n);
        for (name, times) in self.from_goal.iter().flatten() {
            for _ in 0..*times % self.n.pow(2).max(4) {
                board = moved(&board, name);
            }
        }
        board
    }
}

fn cases() -> Vec<Case> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/magic.json");
    let file: File = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    file.cases
}

fn text(boards: &[&Rows]) -> String {
    let mut text = format!("{}\n", boards.len());
    for board in boards {
        writeln!(text, "{}", board.len()).unwrap();
        for row in *board {
            let words: Vec<_> = row.iter().map(ToString::to_string).collect();
            writeln!(text, "{}", words.join(" ")).unwrap();
        }
    }
    text
}

fn magic() -> &'static dyn Entry {
    puzzle("magic").unwrap()
}

fn solve(text: &str, strategy: &str, store: &str, limits: Limits) -> Report {
    let choice = Choice {
        strategy: Some(strategy.to_owned()),
        store: Some(store.to_owned()),
        ..Choice::default()
    };
    let settings = Settings {
        limits,
        plans: true,
        ..Settings::default()
    };
    magic()
        .solve(
            text.as_bytes(),
            &Params::default(),
            &choice,
            &settings,
            &mut (),
        )
        .unwrap()
}

/// What a settled answer says: the cost, after its plan was followed on the whole board.
fn moves(board: &Rows, verdict: &Verdict) -> Option<i64> {
    match verdict {
        Verdict::Unsolvable { .. } => None,
        Verdict::Solved { plan, proved, .. } => {
            assert!(proved);
            let actions = plan.actions.as_deref().unwrap();
            let end = actions
                .lines()
                .fold(board.clone(), |b, name| moved(&b, name));
            assert_eq!(end, goal(board.len()));
            assert_eq!(actions.lines().count(), plan.steps);
            Some(plan.cost)
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn every_case_agrees_on_every_strategy() {
    let cases = cases();
    assert_eq!(cases.len(), 481);
    // The boards of many numbers are for the default alone, and their plans too long to follow here.
    let (large, small): (Vec<_>, Vec<_>) = cases.iter().partition(|case| case.input.n > 100);
    let boards: Vec<_> = small.iter().map(|case| case.input.rows()).collect();
    let text = text(&boards.iter().collect::<Vec<_>>());
    for offer in magic().offers() {
        let report = solve(&text, offer.strategy, offer.store, Limits::default());
        assert_eq!(report.answers.len(), small.len());
        for ((case, board), answer) in small.iter().zip(&boards).zip(&report.answers) {
            let found = moves(board, &answer.verdict);
            assert_eq!(found, case.expected.moves, "{} {offer:?}", case.id);
        }
    }
    for case in large {
        let Input { n, from_goal, .. } = &case.input;
        let rules = Board::new(u32::try_from(*n).unwrap()).unwrap();
        let mut place = Placement::GOAL;
        for (name, times) in from_goal.iter().flatten() {
            let named = TRANSFORMS.iter().find(|(_, known)| known == name);
            for _ in 0..*times {
                rules.apply(&mut place, &named.unwrap().0);
            }
        }
        let mut board = String::from("1\n");
        writeln!(board, "{n}").unwrap();
        board.push_str(&picture(&rules, place));
        let report = solve(&board, "layers", "ranked", Limits::default());
        let Verdict::Solved { plan, .. } = &report.answers[0].verdict else {
            panic!("{}", case.id);
        };
        assert_eq!(Some(plan.cost), case.expected.moves, "{}", case.id);
    }
}

fn picture(rules: &Board, place: Placement) -> String {
    use statewalk::catalog::puzzle::Notation;
    let mut out = String::new();
    statewalk_puzzles::magic::Magic.write_state(rules, &place, &mut out);
    out
}

fn rows(picture: &str) -> Rows {
    let number = |word: &str| word.parse().unwrap();
    let row = |line: &str| line.split_whitespace().map(number).collect();
    picture.lines().map(row).collect()
}

#[test]
fn placements_move_as_whole_boards_do() {
    for n in 1..=8 {
        let rules = Board::new(n).unwrap();
        laws::check_exhaustively(&rules, &mut { Placement::GOAL }).unwrap();
        for code in 0..8 * n * n {
            let (symmetry, row, column) = (code / n / n, code / n % n, code % n);
            let place = rules.placement(u8::try_from(symmetry).unwrap(), row, column);
            let board = rows(&picture(&rules, place));
            for (transform, name) in TRANSFORMS {
                let mut next = place;
                rules.apply(&mut next, &transform);
                assert_eq!(
                    rows(&picture(&rules, next)),
                    moved(&board, name),
                    "{place:?} {name}"
                );
                assert!(
                    rules
                        .predecessors(&next)
                        .any(|pair| pair == (transform, place))
                );
            }
            for (transform, before) in rules.predecessors(&place) {
                assert_eq!(replay(&rules, &before, &[transform]), Ok((place, 1)));
            }
        }
    }
}

#[test]
fn the_whole_space_has_the_proved_size_and_depth() {
    let ways = [Direction::Forward, Direction::Backward];
    let every = ways.map(|way| magic().explorers(way).into_iter().map(move |s| (way, s)));
    for (direction, store) in every.into_iter().flatten() {
        for n in [1, 2, 3, 4, 5, 6, 7, 8, 40] {
            let params = Params::parse(&[format!("n={n}")]).unwrap();
            let settings = Settings {
                direction,
                ..Settings::default()
            };
            let found = magic()
                .explore(None, &params, Some(store), &settings, 1, &mut ())
                .unwrap();
            let [space] = &found[..] else { panic!() };
            let size = match n {
                1 => 1,
                2 => 8,
                _ => 8 * n * n,
            };
            let depth = match n {
                1 => 0,
                2 => 2,
                _ => n + 2,
            };
            assert_eq!(space.profile.iter().sum::<u64>(), size, "n = {n}");
            assert_eq!(space.profile.len() as u64, depth + 1, "n = {n}");
            assert_eq!((space.limit, space.deepest.len()), (None, 1));
        }
    }
}

/// The moves that each whole board needs, by a search from every board for itself.
fn needed(n: usize) -> HashMap<Rows, usize> {
    let distances = |from: &Rows| {
        let mut known = HashMap::from([(from.clone(), 0)]);
        let mut queue = VecDeque::from([from.clone()]);
        while let Some(board) = queue.pop_front() {
            let next = known[&board] + 1;
            for (_, name) in TRANSFORMS {
                let after = moved(&board, name);
                if !known.contains_key(&after) {
                    known.insert(after.clone(), next);
                    queue.push_back(after);
                }
            }
        }
        known
    };
    let all = distances(&goal(n));
    all.into_keys()
        .map(|board| {
            let moves = distances(&board)[&goal(n)];
            (board, moves)
        })
        .collect()
}

#[test]
fn the_deepest_boards_backward_are_the_hardest() {
    for (n, size) in [(1, 1), (2, 8), (3, 72), (4, 128)] {
        let params = Params::parse(&[format!("n={n}")]).unwrap();
        let explore = |direction| {
            let settings = Settings {
                direction,
                ..Settings::default()
            };
            let found = magic().explore(None, &params, None, &settings, size, &mut ());
            found.unwrap().remove(0)
        };
        let backward = explore(Direction::Backward);
        assert_eq!(backward.origin, Origin::Goal);
        let needed = needed(n);
        assert_eq!(needed.len(), size);
        let most = *needed.values().max().unwrap();
        assert!(n != 3 || most == 5);
        let mut profile = vec![0; most + 1];
        for &moves in needed.values() {
            profile[moves] += 1;
        }
        assert_eq!(backward.profile, profile, "n = {n}");
        let drawn: HashSet<_> = backward.deepest.iter().map(|text| rows(text)).collect();
        let hardest = needed.iter().filter(|&(_, &moves)| moves == most);
        assert_eq!(drawn, hardest.map(|(board, _)| board.clone()).collect());
        // What leads to a board, turned round, are the moves of the inverse group elements.
        assert_eq!(explore(Direction::Forward).profile, profile, "n = {n}");
    }
}

#[test]
fn limits_hold_and_say_so() {
    let board = rows(&picture(
        &Board::new(300).unwrap(),
        Board::new(300).unwrap().placement(5, 150, 299),
    ));
    let text = text(&[&board]);
    let cancel = Cancel::default();
    cancel.cancel();
    let free = Limits::default;
    for (limits, word) in [
        (
            Limits {
                expansions: Some(1000),
                ..free()
            },
            "expansions",
        ),
        (
            Limits {
                states: Some(1000),
                ..free()
            },
            "states",
        ),
        (
            Limits {
                memory: Memory::limited(100_000),
                ..free()
            },
            "memory",
        ),
        (Limits { cancel, ..free() }, "cancelled"),
    ] {
        for offer in magic().offers() {
            let report = solve(&text, offer.strategy, offer.store, limits.clone());
            match &report.answers[0].verdict {
                Verdict::LimitReached {
                    limit, best: None, ..
                } => assert_eq!(limit.word(), word),
                other => panic!("{offer:?} {word}: {other:?}"),
            }
            assert!(limits.memory.peak() <= limits.memory.limit());
        }
    }
    // 8 * 300^2 distances up to 302 take two bytes each, and little comes beside them.
    let memory = Memory::limited(8 * 300 * 300 * 2 + 50_000);
    let report = solve(&text, "layers", "ranked", Limits { memory, ..free() });
    assert!(matches!(report.answers[0].verdict, Verdict::Solved { .. }));
    let least = Limits {
        cost: Some(3),
        ..free()
    };
    let report = solve(&text, "layers", "ranked", least);
    assert!(matches!(
        report.answers[0].verdict,
        Verdict::LimitReached {
            limit: Limit::Cost(3),
            lower: Some(4),
            ..
        }
    ));
}

#[test]
fn generated_boards_repeat_and_are_what_was_asked_for() {
    for (solvable, n) in [
        ("yes", 1),
        ("yes", 2),
        ("no", 2),
        ("yes", 3),
        ("no", 3),
        ("no", 7),
    ] {
        let words = [
            format!("n={n}"),
            "boards=20".to_owned(),
            format!("solvable={solvable}"),
        ];
        let params = Params::parse(&words).unwrap();
        let text = magic().generate(&params, 7).unwrap();
        assert_eq!(text, magic().generate(&params, 7).unwrap());
        if n > 1 {
            assert_ne!(text, magic().generate(&params, 8).unwrap());
        }
        let report = solve(&text, "layers", "ranked", Limits::default());
        assert_eq!(report.answers.len(), 20);
        for answer in &report.answers {
            let solved = matches!(answer.verdict, Verdict::Solved { .. });
            assert_eq!(solved, solvable == "yes");
        }
    }
    for wrong in [
        "n=0",
        "n=5001",
        "boards=0",
        "boards=99999999",
        "m=3",
        "solvable=maybe",
    ] {
        let params = Params::parse(&[wrong]).unwrap();
        assert!(magic().generate(&params, 1).is_err(), "{wrong}");
    }
    let params = Params::parse(&["n=1", "solvable=no"]).unwrap();
    assert!(magic().generate(&params, 1).is_err());
}

#[test]
fn nonsense_is_refused_by_its_place() {
    let cases = [
        (
            "",
            "line 1, column 1: found the end of the input, expected the number of boards",
        ),
        (
            "x",
            "line 1, column 1: found `x`, expected the number of boards",
        ),
        (
            "0\n",
            "line 1, column 1: found `0`, expected the number of boards",
        ),
        (
            "1\n1000000000\n1",
            "line 2, column 1: found `1000000000`, expected the side n of a board (1 to 5000)",
        ),
        (
            "1\n5000\n1 2 3\n",
            "line 4, column 1: found the end of the input, expected a number of the board",
        ),
        (
            "1\n2\n1 2\n3 four\n",
            "line 4, column 3: found `four`, expected a number of the board",
        ),
        (
            "1\n2\n1 2\n3 -4\n",
            "line 4, column 3: found `-4`, expected a number of the board",
        ),
        (
            "1\n1\n1\n1\n",
            "line 4, column 1: found `1`, expected the end of the input",
        ),
        (
            "99999999999999\n1\n1\n",
            "line 1, column 1: found `99999999999999`, expected the number of boards (1 to 1000000)",
        ),
    ];
    for (text, expected) in cases {
        let error = magic()
            .read(text.as_bytes(), &Params::default())
            .unwrap_err();
        let error = error.to_string();
        assert!(error.starts_with(expected), "{text:?}: {error}");
    }
}

#[test]
fn a_space_without_a_legal_question_is_refused() {
    let explore = |text: &str| {
        let none = Params::default();
        let text = Some(text.as_bytes());
        magic().explore(text, &none, None, &Settings::default(), 1, &mut ())
    };
    let error = explore("1\n2\n1 1\n3 4\n").unwrap_err();
    assert!(error.to_string().starts_with("line 3, column 3: found `1`"));
    let legal = explore("2\n2\n1 1\n3 4\n2\n1 2\n3 4\n").unwrap();
    assert_eq!(legal[0].profile.iter().sum::<u64>(), 8);
}

#[test]
fn limits_hold_while_boards_are_read_and_kept() {
    let answer = |limits: Limits| {
        let text = format!("300000\n{}", "1 1 ".repeat(300_000));
        let settings = Settings {
            limits,
            ..Settings::default()
        };
        let (none, choice) = (Params::default(), Choice::default());
        magic().solve(text.as_bytes(), &none, &choice, &settings, &mut ())
    };
    let limits = Limits::default().within(Duration::ZERO);
    assert_eq!(answer(limits), Err(Failure::Limit(Limit::Time)));
    let limits = Limits {
        memory: Memory::limited(1 << 20),
        ..Limits::default()
    };
    assert!(matches!(
        answer(limits),
        Err(Failure::Limit(Limit::Memory(_)))
    ));
    // They are claimed as they come: the fault at the end of the file is not come to.
    let limits = Limits {
        memory: Memory::limited(1 << 20),
        ..Limits::default()
    };
    let text = format!("300001\n{}x", "1 1 ".repeat(300_000));
    let read = Magic.read_within(text.as_bytes(), &Params::default(), &limits);
    assert!(matches!(
        read.err(),
        Some(ReadError::Limit(Limit::Memory(_)))
    ));
    assert_eq!(limits.memory.used(), 0);
    let limits = Limits {
        memory: Memory::limited(1 << 30),
        ..Limits::default()
    };
    let memory = limits.memory.clone();
    assert_eq!(answer(limits).unwrap().answers.len(), 300_000);
    assert_eq!(memory.used(), 0);
}

#[test]
fn boards_that_are_none_are_illegal_one_by_one() {
    let text = "5\n2\n1 2\n3 4\n2\n1 1\n3 4\n2\n1 2\n0 4\n1\n2\n3\n1 2 3\n4 5 6\n7 8 99999999999\n";
    let report = solve(text, "layers", "ranked", Limits::default());
    let shown: Vec<_> = report
        .answers
        .iter()
        .map(|answer| match &answer.verdict {
            Verdict::Illegal(error) => error.to_string(),
            Verdict::Solved { plan, .. } => plan.cost.to_string(),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(
        shown,
        [
            "0",
            "line 6, column 3: found `1`, expected a number that the board does not have yet",
            "line 10, column 1: found `0`, expected a number of the board (1 to 4)",
            "line 12, column 1: found `2`, expected a number of the board (1 to 1)",
            "line 16, column 5: found `99999999999`, expected a number of the board (1 to 9)",
        ]
    );
}
