//! IDA* and A* with Manhattan distance on the 15-puzzle: the engine, a loop by hand, and a peer.

mod by_hand;

use statewalk::goal::Exactly;
use statewalk::heuristic::Heuristic;
use statewalk::memory::Memory;
use statewalk::pruning::NoUndo;
use statewalk::search::astar;
use statewalk::search::ida_star::walk::ByUndo;
use statewalk::search::ida_star::{IdaStar, Revisits};
use statewalk::search::limits::Limits;
use statewalk::search::task::Task;
use statewalk::search::trace::ByParents;
use statewalk::space::StateSpace;
use statewalk::store::interned::Interned;
use statewalk::store::packed::Packed;
use statewalk::store::{Costs, Parents};
use statewalk_puzzles::tiles::board::Board;
use statewalk_puzzles::tiles::deepening::ida_star;
use statewalk_puzzles::tiles::manhattan::Manhattan;
use statewalk_puzzles::tiles::rules::Tiles;

use crate::contest::Contest;

/// A board row by row, 0 for the blank.
pub type Cells = [u16; 16];

/// The second of Korf's hundred boards, and the nodes that it takes, the start being one.
const SECOND: (Cells, u64) = (
    [13, 5, 4, 10, 9, 12, 8, 14, 2, 3, 7, 1, 0, 15, 11, 6],
    15_300_442,
);

/// The cost of a shortest plan from that.
const SECOND_COST: i64 = 55;

/// His 79th board, which takes the fewest.
const FEWEST: (Cells, u64) = (
    [0, 1, 9, 7, 11, 13, 5, 3, 14, 12, 4, 2, 8, 6, 10, 15],
    540_860,
);

/// The cost of a shortest plan from that.
const FEWEST_COST: i64 = 42;

fn rules() -> Tiles {
    Tiles::new(4, 4).expect("a size")
}

fn board(rules: &Tiles, cells: &Cells) -> Board {
    rules.board(cells).expect("a board")
}

/// The nodes that the engine generates with the puzzle's kernel, and the start.
fn by_kernel(cells: &Cells, threads: usize) -> u64 {
    let rules = rules();
    let starts = [(board(&rules, cells), 0)];
    let found = ida_star(&rules, &starts, threads, &Limits::default(), &mut ());
    found.expect("unit costs").stats.generated + 1
}

/// The same by the plain rules.
fn by_rules(cells: &Cells) -> u64 {
    let rules = rules();
    let (manhattan, goal) = (Manhattan::new(&rules), Exactly(rules.goal()));
    let task = Task {
        space: &rules,
        starts: &[(board(&rules, cells), 0)],
        goal: &goal,
    };
    let search = IdaStar::new(task, &manhattan).pruning(NoUndo(&rules));
    let search = search.revisiting(Revisits::AtHigherCost);
    let found = search.solve(ByUndo, &Limits::default(), &mut ());
    found.expect("unit costs").stats.generated + 1
}

/// All nodes of a board, by a kernel and by hand.
#[must_use]
pub fn kernel() -> Contest {
    Contest::new(SECOND.1)
        .with("engine", || by_kernel(&SECOND.0, 1))
        .with("by hand", || by_hand::nodes(&SECOND.0))
}

/// All nodes of a board by the rules alone.
#[must_use]
pub fn rules_alone() -> Contest {
    Contest::new(FEWEST.1)
        .with("engine", || by_rules(&FEWEST.0))
        .with("engine, by a kernel", || by_kernel(&FEWEST.0, 1))
        .with("pathfinding idastar", || {
            // It tells the cost, not the nodes.
            let rules = &rules();
            let (manhattan, start) = (Manhattan::new(rules), board(rules, &FEWEST.0));
            let left = |board: &Board| manhattan.estimate(board).unwrap_or(0);
            let is_goal = |board: &Board| *board == rules.goal();
            let found =
                pathfinding::prelude::idastar(&start, |board| after(rules, board), left, is_goal);
            assert_eq!(found.map(|(_, cost)| cost), Some(FEWEST_COST));
            FEWEST.1
        })
}

/// The successors of a board, as the crate `pathfinding` wants them.
fn after<'a>(rules: &'a Tiles, board: &Board) -> impl Iterator<Item = (Board, i64)> + use<'a> {
    let board = *board;
    rules.actions(&board).map(move |toward| {
        let mut next = board;
        rules.apply(&mut next, &toward);
        (next, 1)
    })
}

/// The cost that A* finds, on a store of any kind.
fn by_astar<S>(rules: &Tiles, memory: &Memory, store: &mut S) -> u64
where
    S: Costs<State = Board, Id: Ord> + Parents,
{
    let goal = Exactly(rules.goal());
    let task = Task {
        space: rules,
        starts: &[(board(rules, &SECOND.0), 0)],
        goal: &goal,
    };
    let limits = Limits {
        memory: memory.clone(),
        ..Limits::default()
    };
    let manhattan = Manhattan::new(rules);
    let found = astar::search(task, &manhattan, store, &ByParents, &limits, &mut ());
    let cost = found.expect("unit costs").outcome.cost();
    cost.expect("a plan").unsigned_abs()
}

/// One board by A*.
#[must_use]
pub fn best_first() -> Contest {
    Contest::new(SECOND_COST.unsigned_abs())
        .with("engine", || {
            let (rules, memory) = (rules(), Memory::unlimited());
            let words = rules.words().expect("16 cells");
            let store = Packed::<_, u64>::new(words, &memory);
            by_astar(&rules, &memory, &mut store.expect("64 bits"))
        })
        .with("engine, whole states", || {
            let (rules, memory) = (rules(), Memory::unlimited());
            by_astar(&rules, &memory, &mut Interned::new(&memory))
        })
        .with("pathfinding astar", || {
            let rules = &rules();
            let (manhattan, start) = (Manhattan::new(rules), board(rules, &SECOND.0));
            let left = |board: &Board| manhattan.estimate(board).unwrap_or(0);
            let is_goal = |board: &Board| *board == rules.goal();
            let found =
                pathfinding::prelude::astar(&start, |board| after(rules, board), left, is_goal);
            found.expect("a plan").1.unsigned_abs()
        })
}
