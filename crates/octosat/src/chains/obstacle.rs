//! An obstacle, with what is computed of it once, and bounds along the world's axes.

use super::solid::Solid;
use crate::boxes::rotation::{axis, round};
use crate::near::bounds::Bounds;
use crate::tolerances::{FACE_BOUND_OF_OFFSET, FAR_SPHERES};

/// An obstacle, with what is computed of it once.
#[derive(Clone, Debug)]
pub(super) struct Obstacle {
    pub(super) index: u32,
    pub(super) solid: Solid,
    /// Half the edge lengths of its bounding box along its own axes, in meters.
    pub(super) half_extents: [f32; 3],
    /// Its axes in the world, shorter by [`FACE_BOUND_OF_OFFSET`].
    pub(super) axes: [[f32; 3]; 3],
    pub(super) bounds: Bounds,
    /// How much larger spheres are taken next to it, in meters.
    pub(super) slack: f32,
}

impl Obstacle {
    pub(super) fn new(index: u32, solid: Solid) -> Self {
        let half_extents = solid.half_extents();
        let exact: [[f64; 3]; 3] = core::array::from_fn(|k| axis(solid.pose.rotation, k));
        Self {
            index,
            half_extents,
            axes: exact.map(|axis| axis.map(|number| FACE_BOUND_OF_OFFSET * round(number))),
            bounds: solid.bounds(),
            slack: (FAR_SPHERES - 1.0) * round(solid.bounding_radius()),
            solid,
        }
    }
}
