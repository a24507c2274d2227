//! Korf's hundred boards of the 15-puzzle by IDA* with Manhattan distance: costs and the sum of nodes are asserted,
//! time is told. It takes minutes.
//!
//! `cargo bench --bench hundred [THREADS [BOARDS]]`.

use std::env;
use std::time::Instant;

use cpu_time::ProcessTime;
use statewalk::search::limits::Limits;
use statewalk_puzzles::tiles::deepening::ida_star;
use statewalk_puzzles::tiles::rules::Tiles;

/// Number, board, cost, a line each.
const BOARDS: &str = include_str!("../../puzzles/instances/tiles/korf100.txt");

/// The nodes of all boards, each start being one (published).
const NODES: u64 = 36_302_808_031;

#[expect(clippy::print_stdout, reason = "a benchmark tells what it measured")]
fn main() {
    let mut words = env::args().skip(1).filter(|word| !word.starts_with("--"));
    let mut number = |default: usize| words.next().map_or(Ok(default), |word| word.parse());
    let threads = number(1).expect("the number of threads");
    let boards = number(100).expect("the number of boards");
    let rules = Tiles::new(4, 4).expect("a size");
    let lines = BOARDS.lines().filter(|line| !line.starts_with('#'));
    let (time, work) = (Instant::now(), ProcessTime::now());
    let mut nodes = 0;
    for line in lines.take(boards) {
        let numbers: Result<Vec<u16>, _> = line.split_whitespace().map(str::parse).collect();
        let numbers = numbers.expect("numbers");
        let [_, cells @ .., cost] = &numbers[..] else {
            panic!("number, board and cost: {line}");
        };
        let start = rules.board(cells).expect("a board");
        let found = ida_star(&rules, &[(start, 0)], threads, &Limits::default(), &mut ());
        let found = found.expect("unit costs");
        assert_eq!(found.outcome.cost(), Some(i64::from(*cost)), "{line}");
        nodes += found.stats.generated + 1;
    }
    if boards >= 100 {
        assert_eq!(nodes, NODES);
    }
    let (time, work) = (time.elapsed().as_secs_f64(), work.elapsed().as_secs_f64());
    println!("{nodes} nodes, {threads} threads: {time:.2} s, {work:.2} s of processors");
}
