//! Boxes dropped on a heap.

use octosat_scenes::generate::Random;

use super::scene::{Expected, Scene};
use crate::body::{Body, Pose};
use crate::tolerances::{DENSITY, SUBSTEPS_MORE};
use crate::{Quat, Vec3};

/// Distance of neighbors in meters that is wider than the diagonal of the largest box.
pub(super) const LOOSE: f32 = 1.5;

/// Boxes of many sizes that begin deep inside each other, with many pairs a box, for tests.
#[must_use]
pub fn crowd(boxes: usize) -> Scene {
    /// Distance of neighbors in meters at which each box overlaps some dozens of others.
    const DENSE: f32 = 0.35;
    pile(boxes, 1, DENSE)
}

/// Boxes of half extents between 0.1 and 0.4 m, turned at random, in layers above the ground with
/// this distance in meters between neighbors.
pub(super) fn pile(boxes: usize, seed: u64, distance: f32) -> Scene {
    let mut random = Random::new(seed);
    let mut scene =
        Scene { expected: Expected::Rests, substeps: SUBSTEPS_MORE, ..Scene::on_ground(0.6) };
    // A column about as high as a layer is wide.
    let mut side = 1;
    while side * side * side < boxes {
        side += 1;
    }
    for index in 0..boxes {
        let place = [index % side, index / (side * side), index / side % side];
        let [x, y, z] = place.map(|steps| steps as f32 * distance);
        let half = Vec3::from_array(random.vector(0.1, 0.4).map(rounded));
        let rotation = Quat::from_array(random.rotation().map(rounded)).normalize();
        let pose = Pose { center: Vec3::new(x, y + 1.0, z), rotation };
        scene.bodies.push(Body::solid(half, pose, DENSITY));
    }
    scene
}

/// The nearest `f32`.
#[expect(clippy::cast_possible_truncation, reason = "a scene is f32, and the values are small")]
pub(super) fn rounded(value: f64) -> f32 {
    value as f32
}
