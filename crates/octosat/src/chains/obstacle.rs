//! An obstacle, with what is computed of it once, and bounds along the world's axes.

use super::solid::Solid;
use crate::boxes::rotation::{axis, round};
use crate::tolerances::{FACE_BOUND_OF_OFFSET, FAR_SPHERES};

/// How much larger bounds are taken than computed in float64 and rounded, for each meter from the world's origin, without
/// unit.
const BOUNDS_SLACK: f64 = 1e-6;

/// A box along the world's axes, in meters.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    pub(super) center: [f32; 3],
    pub(super) half_extents: [f32; 3],
}

/// An obstacle, with what is computed of it once.
#[derive(Clone, Copy, Debug)]
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
        let bounds = core::array::from_fn(|i| {
            let reach: f64 = (0..3).map(|k| exact[k][i].abs() * f64::from(half_extents[k])).sum();
            let center = f64::from(solid.pose.center[i]);
            let slack = BOUNDS_SLACK * (reach + center.abs());
            [center - reach - slack, center + reach + slack]
        });
        Self {
            index,
            solid,
            half_extents,
            axes: exact.map(|axis| axis.map(|number| FACE_BOUND_OF_OFFSET * round(number))),
            bounds: Bounds::between(bounds),
            slack: (FAR_SPHERES - 1.0) * round(solid.bounding_radius()),
        }
    }
}

impl Bounds {
    /// The bounds between a lower and an upper limit along each axis.
    fn between(limits: [[f64; 2]; 3]) -> Self {
        Self {
            center: limits.map(|[lower, upper]| round(0.5 * (lower + upper))),
            half_extents: limits.map(|[lower, upper]| {
                // The center is rounded, too.
                round(0.5 * (upper - lower) + BOUNDS_SLACK * (lower.abs() + upper.abs()))
            }),
        }
    }

    /// The bounds that contain some others.
    pub(super) fn around(parts: impl Iterator<Item = Self>) -> Self {
        let mut limits = [[f64::INFINITY, f64::NEG_INFINITY]; 3];
        for part in parts {
            for (k, [lower, upper]) in limits.iter_mut().enumerate() {
                let [center, half] = [part.center[k], part.half_extents[k]].map(f64::from);
                (*lower, *upper) = (lower.min(center - half), upper.max(center + half));
            }
        }
        Self::between(limits)
    }
}
