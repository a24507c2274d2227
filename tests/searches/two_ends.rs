//! Searches from both ends where actions differ in cost: right at the meeting, with any admissible heuristics,
//! and at every limit.

use proptest::prelude::*;

use statewalk::cost::Cost;
use statewalk::goal::AnyOf;
use statewalk::heuristic::Blind;
use statewalk::memory::Memory;
use statewalk::search::bidirectional_dijkstra::{self, ByCost, bidirectional_dijkstra};
use statewalk::search::end::{End, Step};
use statewalk::search::limits::{Limit, Limits};
use statewalk::search::nbs::{self, Pairs};
use statewalk::search::outcome::{Found, Outcome, SearchError};
use statewalk::search::task::Task;
use statewalk::search::trace::ByParents;
use statewalk::search::two_ends::{Agenda, TwoEnds};
use statewalk::search::uniform_cost;
use statewalk::store::interned::Interned;

use crate::agreement::{cases, check, questions};
use crate::digraph::{Digraph, Question, chain, question};
use crate::led::{Estimates, quarters, shares};
use crate::limits::run_on;
use crate::oracle;

fn task<'a>(question: &'a Question, goal: &'a AnyOf<u32>) -> Task<'a, Digraph, AnyOf<u32>> {
    Task {
        space: &question.graph,
        starts: &question.starts,
        goal,
    }
}

/// NBS with a heuristic at either end.
fn led(
    question: &Question,
    ends: (&Estimates, &Estimates),
    least: Cost,
    limits: &Limits,
) -> Result<Found<usize>, SearchError> {
    let goal = AnyOf(question.goals.clone());
    let (mut a, mut b) = (Interned::new(&limits.memory), Interned::new(&limits.memory));
    nbs::search(
        task(question, &goal),
        ends,
        (&mut a, &mut b),
        least,
        limits,
        &mut (),
    )
}

/// Dijkstra from both ends, where no action costs less than `least`.
fn plain(question: &Question, least: Cost) -> Result<Found<usize>, SearchError> {
    let (goal, limits) = (AnyOf(question.goals.clone()), Limits::default());
    let (mut a, mut b) = (Interned::new(&limits.memory), Interned::new(&limits.memory));
    let stores = (&mut a, &mut b);
    bidirectional_dijkstra::search(task(question, &goal), stores, least, &limits, &mut ())
}

/// The same question from the goals to the starts, as the backward heuristic sees it: initial costs are left out.
fn turned(question: &Question) -> Question {
    let arcs = question.graph.arcs.iter();
    Question {
        graph: Digraph::new(
            question.graph.nodes,
            arcs.map(|&(from, to, cost)| (to, from, cost)).collect(),
        ),
        starts: question.goals.iter().map(|&goal| (goal, 0)).collect(),
        goals: question.starts.iter().map(|&(start, _)| start).collect(),
    }
}

/// The cheapest plan does not pass where the ends meet first.
#[test]
fn the_first_meeting_is_not_the_answer() {
    let cases = [
        (&[(0, 2, 10), (0, 1, 6), (1, 2, 6)][..], 2, 10),
        (
            &[
                (1, 2, 6),
                (2, 5, 6),
                (1, 3, 7),
                (3, 5, 6),
                (1, 4, 10),
                (4, 5, 1),
            ],
            5,
            11,
        ),
    ];
    for (arcs, goal, cost) in cases {
        let start = arcs[0].0;
        let question = question(arcs, start, &[goal]);
        let outcome = bidirectional_dijkstra(&question.graph, start, &AnyOf(vec![goal])).unwrap();
        assert!(matches!(outcome, Outcome::Solved { proved: true, .. }));
        assert_eq!(outcome.cost(), Some(cost));
        for least in [0, 1] {
            let found = plain(&question, least).unwrap();
            check(&question, &found, oracle::answer(&question), "Dijkstra");
        }
    }
}

