//! Short plans where kings have room: the kings push each other through the blocks, and then each looks for a shorter
//! route among the others.
//!
//! A plan is a route for every king with the slots of time in which it moves. Only moves cost, waiting is free, and
//! what a king may do depends on the cells around it alone, so a king can be taken out of the timetable and led
//! anew by a search that knows where the others are and when. The plan is valid at every moment, never gets longer, and
//! may come from anywhere.

pub(super) mod improve;
pub(super) mod inside;
pub(super) mod push;
mod reroute;
mod schedule;
mod timetable;

#[cfg(test)]
mod tests;
