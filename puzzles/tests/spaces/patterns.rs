//! Pattern databases of tiles against plain Dijkstra over whole small spaces, and against exact distances.

use std::collections::{HashMap, VecDeque};
use std::fs;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use statewalk::abstraction::{Abstraction, laws as abstractions};
use statewalk::distances::audit::audit;
use statewalk::encoding::{Encoding, laws as encodings};
use statewalk::goal::Exactly;
use statewalk::heuristic::Heuristic;
use statewalk::memory::Memory;
use statewalk::pdb::PdbError;
use statewalk::pruning::NoUndo;
use statewalk::rank_actions::laws as moves;
use statewalk::search::Stats;
use statewalk::search::ida_star::kernel::Kernel;
use statewalk::search::ida_star::walk::ByUndo;
use statewalk::search::ida_star::{IdaStar, Revisits, laws as kernels};
use statewalk::search::limits::{Limit, Limits};
use statewalk::search::task::Task;
use statewalk::space::{StateSpace, laws as spaces};
use statewalk_puzzles::tiles::board::Board;
use statewalk_puzzles::tiles::deepening::ida_star_by_patterns;
use statewalk_puzzles::tiles::kernel::{Patterns4x4, Patterns5x5};
use statewalk_puzzles::tiles::patterns::additive::Additive;
use statewalk_puzzles::tiles::patterns::partition::{Partition, PartitionError};
use statewalk_puzzles::tiles::patterns::placements::Placed;
use statewalk_puzzles::tiles::patterns::ranks::RegionRanks;
use statewalk_puzzles::tiles::patterns::regions::Pattern;
use statewalk_puzzles::tiles::patterns::{Spot, build, entries_of};
use statewalk_puzzles::tiles::rules::Tiles;

use crate::laws;

/// The moves of some tiles that their places are away at least, by a search over (blank, cells) from the goal, in
/// which a step of the blank over another tile costs nothing: nothing of this is shared with the code under test.
fn by_hand(rules: &Tiles, tiles: &[u8]) -> HashMap<Vec<u8>, u8> {
    let (width, cells) = (rules.width(), rules.cells());
    let goal = rules.shown(rules.goal());
    let place = |number: u16| goal.iter().position(|&other| other == number).unwrap();
    let start: Vec<usize> = tiles.iter().map(|&tile| place(tile.into())).collect();
    let mut known = HashMap::from([((place(0), start.clone()), 0u8)]);
    let mut open = VecDeque::from([(place(0), start, 0u8)]);
    while let Some((blank, spots, far)) = open.pop_front() {
        if known[&(blank, spots.clone())] < far {
            continue;
        }
        let (row, column) = (blank / width, blank % width);
        let beside = [
            (row > 0).then(|| blank - width),
            (column > 0).then(|| blank - 1),
            (column + 1 < width).then_some(blank + 1),
            (blank + width < cells).then_some(blank + width),
        ];
        for next in beside.into_iter().flatten() {
            let mut after = spots.clone();
            let moved = after.iter().position(|&cell| cell == next);
            if let Some(moved) = moved {
                after[moved] = blank;
            }
            let cost = far + u8::from(moved.is_some());
            let best = known.entry((next, after.clone())).or_insert(u8::MAX);
            if cost < *best {
                *best = cost;
                if moved.is_some() {
                    open.push_back((next, after, cost));
                } else {
                    open.push_front((next, after, cost));
                }
            }
        }
    }
    let mut least = HashMap::new();
    for ((_, spots), far) in known {
        let key = spots
            .iter()
            .map(|&cell| u8::try_from(cell).unwrap())
            .collect();
        let best = least.entry(key).or_insert(u8::MAX);
        *best = far.min(*best);
    }
    least
}

fn pattern(rules: &Tiles, tiles: &[u8]) -> Pattern {
    Pattern::new(rules, tiles).unwrap()
}

