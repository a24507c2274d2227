//! Plans as `solve` writes them, and as somebody might change them, before `check`.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use crate::{Run, run};

const BOARDS: &str = "2\n2\n2 1\n4 3\n3\n9 6 3\n8 5 2\n7 4 1\n";
const KINGS: &str = "4 2\n1 0 0 0\n0 0 0 0\n2 0 0 0\n0 0 0 0\n0 0 0 2\n0 0 0 0\n0 0 0 0\n0 0 0 1\n";

/// A folder with an instance, whose plans are checked there.
struct Desk {
    folder: TempDir,
}

impl Desk {
    fn new(instance: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("instance.txt"), instance).unwrap();
        Self { folder }
    }

    fn path(&self) -> String {
        let path: &Path = &self.folder.path().join("instance.txt");
        path.to_str().unwrap().to_owned()
    }

    fn solve(&self, options: &[&str]) -> String {
        let path = self.path();
        let solved = run(&[&["solve", "-q", &path], options].concat(), "");
        assert_eq!(solved.code, Some(0), "{}", solved.stderr);
        solved.stdout
    }

    fn check(&self, plan: &str) -> Run {
        run(&["check", "-q", &self.path(), "-"], plan)
    }
}

#[test]
fn what_solve_writes_is_right() {
    for (instance, questions) in [(BOARDS, 2), (KINGS, 1)] {
        let desk = Desk::new(instance);
        let forms: [&[&str]; 4] = [
            &[],
            &["--json"],
            &["--color", "always"],
            &["--output", "contest"],
        ];
        for form in forms {
            if form.contains(&"contest") && instance == BOARDS {
                continue;
            }
            let checked = desk.check(&desk.solve(form));
            assert_eq!(checked.code, Some(0), "{form:?}: {checked:#?}");
            assert_eq!(
                checked.stdout.matches("right").count(),
                questions,
                "{form:?}"
            );
        }
    }
}

/// The form of a plan, what is changed in it, the exit code, and what is said.
const CHANGES: [(&str, &str, &str, i32, &str); 19] = [
    (
        "text",
        "  right\n",
        "  down\n",
        1,
        "wrong: the plan ends after 1 action, not in a goal",
    ),
    (
        "text",
        "  right\n",
        "  left\n",
        1,
        "wrong: action 1: found `left`, expected one of right",
    ),
    (
        "text",
        "  right\n",
        "",
        1,
        "the plan is said to have 1 action, 0 are given",
    ),
    (
        "text",
        "cost 2",
        "cost 3",
        1,
        "the plan is said to cost 3, its actions cost 2",
    ),
    (
        "text",
        "question 2",
        "question 3",
        2,
        "found a plan for question 3",
    ),
    (
        "text",
        "question 2",
        "question 1",
        2,
        "found question 1 again",
    ),
    (
        "text",
        "question 2",
        "puzzle 2",
        2,
        ":4:1: found `puzzle 2 (line 5): solved",
    ),
    (
        "text",
        "solved, cost 1, 1 action",
        "unsolvable, 1 action",
        2,
        "found 1 actions",
    ),
    ("text", "cost 2, 2 actions", "cost 2", 0, "right, cost 2"),
    (
        "text",
        " (line 2): solved, cost 1, 1 action, proved optimal",
        "",
        0,
        "right, cost 1",
    ),
    (
        "text",
        "solved",
        "sloved",
        2,
        "found `question 1 (line 2): sloved",
    ),
    (
        "json",
        "\"solved\"",
        "\"sloved\"",
        2,
        "the verdict `sloved`, expected one of solved",
    ),
    (
        "json",
        "\"right\"",
        "\"down\"",
        1,
        "wrong: the plan ends after 1 action",
    ),
    (
        "json",
        "\"right\"",
        "\"right\",\"right\"",
        1,
        "wrong: the plan ends after 2 actions",
    ),
    ("json", "\"right\"", "", 1, "wrong: "),
    (
        "json",
        "\"cost\": 2",
        "\"cost\": \"3\"",
        1,
        "said to cost 3",
    ),
    (
        "json",
        "\"cost\": 2",
        "\"cost\": true",
        2,
        "not what `solve --json` writes",
    ),
    (
        "json",
        "\"puzzle\": \"magic\"",
        "\"puzzle\": \"kings\"",
        2,
        "expected plans for magic",
    ),
    (
        "json",
        "\"number\": 2",
        "\"number\": 1",
        2,
        "expected each number once",
    ),
];

#[test]
fn what_somebody_changed_is_found() {
    let desk = Desk::new(BOARDS);
    let (text, json) = (desk.solve(&[]), desk.solve(&["--json"]));
    for (form, from, to, code, said) in CHANGES {
        let plan = if form == "text" { &text } else { &json };
        let changed = plan.replacen(from, to, 1);
        assert_ne!(&changed, plan, "{from}");
        let checked = desk.check(&changed);
        let all = format!("{}{}", checked.stdout, checked.stderr);
        assert_eq!(checked.code, Some(code), "{from} -> {to}: {all}");
        assert!(all.contains(said), "{from} -> {to}: {all}");
    }
}

