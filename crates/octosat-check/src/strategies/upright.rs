//! Kinds of pairs that are seen from above, for rectangles.

use std::f64::consts::FRAC_PI_4;

use glam::{DQuat, DVec3};
use proptest::array::uniform2;
use proptest::prelude::*;

use super::numbers::{around, between, decades, pick, signed};
use super::pairs::{Draft, Kind};

/// Kinds of pairs that are seen from above, for rectangles.
pub const UPRIGHT_KINDS: [Kind; 3] = [
    Kind { name: "upright", pairs: upright },
    Kind { name: "upright-touching", pairs: upright_touching },
    Kind { name: "upright-flat", pairs: upright_flat },
];

/// Half extents of a rectangle.
fn rectangle() -> impl Strategy<Value = DVec3> + Clone {
    uniform2(between(0.05, 1.0)).prop_map(|[x, y]| DVec3::new(x, y, 0.0))
}

/// A quarter turn about z, nearly one, or any turn.
pub fn turn() -> impl Strategy<Value = DQuat> + Clone {
    let quarter = (0..4_i32).prop_map(|quarters| FRAC_PI_4 * f64::from(2 * quarters));
    let off = signed(decades(1e-9, 0.01));
    let nearly = (quarter.clone(), off).prop_map(|(quarter, off)| quarter + off);
    prop_oneof![1 => quarter.boxed(), 1 => nearly.boxed(), 2 => around(3.2).boxed()]
        .prop_map(DQuat::from_rotation_z)
}

fn upright() -> BoxedStrategy<Draft> {
    (uniform2(rectangle()), turn(), uniform2(around(1.5)))
        .prop_map(|(half_extents, rotation, [x, y])| Draft {
            half_extents,
            rotation,
            center: DVec3::new(x, y, 0.0),
        })
        .boxed()
}

/// Within a few roundings of touching: a vertex on a side, at a vertex, or beyond it.
fn upright_touching() -> BoxedStrategy<Draft> {
    let gap = pick(&[0.0, 1e-7, -1e-7, 1e-4, -1e-4, 0.02]);
    let part = prop_oneof![around(1.0).boxed(), pick(&[0.0, 1.0, -1.0, 1.000_001]).boxed()];
    (uniform2(rectangle()), turn(), part, gap)
        .prop_map(|(half_extents, rotation, part, gap)| {
            let [a, b] = half_extents;
            let vertices = [[1.0, 1.0], [1.0, -1.0], [-1.0, 1.0], [-1.0, -1.0]];
            let vertices = vertices.map(|[x, y]| rotation * (DVec3::new(x, y, 0.0) * b));
            let lower = |p: DVec3, q: DVec3| if q.y < p.y { q } else { p };
            let lowest = vertices.into_iter().fold(vertices[0], lower);
            let center = DVec3::new(part * a.x, a.y + gap, 0.0) - lowest;
            Draft { half_extents, rotation, center }
        })
        .boxed()
}

/// Points, rods and plates of very different sizes.
fn upright_flat() -> BoxedStrategy<Draft> {
    let side = || {
        prop_oneof![
            2 => between(0.1, 1.0).boxed(),
            1 => decades(1e-6, 1.0).boxed(),
            1 => Just(0.0).boxed(),
        ]
    };
    let half_extents = uniform2(side()).prop_map(|[x, y]| DVec3::new(x, y, 0.0));
    let place = prop_oneof![7 => uniform2(around(1.0)).boxed(), 1 => Just([0.0; 2]).boxed()];
    (uniform2(half_extents), turn(), place)
        .prop_map(|(half_extents, rotation, [x, y])| Draft {
            half_extents,
            rotation,
            center: DVec3::new(x, y, 0.0),
        })
        .boxed()
}
