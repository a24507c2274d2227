//! Spaces made of closures, for a search in one line without a trait.
//!
//! Who comes from the crate `pathfinding` finds its functions here; `successors` is the same
//! closure, and every other search takes these spaces too:
//!
//! | `pathfinding` | here |
//! | --- | --- |
//! | `bfs(&start, successors, goal)` | `breadth_first(&FnSpace::new(successors), start, &goal)` |
//! | `dijkstra(&start, successors, goal)` | `uniform_cost(&WeightedFnSpace::new(successors), start, &goal)` |
//! | `bfs_bidirectional(&start, &end, successors, predecessors)` | `bidirectional(&FnSpace::new(successors).with_predecessors(predecessors), start, &Exactly(end))` |
//!
//! An action is the state that it leads to, so the actions of a plan are the states on the way,
//! without the start.

use std::fmt::{self, Debug};
use std::marker::PhantomData;

use crate::cost::Cost;
use crate::space::{Predecessors, StateSpace};

/// A space in which a closure tells the successors of a state; every action costs 1.
///
/// A knight goes from one corner of the board to the other:
///
/// ```
/// use statewalk::adapt::closure::FnSpace;
/// use statewalk::search::breadth_first::breadth_first;
///
/// fn jumps(&(x, y): &(i8, i8)) -> impl Iterator<Item = (i8, i8)> + use<> {
///     let jumps = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
///     let squares = jumps.into_iter().map(move |(dx, dy)| (x + dx, y + dy));
///     squares.filter(|(x, y)| (0..8).contains(x) && (0..8).contains(y))
/// }
///
/// let outcome = breadth_first(&FnSpace::new(jumps), (0, 0), &|&square: &_| square == (7, 7))?;
///
/// let squares = &outcome.plan().expect("a knight gets everywhere").actions;
/// assert_eq!((squares.len(), squares.last()), (6, Some(&(7, 7))));
/// # Ok::<(), statewalk::search::outcome::SearchError>(())
/// ```
pub struct FnSpace<S, F, B = ()> {
    successors: F,
    predecessors: B,
    state: PhantomData<fn(&S)>,
}

/// A space in which a closure tells the successors of a state and the costs of getting there.
///
/// ```
/// use statewalk::adapt::closure::WeightedFnSpace;
/// use statewalk::search::uniform_cost::uniform_cost;
///
/// let roads = |&town: &u32| [(town + 1, 10), (town * 2, 12)];
///
/// let outcome = uniform_cost(&WeightedFnSpace::new(roads), 1, &|&town: &u32| town == 11)?;
///
/// let plan = outcome.plan().expect("there is a road");
/// assert_eq!(plan.actions, [(2, 10), (4, 12), (5, 10), (10, 12), (11, 10)]);
/// assert_eq!(plan.cost, 54);
/// # Ok::<(), statewalk::search::outcome::SearchError>(())
/// ```
pub struct WeightedFnSpace<S, F, B = ()> {
    successors: F,
    predecessors: B,
    state: PhantomData<fn(&S)>,
}

impl<S, F> FnSpace<S, F> {
    /// The space in which `successors` lists the states that follow a state.
    ///
    /// The closure must list the same states in the same order whenever it is called.
    pub fn new<I>(successors: F) -> Self
    where
        F: Fn(&S) -> I,
        I: IntoIterator<Item = S>,
    {
        Self {
            successors,
            predecessors: (),
            state: PhantomData,
        }
    }

    /// The same space, for searches that also go backwards: `predecessors` lists the states that
    /// a state follows.
    pub fn with_predecessors<B, J>(self, predecessors: B) -> FnSpace<S, F, B>
    where
        B: Fn(&S) -> J,
        J: IntoIterator<Item = S>,
    {
        FnSpace {
            successors: self.successors,
            predecessors,
            state: PhantomData,
        }
    }
}

