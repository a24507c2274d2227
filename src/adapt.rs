//! Spaces made from other spaces.

pub mod macros;
