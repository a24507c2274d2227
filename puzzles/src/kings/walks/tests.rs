//! Gaps and routes against slots that are looked at one by one, and plans against the rules.

use std::collections::VecDeque;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use statewalk::goal::Exactly;
use statewalk::memory::Memory;
use statewalk::plan::Plan;
use statewalk::search::limits::{Limit, Limits};
use statewalk::search::outcome::Outcome;
use statewalk::space::StateSpace;

use super::improve::improve;
use super::inside::direct;
use super::push::pushed;
use super::reroute::{EXACT, Errand, Router};
use super::schedule::Schedule;
use super::timetable::{EVER, Stop, Time, Timetable};
use crate::kings::board::{Board, Cell};
use crate::kings::construct::{construct, lower_bound};
use crate::kings::generate::pair;
use crate::kings::rules::{Kings, Rule, Step};
use crate::kings::verdict::Verdict;

const RULES: [Rule; 2] = [Rule::EightWay, Rule::NoDiagonals];

/// Slots that are looked at one by one; nobody moves after them.
const SLOTS: Time = 24;

/// Kings that wander about, touching each other or not, and the timetable of their routes.
fn wanderers(side: u16, kings: u32, rng: &mut ChaCha8Rng) -> (Vec<Vec<Stop>>, Timetable) {
    let mut table = Timetable::new(side.into(), &Memory::unlimited()).unwrap();
    let routes: Vec<Vec<Stop>> = (1..=kings)
        .map(|king| {
            let mut cell = Cell {
                row: rng.random_range(1..=side),
                col: rng.random_range(1..=side),
            };
            let mut route = vec![Stop { time: 0, cell }];
            for time in 1..SLOTS {
                if rng.random_range(0..3) == 0 {
                    let part = |part: u16, rng: &mut ChaCha8Rng| {
                        (part + rng.random_range(0..3))
                            .saturating_sub(1)
                            .clamp(1, side)
                    };
                    cell = Cell {
                        row: part(cell.row, rng),
                        col: part(cell.col, rng),
                    };
                    route.push(Stop { time, cell });
                }
            }
            table.add(king, &route).unwrap();
            route
        })
        .collect();
    (routes, table)
}

/// Whether a king is on or beside a cell in a slot.
fn is_near(route: &[Stop], cell: Cell, time: Time) -> bool {
    (0..route.len()).any(|at| {
        let until = route.get(at + 1).map_or(EVER, |stop| stop.time);
        (route[at].time..=until).contains(&time) && route[at].cell.touches(cell)
    })
}

fn moves(route: &[Stop]) -> u32 {
    u32::try_from(route.len()).unwrap() - 1
}

fn cells(side: u16) -> impl Iterator<Item = Cell> {
    (1..=side).flat_map(move |row| (1..=side).map(move |col| Cell { row, col }))
}

fn assert_gaps(side: u16, routes: &[Vec<Stop>], table: &Timetable) {
    for cell in cells(side) {
        let gaps: Vec<_> = table.gaps(table.index(cell)).collect();
        assert!(gaps.is_sorted_by(|a, b| a.last < b.first));
        for time in 0..SLOTS + 3 {
            let in_gap = gaps
                .iter()
                .any(|gap| (gap.first..=gap.last).contains(&time));
            let is_free = !routes.iter().any(|route| is_near(route, cell, time));
            assert_eq!(in_gap, is_free, "{cell:?} in slot {time}");
        }
        let ends = gaps.last().is_some_and(|gap| gap.last == EVER);
        assert_eq!(ends, !routes.iter().any(|route| is_near(route, cell, EVER)));
    }
}

#[test]
fn gaps_are_the_slots_in_which_nobody_is_near() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for kings in 0..6 {
        for _ in 0..20 {
            let (mut routes, mut table) = wanderers(6, kings, &mut rng);
            assert_gaps(6, &routes, &table);
            // Some leave, and come again where entries are free.
            let mut gone = Vec::new();
            while let Some(route) = routes.pop() {
                table.remove(u32::try_from(routes.len()).unwrap() + 1, &route);
                assert_gaps(6, &routes, &table);
                gone.push(route);
            }
            for (king, route) in (1..).zip(gone) {
                table.add(king, &route).unwrap();
                routes.push(route);
                assert_gaps(6, &routes, &table);
            }
        }
    }
}

/// The fewest moves, by a search over cells and slots: waiting for a slot costs nothing, a move 1.
fn fewest_moves(rule: Rule, side: u16, routes: &[Vec<Stop>], from: Cell, to: Cell) -> Option<u32> {
    let free = |cell: Cell, time| !routes.iter().any(|route| is_near(route, cell, time));
    let index = |cell: Cell, time: Time| {
        (time as usize * usize::from(side) + usize::from(cell.row) - 1) * usize::from(side)
            + usize::from(cell.col)
            - 1
    };
    let slots = SLOTS + 2;
    let mut known = vec![u32::MAX; index(Cell { row: 1, col: 1 }, slots)];
    let mut queue = VecDeque::new();
    if free(from, 0) {
        known[index(from, 0)] = 0;
        queue.push_back((from, 0, 0));
    }
    while let Some((cell, time, moves)) = queue.pop_front() {
        if known[index(cell, time)] < moves {
            continue;
        }
        if time == slots - 1 && cell == to {
            return Some(moves);
        }
        if time + 1 < slots && free(cell, time + 1) && moves < known[index(cell, time + 1)] {
            known[index(cell, time + 1)] = moves;
            queue.push_front((cell, time + 1, moves));
        }
        for direction in rule.directions() {
            let next = cell.offset(direction.offset());
            let inside = (1..=side).contains(&next.row) && (1..=side).contains(&next.col);
            if inside && free(next, time) && moves + 1 < known[index(next, time)] {
                known[index(next, time)] = moves + 1;
                queue.push_back((next, time, moves + 1));
            }
        }
    }
    None
}

