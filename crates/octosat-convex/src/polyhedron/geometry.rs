//! Checks of the vertices: faces must be planar, convex and outward, and the shape convex.

use glam::DVec3;

use crate::error::PolyhedronError;
use crate::pose::wide;
use crate::tolerances::{FLATNESS_TOLERANCE, SAME_DIRECTION_SINE};

/// The plane of a face: its outward unit normal, and its distance from the shape's origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Plane {
    pub(super) normal: DVec3,
    pub(super) offset: f64,
}

/// Rejects vertices that are not finite, and neighbors in a face that are at the same place.
pub(super) fn check_vertices(
    vertices: &[[f32; 3]],
    loops: &[&[usize]],
) -> Result<(), PolyhedronError> {
    let finite = |vertex: &[f32; 3]| vertex.iter().all(|coordinate| coordinate.is_finite());
    if let Some(vertex) = vertices.iter().position(|vertex| !finite(vertex)) {
        return Err(PolyhedronError::VertexNotFinite { vertex });
    }
    for (face, numbers) in loops.iter().enumerate() {
        for (k, &vertex) in numbers.iter().enumerate() {
            let next = numbers[(k + 1) % numbers.len()];
            if (wide(vertices[next]) - wide(vertices[vertex])).length_squared() == 0.0 {
                return Err(PolyhedronError::EdgeWithoutLength { face, vertex });
            }
        }
    }
    Ok(())
}

/// The planes of all faces of a convex polyhedron, or the error that it is not one.
pub(super) fn planes(
    vertices: &[[f32; 3]],
    loops: &[&[usize]],
) -> Result<Vec<Plane>, PolyhedronError> {
    let points: Vec<DVec3> = vertices.iter().map(|&vertex| wide(vertex)).collect();
    let total = points.iter().copied().sum::<DVec3>();
    let reach = points.iter().map(|&point| point.length()).fold(0.0, f64::max);
    #[expect(clippy::cast_precision_loss, reason = "no shape has 2^53 vertices")]
    let middle = total * (1.0 / points.len() as f64);
    let slack = FLATNESS_TOLERANCE * reach;
    let mut planes = Vec::with_capacity(loops.len());
    for (face, numbers) in loops.iter().enumerate() {
        let normal = newell(&points, numbers).ok_or(PolyhedronError::FaceWithoutArea { face })?;
        let heights = || numbers.iter().map(|&vertex| normal.dot(points[vertex]));
        let plane = Plane { normal, offset: heights().fold(f64::NEG_INFINITY, f64::max) };
        check_face(&points, numbers, &Bounds { plane, face, slack })?;
        let below = plane.offset - normal.dot(middle);
        if below < -slack {
            return Err(PolyhedronError::FaceInward { face });
        }
        if below <= slack {
            return Err(PolyhedronError::NoVolume { face });
        }
        planes.push(plane);
    }
    for (face, plane) in planes.iter().enumerate() {
        let outside = |&point: &DVec3| plane.normal.dot(point) > plane.offset + slack;
        if let Some(vertex) = points.iter().position(outside) {
            return Err(PolyhedronError::NotConvex { face, vertex });
        }
    }
    Ok(planes)
}

/// The plane that a face is checked against, and the tolerance.
struct Bounds {
    plane: Plane,
    face: usize,
    slack: f64,
}

/// Rejects a face whose vertices leave its plane, or that turns the wrong way.
fn check_face(points: &[DVec3], numbers: &[usize], is: &Bounds) -> Result<(), PolyhedronError> {
    let count = numbers.len();
    for (k, &vertex) in numbers.iter().enumerate() {
        let point = points[vertex];
        if is.plane.offset - is.plane.normal.dot(point) > is.slack {
            return Err(PolyhedronError::FaceNotPlanar { face: is.face, vertex });
        }
        let before = points[numbers[(k + count - 1) % count]];
        let after = points[numbers[(k + 1) % count]];
        let onward = (after - before).normalize();
        // If both are at the same place, the direction is NaN, and so are the values computed from it. A
        // convex corner lies to the right of the line from the one before to the one after.
        let right = onward.cross(before - point).dot(is.plane.normal);
        if right.is_nan() || right < -is.slack {
            return Err(PolyhedronError::FaceNotConvex { face: is.face, vertex });
        }
    }
    Ok(())
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
