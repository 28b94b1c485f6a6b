//! Kinds of pairs that are hard for an engine.

use std::f64::consts::FRAC_PI_4;

use glam::{DMat3, DQuat, DVec3};
use proptest::array::{uniform2, uniform3};
use proptest::prelude::*;

use super::boxes::{cube_rotations, everyday, flat, solid};
use super::numbers::{around, between, decades, direction, pick, rotation, signed, vector};
use super::pairs::{Draft, Kind, reach};

/// All kinds of pairs that contacts are hard for.
pub const KINDS: [Kind; 19] = [
    Kind { name: "any", pairs: any_pair },
    Kind { name: "near-touching", pairs: near_touching },
    Kind { name: "near-parallel", pairs: near_parallel },
    Kind { name: "extreme-ratios", pairs: extreme_ratios },
    Kind { name: "twins", pairs: twins },
    Kind { name: "floor", pairs: floor },
    Kind { name: "ratio", pairs: ratio },
    Kind { name: "thin-strips", pairs: thin_strips },
    Kind { name: "skew-beams", pairs: skew_beams },
    Kind { name: "flat", pairs: flat_pair },
    Kind { name: "ties", pairs: ties },
    Kind { name: "octagons", pairs: octagons },
    Kind { name: "turned", pairs: turned },
    Kind { name: "long-slabs", pairs: long_slabs },
    Kind { name: "on-rim", pairs: on_rim },
    Kind { name: "stacks", pairs: stacks },
    Kind { name: "grid", pairs: grid },
    Kind { name: "eighths", pairs: eighths },
    Kind { name: "equal-faces", pairs: equal_faces },
];

/// Sines of angles between nearly parallel boxes: zero, far below the resolution of float32, and up to visible ones.
const ANGLES: [f64; 9] = [0.0, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 3e-7, 1e-7, 1e-9];

/// Half the sides of floors, meters.
const FLOORS: [f64; 5] = [1.0, 10.0, 100.0, 1e3, 2e4];

/// Sizes of a in sizes of b.
const RATIOS: [f64; 7] = [1.0, 10.0, 1e2, 1e3, 1e4, 1e5, 1e6];

/// The smallest and the largest half extent of extreme ratios, meters.
const EXTREMES: [f64; 2] = [1e-4, 1e4];

/// A step of a grid, meters: a binary fraction, so that sums of steps are exact.
const GRID: f64 = 0.25;

/// How far boxes of about a meter are apart: they touch, within rounding or exactly, or are deep or apart by a little.
fn gap() -> impl Strategy<Value = f64> + Clone {
    prop_oneof![
        1 => Just(0.0).boxed(),
        2 => around(3e-7).boxed(),
        3 => decades(1e-6, 0.1).prop_map(|depth| -depth).boxed(),
        2 => decades(1e-6, 0.1).boxed(),
    ]
}

/// A line onto a face of a: in the middle, anywhere, along its rim, or across it. Coordinates are parts of the half
/// extents of a.
fn onto_face() -> impl Strategy<Value = [DVec3; 2]> + Clone {
    let part = prop_oneof![
        2 => around(0.9).boxed(),
        1 => pick(&[0.0, 1.0, -1.0]).boxed(),
        1 => around(1.3).boxed(),
    ];
    (0..3_usize, any::<bool>(), uniform3(part)).prop_map(|(k, is_low, parts)| {
        let mut place = DVec3::from(parts);
        let mut way = DVec3::ZERO;
        place[k] = 0.0;
        way[k] = if is_low { -1.0 } else { 1.0 };
        [place, way]
    })
}

/// A rotation by a small angle, given by its sine, about any axis.
fn nearly_none(sine: impl Strategy<Value = f64> + Clone) -> impl Strategy<Value = DQuat> + Clone {
    (sine, direction()).prop_map(|(sine, axis)| small(axis, sine))
}

/// The rotation by a small angle, in radians, about a unit axis, to second order.
fn small(axis: DVec3, angle: f64) -> DQuat {
    DQuat::from_vec4((0.5 * angle * axis).extend(1.0)).normalize()
}

/// A rotation about z.
fn yaw() -> impl Strategy<Value = DQuat> + Clone {
    let tilt = |exponent| signed(decades(exponent, 1e-2));
    prop_oneof![
        1 => Just(DQuat::IDENTITY).boxed(),
        3 => around(4.0).prop_map(DQuat::from_rotation_z).boxed(),
        1 => tilt(1e-9).prop_map(|angle| small(DVec3::Z, angle)).boxed(),
    ]
}

