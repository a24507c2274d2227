//! Sweeps by rank over weighted actions against uniform-cost search.

use proptest::prelude::*;

use statewalk::Memory;
use statewalk::cost::Cost;
use statewalk::encoding::number::Number;
use statewalk::goal::AnyOf;
use statewalk::plan::replay;
use statewalk::search::layers::sweeping::Step;
use statewalk::search::layers::{End, Sweep, Swept};
use statewalk::search::limits::{Limit, Limits};
use statewalk::search::outcome::{Outcome, SearchError};
use statewalk::search::task::Task;
use statewalk::search::trace::ByParents;
use statewalk::search::uniform_cost;
use statewalk::store::costs::CostList;
use statewalk::store::interned::Interned;

use crate::agreement::{cases, questions};
use crate::digraph::{Digraph, Question, Weighed, chain, question, weighed};

fn numbers(graph: &Digraph) -> Number<u32> {
    Number::new(graph.nodes.into()).expect("nodes have numbers of 32 bits")
}

/// What uniform-cost search says of the way between two nodes.
fn cheapest(graph: &Digraph, from: u32, to: u32) -> Option<Cost> {
    let limits = Limits::default();
    let goal = AnyOf(vec![to]);
    let task = Task {
        space: graph,
        starts: &[(from, 0)],
        goal: &goal,
    };
    let mut store = Interned::new(&limits.memory);
    let found = uniform_cost::search(task, &mut store, &ByParents, &limits, &mut ());
    found.expect("costs are not negative").outcome.cost()
}

/// The cheapest of ways from or to several nodes.
fn nearest(nodes: &[u32], way: impl Fn(u32) -> Option<Cost>) -> Option<Cost> {
    nodes.iter().filter_map(|&node| way(node)).min()
}

/// Compares a sweep of a graph with the distances that are right.
fn check<D>(swept: &Swept<CostList, D>, nodes: u32, right: impl Fn(u32) -> Option<Cost>) {
    assert_eq!(swept.end, End::Whole);
    let all: Vec<_> = (0..nodes).map(right).collect();
    for (node, &distance) in (0..).zip(&all) {
        assert_eq!(swept.distance(node), distance, "node {node}");
    }
    let most = all.iter().flatten().max().copied();
    assert_eq!(swept.depth().map(u64::cast_signed), most);
    let at = |distance| move |known: &&Option<Cost>| **known == Some(distance);
    for (distance, &states) in (0..).zip(swept.profile()) {
        assert_eq!(all.iter().filter(at(distance)).count() as u64, states);
    }
    let deepest = (0..).zip(&all).filter(|(_, d)| d.is_some() && **d == most);
    let deepest: Vec<u64> = deepest.map(|(node, _)| node).take(3).collect();
    assert_eq!(swept.deepest.ranks(), deepest);
    let stats = swept.stats;
    assert_eq!(stats.stored, swept.size());
    assert_eq!(stats.expanded, stats.stored, "each state once");
}

/// A plan that was read out of a table, or that it needs an action that costs 0.
fn check_plan(
    graph: &Digraph,
    outcome: Result<Outcome<usize>, SearchError>,
    (starts, goals): (&[u32], &[u32]),
    right: Option<Cost>,
) {
    let has_free = graph.arcs.iter().any(|arc| arc.2 == 0);
    match (outcome, right) {
        (Ok(Outcome::Unsolvable), None) => {}
        (Ok(Outcome::Solved { plan, .. }), Some(cost)) => {
            let end = replay(graph, &starts[plan.start], &plan.actions);
            let (end, spent) = end.expect("arcs");
            assert_eq!((spent, plan.cost), (cost, cost));
            assert!(goals.contains(&end));
        }
        (Err(SearchError::NoDescent { .. }), Some(_)) => assert!(has_free),
        other => panic!("{other:?}"),
    }
}

