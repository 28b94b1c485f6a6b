//! Chooses the axis of a contact: the best one, except for edges that nearly agree with a face.

use crate::sat::{Candidate, Found, Pair};
use crate::tolerances::{ALIGNED_FACE_COSINE, LARGEST_FACE_PREFERENCE};
use crate::vector::dot;

/// The best axis, or the best face if it is nearly as good and nearly parallel to winning edges.
///
/// Nearly parallel faces then get several points instead of one. The rule is applied after the search, as in
/// the engine: during the search, another and worse pair of edges could replace the pair.
///
/// For shapes that touch along an edge or at a corner, many axes tie, and rounding chooses. The edges of such
/// an axis need not meet, but a tied face contains everything that touches, whichever way it faces.
pub(super) fn for_contacts(pair: &Pair<'_>, found: &Found) -> Candidate {
    let Found { face, best } = *found;
    let ties = best.separation <= face.separation + pair.rounding();
    let preferred = LARGEST_FACE_PREFERENCE * face.separation.abs();
    let allowed = face.separation + preferred.max(pair.noise());
    // Either may have the opposite direction if the offset of the centers along it is zero.
    let is_aligned = dot(best.normal, face.normal).abs() >= ALIGNED_FACE_COSINE;
    let yields = ties || (best.separation <= allowed && is_aligned);
    if best.axis.is_edges() && yields { face } else { best }
}
