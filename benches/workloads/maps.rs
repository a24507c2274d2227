//! Maps of cells as those of the Moving AI benchmark, with questions on them; the search by hand and the contests stand
//! below.

pub mod by_hand;
pub mod contests;

use statewalk::catalog::entry::Entry;
use statewalk::catalog::params::Params;
use statewalk::catalog::plugin::Plugin;
use statewalk::catalog::puzzle::Puzzle;
use statewalk::space::StateSpace;
use statewalk_puzzles::grid::GridPuzzle;
use statewalk_puzzles::grid::rules::{Cell, Grid};

/// A map with questions: from where to where.
#[derive(Debug)]
pub struct Asked {
    /// The rules on the map.
    pub rules: Grid,
    /// Starts and goals.
    pub questions: Vec<(Cell, Cell)>,
}

/// A map that the puzzle's generator draws, 512 by 512 cells, with 200 questions.
#[must_use]
pub fn drawn(words: &[&str]) -> Asked {
    let words = [words, &["n=512", "m=512", "q=200"]].concat();
    let params = Params::parse(&words).expect("words of parameters");
    let text = Plugin::new(GridPuzzle).generate(&params, 1);
    let text = text.expect("right parameters");
    let read = GridPuzzle.read(text.as_bytes(), &Params::default());
    let mut groups = read.expect("what was generated").groups;
    let group = groups.remove(0);
    let questions = group.questions.into_iter().map(|question| {
        let ask = question.ask.expect("cells that are free");
        (ask.starts[0].0, ask.goal.0)
    });
    Asked {
        questions: questions.collect(),
        rules: group.rules,
    }
}

/// The cells beside a cell, with what it costs to go there.
pub fn beside(rules: &Grid, cell: Cell) -> impl Iterator<Item = (Cell, i64)> + use<'_> {
    rules.actions(&cell).map(move |direction| {
        let mut next = cell;
        rules.apply(&mut next, &direction);
        (next, rules.cost(&cell, &direction))
    })
}
