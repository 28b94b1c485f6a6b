//! Contact manifolds of polyhedra: a normal, and points with depths and features.

mod clip;
mod closest;
mod patch;
mod reduce;
mod types;

pub use reduce::{FlatPoint, four_points};
pub use types::{ContactKind, ContactPoint, ContactSettings, Feature, Manifold, PointLimit};

use glam::DVec3;

use self::closest::ClosestPoints;
use self::types::Touch;
use crate::convex::placed::Placed;
use crate::convex::pose::{narrow, round};
use crate::convex::results::{Axis, SatStatistics};
use crate::convex::sat::{Candidate, EdgeSearch, Found, Pair, Side, best_edges, search};
use crate::convex::tolerances::{ALIGNED_FACE_COSINE, LARGEST_FACE_PREFERENCE, SHALLOW_PATCH};

/// Computes the contacts of two polyhedra that overlap or are within the margin.
///
/// Overlapping shapes get the normal of [`penetration`](super::penetration), with one exception: if that axis comes from
/// two edges and is nearly parallel to the normal of a face that is barely deeper, the face is used, so that there are
/// several points instead of one. Separated shapes get their closest points if these are nearer than the common part of
/// their faces, or if their faces do not face each other.
///
/// ```
/// use octosat_reference::convex::{ContactSettings, Placed, Polyhedron, Pose, contacts};
///
/// let cube = Polyhedron::cuboid([1.0; 3]).unwrap();
/// let a = Placed::new(&cube, &Pose::IDENTITY);
/// let b = Placed::new(&cube, &Pose::new([0.5, 1.75, 0.0], [0.0, 0.0, 0.0, 1.0]).unwrap());
/// let manifold = contacts(&a, &b, &ContactSettings::default());
/// assert_eq!(manifold.normal, [0.0, 1.0, 0.0]);
/// assert_eq!(manifold.points.len(), 4);
/// assert!(manifold.points.iter().all(|point| point.depth == 0.25));
/// ```
#[must_use]
pub fn contacts(a: &Placed<'_>, b: &Placed<'_>, settings: &ContactSettings) -> Manifold {
    let pair = Pair::new(a, b);
    let found = search(&pair, EdgeSearch::GaussMap, &mut SatStatistics::default());
    if found.best.separation > settings.margin() {
        return manifold(&pair, ContactKind::Separated, &found.best, Vec::new());
    }
    let chosen = axis_of_contacts(&pair, &found);
    let touches = touches(&pair, &chosen, settings);
    if found.best.separation > -pair.rounding() && hide(&pair, found.best.separation, &touches) {
        let nearest = apart(&pair, &found.best, settings);
        let is_nearer = hide(&pair, -f64::from(nearest.depth), &touches);
        if touches.is_empty() || (nearest.kind == ContactKind::Closest && is_nearer) {
            return nearest;
        }
    }
    if is_shallow(&pair, &chosen, &touches) {
        return fallback(&pair, &found, &chosen, settings);
    }
    along_axis(&pair, &chosen, touches, settings)
}

/// The best axis, or the best face if it is nearly as good and nearly parallel to winning edges.
///
/// Nearly parallel faces then get several points instead of one. The rule is applied after the search, as in
/// the engine: during the search, another and worse pair of edges could replace the pair.
///
/// For shapes that touch along an edge or at a corner, many axes tie, and rounding chooses. The edges of such
/// an axis need not meet, but a tied face contains everything that touches, whichever way it faces.
fn axis_of_contacts(pair: &Pair<'_>, found: &Found) -> Candidate {
    let Found { face, best } = *found;
    let ties = best.separation <= face.separation + pair.rounding();
    let preferred = LARGEST_FACE_PREFERENCE * face.separation.abs();
    let allowed = face.separation + preferred.max(pair.noise());
    // Either may have the opposite direction if the offset of the centers along it is zero.
    let is_aligned = best.normal.dot(face.normal).abs() >= ALIGNED_FACE_COSINE;
    let yields = ties || (best.separation <= allowed && is_aligned);
    if best.axis.is_edges() && yields { face } else { best }
}

