//! The fifteen axes: each formula once, for both bases.

use super::arithmetic::next;
use super::frame::Frame;

/// Both boxes on a face axis: the distance of the centers along it, and the sum of both reaches.
pub(super) struct FaceAxis {
    pub(super) distance: f32,
    pub(super) radius: f32,
}

/// Both boxes on an edge axis, which is not normalized.
pub(super) struct EdgeAxis {
    /// Axis i of a × axis j of b, along the axes of a.
    pub(super) direction: [f32; 3],
    /// The offset of the centers along `direction`, signed.
    pub(super) projection: f32,
    pub(super) radius: f32,
    pub(super) length_squared: f32,
}

/// Face axis `code`: 0 to 2 are those of a, 3 to 5 those of b.
pub(super) fn face(frame: &Frame, code: usize) -> FaceAxis {
    if code < 3 { face_of_a(frame, code) } else { face_of_b(frame, code - 3) }
}

fn face_of_a(frame: &Frame, i: usize) -> FaceAxis {
    let mut radius = frame.own_a[i];
    for j in 0..3 {
        radius = frame.reach(frame.half_b[j], frame.rotation[i][j].abs(), radius);
    }
    FaceAxis { distance: frame.offset_a[i].abs(), radius }
}

fn face_of_b(frame: &Frame, j: usize) -> FaceAxis {
    let mut radius = frame.own_b[j];
    for i in 0..3 {
        radius = frame.reach(frame.half_a[i], frame.rotation[i][j].abs(), radius);
    }
    FaceAxis { distance: frame.offset_b[j].abs(), radius }
}

/// The axis of edge i of a and edge j of b.
///
/// The direction needs no arithmetic, because its components are entries of the rotation. So both boxes
/// are projected on exactly this direction, however short it is.
pub(super) fn edge(frame: &Frame, i: usize, j: usize) -> EdgeAxis {
    let (l, m) = (next(i), next(next(i)));
    let (p, q) = (next(j), next(next(j)));
    let (along_l, along_m) = (frame.rotation[l][j], frame.rotation[m][j]);
    let projection = frame.offset_a[m] * along_l - frame.offset_a[l] * along_m;
    let mut radius = frame.own_a[m] * along_l.abs() + frame.own_a[l] * along_m.abs();
    radius = frame.reach(frame.half_b[p], cofactor(frame, i, q), radius);
    radius = frame.reach(frame.half_b[q], cofactor(frame, i, p), radius);
    let mut direction = [0.0; 3];
    direction[l] = 0.0 - along_m;
    direction[m] = along_l;
    let length_squared = along_l * along_l + along_m * along_m;
    EdgeAxis { direction, projection, radius, length_squared }
}

/// The magnitude of the cofactor of entry (i, `column`) of the rotation.
///
/// Of the two axes of b other than `column`, take one into the cross product with axis i of a. The cofactor is the
/// projection of the other one on this cross product.
fn cofactor(frame: &Frame, i: usize, column: usize) -> f32 {
    let (l, m) = (next(i), next(next(i)));
    let (first, second) = (next(column), next(next(column)));
    let rotation = &frame.rotation;
    (rotation[l][first] * rotation[m][second] - rotation[m][first] * rotation[l][second]).abs()
}
