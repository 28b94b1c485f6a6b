//! Two rectangles, with their separations, their distance and the area that they share, from their corners and clipped
//! outlines.

use super::outline::{Segment, clipped};
use crate::Rectangle;
use crate::tolerances::{
    RECTANGLE_BOUND_FACTOR, RECTANGLE_DEVIATION_FACTOR, REFERENCE_SAME_POINT, UNDERFLOW,
    UNIT_ROUNDOFF,
};
use crate::vector::{difference, dot, length, moved};

pub(super) type Point = [f64; 2];

/// Two rectangles and their separations, distance and shared area. Normals point from a to b.
#[derive(Clone, Debug)]
pub struct ReferenceRectangles {
    pub(super) a: Corners,
    pub(super) b: Corners,
    pub(super) origin: [f32; 2],
    /// The separation along each of the four axes, meters: two of a, two of b.
    pub axis_separations: [f64; 4],
    /// The largest of them; for overlap minus the length of the shortest translation that separates the
    /// rectangles.
    pub separation: f64,
    /// Meters between the closed rectangles, from their outlines; zero if they share a point.
    pub distance: f64,
    /// The area of their intersection in square meters, from their clipped outlines.
    pub shared_area: f64,
    /// Meters by which a separation computed in float32 may be off. Of the sizes, only that of the smaller rectangle
    /// matters: what the larger one has farther away is rounded, but is not where they touch.
    pub error_bound: f64,
    /// Meters by which the separation along a computed axis may be off the computed separation: if an axis is turned by
    /// rounding, the ends of the larger rectangle move.
    pub(super) axis_bound: f64,
}

impl ReferenceRectangles {
    /// The separations, distance and shared area of two rectangles.
    #[must_use]
    pub fn new(a: &Rectangle, b: &Rectangle) -> Self {
        let origin = a.center;
        let [a, b] = [a, b].map(|rectangle| Corners::of(rectangle, origin));
        let axis_separations = [a.axes[0], a.axes[1], b.axes[0], b.axes[1]].map(|axis| {
            let backwards = axis.map(|component| -component);
            along_either(&a, &b, axis).max(along_either(&a, &b, backwards))
        });
        let separation = axis_separations.into_iter().fold(f64::NEG_INFINITY, f64::max);
        let center = |corners: &Corners| {
            let [p, q] = [corners.by_number[0], corners.by_number[3]];
            [0.5 * (p[0] + q[0]), 0.5 * (p[1] + q[1])]
        };
        let offset = length(center(&b));
        let reach = offset + a.extent.min(b.extent);
        let size = offset + a.extent + b.extent;
        let relative = RECTANGLE_BOUND_FACTOR * UNIT_ROUNDOFF
            + RECTANGLE_DEVIATION_FACTOR * (a.deviation + b.deviation);
        let shared = intersection(&a, &b);
        let distance = if shared.is_empty() { outline_distance(&a, &b) } else { 0.0 };
        Self {
            a,
            b,
            origin,
            axis_separations,
            separation,
            distance,
            shared_area: area(&shared),
            // The reference is rounded, too: a point in the middle of a rod has no reach.
            error_bound: relative * (reach + (-separation).max(0.0))
                + REFERENCE_SAME_POINT * size
                + UNDERFLOW,
            axis_bound: relative * size + UNDERFLOW,
        }
    }

    /// Meters between separated rectangles. For overlap, minus the length of the shortest translation that
    /// separates them.
    #[must_use]
    pub fn gap(&self) -> f64 {
        if self.separation > 0.0 { self.distance.max(self.separation) } else { self.separation }
    }

    /// Meters from a's far side to b's near side along a unit direction.
    pub(super) fn separation_along(&self, direction: Point) -> f64 {
        along_either(&self.a, &self.b, direction)
    }

    /// A world position relative to the center of a.
    pub(super) fn local(&self, position: [f32; 2]) -> Point {
        [0, 1].map(|k: usize| f64::from(position[k]) - f64::from(self.origin[k]))
    }
}

fn along_either(a: &Corners, b: &Corners, direction: Point) -> f64 {
    -b.support(direction.map(|component| -component)) - a.support(direction)
}

