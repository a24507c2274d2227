//! What no puzzle shows: encodings that are wrong, refused or not finished.

use std::slice;
use std::time::Duration;

use statewalk::catalog::laboratory::{
    CounterExample, Inverse, Measured, Moves, Run, RunEnd, Spread, Timing,
};
use statewalk::catalog::params::Params;
use statewalk::catalog::report::{Origin, Trials};
use statewalk::search::limits::Limit;

use super::{as_chart, as_json, as_text, ended};
use crate::exit::Exit;

fn measured(name: &'static str, inverse: Option<Inverse>, ends: &[RunEnd]) -> Measured {
    let run = |end: &RunEnd| Run {
        store: "bits",
        states: 8,
        depth: Some(3),
        profile: vec![1, 2, 3, 2],
        peak_bytes: 16,
        end: end.clone(),
        timing: Timing {
            rank: Some(Spread {
                low: 1.0,
                median: 2.5,
                high: 4.0,
            }),
            sweep: Duration::from_millis(5),
            ..Timing::default()
        },
    };
    Measured {
        name,
        summary: "of a test",
        size: Some(10),
        bits: 4,
        inverse,
        moves: None,
        differ: None,
        advice: None,
        runs: ends.iter().map(run).collect(),
        refused: None,
    }
}

fn trials() -> Trials {
    let holds = Inverse::Holds {
        ranks: 10,
        exhaustive: true,
        walked: 9,
        seed: 3,
    };
    let broken = Inverse::Broken(CounterExample {
        law: "4 has rank 3, which unranks to 3".to_owned(),
        states: vec!["a4\nb4\n".to_owned(), "a3\nb3\n".to_owned()],
    });
    let refused = Measured {
        refused: Some("too large".to_owned()),
        ..measured("none", None, &[])
    };
    Trials {
        puzzle: "ring",
        origin: Origin::Goal,
        encodings: vec![
            measured("right", Some(holds), &[RunEnd::Whole]),
            measured("wrong", Some(broken), &[]),
            refused,
            measured(
                "cut",
                Some(Inverse::Unfinished(Limit::Time)),
                &[RunEnd::Limit(Limit::States(8))],
            ),
        ],
    }
}

fn given() -> Params {
    Params::parse(&["n=8"]).unwrap()
}

#[test]
fn moves_that_are_wrong_and_stores_that_differ_are_broken() {
    let holds = Moves::Hold { walked: 9, seed: 3 };
    let shown = |moves: Option<Moves>, differ: Option<&str>| {
        let mut trials = trials();
        trials.encodings.truncate(1);
        trials.encodings[0].moves = moves;
        trials.encodings[0].differ = differ.map(str::to_owned);
        let (mut text, mut json) = (Vec::new(), Vec::new());
        as_text::write(&mut text, slice::from_ref(&trials), &given()).unwrap();
        as_json::write(&mut json, slice::from_ref(&trials), &given(), false).unwrap();
        let json: serde_json::Value = serde_json::from_slice(&json).unwrap();
        let text = String::from_utf8(text).unwrap();
        let last = text.lines().next_back().unwrap().trim().to_owned();
        (
            ended(&trials),
            last,
            json["spaces"][0]["encodings"][0].clone(),
        )
    };
    let (exit, last, json) = shown(Some(holds.clone()), None);
    assert_eq!(exit, Exit::Solved);
    assert_eq!(
        last,
        "moves test: holds on 9 states of random walks (seed 3)"
    );
    assert_eq!(
        (&json["moves"]["holds"], &json["differ"]),
        (&true.into(), &serde_json::Value::Null)
    );
    let (exit, last, json) = shown(Some(Moves::Broken("rank 3".to_owned())), None);
    assert_eq!(
        (exit, last.as_str()),
        (Exit::Broken, "moves test: FAILS: rank 3")
    );
    assert_eq!(
        (&json["moves"]["holds"], &json["moves"]["law"]),
        (&false.into(), &"rank 3".into())
    );
    let (exit, last, _) = shown(Some(Moves::Unfinished(Limit::Time)), None);
    assert_eq!(exit, Exit::Limit);
    assert_eq!(last, "moves test: not finished, the time limit was reached");
    let differ = "bits has 2 states at depth 5, planes has 3";
    let (exit, last, json) = shown(Some(holds), Some(differ));
    assert_eq!(
        (exit, last),
        (Exit::Broken, format!("stores DIFFER: {differ}"))
    );
    assert_eq!(json["differ"], differ);
}

