//! The hot loop where nodes are expanded in the order in which they were reached, over a store that waits for
//! memory: successors are made some dozens at a time, and looked for after that, in the same order as
//! [one by one](super::stretch).
//!
//! Whether a successor is known decides what the processor does next, so one that is looked for as soon as it is
//! made holds up whatever comes after it until its line of the table has come. Made many at a time, they wait
//! together.

use std::array;
use std::mem::needs_drop;

use crate::cost::{self, Cost};
use crate::goal::Goal;
use crate::heuristic::Heuristic;
use crate::open::OpenList;
use crate::search::Observer;
use crate::search::best_first::Order;
use crate::search::best_first::frontier::Arrival;
use crate::search::best_first::stretch::{Pause, Stretch, Stretched};
use crate::space::StateSpace;
use crate::store::view::StoreView;

/// Nodes that are taken up before the successors of the first of them are looked for.
const NODES: usize = 32;

/// Successors after which no other node is taken up.
const ENOUGH: usize = 32;

/// Successors that wait at the most. What more a node has is out of the ordinary.
const MOST: usize = 256;

/// Bytes of a state at the most: what waits takes 45 kB of the stack then.
const LARGEST: usize = 128;

/// Whether states of this type are made in batches. One that owns memory would need it for each that waits.
pub(super) const fn suits<S>() -> bool {
    !needs_drop::<S>() && size_of::<S>() <= LARGEST
}

/// A node that was taken up.
struct Taken<S, Id> {
    id: Id,
    g: Cost,
    state: S,
    /// Where its successors end among those that wait.
    end: usize,
    /// How many of its actions were tried.
    actions: u64,
}

impl<S: Clone, Id> Taken<S, Id> {
    /// A node of which nothing is known but the id.
    fn of(id: Id, any: &S) -> Self {
        Self {
            id,
            g: 0,
            state: any.clone(),
            end: 0,
            actions: 0,
        }
    }
}

/// Successors that wait, each in the same place of some lists.
struct Waiting<S, Id, Place> {
    states: [S; MOST],
    parents: [Id; MOST],
    places: [Place; MOST],
    costs: [Cost; MOST],
    /// How many actions of the same node come before the one that leads to it.
    before: [u64; MOST],
}

