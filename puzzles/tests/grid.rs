//! Path finding on maps against published lengths, and against a plain search by the definition.

#[path = "grid/text.rs"]
mod text;

use std::env;
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

use proptest::prelude::*;
use statewalk::catalog::entry::{Choice, Entry, Failure};
use statewalk::catalog::menu::Settings;
use statewalk::catalog::menu::plans::Which;
use statewalk::catalog::params::Params;
use statewalk::catalog::report::{Finding, Several, Verdict};
use statewalk::plans::optimal::Count;
use statewalk::space::laws::check_predecessors;
use statewalk::space::{Invertible, StateSpace};
use statewalk_puzzles::grid::GridPuzzle;
use statewalk_puzzles::grid::rules::{DIRECTIONS, Grid};
use statewalk_puzzles::puzzle;

fn grid() -> &'static dyn Entry {
    puzzle("grid").expect("it is in the list")
}

/// The lengths of the plans of an answer to every question, in steps and their words; `None` where there is no plan.
fn solved(text: &str, options: &[&str], choice: &Choice) -> Result<Vec<Option<f64>>, Failure> {
    let settings = Settings {
        plans: true,
        ..Settings::default()
    };
    let options = Params::parse(options).unwrap();
    let report = grid().solve(text.as_bytes(), &options, choice, &settings, &mut ())?;
    let mut plans = Vec::new();
    let mut lengths = Vec::new();
    for answer in &report.answers {
        let (actions, length) = match &answer.verdict {
            Verdict::Solved { plan, .. } => {
                let length = match &plan.words {
                    Some(words) => {
                        let number = words.rsplit(' ').next().unwrap();
                        number.parse().unwrap()
                    }
                    None => f64::from(u32::try_from(plan.cost).unwrap()),
                };
                (plan.actions.clone(), Some(length))
            }
            Verdict::Unsolvable { .. } => (None, None),
            other => panic!("{choice:?}: {other:?}\n{text}"),
        };
        plans.push(actions);
        lengths.push(length);
    }
    let checked = grid().check(text.as_bytes(), &options, &plans)?;
    for (checked, length) in checked.iter().zip(&lengths) {
        let is_right = match checked.finding {
            Finding::Right { .. } => length.is_some(),
            Finding::NoPlan => length.is_none(),
            _ => false,
        };
        assert!(is_right, "{choice:?}: {:?}", checked.finding);
    }
    Ok(lengths)
}

/// The shortest lengths from a cell to every other by the definition: relaxed until nothing changes.
fn plain(rows: &[Vec<u8>], start: (usize, usize), diagonal: bool, corners: &str) -> Vec<Vec<f64>> {
    let (height, width) = (rows.len(), rows[0].len());
    let class = |column: i32, row: i32| {
        let (column, row) = (usize::try_from(column).ok()?, usize::try_from(row).ok()?);
        match rows.get(row)?.get(column)? {
            b'.' | b'G' | b'S' => Some('l'),
            b'W' => Some('w'),
            _ => None,
        }
    };
    let mut lengths = vec![vec![f64::INFINITY; width]; height];
    lengths[start.1][start.0] = 0.0;
    loop {
        let mut changed = false;
        for row in 0..i32::try_from(height).unwrap() {
            for column in 0..i32::try_from(width).unwrap() {
                let Some(here) = class(column, row) else {
                    continue;
                };
                for (across, down) in (-1..=1).flat_map(|a| (-1..=1).map(move |d| (a, d))) {
                    let same = |column, row| class(column, row) == Some(here);
                    let passed = [(column + across, row), (column, row + down)];
                    let free = passed.iter().filter(|(c, r)| same(*c, *r)).count();
                    let is_step = match (across, down) {
                        (0, 0) => false,
                        (0, _) | (_, 0) => true,
                        _ if !diagonal => false,
                        _ => match corners {
                            "keep" => free == 2,
                            "cut" => free >= 1,
                            _ => true,
                        },
                    };
                    if !is_step || !same(column + across, row + down) {
                        continue;
                    }
                    let step = f64::from(across * across + down * down).sqrt();
                    let at = |column: i32, row: i32| {
                        let place = (usize::try_from(column), usize::try_from(row));
                        (place.0.unwrap(), place.1.unwrap())
                    };
                    let (from, to) = (at(column, row), at(column + across, row + down));
                    let through = lengths[from.1][from.0] + step;
                    if through + 1e-9 < lengths[to.1][to.0] {
                        lengths[to.1][to.0] = through;
                        changed = true;
                    }
                }
            }
        }
        if !changed {
            return lengths;
        }
    }
}

