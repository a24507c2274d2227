//! Short plans for kings: beside the shortest ones, the distances, and those of composite operators.

use std::path::Path;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde::Deserialize;
use statewalk::catalog::menu::Watch;
use statewalk::goal::Exactly;
use statewalk::memory::Memory;
use statewalk::search::limits::{Limit, Limits};
use statewalk::search::outcome::Outcome;
use statewalk_puzzles::kings::board::{Board, Cell};
use statewalk_puzzles::kings::construct::{construct, lower_bound};
use statewalk_puzzles::kings::generate::{pair, sorted_pair};
use statewalk_puzzles::kings::portfolio::{WORK, short_plan};
use statewalk_puzzles::kings::rules::{Kings, Rule};
use statewalk_puzzles::kings::target::{Target, renamed};
use statewalk_puzzles::kings::verdict::Verdict;

const RULES: [Rule; 2] = [Rule::EightWay, Rule::NoDiagonals];

/// What a case of the file holds; the rest is not of interest here.
#[derive(Deserialize)]
struct Case {
    id: String,
    input: Input,
    expected: Truth,
}

#[derive(Deserialize)]
struct Input {
    n: u32,
    start: Vec<(u16, u16)>,
    target: Vec<(u16, u16)>,
}

#[derive(Deserialize)]
struct Truth {
    optimal: Option<i64>,
    no_diagonals: Straight,
}

#[derive(Deserialize)]
struct Straight {
    optimal: Option<i64>,
}

#[derive(Deserialize)]
struct File {
    cases: Vec<Case>,
}

fn few(work: u64) -> Limits {
    Limits {
        expansions: Some(work),
        ..Limits::default()
    }
}

/// The length of the plan, after a replay by the rules.
fn short(rule: Rule, start: &Board, target: &Board, work: u64) -> i64 {
    let limits = few(work);
    let (outcome, _) = short_plan(rule, (start, target), false, &limits, &mut ()).unwrap();
    let Outcome::Solved {
        plan,
        lower,
        proved,
    } = outcome
    else {
        panic!("{outcome:?}");
    };
    let starts = [(start.clone(), 0)];
    plan.validate(&Kings { rule }, &starts, &Exactly(target.clone()))
        .unwrap();
    assert!(lower <= Some(plan.cost));
    assert!(!proved || lower == Some(plan.cost));
    assert_eq!(limits.memory.used(), 0);
    plan.cost
}

fn constructed(rule: Rule, start: &Board, target: &Board) -> i64 {
    match construct(rule, start, target, &Limits::default(), &mut ()).unwrap() {
        Outcome::Solved { plan, .. } => plan.cost,
        outcome => panic!("{outcome:?}"),
    }
}

fn ratio(length: i64, least: i64) -> f64 {
    let [length, least] = [length, least].map(|number| f64::from(u32::try_from(number).unwrap()));
    length / least
}

/// The shortest plans are known by brute force.
#[test]
fn plans_are_near_the_shortest_where_these_are_known() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/kings.json");
    let file: File = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let board = |side, cells: &[(u16, u16)]| {
        let cells: Vec<_> = cells.iter().map(|&(row, col)| Cell { row, col }).collect();
        Board::new(side, &cells).unwrap()
    };
    let (mut sum, mut worst, mut count) = (0.0, 1.0f64, 0);
    for case in file.cases {
        let start = board(case.input.n, &case.input.start);
        let target = board(case.input.n, &case.input.target);
        let known = [case.expected.optimal, case.expected.no_diagonals.optimal];
        for (rule, optimal) in RULES.into_iter().zip(known) {
            let Some(optimal) = optimal else { continue };
            let mut length = short(rule, &start, &target, 20_000);
            if 100 * length > 115 * optimal {
                length = short(rule, &start, &target, WORK);
            }
            assert!(length >= optimal, "{}: {length} < {optimal}", case.id);
            if optimal > 0 {
                sum += ratio(length, optimal);
                worst = worst.max(ratio(length, optimal));
                count += 1;
            }
        }
    }
    assert!(count > 500, "{count}");
    let mean = sum / f64::from(count);
    assert!(
        mean <= 1.05 && worst <= 1.15,
        "{mean} in the mean, {worst} at most"
    );
}

