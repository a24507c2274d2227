//! Peaceful kings: labelled chess kings go from one board to another, none ever touching another.
//!
//! From the Polish Olympiad in Informatics 2026. One step takes one king to a neighbouring cell;
//! no two kings may ever stand on cells that share an edge or a corner.

pub mod blocks;
pub mod board;
pub mod construct;
mod encodings;
pub mod generate;
mod lanes;
mod macros;
mod one_empty;
pub mod optimal;
pub mod placement;
pub mod portfolio;
pub mod puzzle;
pub mod rules;
mod schemas;
mod several;
pub mod target;
pub mod text;
pub mod verdict;
mod walk;
mod walks;
pub mod windows;
