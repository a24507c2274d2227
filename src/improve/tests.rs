//! Improvement on a small space whose optima are known by search, and what breaks it.

use crate::cost::Cost;
use crate::goal::Exactly;
use crate::heuristic::Heuristic;
use crate::improve::both_ends::BothEnds;
use crate::improve::laws::{Fault, check_touched};
use crate::improve::led::Led;
use crate::improve::windows::{Access, Replanned, Windows};
use crate::improve::{Effort, ImproveError, Improved, improve};
use crate::memory::Memory;
use crate::plan::{Plan, PlanFault};
use crate::search::limits::{Cancel, Limit, Limits};
use crate::search::outcome::SearchError;
use crate::search::uniform_cost::uniform_cost;
use crate::search::{Observer, Stats};
use crate::space::{Invertible, Predecessors, StateSpace, predecessors_by_inverse};

/// Tokens on the cells of a square, no two on one cell; each steps to a free cell beside its own. A step to the right
/// or left costs 1, one up or down `steep`.
struct Tokens {
    side: u8,
    steep: Cost,
}

/// Which token, and its direction.
type Step = (usize, u8);

impl Tokens {
    fn beside(&self, cell: u8, direction: u8) -> Option<u8> {
        let (row, col) = (cell / self.side, cell % self.side);
        let (row, col) = match direction {
            0 => (row.checked_sub(1)?, col),
            1 => (row, col + 1),
            2 => (row + 1, col),
            _ => (row, col.checked_sub(1)?),
        };
        (row < self.side && col < self.side).then(|| row * self.side + col)
    }
}

impl StateSpace for Tokens {
    type State = Vec<u8>;
    type Action = Step;

    fn actions<'a>(&'a self, state: &Vec<u8>) -> impl Iterator<Item = Step> + use<'a> {
        let state = state.clone();
        let all =
            (0..state.len()).flat_map(|token| (0..4).map(move |direction| (token, direction)));
        all.filter(move |&(token, direction)| {
            let to = self.beside(state[token], direction);
            to.is_some_and(|to| !state.contains(&to))
        })
    }

    fn apply(&self, state: &mut Vec<u8>, &(token, direction): &Step) {
        if let Some(to) = self.beside(state[token], direction) {
            state[token] = to;
        }
    }

    fn cost(&self, _: &Vec<u8>, &(_, direction): &Step) -> Cost {
        if direction % 2 == 0 { self.steep } else { 1 }
    }
}

impl Invertible for Tokens {
    fn inverse(&self, &(token, direction): &Step) -> Step {
        (token, (direction + 2) % 4)
    }
}

impl Predecessors for Tokens {
    fn predecessors<'a>(
        &'a self,
        state: &Vec<u8>,
    ) -> impl Iterator<Item = (Step, Vec<u8>)> + use<'a> {
        predecessors_by_inverse(self, state)
    }
}

/// Windows in which cells are the parts.
#[derive(Default)]
struct Cells {
    searched: BothEnds,
    /// A mistake: the cell that a token leaves is not told.
    forgets: bool,
    /// Nothing is planned anew.
    rests: bool,
}

impl Windows<Tokens> for Cells {
    fn replan(
        &mut self,
        space: &Tokens,
        from: &Vec<u8>,
        window: &[Step],
        spent: Cost,
        limits: &Limits,
    ) -> Result<Replanned<Step>, SearchError> {
        if self.rests {
            return Ok(Replanned {
                cheaper: None,
                limit: None,
                stats: crate::search::Stats::default(),
            });
        }
        self.searched.replan(space, from, window, spent, limits)
    }

    fn parts(&self, space: &Tokens, _: &Vec<u8>) -> usize {
        usize::from(space.side) * usize::from(space.side)
    }

    fn touched(
        &self,
        space: &Tokens,
        state: &Vec<u8>,
        &(token, direction): &Step,
        touch: &mut impl FnMut(usize, Access),
    ) {
        if !self.forgets {
            touch(state[token].into(), Access::Changes);
        }
        if let Some(to) = space.beside(state[token], direction) {
            touch(to.into(), Access::Changes);
        }
    }

    fn inverse(&self, space: &Tokens, step: &Step) -> Option<Step> {
        (space.steep >= 0).then(|| space.inverse(step))
    }
}

/// Random numbers, the same every time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        usize::try_from(self.0 >> 33).expect("31 bits") % most
    }
}

fn walk(space: &Tokens, start: &[u8], steps: usize, seed: u64) -> Plan<Step> {
    let mut dice = Dice(seed);
    let mut state = start.to_vec();
    let mut plan = Plan {
        start: 0,
        actions: Vec::new(),
        cost: 0,
    };
    for _ in 0..steps {
        let mut actions = Vec::new();
        space.actions_into(&state, &mut actions);
        let step = actions[dice.below(actions.len())];
        plan.cost += space.cost(&state, &step);
        space.apply(&mut state, &step);
        plan.actions.push(step);
    }
    plan
}

