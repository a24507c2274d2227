//! Quotient by the moving blank: spaces whose arcs are themselves searches.
//!
//! Where one piece is moved through a board by the help of one blank, the full space has a state
//! for every pair of blank and piece. Most of it is the blank walking from one side of the piece to
//! another. The quotient keeps only the sides: its states are the arcs of the board, its actions
//! slides (the piece goes to the blank) and turns (the blank walks around the piece), and a turn
//! costs what an inner search found once and for all.
//!
//! | step | file | cost |
//! | --- | --- | --- |
//! | the board as a graph | [`cells`] | linear |
//! | which sides are joined without the piece's cell | [`blocks`] | linear |
//! | what turns cost | [`turns`] | one short search a side; corridors once each |
//! | the space, for any search | [`space`] | - |
//! | many questions at once | [`batch`], on [`approach`] and [`routes`] | one search a group |
//! | back to single moves, and their rules | [`expand`], [`rules`] | one flood a turn |
//!
//! ```
//! use statewalk::quotient::batch::{Answer, Batch, Question};
//! use statewalk::quotient::cells::Cells;
//! use statewalk::quotient::halt::{Halt, Meter};
//! use statewalk::quotient::routes::Unknown;
//! use statewalk::quotient::space::Quotient;
//! use statewalk::search::limits::Limits;
//!
//! // A ring of five cells: one step of the piece costs a walk around the rest.
//! let limits = Limits::default();
//! let mut meter = Meter::new(&limits);
//! let ring = Cells::new(&mut meter, 5, |cell| [(cell + 4) % 5, (cell + 1) % 5])?;
//! let quotient = Quotient::new(&mut meter, ring)?;
//! let mut batch = Batch::new(&meter, &quotient, false, Unknown)?;
//! let asked = [Question { blank: 1, piece: 0, target: 2 }];
//! batch.answer(&mut meter, &asked, &mut |_, answer, _| {
//!     assert!(matches!(answer, Answer::Route { cost: 5, .. }));
//!     Ok(())
//! })?;
//! # Ok::<(), Halt>(())
//! ```

pub mod approach;
pub mod batch;
pub mod blocks;
mod calendar;
pub mod cells;
pub mod expand;
pub mod halt;
mod links;
pub mod routes;
pub mod rules;
pub mod space;
pub mod turns;

#[cfg(test)]
mod tests;
