//! Orders of a user's own: what they do not prove is not claimed.

use std::fmt::Debug;
use std::ops::RangeInclusive;

use statewalk::cost::{Cost, CostOverflow};
use statewalk::heuristic::Blind;
use statewalk::memory::Memory;
use statewalk::open::heap::Heap;
use statewalk::search::best_first::{BestFirst, Order};
use statewalk::search::limits::Limits;
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
