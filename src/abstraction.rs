//! Abstractions: states projected into a smaller space, which loses information on purpose.
//!
//! An [`Encoding`](crate::encoding::Encoding) goes both ways; an [`Abstraction`] is the one noun that does not. What a
//! plan costs in the small space is never more than what it costs in the large one, so exact distances there are
//! an admissible and consistent estimate here (Guida and Somalvico 1979); pattern databases keep them in tables
//! (Culberson and Schaeffer 1998).

pub mod laws;

use crate::space::StateSpace;

/// A way to project the states of space `P` into a smaller space, in which every action is an action again or
/// nothing.
///
/// The laws, which [`laws::check`] tests: an action that is applicable in a state is projected on one that is
/// applicable in the projected state, costs no more there, and leads to the projected successor; or on none, and
/// then the projected state stays as it is, at cost 0.
///
/// The small space decides what its actions cost. Where several abstractions share the costs out, so that no action
/// costs more in all of them together than in the large space, their distances may be added up; see
/// [`laws::check_partition`].
///
/// ```
/// use statewalk::StateSpace;
/// use statewalk::abstraction::{Abstraction, laws};
///
/// /// Two counters that go up by one, to 9.
/// struct Pair;
///
/// impl StateSpace for Pair {
///     type State = [u8; 2];
///     type Action = usize;
///     fn actions<'a>(&'a self, &state: &[u8; 2]) -> impl Iterator<Item = usize> + use<'a> {
///         (0..2).filter(move |&which| state[which] < 9)
///     }
///     fn apply(&self, state: &mut [u8; 2], &which: &usize) {
///         state[which] += 1;
///     }
/// }
///
/// /// One of them.
/// struct Single;
///
/// impl StateSpace for Single {
///     type State = u8;
///     type Action = ();
///     fn actions<'a>(&'a self, &state: &u8) -> impl Iterator<Item = ()> + use<'a> {
///         (state < 9).then_some(()).into_iter()
///     }
///     fn apply(&self, state: &mut u8, _: &()) {
///         *state += 1;
///     }
/// }
///
/// /// Looks at one and forgets the other.
/// struct Only(usize);
///
/// impl Abstraction<Pair> for Only {
///     type Space = Single;
///     fn space(&self) -> &Single {
///         &Single
///     }
///     fn project(&self, state: &[u8; 2]) -> u8 {
///         state[self.0]
///     }
///     fn action(&self, _: &[u8; 2], &which: &usize) -> Option<()> {
///         (which == self.0).then_some(())
///     }
/// }
/// let states = [[0, 0], [9, 3], [9, 9]];
/// assert!(laws::check_partition(&Pair, &[Only(0), Only(1)], states).is_ok());
/// ```
pub trait Abstraction<P: StateSpace> {
    /// The small space.
    type Space: StateSpace;

    /// The small space.
    fn space(&self) -> &Self::Space;

    /// What of `state` is left.
    fn project(&self, state: &P::State) -> Small<P, Self>;

    /// What `action`, applicable in `state`, is in the small space; `None` where it changes nothing there and costs
    /// nothing.
    fn action(&self, state: &P::State, action: &P::Action) -> Option<SmallAction<P, Self>>;
}

/// The states of the small space of an abstraction.
pub type Small<P, A> = <<A as Abstraction<P>>::Space as StateSpace>::State;

/// Its actions.
pub type SmallAction<P, A> = <<A as Abstraction<P>>::Space as StateSpace>::Action;

impl<P: StateSpace, A: Abstraction<P>> Abstraction<P> for &A {
    type Space = A::Space;

    #[inline]
    fn space(&self) -> &A::Space {
        (**self).space()
    }

    #[inline]
    fn project(&self, state: &P::State) -> Small<P, A> {
        (**self).project(state)
    }

    #[inline]
    fn action(&self, state: &P::State, action: &P::Action) -> Option<SmallAction<P, A>> {
        (**self).action(state, action)
    }
}
