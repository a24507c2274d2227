//! Breadth-first search looks for successors in batches where that is faster: nobody can tell.

use std::fmt::Debug;
use std::hash::Hash;

use proptest::prelude::*;

use statewalk::cost::Cost;
use statewalk::search::breadth_first;
use statewalk::search::limits::Limits;
use statewalk::search::outcome::Outcome;
use statewalk::search::task::Task;
use statewalk::search::trace::ByParents;
use statewalk::search::{Observer, Stats};
use statewalk::space::StateSpace;
use statewalk::store::interned::Interned;

use crate::agreement::{cases, questions};
use crate::digraph::{Digraph, Question, question};

/// The same graph; its states own memory, so each is looked for as soon as it is made.
struct Owning<'a>(&'a Digraph);

impl<'g> StateSpace for Owning<'g> {
    type State = Box<u32>;
    type Action = usize;

    fn actions<'a>(&'a self, state: &Box<u32>) -> impl Iterator<Item = usize> + use<'a, 'g> {
        self.0.actions(state)
    }

    fn apply(&self, state: &mut Box<u32>, action: &usize) {
        self.0.apply(state, action);
    }

    fn cost(&self, state: &Box<u32>, action: &usize) -> Cost {
        self.0.cost(state, action)
    }
}

/// The states in the order in which they are expanded, with their costs.
#[derive(Debug, PartialEq)]
struct Expanded(Vec<(u32, Cost)>);

impl Observer<u32> for Expanded {
    fn expanded(&mut self, &state: &u32, g: Cost) {
        self.0.push((state, g));
    }
}

impl Observer<Box<u32>> for Expanded {
    fn expanded(&mut self, state: &Box<u32>, g: Cost) {
        self.0.push((**state, g));
    }
}

/// What can be told from outside, but for the memory that it took.
type Told = (Expanded, Result<(Outcome<usize>, Stats), String>);

fn search<P>(space: &P, question: &Question, limits: &Limits) -> Told
where
    P: StateSpace<State: From<u32> + Hash + Debug, Action = usize>,
    Expanded: Observer<P::State>,
{
    let starts = question.starts.iter();
    let starts: Vec<_> = starts.map(|&(state, g)| (state.into(), g)).collect();
    let goals: Vec<P::State> = question.goals.iter().map(|&goal| goal.into()).collect();
    let task = Task {
        space,
        starts: &starts,
        goal: &|state: &P::State| goals.contains(state),
    };
    let (mut store, mut seen) = (Interned::new(&limits.memory), Expanded(Vec::new()));
    let found = breadth_first::search(task, &mut store, &ByParents, limits, &mut seen);
    let told = found.map(|found| {
        let peak_bytes = 0;
        (
            found.outcome,
            Stats {
                peak_bytes,
                ..found.stats
            },
        )
    });
    (seen, told.map_err(|error| error.to_string()))
}

fn nobody_can_tell(question: &Question, limits: impl Fn() -> Limits) -> Told {
    let batched = search(&question.graph, question, &limits());
    let one_by_one = search(&Owning(&question.graph), question, &limits());
    assert_eq!(batched, one_by_one, "{question:?}");
    batched
}

/// Under every limit on expansions, states and cost that can stop it, and under none.
fn nobody_can_ever_tell(question: &Question) {
    let (whole, _) = nobody_can_tell(question, Limits::default);
    for most in 0..=whole.0.len() as u64 {
        let _ = nobody_can_tell(question, || Limits {
            expansions: Some(most),
            ..Limits::default()
        });
        let _ = nobody_can_tell(question, || Limits {
            states: Some(most),
            ..Limits::default()
        });
    }
    for most in 0..6 {
        let _ = nobody_can_tell(question, || Limits {
            cost: Some(most),
            ..Limits::default()
        });
    }
}

proptest! {
    #![proptest_config(cases(500))]

    #[test]
    fn with_unit_costs(question in questions(Just(1), Just(-3))) {
        nobody_can_ever_tell(&question);
    }

    #[test]
    fn with_costs_that_are_refused(question in questions(1..3i64, Just(0))) {
        nobody_can_ever_tell(&question);
    }
}

/// Three layers: `width` nodes, and as many times `width` below them, which are linked back to all nodes above.
fn wide(width: u32) -> Vec<(u32, u32, Cost)> {
    let above = |node: u32| 1 + node;
    let below = |node: u32, nth: u32| 1 + width + node * width + nth;
    let mut arcs: Vec<_> = (0..width).map(|node| (0, above(node), 1)).collect();
    for node in 0..width {
        arcs.push((above(node), 0, 1));
        for nth in 0..width {
            arcs.push((above(node), below(node, nth), 1));
            arcs.push((below(node, nth), above(nth), 1));
        }
    }
    arcs
}

#[test]
fn with_limits_that_end_a_full_batch() {
    let mut arcs = wide(40);
    let dear = arcs.len() - 7;
    for cost in [1, 2] {
        arcs[dear].2 = cost;
        for goals in [vec![], vec![900]] {
            let question = question(&arcs, 0, &goals);
            for most in (0..1700).step_by(23) {
                let _ = nobody_can_tell(&question, || Limits {
                    states: Some(most),
                    ..Limits::default()
                });
                let _ = nobody_can_tell(&question, || Limits {
                    expansions: Some(most),
                    ..Limits::default()
                });
            }
            for most in 0..4 {
                let _ = nobody_can_tell(&question, || Limits {
                    cost: Some(most),
                    ..Limits::default()
                });
            }
        }
    }
}

#[test]
fn with_more_actions_than_a_batch_has_room_for() {
    for width in [40, 300] {
        let arcs = wide(width);
        let nodes = 1 + width + width * width;
        for goals in [vec![], vec![nodes - 1], vec![width]] {
            let question = question(&arcs, 0, &goals);
            let (seen, told) = nobody_can_tell(&question, Limits::default);
            let (outcome, stats) = told.expect("unit costs");
            let Some(&goal) = goals.first() else {
                assert_eq!((outcome, stats.stored), (Outcome::Unsolvable, nodes.into()));
                assert_eq!(seen.0.len() as u64, stats.stored);
                assert_eq!(stats.generated, question.graph.arcs.len() as u64);
                continue;
            };
            assert_eq!(outcome.cost(), Some(if goal > width { 2 } else { 1 }));
        }
    }
}
