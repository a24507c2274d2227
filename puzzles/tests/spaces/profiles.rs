//! The files of `puzzles/profiles`: numbers of states at each distance, swept on every store.
//!
//! Their form is that of `docs/formats.md`. Large spaces are swept as far as a test can afford.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use statewalk::catalog::entry::{Entry, Failure};
use statewalk::catalog::menu::{Direction, Settings};
use statewalk::catalog::params::Params;
use statewalk::catalog::report::Exploration;
use statewalk_puzzles::puzzle;

use crate::naive::{self, Plain, profile};

/// Spaces up to this size are swept on every store, and up to that on those of numbered states.
const EVERY_STORE: u64 = 400_000;
const NUMBERED: u64 = 4_000_000;

/// Up to this one they are, where there are bit planes.
const ON_PLANES: u64 = 300_000_000;

/// Of larger spaces so many states are looked at.
const BEGINNING: u64 = 200_000;

struct Profile {
    name: String,
    source: String,
    commands: Vec<Command>,
    counts: Vec<u64>,
    is_whole: bool,
}

/// A line `explore ...`: the profile of what it explores.
#[derive(Debug, PartialEq)]
struct Command {
    puzzle: String,
    /// The bytes of the file whose space it is, if it is not a space by name.
    file: Option<Vec<u8>>,
    params: Params,
    direction: Direction,
}

impl Command {
    fn parsed(line: &str) -> Option<Self> {
        let rest = line.strip_prefix("explore ")?;
        let (direction, rest) = match rest.strip_prefix("--backward ") {
            Some(rest) => (Direction::Backward, rest),
            None => (Direction::Forward, rest),
        };
        let mut words = rest.split_whitespace();
        let target = words.next().unwrap();
        let (puzzle, file) = match target.strip_prefix("puzzles/instances/") {
            // The folder of an instance is called as its puzzle is.
            Some(instance) => {
                let instances = Path::new(env!("CARGO_MANIFEST_DIR")).join("instances");
                let file = fs::read(instances.join(instance)).unwrap();
                (instance.split('/').next().unwrap(), Some(file))
            }
            None => (target, None),
        };
        let params = Params::parse(&words.collect::<Vec<_>>()).unwrap();
        Some(Self {
            puzzle: puzzle.to_owned(),
            file,
            params,
            direction,
        })
    }

    fn entry(&self) -> &'static dyn Entry {
        puzzle(&self.puzzle).unwrap()
    }

    /// The profile on a store up to a depth, if that is less than all.
    fn explored(&self, store: &str, most: Option<i64>) -> Exploration {
        let mut settings = Settings {
            direction: self.direction,
            ..Settings::default()
        };
        settings.limits.cost = most;
        let (entry, file) = (self.entry(), self.file.as_deref());
        let found = entry.explore(file, &self.params, Some(store), &settings, 1, &mut ());
        found.unwrap().remove(0)
    }

    fn offers(&self, store: &str) -> bool {
        self.entry().explorers(self.direction).contains(&store)
    }
}

fn parsed(name: &str, text: &str) -> Profile {
    let mut lines = text.lines().peekable();
    let mut source = String::new();
    while let Some(remark) = lines.next_if(|line| line.starts_with('#')) {
        source += remark;
        source += "\n";
    }
    assert!(source.contains("# Source: "), "{name}");
    let mut commands = Vec::new();
    while let Some(command) = lines.peek().and_then(|line| Command::parsed(line)) {
        commands.push(command);
        lines.next();
    }
    assert!(!commands.is_empty(), "{name}: no line `explore`");
    let mut counts = Vec::new();
    let mut is_whole = true;
    for line in lines {
        assert!(is_whole, "{name}: `...` is last");
        if line == "..." {
            is_whole = false;
            continue;
        }
        let (depth, states) = line.split_once(' ').unwrap();
        assert_eq!(depth.parse(), Ok(counts.len()), "{name}");
        counts.push(states.parse().unwrap());
    }
    Profile {
        name: name.to_owned(),
        source,
        commands,
        counts,
        is_whole,
    }
}

fn profiles() -> Vec<Profile> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("profiles");
    let mut paths: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    let read = |path: &std::path::PathBuf| {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        parsed(&name, &fs::read_to_string(path).unwrap())
    };
    paths.iter().map(read).collect()
}

fn explore(
    name: &str,
    params: &Params,
    direction: Direction,
    store: &str,
    most: Option<i64>,
) -> Exploration {
    let command = Command {
        puzzle: name.to_owned(),
        file: None,
        params: params.clone(),
        direction,
    };
    command.explored(store, most)
}

/// Whether a command finds all that a file says.
fn check(profile: &Profile, command: &Command, store: &str) {
    let found = command.explored(store, None);
    assert_eq!(
        found.profile, profile.counts,
        "{} {command:?} {store}",
        profile.name
    );
    assert_eq!(found.limit, None);
}

