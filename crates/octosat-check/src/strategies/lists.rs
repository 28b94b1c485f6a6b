//! Lists of pairs, and worlds whose boxes are in several pairs.

use glam::{DQuat, DVec3};
use octosat_reference::OrientedBox;
use octosat_scenes::generate::{Random, narrow, sweep};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use super::boxes::{cube_rotations, everyday, flat, needle, plate};
use super::kinds::KINDS;
use super::numbers::{around, between, decades, direction, pick, rotation, vector};
use super::pairs::{Kind, oriented, placed};
use crate::{Facts, Frame, Round, Setting, short};

/// Things of a part of a list.
const PART: usize = 16;

/// Most boxes of a world: few, so that a box is in several pairs.
const BOXES: usize = 150;

/// Most pairs of a list: enough for whole batches of every backend and odd ends.
const PAIRS: usize = 400;

/// Bound of the pairs of a short list: up to one more than the sixteen lanes of the widest batch.
const SHORT_LIST_BOUND: usize = 18;

/// Distances of far worlds in meters; at the largest one the resolution of float32 is 6 cm.
const FAR_DISTANCES: [f64; 7] = [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6];

/// Half extents of a brick in meters.
const BRICK: DVec3 = DVec3::new(0.2, 0.1, 0.1);

/// Rows of a wall, and bricks of a row.
const ROWS: u8 = 14;

/// A list of at least one thing and about `most` at most. It is made of parts, so that shrinking removes many at once.
pub fn list<T: std::fmt::Debug>(
    thing: impl Strategy<Value = T>,
    most: usize,
) -> impl Strategy<Value = Vec<T>> {
    let parts = vec(vec(thing, 1..=PART), 1..=(2 * most).div_ceil(PART));
    parts.prop_map(|parts| parts.into_iter().flatten().collect())
}

/// A frame of boxes without pairs.
pub fn frame(boxes: impl IntoIterator<Item = OrientedBox>) -> Frame {
    let (half_extents, position, rotation) = Default::default();
    let (pairs, changes, setting) = (Vec::new(), Vec::new(), Setting::new(0.0, 0));
    let mut frame = Frame { half_extents, position, rotation, pairs, setting, changes };
    for OrientedBox { half_extents, center, rotation } in boxes {
        frame.half_extents.push(half_extents);
        frame.position.push(center);
        frame.rotation.push(rotation);
    }
    frame
}

/// A frame of pairs of boxes that are in no other pair.
pub fn frame_of(pairs: impl IntoIterator<Item = [OrientedBox; 2]>) -> Frame {
    let mut frame = frame(pairs.into_iter().flatten());
    let pairs = short(frame.position.len() / 2);
    frame.pairs = (0..pairs).map(|pair| [2 * pair, 2 * pair + 1]).collect();
    frame
}

/// Pairs of one kind, somewhere near the origin.
fn pairs_of(kind: Kind) -> impl Strategy<Value = [OrientedBox; 2]> {
    let world = prop_oneof![1 => Just(DQuat::IDENTITY).boxed(), 2 => rotation().boxed()];
    placed(kind, world, vector(1.0)).prop_map(|pair| pair.boxes([1.0; 2]))
}

/// A list of pairs of one kind, somewhere near the origin.
pub fn one_kind(kind: Kind) -> BoxedStrategy<Frame> {
    list(pairs_of(kind), PAIRS).prop_map(frame_of).boxed()
}

/// A pair and the margin of its query.
#[derive(Clone, Copy, Debug)]
pub struct HardPair {
    /// Both boxes, near the origin.
    pub boxes: [OrientedBox; 2],
    /// Meters.
    pub margin: f32,
}

/// The next pairs of a kind that a runner makes, each with a margin of its own.
///
/// # Panics
/// If the strategy of the kind rejects its own values, which none does.
pub fn hard_pairs(kind: Kind, count: usize, runner: &mut TestRunner) -> Vec<HardPair> {
    let pair = (pairs_of(kind), margin()).prop_map(|(boxes, margin)| HardPair {
        boxes,
        margin: frame_of([boxes]).margin_of(margin),
    });
    vec(pair, count).new_tree(runner).expect("no value is rejected").current()
}

/// Boxes scattered in a cube.
fn cloud(boxes: impl Strategy<Value = (DVec3, DQuat)> + 'static) -> BoxedStrategy<Frame> {
    (list((boxes, vector(1.0)), BOXES), between(2.0, 4.5))
        .prop_map(|(boxes, half_side)| {
            swept(boxes.into_iter().map(|((half_extents, rotation), place)| {
                oriented(half_extents, half_side * place, rotation)
            }))
        })
        .boxed()
}

/// The same, where half of the boxes lie on a grid of half meters, so that many touch exactly or coincide.
fn flat_cloud() -> BoxedStrategy<Frame> {
    let any = (flat(), rotation(), vector(3.5)).boxed();
    let on_grid = (flat(), cube_rotations(), vector(3.5)).prop_map(|(half, rotation, center)| {
        (0.5 * half.ceil(), rotation, 0.5 * (2.0 * center).round())
    });
    list(prop_oneof![any, on_grid.boxed()], BOXES)
        .prop_map(|boxes| {
            swept(
                boxes.into_iter().map(|(half, rotation, center)| oriented(half, center, rotation)),
            )
        })
        .boxed()
}

