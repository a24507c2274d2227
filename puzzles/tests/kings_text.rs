//! Peaceful kings as a plug-in: the formats, the options, the whole space, broken input.

use proptest::prelude::{any, prop, proptest};
use statewalk::catalog::entry::{Choice, Entry, Failure};
use statewalk::catalog::menu::Settings;
use statewalk::catalog::params::Params;
use statewalk::catalog::report::{Finding, Report, Verdict};
use statewalk::search::limits::Limit;
use statewalk_puzzles::puzzle;

const EXAMPLE: &str = "3 2\n1 0 0\n0 0 0\n2 0 0\n2 0 0\n0 0 0\n1 0 0\n";

const PASSING: &str = include_str!("../instances/kings/passing-4x4.txt");

fn kings() -> &'static dyn Entry {
    puzzle("kings").unwrap()
}

fn params(words: &[&str]) -> Params {
    Params::parse(words).unwrap()
}

fn settings() -> Settings {
    Settings {
        plans: true,
        ..Settings::default()
    }
}

/// The report of a strategy.
fn report(text: &str, options: &[&str], strategy: &str, settings: &Settings) -> Report {
    let choice = Choice {
        strategy: Some(strategy.to_owned()),
        ..Choice::default()
    };
    let options = params(options);
    kings()
        .solve(text.as_bytes(), &options, &choice, settings, &mut ())
        .unwrap()
}

/// The contest form of the answer by a strategy.
fn contest(text: &str, options: &[&str], strategy: &str) -> String {
    let report = report(text, options, strategy, &settings());
    let mut text = String::new();
    kings().contest(&report, &mut text).unwrap();
    text
}

/// The contest has words for plans and for proofs that there is none alone.
#[test]
fn a_limit_is_not_told_as_unsolvable() {
    let mut settings = settings();
    settings.limits.expansions = Some(1);
    let report = report(PASSING, &[], "bidirectional", &settings);
    let verdict = &report.answers[0].verdict;
    assert!(
        matches!(verdict, Verdict::LimitReached { .. }),
        "{verdict:?}"
    );
    assert!(kings().contest(&report, &mut String::new()).is_err());
}

/// The number of steps by the rules of the plan in contest form, or what is wrong with it.
fn checked(text: &str, options: &[&str], plan: &str) -> Result<i64, String> {
    let plans = kings().read_contest(plan.as_bytes()).unwrap().unwrap();
    let mut results = kings()
        .check(text.as_bytes(), &params(options), &plans)
        .unwrap();
    assert_eq!(results.len(), 1);
    match results.remove(0).finding {
        Finding::Right { cost, .. } => Ok(cost),
        Finding::Wrong(why) => Err(why),
        other => Err(format!("{other:?}")),
    }
}

#[test]
fn answers_have_the_form_of_the_original_task() {
    for (strategy, steps) in [("constructive", None), ("bidirectional", Some(6))] {
        let answer = contest(EXAMPLE, &[], strategy);
        let mut lines = answer.lines();
        assert_eq!(lines.next(), Some("TAK"));
        let count: usize = lines.next().unwrap().parse().unwrap();
        assert_eq!(lines.clone().count(), count);
        assert!(lines.all(|line| line.split(' ').count() == 3));
        assert!(steps.is_none_or(|steps| steps == count), "{answer}");
        assert_eq!(
            checked(EXAMPLE, &[], &answer),
            Ok(count.try_into().unwrap())
        );
    }
    let equal = "2 1\n0 0\n0 1\n0 0\n0 1\n";
    assert_eq!(contest(equal, &[], "constructive"), "TAK\n0\n");
    assert_eq!(checked(equal, &[], "TAK\n0\n"), Ok(0));
    let step = "2 1\n0 0\n0 1\n1 0\n0 0\n";
    assert_eq!(contest(step, &[], "bidirectional"), "TAK\n1\n1 1 1\n");
    let straight = contest(step, &["rule=no-diagonals"], "bidirectional");
    assert!(straight.starts_with("TAK\n2\n"), "{straight}");
    let stuck = "3 4\n1 0 2\n0 0 0\n3 0 4\n2 0 1\n0 0 0\n3 0 4\n";
    for strategy in ["constructive", "bidirectional", "breadth-first"] {
        assert_eq!(contest(stuck, &[], strategy), "NIE\n");
    }
    let alike = contest(stuck, &["labels=ignored"], "constructive");
    assert_eq!(alike, "TAK\n0\n");
}

