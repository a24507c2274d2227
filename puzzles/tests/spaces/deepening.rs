//! IDA* over sliding tiles: kernels against the plain rules, and counts against published ones.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use statewalk::encoding::Encoding;
use statewalk::goal::Exactly;
use statewalk::pruning::NoUndo;
use statewalk::search::ida_star::kernel::Kernel;
use statewalk::search::ida_star::walk::ByUndo;
use statewalk::search::ida_star::{IdaStar, Revisits, laws as kernels};
use statewalk::search::layers::Sweep;
use statewalk::search::limits::{Limit, Limits};
use statewalk::search::outcome::{Found, Outcome};
use statewalk::search::task::Task;
use statewalk::search::{Observer, Stats};
use statewalk::space::StateSpace;
use statewalk_puzzles::tiles::board::{Board, Toward};
use statewalk_puzzles::tiles::deepening::ida_star;
use statewalk_puzzles::tiles::kernel::{Slides3x3, Slides3x4, Slides4x4, Slides5x5};
use statewalk_puzzles::tiles::manhattan::Manhattan;
use statewalk_puzzles::tiles::rules::Tiles;

use crate::laws;

/// Boards of Korf's hundred with few nodes: number, cells, cost of a shortest plan, and the nodes that IDA* with
/// Manhattan distance generates, the start being one, if the last move is not undone. They were counted by other
/// programs; over the hundred they add up to the published 36,302,808,031.
const FEW: [(u32, [u16; 16], i64, u64); 5] = [
    (
        79,
        [0, 1, 9, 7, 11, 13, 5, 3, 14, 12, 4, 2, 8, 6, 10, 15],
        42,
        540_860,
    ),
    (
        12,
        [14, 1, 9, 6, 4, 8, 12, 5, 7, 2, 3, 0, 10, 11, 13, 15],
        45,
        546_344,
    ),
    (
        42,
        [4, 5, 7, 2, 9, 14, 12, 13, 0, 3, 6, 11, 8, 1, 15, 10],
        42,
        877_823,
    ),
    (
        55,
        [13, 8, 14, 3, 9, 1, 0, 7, 15, 5, 4, 10, 12, 2, 6, 11],
        41,
        927_212,
    ),
    (
        94,
        [5, 7, 11, 8, 0, 14, 9, 13, 10, 12, 3, 15, 6, 1, 4, 2],
        53,
        1_337_340,
    ),
];

/// By the plain rules.
fn plainly(rules: &Tiles, start: Board, limits: &Limits) -> Found<Toward> {
    let (goal, manhattan) = (Exactly(rules.goal()), Manhattan::new(rules));
    let task = Task {
        space: rules,
        starts: &[(start, 0)],
        goal: &goal,
    };
    let search = IdaStar::new(task, &manhattan).pruning(NoUndo(rules));
    let search = search.revisiting(Revisits::AtHigherCost);
    search.solve(ByUndo, limits, &mut ()).unwrap()
}

fn by_kernel(rules: &Tiles, start: Board, threads: usize, limits: &Limits) -> Found<Toward> {
    ida_star(rules, &[(start, 0)], threads, limits, &mut ()).unwrap()
}

/// The counts without the memory, which several threads take more of.
fn counts(found: &Found<Toward>) -> Stats {
    Stats {
        peak_bytes: 0,
        ..found.stats
    }
}

#[test]
fn korfs_boards_take_the_published_nodes() {
    let rules = Tiles::new(4, 4).unwrap();
    for (number, cells, cost, nodes) in FEW {
        let start = rules.board(&cells).unwrap();
        let found = by_kernel(&rules, start, 1, &Limits::default());
        assert_eq!(found.outcome.cost(), Some(cost), "{number}");
        assert_eq!(found.stats.generated + 1, nodes, "{number}");
        let plan = found.outcome.plan().unwrap();
        let goal = Exactly(rules.goal());
        assert_eq!(plan.validate(&rules, &[(start, 0)], &goal), Ok(()));
        for threads in [2, 3] {
            let threaded = by_kernel(&rules, start, threads, &Limits::default());
            assert_eq!(threaded.outcome, found.outcome, "{number}");
            assert_eq!(counts(&threaded), counts(&found), "{number}");
        }
    }
    let (_, cells, ..) = FEW[0];
    let start = rules.board(&cells).unwrap();
    let plain = plainly(&rules, start, &Limits::default());
    let found = by_kernel(&rules, start, 1, &Limits::default());
    assert_eq!(plain.outcome, found.outcome);
    assert_eq!(counts(&plain), counts(&found));
}

