//! The puzzles of Statewalk: one list, and a module for each.
//!
//! A puzzle is a plug-in: it touches no other file than this one. [`sliding`] is no puzzle but a noun that two of them
//! share.

pub mod cube2;
pub mod graph;
pub mod grid;
pub mod hanoi;
pub mod huarong;
pub mod kings;
pub mod magic;
pub mod pancake;
pub mod sliding;
pub mod tiles;
pub mod topspin;

use std::sync::LazyLock;

use statewalk::catalog::entry::Entry;
use statewalk::catalog::plugin::Plugin;

/// All puzzles, in alphabetical order.
pub static PUZZLES: LazyLock<Vec<Box<dyn Entry>>> = LazyLock::new(puzzles);

/// All puzzles, in alphabetical order, as a new list: a program that has puzzles of its own too puts them in there.
///
/// Time: menus are filled, and nothing of any instance is made.
#[must_use]
pub fn puzzles() -> Vec<Box<dyn Entry>> {
    vec![
        Box::new(Plugin::new(cube2::Cube2)),
        Box::new(Plugin::new(graph::Graph)),
        Box::new(Plugin::new(grid::GridPuzzle)),
        Box::new(Plugin::new(hanoi::HanoiPuzzle)),
        Box::new(Plugin::new(huarong::Huarong)),
        Box::new(Plugin::new(kings::puzzle::KingsPuzzle)),
        Box::new(Plugin::new(magic::Magic)),
        Box::new(Plugin::new(pancake::Pancake)),
        Box::new(tiles::entry::TilesEntry::default()),
        Box::new(Plugin::new(topspin::TopSpinPuzzle)),
    ]
}

/// The puzzle called `name`.
#[must_use]
pub fn puzzle(name: &str) -> Option<&'static dyn Entry> {
    let found = PUZZLES.iter().find(|entry| entry.card().name == name)?;
    Some(found.as_ref())
}
