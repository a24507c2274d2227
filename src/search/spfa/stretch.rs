//! The hot loop, first in, first out: nodes that wait one after the other, until something else is to be
//! done.
//!
//! As in the engine's, whatever is out of the ordinary ends it.

use std::mem::needs_drop;

use crate::cost::{self, Cost};
use crate::goal::Goal;
use crate::search::Observer;
use crate::search::limits::Look;
use crate::search::spfa::labels::{Labels, News};
use crate::search::task::Task;
use crate::space::StateSpace;
use crate::store::view::{HotLoop, StoreView};

/// The largest amount, of either sign, of a cost and of an action's cost that are added without a look.
const PLAIN: Cost = 1 << 61;

/// What the loop works with beside the store.
pub(super) struct Stretch<'w, P: StateSpace, G, Id, V> {
    pub(super) task: Task<'w, P, G>,
    pub(super) labels: &'w mut Labels<Id>,
    /// The node that is taken up first.
    pub(super) first: Id,
    pub(super) look: Look,
    pub(super) scratch: &'w mut (P::State, P::State),
    pub(super) observer: &'w mut V,
}

/// What a stretch did.
pub(super) struct Stretched<Id> {
    /// The node that was taken up last.
    pub(super) last: Id,
    /// Its cost when it was taken up.
    pub(super) g: Cost,
    /// Whether something is out of the ordinary there: a cost that may not fit, or a successor that is not
    /// simply stored and queued. Its expansion is to be gone on with after so many actions.
    pub(super) odd: Option<u64>,
    pub(super) expanded: u64,
    pub(super) generated: u64,
    pub(super) news: News,
    /// Whether an action costs less than 0.
    pub(super) negative: bool,
}

impl<P, G, Id, V> HotLoop<P::State, Id> for Stretch<'_, P, G, Id, V>
where
    P: StateSpace,
    G: Goal<P::State>,
    Id: Copy + Into<u64> + TryFrom<u64>,
    V: Observer<P::State>,
{
    type Output = Stretched<Id>;

    #[expect(clippy::inline_always, reason = "the hot loop itself")]
    #[inline(always)]
    fn run<W>(self, store: &mut W) -> Stretched<Id>
    where
        W: StoreView<State = P::State, Id = Id>,
    {
        let Self {
            labels,
            look,
            observer,
            ..
        } = self;
        let (Task { space, goal, .. }, (state, reused)) = (self.task, self.scratch);
        let due = look.nodes_left(labels.stats.expanded);
        let full = look.states_left(labels.stats.stored);
        let (mut left, mut generated, mut news) = (due, 0, News::default());
        let mut negative = labels.negative;
        let (fallen, mut id) = (labels.fallen, self.first);
        let mut g;
        let odd = 'nodes: loop {
            g = store.g(id);
            store.load(id, state);
            observer.expanded(state, g);
            left -= 1;
            let before = generated;
            let is_plain = (-PLAIN..=PLAIN).contains(&g);
            for action in space.actions(state) {
                let cost = space.cost(state, &action);
                if cost < 0 {
                    negative = true;
                }
                if !is_plain || cost.wrapping_add(PLAIN).cast_unsigned() > 2 * PLAIN.cast_unsigned()
                {
                    break 'nodes Some(generated - before);
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
                let place = store.place(next);
                let Some(reach) = store.reach(next, place, cost::sum(g, cost), Some(id)) else {
                    break 'nodes Some(generated - before);
                };
                generated += 1;
                if !labels.receive(goal, reach, next, &mut news) {
                    break 'nodes Some(generated - before);
                }
            }
            let is_cycle_due = negative && fallen + news.fallen >= labels.numbers;
            if left == 0 || news.stored >= full || is_cycle_due {
                break None;
            }
            match labels.agenda.take() {
                Some(next) => id = next,
                None => break None,
            }
        };
        Stretched {
            last: id,
            g,
            odd,
            expanded: due - left,
            generated,
            news,
            negative,
        }
    }
}