/// Both verdicts, of every case that decides between them, by every strategy.
#[test]
fn the_reason_is_said() {
    let straight = "rule=no-diagonals";
    let cases = [
        ("2 1\n0 0\n0 1\n0 0\n0 1\n", "", "boards are equal"),
        (EXAMPLE, "", "2 blocks of 2 x 2 cells hold no king"),
        (PASSING, "", "two kings can pass each other"),
        (PASSING, straight, "differ in parity"),
        (
            "3 3\n1 0 2\n0 0 0\n3 0 0\n1 0 2\n0 0 0\n0 0 3\n",
            "",
            "have equal parity",
        ),
        (
            "2 1\n1 0\n0 0\n0 0\n0 1\n",
            "",
            "the same king on both boards",
        ),
        (
            "3 4\n1 0 2\n0 0 0\n3 0 4\n2 0 1\n0 0 0\n3 0 4\n",
            "",
            "row 1, column 1 of blocks holds king 1",
        ),
    ];
    for (text, option, reason) in cases {
        for strategy in ["constructive", "bidirectional", "breadth-first"] {
            let choice = Choice {
                strategy: Some(strategy.to_owned()),
                ..Choice::default()
            };
            let given: Vec<_> = option.split_whitespace().collect();
            let options = params(&given);
            let report = kings().solve(text.as_bytes(), &options, &choice, &settings(), &mut ());
            let (Verdict::Solved { reason: why, .. } | Verdict::Unsolvable { reason: why }) =
                &report.unwrap().answers[0].verdict
            else {
                panic!("{text}");
            };
            let why = why.as_deref().unwrap_or_default();
            assert!(why.contains(reason), "{text}: {why}");
        }
    }
}

#[test]
fn wrong_plans_are_told() {
    let told = |plan: &str| checked(EXAMPLE, &[], plan).unwrap_err();
    assert!(told("TAK\n1\n1 2 1\n").contains("not applicable"));
    assert!(told("TAK\n1\n1 1 3\n").contains("a cell beside (1, 1)"));
    assert!(told("TAK\n1\n3 1 2\n").contains("the label of a king, 1 to 2"));
    assert!(told("TAK\n1\n1 1 2\n").contains("goal"));
    assert!(told("NIE\n").contains("NoPlan"));
    let diagonal = "2 1\n0 0\n0 1\n1 0\n0 0\n";
    let straight = checked(diagonal, &["rule=no-diagonals"], "TAK\n1\n1 1 1\n");
    assert!(straight.unwrap_err().contains("not applicable"));
    for broken in [
        "",
        "TAK",
        "TAK\n2\n1 1 1\n",
        "TAK\n0\n1 1 1\n",
        "NIE 0",
        "YES",
        "TAK\n-1\n",
    ] {
        let read = kings().read_contest(broken.as_bytes()).unwrap();
        assert!(read.is_err(), "{broken}");
    }
}

#[test]
fn errors_name_the_place() {
    let cases = [
        (
            "",
            "line 1, column 1: found the end of the input, expected the side",
        ),
        ("1000000000 1\n", "line 1, column 1: found `1000000000`"),
        (
            "2000 1000000\n",
            "found the end of the input, expected a label of the start board",
        ),
        (
            "3 5\n",
            "line 1, column 3: found `5`, expected the number of kings k (0 to 4)",
        ),
        (
            "3\n2\n",
            "line 1, column 2: found the end of the line, expected the number of kings",
        ),
        (
            "2 1\n1 0\n0\n0 0\n0 1\n",
            "line 3, column 2: found the end of the line, expected a label of the start",
        ),
        (
            "2 1\n1 0 0\n0 0\n",
            "line 2, column 5: found `0`, expected the end of the line before row 2",
        ),
        (
            "2 1\n1 0\n0 2\n",
            "line 3, column 3: found `2`, expected a label of the start board (0 to 1)",
        ),
        ("2 1\n1 0\n0 x\n", "line 3, column 3: found `x`"),
        (
            "2 1\n1 0\n0 0\n1 0\n0 0\n7\n",
            "line 6, column 1: found `7`, expected the end of the input",
        ),
        (
            "2 1\n1 0\n0 0\n1 0\n0 0 7\n",
            "line 5, column 5: found `7`, expected the end of the line",
        ),
    ];
    for (text, expected) in cases {
        let error = match kings().read(text.as_bytes(), &Params::default()) {
            Err(Failure::Input(error)) => error.to_string(),
            other => panic!("{text:?}: {other:?}"),
        };
        assert!(error.contains(expected), "{text:?}: {error}");
    }
    assert!(
        kings()
            .read(EXAMPLE.as_bytes(), &params(&["rule=knight"]))
            .is_err()
    );
}

