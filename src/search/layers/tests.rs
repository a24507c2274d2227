//! Sweeps of long and dense spaces, and what limits do to them.

mod crowd;
mod paused;
mod refused;
mod steps;
mod threads;
mod torus;

use crate::cost::Cost;
use crate::encoding::Encoding;
use crate::memory::Memory;
use crate::search::Observer;
use crate::search::layers::direction::FromStarts;
use crate::search::layers::{End, Sweep, Swept};
use crate::search::limits::{Cancel, Limit, Limits};
use crate::search::outcome::{Outcome, SearchError};
use crate::space::{Predecessors, StateSpace};
use crate::store::costs::CostList;

/// Numbers below the first, with an arc to each of the listed distances further on, at a cost.
struct Line {
    size: u64,
    jumps: Vec<u64>,
    cost: Cost,
}

fn line(size: u64, jumps: impl IntoIterator<Item = u64>) -> Line {
    let jumps = jumps.into_iter().collect();
    Line {
        size,
        jumps,
        cost: 1,
    }
}

impl StateSpace for Line {
    type State = u64;
    type Action = u64;

    fn actions<'a>(&'a self, &state: &u64) -> impl Iterator<Item = u64> + use<'a> {
        let on = move |jump: &u64| state + jump < self.size;
        self.jumps.iter().copied().filter(on)
    }

    fn apply(&self, state: &mut u64, jump: &u64) {
        *state += jump;
    }

    fn cost(&self, _: &u64, _: &u64) -> Cost {
        self.cost
    }
}

impl Predecessors for Line {
    fn predecessors<'a>(&'a self, &state: &u64) -> impl Iterator<Item = (u64, u64)> + use<'a> {
        let before = move |&jump: &u64| Some((jump, state.checked_sub(jump)?));
        self.jumps.iter().filter_map(before)
    }
}

impl Encoding for Line {
    type State = u64;

    fn size(&self) -> u64 {
        self.size
    }

    fn rank(&self, &state: &u64) -> u64 {
        state
    }

    fn unrank_into(&self, rank: u64, state: &mut u64) {
        *state = rank;
    }
}

fn forward(line: &Line, starts: &[u64], limits: &Limits) -> Swept<CostList, FromStarts> {
    Sweep::new(line, line, starts)
        .deepest(3)
        .forward(limits, &mut ())
        .unwrap()
}

#[test]
fn tables_widen_and_never_saturate() {
    let chain = line(70_000, [1]);
    for expected in [0, 254, 255, 65_534, 65_535, i64::MAX] {
        let swept = Sweep::new(&chain, &chain, &[0])
            .expecting(expected)
            .forward(&Limits::default(), &mut ())
            .unwrap();
        assert_eq!((swept.end, swept.depth()), (End::Whole, Some(69_999)));
        for rank in 0..70_000 {
            assert_eq!(swept.distance(rank), Some(rank.cast_signed()));
        }
        let plan = swept
            .outcome_to(&chain, &chain, &[0], &69_999, &Limits::default())
            .unwrap();
        assert_eq!(plan.cost(), Some(69_999));
    }
}

#[test]
fn distances_below_65_535_take_two_bytes() {
    let chain = line(65_535, [1]);
    let memory = Memory::limited(65_535 * 2 + 8 * 131_072 + 4096);
    let limits = Limits {
        memory,
        ..Limits::default()
    };
    let swept = forward(&chain, &[0], &limits);
    assert_eq!((swept.end, swept.depth()), (End::Whole, Some(65_534)));
}

