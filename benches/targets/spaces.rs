//! Whole spaces, swept on every store that a puzzle offers for it: times, bits a state, and how much faster
//! bit planes are. Counts are asserted, times are only told.
//!
//! `cargo bench --bench spaces [PART_OF_A_NAME [ROUNDS]]`. The best of the rounds counts. Spaces that take long
//! run only if they are named whole.

use std::env;
use std::error::Error;
use std::time::{Duration, Instant};

use statewalk::Memory;
use statewalk::catalog::menu::{Direction, Settings};
use statewalk::catalog::params::Params;
use statewalk_puzzles::puzzle;

/// A space, its size and depth as published, and where it is swept.
#[derive(Clone, Copy)]
struct Space {
    name: &'static str,
    explore: &'static str,
    states: u64,
    depth: usize,
    direction: Direction,
    /// Stores and numbers of threads.
    runs: &'static [(&'static str, usize)],
    is_long: bool,
}

const EVERY: &[(&str, usize)] = &[
    ("planes", 1),
    ("planes", 2),
    ("bits", 1),
    ("bits", 2),
    ("residues", 1),
    ("ranked", 1),
    ("interned", 1),
];
const MOST: &[(&str, usize)] = &[
    ("planes", 1),
    ("planes", 2),
    ("bits", 1),
    ("bits", 2),
    ("residues", 1),
];
const BY_RANK: &[(&str, usize)] = &[("bits", 1), ("bits", 2), ("residues", 1), ("ranked", 1)];
const ON_PLANES: &[(&str, usize)] = &[("planes", 1), ("planes", 2)];

const fn space(
    name: &'static str,
    explore: &'static str,
    (states, depth): (u64, usize),
    runs: &'static [(&'static str, usize)],
) -> Space {
    Space {
        name,
        explore,
        states,
        depth,
        direction: Direction::Forward,
        runs,
        is_long: false,
    }
}

const fn long(space: Space) -> Space {
    Space {
        is_long: true,
        ..space
    }
}

const SPACES: [Space; 12] = [
    space("8-puzzle", "tiles w=3 h=3", (181_440, 31), EVERY),
    space("tiles 2x5", "tiles w=2 h=5", (1_814_400, 55), EVERY),
    space("tiles 3x4", "tiles w=3 h=4", (239_500_800, 53), ON_PLANES),
    long(space(
        "tiles 3x4 by rank",
        "tiles w=3 h=4",
        (239_500_800, 53),
        BY_RANK,
    )),
    long(space(
        "tiles 2x7",
        "tiles w=2 h=7",
        (43_589_145_600, 108),
        &[("planes", 2)],
    )),
    space("pocket cube", "cube2 metric=half", (3_674_160, 11), EVERY),
    space(
        "pocket cube, quarter turns",
        "cube2 metric=quarter",
        (3_674_160, 14),
        EVERY,
    ),
    space("topspin (11,4)", "topspin n=11 k=4", (19_958_400, 32), MOST),
    space("10 pancakes", "pancake n=10", (3_628_800, 11), BY_RANK),
    space("11 pancakes", "pancake n=11", (39_916_800, 13), BY_RANK),
    Space {
        direction: Direction::Backward,
        ..space(
            "magic 1000",
            "magic n=1000",
            (8_000_000, 1002),
            &[("ranked", 1), ("ranked", 2)],
        )
    },
    space(
        "magic 1000, forward",
        "magic n=1000",
        (8_000_000, 1002),
        &[("bits", 1), ("ranked", 1)],
    ),
];

/// Sweeps a space once, and returns how long it took and the bytes that were in use at once.
fn sweep(space: &Space, store: &str, threads: usize) -> Result<(Duration, u64), Box<dyn Error>> {
    let mut words = space.explore.split_whitespace();
    let name = words.next().unwrap_or_default();
    let params = Params::parse(&words.collect::<Vec<_>>())?;
    let entry = puzzle(name).ok_or("no such puzzle")?;
    let mut settings = Settings {
        direction: space.direction,
        threads,
        ..Settings::default()
    };
    settings.limits.memory = Memory::unlimited();
    let begun = Instant::now();
    let found = entry.explore(None, &params, Some(store), &settings, 1, &mut ())?;
    let time = begun.elapsed();
    let found = &found[0];
    let states: u64 = found.profile.iter().sum();
    assert_eq!(
        (states, found.profile.len() - 1),
        (space.states, space.depth),
        "{}",
        space.name
    );
    Ok((time, found.stats.peak_bytes))
}

#[expect(clippy::print_stdout, reason = "a benchmark tells what it measured")]
fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = env::args().filter(|word| !word.starts_with("--")).collect();
    let part = words.get(1).map_or("", String::as_str);
    let rounds = words.get(2).and_then(|word| word.parse().ok()).unwrap_or(5);
    let asked = |space: &&Space| space.name == part || !space.is_long && space.name.contains(part);
    for space in SPACES.iter().filter(asked) {
        println!(
            "{}: {} states, depth {}",
            space.name, space.states, space.depth
        );
        let mut first = None;
        for &(store, threads) in space.runs {
            let mut best = Duration::MAX;
            let mut bytes = 0;
            for _ in 0..rounds {
                let (time, peak) = sweep(space, store, threads)?;
                (best, bytes) = (best.min(time), peak);
            }
            let best = best.as_secs_f64();
            #[expect(clippy::cast_precision_loss, reason = "a figure for people")]
            let (per_state, bits) = (
                best * 1e9 / space.states as f64,
                bytes as f64 * 8.0 / space.states as f64,
            );
            let ratio = best / *first.get_or_insert(best);
            println!(
                "    {store:<9} {threads} thread{}  {:>10.2} ms  {per_state:>7.3} ns and {bits:>6.2} bits a state  {ratio:>7.2} times the first",
                if threads == 1 { " " } else { "s" },
                best * 1e3,
            );
        }
    }
    Ok(())
}
