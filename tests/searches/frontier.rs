//! Frontier search: right without a closed list, on every store, with plans put together afterwards.

use proptest::prelude::*;

use statewalk::encoding::number::Number;
use statewalk::goal::AnyOf;
use statewalk::memory::Memory;
use statewalk::search::limits::{Limit, Limits};
use statewalk::search::outcome::{Found, Outcome, SearchError};
use statewalk::search::task::Task;
use statewalk::search::trace::ByParents;
use statewalk::search::{Observer, breadth_first, frontier};
use statewalk::store::interned::Interned;
use statewalk::store::packed::Packed;
use statewalk::store::ranked::Ranked;

use crate::agreement::{cases, check};
use crate::digraph::{Question, question};
use crate::oracle;
use crate::undirected::{Undirected, undirected};

type Answered = Result<Found<usize>, SearchError>;

const STORES: [&str; 4] = ["interned", "packed", "ranked", "ranked with parents"];

fn ask(
    question: &Question,
    store: &str,
    limits: &Limits,
    eye: &mut impl Observer<u32>,
) -> Answered {
    let goal = AnyOf(question.goals.clone());
    let graph = Undirected(question.graph.clone());
    let task = Task {
        space: &graph,
        starts: &question.starts,
        goal: &goal,
    };
    let ranks = || Number::<u32>::new(graph.0.nodes.into()).expect("a small size");
    let table = |memory: &Memory| -> Result<Ranked<_>, _> { Ranked::new(ranks(), 0, memory) };
    match store {
        "interned" => frontier::search(task, &|memory| Ok(Interned::new(memory)), limits, eye),
        "packed" => {
            let make = |memory: &Memory| Packed::<_, u32>::new(ranks(), memory);
            frontier::search(task, &make, limits, eye)
        }
        "ranked" => frontier::search(task, &table, limits, eye),
        _ => {
            let make = |memory: &Memory| Ok(table(memory)?.with_parents(memory)?);
            frontier::search(task, &make, limits, eye)
        }
    }
}

/// The layers that a search tells of.
#[derive(Default, PartialEq, Debug)]
struct Layers(Vec<(i64, u64)>);

impl Observer<u32> for Layers {
    fn layer(&mut self, depth: i64, states: u64) {
        self.0.push((depth, states));
    }
}

proptest! {
    #![proptest_config(cases(1000))]

    #[test]
    fn it_is_right(question in undirected((12, 16), Just(1), Just(-3))) {
        let right = oracle::answer(&question);
        let mut told = None;
        for store in STORES {
            let mut layers = Layers::default();
            let found = ask(&question, store, &Limits::default(), &mut layers).unwrap();
            check(&question, &found, right, store);
            let again = ask(&question, store, &Limits::default(), &mut ()).unwrap();
            prop_assert_eq!(&found, &again, "{} does not repeat", store);
            // The same plan and layers on every store.
            let said = (found.outcome, layers);
            prop_assert_eq!(told.get_or_insert_with(|| (said.0.clone(), Layers(said.1.0.clone()))), &said);
        }
    }

    /// Whatever the limit is, the bound holds.
    #[test]
    fn limits_are_honest(question in undirected((12, 16), Just(1), Just(-3)), most in 0..30u64) {
        let limits = Limits { expansions: Some(most), ..Limits::default() };
        let found = ask(&question, "interned", &limits, &mut ()).unwrap();
        match (found.outcome, oracle::answer(&question)) {
            (Outcome::LimitReached { limit, lower, best }, right) => {
                prop_assert_eq!((limit, best), (Limit::Expansions(most), None));
                prop_assert_eq!(found.stats.expanded, most);
                if let oracle::Answer::Cost(cost) = right {
                    prop_assert!(lower.is_some_and(|lower| lower <= cost));
                }
            }
            (Outcome::Solved { plan, proved: true, .. }, oracle::Answer::Cost(cost)) => {
                prop_assert_eq!(plan.cost, cost);
            }
            (Outcome::Unsolvable, oracle::Answer::Unsolvable) => {}
            (said, right) => panic!("{said:?}, right is {right:?}"),
        }
    }

    #[test]
    fn limits_on_cost_are_exact(question in undirected((12, 16), Just(1), Just(-3)), most in -4..6i64) {
        let limits = Limits { cost: Some(most), ..Limits::default() };
        let found = ask(&question, "packed", &limits, &mut ()).unwrap();
        match (found.outcome, oracle::answer(&question)) {
            (Outcome::LimitReached { limit, lower, .. }, right) => {
                prop_assert_eq!(limit, Limit::Cost(most));
                prop_assert!(lower.is_some_and(|lower| lower > most));
                prop_assert!(!matches!(right, oracle::Answer::Cost(cost) if cost <= most));
            }
            (Outcome::Solved { plan, .. }, oracle::Answer::Cost(cost)) => {
                prop_assert!(plan.cost == cost && cost <= most);
            }
            (Outcome::Unsolvable, oracle::Answer::Unsolvable) => {}
            (said, right) => panic!("{said:?}, right is {right:?}"),
        }
    }
}