#[test]
fn no_plan_is_longer_than_one_of_composite_operators() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for side in 1..=30u32 {
        let most = side.div_ceil(2).pow(2);
        for empty in [0, 1, 2, 3, most / 4, most / 2, most * 9 / 10] {
            let kings = most.saturating_sub(empty);
            let (start, target) = pair(side, kings, &mut rng).unwrap();
            for rule in RULES {
                if Verdict::of(rule, &start, &target).solvable() {
                    let length = short(rule, &start, &target, 2_000);
                    assert!(length <= constructed(rule, &start, &target));
                    assert!(length >= lower_bound(rule, &start, &target));
                } else {
                    let pair = (&start, &target);
                    let found = short_plan(rule, pair, false, &few(2_000), &mut ()).unwrap();
                    assert_eq!(found.0, Outcome::Unsolvable);
                }
            }
        }
    }
}

/// The slides of blocks are planned anew in windows; a board of 5 x 5 blocks is a single one.
#[test]
fn plans_with_one_empty_block_lose_a_tenth_and_more() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    for side in [9, 10] {
        for rule in RULES {
            let pair = sorted_pair(side, 24, true, &mut rng).unwrap();
            let (start, target) = pair.expect("parity can be had");
            let before = constructed(rule, &start, &target);
            let length = short(rule, &start, &target, 1_000_000);
            assert!(10 * length < 9 * before, "{length} of {before}");
            let less = short(rule, &start, &target, 4_000);
            assert!(
                length < less && less <= before,
                "{length}, {less} of {before}"
            );
        }
    }
}

/// On smaller boards with the room of those that are measured, and with less work.
#[test]
fn plans_are_as_short_as_they_should_be() {
    for (side, kings, work, most) in [
        (40, 16, 100_000, 1.02),
        (40, 200, 500_000, 2.5),
        (40, 400, 0, 1.0),
        (40, 399, 200_000, 5.3),
        (39, 399, 200_000, 3.7),
    ] {
        for rule in RULES {
            let mut sum = 0.0;
            for seed in 0..4 {
                let mut rng = ChaCha8Rng::seed_from_u64(seed);
                let drawn = sorted_pair(side, kings, true, &mut rng).unwrap();
                let (start, target) = drawn.expect("a pair that can be solved");
                let least = lower_bound(rule, &start, &target);
                sum += ratio(short(rule, &start, &target, work), least);
            }
            assert!(
                sum <= 4.0 * most,
                "{side}, {kings}, {rule:?}: {}",
                sum / 4.0
            );
        }
    }
}

#[test]
fn kings_that_are_alike_go_to_any_cells() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    for (side, kings) in [(3, 3), (4, 3), (5, 8), (6, 4), (12, 17), (20, 60)] {
        for rule in RULES {
            let (start, target) = pair(side, kings, &mut rng).unwrap();
            let named = renamed(rule, &start, &target).unwrap();
            let goal = Target {
                board: target,
                alike: true,
            };
            let found = short_plan(rule, (&start, &named), true, &few(50_000), &mut ()).unwrap();
            let Outcome::Solved {
                plan,
                proved,
                lower,
            } = found.0
            else {
                panic!("{found:?}");
            };
            plan.validate(&Kings { rule }, &[(start.clone(), 0)], &goal)
                .unwrap();
            assert_eq!(lower, proved.then_some(plan.cost));
            assert!(proved || side > 4);
        }
    }
}

/// The kings of this pair are named crosswise: they go ten steps, and two if each went to the cell beside it.
#[test]
fn a_plan_for_kings_that_are_alike_is_not_proved_by_their_names() {
    let board = |cells: [(u16, u16); 2]| {
        let cells = cells.map(|(row, col)| Cell { row, col });
        Board::new(6, &cells).unwrap()
    };
    let (start, target) = (board([(1, 6), (2, 1)]), board([(1, 1), (2, 6)]));
    for alike in [false, true] {
        // Too few for a search over whole boards.
        let limits = Limits {
            states: Some(1),
            ..few(100_000)
        };
        let pair = (&start, &target);
        let (outcome, _) = short_plan(Rule::EightWay, pair, alike, &limits, &mut ()).unwrap();
        let Outcome::Solved {
            plan,
            proved,
            lower,
        } = outcome
        else {
            panic!("{outcome:?}");
        };
        assert_eq!((plan.cost, proved), (10, !alike));
        assert_eq!(lower, (!alike).then_some(10));
    }
}

#[test]
fn the_same_work_gives_the_same_plan() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let (start, target) = pair(30, 110, &mut rng).unwrap();
    let plan = || {
        short_plan(
            Rule::EightWay,
            (&start, &target),
            false,
            &few(50_000),
            &mut (),
        )
        .unwrap()
    };
    assert_eq!(plan(), plan());
}

