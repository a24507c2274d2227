//! Whole spaces, swept on every store that a puzzle offers for it; where stores go by the moves that an encoding
//! declares, by actions too, and by a loop written out by hand over the same ranks. Times, bits a state, and ratios
//! are told. Counts are asserted: layer by layer where `puzzles/profiles` has them.
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
use statewalk_benches::swept::by_hand;
use statewalk_puzzles::cube2::encoding::Ranks as CubeRanks;
use statewalk_puzzles::cube2::rules::{Cube, Metric, PocketCube};
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
    /// The file of `puzzles/profiles` about it, or nothing.
    profile: &'static str,
    /// The sweep over bits that makes every successor by its action, and ranks it; and the loop that does so.
    beside: Option<(ByActions, ByHand)>,
    is_long: bool,
}

/// Sweeps under limits and returns the profile.
type ByActions = fn(&Limits) -> Result<Vec<u64>, SearchError>;
type ByHand = fn() -> Vec<u64>;

/// What is told of [`Space::beside`] in the place of a store.
const ACTIONS: &str = "actions";
const BY_HAND: &str = "by hand";

const EVERY: &[(&str, usize)] = &[
    ("planes", 1),
    ("planes", 2),
    ("bits", 1),
    ("bits", 2),
    (ACTIONS, 1),
    (BY_HAND, 1),
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
    (BY_HAND, 1),
    ("residues", 1),
];
const BY_RANK: &[(&str, usize)] = &[
    ("planes", 1),
    ("bits", 1),
    ("bits", 2),
    (ACTIONS, 1),
    (BY_HAND, 1),
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
        profile: "",
        beside: None,
        is_long: false,
    }
}

const fn beside(loops: (ByActions, ByHand), space: Space) -> Space {
    Space {
        beside: Some(loops),
        ..space
    }
}

const fn counted(profile: &'static str, space: Space) -> Space {
    Space { profile, ..space }
}

macro_rules! profile {
    ($name:literal) => {
        include_str!(concat!("../../puzzles/profiles/", $name, ".txt"))
    };
}

const fn long(space: Space) -> Space {
    Space {
        is_long: true,
        ..space
    }
}