fn any_pair() -> BoxedStrategy<Draft> {
    (uniform2(solid()), rotation(), vector(1.5))
        .prop_map(|(half_extents, rotation, center)| Draft { half_extents, rotation, center })
        .boxed()
}

fn near_touching() -> BoxedStrategy<Draft> {
    (uniform2(solid()), rotation(), direction(), gap())
        .prop_map(|(half_extents, rotation, way, gap)| {
            Draft::touching(half_extents, rotation, [DVec3::ZERO, way], gap)
        })
        .boxed()
}

fn near_parallel() -> BoxedStrategy<Draft> {
    let depth = prop_oneof![2 => gap().boxed(), 1 => between(0.0, 0.9).prop_map(|d| -d).boxed()];
    (uniform2(solid()), cube_rotations(), nearly_none(pick(&ANGLES)), onto_face(), depth)
        .prop_map(|(half_extents, cube, turn, [place, way], gap)| {
            let line = [place * half_extents[0], way];
            Draft::touching(half_extents, turn * cube, line, gap)
        })
        .boxed()
}

fn extreme_ratios() -> BoxedStrategy<Draft> {
    let [least, most] = EXTREMES;
    let thin = (0..2_usize, 0..3_usize);
    let parts = (vector(1.25), vector(1.0));
    (uniform2(uniform3(decades(least, most))), thin, rotation(), parts)
        .prop_map(move |(half_extents, (thin, axis), rotation, (inside_a, inside_b))| {
            let mut half_extents = half_extents.map(DVec3::from);
            half_extents[thin][axis] = least;
            half_extents[1 - thin][axis] = most;
            // A point slightly inside or outside of a is one inside of b.
            let [a, b] = half_extents;
            Draft { half_extents, rotation, center: inside_a * a - rotation * (inside_b * b) }
        })
        .boxed()
}

fn twins() -> BoxedStrategy<Draft> {
    let scale = prop_oneof![3 => pick(&[1.0, 0.5]).boxed(), 1 => between(0.1, 1.0).boxed()];
    let moved = prop_oneof![
        4 => pick(&[0.0, 2.0, 1.0, 1e-6]).boxed(),
        1 => decades(1e-7, 0.1).boxed(),
    ];
    (solid(), scale, 0..3_usize, moved)
        .prop_map(|(half_extents, scale, axis, moved)| {
            let mut center = DVec3::ZERO;
            center[axis] = moved * half_extents[axis];
            let half_extents = [half_extents, scale * half_extents];
            Draft { half_extents, rotation: DQuat::IDENTITY, center }
        })
        .boxed()
}

fn floor() -> BoxedStrategy<Draft> {
    let sizes = (pick(&FLOORS), decades(0.005, 0.5), decades(0.1, 1.0));
    let place = prop_oneof![
        2 => uniform2(around(1.0)).prop_map(|[x, y]| [[0.0, x], [0.0, y]]).boxed(),
        1 => uniform2(around(0.8)).prop_map(|[x, y]| [[x, 0.0], [y, 0.0]]).boxed(),
        1 => (around(1.2), around(0.9)).prop_map(|(x, y)| [[1.0, x], [y, 0.0]]).boxed(),
    ];
    let axis = prop_oneof![1 => Just(DQuat::IDENTITY).boxed(), 2 => yaw().boxed()];
    let tilt = prop_oneof![1 => Just(0.0).boxed(), 4 => decades(1e-3, 0.1).boxed()];
    (sizes, (tilt, axis, yaw()), place, gap())
        .prop_map(|((half, size, height), (tilt, axis, yaw), place, gap)| {
            let half_extents = [DVec3::new(half, half, height), DVec3::splat(size)];
            let place = place.map(|[parts, sizes]| parts * half + 2.0 * sizes * size);
            let rotation = small(axis * DVec3::X, tilt) * yaw;
            Draft::on_top(half_extents, rotation, place, -gap * size)
        })
        .boxed()
}

fn ratio() -> BoxedStrategy<Draft> {
    let rotation = prop_oneof![
        (nearly_none(decades(1e-8, 0.1)), yaw()).prop_map(|(turn, yaw)| turn * yaw).boxed(),
        rotation().boxed(),
    ];
    (pick(&RATIOS), uniform2(solid()), rotation, (onto_face(), vector(1.0)), gap())
        .prop_map(|(ratio, [a, b], rotation, ([place, way], off), gap)| {
            // The smaller box keeps a size that the pre-scaled basis takes.
            let half_extents = [0.5 * ratio * a, 0.5 * b];
            let (size, across) = (half_extents[1].max_element(), DVec3::ONE - way.abs());
            let place = place * half_extents[0] + size * off * across;
            let gap = gap * half_extents[1].min_element();
            Draft::touching(half_extents, rotation, [place, way], gap)
        })
        .boxed()
}

