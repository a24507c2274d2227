//! To and from petgraph: a graph is a space, and an explored space becomes a graph.

pub mod explored;
pub mod nodes;
pub mod space;