/// Along a corridor 40 wide, three layers are a fraction of what breadth-first search keeps.
#[test]
fn it_keeps_three_layers() {
    let (long, wide) = (400u32, 40);
    let at = |x: u32, y: u32| x * wide + y;
    let nodes = (0..long).flat_map(|x| (0..wide).map(move |y| (x, y)));
    let edges = nodes.flat_map(|(x, y)| {
        let on = (x + 1 < long).then(|| (at(x, y), at(x + 1, y), 1));
        let beside = (y + 1 < wide).then(|| (at(x, y), at(x, y + 1), 1));
        [on, beside].into_iter().flatten()
    });
    let graph = Undirected::new(long * wide, &edges.collect::<Vec<_>>());
    let question = Question {
        graph: graph.0,
        ..question(&[], 0, &[at(long - 1, wide - 1)])
    };
    let limits = Limits::default();
    let found = ask(&question, "interned", &limits, &mut ()).unwrap();
    check(
        &question,
        &found,
        oracle::Answer::Cost((long + wide - 2).into()),
        "frontier",
    );
    let goal = AnyOf(question.goals.clone());
    let task = Task {
        space: &question.graph,
        starts: &question.starts,
        goal: &goal,
    };
    let limits = Limits::default();
    let mut store = Interned::new(&limits.memory);
    let whole = breadth_first::search(task, &mut store, &ByParents, &limits, &mut ()).unwrap();
    assert_eq!(whole.outcome.cost(), found.outcome.cost());
    let (ours, theirs) = (found.stats.peak_bytes, whole.stats.peak_bytes);
    assert!(ours * 10 < theirs, "{ours} of {theirs} bytes");
}

#[test]
fn other_costs_are_refused() {
    let edges = [(0, 1, 1), (1, 2, 2)];
    let question = Question {
        graph: Undirected::new(3, &edges).0,
        ..question(&[], 0, &[2])
    };
    let error = ask(&question, "interned", &Limits::default(), &mut ()).unwrap_err();
    let (action, cost) = ("2".to_owned(), 2);
    assert_eq!(error, SearchError::NotUnitCost { action, cost });
    let uneven = Question {
        starts: vec![(0, 1), (1, 2)],
        ..question
    };
    let error = ask(&uneven, "interned", &Limits::default(), &mut ()).unwrap_err();
    assert_eq!(error, SearchError::UnequalStarts(1, 2));
}

/// A space that breaks its promise: its arcs lead one way.
#[test]
fn actions_that_cannot_be_undone_are_no_wrong_plan() {
    let question = question(&[(0, 1, 1), (1, 2, 1), (2, 3, 1), (3, 4, 1)], 0, &[4]);
    let found = ask(&question, "interned", &Limits::default(), &mut ());
    assert_eq!(found, Err(SearchError::NoAction));
}
