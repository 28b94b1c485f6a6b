//! Rectangles as convex polygons, in float64.

use crate::Rectangle;

pub(super) type Point = [f64; 2];

pub(super) fn dot(a: Point, b: Point) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

pub(super) fn difference(a: Point, b: Point) -> Point {
    [a[0] - b[0], a[1] - b[1]]
}

pub(super) fn along(start: Point, distance: f64, direction: Point) -> Point {
    [start[0] + distance * direction[0], start[1] + distance * direction[1]]
}

pub(super) fn length(a: Point) -> f64 {
    a[0].hypot(a[1])
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
            |x: f64, y: f64| along(along(center, x * half[0], axes[0]), y * half[1], axes[1]);
        let by_number =
            [corner(-1.0, -1.0), corner(1.0, -1.0), corner(-1.0, 1.0), corner(1.0, 1.0)];
        let outline = [by_number[0], by_number[1], by_number[3], by_number[2]];
        let deviation = (squared - 1.0).abs();
        Self { by_number, outline, axes, extent: half[0] + half[1], deviation }
    }

    /// The edges in order, each as its two ends.
    pub(super) fn edges(&self) -> [[Point; 2]; 4] {
        std::array::from_fn(|k| [self.outline[k], self.outline[(k + 1) % 4]])
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
        self.edges().iter().map(|&edge| segment_distance(edge, point)).fold(f64::INFINITY, f64::min)
    }
}

/// Meters from a point to a segment.
pub(super) fn segment_distance([start, end]: [Point; 2], point: Point) -> f64 {
    let direction = difference(end, start);
    let squared = dot(direction, direction);
    let at = if squared > 0.0 { dot(difference(point, start), direction) / squared } else { 0.0 };
    length(difference(point, along(start, at.clamp(0.0, 1.0), direction)))
}

/// The intersection of two rectangles, clipped edge by edge (Sutherland and Hodgman 1974).
pub(super) fn intersection(a: &Corners, b: &Corners) -> Vec<Point> {
    let mut polygon = a.outline.to_vec();
    for edge in 0..4 {
        let (start, normal) = (b.outline[edge], b.outward(edge));
        let height = |point: Point| dot(difference(point, start), normal);
        let mut cut = Vec::with_capacity(polygon.len() + 1);
        for (place, &point) in polygon.iter().enumerate() {
            let next = polygon[(place + 1) % polygon.len()];
            let (here, there) = (height(point), height(next));
            if here <= 0.0 {
                cut.push(point);
            }
            if (here < 0.0 && there > 0.0) || (here > 0.0 && there < 0.0) {
                cut.push(along(point, here / (here - there), difference(next, point)));
            }
        }
        polygon = cut;
    }
    polygon
}

/// The area of a polygon, square meters, positive counter-clockwise.
pub(super) fn area(polygon: &[Point]) -> f64 {
    let twice: f64 = (0..polygon.len())
        .map(|k| {
            let [p, q] = [polygon[k], polygon[(k + 1) % polygon.len()]];
            p[0] * q[1] - p[1] * q[0]
        })
        .sum();
    0.5 * twice
}
