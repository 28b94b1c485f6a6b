//! Reading and writing recordings and results.

mod common;

mod declared_sizes;
mod mutations;
mod rejections;
mod round_trip;
