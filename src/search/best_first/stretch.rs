//! The hot loop: nodes of the open list one after the other, until something else is to be done.
//!
//! What it keeps is in variables of its own, and whatever is out of the ordinary ends it: a loop that
//! never has to go on from a call keeps more in registers.

use std::mem::needs_drop;

use crate::cost::{self, Cost};
use crate::goal::Goal;
use crate::heuristic::Heuristic;
use crate::open::OpenList;
use crate::search::Observer;
use crate::search::best_first::Order;
use crate::search::best_first::batch;
use crate::search::best_first::frontier::{Arrival, Frontier};
use crate::search::limits::Look;
use crate::search::task::Task;
use crate::space::StateSpace;
use crate::store::view::{HotLoop, StoreView};

/// What the loop works with beside the store.
pub(super) struct Stretch<'w, P: StateSpace, G, O: OpenList<Id>, Id, R, H, V> {
    pub(super) task: Task<'w, P, G>,
    /// States that cost more are left out.
    pub(super) most: Cost,
    /// Goals that cost more are no answer.
    pub(super) accepted: Cost,
    pub(super) frontier: &'w mut Frontier<O, Id, R, H>,
    /// When it ends at the latest, and how many nodes were expanded before it.
    pub(super) look: Look,
    pub(super) expanded: u64,
    pub(super) scratch: &'w mut (P::State, P::State),
    pub(super) observer: &'w mut V,
}

/// What a stretch did.
pub(super) struct Stretched<Key, Id> {
    pub(super) pause: Pause<Id>,
    /// The node that came out last, with its key and its cost; `None` if the open list was empty.
    pub(super) last: Option<(Key, Id, Cost)>,
    pub(super) expanded: u64,
    pub(super) generated: u64,
}

/// Why the loop paused.
pub(super) enum Pause<Id> {
    /// A look at the limits is due.
    Due,
    /// The last entry was outdated, and one step was asked for.
    Stale,
    /// The open list is empty.
    Empty,
    /// The last node is a goal.
    Taken,
    /// The last node is a goal that costs more than the limit.
    Over,
    /// At the last node something is out of the ordinary: an action that does not simply lead to a state
    /// within the limit on cost, or a successor that store or open list have no room for. Its expansion is
    /// to be gone on with, closely, after so many actions.
    Odd(u64),
    /// This goal was reached.
    Reached(Id),
}

impl<Key, Id> Stretched<Key, Id> {
    /// There was no node.
    pub(super) fn empty() -> Self {
        Self {
            pause: Pause::Empty,
            last: None,
            expanded: 0,
            generated: 0,
        }
    }
}

impl<P, G, O, Id, R, H, V> HotLoop<P::State, Id> for Stretch<'_, P, G, O, Id, R, H, V>
where
    P: StateSpace,
    G: Goal<P::State>,
    O: OpenList<Id, Key = R::Key>,
    Id: Copy,
    R: Order,
    H: Heuristic<P::State>,
    V: Observer<P::State>,
{
    type Output = Stretched<R::Key, Id>;

    #[expect(clippy::inline_always, reason = "the hot loop itself")]
    #[inline(always)]
    fn run<W>(self, store: &mut W) -> Self::Output
    where
        W: StoreView<State = P::State, Id = Id>,
    {
        if R::FIRST_IS_CHEAPEST && W::WAITS && batch::suits::<P::State>() {
            self.in_batches(store)
        } else {
            self.one_by_one(store)
        }
    }
}

impl<P, G, O, Id, R, H, V> Stretch<'_, P, G, O, Id, R, H, V>
where
    P: StateSpace,
    G: Goal<P::State>,
    O: OpenList<Id, Key = R::Key>,
    Id: Copy,
    R: Order,
    H: Heuristic<P::State>,
    V: Observer<P::State>,
{
    /// Looks for each successor as soon as it is made.
    #[expect(clippy::inline_always, reason = "the hot loop itself")]
    #[inline(always)]
    fn one_by_one(
        self,
        store: &mut impl StoreView<State = P::State, Id = Id>,
    ) -> Stretched<R::Key, Id> {
        let Self {
            most,
            accepted,
            frontier,
            look,
            observer,
            ..
        } = self;
        let (Task { space, goal, .. }, (state, reused)) = (self.task, self.scratch);
        let due = look.nodes_left(self.expanded);
        let is_step = look == Look::after_one();
        let least = *frontier.order.costs().start();
        let (mut left, mut generated) = (due, 0);
        let Some((mut key, mut id)) = frontier.open.pop() else {
            return Stretched::empty();
        };
        let mut g;
        let pause = 'nodes: loop {
            g = store.g(id);
            if !frontier.order.is_current(key, g) {
                if is_step {
                    break Pause::Stale;
                }
                match frontier.open.pop() {
                    Some(next) => (key, id) = next,
                    None => break Pause::Empty,
                }
                continue;
            }
            store.load(id, state);
            if !R::FIRST_IS_CHEAPEST && goal.is_goal(state) {
                break if g <= accepted {
                    Pause::Taken
                } else {
                    Pause::Over
                };
            }
            observer.expanded(state, g);
            left -= 1;
            let room = frontier.room(g, most);
            // Made twice, the successors are looked for all at once, which takes as long as one would have to wait for.
            if !needs_drop::<P::State>() && store.is_far() {
                for action in space.actions(state) {
                    let mut next = state.clone();
                    space.apply(&mut next, &action);
                    store.place(&next);
                }
            }
            let before = generated;
            for action in space.actions(state) {
                let cost = space.cost(state, &action);
                if cost.wrapping_sub(least).cast_unsigned() >= room {
                    break 'nodes Pause::Odd(generated - before);
                }
                // A state that owns no memory is made in registers; another one fills what the last one held.
                let mut fresh;
                let next = if needs_drop::<P::State>() {
                    reused.clone_from(state);
                    &mut *reused
                } else {
                    fresh = state.clone();
                    &mut fresh
                };
                space.apply(next, &action);
                let total = cost::sum(g, cost);
                let is_beyond = frontier.is_beyond(next, total, most);
                let reach = if is_beyond {
                    None
                } else {
                    let place = store.place(next);
                    if R::FIRST_IS_CHEAPEST {
                        store.discover(next, place, total, Some(id))
                    } else {
                        store.reach(next, place, total, Some(id))
                    }
                };
                let Some(reach) = reach else {
                    break 'nodes Pause::Odd(generated - before);
                };
                generated += 1;
                match frontier.receive(goal, reach, next, total) {
                    Some(Arrival::News | Arrival::Known) => {}
                    Some(Arrival::Goal(id)) => break 'nodes Pause::Reached(id),
                    None => break 'nodes Pause::Odd(generated - before),
                }
            }
            if left == 0 || look.is_full(store.reached()) {
                break Pause::Due;
            }
            match frontier.open.pop() {
                Some(next) => (key, id) = next,
                None => break Pause::Empty,
            }
        };
        Stretched {
            pause,
            last: Some((key, id, g)),
            expanded: due - left,
            generated,
        }
    }
}