#[test]
fn limits_hold_while_plans_are_shortened() {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let (start, target) = pair(40, 200, &mut rng).unwrap();
    let solve = |limits: &Limits| {
        let pair = (&start, &target);
        let (outcome, _) = short_plan(Rule::EightWay, pair, false, limits, &mut ()).unwrap();
        assert_eq!(limits.memory.used(), 0);
        outcome
    };
    // With more memory plans get shorter, and none passes the limit.
    let mut lengths = Vec::new();
    for kilobytes in [1, 30, 200, 400, 800, 1600, 3200] {
        let limits = Limits {
            memory: Memory::limited(kilobytes << 10),
            ..few(50_000)
        };
        match solve(&limits) {
            Outcome::Solved { plan, .. } => lengths.push(plan.cost),
            Outcome::LimitReached { limit, best, .. } => {
                assert!(lengths.is_empty());
                assert!(matches!((limit, best), (Limit::Memory(_), None)));
            }
            outcome => panic!("{outcome:?}"),
        }
        assert!(limits.memory.peak() <= kilobytes << 10);
    }
    assert!(
        lengths.len() > 2 && lengths.is_sorted_by(|a, b| a >= b),
        "{lengths:?}"
    );
    assert!(lengths.first() > lengths.last());
    let limits = few(50_000);
    limits.cancel.cancel();
    assert!(matches!(
        solve(&limits),
        Outcome::LimitReached {
            limit: Limit::Cancelled,
            ..
        }
    ));
    let cut = |cost| {
        solve(&Limits {
            cost: Some(cost),
            ..few(50_000)
        })
    };
    let least = lower_bound(Rule::EightWay, &start, &target);
    assert!(matches!(
        cut(least / 2),
        Outcome::LimitReached {
            limit: Limit::Cost(_),
            best: None,
            ..
        }
    ));
    // A plan that only the shortening brings below the limit.
    assert!(matches!(cut(least * 5 / 2), Outcome::Solved { .. }));
}

/// Interrupts the work once routes are led anew.
struct Ear<'a>(&'a Limits);

impl Watch for Ear<'_> {
    fn phase(&mut self, name: &'static str, _: u64) {
        if name == "leading kings anew" {
            self.0.cancel.cancel();
        }
    }
}

#[test]
fn an_interrupt_leaves_the_best_plan_so_far() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let (start, target) = pair(20, 50, &mut rng).unwrap();
    let (rule, limits) = (Rule::EightWay, Limits::default());
    let pair = (&start, &target);
    let (outcome, stats) = short_plan(rule, pair, false, &limits, &mut Ear(&limits)).unwrap();
    let Outcome::LimitReached {
        limit: Limit::Cancelled,
        best: Some(plan),
        ..
    } = outcome
    else {
        panic!("{outcome:?}");
    };
    let starts = [(start.clone(), 0)];
    plan.validate(&Kings { rule }, &starts, &Exactly(target.clone()))
        .unwrap();
    assert!(plan.cost < constructed(rule, &start, &target));
    assert!(stats.expanded > 0);
}

/// What the generator says of its boards: settled before they walk, and the full ones shifted in lines.
#[test]
fn generated_boards_are_those_that_are_told() {
    for seed in 0..10 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let (start, target) = pair(20, 100, &mut rng).unwrap();
        let block = |cell: &Cell| ((cell.row - 1) / 2, (cell.col - 1) / 2);
        for (from, to) in start.cells().iter().zip(target.cells()) {
            assert_eq!(block(from), block(to));
        }
        for board in [&start, &target] {
            let sides =
                |lines: fn(&Cell) -> u16| board.cells().iter().all(|cell| lines(cell) % 2 == 1);
            let (rows, cols) = (sides(|cell| cell.row), sides(|cell| cell.col));
            // Kings are shifted along rows or along columns, and seldom none of them.
            assert!(rows != cols);
            for &cell in board.cells() {
                let next = if rows {
                    (cell.row, (cell.col - 1) / 2 * 2 + 3)
                } else {
                    ((cell.row - 1) / 2 * 2 + 3, cell.col)
                };
                let is_shifted = if rows {
                    cell.col % 2 == 0
                } else {
                    cell.row % 2 == 0
                };
                let (row, col) = next;
                if is_shifted && row <= 20 && col <= 20 {
                    // The next block of the line has its king on the far side as well.
                    assert_eq!(board.king(Cell { row, col }), None);
                }
            }
        }
        // Many steps were tried, and most kings are off the corners of their blocks.
        let (start, target) = sorted_pair(20, 30, true, &mut rng).unwrap().unwrap();
        for board in [&start, &target] {
            let corners = board
                .cells()
                .iter()
                .filter(|cell| cell.row % 2 == 1 && cell.col % 2 == 1);
            assert!(corners.count() < 20);
        }
    }
}
