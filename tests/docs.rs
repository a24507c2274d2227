//! The pages for readers name only what exists: links, anchors, files, names, modules, floors.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// A page and its text.
struct Page {
    /// The path below the repository, with slashes.
    name: String,
    text: String,
}

impl Page {
    /// The lines outside of code blocks, with their numbers from 1 on.
    fn prose(&self) -> impl Iterator<Item = (usize, &str)> {
        let mut inside = false;
        let lines = (1..).zip(self.text.lines());
        lines.filter(move |(_, line)| {
            let fence = line.trim_start().starts_with("```");
            inside ^= fence;
            !inside && !fence
        })
    }

    /// The targets of its links.
    fn links(&self) -> Vec<(usize, &str)> {
        let mut found = Vec::new();
        for (number, line) in self.prose() {
            for (at, begin) in line.match_indices("](") {
                let rest = &line[at + begin.len()..];
                let end = rest.find(')').expect("a link ends on its line");
                found.push((number, &rest[..end]));
            }
        }
        found
    }

    /// The anchors that its headings make.
    fn anchors(&self) -> BTreeSet<String> {
        let headings = self.prose().filter(|(_, line)| line.starts_with('#'));
        headings.map(|(_, line)| anchor(line)).collect()
    }

    /// What stands between backticks on a line.
    fn code(line: &str) -> impl Iterator<Item = &str> {
        line.split('`').skip(1).step_by(2)
    }
}

/// The anchor of a heading: its words in lower case, joined by hyphens.
fn anchor(heading: &str) -> String {
    let text = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = text
        .chars()
        .filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(name: &str) -> String {
    let path = root().join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn pages() -> Vec<Page> {
    let mut found = Vec::new();
    for folder in ["", "docs"] {
        let entries = fs::read_dir(root().join(folder)).expect("the folder can be listed");
        for entry in entries {
            let path = entry.expect("the folder can be listed").path();
            if path.extension().is_some_and(|extension| extension == "md") {
                let below = path.strip_prefix(root()).expect("below the root");
                let name = below.to_string_lossy().replace('\\', "/");
                let text = read(&name);
                found.push(Page { name, text });
            }
        }
    }
    assert!(found.len() > 10, "the pages were not found");
    found.sort_by(|a, b| a.name.cmp(&b.name));
    found
}

fn page(name: &str) -> Page {
    let text = read(name);
    let name = name.to_owned();
    Page { name, text }
}

fn report(faults: &[String]) {
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

#[test]
fn links_lead_somewhere() {
    let mut faults = Vec::new();
    for from in pages() {
        let folder = root().join(&from.name);
        let folder = folder.parent().expect("a page lies in a folder");
        for (line, link) in from.links() {
            if link.contains("://") {
                continue;
            }
            let (path, wanted) = link.split_once('#').unwrap_or((link, ""));
            let target: PathBuf = if path.is_empty() {
                root().join(&from.name)
            } else {
                folder.join(path)
            };
            let text = fs::read_to_string(&target);
            let known = text.map(|text| {
                let name = String::new();
                wanted.is_empty() || Page { name, text }.anchors().contains(wanted)
            });
            if !known.unwrap_or(target.is_dir() && wanted.is_empty()) {
                faults.push(format!("{}:{line}: {link} leads nowhere", from.name));
            }
        }
    }
    report(&faults);
}

#[test]
fn every_page_of_the_book_is_in_its_summary() {
    let summary = page("docs/SUMMARY.md");
    let listed: BTreeSet<_> = summary
        .links()
        .iter()
        .map(|(_, link)| format!("docs/{link}"))
        .collect();
    let pages = pages().into_iter().map(|page| page.name);
    let book: BTreeSet<_> = pages
        .filter(|name| name.starts_with("docs/") && *name != summary.name)
        .collect();
    assert_eq!(listed, book);
}

/// Paths in backticks that begin with a folder of the project, or end like a source file.
#[test]
fn files_that_are_named_exist() {
    const FOLDERS: [&str; 7] = [
        "src/", "puzzles/", "cli/", "benches/", "tests/", "docs/", ".ci/",
    ];
    let mut faults = Vec::new();
    for page in pages() {
        for (line, text) in page.prose() {
            for code in Page::code(text) {
                let is_path = FOLDERS.iter().any(|folder| code.starts_with(folder))
                    && !code.contains([' ', '*']);
                // The guide shows a puzzle that is not in the list.
                if is_path && code != "puzzles/src/pancakes.rs" && !root().join(code).exists() {
                    faults.push(format!("{}:{line}: there is no {code}", page.name));
                }
            }
        }
    }
    report(&faults);
}

/// The rows of all tables of a page: their cells.
fn rows(page: &Page) -> Vec<(usize, Vec<&str>)> {
    let lines = page.prose().filter(|(_, line)| line.starts_with('|'));
    lines
        .map(|(number, line)| {
            let cells = line.trim_matches('|').split('|').map(str::trim);
            (number, cells.collect())
        })
        .collect()
}

/// What is wrong with the form of the tables of a page: each row has as many columns as its table's head, and
/// a rule is under the head.
fn crooked_rows(page: &Page) -> Vec<String> {
    let mut faults = Vec::new();
    let mut table: Option<(usize, usize, usize)> = None;
    for (number, line) in page.prose() {
        if !line.starts_with('|') {
            table = None;
            continue;
        }
        // Bars that are meant as such are escaped.
        let columns = line.replace("\\|", "").matches('|').count() - 1;
        let (head, wanted, last) = table.unwrap_or((number, columns, number - 1));
        let is_rule = line.chars().all(|c| "|-: ".contains(c));
        if last + 1 != number || columns != wanted || is_rule != (number == head + 1) {
            faults.push(format!("{}:{number}: not a row of {wanted}", page.name));
        }
        table = Some((head, wanted, number));
    }
    faults
}

#[test]
fn tables_are_straight() {
    let faults: Vec<_> = pages().iter().flat_map(crooked_rows).collect();
    report(&faults);
}

#[test]
fn the_glossary_names_what_exists() {
    let page = page("docs/glossary.md");
    let mut faults = Vec::new();
    let mut count = 0;
    for (line, cells) in rows(&page) {
        let [term, _, name, file] = cells[..] else {
            faults.push(format!("line {line}: not four cells"));
            continue;
        };
        if !file.starts_with('`') {
            continue;
        }
        count += 1;
        let (name, file) = (name.trim_matches('`'), file.trim_matches('`'));
        let text = fs::read_to_string(root().join(file)).unwrap_or_default();
        let mut words = text.split(|c: char| !(c.is_alphanumeric() || c == '_'));
        if !words.any(|word| word == name) {
            faults.push(format!("line {line}: {term}: no `{name}` in {file}"));
        }
    }
    assert!(count > 40, "the table was not found");
    report(&faults);
}

/// The words of a text.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_alphanumeric() || c == '_'))
}

/// A source file: its path below the repository without the ending, its text, and the types that it defines or
/// writes methods of.
struct Source {
    path: String,
    text: String,
    types: BTreeSet<String>,
}

fn sources(folder: &Path, found: &mut Vec<Source>) {
    for entry in fs::read_dir(folder).expect("the folder can be listed") {
        let path = entry.expect("the folder can be listed").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).expect("it can be read");
            let defines = ["struct ", "enum ", "trait ", "type ", "impl"];
            let lines = text.lines().map(|line| {
                let line = line.trim_start();
                line.strip_prefix("pub ").unwrap_or(line)
            });
            let lines = lines.filter(|line| defines.iter().any(|word| line.starts_with(word)));
            let types = lines.flat_map(words).map(str::to_owned).collect();
            let below = path.with_extension("");
            let below = below.strip_prefix(root()).expect("below the root");
            let path = below.to_string_lossy().replace('\\', "/");
            found.push(Source { path, text, types });
        }
    }
}