#[test]
fn dense_layers_are_scanned_for() {
    // 1 state, then 4000 in one layer, then the rest: layers far above a sixteenth.
    let wide = line(10_000, 1..=4000);
    let swept = forward(&wide, &[0], &Limits::default());
    assert_eq!(swept.profile(), [1, 4000, 4000, 1999]);
    assert_eq!(swept.deepest.count, 1999);
    assert_eq!(swept.deepest.ranks(), [8001, 8002, 8003]);
    let visited = Sweep::new(&wide, &wide, &[0])
        .deepest(3)
        .visited(&Limits::default(), &mut ())
        .unwrap();
    assert_eq!(visited.profile(), swept.profile());
    assert_eq!(visited.deepest.ranks(), swept.deepest.ranks());
    assert_eq!(visited.stats.generated, swept.stats.generated);
    // Where there is no memory for lists, the table is scanned for every layer.
    let memory = Memory::limited(2 * 10_000 + 64);
    let tight = forward(
        &wide,
        &[0],
        &Limits {
            memory,
            ..Limits::default()
        },
    );
    assert_eq!((tight.end, tight.profile()), (End::Whole, swept.profile()));
    for most in [1, 4001, 4002, 9000] {
        let expansions = Some(most);
        let cut = forward(
            &wide,
            &[0],
            &Limits {
                expansions,
                ..Limits::default()
            },
        );
        assert_eq!(
            (cut.end, cut.stats.expanded),
            (End::Limit(Limit::Expansions(most)), most)
        );
    }
}

#[test]
fn several_starts_count_once_and_no_start_reaches_nothing() {
    let chain = line(100, [1]);
    let swept = forward(&chain, &[50, 20, 50], &Limits::default());
    assert_eq!((swept.size(), swept.depth()), (80, Some(49)));
    assert_eq!(
        (swept.distance(49), swept.distance(50), swept.distance(3)),
        (Some(29), Some(0), None)
    );
    assert_eq!(swept.profile()[..31].iter().sum::<u64>(), 30 + 31);
    let plan = swept
        .outcome_to(&chain, &chain, &[50, 20], &49, &Limits::default())
        .unwrap();
    assert_eq!(plan.plan().map(|p| (p.start, p.cost)), Some((1, 29)));
    assert_eq!(
        swept.outcome_to(&chain, &chain, &[50, 20], &3, &Limits::default()),
        Ok(Outcome::Unsolvable)
    );

    let nothing = forward(&chain, &[], &Limits::default());
    assert_eq!(
        (nothing.end, nothing.size(), nothing.depth()),
        (End::Whole, 0, None)
    );
    assert_eq!(
        nothing.outcome_to(&chain, &chain, &[], &3, &Limits::default()),
        Ok(Outcome::Unsolvable)
    );
}

/// The distance is known from the table all the same.
#[test]
fn plans_out_of_tables_are_claimed_and_timed() {
    let (chain, last) = (line(70_000, [1]), 69_999);
    let free = Limits::default();
    let from = forward(&chain, &[0], &free);
    let to = Sweep::new(&chain, &chain, &[last]).backward(&free, &mut ());
    let to = to.unwrap();
    let narrow = Limits {
        memory: Memory::limited(1000),
        ..Limits::default()
    };
    let late = Limits::default();
    late.cancel.cancel();
    for limits in [&narrow, &late] {
        for outcome in [
            from.outcome_to(&chain, &chain, &[0], &last, limits),
            to.outcome_from(&chain, &chain, &0, limits),
        ] {
            let Ok(Outcome::LimitReached { limit, best, lower }) = outcome else {
                panic!("{outcome:?}");
            };
            assert_eq!((best, lower), (None, Some(69_999)));
            let is_memory = matches!(limit, Limit::Memory(_));
            assert_eq!(is_memory, !limits.cancel.is_cancelled(), "{limit}");
        }
        assert_eq!(limits.memory.used(), 0);
    }
}

