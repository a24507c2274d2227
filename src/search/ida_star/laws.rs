//! The law of kernels: they say what the rules, the goal and the heuristic say.

use std::fmt::Debug;

use thiserror::Error;

use crate::goal::Goal;
use crate::heuristic::Heuristic;
use crate::search::ida_star::kernel::{ActionOf, Dive, Kernel, Spot, StateOf};
use crate::space::{Invertible, StateSpace};

/// Where a kernel and the plain rules differ.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("in state {state} after {last}, {what}: the kernel says {found}, the rules say {expected}")]
pub struct KernelFault {
    /// The state, printed.
    pub state: String,
    /// The action that led there, printed.
    pub last: String,
    /// What they differ in.
    pub what: &'static str,
    /// By the kernel.
    pub found: String,
    /// By the rules.
    pub expected: String,
}

/// A node or a successor as a kernel told it.
type Told<K> = (StateOf<K>, bool, Option<(ActionOf<K>, i32)>);

/// Notes what it is handed, and says that all is over after so many successors.
struct Notes<K: Kernel> {
    degree: Option<u32>,
    told: Vec<Told<K>>,
    most: usize,
}

impl<K: Kernel> Dive<K> for Notes<K> {
    fn enter<S: Spot<K>>(&mut self, kernel: &K, slack: i32, spot: S) -> bool {
        self.degree = Some(S::DEGREE);
        self.told
            .push((spot.state(kernel), spot.is_goal(kernel), None));
        spot.expand(kernel, slack, self)
    }

    fn child<S: Spot<K>>(
        &mut self,
        kernel: &K,
        action: ActionOf<K>,
        (_, steps): (i32, i32),
        spot: S,
    ) -> bool {
        let (state, is_goal) = (spot.state(kernel), spot.is_goal(kernel));
        self.told.push((state, is_goal, Some((action, steps))));
        self.told.len() > self.most
    }
}

/// Whether `kernel` says the same as the rules of `space`, `goal` and `heuristic` on each of `states`, after each
/// action that can have led there and after none: the same successors in the same order, but for the action
/// that undoes the last one; the same goals; and f rises along each action by as much as the kernel says.
///
/// # Errors
/// The first [`KernelFault`].
pub fn check<K: Kernel<Space: StateSpace<State: Debug>>>(
    kernel: &K,
    space: &K::Space,
    goal: &impl Goal<StateOf<K>>,
    heuristic: &impl Heuristic<StateOf<K>>,
    states: impl IntoIterator<Item = StateOf<K>>,
) -> Result<(), KernelFault> {
    let rises = if K::FALLS { -K::MOST } else { 0 }..=K::MOST;
    for state in states {
        let undone = space.actions(&state);
        let lasts: Vec<_> = undone.map(|undo| Some(space.inverse(&undo))).collect();
        for last in [None].into_iter().chain(lasts) {
            let fault = |what, found: &dyn Debug, expected: &dyn Debug| KernelFault {
                state: format!("{state:?}"),
                last: format!("{last:?}"),
                what,
                found: format!("{found:?}"),
                expected: format!("{expected:?}"),
            };
            let mut right: Vec<Told<K>> = vec![(state.clone(), goal.is_goal(&state), None)];
            let h = heuristic.estimate(&state);
            for action in space.actions(&state) {
                if last
                    .as_ref()
                    .is_some_and(|last| space.inverse(last) == action)
                {
                    continue;
                }
                let (mut next, cost) = (state.clone(), space.cost(&state, &action));
                space.apply(&mut next, &action);
                let after = heuristic.estimate(&next);
                let rise = h.zip(after).and_then(|(h, after)| {
                    let rise = cost.checked_add(after)?.checked_sub(h)?;
                    let steps = i32::try_from(rise / K::STEP).ok()?;
                    let is_whole = rise % K::STEP == 0 && cost >= 1;
                    (is_whole && rises.contains(&steps)).then_some(steps)
                });
                let Some(steps) = rise else {
                    let expected = (cost, h, after);
                    return Err(fault("the rise of f", &(&rises, K::STEP), &expected));
                };
                let is_goal = goal.is_goal(&next);
                right.push((next, is_goal, Some((action, steps))));
            }
            for most in (1..right.len()).chain([usize::MAX]) {
                let mut notes = Notes {
                    degree: None,
                    told: Vec::new(),
                    most,
                };
                let is_over = kernel.enter(&state, last.as_ref(), 0, &mut notes);
                let told = right.len().min(most.saturating_add(1));
                if notes.told != right[..told] {
                    return Err(fault("the nodes", &notes.told, &&right[..told]));
                }
                if is_over != (most < right.len()) {
                    return Err(fault("the end", &is_over, &!is_over));
                }
                let degree = Some(right.len() - 1);
                if notes.degree.map(|degree| degree as usize) != degree {
                    return Err(fault("the number of successors", &notes.degree, &degree));
                }
            }
        }
    }
    Ok(())
}