#[test]
fn entries_are_the_least_moves_over_all_cells_of_the_blank() {
    let cases: [(u32, u32, &[u8]); 10] = [
        (3, 3, &[1]),
        (3, 3, &[8, 1, 5]),
        (3, 3, &[2, 3, 4, 7]),
        (2, 4, &[1, 2, 3, 7]),
        (4, 2, &[7, 6, 5]),
        (3, 4, &[1, 2, 4]),
        (4, 3, &[11, 9, 2]),
        (4, 4, &[6, 15]),
        (5, 5, &[24, 7]),
        (6, 1, &[3, 1, 5]),
    ];
    for (width, height, tiles) in cases {
        for drawn in [false, true] {
            let rules = laws::tiles(width, height, drawn);
            let database = |threads| {
                let pattern = pattern(&rules, tiles);
                build(&pattern, threads, &Limits::default(), &mut ()).unwrap()
            };
            let (found, right) = (database(1), by_hand(&rules, tiles));
            assert_eq!(found.entries(), database(2).entries());
            let entries = entries_of(&rules, tiles.len()).unwrap();
            let mut spot: Spot = tiles.iter().copied().collect();
            for rank in 0..entries.size() {
                entries.unrank_into(rank, &mut spot);
                let right = right.get(spot.as_ref()).map(|&far| i64::from(far));
                assert_eq!(found.get(rank), right, "{width}x{height} {spot:?}");
            }
        }
    }
}

/// All tiles in one pattern: the whole 8-puzzle.
#[test]
fn patterns_of_eight_tiles_are_built() {
    let rules = laws::tiles(3, 3, false);
    let tiles = [1, 2, 3, 4, 5, 6, 7, 8];
    let database = build(&pattern(&rules, &tiles), 2, &Limits::default(), &mut ()).unwrap();
    let entries = entries_of(&rules, 8).unwrap();
    // Half of the placements can become the goal, and those that can need all of their moves.
    let profile = database.profile();
    assert_eq!((profile.iter().sum::<u64>(), profile.len()), (181_440, 32));
    assert_eq!(profile[..6], [1, 2, 4, 8, 16, 20]);
    let placed = Placed::new(&pattern(&rules, &tiles));
    let spot = placed.pattern().spot(&rules.goal());
    assert_eq!(database.get(entries.rank(&spot)), Some(0));
}

#[test]
fn small_spaces_keep_their_laws() {
    let mut rng = ChaCha8Rng::seed_from_u64(11);
    for (width, height, lists) in [
        (3, 3, &[&[1u8, 2, 3][..], &[4, 5], &[6, 7, 8]][..]),
        (3, 4, &[&[1, 5, 9, 11], &[2, 3]]),
        (5, 5, &[&[1, 6, 7, 8, 13, 24], &[2, 3, 4]]),
    ] {
        let rules = laws::tiles(width, height, true);
        let mut board = rules.goal();
        let walk: Vec<_> = (0..500)
            .map(|_| {
                let open: Vec<_> = rules.actions(&board).collect();
                rules.apply(&mut board, &open[rng.random_range(0..open.len())]);
                board
            })
            .collect();
        let patterns: Vec<_> = lists.iter().map(|tiles| pattern(&rules, tiles)).collect();
        let checked = abstractions::check_partition(&rules, &patterns, walk.iter().copied());
        assert_eq!(checked, Ok(()));
        let placed: Vec<_> = patterns.iter().map(Placed::new).collect();
        let checked = abstractions::check_partition(&rules, &placed, walk.iter().copied());
        assert_eq!(checked, Ok(()));
        for (pattern, placed) in patterns.iter().zip(&placed) {
            let spots: Vec<_> = walk.iter().map(|board| pattern.project(board)).collect();
            let regions = pattern.regions();
            assert_eq!(
                spaces::check_predecessors(regions, spots.iter().copied()),
                Ok(())
            );
            let checked = abstractions::check(regions, placed, spots.iter().copied());
            assert_eq!(checked, Ok(()));
        }
    }
    // Both patterns have tile 2, so its moves are counted twice.
    let rules = Tiles::new(3, 3).unwrap();
    let twice = [pattern(&rules, &[1, 2]), pattern(&rules, &[2, 3])];
    let boards = [rules.board(&[1, 0, 2, 3, 4, 5, 6, 7, 8]).unwrap()];
    assert!(abstractions::check_partition(&rules, &twice, boards).is_err());
}