/// On a map without obstacles, plans are the orders of their steps.
#[test]
fn plans_are_the_orders_of_their_steps() {
    let rows = vec![b"........".to_vec(); 6];
    for (option, goal, count) in [
        // 7 steps to the right and 5 down.
        ("moves=4", (7, 5), 792),
        // 5 diagonal steps and 2 to the right.
        ("moves=8", (7, 5), 21),
        ("moves=8", (5, 5), 1),
        ("moves=8", (0, 0), 1),
    ] {
        let text = file(&rows, &[((0, 0), goal)]);
        let (options, settings) = (Params::parse(&[option]).unwrap(), Settings::default());
        assert!(grid().has_plans());
        let which = Which::Optimal(3);
        let told = grid().plans(text.as_bytes(), &options, which, &settings, &mut ());
        let Several::Optimal {
            count: told, plans, ..
        } = &told.unwrap()[0].found
        else {
            panic!("{option} {goal:?}");
        };
        assert_eq!(*told, Count::Exactly(count), "{option} {goal:?}");
        assert_eq!(plans.len() as u128, count.min(3));
    }
}

fn maps() -> impl Strategy<Value = Vec<Vec<u8>>> {
    let letter = prop::sample::select(b"...........GSSWWW@OT@".to_vec());
    (1usize..8, 1usize..8).prop_flat_map(move |(width, height)| {
        prop::collection::vec(prop::collection::vec(letter.clone(), width), height)
    })
}

/// A column and a row.
type Place = (usize, usize);

