//! Random walks by the rules, on whose states encodings are tested.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use crate::space::StateSpace;

/// Steps of a walk before it begins anew.
pub(super) const LENGTH: u32 = 1000;

/// Walks without an end, each from one of the starts.
pub(super) struct Walk<'a, P: StateSpace> {
    space: &'a P,
    starts: &'a [P::State],
    state: P::State,
    actions: Vec<P::Action>,
    steps: u32,
}

impl<'a, P: StateSpace> Walk<'a, P> {
    /// `None` if there is no start.
    pub(super) fn new(space: &'a P, starts: &'a [P::State]) -> Option<Self> {
        Some(Self {
            space,
            starts,
            state: starts.first()?.clone(),
            actions: Vec::new(),
            steps: 0,
        })
    }

    /// The next state: a start first, and again where no action is left.
    pub(super) fn next(&mut self, rng: &mut ChaCha8Rng) -> &P::State {
        if self.steps.is_multiple_of(LENGTH) {
            let start = rng.random_range(0..self.starts.len());
            self.state.clone_from(&self.starts[start]);
        } else {
            self.actions.clear();
            self.space.actions_into(&self.state, &mut self.actions);
            if self.actions.is_empty() {
                self.state.clone_from(&self.starts[0]);
            } else {
                let chosen = rng.random_range(0..self.actions.len());
                self.space.apply(&mut self.state, &self.actions[chosen]);
            }
        }
        self.steps = self.steps.wrapping_add(1);
        &self.state
    }
}
