//! The house rules that a reader can trust because a test reads every source file for them.

use std::fs;
use std::path::{Path, PathBuf};

/// The floors of the framework, lowest first. A module imports from lower floors, and on its own
/// floor only from its own folder.
const FLOORS: [&[&str]; 9] = [
    &["machine", "words"],
    &["cost", "goal", "memory"],
    &["bits", "encoding", "heuristic", "space"],
    &["abstraction", "plan", "pruning", "rank_actions", "store"],
    &["adapt", "open"],
    &["search"],
    &[
        "distances",
        "graph",
        "improve",
        "macro_table",
        "pdb",
        "plans",
        "quotient",
    ],
    &["catalog"],
    &["lib"],
];

/// The nouns that searches share; every other file of `search` is an algorithm.
const SHARED_BY_SEARCHES: [&str; 10] = [
    "best_first",
    "edges",
    "end",
    "guided",
    "limits",
    "outcome",
    "stop",
    "task",
    "trace",
    "two_ends",
];

/// The nouns that puzzles share; they know no puzzle.
const SHARED_BY_PUZZLES: [&str; 1] = ["sliding"];

/// A file that is longer is several nouns.
const MOST_LINES: usize = 600;

struct Source {
    path: PathBuf,
    /// The path below the repository, with slashes.
    name: String,
    text: String,
}

impl Source {
    /// The code in front of the unit tests, without comments.
    fn code(&self) -> impl Iterator<Item = (usize, &str)> {
        let lines = self.text.lines().enumerate();
        lines
            .take_while(|(_, line)| !line.starts_with("#[cfg(test)]"))
            .map(|(index, line)| (index + 1, line.split("//").next().unwrap_or_default()))
    }

    fn is_test(&self) -> bool {
        self.name.contains("tests/") || self.name.ends_with("/tests.rs")
    }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn collect(folder: &Path, into: &mut Vec<Source>) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for entry in entries {
        let path = entry.expect("a folder can be listed").path();
        if path.is_dir() {
            collect(&path, into);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let below = path
                .strip_prefix(root())
                .expect("the folder is below the root");
            let name = below.to_string_lossy().replace('\\', "/");
            let text = fs::read_to_string(&path).expect("a source file can be read");
            into.push(Source { path, name, text });
        }
    }
}

fn sources(folders: &[&str]) -> Vec<Source> {
    let mut found = Vec::new();
    for folder in folders {
        collect(&root().join(folder), &mut found);
    }
    assert!(!found.is_empty(), "no source in {folders:?}");
    found.sort_by(|a, b| a.name.cmp(&b.name));
    found
}

fn floor(module: &str) -> Option<usize> {
    FLOORS.iter().position(|floor| floor.contains(&module))
}

/// The modules below the crate's root that a line of code names: `crate::store::Reach` gives
/// `store::Reach`.
fn crate_paths(line: &str) -> impl Iterator<Item = &str> {
    line.match_indices("crate::").map(|(at, word)| {
        let rest = &line[at + word.len()..];
        let end = rest
            .find(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':'))
            .unwrap_or(rest.len());
        &rest[..end]
    })
}

/// The same for paths that go up from the module of a file: `super::Reach` in `store::ranked` gives
/// `store::Reach`. A module in the same file adds a step that is not counted, so that a path seems to go
/// less far up than it does; imports of unit tests are not read.
fn super_paths<'a>(module: &'a [&str], line: &'a str) -> impl Iterator<Item = String> + 'a {
    line.match_indices("super::")
        .filter(|(at, _)| !line[..*at].ends_with("super::"))
        .map(move |(at, _)| {
            let mut rest = &line[at..];
            let mut own = module;
            while let Some(after) = rest.strip_prefix("super::") {
                rest = after;
                own = own.split_last().map_or(&[][..], |(_, above)| above);
            }
            let end = rest
                .find(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':'))
                .unwrap_or(rest.len());
            let mut path = own.join("::");
            if !path.is_empty() {
                path.push_str("::");
            }
            path + &rest[..end]
        })
}

/// The module of a source file of the framework: `src/store/ranked.rs` is `["store", "ranked"]`.
fn module_of(name: &str) -> Vec<&str> {
    let below = name.strip_prefix("src/").unwrap_or(name);
    let below = below.strip_suffix(".rs").unwrap_or(below);
    below.split('/').collect()
}

#[test]
fn paths_that_go_up_are_seen() {
    let module = module_of("src/search/layers/run.rs");
    let seen = |line| super_paths(&module, line).collect::<Vec<_>>();
    assert_eq!(
        seen("use super::table::Table;"),
        ["search::layers::table::Table"]
    );
    assert_eq!(
        seen("super::super::spfa::x(super::y)"),
        ["search::spfa::x", "search::layers::y"]
    );
    assert_eq!(
        seen("use super::super::super::store::Reach;"),
        ["store::Reach"]
    );
}