#[test]
fn ranks_of_small_spaces_are_perfect_and_their_moves_right() {
    for (width, height, tiles) in [
        (3, 3, &[8u8, 2, 5][..]),
        (4, 2, &[1, 2, 6, 7]),
        (3, 3, &[4]),
    ] {
        let rules = laws::tiles(width, height, false);
        let pattern = pattern(&rules, tiles);
        let ranks = RegionRanks::new(pattern.regions());
        let mut spots = pattern.goal();
        encodings::check_exhaustively(&ranks, &mut spots).unwrap();
        let all = (0..ranks.size()).map(|rank| {
            ranks.unrank_into(rank, &mut spots);
            spots
        });
        moves::check(pattern.regions(), &ranks, all).unwrap();
    }
}

#[test]
fn sums_are_admissible_also_reflected() {
    for (width, height, text) in [
        (3, 3, "4-4"),
        (3, 3, "1,2,3,5/4,6,7,8"),
        (3, 3, "2,1,8"),
        (2, 4, "4-3"),
        (4, 2, "2"),
    ] {
        for drawn in [false, true] {
            let rules = laws::tiles(width, height, drawn);
            let partition = Partition::read(&rules, text).unwrap();
            let additive = Additive::build(&partition, 2, &Limits::default()).unwrap();
            let goal = Exactly(rules.goal());
            let found = audit(&rules, &goal, &additive, &Limits::default()).unwrap();
            assert!(found.is_admissible(), "{text}: {:?}", found.too_much);
            assert_eq!(additive.estimate(&rules.goal()), Some(0));
            let is_reflected = additive.reflection().is_some();
            assert!(is_reflected || drawn || width != height);
            let plain = additive.unreflected();
            let less = audit(&rules, &goal, &plain, &Limits::default()).unwrap();
            assert!(less.is_admissible());
            assert!(!is_reflected || less.estimates < found.estimates, "{text}");
        }
    }
}

/// Kernels say what the plain heuristic says, state by state, and searches count the same.
fn law<'a, K: Kernel<Space = Tiles>>(
    make: impl Fn(&'a Additive) -> Option<K>,
    additive: &'a Additive,
) {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let rules = additive.rules();
    let kernel = make(additive).unwrap();
    let mut board = rules.goal();
    let walk = (0..2000).map(|_| {
        let before = board;
        let open: Vec<_> = rules.actions(&board).collect();
        rules.apply(&mut board, &open[rng.random_range(0..open.len())]);
        before
    });
    let goal = Exactly(rules.goal());
    assert_eq!(
        kernels::check(&kernel, rules, &goal, additive, walk),
        Ok(())
    );
}

fn additive(rules: &Tiles, text: &str) -> Additive {
    let partition = Partition::read(rules, text).unwrap();
    Additive::build(&partition, 2, &Limits::default()).unwrap()
}

#[test]
fn kernels_say_what_the_databases_say() {
    for (drawn, text) in [
        (false, "4-4-4-3"),
        (false, "1,9,6,14/2,13,3/15,7,5,4/8,10,11,12"),
        (true, "4"),
    ] {
        let rules = laws::tiles(4, 4, drawn);
        let additive = additive(&rules, text);
        law(Patterns4x4::by_patterns, &additive);
        assert!(Patterns5x5::by_patterns(&additive).is_none());
        law(Patterns4x4::by_patterns, &additive.unreflected());
    }
    // Not all tiles, and too many patterns.
    let rules = Tiles::new(4, 4).unwrap();
    assert!(Patterns4x4::by_patterns(&additive(&rules, "1,2,3")).is_none());
    assert!(Patterns4x4::by_patterns(&additive(&rules, "3")).is_none());
}