const SPACES: [Space; 13] = [
    counted(
        profile!("tiles-3x3"),
        beside(
            tiles_loops::<3, 3>(),
            space("8-puzzle", "tiles w=3 h=3", (181_440, 31), EVERY),
        ),
    ),
    counted(
        profile!("tiles-2x5"),
        beside(
            tiles_loops::<2, 5>(),
            space("tiles 2x5", "tiles w=2 h=5", (1_814_400, 55), EVERY),
        ),
    ),
    counted(
        profile!("tiles-3x4"),
        space("tiles 3x4", "tiles w=3 h=4", (239_500_800, 53), ON_PLANES),
    ),
    counted(
        profile!("tiles-3x4"),
        long(beside(
            tiles_loops::<3, 4>(),
            space(
                "tiles 3x4 by rank",
                "tiles w=3 h=4",
                (239_500_800, 53),
                BY_RANK,
            ),
        )),
    ),
    counted(
        profile!("tiles-2x7"),
        long(space(
            "tiles 2x7",
            "tiles w=7 h=2",
            (43_589_145_600, 108),
            &[("planes", 2)],
        )),
    ),
    counted(
        profile!("cube2-half"),
        beside(
            (cube::<false>, cube_by_hand::<false>),
            space("pocket cube", "cube2 metric=half", (3_674_160, 11), EVERY),
        ),
    ),
    counted(
        profile!("cube2-quarter"),
        beside(
            (cube::<true>, cube_by_hand::<true>),
            space(
                "pocket cube, quarter turns",
                "cube2 metric=quarter",
                (3_674_160, 14),
                EVERY,
            ),
        ),
    ),
    counted(
        profile!("topspin-11-4"),
        beside(
            (topspin::<11, 4>, topspin_by_hand::<11, 4>),
            space("topspin (11,4)", "topspin n=11 k=4", (19_958_400, 32), MOST),
        ),
    ),
    counted(
        profile!("pancake-10"),
        beside(
            (pancakes::<10>, pancakes_by_hand::<10>),
            space("10 pancakes", "pancake n=10", (3_628_800, 11), MOST),
        ),
    ),
    counted(
        profile!("pancake-11"),
        beside(
            (pancakes::<11>, pancakes_by_hand::<11>),
            space("11 pancakes", "pancake n=11", (39_916_800, 13), MOST),
        ),
    ),
    counted(
        profile!("pancake-12"),
        long(space(
            "12 pancakes",
            "pancake n=12",
            (479_001_600, 14),
            ON_PLANES,
        )),
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

const fn tiles_loops<const WIDTH: u32, const HEIGHT: u32>() -> (ByActions, ByHand) {
    (tiles::<WIDTH, HEIGHT>, tiles_by_hand::<WIDTH, HEIGHT>)
}

fn tiles<const WIDTH: u32, const HEIGHT: u32>(limits: &Limits) -> Result<Vec<u64>, SearchError> {
    let rules = Tiles::new(WIDTH, HEIGHT).expect("a size that is served");
    let ranks = rules.ranks().expect("64 bits are enough");
    by_actions(&rules, &ranks, rules.goal(), limits)
}

fn tiles_by_hand<const WIDTH: u32, const HEIGHT: u32>() -> Vec<u64> {
    let rules = Tiles::new(WIDTH, HEIGHT).expect("a size that is served");
    let ranks = rules.ranks().expect("64 bits are enough");
    by_hand(&rules, &ranks, rules.goal())
}

fn turns(quarter: bool) -> PocketCube {
    PocketCube::new(if quarter {
        Metric::Quarter
    } else {
        Metric::Half
    })
}

fn cube<const QUARTER: bool>(limits: &Limits) -> Result<Vec<u64>, SearchError> {
    by_actions(&turns(QUARTER), &CubeRanks, Cube::SOLVED, limits)
}

fn cube_by_hand<const QUARTER: bool>() -> Vec<u64> {
    by_hand(&turns(QUARTER), &CubeRanks, Cube::SOLVED)
}

fn topspin<const TOKENS: usize, const STILE: usize>(
    limits: &Limits,
) -> Result<Vec<u64>, SearchError> {
    let rules = TopSpin::new(TOKENS, STILE).expect("a size that is served");
    let orders = rules.orders().expect("64 bits are enough");
    by_actions(&rules, &orders, rules.goal(), limits)
}

fn topspin_by_hand<const TOKENS: usize, const STILE: usize>() -> Vec<u64> {
    let rules = TopSpin::new(TOKENS, STILE).expect("a size that is served");
    let orders = rules.orders().expect("64 bits are enough");
    by_hand(&rules, &orders, rules.goal())
}

fn pancakes<const HEIGHT: usize>(limits: &Limits) -> Result<Vec<u64>, SearchError> {
    let rules = Pancakes::new(HEIGHT).expect("a height that is served");
    let orders = rules.orders().expect("64 bits are enough");
    by_actions(&rules, &orders, rules.goal(), limits)
}

fn pancakes_by_hand<const HEIGHT: usize>() -> Vec<u64> {
    let rules = Pancakes::new(HEIGHT).expect("a height that is served");
    let orders = rules.orders().expect("64 bits are enough");
    by_hand(&rules, &orders, rules.goal())
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

/// The numbers of states in a file of `puzzles/profiles`: behind its remarks and the line `explore`, a distance and a
/// number a line.
fn published(profile: &str) -> Vec<u64> {
    let pairs = profile.lines().filter_map(|line| line.split_once(' '));
    let counts = pairs.filter(|(depth, _)| depth.parse::<u64>().is_ok());
    counts
        .filter_map(|(_, states)| states.parse().ok())
        .collect()
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
    let profile = match space.beside {
        Some((sweep, _)) if store == ACTIONS => sweep(&settings.limits)?,
        Some((_, sweep)) if store == BY_HAND => sweep(),
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
    let published = published(space.profile);
    if !published.is_empty() {
        assert_eq!(profile, published, "{}", space.name);
    }
    Ok((time, work, settings.limits.memory.peak()))
}

/// The ratios that are wanted, of processor time on one thread, where both were measured.
fn ratios(times: &[(&str, f64)]) -> Vec<String> {
    let time = |store: &str| {
        let mut times = times.iter();
        times.find(|(name, _)| *name == store).map(|(_, time)| time)
    };
    let ratio = |slow: &str, fast: &str| Some(time(slow)? / time(fast)?);
    let planes = ratio(ACTIONS, "planes").map(|ratio| {
        format!("planes are {ratio:.1} times as fast as a rank for each successor (wanted: 5)")
    });
    let hand = ratio(ACTIONS, BY_HAND).map(|ratio| {
        format!("a rank for each successor takes {ratio:.2} times the loop by hand (wanted: at most 1.1)")
    });
    planes.into_iter().chain(hand).collect()
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
        let mut times = Vec::new();
        for &(store, threads) in space.runs {
            let is_asked = words.get(3).is_none_or(|only| only == store);
            if !is_asked || [ACTIONS, BY_HAND].contains(&store) && space.beside.is_none() {
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
            if threads == 1 {
                times.push((store, least));
            }
            println!(
                "    {store:<9} {threads} thread{}  {:>10.2} ms, worked {:>10.2} ms  {per_state:>7.3} ns and {bits:>6.2} bits a state  {ratio:>7.2} times the first",
                if threads == 1 { " " } else { "s" },
                best * 1e3,
                least * 1e3,
            );
        }
        for ratio in ratios(&times) {
            println!("    {ratio}");
        }
    }
    Ok(())
}