/// Two boards of numbers of which one is no position: such a question is illegal, as with every puzzle.
#[test]
fn what_is_no_position_is_illegal() {
    let cases = [
        (
            "3 2\n1 0 1\n0 0 0\n2 0 0\n1 0 0\n0 0 0\n0 0 2\n",
            "line 2, column 5: found `1`, expected each label once",
        ),
        (
            "2 1\n0 0\n0 0\n1 0\n0 0\n",
            "line 3, column 4: found no king 1 on the start board",
        ),
        (
            "2 1\n1 0\n0 0\n0 0\n0 0\n",
            "line 5, column 4: found no king 1 on the target board",
        ),
        (
            "3 2\n0 1 0\n0 0 2\n0 0 0\n1 0 0\n1 0 0\n0 0 2\n",
            "line 3, column 5: found kings 1 and 2 stand on touching cells",
        ),
    ];
    for (text, expected) in cases {
        let text = text.as_bytes();
        let report = kings().solve(
            text,
            &Params::default(),
            &Choice::default(),
            &settings(),
            &mut (),
        );
        let verdict = report.unwrap().answers.remove(0).verdict;
        let Verdict::Illegal(error) = verdict else {
            panic!("{text:?}: {verdict:?}");
        };
        assert!(error.to_string().starts_with(expected), "{error}");
        // A broken line is a fault of the file, whatever else is wrong.
        let broken = [text, b"7\n"].concat();
        assert!(kings().read(&broken, &Params::default()).is_err());
    }
}

#[test]
fn all_line_ends_tabs_and_a_byte_order_mark_are_read() {
    let windows = format!(
        "\u{feff}{}",
        EXAMPLE.replace('\n', "\r\n").replace(' ', "\t")
    );
    let old = EXAMPLE.replace('\n', "\r");
    let loose = format!("\n\n  {}\n\n", EXAMPLE.replace('\n', " \n\n").trim());
    for text in [EXAMPLE, &windows, &old, &loose] {
        assert!(kings().sniff(text.as_bytes()), "{text:?}");
        let read = kings().read(text.as_bytes(), &Params::default());
        assert_eq!(read, Ok(()), "{text:?}");
    }
    assert!(!kings().sniff(b"3 3 1\n0 1 1\n"));
    assert!(!kings().sniff(b"1\n2\n2 1\n4 3\n"));
}

#[test]
fn generated_files_repeat_and_are_read() {
    for (n, k) in [
        (1, 1),
        (2, 1),
        (5, 8),
        (6, 9),
        (9, 25),
        (20, 100),
        (30, 112),
    ] {
        let given = params(&[&format!("n={n}"), &format!("k={k}")]);
        let text = kings().generate(&given, 7).unwrap();
        assert_eq!(kings().generate(&given, 7), Ok(text.clone()));
        assert_eq!(kings().read(text.as_bytes(), &Params::default()), Ok(()));
        assert!(kings().sniff(text.as_bytes()));
        if k > 1 && k != 25 {
            assert_ne!(kings().generate(&given, 8), Ok(text));
        }
    }
    assert!(kings().generate(&params(&["n=3", "k=5"]), 1).is_err());
    for wrong in [
        ["n=4", "k=3", "solvable=no"],
        ["n=5", "k=7", "solvable=no"],
        ["n=1", "k=1", "solvable=no"],
        ["n=4", "k=3", "solvable=maybe"],
    ] {
        assert!(kings().generate(&params(&wrong), 1).is_err(), "{wrong:?}");
    }
    assert!(kings().generate(&params(&["n=0", "k=0"]), 1).is_err());
}

/// Ways to place k kings that do not touch on an n x n board: the Online Encyclopedia of Integer
/// Sequences, A193580. With two empty blocks all of them can be reached, under any labels.
#[test]
fn whole_spaces_have_the_published_sizes() {
    let ways = [
        (3, 1, 9),
        (3, 2, 16),
        (4, 1, 16),
        (4, 2, 78),
        (5, 1, 25),
        (5, 2, 228),
        (5, 3, 964),
        (5, 4, 1987),
        (5, 5, 1974),
        (5, 6, 978),
        (5, 7, 242),
    ];
    let size = |words: &[&str]| {
        let explored = kings()
            .explore(None, &params(words), None, &settings(), 1, &mut ())
            .unwrap();
        assert_eq!(explored[0].limit, None);
        assert_eq!(explored[0].deepest.len(), 1);
        explored[0].profile.iter().sum::<u64>()
    };
    for (n, k, count) in ways {
        let (n, k) = (format!("n={n}"), format!("k={k}"));
        for rule in ["rule=eight-way", "rule=no-diagonals"] {
            assert_eq!(size(&[&n, &k, rule, "labels=ignored"]), count, "{n} {k}");
        }
        if count < 300 {
            let orders: u64 = (1..=k[2..].parse().unwrap()).product();
            assert_eq!(size(&[&n, &k]), count * orders, "{n} {k}");
        }
    }
    // One empty block and an even side: every order by eight ways, half of them by four.
    assert_eq!(size(&[]), 140 * 6);
    assert_eq!(size(&["n=4", "k=3"]), 140 * 6);
    assert_eq!(size(&["n=4", "k=3", "rule=no-diagonals"]), 140 * 3);
}

