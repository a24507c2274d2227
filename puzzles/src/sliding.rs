//! Labelled things on the places of a grid, one of which is empty: what sliding tiles and the blocks of a full
//! board of kings have in common.
//!
//! It is no puzzle but the noun that two of them share: the [rules] on a plain array, of any size; whether
//! one arrangement can become another ([`parity`](mod@parity)); a [plan](sort) at once, from composite operators; and
//! how plans are [made shorter](windows).

mod area;
mod corner;
pub mod parity;
pub mod places;
mod planner;
pub mod rules;
mod schemas;
pub mod sort;
pub mod taken;
pub mod toward;
pub mod windows;
