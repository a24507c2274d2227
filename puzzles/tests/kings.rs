//! Peaceful kings against answers found by brute force on whole boards.

use std::path::Path;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde::Deserialize;
use statewalk::catalog::entry::Choice;
use statewalk::catalog::menu::{Settings, Watch, Watching};
use statewalk::catalog::params::Params;
use statewalk::catalog::puzzle::ReadError;
use statewalk::catalog::report;
use statewalk::goal::Exactly;
use statewalk::memory::Memory;
use statewalk::search::limits::{Limit, Limits};
use statewalk::search::outcome::Outcome;
use statewalk_puzzles::kings::board::{Board, Cell};
use statewalk_puzzles::kings::construct::{construct, lower_bound};
use statewalk_puzzles::kings::generate::{pair, sorted_pair};
use statewalk_puzzles::kings::optimal::{From, optimal};
use statewalk_puzzles::kings::rules::{Kings, Rule};
use statewalk_puzzles::kings::text;
use statewalk_puzzles::kings::verdict::Verdict;
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
    reference: Option<Reference>,
}

#[derive(Deserialize)]
struct Input {
    n: u32,
    start: Vec<(u16, u16)>,
    target: Vec<(u16, u16)>,
}

#[derive(Deserialize)]
struct Expected {
    solvable: bool,
    optimal: Option<i64>,
    no_diagonals: Truth,
}

#[derive(Deserialize)]
struct Truth {
    solvable: bool,
    optimal: Option<i64>,
}

#[derive(Deserialize)]
struct Reference {
    lower_bound: i64,
}

struct Question {
    id: String,
    rule: Rule,
    start: Board,
    target: Board,
    solvable: bool,
    optimal: Option<i64>,
    lower: Option<i64>,
}

/// Every case under both rules.
fn questions() -> Vec<Question> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/kings.json");
    let file: File = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    assert_eq!(file.cases.len(), 587);
    let board = |side, cells: &[(u16, u16)]| {
        let cells: Vec<_> = cells.iter().map(|&(row, col)| Cell { row, col }).collect();
        Board::new(side, &cells).unwrap()
    };
    let mut questions = Vec::new();
    for case in file.cases {
        let start = board(case.input.n, &case.input.start);
        let target = board(case.input.n, &case.input.target);
        let straight = case.expected.no_diagonals;
        questions.push(Question {
            id: format!("{} without diagonals", case.id),
            rule: Rule::NoDiagonals,
            start: start.clone(),
            target: target.clone(),
            solvable: straight.solvable,
            optimal: straight.optimal,
            lower: None,
        });
        questions.push(Question {
            id: case.id,
            rule: Rule::EightWay,
            start,
            target,
            solvable: case.expected.solvable,
            optimal: case.expected.optimal,
            lower: case.reference.map(|reference| reference.lower_bound),
        });
    }
    questions
}

/// The length of a plan that was replayed here once more.
fn constructed(id: &str, rule: Rule, start: &Board, target: &Board) -> i64 {
    let outcome = construct(rule, start, target, &Limits::default(), &mut ()).expect(id);
    let Outcome::Solved { plan, .. } = outcome else {
        panic!("{id}: {outcome:?}");
    };
    plan.validate(
        &Kings { rule },
        &[(start.clone(), 0)],
        &Exactly(target.clone()),
    )
    .expect(id);
    plan.cost
}

#[test]
fn verdicts_agree_with_brute_force() {
    for q in questions() {
        let verdict = Verdict::of(q.rule, &q.start, &q.target);
        assert_eq!(verdict.solvable(), q.solvable, "{}: {verdict}", q.id);
        if let Some(lower) = q.lower {
            assert_eq!(lower_bound(q.rule, &q.start, &q.target), lower, "{}", q.id);
        }
        if let Some(optimal) = q.optimal {
            let lower = lower_bound(q.rule, &q.start, &q.target);
            assert!(lower <= optimal, "{}: {lower} > {optimal}", q.id);
        }
    }
}