#[test]
fn every_profile_is_found() {
    for profile in &profiles() {
        for command in &profile.commands {
            is_found(profile, command);
        }
    }
}

fn is_found(profile: &Profile, command: &Command) {
    let size: u64 = profile.counts.iter().sum();
    match size {
        ..=EVERY_STORE if profile.is_whole => {
            for store in command.entry().explorers(command.direction) {
                check(profile, command, store);
            }
        }
        ..=NUMBERED if profile.is_whole => {
            let explorers = command.entry().explorers(command.direction);
            for store in explorers.into_iter().filter(|&store| store != "interned") {
                check(profile, command, store);
            }
        }
        ..=ON_PLANES if profile.is_whole && command.offers("planes") => {
            check(profile, command, "planes");
        }
        _ => {
            let within = |end: &usize| profile.counts[..*end].iter().sum::<u64>() <= BEGINNING;
            let end = (1..=profile.counts.len())
                .take_while(within)
                .last()
                .unwrap();
            let most = i64::try_from(end).unwrap() - 1;
            let near = command.explored("interned", Some(most));
            assert_eq!(near.profile, profile.counts[..end], "{}", profile.name);
            if profile.is_whole && command.offers("planes") {
                // The command of the file is one that runs, and the states are as many as there are ranks.
                let settings = Settings::default();
                let (entry, params) = (command.entry(), &command.params);
                let told = entry.forecast(None, params, Some("planes"), &settings, false);
                let told = told.unwrap().remove(0).forecast;
                assert_eq!(told.ranks, Some(size), "{}", profile.name);
            }
        }
    }
}

/// No two files are about one space, and none has what it is to test as its source.
#[test]
fn every_profile_is_of_a_space_of_its_own() {
    let profiles = profiles();
    let all = profiles.iter().flat_map(|profile| {
        let commands = profile.commands.iter();
        commands.map(|command| (&profile.name, command))
    });
    for (index, (name, command)) in all.clone().enumerate() {
        let other = all.clone().take(index).find(|(_, other)| *other == command);
        assert_eq!(other.map(|(other, _)| other), None, "{name} {command:?}");
    }
    for profile in &profiles {
        assert!(!profile.source.contains("this engine"), "{}", profile.name);
    }
}

/// Every puzzle whose whole spaces are counted by unit costs has a profile, and both ways where they can differ.
#[test]
fn puzzles_have_profiles() {
    let profiles = profiles();
    let commands = profiles.iter().flat_map(|profile| &profile.commands);
    let told: HashSet<_> = commands
        .map(|command| (command.puzzle.as_str(), command.direction.word()))
        .collect();
    for name in [
        "tiles", "pancake", "topspin", "hanoi", "cube2", "magic", "kings", "huarong",
    ] {
        assert!(told.contains(&(name, "forward")), "{name}");
    }
    for name in ["magic", "huarong"] {
        assert!(told.contains(&(name, "backward")), "{name}");
    }
}