/// Whether `owner`, a type or a module, has something called `member`.
fn has(sources: &[Source], owner: &str, member: &str) -> bool {
    let is_type = owner.starts_with(char::is_uppercase);
    let (module, inside) = match owner {
        "statewalk_cli" => ("cli/src/lib".to_owned(), "cli/src/".to_owned()),
        "statewalk_puzzles" => ("puzzles/src/lib".to_owned(), "puzzles/src/".to_owned()),
        _ => (format!("/{owner}"), format!("/{owner}/")),
    };
    sources.iter().any(|source| {
        let is_its = if is_type {
            source.types.contains(owner)
        } else {
            source.path.ends_with(&module) || source.path.contains(&inside)
        };
        is_its && words(&source.text).any(|word| word == member)
    })
}

/// What of `code` names a member: `Type::member`, `module::member`, or `value.method` where the value is called as its type.
fn member(code: &str) -> Option<(String, &str)> {
    let name = code.split(['(', '<', '!', ' ']).next()?;
    if let Some((path, member)) = name.rsplit_once("::") {
        let owner = path.rsplit("::").next()?;
        return Some((owner.to_owned(), member));
    }
    let (value, method) = name.split_once('.')?;
    let is_name = |text: &str| !text.is_empty() && words(text).count() == 1;
    let first = value.chars().next()?.to_uppercase();
    let owner: String = first.chain(value.chars().skip(1)).collect();
    // `table.rs` is a file.
    (is_name(value) && is_name(method) && method != "rs").then_some((owner, method))
}

