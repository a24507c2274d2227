//! What an arriving state passes through beside the store: queue, goals and counters.

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

/// What a loop found out.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct News {
    /// States that were not known.
    pub(super) stored: u64,
    /// Costs that fell.
    pub(super) fallen: u64,
}

/// Which nodes are to be looked at because of the costs known so far.
#[derive(Debug)]
pub(super) struct Labels<Id> {
    pub(super) agenda: Agenda<Id>,
    /// Nodes taken out whose successors are to be taken out as well.
    pub(super) sinking: Queue<Id>,
    /// The goals that were reached, some perhaps twice.
    goals: BudgetVec<Id>,
    /// A node that is stored and that there was no room to note elsewhere.
    unnoted: Option<Id>,
    /// One more than the largest node number.
    pub(super) numbers: u64,
    /// Costs that fell since the parents were last searched for a cycle.
    pub(super) fallen: u64,
    /// Whether a negative cost was met. Before, the parents hold no cycle.
    pub(super) negative: bool,
    variant: Variant,
    /// All but duplicates, which follow from the others.
    pub(super) stats: Stats,
    /// Successors whose cost did not fit, or that found no room.
    pub(super) lost: u64,
}

impl<Id: Copy + Into<u64> + TryFrom<u64>> Labels<Id> {
    pub(super) fn new(variant: Variant, memory: &Memory) -> Self {
        Self {
            agenda: Agenda::new(memory, variant),
            sinking: Queue::new(memory),
            goals: BudgetVec::new(memory),
            unnoted: None,
            numbers: 0,
            fallen: 0,
            negative: false,
            variant,
            stats: Stats::default(),
            lost: 0,
        }
    }

    /// Whether nodes are taken up in the order in which they came.
    #[inline]
    pub(super) fn is_fifo(&self) -> bool {
        self.variant == Variant::Fifo
    }

    /// What a store said about a state, where the variant is first in, first out: queues it, if that is
    /// news. `false`: it is to be noted [later](Self::catch_up), outside of the hot loop.
    #[expect(clippy::inline_always, reason = "it is the body of the hot loop")]
    #[inline(always)]
    pub(super) fn receive<S>(
        &mut self,
        goal: &impl Goal<S>,
        reach: Reach<Id>,
        state: &S,
        news: &mut News,
    ) -> bool {
        let (id, is_noted) = match reach {
            Reach::Known => return true,
            Reach::Improved(id) => {
                news.fallen += 1;
                (id, self.agenda.offer(id))
            }
            Reach::New(id) => {
                news.stored += 1;
                self.number(id);
                (id, !goal.is_goal(state) && self.agenda.offer(id))
            }
        };
        if !is_noted {
            self.unnoted = Some(id);
        }
        is_noted
    }

    /// A state was met at cost `g`: stores, counts and queues it, if that is news.
    ///
    /// After an error what was stored is counted, and noted elsewhere when memory allows.
    #[inline]
    pub(super) fn reach<S: Costs<Id = Id>>(
        &mut self,
        store: &mut S,
        goal: &impl Goal<S::State>,
        state: &S::State,
        g: Cost,
        parent: Option<Id>,
    ) -> Result<(), Stop> {
        let waited_at = if self.variant.large_label_last() {
            let known = store.find(state);
            let waiting = known.filter(|&id| self.agenda.is_waiting(id));
            waiting.map(|id| store.g(id))
        } else {
            None
        };
        match store.reach(state, g, parent)? {
            Reach::Known => {}
            Reach::Improved(id) => {
                self.fallen += 1;
                self.stats.reopened += 1;
                if let Some(old) = waited_at {
                    self.agenda.fell(old, g);
                } else if let Err(full) = self.agenda.push(store, id) {
                    return Err(self.left_out(id, full).into());
                }
            }
            Reach::New(id) => {
                self.number(id);
                self.stats.stored += 1;
                self.note(store, id, goal.is_goal(state))?;
            }
        }
        Ok(())
    }

    /// Queues a node that is new.
    #[cold]
    #[inline(never)]
    fn note<S: Costs<Id = Id>>(
        &mut self,
        store: &S,
        id: Id,
        is_goal: bool,
    ) -> Result<(), MemoryExhausted> {
        let goals = &mut self.goals;
        let noted = if is_goal { goals.push(id) } else { Ok(()) };
        noted
            .and_then(|()| self.agenda.admit(id))
            .and_then(|()| self.agenda.push(store, id))
            .map_err(|full| self.left_out(id, full))
    }

    /// A node that was stored could not be noted elsewhere.
    #[cold]
    fn left_out(&mut self, id: Id, full: MemoryExhausted) -> MemoryExhausted {
        self.unnoted = Some(id);
        full
    }

    #[inline]
    fn number(&mut self, id: Id) {
        self.numbers = self.numbers.max(id.into() + 1);
    }

    /// Takes a state out: it can be reached from a negative cycle.
    pub(super) fn sink<S: Costs<Id = Id>>(
        &mut self,
        store: &mut S,
        state: &S::State,
        parent: Option<Id>,
    ) -> Result<(), StoreError> {
        let id = match store.reach(state, MINUS_INFINITY, parent)? {
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
    pub(super) fn catch_up<S: Costs<Id = Id>>(
        &mut self,
        store: &S,
        goal: &impl Goal<S::State>,
        state: &mut S::State,
    ) -> Result<(), MemoryExhausted> {
        let Some(id) = self.unnoted else {
            return Ok(());
        };
        if store.g(id) == MINUS_INFINITY {
            self.sinking.push_back(id)?;
        } else {
            store.load(id, state);
            self.note(store, id, goal.is_goal(state))?;
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
    pub(super) fn forget_sunk<S: Costs<Id = Id>>(
        &mut self,
        store: &S,
    ) -> Result<(), MemoryExhausted> {
        self.agenda.drop_all(store, MINUS_INFINITY)
    }

    /// The cheapest goal so far; of equal ones the one that was reached first.
    pub(super) fn best_goal<S: Costs<Id = Id>>(&self, store: &S) -> Option<Id> {
        self.goals.iter().copied().min_by_key(|&id| store.g(id))
    }

    /// Whether following the parents of `id` leads to a start by nodes that were not taken out.
    pub(super) fn leads_to_a_start<S: Costs<Id = Id> + Parents>(&self, store: &S, id: Id) -> bool {
        let mut next = Some(id);
        for _ in 0..=self.numbers {
            match next {
                None => return true,
                Some(id) if store.g(id) == MINUS_INFINITY => return false,
                Some(id) => next = store.parent(id),
            }
        }
        false
    }
}