impl<S: Clone, Id: Copy, Place: Copy> Waiting<S, Id, Place> {
    /// Lists that are to be filled.
    fn of((id, any): (Id, &S), place: Place) -> Self {
        Self {
            states: array::from_fn(|_| any.clone()),
            parents: [id; MOST],
            places: [place; MOST],
            costs: [0; MOST],
            before: [0; MOST],
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
    /// Looks for successors in batches, where the first way to a state is known to be the cheapest: nothing that
    /// waits is outdated, and a goal shows itself when it is reached.
    #[expect(clippy::inline_always, reason = "the hot loop itself")]
    #[inline(always)]
    pub(super) fn in_batches<W>(self, store: &mut W) -> Stretched<R::Key, Id>
    where
        W: StoreView<State = P::State, Id = Id>,
    {
        let goal = self.task.goal;
        let due = self.look.nodes_left(self.expanded);
        let (mut left, mut generated) = (due, 0);
        let Some((mut key, mut id)) = self.frontier.open.pop() else {
            return Stretched::empty();
        };
        let any = &self.scratch.0;
        let mut nodes: [_; NODES] = array::from_fn(|_| Taken::of(id, any));
        let mut waiting = Waiting::of((id, any), store.place(any));
        let mut last;
        let pause = loop {
            let (mut taken, mut made, mut is_odd) = (0, 0, false);
            // A batch stores no more than `MOST` states: with more left than that, it comes to no limit on them.
            let is_near = self.look.states_left(store.reached()) <= MOST as u64;
            let most = if is_near { 1 } else { left.min(NODES as u64) };
            while !is_odd && made < ENOUGH && (taken as u64) < most {
                if taken > 0 {
                    match self.frontier.open.ahead(taken - 1) {
                        Some(next) => id = next,
                        None => break,
                    }
                }
                let node = &mut nodes[taken % NODES];
                node.id = id;
                (made, is_odd) = self.make(store, node, &mut waiting, made);
                taken += 1;
            }
            // Why it pauses, and at which successor.
            let mut pause = None;
            for next in 0..made {
                let (state, g) = (&waiting.states[next % MOST], waiting.costs[next % MOST]);
                let (parent, place) = (waiting.parents[next % MOST], waiting.places[next % MOST]);
                let met = waiting.before[next % MOST];
                let Some(reach) = store.discover(state, place, g, Some(parent)) else {
                    pause = Some((next, met, Pause::Odd(met)));
                    break;
                };
                match self.frontier.receive(goal, reach, state, g) {
                    Some(Arrival::News | Arrival::Known) => {}
                    Some(Arrival::Goal(id)) => {
                        pause = Some((next, met + 1, Pause::Reached(id)));
                        break;
                    }
                    None => {
                        pause = Some((next, met + 1, Pause::Odd(met + 1)));
                        break;
                    }
                }
            }
            // Only these nodes were expanded.
            last = taken - 1;
            if let Some((next, ..)) = pause {
                last = nodes
                    .iter()
                    .position(|node| next < node.end)
                    .unwrap_or(last);
            }
            for node in &nodes[..=last] {
                self.observer.expanded(&node.state, node.g);
                generated += node.actions;
            }
            left -= last as u64 + 1;
            for _ in 0..last {
                key = self.frontier.open.pop().map_or(key, |(key, _)| key);
            }
            if let Some((_, met, pause)) = pause {
                generated -= nodes[last].actions - met;
                break pause;
            }
            if is_odd {
                break Pause::Odd(nodes[last].actions);
            }
            if left == 0 || self.look.is_full(store.reached()) {
                break Pause::Due;
            }
            match self.frontier.open.pop() {
                Some(next) => (key, id) = next,
                None => break Pause::Empty,
            }
        };
        let last = &nodes[last];
        self.scratch.0.clone_from(&last.state);
        Stretched {
            pause,
            last: Some((key, last.id, last.g)),
            expanded: due - left,
            generated,
        }
    }

    /// Makes the successors of a node, of which the id is known, after those that wait already. Returns how many
    /// wait then, and whether at the node's next action something is out of the ordinary.
    #[expect(clippy::inline_always, reason = "the hot loop itself")]
    #[inline(always)]
    fn make<W>(
        &self,
        store: &W,
        node: &mut Taken<P::State, Id>,
        waiting: &mut Waiting<P::State, Id, W::Place>,
        mut made: usize,
    ) -> (usize, bool)
    where
        W: StoreView<State = P::State, Id = Id>,
    {
        let (space, frontier) = (self.task.space, &*self.frontier);
        let least = *frontier.order.costs().start();
        let origin = store.origin(node.id);
        let g = store.g(node.id);
        store.load(node.id, &mut node.state);
        let room = frontier.room(g, self.most);
        let (mut actions, mut is_odd) = (0, false);
        for action in space.actions(&node.state) {
            let cost = space.cost(&node.state, &action);
            is_odd = cost.wrapping_sub(least).cast_unsigned() >= room || made == MOST;
            if is_odd {
                break;
            }
            let total = cost::sum(g, cost);
            let mut next = node.state.clone();
            space.apply(&mut next, &action);
            is_odd = frontier.is_beyond(&next, total, self.most);
            if is_odd {
                break;
            }
            let place = store.place(&next);
            // The state that the node was reached from is known (a start is its own). Nodes that follow each other
            // were reached from near each other, so a look at it is cheap.
            let is_known = store.is_at_hand(origin, &next, place);
            waiting.states[made % MOST] = next;
            waiting.places[made % MOST] = place;
            waiting.parents[made % MOST] = node.id;
            waiting.costs[made % MOST] = total;
            waiting.before[made % MOST] = actions;
            made += usize::from(!is_known);
            actions += 1;
        }
        (node.g, node.end, node.actions) = (g, made, actions);
        (made, is_odd)
    }
}
