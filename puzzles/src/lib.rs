//! The puzzles of Statewalk.
