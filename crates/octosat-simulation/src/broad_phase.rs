//! The pairs of bodies that may touch, from the sweep of `octosat-scenes`.

use octosat_scenes::generate::sweep;

use crate::placed::PlacedBox;

/// The pairs (a, b), a < b, of which one can move and whose bounds along the world's axes are no farther apart
/// than the margin, in ascending order.
///
/// They are found from scratch in each frame, so that a frame's pairs depend on that frame alone.
#[must_use]
pub fn pairs(boxes: &[PlacedBox], margin: f32) -> Vec<[u32; 2]> {
    let half_extents: Vec<_> = boxes.iter().map(|placed| placed.half_extents.to_array()).collect();
    let centers: Vec<_> = boxes.iter().map(|placed| placed.pose.center.to_array()).collect();
    let rotations: Vec<_> = boxes.iter().map(|placed| placed.pose.rotation.to_array()).collect();
    let mut pairs = sweep(&half_extents, &centers, &rotations, margin);
    pairs.retain(|pair| pair.iter().any(|&index| !boxes[index as usize].fixed));
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::body::{Body, Pose};
    use crate::{DVec3, Vec3};

    #[test]
    fn pairs_are_those_within_the_margin() {
        let cube = Vec3::splat(0.5);
        let row = |x| Body::solid(cube, Pose::at(x, 0.5, 0.0), 1.0);
        let ground = Body::fixed(Vec3::new(9.0, 1.0, 9.0), Pose::at(0.0, -1.0, 0.0));
        let bodies = [ground, row(2.15), row(0.0), row(1.05), ground];
        let boxes = bodies.map(|body| PlacedBox::new(&body, DVec3::ZERO));
        assert_eq!(pairs(&boxes, 0.07), [[0, 1], [0, 2], [0, 3], [1, 4], [2, 3], [2, 4], [3, 4]]);
    }
}
