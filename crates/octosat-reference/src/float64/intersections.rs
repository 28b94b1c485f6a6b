//! What two rectangles or two boxes share, by clipping: the area of an outline, and the volume between its slices.

use super::outline::clipped;
use super::rectangles::Corners;
use super::solid::Solid;
use crate::tolerances::{
    AREA_FACTOR, INTERSECTION_DEVIATION_FACTOR, INTERSECTION_UNDERFLOW, IOU_ROUNDINGS,
    UNIT_ROUNDOFF, VOLUME_FACTOR,
};
use crate::vector::{difference, dot, length, wide};
use crate::{OrientedBox, Rectangle};

/// What two rectangles or two boxes share, in square or cubic meters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReferenceIntersection {
    /// The area or volume of the intersection.
    pub size: f64,
    /// That of the union.
    pub union: f64,
    /// By how much the size of an intersection that is computed in float32 may be off.
    pub bound: f64,
}

impl ReferenceIntersection {
    /// The area that two rectangles share.
    #[must_use]
    pub fn of_rectangles(a: &Rectangle, b: &Rectangle) -> Self {
        let extent = |given: &Rectangle| given.half_extents.map(f64::from).iter().sum::<f64>();
        let [small, large] = if extent(b) < extent(a) { [b, a] } else { [a, b] };
        let [inner, outer] = [small, large].map(|given| Corners::of(given, small.center));
        let offset = difference(large.center.map(f64::from), small.center.map(f64::from));
        let half = large.half_extents.map(f64::from);
        let sides = (0..4).map(|side| {
            let (axis, sign) = (side / 2, if side % 2 == 0 { 1.0 } else { -1.0 });
            (outer.axes[axis].map(|part| sign * part), half[axis])
        });
        let shared = sides.fold(inner.outline.to_vec(), |polygon, (normal, reach)| {
            clipped(&polygon, 0.0, |point| dot(difference(point, offset), normal) - reach)
        });
        let size_of =
            |given: &Rectangle| 4.0 * given.half_extents.map(f64::from).iter().product::<f64>();
        let unit = (length(offset) + inner.extent) * inner.extent;
        let deviation = inner.deviation + outer.deviation;
        Self::new(
            area(&shared),
            size_of(a) + size_of(b),
            Unit { unit, deviation, factor: AREA_FACTOR },
        )
    }

    /// The volume that two boxes share.
    ///
    /// Slices of the smaller box along its third axis are rectangles, which the faces of the other box clip. Between the
    /// places where a corner or an edge comes or goes, the area of a slice is a polynomial of second degree, so two slices
    /// have its integral (Gauss). There is nothing to decide about faces that coincide.
    #[must_use]
    pub fn of_boxes(a: &OrientedBox, b: &OrientedBox) -> Self {
        let extent = |given: &OrientedBox| given.half_extents.map(f64::from).iter().sum::<f64>();
        let [small, large] = if extent(b) < extent(a) { [b, a] } else { [a, b] };
        let [inner, outer] = [small, large].map(|given| Solid::of_oriented(given, small.center));
        let slices = Slices::new(&inner, &outer);
        let size_of =
            |given: &OrientedBox| 8.0 * given.half_extents.map(f64::from).iter().product::<f64>();
        let offset = length(difference(wide(large.center), wide(small.center)));
        let unit = (offset + inner.extent) * inner.extent * inner.extent;
        let deviation = inner.deviation + outer.deviation;
        let sizes = size_of(a) + size_of(b);
        Self::new(slices.volume(), sizes, Unit { unit, deviation, factor: VOLUME_FACTOR })
    }

    fn new(size: f64, sizes: f64, Unit { unit, deviation, factor }: Unit) -> Self {
        let size = size.max(0.0);
        let relative = factor * UNIT_ROUNDOFF + INTERSECTION_DEVIATION_FACTOR * deviation;
        let bound = relative * unit + INTERSECTION_UNDERFLOW * (1.0 + unit);
        Self { size, union: sizes - size, bound }
    }

