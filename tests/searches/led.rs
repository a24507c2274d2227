//! Searches led by estimates: right with any admissible heuristic, consistent or not.

use proptest::prelude::*;

use statewalk::cost::Cost;
use statewalk::encoding::number::Number;
use statewalk::goal::{AnyOf, Exactly};
use statewalk::heuristic::Heuristic;
use statewalk::memory::Memory;
use statewalk::search::limits::{Limit, Limits};
use statewalk::search::outcome::{Found, Outcome, SearchError};
use statewalk::search::task::Task;
use statewalk::search::trace::ByParents;
use statewalk::search::weighted_astar::{Weight, weighted_astar};
use statewalk::search::{astar, greedy, weighted_astar as weighted};
use statewalk::space::StateSpace;
use statewalk::store::interned::Interned;
use statewalk::store::packed::Packed;
use statewalk::store::ranked::Ranked;
use statewalk::store::slate::Slate;

use crate::agreement::{cases, check, questions};
use crate::digraph::{Digraph, Question, question, weighed};
use crate::oracle::{self, Answer, Distance};

/// Estimates of all nodes.
#[derive(Clone, Debug)]
pub(crate) struct Estimates(pub(crate) Vec<Option<Cost>>);

impl Heuristic<u32> for Estimates {
    fn estimate(&self, &state: &u32) -> Option<Cost> {
        self.0[state as usize]
    }
}

/// Estimates that are a share of the true distances, in quarters, each node its own: admissible and seldom
/// consistent. Dead ends are known or not.
pub(crate) fn shares(question: &Question, quarters: &[Cost]) -> Estimates {
    let arcs = question.graph.arcs.iter();
    let back = Question {
        graph: Digraph::new(
            question.graph.nodes,
            arcs.map(|&(from, to, cost)| (to, from, cost)).collect(),
        ),
        starts: question.goals.iter().map(|&goal| (goal, 0)).collect(),
        goals: Vec::new(),
    };
    let estimate = |(distance, &share): (Distance, &Cost)| match distance {
        Distance::At(cost) => Some(cost * share / 4),
        _ if share < 2 => None,
        _ => Some(share * 100),
    };
    let distances = oracle::distances(&back).into_iter();
    Estimates(distances.zip(quarters).map(estimate).collect())
}

type Answered = Result<Found<usize>, SearchError>;

/// The searches.
#[derive(Clone, Copy, Debug)]
enum Led {
    Astar,
    Weighted(Weight),
    Greedy,
}

const STORES: [&str; 4] = ["interned", "packed", "ranked with parents", "on a slate"];

/// One search on one store.
fn ask<P>(
    led: Led,
    store: &str,
    task: Task<'_, P, AnyOf<u32>>,
    nodes: u32,
    estimates: &Estimates,
    limits: &Limits,
) -> Answered
where
    P: StateSpace<State = u32, Action = usize>,
{
    let memory = &limits.memory;
    let ranks = || Number::<u32>::new(nodes.into()).expect("a small size");
    macro_rules! on {
        ($store:expr) => {{
            let (mut store, by) = ($store, ByParents);
            let h = estimates;
            match led {
                Led::Astar => astar::search(task, h, &mut store, &by, limits, &mut ()),
                Led::Weighted(w) => {
                    weighted::search(task, (h, w), &mut store, &by, limits, &mut ())
                }
                Led::Greedy => greedy::search(task, h, &mut store, &by, limits, &mut ()),
            }
        }};
    }
    match store {
        "interned" => on!(Interned::new(memory)),
        "packed" => on!(Packed::<_, u32>::new(ranks(), memory).expect("room")),
        "on a slate" => {
            let table = Ranked::<_, Slate>::wipeable(ranks(), memory).expect("room");
            on!(table.with_parents(memory).expect("room"))
        }
        _ => {
            let table = Ranked::<_>::new(ranks(), 0, memory).expect("room");
            on!(table.with_parents(memory).expect("room"))
        }
    }
}

