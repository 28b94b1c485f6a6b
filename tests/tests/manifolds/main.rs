//! Manifolds keep every promise, judged in float64.
#![forbid(unsafe_code)]

mod apart;
mod cases;
mod findings;
mod found;
mod worlds;
