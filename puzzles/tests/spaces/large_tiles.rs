//! Boards of tiles with too many cells for a search: plans are constructed, and checked by the rules.

use statewalk::catalog::entry::{Choice, Failure};
use statewalk::catalog::menu::Settings;
use statewalk::catalog::params::Params;
use statewalk::catalog::report::{Finding, Verdict};
use statewalk::memory::Memory;
use statewalk::search::limits::{Limit, Limits};
use statewalk_puzzles::puzzle;

/// A file of the generator.
fn drawn(params: &[&str], seed: u64) -> String {
    let params = Params::parse(params).unwrap();
    puzzle("tiles").unwrap().generate(&params, seed).unwrap()
}

fn settings() -> Settings {
    Settings {
        plans: true,
        ..Settings::default()
    }
}

/// The verdicts on a file.
fn verdicts(
    text: &str,
    options: &[&str],
    strategy: Option<&str>,
    settings: &Settings,
) -> Result<Vec<Verdict>, Failure> {
    let options = Params::parse(options).unwrap();
    let choice = Choice {
        strategy: strategy.map(str::to_owned),
        ..Choice::default()
    };
    let entry = puzzle("tiles").unwrap();
    let report = entry.solve(text.as_bytes(), &options, &choice, settings, &mut ())?;
    Ok(report
        .answers
        .into_iter()
        .map(|answer| answer.verdict)
        .collect())
}

#[test]
fn large_boards_get_plans_that_pass_the_check() {
    let entry = puzzle("tiles").unwrap();
    for (width, height, blank) in [
        (6, 5, "first"),
        (2, 30, "last"),
        (30, 2, "first"),
        (18, 18, "last"),
    ] {
        let (w, h) = (format!("w={width}"), format!("h={height}"));
        let blank = format!("blank={blank}");
        let text = drawn(&[&w, &h, &blank, "boards=2"], 5);
        let found = verdicts(&text, &[&blank], None, &settings()).unwrap();
        let mut plans = Vec::new();
        for verdict in &found {
            let Verdict::Solved {
                plan,
                proved,
                lower,
                ..
            } = verdict
            else {
                panic!("{verdict:?}");
            };
            assert!(!proved && lower.is_some_and(|lower| lower < plan.cost));
            plans.push(plan.actions.clone());
        }
        let options = Params::parse(&[blank.as_str()]).unwrap();
        let right = entry.check(text.as_bytes(), &options, &plans).unwrap();
        assert!({ right.iter() }.all(|checked| matches!(checked.finding, Finding::Right { .. })));
        // The same once more, and without its last action it is wrong.
        assert_eq!(
            verdicts(&text, &[&blank], Some("constructive"), &settings()).unwrap(),
            found
        );
        if let Some(Some(actions)) = plans.first_mut() {
            actions.pop();
        }
        let wrong = entry.check(text.as_bytes(), &options, &plans).unwrap();
        assert!(
            matches!(wrong[0].finding, Finding::Wrong { .. }),
            "{:?}",
            wrong[0]
        );
    }
}

/// Parity is told without a search on any size; so is that tiles in a line never pass each other.
#[test]
fn large_boards_without_a_plan_are_told_at_once() {
    for sides in [
        ["w=40", "h=31"],
        ["w=2", "h=30"],
        ["w=1", "h=30"],
        ["w=255", "h=1"],
    ] {
        let text = drawn(&[sides[0], sides[1], "solvable=no"], 1);
        let found = verdicts(&text, &[], None, &settings()).unwrap();
        assert!(
            matches!(found[..], [Verdict::Unsolvable { reason: Some(_) }]),
            "{found:?}"
        );
    }
    let line = drawn(&["w=1", "h=200"], 3);
    let found = verdicts(&line, &[], None, &settings()).unwrap();
    assert!(
        matches!(found[..], [Verdict::Solved { proved: true, .. }]),
        "{found:?}"
    );
}

#[test]
fn broken_large_boards_are_named_by_their_place() {
    let text = drawn(&["w=7", "h=6"], 1);
    let twice = text.replacen("41", "40", 1);
    let error = verdicts(&twice, &[], None, &settings())
        .unwrap_err()
        .to_string();
    assert!(
        error.contains("column") && error.contains("`40`"),
        "{error}"
    );
    let cut = &text[..text.len() - 4];
    let error = verdicts(cut, &[], None, &settings())
        .unwrap_err()
        .to_string();
    assert!(error.contains("a row of 7 numbers"), "{error}");
}

/// Searches answer for the boards that they can hold, and say of the others what would.
#[test]
fn searches_refuse_large_boards_alone() {
    let text = drawn(&["w=3", "h=2"], 1) + &drawn(&["w=6", "h=5"], 1);
    let found = verdicts(&text, &[], Some("breadth-first"), &settings()).unwrap();
    assert!(matches!(found[0], Verdict::Solved { proved: true, .. }));
    let Verdict::Illegal(error) = &found[1] else {
        panic!("{:?}", found[1]);
    };
    assert!(
        error
            .to_string()
            .contains("only the strategy `constructive`"),
        "{error}"
    );
    let both = verdicts(&text, &[], None, &settings()).unwrap();
    assert!(
        both.iter()
            .all(|verdict| matches!(verdict, Verdict::Solved { .. }))
    );
}

#[test]
fn limits_end_the_construction() {
    let text = drawn(&["w=20", "h=20"], 1);
    let under = |limits: Limits| {
        let settings = Settings {
            limits,
            ..settings()
        };
        verdicts(&text, &[], None, &settings).unwrap().remove(0)
    };
    let cost = under(Limits {
        cost: Some(100),
        ..Limits::default()
    });
    assert!(
        matches!(
            cost,
            Verdict::LimitReached {
                limit: Limit::Cost(100),
                ..
            }
        ),
        "{cost:?}"
    );
    let memory = under(Limits {
        memory: Memory::limited(1_100_000),
        ..Limits::default()
    });
    assert!(
        matches!(
            memory,
            Verdict::LimitReached {
                limit: Limit::Memory(_),
                ..
            }
        ),
        "{memory:?}"
    );
}