#[test]
fn members_that_are_named_exist() {
    let mut all = Vec::new();
    for folder in ["src", "puzzles/src", "cli/src"] {
        sources(&root().join(folder), &mut all);
    }
    let (mut faults, mut count) = (Vec::new(), 0);
    // What a version added may be called otherwise in the next.
    for page in pages().iter().filter(|page| page.name != "CHANGELOG.md") {
        for (line, text) in page.prose() {
            for (code, (owner, member)) in
                Page::code(text).filter_map(|code| Some((code, member(code)?)))
            {
                let is_path = code.contains("::");
                let is_ours = is_path || all.iter().any(|source| source.types.contains(&owner));
                if !is_ours || ["Box", "u64"].contains(&&owner[..]) {
                    continue;
                }
                count += 1;
                if !has(&all, &owner, member) {
                    faults.push(format!("{}:{line}: there is no `{code}`", page.name));
                }
            }
        }
    }
    assert!(count > 40, "the names were not found");
    report(&faults);
    let tables = |owner, member| has(&all, owner, member);
    assert!(tables("Swept", "outcome_to") && tables("pdb", "build"));
    assert!(!tables("Swept", "plan_to") && !tables("pdb", "plan_to"));
    assert_eq!(
        member("swept.plan_to"),
        Some(("Swept".to_owned(), "plan_to"))
    );
    assert_eq!(member("a::B::c(&d)"), Some(("B".to_owned(), "c")));
}

/// The modules that `src/lib.rs` makes public.
fn modules() -> Vec<String> {
    let front = read("src/lib.rs");
    let lines = front
        .lines()
        .filter_map(|line| line.strip_prefix("pub mod "));
    let found: Vec<_> = lines
        .map(|rest| rest.trim_end_matches(';').to_owned())
        .collect();
    assert!(!found.is_empty(), "no module was found");
    found
}

#[test]
fn the_architecture_speaks_of_every_module() {
    let page = page("docs/architecture.md");
    let missing: Vec<_> = modules()
        .into_iter()
        .filter(|module| !page.text.contains(&format!("`src/{module}.rs`")))
        .collect();
    report(&missing);
}

/// The floors as `tests/architecture.rs` has them, without the modules that do not exist yet.
#[test]
fn the_floors_are_those_that_are_tested() {
    let rules = read("tests/architecture.rs");
    let begin = rules.find("const FLOORS").expect("the floors are there");
    let table = &rules[begin..];
    let table = &table[..table.find("\n];").expect("the floors end")];
    let exists = |module: &&str| root().join(format!("src/{module}.rs")).exists();
    let tested: Vec<Vec<&str>> = table
        .split("&[")
        .filter(|floor| floor.contains('"'))
        .map(|floor| floor.split('"').skip(1).step_by(2).filter(exists).collect())
        .collect();
    let page = page("docs/architecture.md");
    let shown: Vec<Vec<&str>> = rows(&page)
        .into_iter()
        .filter(|(_, cells)| cells[0].parse::<usize>().is_ok())
        .map(|(_, cells)| Page::code(cells[1]).collect())
        .collect();
    assert_eq!(shown, tested);
}

#[test]
fn every_algorithm_is_in_the_table() {
    let algorithms = page("docs/algorithms.md");
    let entries = fs::read_dir(root().join("src/search")).expect("the folder can be listed");
    let nouns = [
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
    let mut missing = Vec::new();
    for entry in entries {
        let name = entry.expect("the folder can be listed").file_name();
        let name = name.to_string_lossy();
        let Some(algorithm) = name.strip_suffix(".rs") else {
            continue;
        };
        let file = format!("`src/search/{algorithm}.rs`");
        if !nouns.contains(&algorithm) && !algorithms.text.contains(&file) {
            missing.push(file);
        }
    }
    report(&missing);
}

/// Scanning nothing would pass everything, so the scan is tried on lines that must be seen.
#[test]
fn the_scan_sees_what_it_looks_for() {
    let text = "# A `b`, c!\nsee [x](y.md#z) and `src/a.rs`\n```\n[no](no.md)\n```\n".to_owned();
    let name = String::new();
    let page = Page { name, text };
    assert_eq!(page.links(), [(2, "y.md#z")]);
    assert!(page.anchors().contains("a-b-c"));
    let code: Vec<_> = Page::code("see [x](y.md#z) and `src/a.rs`").collect();
    assert_eq!(code, ["src/a.rs"]);
    let table = |rows: &str| {
        let (name, text) = (
            String::new(),
            format!("\n| a | b |\n| --- | --- |\n{rows}\nc\n"),
        );
        crooked_rows(&Page { name, text }).len()
    };
    assert_eq!(table("| 1 | `\\|` |\n| 2 | |"), 0);
    assert_eq!(table("| 1 | 2 | 3 |\n| 1 |\n| --- | --- |"), 3);
}
