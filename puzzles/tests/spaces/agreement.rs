//! Every strategy on every store gives the costs that a plain search finds, and plans that pass the check.

use std::fmt::Write;

use statewalk::catalog::entry::{Choice, Entry};
use statewalk::catalog::menu::Settings;
use statewalk::catalog::params::Params;
use statewalk::catalog::report::{Finding, Report, Verdict};
use statewalk_puzzles::puzzle;

use crate::naive::{self, Plain, distances};

fn solved(entry: &dyn Entry, text: &str, options: &[&str], choice: &Choice) -> Report {
    let settings = Settings {
        plans: true,
        ..Settings::default()
    };
    let options = Params::parse(options).unwrap();
    let report = entry.solve(text.as_bytes(), &options, choice, &settings, &mut ());
    report.unwrap()
}

/// Asks for `text` on everything that the puzzle offers. A cost of `None` is "no plan".
pub(crate) fn check(name: &str, text: &str, options: &[&str], costs: &[Option<i64>]) {
    let entry = puzzle(name).unwrap();
    assert!(!entry.offers().is_empty());
    for offer in entry.offers() {
        let choice = offer.choice();
        let report = solved(entry, text, options, &choice);
        let (mut plans, mut costly) = (Vec::new(), Vec::new());
        let found = report.answers.iter().map(|answer| match &answer.verdict {
            Verdict::Solved { plan, proved, .. } => {
                // The others may come to a proof, too.
                assert!(*proved || !offer.optimal, "{offer:?}");
                costly.push((plan.cost, *proved));
                plans.push(plan.actions.clone());
                Some(plan.cost)
            }
            Verdict::Unsolvable { .. } => {
                plans.push(None);
                None
            }
            other => panic!("{name} {offer:?}: {other:?}"),
        });
        let found: Vec<_> = found.collect();
        let solvable = costs.iter().flatten();
        for (&(cost, proved), &least) in costly.iter().zip(solvable) {
            let holds = if proved { cost == least } else { cost >= least };
            assert!(holds, "{name} {offer:?}: {cost}, optimal {least}\n{text}");
        }
        if offer.optimal {
            assert_eq!(found, costs, "{name} {offer:?}\n{text}");
        }
        let options = Params::parse(options).unwrap();
        let checked = entry.check(text.as_bytes(), &options, &plans).unwrap();
        for ((checked, found), cost) in checked.iter().zip(found).zip(costs) {
            match &checked.finding {
                Finding::Right { cost: spent, .. } => {
                    assert_eq!((Some(*spent), cost.is_some()), (found, true), "{offer:?}");
                }
                Finding::NoPlan => assert_eq!(*cost, None, "{offer:?}"),
                other => panic!("{name} {offer:?}: {other:?}"),
            }
        }
    }
}

fn generated(name: &str, words: &[&str], seed: u64) -> String {
    let params = Params::parse(words).unwrap();
    let entry = puzzle(name).unwrap();
    let text = entry.generate(&params, seed).unwrap();
    assert_eq!(entry.generate(&params, seed).unwrap(), text);
    assert!(entry.sniff(text.as_bytes()), "{text}");
    text
}

/// The numbers of a text.
fn numbers(text: &str) -> Vec<usize> {
    text.split_whitespace()
        .map(|word| word.parse().unwrap())
        .collect()
}

