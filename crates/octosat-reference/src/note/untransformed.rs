//! The table without the transformation, which the note announces and does not contain.

use crate::textbook::MatrixBox;
use crate::vector::{cross, difference, dot};

/// Whether two boxes overlap, by the fifteen cases with all vectors in world space. Touching counts.
///
/// Each case projects the half axes of both boxes and the offset of the centers on its axis L. Let e be the half
/// extents of A and f those of B: Ra = Σ e.k · |A.k · L|, Rb = Σ f.k · |B.k · L|, and T · L. These are seven dot
/// products per case. With the vectors in a's space, twelve dot products serve all cases, and each case needs a few
/// products of their results. An axis of length zero has Rab = |T · L| = 0 and never separates the boxes.
#[must_use]
pub fn overlaps_untransformed(a: &MatrixBox, b: &MatrixBox) -> bool {
    let offset = difference(b.center, a.center);
    let is_apart = |axis: [f32; 3]| reach(a, axis) + reach(b, axis) < dot(offset, axis).abs();
    let edges = || a.axes.iter().flat_map(|&i| b.axes.iter().map(move |&j| cross(i, j)));
    !a.axes.into_iter().chain(b.axes).chain(edges()).any(is_apart)
}

/// The projected radius of a box: the sum of the magnitudes of its projected half axes.
fn reach(given: &MatrixBox, axis: [f32; 3]) -> f32 {
    let halves = given.axes.iter().zip(given.half_extents);
    halves.map(|(own, half)| half * dot(*own, axis).abs()).sum()
}
