//! What searches hold at their peak, by their own account and as the system counts it, and how long they take on one
//! thread. Costs, counts and the most bytes that they may hold are asserted, time is told.
//!
//! `cargo bench --bench memory [PART_OF_A_NAME]`. What is resident is the peak of the whole process, so the rows stand in
//! the order of what they hold; where the system does not tell it, it is left out.
//!
//! Where addresses are limited (`ulimit -v`), lists move as they grow, and more is held than is allowed here.

use std::env;
use std::fs;

use cpu_time::ProcessTime;
use statewalk::goal::{Exactly, Nowhere};
use statewalk::memory::Memory;
use statewalk::search::limits::Limits;
use statewalk::search::task::Task;
use statewalk::search::trace::ByParents;
use statewalk::search::{Stats, astar, breadth_first};
use statewalk::store::interned::Interned;
use statewalk::store::packed::Packed;
use statewalk_benches::tiles::{GOAL, STATES, Tiles as Eight};
use statewalk_puzzles::tiles::manhattan::Manhattan;
use statewalk_puzzles::tiles::rules::Tiles;

/// The first of Korf's hundred boards, and the cost of a shortest plan from it.
const FIRST: ([u16; 16], i64) = ([14, 13, 15, 7, 11, 12, 9, 5, 6, 0, 2, 1, 4, 8, 10, 3], 57);

/// A search: what it is called, and the most bytes that it may hold, by its own account.
struct Row {
    name: &'static str,
    search: fn(&Limits) -> Stats,
    most: u64,
}

const ROWS: [Row; 2] = [
    Row {
        name: "8-puzzle, breadth-first, all states",
        search: eight,
        most: 24 * STATES as u64,
    },
    Row {
        name: "15-puzzle, A*, Korf's first board",
        search: fifteen,
        most: 900_000_000,
    },
];

/// All states that can be reached, kept as words, with their costs and parents.
fn eight(limits: &Limits) -> Stats {
    let task = Task {
        space: &Eight,
        starts: &[(GOAL, 0)],
        goal: &Nowhere,
    };
    let mut store = Interned::new(&limits.memory);
    let found = breadth_first::search(task, &mut store, &ByParents, limits, &mut ());
    let stats = found.expect("unit costs").stats;
    assert_eq!(stats.stored, STATES as u64);
    stats
}

/// Boards as words of 64 bits, led by Manhattan distance, as `statewalk solve` has them.
fn fifteen(limits: &Limits) -> Stats {
    let rules = Tiles::new(4, 4).expect("a size");
    let (goal, manhattan) = (Exactly(rules.goal()), Manhattan::new(&rules));
    let task = Task {
        space: &rules,
        starts: &[(rules.board(&FIRST.0).expect("a board"), 0)],
        goal: &goal,
    };
    let words = rules.words().expect("16 cells");
    let store = Packed::<_, u64>::new(words, &limits.memory);
    let mut store = store.expect("64 bits");
    let found = astar::search(task, &manhattan, &mut store, &ByParents, limits, &mut ());
    let found = found.expect("unit costs");
    assert_eq!(found.outcome.cost(), Some(FIRST.1));
    // How many boards of the last f are taken up before the goal is one depends on the order of equals, which is fixed.
    assert_eq!(found.stats.expanded, 14_019_313);
    found.stats
}

/// The most bytes of this process that were in memory at once, all that it did so far.
fn resident() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes = line.trim().strip_suffix(" kB")?.parse::<u64>().ok()?;
    Some(kilobytes * 1024)
}

#[expect(clippy::print_stdout, reason = "a benchmark tells what it measured")]
#[expect(clippy::cast_precision_loss, reason = "figures for people")]
fn main() {
    let mut words = env::args().skip(1).filter(|word| !word.starts_with("--"));
    let part = words.next().unwrap_or_default();
    for Row { name, search, most } in ROWS.iter().filter(|row| row.name.contains(&part)) {
        let limits = Limits {
            memory: Memory::unlimited(),
            ..Limits::default()
        };
        let start = ProcessTime::now();
        let stats = search(&limits);
        let time = start.elapsed().as_secs_f64();
        let Stats {
            expanded,
            stored,
            peak_bytes,
            ..
        } = stats;
        assert!(
            peak_bytes <= *most,
            "{name}: {peak_bytes} bytes, and {most} were allowed"
        );
        println!(
            "{name}: {expanded} expanded in {time:.3} s, {:.0} ns each; {stored} stored; {:.1} MB by the account, {:.1} \
             bytes a state",
            1e9 * time / expanded as f64,
            peak_bytes as f64 / 1e6,
            peak_bytes as f64 / stored as f64,
        );
        if let Some(resident) = resident() {
            println!(
                "    {:.1} MB of the process were resident at most, up to here",
                resident as f64 / 1e6
            );
        }
    }
}
