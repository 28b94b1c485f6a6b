//! The planes of faces, which must be planar, convex and outward, of a convex shape.

use glam::DVec3;

use crate::convex::pose::wide;
use crate::convex::tolerances::{FLATNESS_TOLERANCE, SAME_DIRECTION_SINE};

/// The plane of a face: its outward unit normal, and its distance from the shape's origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Plane {
    pub(super) normal: DVec3,
    pub(super) offset: f64,
}

/// The planes of all faces; none unless these are planar, convex and outward, and the shape convex.
pub(super) fn planes(vertices: &[[f32; 3]], loops: &[&[usize]]) -> Option<Vec<Plane>> {
    let points: Vec<DVec3> = vertices.iter().map(|&vertex| wide(vertex)).collect();
    let total = points.iter().copied().sum::<DVec3>();
    let reach = points.iter().map(|&point| point.length()).fold(0.0, f64::max);
    #[expect(clippy::cast_precision_loss, reason = "no shape has 2^53 vertices")]
    let middle = total * (1.0 / points.len() as f64);
    let slack = FLATNESS_TOLERANCE * reach;
    let of_face = |numbers: &&[usize]| {
        let normal = newell(&points, numbers)?;
        let heights = numbers.iter().map(|&vertex| normal.dot(points[vertex]));
        let plane = Plane { normal, offset: heights.fold(f64::NEG_INFINITY, f64::max) };
        // All vertices are below, and their middle by more than the slack: there is a volume, and it is inside.
        let is_outward = plane.offset - normal.dot(middle) > slack;
        let is_below = |&point: &DVec3| normal.dot(point) <= plane.offset + slack;
        let is_good = is_outward && points.iter().all(is_below);
        (is_good && is_flat_and_convex(&points, numbers, &plane, slack)).then_some(plane)
    };
    loops.iter().map(of_face).collect()
}

/// Whether no vertex of a face leaves its plane, and none turns the wrong way.
fn is_flat_and_convex(points: &[DVec3], numbers: &[usize], plane: &Plane, slack: f64) -> bool {
    let count = numbers.len();
    (0..count).all(|k| {
        let point = points[numbers[k]];
        let before = points[numbers[(k + count - 1) % count]];
        let after = points[numbers[(k + 1) % count]];
        let onward = (after - before).normalize();
        // A convex corner lies to the right of the line from the one before to the one after. If both are at the same
        // place, the direction is NaN, and so are the values computed from it.
        let right = onward.cross(before - point).dot(plane.normal);
        plane.offset - plane.normal.dot(point) <= slack && right >= -slack && after != point
    })
}

/// The unit normal of a polygon that runs counterclockwise, or none if it has no area.
///
/// The sum of the cross products is twice the area's vector and uses all vertices equally (the method is
/// Newell's; C. Ericson, *Real-Time Collision Detection*, 2005, section 12.4.1).
fn newell(points: &[DVec3], numbers: &[usize]) -> Option<DVec3> {
    let first = points[numbers[0]];
    let mut area = DVec3::ZERO;
    let mut sides: f64 = 0.0;
    for pair in numbers.windows(2) {
        let [p, q] = [pair[0], pair[1]].map(|vertex| points[vertex] - first);
        area += p.cross(q);
        sides = sides.max(p.length_squared()).max(q.length_squared());
    }
    (area.length() > SAME_DIRECTION_SINE * sides).then(|| area.normalize())
}

/// Whether two outward normals are the same within [`SAME_DIRECTION_SINE`].
pub(super) fn same_plane(left: DVec3, right: DVec3) -> bool {
    let sine_squared = left.cross(right).length_squared();
    left.dot(right) > 0.0 && sine_squared <= SAME_DIRECTION_SINE * SAME_DIRECTION_SINE
}

/// The largest magnitudes of the coordinates along the three axes, added.
pub(super) fn extent(vertices: &[[f32; 3]]) -> f64 {
    let farthest =
        |k: usize| vertices.iter().map(|vertex| f64::from(vertex[k].abs())).fold(0.0, f64::max);
    (0..3).map(farthest).sum()
}
