//! A search that met a limit on cost goes on under a higher one, as if it had met none.

use proptest::prelude::*;

use statewalk::cost::Cost;
use statewalk::goal::AnyOf;
use statewalk::heuristic::Blind;
use statewalk::memory::Memory;
use statewalk::open::buckets::Buckets;
use statewalk::open::heap::Heap;
use statewalk::open::{OpenList, Queued};
use statewalk::search::best_first::{BestFirst, Order};
use statewalk::search::breadth_first::ByArrival;
use statewalk::search::end::End;
use statewalk::search::limits::{Limit, Limits};
use statewalk::search::task::Task;
use statewalk::search::uniform_cost::ByCost;
use statewalk::store::Costs;
use statewalk::store::interned::Interned;

use crate::agreement::{cases, questions};
use crate::digraph::{Question, chain};
use crate::oracle::{Answer, answer};

/// Costs of plans that the random graphs can have.
const LEAST: Cost = -5;
const LARGEST: Cost = 60;

/// Raises the limit on cost until the search ends; now and then another limit ends a run first.
fn raised<O, R>(question: &Question, open: O, order: R, step: usize, pause: u64) -> Answer
where
    R: Order,
    O: OpenList<u32, Key = R::Key>,
{
    let goal = AnyOf(question.goals.clone());
    let task = Task {
        space: &question.graph,
        starts: &question.starts,
        goal: &goal,
    };
    let mut store = Interned::new(&Memory::unlimited());
    let mut search = BestFirst::new(task, &mut store, open, order, Blind);
    for most in (LEAST..=LARGEST).step_by(step) {
        loop {
            let limits = Limits {
                cost: Some(most),
                expansions: Some(search.stats().expanded + pause),
                ..Limits::default()
            };
            match search.run(&limits, &mut ()).expect("no cost is negative") {
                End::Limit(Limit::Expansions(_)) => {}
                End::Limit(limit) => {
                    assert_eq!(limit, Limit::Cost(most), "{question:?}");
                    let lower = search.lower().expect("the limit proves one");
                    assert!(lower > most, "{question:?}");
                    break;
                }
                End::Exhausted => return Answer::Unsolvable,
                End::Goal(id) => {
                    let cost = search.store().g(id);
                    assert!(search.lower() <= Some(cost), "{question:?}");
                    return Answer::Cost(cost);
                }
            }
        }
    }
    panic!("the search does not end: {question:?}")
}

fn by_arrival(question: &Question, step: usize, pause: u64) -> Answer {
    let queue = Interned::<u32>::queue(&Memory::unlimited());
    raised(question, queue, ByArrival, step, pause)
}

fn by_cost(question: &Question, step: usize, pause: u64) -> [Answer; 2] {
    let memory = Memory::unlimited();
    let order = || ByCost::up_to(9);
    let buckets = Buckets::new(&memory, LEAST, 18).expect("room");
    [
        raised(question, Heap::new(&memory), order(), step, pause),
        raised(question, buckets, order(), step, pause),
    ]
}

#[test]
fn a_chain_is_followed_from_limit_to_limit() {
    let question = chain(40, 1);
    for pause in [1, 7, u64::MAX / 2] {
        for step in [1, 3] {
            assert_eq!(by_arrival(&question, step, pause), Answer::Cost(39));
            assert_eq!(by_cost(&question, step, pause), [Answer::Cost(39); 2]);
        }
    }
}

proptest! {
    #![proptest_config(cases(500))]

    #[test]
    fn breadth_first(question in questions(Just(1), Just(-3)), step in 1usize..4, pause in 1u64..4) {
        prop_assert_eq!(by_arrival(&question, step, pause), answer(&question));
    }

    #[test]
    fn uniform_cost(question in questions(0..5i64, -4..5i64), step in 1usize..4, pause in 1u64..4) {
        prop_assert_eq!(by_cost(&question, step, pause), [answer(&question); 2]);
    }
}

/// A limit that falls again changes nothing: what was allowed once is looked at.
#[test]
fn a_lower_limit_is_not_a_step_back() {
    let question = chain(10, 1);
    let goal = AnyOf(question.goals.clone());
    let task = Task {
        space: &question.graph,
        starts: &question.starts,
        goal: &goal,
    };
    let mut store = Interned::new(&Memory::unlimited());
    let open = Heap::new(&Memory::unlimited());
    let mut search = BestFirst::new(task, &mut store, open, ByCost::up_to(1), Blind);
    let mut run = |most| {
        let limits = Limits {
            cost: Some(most),
            ..Limits::default()
        };
        search.run(&limits, &mut ()).expect("no cost is negative")
    };
    assert_eq!(run(4), End::Limit(Limit::Cost(4)));
    assert_eq!(run(2), End::Limit(Limit::Cost(4)));
    assert_eq!(run(20), End::Goal(9));
}
