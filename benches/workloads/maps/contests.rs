//! The contests on maps: A* from start to goal on every question, without cutting corners.

use statewalk::goal::Exactly;
use statewalk::heuristic::Heuristic;
use statewalk::search::astar;
use statewalk::search::limits::Limits;
use statewalk::search::outcome::Outcome;
use statewalk::search::task::Task;
use statewalk::search::trace::{ByDescent, ByParents};
use statewalk::store::interned::Interned;
use statewalk::store::ranked::Ranked;
use statewalk::store::slate::Slate;
use statewalk_puzzles::grid::octile::Octile;
use statewalk_puzzles::grid::rules::Cell;

use crate::contest::Contest;
use crate::maps::by_hand::Finder;
use crate::maps::{Asked, beside, drawn};

/// One cell in five blocked, wherever it is.
#[must_use]
pub fn random() -> Contest {
    contest(&["kind=random", "blocked=20"])
}

/// One cell in three blocked, so that many ways lead nowhere.
#[must_use]
pub fn dense() -> Contest {
    contest(&["kind=random", "blocked=35"])
}

/// Rooms with doors of one cell.
#[must_use]
pub fn rooms() -> Contest {
    contest(&["kind=rooms", "side=15"])
}

/// Ways two cells wide without a loop.
#[must_use]
pub fn maze() -> Contest {
    contest(&["kind=maze", "side=2"])
}

/// The sum of the costs and of the cells expanded, by the engine over a table that is wiped between questions.
fn ranked(asked: &Asked) -> (u64, u64) {
    let limits = Limits::default();
    let cells = asked.rules.cells().expect("few cells");
    let mut store: Ranked<_, Slate> =
        Ranked::wipeable(cells, &limits.memory).expect("a small table");
    sum(asked, |start, goal| {
        store.wipe();
        let task = Task {
            space: &asked.rules,
            starts: &[(start, 0)],
            goal: &Exactly(goal),
        };
        let octile = Octile::new(&asked.rules, goal);
        let found = astar::search(task, &octile, &mut store, &ByDescent, &limits, &mut ());
        let found = found.expect("small costs");
        (found.outcome, found.stats.expanded)
    })
}

/// The same over a hash table of cells, which is new for each question.
fn interned(asked: &Asked) -> (u64, u64) {
    let limits = Limits::default();
    sum(asked, |start, goal| {
        let task = Task {
            space: &asked.rules,
            starts: &[(start, 0)],
            goal: &Exactly(goal),
        };
        let octile = Octile::new(&asked.rules, goal);
        let mut store = Interned::new(&limits.memory);
        let found = astar::search(task, &octile, &mut store, &ByParents, &limits, &mut ());
        let found = found.expect("small costs");
        (found.outcome, found.stats.expanded)
    })
}

fn sum<A>(asked: &Asked, mut search: impl FnMut(Cell, Cell) -> (Outcome<A>, u64)) -> (u64, u64) {
    let mut sums = (0, 0);
    for &(start, goal) in &asked.questions {
        let (outcome, expanded) = search(start, goal);
        sums.0 += outcome.plan().expect("a way").cost.unsigned_abs();
        sums.1 += expanded;
    }
    sums
}

fn contest(words: &[&str]) -> Contest {
    // It stays to the end of the process, so that contestants may borrow it.
    let asked: &'static Asked = Box::leak(Box::new(drawn(words)));
    let (costs, expanded) = ranked(asked);
    Contest::new(costs)
        .counting("expansion", expanded)
        .with("engine", || ranked(asked).0)
        .with("engine, interned", || interned(asked).0)
        .with("by hand", || {
            let mut finder = Finder::new(&asked.rules);
            let costs = asked.questions.iter().map(|&(start, goal)| {
                let cost = finder.cost(start, goal);
                u64::from(cost.expect("a way"))
            });
            costs.sum()
        })
        .with("pathfinding astar", || {
            let costs = asked.questions.iter().map(|&(start, goal)| {
                let octile = Octile::new(&asked.rules, goal);
                let path = pathfinding::prelude::astar(
                    &start,
                    |&cell: &Cell| beside(&asked.rules, cell),
                    |cell| octile.estimate(cell).expect("no dead ends"),
                    |&cell| cell == goal,
                );
                path.expect("a way").1.unsigned_abs()
            });
            costs.sum()
        })
}
