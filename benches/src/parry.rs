//! parry's manifolds of two cuboids, made to do the same job as the engine.
//!
//! From the same poses by index, with the same margin, to manifolds in the world: a normal a pair, and points half-way
//! between the surfaces with their depths and features, compact and in the order of the pairs.

use octosat_check::SPECULATIVE_MARGIN;
use parry3d::glamx::{Quat, Vec3};
use parry3d::math::Pose3;
use parry3d::query::{ContactManifold, TrackedContact, details::contact_manifold_cuboid_cuboid};
use parry3d::shape::Cuboid;

/// parry's manifold with nothing attached.
pub type Kept = ContactManifold<(), ()>;

/// A box as parry knows it.
#[derive(Clone, Copy, Debug)]
pub struct Body {
    pose: Pose3,
    cuboid: Cuboid,
}

impl Body {
    /// A box.
    #[must_use]
    pub fn new(center: [f32; 3], rotation: [f32; 4], half_extents: [f32; 3]) -> Self {
        let mut body =
            Self { pose: Pose3::IDENTITY, cuboid: Cuboid::new(Vec3::from_array(half_extents)) };
        body.set_pose(center, rotation);
        body
    }

    /// Moves the box.
    pub fn set_pose(&mut self, center: [f32; 3], rotation: [f32; 4]) {
        self.pose = Pose3::from_parts(Vec3::from_array(center), Quat::from_array(rotation));
    }
}

/// A point in the world.
#[derive(Clone, Copy, Debug)]
pub struct Point {
    /// Half-way between the surfaces.
    pub position: [f32; 3],
    /// Along the normal, in meters; negative: a gap.
    pub depth: f32,
    /// The features of both boxes.
    pub feature: u64,
}

/// The normal of a pair in the world, and how many points it has.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// From a to b.
    pub normal: [f32; 3],
    /// How many points.
    pub len: usize,
}

/// What parry found in a frame.
#[derive(Debug, Default)]
pub struct Found {
    /// One per pair.
    pub rows: Vec<Row>,
    /// The points of all pairs.
    pub points: Vec<Point>,
    /// The manifold of a pair that is not kept; used again, so that it allocates nothing.
    fresh: Kept,
}

impl Found {
    /// Forgets the last frame.
    pub fn clear(&mut self) {
        self.rows.clear();
        self.points.clear();
    }

    /// Asks parry about a pair, and puts the answer into the world. A manifold that was kept is updated where parry can
    /// do so; without one, the manifold is computed.
    pub fn ask(&mut self, [a, b]: [&Body; 2], kept: Option<&mut Kept>) {
        let relative = relative_pose(&a.pose, &b.pose);
        let margin = SPECULATIVE_MARGIN;
        // parry updates a manifold that has points.
        self.fresh.points.clear();
        let manifold = kept.unwrap_or(&mut self.fresh);
        contact_manifold_cuboid_cuboid(&relative, &a.cuboid, &b.cuboid, margin, manifold);
        let before = self.points.len();
        // parry also keeps points of the clipped faces beyond the distance that it was asked for.
        let near = manifold.points.iter().filter(|point| point.dist <= margin);
        self.points.extend(near.map(|point| in_world(point, &relative, &a.pose)));
        let normal = (a.pose.rotation * manifold.local_n1).to_array();
        self.rows.push(Row { normal, len: self.points.len() - before });
    }
}

/// The pose of b seen from a; of the centers only the difference counts.
fn relative_pose(a: &Pose3, b: &Pose3) -> Pose3 {
    let back = a.rotation.inverse();
    Pose3::from_parts(back * (b.translation - a.translation), back * b.rotation)
}

/// A point half-way between parry's two, from a's coordinates to the world.
fn in_world(point: &TrackedContact<()>, relative: &Pose3, a: &Pose3) -> Point {
    let on_b = relative.transform_point(point.local_p2);
    Point {
        position: a.transform_point((point.local_p1 + on_b) * 0.5).to_array(),
        depth: -point.dist,
        feature: (u64::from(point.fid1.0) << 32) | u64::from(point.fid2.0),
    }
}
