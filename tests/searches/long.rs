//! Nothing recurses per node: a chain of a million states on a stack of 1 MiB.

use std::thread;

use statewalk::distances::{Distance, all_to_one, one_to_all};
use statewalk::goal::Exactly;
use statewalk::graph::explored::explore;
use statewalk::search::limits::Limits;
use statewalk::search::outcome::Outcome;
use statewalk::search::spfa::spfa;

use crate::digraph::{chain, question};
use crate::every::EVERY;

const NODES: u32 = 1_000_000;

fn on_a_small_stack(work: impl FnOnce() + Send + 'static) {
    let thread = thread::Builder::new().stack_size(1 << 20).spawn(work);
    thread.expect("a thread").join().expect("it went well");
}

#[test]
fn every_search_follows_a_chain() {
    on_a_small_stack(|| {
        let question = chain(NODES, 1);
        for entry in EVERY {
            let found = entry
                .ask(&question, &Limits::default())
                .expect("costs of 1");
            let plan = found.outcome.plan().expect("the end is reached");
            assert_eq!(plan.cost, i64::from(NODES) - 1, "{}", entry.name);
            assert!(
                plan.actions.iter().copied().eq(0..NODES as usize - 1),
                "{}",
                entry.name
            );
        }
    });
}

#[test]
fn every_table_follows_a_chain() {
    on_a_small_stack(|| {
        let (limits, last) = (Limits::default(), NODES - 1);
        let graph = chain(NODES, 1).graph;
        let table = one_to_all(&graph, &[(0, 0)], &limits).expect("costs of 1");
        assert_eq!(table.get(&last), Distance::At(last.into()));
        let table = all_to_one(&graph, &Exactly(last), &limits).expect("costs of 1");
        assert_eq!(table.get(&0), Distance::At(last.into()));
        let plan = table
            .plan_from(&graph, &0, &Limits::default())
            .expect("costs of 1")
            .expect("a way");
        assert_eq!(plan.actions.len(), last as usize);
        let explored = explore(&graph, &[0], &limits);
        assert_eq!(explored.graph.edge_count(), last as usize);
    });
}

#[test]
fn a_long_negative_cycle_is_found() {
    on_a_small_stack(|| {
        let mut arcs: Vec<_> = (1..NODES).map(|node| (node - 1, node, 0)).collect();
        arcs.push((NODES - 1, 0, -1));
        // A way as long leads to the cycle.
        arcs.extend((1..NODES).map(|node| (NODES + node - 1, NODES + node, 1)));
        arcs.push((2 * NODES - 1, 5, 1));
        let graph = question(&arcs, 0, &[0]).graph;
        for (start, approach) in [(0, 0), (NODES, NODES as usize)] {
            let found = spfa(&graph, start, &Exactly(7)).expect("costs fit");
            let Outcome::Unbounded(cycle) = found else {
                panic!("{found:?}");
            };
            let lengths = (cycle.approach.len(), cycle.actions.len());
            assert_eq!(lengths, (approach, NODES as usize));
            assert_eq!(cycle.validate(&graph, &[(start, 0)]), Ok(-1));
        }
    });
}