proptest! {
    #![proptest_config(cases(2000))]

    #[test]
    fn nbs_is_optimal_with_any_admissible_heuristics(
        question in questions(0..9i64, -4..5i64),
        ahead in quarters(),
        back in quarters(),
    ) {
        let ends = (shares(&question, &ahead), shares(&turned(&question), &back));
        let found = led(&question, (&ends.0, &ends.1), 0, &Limits::default()).unwrap();
        check(&question, &found, oracle::answer(&question), &format!("NBS, {ends:?}"));
    }

    /// Where actions are known to cost something, less is expanded, and the answer is the same.
    #[test]
    fn a_least_cost_saves_work(
        question in questions(3..9i64, -4..5i64),
        ahead in quarters(),
        back in quarters(),
    ) {
        let right = oracle::answer(&question);
        let ends = (shares(&question, &ahead), shares(&turned(&question), &back));
        let ask = |least| led(&question, (&ends.0, &ends.1), least, &Limits::default()).unwrap();
        let (without, with) = (ask(0), ask(3));
        check(&question, &with, right, "NBS");
        prop_assert!(with.outcome.cost() == without.outcome.cost());
        let (without, with) = (plain(&question, 0).unwrap(), plain(&question, 3).unwrap());
        check(&question, &with, right, "Dijkstra");
        prop_assert!(with.stats.expanded <= without.stats.expanded);
    }

    /// At every limit on expansions the bounds hold, and the search goes on to the same end.
    #[test]
    fn bounds_are_honest(
        question in questions(0..9i64, -4..5i64),
        ahead in quarters(),
        back in quarters(),
        step in 1..4u64,
    ) {
        let (goal, memory) = (AnyOf(question.goals.clone()), Memory::unlimited());
        let right = oracle::answer(&question);
        let ends = (shares(&question, &ahead), shares(&turned(&question), &back));
        let (mut a, mut b) = (Interned::new(&memory), Interned::new(&memory));
        let agenda = Pairs::new(0, &memory);
        let by = |ends: &Estimates| ends.clone();
        let mut search = TwoEnds::new(
            task(&question, &goal), (&mut a, &mut b), (by(&ends.0), by(&ends.1)), agenda, 0,
        );
        let cost = match right {
            oracle::Answer::Cost(cost) => Some(cost),
            _ => None,
        };
        let mut lower = None;
        loop {
            let limits = Limits {
                expansions: Some(search.stats().expanded + step),
                ..Limits::default()
            };
            let end = search.run(&limits, &mut ()).unwrap();
            prop_assert!(search.lower() >= lower, "a bound fell");
            lower = search.lower();
            match (end, cost) {
                (End::Limit(limit), _) => {
                    prop_assert_eq!(limit, Limit::Expansions(limits.expansions.unwrap()));
                    if let Some(cost) = cost {
                        prop_assert!(lower.is_none_or(|lower| lower <= cost));
                        prop_assert!(search.upper().is_none_or(|upper| upper >= cost));
                    } else {
                        prop_assert_eq!(search.upper(), None);
                    }
                }
                (End::Goal(_), Some(cost)) => {
                    prop_assert_eq!((lower, search.upper()), (Some(cost), Some(cost)));
                    break;
                }
                (End::Exhausted, None) => break,
                (end, cost) => panic!("{end:?}, right is {cost:?}: {question:?}"),
            }
        }
    }

    /// A search that met a limit on cost goes on under a higher one, as if it had met none.
    #[test]
    fn limits_on_cost_are_raised(
        question in questions(0..9i64, -4..5i64),
        ahead in quarters(),
        back in quarters(),
        step in 1..4usize,
    ) {
        let (goal, memory) = (AnyOf(question.goals.clone()), Memory::unlimited());
        let (mut a, mut b) = (Interned::new(&memory), Interned::new(&memory));
        let ends = (shares(&question, &ahead), shares(&turned(&question), &back));
        let (agenda, asked) = (Pairs::new(0, &memory), task(&question, &goal));
        let mut search = TwoEnds::new(asked, (&mut a, &mut b), ends, agenda, 0);
        let mut end = None;
        // Dead ends are estimated to be some hundred away.
        for most in (-5..80).step_by(step).chain([2000]) {
            let limits = Limits { cost: Some(most), ..Limits::default() };
            match search.run(&limits, &mut ()).unwrap() {
                End::Limit(limit) => {
                    prop_assert_eq!(limit, Limit::Cost(most));
                    prop_assert!(search.lower().is_some_and(|lower| lower > most));
                }
                other => {
                    end = Some((other, most));
                    break;
                }
            }
        }
        match (end, oracle::answer(&question)) {
            (Some((End::Goal(_), most)), oracle::Answer::Cost(cost)) => {
                prop_assert_eq!(search.upper(), Some(cost));
                prop_assert!(cost <= most);
            }
            (Some((End::Exhausted, _)), oracle::Answer::Unsolvable) => {}
            (end, right) => panic!("{end:?}, right is {right:?}: {question:?}"),
        }
    }

    /// A limit on cost says whether there is a plan within it.
    #[test]
    fn limits_on_cost_are_exact(
        question in questions(0..9i64, -4..5i64),
        ahead in quarters(),
        back in quarters(),
        most in -5..20i64,
    ) {
        let ends = (shares(&question, &ahead), shares(&turned(&question), &back));
        let limits = Limits { cost: Some(most), ..Limits::default() };
        let found = led(&question, (&ends.0, &ends.1), 0, &limits).unwrap();
        match (found.outcome, oracle::answer(&question)) {
            (Outcome::Unsolvable, oracle::Answer::Unsolvable) => {}
            (Outcome::Solved { plan, proved: true, .. }, oracle::Answer::Cost(cost)) => {
                prop_assert!(plan.cost == cost && cost <= most);
            }
            (Outcome::LimitReached { limit, lower, best: None }, right) => {
                prop_assert_eq!(limit, Limit::Cost(most));
                prop_assert!(lower.is_some_and(|lower| lower > most));
                if let oracle::Answer::Cost(cost) = right {
                    prop_assert!(lower.is_some_and(|lower| lower <= cost));
                }
            }
            (said, right) => panic!("{said:?}, right is {right:?}"),
        }
    }
}

