//! Contact manifolds without a cache: up to four or eight points per pair.
//!
//! Reading order: the axis and the assembly of the manifold in this file, the two faces in one plane
//! ([`faces`]), the corners of their intersection ([`clip`]), the selection of four points ([`select`]), the
//! closest points of separated boxes ([`closest`]), and contacts that leave no covered face ([`covered`]).

mod clip;
mod closest;
mod covered;
mod faces;
mod select;

pub use self::covered::{PlainCover, PlainRectangle, covered_contacts};

use self::clip::{Candidate, clip};
use self::closest::{CLOSEST, ClosestPoints, closest_points};
use self::faces::{FacePair, PlanePoint, turned};
use self::select::keep_four;
use super::arithmetic::{clamped, dot, greater, lesser};
use super::frame::{Frame, by_quaternion, rotation_matrix};
use super::penetration::{Best, FIRST_EDGE, NO_AXIS, best_of_all, best_of_faces, local_normal};
use crate::boxes::{ContactAnswer, OrientedBox};
use crate::tolerances::{ALIGNED_FACE_COSINE, LARGEST_PREFERENCE, SHOWN_PART};

/// The settings of a manifold.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlainSettings {
    /// The largest gap with contacts, meters, finite and at least zero.
    pub within: f32,
    /// The largest number of points, four or eight.
    pub limit: usize,
    /// Whether positions are relative to the center of a, and not to the origin of the world.
    pub relative: bool,
}

impl PlainSettings {
    /// The origin of positions.
    fn origin(self, a: &OrientedBox) -> [f32; 3] {
        if self.relative { [0.0; 3] } else { a.center }
    }
}

/// The kind of contact of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlainKind {
    /// The boxes are farther apart than the margin.
    Separated,
    /// Contact along a face normal.
    Face,
    /// Contact along the cross product of two edges.
    Edge,
    /// The closest points of separated boxes.
    Closest,
    /// One point of overlapping boxes for which clipping left nothing.
    Fallback,
    /// The input is not finite.
    NonFinite,
    /// The boxes overlap, but every contact would leave a covered face.
    Covered,
}

/// The contacts of a pair.
#[derive(Clone, Debug, PartialEq)]
pub struct PlainManifold {
    /// Unit, world, from a to b; zero without contact.
    pub normal: [f32; 3],
    /// Meters along the normal, negative for a gap; NaN if the input is not finite.
    pub depth: f32,
    /// The axis, numbered as in [`octosat_rows::Penetration`].
    pub axis: u8,
    /// The kind of contact.
    pub kind: PlainKind,
    /// Whether one of the clipped faces has no area.
    pub is_degenerate: bool,
    /// The exponent, as in the bits of a float32, of the sum of the half extents of the smaller box; zero without
    /// points.
    pub size: u8,
    /// The points; none without contact.
    pub points: Vec<ContactAnswer>,
}

/// The contact manifold of two boxes; without points if a number is not finite.
#[must_use]
pub fn contacts(a: &OrientedBox, b: &OrientedBox, settings: PlainSettings) -> PlainManifold {
    let frame = Frame::of_oriented(a, b);
    let rest = Rest { closest: |_: &ClosestPoints| true, fallback: true };
    finite(match usual_axis(&frame, settings.within) {
        Ok(UsualAxis { contact, .. }) => along(a, &frame, contact, settings, &rest),
        Err(manifold) => manifold,
    })
}

/// A manifold, or one without points if a number is not finite.
fn finite(manifold: PlainManifold) -> PlainManifold {
    let positions = manifold.points.iter().flat_map(|point| point.position);
    if manifold.normal.into_iter().chain(positions).all(f32::is_finite) {
        return manifold;
    }
    without_contact(PlainKind::NonFinite, f32::NAN, NO_AXIS)
}

/// What a contact may be if clipping the faces does not show it.
struct Rest<C> {
    /// Whether these closest points may be a contact.
    closest: C,
    /// Whether boxes that overlap have a contact without a candidate.
    fallback: bool,
}

/// The points that clipping the faces along a normal leaves, and the least gap of all candidates; infinite without
/// points.
struct Clipped {
    faces: FacePair,
    candidates: Vec<Candidate>,
    least: f32,
}

impl Clipped {
    fn new(frame: &Frame, local_normal: [f32; 3], separation: f32, within: f32) -> Self {
        let faces = FacePair::new(frame, local_normal);
        let mut candidates = clip(&faces);
        let gaps = candidates.iter().map(|candidate| candidate.point.gap);
        let least = gaps.fold(f32::INFINITY, |least, gap| lesser(gap, least));
        // Boxes that overlap show their deepest candidate, whatever its gap.
        let limit = greater(within, if separation <= 0.0 { least } else { 0.0 });
        candidates.retain(|candidate| candidate.point.gap <= limit);
        let least = if candidates.is_empty() { f32::INFINITY } else { least };
        Self { faces, candidates, least }
    }
}

