//! Where two polyhedra touch: a normal, and points with depths and names.

mod axis;
mod clip;
mod closest;
mod patch;
mod reduce;
mod segments;
mod types;

pub use types::{
    ContactKind, ContactPoint, ContactSettings, Feature, InvalidMargin, Manifold, PointLimit,
};

use self::closest::ClosestPoints;
use crate::placed::Placed;
use crate::results::{Axis, SatStatistics};
use crate::sat::{Candidate, EdgeSearch, Found, Pair, Side, best_edges, search};
use crate::tolerances::{CLIP_TOLERANCE, FACE_PREFERENCE_NOISE, SHALLOW_PATCH, SMALLEST_GAP};
use crate::vector::{Vector, along, difference, dot, length, midpoint, narrow, round};

/// A contact before rounding, in the frame of a's center.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Touch {
    /// Half-way between the surfaces.
    position: Vector,
    /// Meters along the normal.
    depth: f64,
    feature: Feature,
}

/// The contacts of two polyhedra that overlap or are within the margin.
///
/// Overlapping shapes get the normal of [`crate::penetration`], except that a pair of edges nearly
/// parallel to a face that is barely deeper yields to it, so that faces get a patch and not a
/// point. Shapes apart get their closest points where these are nearer than what their faces have in
/// common, or their faces do not look at each other.
///
/// ```
/// use octosat_convex::{ContactSettings, Placed, Polyhedron, Pose, contacts};
///
/// let cube = Polyhedron::cuboid([1.0; 3])?;
/// let a = Placed::new(&cube, &Pose::IDENTITY);
/// let b = Placed::new(&cube, &Pose::new([0.5, 1.75, 0.0], [0.0, 0.0, 0.0, 1.0])?);
/// let manifold = contacts(&a, &b, &ContactSettings::default());
/// assert_eq!(manifold.normal, [0.0, 1.0, 0.0]);
/// assert_eq!(manifold.points.len(), 4);
/// assert!(manifold.points.iter().all(|point| point.depth == 0.25));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn contacts(a: &Placed<'_>, b: &Placed<'_>, settings: &ContactSettings) -> Manifold {
    let pair = Pair::new(a, b);
    let found = search(&pair, EdgeSearch::GaussMap, &mut SatStatistics::default());
    if found.best.separation > settings.margin() {
        return manifold(&pair, ContactKind::Separated, &found.best, Vec::new());
    }
    let chosen = axis::for_contacts(&pair, &found);
    let touches = touches(&pair, &chosen, settings);
    if found.best.separation > -rounding(&pair) && hide(&pair, found.best.separation, &touches) {
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

/// Meters within which shapes that just touch are apart, or overlap, by rounding.
fn rounding(pair: &Pair<'_>) -> f64 {
    SMALLEST_GAP * pair.size()
}

/// The contacts along an axis within the margin.
fn touches(pair: &Pair<'_>, chosen: &Candidate, settings: &ContactSettings) -> Vec<Touch> {
    let mut touches = match chosen.axis {
        Axis::FaceOfA { face } => patch::face(pair, Side::A, face),
        Axis::FaceOfB { face } => patch::face(pair, Side::B, face),
        Axis::Edges { a, b } => edges(pair, [a, b], chosen.normal).into_iter().collect(),
    };
    let farthest = -settings.margin() - rounding(pair);
    touches.retain(|touch| touch.depth >= farthest);
    touches
}

/// The contacts along an axis as the answer, at most four if so asked.
fn along_axis(
    pair: &Pair<'_>,
    chosen: &Candidate,
    mut touches: Vec<Touch>,
    settings: &ContactSettings,
) -> Manifold {
    if settings.limit() == PointLimit::Four && touches.len() > 4 {
        touches = reduce::to_four(&touches, chosen.normal);
    }
    let kind = if chosen.axis.is_edges() { ContactKind::Edge } else { ContactKind::Face };
    manifold(pair, kind, chosen, touches)
}

/// The closest points of shapes apart as their one contact, or none beyond the margin.
fn apart(pair: &Pair<'_>, best: &Candidate, settings: &ContactSettings) -> Manifold {
    match closest::closest(pair) {
        Some(closest) if closest.distance <= settings.margin() + rounding(pair) => {
            between(pair, best, &closest)
        }
        _ => manifold(pair, ContactKind::Separated, best, Vec::new()),
    }
}

/// The contact between closest points.
///
/// What leads from one to the other where shapes touch is rounding, along which they overlap by far; the
/// axis is then the better direction.
fn between(pair: &Pair<'_>, best: &Candidate, closest: &ClosestPoints) -> Manifold {
    let is_direction = closest.distance > 0.0 && pair.gap(closest.normal) >= best.separation;
    let chosen = if is_direction {
        Candidate { separation: closest.distance, normal: closest.normal, ..*best }
    } else {
        *best
    };
    let position = midpoint(closest.on_a, closest.on_b);
    let touch = Touch { position, depth: -chosen.separation, feature: closest.feature };
    manifold(pair, ContactKind::Closest, &chosen, vec![touch])
}

/// The contact of two edges: the points where they are closest.
///
/// None where these are ends of segments and the edges are apart along the normal, for another feature
/// may then be nearer; and none where the edges miss each other beside the normal, which they do where
/// rounding chose among axes that tie.
fn edges(pair: &Pair<'_>, [a, b]: [usize; 2], normal: Vector) -> Option<Touch> {
    let closest = segments::closest(pair.edge(Side::A, a), pair.edge(Side::B, b));
    let gap = difference(closest.on_second, closest.on_first);
    let depth = -dot(gap, normal);
    let beside = length(along(gap, depth, normal));
    if (depth < 0.0 && !closest.inside) || beside > CLIP_TOLERANCE * pair.size() {
        return None;
    }
    let position = midpoint(closest.on_first, closest.on_second);
    Some(Touch { position, depth, feature: Feature::Edges { a, b } })
}

/// Whether no contact comes near the depth of overlapping shapes: a face that is only preferred may look
/// past what lies deepest, and clipping then leaves nothing, or a shallow corner of the patch.
fn is_shallow(pair: &Pair<'_>, chosen: &Candidate, touches: &[Touch]) -> bool {
    chosen.separation <= 0.0 && hide(pair, chosen.separation, touches)
}

/// Whether contacts hide how deep shapes are, or how near: beside the common part of two faces an edge of
/// one may come nearer to the other than any point in there.
fn hide(pair: &Pair<'_>, separation: f64, touches: &[Touch]) -> bool {
    let deepest = touches.iter().map(|touch| touch.depth).fold(f64::NEG_INFINITY, f64::max);
    let slack = CLIP_TOLERANCE * pair.size();
    -deepest > separation + SHALLOW_PATCH * separation.abs() + slack
}

/// The contact of overlapping shapes whose features along the axis do not make one as deep as they are.
///
/// A face that won by the preference alone may look past what lies deepest, and the edges that are less
/// deep do cross. Edges that won by rounding need not cross, and then a face is as good, or of shapes that
/// only just touch the closest points. Where none is, a vertex is left.
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
    let as_good = found.face.separation + FACE_PREFERENCE_NOISE * pair.size();
    if chosen.axis.is_edges() && chosen.separation <= as_good {
        let touches = touches(pair, &found.face, settings);
        if !touches.is_empty() && !is_shallow(pair, &found.face, &touches) {
            return along_axis(pair, &found.face, touches, settings);
        }
    }
    let slack = CLIP_TOLERANCE * pair.size();
    if let Some(closest) = closest::closest(pair)
        && closest.distance.max(-chosen.separation) <= slack
    {
        return between(pair, chosen, &closest);
    }
    manifold(pair, ContactKind::Fallback, chosen, vec![deepest_vertex(pair, chosen)])
}

