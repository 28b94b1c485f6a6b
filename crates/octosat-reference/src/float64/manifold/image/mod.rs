//! Two answers to the same question: a pair's manifold, and that of the pair swapped or moved.
//!
//! Neither is compared with the truth here, only with the other. They may differ by the errors of
//! both, and wherever a choice is so close that rounding decides it:
//!
//! - whether there is a contact at all: the distance is the margin, within the error bounds;
//! - the axis: two separations, or an edge's and a threshold of the preference for faces, are as
//!   far apart as the error bounds; depth and points are then those of another axis and stay uncompared;
//! - the direction: edges meet at a sine below 0.05, or the centers are level along the normal;
//! - the faces: the normal is as much aligned with one face of a box as with another;
//! - clipped or closest points: the faces' overlap is narrower than a point's tolerance, or the nearest clipped
//!   point is just as much farther apart than the boxes as it may be;
//! - a point's name: within the tolerance its place is that of other features, too.
//!
//! Which four of more points are kept is measured in the plane of the first box's face, so that
//! swapping may choose others. Of a manifold that may have been reduced only the deepest point is
//! compared; the checker of single manifolds asks for its area.

mod decision;
mod points;
mod terms;

use super::super::pair::ReferencePair;
use super::super::vector::{difference, dot, length};
use super::answer::ManifoldAnswer;
use super::checked::{CheckedManifold, deepest, is_finite};
use super::ledger::{Ledger, ManifoldFault, ManifoldReport};
use crate::tolerances::{CLEAR_SINE, MARGIN_FACTOR, MOTION_FACTOR, UNIT_ROUNDOFF};
use terms::Image;

/// The manifold of a pair that was moved rigidly.
#[derive(Clone, Copy, Debug)]
pub struct MovedAnswer<'a> {
    /// The boxes where they were moved to, after rounding.
    pub pair: &'a ReferencePair,
    /// Their manifold, relative to the center of the moved a.
    pub answer: &'a ManifoldAnswer<'a>,
    /// The unit quaternion x, y, z, w that turned them.
    pub rotation: [f64; 4],
}

/// A manifold, its image in the same terms, and what the two may be apart.
struct Comparison<'a> {
    first: CheckedManifold<'a>,
    image: Image,
    /// Meters, between separations.
    error_bound: f64,
}

/// What differs between the manifolds of a and b and of b and a, each relative to the center of its
/// first box.
#[must_use]
pub fn compare_swapped(
    pair: &ReferencePair,
    answer: &ManifoldAnswer<'_>,
    swapped: &ManifoldAnswer<'_>,
) -> ManifoldReport {
    let mut ledger = Ledger::new(pair.error_bound());
    if is_finite(answer) && is_finite(swapped) {
        let first = CheckedManifold::new(pair, answer, [0.0; 3]);
        let image = Image::of_swapped(swapped, pair.offset);
        Comparison { first, image, error_bound: 2.0 * pair.error_bound() }.check(&mut ledger);
    } else {
        ledger.reject(ManifoldFault::NotFinite, None);
    }
    ledger.report
}

/// What differs between the manifolds of a pair, relative to a's center, and of the pair moved.
#[must_use]
pub fn compare_moved(
    pair: &ReferencePair,
    answer: &ManifoldAnswer<'_>,
    moved: MovedAnswer<'_>,
) -> ManifoldReport {
    let mut ledger = Ledger::new(pair.error_bound());
    if is_finite(answer) && is_finite(moved.answer) {
        let first = CheckedManifold::new(pair, answer, [0.0; 3]);
        let image = Image::of_moved(&moved);
        let rounding = MOTION_FACTOR * UNIT_ROUNDOFF * pair.scale();
        let error_bound = pair.error_bound() + moved.pair.error_bound() + rounding;
        Comparison { first, image, error_bound }.check(&mut ledger);
    } else {
        ledger.reject(ManifoldFault::NotFinite, None);
    }
    ledger.report
}

