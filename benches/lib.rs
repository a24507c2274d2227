//! Benchmarks of Statewalk; see the bench targets of this package.
