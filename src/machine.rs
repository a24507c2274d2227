//! What the machine can do beyond the language: the only place with unsafe code.
//!
//! Each function has a safe twin that does without: it is taken where the machine is another one, and
//! results never depend on which of the two runs.

pub(crate) mod bytes;
pub(crate) mod map;
pub(crate) mod pages;
pub(crate) mod prefetch;
pub(crate) mod vectors;
