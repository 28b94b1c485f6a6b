//! Two convex polyhedra: all vertices projected on every axis that there can be.
//!
//! These are face normals and cross products of all edges, made from the vertices and not from the directions that
//! a separating-axis test has.

use std::collections::BTreeSet;

use crate::tolerances::{
    POLYHEDRON_BOUND, POLYHEDRON_CLEAR_SINE, POLYHEDRON_FARTHEST, POLYHEDRON_FLAT_SINE,
    POLYHEDRON_SMALLEST_SINE,
};
use crate::vector::{cross, difference, dot, length, rotated, scaled, sum, unit, wide};

/// A convex polyhedron and its pose.
#[derive(Clone, Debug)]
pub struct GivenPolyhedron<'a> {
    /// Vertices in the frame of the polyhedron, meters.
    pub vertices: &'a [[f32; 3]],
    /// The numbers of the vertices of each face, counterclockwise as seen from outside.
    pub faces: Vec<&'a [usize]>,
    /// The numbers of the ends of each edge.
    pub edges: Vec<[usize; 2]>,
    /// The origin of the frame in the world, meters.
    pub center: [f64; 3],
    /// Unit quaternion x, y, z, w, frame to world.
    pub rotation: [f32; 4],
}

/// The separation of two polyhedra.
///
/// Sides are numbered: 0 is a, 1 is b.
#[derive(Clone, Debug)]
pub struct ReferencePolyhedra {
    solids: [Projected; 2],
    /// Of a, in the world, meters.
    center: [f64; 3],
    /// The largest separation over all axes, meters.
    pub separation: f64,
    /// The separation that a search through all axes must find at least, meters. Edges between faces of one plane give
    /// no axis but that of the plane.
    pub assured: f64,
    /// The same for a search through the normals of the Minkowski difference's faces alone, meters.
    pub assured_of_faces: f64,
    /// The error bound of a separation along an axis that is known exactly, meters.
    pub error_bound: f64,
    /// The farthest vertices of both from their centers, added, meters.
    pub size: f64,
    /// The distance of the centers and the farthest vertex of the smaller one, meters: they touch within it of either
    /// center.
    pub reach: f64,
    /// The unevenness of both, meters.
    unevenness: f64,
    /// The inverse sine of half the smallest angle of a face, at least one: how much farther out two sides meet that
    /// are both moved outwards.
    pub sharpness: f64,
}

/// A polyhedron's vertices, normals and edges in the world, relative to the center of the first of a pair.
#[derive(Clone, Debug)]
struct Projected {
    points: Vec<[f64; 3]>,
    /// The numbers of each face's vertices.
    faces: Vec<Vec<usize>>,
    /// The outward unit normal of each face.
    normals: Vec<[f64; 3]>,
    /// The ends of each edge.
    edges: Vec<[[f64; 3]; 2]>,
    /// Whether the faces on both sides of each edge may count as one plane.
    flat: Vec<bool>,
    /// The farthest vertex from the polyhedron's center, meters.
    reach: f64,
    /// The largest distance of a vertex from the plane of its face, or above the plane of another, meters.
    unevenness: f64,
    /// As of [`ReferencePolyhedra`].
    sharpness: f64,
}

impl ReferencePolyhedra {
    /// Projects two polyhedra.
    #[must_use]
    pub fn new(a: &GivenPolyhedron<'_>, b: &GivenPolyhedron<'_>) -> Self {
        let offset = difference(b.center, a.center);
        let solids = [Projected::new(a, [0.0; 3]), Projected::new(b, offset)];
        let size = solids[0].reach + solids[1].reach;
        let reach = length(offset) + solids[0].reach.min(solids[1].reach);
        let unevenness = solids[0].unevenness + solids[1].unevenness;
        let mut found = Self {
            sharpness: solids[0].sharpness.max(solids[1].sharpness),
            solids,
            center: a.center,
            separation: f64::NEG_INFINITY,
            assured: f64::NEG_INFINITY,
            assured_of_faces: f64::NEG_INFINITY,
            error_bound: unevenness + POLYHEDRON_BOUND * (size + length(offset)),
            size,
            reach,
            unevenness,
        };
        found.add_faces();
        found.add_edges();
        found
    }

    /// Meters by which a place where both touch, or the depth there, may be off.
    #[must_use]
    pub fn place_bound(&self) -> f64 {
        self.unevenness + POLYHEDRON_BOUND * (self.reach + (-self.separation).max(0.0))
    }