#[test]
fn routes_have_the_fewest_moves() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let mut found = 0;
    for number in 0..600 {
        let side = 4 + number % 5;
        let rule = RULES[usize::from(number % 2)];
        let (routes, table) = wanderers(side, rng.random_range(0..5), &mut rng);
        let mut router = Router::new(rule, table.cells(), &Memory::unlimited()).unwrap();
        let mut route = Vec::new();
        for _ in 0..4 {
            let mut cell = || Cell {
                row: rng.random_range(1..=side),
                col: rng.random_range(1..=side),
            };
            let (from, to) = (cell(), cell());
            let fewest = fewest_moves(rule, side, &routes, from, to);
            let mut errand = Errand {
                from,
                to,
                most: 1000,
                weight: EXACT,
                patience: u64::MAX,
            };
            let is_found = router.find(&table, errand, &mut route).unwrap();
            assert_eq!(is_found.then(|| moves(&route)), fewest);
            let Some(fewest) = fewest else { continue };
            found += 1;
            assert_eq!((route[0].cell, route[0].time), (from, 0));
            assert_eq!(route.last().map(|stop| stop.cell), Some(to));
            // A king on this route meets nobody.
            for cell in cells(side) {
                for time in (0..SLOTS + 2).filter(|&time| is_near(&route, cell, time)) {
                    let stands = route.iter().zip(&route[1..]);
                    let on = stands
                        .clone()
                        .any(|(a, b)| (a.time..=b.time).contains(&time) && a.cell == cell);
                    assert!(!on || !routes.iter().any(|other| is_near(other, cell, time)));
                }
            }
            // No route has fewer moves than that; a weight may miss it, but not by much.
            errand.most = fewest.wrapping_sub(1);
            if fewest > 0 {
                assert!(!router.find(&table, errand, &mut route).unwrap());
            }
            (errand.most, errand.weight) = (1000, 2 * EXACT);
            assert!(router.find(&table, errand, &mut route).unwrap());
            assert!((fewest..=2 * fewest).contains(&moves(&route)));
            errand.patience = 0;
            assert!(from == to || !router.find(&table, errand, &mut route).unwrap());
        }
    }
    assert!(found > 500, "{found}");
}

fn assert_plan(rule: Rule, start: &Board, target: &Board, steps: &[Step]) {
    let plan = Plan {
        start: 0,
        actions: steps.to_vec(),
        cost: steps.len().try_into().unwrap(),
    };
    let starts = [(start.clone(), 0)];
    plan.validate(&Kings { rule }, &starts, &Exactly(target.clone()))
        .unwrap();
}

fn constructed(rule: Rule, start: &Board, target: &Board) -> Vec<Step> {
    match construct(rule, start, target, &Limits::default(), &mut ()).unwrap() {
        Outcome::Solved { plan, .. } => plan.actions,
        outcome => panic!("{outcome:?}"),
    }
}

/// All boards of a side with so many kings.
fn boards(side: u16, kings: usize) -> Vec<Board> {
    let mut all = vec![Vec::new()];
    for _ in 0..kings {
        let with_one_more = |placed: Vec<Cell>| {
            cells(side).filter_map(move |cell| {
                let apart = !placed.iter().any(|&other| other.touches(cell));
                apart.then(|| [&placed[..], &[cell]].concat())
            })
        };
        all = all.into_iter().flat_map(with_one_more).collect();
    }
    all.iter()
        .map(|cells| Board::new(side.into(), cells).unwrap())
        .collect()
}

/// Distances of all boards from one, by trying every step of every king.
fn distances(rule: Rule, boards: &[Board], from: usize) -> Vec<Option<u32>> {
    let space = Kings { rule };
    let mut known = vec![None; boards.len()];
    known[from] = Some(0);
    let mut queue = VecDeque::from([from]);
    while let Some(at) = queue.pop_front() {
        for step in space.actions(&boards[at]) {
            let mut next = boards[at].clone();
            space.apply(&mut next, &step);
            let next = boards.iter().position(|board| *board == next).unwrap();
            if known[next].is_none() {
                known[next] = known[at].map(|steps: u32| steps + 1);
                queue.push_back(next);
            }
        }
    }
    known
}

