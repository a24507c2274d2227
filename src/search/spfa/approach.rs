//! The way from a start to a cycle of negative cost, so that the cycle can be replayed from there.
//!
//! Parents do not tell it: those of the cycle's nodes run round it. So the nodes that are stored are searched
//! once more in breadth, from the starts until one of the cycle is met.

use crate::bits::PackedArray;
use crate::cost::Cost;
use crate::memory::BudgetVec;
use crate::plan::cycle::Cycle;
use crate::search::limits::{Limits, Pace};
use crate::search::outcome::{Outcome, SearchError};
use crate::search::stop::Stop;
use crate::search::trace::{self, Walk};
use crate::space::StateSpace;
use crate::store::Parents;

/// Nodes between two looks at the clock.
const PATIENCE: u32 = 1024;

/// What is known of a node: nothing, that it was met, or that it is on the cycle.
const UNMET: u8 = 0;
const MET: u8 = 1;
const ON_CYCLE: u8 = 2;

/// The verdict on a search that ended at a cycle from which a goal can be reached.
pub(super) fn outcome<P, S>(
    question: (&P, &[(P::State, Cost)]),
    nodes: (&S, u64),
    cycle: Option<(S::Id, Vec<P::Action>)>,
    limits: &Limits,
) -> Result<Outcome<P::Action>, SearchError>
where
    P: StateSpace,
    S: Parents<State = P::State, Id: Into<u64>>,
{
    let known = cycle.ok_or(SearchError::NoAction)?;
    match find(question, nodes, known, limits) {
        Ok(cycle) => Ok(Outcome::Unbounded(cycle)),
        Err(stop) => Ok(Outcome::stopped(stop.limit()?, None)),
    }
}

/// The cycle of `actions` through node `id` with a way to it that has the fewest actions. `nodes` are the store
/// and one more than its largest node number.
///
/// It takes the time to expand the nodes that lie nearer to a start, and 2 bits for each node that is stored.
///
/// # Errors
/// [`Stop`] at a limit; [`SearchError::NoAction`] where the rules say something else than before.
fn find<P, S>(
    (space, starts): (&P, &[(P::State, Cost)]),
    (store, numbers): (&S, u64),
    (id, mut actions): (S::Id, Vec<P::Action>),
    limits: &Limits,
) -> Result<Cycle<P::Action>, Stop>
where
    P: StateSpace,
    S: Parents<State = P::State, Id: Into<u64>>,
{
    let Some((first, _)) = starts.first() else {
        return Err(SearchError::NoAction.into());
    };
    let (mut state, mut next) = (first.clone(), first.clone());
    let mut met = Met {
        store,
        marks: PackedArray::filled(&limits.memory, numbers, UNMET)?,
        order: BudgetVec::new(&limits.memory),
    };
    store.load(id, &mut state);
    for action in &actions {
        if let Some(on) = store.find(&state) {
            met.marks.set(on.into(), ON_CYCLE);
        }
        space.apply(&mut state, action);
    }
    let mut is_there = false;
    for (start, _) in starts {
        is_there = is_there || met.add(start, None)?;
    }
    let mut pace = Pace::new(limits, PATIENCE);
    let mut place = 0;
    while !is_there {
        let &(id, _) = met.order.get(place).ok_or(SearchError::NoAction)?;
        pace.tick(1)?;
        store.load(id, &mut state);
        for action in space.actions(&state) {
            next.clone_from(&state);
            space.apply(&mut next, &action);
            is_there = is_there || met.add(&next, Some(place))?;
        }
        place += 1;
    }
    let mut walk = Walk::new(limits);
    let begin = met.walk_back(space, &mut state, &mut walk)?;
    let start = starts.iter().position(|(start, _)| *start == begin);
    let start = start.ok_or(SearchError::NoAction)?;
    // `state` is where the way meets the cycle, which begins there from now on.
    store.load(id, &mut next);
    let mut gone = 0;
    while next != state {
        let action = actions.get(gone).ok_or(SearchError::NoAction)?;
        space.apply(&mut next, action);
        gone += 1;
    }
    actions.rotate_left(gone);
    Ok(Cycle {
        start,
        approach: walk.plan((start, 0))?.actions,
        actions,
    })
}

/// The nodes that were met.
struct Met<'a, S: Parents> {
    store: &'a S,
    marks: PackedArray<2>,
    /// The nodes in the order in which they were met, and the place in it of the one before each.
    order: BudgetVec<(S::Id, Option<usize>)>,
}

impl<S: Parents<Id: Into<u64>>> Met<'_, S> {
    /// Notes a state behind the one at a place, unless it is known or was never stored. Returns whether it is on
    /// the cycle.
    fn add(&mut self, state: &S::State, before: Option<usize>) -> Result<bool, Stop> {
        let Some(id) = self.store.find(state) else {
            return Ok(false);
        };
        let mark = self.marks.replace(id.into(), MET);
        if mark != MET {
            self.order.push((id, before))?;
        }
        Ok(mark == ON_CYCLE)
    }

    /// Puts the actions to the node that was met last into `walk` and its state into `state`, and returns the
    /// state of the start.
    fn walk_back<P>(
        &self,
        space: &P,
        state: &mut P::State,
        walk: &mut Walk<'_, P::Action>,
    ) -> Result<P::State, Stop>
    where
        P: StateSpace,
        S: Parents<State = P::State>,
    {
        let (mut child, mut parent) = (state.clone(), state.clone());
        let mut last = self.order.last();
        if let Some(&(id, _)) = last {
            self.store.load(id, state);
            self.store.load(id, &mut child);
        }
        while let Some(&(_, Some(before))) = last {
            last = self.order.get(before);
            if let Some(&(id, _)) = last {
                self.store.load(id, &mut parent);
                let (action, cost) = trace::cheapest(space, &parent, &child)?;
                walk.push(action, cost)?;
                std::mem::swap(&mut child, &mut parent);
            }
        }
        walk.reverse();
        Ok(child)
    }
}