    /// Whether the sign of the separation is beyond doubt.
    #[must_use]
    pub fn is_clear(&self) -> bool {
        self.separation.abs() > self.error_bound
    }

    /// Whether the polyhedra share a point.
    #[must_use]
    pub fn overlaps(&self) -> bool {
        self.separation <= 0.0
    }

    /// Meters from a's far side to b's near side along a unit direction.
    #[must_use]
    pub fn along(&self, direction: [f64; 3]) -> f64 {
        let [a, b] = &self.solids;
        -b.highest(scaled(direction, -1.0)) - a.highest(direction)
    }

    /// The same along the normal of an answer, which is of unit length except for its rounding.
    #[must_use]
    pub fn along_normal(&self, normal: [f32; 3]) -> f64 {
        self.along(unit(wide(normal)))
    }

    /// The cosine between the outward normal of a face and a unit direction.
    #[must_use]
    pub fn face_cosine(&self, side: usize, face: usize, direction: [f64; 3]) -> f64 {
        dot(self.solids[side].normals[face], direction)
    }

    /// The cosine between an edge and a unit direction.
    #[must_use]
    pub fn edge_cosine(&self, side: usize, edge: usize, direction: [f64; 3]) -> f64 {
        dot(self.solids[side].direction(edge), direction)
    }

    /// The sine between an edge of a and one of b.
    #[must_use]
    pub fn edge_sine(&self, [edge_a, edge_b]: [usize; 2]) -> f64 {
        let [a, b] = &self.solids;
        length(cross(a.direction(edge_a), b.direction(edge_b)))
    }

    /// Meters that a point of the world lies above the highest face plane of a side; negative inside.
    #[must_use]
    pub fn outside(&self, side: usize, point: [f64; 3]) -> f64 {
        let solid = &self.solids[side];
        let point = difference(point, self.center);
        let heights = solid.normals.iter().zip(&solid.faces).map(|(&normal, face)| {
            let corners = face.iter().map(|&corner| dot(normal, solid.points[corner]));
            dot(normal, point) - corners.fold(f64::NEG_INFINITY, f64::max)
        });
        heights.fold(f64::NEG_INFINITY, f64::max)
    }

    /// Whether several faces of a side may be the one that looks most along a unit direction: of the vertices that
    /// are farthest within the error bound, the faces there whose cosines are the largest within this difference.
    #[must_use]
    pub fn has_several_facing(&self, side: usize, direction: [f64; 3], same_cosine: f64) -> bool {
        let solid = &self.solids[side];
        let highest = solid.highest(direction) - self.error_bound;
        let mut facing = BTreeSet::new();
        for vertex in 0..solid.points.len() {
            if dot(solid.points[vertex], direction) > highest {
                let there =
                    (0..solid.faces.len()).filter(|&face| solid.faces[face].contains(&vertex));
                let cosine = |face: &usize| self.face_cosine(side, *face, direction);
                let most = there.clone().map(|face| cosine(&face)).fold(-1.0, f64::max);
                facing.extend(there.filter(|face| cosine(face) > most - same_cosine));
            }
        }
        facing.len() > 1
    }

    fn add_faces(&mut self) {
        // A face looks one way: from a to b that is along a's normals and against b's.
        for (side, sense) in [(0, 1.0), (1, -1.0)] {
            for normal in self.solids[side].normals.clone() {
                let outward = scaled(normal, sense);
                let shown = self.along(outward);
                let backward = self.along(scaled(outward, -1.0));
                self.separation = self.separation.max(shown).max(backward);
                self.assured = self.assured.max(shown - self.error_bound);
            }
        }
        self.assured_of_faces = self.assured;
    }

    fn add_edges(&mut self) {
        let directions = self.solids.each_ref().map(Projected::directions);
        for (i, &along_a) in directions[0].iter().enumerate() {
            for (j, &along_b) in directions[1].iter().enumerate() {
                let product = cross(along_a, along_b);
                let sine = length(product);
                if sine >= POLYHEDRON_SMALLEST_SINE {
                    self.add_product(scaled(product, 1.0 / sine), sine, [i, j]);
                    self.add_product(scaled(product, -1.0 / sine), sine, [i, j]);
                }
            }
        }
    }