fn report(faults: &[String]) {
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

#[test]
fn imports_go_down() {
    let mut faults = Vec::new();
    for source in sources(&["src"]) {
        let module = source.name["src/".len()..]
            .split(['/', '.'])
            .next()
            .unwrap_or_default();
        let Some(own) = floor(module) else {
            faults.push(format!("{}: `{module}` has no floor", source.name));
            continue;
        };
        if source.is_test() {
            continue;
        }
        for (line, code) in source.code() {
            let module_path = module_of(&source.name);
            let up = super_paths(&module_path, code);
            for path in crate_paths(code).map(str::to_owned).chain(up) {
                let other = path.split("::").next().unwrap_or_default();
                let fine = other == module || floor(other).is_some_and(|floor| floor < own);
                if !fine {
                    faults.push(format!("{}:{line}: {module} imports {path}", source.name));
                }
            }
        }
    }
    report(&faults);
}

#[test]
fn no_algorithm_imports_another() {
    let mut faults = Vec::new();
    for source in sources(&["src/search"]) {
        let own = source.name["src/search/".len()..]
            .split(['/', '.'])
            .next()
            .unwrap_or_default();
        for (line, code) in source.code() {
            let module_path = module_of(&source.name);
            let up = super_paths(&module_path, code);
            for path in crate_paths(code).map(str::to_owned).chain(up) {
                let Some(inner) = path.strip_prefix("search::") else {
                    continue;
                };
                let module = inner.split("::").next().unwrap_or_default();
                let is_noun = module.starts_with(char::is_uppercase) || module.is_empty();
                if module != own && !is_noun && !SHARED_BY_SEARCHES.contains(&module) {
                    faults.push(format!("{}:{line}: imports {path}", source.name));
                }
            }
        }
    }
    report(&faults);
}

#[test]
fn no_puzzle_imports_another() {
    let mut faults = Vec::new();
    for source in sources(&["puzzles/src"]) {
        let own = source.name["puzzles/src/".len()..]
            .split(['/', '.'])
            .next()
            .unwrap_or_default();
        if own == "lib" {
            continue;
        }
        for (line, code) in source.code() {
            for path in crate_paths(code) {
                let other = path.split("::").next().unwrap_or_default();
                if other != own && !SHARED_BY_PUZZLES.contains(&other) {
                    faults.push(format!("{}:{line}: {own} imports {path}", source.name));
                }
            }
        }
    }
    report(&faults);
}

#[test]
fn files_are_short_and_say_what_they_are() {
    let mut faults = Vec::new();
    for source in sources(&["src", "puzzles", "cli", "benches", "tests"]) {
        let lines = source.text.lines().count();
        if lines > MOST_LINES {
            faults.push(format!("{}: {lines} lines", source.name));
        }
        if !source.text.starts_with("//! ") {
            faults.push(format!("{}: does not say what it is", source.name));
        }
        if source.path.file_name().is_some_and(|name| name == "mod.rs") {
            faults.push(format!("{}: belongs beside its folder", source.name));
        }
    }
    report(&faults);
}

/// The lines on which an import, which may be of several lines, names a glob.
fn globs<'a>(code: impl Iterator<Item = (usize, &'a str)>) -> Vec<usize> {
    let (mut found, mut inside) = (Vec::new(), false);
    for (number, line) in code {
        let mut words = line.split_whitespace();
        let is_public = |word: &&str| word.starts_with("pub") || word.ends_with(')');
        inside |= words.find(|word| !is_public(word)) == Some("use");
        if inside && line.contains('*') {
            found.push(number);
        }
        inside &= !line.contains(';');
    }
    found
}

#[test]
fn nothing_is_imported_by_a_glob() {
    let mut faults = Vec::new();
    for source in sources(&["src", "puzzles", "cli", "benches"]) {
        if source.is_test() {
            continue;
        }
        for line in globs(source.code()) {
            faults.push(format!("{}:{line}: imports a glob", source.name));
        }
    }
    report(&faults);
}

#[test]
fn unsafe_code_stays_in_the_machine_room() {
    let mut faults = Vec::new();
    for source in sources(&["src", "puzzles", "cli", "benches"]) {
        let machine = source.name.starts_with("src/machine");
        for (line, code) in source.code() {
            let words = code.split(|c: char| !(c.is_alphanumeric() || c == '_'));
            if !machine && words.into_iter().any(|word| word == "unsafe") {
                faults.push(format!("{}:{line}: {}", source.name, code.trim()));
            }
        }
    }
    report(&faults);
}

/// Costs are added by `cost::add`, which cannot wrap, or by `cost::sum` where a loop looked before.
#[test]
fn costs_are_not_added_with_a_bare_plus() {
    const COSTS: [&str; 9] = [
        "g", "h", "f", "cost", "total", "initial", "spent", "known", "lower",
    ];
    let mut faults = Vec::new();
    for source in sources(&["src/search", "src/store", "src/open", "src/quotient"]) {
        if source.is_test() {
            continue;
        }
        for (line, code) in source.code() {
            let code = code.replace("+=", "+");
            for (at, _) in code.match_indices('+') {
                let word = |text: &str| COSTS.contains(&text);
                let before = code[..at].trim_end();
                let after = code[at + 1..].trim_start();
                let name = |c: char| c.is_alphanumeric() || c == '_';
                let left = before.rsplit(|c| !name(c)).next().unwrap_or_default();
                let right = after.split(|c| !name(c)).next().unwrap_or_default();
                if word(left) || word(right) {
                    faults.push(format!("{}:{line}: {}", source.name, code.trim()));
                }
            }
        }
    }
    report(&faults);
}

/// Scanning nothing would pass everything, so the scan is tried on lines that must be seen.
#[test]
fn the_scan_sees_what_it_looks_for() {
    let paths: Vec<_> =
        crate_paths("use crate::search::limits::Limits; crate::open::OpenList").collect();
    assert_eq!(paths, ["search::limits::Limits", "open::OpenList"]);
    assert_eq!(floor("store"), Some(3));
    assert!(floor("search") > floor("open"));
    assert_eq!(floor("nonsense"), None);
    let code = "use a::*;\nlet b = 2 * 3;\npub(in crate::c) use d::{\n    e,\n    f::*,\n};\nuse g;\n*h = 1;";
    assert_eq!(globs((1..).zip(code.lines())), [1, 5]);
}