#[test]
fn every_solvable_case_gets_a_plan() {
    for q in questions().into_iter().filter(|q| q.solvable) {
        let length = constructed(&q.id, q.rule, &q.start, &q.target);
        let least = lower_bound(q.rule, &q.start, &q.target);
        assert!(length >= q.optimal.unwrap_or(least), "{}", q.id);
        assert_eq!(length == 0, q.start == q.target, "{}", q.id);
    }
}

#[test]
fn random_boards_get_plans() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for side in 1..=40u32 {
        let most = side.div_ceil(2).pow(2);
        for empty in [0, 1, 2, 3, 4, most / 3, most / 2, most * 9 / 10] {
            let kings = most.saturating_sub(empty);
            for rule in [Rule::EightWay, Rule::NoDiagonals] {
                let (start, target) = pair(side, kings, &mut rng).unwrap();
                let verdict = Verdict::of(rule, &start, &target);
                if verdict.solvable() {
                    let id = format!("side {side}, {kings} kings, {rule:?}");
                    constructed(&id, rule, &start, &target);
                } else {
                    assert!(empty < 2);
                }
            }
        }
    }
}

#[test]
fn a_board_of_100_with_2_499_kings_gets_a_plan_of_moderate_length() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let (start, target) = pair(100, 2_499, &mut rng).unwrap();
    let length = constructed("100", Rule::EightWay, &start, &target);
    let least = lower_bound(Rule::EightWay, &start, &target);
    assert!(2 * length <= 7 * least, "{length} steps, at least {least}");
}

/// Hears of phases, and interrupts the work in one of them.
struct Ear<'a> {
    interrupt: &'static str,
    limits: &'a Limits,
    steps: u64,
}

impl Watch for Ear<'_> {
    fn phase(&mut self, name: &'static str, steps: u64) {
        if name == self.interrupt {
            self.limits.cancel.cancel();
            self.steps = steps;
        }
    }
}

/// The plan is withheld where its replay was interrupted.
#[test]
fn a_construction_reports_its_phases_and_can_be_interrupted_in_each() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let (start, target) = pair(60, 899, &mut rng).unwrap();
    for interrupt in [
        "constructing",
        "turning the target's half",
        "replaying the plan",
    ] {
        let limits = Limits::default();
        let mut ear = Ear {
            interrupt,
            limits: &limits,
            steps: 0,
        };
        let settings = Settings {
            limits: limits.clone(),
            plans: true,
            ..Settings::default()
        };
        let text = text::write(&start, &target);
        let none = Params::default();
        let choice = Choice {
            strategy: Some("constructive".to_owned()),
            ..Choice::default()
        };
        let kings = puzzle("kings").unwrap();
        let report = kings.solve(text.as_bytes(), &none, &choice, &settings, &mut ear);
        let verdict = report.unwrap().answers.remove(0).verdict;
        match verdict {
            report::Verdict::LimitReached { limit, best, .. } => {
                assert_eq!((limit, best), (Limit::Cancelled, None), "{interrupt}");
            }
            verdict => panic!("{interrupt}: {verdict:?}"),
        }
        assert!(ear.steps > 0 || interrupt == "turning the target's half");
    }
}

/// What is made to be solvable, or not to be, is seen to be so by a search over whole boards.
#[test]
fn pairs_are_solvable_where_that_was_asked() {
    let mut made = [0; 2];
    for side in 1..=5u32 {
        let blocks = side.div_ceil(2).pow(2);
        let fewest = if side < 5 { 0 } else { blocks - 1 };
        for (kings, solvable) in (fewest..=blocks).flat_map(|k| [(k, true), (k, false)]) {
            let mut rng = ChaCha8Rng::seed_from_u64(u64::from(side * 100 + kings));
            let pair = sorted_pair(side, kings, solvable, &mut rng).unwrap();
            let Some((start, target)) = pair else {
                // One empty block is enough on an even side, and two are on any.
                let enough = kings + 1 + side % 2 <= blocks;
                assert!(!solvable && (enough || kings < 2), "{side}, {kings}");
                continue;
            };
            made[usize::from(solvable)] += 1;
            for rule in [Rule::EightWay, Rule::NoDiagonals] {
                let (pair, limits) = ((&start, &target), Limits::default());
                let watch = &mut Watching(&mut ());
                let found = optimal(From::BothEnds, rule, pair, false, &limits, watch).unwrap();
                let is_solved = matches!(found.outcome, Outcome::Solved { .. });
                assert_eq!(is_solved, solvable, "{side}, {kings}, {rule:?}");
            }
        }
    }
    assert!(made[0] >= 5 && made[1] >= 15, "{made:?}");
}