/// The contacts along an axis within the margin.
fn touches(pair: &Pair<'_>, chosen: &Candidate, settings: &ContactSettings) -> Vec<Touch> {
    let mut touches = match chosen.axis {
        Axis::FaceOfA { face } => patch::face(pair, Side::A, face),
        Axis::FaceOfB { face } => patch::face(pair, Side::B, face),
        Axis::Edges { a, b } => edges(pair, [a, b], chosen.normal).into_iter().collect(),
    };
    let farthest = -settings.margin() - pair.rounding();
    touches.retain(|touch| touch.depth >= farthest);
    touches
}

/// The contacts along an axis as a manifold, at most four if the settings ask for that.
fn along_axis(
    pair: &Pair<'_>,
    chosen: &Candidate,
    mut touches: Vec<Touch>,
    settings: &ContactSettings,
) -> Manifold {
    if settings.limit() == PointLimit::Four && touches.len() > 4 {
        let tangents = tangents(pair, chosen);
        let flat = |touch: &Touch| FlatPoint {
            position: tangents.map(|tangent| touch.position.dot(tangent)),
            depth: touch.depth,
        };
        let four = four_points(&touches.iter().map(flat).collect::<Vec<_>>());
        touches = four.into_iter().map(|number| touches[number]).collect();
    }
    let kind = if chosen.axis.is_edges() { ContactKind::Edge } else { ContactKind::Face };
    manifold(pair, kind, chosen, touches)
}

/// Two perpendicular unit directions across the normal, the first along an edge.
fn tangents(pair: &Pair<'_>, chosen: &Candidate) -> [DVec3; 2] {
    let first_side =
        |placed: &Placed<'_>, face: usize| placed.edges()[placed.shape().faces()[face].edges()[0]];
    let along = match chosen.axis {
        Axis::FaceOfA { face } => first_side(pair.a, face),
        Axis::FaceOfB { face } => first_side(pair.b, face),
        Axis::Edges { a, .. } => pair.a.edges()[a],
    };
    [along, chosen.normal.cross(along)]
}

/// The closest points of separated shapes as their one contact, or none beyond the margin.
fn apart(pair: &Pair<'_>, best: &Candidate, settings: &ContactSettings) -> Manifold {
    match closest::closest(pair) {
        Some(closest) if closest.distance <= settings.margin() + pair.rounding() => {
            between(pair, best, &closest)
        }
        _ => manifold(pair, ContactKind::Separated, best, Vec::new()),
    }
}

/// The contact between closest points.
///
/// If the shapes touch, the vector from one point to the other is rounding, and along it they can overlap by
/// far; the axis is then the better direction.
fn between(pair: &Pair<'_>, best: &Candidate, closest: &ClosestPoints) -> Manifold {
    let is_direction = closest.distance > 0.0 && pair.gap(closest.normal) >= best.separation;
    let chosen = if is_direction {
        Candidate { separation: closest.distance, normal: closest.normal, ..*best }
    } else {
        *best
    };
    let position = closest.on_a.midpoint(closest.on_b);
    let touch = Touch { position, depth: -chosen.separation, feature: closest.feature };
    manifold(pair, ContactKind::Closest, &chosen, vec![touch])
}

/// The contact of two edges: the points where they are closest.
///
/// None if these are ends of segments and the edges are separated along the normal, because another feature
/// may then be nearer. None if the edges miss each other sideways, which happens if rounding chose among axes
/// that tie.
fn edges(pair: &Pair<'_>, [a, b]: [usize; 2], normal: DVec3) -> Option<Touch> {
    let closest = closest::closest_of_segments(pair.edge(Side::A, a), pair.edge(Side::B, b));
    let gap = closest.on_second - closest.on_first;
    let depth = -gap.dot(normal);
    let aside = (gap + normal * depth).length();
    if (depth < 0.0 && !closest.inside) || aside > pair.noise() {
        return None;
    }
    let position = closest.on_first.midpoint(closest.on_second);
    Some(Touch { position, depth, feature: Feature::Edges { a, b } })
}

