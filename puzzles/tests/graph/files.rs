//! Files of graphs: those of the project, those of third parties where `STATEWALK_INSTANCES` says where they are, and
//! how lines, line ends and headers are read.

use std::path::{Path, PathBuf};
use std::{env, fs};

use statewalk::catalog::entry::{Choice, Failure};
use statewalk::catalog::menu::Settings;
use statewalk::catalog::params::Params;
use statewalk::catalog::report::Verdict;
use statewalk::memory::Memory;
use statewalk::search::limits::{Limit, Limits};
use statewalk_puzzles::puzzle;

/// The verdicts on the questions of a text, by any strategy that serves it: costs, `-` for no way, `cycle`, or an error.
pub(crate) fn verdicts(text: &[u8], options: &[&str]) -> Result<Vec<String>, Failure> {
    let entry = puzzle("graph").unwrap();
    let options = Params::parse(options).unwrap();
    let settings = Settings {
        plans: true,
        ..Settings::default()
    };
    let report = entry.solve(text, &options, &Choice::default(), &settings, &mut ())?;
    let told = report
        .answers
        .into_iter()
        .map(|answer| match answer.verdict {
            Verdict::Solved { plan, .. } => plan.cost.to_string(),
            Verdict::Unsolvable { .. } => "-".to_owned(),
            Verdict::Unbounded { .. } => "cycle".to_owned(),
            Verdict::Illegal(error) => error.to_string(),
            other => panic!("{other:?}"),
        });
    Ok(told.collect())
}

#[test]
fn graphs_of_third_parties_have_their_answers() {
    let Some(folder) = env::var_os("STATEWALK_INSTANCES").map(PathBuf::from) else {
        skipped("STATEWALK_INSTANCES is not set: the graphs there are skipped");
        return;
    };
    for (file, answers, least) in [
        ("small.gr", "small.answers.tsv", 8),
        ("negative.gr", "negative.answers.tsv", 3),
    ] {
        let text = fs::read(folder.join("graph").join(file)).unwrap();
        let rows = fs::read_to_string(folder.join("graph").join(answers)).unwrap();
        let found = verdicts(&text, &["to=all"]).unwrap();
        let rows = rows.lines().filter(|line| !line.starts_with('#'));
        let rows: Vec<(usize, &str)> = rows
            .map(|line| line.split_once('\t').unwrap())
            .map(|(node, cost)| (node.parse().unwrap(), cost))
            .collect();
        assert_eq!(rows.len(), least);
        for (node, cost) in rows {
            assert_eq!(found[node - 1], cost, "{file}: node {node}");
        }
    }
    let text = fs::read(folder.join("graph/negative-cycle.gr")).unwrap();
    let found = verdicts(&text, &["to=all"]).unwrap();
    assert_eq!(found, ["0", "cycle", "cycle", "cycle", "7"]);
}

#[expect(clippy::print_stderr, reason = "a test that is skipped must say so")]
fn skipped(why: &str) {
    eprintln!("{why}");
}

#[test]
fn own_graphs_have_their_costs() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("instances/graph");
    for (file, costs) in [
        ("towns.gr", &["8", "0", "-", "3", "4"][..]),
        ("trades.gr", &["-4", "cycle"]),
    ] {
        let text = fs::read(folder.join(file)).unwrap();
        assert_eq!(verdicts(&text, &[]).unwrap(), costs, "{file}");
    }
}

const PLAIN: &str = "c a graph\np sp 4 5\na 1 2 4\na 1 3 1\na 3 2 1\na 2 4 5\na 4 4 0\np aux sp p2p 2\nq 1 4\nq 4 1\n";

#[test]
fn line_ends_blanks_and_remarks_change_nothing() {
    let expected = ["7", "-"].map(str::to_owned);
    for text in [
        PLAIN.to_owned(),
        PLAIN.replace('\n', "\r\n"),
        PLAIN.replace('\n', "\r"),
        PLAIN.replace('\n', " \t\n\n  \n"),
        PLAIN.replace(' ', "\t "),
        PLAIN.trim_end().to_owned(),
        format!("\u{feff}{PLAIN}"),
        PLAIN.replace("\na", "\nc\nc a 1 4 0\ncomment\na"),
        // Lists may be taken apart, or have no header.
        PLAIN.replace("p aux sp p2p 2\n", ""),
        PLAIN
            .replace("q 4", "p aux sp p2p 1\nq 4")
            .replace("p2p 2", "p2p 1"),
    ] {
        assert_eq!(
            verdicts(text.as_bytes(), &[]).unwrap(),
            expected,
            "{text:?}"
        );
        assert!(puzzle("graph").unwrap().sniff(text.as_bytes()), "{text:?}");
    }
}

