//! Shapes that boxes are tested against: plain values, checked by their constructors.
//!
//! 1. `checks`: the rules that the values of shapes must obey.
//! 2. `half_space`, `sphere`, `capsule`, `aligned`, `line`: one shape each. `frustum`: a shape that is not
//!    rows but is prepared once. `half_space_contacts`, `capsule_contacts`: results of
//!    queries.
//! 3. `lists`: lists of shapes in queries. `lanes`: how rows of shapes become lanes.
//! 4. `questions` and `calls`: which kinds have which kernel.
//!
//! A shape other than a frustum is one or two rows of four floats, so slices of shapes are loaded like boxes. If your
//! engine keeps such rows, you can lend them by casting with `bytemuck`. A cast checks nothing: any value is
//! memory-safe, but the results of a shape that its constructor would reject mean nothing. Other pairs are not
//! affected.

mod calls;
mod capsule_contacts;
mod checks;
mod frustum;
mod half_space_contacts;
/// Boxes against other shapes, and these against each other: one file per query, each a formula for one batch. `compared`
/// loads the batches.
pub(crate) mod kernels {
    pub(crate) mod aligned;
    pub(crate) mod capsule;
    pub(crate) mod capsule_core;
    mod capsule_points;
    pub(crate) mod classify;
    pub(crate) mod closest_points;
    pub(crate) mod compared;
    pub(crate) mod cull;
    pub(crate) mod half_space;
    pub(crate) mod lines;
    pub(crate) mod piece;
    pub(crate) mod round;
    pub(crate) mod round_capsules;
    mod round_cores;
    pub(crate) mod round_lines;
    mod round_sides;
    pub(crate) mod sphere;
    mod toward;
    pub(crate) mod world_bounds;
}
pub(crate) mod questions;

mod aligned;
mod capsule;
mod half_space;
pub(crate) mod lanes;
mod line;
pub(crate) mod lists;
mod normals;
mod sphere;

pub use aligned::AxisAlignedBox;
pub use capsule::Capsule;
pub use capsule_contacts::{CapsuleContact, CapsuleContacts};
pub use frustum::build::{DepthRange, PerspectiveView};
pub use frustum::{Containment, Frustum};
pub use half_space::HalfSpace;
pub use half_space_contacts::{HalfSpaceContact, HalfSpaceContacts};
pub use line::{Ray, Segment};
pub use lists::Against;
pub use sphere::Sphere;