/// A space, and the same written plainly.
type Row = (&'static str, &'static [&'static str], Plain, Successors);

type Successors = Box<dyn Fn(&Plain) -> Vec<Plain>>;

fn rows() -> Vec<Row> {
    let tiles = |words, width: usize, height: usize| -> Row {
        let goal = (0..width * height).collect();
        ("tiles", words, goal, Box::new(naive::tiles(width, height)))
    };
    vec![
        tiles(&["w=1", "h=1"], 1, 1),
        tiles(&["w=2", "h=1"], 2, 1),
        tiles(&["w=1", "h=2"], 1, 2),
        tiles(&["w=7", "h=1"], 7, 1),
        tiles(&["w=1", "h=25"], 1, 25),
        tiles(&["w=2", "h=2"], 2, 2),
        tiles(&["w=3", "h=2"], 3, 2),
        tiles(&["w=2", "h=3"], 2, 3),
        tiles(&["w=4", "h=2"], 4, 2),
        tiles(&["w=2", "h=4"], 2, 4),
        (
            "tiles",
            &["w=3", "h=2", "blank=last"],
            vec![1, 2, 3, 4, 5, 0],
            Box::new(naive::tiles(3, 2)),
        ),
        (
            "tiles",
            &["w=3", "h=2", "goal=5,1,0,2,4,3"],
            vec![5, 1, 0, 2, 4, 3],
            Box::new(naive::tiles(3, 2)),
        ),
    ]
}

/// The spaces that are not boards of tiles: parameters, a start, and the successors.
fn orders() -> Vec<(&'static str, Vec<String>, Plain, Successors)> {
    let mut rows: Vec<(&str, Vec<String>, Plain, Successors)> = Vec::new();
    for n in 1..=7 {
        let words = vec![format!("n={n}")];
        rows.push((
            "pancake",
            words,
            (0..n).collect(),
            Box::new(naive::pancakes),
        ));
    }
    for n in 2..=7 {
        for k in 2..=n {
            let words = vec![format!("n={n}"), format!("k={k}")];
            rows.push((
                "topspin",
                words,
                (0..n).collect(),
                Box::new(naive::topspin(k)),
            ));
        }
    }
    for (pegs, disks) in [(3, 1), (3, 2), (3, 5), (4, 1), (4, 5), (5, 4), (16, 2)] {
        let words = vec![format!("pegs={pegs}"), format!("disks={disks}")];
        rows.push(("hanoi", words, vec![0; disks], Box::new(naive::hanoi(pegs))));
    }
    for (side, count) in [
        (1, 1),
        (2, 1),
        (3, 2),
        (3, 4),
        (4, 3),
        (4, 4),
        (5, 2),
        (5, 3),
    ] {
        // In rows on every other cell.
        let cells = (0..side).step_by(2);
        let cells =
            cells.flat_map(|row| (0..side).step_by(2).map(move |column| row * side + column));
        let start: Plain = cells.take(count).collect();
        for (rule, diagonal) in [("eight-way", true), ("no-diagonals", false)] {
            for (labels, alike) in [("kept", false), ("ignored", true)] {
                let words = [format!("n={side}"), format!("k={count}")];
                let options = [format!("rule={rule}"), format!("labels={labels}")];
                let words = [words, options].concat();
                let next = naive::kings(side, diagonal, alike);
                rows.push(("kings", words, start.clone(), Box::new(next)));
            }
        }
    }
    rows
}

#[test]
fn small_spaces_are_those_of_a_plain_search() {
    let boards = rows().into_iter().map(|(name, words, start, successors)| {
        let words = words.iter().map(ToString::to_string).collect();
        (name, words, start, successors)
    });
    for (name, words, start, successors) in boards.chain(orders()) {
        let expected = profile(&naive::distances(&start, &*successors));
        let params = Params::parse(&words).unwrap();
        for direction in [Direction::Forward, Direction::Backward] {
            for store in puzzle(name).unwrap().explorers(direction) {
                let found = explore(name, &params, direction, store, None);
                assert_eq!(found.profile, expected, "{name} {words:?} {store}");
                assert_eq!((found.limit, found.deepest.len()), (None, 1));
            }
        }
    }
}

#[test]
fn parameters_out_of_range_are_refused() {
    for (name, words) in [
        ("tiles", &["w=0"][..]),
        ("tiles", &["w=26", "h=1"]),
        ("tiles", &["w=6", "h=5"]),
        ("tiles", &["blank=middle"]),
        ("tiles", &["goal=1,2,3"]),
        ("tiles", &["goal=0,1,2,3,4,5,6,7,7"]),
        ("tiles", &["goal=0,1,2,3,4,5,6,7,9"]),
        ("tiles", &["n=3"]),
        ("pancake", &["n=0"]),
        ("pancake", &["n=17"]),
        ("topspin", &["n=1"]),
        ("topspin", &["n=26"]),
        ("topspin", &["n=5", "k=6"]),
        ("topspin", &["n=5", "k=1"]),
        ("hanoi", &["pegs=2"]),
        ("hanoi", &["pegs=17"]),
        ("hanoi", &["disks=0"]),
        ("hanoi", &["disks=33"]),
        ("cube2", &["metric=third"]),
    ] {
        let params = Params::parse(words).unwrap();
        let entry = puzzle(name).unwrap();
        let found = entry.explore(None, &params, None, &Settings::default(), 1, &mut ());
        assert!(found.is_err(), "{name} {words:?}");
    }
}

/// The pocket cube near the solved one, by stickers.
#[test]
fn near_cubes_are_those_of_a_plain_search() {
    for (metric, half, most) in [("metric=half", true, 4), ("metric=quarter", false, 5)] {
        let solved = (0..24).map(|sticker| sticker / 4).collect();
        let expected = profile(&naive::distances_to(most, &solved, &naive::cubes(half)));
        let params = Params::parse(&[metric]).unwrap();
        let found = explore("cube2", &params, Direction::Forward, "interned", Some(most));
        assert_eq!(found.profile, expected);
    }
}

/// A space that 64 bits cannot number ends at the limit of the store, where the store needs ranks.
#[test]
fn spaces_without_ranks_say_so() {
    for (name, words) in [
        ("tiles", &["w=5", "h=5"][..]),
        ("topspin", &["n=21"]),
        ("hanoi", &["pegs=16", "disks=16"]),
    ] {
        let params = Params::parse(words).unwrap();
        for store in ["ranked", "bits", "residues"] {
            let (entry, settings) = (puzzle(name).unwrap(), Settings::default());
            let found = entry.explore(None, &params, Some(store), &settings, 1, &mut ());
            let Err(Failure::NotNumbered { growing, .. }) = found else {
                panic!("{name} {store}: {found:?}");
            };
            assert_eq!(*growing, ["interned"], "{name} {store}");
        }
        let near = explore(name, &params, Direction::Forward, "interned", Some(2));
        assert_eq!(near.profile.len(), 3);
    }
}