/// Without any search over whole boards, on all pairs of boards.
#[test]
fn improved_plans_are_near_the_shortest_on_all_small_boards() {
    for rule in RULES {
        for (side, kings, every) in [(2, 1, 1), (3, 1, 1), (3, 2, 1), (3, 3, 7), (4, 2, 11)] {
            let boards = boards(side, kings);
            let (mut sum, mut count) = (0.0, 0.0);
            for from in (0..boards.len()).step_by(every) {
                for (to, steps) in distances(rule, &boards, from).into_iter().enumerate() {
                    let (start, target) = (&boards[from], &boards[to]);
                    let Some(fewest) = steps.filter(|&steps| steps > 0) else {
                        continue;
                    };
                    let steps = constructed(rule, start, target);
                    let limits = Limits::default();
                    let improved =
                        improve(rule, (start, target), &steps, 100_000, &limits, &mut ());
                    assert_eq!(improved.halted, None);
                    let steps = improved.steps.unwrap_or(steps);
                    assert_plan(rule, start, target, &steps);
                    assert!(steps.len() >= fewest as usize);
                    sum += f64::from(u32::try_from(steps.len()).unwrap()) / f64::from(fewest);
                    count += 1.0;
                }
            }
            assert!(
                count > 0.0 && sum <= 1.15 * count,
                "{side}, {kings}: {}",
                sum / count
            );
        }
    }
}

/// On boards of any room, from plans of both kinds; the same budget gives the same plan.
#[test]
fn improved_plans_are_valid_and_never_longer() {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    for side in 1..=14u32 {
        let most = side.div_ceil(2).pow(2);
        for kings in [most, most - 1, most - most / 4, most / 2, most / 8] {
            let (start, target) = pair(side, kings, &mut rng).unwrap();
            for rule in RULES {
                if !Verdict::of(rule, &start, &target).solvable() {
                    continue;
                }
                let (limits, pair) = (Limits::default(), (&start, &target));
                let mut plans = vec![constructed(rule, &start, &target)];
                plans.extend(pushed(rule, pair, usize::MAX, &limits).unwrap());
                for plan in plans {
                    assert_plan(rule, &start, &target, &plan);
                    let better = || improve(rule, pair, &plan, 20_000, &limits, &mut ()).steps;
                    let steps = better();
                    assert_eq!(steps, better());
                    if let Some(steps) = steps {
                        assert!(steps.len() < plan.len());
                        assert_plan(rule, &start, &target, &steps);
                    }
                }
                assert_eq!(limits.memory.used(), 0);
            }
        }
    }
}

/// Where an interrupt or the end of memory breaks it off, what was found until then is a plan.
#[test]
fn work_that_is_broken_off_leaves_a_plan() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let (start, target) = pair(20, 50, &mut rng).unwrap();
    let (rule, pair) = (Rule::EightWay, (&start, &target));
    let steps = constructed(rule, &start, &target);
    let (mut halted, mut shorter) = (0, 0);
    for kilobytes in (0..400).step_by(5) {
        let limits = Limits {
            memory: Memory::limited(kilobytes << 10),
            ..Limits::default()
        };
        let improved = improve(rule, pair, &steps, 100_000, &limits, &mut ());
        assert!(matches!(improved.halted, None | Some(Limit::Memory(_))));
        halted += u32::from(improved.halted.is_some());
        if let Some(steps) = improved.steps {
            assert_plan(rule, &start, &target, &steps);
            shorter += u32::from(improved.halted.is_some());
        }
        let _: Result<_, Limit> = pushed(rule, pair, usize::MAX, &limits);
        assert_eq!(limits.memory.used(), 0);
    }
    assert!(halted > 10 && shorter > 3, "{halted}, {shorter}");
    let limits = Limits::default();
    limits.cancel.cancel();
    let improved = improve(rule, pair, &steps, 100_000, &limits, &mut ());
    assert_eq!(
        (improved.steps, improved.halted),
        (None, Some(Limit::Cancelled))
    );
}

/// A king that moves in many slots, and one that makes many moves in one.
#[test]
fn schedules_keep_the_order_of_steps() {
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    let (start, target) = pair(12, 20, &mut rng).unwrap();
    let steps = constructed(Rule::EightWay, &start, &target);
    let memory = Memory::unlimited();
    let mut schedule = Schedule::of(&start, &steps, &memory).unwrap();
    for _ in 0..3 {
        assert_eq!(schedule.steps(&memory).as_deref(), Ok(&steps[..]));
        assert_eq!(schedule.moves(), steps.len());
        schedule.renumber(&memory).unwrap();
    }
}

/// On full boards as they are generated no plan is shorter; the kings need not wait for each other in vain.
#[test]
fn full_boards_need_no_detour() {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    for number in 0..60 {
        let side = 2 + 2 * (number % 15);
        let (start, target) = pair(side, (side / 2).pow(2), &mut rng).unwrap();
        for rule in RULES {
            let lower = lower_bound(rule, &start, &target);
            let steps = direct(rule, &start, &target, &Limits::default()).unwrap();
            let steps = steps.expect("the kings do not wait for each other");
            assert_eq!(i64::try_from(steps.len()), Ok(lower));
            assert_plan(rule, &start, &target, &steps);
        }
    }
}