/// On every store, with bins and with tiers, one and the same answer; it is checked by `judge`.
fn everywhere(
    led: Led,
    question: &Question,
    estimates: &Estimates,
    judge: impl Fn(&Found<usize>, &str),
) {
    let goal = AnyOf(question.goals.clone());
    let starts = &question.starts[..];
    let graph = &question.graph;
    for store in STORES {
        let task = Task {
            space: graph,
            starts,
            goal: &goal,
        };
        let tiers = ask(led, store, task, graph.nodes, estimates, &Limits::default());
        let space = &weighed(graph);
        let task = Task {
            space,
            starts,
            goal: &goal,
        };
        let bins = ask(led, store, task, graph.nodes, estimates, &Limits::default());
        for (found, list) in [(tiers, "tiers"), (bins, "bins")] {
            let name = format!("{led:?}, {store}, {list}, {estimates:?}");
            judge(
                &found.unwrap_or_else(|error| panic!("{name}: {error}")),
                &name,
            );
        }
    }
}

pub(crate) fn quarters() -> impl Strategy<Value = Vec<Cost>> {
    prop::collection::vec(0..=4i64, 8)
}

proptest! {
    #![proptest_config(cases(1000))]

    #[test]
    fn astar_is_optimal_with_any_admissible_heuristic(
        question in questions(0..9i64, -4..5i64),
        quarters in quarters(),
    ) {
        let estimates = shares(&question, &quarters);
        let right = oracle::answer(&question);
        everywhere(Led::Astar, &question, &estimates, |found, name| {
            check(&question, found, right, name);
        });
    }

    #[test]
    fn weighted_astar_keeps_its_bound(
        question in questions(0..9i64, -4..5i64),
        quarters in quarters(),
        thousandths in 1000u32..4000,
    ) {
        let estimates = shares(&question, &quarters);
        let right = oracle::answer(&question);
        let weight = Weight::of_thousandths(thousandths).unwrap();
        let initial = question.starts.iter().map(|start| start.1).min().unwrap_or(0);
        everywhere(Led::Weighted(weight), &question, &estimates, |found, name| {
            let (Outcome::Solved { plan, proved, lower }, Answer::Cost(least)) = (&found.outcome, right) else {
                return check(&question, found, right, name);
            };
            let goal = AnyOf(question.goals.clone());
            assert_eq!(plan.validate(&question.graph, &question.starts, &goal), Ok(()), "{name}");
            let bound = (least - initial) * Cost::from(thousandths);
            assert!((plan.cost - initial) * 1000 <= bound, "{name}: {plan:?}, optimal {least}");
            assert!(lower.is_some_and(|lower| lower <= least), "{name}: {lower:?} above {least}");
            assert!(!proved || plan.cost == least, "{name}: {plan:?}, optimal {least}");
        });
    }

    #[test]
    fn greedy_finds_a_plan_where_there_is_one(
        question in questions(0..9i64, -4..5i64),
        quarters in quarters(),
    ) {
        let estimates = shares(&question, &quarters);
        let right = oracle::answer(&question);
        everywhere(Led::Greedy, &question, &estimates, |found, name| {
            let (Outcome::Solved { plan, proved, .. }, Answer::Cost(_)) = (&found.outcome, right) else {
                return check(&question, found, right, name);
            };
            let goal = AnyOf(question.goals.clone());
            assert_eq!(plan.validate(&question.graph, &question.starts, &goal), Ok(()), "{name}");
            assert!(!proved, "{name}");
        });
    }

    /// A search that is stopped after each expansion knows a bound that holds.
    #[test]
    fn bounds_hold_before_the_end(
        question in questions(0..9i64, 0..5i64),
        quarters in quarters(),
        most in 0u64..12,
        thousandths in 1000u32..3000,
    ) {
        let estimates = shares(&question, &quarters);
        let Answer::Cost(least) = oracle::answer(&question) else {
            return Ok(());
        };
        let goal = AnyOf(question.goals.clone());
        let task = Task { space: &question.graph, starts: &question.starts, goal: &goal };
        let limits = Limits { expansions: Some(most), ..Limits::default() };
        let weight = Weight::of_thousandths(thousandths).unwrap();
        for led in [Led::Astar, Led::Weighted(weight)] {
            let found = ask(led, "interned", task, 8, &estimates, &limits).unwrap();
            if let Outcome::LimitReached { lower, .. } = found.outcome {
                prop_assert!(lower.is_none_or(|lower| lower <= least), "{led:?}: {lower:?} above {least}");
            }
        }
    }
}