#[test]
fn missing_plans_are_wrong_and_verdicts_without_plans_are_not_checked() {
    let desk = Desk::new(BOARDS);
    let cases = [
        ("# nothing\n", 1, "no plan is given"),
        (
            "{\"puzzle\": \"magic\", \"questions\": []}",
            1,
            "no plan is given",
        ),
        (
            "question 1 (line 2): unsolvable\nquestion 2 (line 5): not settled: it was interrupted\n",
            3,
            "not checked: no plan is given; it is said to be unsolvable",
        ),
        ("", 2, "found nothing"),
        ("1\n2\n", 2, ":1:1: found `1`, expected what"),
        (
            "{\"puzzle\": \"magic\"",
            2,
            ":1:18: not what `solve --json` writes: EOF while parsing an object\n",
        ),
    ];
    for (plan, code, said) in cases {
        let checked = desk.check(plan);
        let all = format!("{}{}", checked.stdout, checked.stderr);
        assert_eq!(checked.code, Some(code), "{plan}: {all}");
        assert!(all.contains(said), "{plan}: {all}");
    }
    let without = desk.solve(&["--no-plan"]);
    assert_eq!(desk.check(&without).code, Some(1));
    let kings = Desk::new(KINGS);
    for (plan, code) in [
        ("NIE\n", 3),
        ("TAK\n0\n", 1),
        ("TAK\n", 2),
        ("PERHAPS\n", 2),
    ] {
        assert_eq!(kings.check(plan).code, Some(code), "{plan}");
    }
}

#[test]
fn a_plan_file_above_the_bound_is_not_read() {
    let desk = Desk::new(BOARDS);
    let long = format!("#{}\n", "-".repeat(2000));
    let checked = run(&["check", &desk.path(), "-", "--memory", "1000"], &long[..]);
    assert_eq!(checked.code, Some(3), "{checked:#?}");
    let said = "the memory limit of 1000 bytes was reached while reading";
    assert!(checked.stderr.contains(said), "{checked:#?}");
}

#[test]
fn the_rules_are_those_of_the_command_line() {
    // Alike kings may end on each other's cells.
    let desk = Desk::new("3 2\n1 0 0\n0 0 0\n2 0 0\n2 0 0\n0 0 0\n1 0 0\n");
    let path = desk.path();
    for form in ["--json", "--output=text"] {
        let plan = desk.solve(&[form, "-p", "labels=ignored"]);
        let alike = run(&["check", &path, "-", "-p", "labels=ignored"], &plan[..]);
        assert_eq!(alike.code, Some(0), "{alike:#?}");
        assert!(!alike.stderr.contains("other options"));
        let labelled = run(&["check", &path, "-"], &plan[..]);
        assert_eq!(labelled.code, Some(1), "{labelled:#?}");
        assert!(labelled.stderr.contains("other options"), "{labelled:#?}");
    }
}

/// Why there is a plan stands behind the verdict, in both forms, and a judge never sees it. Its commas and
/// numbers are words to `check`, no costs.
#[test]
fn the_reason_stands_with_the_plan() {
    let reason = "2 blocks of 2 x 2 cells hold no king, and two are always enough";
    let desk = Desk::new(KINGS);
    let text = desk.solve(&[]);
    assert!(
        text.contains(&format!("proved optimal: {reason}\n")),
        "{text}"
    );
    let json = desk.solve(&["--json"]);
    assert!(
        json.contains(&format!("\"reason\": \"{reason}\"")),
        "{json}"
    );
    assert!(!desk.solve(&["--output=contest"]).contains("blocks"));
    let told = text.replace(reason, "2 actions, cost 5, all said");
    for plan in [&text, &json, &told] {
        let checked = desk.check(plan);
        assert_eq!(checked.code, Some(0), "{checked:#?}");
    }
}

/// Files in each other's place, and plans without their headings: what is wrong, and how it is done right.
#[test]
fn what_stands_in_the_place_of_plans() {
    let folder = tempfile::tempdir().unwrap();
    let boards = folder.path().join("boards.txt");
    std::fs::write(&boards, "1\n2\n2 1\n4 3\n").unwrap();
    let boards = boards.to_str().unwrap();
    let made = [
        run(&["solve", "-q", boards], ""),
        run(&["solve", "-q", "--json", boards], ""),
    ];
    for plans in made {
        let headless = plans.stdout.lines().skip(1).collect::<Vec<_>>().join("\n");
        for (words, text) in [
            (&["check", "-", boards][..], &plans.stdout),
            (&["check", "--format", "magic", "-", boards], &plans.stdout),
            (&["solve", "-"], &plans.stdout),
            (
                &["solve", "-"],
                if plans.stdout.starts_with('#') {
                    &headless
                } else {
                    &plans.stdout
                },
            ),
        ] {
            let swapped = run(words, text.as_str());
            assert_eq!(swapped.code, Some(2), "{swapped:#?}");
            assert!(
                swapped.stderr.contains("standard input: found plans"),
                "{swapped:#?}"
            );
            assert!(
                swapped.stderr.contains("`statewalk check FILE PLAN`"),
                "{swapped:#?}"
            );
        }
    }
    let twice = run(&["check", boards, boards], "");
    assert_eq!(twice.code, Some(2));
    assert!(
        twice
            .stderr
            .contains("this is an instance of magic; `statewalk solve"),
        "{twice:#?}"
    );
    for headless in ["right\n", "  right\n", "question one\n  right\n"] {
        let refused = run(&["check", boards, "-"], headless);
        assert_eq!(refused.code, Some(2));
        assert!(
            refused
                .stderr
                .contains("a plan is a line `question 1:` and below it"),
            "{refused:#?}"
        );
    }
    // What the hint says is right.
    let by_hand = run(&["check", "-q", boards, "-"], "question 1:\n  right\n");
    assert_eq!(
        (by_hand.code, &*by_hand.stdout),
        (Some(0), "question 1 (line 2): right, cost 1, 1 action\n")
    );
}