impl<S, F> WeightedFnSpace<S, F> {
    /// The space in which `successors` lists the states that follow a state, each with a cost.
    ///
    /// The closure must list the same pairs in the same order whenever it is called.
    pub fn new<I>(successors: F) -> Self
    where
        F: Fn(&S) -> I,
        I: IntoIterator<Item = (S, Cost)>,
    {
        Self {
            successors,
            predecessors: (),
            state: PhantomData,
        }
    }

    /// The same space, for searches that also go backwards: `predecessors` lists the states that
    /// a state follows, each with the cost of going from there to the state.
    pub fn with_predecessors<B, J>(self, predecessors: B) -> WeightedFnSpace<S, F, B>
    where
        B: Fn(&S) -> J,
        J: IntoIterator<Item = (S, Cost)>,
    {
        WeightedFnSpace {
            successors: self.successors,
            predecessors,
            state: PhantomData,
        }
    }
}

impl<S, F, B, I> StateSpace for FnSpace<S, F, B>
where
    S: Clone + Eq + Debug,
    F: Fn(&S) -> I,
    I: IntoIterator<Item = S>,
{
    type State = S;
    /// The state that the action leads to.
    type Action = S;

    #[inline]
    fn actions<'a>(&'a self, state: &S) -> impl Iterator<Item = S> + use<'a, S, F, B, I> {
        (self.successors)(state).into_iter()
    }

    #[inline]
    fn apply(&self, state: &mut S, action: &S) {
        state.clone_from(action);
    }

    #[inline]
    fn max_cost(&self) -> Option<Cost> {
        Some(1)
    }
}

impl<S, F, B, I, J> Predecessors for FnSpace<S, F, B>
where
    S: Clone + Eq + Debug,
    F: Fn(&S) -> I,
    I: IntoIterator<Item = S>,
    B: Fn(&S) -> J,
    J: IntoIterator<Item = S>,
{
    #[inline]
    fn predecessors<'a>(
        &'a self,
        state: &S,
    ) -> impl Iterator<Item = (S, S)> + use<'a, S, F, B, I, J> {
        let action = state.clone();
        let before = (self.predecessors)(state).into_iter();
        before.map(move |before| (action.clone(), before))
    }
}

impl<S, F, B, I> StateSpace for WeightedFnSpace<S, F, B>
where
    S: Clone + Eq + Debug,
    F: Fn(&S) -> I,
    I: IntoIterator<Item = (S, Cost)>,
{
    type State = S;
    /// The state that the action leads to, and the cost.
    type Action = (S, Cost);

    #[inline]
    fn actions<'a>(&'a self, state: &S) -> impl Iterator<Item = (S, Cost)> + use<'a, S, F, B, I> {
        (self.successors)(state).into_iter()
    }

    #[inline]
    fn apply(&self, state: &mut S, (to, _): &(S, Cost)) {
        state.clone_from(to);
    }

    #[inline]
    fn cost(&self, _: &S, &(_, cost): &(S, Cost)) -> Cost {
        cost
    }
}

impl<S, F, B, I, J> Predecessors for WeightedFnSpace<S, F, B>
where
    S: Clone + Eq + Debug,
    F: Fn(&S) -> I,
    I: IntoIterator<Item = (S, Cost)>,
    B: Fn(&S) -> J,
    J: IntoIterator<Item = (S, Cost)>,
{
    #[inline]
    fn predecessors<'a>(
        &'a self,
        state: &S,
    ) -> impl Iterator<Item = ((S, Cost), S)> + use<'a, S, F, B, I, J> {
        let to = state.clone();
        let before = (self.predecessors)(state).into_iter();
        before.map(move |(before, cost)| ((to.clone(), cost), before))
    }
}

impl<S, F, B> Debug for FnSpace<S, F, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("FnSpace")
    }
}

impl<S, F, B> Debug for WeightedFnSpace<S, F, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("WeightedFnSpace")
    }
}
