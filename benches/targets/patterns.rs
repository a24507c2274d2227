//! The 15- and 24-puzzle by IDA* with pattern databases: databases are built, or mapped from the files of a folder,
//! boards are solved, costs are asserted, and times are told.
//!
//! `cargo bench --bench patterns [THREADS [PARTITION [FOLDER]]]`. A partition of 24 tiles, such as `6-6-6-6`, is for
//! three boards of the 24-puzzle; others are for Korf's hundred of the 15-puzzle. What is not in the folder is built,
//! saved there, and mapped.

use std::env;
use std::path::Path;
use std::time::Instant;

use cpu_time::ProcessTime;
use statewalk::pdb::PdbError;
use statewalk::search::limits::Limits;
use statewalk_puzzles::tiles::deepening::ida_star_by_patterns;
use statewalk_puzzles::tiles::patterns::additive::Additive;
use statewalk_puzzles::tiles::patterns::partition::Partition;
use statewalk_puzzles::tiles::rules::Tiles;

/// Number, board, cost, a line each.
const HUNDRED: &str = include_str!("../../puzzles/instances/tiles/korf100.txt");

/// Boards 25, 32 and 40 of the fifty of Korf and Felner 2002, in the same form.
const LARGE: &str = include_str!("../../puzzles/instances/tiles/korf-felner-24.txt");

/// Time by the clock and of the processors, since the last look.
struct Times(Instant, ProcessTime);

impl Times {
    #[expect(clippy::print_stdout, reason = "a benchmark tells what it measured")]
    fn tell(&mut self, what: &str) -> f64 {
        let (time, work) = (self.0.elapsed(), self.1.elapsed());
        let (time, work) = (time.as_secs_f64(), work.as_secs_f64());
        println!("{what}: {time:.2} s, {work:.2} s of processors");
        *self = Self(Instant::now(), ProcessTime::now());
        work
    }
}

/// The databases: out of the folder, or built and, if there is one, saved there and mapped.
fn databases(
    partition: &Partition,
    folder: Option<&Path>,
    threads: usize,
    times: &mut Times,
) -> Result<Additive, PdbError> {
    if let Some(folder) = folder
        && let Ok(additive) = Additive::load(partition, folder)
    {
        times.tell("databases mapped");
        return Ok(additive);
    }
    let additive = Additive::build(partition, threads, &Limits::default())?;
    times.tell("databases built");
    let Some(folder) = folder else {
        return Ok(additive);
    };
    additive.save(folder)?;
    times.tell("databases saved");
    drop(additive);
    let additive = Additive::load(partition, folder)?;
    times.tell("databases mapped");
    Ok(additive)
}

#[expect(clippy::print_stdout, reason = "a benchmark tells what it measured")]
fn main() {
    let words = env::args().skip(1).filter(|word| !word.starts_with("--"));
    let words: Vec<String> = words.collect();
    let threads = words.first().map_or(Ok(1), |word| word.parse());
    let threads = threads.expect("the number of threads");
    let partition = words.get(1).map_or("6-6-3", String::as_str);
    let folder = words.get(2).map(Path::new);
    let fifteen = Tiles::new(4, 4).expect("a size");
    let large = Tiles::new(5, 5).expect("a size");
    // Sizes that add up, or tiles one by one.
    let numbers: Vec<&str> = partition.split(['-', '/', ',']).collect();
    let tiles = if partition.contains('-') {
        let sizes = numbers.iter().map(|word| word.parse::<usize>());
        sizes.sum::<Result<usize, _>>().expect("sizes of patterns")
    } else {
        numbers.len()
    };
    let is_large = tiles > 15;
    let (rules, boards) = if is_large {
        (large, LARGE)
    } else {
        (fifteen, HUNDRED)
    };
    let partition = Partition::read(&rules, partition).expect("a partition");
    let mut times = Times(Instant::now(), ProcessTime::now());
    let additive = databases(&partition, folder, threads, &mut times).expect("databases");
    println!("{} bytes of databases", additive.bytes());
    let (mut nodes, mut costs) = (0, 0);
    for line in boards.lines().filter(|line| !line.starts_with('#')) {
        let numbers: Result<Vec<u16>, _> = line.split_whitespace().map(str::parse).collect();
        let numbers = numbers.expect("numbers");
        let [_, cells @ .., cost] = &numbers[..] else {
            panic!("number, board and cost: {line}");
        };
        let starts = [(rules.board(cells).expect("a board"), 0)];
        let limits = Limits::default();
        let found = ida_star_by_patterns(&additive, &starts, threads, &limits, &mut ());
        let found = found.expect("unit costs");
        assert_eq!(found.outcome.cost(), Some(i64::from(*cost)), "{line}");
        nodes += found.stats.generated;
        costs += u64::from(*cost);
    }
    if !is_large {
        assert_eq!(costs, 5305, "the costs of the hundred boards");
    }
    let work = times.tell("boards solved");
    #[expect(clippy::cast_precision_loss, reason = "a speed, not a count")]
    let speed = nodes as f64 / work / 1e6;
    println!("{nodes} nodes, {speed:.1} million a second of a processor; costs add up to {costs}");
}
