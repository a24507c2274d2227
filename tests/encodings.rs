//! Encodings against brute force, published numbers and their laws.

#[path = "encodings/fields.rs"]
mod fields;
#[path = "encodings/limits.rs"]
mod limits;
#[path = "encodings/naive.rs"]
mod naive;
#[path = "encodings/orders.rs"]
mod orders;
#[path = "encodings/samples.rs"]
mod samples;
