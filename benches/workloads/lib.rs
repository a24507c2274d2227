//! Workloads that the benchmarks share: spaces, their hand-written twins, and known answers.

pub mod grid;
pub mod tiles;