/// A file of these rows with questions between these cells.
fn file(rows: &[Vec<u8>], asked: &[(Place, Place)]) -> String {
    let (height, width) = (rows.len(), rows[0].len());
    let mut text = format!("type octile\nheight {height}\nwidth {width}\nmap\n");
    for row in rows {
        text += std::str::from_utf8(row).unwrap();
        text += "\n";
    }
    text += "version 1.0\n";
    for (start, goal) in asked {
        let ends = [start.0, start.1, goal.0, goal.1].map(|number| number.to_string());
        let ends = ends.join("\t");
        writeln!(text, "0\tm.map\t{width}\t{height}\t{ends}\t0").unwrap();
    }
    text
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// Every strategy on every store finds what the definition says, for every kind of steps.
    #[test]
    fn all_agree_with_the_definition(rows in maps(), draws in prop::collection::vec(any::<[prop::sample::Index; 2]>(), 1..4)) {
        let cells: Vec<(usize, usize)> = rows
            .iter()
            .enumerate()
            .flat_map(|(row, letters)| (0..letters.len()).map(move |column| (column, row)))
            .filter(|&(column, row)| !b"@OT".contains(&rows[row][column]))
            .collect();
        prop_assume!(!cells.is_empty());
        let asked: Vec<_> = draws
            .iter()
            .map(|[start, goal]| (*start.get(&cells), *goal.get(&cells)))
            .collect();
        let text = file(&rows, &asked);
        for options in [
            &["moves=8"][..],
            &["corners=cut"],
            &["corners=squeeze"],
            &["moves=4"],
        ] {
            let diagonal = options != ["moves=4"];
            let corners = options[0].strip_prefix("corners=").unwrap_or("keep");
            let truth: Vec<f64> = asked
                .iter()
                .map(|&(start, goal)| plain(&rows, start, diagonal, corners)[goal.1][goal.0])
                .collect();
            for offer in grid().offers() {
                let found = match solved(&text, options, &offer.choice()) {
                    Ok(found) => found,
                    // Breadth-first needs steps that cost 1.
                    Err(Failure::Search(_)) => {
                        prop_assert!(diagonal && offer.strategy == "breadth-first");
                        continue;
                    }
                    Err(other) => panic!("{offer:?}: {other}"),
                };
                for (found, truth) in found.iter().zip(&truth) {
                    let found = found.unwrap_or(f64::INFINITY);
                    let holds = found.is_infinite() && truth.is_infinite()
                        || (found - truth).abs() < 1e-6
                        || !offer.optimal && found > *truth && truth.is_finite() && found.is_finite();
                    prop_assert!(holds, "{offer:?} {options:?}: {found}, {truth}\n{text}");
                }
            }
        }
    }

    /// An audit sees the cells that lead to the goal, and of how many the estimate is exact, for every kind of steps:
    /// the heuristic is admissible and consistent under all of them.
    #[test]
    fn estimates_are_audited(rows in maps(), draw in any::<prop::sample::Index>()) {
        let (height, width) = (rows.len(), rows[0].len());
        let places = (0..height * width).map(|cell| (cell % width, cell / width));
        let free = places.filter(|&(column, row)| !b"@OT".contains(&rows[row][column]));
        let free: Vec<Place> = free.collect();
        prop_assume!(!free.is_empty());
        let goal = *draw.get(&free);
        let text = file(&rows, &[(goal, goal)]);
        for option in ["corners=keep", "corners=cut", "corners=squeeze", "moves=4"] {
            let diagonal = option != "moves=4";
            let corners = option.strip_prefix("corners=").unwrap_or("keep");
            let lengths = plain(&rows, goal, diagonal, corners);
            let reached = free.iter().filter(|&&(column, row)| lengths[row][column].is_finite());
            let exact = reached.clone().filter(|&&(column, row)| {
                let beside = [column.abs_diff(goal.0), row.abs_diff(goal.1)];
                let [across, down] = beside.map(|steps| f64::from(u32::try_from(steps).unwrap()));
                let saved = if diagonal { (2.0 - 2f64.sqrt()) * across.min(down) } else { 0.0 };
                (across + down - saved - lengths[row][column]).abs() < 1e-6
            });
            let (options, settings) = (Params::parse(&[option]).unwrap(), Settings::default());
            let found = grid().audit(Some(text.as_bytes()), &options, Some("octile"), &settings);
            let found = found.unwrap();
            prop_assert_eq!(found.len(), 1);
            let audit = &found[0].audit;
            prop_assert!(audit.is_admissible() && audit.is_consistent(), "{option}\n{text}");
            prop_assert!(audit.cut.is_none());
            let counts = [reached.count(), exact.count()].map(|count| u64::try_from(count).unwrap());
            prop_assert_eq!([audit.states, audit.exact], counts, "{}\n{}", option, text);
        }
    }

    #[test]
    fn the_laws_hold(rows in maps()) {
        let first = rows.concat().iter().position(|letter| !b"@OT".contains(letter));
        prop_assume!(first.is_some());
        let place = (first.unwrap() % rows[0].len(), first.unwrap() / rows[0].len());
        let text = file(&rows, &[(place, place)]);
        for options in ["corners=keep", "corners=cut", "corners=squeeze", "moves=4"] {
            let options = Params::parse(&[options]).unwrap();
            let rules = rules(&text, &options);
            let cells = 0..u32::try_from(rules.map().cells()).unwrap();
            check_predecessors(&rules, cells.clone()).unwrap();
            for cell in cells {
                let actions: Vec<_> = rules.actions(&cell).collect();
                for (direction, (across, down)) in DIRECTIONS {
                    let applies = rules.is_applicable(&cell, &direction);
                    prop_assert_eq!(actions.contains(&direction), applies);
                    if !applies {
                        continue;
                    }
                    let mut next = cell;
                    rules.apply(&mut next, &direction);
                    let (before, after) = (rules.columns().place(cell), rules.columns().place(next));
                    prop_assert_eq!(after.0, before.0.wrapping_add_signed(across));
                    prop_assert_eq!(after.1, before.1.wrapping_add_signed(down));
                    let undo = rules.inverse(&direction);
                    prop_assert!(rules.is_applicable(&next, &undo));
                    prop_assert_eq!(rules.cost(&next, &undo), rules.cost(&cell, &direction));
                    rules.apply(&mut next, &undo);
                    prop_assert_eq!(next, cell);
                }
            }
        }
    }
}