/// The distance of two outlines that do not cross: a corner of one is nearest to an edge of the
/// other.
fn outline_distance(a: &Corners, b: &Corners) -> f64 {
    let one_way = |from: &Corners, to: &Corners| {
        let corners = from.outline.iter();
        corners
            .flat_map(|&corner| to.edges().map(|edge| edge.distance(corner)))
            .fold(f64::INFINITY, f64::min)
    };
    one_way(a, b).min(one_way(b, a))
}

/// The corners of a rectangle, relative to an origin.
#[derive(Clone, Copy, Debug)]
pub(super) struct Corners {
    /// By number: bit k is set on the positive side of axis k.
    pub(super) by_number: [Point; 4],
    /// The same corners in the order of the outline, counter-clockwise.
    pub(super) outline: [Point; 4],
    /// Unit axes.
    pub(super) axes: [Point; 2],
    /// Meters, the sum of the half extents.
    pub(super) extent: f64,
    /// The squared length of the rotation less one.
    pub(super) deviation: f64,
}

impl Corners {
    pub(super) fn of(rectangle: &Rectangle, origin: [f32; 2]) -> Self {
        let [cosine, sine] = rectangle.rotation.map(f64::from);
        let squared = cosine * cosine + sine * sine;
        let first = [cosine, sine].map(|component| component / squared.sqrt());
        let axes = [first, [-first[1], first[0]]];
        let half = rectangle.half_extents.map(f64::from);
        let center = difference(rectangle.center.map(f64::from), origin.map(f64::from));
        let corner =
            |x: f64, y: f64| moved(moved(center, x * half[0], axes[0]), y * half[1], axes[1]);
        let by_number =
            [corner(-1.0, -1.0), corner(1.0, -1.0), corner(-1.0, 1.0), corner(1.0, 1.0)];
        let outline = [by_number[0], by_number[1], by_number[3], by_number[2]];
        let deviation = (squared - 1.0).abs();
        Self { by_number, outline, axes, extent: half[0] + half[1], deviation }
    }

    /// The edges in order, each as its two ends.
    pub(super) fn edges(&self) -> [Segment<2>; 4] {
        let segment = |k| Segment { start: self.outline[k], end: self.outline[(k + 1) % 4] };
        std::array::from_fn(segment)
    }

    /// The outward unit normal of an edge, also of an edge without length.
    pub(super) fn outward(&self, edge: usize) -> Point {
        let [u, v] = self.axes;
        [[-v[0], -v[1]], u, v, [-u[0], -u[1]]][edge]
    }

    /// How far the corners reach in a direction.
    pub(super) fn support(&self, direction: Point) -> f64 {
        self.outline.iter().map(|&corner| dot(corner, direction)).fold(f64::NEG_INFINITY, f64::max)
    }

    /// Meters from a point to the closed rectangle.
    pub(super) fn distance_to(&self, point: Point) -> f64 {
        let outside = (0..4)
            .map(|edge| dot(difference(point, self.outline[edge]), self.outward(edge)))
            .fold(f64::NEG_INFINITY, f64::max);
        if outside <= 0.0 { 0.0 } else { self.boundary_distance(point) }
    }

    /// Meters from a point to the outline.
    pub(super) fn boundary_distance(&self, point: Point) -> f64 {
        self.edges().iter().map(|edge| edge.distance(point)).fold(f64::INFINITY, f64::min)
    }
}

/// The intersection of two rectangles, clipped edge by edge (Sutherland and Hodgman 1974).
fn intersection(a: &Corners, b: &Corners) -> Vec<Point> {
    let mut polygon = a.outline.to_vec();
    for edge in 0..4 {
        let (start, normal) = (b.outline[edge], b.outward(edge));
        polygon = clipped(&polygon, 0.0, |point| dot(difference(point, start), normal));
    }
    polygon
}

/// The area of a polygon, square meters, positive counter-clockwise.
fn area(polygon: &[Point]) -> f64 {
    let twice: f64 = (0..polygon.len())
        .map(|k| {
            let [p, q] = [polygon[k], polygon[(k + 1) % polygon.len()]];
            p[0] * q[1] - p[1] * q[0]
        })
        .sum();
    0.5 * twice
}