fn end(space: &Tokens, start: &[u8], plan: &Plan<Step>) -> Vec<u8> {
    let mut state = start.to_vec();
    for step in &plan.actions {
        assert!(space.is_applicable(&state, step), "{step:?} in {state:?}");
        space.apply(&mut state, step);
    }
    state
}

fn improved(
    (space, start): (&Tokens, &Vec<u8>),
    plan: &Plan<Step>,
    windows: &mut impl Windows<Tokens>,
    effort: Effort,
    limits: &Limits,
) -> Result<Improved<Step>, ImproveError> {
    struct Falling(Cost);

    impl Observer<Vec<u8>> for Falling {
        fn better(&mut self, cost: Cost, _: &Stats) {
            assert!(cost < self.0, "{cost} after {}", self.0);
            self.0 = cost;
        }
    }

    let mut told = Falling(plan.cost);
    let plan = plan.clone();
    let better = improve(space, (start, 0), plan, windows, effort, limits, &mut told)?;
    assert_eq!(told.0, better.plan.cost);
    Ok(better)
}

/// No fewer steps than the columns between the cells of tokens now and at the end.
struct Apart(Vec<u8>, u8);

impl Apart {
    fn of(space: &Tokens, end: &[u8]) -> Self {
        Self(end.to_vec(), space.side)
    }
}

impl Heuristic<Vec<u8>> for Apart {
    fn estimate(&self, state: &Vec<u8>) -> Option<Cost> {
        let pairs = state.iter().zip(&self.0);
        let apart = pairs.map(|(a, b)| Cost::from((a % self.1).abs_diff(b % self.1)));
        Some(apart.sum())
    }
}

const START: [u8; 3] = [0, 5, 10];

#[test]
fn plans_become_the_cheapest_if_one_window_holds_them() {
    for (steep, seed) in [1, 0, 3].into_iter().zip(1..) {
        let space = Tokens { side: 4, steep };
        let start = START.to_vec();
        for steps in [0, 1, 2, 30, 300] {
            let plan = walk(&space, &start, steps, seed);
            let end = end(&space, &start, &plan);
            let best = uniform_cost(&space, start.clone(), &Exactly(end.clone()));
            let best = best.unwrap().cost().expect("the walk leads there");
            let effort = Effort::default().unending();
            let limits = Limits::default();
            let asked = (&space, &start);
            for better in [
                improved(asked, &plan, &mut BothEnds::default(), effort, &limits),
                improved(asked, &plan, &mut Cells::default(), effort, &limits),
                improved(
                    asked,
                    &plan,
                    &mut Led(|space: &Tokens, end: &Vec<u8>| Apart::of(space, end)),
                    effort,
                    &limits,
                ),
            ] {
                let Improved { plan, limit, .. } = better.unwrap();
                assert_eq!((plan.cost, limit), (best, None), "{steps} steps");
                assert_eq!(self::end(&space, &start, &plan), end);
                plan.validate(&space, &[(start.clone(), 0)], &Exactly(end.clone()))
                    .unwrap();
            }
        }
    }
}

/// Two tokens far from each other go there and back by turns: each step is taken back, but never by the next one.
#[test]
fn what_is_taken_back_is_dropped_across_actions_elsewhere() {
    let space = Tokens { side: 9, steep: 2 };
    let start = vec![0, 57];
    let there: Vec<Step> = [1, 1, 2, 1]
        .into_iter()
        .flat_map(|d| [(0, d), (1, d)])
        .collect();
    let back = there.iter().rev().map(|step| space.inverse(step));
    let mut actions: Vec<_> = there.iter().copied().chain(back).collect();
    // What is left over at the end.
    actions.push((1, 1));
    let cost = actions.iter().map(|step| space.cost(&start, step)).sum();
    let plan = Plan {
        start: 0,
        actions,
        cost,
    };
    let mut windows = Cells {
        rests: true,
        ..Cells::default()
    };
    let limits = Limits::default();
    let better = improved(
        (&space, &start),
        &plan,
        &mut windows,
        Effort::default(),
        &limits,
    );
    assert_eq!(better.unwrap().plan.actions, [(1, 1)]);
}

#[test]
fn cycles_are_cut_out_where_nothing_can_be_undone() {
    let space = Tokens { side: 2, steep: 1 };
    let start = vec![0];
    // Round the square twice and a step further.
    let actions: Vec<Step> = [1, 2, 3, 0, 1, 2, 3, 0, 1]
        .map(|direction| (0, direction))
        .to_vec();
    let plan = Plan {
        start: 0,
        actions,
        cost: 9,
    };
    let mut windows = Cells {
        rests: true,
        ..Cells::default()
    };
    let better = improved(
        (&space, &start),
        &plan,
        &mut windows,
        Effort::default(),
        &Limits::default(),
    );
    assert_eq!(better.unwrap().plan.actions, [(0, 1)]);
}

