//! Polyhedra, compared with sampling, relaxation and exhaustive search.
#![forbid(unsafe_code)]

mod axes;
mod contacts;
mod polyhedron;
mod sat;
mod sizes;
mod support;
mod touching;

use octosat_reference::convex::{
    Axis, DVec3, EdgeSearch, Penetration, Placed, Polyhedron, Pose, SatStatistics, overlap,
    penetration_with,
};
use octosat_scenes::generate::Random;

pub(crate) const UPRIGHT: [f32; 4] = [0.0, 0.0, 0.0, 1.0];

pub(crate) fn wide(values: [f32; 3]) -> DVec3 {
    values.map(f64::from).into()
}

#[expect(clippy::cast_possible_truncation, reason = "rounding is the purpose")]
pub(crate) fn narrow<const N: usize>(values: impl Into<[f64; N]>) -> [f32; N] {
    values.into().map(|value| value as f32)
}

/// A pose at a place, turned by a random rotation.
pub(crate) fn pose(random: &mut Random, center: impl Into<DVec3>) -> Pose {
    Pose::new(narrow(center.into()), narrow(random.rotation())).expect("it is a rotation")
}

/// Half extents of every proportion.
pub(crate) fn half_extents(random: &mut Random) -> [f32; 3] {
    narrow([0; 3].map(|_| random.range(0.1, 1.0)))
}

/// One of each kind, then two with about a hundred faces.
pub(crate) fn shapes(random: &mut Random) -> Vec<Polyhedron> {
    let sides = 3 + random.below(9);
    let [slope, near] = [random.range(0.2, 1.0), random.range(0.1, 0.4)];
    let [slope, near] = narrow([slope, near]);
    [
        Polyhedron::cuboid(half_extents(random)),
        Polyhedron::cuboid([0.5; 3]),
        Polyhedron::tetrahedron(half_extents(random)),
        Polyhedron::octahedron(half_extents(random)),
        Polyhedron::icosahedron(half_extents(random)),
        Polyhedron::prism(sides, half_extents(random)),
        Polyhedron::frustum([slope, 0.5 * slope], near, near + 1.0),
        Polyhedron::prism(98, half_extents(random)),
    ]
    .into_iter()
    .chain([Some(geodesic(half_extents(random)))])
    .map(|shape| shape.expect("it is a polyhedron"))
    .collect()
}

/// An icosahedron with each face cut in four and the new corners pushed out to the ellipsoid: 80
/// triangles, no two of them parallel neighbors.
pub(crate) fn geodesic(half_extents: [f32; 3]) -> Polyhedron {
    let coarse = Polyhedron::icosahedron([1.0; 3]).expect("it is regular");
    let mut corners: Vec<DVec3> = coarse.vertices().iter().map(|&corner| wide(corner)).collect();
    for edge in coarse.edges() {
        let [from, to] = edge.vertices().map(|vertex| corners[vertex]);
        corners.push(from + to);
    }
    let scale = |corner: &DVec3| {
        let radius = corner.length();
        narrow(*corner / radius * wide(half_extents))
    };
    let mut faces = Vec::new();
    for face in coarse.faces() {
        let middles: Vec<usize> =
            face.edges().iter().map(|edge| coarse.vertices().len() + edge).collect();
        for k in 0..3 {
            faces.push([face.vertices()[k], middles[k], middles[(k + 2) % 3]]);
        }
        faces.push([middles[0], middles[1], middles[2]]);
    }
    let corners: Vec<[f32; 3]> = corners.iter().map(scale).collect();
    Polyhedron::new(&corners, &faces).expect("corners on an ellipsoid are convex")
}

/// How far b lies beyond a along a unit direction, by all vertices in the world.
pub(crate) fn gap(a: &Placed<'_>, b: &Placed<'_>, normal: DVec3) -> f64 {
    let heights = |placed: &Placed<'_>| -> Vec<f64> {
        let world = |&vertex: &DVec3| (placed.center() + vertex).dot(normal);
        placed.vertices().iter().map(world).collect()
    };
    let high = heights(a).into_iter().fold(f64::NEG_INFINITY, f64::max);
    heights(b).into_iter().fold(f64::INFINITY, f64::min) - high
}

/// How far a point lies outside a polyhedron's faces; negative inside.
pub(crate) fn outside(placed: &Placed<'_>, point: DVec3) -> f64 {
    let local = point - placed.center();
    let faces = placed.shape().faces().iter().zip(placed.normals());
    faces.map(|(face, &normal)| normal.dot(local) - face.offset()).fold(f64::NEG_INFINITY, f64::max)
}

/// A point that is inside both shapes within a slack, if stepping onto the most violated face time
/// after time finds one (T. S. Motzkin, I. J. Schoenberg, "The relaxation method for linear
/// inequalities", 1954). It knows no separating axes.
pub(crate) fn common_point(a: &Placed<'_>, b: &Placed<'_>, slack: f64) -> Option<DVec3> {
    let mut point = a.center() + (b.center() - a.center()) * 0.5;
    for _ in 0..20_000 {
        let mut worst = slack;
        let mut normal = None;
        for placed in [a, b] {
            let local = point - placed.center();
            for (face, &outward) in placed.shape().faces().iter().zip(placed.normals()) {
                let beyond = outward.dot(local) - face.offset();
                if beyond > worst {
                    (worst, normal) = (beyond, Some(outward));
                }
            }
        }
        let Some(normal) = normal else { return Some(point) };
        point -= normal * (1.2 * worst);
    }
    None
}

/// Meters: what float32 in the answer, and directions merged within a millionth, may be off.
pub(crate) const CLOSE: f64 = 1e-5;