fn both_ways(question: &Question) {
    let (graph, goals) = (&question.graph, &question.goals);
    let starts: Vec<u32> = question.starts.iter().map(|start| start.0).collect();
    let (space, ranks) = (weighed(graph), numbers(graph));
    let limits = Limits::default();

    let sweep = Sweep::new(&space, &ranks, &starts).expecting(0).deepest(3);
    let swept = sweep.weighted(&limits, &mut ()).expect("costs fit");
    let right = |node| nearest(&starts, |start| cheapest(graph, start, node));
    check(&swept, graph.nodes, right);
    for node in 0..graph.nodes {
        let outcome = swept.outcome_to(&space, &ranks, &starts, &node, &limits);
        check_plan(graph, outcome, (&starts, &[node]), right(node));
    }

    let sweep = Sweep::new(&space, &ranks, goals).deepest(3);
    let swept = sweep
        .weighted_backward(&limits, &mut ())
        .expect("costs fit");
    let right = |node| nearest(goals, |goal| cheapest(graph, node, goal));
    check(&swept, graph.nodes, right);
    for node in 0..graph.nodes {
        let outcome = swept.outcome_from(&space, &ranks, &node, &limits);
        check_plan(graph, outcome, (&[node], goals), right(node));
    }
}

proptest! {
    #![proptest_config(cases(500))]

    #[test]
    fn with_unit_costs(question in questions(Just(1), Just(0))) {
        both_ways(&question);
    }

    #[test]
    fn with_costs_from_1_on(question in questions(1..5i64, Just(0))) {
        both_ways(&question);
    }

    #[test]
    fn with_zeros_and_larger_costs(question in questions(0..5i64, Just(0))) {
        both_ways(&question);
    }
}

/// A graph that is dense enough for planes of bits, with ways that are made cheaper again and again.
fn dense(nodes: u32) -> Digraph {
    let arcs = (0..nodes).flat_map(|from| {
        let far = (1..=40).map(move |jump| (from, from + jump, Cost::from(jump * jump % 97)));
        far.filter(move |arc| arc.1 < nodes)
    });
    Digraph::new(nodes, arcs.collect())
}

/// The distances from node 0 by corrections until none is left.
fn corrected(graph: &Digraph) -> Vec<Cost> {
    let mut all = vec![Cost::MAX; graph.nodes as usize];
    all[0] = 0;
    loop {
        let before = all.clone();
        for &(from, to, cost) in &graph.arcs {
            let through = all[from as usize].saturating_add(cost);
            all[to as usize] = all[to as usize].min(through);
        }
        if before == all {
            return all;
        }
    }
}

#[test]
fn dense_buckets_and_wide_distances_are_right() {
    for graph in [dense(3000), chain(500, 300).graph, chain(40, 100_000).graph] {
        let (space, ranks) = (weighed(&graph), numbers(&graph));
        let sweep = Sweep::new(&space, &ranks, &[0]).expecting(0);
        let swept = sweep.weighted(&Limits::default(), &mut ()).unwrap();
        for (node, right) in (0..).zip(corrected(&graph)) {
            assert_eq!(swept.distance(node), Some(right));
        }
    }
}

#[test]
fn it_goes_on_after_limits_and_promises_only_what_is_sure() {
    let graph = dense(700);
    let (space, ranks, right) = (weighed(&graph), numbers(&graph), corrected(&graph));
    let free = Limits::default();
    let sweep = Sweep::new(&space, &ranks, &[0]).deepest(9);
    let whole = sweep.weighted(&free, &mut ()).unwrap();
    let by = |most: u64| {
        let expansions = Limits {
            expansions: Some(most),
            ..free.clone()
        };
        let states = Limits {
            states: Some(most),
            ..free.clone()
        };
        let cost = Limits {
            cost: Some(most.cast_signed() / 9),
            ..free.clone()
        };
        [expansions, states, cost]
    };
    for kind in 0..3 {
        let mut walk = sweep.start_weighted(&free).unwrap();
        for most in (0..).step_by(7) {
            let limits = &by(most)[kind];
            match walk.run(limits, &mut ()).unwrap() {
                End::Limit(limit) => assert!(!matches!(limit, Limit::Memory(_)), "{limit}"),
                End::Whole | End::Settled => break,
            }
            if let Some(most) = limits.expansions {
                assert!(walk.stats().expanded <= most);
            }
            // What a sweep knows that is left here.
            let mut left = sweep.start_weighted(&free).unwrap();
            left.run(limits, &mut ()).unwrap();
            let left = left.finish();
            let lower = left.lower().unwrap();
            for (node, &right) in (0..).zip(&right) {
                match left.distance(node) {
                    Some(known) => assert_eq!(known, right),
                    None => assert!(right >= lower, "{right} {lower}"),
                }
            }
        }
        let walked = walk.finish();
        assert_eq!(
            (walked.end, walked.profile()),
            (End::Whole, whole.profile())
        );
        assert_eq!(walked.deepest.ranks(), whole.deepest.ranks());
        assert_eq!(walked.stats.expanded, whole.stats.expanded);
    }
    let targets = [30, 3];
    let early = sweep.until(&targets).weighted(&free, &mut ()).unwrap();
    assert_eq!(early.end, End::Settled);
    for target in targets {
        assert_eq!(
            early.distance(target),
            Some(right[usize::try_from(target).unwrap()])
        );
    }
    assert!(early.size() < whole.size());
}

