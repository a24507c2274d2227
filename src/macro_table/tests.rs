//! Tables of macros on five cards, against breadth-first search.

use crate::macro_table::{Finding, MacroError, MacroTable, Pattern, learn};
use crate::plan::PlanFault;
use crate::search::breadth_first::breadth_first;
use crate::search::limits::{Limit, Limits};
use crate::space::{Invertible, Predecessors, StateSpace, predecessors_by_inverse};

/// Five cards in a row: the first three turn round, or the last three.
struct Cards;

type Hand = [u8; 5];

impl StateSpace for Cards {
    type State = Hand;
    type Action = i8;

    fn actions<'a>(&'a self, _: &Hand) -> impl Iterator<Item = i8> + use<'a> {
        [1, -1, 2, -2].into_iter()
    }

    fn apply(&self, hand: &mut Hand, action: &i8) {
        let three = if action.abs() == 1 { 0..3 } else { 2..5 };
        if *action > 0 {
            hand[three].rotate_left(1);
        } else {
            hand[three].rotate_right(1);
        }
    }
}

impl Invertible for Cards {
    fn inverse(&self, action: &i8) -> i8 {
        -action
    }
}

impl Predecessors for Cards {
    fn predecessors<'a>(&'a self, hand: &Hand) -> impl Iterator<Item = (i8, Hand)> + use<'a> {
        predecessors_by_inverse(self, hand)
    }
}

const ORDER: Hand = [0, 1, 2, 3, 4];

/// Every order of the first three cards that are not where they were, and one swap.
fn patterns() -> Vec<Pattern<Hand>> {
    let to = [
        [1, 2, 0, 3, 4],
        [2, 0, 1, 3, 4],
        [0, 3, 1, 2, 4],
        [4, 3, 2, 1, 0],
        [1, 0, 2, 3, 4],
    ];
    let pattern = |to: Hand| Pattern {
        name: format!("{to:?}"),
        from: ORDER,
        to,
    };
    to.into_iter().map(pattern).collect()
}

#[test]
fn each_macro_is_as_short_as_breadth_first_finds_it() {
    let table = learn(&Cards, patterns(), 1, &Limits::default(), &mut ()).unwrap();
    assert!(table.is_complete());
    for row in table.rows() {
        let best = breadth_first(&Cards, row.pattern.from, &|hand: &Hand| {
            *hand == row.pattern.to
        });
        let best = best.unwrap();
        match &row.finding {
            Finding::Macro { cost, cheapest, .. } => {
                assert_eq!((best.cost(), true), (Some(*cost), *cheapest));
            }
            // Rotations of three are even.
            other => assert_eq!((other, best.cost()), (&Finding::Impossible, None)),
        }
    }
    assert_eq!(table.rows()[4].finding, Finding::Impossible);
}

#[test]
fn a_limit_leaves_patterns_open_and_no_claim() {
    let limits = Limits {
        expansions: Some(1),
        ..Limits::default()
    };
    let table = learn(&Cards, patterns(), 1, &limits, &mut ()).unwrap();
    assert!(!table.is_complete());
    assert_eq!(
        table.rows()[3].finding,
        Finding::Open(Some(Limit::Expansions(1)))
    );
}

#[test]
fn what_does_not_replay_gets_into_no_table() {
    let mut table = MacroTable::new(patterns());
    let first = format!("{:?}", [1, 2, 0, 3, 4]);
    let wrong = |fault| MacroError::Wrong {
        name: first.clone(),
        fault,
    };
    assert_eq!(
        table.insert(&Cards, &first, vec![-1]),
        Err(wrong(PlanFault::NotAGoal))
    );
    let fault = PlanFault::NotApplicable {
        step: 1,
        action: "7".to_owned(),
    };
    assert_eq!(table.insert(&Cards, &first, vec![1, 7]), Err(wrong(fault)));
    assert_eq!(table.rows()[0].finding, Finding::Open(None));
    assert_eq!(table.insert(&Cards, &first, vec![-1, -1]), Ok(2));
    assert_eq!(
        table.insert(&Cards, &first, vec![1]),
        Err(MacroError::Twice(first.clone()))
    );
    let other = "[9]".to_owned();
    assert_eq!(
        table.insert(&Cards, &other, vec![]),
        Err(MacroError::NoSuchPattern(other.clone()))
    );
    assert!(!table.is_complete());
}
