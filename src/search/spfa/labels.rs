//! What an arriving state passes through: store, queue, goals and counters.

use crate::cost::Cost;
use crate::goal::Goal;
use crate::memory::{BudgetVec, Memory, MemoryExhausted};
use crate::open::queue::Queue;
use crate::search::Stats;
use crate::search::spfa::MINUS_INFINITY;
use crate::search::spfa::agenda::Agenda;
use crate::search::spfa::variant::Variant;
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
    variant: Variant,
    pub(super) stats: Stats,
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
            variant,
            stats: Stats::default(),
        }
    }

    /// A state was met at cost `g`: stores it and queues it, if that is news.
    #[expect(clippy::inline_always, reason = "it is the body of the hot loop")]
    #[inline(always)]
    pub(super) fn reach(
        &mut self,
        goal: &impl Goal<S::State>,
        state: &S::State,
        g: Cost,
        parent: Option<S::Id>,
    ) -> Result<(), StoreError> {
        let waited_at = if self.variant.large_label_last() {
            let known = self.store.find(state);
            let waiting = known.filter(|&id| self.agenda.is_waiting(id));
            waiting.map(|id| self.store.g(id))
        } else {
            None
        };
        match self.store.reach(state, g, parent)? {
            Reach::New(id) => {
                self.count(id);
                self.note(id, goal.is_goal(state))?;
            }
            Reach::Improved(id) => {
                self.stats.reopened += 1;
                self.fallen += 1;
                match waited_at {
                    Some(old) => self.agenda.fell(old, g),
                    None => self.note(id, false)?,
                }
            }
            Reach::Known => self.stats.duplicates += 1,
        }
        Ok(())
    }

    /// Queues a node that was stored.
    #[inline]
    fn note(&mut self, id: S::Id, is_goal: bool) -> Result<(), MemoryExhausted> {
        let goals = &mut self.goals;
        let noted = if is_goal { goals.push(id) } else { Ok(()) };
        let noted = noted.and_then(|()| self.agenda.push(self.store, id));
        if noted.is_err() {
            self.unnoted = Some(id);
        }
        noted
    }

    #[inline]
    fn count(&mut self, id: S::Id) {
        self.stats.stored += 1;
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
                self.count(id);
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
        self.fallen > 0 && self.fallen >= self.numbers
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
