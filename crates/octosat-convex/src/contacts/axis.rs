//! The axis of a contact: the best one, but for edges that nearly agree with a face.

use crate::sat::{Candidate, Found, Pair};
use crate::tolerances::{
    ALIGNED_FACE_COSINE, FACE_PREFERENCE_NOISE, LARGEST_FACE_PREFERENCE, SMALLEST_GAP,
};
use crate::vector::dot;

/// The best axis, or the best face if it is nearly as good and nearly parallel to winning edges.
///
/// Nearly parallel faces then get a patch of points and not one. The rule comes after the search, as
/// in the engine: during it another and worse pair of edges could take the place.
///
/// Of shapes that touch along an edge or at a corner many axes tie, and rounding alone chooses. The edges of
/// such an axis need not meet; a face that ties holds all that touches, whichever way it looks.
pub(super) fn for_contacts(pair: &Pair<'_>, found: &Found) -> Candidate {
    let Found { face, best } = *found;
    let ties = best.separation <= face.separation + SMALLEST_GAP * pair.size();
    let preferred = LARGEST_FACE_PREFERENCE * face.separation.abs();
    let allowed = face.separation + preferred.max(FACE_PREFERENCE_NOISE * pair.size());
    // Either may lead the other way where the centers are level along it.
    let is_aligned = dot(best.normal, face.normal).abs() >= ALIGNED_FACE_COSINE;
    let yields = ties || (best.separation <= allowed && is_aligned);
    if best.axis.is_edges() && yields { face } else { best }
}
