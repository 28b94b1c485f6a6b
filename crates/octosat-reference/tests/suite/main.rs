//! The references against paper, against each other, and against the truth.

mod common;
mod honest;

mod chains;
mod covered;
mod facts;
mod intersections;
mod links;
mod manifold;
mod manifold_faults;
mod manifold_noise;
mod note;
mod poses;
mod rectangles;
mod response;
mod round;
mod shapes;
mod slides;
mod truth;
