//! Boxes that are apart by less than a margin, and nearest where faces do not show it: at corners, at edges, and at the rims
//! of faces.

use glam::{DMat3, DQuat, DVec3};
use proptest::array::uniform2;
use proptest::prelude::*;

use super::boxes::{cube_rotations, flat, solid};
use super::lists::{one_kind, usual};
use super::numbers::{around, between, decades, direction, pick, rotation, signed};
use super::pairs::{Draft, Kind};
use crate::{Facts, Round};

/// The kinds of boxes that are near each other.
const KINDS: [Kind; 3] = [
    Kind { name: "near", pairs: near },
    Kind { name: "corners", pairs: corners },
    Kind { name: "rims", pairs: rims },
];

/// The angle up to which a face replaces edges that nearly agree with it, radians.
const FACE_ANGLE: f64 = 0.14;

/// Pairs that are nearer than most margins; three rounds that follow each other have three kinds.
pub fn near_kind(facts: &'static Facts, number: u64) -> BoxedStrategy<Round> {
    let kind = KINDS[usize::try_from(number % 3).unwrap_or_default()];
    let margin = prop_oneof![2 => pick(&[3.0, 0.5, 0.02]).boxed(), 1 => decades(1e-3, 3.0).boxed()];
    (usual(facts, kind.name, one_kind(kind)), margin)
        .prop_map(|(mut round, margin)| {
            for frame in &mut round.frames {
                frame.setting.margin = frame.margin_of([margin, 0.0]);
            }
            round
        })
        .boxed()
}

/// How far boxes of about a meter are apart.
fn apart() -> impl Strategy<Value = f64> + Clone {
    prop_oneof![3 => decades(1e-3, 0.5).boxed(), 1 => decades(1e-6, 1e-3).boxed()]
}

/// Boxes of any shape on any line, and nearly parallel ones.
fn near() -> BoxedStrategy<Draft> {
    let shape = || prop_oneof![4 => solid().boxed(), 1 => flat().boxed()];
    let turn = (direction(), decades(1e-6, 0.1))
        .prop_map(|(axis, angle)| DQuat::from_axis_angle(axis, angle));
    let rotation = prop_oneof![
        3 => rotation().boxed(),
        1 => (turn, cube_rotations()).prop_map(|(turn, cube)| turn * cube).boxed(),
    ];
    ([shape(), shape()], rotation, direction(), apart())
        .prop_map(|(half_extents, rotation, way, apart)| {
            Draft::touching(half_extents, rotation, [DVec3::ZERO, way], apart)
        })
        .boxed()
}

/// The corner of a plate in front of an edge that is nearly in the plane of the plate.
fn corners() -> BoxedStrategy<Draft> {
    let labels = uniform2(cube_rotations());
    let angles = (around(1.5), around(0.3), around(0.8), between(0.1, 1.47));
    (uniform2(solid()), decades(1e-3, 0.1), labels, (angles, around(0.9)), apart())
        .prop_map(|([a, b], thin, labels, ((turn, tilt, aside, roll), place), apart)| {
            // The edge is nearly in the plane of the plate, and the corner is its farthest across the edge.
            let a = DVec3::new(a.x, a.y, thin * a.z);
            let along = DVec3::new(turn.cos(), turn.sin(), tilt).normalize();
            let across = DVec3::Z.cross(along).normalize();
            let corner = a * DVec3::new(across.x.signum(), across.y.signum(), 1.0);
            let out = DQuat::from_axis_angle(along, aside) * across;
            let edge = Edge::facing(out, along, roll);
            let center = corner + apart * out - edge.offset_of(b, place);
            relabeled(Draft { half_extents: [a, b], rotation: edge.rotation, center }, labels)
        })
        .boxed()
}

/// Edges that pass each other at the rim of a face, near their ends: along the normal of the face, they would cross behind
/// an end.
fn rims() -> BoxedStrategy<Draft> {
    let labels = uniform2(cube_rotations());
    let angles = (between(0.01, FACE_ANGLE), signed(decades(1e-2, 1.0)), between(0.1, 1.47));
    let apart = prop_oneof![2 => decades(0.05, 2.0).boxed(), 1 => apart().boxed()];
    (uniform2(solid()), labels, angles, uniform2(between(0.0, 2.0)), apart)
        .prop_map(|([a, b], labels, (tilt, yaw, roll), before_ends, apart)| {
            // a's edge is along x, on its upper side; the common perpendicular leads across it.
            let out = DVec3::new(0.0, tilt.sin(), tilt.cos());
            let edge = Edge::facing(out, DQuat::from_axis_angle(out, yaw) * DVec3::X, roll);
            let crossing = apart * tilt.tan() / yaw.tan();
            let [of_a, of_b] = before_ends.map(|part| part * crossing);
            let on_a = DVec3::new((of_a - crossing.signum() * a.x).clamp(-a.x, a.x), a.y, a.z);
            let on_b = edge.offset_of(b, (of_b / b.x - crossing.signum()).clamp(-1.0, 1.0));
            let center = on_a + apart * out - on_b;
            relabeled(Draft { half_extents: [a, b], rotation: edge.rotation, center }, labels)
        })
        .boxed()
}

/// An edge of b along b's first axis.
struct Edge {
    rotation: DQuat,
    /// Minus one or one along b's other axes.
    sides: [f64; 2],
}

impl Edge {
    /// The edge along a direction that faces against the direction `out`, across it; b is rolled about it.
    fn facing(out: DVec3, along: DVec3, roll: f64) -> Self {
        let second = DQuat::from_axis_angle(along, roll) * out;
        let third = along.cross(second);
        let rotation = DQuat::from_mat3(&DMat3::from_cols(along, second, third));
        Self { rotation, sides: [second, third].map(|axis| -axis.dot(out).signum()) }
    }

    /// From b's center to a place on the edge, in parts of its half extent.
    fn offset_of(&self, b: DVec3, place: f64) -> DVec3 {
        self.rotation * (b * DVec3::new(place, self.sides[0], self.sides[1]))
    }
}

/// The same boxes with other numbers for their axes.
fn relabeled(draft: Draft, [of_a, of_b]: [DQuat; 2]) -> Draft {
    let [a, b] = draft.half_extents;
    Draft {
        half_extents: [(of_a * a).abs(), (of_b.inverse() * b).abs()],
        rotation: (of_a * draft.rotation * of_b).normalize(),
        center: of_a * draft.center,
    }
}