    /// Intersection over union; zero if the union has no size.
    #[must_use]
    pub fn iou(&self) -> f64 {
        if self.union > 0.0 { self.size / self.union } else { 0.0 }
    }

    /// By how much an IoU that is computed in float32 may be off.
    #[must_use]
    pub fn iou_bound(&self) -> f64 {
        let Self { union, bound, .. } = self;
        let rounding = IOU_ROUNDINGS * UNIT_ROUNDOFF;
        if union > bound { 2.0 * bound / (union - bound) + rounding } else { 1.0 }
    }
}

/// What an error bound is made of.
struct Unit {
    /// The reach times the size of the smaller one, in square or cubic meters.
    unit: f64,
    /// By how much rotations are off unit length.
    deviation: f64,
    /// Units of roundoff.
    factor: f64,
}

/// The area of a polygon, counter-clockwise.
fn area(polygon: &[[f64; 2]]) -> f64 {
    let next = polygon.iter().cycle().skip(1);
    0.5 * polygon.iter().zip(next).map(|(p, q)| p[0] * q[1] - p[1] * q[0]).sum::<f64>()
}

/// A box as seen along the axes of another, whose slices it clips.
struct Slices {
    /// The half extents of the box that is sliced.
    half: [f64; 3],
    /// Outward normals of the other box, and how far its faces are along them.
    faces: [([f64; 3], f64); 6],
    /// Corners of the other box, by number.
    corners: [[f64; 3]; 8],
}

impl Slices {
    fn new(inner: &Solid, outer: &Solid) -> Self {
        let seen = |vector| inner.axes.map(|axis| dot(axis, vector));
        let center = seen(outer.center);
        let face = |number: usize| {
            let sign = if number.is_multiple_of(2) { 1.0 } else { -1.0 };
            let normal = seen(outer.axes[number / 2]).map(|part| sign * part);
            (normal, dot(normal, center) + outer.half_extents[number / 2])
        };
        let corners = outer.corners.map(seen);
        Self { half: inner.half_extents, faces: std::array::from_fn(face), corners }
    }

    /// The area of the slice at a height.
    fn area(&self, height: f64) -> f64 {
        let [x, y, _] = self.half;
        let slice = vec![[-x, -y], [x, -y], [x, y], [-x, y]];
        let shared = self.faces.iter().fold(slice, |polygon, (normal, reach)| {
            let rest = reach - normal[2] * height;
            clipped(&polygon, 0.0, |point| dot(point, [normal[0], normal[1]]) - rest)
        });
        area(&shared)
    }

    /// The heights at which corners and edges of the slices come or go, in order.
    fn heights(&self) -> Vec<f64> {
        let [x, y, z] = self.half;
        let mut heights = vec![-z, z];
        heights.extend(self.corners.iter().map(|corner| corner[2]));
        for (number, &start) in self.corners.iter().enumerate() {
            for end in [1, 2, 4].map(|bit| self.corners[number | bit]) {
                for (axis, half) in [(0, x), (0, -x), (1, y), (1, -y)] {
                    let share = (half - start[axis]) / (end[axis] - start[axis]);
                    if (0.0..=1.0).contains(&share) {
                        heights.push(start[2] + share * (end[2] - start[2]));
                    }
                }
            }
        }
        for (normal, reach) in &self.faces {
            for [x, y] in [[x, y], [x, -y], [-x, y], [-x, -y]] {
                heights.push((reach - normal[0] * x - normal[1] * y) / normal[2]);
            }
        }
        heights.retain(|height| (-z..=z).contains(height));
        heights.sort_by(f64::total_cmp);
        heights
    }

    fn volume(&self) -> f64 {
        let heights = self.heights();
        let between = heights.iter().zip(&heights[1..]);
        between
            .map(|(low, high)| {
                let (middle, half) = (0.5 * (low + high), 0.5 * (high - low));
                if half <= 0.0 {
                    return 0.0;
                }
                let off = half / 3.0_f64.sqrt();
                half * (self.area(middle - off) + self.area(middle + off))
            })
            .sum()
    }
}
