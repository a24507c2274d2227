//! Statewalk is a search engine for puzzles and other state spaces.

pub mod adapt;
pub mod bits;
pub mod catalog;
pub mod cost;
pub mod distances;
pub mod encoding;
pub mod goal;
pub mod graph;
pub mod heuristic;
pub mod memory;
pub mod open;
pub mod plan;
pub mod quotient;
pub mod search;
pub mod space;
pub mod store;