#[test]
fn of_tiles() {
    for (width, height, first) in [
        (1, 1, true),
        (2, 1, true),
        (1, 5, true),
        (5, 1, false),
        (2, 2, true),
        (2, 2, false),
        (3, 2, true),
        (2, 4, false),
        (3, 3, true),
        (3, 3, false),
    ] {
        let size = [format!("w={width}"), format!("h={height}")];
        let blank = if first { "blank=first" } else { "blank=last" };
        let mut goal: Plain = (0..width * height).collect();
        if !first {
            goal.rotate_left(1);
        }
        let known = distances(&goal, &naive::tiles(width, height));
        for solvable in ["yes", "no", "any"] {
            if solvable == "no" && width * height < 3 {
                continue;
            }
            let kind = format!("solvable={solvable}");
            let words = [&size[0], &size[1], blank, "boards=4", &kind];
            let text = generated("tiles", &words, 3);
            let boards: Vec<Plain> = if width == height && width > 1 {
                text.lines().map(numbers).collect()
            } else {
                let all = numbers(&text);
                let boards = all.chunks(width * height + 2);
                boards.map(|board| board[2..].to_vec()).collect()
            };
            assert_eq!(boards.len(), 4);
            let costs: Vec<_> = boards
                .iter()
                .map(|board| known.get(board).copied())
                .collect();
            match solvable {
                "yes" => assert!(costs.iter().all(Option::is_some)),
                "no" => assert!(costs.iter().all(Option::is_none)),
                _ => {}
            }
            check("tiles", &text, &[blank], &costs);
        }
    }
}

/// All boards of 2x3 cells: parity says of each what a search would.
#[test]
fn of_tiles_with_a_goal_of_its_own() {
    let goal = vec![4, 0, 2, 5, 1, 3];
    let known = distances(&goal, &naive::tiles(3, 2));
    assert_eq!(known.len(), 360);
    let mut text = String::new();
    let mut costs = Vec::new();
    let mut board: Plain = (0..6).collect();
    for round in 0..720 {
        costs.push(known.get(&board).copied());
        let words: Vec<_> = board.iter().map(ToString::to_string).collect();
        // With a number before the board, and the blank in both its forms.
        let line = words
            .join(" ")
            .replace('0', if round % 2 == 0 { "_" } else { "0" });
        writeln!(text, "{round} {line}").unwrap();
        next_order(&mut board);
    }
    assert_eq!(costs.iter().flatten().count(), 360);
    check("tiles", &text, &["goal=4,_,2,5,1,3", "size=3x2"], &costs);
}

/// The next order of numbers, in lexicographic order; after the last comes the first.
fn next_order(order: &mut [usize]) {
    let Some(at) = (1..order.len()).rev().find(|&at| order[at - 1] < order[at]) else {
        order.reverse();
        return;
    };
    let other = (at..order.len())
        .rev()
        .find(|&other| order[other] > order[at - 1]);
    order.swap(at - 1, other.unwrap());
    order[at..].reverse();
}

#[test]
fn generators_refuse_what_they_cannot_make() {
    for (name, words) in [
        ("tiles", &["w=2", "h=1", "solvable=no"][..]),
        ("tiles", &["w=256", "h=2"]),
        ("tiles", &["boards=0"]),
        ("tiles", &["solvable=maybe"]),
        ("tiles", &["goal=0,1,2,3"]),
        ("pancake", &["n=1"]),
        ("pancake", &["stacks=0"]),
        ("topspin", &["k=9"]),
        ("topspin", &["solvable=no"]),
        ("hanoi", &["pegs=2"]),
        ("hanoi", &["pairs=0"]),
        ("cube2", &["cubes=0"]),
        ("cube2", &["solvable=any"]),
    ] {
        let params = Params::parse(words).unwrap();
        assert!(
            puzzle(name).unwrap().generate(&params, 1).is_err(),
            "{name} {words:?}"
        );
    }
}

#[test]
fn of_pancakes() {
    for n in [2, 3, 5, 7] {
        let known = distances(&(1..=n).collect(), &naive::pancakes);
        let text = generated("pancake", &[&format!("n={n}"), "stacks=6"], 2);
        let stacks: Vec<Plain> = text.lines().map(numbers).collect();
        assert_eq!(stacks.len(), 6);
        let costs: Vec<_> = stacks
            .iter()
            .map(|stack| known.get(stack).copied())
            .collect();
        assert!(costs.iter().all(Option::is_some));
        check("pancake", &text, &[], &costs);
    }
}