fn thin_strips() -> BoxedStrategy<Draft> {
    let sizes = (everyday(), proptest::option::of(everyday()));
    let axis = prop_oneof![
        2 => Just(DVec3::Z).boxed(),
        1 => Just(DVec3::Y).boxed(),
        1 => direction().boxed(),
    ];
    let widths = (decades(1e-8, 1e-3), decades(1e-8, 1e-2));
    (sizes, axis, signed(decades(1e-5, 0.2)), around(0.9), widths)
        .prop_map(|((a, b), axis, angle, along, (width, depth))| {
            let (b, rotation) = (b.unwrap_or(a), small(axis, angle));
            // They overlap by the width of the strip along z, and touch along y.
            let across = a.z + reach(DMat3::from_quat(rotation), b, DVec3::Z) - width;
            let place = DVec3::new(along * (a.x + b.x), 0.0, across);
            Draft::touching([a, b], rotation, [place, DVec3::Y], -depth.min(width))
        })
        .boxed()
}

fn skew_beams() -> BoxedStrategy<Draft> {
    let beam = (decades(1.0, 1e3), decades(0.01, 0.3), decades(0.01, 0.3))
        .prop_map(|(x, y, z)| DVec3::new(x, y, z));
    let yaw = prop_oneof![decades(1e-7, 0.5).boxed(), around(3.0).boxed()];
    let roll = prop_oneof![around(3.0).boxed(), decades(1e-7, 0.1).boxed()];
    let along = prop_oneof![Just(0.0).boxed(), around(1.0).boxed()];
    (uniform2(beam), yaw, roll, along, gap())
        .prop_map(|([a, b], yaw, roll, along, gap)| {
            let rotation = DQuat::from_rotation_z(yaw) * DQuat::from_rotation_x(roll);
            let line = [along * (a.x + b.x) * DVec3::X, DVec3::Z];
            let least = a.min_element().min(b.min_element());
            Draft::touching([a, b], rotation, line, least * gap)
        })
        .boxed()
}

fn flat_pair() -> BoxedStrategy<Draft> {
    let shape = || prop_oneof![4 => flat().boxed(), 1 => everyday().boxed()];
    let rotation = prop_oneof![
        cube_rotations().boxed(),
        nearly_none(decades(1e-7, 0.1)).boxed(),
        rotation().boxed(),
    ];
    (decades(0.05, 20.0), uniform2(shape()), rotation, onto_face(), gap())
        .prop_map(|(size, half_extents, rotation, [place, way], gap)| {
            let half_extents = half_extents.map(|half_extents| size * half_extents);
            let place = place * (half_extents[0] + half_extents[1]);
            Draft::touching(half_extents, rotation, [place, way], gap)
        })
        .boxed()
}

/// Faces whose sides lie on each other up to little.
fn ties() -> BoxedStrategy<Draft> {
    let shrunk = (pick(&[1.0, 1.5, 0.7]), 0..3_usize, between(0.3, 1.0));
    let side = || (pick(&[[0.0, 0.0], [1.0, -1.0], [1.0, 1.0], [-1.0, -1.0]]), around(1.0));
    let depth = prop_oneof![Just(0.0).boxed(), decades(1e-8, 1e-3).boxed()];
    (everyday(), shrunk, (decades(1e-9, 1e-5), around(1.0)), [side(), side()], depth)
        .prop_map(|(a, (factor, axis, part), (off, turn), sides, depth)| {
            let mut b = a;
            b[axis] *= if factor < 1.0 { part } else { factor };
            let place = [0, 1].map(|k| {
                let ([of_a, of_b], noise) = sides[k];
                of_a * a[k] + of_b * b[k] + off * noise
            });
            Draft::on_top([a, b], small(DVec3::Z, off * turn), place, depth)
        })
        .boxed()
}

/// Equal square faces, turned by about 45 degrees: eight candidate points.
fn octagons() -> BoxedStrategy<Draft> {
    let half = decades(0.05, 1.0).prop_map(|height| [DVec3::new(1.0, 1.0, height); 2]);
    let off = prop_oneof![Just(0.0).boxed(), signed(decades(1e-7, 0.3)).boxed()];
    faces(half, off.prop_map(|off| DQuat::from_rotation_z(FRAC_PI_4 + off)))
}

/// Rectangular faces, equal or not, turned against each other.
fn turned() -> BoxedStrategy<Draft> {
    let other = proptest::option::of(uniform2(decades(0.5, 2.0)));
    let half = (decades(0.2, 1.0), other).prop_map(|(y, other)| {
        let face = DVec3::new(1.0, y, 0.2);
        [face, other.map_or(face, |[x, y]| DVec3::new(x, y, 0.3))]
    });
    faces(half, yaw())
}

