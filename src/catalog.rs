//! The catalogue: how puzzles are plugged into programs that know them only by name.
//!
//! A plug-in author writes the typed face, [`puzzle::Puzzle`], and fills a [`menu::Menu`] with
//! what the puzzle can do; the trait bounds of the menu's methods see to it that a puzzle offers
//! only what it has. Programs see the erased face, [`entry::Entry`]. The virtual call between the
//! two happens once a search.

pub mod companion;
pub mod entry;
pub mod explorers;
pub mod forecast;
pub mod kept;
pub mod laboratory;
pub mod macro_text;
pub mod menu;
mod needs;
pub mod params;
pub mod plugin;
pub mod puzzle;
pub mod report;
pub mod text;
