//! The peer: parry's manifolds of two cuboids, made to do the same job.
//!
//! From the same poses by index, with the same margin, to manifolds in the world: a normal a pair, and
//! points half-way between the surfaces with their depths and features, compact and in the pairs' order.

use octosat_check::{Case, SPECULATIVE_MARGIN, short};
use parry3d::glamx::{Quat, Vec3};
use parry3d::math::Pose3;
use parry3d::query::{ContactManifold, TrackedContact, details::contact_manifold_cuboid_cuboid};
use parry3d::shape::Cuboid;

use super::RestingScene;

/// One pair in this many may differ: of axes nearly as good the two choose by rules of their own, and
/// for boxes apart whose faces do not look at each other the engine looks for the closest points where
/// parry may have no contact. Poses in a wrong order or place would make most pairs in contact differ.
const ONE_MAY_DIFFER_IN: usize = 10;

/// Meters by which the deepest points of a pair may differ, and the part of the depth: the two choose
/// among axes nearly as good by rules of their own.
const DEPTH_MAY_DIFFER: f32 = 1e-3;

/// The second part of [`DEPTH_MAY_DIFFER`], without unit.
const DEPTH_MAY_DIFFER_BY_PART: f32 = 0.1;

/// The cosine of two normals that are taken for the same: half a right angle, so that another axis
/// nearly as good counts as different.
const NORMALS_AGREE: f32 = 0.7;

/// Parry's manifold with nothing attached.
type Kept = ContactManifold<(), ()>;

struct Body {
    pose: Pose3,
    cuboid: Cuboid,
}

/// A point in the world.
struct Point {
    position: [f32; 3],
    depth: f32,
    feature: u64,
}

/// A pair's normal in the world, and how many points it has.
struct Row {
    normal: [f32; 3],
    len: usize,
}

/// Parry's narrow phase over the pairs of a scene.
pub(crate) struct Peer {
    /// The boxes of the two frames.
    frames: [Vec<Body>; 2],
    pairs: Vec<[u32; 2]>,
    /// One manifold a pair, as parry left it in the last frame.
    kept: Vec<Kept>,
    /// The manifold of a pair that is not kept; used again, so that it allocates nothing.
    fresh: Kept,
    found: Found,
}

/// What was found in a frame.
#[derive(Default)]
struct Found {
    rows: Vec<Row>,
    points: Vec<Point>,
}

impl Peer {
    /// Nothing computed yet.
    pub(crate) fn new(scene: &RestingScene) -> Self {
        Self {
            frames: scene.frames.each_ref().map(bodies),
            pairs: scene.frames[0].pairs.clone(),
            kept: scene.frames[0].pairs.iter().map(|_| Kept::new()).collect(),
            fresh: Kept::new(),
            found: Found::default(),
        }
    }

    /// Computes every manifold of the first frame from nothing.
    pub(crate) fn recompute(&mut self) {
        self.ask(0, false);
    }

    /// Updates every manifold from where it was; frames alternate with their number.
    pub(crate) fn update(&mut self, number: usize) {
        self.ask(number, true);
    }

    fn ask(&mut self, number: usize, keeps: bool) {
        let Self { frames, pairs, kept, fresh, found } = self;
        let bodies = &frames[number % 2];
        found.rows.clear();
        found.points.clear();
        for (pair, kept) in pairs.iter().zip(kept) {
            // Parry updates a manifold that has points, where it can.
            fresh.points.clear();
            let manifold = if keeps { kept } else { &mut *fresh };
            found.ask(pair.map(|index| &bodies[index as usize]), manifold);
        }
    }
}

impl Found {
    /// Asks parry about a pair, and puts the answer into the world.
    fn ask(&mut self, [a, b]: [&Body; 2], manifold: &mut Kept) {
        let relative = relative_pose(&a.pose, &b.pose);
        let margin = SPECULATIVE_MARGIN;
        contact_manifold_cuboid_cuboid(&relative, &a.cuboid, &b.cuboid, margin, manifold);
        let before = self.points.len();
        // Parry also keeps points of the clipped faces beyond the distance that it was asked for.
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

fn bodies(case: &Case) -> Vec<Body> {
    let body = |index| {
        let given = case.boxes.oriented(index);
        let (center, turn) = (Vec3::from_array(given.center), Quat::from_array(given.rotation));
        let cuboid = Cuboid::new(Vec3::from_array(given.half_extents));
        Body { pose: Pose3::from_parts(center, turn), cuboid }
    };
    (0..short(case.boxes.len())).map(body).collect()
}

/// Compares parry's contacts with the scalar backend's: whether there are any, how deep, and along what.
///
/// # Panics
/// If more than a few pairs differ, computed from nothing or updated.
pub(crate) fn verify_peer(scene: &RestingScene) {
    let mut peer = Peer::new(scene);
    let allowed = 1 + scene.frames[0].pairs.len() / ONE_MAY_DIFFER_IN;
    for (how, numbers) in [("recomputed", &[][..]), ("warm", &[0, 2])] {
        peer.recompute();
        numbers.iter().for_each(|&number| peer.update(number));
        let differing = differing(scene, &peer.found);
        eprintln!("{}, parry3d {how}: {differing} pairs differ", scene.name);
        assert!(differing <= allowed, "{}: parry3d {how} differs on {differing}", scene.name);
    }
}

/// Whether the points are somewhere and each of another feature.
fn are_sound(points: &[Point]) -> bool {
    let mut features: Vec<u64> = points.iter().map(|point| point.feature).collect();
    features.sort_unstable();
    features.dedup();
    let finite = |point: &Point| point.position.iter().all(|part| part.is_finite());
    features.len() == points.len() && points.iter().all(finite)
}

/// The number of pairs on which parry and the engine differ.
fn differing(scene: &RestingScene, found: &Found) -> usize {
    let manifolds = scene.manifolds();
    let (mut rest, mut differing) = (&found.points[..], 0);
    for (row, expected) in found.rows.iter().zip(manifolds.manifolds()) {
        let (points, behind) = rest.split_at(row.len);
        rest = behind;
        let cosine: f32 = (0..3).map(|axis| row.normal[axis] * expected.normal[axis]).sum();
        let same = match points.iter().map(|point| point.depth).reduce(f32::max) {
            None => expected.len == 0,
            Some(depth) => {
                let slack = DEPTH_MAY_DIFFER + DEPTH_MAY_DIFFER_BY_PART * depth.abs();
                let is_near = (depth - expected.depth).abs() <= slack && cosine >= NORMALS_AGREE;
                expected.len > 0 && is_near && are_sound(points)
            }
        };
        differing += usize::from(!same);
    }
    assert!(rest.is_empty(), "every point belongs to a pair");
    differing
}