/// Bricks in rows on each other, each a little off its place.
fn wall() -> BoxedStrategy<Frame> {
    let turn = proptest::option::of((direction(), around(1e-3)));
    list((0..ROWS, 0..ROWS, vector(1.0), turn), BOXES)
        .prop_map(|bricks| {
            swept(bricks.into_iter().map(|(row, place, off, turn)| {
                let shift = 0.5 * f64::from(row % 2);
                let joints = DVec3::new(0.398, 0.0, 0.199);
                let place = DVec3::new(f64::from(place) + shift, 0.0, f64::from(row));
                let turn = turn
                    .map_or(DQuat::IDENTITY, |(axis, angle)| DQuat::from_axis_angle(axis, angle));
                oriented(BRICK, place * joints + 2e-3 * off, turn)
            }))
        })
        .boxed()
}

/// Finds the pairs of boxes whose world bounds overlap.
fn swept(boxes: impl IntoIterator<Item = OrientedBox>) -> Frame {
    let mut frame = frame(boxes);
    frame.pairs = sweep(&frame.half_extents, &frame.position, &frame.rotation, 0.0);
    frame
}

/// The world of a round and its name; ten rounds that follow each other have ten kinds of worlds.
pub fn worlds(number: u64) -> (&'static str, BoxedStrategy<Frame>) {
    // Some boxes are turned by quarters, so that some of their axes are those of the world.
    let turn = || prop_oneof![1 => cube_rotations().boxed(), 4 => rotation().boxed()];
    let of = |half_extents| (half_extents, turn());
    let (name, world) = match number % 10 {
        0 => ("cloud", cloud((everyday(), rotation()))),
        1 => ("needles", cloud(of(needle().boxed()))),
        2 => ("plates", cloud(of(plate().boxed()))),
        3 => ("flat-cloud", flat_cloud()),
        4 => ("wall", wall()),
        5 => ("pile", cloud((everyday().prop_map(|half| 2.0 * half), rotation()))),
        pairs => {
            let kind = KINDS[usize::try_from(pairs - 5).unwrap_or_default()];
            (kind.name, one_kind(kind))
        }
    };
    (name, arranged(world))
}

/// The same world, perhaps far from the origin, and its list in any order or short.
pub fn arranged(world: BoxedStrategy<Frame>) -> BoxedStrategy<Frame> {
    let far = proptest::option::weighted(0.25, (pick(&FAR_DISTANCES), direction()));
    let order = proptest::option::weighted(0.25, any::<u64>());
    let length = proptest::option::weighted(0.3, 0..SHORT_LIST_BOUND);
    (length, world, far, order)
        .prop_map(|(length, mut frame, far, order)| {
            if let Some((distance, way)) = far {
                // Centers are rounded coarsely there.
                let moved = |center: &mut [f32; 3]| {
                    let far = DVec3::from(center.map(f64::from)) + distance * way;
                    *center = far.to_array().map(narrow);
                };
                frame.position.iter_mut().for_each(moved);
            }
            if let Some(seed) = order {
                Random::new(seed).shuffle(&mut frame.pairs);
            }
            frame.pairs.truncate(length.unwrap_or(usize::MAX));
            frame
        })
        .boxed()
}

/// Meters, and parts of the smaller size of the first pair: a margin is the sum of both, and often zero.
pub fn margin() -> impl Strategy<Value = [f64; 2]> + Clone {
    prop_oneof![
        4 => pick(&[[0.0; 2]]).boxed(),
        2 => pick(&[[0.02, 0.0], [1e-4, 0.0]]).boxed(),
        2 => decades(1e-4, 1.0).prop_map(|part| [0.0, part]).boxed(),
    ]
}

impl Frame {
    /// The margin of a frame in meters.
    pub(crate) fn margin_of(&self, [meters, parts]: [f64; 2]) -> f32 {
        let size = |extents: &[f32; 3]| extents.iter().fold(0.0, |size: f32, &half| size.max(half));
        let smaller = self.half_extents.iter().take(2).map(size).fold(f32::INFINITY, f32::min);
        let smaller = if smaller.is_finite() { f64::from(smaller) } else { 0.0 };
        narrow(meters + parts * smaller)
    }
}

/// A world as a single frame, with what a query takes.
pub fn usual(
    facts: &'static Facts,
    name: &'static str,
    world: BoxedStrategy<Frame>,
) -> BoxedStrategy<Round> {
    (world, margin(), any::<u64>())
        .prop_map(move |(mut frame, margin, shape_seed)| {
            let margin = if facts.takes_margin { frame.margin_of(margin) } else { 0.0 };
            frame.setting = Setting::new(margin, shape_seed);
            Round { name: name.to_owned(), frames: vec![frame] }
        })
        .boxed()
}

/// The same rounds, a quarter of them about boxes that are smaller: with negative margins, some of which leave nothing
/// of the boxes.
pub fn with_smaller(rounds: BoxedStrategy<Round>) -> BoxedStrategy<Round> {
    (rounds, pick(&[1.0, 1.0, 1.0, -1.0]))
        .prop_map(|(mut round, sign)| {
            for frame in &mut round.frames {
                frame.setting.margin *= narrow(sign);
            }
            round
        })
        .boxed()
}
