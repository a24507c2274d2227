//! Each macro by replay, and a search over the adapted space.

use std::cell::RefCell;

use statewalk::adapt::macros::Macros;
use statewalk::adapt::macros::fault::MacroFault;
use statewalk::adapt::macros::schema::{Instance, Operator};
use statewalk::goal::Exactly;
use statewalk::search::uniform_cost::uniform_cost;
use statewalk::space::StateSpace;

use super::{CARRY, CORNER, EXCHANGE, SLIDE, SUMMON, Sorting, table};
use crate::kings::blocks::Blocks;
use crate::kings::board::{Board, Cell};
use crate::kings::lanes::Lanes;
use crate::kings::rules::{Kings, Rule};
use crate::kings::walk::Walk;

fn adapted(side: u32, rule: Rule) -> Macros<Kings, Sorting> {
    let blocks = Blocks::of(side);
    let sorting = Sorting {
        lanes: Lanes { blocks },
        wanted: vec![0; blocks.count() as usize],
        walk: RefCell::new(Walk::new(blocks)),
    };
    Macros::new(Kings { rule }, sorting, table())
}

/// The settled board whose blocks hold these kings, 0 for none.
fn settled(side: u32, labels: &[u32]) -> Board {
    let blocks = Blocks::of(side);
    let kings = labels.iter().filter(|&&label| label != 0).count();
    let mut cells = vec![Cell::default(); kings];
    for (block, &label) in (0..).zip(labels) {
        if label != 0 {
            cells[label as usize - 1] = blocks.corner(block);
        }
    }
    Board::new(side, &cells).unwrap()
}

/// The blocks after one macro, and how many steps it took.
fn after(side: u32, labels: &[u32], schema: u16, parameters: [u32; 4]) -> (Vec<u32>, i64) {
    let mut board = settled(side, labels);
    let call = [Operator::Macro(Instance { schema, parameters })];
    let macros = adapted(side, Rule::EightWay);
    let cost = macros.run(&mut board, &call, |_| true).unwrap();
    let labels = Blocks::of(side).labels(&board);
    assert_eq!(board, settled(side, &labels), "settled again");
    (labels, cost)
}

#[test]
fn macros_do_what_they_say() {
    const EAST: u32 = 2;
    assert_eq!(
        after(3, &[1, 0, 2, 0], SLIDE, [0, EAST, 0, 0]),
        (vec![0, 1, 2, 0], 2)
    );
    assert_eq!(
        after(4, &[1, 2, 3, 0], EXCHANGE, [0; 4]),
        (vec![1, 3, 2, 0], 9)
    );
    // The empty block comes straight to block 0, two slides, or around block 1, four.
    let full = [1, 2, 0, 3, 4, 5, 6, 7, 8];
    let straight = [0, 1, 2, 3, 4, 5, 6, 7, 8];
    let around = [0, 2, 5, 1, 3, 4, 6, 7, 8];
    assert_eq!(
        after(5, &full, SUMMON, [0, u32::MAX, 0, 0]),
        (straight.to_vec(), 4)
    );
    assert_eq!(after(5, &full, SUMMON, [0, 1, 0, 0]), (around.to_vec(), 8));
    // King 8 goes to the top left corner.
    let (labels, _) = after(6, &full, CARRY, [8, 0, 0, 0]);
    assert_eq!(labels[0], 8);
    // King 6 waits below the last block of the first lane: it gets in by the empty block, or
    // around, and kings 1 and 2 are where they were.
    let (labels, cost) = after(5, &[1, 2, 0, 3, 4, 6, 5, 7, 8], CORNER, [0; 4]);
    assert_eq!((labels, cost), (vec![1, 2, 6, 3, 4, 0, 5, 7, 8], 2));
    let (labels, _) = after(5, &[1, 2, 3, 4, 5, 6, 7, 8, 0], CORNER, [0; 4]);
    assert_eq!(labels[..3], [1, 2, 6]);
}

#[test]
fn a_macro_out_of_place_is_named() {
    let board = settled(4, &[1, 2, 3, 0]);
    let slide = Operator::Macro(Instance {
        schema: SLIDE,
        parameters: [0, 2, 0, 0],
    });
    let fault = adapted(4, Rule::EightWay)
        .expand(&board, &[slide])
        .unwrap_err();
    assert!(matches!(fault, MacroFault::Precondition { .. }));
    assert_eq!(
        fault.to_string(),
        "step 1 of the plan: the precondition of slide(block=0, direction=2) does not hold"
    );
}

/// Macros add no way that steps do not have, at no other cost.
#[test]
fn plans_over_macros_cost_what_shortest_plans_cost() {
    for rule in [Rule::EightWay, Rule::NoDiagonals] {
        let (start, target) = (settled(4, &[1, 2, 0, 3]), settled(4, &[0, 1, 3, 2]));
        let macros = adapted(4, rule);
        let goal = Exactly(target);
        let outcome = uniform_cost(&macros, start.clone(), &goal).unwrap();
        let plan = outcome.plan().unwrap();
        let starts = [(start.clone(), 0)];
        plan.validate(&macros, &starts, &goal).unwrap();
        let primitive = macros.expand_plan(&starts, plan).unwrap();
        primitive.validate(macros.space(), &starts, &goal).unwrap();
        let least = uniform_cost(macros.space(), start.clone(), &goal).unwrap();
        assert_eq!(least.cost(), Some(primitive.cost), "{rule:?}");
        let offers = |action: &Operator<_>| matches!(action, Operator::Macro(_));
        assert!(macros.actions(&start).any(|action| offers(&action)));
    }
}