#[test]
fn without_room_for_buckets_the_table_serves() {
    let graph = dense(3000);
    let (space, ranks) = (weighed(&graph), numbers(&graph));
    let sweep = Sweep::new(&space, &ranks, &[0]).expecting(0xFFFE);
    let whole = sweep.weighted(&Limits::default(), &mut ()).unwrap();
    let peak = whole.stats.peak_bytes;
    let mut served = 0u64;
    for bytes in (0..peak).step_by(500) {
        let memory = Memory::limited(bytes);
        let tight = Limits {
            memory: memory.clone(),
            ..Limits::default()
        };
        let swept = sweep.weighted(&tight, &mut ()).unwrap();
        match swept.end {
            End::Whole => {
                served += 1;
                assert_eq!(swept.profile(), whole.profile());
                assert_eq!(swept.stats.stored, whole.stats.stored);
            }
            end => assert!(matches!(end, End::Limit(Limit::Memory(_))), "{end:?}"),
        }
        assert!(memory.peak() <= bytes);
    }
    assert!(served > 10, "{served} of {}", peak / 500);
    assert!(served < peak / 500);
}

#[test]
fn costs_out_of_range_are_refused() {
    let asked = question(&[(0, 1, 4), (1, 2, 6)], 0, &[]);
    let ranks = numbers(&asked.graph);
    let sweep = |most| {
        let space = Weighed(&asked.graph, most);
        let swept = Sweep::new(&space, &ranks, &[0]).weighted(&Limits::default(), &mut ());
        swept.map(|swept| swept.profile().to_vec())
    };
    assert!(sweep(Some(6)).is_ok());
    assert!(matches!(sweep(None), Err(SearchError::NoSmallMax { .. })));
    assert!(matches!(
        sweep(Some(1 << 40)),
        Err(SearchError::NoSmallMax { .. })
    ));
    assert!(matches!(
        sweep(Some(-1)),
        Err(SearchError::NoSmallMax { .. })
    ));
    let above = SearchError::CostAboveMax {
        action: "1".to_owned(),
        cost: 6,
        max: 5,
    };
    assert_eq!(sweep(Some(5)), Err(above));
    let negative = question(&[(0, 1, -1)], 0, &[]);
    let space = Weighed(&negative.graph, Some(3));
    let refused = Sweep::new(&space, &ranks, &[0]).weighted(&Limits::default(), &mut ());
    assert!(matches!(
        refused.map(drop),
        Err(SearchError::NegativeArc { .. })
    ));
    // Where every action must cost 1, that stays so.
    let unit =
        Sweep::new(&weighed(&asked.graph), &ranks, &[0]).forward(&Limits::default(), &mut ());
    assert!(matches!(
        unit.map(drop),
        Err(SearchError::NotUnitCost { .. })
    ));
}

#[test]
fn layers_come_in_the_order_of_their_distance() {
    let graph = question(&[(0, 1, 3), (1, 2, 0), (0, 3, 7)], 0, &[]).graph;
    let (space, ranks) = (weighed(&graph), numbers(&graph));
    let mut walk = Sweep::new(&space, &ranks, &[0])
        .start_weighted(&Limits::default())
        .unwrap();
    let mut step = || walk.step(&Limits::default(), &mut ()).unwrap();
    for (depth, states) in [(0, 1), (3, 2), (7, 1)] {
        assert_eq!(step(), Step::Layer { depth, states });
    }
    assert_eq!(step(), Step::Done(End::Whole));
    assert_eq!(step(), Step::Done(End::Whole));
    assert_eq!(walk.finish().profile(), [1, 0, 0, 2, 0, 0, 0, 1]);
}