fn rules(text: &str, options: &Params) -> Grid {
    use statewalk::catalog::puzzle::Puzzle;

    let mut groups = GridPuzzle.read(text.as_bytes(), options).unwrap().groups;
    groups.remove(0).rules
}

/// The folder of third-party instances, if there is one.
#[expect(clippy::print_stderr, reason = "a test that is skipped must say so")]
fn instances() -> Option<PathBuf> {
    let folder = env::var_os("STATEWALK_INSTANCES");
    if folder.is_none() {
        eprintln!("STATEWALK_INSTANCES is not set: the published lengths are skipped");
    }
    folder.map(|folder| PathBuf::from(folder).join("grid"))
}

/// A scenario with its map behind it, and the lengths that it tells.
fn scenario(path: &PathBuf) -> (String, Vec<f64>) {
    let text = fs::read_to_string(path).unwrap();
    let companion = grid().companion(text.as_bytes()).unwrap();
    let name = companion.name.rsplit('/').next().unwrap();
    let map = fs::read_to_string(path.with_file_name(name)).unwrap();
    let lines = text.lines().skip(1).filter(|line| !line.is_empty());
    let lengths = lines.map(|line| line.split_whitespace().last().unwrap().parse().unwrap());
    (format!("{text}{map}"), lengths.clone().collect())
}

#[test]
fn published_lengths_are_found() {
    let Some(folder) = instances() else {
        return;
    };
    let mut files = 0;
    for path in fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
    {
        if path.extension().is_none_or(|extension| extension != "scen") {
            continue;
        }
        files += 1;
        let (text, lengths) = scenario(&path);
        for offer in grid()
            .offers()
            .iter()
            .filter(|offer| offer.optimal && offer.strategy != "breadth-first")
        {
            let found = solved(&text, &[], &offer.choice()).unwrap();
            assert_eq!(found.len(), lengths.len());
            for (number, (found, told)) in found.iter().zip(&lengths).enumerate() {
                let found = found.unwrap();
                // Five decimals are told, or eight.
                assert!(
                    (found - told).abs() < 6e-6 * told.max(1.0),
                    "{path:?} {offer:?} {number}: {found}, {told}"
                );
            }
        }
        // How many lengths of the maze hold for agents that cut corners no longer, as counted elsewhere.
        if path.ends_with("maze-32-32-2-even-1.scen") {
            let cut = solved(&text, &["corners=squeeze"], &Choice::default()).unwrap();
            let other = cut
                .iter()
                .zip(&lengths)
                .filter(|(cut, told)| (cut.unwrap() - **told).abs() > 1e-5);
            assert_eq!((other.count(), lengths.len()), (218, 230));
        }
    }
    assert!(files > 0);
}

