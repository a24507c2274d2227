//! What is wrong with the value of an option, in the words of the whole program.

use std::error::Error as _;

use clap::Error;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::fault::Fault;

/// The fault of a value that is not what its option expects; `None` where something else is wrong.
pub(crate) fn wrong_value(error: &Error) -> Option<Fault> {
    if error.kind() != ErrorKind::ValueValidation {
        return None;
    }
    let told = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(&text[..]),
        _ => None,
    };
    // It is named with what stands for its value, as `--time <TIME>`.
    let option = told(ContextKind::InvalidArg)?
        .split([' ', '[', '='])
        .next()?;
    let value = told(ContextKind::InvalidValue)?.escape_debug();
    let expected = error.source()?;
    Some(Fault::bad(format!(
        "{option}: found `{value}`, expected {expected}"
    )))
}
