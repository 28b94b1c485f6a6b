//! Frames of boxes and pairs, their motion, and queries about them.

use glam::{DQuat, DVec3};
use octosat::{
    BoxView, CacheMode, ContactCache, Engine, Manifolds, OrientedBox, PointLimit, Query,
};
use octosat_check::{Frame, SPECULATIVE_MARGIN, Setting};
use octosat_scenes::generate::{self, Random, Scene, narrow as rounded};
pub(crate) use octosat_tests::fastest_engines;
use octosat_tests::{frame_of, octagon_boxes, standard_frames};

pub(crate) const UPRIGHT: [f32; 4] = [0.0, 0.0, 0.0, 1.0];

pub(crate) const MODES: [CacheMode; 2] = [CacheMode::Steady, CacheMode::REUSE];

pub(crate) fn wide(vector: [f32; 3]) -> DVec3 {
    DVec3::from(vector.map(f64::from))
}

pub(crate) fn narrow(vector: DVec3) -> [f32; 3] {
    vector.to_array().map(rounded)
}

/// The rotation by an angle in radians about an axis of any length.
pub(crate) fn turn(axis: impl Into<DVec3>, angle: f64) -> DQuat {
    DQuat::from_axis_angle(axis.into().normalize(), angle)
}

pub(crate) fn quaternion(rotation: DQuat) -> [f32; 4] {
    rotation.to_array().map(rounded)
}

fn of_scene(scene: &Scene) -> Frame {
    Frame::of_scene(scene, Setting::new(SPECULATIVE_MARGIN, 1))
}

/// Boxes of which each two that follow each other are a pair.
pub(crate) fn of_boxes(boxes: &[OrientedBox]) -> Frame {
    frame_of(boxes, SPECULATIVE_MARGIN)
}

pub(crate) fn upright(center: [f32; 3], half_extents: [f32; 3]) -> OrientedBox {
    OrientedBox::new(center, UPRIGHT, half_extents)
}

/// A wall of so many boxes, most of which touch several others.
pub(crate) fn wall(boxes: usize, seed: u64) -> Frame {
    of_scene(&generate::wall(boxes, seed))
}

/// A heap of so many boxes in all directions.
pub(crate) fn pile(boxes: usize, seed: u64) -> Frame {
    of_scene(&generate::pile(boxes, seed))
}

/// Everyday scenes, every adversarial one, and two frames of the embedded recording, of about so many pairs each.
pub(crate) fn worlds(pairs: usize, seed: u64) -> Vec<Frame> {
    let setting = Setting::new(SPECULATIVE_MARGIN, 1);
    let frames = standard_frames(pairs, seed).into_iter();
    frames.map(|(_, frame)| Frame { setting, ..frame }).collect()
}

/// Pairs of up to eight points.
pub(crate) fn octagons() -> Frame {
    let mut frame = of_boxes(&octagon_boxes());
    frame.setting.limit = PointLimit::Eight;
    frame
}

/// Boxes of many sizes near each other's corners and edges, in pairs of neighbors.
pub(crate) fn corner_to_corner(count: usize) -> Frame {
    let mut random = Random::new(51);
    let mut boxes = Vec::new();
    for number in 0..count {
        let [a, b] = [(); 2].map(|()| random.vector(0.2, 0.6).map(rounded));
        let place = [4.0 * number as f32, 0.0, 0.0];
        let tilt = turn(random.vector(-1.0, 1.0), 0.1);
        let mut center = place;
        for (k, component) in center.iter_mut().enumerate() {
            // Along every fifth axis the boxes overlap.
            let gap = if (number + k).is_multiple_of(5) { -0.3 * a[k].min(b[k]) } else { 0.004 };
            let side = if number >> k & 1 == 1 { 1.0 } else { -1.0 };
            *component += side * (a[k] + b[k] + gap);
        }
        let tilted = if number.is_multiple_of(2) { UPRIGHT } else { quaternion(tilt) };
        boxes.extend([upright(place, a), OrientedBox::new(center, tilted, b)]);
    }
    // Cubes edge along edge and corner to corner, of all sides.
    for gap in [1.0001, 1.001, 1.006, 1.01] {
        for (near, axis) in [-gap, gap].into_iter().flat_map(|near| (0..4).map(move |k| (near, k)))
        {
            let parts: [f32; 3] = std::array::from_fn(|k| if k == axis { 0.3 } else { 1.0 });
            boxes.push(upright([0.0; 3], [0.5; 3]));
            boxes.push(upright(parts.map(|part| part * near), [0.5; 3]));
        }
    }
    of_boxes(&boxes)
}

