//! Plans that are made cheaper after a strategy found them.

use std::fs;

use crate::run;

/// The first of Korf's hundred boards; no plan costs less than 57.
const BOARD: &str = "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3\n";

fn solve(words: &[&str], input: &str) -> crate::Run {
    let command = ["solve", "-", "--quiet", "--no-timing"];
    run(&[&command, words].concat(), input)
}

/// The cost of the only question.
fn cost(run: &crate::Run) -> u32 {
    let (_, rest) = run
        .stdout
        .split_once("solved, cost ")
        .expect("it is solved");
    let word = rest.split(',').next().expect("a cost");
    word.parse().expect("a number")
}

#[test]
fn plans_get_cheaper_the_longer_it_is_let_and_stay_right() {
    let found = solve(&["--strategy", "greedy"], BOARD);
    let mut last = cost(&found);
    for most in ["20000", "200000", "2000000"] {
        let words = [
            "--strategy",
            "greedy",
            "--improve",
            "--max-expansions",
            most,
        ];
        let better = solve(&words, BOARD);
        assert_eq!(
            better,
            solve(&[&words[..], &["--threads", "2"]].concat(), BOARD)
        );
        assert_eq!(
            (better.code, better.stderr.as_str()),
            (Some(0), ""),
            "{better:?}"
        );
        assert!(
            (57..=last).contains(&cost(&better)),
            "{} after {last}",
            cost(&better)
        );
        assert_eq!(cost(&better) % 2, 1, "the parity of the board");
        last = cost(&better);
        let folder = tempfile::tempdir().unwrap();
        let [board, plan] = ["board", "plan"].map(|name| folder.path().join(name));
        fs::write(&board, BOARD).unwrap();
        fs::write(&plan, &better.stdout).unwrap();
        let checked = run(
            &[
                "check",
                "-q",
                board.to_str().unwrap(),
                plan.to_str().unwrap(),
            ],
            "",
        );
        assert_eq!(checked.code, Some(0), "{checked:?}");
    }
    assert!(2 * last < cost(&found), "{last} of {}", cost(&found));
}

#[test]
fn a_proved_plan_is_left_alone() {
    let plain = solve(&["--strategy", "ida-star"], BOARD);
    assert_eq!(
        plain,
        solve(&["--strategy", "ida-star", "--improve"], BOARD)
    );
}

#[test]
fn a_puzzle_without_a_way_says_so() {
    let refused = solve(&["--improve"], "2\n2\n2 1\n4 3\n3\n9 6 3\n8 5 2\n7 4 1\n");
    assert_eq!((refused.code, refused.stdout.as_str()), (Some(2), ""));
    assert!(
        refused.stderr.contains("magic cannot improve plans"),
        "{refused:?}"
    );
}

#[test]
fn time_that_is_up_leaves_the_plan() {
    let words = ["--strategy", "weighted-astar", "--weight", "3", "--improve"];
    let stopped = solve(&[&words[..], &["--time", "1s"]].concat(), BOARD);
    assert_eq!(stopped.code, Some(0), "{stopped:?}");
    assert!(stopped.stdout.contains("solved, cost "), "{stopped:?}");
}