fn law<K: Kernel<Space = Tiles>>(make: impl Fn(&Tiles) -> Option<K>, width: u32, height: u32) {
    assert!(make(&laws::tiles(2, width, false)).is_none());
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    for drawn in [false, true] {
        let rules = laws::tiles(width, height, drawn);
        let (goal, manhattan) = (Exactly(rules.goal()), Manhattan::new(&rules));
        let kernel = make(&rules).unwrap();
        let mut board = rules.goal();
        // The goal, its neighbourhood, and boards far away with the blank everywhere.
        let walk = (0..2000).map(|_| {
            let before = board;
            let open: Vec<_> = rules.actions(&board).collect();
            rules.apply(&mut board, &open[rng.random_range(0..open.len())]);
            before
        });
        assert_eq!(
            kernels::check(&kernel, &rules, &goal, &manhattan, walk),
            Ok(())
        );
    }
}

#[test]
fn kernels_say_what_the_rules_say() {
    law(Slides3x3::new, 3, 3);
    law(Slides3x4::new, 3, 4);
    law(Slides4x4::new, 4, 4);
    law(Slides5x5::new, 5, 5);
}

/// The law sees kernels that are wrong: of another goal, led by another heuristic.
#[test]
fn the_law_sees_what_is_wrong() {
    let (rules, other) = (laws::tiles(4, 4, false), laws::tiles(4, 4, true));
    let boards = || [rules.goal(), other.goal()];
    let (kernel, manhattan) = (Slides4x4::new(&rules).unwrap(), Manhattan::new(&rules));
    let goal = Exactly(rules.goal());
    assert_eq!(
        kernels::check(&kernel, &rules, &goal, &manhattan, boards()),
        Ok(())
    );
    let wrong = Exactly(other.goal());
    let seen = kernels::check(&kernel, &rules, &wrong, &manhattan, boards());
    assert!(seen.is_err());
    let wrong = Manhattan::new(&other);
    let seen = kernels::check(&kernel, &rules, &goal, &wrong, boards());
    assert!(seen.is_err());
}

/// Every limit on expansions stops a kernel where it stops the plain rules.
#[test]
fn limits_stop_kernels_at_the_same_node() {
    let rules = Tiles::new(4, 4).unwrap();
    let (_, cells, ..) = FEW[1];
    let start = rules.board(&cells).unwrap();
    for most in (0..40).chain([999, 1023, 1024, 1025, 2048, 50_000, 123_457]) {
        let limits = Limits {
            expansions: Some(most),
            ..Limits::default()
        };
        let plain = plainly(&rules, start, &limits);
        let found = by_kernel(&rules, start, 2, &limits);
        assert_eq!(plain.outcome, found.outcome);
        let limit = Limit::Expansions(most);
        assert!(matches!(found.outcome, Outcome::LimitReached { limit: l, .. } if l == limit));
        assert_eq!(counts(&plain), counts(&found), "{most}");
        assert_eq!(found.stats.expanded, most);
    }
}

/// Kernels of other sizes: the costs of a sweep, and the counts of the plain rules.
#[test]
fn costs_are_the_distances() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    for (width, height) in [(3, 3), (2, 4), (4, 2)] {
        for drawn in [false, true] {
            let rules = laws::tiles(width, height, drawn);
            let (goal, ranks) = (rules.goal(), rules.ranks().unwrap());
            let sweep = Sweep::new(&rules, &ranks, std::slice::from_ref(&goal));
            let swept = sweep.backward(&Limits::default(), &mut ()).unwrap();
            let mut board = goal;
            for _ in 0..20 {
                let rank = rng.random_range(0..ranks.size());
                ranks.unrank_into(rank, &mut board);
                let found = by_kernel(&rules, board, 2, &Limits::default());
                assert_eq!(found.outcome.cost(), swept.distance(rank));
                let plain = plainly(&rules, board, &Limits::default());
                assert_eq!(plain.outcome, found.outcome);
                assert_eq!(counts(&plain), counts(&found));
            }
        }
    }
}

/// Keeps the counts that it is told of.
#[derive(Default)]
struct Told(Vec<u64>);

impl Observer<Board> for Told {
    fn progress(&mut self, stats: &Stats) {
        self.0.push(stats.expanded);
    }
}

/// A kernel tells of its progress within an iteration, too.
#[test]
fn kernels_tell_of_progress() {
    let rules = Tiles::new(4, 4).unwrap();
    let (_, cells, ..) = FEW[4];
    let (start, limits) = (rules.board(&cells).unwrap(), Limits::default());
    let mut told = Told::default();
    let found = ida_star(&rules, &[(start, 0)], 1, &limits, &mut told).unwrap();
    assert!(told.0.is_sorted_by(|a, b| a < b), "{told:?}", told = told.0);
    let steps = told.0.iter().zip(told.0.iter().skip(1));
    let longest = steps.map(|(a, b)| b - a).max();
    // The last iteration alone is longer than that.
    assert!(longest < Some(200_000) && told.0.len() > 2, "{:?}", told.0);
    assert!(told.0.last() < Some(&found.stats.expanded));
}
