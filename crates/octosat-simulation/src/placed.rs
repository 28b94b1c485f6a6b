//! The bodies for broad and narrow phases: in `f32`, relative to a local origin near them; and the broad phase.
//!
//! At 10 km from the world's origin, `f32` has steps of a millimeter. So bodies have `f64` centers. In each frame, the
//! local origin is subtracted, and the difference is rounded to `f32` once.

use octosat_scenes::generate::sweep;

use crate::body::{Body, Pose};
use crate::tolerances::ORIGIN_GRID;
use crate::{DVec3, Mat3, Vec3};

/// A box without mass, relative to a local origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlacedBox {
    /// The pose.
    pub pose: Pose,
    /// Half its extents along its own axes, in meters.
    pub half_extents: Vec3,
    /// Whether forces do not move it.
    pub fixed: bool,
}

/// All bodies, relative to one local origin.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlacedBoxes {
    origin: DVec3,
    boxes: Vec<PlacedBox>,
}

impl PlacedBox {
    /// A body relative to an origin.
    #[must_use]
    pub fn new(body: &Body, origin: DVec3) -> Self {
        Self {
            pose: Pose { center: (body.center - origin).as_vec3(), rotation: body.rotation },
            half_extents: body.half_extents,
            fixed: body.is_fixed(),
        }
    }

    /// The half extents of its AABB.
    #[must_use]
    pub fn world_half_extents(&self) -> Vec3 {
        let axes = Mat3::from_quat(self.pose.rotation);
        axes.x_axis.abs() * self.half_extents.x
            + axes.y_axis.abs() * self.half_extents.y
            + axes.z_axis.abs() * self.half_extents.z
    }
}

impl PlacedBoxes {
    /// Updates the boxes from the bodies, relative to an origin chosen from their centers.
    pub fn place(&mut self, bodies: &[Body]) {
        self.origin = local_origin(bodies);
        self.boxes.clear();
        self.boxes.extend(bodies.iter().map(|body| PlacedBox::new(body, self.origin)));
    }

    /// The local origin in the world, in meters.
    #[must_use]
    pub fn origin(&self) -> DVec3 {
        self.origin
    }

    /// The boxes in the order of the bodies.
    #[must_use]
    pub fn as_slice(&self) -> &[PlacedBox] {
        &self.boxes
    }

    /// The pairs (a, b), a < b, of which one can move and whose bounds along the world's axes are no farther apart
    /// than the margin, in ascending order.
    ///
    /// They are found from scratch in each frame, so that a frame's pairs depend on that frame alone.
    #[must_use]
    pub fn pairs(&self, margin: f32) -> Vec<[u32; 2]> {
        let rotations: Vec<_> =
            self.boxes.iter().map(|placed| placed.pose.rotation.to_array()).collect();
        let half_extents: Vec<_> =
            self.boxes.iter().map(|placed| placed.half_extents.to_array()).collect();
        self.movable(sweep(&half_extents, &self.centers(), &rotations, margin))
    }

    /// The same pairs, and those that are farther apart by the travels of both, one per body in meters.
    #[must_use]
    pub fn pairs_on_the_way(&self, margin: f32, travels: &[f32]) -> Vec<[u32; 2]> {
        let upright = vec![[0.0, 0.0, 0.0, 1.0]; self.boxes.len()];
        let boxes = self.boxes.iter().zip(travels);
        let grown = |(placed, &travel): (&PlacedBox, &f32)| {
            (placed.world_half_extents() + Vec3::splat(travel)).to_array()
        };
        self.movable(sweep(
            &boxes.map(grown).collect::<Vec<_>>(),
            &self.centers(),
            &upright,
            margin,
        ))
    }

    fn centers(&self) -> Vec<[f32; 3]> {
        self.boxes.iter().map(|placed| placed.pose.center.to_array()).collect()
    }

    /// The pairs of which one box can move.
    fn movable(&self, mut pairs: Vec<[u32; 2]>) -> Vec<[u32; 2]> {
        pairs.retain(|pair| pair.iter().any(|&index| !self.boxes[index as usize].fixed));
        pairs
    }
}

/// The mean center of the bodies that can move, on a coarse grid.
///
/// It depends only on the bodies and their order. Because of the grid, the origin stays the same while bodies move a
/// little, so that resting centers are rounded in the same way in every frame.
#[must_use]
pub fn local_origin(bodies: &[Body]) -> DVec3 {
    let movable = bodies.iter().filter(|body| !body.is_fixed());
    let count = movable.clone().count();
    let sum: DVec3 = movable.map(|body| body.center).sum();
    let mean = sum / count.max(1) as f64;
    (mean / ORIGIN_GRID).round() * ORIGIN_GRID
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn far_boxes_are_placed_as_near_ones() {
        let near = [0.3_f32, 1.1, 2.7].map(|x| {
            let pose = Pose::at(x, 0.1 * x, -x);
            Body::solid(Vec3::splat(0.5), pose, 1.0)
        });
        let far = near.map(|body| {
            let shift = DVec3::new(1.0e6, -4096.0, 640.0);
            Body { center: body.center + shift, ..body }
        });
        let [mut here, mut there] = [PlacedBoxes::default(), PlacedBoxes::default()];
        here.place(&near);
        there.place(&far);
        assert_eq!(there.origin() - here.origin(), DVec3::new(1.0e6, -4096.0, 640.0));
        for (near, far) in here.as_slice().iter().zip(there.as_slice()) {
            assert!(near.pose.center.distance(far.pose.center) < 1e-7, "{near:?} {far:?}");
        }
    }

    #[test]
    fn a_small_move_keeps_the_origin() {
        let mut body = Body::solid(Vec3::splat(0.5), Pose::at(100.0, 0.0, 0.0), 1.0);
        let before = local_origin(&[body]);
        body.center.x += 0.5;
        assert_eq!(before, local_origin(&[body]));
        assert_eq!(before, DVec3::new(96.0, 0.0, 0.0));
    }

    #[test]
    fn the_enclosing_box_of_a_turned_box_holds_its_corners() {
        let pose = Pose {
            rotation: crate::Quat::from_rotation_z(std::f32::consts::FRAC_PI_2),
            ..Pose::at(0.0, 0.0, 0.0)
        };
        let body = Body::solid(Vec3::new(1.0, 2.0, 3.0), pose, 1.0);
        let half = PlacedBox::new(&body, DVec3::ZERO).world_half_extents();
        assert!(half.distance(Vec3::new(2.0, 1.0, 3.0)) < 1e-6, "{half}");
    }

    #[test]
    fn pairs_are_those_within_the_margin() {
        let cube = Vec3::splat(0.5);
        let row = |x| Body::solid(cube, Pose::at(x, 0.5, 0.0), 1.0);
        let ground = Body::fixed(Vec3::new(9.0, 1.0, 9.0), Pose::at(0.0, -1.0, 0.0));
        let bodies = [ground, row(2.15), row(0.0), row(1.05), ground];
        let mut boxes = PlacedBoxes::default();
        boxes.place(&bodies);
        assert_eq!(boxes.pairs(0.07), [[0, 1], [0, 2], [0, 3], [1, 4], [2, 3], [2, 4], [3, 4]]);
    }
}
