//! Sweeps that come upon an action whose cost is refused, against plain layers.

use std::collections::HashSet;

use super::{Line, line};
use crate::cost::Cost;
use crate::encoding::Encoding;
use crate::search::Stats;
use crate::search::layers::Sweep;
use crate::search::layers::neighbours::Neighbours;
use crate::search::layers::run::Backing;
use crate::search::layers::sweeping::Sweeping;
use crate::search::limits::Limits;
use crate::search::outcome::SearchError;
use crate::space::{Predecessors, StateSpace};

/// A line on which one jump, to or from one number, costs less than nothing, and all others 1.
struct Toll {
    line: Line,
    /// Where the jump begins, and how far it leads.
    dear: (u64, u64),
}

impl StateSpace for Toll {
    type State = u64;
    type Action = u64;

    fn actions<'a>(&'a self, state: &u64) -> impl Iterator<Item = u64> + use<'a> {
        self.line.actions(state)
    }

    fn apply(&self, state: &mut u64, jump: &u64) {
        self.line.apply(state, jump);
    }

    fn cost(&self, &state: &u64, &jump: &u64) -> Cost {
        if (state, jump) == self.dear { -7 } else { 1 }
    }

    fn max_cost(&self) -> Option<Cost> {
        Some(1)
    }
}

impl Predecessors for Toll {
    fn predecessors<'a>(&'a self, state: &u64) -> impl Iterator<Item = (u64, u64)> + use<'a> {
        self.line.predecessors(state)
    }
}

impl Encoding for Toll {
    type State = u64;

    fn size(&self) -> u64 {
        self.line.size
    }

    fn rank(&self, &state: &u64) -> u64 {
        state
    }

    fn unrank_into(&self, rank: u64, state: &mut u64) {
        *state = rank;
    }
}

/// What is done layer by layer before the jump is come upon: layers of many states in the order of their ranks, others
/// in the order in which they came.
fn counted(size: u64, start: u64, beside: impl Fn(u64) -> Vec<(u64, Cost)>) -> Stats {
    let (mut known, mut layer) = (HashSet::from([start]), vec![start]);
    let mut stats = Stats {
        stored: 1,
        ..Stats::default()
    };
    while !layer.is_empty() {
        if layer.len() as u64 > (size / 128).max(64) {
            layer.sort_unstable();
        }
        let mut next = Vec::new();
        for state in layer {
            for (after, cost) in beside(state) {
                if cost != 1 {
                    return stats;
                }
                stats.generated += 1;
                if known.insert(after) {
                    stats.stored += 1;
                    next.push(after);
                } else {
                    stats.duplicates += 1;
                }
            }
            stats.expanded += 1;
        }
        layer = next;
    }
    panic!("it is come upon");
}

/// Walks into the jump, and a second time, which does nothing.
fn refused<X: Neighbours, T: Backing>(mut walk: Sweeping<'_, u64, X, T>) -> Stats {
    for _ in 0..2 {
        let error = walk.run(&Limits::default(), &mut ()).unwrap_err();
        assert!(
            matches!(error, SearchError::NotUnitCost { cost: -7, .. }),
            "{error}"
        );
    }
    let stats = walk.stats();
    assert_eq!(
        Stats {
            peak_bytes: 0,
            ..walk.finish().stats
        },
        stats
    );
    stats
}

#[test]
fn what_was_done_before_is_counted() {
    // Few states in a layer, many, more beside a portion than there is room for; in the first layer, and in the midst
    // of others, at the first jump of a number, and behind others.
    let rows = [
        (
            line(5000, [1, 100]),
            vec![(0, 100), (707, 1), (707, 100), (4900, 1)],
        ),
        (line(10_000, 1..=400), vec![(0, 300), (37, 400), (5003, 77)]),
        (
            line(9000, [2, 3, 700]),
            vec![(2, 700), (2803, 2), (2803, 700)],
        ),
    ];
    for (line, dear) in rows {
        let mut space = Toll { line, dear: (0, 0) };
        for dear in dear {
            space.dear = dear;
            let last = space.size() - 1;
            let forward = counted(space.size(), 0, |state| {
                let jumps = space.actions(&state);
                jumps
                    .map(|jump| (state + jump, space.cost(&state, &jump)))
                    .collect()
            });
            let backward = counted(space.size(), last, |state| {
                let before = space.predecessors(&state);
                before
                    .map(|(jump, from)| (from, space.cost(&from, &jump)))
                    .collect()
            });
            let limits = Limits::default();
            let (from, to) = ([0], [last]);
            for threads in [1, 2, 3] {
                let sweep = Sweep::new(&space, &space, &from).threads(threads);
                assert_eq!(refused(sweep.start_forward(&limits)), forward, "{dear:?}");
                assert_eq!(refused(sweep.start_visited(&limits)), forward, "{dear:?}");
                let sweep = Sweep::new(&space, &space, &to).threads(threads);
                assert_eq!(refused(sweep.start_backward(&limits)), backward, "{dear:?}");
            }
            // Over weighted actions, of which only those below 0 are refused.
            let sweep = Sweep::new(&space, &space, &from);
            let mut walk = sweep.start_weighted(&limits).unwrap();
            for _ in 0..2 {
                let error = walk.run(&limits, &mut ()).unwrap_err();
                assert!(matches!(error, SearchError::NegativeArc { .. }), "{error}");
                assert_eq!(walk.stats(), forward, "{dear:?}");
            }
        }
    }
}
