//! Distance tables against the oracle, forwards and backwards.

use proptest::prelude::*;

use statewalk::distances::{Distance as Found, Table, all_to_one, one_to_all};
use statewalk::goal::AnyOf;
use statewalk::plan::replay;
use statewalk::search::limits::{Limit, Limits};

use crate::agreement::{cases, questions};
use crate::digraph::{Digraph, Question, chain};
use crate::oracle::{self, Distance};

fn check(question: &Question, table: &Table<u32>) {
    assert_eq!(table.cut, None);
    for (node, right) in (0..).zip(oracle::distances(question)) {
        let right = match right {
            Distance::Unreached => Found::Unreached,
            Distance::At(cost) => Found::At(cost),
            Distance::MinusInfinity => Found::MinusInfinity,
        };
        assert_eq!(table.get(&node), right, "node {node} of {question:?}");
    }
    let finite = table.iter().filter(|(_, d)| matches!(d, Found::At(_)));
    assert_eq!(table.profile().values().sum::<u64>(), finite.count() as u64);
}

fn both_ways(question: &Question) {
    let Question {
        graph,
        starts,
        goals,
    } = question;
    let limits = Limits::default();
    let table = one_to_all(graph, starts, &limits).expect("costs fit");
    check(question, &table);
    for node in 0..graph.nodes {
        let plan = table
            .plan_to(graph, starts, &node, &Limits::default())
            .expect("costs fit");
        assert_eq!(plan.is_some(), matches!(table.get(&node), Found::At(_)));
        if let Some(plan) = plan {
            assert_eq!(table.get(&node), Found::At(plan.cost), "{question:?}");
            let there = AnyOf(vec![node]);
            assert_eq!(plan.validate(graph, starts, &there), Ok(()), "{question:?}");
        }
    }

    let goal = AnyOf(goals.clone());
    let table = all_to_one(graph, &goal, &limits).expect("costs fit");
    let turned = Question {
        graph: Digraph::new(
            graph.nodes,
            graph.arcs.iter().map(|&(a, b, c)| (b, a, c)).collect(),
        ),
        starts: goals.iter().map(|&goal| (goal, 0)).collect(),
        goals: Vec::new(),
    };
    check(&turned, &table);
    for node in 0..graph.nodes {
        let plan = table
            .plan_from(graph, &node, &Limits::default())
            .expect("costs fit");
        assert_eq!(plan.is_some(), matches!(table.get(&node), Found::At(_)));
        if let Some(plan) = plan {
            assert_eq!(table.get(&node), Found::At(plan.cost), "{question:?}");
            let (end, cost) = replay(graph, &node, &plan.actions).expect("arcs");
            assert!(goals.contains(&end) && cost == plan.cost, "{question:?}");
        }
    }
}

proptest! {
    #![proptest_config(cases(1000))]

    #[test]
    fn with_unit_costs(question in questions(Just(1), Just(2))) {
        both_ways(&question);
    }

    #[test]
    fn with_zeros_and_larger_costs(question in questions(0..5i64, -4..5i64)) {
        both_ways(&question);
    }

    #[test]
    fn with_negative_costs(question in questions(-2..7i64, -4..5i64)) {
        both_ways(&question);
    }
}

#[test]
fn a_table_that_was_cut_off_says_so_and_promises_nothing() {
    let question = chain(100, 2);
    let limits = Limits {
        expansions: Some(10),
        ..Limits::default()
    };
    let (graph, starts) = (&question.graph, &question.starts);
    let table = one_to_all(graph, starts, &limits).expect("costs fit");
    assert_eq!(table.cut, Some(Limit::Expansions(10)));
    assert_eq!(table.iter().count(), 11);
    assert_eq!(
        table.plan_to(graph, starts, &5, &Limits::default()),
        Ok(None)
    );

    let goal = AnyOf(question.goals.clone());
    let table = all_to_one(graph, &goal, &limits).expect("costs fit");
    assert_eq!(table.cut, Some(Limit::Expansions(10)));
    assert_eq!(table.get(&90), Found::At(18));
    assert_eq!(table.plan_from(graph, &90, &Limits::default()), Ok(None));
}
