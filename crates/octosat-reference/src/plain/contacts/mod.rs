//! Contact manifolds without memory: up to four or eight points where two boxes touch.
//!
//! Read in this order: the axis and the assembly of the manifold here, the two faces in one plane ([`faces`]), the
//! corners of their intersection ([`clip`]), four of too many ([`select`]), the closest points of boxes that are
//! apart ([`closest`]).

mod clip;
mod closest;
mod faces;
mod select;

use self::clip::{Candidate, clip};
use self::closest::{CLOSEST, closest_points};
use self::faces::{FacePair, PlanePoint, turned};
use self::select::keep_four;
use super::arithmetic::{clamped, dot, lesser, ma, sum};
use super::direction::by_quaternion;
use super::frame::{Frame, rotation_matrix};
use super::penetration::{Best, FIRST_EDGE, NO_AXIS, best_of_all, best_of_faces, local_normal};
use crate::OrientedBox;
use crate::tolerances::{
    ALIGNED_FACE_COSINE, CLIP_SLACK, GAP_LIMIT, LARGEST_PREFERENCE, SHOWN_NOISE, SHOWN_PART,
};

/// What a manifold is asked for with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlainSettings {
    /// How far apart boxes may be, meters, finite and at least zero.
    pub margin: f32,
    /// The most points, four or eight.
    pub limit: usize,
    /// Whether positions are relative to the center of a instead of the origin of the world.
    pub relative: bool,
}

/// What was found about a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlainKind {
    /// The boxes are farther apart than the margin.
    Separated,
    /// Contact along a face normal.
    Face,
    /// Contact along the cross product of two edges.
    Edge,
    /// The closest points of boxes that are apart.
    Closest,
    /// One point of overlapping boxes whose clipped faces left nothing.
    Fallback,
    /// The input is not finite.
    NonFinite,
}

/// A contact point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlainPoint {
    /// Half-way between the two surfaces, meters.
    pub position: [f32; 3],
    /// Penetration along the normal, meters; negative for a gap.
    pub depth: f32,
    /// Which features touch: 0..8 a corner of b, 8..16 a corner of a, 16 + 12·edge of a + edge of b two edges; 160 and
    /// these for closest points, 160 for a fallback.
    pub feature: u32,
}

/// The contacts of a pair.
#[derive(Clone, Debug, PartialEq)]
pub struct PlainManifold {
    /// Unit, world, from a to b; zero without contact.
    pub normal: [f32; 3],
    /// Meters along the normal, negative apart; NaN for input that is not finite.
    pub depth: f32,
    /// The axis, numbered as in [`super::PlainPenetration`].
    pub axis: u8,
    /// What was found.
    pub kind: PlainKind,
    /// Whether faces were clipped of which one has no area.
    pub is_degenerate: bool,
    /// None without contact.
    pub points: Vec<PlainPoint>,
}

/// The contact manifold of two boxes; none where a number of it is not finite.
#[must_use]
pub fn contacts(a: &OrientedBox, b: &OrientedBox, settings: PlainSettings) -> PlainManifold {
    let manifold = found(a, b, settings);
    let positions = manifold.points.iter().flat_map(|point| point.position);
    if manifold.normal.into_iter().chain(positions).all(f32::is_finite) {
        return manifold;
    }
    without_contact(PlainKind::NonFinite, f32::NAN, NO_AXIS)
}