#[test]
fn a_way_that_breaks_off_is_an_error_and_no_plan() {
    // Swept with jumps of 1 and 2, read with jumps of 2 only: the way from 7 ends at 1.
    let (swept_in, read_in) = (line(10, [1, 2]), line(10, [2]));
    let limits = Limits::default();
    let lost = |cost| Err(SearchError::NoDescent { cost });
    let swept = forward(&swept_in, &[0], &limits);
    assert_eq!(
        swept.outcome_to(&read_in, &read_in, &[0], &7, &Limits::default()),
        lost(1)
    );
    // None of these is where the sweep began.
    assert_eq!(
        swept.outcome_to(&swept_in, &swept_in, &[1], &7, &Limits::default()),
        lost(0)
    );
    let swept = Sweep::new(&swept_in, &swept_in, &[9])
        .backward(&limits, &mut ())
        .unwrap();
    assert_eq!(
        swept.outcome_from(&read_in, &read_in, &2, &Limits::default()),
        lost(1)
    );
    let plan = swept
        .outcome_from(&swept_in, &swept_in, &2, &Limits::default())
        .unwrap();
    assert_eq!(
        plan.plan().map(|plan| &plan.actions[..]),
        Some(&[1, 2, 2, 2][..])
    );
}

#[test]
fn other_costs_are_refused() {
    for cost in [0, 2, -1] {
        let chain = Line {
            cost,
            ..line(10, [1])
        };
        let sweep = Sweep::new(&chain, &chain, &[3]);
        let action = "1".to_owned();
        let refused = Some(SearchError::NotUnitCost { action, cost });
        assert_eq!(sweep.forward(&Limits::default(), &mut ()).err(), refused);
        assert_eq!(sweep.backward(&Limits::default(), &mut ()).err(), refused);
        assert_eq!(sweep.visited(&Limits::default(), &mut ()).err(), refused);
    }
}

#[test]
fn limits_end_a_sweep_with_what_is_proved() {
    let tree = line(5000, [1, 100]);
    let whole = forward(&tree, &[0], &Limits::default());
    let cancel = Cancel::default();
    cancel.cancel();
    let free = Limits::default;
    let cases = [
        Limits {
            expansions: Some(777),
            ..free()
        },
        Limits {
            states: Some(777),
            ..free()
        },
        Limits {
            cost: Some(20),
            ..free()
        },
        Limits { cancel, ..free() },
        Limits {
            memory: Memory::limited(10_100),
            ..free()
        },
        Limits {
            memory: Memory::limited(9_999),
            ..free()
        },
    ];
    for limits in cases {
        let cut = forward(&tree, &[0], &limits);
        let End::Limit(limit) = cut.end else {
            panic!("{:?}", cut.end);
        };
        match limit {
            Limit::Expansions(most) => assert_eq!((most, cut.stats.expanded), (777, 777)),
            // The last state expanded may bring one more than its turn began with.
            Limit::States(most) => assert!((most..=most + 1).contains(&cut.stats.stored)),
            Limit::Cost(most) => assert_eq!(Some(most.unsigned_abs()), cut.depth()),
            _ => {}
        }
        assert!(whole.profile().starts_with(cut.profile()));
        assert!(limits.memory.peak() <= limits.memory.limit());
        for rank in 0..5000 {
            match cut.distance(rank) {
                Some(distance) => assert_eq!(whole.distance(rank), Some(distance)),
                None => assert!(cut.lower().unwrap() <= whole.distance(rank).unwrap()),
            }
        }
        let outcome = cut
            .outcome_to(&tree, &tree, &[0], &4999, &Limits::default())
            .unwrap();
        assert!(matches!(outcome, Outcome::LimitReached { limit: l, .. } if l == limit));
    }
}

/// A chain whose layers are scanned for, since there is no memory to list them.
#[test]
fn the_clock_is_looked_at_while_a_table_is_scanned() {
    let chain = line(200_000, [1]);
    let limits = Limits {
        memory: Memory::limited(2 * 200_000 + 64),
        ..Limits::default()
    };
    let mut watch = CancelAtDepth(limits.cancel.clone());
    let swept = Sweep::new(&chain, &chain, &[0])
        .forward(&limits, &mut watch)
        .unwrap();
    assert_eq!(swept.end, End::Limit(Limit::Cancelled));
    assert_eq!(swept.depth(), Some(5));
}

/// Cancels once a layer at distance 5 was completed.
struct CancelAtDepth(Cancel);

impl Observer<u64> for CancelAtDepth {
    fn layer(&mut self, depth: Cost, _: u64) {
        if depth == 5 {
            self.0.cancel();
        }
    }
}
