//! Macros on a counter: it moves up and down by one between 0 and a top.

use proptest::prelude::proptest;

use super::fault::MacroFault;
use super::schema::{Body, Instance, Operator, Parameters, Schema, View, always};
use super::{Bounds, Macros, cancel_inverses};
use crate::cost::{Cost, CostOverflow};
use crate::plan::{Plan, replay};
use crate::space::{Invertible, StateSpace};

struct Counter {
    top: u32,
    price: Cost,
}

impl StateSpace for Counter {
    type State = u32;
    type Action = bool;

    fn actions<'a>(&'a self, &state: &u32) -> impl Iterator<Item = bool> + use<'a> {
        [true, false]
            .into_iter()
            .filter(move |&up| if up { state < self.top } else { state > 0 })
    }

    fn apply(&self, state: &mut u32, &up: &bool) {
        *state = if up { *state + 1 } else { *state - 1 };
    }

    fn cost(&self, _: &u32, _: &bool) -> Cost {
        self.price
    }
}

impl Invertible for Counter {
    fn inverse(&self, up: &bool) -> bool {
        !up
    }
}

type Sight<'a> = View<'a, Counter, ()>;

const CLIMB: u16 = 0;
const HOME: u16 = 1;
const TOUR: u16 = 2;
const FOREVER: u16 = 3;
const BROKEN: u16 = 4;
const NOTHING: u16 = 5;
const ABSENT: u16 = 6;

/// Up by a number of steps.
fn climb(_: Sight<'_>, [by, ..]: Parameters, body: &mut Body<'_, bool>) {
    (0..by).for_each(|_| body.action(true));
}

fn below_top(view: Sight<'_>, [by, ..]: Parameters) -> bool {
    by <= view.space.top - view.state
}

/// Down to 0, from wherever it stands.
fn home(view: Sight<'_>, _: Parameters, body: &mut Body<'_, bool>) {
    (0..*view.state).for_each(|_| body.action(false));
}

/// `times` times up by `by` and home: the home steps see the state that the climb left.
fn tour(_: Sight<'_>, [times, by, ..]: Parameters, body: &mut Body<'_, bool>) {
    for _ in 0..times {
        body.call(CLIMB, [by, 0, 0, 0]);
        body.call(HOME, [0; 4]);
    }
}

fn forever(_: Sight<'_>, parameters: Parameters, body: &mut Body<'_, bool>) {
    body.call(FOREVER, parameters);
    body.call(FOREVER, parameters);
}

fn broken(_: Sight<'_>, _: Parameters, body: &mut Body<'_, bool>) {
    body.action(true);
    body.call(CLIMB, [1, 0, 0, 0]);
    body.action(false);
    body.action(false);
    body.action(false);
}

fn absent(_: Sight<'_>, _: Parameters, body: &mut Body<'_, bool>) {
    body.call(77, [0; 4]);
}

fn every_height(view: Sight<'_>, list: &mut Vec<Parameters>) {
    list.extend((0..=view.space.top + 1).map(|by| [by, 0, 0, 0]));
}

fn once(_: Sight<'_>, list: &mut Vec<Parameters>) {
    list.push([0; 4]);
}

fn macros(top: u32, price: Cost) -> Macros<Counter> {
    let schema = |name, parameters, body| Schema {
        name,
        parameters,
        candidates: None,
        precondition: always,
        body,
    };
    let schemas = vec![
        Schema {
            candidates: Some(every_height),
            precondition: |view, p| below_top(view, p) && p[0] > 1,
            ..schema("climb", &["by"], climb)
        },
        Schema {
            candidates: Some(once),
            ..schema("home", &[], home)
        },
        schema("tour", &["times", "by"], tour),
        schema("forever", &[], forever),
        Schema {
            candidates: Some(once),
            ..schema("broken", &[], broken)
        },
        schema("nothing", &[], |_, _, _| {}),
        schema("absent", &[], absent),
    ];
    Macros::new(Counter { top, price }, (), schemas)
}

fn call(schema: u16, parameters: Parameters) -> Operator<bool> {
    Operator::Macro(Instance { schema, parameters })
}

#[test]
fn bodies_see_the_state_in_which_they_begin() {
    let macros = macros(9, 3);
    let (actions, cost) = macros.expand(&0, &[call(TOUR, [2, 3, 0, 0])]).unwrap();
    let lap = [true, true, true, false, false, false];
    assert_eq!(actions, [lap, lap].concat());
    assert_eq!(cost, 36);
    // From 5 the first way home is longer.
    let (actions, _) = macros.expand(&5, &[call(TOUR, [1, 2, 0, 0])]).unwrap();
    assert_eq!(actions.len(), 9);
    assert_eq!(macros.expand(&5, &[call(NOTHING, [0; 4])]), Ok((vec![], 0)));
}

