//! Pairs of boxes as both libraries and the reference take them.

use octosat::{BoxStore, OrientedBox};
use octosat_reference::float64::ReferencePair;
use octosat_scenes::generate::Random;
use octosat_tests::{boxed, neighbors, plain, store_of};
use parry3d::glamx::{DQuat, DVec3, Quat, Vec3};
use parry3d::math::Pose3;
use parry3d::shape::Cuboid;

/// Pairs of each test.
pub(crate) const PAIRS: usize = 10_000;

/// Seconds of a step of shapes that move.
pub(crate) const STEP: f32 = 1.0 / 64.0;

/// Kinds of pairs: flush faces, faces and corners, edges, near each other, far apart, of any sizes, deep.
const KINDS: usize = 7;
const NEAR: usize = 3;
const FAR: usize = 4;
const SIZES: usize = 5;
const DEEP: usize = 6;

/// Two boxes.
pub(crate) struct Pair {
    pub(crate) boxes: [OrientedBox; 2],
    pub(crate) exact: ReferencePair,
    pub(crate) poses: [Pose3; 2],
    pub(crate) cuboids: [Cuboid; 2],
}

/// All pairs, and a store of their boxes.
pub(crate) struct Scene {
    pub(crate) all: Vec<Pair>,
    pub(crate) store: BoxStore,
    pub(crate) pairs: Vec<[u32; 2]>,
}

/// A pose as parry takes it.
pub(crate) fn pose(center: [f32; 3], rotation: [f32; 4]) -> Pose3 {
    Pose3::from_parts(Vec3::from_array(center), Quat::from_array(rotation))
}

/// A pose and a cuboid as parry takes them.
pub(crate) fn of_parry(given: &OrientedBox) -> (Pose3, Cuboid) {
    let cuboid = Cuboid::new(Vec3::from_array(given.half_extents));
    (pose(given.pose.center, given.pose.rotation), cuboid)
}

/// A vector of parry, in float64.
pub(crate) fn wide(vector: Vec3) -> [f64; 3] {
    vector.to_array().map(f64::from)
}

impl Pair {
    pub(crate) fn new(boxes: [OrientedBox; 2]) -> Self {
        let [(pose_a, a), (pose_b, b)] = boxes.each_ref().map(of_parry);
        let exact = ReferencePair::oriented(&plain(boxes[0]), &plain(boxes[1]));
        Self { boxes, exact, poses: [pose_a, pose_b], cuboids: [a, b] }
    }

    /// Meters that errors are relative to: all half extents, and the distance of the centers.
    pub(crate) fn size(&self) -> f64 {
        let [a, b] = self.boxes.map(|one| DVec3::from(one.pose.center.map(f64::from)));
        let extents = self.boxes.iter().flat_map(|one| one.half_extents);
        extents.map(f64::from).sum::<f64>() + a.distance(b)
    }
}

/// A box of a kind next to another one.
fn next_to(random: &mut Random, a: &OrientedBox, kind: usize) -> OrientedBox {
    let half = extents(random, kind);
    let own = DQuat::from_array(a.pose.rotation.map(f64::from)).normalize();
    let is_flush = kind == 0 || kind == NEAR && random.one_in(4);
    let rotation = if is_flush { own } else { DQuat::from_array(random.rotation()) };
    let normal = match kind {
        _ if is_flush || kind == 1 => own * random.choose(&DVec3::AXES),
        2 => {
            let [first, second] = [(); 2].map(|()| random.choose(&DVec3::AXES));
            (own * first).cross(rotation * second).normalize()
        }
        _ => DVec3::from(random.direction()),
    };
    let reach = |rotation: DQuat, half: DVec3| half.dot((rotation.inverse() * normal).abs());
    let own_half = DVec3::from(a.half_extents.map(f64::from));
    let gap = match kind {
        NEAR => random.choose(&[1.0, -1.0]) * random.decades(4),
        FAR => random.range(1.0, 30.0),
        DEEP => -random.unit() * (half + own_half).min_element(),
        SIZES => random.range(-1.0, 1.0) * half.min_element(),
        _ => 0.0,
    };
    let aside = DVec3::from(random.direction()).reject_from_normalized(normal);
    let aside = aside * random.unit() * half.min(own_half).min_element();
    let along = reach(own, own_half) + reach(rotation, half) + gap;
    let center = DVec3::from(a.pose.center.map(f64::from)) + along * normal + aside;
    boxed(center.into(), rotation.into(), half.into())
}

/// Half extents of 0.1 to 1 m, or of any size from a millimeter to ten meters.
fn extents(random: &mut Random, kind: usize) -> DVec3 {
    let extent = |_| if kind == SIZES { 10.0 * random.decades(4) } else { random.range(0.1, 1.0) };
    DVec3::from_array([0; 3].map(extent))
}

/// Pairs of each kind in turn.
pub(crate) fn scene() -> Scene {
    let mut random = Random::new(49);
    let all: Vec<Pair> = (0..PAIRS)
        .map(|number| {
            let kind = number % KINDS;
            let center = random.vector(-5.0, 5.0);
            let rotation = random.rotation();
            let a = boxed(center, rotation, extents(&mut random, kind).into());
            Pair::new([a, next_to(&mut random, &a, kind)])
        })
        .collect();
    let store = store_of(all.iter().flat_map(|pair| pair.boxes));
    let pairs = neighbors(store.len());
    Scene { all, store, pairs }
}
