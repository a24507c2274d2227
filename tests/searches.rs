//! Searches against independent oracles on small graphs, at their limits, and on long chains.

#[path = "searches/agreement.rs"]
mod agreement;
#[path = "searches/batches.rs"]
mod batches;
#[path = "searches/beam.rs"]
mod beam;
#[path = "searches/branches.rs"]
mod branches;
#[path = "searches/deepening.rs"]
mod deepening;
#[path = "searches/digraph.rs"]
mod digraph;
#[path = "searches/edges.rs"]
mod edges;
#[path = "searches/every.rs"]
mod every;
#[path = "searches/files.rs"]
mod files;
#[path = "searches/frontier.rs"]
mod frontier;
#[path = "searches/led.rs"]
mod led;
#[path = "searches/limits.rs"]
mod limits;
#[path = "searches/long.rs"]
mod long;
#[path = "searches/maxima.rs"]
mod maxima;
#[path = "searches/oracle.rs"]
mod oracle;
#[path = "searches/orders.rs"]
mod orders;
#[path = "searches/pathmax.rs"]
mod pathmax;
#[path = "searches/plans.rs"]
mod plans;
#[path = "searches/raised.rs"]
mod raised;
#[path = "searches/several.rs"]
mod several;
#[path = "searches/tables.rs"]
mod tables;
#[path = "searches/two_ends.rs"]
mod two_ends;
#[path = "searches/undirected.rs"]
mod undirected;
#[path = "searches/weighted.rs"]
mod weighted;