#[test]
fn options_and_lists_ask() {
    let text = "p sp 4 3\na 1 2 4\na 2 3 5\na 2 4 -1\n";
    let asked = |more: &str, options: &[&str]| {
        verdicts((text.to_owned() + more).as_bytes(), options)
            .unwrap()
            .join(" ")
    };
    assert_eq!(asked("", &[]), "3");
    assert_eq!(asked("", &["from=2", "to=1,2,3"]), "- 0 5");
    assert_eq!(asked("", &["from=1,2"]), "3 -1");
    assert_eq!(asked("", &["from=last", "to=all"]), "- - - 0");
    assert_eq!(asked("s 1\n", &[]), "0 4 9 3");
    assert_eq!(asked("p aux sp ss 2\ns 2\ns 4\n", &[]), "- 0 5 -1 - - - 0");
    assert_eq!(asked("q 1 3\nq 3 1\ns 3\n", &[]), "9 - - - 0 -");
    // What is asked by options is asked instead.
    assert_eq!(asked("q 1 3\ns 1\n", &["to=2"]), "4");
    // A node that there is not makes its question illegal, and no other.
    assert_eq!(
        asked("q 1 3\nq 0 1\nq 1 5\ns 9\nq 1 99999999999\n", &[]),
        "9 line 6, column 3: found `0`, expected a node from 1 to 4 \
         line 7, column 5: found `5`, expected a node from 1 to 4 \
         line 8, column 3: found `9`, expected a node from 1 to 4 \
         line 9, column 5: found `99999999999`, expected a node from 1 to 4"
    );
}

#[test]
fn headers_that_are_wrong_are_told_and_passed_over_if_wanted() {
    let few = "p sp 3 5\na 1 2 1\na 2 3 1\n";
    let many = "p sp 3 1\na 1 2 1\na 2 3 1\n";
    let lists = "p sp 3 2\na 1 2 1\na 2 3 1\np aux sp p2p 2\nq 1 2\n";
    let between = "p sp 3 2\na 1 2 1\na 2 3 1\np aux sp ss 2\ns 1\np aux sp p2p 1\nq 1 2\n";
    for (text, said, costs) in [
        (
            few,
            "line 4, column 1: found the end of the input, expected arc 3 of the 5 that line 1 promises \
             (`-p header=any` reads the file as it is)",
            &["2"][..],
        ),
        (
            many,
            "line 3, column 1: found `a`, expected no arc beyond the 1 that line 1 promises \
             (`-p header=any` reads the file as it is)",
            &["2"],
        ),
        (
            lists,
            "line 6, column 1: found the end of the input, expected line `q` 2 of the 2 that line 4 promises \
             (`-p header=any` reads the file as it is)",
            &["1"],
        ),
        (
            between,
            "line 6, column 1: found `p`, expected line `s` 2 of the 2 that line 4 promises \
             (`-p header=any` reads the file as it is)",
            &["0", "1", "2", "1"],
        ),
    ] {
        assert_eq!(
            verdicts(text.as_bytes(), &[]).unwrap_err().to_string(),
            said
        );
        assert_eq!(verdicts(text.as_bytes(), &["header=any"]).unwrap(), costs);
    }
}

/// Reading claims what it takes, gives it back, and looks at the clock.
#[test]
fn reading_keeps_to_limits() {
    let arcs: String = (0..200_000).map(|_| "a 1 2 1\n").collect();
    let text = format!("p sp 2 200000\n{arcs}");
    let entry = puzzle("graph").unwrap();
    let ask = |limits: &Limits| {
        let settings = Settings {
            limits: limits.clone(),
            ..Settings::default()
        };
        let (none, first) = (Params::default(), Choice::default());
        entry.solve(text.as_bytes(), &none, &first, &settings, &mut ())
    };
    let narrow = Limits {
        memory: Memory::limited(1 << 20),
        ..Limits::default()
    };
    assert!(matches!(
        ask(&narrow),
        Err(Failure::Limit(Limit::Memory(_)))
    ));
    assert_eq!(narrow.memory.used(), 0);
    let late = Limits::default();
    late.cancel.cancel();
    assert!(matches!(ask(&late), Err(Failure::Limit(Limit::Cancelled))));
    let wide = Limits {
        memory: Memory::limited(64 << 20),
        ..Limits::default()
    };
    assert!(ask(&wide).is_ok());
    assert_eq!(wide.memory.used(), 0);
    assert!(wide.memory.peak() > 200_000 * 20);
}
