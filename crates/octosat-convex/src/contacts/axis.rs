//! The axis of a contact: the best one, but for edges that nearly agree with a face.

use crate::sat::{Candidate, Found, Pair};
use crate::tolerances::{ALIGNED_FACE_COSINE, FACE_PREFERENCE_NOISE, LARGEST_FACE_PREFERENCE};
use crate::vector::dot;

/// The best axis, or the best face if it is nearly as good and nearly parallel to winning edges.
///
/// Nearly parallel faces then get a patch of points and not one. The rule comes after the search, as
/// in the engine: during it another and worse pair of edges could take the place.
///
/// Of shapes that just touch, the edges may win by rounding, and then no edges need cross where they are.
pub(super) fn for_contacts(pair: &Pair<'_>, found: &Found) -> Candidate {
    let Found { face, best } = *found;
    let rounding = FACE_PREFERENCE_NOISE * (pair.a.shape().extent() + pair.b.shape().extent());
    let preferred = LARGEST_FACE_PREFERENCE * face.separation.abs();
    let allowed = face.separation + preferred.max(rounding);
    // Either may lead the other way where the centres are level along it.
    let is_aligned = dot(best.normal, face.normal).abs() >= ALIGNED_FACE_COSINE;
    if best.axis.is_edges() && best.separation <= allowed && is_aligned { face } else { best }
}