#[test]
fn generated_scenarios_tell_right_lengths() {
    for (words, options) in [
        (&["kind=random", "blocked=40", "n=20", "m=33"][..], &[][..]),
        (&["kind=random", "blocked=99", "n=5", "m=5"], &[]),
        (&["kind=rooms", "n=50", "m=40", "q=30"], &[]),
        (&["kind=rooms", "n=1", "m=40", "side=3"], &[]),
        (&["kind=maze", "n=40", "m=1"], &[]),
        (
            &["kind=maze", "side=3", "n=41", "m=42", "corners=cut"],
            &["corners=cut"],
        ),
        (&["kind=maze", "moves=4"], &["moves=4"]),
        (&["n=1", "m=1", "q=2"], &[]),
    ] {
        for seed in 0..3 {
            let params = Params::parse(words).unwrap();
            let text = grid().generate(&params, seed).unwrap();
            assert_eq!(grid().generate(&params, seed).unwrap(), text);
            assert!(grid().sniff(text.as_bytes()));
            let (map, lines) = text.split_once("version 1\n").unwrap();
            let rows: Vec<Vec<u8>> = map.lines().skip(4).map(Into::into).collect();
            let corners = words
                .iter()
                .find_map(|word| word.strip_prefix("corners="))
                .unwrap_or("keep");
            let found = solved(&text, options, &Choice::default()).unwrap();
            let asked = words.iter().find_map(|word| word.strip_prefix("q="));
            assert_eq!(found.len(), asked.map_or(10, |q| q.parse().unwrap()));
            for (line, found) in lines.lines().zip(found) {
                let fields: Vec<&str> = line.split('\t').collect();
                let number = |at: usize| fields[at].parse::<usize>().unwrap();
                let told: f64 = fields[8].parse().unwrap();
                let truth = plain(
                    &rows,
                    (number(4), number(5)),
                    !options.contains(&"moves=4"),
                    corners,
                );
                let truth = truth[number(7)][number(6)];
                assert!(
                    (told - truth).abs() < 1e-6 && (found.unwrap() - truth).abs() < 1e-6,
                    "{line}"
                );
                let bucket = f64::from(u32::try_from(number(0)).unwrap());
                assert!((bucket..bucket + 1.0).contains(&(told / 4.0)), "{line}");
            }
        }
    }
}

#[test]
fn a_tree_of_ways_is_a_maze() {
    // Every part of a maze of single cells is joined, and the number of steps is one less than that of cells.
    let params = Params::parse(&["kind=maze", "n=41", "m=31"]).unwrap();
    let text = grid().generate(&params, 5).unwrap();
    let rules = rules(&text, &Params::parse(&["moves=4"]).unwrap());
    let cells = 0..u32::try_from(rules.map().cells()).unwrap();
    let degrees = cells.map(|cell| rules.actions(&cell).count());
    let (free, arcs) = degrees.fold((0, 0), |(free, arcs), degree| {
        (free + usize::from(degree > 0), arcs + degree)
    });
    assert_eq!((free, arcs / 2), (21 * 16 * 2 - 1, 21 * 16 * 2 - 2));
}

/// Lengths that pass 32 bits: a way there and back along every other row.
#[test]
fn very_long_ways_are_found() {
    let (width, rows) = (801, 801);
    let rows: Vec<Vec<u8>> = (0..rows)
        .map(|row| match row % 4 {
            1 => [vec![b'@'; width - 1], vec![b'.']].concat(),
            3 => [vec![b'.'], vec![b'@'; width - 1]].concat(),
            _ => vec![b'.'; width],
        })
        .collect();
    let text = file(
        &rows,
        &[
            ((0, 0), (width - 1, 800)),
            ((0, 0), (3, 0)),
            ((5, 0), (0, 800)),
        ],
    );
    let found = solved(&text, &[], &Choice::default()).unwrap();
    // 401 rows of 801 cells, of which 400 gaps join two each: straight steps only, since each gap is one cell wide.
    assert_eq!(found[0], Some(f64::from(401 * 800 + 800)));
    assert_eq!(found[1], Some(3.0));
    assert_eq!(found[2], Some(f64::from(401 * 800 + 800 - 800 - 5)));
}
