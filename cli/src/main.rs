//! The command line of Statewalk.
fn main() {}
