//! The references against paper, against each other, and against the truth.

mod common;

mod note;
mod poses;
mod truth;
