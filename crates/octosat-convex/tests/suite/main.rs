//! Tests of the public interface.
#![forbid(unsafe_code)]

mod common;

mod axes;
mod contacts;
#[cfg(feature = "hull")]
mod hull;
mod polyhedron;
mod sat;
mod sizes;
mod support;
mod touching;
