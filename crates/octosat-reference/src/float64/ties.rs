//! Two axes of a pair of boxes, of which float32 may take either.

use super::pair::ReferencePair;

/// The number of face axes; those of edges follow.
const FACE_AXES: u8 = 6;

impl ReferencePair {
    /// Whether float32 may take either of two axes for the better one: they are equal within the error bound, or one
    /// is of edges and at a limit of the preference for the best face, parts of the depth.
    #[must_use]
    pub fn is_tie(&self, axes: [u8; 2], face_preferences: [f64; 2]) -> bool {
        let known = self.separations();
        let mut tolerance = 2.0 * self.error_bound();
        for axis in axes.into_iter().filter(|&axis| axis >= FACE_AXES) {
            tolerance += self.error_bound() / known.edge_sines[usize::from(axis - FACE_AXES)];
        }
        let separations = axes.map(|axis| known.axis_separations[usize::from(axis)]);
        let [Some(first), Some(second)] = separations else { return false };
        let is_near = |difference: f64| difference.abs() <= tolerance;
        let worse = first.min(second);
        let limits = face_preferences.map(|part| part * (-worse).max(0.0));
        let of_two_kinds = (axes[0] < FACE_AXES) != (axes[1] < FACE_AXES);
        let is_at_limit = |limit: &f64| is_near(first.max(second) - worse - limit);
        is_near(first - second) || of_two_kinds && limits.iter().any(is_at_limit)
    }

    /// Whether the second axis is a pair of edges that are parallel in float64 and, turned by its rounding, not in
    /// float32, and the boxes are at least as far apart along the normal that float32 gave them as along the first
    /// axis.
    ///
    /// That normal is any direction across the edges. Boxes are as far apart as any direction shows; separated ones can
    /// be farther apart along this one than along each of the axes, and then it is right to take it.
    #[must_use]
    pub fn is_tie_of_parallels(&self, axes: [u8; 2], normal: [f32; 3]) -> bool {
        let known = self.separations();
        let [Some(own), None] = axes.map(|axis| known.axis_separations[usize::from(axis)]) else {
            return false;
        };
        let shown = self.separation_along(normal.map(f64::from));
        shown >= own - 2.0 * self.error_bound()
    }
}