/// Boards of Korf's hundred with few nodes, and what their shortest plans cost.
const FEW: [([u16; 16], i64); 3] = [
    ([0, 1, 9, 7, 11, 13, 5, 3, 14, 12, 4, 2, 8, 6, 10, 15], 42),
    ([14, 1, 9, 6, 4, 8, 12, 5, 7, 2, 3, 0, 10, 11, 13, 15], 45),
    ([5, 7, 11, 8, 0, 14, 9, 13, 10, 12, 3, 15, 6, 1, 4, 2], 53),
];

fn counts(stats: Stats) -> Stats {
    Stats {
        peak_bytes: 0,
        ..stats
    }
}

#[test]
fn plans_led_by_databases_are_shortest() {
    let rules = Tiles::new(4, 4).unwrap();
    let additive = additive(&rules, "4-4-4-3");
    let goal = Exactly(rules.goal());
    for (cells, cost) in FEW {
        let starts = [(rules.board(&cells).unwrap(), 0)];
        let limits = Limits::default();
        let solve =
            |threads| ida_star_by_patterns(&additive, &starts, threads, &limits, &mut ()).unwrap();
        let found = solve(1);
        assert_eq!(found.outcome.cost(), Some(cost));
        assert_eq!(
            found
                .outcome
                .plan()
                .unwrap()
                .validate(&rules, &starts, &goal),
            Ok(())
        );
        let task = Task {
            space: &rules,
            starts: &starts,
            goal: &goal,
        };
        let plain = IdaStar::new(task, &additive).pruning(NoUndo(&rules));
        let plain = plain.revisiting(Revisits::AtHigherCost);
        let plain = plain.solve(ByUndo, &limits, &mut ()).unwrap();
        for other in [plain, solve(2)] {
            assert_eq!(other.outcome, found.outcome);
            assert_eq!(counts(other.stats), counts(found.stats));
        }
    }
}

#[test]
fn databases_come_back_from_their_files() {
    let folder = tempfile::tempdir().unwrap();
    let rules = Tiles::new(3, 3).unwrap();
    let partition = Partition::read(&rules, "1,2,3,6/4,5,7,8").unwrap();
    let built = additive(&rules, "1,2,3,6/4,5,7,8");
    built.save(folder.path()).unwrap();
    let loaded = Additive::load(&partition, folder.path()).unwrap();
    for ((_, built), (_, loaded)) in built.databases().zip(loaded.databases()) {
        assert!(loaded.is_mapped());
        assert_eq!(
            (built.title(), built.entries()),
            (loaded.title(), loaded.entries())
        );
    }
    let missing = Partition::read(&rules, "1,2,3/4,5").unwrap();
    let missing = Additive::load(&missing, folder.path());
    assert!(matches!(missing, Err(PdbError::Io { what: "read", .. })));
    // A file of that name for another goal, whose tiles of the pattern stand in the same places.
    let mut names: Vec<_> = fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    names.sort();
    let other = rules.board(&[0, 1, 2, 3, 5, 4, 6, 8, 7]).unwrap();
    let partition = Partition::read(&rules.clone().with_goal(other), "1,2,3,6").unwrap();
    let refused = Additive::load(&partition, folder.path());
    assert!(matches!(refused, Err(PdbError::Other { .. })), "{names:?}");
}

#[test]
fn limits_end_the_building() {
    let rules = Tiles::new(3, 3).unwrap();
    let partition = Partition::read(&rules, "4-4").unwrap();
    let limits = Limits {
        memory: Memory::limited(1000),
        ..Limits::default()
    };
    let full = Additive::build(&partition, 1, &limits);
    assert!(matches!(full, Err(PdbError::Limit(Limit::Memory(_)))));
}

