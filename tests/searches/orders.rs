//! Orders of a user's own: what they do not prove is not claimed.

use std::fmt::Debug;
use std::ops::RangeInclusive;

use statewalk::cost::{Cost, CostOverflow};
use statewalk::heuristic::Blind;
use statewalk::memory::Memory;
use statewalk::open::heap::Heap;
use statewalk::search::best_first::{BestFirst, Order};
use statewalk::search::breadth_first::breadth_first;
use statewalk::search::limits::{Limit, Limits};
use statewalk::search::outcome::{Outcome, SearchError};
use statewalk::search::task::Task;
use statewalk::search::trace::ByParents;
use statewalk::store::interned::Interned;

use crate::digraph::question;

/// The most expensive node first; `lower` as it is told.
struct Farthest(Option<Cost>);

impl Order for Farthest {
    type Key = Cost;
    const FIRST_IS_CHEAPEST: bool = false;

    fn key(&self, g: Cost, _: Cost) -> Result<Cost, CostOverflow> {
        Ok(-g)
    }

    fn is_current(&self, key: Cost, g: Cost) -> bool {
        key == -g
    }

    fn lower(&self, _: Cost, _: Cost) -> Option<Cost> {
        self.0
    }

    fn costs(&self) -> RangeInclusive<Cost> {
        Cost::MIN..=Cost::MAX
    }

    fn refusal<A: Debug>(&self, action: &A, cost: Cost) -> SearchError {
        SearchError::negative(action, cost)
    }
}

#[test]
fn a_goal_is_proved_by_what_the_order_proves() {
    // Straight to the goal for 2, or by a detour for 9.
    let question = question(&[(0, 2, 2), (0, 1, 5), (1, 2, 4)], 0, &[2]);
    let goal = |&node: &u32| node == 2;
    let task = Task {
        space: &question.graph,
        starts: &question.starts,
        goal: &goal,
    };
    for lower in [None, Some(0), Some(1)] {
        let mut store = Interned::new(&Memory::unlimited());
        let open = Heap::new(&Memory::unlimited());
        let search = BestFirst::new(task, &mut store, open, Farthest(lower), Blind);
        let found = search.solve(&ByParents, &Limits::default(), &mut ());
        let outcome = found.expect("costs fit").outcome;
        let Outcome::Solved {
            plan,
            proved,
            lower: known,
        } = outcome
        else {
            panic!("{outcome:?}");
        };
        assert_eq!((plan.cost, proved, known), (2, false, lower));
    }
}

/// A cost that is above the limit may fall below it where arcs cost less than nothing.
#[test]
fn a_limit_on_cost_leaves_out_nothing_where_costs_may_fall() {
    // By 5 and then -4 to the goal, which costs 1; a second goal costs 9.
    let question = question(&[(0, 1, 5), (1, 2, -4), (0, 3, 9)], 0, &[2, 3]);
    let goal = |&node: &u32| node == 2 || node == 3;
    let task = Task {
        space: &question.graph,
        starts: &question.starts,
        goal: &goal,
    };
    for (most, expected) in [(3, Some(1)), (1, Some(1)), (0, None), (-1, None)] {
        let limits = Limits {
            cost: Some(most),
            ..Limits::default()
        };
        let mut store = Interned::new(&limits.memory);
        let open = Heap::new(&limits.memory);
        let search = BestFirst::new(task, &mut store, open, Farthest(None), Blind);
        let found = search.solve(&ByParents, &limits, &mut ()).unwrap();
        let lower = Some(1);
        match (expected, found.outcome) {
            (Some(cost), Outcome::Solved { plan, .. }) => assert_eq!(plan.cost, cost),
            (None, outcome) => {
                let limit = Limit::Cost(most);
                let best = None;
                assert_eq!(outcome, Outcome::LimitReached { limit, best, lower });
            }
            (_, outcome) => panic!("at most {most}: {outcome:?}"),
        }
    }
}

/// The actions of a node that a goal is reached from are looked at, also those after the goal.
#[test]
fn breadth_first_sees_a_cost_that_it_does_not_serve_beside_a_goal() {
    let question = question(&[(0, 1, 1), (0, 2, 0), (2, 1, 0)], 0, &[1]);
    let goal = |&node: &u32| node == 1;
    let refused = breadth_first(&question.graph, 0, &goal);
    assert!(
        matches!(refused, Err(SearchError::NotUnitCost { .. })),
        "{refused:?}"
    );
}
