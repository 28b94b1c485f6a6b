//! Manifolds keep every promise, reference in float64.
#![forbid(unsafe_code)]

mod apart;
mod cases;
mod findings;
mod found;
mod worlds;
