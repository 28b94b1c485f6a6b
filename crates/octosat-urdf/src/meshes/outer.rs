//! Outer hulls: few points and a radius that contain many points.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::error::MeshError;
use super::nearest::Hull;
use super::space::{LARGEST, Vector, dot, length, minus};
use crate::pose::round;

/// The most points of an outer hull.
const MOST_POINTS: usize = 256;

/// What rounding adds to the radius, as a part of the largest distance from the origin.
///
/// Points of the hull are rounded to `f32` before distances from them are computed, so this is for what is computed in
/// `f64`, distances and cuts, whose errors are below 2⁻⁴⁶ of it. The rest is room for one more rounding of the points.
const ROUNDING: f64 = 1.0 / (1 << 23) as f64;

/// A convex hull of few points that, grown by a radius, contains all vertices it was made of.
///
/// Contained is what is within the radius of the convex hull of the points, as in a capsule, which is the same for two
/// points.
#[derive(Clone, Debug, PartialEq)]
pub struct OuterHull {
    /// The points, in meters: at least one, at most 256.
    pub points: Vec<[f32; 3]>,
    /// The radius around their convex hull, in meters.
    pub radius: f32,
}

impl OuterHull {
    /// The outer hull of vertices, in meters.
    ///
    /// The farthest vertex becomes a point of the hull until all are within the tolerance or there are 256 points. The
    /// radius is the largest distance of a vertex from the hull of the points, and a bit for rounding, 2⁻²³ of the largest
    /// distance of a vertex from the origin.
    ///
    /// # Errors
    /// No vertices, coordinates that are not finite or above 10¹⁸ m, and a tolerance that is negative or not finite.
    ///
    /// # Example
    /// ```
    /// use octosat_urdf::OuterHull;
    /// let circle = |angle: f64| [angle.cos(), angle.sin(), 0.0];
    /// let circle: Vec<_> = (0..1000).map(|step| circle(0.00628 * f64::from(step))).collect();
    /// let hull = OuterHull::new(&circle, 0.01)?;
    /// assert!(hull.points.len() < 40 && hull.radius < 0.0101);
    /// # Ok::<(), octosat_urdf::MeshError>(())
    /// ```
    pub fn new(vertices: &[[f64; 3]], tolerance: f64) -> Result<Self, MeshError> {
        Self::of(vertices, tolerance).map_err(MeshError::new)
    }

    pub(crate) fn of(vertices: &[Vector], tolerance: f64) -> Result<Self, String> {
        if !(tolerance >= 0.0 && tolerance.is_finite()) {
            return Err(format!(
                "the tolerance is {tolerance}, but must be finite and not negative"
            ));
        }
        if vertices.is_empty() {
            return Err("there are no vertices".to_owned());
        }
        let is_usable = |coordinate: &f64| coordinate.abs() <= LARGEST;
        if let Some(vertex) = vertices.iter().find(|vertex| !vertex.iter().all(is_usable)) {
            return Err(format!(
                "a vertex is {vertex:?}, but coordinates must be finite and below 1e18"
            ));
        }
        let reach = vertices.iter().fold(0.0_f64, |reach, &vertex| reach.max(length(vertex)));
        let mut cover = Cover::new(vertices, tolerance.max(ROUNDING * reach));
        cover.add_all();
        let radius = round_up(cover.farthest() + ROUNDING * reach);
        Ok(Self { points: cover.points, radius })
    }
}

/// A hull that grows until it covers vertices.
struct Cover<'a> {
    vertices: &'a [Vector],
    tolerance: f64,
    hull: Hull,
    points: Vec<[f32; 3]>,
    /// Vertices that are covered, with an upper bound of the distance of each.
    covered: BinaryHeap<Bound>,
}

/// An upper bound of the distance of a vertex from the hull. It stays one while the hull grows.
#[derive(Clone, Copy, Debug)]
struct Bound {
    distance: f64,
    vertex: usize,
}

impl<'a> Cover<'a> {
    fn new(vertices: &'a [Vector], tolerance: f64) -> Self {
        let mut cover = Self {
            vertices,
            tolerance,
            hull: Hull::default(),
            points: Vec::new(),
            covered: BinaryHeap::new(),
        };
        // The vertex farthest from the middle is one of the hull.
        let count = vertices.len() as f64;
        let middle =
            [0, 1, 2].map(|k| vertices.iter().map(|vertex| vertex[k]).sum::<f64>() / count);
        let squared = |vertex: &Vector| {
            let away = minus(*vertex, middle);
            dot(away, away)
        };
        let farthest = (0..vertices.len())
            .max_by(|&one, &other| squared(&vertices[one]).total_cmp(&squared(&vertices[other])));
        cover.grow(farthest.unwrap_or(0));
        cover
    }

    /// Adds a vertex to the points of the hull.
    fn grow(&mut self, vertex: usize) {
        let point = self.vertices[vertex].map(round);
        self.points.push(point);
        self.hull.push(point.map(f64::from));
    }

    fn bound(&self, vertex: usize) -> Bound {
        let distance = self.hull.distance(self.vertices[vertex], 0.01 * self.tolerance);
        Bound { distance, vertex }
    }

    /// Grows the hull by the farthest vertex until it covers all of them, as far as it may grow.
    fn add_all(&mut self) {
        let bounds = (0..self.vertices.len()).map(|vertex| self.bound(vertex));
        let mut rest: BinaryHeap<Bound> = bounds.collect();
        // Bounds that are too large for the hull of now are computed again when they come up.
        while let Some(Bound { vertex, .. }) = rest.pop() {
            let bound = self.bound(vertex);
            let is_farthest = rest.peek().is_none_or(|next| next.distance <= bound.distance);
            if bound.distance <= self.tolerance || self.points.len() == MOST_POINTS {
                self.covered.push(bound);
            } else if is_farthest {
                self.grow(vertex);
                self.covered.push(self.bound(vertex));
            } else {
                rest.push(bound);
            }
        }
    }

    /// An upper bound of the largest distance of a covered vertex from the hull, which is close to it.
    fn farthest(&mut self) -> f64 {
        while let Some(Bound { vertex, .. }) = self.covered.pop() {
            let bound = self.bound(vertex);
            if self.covered.peek().is_none_or(|next| next.distance <= bound.distance) {
                return bound.distance;
            }
            self.covered.push(bound);
        }
        0.0
    }
}

/// The smallest `f32` that is not below a number.
fn round_up(number: f64) -> f32 {
    let rounded = round(number);
    if f64::from(rounded) < number { rounded.next_up() } else { rounded }
}

impl Ord for Bound {
    /// The largest first, and of equal ones the first vertex.
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        let by_distance = self.distance.total_cmp(&other.distance);
        by_distance.then(Reverse(self.vertex).cmp(&Reverse(other.vertex)))
    }
}

impl PartialOrd for Bound {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Bound {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Bound {}
