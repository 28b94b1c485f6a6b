//! The references against paper, against each other, and against the truth.

mod common;
mod honest;

mod facts;
mod manifold;
mod manifold_noise;
mod note;
mod poses;
mod rectangles;
mod shapes;
mod slides;
mod textbook_shapes;
mod truth;
