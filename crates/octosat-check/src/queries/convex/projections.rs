//! The reference: all points of two solids projected on every axis that there can be.
//!
//! These are face normals and cross products of all edges, made from the vertices and not from the directions that
//! the separating-axis test has.

use glam::DVec3;
use octosat_convex::{axis_bound, required_axes};

use super::solid::{Body, highest, wide};

/// Meters for each meter of both solids and of the distance of their centers by which a separation may be off:
/// directions that differ by a millionth count as one, and answers are rounded to float32.
const RELATIVE_BOUND: f64 = 2e-6;

/// The sine of the angle of two edges below which their product is left out, without unit: rounding.
const SMALLEST_SINE: f64 = 1e-9;

/// Meters for each meter of a solid within which both ends of an edge lie farthest. Of that solid alone: a crumb's
/// edge would else be taken for farthest along directions that are off by an angle.
const FARTHEST: f64 = 1e-9;

/// The sine of the angle of two edges from which on their product is known to be a face of the Minkowski difference
/// if both edges lie farthest, without unit: nearly parallel edges do along many directions.
const CLEAR_SINE: f64 = 1e-3;

/// What the projections of two solids show.
#[derive(Clone, Debug)]
pub(super) struct Projections {
    clouds: [Cloud; 2],
    /// Meters: the largest separation over all axes.
    pub(super) separation: f64,
    /// The separation that a search through all axes must find at least.
    pub(super) assured: f64,
    /// The same for a search through the normals of the Minkowski difference's faces alone.
    pub(super) assured_of_faces: f64,
    /// The largest separation over the axes that octosat-convex lists as required.
    pub(super) required: f64,
    /// Whether these are no more than octosat-convex says there can be.
    pub(super) is_bounded: bool,
    /// Meters: the error bound of a separation along an axis that is known exactly.
    pub(super) bound: f64,
    /// Meters: the farthest vertices of both from their centers, added.
    pub(super) size: f64,
}

/// A solid's vertices, normals and edges in the world, relative to the center of the first of a pair.
#[derive(Clone, Debug)]
struct Cloud {
    points: Vec<DVec3>,
    normals: Vec<DVec3>,
    /// The ends of each edge.
    edges: Vec<[DVec3; 2]>,
    /// Meters: the farthest vertex from the solid's center.
    reach: f64,
}

impl Projections {
    pub(super) fn new(a: &Body<'_>, b: &Body<'_>) -> Self {
        let offset = b.center() - a.center();
        let clouds = [Cloud::new(a, DVec3::ZERO), Cloud::new(b, offset)];
        let size = clouds[0].reach + clouds[1].reach;
        let unevenness = a.solid.unevenness + b.solid.unevenness;
        let axes = required_axes(&a.placed, &b.placed);
        let mut found = Self {
            clouds,
            separation: f64::NEG_INFINITY,
            assured: f64::NEG_INFINITY,
            assured_of_faces: f64::NEG_INFINITY,
            required: f64::NEG_INFINITY,
            is_bounded: axes.len() <= axis_bound(&a.solid.shape, &b.solid.shape),
            bound: unevenness + RELATIVE_BOUND * (size + offset.length()),
            size,
        };
        for axis in axes.into_iter().map(DVec3::from) {
            found.required = found.required.max(found.along(axis)).max(found.along(-axis));
        }
        found.add_faces();
        found.add_edges();
        found
    }

    /// Whether the sign of the separation is beyond doubt.
    pub(super) fn is_clear(&self) -> bool {
        self.separation.abs() > self.bound
    }

    /// Whether the solids share a point.
    pub(super) fn overlaps(&self) -> bool {
        self.separation <= 0.0
    }

    /// Meters from a's far side to b's near side along a unit direction.
    pub(super) fn along(&self, direction: DVec3) -> f64 {
        let [a, b] = &self.clouds;
        -highest(&b.points, -direction) - highest(&a.points, direction)
    }

    /// The same along the normal of an answer, which is of unit length but for its rounding.
    pub(super) fn shown(&self, normal: [f32; 3]) -> f64 {
        self.along(wide(normal).normalize_or_zero())
    }

    fn add_faces(&mut self) {
        // A face looks one way: from a to b that is along a's normals and against b's.
        for (side, sense) in [(0, 1.0), (1, -1.0)] {
            for normal in self.clouds[side].normals.clone() {
                let shown = self.along(sense * normal);
                self.separation = self.separation.max(shown).max(self.along(-sense * normal));
                self.assured = self.assured.max(shown - self.bound);
            }
        }
        self.assured_of_faces = self.assured;
    }

    fn add_edges(&mut self) {
        let directions = self.clouds.each_ref().map(Cloud::directions);
        for (i, along_a) in directions[0].iter().enumerate() {
            for (j, &along_b) in directions[1].iter().enumerate() {
                let product = along_a.cross(along_b);
                let sine = product.length();
                if sine >= SMALLEST_SINE {
                    self.add_product(product / sine, sine, [i, j]);
                    self.add_product(-product / sine, sine, [i, j]);
                }
            }
        }
    }

    /// Adds the unit product of two edges at an angle of this sine.
    fn add_product(&mut self, normal: DVec3, sine: f64, [i, j]: [usize; 2]) {
        let separation = self.along(normal);
        self.separation = self.separation.max(separation);
        // An edge that is a little off turns the product by so much more.
        let assured = separation - self.bound - self.bound / sine;
        self.assured = self.assured.max(assured);
        let [a, b] = &self.clouds;
        if sine > CLEAR_SINE
            && assured > self.assured_of_faces
            && a.is_farthest(i, normal)
            && b.is_farthest(j, -normal)
        {
            self.assured_of_faces = assured;
        }
    }
}

impl Cloud {
    fn new(body: &Body<'_>, center: DVec3) -> Self {
        let shape = &body.solid.shape;
        let turned = body.solid.turned();
        let reach = turned.iter().map(|vertex| vertex.length()).fold(0.0, f64::max);
        let points: Vec<DVec3> = turned.into_iter().map(|vertex| center + vertex).collect();
        let normal = |corners: &[usize]| {
            // Of three corners far from each other, so that their rounding turns it little.
            let third = corners.len().div_ceil(3);
            let last = corners.len() - 1;
            let [p, q, r] = [0, third, 2 * third].map(|place| points[corners[place.min(last)]]);
            let [to_q, to_r] = [q - p, r - p].map(DVec3::normalize_or_zero);
            to_q.cross(to_r).normalize_or_zero()
        };
        let normals = shape.faces().iter().map(|face| normal(face.vertices())).collect();
        let ends = shape.edges().iter().map(|edge| edge.vertices().map(|end| points[end]));
        let edges = ends.collect();
        Self { points, normals, edges, reach }
    }

    /// The unit directions of the edges.
    fn directions(&self) -> Vec<DVec3> {
        self.edges.iter().map(|&[from, to]| (to - from).normalize_or_zero()).collect()
    }

    /// Whether no vertex lies farther along a direction than both ends of an edge.
    fn is_farthest(&self, edge: usize, direction: DVec3) -> bool {
        let high = highest(&self.points, direction) - FARTHEST * self.reach;
        self.edges[edge].iter().all(|end| end.dot(direction) >= high)
    }
}
