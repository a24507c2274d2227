//! What a puzzle may say beside its rules to be searched faster: a kernel for depth-first search.
//!
//! A kernel walks states in a form of its own, in registers. What is known of a node when the program is
//! compiled - the cell of the blank, the last action - is part of its type, so that there is a function for each
//! such type with no table of moves, no loop and no test of what can be told before. A successor is offered
//! with the number of steps by which its f exceeds its parent's; the search tests that before anything of the
//! successor is made. The search owns all else: bounds, counts, limits, plans, threads.
//!
//! A kernel prunes one thing, the action that undoes the last one, and says the same as the rules, the goal
//! and the heuristic otherwise; [`laws::check`](super::laws::check) tries that.

use crate::cost::Cost;
use crate::space::Invertible;

/// The deepest plans that are looked for by kernels, in actions: they recurse, a function call for each action.
/// Beyond it a search goes by the plain rules.
pub const MOST_DEPTH: Cost = 400;

/// The kernel of a space, a goal and an admissible heuristic. Every action costs at least 1.
pub trait Kernel: Sized {
    /// The rules that it agrees with.
    type Space: Invertible;

    /// What f rises by along an action is a multiple of this.
    const STEP: Cost;

    /// The largest such multiple; where it is 1 and f never falls, that a successor is cut off says by how much.
    const MOST: i32;

    /// Whether f may fall, by as many steps: the heuristic is not consistent.
    const FALLS: bool = false;

    /// Calls [`Dive::enter`] with `state`, to which `last` led, and returns what it returned.
    fn enter<D: Dive<Self>>(
        &self,
        state: &StateOf<Self>,
        last: Option<&ActionOf<Self>>,
        slack: i32,
        dive: &mut D,
    ) -> bool;
}

/// The states of a kernel's space.
pub type StateOf<K> = <<K as Kernel>::Space as crate::space::StateSpace>::State;

/// The actions of a kernel's space.
pub type ActionOf<K> = <<K as Kernel>::Space as crate::space::StateSpace>::Action;

/// A node as a kernel walks it: a state, and the action that led to it.
pub trait Spot<K: Kernel>: Copy {
    /// How many successors it offers.
    const DEGREE: u32;

    /// Whether the state is the goal.
    fn is_goal(self, kernel: &K) -> bool;

    /// Hands each successor to [`Dive::child`], with `slack` as it was given, in the order of the rules, up to
    /// the first for which that returns true, and returns whether there was one.
    fn expand<D: Dive<K>>(self, kernel: &K, slack: i32, dive: &mut D) -> bool;

    /// The state, in the form of the rules.
    fn state(self, kernel: &K) -> StateOf<K>;
}

/// What a kernel hands nodes to.
pub trait Dive<K: Kernel> {
    /// Takes up a node that leaves so many steps to the bound. Returns whether all is over.
    fn enter<S: Spot<K>>(&mut self, kernel: &K, slack: i32, spot: S) -> bool;

    /// Takes up the successor `spot` by `action` of a node that left `slack` steps to the bound, some of which
    /// this one takes, or gives back: `room` is both numbers. Returns whether all is over.
    fn child<S: Spot<K>>(
        &mut self,
        kernel: &K,
        action: ActionOf<K>,
        room: (i32, i32),
        spot: S,
    ) -> bool;
}
