//! Why a macro does not expand: the macro, the step and the action, by name.

use thiserror::Error;

use crate::cost::CostOverflow;

/// Why a macro does not expand to a plan of primitive actions.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MacroFault {
    /// A primitive action that the rules do not allow where the expansion takes it.
    #[error("step {step} of {within}: the action {action} is not applicable")]
    NotApplicable {
        /// The innermost macro, or the plan.
        within: String,
        /// The step in its body, from 1.
        step: usize,
        /// The action, printed.
        action: String,
    },
    /// A macro whose precondition fails where the expansion takes it.
    #[error("step {step} of {within}: the precondition of {callee} does not hold")]
    Precondition {
        /// The macro that called, or the plan.
        within: String,
        /// The step in its body, from 1.
        step: usize,
        /// The macro, printed.
        callee: String,
    },
    /// A body that names a schema which does not exist.
    #[error("step {step} of {within}: there is no macro number {schema}")]
    NoSuchSchema {
        /// The macro that called, or the plan.
        within: String,
        /// The step in its body, from 1.
        step: usize,
        /// The number.
        schema: u16,
    },
    /// Macros nested beyond [`Bounds::depth`](super::Bounds::depth).
    #[error("step {step} of {within}: macros are nested deeper than {depth}")]
    TooDeep {
        /// The macro that called.
        within: String,
        /// The step in its body, from 1.
        step: usize,
        /// The bound.
        depth: usize,
    },
    /// A body that has no room within [`Bounds::open`](super::Bounds::open).
    #[error(
        "step {step} of {within}: with the body of {callee}, more than {most} operators are open"
    )]
    TooWide {
        /// The macro that called, or the plan.
        within: String,
        /// The step in its body, from 1.
        step: usize,
        /// The macro whose body it is, printed.
        callee: String,
        /// The bound.
        most: usize,
    },
    /// More operators than [`Bounds::operators`](super::Bounds::operators).
    #[error("the expansion takes more than {0} operators")]
    TooLong(u64),
    /// The receiver of the actions asked to stop.
    #[error("the expansion was stopped")]
    Stopped,
    /// The costs do not add up in 64 bits.
    #[error(transparent)]
    Overflow(#[from] CostOverflow),
    /// The plan names a start that is not in the list.
    #[error("the plan begins at start {0}, which does not exist")]
    NoSuchStart(usize),
}