/// The contact manifold along an axis, also with numbers that are not finite.
fn along(
    a: &OrientedBox,
    frame: &Frame,
    Best { separation, axis }: Best,
    settings: PlainSettings,
    rest: &Rest<impl Fn(&ClosestPoints) -> bool>,
) -> PlainManifold {
    let local_normal = local_normal(frame, axis);
    let Clipped { faces, mut candidates, least } =
        Clipped::new(frame, local_normal, separation, settings.within);
    // There are never more than eight.
    if candidates.len() > settings.limit {
        keep_four(&mut candidates, &faces);
    }

    let mut manifold = without_contact(PlainKind::Separated, 0.0 - separation, axis);
    manifold.is_degenerate = faces.is_degenerate();
    if separation > 0.0 && !shows(frame, least, separation) {
        let allowed = |points: &ClosestPoints| {
            !shows(frame, least, points.distance) && (rest.closest)(points)
        };
        if let Some(closest) = closest_contact(a, frame, &manifold, settings, allowed) {
            return closest;
        }
        if candidates.is_empty() {
            return manifold;
        }
    }
    manifold.kind = if axis >= FIRST_EDGE { PlainKind::Edge } else { PlainKind::Face };
    if candidates.is_empty() {
        manifold.kind = PlainKind::Fallback;
        if !rest.fallback {
            return manifold;
        }
        candidates.push(fallback(&faces, separation));
    }
    manifold.size = size_of(frame);
    manifold.normal = by_quaternion(a.rotation, local_normal);
    let axes = rotation_matrix(a.rotation);
    let origin = settings.origin(a);
    for Candidate { point: PlanePoint { u, v, gap }, feature } in candidates {
        let gap = lesser(settings.within, gap);
        let position = std::array::from_fn(|k| {
            let [out, along_u, along_v] = turned(axes[k], faces.a.axis);
            let on_face = faces.a.height() * out + origin[k];
            ((on_face + u * along_u) + v * along_v) + gap * (0.5 * manifold.normal[k])
        });
        manifold.points.push(ContactAnswer { position, depth: 0.0 - gap, feature });
    }
    manifold
}

/// The contact of the closest points if they are within the margin and they, and the direction between them along the
/// axes of a, are allowed. `empty` is the row without contact.
fn closest_contact(
    a: &OrientedBox,
    frame: &Frame,
    empty: &PlainManifold,
    settings: PlainSettings,
    allowed: impl Fn(&ClosestPoints) -> bool,
) -> Option<PlainManifold> {
    let closest = closest_points(frame, local_normal(frame, empty.axis));
    if !(closest.distance <= settings.within && allowed(&closest)) {
        return None;
    }
    let normal = by_quaternion(a.rotation, closest.normal);
    let (axes, origin) = (rotation_matrix(a.rotation), settings.origin(a));
    let (feature, depth) = (closest.feature, 0.0 - closest.distance);
    let position = std::array::from_fn(|k| origin[k] + dot(closest.middle, axes[k]));
    let points = vec![ContactAnswer { position, depth, feature }];
    let (kind, size) = (PlainKind::Closest, size_of(frame));
    Some(PlainManifold { normal, depth, kind, size, points, ..*empty })
}

fn without_contact(kind: PlainKind, depth: f32, axis: u8) -> PlainManifold {
    let (normal, points) = ([0.0; 3], Vec::new());
    PlainManifold { normal, depth, axis, kind, is_degenerate: false, size: 0, points }
}

/// The exponent of the sum of the half extents of the smaller box.
fn size_of(frame: &Frame) -> u8 {
    let [_, _, low, high] = frame.smaller_extent().to_bits().to_le_bytes();
    high << 1 | low >> 7
}

/// The axes of a pair that no axis separates by more than the margin.
struct UsualAxis {
    /// The best axis.
    best: Best,
    /// The axis of the contact.
    contact: Best,
}

/// The axes of a pair, or its manifold if an axis separates it by more than the margin.
fn usual_axis(frame: &Frame, within: f32) -> Result<UsualAxis, PlainManifold> {
    let Some(face) = best_of_faces(frame) else {
        return Err(without_contact(PlainKind::NonFinite, f32::NAN, NO_AXIS));
    };
    let best = if face.separation > within { face } else { best_of_all(frame, face) };
    if best.separation > within {
        return Err(without_contact(PlainKind::Separated, 0.0 - best.separation, best.axis));
    }
    Ok(UsualAxis { best, contact: contact_axis(frame, face, best) })
}

/// The axis of the contact: the best axis. But if that is an edge axis, and the best face is nearly as good and nearly
/// parallel to it, it is the face axis, which gives a patch of points.
fn contact_axis(frame: &Frame, face: Best, best: Best) -> Best {
    // If the offset of the centers has no component along an axis, its normal can have either sign.
    let cosine = dot(local_normal(frame, best.axis), local_normal(frame, face.axis));
    let limit = face.separation + LARGEST_PREFERENCE * face.separation.abs();
    let yields = best.separation <= limit && ALIGNED_FACE_COSINE <= cosine.abs();
    if yields { face } else { best }
}

/// Whether the smallest gap of the points is near enough to the distance of the boxes.
fn shows(frame: &Frame, least: f32, distance: f32) -> bool {
    least <= distance + (SHOWN_PART * distance.abs() + frame.noise())
}

/// The candidate of overlapping boxes for which clipping left none: the deepest corner of b's face, moved onto
/// a's.
fn fallback(faces: &FacePair, separation: f32) -> Candidate {
    let mut corner = faces.center;
    for edge in faces.edges {
        corner = corner.moved(if edge.gap > 0.0 { -1.0 } else { 1.0 }, edge);
    }
    let [u, v] = [clamped(corner.u, faces.a.half[1]), clamped(corner.v, faces.a.half[2])];
    Candidate { point: PlanePoint { u, v, gap: separation }, feature: CLOSEST }
}
