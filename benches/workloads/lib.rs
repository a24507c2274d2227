//! Workloads that the benchmarks share: spaces, their hand-written twins, peers, and known answers.

#![expect(
    clippy::missing_panics_doc,
    reason = "a workload panics where a result is wrong, which is its purpose"
)]

pub mod contest;
pub mod fifteen;
pub mod grid;
pub mod maps;
pub mod naive;
pub mod swept;
pub mod tiles;

use contest::Contest;

/// The name of a contest, and what makes its input.
pub type Entry = (&'static str, fn() -> Contest);

/// Every contest.
pub const CONTESTS: &[Entry] = &[
    (
        "8-puzzle, breadth-first, interned",
        tiles::contests::interned,
    ),
    ("8-puzzle, breadth-first, packed", tiles::contests::packed),
    ("8-puzzle, breadth-first, ranked", tiles::contests::ranked),
    (
        "8-puzzle, from both ends, interned",
        tiles::contests::both_ends,
    ),
    (
        "8-puzzle, from both ends, packed",
        tiles::contests::both_ends_packed,
    ),
    (
        "8-puzzle, from both ends, ranked",
        tiles::contests::both_ends_ranked,
    ),
    ("8-puzzle, sweep by layers", tiles::contests::layers),
    ("15-puzzle, IDA*, by a kernel", fifteen::kernel),
    ("15-puzzle, IDA*, by the rules", fifteen::rules_alone),
    ("15-puzzle, A*", fifteen::best_first),
    ("grid, uniform cost, interned", grid::contests::interned),
    ("grid, uniform cost, packed", grid::contests::packed),
    ("grid, uniform cost, ranked", grid::contests::ranked),
    (
        "grid, breadth-first, interned",
        grid::contests::steps_interned,
    ),
    ("grid, breadth-first, ranked", grid::contests::steps_ranked),
    ("grid, SPFA, interned", grid::contests::spfa),
    ("grid, SPFA, packed", grid::contests::spfa_packed),
    ("grid, SPFA, ranked", grid::contests::spfa_ranked),
    ("maps, A*, random", maps::contests::random),
    (
        "maps, A*, random, one in three blocked",
        maps::contests::dense,
    ),
    ("maps, A*, rooms", maps::contests::rooms),
    ("maps, A*, maze", maps::contests::maze),
];