#[test]
fn a_counter_example_is_shown_with_both_states() {
    let mut out = Vec::new();
    as_text::write(&mut out, &[trials()], &given()).unwrap();
    let expected = "\
# ring n=8, states from the goal
encoding  store  bits  ranks  states  waste  depth  peak bytes  bits/state
right     bits      4     10       8  1.250      3          16        16.0
cut       bits      4     10       -      -      -          16           -

right: of a test
  inverse test: holds on all 10 ranks, and on 9 states of random walks (seed 3)

wrong: of a test
  inverse test: FAILS: 4 has rank 3, which unranks to 3

    a4
    b4

    a3
    b3

none: of a test
  not measured: too large

cut: of a test
  inverse test: not finished, the time limit was reached
  bits: the limit of 8 states was reached; 8 states in whole layers
";
    assert_eq!(String::from_utf8(out).unwrap(), expected);
}

#[test]
fn durations_stand_in_a_table_of_their_own() {
    let expected = "\
encoding  store  ns/rank       half in  ns/unrank  half in   sweep
right     bits      2.50  1.00 to 4.00          -        -  5.0 ms
cut       bits      2.50  1.00 to 4.00          -        -  5.0 ms
";
    assert_eq!(as_text::timing(&[trials()]), expected);
    let expected = "\
encoding  store  ns/rank       half in  ns/unrank  half in  ns/rank of many        half in  ns/unrank of many       half in   sweep
right     bits      2.50  1.00 to 4.00          -        -            0.500  0.250 to 1.00               3.00  2.00 to 4.00  5.0 ms
cut       bits      2.50  1.00 to 4.00          -        -                -              -                  -             -  5.0 ms
";
    assert_eq!(as_text::timing(&[at_once()]), expected);
}

/// The first encoding numbers many at once.
fn at_once() -> Trials {
    let mut trials = trials();
    let timing = &mut trials.encodings[0].runs[0].timing;
    timing.rank_each = Some(Spread {
        low: 0.25,
        median: 0.5,
        high: 1.0,
    });
    timing.unrank_each = Some(Spread {
        low: 2.0,
        median: 3.0,
        high: 4.0,
    });
    trials
}

#[test]
fn json_has_durations_in_one_field() {
    let json = |timing| {
        let mut out = Vec::new();
        as_json::write(&mut out, &[at_once()], &given(), timing).unwrap();
        serde_json::from_slice::<serde_json::Value>(&out).unwrap()
    };
    let (with, without) = (json(true), json(false));
    assert!(without.get("timing").is_none());
    let times = &with["timing"][0];
    assert_eq!(times.as_array().unwrap().len(), 2);
    assert_eq!(times[0]["rank_ns"]["median"], 2.5);
    assert_eq!(times[0]["rank_each_ns"]["median"], 0.5);
    assert_eq!(times[0]["unrank_each_ns"]["high"], 4.0);
    assert!(times[1]["rank_each_ns"].is_null() && times[0]["unrank_ns"].is_null());
    assert_eq!(times[0]["sweep"], 0.005);
    let encodings = &without["spaces"][0]["encodings"];
    assert_eq!(encodings[0]["waste"], 1.25);
    assert_eq!(encodings[0]["inverse"]["holds"], true);
    assert_eq!(encodings[1]["inverse"]["holds"], false);
    assert_eq!(encodings[1]["inverse"]["states"][1], "a3\nb3\n");
    assert_eq!(encodings[2]["refused"], "too large");
    assert_eq!(encodings[3]["runs"][0]["limit"], "states");
    // Everything else is the same with them.
    let mut rest = with.clone();
    rest.as_object_mut().unwrap().remove("timing");
    assert_eq!(rest, without);
}

#[test]
fn a_chart_has_durations_only_where_they_are_wanted() {
    let panels = |timing| as_chart::chart(&[trials(), trials()], &given(), timing).panels;
    assert_eq!((panels(false).len(), panels(true).len()), (2, 8));
    let each = as_chart::chart(&[at_once()], &given(), true).panels;
    let many: Vec<_> = each
        .iter()
        .filter(|panel| panel.title.contains("many at once"))
        .collect();
    assert_eq!((each.len(), many.len()), (6, 2));
    assert_eq!((many[0].bars.len(), many[0].bars[0].value), (1, Some(0.5)));
    assert_eq!(many[1].bars[0].range, Some((2.0, 4.0)));
    let ranks = &panels(true)[1];
    assert_eq!((ranks.bars.len(), ranks.bars[0].value), (2, Some(2.5)));
    assert!(ranks.title.ends_with(", space 1"), "{}", ranks.title);
}

#[test]
fn the_worst_of_all_encodings_is_the_exit() {
    assert_eq!(ended(&trials()), Exit::Broken);
    let mut rest = trials();
    rest.encodings.remove(1);
    assert_eq!(ended(&rest), Exit::Limit);
    rest.encodings.truncate(2);
    assert_eq!(ended(&rest), Exit::Solved);
}