/// A plan that was met before the limit is shown, not as the best there is.
#[test]
fn the_best_plan_so_far_is_shown() {
    let question = question(&[(0, 3, 9), (0, 1, 1), (1, 2, 1), (2, 3, 1)], 0, &[3]);
    let (mut seen, whole) = (Vec::new(), plain(&question, 0).unwrap().stats.expanded);
    for most in 0..whole {
        let (goal, limits) = (
            AnyOf(vec![3]),
            Limits {
                expansions: Some(most),
                ..Limits::default()
            },
        );
        let (mut a, mut b) = (Interned::new(&limits.memory), Interned::new(&limits.memory));
        let stores = (&mut a, &mut b);
        let found =
            bidirectional_dijkstra::search(task(&question, &goal), stores, 0, &limits, &mut ());
        let Outcome::LimitReached { limit, best, lower } = found.unwrap().outcome else {
            panic!("{most} expansions are not enough");
        };
        assert_eq!(limit, Limit::Expansions(most));
        assert!(lower.is_none_or(|lower| lower <= 3));
        if let Some(plan) = best {
            assert_eq!(
                plan.validate(&question.graph, &question.starts, &goal),
                Ok(())
            );
            seen.push(plan.cost);
        }
    }
    assert!(
        seen.is_sorted_by(|a, b| a >= b) && seen.first() > Some(&3),
        "{seen:?}"
    );
}

#[test]
fn wrong_promises_are_named() {
    let question = question(&[(0, 1, 2), (1, 2, 9)], 0, &[2]);
    let error = plain(&question, 3).unwrap_err();
    let named = SearchError::CostBelowMin {
        action: "0".to_owned(),
        cost: 2,
        min: 3,
    };
    assert_eq!(error, named);
    let estimates = |costs: [Cost; 3]| Estimates(costs.map(Some).to_vec());
    let ask = |ahead, back| {
        let ends = (estimates(ahead), estimates(back));
        led(&question, (&ends.0, &ends.1), 0, &Limits::default())
    };
    assert_eq!(
        ask([11, 9, 0], [0, 2, 11]).unwrap().outcome.cost(),
        Some(11)
    );
    let (estimate, rest) = (Some(10), 9);
    let error = SearchError::Inadmissible { estimate, rest };
    assert_eq!(ask([11, 10, 0], [0, 2, 11]), Err(error));
    let (estimate, spent) = (Some(3), 2);
    let error = SearchError::InadmissibleBehind { estimate, spent };
    assert_eq!(ask([11, 9, 0], [0, 3, 11]), Err(error));
}