/// Tokens on their ways by turns: a window in time holds a step or two of each, one in place all of one.
#[test]
fn windows_reach_over_actions_elsewhere() {
    let space = Tokens { side: 12, steep: 1 };
    let start: Vec<u8> = (0..6).map(|token| token * 24).collect();
    // Each goes two to the right by a way of four.
    let way = [2, 1, 1, 0];
    let actions: Vec<Step> = way
        .into_iter()
        .flat_map(|d| (0..6).map(move |token| (token, d)))
        .collect();
    let cost = 24;
    let plan = Plan {
        start: 0,
        actions,
        cost,
    };
    let effort = Effort {
        least: 400,
        most: 400,
    };
    let limits = Limits::default();
    let by_place = improved(
        (&space, &start),
        &plan,
        &mut Cells::default(),
        effort,
        &limits,
    )
    .unwrap();
    assert_eq!(by_place.plan.cost, 12);
}

#[test]
fn the_same_budget_gives_the_same_plan_and_limits_hold() {
    let space = Tokens { side: 5, steep: 2 };
    let start = START.to_vec();
    let plan = walk(&space, &start, 400, 9);
    let mut last = plan.cost;
    for most in [0, 10, 1_000, 20_000] {
        let limits = Limits {
            expansions: Some(most),
            ..Limits::default()
        };
        let [one, two] = [0; 2].map(|_| {
            let effort = Effort::default().unending();
            improved(
                (&space, &start),
                &plan,
                &mut Cells::default(),
                effort,
                &limits,
            )
            .unwrap()
        });
        assert_eq!(one, two);
        assert!(
            one.stats.expanded <= most,
            "{} of {most}",
            one.stats.expanded
        );
        assert!(one.plan.cost <= last, "{} after {last}", one.plan.cost);
        last = one.plan.cost;
        assert!(
            matches!(one.limit, None | Some(Limit::Expansions(_))),
            "{:?}",
            one.limit
        );
        assert_eq!(end(&space, &start, &one.plan), end(&space, &start, &plan));
    }
    let cancel = Cancel::default();
    cancel.cancel();
    let limits = Limits {
        cancel,
        ..Limits::default()
    };
    let asked = (&space, &start);
    let stopped = improved(
        asked,
        &plan,
        &mut BothEnds::default(),
        Effort::default(),
        &limits,
    )
    .unwrap();
    assert_eq!(stopped.limit, Some(Limit::Cancelled));
    for bytes in [0, 1_000, 12_000, 60_000] {
        let limits = Limits {
            memory: Memory::limited(bytes),
            ..Limits::default()
        };
        let kept = improved(
            asked,
            &plan,
            &mut Cells::default(),
            Effort::default(),
            &limits,
        )
        .unwrap();
        assert!(kept.plan.cost <= plan.cost);
        assert!(limits.memory.peak() <= bytes);
        assert_eq!(limits.memory.used(), 0);
        assert_eq!(end(&space, &start, &kept.plan), end(&space, &start, &plan));
    }
}

#[test]
fn wrong_plans_and_wrong_words_are_told() {
    let space = Tokens { side: 4, steep: 1 };
    let start = START.to_vec();
    let limits = Limits::default();
    let given = |actions: &[Step], cost| {
        let plan = Plan {
            start: 0,
            actions: actions.to_vec(),
            cost,
        };
        improved(
            (&space, &start),
            &plan,
            &mut Cells::default(),
            Effort::default(),
            &limits,
        )
    };
    let fault = given(&[(0, 0)], 1).unwrap_err();
    assert!(matches!(
        fault,
        ImproveError::Given(PlanFault::NotApplicable { step: 0, .. })
    ));
    let fault = given(&[(0, 1)], 7).unwrap_err();
    let (said, found) = (7, 1);
    assert_eq!(
        fault,
        ImproveError::Given(PlanFault::WrongCost { said, found })
    );

    let downhill = Tokens { side: 4, steep: -1 };
    let plan = walk(&downhill, &start, 60, 3);
    let mut windows = BothEnds::default();
    let refused = improved(
        (&downhill, &start),
        &plan,
        &mut windows,
        Effort::default(),
        &limits,
    );
    assert!(matches!(
        refused,
        Err(ImproveError::Search(SearchError::NegativeArc { .. }))
    ));
}

#[test]
fn the_law_of_touched_parts_finds_what_is_forgotten() {
    let space = Tokens { side: 3, steep: 1 };
    let starts = [vec![0, 1], vec![4, 0], vec![8, 3, 1]];
    let right = Cells::default();
    assert_eq!(check_touched(&space, &right, starts.clone()), Ok(()));
    assert_eq!(
        check_touched(&space, &BothEnds::default(), starts.clone()),
        Ok(())
    );
    let wrong = Cells {
        forgets: true,
        ..Cells::default()
    };
    let broken = check_touched(&space, &wrong, starts).unwrap_err();
    assert_eq!(broken.fault, Fault::NotApplicable, "{broken}");
}
