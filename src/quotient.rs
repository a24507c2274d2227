//! Quotient by the moving blank: edge weights that are themselves searches.
pub mod blocks;
pub mod calendar;
pub mod cells;
pub mod halt;
pub mod links;
pub mod turns;

#[cfg(test)]
mod tests;