/// On a grid with costs that differ, each end stays in its half: fewer nodes than from one end, and NBS with
/// the distance along the axes fewer still.
#[test]
fn less_is_expanded_than_from_one_end() {
    const SIDE: u32 = 40;
    let at = |x: u32, y: u32| y * SIDE + x;
    let mut arcs = Vec::new();
    for (x, y) in (0..SIDE).flat_map(|x| (0..SIDE).map(move |y| (x, y))) {
        let cost = |a: u32, b: u32| 2 + Cost::from((a * 7 + b * 13) % 5 % 3);
        if x + 1 < SIDE {
            arcs.push((at(x, y), at(x + 1, y), cost(x, y)));
            arcs.push((at(x + 1, y), at(x, y), cost(x, y)));
        }
        if y + 1 < SIDE {
            arcs.push((at(x, y), at(x, y + 1), cost(y, x)));
            arcs.push((at(x, y + 1), at(x, y), cost(y, x)));
        }
    }
    let (start, end) = ((10, 10), (25, 28));
    let question = question(&arcs, at(start.0, start.1), &[at(end.0, end.1)]);
    let toward = |(to_x, to_y): (u32, u32)| {
        let nodes = (0..SIDE * SIDE).map(|node| (node % SIDE, node / SIDE));
        let far = nodes.map(|(x, y)| Some(2 * Cost::from(x.abs_diff(to_x) + y.abs_diff(to_y))));
        Estimates(far.collect())
    };
    let (goal, limits) = (AnyOf(question.goals.clone()), Limits::default());
    let mut store = Interned::new(&limits.memory);
    let asked = task(&question, &goal);
    let one = uniform_cost::search(asked, &mut store, &ByParents, &limits, &mut ()).unwrap();
    let both = plain(&question, 2).unwrap();
    let pairs = led(&question, (&toward(end), &toward(start)), 2, &limits).unwrap();
    assert_eq!(one.outcome.cost(), both.outcome.cost());
    assert_eq!(one.outcome.cost(), pairs.outcome.cost());
    assert!(both.stats.expanded * 4 < one.stats.expanded * 3);
    assert!(pairs.stats.expanded * 5 < both.stats.expanded);
}

fn goes_on<A: Agenda<u32>>(agenda: impl Fn(&Memory) -> A) {
    const BALLAST: u64 = 100_000;
    for question in [chain(200, 3), chain(150, 0)] {
        let goal = AnyOf(question.goals.clone());
        let right = oracle::answer(&question);
        let limits = Limits {
            memory: Memory::limited(BALLAST),
            ..Limits::default()
        };
        limits.memory.claim(BALLAST).expect("it is empty");
        let (mut a, mut b) = (Interned::new(&limits.memory), Interned::new(&limits.memory));
        let agenda = agenda(&limits.memory);
        let asked = task(&question, &goal);
        let mut search = TwoEnds::new(asked, (&mut a, &mut b), (Blind, Blind), agenda, 0);
        let run = |limits: &Limits| match search.run(limits, &mut ()).unwrap() {
            End::Goal(_) => Some(()),
            End::Limit(Limit::Memory(_)) => None,
            end => panic!("{end:?}"),
        };
        run_on(run, &limits, BALLAST);
        let cost = search.upper().expect("a plan was met");
        assert_eq!(
            (oracle::Answer::Cost(cost), search.lower()),
            (right, Some(cost))
        );
    }
}

#[test]
fn memory_that_becomes_free_lets_them_go_on() {
    goes_on(|memory| ByCost::new(0, memory));
    goes_on(|memory| Pairs::new(0, memory));
}

#[test]
fn step_by_step_is_the_same_as_one_run() {
    let question = chain(60, 2);
    let (goal, limits) = (AnyOf(question.goals.clone()), Limits::default());
    let mut ends = Vec::new();
    for whole in [true, false] {
        let (mut a, mut b) = (Interned::new(&limits.memory), Interned::new(&limits.memory));
        let agenda = Pairs::new(0, &limits.memory);
        let asked = task(&question, &goal);
        let mut search = TwoEnds::new(asked, (&mut a, &mut b), (Blind, Blind), agenda, 0);
        let end = if whole {
            search.run(&limits, &mut ()).unwrap()
        } else {
            loop {
                if let Step::Done(end) = search.step(&limits, &mut ()).unwrap() {
                    break end;
                }
            }
        };
        let stats = search.stats();
        ends.push((
            end,
            stats.expanded,
            stats.generated,
            stats.stored,
            search.lower(),
        ));
    }
    assert_eq!(ends[0], ends[1]);
}