#[test]
fn alike_kings_go_to_any_labels() {
    let sizes = [(4, 3), (4, 4), (5, 3), (5, 8), (6, 5), (7, 15)];
    for (seed, size) in (0..40).zip(sizes.into_iter().cycle()) {
        let (n, k) = (format!("n={}", size.0), format!("k={}", size.1));
        let text = kings().generate(&params(&[&n, &k]), seed).unwrap();
        for rule in ["rule=eight-way", "rule=no-diagonals"] {
            let options = &[rule, "labels=ignored"];
            let built = checked(&text, options, &contest(&text, options, "constructive"));
            let best = checked(&text, options, &contest(&text, options, "bidirectional"));
            assert!(best.unwrap() <= built.unwrap(), "{text}");
        }
    }
}

/// Each king has a cell two steps away, but in the order of blocks the kings go six steps.
#[test]
fn distances_of_renamed_kings_prove_nothing() {
    let empty = "0 0 0 0 0 0 0\n";
    let ends = |top, third| format!("{top}{empty}{third}{}", empty.repeat(4));
    let start = ends("0 0 0 0 0 0 1\n", "2 0 0 0 0 0 0\n");
    let target = ends("1 0 0 0 0 0 0\n", "0 0 0 0 0 0 2\n");
    let text = format!("7 2\n{start}{target}");
    let constructive = Choice {
        strategy: Some("constructive".to_owned()),
        ..Choice::default()
    };
    let report = kings()
        .solve(
            text.as_bytes(),
            &params(&["labels=ignored"]),
            &constructive,
            &settings(),
            &mut (),
        )
        .unwrap();
    match &report.answers[0].verdict {
        Verdict::Solved {
            plan,
            proved,
            lower,
            ..
        } => assert_eq!((plan.cost, *proved, *lower), (12, false, None)),
        verdict => panic!("{verdict:?}"),
    }
}

#[test]
fn a_limit_leaves_whole_layers() {
    let mut settings = settings();
    settings.limits.states = Some(50);
    let explored = kings()
        .explore(None, &params(&["n=4", "k=2"]), None, &settings, 9, &mut ())
        .unwrap();
    assert_eq!(explored[0].profile, [1, 4, 12, 23]);
    assert_eq!(explored[0].limit, Some(Limit::States(50)));
    assert_eq!(explored[0].deepest.len(), 9);
}

#[test]
fn instances_have_the_answers_they_are_named_for() {
    let hardest = include_str!("../instances/kings/hardest-5x5.txt");
    assert!(contest(hardest, &[], "bidirectional").starts_with("TAK\n51\n"));
    assert!(contest(PASSING, &[], "bidirectional").starts_with("TAK\n9\n"));
    assert_eq!(
        contest(PASSING, &["rule=no-diagonals"], "bidirectional"),
        "NIE\n"
    );
    let parity = include_str!("../instances/kings/other-parity-5x5.txt");
    assert_eq!(contest(parity, &[], "constructive"), "NIE\n");
    let large = include_str!("../instances/kings/two-empty-30x30.txt");
    let plan = contest(large, &[], "constructive");
    assert!(checked(large, &[], &plan).is_ok());
}

#[test]
fn a_search_that_is_stopped_still_has_a_plan() {
    let text = include_str!("../instances/kings/two-empty-30x30.txt");
    let choice = Choice::default();
    let mut settings = settings();
    settings.optimal = true;
    settings.limits.states = Some(1000);
    let none = Params::default();
    let report = kings()
        .solve(text.as_bytes(), &none, &choice, &settings, &mut ())
        .unwrap();
    assert_eq!(report.strategy, "bidirectional");
    match &report.answers[0].verdict {
        Verdict::LimitReached { limit, best, lower } => {
            assert_eq!(*limit, Limit::States(1000));
            assert!(best.as_ref().is_some_and(|plan| plan.steps > 3176));
            // The sum of the kings' distances, by brute force.
            assert_eq!(*lower, Some(3176));
        }
        verdict => panic!("{verdict:?}"),
    }
}

proptest! {
    #[test]
    fn no_input_panics(text in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = kings().sniff(&text);
        let _ = kings().read(&text, &Params::default());
        let _ = kings().read_contest(&text);
    }

    #[test]
    fn no_numbers_panic(text in "([0-9]{1,3}[ \n]){0,60}", plan in "([0-9]{1,3}[ \n]){0,30}") {
        let _ = kings().sniff(text.as_bytes());
        let _ = kings().read(text.as_bytes(), &Params::default());
        let _ = kings().check(EXAMPLE.as_bytes(), &Params::default(), &vec![Some(plan)]);
    }
}
