//! Whole spaces, swept on every store that a puzzle offers for it, and by actions where stores go by the moves that an
//! encoding declares: times, bits a state, and how much faster bit planes are. Counts are asserted, times are only told.
//!
//! `cargo bench --bench spaces [PART_OF_A_NAME [ROUNDS [STORE]]]`. The best of the rounds counts: by the clock, and
//! in processor time, which other work on the machine disturbs least; ratios of one thread are of the latter.
//! Spaces that take long run only if they are named whole.

use std::env;
use std::error::Error;
use std::time::{Duration, Instant};

use cpu_time::ProcessTime;
use statewalk::catalog::menu::{Direction, Settings};
use statewalk::catalog::params::Params;
use statewalk::{Encoding, Limits, Memory, SearchError, StateSpace, Sweep};
use statewalk_puzzles::pancake::rules::Pancakes;
use statewalk_puzzles::puzzle;
use statewalk_puzzles::tiles::rules::Tiles;
use statewalk_puzzles::topspin::rules::TopSpin;

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
    /// The sweep over bits that makes every successor by its action, and ranks it.
    by_actions: Option<ByActions>,
    is_long: bool,
}

/// Sweeps under limits and returns the profile.
type ByActions = fn(&Limits) -> Result<Vec<u64>, SearchError>;

/// What is told of [`Space::by_actions`] in the place of a store.
const ACTIONS: &str = "actions";

const EVERY: &[(&str, usize)] = &[
    ("planes", 1),
    ("planes", 2),
    ("bits", 1),
    ("bits", 2),
    (ACTIONS, 1),
    ("residues", 1),
    ("ranked", 1),
    ("interned", 1),
];
const MOST: &[(&str, usize)] = &[
    ("planes", 1),
    ("planes", 2),
    ("bits", 1),
    ("bits", 2),
    (ACTIONS, 1),
    ("residues", 1),
];
const BY_RANK: &[(&str, usize)] = &[
    ("bits", 1),
    ("bits", 2),
    (ACTIONS, 1),
    ("residues", 1),
    ("ranked", 1),
];
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
        by_actions: None,
        is_long: false,
    }
}

const fn beside(by_actions: ByActions, space: Space) -> Space {
    Space {
        by_actions: Some(by_actions),
        ..space
    }
}

const fn long(space: Space) -> Space {
    Space {
        is_long: true,
        ..space
    }
}

const SPACES: [Space; 12] = [
    beside(
        tiles::<3, 3>,
        space("8-puzzle", "tiles w=3 h=3", (181_440, 31), EVERY),
    ),
    beside(
        tiles::<2, 5>,
        space("tiles 2x5", "tiles w=2 h=5", (1_814_400, 55), EVERY),
    ),
    space("tiles 3x4", "tiles w=3 h=4", (239_500_800, 53), ON_PLANES),
    long(beside(
        tiles::<3, 4>,
        space(
            "tiles 3x4 by rank",
            "tiles w=3 h=4",
            (239_500_800, 53),
            BY_RANK,
        ),
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
    beside(
        topspin::<11, 4>,
        space("topspin (11,4)", "topspin n=11 k=4", (19_958_400, 32), MOST),
    ),
    beside(
        pancakes::<10>,
        space("10 pancakes", "pancake n=10", (3_628_800, 11), MOST),
    ),
    beside(
        pancakes::<11>,
        space("11 pancakes", "pancake n=11", (39_916_800, 13), MOST),
    ),
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

fn tiles<const WIDTH: u32, const HEIGHT: u32>(limits: &Limits) -> Result<Vec<u64>, SearchError> {
    let rules = Tiles::new(WIDTH, HEIGHT).expect("a size that is served");
    let ranks = rules.ranks().expect("64 bits are enough");
    by_actions(&rules, &ranks, rules.goal(), limits)
}

fn topspin<const TOKENS: usize, const STILE: usize>(
    limits: &Limits,
) -> Result<Vec<u64>, SearchError> {
    let rules = TopSpin::new(TOKENS, STILE).expect("a size that is served");
    let orders = rules.orders().expect("64 bits are enough");
    by_actions(&rules, &orders, rules.goal(), limits)
}

fn pancakes<const HEIGHT: usize>(limits: &Limits) -> Result<Vec<u64>, SearchError> {
    let rules = Pancakes::new(HEIGHT).expect("a height that is served");
    let orders = rules.orders().expect("64 bits are enough");
    by_actions(&rules, &orders, rules.goal(), limits)
}

fn by_actions<P, E>(
    rules: &P,
    ranks: &E,
    goal: P::State,
    limits: &Limits,
) -> Result<Vec<u64>, SearchError>
where
    P: StateSpace<State: Send> + Sync,
    E: Encoding<State = P::State> + Sync,
{
    let goal = [goal];
    let swept = Sweep::new(rules, ranks, &goal).visited(limits, &mut ())?;
    Ok(swept.profile().to_vec())
}

/// What a sweep took: by the clock, in processor time, and the bytes that were in use at once.
type Taken = (Duration, Duration, u64);

/// Sweeps a space once.
fn sweep(space: &Space, store: &str, threads: usize) -> Result<Taken, Box<dyn Error>> {
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
    let (begun, worked) = (Instant::now(), ProcessTime::now());
    let profile = match space.by_actions {
        Some(sweep) if store == ACTIONS => sweep(&settings.limits)?,
        _ => {
            // No deepest state is drawn: a board of a million numbers takes longer than many a sweep.
            let mut found = entry.explore(None, &params, Some(store), &settings, 0, &mut ())?;
            found.remove(0).profile
        }
    };
    let (time, work) = (begun.elapsed(), worked.elapsed());
    assert_eq!(
        (profile.iter().sum::<u64>(), profile.len() - 1),
        (space.states, space.depth),
        "{}",
        space.name
    );
    Ok((time, work, settings.limits.memory.peak()))
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
            let is_asked = words.get(3).is_none_or(|only| only == store);
            if !is_asked || store == ACTIONS && space.by_actions.is_none() {
                continue;
            }
            let (mut best, mut least) = (Duration::MAX, Duration::MAX);
            let mut bytes = 0;
            for _ in 0..rounds {
                let (time, work, peak) = sweep(space, store, threads)?;
                (best, least, bytes) = (best.min(time), least.min(work), peak);
            }
            let (best, least) = (best.as_secs_f64(), least.as_secs_f64());
            let compared = if threads == 1 { least } else { best };
            #[expect(clippy::cast_precision_loss, reason = "a figure for people")]
            let (per_state, bits) = (
                compared * 1e9 / space.states as f64,
                bytes as f64 * 8.0 / space.states as f64,
            );
            let ratio = compared / *first.get_or_insert(compared);
            println!(
                "    {store:<9} {threads} thread{}  {:>10.2} ms, worked {:>10.2} ms  {per_state:>7.3} ns and {bits:>6.2} bits a state  {ratio:>7.2} times the first",
                if threads == 1 { " " } else { "s" },
                best * 1e3,
                least * 1e3,
            );
        }
    }
    Ok(())
}
