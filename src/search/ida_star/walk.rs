//! How a depth-first search goes down to a successor and comes back: by a copy of each state on its path, or by
//! undoing.

use crate::memory::{BudgetVec, Memory, MemoryExhausted};
use crate::space::{Invertible, StateSpace};

/// A way to walk along a path and back.
pub trait Walk<P: StateSpace> {
    /// What it keeps of the path.
    type Path;

    /// The path of one state.
    ///
    /// # Errors
    /// [`MemoryExhausted`].
    fn begin(start: &P::State, memory: &Memory) -> Result<Self::Path, MemoryExhausted>;

    /// Makes the path begin at `start`, and end there.
    fn restart(path: &mut Self::Path, start: &P::State);

    /// The last state of the path.
    fn state(path: &Self::Path) -> &P::State;

    /// Appends the successor of the last state.
    ///
    /// # Errors
    /// [`MemoryExhausted`]; the path is as it was then.
    fn enter(space: &P, path: &mut Self::Path, action: &P::Action) -> Result<(), MemoryExhausted>;

    /// Takes the last state off, to which `action` led.
    fn leave(space: &P, path: &mut Self::Path, action: &P::Action);

    /// Whether the last state is also one of the `count` before it; `actions` led here, from the last to the
    /// first.
    fn meets<'a>(
        space: &P,
        path: &mut Self::Path,
        count: usize,
        actions: impl Iterator<Item = &'a P::Action>,
    ) -> bool
    where
        P::Action: 'a;
}

/// Keeps each state of the path, in memory that is used again: for any space. A step is a `clone_from` and an
/// `apply`.
#[derive(Clone, Copy, Debug, Default)]
pub struct ByCopies;

/// The states of a path, and others behind them whose memory is used again.
#[derive(Debug)]
pub struct Copies<S> {
    states: BudgetVec<S>,
    last: usize,
}

impl<P: StateSpace> Walk<P> for ByCopies {
    type Path = Copies<P::State>;

    fn begin(start: &P::State, memory: &Memory) -> Result<Self::Path, MemoryExhausted> {
        let mut states = BudgetVec::new(memory);
        states.push(start.clone())?;
        Ok(Copies { states, last: 0 })
    }

    fn restart(path: &mut Self::Path, start: &P::State) {
        path.states[0].clone_from(start);
        path.last = 0;
    }

    #[inline]
    fn state(path: &Self::Path) -> &P::State {
        &path.states[path.last]
    }

    #[inline]
    fn enter(space: &P, path: &mut Self::Path, action: &P::Action) -> Result<(), MemoryExhausted> {
        let next = path.last + 1;
        if next == path.states.len() {
            let last = path.states[path.last].clone();
            path.states.push(last)?;
        } else if let [before, after, ..] = &mut path.states[path.last..] {
            after.clone_from(before);
        }
        space.apply(&mut path.states[next], action);
        path.last = next;
        Ok(())
    }

    #[inline]
    fn leave(_: &P, path: &mut Self::Path, _: &P::Action) {
        path.last -= 1;
    }

    fn meets<'a>(
        _: &P,
        path: &mut Self::Path,
        count: usize,
        _: impl Iterator<Item = &'a P::Action>,
    ) -> bool
    where
        P::Action: 'a,
    {
        let last = &path.states[path.last];
        path.states[path.last - count..path.last].contains(last)
    }
}

/// Keeps the last state alone and goes back by inverses: a step is an `apply`, and the path takes no memory.
#[derive(Clone, Copy, Debug, Default)]
pub struct ByUndo;

/// The last state of a path, and one to go back along it.
#[derive(Debug)]
pub struct Last<S> {
    state: S,
    before: S,
}

impl<P: Invertible> Walk<P> for ByUndo {
    type Path = Last<P::State>;

    fn begin(start: &P::State, _: &Memory) -> Result<Self::Path, MemoryExhausted> {
        let (state, before) = (start.clone(), start.clone());
        Ok(Last { state, before })
    }

    fn restart(path: &mut Self::Path, start: &P::State) {
        path.state.clone_from(start);
    }

    #[inline]
    fn state(path: &Self::Path) -> &P::State {
        &path.state
    }

    #[inline]
    fn enter(space: &P, path: &mut Self::Path, action: &P::Action) -> Result<(), MemoryExhausted> {
        space.apply(&mut path.state, action);
        Ok(())
    }

    #[inline]
    fn leave(space: &P, path: &mut Self::Path, action: &P::Action) {
        space.apply(&mut path.state, &space.inverse(action));
    }

    fn meets<'a>(
        space: &P,
        path: &mut Self::Path,
        count: usize,
        actions: impl Iterator<Item = &'a P::Action>,
    ) -> bool
    where
        P::Action: 'a,
    {
        let Last { state, before } = path;
        before.clone_from(state);
        actions.take(count).any(|action| {
            space.apply(before, &space.inverse(action));
            *before == *state
        })
    }
}