/// The graph on which A* must expand a state again: A>B 3, B>C 3, C>D 3, A>C 8, A>D 10.
#[test]
fn states_are_reopened() {
    let graph = question(
        &[(0, 1, 3), (1, 2, 3), (2, 3, 3), (0, 2, 8), (0, 3, 10)],
        0,
        &[3],
    );
    let estimates = Estimates(vec![Some(9), Some(6), Some(0), Some(0)]);
    everywhere(Led::Astar, &graph, &estimates, |found, name| {
        check(&graph, found, Answer::Cost(9), name);
    });
    let blunt = Estimates(vec![Some(0), Some(6), Some(0), Some(0)]);
    everywhere(Led::Astar, &graph, &blunt, |found, name| {
        check(&graph, found, Answer::Cost(9), name);
        // C is expanded at 8 and again at 6, and D found at 10, then at 9.
        let stats = found.stats;
        assert_eq!(
            (stats.expanded, stats.reopened),
            (4, 2),
            "{name}: {stats:?}"
        );
    });
}

#[test]
fn a_heuristic_that_the_plan_refutes_is_refused() {
    // The estimate of node 1 hides the cheap way at first; on the dear one, node 2's is too large.
    let graph = question(&[(0, 1, 1), (1, 3, 1), (0, 2, 3), (2, 3, 2)], 0, &[3]);
    let estimates = Estimates(vec![Some(2), Some(9), Some(3), Some(0)]);
    let goal = Exactly(3);
    let refused = SearchError::Inadmissible {
        estimate: Some(3),
        rest: 2,
    };
    let found = astar::astar(&graph.graph, 0, &goal, &estimates);
    assert_eq!(found, Err(refused.clone()));
    let weight = Weight::of_thousandths(1500).unwrap();
    let found = weighted_astar(&graph.graph, 0, &goal, &estimates, weight);
    assert_eq!(found, Err(refused));
    // Greedy search promises nothing, so it need not trust.
    let found = greedy::greedy(&graph.graph, 0, &goal, &estimates).unwrap();
    assert_eq!(found.cost(), Some(5));
    let message = SearchError::Inadmissible {
        estimate: None,
        rest: 2,
    }
    .to_string();
    assert!(
        message.ends_with("it says that no goal can be reached"),
        "{message}"
    );
}

#[test]
fn negative_costs_and_small_budgets_are_refused() {
    let graph = question(&[(0, 1, 1), (1, 2, -1)], 0, &[2]);
    let none = Estimates(vec![Some(0); 3]);
    let found = astar::astar(&graph.graph, 0, &Exactly(2), &none);
    assert!(
        matches!(found, Err(SearchError::NegativeArc { cost: -1, .. })),
        "{found:?}"
    );
    let graph = question(&[(0, 1, 1), (1, 2, 1)], 0, &[2]);
    let limits = Limits {
        memory: Memory::limited(2000),
        ..Limits::default()
    };
    let (space, goal) = (&weighed(&graph.graph), AnyOf(vec![2]));
    let task = Task {
        space,
        starts: &graph.starts,
        goal: &goal,
    };
    let mut store = Interned::new(&limits.memory);
    let found = astar::search(task, &none, &mut store, &ByParents, &limits, &mut ()).unwrap();
    let stopped = matches!(
        found.outcome,
        Outcome::LimitReached {
            limit: Limit::Memory(_),
            ..
        }
    );
    assert!(stopped, "{found:?}");
}