    /// Adds the unit product of two edges at an angle of this sine.
    fn add_product(&mut self, normal: [f64; 3], sine: f64, [i, j]: [usize; 2]) {
        let separation = self.along(normal);
        self.separation = self.separation.max(separation);
        let [a, b] = &self.solids;
        if a.flat[i] || b.flat[j] {
            return;
        }
        // An edge that is a little off turns the product by so much more.
        let assured = separation - self.error_bound - self.error_bound / sine;
        self.assured = self.assured.max(assured);
        if sine > POLYHEDRON_CLEAR_SINE
            && assured > self.assured_of_faces
            && a.is_farthest(i, normal)
            && b.is_farthest(j, scaled(normal, -1.0))
        {
            self.assured_of_faces = assured;
        }
    }
}

impl Projected {
    fn new(given: &GivenPolyhedron<'_>, center: [f64; 3]) -> Self {
        let rotation = given.rotation.map(f64::from);
        let turned: Vec<[f64; 3]> =
            given.vertices.iter().map(|&vertex| rotated(rotation, wide(vertex))).collect();
        let reach = turned.iter().map(|&vertex| length(vertex)).fold(0.0, f64::max);
        let points: Vec<[f64; 3]> = turned.iter().map(|&vertex| sum(center, vertex)).collect();
        let faces: Vec<Vec<usize>> = given.faces.iter().map(|face| face.to_vec()).collect();
        let normal = |corners: &Vec<usize>| {
            // Of three corners far from each other, so that their rounding turns it little.
            let third = corners.len().div_ceil(3);
            let last = corners.len() - 1;
            let [p, q, r] = [0, third, 2 * third].map(|place| turned[corners[place.min(last)]]);
            unit(cross(unit(difference(q, p)), unit(difference(r, p))))
        };
        let normals: Vec<[f64; 3]> = faces.iter().map(normal).collect();
        let edges = given.edges.iter().map(|ends| ends.map(|end| points[end])).collect();
        let flat = given.edges.iter().map(|&ends| is_flat(ends, &faces, &normals)).collect();
        let angle = |corners: &Vec<usize>| sharpest(corners.iter().map(|&k| points[k]).collect());
        let sharpness = faces.iter().map(angle).fold(1.0, f64::max);
        let mut solid =
            Self { points, faces, normals, edges, flat, reach, unevenness: 0.0, sharpness };
        solid.unevenness = solid.unevenness_of_faces();
        solid
    }

    fn unevenness_of_faces(&self) -> f64 {
        let uneven = self.normals.iter().zip(&self.faces).map(|(&normal, face)| {
            let corners = face.iter().map(|&corner| dot(normal, self.points[corner]));
            self.highest(normal) - corners.fold(f64::INFINITY, f64::min)
        });
        uneven.fold(0.0, f64::max)
    }

    /// Meters that the farthest vertex lies along a direction.
    fn highest(&self, direction: [f64; 3]) -> f64 {
        let heights = self.points.iter().map(|&point| dot(point, direction));
        heights.fold(f64::NEG_INFINITY, f64::max)
    }

    /// The unit direction of an edge.
    fn direction(&self, edge: usize) -> [f64; 3] {
        let [from, to] = self.edges[edge];
        unit(difference(to, from))
    }

    /// The unit directions of all edges.
    fn directions(&self) -> Vec<[f64; 3]> {
        (0..self.edges.len()).map(|edge| self.direction(edge)).collect()
    }

    /// Whether no vertex lies farther along a direction than both ends of an edge.
    fn is_farthest(&self, edge: usize, direction: [f64; 3]) -> bool {
        let high = self.highest(direction) - POLYHEDRON_FARTHEST * self.reach;
        self.edges[edge].iter().all(|&end| dot(end, direction) >= high)
    }
}

/// Whether the two faces of an edge with these ends may count as one plane.
fn is_flat(ends: [usize; 2], faces: &[Vec<usize>], normals: &[[f64; 3]]) -> bool {
    let has_both = |face: &Vec<usize>| ends.iter().all(|end| face.contains(end));
    let mut sides = faces.iter().zip(normals).filter(|(face, _)| has_both(face));
    let [Some((_, &left)), Some((_, &right))] = [sides.next(), sides.next()] else { return false };
    dot(left, right) > 0.0 && length(cross(left, right)) <= POLYHEDRON_FLAT_SINE
}

/// The inverse sine of half the smallest angle of a polygon.
fn sharpest(corners: Vec<[f64; 3]>) -> f64 {
    let count = corners.len();
    let at = |k: usize| {
        let sides = [k + 1, k + count - 1];
        let [next, last] = sides.map(|other| unit(difference(corners[other % count], corners[k])));
        // Half the distance of the tips of two unit vectors is the sine of half their angle.
        2.0 / length(difference(next, last))
    };
    (0..count).map(at).fold(1.0, f64::max)
}
