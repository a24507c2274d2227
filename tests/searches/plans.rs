//! Plans are read out of stores and tables under limits, and only where the rules know each action.

use std::cell::Cell;

use statewalk::distances::{all_to_one, one_to_all};
use statewalk::goal::{Exactly, Nowhere};
use statewalk::memory::Memory;
use statewalk::search::breadth_first;
use statewalk::search::limits::{Limit, Limits};
use statewalk::search::outcome::SearchError;
use statewalk::search::stop::Stop;
use statewalk::search::task::Task;
use statewalk::search::trace::{ByDescent, ByParents, Trace};
use statewalk::space::{Predecessors, StateSpace};
use statewalk::store::NodeStore;
use statewalk::store::interned::Interned;

use crate::digraph::{Digraph, chain};

const NODES: u32 = 100_000;

/// The plan along a chain to its node `end`, by each way to read one, under these limits.
fn plans(end: u32, limits: &Limits) -> Vec<Result<usize, Stop>> {
    let graph = chain(NODES, 1).graph;
    let (starts, free) = ([(0, 0)], Limits::default());
    let task = Task {
        space: &graph,
        starts: &starts,
        goal: &Nowhere,
    };
    let mut store = Interned::new(&free.memory);
    breadth_first::search(task, &mut store, &ByParents, &free, &mut ()).unwrap();
    let goal = store.find(&end).unwrap();
    let to = one_to_all(&graph, &starts, &free).unwrap();
    let from = all_to_one(&graph, &Exactly(end), &free).unwrap();
    let plans = [
        ByParents.plan(&graph, &starts, &store, goal, limits),
        ByDescent.plan(&graph, &starts, &store, goal, limits),
        to.plan_to(&graph, &starts, &end, limits)
            .map(Option::unwrap),
        from.plan_from(&graph, &0, limits).map(Option::unwrap),
    ];
    plans.map(|plan| plan.map(|plan| plan.actions.len())).into()
}

/// Every limit that a plan comes to is told, and what it had claimed is given back.
#[test]
fn plans_are_claimed_and_timed() {
    let end = NODES - 1;
    let free = Limits::default();
    assert_eq!(plans(end, &free), vec![Ok(end as usize); 4]);
    assert_eq!(free.memory.used(), 0);
    let narrow = Limits {
        memory: Memory::limited(100_000),
        ..Limits::default()
    };
    for plan in plans(end, &narrow) {
        let limit = plan.unwrap_err().limit();
        assert!(matches!(limit, Ok(Limit::Memory(_))), "{limit:?}");
    }
    assert_eq!(narrow.memory.used(), 0);
    assert!(narrow.memory.peak() > 50_000);
    let late = Limits::default();
    late.cancel.cancel();
    for plan in plans(end, &late) {
        assert_eq!(plan.unwrap_err().limit(), Ok(Limit::Cancelled));
    }
    // What a search found when its time ended is not thrown away for a few steps.
    assert_eq!(plans(1000, &late), vec![Ok(1000); 4]);
}

/// Rules that list no action any more once they are told to.
struct Forgetful {
    graph: Digraph,
    forgets: Cell<bool>,
}

impl StateSpace for Forgetful {
    type State = u32;
    type Action = usize;

    fn actions<'a>(&'a self, state: &u32) -> impl Iterator<Item = usize> + use<'a> {
        let forgets = self.forgets.get() && *state == 5;
        self.graph.actions(state).filter(move |_| !forgets)
    }

    fn apply(&self, state: &mut u32, action: &usize) {
        self.graph.apply(state, action);
    }
}

impl Predecessors for Forgetful {
    fn predecessors<'a>(&'a self, state: &u32) -> impl Iterator<Item = (usize, u32)> + use<'a> {
        let forgets = self.forgets.get() && *state == 6;
        self.graph.predecessors(state).filter(move |_| !forgets)
    }
}

#[test]
fn an_action_that_is_missing_is_an_error_and_no_shorter_plan() {
    let rules = Forgetful {
        graph: chain(10, 1).graph,
        forgets: Cell::new(false),
    };
    let (starts, limits) = ([(0, 0)], Limits::default());
    let task = Task {
        space: &rules,
        starts: &starts,
        goal: &Nowhere,
    };
    let mut store = Interned::new(&limits.memory);
    breadth_first::search(task, &mut store, &ByParents, &limits, &mut ()).unwrap();
    let to = one_to_all(&rules, &starts, &limits).unwrap();
    let from = all_to_one(&rules, &Exactly(9), &limits).unwrap();
    rules.forgets.set(true);
    let goal = store.find(&9).unwrap();
    let error = |stop: Stop| stop.limit().unwrap_err();
    let found = [
        ByParents
            .plan(&rules, &starts, &store, goal, &limits)
            .map_err(error),
        ByDescent
            .plan(&rules, &starts, &store, goal, &limits)
            .map_err(error),
        to.plan_to(&rules, &starts, &9, &limits)
            .map(Option::unwrap)
            .map_err(error),
        from.plan_from(&rules, &0, &limits)
            .map(Option::unwrap)
            .map_err(error),
    ];
    assert_eq!(
        found,
        [
            Err(SearchError::NoAction),
            Err(SearchError::NoDescent { cost: 6 }),
            Err(SearchError::NoAction),
            Err(SearchError::NoAction),
        ]
    );
}
