//! What all points of two polyhedra show, projected on every axis there can be: face normals, and cross
//! products of all edges, found from the vertices without the separating-axis test's own directions.

use octosat_convex::{axis_bound, required_axes};

use super::bodies::Body;
use crate::vector::{Vector, along, cross, dot, minus, unit};

/// Metres for each metre of both solids and of the distance of their origins by which a separation may
/// be off: directions that differ by a millionth count as one, and answers are rounded to float32.
const RELATIVE_BAND: f64 = 2e-6;

/// The sine of the angle of two edges below which their product is left out, without unit: rounding.
const SMALLEST_SINE: f64 = 1e-9;

/// Metres, for each metre of both solids, within which both ends of an edge lie farthest.
const FARTHEST: f64 = 1e-9;

/// The sine of the angle of two edges from which on their product is known to be a face of the Minkowski
/// difference where both lie farthest, without unit: nearly parallel ones do along many directions.
const CLEAR_SINE: f64 = 1e-3;

/// What is true of two solids.
#[derive(Clone, Debug)]
pub(super) struct Truth {
    clouds: [Cloud; 2],
    /// The largest gap over all axes, metres; of solids that overlap minus the least depth.
    pub(super) separation: f64,
    /// The gap that a search through all axes must find at least.
    pub(super) assured: f64,
    /// The same for a search through the normals of the Minkowski difference's faces alone.
    pub(super) assured_of_faces: f64,
    /// The largest gap over the axes that the crate lists as required.
    pub(super) required: f64,
    /// Whether these are no more than it says there can be.
    pub(super) is_bounded: bool,
    /// Metres by which a separation may be off, along an axis that is known exactly.
    pub(super) band: f64,
    /// Metres, the farthest vertices of both from their origins.
    pub(super) size: f64,
}

/// A solid's vertices, normals and edges in the world, relative to the origin of the first of a pair.
#[derive(Clone, Debug)]
struct Cloud {
    points: Vec<Vector>,
    normals: Vec<Vector>,
    /// The ends of each edge.
    edges: Vec<[Vector; 2]>,
}

/// What a solid covers of an axis.
#[derive(Clone, Copy, Debug)]
struct Span {
    low: f64,
    high: f64,
}

impl Truth {
    pub(super) fn new(a: &Body<'_>, b: &Body<'_>) -> Self {
        let offset = minus(b.placed.center(), a.placed.center());
        let size = a.reach() + b.reach();
        let scale = size + dot(offset, offset).sqrt();
        let axes = required_axes(&a.placed, &b.placed);
        let mut truth = Self {
            clouds: [Cloud::new(a, [0.0; 3]), Cloud::new(b, offset)],
            separation: f64::NEG_INFINITY,
            assured: f64::NEG_INFINITY,
            assured_of_faces: f64::NEG_INFINITY,
            required: f64::NEG_INFINITY,
            is_bounded: axes.len() <= axis_bound(&a.solid.shape, &b.solid.shape),
            band: a.solid.unevenness + b.solid.unevenness + RELATIVE_BAND * scale,
            size,
        };
        for axis in axes {
            let [forth, back] = truth.gaps(axis);
            truth.required = truth.required.max(forth).max(back);
        }
        truth.add_faces();
        truth.add_edges();
        truth
    }

    /// Whether the sign of the separation is beyond doubt.
    pub(super) fn is_clear(&self) -> bool {
        self.separation.abs() > self.band
    }

    /// Whether the solids share a point.
    pub(super) fn overlaps(&self) -> bool {
        self.separation <= 0.0
    }

    /// The gap from a's far side to b's near side along a direction of any length but zero, metres.
    pub(super) fn gap(&self, direction: [f32; 3]) -> f64 {
        self.gaps(unit(direction.map(f64::from)))[0]
    }

    /// The gap from a's far side to b's near side along a unit axis, and along its opposite.
    fn gaps(&self, axis: Vector) -> [f64; 2] {
        let [a, b] = self.clouds.each_ref().map(|cloud| cloud.span(axis));
        [b.low - a.high, a.low - b.high]
    }