/// How far two unit normals may be apart and be the same, without unit.
const SAME_NORMAL: f64 = 1e-3;

/// The largest part of a depth by which the preference of faces lets an answer exceed the least.
const PREFERENCE: f64 = 0.05;

/// The sine below which edges may count as parallel, without unit.
const NEARLY_PARALLEL: f64 = 1e-3;

/// Meters by which a vertex may lie beyond an edge that is farthest.
const FARTHEST: f64 = 1e-7;

/// Both searches about one pair, and how their answers compare.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Searched {
    pub(crate) all: SatStatistics,
    pub(crate) pruned: SatStatistics,
    pub(crate) overlapping: usize,
    /// Overlapping pairs for which the searches chose different normals, both as good.
    pub(crate) tied: usize,
    pub(crate) apart: usize,
}

/// Fails unless both searches say the same of two shapes.
///
/// The boolean is one. Of overlapping shapes the depths are equal and so are the normals, unless two
/// axes tie: both are then shown to be as deep by projecting all vertices, or differ by the preference
/// of faces. Of shapes apart the Gauss map has the largest gap of all faces of the Minkowski difference,
/// found here by trying every pair of edges with every vertex; and no more than all directions show,
/// but where edges are parallel and have no cross product.
pub(crate) fn compare_searches(a: &Placed<'_>, b: &Placed<'_>) -> Searched {
    let mut searched = Searched::default();
    let all = penetration_with(a, b, EdgeSearch::Directions, &mut searched.all);
    let pruned = penetration_with(a, b, EdgeSearch::GaussMap, &mut searched.pruned);
    let what = || format!("{all:?} {pruned:?}");
    assert_eq!(overlap(a, b), pruned.overlaps(), "{}", what());
    if all.depth.abs() > 1e-6 {
        assert_eq!(all.overlaps(), pruned.overlaps(), "{}", what());
    }
    for answer in [&all, &pruned] {
        let normal = wide(answer.normal);
        assert!((normal.length() - 1.0).abs() < 1e-6);
        let shown = -gap(a, b, normal);
        assert!((shown - f64::from(answer.depth)).abs() < CLOSE, "{shown} {}", what());
    }
    let depths = f64::from(all.depth - pruned.depth).abs();
    if all.depth >= 0.0 {
        searched.overlapping = 1;
        let turned = (wide(all.normal) - wide(pruned.normal)).length();
        let preferred = if all.axis.is_edges() == pruned.axis.is_edges() {
            0.0
        } else {
            PREFERENCE * f64::from(all.depth)
        };
        if turned > SAME_NORMAL {
            searched.tied = 1;
            assert!(depths < preferred + CLOSE, "{}", what());
        } else {
            assert!(depths < CLOSE, "{}", what());
        }
    } else {
        searched.apart = 1;
        let least = largest_face_gap(a, b) - CLOSE;
        assert!(-f64::from(pruned.depth) >= least, "{least} {}", what());
        if !between_parallel_edges(a, b, &pruned) {
            assert!(f64::from(pruned.depth) >= f64::from(all.depth) - CLOSE, "{}", what());
        }
    }
    searched
}

/// Whether an answer's axis is that of two edges without a cross product.
fn between_parallel_edges(a: &Placed<'_>, b: &Placed<'_>, found: &Penetration) -> bool {
    let Axis::Edges { a: edge_a, b: edge_b } = found.axis else { return false };
    a.edges()[edge_a].cross(b.edges()[edge_b]).length() < NEARLY_PARALLEL
}

/// The largest gap on the normals of the Minkowski difference's faces, by definition: faces of either
/// shape, and cross products of edges of which no vertex lies farther than the edge.
fn largest_face_gap(a: &Placed<'_>, b: &Placed<'_>) -> f64 {
    let of_a = a.normals().iter().map(|&normal| gap(a, b, normal));
    let of_b = b.normals().iter().map(|&normal| gap(a, b, -normal));
    let mut largest = of_a.chain(of_b).fold(f64::NEG_INFINITY, f64::max);
    for (edge_a, &along_a) in a.edges().iter().enumerate() {
        for (edge_b, &along_b) in b.edges().iter().enumerate() {
            let product = along_a.cross(along_b);
            let sine = product.length();
            if sine < NEARLY_PARALLEL {
                continue;
            }
            for sign in [1.0, -1.0] {
                let normal = product * (sign / sine);
                if is_farthest(a, edge_a, normal) && is_farthest(b, edge_b, -normal) {
                    largest = largest.max(gap(a, b, normal));
                }
            }
        }
    }
    largest
}

/// Whether no vertex lies farther along a direction than an edge across it.
fn is_farthest(placed: &Placed<'_>, edge: usize, direction: DVec3) -> bool {
    let [end, _] = placed.shape().edges()[edge].vertices();
    let height = placed.vertices()[end].dot(direction) + FARTHEST;
    placed.vertices().iter().all(|&vertex| vertex.dot(direction) <= height)
}

/// Adds up what queries counted.
pub(crate) fn add(total: &mut SatStatistics, more: &SatStatistics) {
    total.faces += more.faces;
    total.edge_pairs += more.edge_pairs;
    total.pruned += more.pruned;
    total.parallel += more.parallel;
    total.projected += more.projected;
}

/// What share of the pairs of edges the Gauss map dismissed, per cent.
#[expect(clippy::cast_precision_loss, reason = "a share to be read")]
pub(crate) fn pruned_share(statistics: &SatStatistics) -> f64 {
    100.0 * statistics.pruned as f64 / statistics.edge_pairs as f64
}
