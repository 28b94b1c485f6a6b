//! Random cases, and how they shrink: numbers make boxes, boxes make pairs, pairs make lists, lists make worlds that
//! move from frame to frame. Displacements for casts are made from a seed.
//!
//! All are compositions of the primitive strategies of `proptest`. So a case that fails shrinks to few frames, boxes
//! and pairs, to boxes whose half extents are a meter, which are not turned, and which are at the origin: as far as it
//! still fails.

mod barely;
mod boxes;
mod floors;
mod frames;
mod kinds;
mod lists;
mod motions;
mod near;
mod numbers;
mod pairs;
mod robots;
mod sharing;
mod steps;
mod upright;

pub(crate) use barely::changed;
pub use barely::{Searched, barely_touching, searched};
pub use boxes::{cube_rotations, everyday, flat, needle, plate, solid};
pub use floors::floors;
pub use frames::moving;
pub use kinds::KINDS;
pub use lists::{
    HardPair, arranged, frame, frame_of, hard_pairs, list, margin, one_kind, usual, with_smaller,
    worlds,
};
pub use motions::{PairMotion, box_motion, move_back};
pub use near::near_kind;
pub use numbers::{around, between, decades, direction, pick, rotation, signed, vector};
pub use pairs::{Draft, Kind, Pair, oriented, placed};
pub use robots::robots;
pub use sharing::SHARING_KINDS;
pub use steps::step;
pub use upright::{UPRIGHT_KINDS, turn};