/// Whether no contact comes near the depth of overlapping shapes. A face that won only by its preference may
/// not contain the deepest point, and clipping then leaves nothing, or a shallow corner.
fn is_shallow(pair: &Pair<'_>, chosen: &Candidate, touches: &[Touch]) -> bool {
    chosen.separation <= 0.0 && hide(pair, chosen.separation, touches)
}

/// Whether contacts are less deep, or farther apart, than the shapes: outside the common part of two faces,
/// an edge of one may be nearer to the other than any point inside.
fn hide(pair: &Pair<'_>, separation: f64, touches: &[Touch]) -> bool {
    let deepest = touches.iter().map(|touch| touch.depth).fold(f64::NEG_INFINITY, f64::max);
    -deepest > separation + SHALLOW_PATCH * separation.abs() + pair.noise()
}

/// The contact of overlapping shapes for which the features of the axis give no contact as deep as the shapes
/// are.
///
/// If a face won only by its preference and does not contain the deepest point, the less deep edges cross. If
/// edges won by rounding, they need not cross, and then a face is as good, or, for shapes that only just
/// touch, the closest points. If there is none of these, a vertex is left.
fn fallback(
    pair: &Pair<'_>,
    found: &Found,
    chosen: &Candidate,
    settings: &ContactSettings,
) -> Manifold {
    if let Some(better) = best_edges(pair, found.face.separation)
        && let Axis::Edges { a, b } = better.axis
        && let Some(touch) = edges(pair, [a, b], better.normal)
        && !is_shallow(pair, &better, &[touch])
    {
        return manifold(pair, ContactKind::Edge, &better, vec![touch]);
    }
    let as_good = found.face.separation + pair.noise();
    if chosen.axis.is_edges() && chosen.separation <= as_good {
        let touches = touches(pair, &found.face, settings);
        if !touches.is_empty() && !is_shallow(pair, &found.face, &touches) {
            return along_axis(pair, &found.face, touches, settings);
        }
    }
    if let Some(closest) = closest::closest(pair)
        && closest.distance.max(-chosen.separation) <= pair.noise()
    {
        return between(pair, chosen, &closest);
    }
    manifold(pair, ContactKind::Fallback, chosen, vec![deepest_vertex(pair, chosen)])
}

/// The deepest vertex along a normal, with the surface of the other shape as far away as the pair is deep:
/// used if clipping leaves nothing as deep.
///
/// It is a vertex of b, or a vertex of a if the axis is a face of b, all of whose corners are equally deep.
fn deepest_vertex(pair: &Pair<'_>, chosen: &Candidate) -> Touch {
    let depth = -chosen.separation;
    let [forward, backward] = [chosen.normal, chosen.normal.map(|component| -component)];
    if matches!(chosen.axis, Axis::FaceOfB { .. }) {
        let vertex = pair.a.farthest(forward);
        let position = pair.vertex(Side::A, vertex) + backward * (0.5 * depth);
        return Touch { position, depth, feature: Feature::VertexOfA { vertex } };
    }
    let vertex = pair.b.farthest(backward);
    let position = pair.vertex(Side::B, vertex) + forward * (0.5 * depth);
    Touch { position, depth, feature: Feature::VertexOfB { vertex } }
}

/// The manifold, rounded, with its points moved to the world.
fn manifold(
    pair: &Pair<'_>,
    kind: ContactKind,
    chosen: &Candidate,
    touches: Vec<Touch>,
) -> Manifold {
    let points = touches.into_iter().map(|touch| ContactPoint {
        position: narrow(pair.a.center() + touch.position),
        depth: round(touch.depth),
        feature: touch.feature,
    });
    Manifold {
        kind,
        axis: chosen.axis,
        normal: narrow(chosen.normal),
        depth: round(-chosen.separation),
        points: points.collect(),
    }
}
