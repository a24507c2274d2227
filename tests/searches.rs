//! Searches against independent oracles on small graphs.

#[path = "searches/agreement.rs"]
mod agreement;
#[path = "searches/arcs.rs"]
mod arcs;
#[path = "searches/every.rs"]
mod every;
#[path = "searches/oracle.rs"]
mod oracle;
#[path = "searches/tables.rs"]
mod tables;