#[test]
fn partitions_are_read() {
    let rules = Tiles::new(4, 4).unwrap();
    let tiles = |rules: &Tiles, text: &str| -> Vec<Vec<u8>> {
        let partition = Partition::read(rules, text).unwrap();
        partition
            .patterns()
            .iter()
            .map(|pattern| pattern.tiles().to_vec())
            .collect()
    };
    let right: [&[u8]; 2] = [&[1, 2, 3, 4, 5, 6, 7], &[8, 9, 10, 11, 12, 13, 14, 15]];
    assert_eq!(tiles(&rules, "7-8"), right);
    // With the blank last the same shapes, turned around.
    let last: Vec<u16> = (1..16).chain([0]).collect();
    let last = rules.clone().with_goal(rules.board(&last).unwrap());
    let right: [&[u8]; 2] = [&[9, 10, 11, 12, 13, 14, 15], &[1, 2, 3, 4, 5, 6, 7, 8]];
    assert_eq!(tiles(&last, "7-8"), right);
    for text in ["4-4-4-3", "5-5-5", "6-6-3", "7-8"] {
        let sizes: Vec<String> = tiles(&rules, text)
            .iter()
            .map(|list| list.len().to_string())
            .collect();
        assert_eq!(sizes.join("-"), text);
    }
    let wide = Tiles::new(5, 5).unwrap();
    assert!(tiles(&wide, "6-6-6-6").iter().all(|list| list.len() == 6));
    assert_eq!(tiles(&wide, "6-5").len(), 5);
    let small = Tiles::new(3, 2).unwrap();
    assert_eq!(tiles(&small, "4-4-4"), [&[1, 2, 3, 4][..], &[5]]);
    assert_eq!(tiles(&small, "5, 1/2"), [&[5, 1][..], &[2]]);
    let refused = |text: &str| Partition::read(&small, text).unwrap_err();
    for text in ["", "a", "1,x", "4-", "1/2/", "300,1"] {
        assert_eq!(refused(text), PartitionError::Form(text.to_owned()));
    }
    assert_eq!(refused("1,2/2,3"), PartitionError::Tile { tile: 2 });
    assert_eq!(refused("1,6"), PartitionError::Tile { tile: 6 });
    assert_eq!(refused("0,1"), PartitionError::Tile { tile: 0 });
    assert_eq!(refused("9"), PartitionError::Size { found: 9 });
    assert_eq!(refused("2-0"), PartitionError::Size { found: 0 });
    let huge = Partition::read(&Tiles::new(6, 6).unwrap(), "4");
    assert_eq!(huge.unwrap_err(), PartitionError::Board { cells: 36 });
}

/// The image of a board has the same plans, turned, so it is as far from the goal.
#[test]
fn reflections_keep_the_goal_and_the_moves() {
    let rules = Tiles::new(4, 4).unwrap();
    let additive = additive(&rules, "3");
    let reflection = additive.reflection().unwrap();
    assert_eq!(reflection.image(&rules.goal()), rules.goal());
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let mut board: Board = rules.goal();
    for _ in 0..500 {
        let open: Vec<_> = rules.actions(&board).collect();
        let images: Vec<_> = {
            let image = reflection.image(&board);
            let turned = rules.actions(&image).map(|toward| {
                let mut next = image;
                rules.apply(&mut next, &toward);
                next
            });
            turned.collect()
        };
        assert_eq!(images.len(), open.len());
        for toward in &open {
            let mut next = board;
            rules.apply(&mut next, toward);
            assert!(images.contains(&reflection.image(&next)));
            assert_eq!(reflection.image(&reflection.image(&next)), next);
        }
        rules.apply(&mut board, &open[rng.random_range(0..open.len())]);
    }
}
