#![no_std]
#![forbid(unsafe_code)]
#![doc = include_str!("../README.md")]

mod axis;
mod cast;
mod distance;
mod impact;
mod layout;
mod penetration;
mod verdict;
mod words;

pub use axis::Axis;
pub use cast::{Cast, CastState};
pub use distance::{Distance, DistanceState};
pub use impact::{Impact, ImpactState};
pub use layout::{Element, Field, ROWS, Row, RowLayout};
pub use penetration::Penetration;
pub use verdict::Verdict;
