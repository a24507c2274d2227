//! Boards of the literature with the costs of their shortest plans, as they were published.

use std::fs;
use std::path::Path;

use statewalk::catalog::entry::Choice;
use statewalk::catalog::menu::Settings;
use statewalk::catalog::params::Params;
use statewalk::catalog::report::Verdict;
use statewalk_puzzles::puzzle;

/// The text of a file, and the costs at the ends of its lines.
fn boards(file: &str) -> (String, Vec<i64>) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("instances/tiles");
    let text = fs::read_to_string(folder.join(file)).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let costs = lines.map(|line| line.rsplit(' ').next().unwrap().parse().unwrap());
    let costs = costs.collect();
    (text, costs)
}

/// Solves boards by IDA* and holds the costs against those that were published.
fn solved(file: &str, databases: &str) -> Vec<i64> {
    let (text, costs) = boards(file);
    let settings = Settings {
        plans: true,
        threads: 2,
        ..Settings::default()
    };
    let choice = Choice {
        strategy: Some("ida-star".to_owned()),
        heuristic: Some(databases.to_owned()),
        ..Choice::default()
    };
    let (tiles, none) = (puzzle("tiles").unwrap(), Params::default());
    let report = tiles.solve(text.as_bytes(), &none, &choice, &settings, &mut ());
    let answers = report.unwrap().answers;
    assert_eq!(answers.len(), costs.len());
    for (answer, &cost) in answers.iter().zip(&costs) {
        // It was replayed by the rules.
        let Verdict::Solved { plan, proved, .. } = &answer.verdict else {
            panic!("{file}: board {}: {:?}", answer.number + 1, answer.verdict);
        };
        assert_eq!(
            (plan.cost, proved),
            (cost, &true),
            "{file}: board {}",
            answer.number + 1
        );
        let steps = plan.actions.as_ref().map(|actions| actions.lines().count());
        assert_eq!(steps.map(i64::try_from), Some(Ok(cost)));
    }
    costs
}

/// All hundred are what the 15-puzzle is judged by; they take about as long as the databases do to be built.
#[test]
fn korfs_hundred_have_their_costs() {
    let costs = solved("korf100.txt", "pdb:6-6-3");
    assert_eq!((costs.len(), costs.iter().sum::<i64>()), (100, 5305));
}

/// Three of the fifty boards of 24 tiles. Their databases take half a gigabyte and, together with the boards, half a
/// minute, so they are solved where `STATEWALK_LONG` is set, and read otherwise.
#[test]
#[expect(clippy::print_stderr, reason = "a test that is skipped must say so")]
fn korf_and_felners_boards_have_their_costs() {
    let (text, costs) = boards("korf-felner-24.txt");
    assert_eq!(costs, [81, 97, 82]);
    if std::env::var_os("STATEWALK_LONG").is_none() {
        eprintln!("STATEWALK_LONG is not set: boards of 24 tiles are not solved");
        let asked = puzzle("tiles").unwrap();
        let asked = asked
            .questions(text.as_bytes(), &Params::default())
            .unwrap();
        assert!(asked.len() == 3 && asked.iter().all(|asked| asked.illegal.is_none()));
        return;
    }
    solved("korf-felner-24.txt", "pdb:6-6-6-6");
}