impl Comparison<'_> {
    /// Goes from the coarse to the fine, and ends at the first thing that rounding may decide.
    fn check(&self, ledger: &mut Ledger) {
        let empty = [self.first.points.is_empty(), self.image.points.is_empty()];
        if empty[0] && empty[1] || self.existence_is_tied() {
            return;
        }
        if empty[0] != empty[1] {
            ledger.reject(ManifoldFault::ImageMissing, None);
            return;
        }
        let answer = self.first.answer;
        let axes = [answer.axis, self.image.axis];
        let axes_are_tied =
            axes[0] != axes[1] && decision::is_tied(self.first.pair, axes, self.error_bound);
        if [answer.closest, answer.fallback] != [self.image.closest, self.image.fallback] {
            let tied = axes_are_tied || self.direction_is_tied(self.sine());
            if !tied && !self.clipping_is_tied() && !self.nearness_is_tied() {
                ledger.reject(ManifoldFault::ImageOfOtherKind, None);
            }
        } else if answer.closest {
            self.check_closest(ledger);
        } else if axes[0] == axes[1] {
            self.check_along_axis(ledger);
        } else if !axes_are_tied {
            ledger.reject(ManifoldFault::ImageOnOtherAxis, None);
        }
    }

    /// Whether the distance is the margin, within the error bounds.
    fn existence_is_tied(&self) -> bool {
        let margin = self.first.margin;
        let allowed = self.error_bound + MARGIN_FACTOR * UNIT_ROUNDOFF * margin;
        (margin - self.first.distance).abs() <= allowed
    }

    /// Whether the clipped points of one answer are nearly too far apart to stand beside the closest points of
    /// the other.
    fn nearness_is_tied(&self) -> bool {
        let clipped =
            if self.first.answer.closest { &self.image.points } else { &self.first.points };
        let allowed = (self.error_bound + 2.0 * self.first.tolerance) / self.sine();
        (self.first.farthest_gap() + deepest(clipped)).abs() <= allowed
    }

    /// Depth and direction of closest points; their place along parallel features is free.
    fn check_closest(&self, ledger: &mut Ledger) {
        self.check_depth(1.0, ledger);
        let share = self.error_bound / self.first.distance.max(self.error_bound);
        if share < 1.0 {
            let allowed = share + (2.0 * share).sqrt();
            ledger.expect_ratio(ManifoldFault::ImageTurned, self.turned(), allowed);
        }
    }

    /// Depth, direction and points of a contact along the same axis.
    fn check_along_axis(&self, ledger: &mut Ledger) {
        let pair = self.first.pair;
        let sine = self.sine();
        if self.direction_is_tied(sine) {
            return;
        }
        self.check_depth(sine, ledger);
        let allowed = self.error_bound / pair.scale() / sine;
        ledger.expect_ratio(ManifoldFault::ImageTurned, self.turned(), allowed);
        self.check_points(ledger);
    }

    /// Sine of the angle of the two edges that make the axis; one for a face.
    fn sine(&self) -> f64 {
        match usize::from(self.first.answer.axis) {
            code @ 6..15 => self.first.pair.separations().edge_sines[code - 6],
            _ => 1.0,
        }
    }

    /// Whether rounding may turn the axis to somewhere else, or choose its sign.
    fn direction_is_tied(&self, sine: f64) -> bool {
        let level = dot(self.first.normal, self.first.pair.offset).abs();
        sine < CLEAR_SINE || level <= self.error_bound
    }

    /// The depths of both manifolds.
    fn check_depth(&self, sine: f64, ledger: &mut Ledger) {
        let error = (f64::from(self.first.answer.depth) - self.image.depth).abs();
        ledger.expect(ManifoldFault::ImageOfOtherDepth, error, self.error_bound / sine);
    }

    /// The length of the difference of both normals.
    fn turned(&self) -> f64 {
        length(difference(self.first.normal, self.image.normal))
    }
}
