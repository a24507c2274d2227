//! Spaces made from other spaces.

pub mod closure;
pub mod macros;
pub mod reversed;
pub mod unweighted;