/// The same whatever its numbers are.
fn found(a: &OrientedBox, b: &OrientedBox, settings: PlainSettings) -> PlainManifold {
    let frame = Frame::of_oriented(a, b);
    let Best { separation, axis } = match contact_axis(&frame, settings.margin) {
        Ok(best) => best,
        Err(manifold) => return manifold,
    };
    let local_normal = local_normal(&frame, axis);
    let faces = FacePair::new(&frame, local_normal);
    let mut candidates = clip(&faces, settings.margin + GAP_LIMIT * faces.slack);
    // There are never more than eight.
    if candidates.len() > settings.limit {
        keep_four(&mut candidates);
    }

    let mut manifold = without_contact(PlainKind::Separated, 0.0 - separation, axis);
    manifold.is_degenerate = faces.is_degenerate();
    let axes = rotation_matrix(a.rotation);
    let origin = if settings.relative { [0.0; 3] } else { a.center };
    let gaps = candidates.iter().map(|candidate| candidate.point.gap);
    let least = gaps.fold(f32::INFINITY, |least, gap| lesser(gap, least));
    if separation > 0.0 && !shows(&frame, least, separation) {
        let closest = closest_points(&frame);
        let distance = closest.distance_squared.sqrt();
        if distance <= settings.margin && !shows(&frame, least, distance) {
            let coincide = distance <= CLIP_SLACK * (sum(frame.own_a) + sum(frame.own_b));
            let way = closest.between().map(|component| component / distance);
            let normal = by_quaternion(a.rotation, if coincide { local_normal } else { way });
            let (middle, feature, depth) = (closest.middle(), closest.feature, 0.0 - distance);
            let position = std::array::from_fn(|k| origin[k] + dot(middle, axes[k]));
            let points = vec![PlainPoint { position, depth, feature }];
            return PlainManifold { normal, depth, kind: PlainKind::Closest, points, ..manifold };
        }
        if candidates.is_empty() {
            return manifold;
        }
    }
    manifold.kind = if axis >= FIRST_EDGE { PlainKind::Edge } else { PlainKind::Face };
    if candidates.is_empty() {
        manifold.kind = PlainKind::Fallback;
        candidates.push(fallback(&faces, separation));
    }
    manifold.normal = by_quaternion(a.rotation, local_normal);
    for Candidate { point: PlanePoint { u, v, gap }, feature } in candidates {
        let gap = lesser(settings.margin, gap);
        let position = std::array::from_fn(|k| {
            let [out, along_u, along_v] = turned(axes[k], faces.a.axis);
            let on_face = ma(faces.a.height(), out, origin[k]);
            ((on_face + u * along_u) + v * along_v) + gap * (0.5 * manifold.normal[k])
        });
        manifold.points.push(PlainPoint { position, depth: 0.0 - gap, feature });
    }
    manifold
}

fn without_contact(kind: PlainKind, depth: f32, axis: u8) -> PlainManifold {
    let points = Vec::new();
    PlainManifold { normal: [0.0; 3], depth, axis, kind, is_degenerate: false, points }
}

/// The axis of the contact, or the manifold of a pair that an axis keeps apart by more than the margin.
///
/// It is the best axis, unless that is of two edges and the best face is nearly as good and nearly parallel: then the
/// face gives a patch of points.
fn contact_axis(frame: &Frame, margin: f32) -> Result<Best, PlainManifold> {
    let Some(face) = best_of_faces(frame) else {
        return Err(without_contact(PlainKind::NonFinite, f32::NAN, NO_AXIS));
    };
    let best = if face.separation > margin { face } else { best_of_all(frame, face) };
    if best.separation > margin {
        return Err(without_contact(PlainKind::Separated, 0.0 - best.separation, best.axis));
    }
    // Either normal may lead the other way, where the centers are level along it.
    let cosine = dot(local_normal(frame, best.axis), local_normal(frame, face.axis));
    let limit = face.separation + LARGEST_PREFERENCE * face.separation.abs();
    let yields = best.separation <= limit && ALIGNED_FACE_COSINE <= cosine.abs();
    Ok(if yields { face } else { best })
}

/// Whether points with this least gap show how far apart the boxes are.
fn shows(frame: &Frame, least: f32, distance: f32) -> bool {
    let noise = SHOWN_NOISE * lesser(sum(frame.own_b), sum(frame.own_a));
    least <= distance + (SHOWN_PART * distance.abs() + noise)
}

/// The one candidate of overlapping boxes whose faces left none: the deepest corner of b's face, moved onto a's.
fn fallback(faces: &FacePair, separation: f32) -> Candidate {
    let mut corner = faces.center;
    for edge in faces.edges {
        corner = corner.moved(if edge.gap > 0.0 { -1.0 } else { 1.0 }, edge);
    }
    let [u, v] = [clamped(corner.u, faces.a.half[1]), clamped(corner.v, faces.a.half[2])];
    Candidate { point: PlanePoint { u, v, gap: separation }, feature: CLOSEST }
}