/// The vertex that lies deepest along a normal, and the surface of the other shape as far away as the
/// pair is deep: what is left where clipping leaves nothing as deep.
///
/// It is one of b, but under a face of b, all of whose corners are as deep, one of a.
fn deepest_vertex(pair: &Pair<'_>, chosen: &Candidate) -> Touch {
    let depth = -chosen.separation;
    let [forward, backward] = [chosen.normal, chosen.normal.map(|component| -component)];
    if matches!(chosen.axis, Axis::FaceOfB { .. }) {
        let vertex = pair.a.farthest(forward);
        let position = along(pair.vertex(Side::A, vertex), 0.5 * depth, backward);
        return Touch { position, depth, feature: Feature::VertexOfA { vertex } };
    }
    let vertex = pair.b.farthest(backward);
    let position = along(pair.vertex(Side::B, vertex), 0.5 * depth, forward);
    Touch { position, depth, feature: Feature::VertexOfB { vertex } }
}

/// The answer, rounded, its points moved to the world.
fn manifold(
    pair: &Pair<'_>,
    kind: ContactKind,
    chosen: &Candidate,
    touches: Vec<Touch>,
) -> Manifold {
    let points = touches.into_iter().map(|touch| ContactPoint {
        position: narrow(along(pair.a.center(), 1.0, touch.position)),
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
