//! IDA* with bidirectional pathmax: the same plans, and fewer nodes where estimates are not consistent.

use proptest::prelude::*;

use statewalk::cost::Cost;
use statewalk::goal::{AnyOf, Exactly};
use statewalk::pruning::NoUndo;
use statewalk::search::ida_star::IdaStar;
use statewalk::search::ida_star::walk::{ByCopies, ByUndo};
use statewalk::search::limits::Limits;
use statewalk::search::task::Task;

use crate::agreement::{cases, check};
use crate::deepening::{Corners, counts};
use crate::led::{quarters, shares};
use crate::oracle;
use crate::undirected::{Undirected, undirected};

/// A heuristic that is right about one state in so many, and knows a third of the others' distances: admissible, and
/// far from consistent.
fn uneven(goal: u64, one_in: u64) -> impl Fn(&u64) -> Option<Cost> {
    move |&corner: &u64| {
        let distance = Cost::from((corner ^ goal).count_ones());
        let is_known = corner.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32 & 0xFFFF;
        let is_known = is_known % one_in == 0;
        Some(if is_known { distance } else { distance / 3 })
    }
}

/// Estimates that are handed on to neighbours cut off more: the plan is the same, and fewer nodes are expanded.
#[test]
fn bidirectional_pathmax_saves_nodes() {
    let (mut without, mut with) = (0, 0);
    for (one_in, goal) in [
        (2, 0b11_0111),
        (3, 0b1111_0011),
        (5, 0b110_1111),
        (9, 0b1_0111_0110),
    ] {
        let goal = Exactly(goal);
        let task = Task {
            space: &Corners(9),
            starts: &[(0, 0)],
            goal: &goal,
        };
        let heuristic = uneven(goal.0, one_in);
        let search = || IdaStar::new(task, &heuristic).pruning(NoUndo(&Corners(9)));
        let limits = Limits::default();
        let plain = search().solve(ByUndo, &limits, &mut ()).unwrap();
        let search = search().bidirectional_pathmax();
        let led = search.solve(ByUndo, &limits, &mut ()).unwrap();
        assert_eq!(led.outcome.cost(), plain.outcome.cost());
        assert_eq!(led.outcome.cost(), Some(goal.0.count_ones().into()));
        assert!(
            led.stats.expanded <= plain.stats.expanded,
            "one in {one_in}"
        );
        assert!(
            led.stats.generated <= plain.stats.generated,
            "one in {one_in}"
        );
        without += plain.stats.expanded;
        with += led.stats.expanded;
        // The answer does not depend on the threads.
        let threads = search
            .solve_on_threads(ByUndo, 3, &limits, &mut ())
            .unwrap();
        assert_eq!(
            (&threads.outcome, counts(&threads)),
            (&led.outcome, counts(&led))
        );
    }
    assert!(with * 4 < without * 3, "{with} of {without} nodes");
}

proptest! {
    #![proptest_config(cases(1000))]

    #[test]
    fn bidirectional_pathmax_is_right(
        question in undirected((8, 14), 0..5i64, -4..5i64),
        quarters in quarters(),
    ) {
        let right = oracle::answer(&question);
        let (estimates, graph) = (shares(&question, &quarters), Undirected(question.graph.clone()));
        let goal = AnyOf(question.goals.clone());
        let task = Task {
            space: &graph,
            starts: &question.starts,
            goal: &goal,
        };
        let (search, limits) = (IdaStar::new(task, &estimates), Limits::default());
        let search = search.bidirectional_pathmax();
        let found = [
            search.solve(ByUndo, &limits, &mut ()),
            search.solve(ByCopies, &limits, &mut ()),
            search.solve_with_table(ByUndo, 1 << 12, &limits, &mut ()),
            search.solve_with_table(ByUndo, 0, &limits, &mut ()),
        ];
        for found in found {
            check(&question, &found.unwrap(), right, "with pathmax");
        }
    }

    /// With a consistent heuristic it changes nothing.
    #[test]
    fn bidirectional_pathmax_needs_inconsistency(question in undirected((8, 14), 0..5i64, Just(0))) {
        let (estimates, graph) = (shares(&question, &[4; 8]), Undirected(question.graph.clone()));
        let goal = AnyOf(question.goals.clone());
        let task = Task {
            space: &graph,
            starts: &question.starts,
            goal: &goal,
        };
        let (search, limits) = (|| IdaStar::new(task, &estimates), Limits::default());
        let plain = search().solve(ByUndo, &limits, &mut ()).unwrap();
        let led = search().bidirectional_pathmax().solve(ByUndo, &limits, &mut ()).unwrap();
        prop_assert_eq!(plain, led);
    }
}
