//! Kinds of pairs that share much, for intersections.

use std::f64::consts::FRAC_PI_4;

use glam::{DMat3, DQuat, DVec3};
use proptest::array::uniform2;
use proptest::prelude::*;

use super::boxes::{cube_rotations, everyday, solid};
use super::numbers::{around, decades, direction, pick, rotation, signed, vector};
use super::pairs::{Draft, Kind};

/// Kinds of pairs that share much.
pub const SHARING_KINDS: [Kind; 5] = [
    Kind { name: "deep", pairs: deep },
    Kind { name: "about-one-axis", pairs: about_one_axis },
    Kind { name: "same-box", pairs: same_box },
    Kind { name: "nearly-same-box", pairs: nearly_same_box },
    Kind { name: "small-in-large", pairs: small_in_large },
];

/// A point inside one box that is also inside the other one: parts of the half extents of each.
fn common(half_extents: [DVec3; 2], rotation: DQuat, [in_a, in_b]: [DVec3; 2]) -> Draft {
    let [a, b] = half_extents;
    Draft { half_extents, rotation, center: in_a * a - rotation * (in_b * b) }
}

fn deep() -> BoxedStrategy<Draft> {
    (uniform2(solid()), rotation(), uniform2(vector(1.0)))
        .prop_map(|(half_extents, rotation, inside)| common(half_extents, rotation, inside))
        .boxed()
}

/// An axis of a box.
fn axis() -> impl Strategy<Value = DVec3> + Clone {
    prop_oneof![3 => Just(DVec3::Z), 1 => Just(DVec3::X), 1 => Just(DVec3::Y)]
}

/// A turn by any angle, by eighths of a turn, and nearly by these.
fn angle() -> impl Strategy<Value = f64> + Clone {
    let eighths = (0..8_i32).prop_map(|eighths| FRAC_PI_4 * f64::from(eighths));
    let off = signed(decades(1e-9, 0.01));
    let nearly = (eighths.clone(), off).prop_map(|(eighths, off)| eighths + off);
    prop_oneof![2 => around(3.2).boxed(), 1 => eighths.boxed(), 1 => nearly.boxed()]
}

/// Boxes that are turned about one common axis, as detections on a road are.
fn about_one_axis() -> BoxedStrategy<Draft> {
    (uniform2(everyday()), axis(), angle(), uniform2(vector(1.1)))
        .prop_map(|(half_extents, axis, angle, inside)| {
            common(half_extents, DQuat::from_axis_angle(axis, angle), inside)
        })
        .boxed()
}

/// The same box under another name: in a quarter turn, with its half extents exchanged.
fn same_box() -> BoxedStrategy<Draft> {
    (solid(), cube_rotations())
        .prop_map(|(half, rotation)| {
            let exchanged = (DMat3::from_quat(rotation).transpose() * half).abs();
            Draft { half_extents: [half, exchanged], rotation, center: DVec3::ZERO }
        })
        .boxed()
}

/// The same, moved and turned by little, with half extents that are longer or shorter by little.
fn nearly_same_box() -> BoxedStrategy<Draft> {
    let little = || prop_oneof![1 => Just(0.0).boxed(), 4 => signed(decades(1e-8, 0.1)).boxed()];
    (same_box(), uniform2((direction(), little())), (vector(1.0), little()))
        .prop_map(|(same, [(way, distance), (axis, angle)], (parts, longer))| {
            let [a, b] = same.half_extents;
            let turn = DQuat::from_vec4((0.5 * angle * axis).extend(1.0)).normalize();
            Draft {
                half_extents: [a, b * (DVec3::ONE + longer * parts)],
                rotation: turn * same.rotation,
                center: distance * way * a.max_element(),
            }
        })
        .boxed()
}

/// A box within a much larger one, at a face, an edge or a corner of it, or in its middle.
fn small_in_large() -> BoxedStrategy<Draft> {
    let place = pick(&[0.0, 1.0, -1.0, 0.5]);
    let places = proptest::array::uniform3(place).prop_map(DVec3::from);
    let turn = prop_oneof![1 => cube_rotations().boxed(), 2 => rotation().boxed()];
    (uniform2(solid()), decades(1.0, 1e6), turn, places, vector(1.2))
        .prop_map(|([a, b], ratio, rotation, place, inside)| {
            common([ratio * a, b], rotation, [place, inside])
        })
        .boxed()
}
