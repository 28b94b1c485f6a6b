#![no_std]
#![forbid(unsafe_code)]
#![doc = include_str!("../README.md")]

// Tests inside and outside of the crate share the pairs that they are made with.
#[cfg(test)]
extern crate self as octosat_exact;
#[cfg(test)]
extern crate std;

// Modules in reading order: input and results, calls, and then how answers are computed: floats as integers, the
// projections that everything is made of, float64 with a bound in front, integers behind.
mod axis;
mod results;
mod stored;

mod cast;
mod pair;

mod number;

mod fixed;
mod rounding;
mod scaled;
mod width;

mod projection;

mod filter;
mod questions;

#[cfg(test)]
mod tests;

pub use axis::Axis;
pub use cast::Cast;
pub use pair::Pair;
pub use results::{BestAxis, CastTimes, Interval, SeparationSign};
pub use stored::{InputError, StoredBox};
