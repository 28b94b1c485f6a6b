//! A ray against a box, and the closest points of two segments, one at a time.
//!
//! C. Ericson, *Real-Time Collision Detection*, 2005, sections 5.3.3 and 5.1.9.

use super::matrix_box::MatrixBox;
use crate::vector::{difference, dot};

/// The squared length below which a segment counts as a point (square meters).
const POINT_LENGTH_SQUARED: f32 = 1e-12;

/// The first and the last parameter of a ray inside a box; none for a miss.
///
/// It clips the ray by one slab after the other along the box's axes, and returns as soon as nothing is left.
#[must_use]
#[inline]
pub fn ray_interval(
    given: &MatrixBox,
    origin: [f32; 3],
    direction: [f32; 3],
    last: f32,
) -> Option<[f32; 2]> {
    let offset = difference(origin, given.center);
    let [mut entry, mut exit] = [0.0, last];
    for (axis, half_extent) in given.axes.iter().zip(given.half_extents) {
        let (start, speed) = (dot(offset, *axis), dot(direction, *axis));
        if speed == 0.0 {
            if start.abs() > half_extent {
                return None;
            }
            continue;
        }
        let inverse = 1.0 / speed;
        let (one, other) = ((-half_extent - start) * inverse, (half_extent - start) * inverse);
        entry = one.min(other).max(entry);
        exit = one.max(other).min(exit);
        if entry > exit {
            return None;
        }
    }
    Some([entry, exit])
}

/// The parameters of the closest points of two segments, which are given by start and end, and the square of
/// their distance.
///
/// For nearly parallel segments the determinant cancels, so the distance is inaccurate.
#[must_use]
#[inline]
pub fn closest_on_segments(a: [[f32; 3]; 2], b: [[f32; 3]; 2]) -> [f32; 3] {
    let (along_a, along_b) = (difference(a[1], a[0]), difference(b[1], b[0]));
    let apart = difference(a[0], b[0]);
    let (aa, bb) = (dot(along_a, along_a), dot(along_b, along_b));
    let (a_apart, b_apart) = (dot(along_a, apart), dot(along_b, apart));
    let [at_a, at_b] = if aa <= POINT_LENGTH_SQUARED && bb <= POINT_LENGTH_SQUARED {
        [0.0, 0.0]
    } else if aa <= POINT_LENGTH_SQUARED {
        [0.0, (b_apart / bb).clamp(0.0, 1.0)]
    } else if bb <= POINT_LENGTH_SQUARED {
        [(-a_apart / aa).clamp(0.0, 1.0), 0.0]
    } else {
        let ab = dot(along_a, along_b);
        let determinant = aa * bb - ab * ab;
        let free =
            if determinant > 0.0 { (ab * b_apart - a_apart * bb) / determinant } else { 0.0 };
        let at_a = free.clamp(0.0, 1.0);
        let at_b = (ab * at_a + b_apart) / bb;
        if at_b < 0.0 {
            [(-a_apart / aa).clamp(0.0, 1.0), 0.0]
        } else if at_b > 1.0 {
            [((ab - a_apart) / aa).clamp(0.0, 1.0), 1.0]
        } else {
            [at_a, at_b]
        }
    };
    let mut squared = 0.0;
    for k in 0..3 {
        let difference = apart[k] + at_a * along_a[k] - at_b * along_b[k];
        squared += difference * difference;
    }
    [at_a, at_b, squared]
}