    fn add_faces(&mut self) {
        let directions = self.clouds.each_ref().map(|cloud| cloud.normals.clone());
        for (side, normals) in directions.into_iter().enumerate() {
            for normal in normals {
                let gaps = self.gaps(normal);
                self.separation = self.separation.max(gaps[0]).max(gaps[1]);
                // A face looks one way: from a to b that is along a's normals and against b's.
                self.assured = self.assured.max(gaps[side] - self.band);
                self.assured_of_faces = self.assured_of_faces.max(gaps[side] - self.band);
            }
        }
    }

    fn add_edges(&mut self) {
        let directions = self.clouds.each_ref().map(Cloud::directions);
        for (i, &along_a) in directions[0].iter().enumerate() {
            for (j, &along_b) in directions[1].iter().enumerate() {
                let product = cross(along_a, along_b);
                let sine = dot(product, product).sqrt();
                if sine >= SMALLEST_SINE {
                    self.add_product(product.map(|part| part / sine), sine, [i, j]);
                }
            }
        }
    }

    /// Adds the unit product of two edges at an angle of this sine, and its opposite.
    fn add_product(&mut self, normal: Vector, sine: f64, [i, j]: [usize; 2]) {
        // An edge that is a little off turns the product by so much more.
        let allowed = self.band + self.band / sine;
        let opposite = normal.map(|part| -part);
        let [forth, back] = self.gaps(normal);
        for (gap, towards, from) in [(forth, normal, opposite), (back, opposite, normal)] {
            self.separation = self.separation.max(gap);
            let assured = gap - allowed;
            self.assured = self.assured.max(assured);
            let [a, b] = &self.clouds;
            if sine > CLEAR_SINE
                && assured > self.assured_of_faces
                && a.is_farthest(i, towards, FARTHEST * self.size)
                && b.is_farthest(j, from, FARTHEST * self.size)
            {
                self.assured_of_faces = assured;
            }
        }
    }
}

impl Cloud {
    fn new(body: &Body<'_>, origin: Vector) -> Self {
        let shape = &body.solid.shape;
        let place =
            |vertex: &[f32; 3]| along(origin, 1.0, turned(body.rotation, vertex.map(f64::from)));
        let points: Vec<Vector> = shape.vertices().iter().map(place).collect();
        let normal = |corners: &[usize]| {
            // Of three corners far from each other, so that their rounding turns it little.
            let third = corners.len().div_ceil(3);
            let last = corners.len() - 1;
            let [p, q, r] = [0, third, 2 * third].map(|place| points[corners[place.min(last)]]);
            unit(cross(unit(minus(q, p)), unit(minus(r, p))))
        };
        let normals = shape.faces().iter().map(|face| normal(face.vertices())).collect();
        let ends = shape.edges().iter().map(|edge| edge.vertices().map(|end| points[end]));
        let edges = ends.collect();
        Self { points, normals, edges }
    }

    /// The unit directions of the edges.
    fn directions(&self) -> Vec<Vector> {
        self.edges.iter().map(|&[from, to]| unit(minus(to, from))).collect()
    }

    fn span(&self, axis: Vector) -> Span {
        let mut span = Span { low: f64::INFINITY, high: f64::NEG_INFINITY };
        for &point in &self.points {
            let height = dot(point, axis);
            span.low = span.low.min(height);
            span.high = span.high.max(height);
        }
        span
    }

    /// Whether no vertex lies farther along a direction than both ends of an edge.
    fn is_farthest(&self, edge: usize, direction: Vector, slack: f64) -> bool {
        let high = self.span(direction).high - slack;
        self.edges[edge].iter().all(|&end| dot(end, direction) >= high)
    }
}

/// A vector turned by a quaternion of any length: v + (2 w (u × v) + 2 u × (u × v)) / ‖q‖².
fn turned([x, y, z, w]: [f32; 4], vector: Vector) -> Vector {
    let [x, y, z, w] = [x, y, z, w].map(f64::from);
    let u = [x, y, z];
    let once = cross(u, vector);
    let factor = 2.0 / (dot(u, u) + w * w);
    along(along(vector, factor * w, once), factor, cross(u, once))
}
