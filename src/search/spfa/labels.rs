//! What an arriving state passes through: store, queue, goals and counters.

use crate::cost::Cost;
use crate::goal::Goal;
use crate::memory::{BudgetVec, Memory, MemoryExhausted};
use crate::open::queue::Queue;
use crate::search::Stats;
use crate::search::spfa::MINUS_INFINITY;
use crate::search::spfa::agenda::Agenda;
use crate::search::spfa::variant::Variant;
use crate::search::stop::Stop;
use crate::store::{Costs, Parents, Reach, StoreError};

/// The costs known so far, and which nodes are to be looked at because of them.
#[derive(Debug)]
pub(super) struct Labels<'a, S: Costs> {
    pub(super) store: &'a mut S,
    pub(super) agenda: Agenda<S::Id>,
    /// Nodes taken out whose successors are to be taken out as well.
    pub(super) sinking: Queue<S::Id>,
    /// The goals that were reached, some perhaps twice.
    goals: BudgetVec<S::Id>,
    /// A node that is stored and that there was no room to note elsewhere.
    unnoted: Option<S::Id>,
    /// One more than the largest node number.
    pub(super) numbers: u64,
    /// Costs that fell since the parents were last searched for a cycle.
    pub(super) fallen: u64,
    /// Whether a negative cost was met. Before, the parents hold no cycle.
    pub(super) negative: bool,
    variant: Variant,
    pub(super) stats: Stats,
}

/// What came of a state that was met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Arrival {
    /// It was known at no higher cost.
    Known,
    /// It was known at a higher cost.
    Improved,
    /// It was new.
    New,
}

impl<'a, S> Labels<'a, S>
where
    S: Costs<Id: Into<u64> + TryFrom<u64>> + Parents,
{
    pub(super) fn new(store: &'a mut S, variant: Variant, memory: &Memory) -> Self {
        Self {
            store,
            agenda: Agenda::new(memory, variant),
            sinking: Queue::new(memory),
            goals: BudgetVec::new(memory),
            unnoted: None,
            numbers: 0,
            fallen: 0,
            negative: false,
            variant,
            stats: Stats::default(),
        }
    }

    /// Whether nodes are taken up in the order in which they came.
    #[inline]
    pub(super) fn is_fifo(&self) -> bool {
        self.variant == Variant::Fifo
    }

    /// A state was met at cost `g`: stores it and queues it, if that is news. The caller counts what
    /// came of it. Where `FIFO` holds, the variant is that.
    ///
    /// After an error what was stored is counted, and noted elsewhere when memory allows.
    #[expect(clippy::inline_always, reason = "it is the body of the hot loop")]
    #[inline(always)]
    pub(super) fn reach<const FIFO: bool>(
        &mut self,
        goal: &impl Goal<S::State>,
        state: &S::State,
        g: Cost,
        parent: Option<S::Id>,
    ) -> Result<Arrival, Stop> {
        let waited_at = if !FIFO && self.variant.large_label_last() {
            let known = self.store.find(state);
            let waiting = known.filter(|&id| self.agenda.is_waiting(id));
            waiting.map(|id| self.store.g(id))
        } else {
            None
        };
        Ok(match self.store.reach(state, g, parent)? {
            Reach::Known => Arrival::Known,
            Reach::Improved(id) => {
                self.fallen += 1;
                if let Some(old) = waited_at {
                    self.agenda.fell(old, g);
                } else if let Err(full) = self.agenda.push::<FIFO, S>(self.store, id) {
                    self.stats.reopened += 1;
                    return Err(self.left_out(id, full).into());
                }
                Arrival::Improved
            }
            Reach::New(id) => {
                self.number(id);
                if let Err(full) = self.note(id, goal.is_goal(state)) {
                    self.stats.stored += 1;
                    return Err(full.into());
                }
                Arrival::New
            }
        })
    }

    /// Queues a node that is new. It is called apart from the hot loop: most successors are not.
    #[inline(never)]
    fn note(&mut self, id: S::Id, is_goal: bool) -> Result<(), MemoryExhausted> {
        let goals = &mut self.goals;
        let noted = if is_goal { goals.push(id) } else { Ok(()) };
        noted
            .and_then(|()| self.agenda.admit(id))
            .and_then(|()| self.agenda.push::<false, S>(self.store, id))
            .map_err(|full| self.left_out(id, full))
    }

    /// A node that was stored could not be noted elsewhere.
    #[cold]
    fn left_out(&mut self, id: S::Id, full: MemoryExhausted) -> MemoryExhausted {
        self.unnoted = Some(id);
        full
    }

    #[inline]
    fn number(&mut self, id: S::Id) {
        self.numbers = self.numbers.max(id.into() + 1);
    }

    /// Takes a state out: it can be reached from a negative cycle.
    pub(super) fn sink(
        &mut self,
        state: &S::State,
        parent: Option<S::Id>,
    ) -> Result<(), StoreError> {
        let id = match self.store.reach(state, MINUS_INFINITY, parent)? {
            Reach::New(id) => {
                self.stats.stored += 1;
                self.number(id);
                id
            }
            Reach::Improved(id) => {
                // The first node of a cycle is not a successor that was generated.
                self.stats.reopened += u64::from(parent.is_some());
                id
            }
            Reach::Known => {
                self.stats.duplicates += 1;
                return Ok(());
            }
        };
        self.unnoted = Some(id);
        self.sinking.push_back(id)?;
        self.unnoted = None;
        Ok(())
    }

    /// Whether there is a node that was stored and not noted elsewhere.
    pub(super) fn is_behind(&self) -> bool {
        self.unnoted.is_some()
    }

    /// Notes what was stored when memory ran out. `state` is overwritten then.
    #[inline]
    pub(super) fn catch_up(
        &mut self,
        goal: &impl Goal<S::State>,
        state: &mut S::State,
    ) -> Result<(), MemoryExhausted> {
        let Some(id) = self.unnoted else {
            return Ok(());
        };
        if self.store.g(id) == MINUS_INFINITY {
            self.sinking.push_back(id)?;
        } else {
            self.store.load(id, state);
            self.note(id, goal.is_goal(state))?;
        }
        self.unnoted = None;
        Ok(())
    }

    /// Whether as many costs fell as there are nodes, so that a search for a cycle is paid for.
    #[inline]
    pub(super) fn is_cycle_due(&self) -> bool {
        self.negative && self.fallen > 0 && self.fallen >= self.numbers
    }

    /// Removes the nodes that were taken out from the queue.
    pub(super) fn forget_sunk(&mut self) -> Result<(), MemoryExhausted> {
        self.agenda.drop_all(self.store, MINUS_INFINITY)
    }

    /// The cheapest goal so far; of equal ones the one that was reached first.
    pub(super) fn best_goal(&self) -> Option<S::Id> {
        self.goals
            .iter()
            .copied()
            .min_by_key(|&id| self.store.g(id))
    }

    /// Whether following the parents of `id` leads to a start by nodes that were not taken out.
    pub(super) fn leads_to_a_start(&self, id: S::Id) -> bool {
        let mut next = Some(id);
        for _ in 0..=self.numbers {
            match next {
                None => return true,
                Some(id) if self.store.g(id) == MINUS_INFINITY => return false,
                Some(id) => next = self.store.parent(id),
            }
        }
        false
    }
}
