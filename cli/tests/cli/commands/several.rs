//! Several plans to a question, beside enumerations of their own.

use std::collections::{HashMap, VecDeque};

use serde_json::Value;

use super::Stdout::{Has, Is};
use super::{check, row};
use crate::{run, run_line};

/// A node, a node, a cost.
type Arc = (usize, usize, i64);

/// The number of nodes and the arcs of a file without questions.
fn arcs(text: &str) -> (usize, Vec<Arc>) {
    let (mut nodes, mut all) = (0, Vec::new());
    for line in text.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let node = |place: usize| words[place].parse::<usize>().unwrap();
        match words[0] {
            "p" => nodes = node(2),
            _ => all.push((node(1), node(2), words[3].parse().unwrap())),
        }
    }
    (nodes, all)
}

/// The costs of all ways from a node to `goal` that come to no node twice.
fn ways(
    arcs: &[Arc],
    at: usize,
    goal: usize,
    passed: &mut Vec<usize>,
    spent: i64,
    found: &mut Vec<i64>,
) {
    if at == goal {
        found.push(spent);
        return;
    }
    passed.push(at);
    for &(tail, head, cost) in arcs {
        if tail == at && !passed.contains(&head) {
            ways(arcs, head, goal, passed, spent + cost, found);
        }
    }
    passed.pop();
}

fn questions(words: &[&str], stdin: &str, code: i32) -> Vec<Value> {
    let told = run(
        &[&["plans", "-q", "--json", "--no-timing"], words, &["-"]].concat(),
        stdin,
    );
    assert_eq!(told.code, Some(code), "{words:?} {told:#?}");
    let document: Value = serde_json::from_str(&told.stdout).unwrap();
    assert_eq!(
        (&document["command"], &document["schema"]),
        (&"plans".into(), &1.into())
    );
    document["questions"].as_array().unwrap().clone()
}

/// Positive costs, so that optimal plans come to no node twice either.
#[test]
fn plans_of_random_graphs_are_those_that_an_enumeration_finds() {
    let mut several = 0;
    for seed in 0..12 {
        let line = format!("generate graph nodes=6 arcs=16 least=1 most=3 --seed {seed}");
        let text = run_line(&line, "").stdout;
        let (nodes, arcs) = arcs(&text);
        let mut costs = Vec::new();
        ways(&arcs, 1, nodes, &mut Vec::new(), 0, &mut costs);
        costs.sort_unstable();
        let code = i32::from(costs.is_empty());
        let all = &questions(&["--cheapest", "1000"], &text, code)[0];
        let listed = |question: &Value| {
            let plans = question["plans"].as_array().unwrap().iter();
            let costs = plans.map(|plan| plan["cost"].as_i64().unwrap());
            costs.collect::<Vec<_>>()
        };
        assert_eq!(listed(all), costs, "{text}");
        let optimal = &questions(&["--list", "1000"], &text, code)[0];
        let Some(least) = costs.first() else {
            assert_eq!(
                (&optimal["verdict"], &all["verdict"]),
                (&"unsolvable".into(), &"unsolvable".into())
            );
            continue;
        };
        let count = costs.iter().filter(|cost| *cost == least).count();
        several += usize::from(count > 1);
        assert_eq!(
            (&all["complete"], &optimal["complete"]),
            (&true.into(), &true.into())
        );
        assert_eq!(
            (&optimal["cost"], &optimal["count"]),
            (&(*least).into(), &count.into())
        );
        assert_eq!(listed(optimal), vec![*least; count], "{text}");
        // No two are the same.
        for question in [all, optimal] {
            let plans = question["plans"].as_array().unwrap().iter();
            let mut plans: Vec<String> = plans.map(|plan| plan["actions"].to_string()).collect();
            plans.sort();
            let before = plans.len();
            plans.dedup();
            assert_eq!(plans.len(), before, "{text}");
        }
        // Fewer are the first of them, and all is not said of them.
        let few = &questions(&["--list", "1"], &text, 0)[0];
        assert_eq!(
            (&few["plans"][0], &few["count"]),
            (&optimal["plans"][0], &count.into())
        );
        assert_eq!(few["complete"], count == 1);
        let few = &questions(&["--cheapest", "1"], &text, 0)[0];
        assert_eq!(
            (listed(few), &few["complete"]),
            (vec![*least], &false.into())
        );
    }
    assert!(several > 2, "{several}");
}