#[test]
fn a_fault_names_the_macro_the_step_and_the_action() {
    let all = macros(9, 1);
    let fault = |from, operator| all.expand(&from, &[operator]).unwrap_err().to_string();
    assert_eq!(
        fault(0, call(TOUR, [1, 10, 0, 0])),
        "step 1 of tour(times=1, by=10): the precondition of climb(by=10) does not hold"
    );
    assert_eq!(
        fault(0, Operator::Primitive(false)),
        "step 1 of the plan: the action false is not applicable"
    );
    assert_eq!(
        fault(0, call(ABSENT, [0; 4])),
        "step 1 of absent(): there is no macro number 77"
    );
    assert_eq!(
        fault(0, call(FOREVER, [0; 4])),
        "step 1 of forever(): macros are nested deeper than 64"
    );
    let mut state = 9;
    let descent = [Operator::Primitive(false), call(BROKEN, [0; 4])];
    let fault = all.run(&mut state, &descent, |_| true).unwrap_err();
    assert_eq!(
        fault.to_string(),
        "step 2 of broken(): the precondition of climb(by=1) does not hold"
    );
    assert_eq!(state, 9, "the state before the fault");
}

#[test]
fn expansions_are_bounded() {
    let bounds = Bounds {
        depth: 40,
        operators: 1000,
        open: 1 << 21,
    };
    let wide = macros(9, 1).with_bounds(bounds);
    let tour = call(TOUR, [1_000_000, 2, 0, 0]);
    assert_eq!(wide.expand(&0, &[tour]), Err(MacroFault::TooLong(1000)));
    let open = 201;
    let narrow = macros(9, 1).with_bounds(Bounds { open, ..bounds });
    let tour = |times| narrow.expand(&0, &[call(TOUR, [times, 2, 0, 0])]);
    assert!(
        tour(99).is_ok(),
        "the plan, 198 calls and the steps of one of them"
    );
    match tour(101) {
        Err(MacroFault::TooWide { callee, most, .. }) => {
            assert_eq!((&*callee, most), ("tour(times=101, by=2)", open));
        }
        other => panic!("{other:?}"),
    }
    let dear = macros(9, Cost::MAX);
    let overflow = CostOverflow(Cost::MAX, Cost::MAX);
    assert_eq!(
        dear.expand(&0, &[call(CLIMB, [2, 0, 0, 0])]),
        Err(MacroFault::Overflow(overflow))
    );
    assert!(!dear.is_applicable(&0, &call(CLIMB, [2, 0, 0, 0])));
    let stopped = wide.run(&mut 0, &[call(CLIMB, [5, 0, 0, 0])], |_| false);
    assert_eq!(stopped, Err(MacroFault::Stopped));
}

#[test]
fn a_million_steps_expand() {
    let (actions, cost) = macros(9, 1)
        .expand(&0, &[call(TOUR, [100_000, 5, 0, 0])])
        .unwrap();
    assert_eq!((actions.len(), cost), (1_000_000, 1_000_000));
}

#[test]
fn the_adapted_space_keeps_the_laws() {
    let macros = macros(6, 2);
    for state in 0..=6 {
        let actions: Vec<_> = macros.actions(&state).collect();
        let mut appended = Vec::new();
        macros.actions_into(&state, &mut appended);
        assert_eq!(actions, appended);
        let climbs = actions
            .iter()
            .filter(|a| matches!(a, Operator::Macro(i) if i.schema == CLIMB))
            .count();
        assert_eq!(climbs, 5usize.saturating_sub(state as usize));
        // `broken` steps up by one, and `climb` refuses a climb of one.
        assert!(!actions.contains(&call(BROKEN, [0; 4])));
        for action in actions {
            assert!(macros.is_applicable(&state, &action));
            let mut after = state;
            macros.apply(&mut after, &action);
            let (steps, cost) = macros
                .expand(&state, std::slice::from_ref(&action))
                .unwrap();
            assert_eq!(replay(macros.space(), &state, &steps), Ok((after, cost)));
            assert_eq!(macros.cost(&state, &action), cost);
        }
    }
}

#[test]
fn a_plan_over_macros_becomes_a_primitive_plan() {
    let macros = macros(9, 2);
    let mut plan = Plan {
        start: 1,
        actions: vec![call(CLIMB, [4, 0, 0, 0]), Operator::Primitive(false)],
        cost: 110,
    };
    let starts = [(0, 0), (3, 100)];
    let at_six = |state: &u32| *state == 6;
    plan.validate(&macros, &starts, &at_six).unwrap();
    let primitive = macros.expand_plan(&starts, &plan).unwrap();
    primitive
        .validate(macros.space(), &starts, &at_six)
        .unwrap();
    assert_eq!(primitive.actions, [true, true, true, true, false]);
    plan.start = 2;
    let fault = macros.expand_plan(&starts, &plan);
    assert_eq!(fault, Err(MacroFault::NoSuchStart(2)));
}

proptest! {
    #[test]
    fn cancelling_keeps_the_end(wishes: Vec<bool>, start in 0u32..9) {
        let counter = Counter { top: 9, price: 1 };
        let mut state = start;
        let mut actions = Vec::new();
        for up in wishes {
            if counter.is_applicable(&state, &up) {
                counter.apply(&mut state, &up);
                actions.push(up);
            }
        }
        let before = actions.len();
        let gone = cancel_inverses(&counter, &mut actions);
        assert_eq!(before - gone, actions.len());
        // In one dimension only the way straight to the end is left.
        assert_eq!(actions.len(), start.abs_diff(state) as usize);
        assert_eq!(replay(&counter, &start, &actions).map(|(end, _)| end), Ok(state));
    }
}
