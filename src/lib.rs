//! Statewalk is a search engine for puzzles and other state spaces.
//!
//! Say once what the states of a puzzle are, which actions apply and what they cost
//! ([`StateSpace`]). Every search then finds plans for it, and ends in an honest verdict
//! ([`Outcome`]): solved and proved optimal, proved unsolvable, or a limit was reached and which.
//!
//! ```
//! use statewalk::{Exactly, StateSpace, breadth_first};
//!
//! /// A stack of pancakes; a spatula turns over some of the upper ones.
//! struct Pancakes;
//!
//! impl StateSpace for Pancakes {
//!     type State = Vec<u8>;
//!     type Action = usize;
//!     fn actions<'a>(&'a self, stack: &Vec<u8>) -> impl Iterator<Item = usize> + use<'a> {
//!         2..=stack.len()
//!     }
//!     fn apply(&self, stack: &mut Vec<u8>, &turned: &usize) {
//!         stack[..turned].reverse();
//!     }
//! }
//!
//! let outcome = breadth_first(&Pancakes, vec![2, 0, 3, 1], &Exactly(vec![0, 1, 2, 3]))?;
//! assert_eq!(outcome.cost(), Some(4));
//! # Ok::<(), statewalk::SearchError>(())
//! ```
//!
//! What only some spaces can do is a trait of its own ([`Invertible`], [`Predecessors`]), and what
//! varies from run to run is a value beside the space: a [`Goal`], a [`Heuristic`], an
//! [`Encoding`]. A closure is enough for a space ([`FnSpace`]), and so is a graph of petgraph
//! ([`graph`]).
//!
//! | to | see |
//! | --- | --- |
//! | search under limits, with counters, on a store of one's own choice | [`search`] |
//! | enumerate a whole space over a perfect hash | [`search::layers`], [`encoding`] |
//! | know how far every state is | [`distances`] |
//! | count the optimal plans, or list the cheapest | [`plans`] |
//! | make a plan cheaper that is not optimal | [`improve`] |
//! | find macros for patterns, each proved | [`macro_table`] |
//! | build spaces out of spaces: reversed, with composite operators | [`adapt`], [`quotient`] |
//! | plug a puzzle into a program that knows it only by name | [`catalog`] |
//!
//! The names at the root are the ones that most programs need; everything else is found in its
//! module.

pub mod abstraction;
pub mod adapt;
pub mod bits;
pub mod catalog;
pub mod cost;
pub mod distances;
pub mod encoding;
pub mod goal;
pub mod graph;
pub mod heuristic;
pub mod improve;
mod machine;
pub mod macro_table;
pub mod memory;
pub mod open;
pub mod pdb;
pub mod plan;
pub mod plans;
pub mod pruning;
pub mod quotient;
pub mod rank_actions;
pub mod search;
pub mod space;
pub mod store;
pub mod words;

pub use crate::adapt::closure::{FnSpace, WeightedFnSpace};
pub use crate::cost::Cost;
pub use crate::encoding::Encoding;
pub use crate::goal::{AnyOf, Exactly, Goal, GoalStates, Nowhere};
pub use crate::heuristic::Heuristic;
pub use crate::memory::Memory;
pub use crate::plan::Plan;
pub use crate::search::astar::astar;
pub use crate::search::bidirectional::bidirectional;
pub use crate::search::breadth_first::breadth_first;
pub use crate::search::ida_star::ida_star;
pub use crate::search::layers::Sweep;
pub use crate::search::limits::{Limit, Limits};
pub use crate::search::outcome::{Outcome, SearchError};
pub use crate::search::spfa::spfa;
pub use crate::search::task::Task;
pub use crate::search::uniform_cost::uniform_cost;
pub use crate::search::{Observer, Stats};
pub use crate::space::{Invertible, Predecessors, StateSpace, predecessors_by_inverse};

/// The code of the pages for readers, compiled and run as tests.
#[cfg(doctest)]
mod pages {
    #[doc = include_str!("../README.md")]
    struct Readme;

    #[doc = include_str!("../docs/guide.md")]
    struct Guide;

    #[doc = include_str!("../docs/adding-a-puzzle.md")]
    struct AddingAPuzzle;

    #[doc = include_str!("../docs/adding-an-algorithm.md")]
    struct AddingAnAlgorithm;

    #[doc = include_str!("../docs/encodings.md")]
    struct Encodings;

    #[doc = include_str!("../docs/short-plans.md")]
    struct ShortPlans;
}