/// The shortest ways of each board of 3 x 2 to the ordered one, counted from there by a queue.
fn counts() -> HashMap<[u8; 6], (i64, u64)> {
    let goal = [0, 1, 2, 3, 4, 5];
    let mut known = HashMap::from([(goal, (0, 1))]);
    let mut queue = VecDeque::from([goal]);
    while let Some(board) = queue.pop_front() {
        let (distance, count) = known[&board];
        let blank = board.iter().position(|&tile| tile == 0).unwrap();
        for other in 0..6 {
            let rows = (blank / 3).abs_diff(other / 3);
            if rows + (blank % 3).abs_diff(other % 3) != 1 {
                continue;
            }
            let mut next = board;
            next.swap(blank, other);
            let entry = known.entry(next).or_insert_with(|| {
                queue.push_back(next);
                (distance + 1, 0)
            });
            if entry.0 == distance + 1 {
                entry.1 += count;
            }
        }
    }
    known
}

#[test]
fn shortest_plans_of_tiles_are_counted_as_by_hand() {
    let known = counts();
    let mut boards: Vec<_> = known.iter().collect();
    boards.sort();
    let boards: Vec<_> = boards.into_iter().step_by(30).collect();
    let lines = boards.iter().map(|(board, _)| {
        let words = board.map(|tile| tile.to_string());
        words.join(" ") + "\n"
    });
    let text: String = lines.collect();
    let found = questions(
        &["--list", "3", "-p", "size=3x2", "--format", "tiles"],
        &text,
        0,
    );
    assert_eq!(found.len(), 12);
    for (question, (board, (distance, count))) in found.iter().zip(boards) {
        assert_eq!(
            (&question["cost"], &question["count"]),
            (&(*distance).into(), &(*count).into()),
            "{board:?}"
        );
        let plans = question["plans"].as_array().unwrap();
        assert_eq!(plans.len() as u64, (*count).min(3));
    }
}

/// The plans of every puzzle are right one by one.
#[test]
fn listed_plans_pass_the_check() {
    let mut seen = 0;
    for (file, wanted) in [
        ("hanoi/reve.txt", "--list 4"),
        ("magic/two-boards.txt", "--cheapest 6"),
        ("kings/passing-4x4.txt", "--list 3"),
        ("pancake/stacks.txt", "--cheapest 4"),
        ("topspin/rings.txt", "--list 9"),
        ("cube2/cubes.txt", "--list 9"),
        ("huarong/noip2013.txt", "--list 9"),
        ("graph/towns.gr", "--cheapest 9"),
    ] {
        let path = format!("puzzles/instances/{file}");
        let line = format!("plans -q --json --no-timing {wanted} {path}");
        let told = run_line(&line, "");
        assert!(told.code < Some(2), "{file}: {told:#?}");
        let document: Value = serde_json::from_str(&told.stdout).unwrap();
        for question in document["questions"].as_array().unwrap() {
            let (number, line) = (&question["number"], &question["line"]);
            for plan in question["plans"].as_array().unwrap() {
                let actions = plan["actions"].as_array().unwrap().iter();
                let actions = actions.map(|action| format!("  {}\n", action.as_str().unwrap()));
                let text = format!("question {number}: solved, {} actions\n", plan["steps"]);
                let checked = run(
                    &["check", "-q", &path, "-"],
                    text + &actions.collect::<String>(),
                );
                let right = format!(
                    "question {number} (line {line}): right, cost {}",
                    plan["cost"]
                );
                assert!(checked.stdout.contains(&right), "{file}: {checked:#?}");
                seen += 1;
            }
        }
    }
    assert!(seen > 40, "{seen}");
}

const CIRCLE: &str = "p sp 4 4\na 1 2 1\na 2 3 0\na 3 2 0\na 2 4 1\n";

#[test]
fn plans_are_told() {
    check(&[
        row(
            "plans -q puzzles/instances/graph/towns.gr --question 1",
            "",
            0,
            Is(
                "# puzzles/instances/graph/towns.gr: graph, all optimal plans\n\
                question 1 (line 16): 1 optimal plan of cost 8\n  \
                plan 1: cost 8, 4 actions\n    3\n    2\n    4\n    5\n",
            ),
            &[],
        ),
        row(
            "plans -q --no-timing --cheapest 3 --question 1 puzzles/instances/graph/towns.gr",
            "",
            0,
            Has(&[
                "graph, the cheapest 3 plans\nquestion 1 (line 16): 3 plans, the cheapest\n  plan 1: cost 8, 4 actions\n",
                "plan 2: cost 9, 3 actions\n",
                "plan 3: cost 9, 3 actions\n",
            ]),
            &[],
        ),
        row(
            "plans -q --cheapest 100 --question 5 puzzles/instances/graph/towns.gr",
            "",
            0,
            Has(&["question 5 (line 20): 1 plan, all that come to no state twice\n"]),
            &[],
        ),
        // No way, and a start that is the goal.
        row(
            "plans -q puzzles/instances/graph/towns.gr",
            "",
            1,
            Has(&[
                "question 2 (line 17): 1 optimal plan of cost 0\n  plan 1: cost 0, 0 actions\nquestion 3 (line 18): unsolvable\n",
            ]),
            &[],
        ),
        row(
            "plans -q --list 2 -",
            CIRCLE,
            0,
            Has(&[
                "question 1 (line 1): infinitely many optimal plans of cost 2, since a cycle that costs nothing lies on \
                   one of them; the first 2 of them\n  plan 1: cost 2, 2 actions\n    2\n    4\n  plan 2: cost 2, 4 actions\n    2\n    3\n    2\n    4\n",
            ]),
            &[],
        ),
        row(
            "plans -q --list 0 -",
            CIRCLE,
            0,
            Has(&["one of them\n"]),
            &[],
        ),
        row(
            "plans -q --cheapest 9 -",
            CIRCLE,
            0,
            Has(&["1 plan, all that come"]),
            &[],
        ),
    ]);
}

