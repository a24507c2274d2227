//! Sweeps over encodings that number many states at once are those over the same ranks one by one.

use crate::encoding::Encoding;
use crate::encoding::permutation::Permutation;
use crate::search::layers::{Sweep, Swept};
use crate::search::limits::Limits;
use crate::search::outcome::SearchError;
use crate::space::{Predecessors, StateSpace};

/// Stacks whose upper items go below as many others: an action that does not undo itself.
struct Cuts {
    /// Cutting off this many costs 2 where item 4 is on top; all else costs 1.
    dear: u8,
}

type Stack = [u8; 6];

impl StateSpace for Cuts {
    type State = Stack;
    type Action = u8;

    fn actions<'a>(&'a self, _: &Stack) -> impl Iterator<Item = u8> + use<'a> {
        2..=6
    }

    fn apply(&self, stack: &mut Stack, &cut: &u8) {
        stack[..usize::from(cut)].rotate_left(1);
    }

    fn cost(&self, stack: &Stack, &cut: &u8) -> i64 {
        if cut == self.dear && stack[0] == 4 {
            2
        } else {
            1
        }
    }
}

impl Predecessors for Cuts {
    fn predecessors<'a>(&'a self, stack: &Stack) -> impl Iterator<Item = (u8, Stack)> + use<'a> {
        let stack = *stack;
        (2..=6).map(move |cut| {
            let mut before = stack;
            before[..usize::from(cut)].rotate_right(1);
            (cut, before)
        })
    }
}

/// The same ranks, one by one.
struct OneByOne(Permutation<Stack>);

impl Encoding for OneByOne {
    type State = Stack;

    fn size(&self) -> u64 {
        self.0.size()
    }

    fn rank(&self, stack: &Stack) -> u64 {
        self.0.rank(stack)
    }

    fn unrank_into(&self, rank: u64, stack: &mut Stack) {
        self.0.unrank_into(rank, stack);
    }
}

fn are_alike<T, D>(crowd: &Swept<T, D>, alone: &Swept<T, D>) {
    assert_eq!(crowd.size(), 720);
    assert_eq!(crowd.profile(), alone.profile());
    assert_eq!(crowd.deepest.ranks(), alone.deepest.ranks());
    assert_eq!(
        (
            crowd.stats.expanded,
            crowd.stats.generated,
            crowd.stats.duplicates
        ),
        (
            alone.stats.expanded,
            alone.stats.generated,
            alone.stats.duplicates
        )
    );
}

#[test]
fn many_at_once_are_swept_as_one_by_one() {
    let cuts = Cuts { dear: 0 };
    let (orders, one) = (
        Permutation::new(6).unwrap(),
        OneByOne(Permutation::new(6).unwrap()),
    );
    const { assert!(Permutation::<Stack>::AT_ONCE && !OneByOne::AT_ONCE) };
    let starts = [[3, 1, 0, 2, 5, 4]];
    for threads in [1, 2] {
        let crowd = Sweep::new(&cuts, &orders, &starts)
            .deepest(9)
            .threads(threads);
        let alone = Sweep::new(&cuts, &one, &starts).deepest(9).threads(threads);
        // Where states are rationed they are expanded one by one.
        for states in [None, Some(720)] {
            let limits = Limits {
                states,
                ..Limits::default()
            };
            let swept = crowd.visited(&limits, &mut ()).unwrap();
            are_alike(&swept, &alone.visited(&limits, &mut ()).unwrap());
            for rank in 0..720 {
                assert!(swept.is_reached(rank));
            }
            let swept = crowd.backward(&limits, &mut ()).unwrap();
            let expected = alone.backward(&limits, &mut ()).unwrap();
            assert_eq!(swept.profile(), expected.profile());
            for rank in 0..720 {
                assert_eq!(swept.distance(rank), expected.distance(rank));
            }
        }
    }
}

/// The counters of both ways of sweeping, when the first dear cut was come upon.
#[test]
fn costs_other_than_1_are_refused() {
    let (orders, one) = (
        Permutation::new(6).unwrap(),
        OneByOne(Permutation::new(6).unwrap()),
    );
    let starts = [[0, 1, 2, 3, 4, 5]];
    let limits = Limits::default();
    let refused = |error| assert!(matches!(error, SearchError::NotUnitCost { .. }), "{error}");
    for cuts in [Cuts { dear: 5 }, Cuts { dear: 2 }] {
        let crowd = Sweep::new(&cuts, &orders, &starts);
        let alone = Sweep::new(&cuts, &one, &starts);
        let (mut crowd, mut alone) = (crowd.start_visited(&limits), alone.start_visited(&limits));
        refused(crowd.run(&limits, &mut ()).unwrap_err());
        refused(alone.run(&limits, &mut ()).unwrap_err());
        assert_eq!(crowd.stats(), alone.stats());
        let (crowd, alone) = (
            Sweep::new(&cuts, &orders, &starts),
            Sweep::new(&cuts, &one, &starts),
        );
        let (mut crowd, mut alone) = (crowd.start_backward(&limits), alone.start_backward(&limits));
        refused(crowd.run(&limits, &mut ()).unwrap_err());
        refused(alone.run(&limits, &mut ()).unwrap_err());
        assert_eq!(crowd.stats(), alone.stats());
    }
}
