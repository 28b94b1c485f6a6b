//! Segments and outlines of polygons, in the plane and in space. Segments may have no length.

use crate::tolerances::REFERENCE_PARALLEL;
use crate::vector::{cross, difference, dot, length, moved};

/// A segment between two points.
#[derive(Clone, Copy, Debug)]
pub(super) struct Segment<const N: usize> {
    pub(super) start: [f64; N],
    pub(super) end: [f64; N],
}

impl<const N: usize> Segment<N> {
    /// From the start to the end.
    pub(super) fn along(&self) -> [f64; N] {
        difference(self.end, self.start)
    }

    /// The point at a parameter from 0, the start, to 1, the end.
    pub(super) fn at(&self, parameter: f64) -> [f64; N] {
        moved(self.start, parameter, self.along())
    }

    /// The point nearest to a point.
    #[inline]
    pub(super) fn nearest(&self, point: [f64; N]) -> [f64; N] {
        let along = self.along();
        let squared = dot(along, along);
        let at = dot(difference(point, self.start), along) / squared;
        moved(self.start, if squared > 0.0 { at.clamp(0.0, 1.0) } else { 0.0 }, along)
    }

    /// Meters to a point.
    pub(super) fn distance(&self, point: [f64; N]) -> f64 {
        length(difference(point, self.nearest(point)))
    }
}

/// A point of each of two segments: where the first is nearest to the line of the second, the point of the second
/// nearest to this place, and the point of the first nearest to that point.
///
/// If the closest points are ends of neither, they are these.
pub(super) fn facing(first: &Segment<3>, second: &Segment<3>) -> [[f64; 3]; 2] {
    let (a, b) = (first.along(), second.along());
    let normal = cross(a, b);
    let squared = dot(normal, normal);
    let on_first = if squared > REFERENCE_PARALLEL * dot(a, a) * dot(b, b) {
        let apart = difference(second.start, first.start);
        first.at((dot(cross(apart, b), normal) / squared).clamp(0.0, 1.0))
    } else {
        first.start
    };
    let on_second = second.nearest(on_first);
    [first.nearest(on_second), on_second]
}

/// The part of a polygon whose points have at most a height of zero. Points up to `slack` above count as below.
///
/// I. E. Sutherland, G. W. Hodgman, "Reentrant polygon clipping", *Communications of the ACM* 17(1), 1974.
pub(super) fn clipped<const N: usize>(
    polygon: &[[f64; N]],
    slack: f64,
    height: impl Fn([f64; N]) -> f64,
) -> Vec<[f64; N]> {
    let mut result = Vec::with_capacity(polygon.len() + 1);
    for (index, &current) in polygon.iter().enumerate() {
        let following = polygon[(index + 1) % polygon.len()];
        let (here, there) = (height(current), height(following));
        if here <= slack {
            result.push(current);
        }
        if (here <= slack) != (there <= slack) {
            // An end that counts as below by the slack can be above. The crossing is then that end.
            let share = (here / (here - there)).clamp(0.0, 1.0);
            result.push(moved(current, share, difference(following, current)));
        }
    }
    result
}