/// Two boards of 300 x 300 cells, which the file holds beside its text.
#[test]
fn the_boards_of_a_file_are_claimed() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let (start, target) = pair(300, 100, &mut rng).unwrap();
    let file = text::write(&start, &target);
    let narrow = Limits {
        memory: Memory::limited(500_000),
        ..Limits::default()
    };
    let read = text::read(file.as_bytes(), &narrow);
    assert!(matches!(read, Err(ReadError::Limit(Limit::Memory(_)))));
    let read = text::read(file.as_bytes(), &Limits::default());
    assert_eq!(read, Ok(Ok((start, target))));
    // A header alone claims nothing.
    let read = text::read(b"2000 5\n0 0\n", &narrow);
    assert!(matches!(read, Err(ReadError::Input(_))), "{read:?}");
}

#[test]
fn limits_hold_while_a_plan_is_constructed() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let (start, target) = pair(60, 899, &mut rng).unwrap();
    let halted = |limits: &Limits| match construct(Rule::EightWay, &start, &target, limits, &mut ())
        .unwrap()
    {
        Outcome::LimitReached { limit, .. } => limit,
        outcome => panic!("{outcome:?}"),
    };
    // The boards come first, then the steps.
    for bytes in [0, 10_000, 40_000, 200_000, 400_000] {
        let memory = Memory::limited(bytes);
        let limits = Limits {
            memory: memory.clone(),
            ..Limits::default()
        };
        assert!(matches!(halted(&limits), Limit::Memory(_)), "{bytes}");
        assert_eq!(memory.used(), 0);
        assert_eq!(memory.peak() > 0, bytes >= 200_000, "{bytes}");
    }
    let limits = Limits::default();
    limits.cancel.cancel();
    assert_eq!(halted(&limits), Limit::Cancelled);
    let limits = Limits {
        cost: Some(10),
        ..Limits::default()
    };
    assert_eq!(halted(&limits), Limit::Cost(10));
}

/// Both searches where boards are small, the one from both ends everywhere.
#[test]
fn shortest_plans_agree_with_brute_force() {
    for q in questions() {
        let Some(expected) = q.optimal else { continue };
        let froms = [From::BothEnds, From::TheStart];
        let small = q.start.side() <= 4 || q.start.side() == 5 && q.start.cells().len() <= 5;
        for from in froms.into_iter().take(if small { 2 } else { 1 }) {
            let (pair, limits) = ((&q.start, &q.target), Limits::default());
            let watch = &mut Watching(&mut ());
            let found = optimal(from, q.rule, pair, false, &limits, watch).unwrap();
            let Outcome::Solved { plan, proved, .. } = found.outcome else {
                panic!("{}: {:?}", q.id, found.outcome);
            };
            assert_eq!((plan.cost, proved), (expected, true), "{}", q.id);
            let starts = [(q.start.clone(), 0)];
            plan.validate(&Kings { rule: q.rule }, &starts, &Exactly(q.target.clone()))
                .expect(&q.id);
        }
    }
}

/// What the verdict calls unsolvable, a search that sees everything calls so too.
#[test]
fn unsolvable_pairs_are_seen_to_be_unsolvable() {
    let mut searched = 0;
    for q in questions().into_iter().filter(|q| !q.solvable) {
        let kings = q.start.cells().len();
        if q.start.side() <= 4 || kings == 9 {
            let (pair, limits) = ((&q.start, &q.target), Limits::default());
            let watch = &mut Watching(&mut ());
            let found = optimal(From::BothEnds, q.rule, pair, false, &limits, watch).unwrap();
            assert_eq!(found.outcome, Outcome::Unsolvable, "{}", q.id);
            searched += 1;
        }
    }
    assert!(searched > 40, "{searched}");
}
