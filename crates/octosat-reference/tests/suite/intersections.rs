//! The reference of intersections, by paper and by the faces of both boxes.

use std::f64::consts::PI;

use glam::{DMat3, DQuat, DVec3};
use octosat_reference::float64::ReferenceIntersection;
use octosat_reference::{OrientedBox, Rectangle};
use octosat_scenes::generate::Random;

use crate::common::{Draw, narrow, turned};

/// What float64 may round, as a part of the size.
const ROUNDING: f64 = 1e-12;

/// A box in float64.
struct Solid {
    center: DVec3,
    axes: DMat3,
    half: DVec3,
}

impl Solid {
    fn of(given: &OrientedBox) -> Self {
        let rotation = DQuat::from_array(given.rotation.map(f64::from)).normalize();
        let [center, half] =
            [given.center, given.half_extents].map(|v| DVec3::from(v.map(f64::from)));
        Self { center, axes: DMat3::from_quat(rotation), half }
    }

    /// The corners of the face on a side of an axis, counterclockwise as seen from outside.
    fn face(&self, axis: usize, side: f64) -> Vec<DVec3> {
        let [u, v] = [1, 2].map(|step| (axis + step) % 3);
        let corner = |(a, b): (f64, f64)| {
            let [x, y] = [a * side * self.half[u], b * self.half[v]];
            self.center
                + side * self.half[axis] * self.axes.col(axis)
                + x * self.axes.col(u)
                + y * self.axes.col(v)
        };
        [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(corner).to_vec()
    }

    /// The part of a polygon inside.
    fn clip(&self, mut polygon: Vec<DVec3>) -> Vec<DVec3> {
        for number in 0..6 {
            let axis = self.axes.col(number / 2) * if number % 2 == 0 { 1.0 } else { -1.0 };
            let above = |p: DVec3| (p - self.center).dot(axis) - self.half[number / 2];
            let mut kept = Vec::new();
            for (k, &p) in polygon.iter().enumerate() {
                let q = polygon[(k + 1) % polygon.len()];
                let (here, there) = (above(p), above(q));
                if here <= 0.0 {
                    kept.push(p);
                }
                if (here <= 0.0) != (there <= 0.0) {
                    kept.push(p + (q - p) * (here / (here - there)));
                }
            }
            polygon = kept;
        }
        polygon
    }
}

/// The volume that two boxes share, as a sum of pyramids: over the parts of the faces of each inside the other one (the theorem
/// of Gauss). It holds for boxes whose faces do not coincide.
fn by_faces(a: &OrientedBox, b: &OrientedBox) -> f64 {
    let [a, b] = [a, b].map(Solid::of);
    let mut volume = 0.0;
    for (of, within) in [(&a, &b), (&b, &a)] {
        for (axis, side) in (0..3).flat_map(|axis| [(axis, 1.0), (axis, -1.0)]) {
            let part = within.clip(of.face(axis, side));
            for k in 2..part.len() {
                let [p, q, r] = [part[0], part[k - 1], part[k]].map(|corner| corner - a.center);
                volume += p.dot(q.cross(r)) / 6.0;
            }
        }
    }
    volume
}

fn any_box(random: &mut Random, far: f64) -> OrientedBox {
    OrientedBox {
        center: narrow(random.within(far)),
        rotation: narrow(random.rotation()),
        half_extents: narrow(random.magnitudes(0.1, 2.0)),
    }
}

#[test]
fn volumes_are_those_of_the_faces_of_both_boxes() {
    let mut random = Random::new(60);
    let mut positive = 0;
    for _ in 0..3_000 {
        let [a, b] = [0.5, 1.0].map(|far| any_box(&mut random, far));
        let [found, exchanged] =
            [(&a, &b), (&b, &a)].map(|(a, b)| ReferenceIntersection::of_boxes(a, b));
        let expected = by_faces(&a, &b);
        assert!((found.size - expected).abs() < ROUNDING * found.union, "{found:?} {expected}");
        assert!((found.size - exchanged.size).abs() < ROUNDING * found.union, "{exchanged:?}");
        positive += usize::from(found.size > 0.0);
    }
    assert!(positive > 1_000, "{positive}");
}

#[test]
fn areas_are_volumes_of_boxes_of_one_height() {
    let mut random = Random::new(61);
    for _ in 0..3_000 {
        let angles = [random.range(-PI, PI), random.range(-PI, PI)];
        let shapes = angles.map(|angle| {
            let [x, y, _] = random.within(1.0);
            let [h, k, _] = random.magnitudes(0.1, 2.0);
            let boxed = OrientedBox {
                center: narrow([x, y, 0.0]),
                rotation: narrow(turned(2, angle)),
                half_extents: narrow([h, k, 0.5]),
            };
            let rotation = narrow([angle.cos(), angle.sin()]);
            let [center, half_extents] = [narrow([x, y]), narrow([h, k])];
            (Rectangle { center, rotation, half_extents }, boxed)
        });
        let area = ReferenceIntersection::of_rectangles(&shapes[0].0, &shapes[1].0);
        let volume = ReferenceIntersection::of_boxes(&shapes[0].1, &shapes[1].1);
        // Half the angle and the angle are rounded to float32 apart.
        assert!((area.size - volume.size).abs() < 1e-6 * area.union, "{area:?} {volume:?}");
        let faces = by_faces(
            &shapes[0].1,
            &OrientedBox {
                half_extents: {
                    let [h, k, _] = shapes[1].1.half_extents;
                    [h, k, 0.75]
                },
                ..shapes[1].1
            },
        );
        assert!((volume.size - faces).abs() < ROUNDING * volume.union, "{volume:?} {faces}");
    }
}

/// Boxes along the axes share a box, also if faces coincide, in whichever quarter turn.
#[test]
fn boxes_along_the_axes_share_the_product_of_their_intervals() {
    let mut random = Random::new(62);
    let steps = |random: &mut Random, low: usize, high: usize| {
        [0; 3].map(|_| 0.25 * f64::from(u8::try_from(low + random.below(high - low)).unwrap_or(0)))
    };
    for _ in 0..3_000 {
        let [center, half_a, half_b] =
            [steps(&mut random, 0, 9), steps(&mut random, 0, 6), steps(&mut random, 0, 6)];
        let axis = random.below(3);
        let [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
        let mut given = half_b;
        given.swap(u, v);
        let a = OrientedBox {
            center: [0.0; 3],
            rotation: [0.0, 0.0, 0.0, 1.0],
            half_extents: narrow(half_a),
        };
        let quarter = turned(axis, PI / 2.0);
        let b = OrientedBox {
            center: narrow(center),
            rotation: narrow(quarter),
            half_extents: narrow(given),
        };
        let along = |k: usize| {
            (half_a[k].min(center[k] + half_b[k]) - (-half_a[k]).max(center[k] - half_b[k]))
                .max(0.0)
        };
        let expected = along(0) * along(1) * along(2);
        let found = ReferenceIntersection::of_boxes(&a, &b);
        assert!((found.size - expected).abs() <= 1e-12, "{found:?} {expected} {a:?} {b:?}");
    }
}

/// Two halves of a box share as much as the whole one.
#[test]
fn halves_share_what_the_whole_shares() {
    let mut random = Random::new(63);
    for _ in 0..1_000 {
        let (other, axis) = (any_box(&mut random, 0.7), random.below(3));
        let half = [1.0_f32, 0.5, 0.75];
        let mut halves =
            [OrientedBox { center: [0.0; 3], rotation: [0.0, 0.0, 0.0, 1.0], half_extents: half };
                2];
        for (part, sign) in halves.iter_mut().zip([-0.5, 0.5]) {
            part.center[axis] = sign * half[axis];
            part.half_extents[axis] = 0.5 * half[axis];
        }
        let whole = OrientedBox { center: [0.0; 3], half_extents: half, ..halves[0] };
        let size = |given: &OrientedBox| ReferenceIntersection::of_boxes(given, &other).size;
        let sum = size(&halves[0]) + size(&halves[1]);
        assert!((sum - size(&whole)).abs() < 1e-12, "{other:?}");
    }
}

#[test]
fn iou_of_squares_on_paper() {
    let square =
        |x: f32| Rectangle { center: [x, 0.0], rotation: [1.0, 0.0], half_extents: [0.5; 2] };
    let iou = |x| ReferenceIntersection::of_rectangles(&square(0.0), &square(x)).iou();
    assert!((iou(0.5) - 1.0 / 3.0).abs() < 1e-15 && (iou(0.0) - 1.0).abs() < 1e-15);
    assert!(iou(1.0).abs() < 1e-15 && iou(7.0).abs() < 1e-15);
    // An octagon: a unit square, and the same in an eighth of a turn.
    let eighth =
        Rectangle { rotation: narrow([(PI / 4.0).cos(), (PI / 4.0).sin()]), ..square(0.0) };
    let octagon = ReferenceIntersection::of_rectangles(&square(0.0), &eighth).size;
    assert!((octagon - 2.0 * (2.0_f64.sqrt() - 1.0)).abs() < 1e-7);
}