#[test]
fn of_topspin() {
    for (n, k) in [(2, 2), (5, 4), (6, 3), (6, 4), (7, 4), (7, 2)] {
        let known = distances(&(1..=n).collect(), &naive::topspin(k));
        let size = [format!("n={n}"), format!("k={k}")];
        for solvable in ["yes", "any"] {
            let kind = format!("solvable={solvable}");
            let words = [&size[0], &size[1], "rings=6", &kind];
            let text = generated("topspin", &words, 4);
            let rings: Vec<Plain> = text.lines().skip(1).map(numbers).collect();
            assert_eq!(rings.len(), 6);
            let costs: Vec<_> = rings.iter().map(|ring| known.get(ring).copied()).collect();
            assert!(solvable == "any" || costs.iter().all(Option::is_some));
            check("topspin", &text, &[], &costs);
        }
    }
}

#[test]
fn of_hanoi() {
    for (pegs, disks) in [(3, 1), (3, 5), (4, 4), (5, 3)] {
        let words = [format!("pegs={pegs}"), format!("disks={disks}")];
        let text = generated("hanoi", &[&words[0], &words[1], "pairs=4"], 6);
        let mut costs = Vec::new();
        for line in text.lines().skip(1) {
            let (start, goal) = line.split_once('>').unwrap();
            let places =
                |text: &str| -> Plain { numbers(text).iter().map(|peg| peg - 1).collect() };
            let known = distances(&places(goal), &naive::hanoi(pegs));
            costs.push(known.get(&places(start)).copied());
        }
        assert_eq!(costs.len(), 4);
        check("hanoi", &text, &[], &costs);
    }
    // Towers of 1 to 10 disks; on four pegs the numbers of Frame and Stewart.
    let four = [1, 3, 5, 9, 13, 17, 25, 33, 41];
    for (disks, cost) in (1..).zip(four) {
        check("hanoi", &format!("hanoi 4 {disks}\n"), &[], &[Some(cost)]);
        check(
            "hanoi",
            &format!("hanoi 3 {disks}\n"),
            &[],
            &[Some((1 << disks) - 1)],
        );
    }
}

#[test]
fn of_the_pocket_cube() {
    let letter = |sticker: &usize| ["U", "R", "F", "D", "L", "B"][*sticker];
    for (metric, half) in [("metric=half", true), ("metric=quarter", false)] {
        let solved: Plain = (0..24).map(|sticker| sticker / 4).collect();
        let known = naive::distances_to(4, &solved, &naive::cubes(half));
        let mut cubes: Vec<_> = known.into_iter().collect();
        cubes.sort();
        let mut text = String::new();
        let mut costs = Vec::new();
        for (cube, cost) in cubes.iter().step_by(cubes.len() / 6) {
            let letters: Vec<_> = cube.iter().map(letter).collect();
            writeln!(text, "{}", letters.concat()).unwrap();
            costs.push(Some(*cost));
        }
        // A turn of a face at the fixed corner is one of the opposite face; the whole cube may be turned.
        let turns = ["D'", "L R", "B F'", "U", "R U R'", "F B' L D' R U'"];
        let needed = if half {
            [1, 1, 0, 1, 3, 4]
        } else {
            [1, 2, 0, 1, 3, 4]
        };
        for (turns, needed) in turns.iter().zip(needed) {
            writeln!(text, "{turns}").unwrap();
            costs.push(Some(needed));
        }
        check("cube2", &text, &[metric], &costs);
    }
    let text = generated("cube2", &["cubes=5", "solvable=no"], 1);
    check("cube2", &text, &[], &[None; 5]);
}

/// Every generated cube has a plan, and all letters come back.
#[test]
fn of_generated_pocket_cubes() {
    let text = generated("cube2", &["cubes=200"], 8);
    let settings = Settings {
        plans: true,
        ..Settings::default()
    };
    let choice = Choice {
        strategy: Some("layers".to_owned()),
        ..Choice::default()
    };
    let (entry, none) = (puzzle("cube2").unwrap(), Params::default());
    let report = entry.solve(text.as_bytes(), &none, &choice, &settings, &mut ());
    for answer in report.unwrap().answers {
        let Verdict::Solved { plan, .. } = answer.verdict else {
            panic!("{:?}", answer.verdict);
        };
        assert!(plan.cost <= 11);
    }
}
