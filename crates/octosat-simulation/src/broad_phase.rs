//! The pairs of bodies that may touch, from parry's tree of bounding boxes.

use parry3d::bounding_volume::Aabb;
use parry3d::partitioning::{Bvh, BvhBuildStrategy, BvhWorkspace};

use crate::Vec3;
use crate::placed::PlacedBox;

/// The broad phase. It builds its tree again in each frame, so that a frame's pairs depend on that
/// frame alone.
#[derive(Default)]
pub struct BroadPhase {
    workspace: BvhWorkspace,
    boxes: Vec<Aabb>,
}

impl std::fmt::Debug for BroadPhase {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BroadPhase").field("boxes", &self.boxes.len()).finish_non_exhaustive()
    }
}

impl BroadPhase {
    /// Writes the pairs (a, b), a < b, of which one can move and that are no further apart than
    /// the margin, sorted.
    pub fn pairs(&mut self, boxes: &[PlacedBox], margin: f32, out: &mut Vec<[u32; 2]>) {
        self.boxes.clear();
        self.boxes.extend(boxes.iter().map(|placed| enclosing_box(placed, margin)));
        let tree = Bvh::from_leaves(BvhBuildStrategy::Binned, &self.boxes);
        out.clear();
        tree.traverse_bvtt_single_tree::<false>(&mut self.workspace, &mut |i, j| {
            let pair = if i < j { [i, j] } else { [j, i] };
            if pair.iter().any(|&index| !boxes[index as usize].fixed) {
                out.push(pair);
            }
        });
        out.sort_unstable();
    }
}

/// A box along the world's axes around another and half the margin, or more by rounding.
fn enclosing_box(placed: &PlacedBox, margin: f32) -> Aabb {
    let center = placed.pose.center;
    let rounding = (center.abs() + placed.half_extents.length()) * f32::EPSILON;
    let half = placed.world_half_extents() + Vec3::splat(0.5 * margin) + rounding;
    Aabb::new(center - half, center + half)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::DVec3;
    use crate::body::{Body, Pose};

    #[test]
    fn pairs_are_those_within_the_margin() {
        let cube = Vec3::splat(0.5);
        let row = |x| Body::solid(cube, Pose::at(x, 0.5, 0.0), 1.0);
        let ground = Body::fixed(Vec3::new(9.0, 1.0, 9.0), Pose::at(0.0, -1.0, 0.0));
        let bodies = [ground, row(2.15), row(0.0), row(1.05), ground];
        let boxes = bodies.map(|body| PlacedBox::new(&body, DVec3::ZERO));
        let mut pairs = Vec::new();
        BroadPhase::default().pairs(&boxes, 0.07, &mut pairs);
        assert_eq!(pairs, [[0, 1], [0, 2], [0, 3], [1, 4], [2, 3], [2, 4], [3, 4]]);
    }
}
