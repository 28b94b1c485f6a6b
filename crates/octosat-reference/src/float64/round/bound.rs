//! How far rounding can move shapes against each other during a cast, of lengths in float64.

use super::core::Core;
use super::pair::{GivenShape, RoundPair};
use crate::float64::shapes::CapsuleSolid;
use crate::tolerances::{CAST_PATH_ERROR, CAST_POSE_ERROR, CAST_RADIUS_ERROR, CAST_REACH_ERROR};
use crate::vector::{dot, scaled, sum, wide};

/// The cast bound: what the chapter on error bounds derives, of lengths in float64.
pub(super) fn bound(pair: &RoundPair, motion: [f64; 3]) -> f64 {
    let half_b = scaled(pair.b.along(), 0.5);
    let radius = pair.radius();
    let sizes = match &pair.a {
        Core::Box(solid) => Sizes {
            path: magnitudes(motion),
            nearest: nearest_offset(pair, motion),
            of_box: pair.a.reach(),
            cores: magnitudes(solid.axes.map(|axis| dot(axis, half_b))),
        },
        Core::Segment(own) => Sizes {
            path: magnitudes(motion),
            nearest: nearest_offset(pair, motion),
            of_box: 0.0,
            cores: magnitudes(scaled(own.along(), 0.5)) + magnitudes(half_b),
        },
        Core::HalfSpace { normal, offset } => {
            // Heights are computed from coordinates of the world.
            let across = |vector: [f64; 3]| magnitudes([0, 1, 2].map(|k| normal[k] * vector[k]));
            let middle = sum(pair.origin, pair.b.at(0.5));
            Sizes {
                path: across(motion),
                nearest: across(middle) + (offset + dot(*normal, pair.origin)).abs(),
                of_box: 0.0,
                cores: across(half_b),
            }
        }
    };
    let Sizes { path, nearest, of_box, cores } = sizes;
    let centers = nearest + path.min(nearest + of_box + cores + radius);
    (2.0 * pair.deviation + f64::from(CAST_REACH_ERROR)) * (centers + cores)
        + f64::from(CAST_PATH_ERROR) * path
        + f64::from(CAST_RADIUS_ERROR) * radius
}

/// Lengths that rounding is relative to, meters, each a sum of magnitudes.
struct Sizes {
    path: f64,
    nearest: f64,
    of_box: f64,
    cores: f64,
}

/// The offset of the middles when they are nearest, as a sum of magnitudes.
fn nearest_offset(pair: &RoundPair, motion: [f64; 3]) -> f64 {
    let offset = pair.offset();
    let middle = -dot(offset, motion) / dot(motion, motion);
    let middle = if middle.is_nan() { 0.0 } else { middle.clamp(0.0, 1.0) };
    magnitudes(sum(offset, scaled(motion, middle)))
}

/// Meters by which the places of both at a time are off if they are rounded to float32, with the displacement of each.
pub(super) fn room(a: &GivenShape, b: &CapsuleSolid, motions: [[f32; 3]; 2]) -> f64 {
    let of_a = match a {
        GivenShape::Box(of) => magnitudes(wide(of.center)),
        GivenShape::Capsule(of) => middle(of),
        GivenShape::HalfSpace(of) => f64::from(of.offset).abs(),
    };
    let paths = motions.map(|motion| magnitudes(wide(motion)));
    f64::from(CAST_POSE_ERROR) * (of_a + middle(b) + 2.0 * (paths[0] + paths[1]))
}

/// How far the middle of a core is from the world's origin, as a sum of magnitudes.
fn middle(of: &CapsuleSolid) -> f64 {
    magnitudes(scaled(sum(wide(of.start), wide(of.end)), 0.5))
}

/// The sum of the magnitudes of the components.
pub(super) fn magnitudes(vector: [f64; 3]) -> f64 {
    vector.map(f64::abs).iter().sum()
}
