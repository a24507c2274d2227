//! Action automata: which sequences of actions a depth-first search need not try, since others do the same.
//!
//! A rule says that a word of actions is pruned for another word that is kept. It is sound only where it is
//! proved: wherever the pruned word applies, the kept word applies, ends in the same state, costs no more
//! and is no longer. Then for every plan there is one that costs no more and has no pruned word in it. (Taylor
//! and Korf 1993, "Pruning duplicate nodes in depth-first search"; Burch and Holte 2011, "Automatic move
//! pruning in general single-player games".)
//!
//! A pruned node is reached another way, which may be longer than the one to a node beside it. So what is
//! known of a state holds for it only together with the state of the automaton: a search that keeps states in a
//! table keeps both, or prunes nothing.

pub mod words;

use std::fmt::Debug;

use crate::space::Invertible;

/// An automaton that reads the actions of a path, first to last, and refuses those that need not be tried.
pub trait Pruning<A> {
    /// What it remembers of the actions that it read.
    type State: Clone + Eq + Debug;

    /// What it remembers before the first action.
    fn start(&self) -> Self::State;

    /// What it remembers after `action`; `None` if the action need not be tried.
    fn after(&self, state: &Self::State, action: &A) -> Option<Self::State>;
}

/// Prunes nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Everything;

impl<A> Pruning<A> for Everything {
    type State = ();

    #[inline]
    fn start(&self) {}

    #[inline]
    fn after(&self, (): &(), _: &A) -> Option<()> {
        Some(())
    }
}

/// Prunes the action that undoes the last one: an action and its inverse end where they began, and where costs
/// are not negative they cost no less than nothing.
///
/// ```
/// use statewalk::pruning::{NoUndo, Pruning};
/// use statewalk::space::{Invertible, StateSpace};
///
/// /// Steps on the line of whole numbers.
/// struct Line;
///
/// impl StateSpace for Line {
///     type State = i32;
///     type Action = i32;
///     fn actions<'a>(&'a self, _: &i32) -> impl Iterator<Item = i32> + use<'a> {
///         [-1, 1].into_iter()
///     }
///     fn apply(&self, at: &mut i32, step: &i32) {
///         *at += step;
///     }
/// }
///
/// impl Invertible for Line {
///     fn inverse(&self, step: &i32) -> i32 {
///         -step
///     }
/// }
///
/// let pruning = NoUndo(&Line);
/// let ahead = pruning.after(&pruning.start(), &1).unwrap();
/// assert_eq!(pruning.after(&ahead, &-1), None);
/// assert!(pruning.after(&ahead, &1).is_some());
/// ```
#[derive(Debug)]
pub struct NoUndo<'a, P>(pub &'a P);

impl<P> Clone for NoUndo<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for NoUndo<'_, P> {}

impl<P: Invertible> Pruning<P::Action> for NoUndo<'_, P> {
    /// The last action.
    type State = Option<P::Action>;

    #[inline]
    fn start(&self) -> Self::State {
        None
    }

    #[inline]
    fn after(&self, last: &Self::State, action: &P::Action) -> Option<Self::State> {
        let undoes = last
            .as_ref()
            .is_some_and(|last| self.0.inverse(last) == *action);
        (!undoes).then(|| Some(action.clone()))
    }
}