/// Equal rectangular faces, turned by rounding or little more.
fn equal_faces() -> BoxedStrategy<Draft> {
    let half = decades(0.2, 1.0).prop_map(|y| [DVec3::new(1.0, y, 0.2); 2]);
    faces(half, signed(decades(1e-7, 1e-2)).prop_map(|angle| small(DVec3::Z, angle)))
}

/// Slabs up to a thousand times as long as wide.
fn long_slabs() -> BoxedStrategy<Draft> {
    let other = uniform2(decades(0.2, 20.0));
    let half = (decades(1e-3, 0.1), other)
        .prop_map(|(part, [x, y])| [DVec3::new(20.0, 20.0 * part, 0.2), DVec3::new(x, y, 0.3)]);
    faces(half, yaw())
}

/// Faces on each other that have more than four candidate points, nearly parallel.
fn faces(
    half_extents: impl Strategy<Value = [DVec3; 2]> + 'static,
    yaw: impl Strategy<Value = DQuat> + 'static,
) -> BoxedStrategy<Draft> {
    let tilt =
        prop_oneof![Just(0.0).boxed(), decades(1e-8, 1e-2).boxed(), between(0.0, 0.02).boxed(),];
    let axis = prop_oneof![Just(0.0).boxed(), around(3.0).boxed()];
    let place = proptest::option::of(uniform2(around(0.3)));
    (decades(0.01, 2.0), half_extents, (yaw, tilt, axis), place, gap())
        .prop_map(|(size, half_extents, (yaw, tilt, axis), place, gap)| {
            let [a, b] = half_extents;
            let place = place.map_or([0.0; 2], |[x, y]| [x * a.x.min(b.x), y * a.y.min(b.y)]);
            let rotation = small(DQuat::from_rotation_z(axis) * DVec3::X, tilt) * yaw;
            let half_extents = half_extents.map(|half_extents| size * half_extents);
            Draft::on_top(half_extents, rotation, place.map(|x| size * x), -gap * size)
        })
        .boxed()
}

/// A box at a corner or on the rim of a floor of two kilometers.
fn on_rim() -> BoxedStrategy<Draft> {
    let corner = uniform2(around(0.9)).prop_map(|[x, y]| [[1.0, x], [1.0, y]]);
    let rim = (around(0.9), around(0.9)).prop_map(|(x, y)| [[1.0, x], [y, 0.0]]);
    let place = prop_oneof![corner.boxed(), rim.boxed()];
    let tilt = prop_oneof![Just(0.0).boxed(), decades(1e-8, 1e-2).boxed()];
    (decades(0.01, 2.0), (yaw(), tilt), place, gap())
        .prop_map(|(size, (yaw, tilt), place, gap)| {
            let half_extents = [DVec3::new(1e3, 1e3, 1.0), DVec3::new(size, 0.6 * size, size)];
            let place = place.map(|[parts, sizes]| 1e3 * parts + size * sizes);
            Draft::on_top(half_extents, small(DVec3::X, tilt) * yaw, place, -gap * size)
        })
        .boxed()
}

/// Boxes on each other with equal or nested faces.
fn stacks() -> BoxedStrategy<Draft> {
    let parts = pick(&[[1.0, 1.0], [1.0, 0.5], [0.5, 1.0]]);
    let corner = uniform2(pick(&[0.0, 1.0, -1.0]));
    (everyday(), parts, corner, pick(&[0.0, 0.01, 1e-5]))
        .prop_map(|(a, [x, y], [right, up], depth)| {
            let b = a * DVec3::new(x, y, 1.0);
            Draft::on_top([a, b], DQuat::IDENTITY, [right * (a.x - b.x), up * (a.y - b.y)], depth)
        })
        .boxed()
}

/// Sizes and places that are steps of one grid, in quarter turns: if the boxes touch, many axes tie.
fn grid() -> BoxedStrategy<Draft> {
    let steps = |low: i32, high: i32| {
        uniform3(low..high).prop_map(|steps| GRID * DVec3::from(steps.map(f64::from)))
    };
    (uniform2(steps(1, 5)), steps(-6, 7), cube_rotations())
        .prop_map(|(half_extents, center, rotation)| Draft { half_extents, rotation, center })
        .boxed()
}

/// The same with an eighth of a turn.
fn eighths() -> BoxedStrategy<Draft> {
    let eighth = DQuat::from_rotation_y(FRAC_PI_4);
    grid().prop_map(move |draft| Draft { rotation: draft.rotation * eighth, ..draft }).boxed()
}
