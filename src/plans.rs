//! Several plans to one question: all that cost the least, or the cheapest so many.

pub mod cheapest;
pub mod optimal;
