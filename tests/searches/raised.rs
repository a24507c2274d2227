//! A search that met a limit on cost goes on under a higher one, as if it had met none.

use proptest::prelude::*;

use statewalk::cost::Cost;
use statewalk::encoding::number::Number;
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
use statewalk::store::packed::Packed;
use statewalk::store::ranked::Ranked;

use crate::agreement::{cases, questions};
use crate::digraph::{Question, chain};
use crate::oracle::{Answer, answer};

/// Costs of plans that the random graphs can have.
const LEAST: Cost = -5;
const LARGEST: Cost = 60;

/// How the limits are raised: the one on cost by so much at a time, and so many expansions at a time.
#[derive(Clone, Copy, Debug)]
struct Pace {
    step: usize,
    pause: u64,
}

fn paces() -> impl Strategy<Value = Pace> {
    (1usize..4, 1u64..4).prop_map(|(step, pause)| Pace { step, pause })
}

/// Raises the limit on cost until the search ends; now and then another limit ends a run first.
fn raised<S, O, R>(question: &Question, store: &mut S, open: O, order: R, pace: Pace) -> Answer
where
    S: Costs<State = u32>,
    R: Order,
    O: OpenList<S::Id, Key = R::Key>,
{
    let Pace { step, pause } = pace;
    let goal = AnyOf(question.goals.clone());
    let task = Task {
        space: &question.graph,
        starts: &question.starts,
        goal: &goal,
    };
    let mut search = BestFirst::new(task, store, open, order, Blind);
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

/// What `$search` says on every kind of store.
macro_rules! on_each_store {
    ($search:ident, $question:expr, $pace:expr) => {{
        let (question, pace): (&Question, Pace) = ($question, $pace);
        let memory = Memory::unlimited();
        let nodes = || Number::<u32>::new(question.graph.nodes.into()).expect("few nodes");
        let table =
            |largest| -> Ranked<_> { Ranked::new(nodes(), largest, &memory).expect("room") };
        let parents = |largest| table(largest).with_parents(&memory).expect("room");
        let mut packed: Packed<_, u32> = Packed::new(nodes(), &memory).expect("room");
        [
            $search(question, &mut Interned::<u32>::new(&memory), pace),
            $search(question, &mut packed, pace),
            $search(question, &mut table(0), pace),
            $search(question, &mut table(300), pace),
            $search(question, &mut parents(300), pace),
        ]
    }};
}

fn by_arrival<S>(question: &Question, store: &mut S, pace: Pace) -> Answer
where
    S: Costs<State = u32> + Queued,
{
    let queue = S::queue(&Memory::unlimited());
    raised(question, store, queue, ByArrival, pace)
}

fn by_heap<S>(question: &Question, store: &mut S, pace: Pace) -> Answer
where
    S: Costs<State = u32, Id: Ord>,
{
    let heap = Heap::new(&Memory::unlimited());
    raised(question, store, heap, ByCost::up_to(9), pace)
}

fn by_buckets<S>(question: &Question, store: &mut S, pace: Pace) -> Answer
where
    S: Costs<State = u32>,
{
    let buckets = Buckets::new(&Memory::unlimited(), LEAST, 18).expect("room");
    raised(question, store, buckets, ByCost::up_to(9), pace)
}

#[test]
fn a_chain_is_followed_from_limit_to_limit() {
    let question = chain(40, 1);
    for pause in [1, 7, u64::MAX / 2] {
        for step in [1, 3] {
            let (pace, right) = (Pace { step, pause }, [Answer::Cost(39); 5]);
            assert_eq!(on_each_store!(by_arrival, &question, pace), right);
            assert_eq!(on_each_store!(by_heap, &question, pace), right);
            assert_eq!(on_each_store!(by_buckets, &question, pace), right);
        }
    }
}

proptest! {
    #![proptest_config(cases(500))]

    #[test]
    fn breadth_first(question in questions(Just(1), Just(-3)), pace in paces()) {
        let right = [answer(&question); 5];
        prop_assert_eq!(on_each_store!(by_arrival, &question, pace), right);
    }

    /// Costs of states from 0 on, which tables keep as narrow as they were made.
    #[test]
    fn breadth_first_from_zero(question in questions(Just(1), Just(0)), pace in paces()) {
        let right = [answer(&question); 5];
        prop_assert_eq!(on_each_store!(by_arrival, &question, pace), right);
    }

    #[test]
    fn uniform_cost(question in questions(0..5i64, -4..5i64), pace in paces()) {
        let right = [answer(&question); 5];
        prop_assert_eq!(on_each_store!(by_heap, &question, pace), right);
        prop_assert_eq!(on_each_store!(by_buckets, &question, pace), right);
    }

    #[test]
    fn uniform_cost_from_zero(question in questions(0..5i64, 0..9i64), pace in paces()) {
        let right = [answer(&question); 5];
        prop_assert_eq!(on_each_store!(by_heap, &question, pace), right);
        prop_assert_eq!(on_each_store!(by_buckets, &question, pace), right);
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