#[test]
fn limits_are_told() {
    check(&[
        // Two files.
        row(
            "plans -q --list 0 puzzles/instances/magic/two-boards.txt puzzles/instances/hanoi/reve.txt",
            "",
            0,
            Has(&[
                "two-boards.txt: magic, all",
                "\n# puzzles/instances/hanoi/reve.txt: hanoi, all",
            ]),
            &[],
        ),
        row(
            "plans -q --max-states 5 puzzles/instances/magic/two-boards.txt",
            "",
            3,
            Has(&["not settled: the limit of 5 states was reached"]),
            &[],
        ),
        row(
            "plans -q --max-expansions 9 --cheapest 50 puzzles/instances/magic/two-boards.txt",
            "",
            3,
            Has(&["; then the limit of 9 expansions was reached\n"]),
            &[],
        ),
        // So many questions do not fit with their answers, whatever each of them takes.
        row(
            "plans -q --list 0 -p to=all --memory 20MB --format graph -",
            "p sp 100000 0\n",
            3,
            Is(""),
            &["the memory limit"],
        ),
        row(
            "plans --json --memory 600kB puzzles/instances/hanoi/reve.txt",
            "",
            3,
            Has(&["\"verdict\": \"limit\"", "\"limit\": \"memory\""]),
            &[],
        ),
    ]);
}

#[test]
fn what_cannot_be_listed_is_refused() {
    check(&[
        // One question is no position, the other has a plan.
        row(
            "plans -q -",
            "p sp 2 1\na 1 2 3\nq 1 2\nq 1 3\n",
            2,
            Has(&[
                "1 optimal plan of cost 3",
                "question 2 (line 4): illegal: line 4, column 5: found `3`",
            ]),
            &[],
        ),
        row(
            "plans -",
            "p sp 2 1\na 1 2 -3\n",
            2,
            Is(""),
            &[
                "from node 1 to node 2 costs -3; this search needs costs that are not negative",
                "one plan each is found by `statewalk solve`",
            ],
        ),
        row(
            "plans --list 2 --cheapest 2 -",
            "",
            2,
            Is(""),
            &["cannot be used with"],
        ),
        row(
            "plans --cheapest 0 -",
            "",
            2,
            Is(""),
            &["a number of plans, 1 or more"],
        ),
        row(
            "plans --question 9 puzzles/instances/hanoi/reve.txt",
            "",
            2,
            Is(""),
            &["there is no question 9"],
        ),
        row("plans", "", 2, Is(""), &["FILE"]),
        // What is known beforehand is told.
        row(
            "plans -q -",
            "1\n3\n2 1 3\n4 5 6\n7 8 9\n",
            1,
            Has(&["unsolvable: the board is no rigid motion"]),
            &[],
        ),
        row(
            "plans -q --format kings -",
            "2 1\n1 0\n0 0\n0 0\n0 1\n",
            0,
            Has(&["1 optimal plan of cost 1\n  plan 1: cost 1, 1 action\n    1 2 2\n"]),
            &[],
        ),
    ]);
}

#[test]
fn the_same_bytes_every_time() {
    let line = "plans --json --no-timing --cheapest 5 puzzles/instances/graph/towns.gr";
    assert_eq!(run_line(line, ""), run_line(line, ""));
    let timed = run_line("plans --json puzzles/instances/graph/towns.gr", "");
    let document: Value = serde_json::from_str(&timed.stdout).unwrap();
    assert_eq!(document["timing"].as_array().unwrap().len(), 5);
    assert_eq!(document["questions"].as_array().unwrap().len(), 5);
}
