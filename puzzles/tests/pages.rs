//! The pages for readers list what the puzzles offer: every strategy, and every format.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use statewalk_puzzles::PUZZLES;

fn page(name: &str) -> String {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs");
    fs::read_to_string(docs.join(name)).expect("a page can be read")
}

#[test]
fn every_strategy_is_in_the_table_of_algorithms() {
    let mut offered = BTreeSet::new();
    for entry in PUZZLES.iter() {
        for offer in entry.offers() {
            let optimal = if offer.optimal { "yes" } else { "no" };
            let row = [entry.card().name, offer.strategy, offer.store, optimal];
            offered.insert(row.map(str::to_owned));
        }
    }
    let page = page("algorithms.md");
    let names: BTreeSet<_> = PUZZLES.iter().map(|entry| entry.card().name).collect();
    let mut listed = BTreeSet::new();
    for line in page.lines().filter(|line| line.starts_with('|')) {
        let cells: Vec<_> = line.trim_matches('|').split('|').map(str::trim).collect();
        if let [puzzle, strategy, stores, optimal, _] = cells[..]
            && names.contains(puzzle)
        {
            for store in stores.split(", ") {
                listed.insert([puzzle, strategy, store, optimal].map(str::to_owned));
            }
        }
    }
    assert_eq!(listed, offered);
}

#[test]
fn every_format_has_a_chapter() {
    let page = page("formats.md");
    for entry in PUZZLES.iter() {
        let card = entry.card();
        let heading = format!("## {}", card.name);
        let chapter = page.lines().skip_while(|line| *line != heading).skip(1);
        let chapter: Vec<_> = chapter
            .take_while(|line| !line.starts_with("## "))
            .collect();
        assert!(!chapter.is_empty(), "no chapter on {}", card.name);
        for option in card.options {
            let name = format!("| `{}` |", option.name);
            let is_told = chapter.iter().any(|line| line.starts_with(&name));
            assert!(
                is_told,
                "{}: the option {} is not told",
                card.name, option.name
            );
        }
    }
}