/// The query of a frame in its setting; no box is checked.
pub(crate) fn query(frame: &Frame) -> Query<'_> {
    query_about(frame, &frame.pairs)
}

pub(crate) fn query_about<'a>(frame: &'a Frame, pairs: &'a [[u32; 2]]) -> Query<'a> {
    let Setting { margin, limit, origin, surfaces, .. } = frame.setting;
    let boxes = BoxView::unchecked(&frame.position, &frame.rotation, &frame.half_extents);
    let query = Query::new(boxes.expect("columns of one length"), pairs);
    let query = query.margin(margin).limit(limit).origin(origin);
    let query = if surfaces { query.surfaces() } else { query };
    frame.slots.as_ref().map_or(query, |slots| query.slots(slots))
}

pub(crate) fn stateless(engine: &Engine, frame: &Frame) -> Manifolds {
    let mut out = Manifolds::new();
    engine.manifolds(query(frame), &mut out).expect("a valid query");
    out
}

pub(crate) fn cached<'c>(
    engine: &Engine,
    frame: &Frame,
    cache: &'c mut ContactCache,
) -> &'c Manifolds {
    engine.manifolds_cached(query(frame), cache).expect("a valid query")
}

/// How each box moves on in a frame.
#[derive(Clone, Debug)]
pub(crate) struct Velocities {
    /// Meters per frame.
    pub(crate) linear: Vec<DVec3>,
    /// The turn per frame.
    pub(crate) angular: Vec<DQuat>,
    /// Meters per frame.
    pub(crate) growth: Vec<DVec3>,
}

impl Velocities {
    /// Of so many boxes, of which one in three only moves, one only turns and one does both; up to so many meters
    /// and radians per frame, and one in five grows or shrinks by up to so many meters.
    pub(crate) fn new(boxes: usize, seed: u64, [speed, spin, growth]: [f64; 3]) -> Self {
        let mut random = Random::new(seed);
        let mut all = Self { linear: Vec::new(), angular: Vec::new(), growth: Vec::new() };
        for number in 0..boxes {
            let along = DVec3::from(random.vector(-speed, speed));
            let turned = turn(random.direction(), random.range(0.0, spin));
            let grown = DVec3::from(random.vector(-growth, growth));
            all.linear.push(if number % 3 == 1 { DVec3::ZERO } else { along });
            all.angular.push(if number % 3 == 0 { DQuat::IDENTITY } else { turned });
            all.growth.push(if number % 5 == 0 { grown } else { DVec3::ZERO });
        }
        all
    }

    /// Moves every box on for a frame.
    pub(crate) fn advance(&self, frame: &mut Frame) {
        for index in 0..frame.position.len() {
            let moved = wide(frame.position[index]) + self.linear[index];
            frame.position[index] = narrow(moved);
            if self.angular[index] != DQuat::IDENTITY {
                let before = DQuat::from_array(frame.rotation[index].map(f64::from));
                frame.rotation[index] = quaternion((self.angular[index] * before).normalize());
            }
            let grown = wide(frame.half_extents[index]) + self.growth[index];
            frame.half_extents[index] = narrow(grown.max(DVec3::ZERO));
        }
    }
}

/// The same boxes in another order: box k is box `numbers[k]` of the new ones.
pub(crate) fn renumbered(frame: &Frame, numbers: &[u32]) -> Frame {
    let mut other = frame.clone();
    for (old, &new) in numbers.iter().enumerate() {
        let new = new as usize;
        other.position[new] = frame.position[old];
        other.rotation[new] = frame.rotation[old];
        other.half_extents[new] = frame.half_extents[old];
    }
    other.pairs.iter_mut().for_each(|pair| *pair = pair.map(|index| numbers[index as usize]));
    other
}
